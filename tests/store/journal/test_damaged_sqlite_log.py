"""A damaged database is noticed, moved aside, and made anew from the mirror (reliability 2.9)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.store.journal.journal import JournalError
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import State
from tests.support.store.damage import DATABASE, STATES, edit
from tests.support.store.scenes import (
    PRIVATE,
    close,
    fill,
    find,
    open_journal,
    public,
    sell,
    states,
    step,
)


def _assert_sells_after_confirming(folder: Path) -> None:
    journal = open_journal(folder)
    assert not journal.recovery.selling_allowed
    with pytest.raises(JournalError, match="Look through the open bookings before you sell"):
        step(journal, State.PREPARED, intent="next")
    assert "next" not in states(journal)
    step(journal, State.UNKNOWN, intent="open")
    journal.confirm("Asha")
    step(journal, State.PREPARED, intent="next")
    journal.close()
    again = open_journal(folder)
    assert again.recovery.selling_allowed
    assert again.recovery.sentences == ()
    again.confirm("Nobody needs to")
    again.close()


@pytest.mark.parametrize(
    "garbage", [b"this is no database, but somebody's letter" * 200, b"SQLite format 3\0" * 9]
)
def test_a_database_that_is_none_is_kept_aside_and_selling_waits_for_somebody(
    folder: Path, garbage: bytes
) -> None:
    (folder / DATABASE).write_bytes(garbage)
    for _ in range(2):
        journal = open_journal(folder)
        assert states(journal) == STATES
        assert not journal.recovery.selling_allowed
        assert "rebuilt from its mirror" in journal.recovery.sentences[0]
        journal.close()
    (aside,) = folder.glob("journal.sqlite.damaged-*")
    assert aside.read_bytes() == garbage
    _assert_sells_after_confirming(folder)


def test_the_rollback_journal_goes_aside_with_its_database(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"somebody's letter" * 500)
    # Cleared by a commit, as it stays while the database is open; SQLite leaves it where it is.
    left = bytes(512) + b"old pages" * 500
    (folder / "journal.sqlite-journal").write_bytes(left)
    close(find(folder))
    assert (folder / "journal.sqlite-journal.damaged-stamp").read_bytes() == left
    assert not (folder / "journal.sqlite-journal").exists()


def test_who_confirmed_is_kept(folder: Path) -> None:
    (folder / DATABASE).unlink()
    journal = open_journal(folder)
    journal.confirm("Åsa ₹")
    journal.close()
    database = SqliteLog(folder / DATABASE)
    (said,) = [
        value for name, value in database.notes().items() if name.startswith("confirmed 2026-11-21T05:00")
    ]
    assert said.startswith("Åsa ₹: The journal lacked entries.")
    database.close()


def test_a_database_that_is_gone_or_older_is_completed_and_selling_waits(quick_folder: Path) -> None:
    fill(quick_folder, sales=0)
    older = (quick_folder / DATABASE).read_bytes()
    journal = open_journal(quick_folder)
    sell(journal, "a")
    journal.close()
    (quick_folder / DATABASE).write_bytes(older)
    _assert_sells_after_confirming(quick_folder)
    (quick_folder / DATABASE).unlink()
    journal = open_journal(quick_folder)
    assert states(journal)["a"] is State.SETTLED
    assert all(attempt.private == {} for attempt in journal.attempts())
    assert not journal.recovery.selling_allowed
    journal.close()


def test_a_database_that_is_both_harmed_and_behind_keeps_the_names_it_has(folder: Path) -> None:
    edit(folder, "UPDATE entry SET text = replace(text, 'Sea walk', 'Sea talk') WHERE seq = 4")
    journal = open_journal(folder)
    assert states(journal) == STATES
    assert [attempt.private for attempt in journal.attempts()] == [PRIVATE] * 4
    assert not journal.recovery.selling_allowed
    journal.close()


def test_a_customer_changed_in_the_database_is_noticed_and_not_believed(folder: Path) -> None:
    edit(folder, "UPDATE entry SET private = replace(private, 'Priya', 'Bruno') WHERE seq = 1")
    journal = open_journal(folder)
    assert not journal.recovery.selling_allowed
    assert [attempt.private for attempt in journal.attempts()] == [{}, PRIVATE, PRIVATE, PRIVATE]
    journal.close()


def test_an_erased_customer_leaves_the_chain_whole(folder: Path) -> None:
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("UPDATE entry SET private = '' WHERE seq = 1")
    connection.commit()
    connection.close()
    journal = open_journal(folder)
    assert journal.recovery.sentences == ()
    assert journal.attempts()[0].private == {}
    assert journal.attempts()[1].private == PRIVATE
    journal.close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entry WHERE seq = 2",
        "DELETE FROM entry WHERE seq > 9",
        "DELETE FROM entry",
        "UPDATE entry SET text = replace(text, '7140.00', '7.00') WHERE seq = 1",
        "UPDATE entry SET hash = 'x' WHERE seq = 4",
        "UPDATE entry SET seal = 'unkeyed' WHERE seq = 4",
        "UPDATE entry SET seq = 99 WHERE seq = 11",
        "UPDATE entry SET seq = -1 WHERE seq = 1",
        "UPDATE entry SET seq = CASE seq WHEN 4 THEN -5 ELSE -4 END WHERE seq IN (4, 5)",
        "INSERT INTO entry SELECT 12, text, seal, hash, private FROM entry WHERE seq = 11",
        "UPDATE entry SET (text, hash) = (SELECT text, hash FROM entry WHERE seq = 2) WHERE seq = 3",
        "UPDATE note SET value = '\"00000000\"' WHERE name = 'desk'",
        "DROP TABLE note",
        "CREATE INDEX more ON entry (hash)",
    ],
)
def test_a_database_edited_by_hand_is_noticed_and_mended(folder: Path, statement: str) -> None:
    edit(folder, statement)
    journal = open_journal(folder)
    assert states(journal) == STATES
    assert not journal.recovery.selling_allowed
    kept = journal.attempts()
    journal.close()
    again = open_journal(folder)
    assert again.attempts() == kept
    again.close()


def test_the_database_itself_refuses_to_change_what_was_written(folder: Path) -> None:
    connection = sqlite3.connect(folder / DATABASE)
    with pytest.raises(sqlite3.IntegrityError, match="entries stay"):
        connection.execute("DELETE FROM entry")
    for change in (
        "UPDATE entry SET seq = seq + 50",
        "UPDATE entry SET text = ''",
        "UPDATE entry SET seal = ''",
        "UPDATE entry SET hash = ''",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="entries are final"):
            connection.execute(change)
    connection.close()


@pytest.mark.parametrize("stage", ["no database", "empty file", "no tables", "no entries"])
def test_a_crash_while_the_database_is_rebuilt_is_met_by_the_next_start(folder: Path, stage: str) -> None:
    entries = close(find(folder))
    (folder / DATABASE).rename(folder / "journal.sqlite.damaged-before")
    if stage == "empty file":
        (folder / DATABASE).touch()
    elif stage == "no tables":
        sqlite3.connect(folder / DATABASE).close()
    elif stage == "no entries":
        SqliteLog(folder / DATABASE).close()
    found = find(folder)
    assert not found.recovery.selling_allowed
    assert public(close(found)) == public(entries)

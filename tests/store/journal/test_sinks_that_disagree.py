"""Where both sinks are in doubt, what can be read is shown, nothing is touched, and nothing sold."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from app.store.files.data_folder import UnfitFolderError
from app.store.journal.journal import Journal, JournalError
from app.store.journal.states import State
from tests.support.store.damage import DATABASE, MIRROR, STATES, edit, files, lines_of, write_lines
from tests.support.store.scenes import (
    open_journal,
    sell,
    states,
    steady_clock,
    step,
)

GUARD = """CREATE TRIGGER entry_is_final BEFORE UPDATE OF seq, text, seal, hash ON entry
  BEGIN SELECT RAISE(ABORT, 'entries are final'); END"""


def test_a_database_with_more_than_the_mirror_and_harm_is_only_shown(folder: Path) -> None:
    write_lines(folder, *lines_of(folder)[:6])
    edit(folder, "UPDATE entry SET text = replace(text, 'PNR2', 'PNR9') WHERE seq = 9")
    before = files(folder)
    journal = open_journal(folder)
    assert not journal.recovery.selling_allowed
    assert states(journal) == {"0": State.SETTLED, "1": State.SETTLED, "2": State.DISPATCHED}
    journal.close()
    assert files(folder) == before


@pytest.mark.parametrize("more", [9, 11])
def test_a_harmed_mirror_that_may_know_more_is_never_thrown_away(folder: Path, more: int) -> None:
    edit(folder, "DELETE FROM entry WHERE seq > 8")
    lines = lines_of(folder)
    write_lines(folder, *lines[:8], lines[8].replace(b"PNR", b"XYZ"), *lines[9:more])
    before = files(folder)
    journal = open_journal(folder)
    assert not journal.recovery.selling_allowed
    assert states(journal)["2"] is State.DISPATCHED
    journal.close()
    assert files(folder) == before


def test_what_both_damaged_sinks_have_together_is_shown_and_nothing_sold(folder: Path) -> None:
    edit(folder, "UPDATE entry SET text = replace(text, 'Sea walk', 'Sea talk') WHERE seq = 1")
    lines = lines_of(folder)
    write_lines(folder, *lines[:9], b"900|scribble\n", *lines[10:])
    before = files(folder)
    journal = open_journal(folder)
    assert states(journal) == STATES
    assert "nothing can be sold" in journal.recovery.sentences[0]
    for state, intent in ((State.PREPARED, "new"), (State.UNKNOWN, "open")):
        with pytest.raises(JournalError):
            step(journal, state, intent=intent)
    with pytest.raises(JournalError, match="no database to keep this in"):
        journal.confirm("Asha")
    assert journal.new_request_id().startswith("ac1-")
    journal.close()
    assert files(folder) == before


def test_with_both_sinks_unreadable_nothing_is_shown_and_nothing_sold(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"no database" * 500)
    lines = lines_of(folder)
    write_lines(folder, b"900|scribble\n", *lines[6:])
    before = files(folder)
    journal = open_journal(folder)
    assert journal.attempts() == ()
    assert not journal.recovery.selling_allowed
    journal.close()
    assert files(folder) == before


@pytest.mark.parametrize("mirror", [b"", bytes(512), None])
def test_a_database_that_is_none_beside_an_empty_mirror_is_no_new_beginning(
    folder: Path, mirror: bytes | None
) -> None:
    garbage = b"somebody's letter" * 500
    (folder / DATABASE).write_bytes(garbage)
    (folder / MIRROR).unlink()
    if mirror is not None:
        (folder / MIRROR).write_bytes(mirror)
    for _ in range(2):
        journal = open_journal(folder)
        assert "nothing can be sold" in journal.recovery.sentences[0]
        with pytest.raises(JournalError):
            step(journal, State.PREPARED, intent="new")
        journal.close()
    assert (folder / DATABASE).read_bytes() == garbage
    assert not list(folder.glob("*.damaged-*"))


def test_two_histories_that_parted_are_shown_together_and_nothing_sold(quick_folder: Path) -> None:
    one, other = quick_folder / "one", quick_folder / "other"
    journal = open_journal(one)
    for intent in ("shared", "lost"):
        step(journal, State.PREPARED, intent=intent)
        step(journal, State.DISPATCHED, intent=intent)
    journal.close()
    shutil.copytree(one, other)
    for folder, intent, state in ((one, "a", State.UNKNOWN), (other, "b", State.NOT_SENT)):
        journal = open_journal(folder)
        sell(journal, intent)
        step(journal, state, intent="shared")
        journal.close()
    shutil.copy(other / MIRROR, one / MIRROR)
    before = files(one)
    journal = open_journal(one)
    assert not journal.recovery.selling_allowed
    assert states(journal) == {
        "shared": State.NOT_SENT,
        "lost": State.DISPATCHED,
        "a": State.SETTLED,
        "b": State.SETTLED,
    }
    journal.close()
    assert files(one) == before


def test_another_key_shows_everything_sells_nothing_and_touches_nothing(folder: Path) -> None:
    before = files(folder)
    journal = Journal.open(folder, chain_key=b"another key", clock=steady_clock())
    assert states(journal) == STATES
    assert not journal.recovery.selling_allowed
    journal.close()
    assert files(folder) == before
    journal = Journal.open(folder, chain_key=None, clock=steady_clock())
    assert states(journal) == STATES
    assert journal.recovery.selling_allowed
    journal.close()


def test_sinks_of_another_key_that_are_not_equal_are_only_shown(folder: Path) -> None:
    write_lines(folder, *lines_of(folder)[:6])
    before = files(folder)
    journal = Journal.open(folder, chain_key=b"another key", clock=steady_clock())
    assert not journal.recovery.selling_allowed
    assert journal.attempts()
    with pytest.raises(JournalError):
        journal.confirm("Asha")
    journal.close()
    assert files(folder) == before


@pytest.mark.parametrize("database", [b"", b"somebody's letter" * 300])
def test_a_journal_of_another_program_is_left_alone_and_the_folder_given_back(
    quick_folder: Path, database: bytes
) -> None:
    (quick_folder / DATABASE).write_bytes(database)
    text = '{"seq":1}'
    digest = hashlib.blake2b(f"{'0' * 64}|{text}|unkeyed".encode(), digest_size=32).hexdigest()
    line = f"9|{text}|unkeyed|{digest}\n".encode()
    write_lines(quick_folder, line)
    for _ in range(2):
        with pytest.raises(UnfitFolderError, match=r"was written by another program\. Nothing was touched"):
            open_journal(quick_folder)
    assert lines_of(quick_folder) == [line]
    assert not list(quick_folder.glob("*.damaged-*"))


@pytest.mark.parametrize("edited", ["database", "mirror", "both"])
def test_an_edit_that_fits_by_its_hashes_is_told_by_its_seal(folder: Path, edited: str) -> None:
    lines = lines_of(folder)
    forged = _forged(lines)
    if edited in {"database", "both"}:
        connection = sqlite3.connect(folder / DATABASE)
        connection.execute("DROP TRIGGER entry_is_final")
        for seq, line in enumerate(forged, 1):
            _, text, seal, digest = line.decode().rstrip("\n").split("|")
            values = (text, seal, digest, seq)
            connection.execute("UPDATE entry SET text = ?, seal = ?, hash = ? WHERE seq = ?", values)
        connection.execute(GUARD)
        connection.commit()
        connection.close()
    if edited in {"mirror", "both"}:
        write_lines(folder, *forged)
    journal = open_journal(folder)
    titles = {attempt.facts["title"] for attempt in journal.attempts()}
    assert titles == ({"Sea talk"} if edited == "both" else {"Sea walk"})
    assert journal.recovery.selling_allowed is (edited == "mirror")
    assert journal.recovery.sentences
    journal.close()
    assert lines_of(folder) == (forged if edited == "both" else lines)


def _forged(lines: list[bytes]) -> list[bytes]:
    """The lines with a change, and hashes that fit, by somebody without the key."""
    forged: list[bytes] = []
    previous = "0" * 64
    for line in lines:
        _, text, seal, _ = line.decode().replace("Sea walk", "Sea talk").split("|")
        previous = hashlib.blake2b(f"{previous}|{text}|{seal}".encode(), digest_size=32).hexdigest()
        forged.append(f"{len(text)}|{text}|{seal}|{previous}\n".encode())
    return forged

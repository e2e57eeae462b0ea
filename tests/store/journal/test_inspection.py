"""What a data folder says of money is told without touching it, and never guessed."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from app.store.files.data_folder import LOCK_FILE, FolderLock
from app.store.journal.inspection import DoubtfulJournalError, is_held, open_outcomes
from app.store.journal.states import State
from tests.support.store.damage import DATABASE, MIRROR, edit, files, lines_of, write_lines
from tests.support.store.scenes import open_journal, sell, step


def test_an_open_outcome_is_found_and_nothing_is_touched(folder: Path) -> None:
    before, names = files(folder), sorted(folder.iterdir())
    (found,) = open_outcomes(folder)
    assert (found.intent_id, found.state) == ("open", State.DISPATCHED)
    assert files(folder) == before
    assert sorted(folder.iterdir()) == names


def test_settled_sales_leave_nothing_open(quick_folder: Path) -> None:
    assert open_outcomes(quick_folder) == ()
    journal = open_journal(quick_folder)
    sell(journal, "one")
    step(journal, State.PREPARED, intent="two")
    step(journal, State.NOT_SENT, intent="two")
    journal.close()
    assert open_outcomes(quick_folder) == ()


def test_a_crash_between_the_two_writes_is_no_damage(folder: Path) -> None:
    """The database is one entry behind: what the mirror alone knows counts."""
    edit(folder, "DELETE FROM entry WHERE seq = 11")
    (found,) = open_outcomes(folder)
    assert found.state is State.DISPATCHED


@pytest.mark.parametrize(
    "statements",
    [
        ("DELETE FROM entry WHERE seq > 9",),
        ("UPDATE entry SET text = replace(text, 'DISPATCHED', 'NOT_SENT') WHERE seq = 11",),
        ("CREATE TABLE later (version INTEGER)",),
    ],
)
def test_a_database_that_was_changed_is_in_doubt(folder: Path, statements: tuple[str, ...]) -> None:
    edit(folder, *statements)
    with pytest.raises(DoubtfulJournalError, match="damaged, or was written by another version"):
        open_outcomes(folder)


def test_a_mirror_that_was_changed_is_in_doubt(folder: Path) -> None:
    lines = lines_of(folder)
    write_lines(folder, *lines[:-1])
    with pytest.raises(DoubtfulJournalError):
        open_outcomes(folder)
    write_lines(folder, *lines[:-1], lines[-1].replace(b"DISPATCHED", b"NOT_SENTXX"))
    with pytest.raises(DoubtfulJournalError):
        open_outcomes(folder)


@pytest.mark.parametrize("name", [DATABASE, MIRROR])
def test_half_a_journal_is_in_doubt(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(DoubtfulJournalError, match="a part of it is missing"):
        open_outcomes(folder)


def test_a_step_that_this_version_does_not_know_is_in_doubt(quick_folder: Path) -> None:
    open_journal(quick_folder).close()
    text = '{"seq":1}'
    digest = hashlib.blake2b(f"{'0' * 64}|{text}|unkeyed".encode(), digest_size=32).hexdigest()
    write_lines(quick_folder, f"9|{text}|unkeyed|{digest}\n".encode())
    with pytest.raises(DoubtfulJournalError, match="it was written by another version"):
        open_outcomes(quick_folder)


def test_a_link_and_a_pipe_are_not_opened(folder: Path) -> None:
    (folder / MIRROR).rename(folder / "elsewhere")
    (folder / MIRROR).symlink_to(folder / "elsewhere")
    with pytest.raises(DoubtfulJournalError, match="no plain file"):
        open_outcomes(folder)
    (folder / MIRROR).unlink()
    os.mkfifo(folder / MIRROR)
    with pytest.raises(DoubtfulJournalError, match="no plain file"):
        open_outcomes(folder)


def test_a_folder_is_held_while_a_counter_has_it(tmp_path: Path) -> None:
    assert not is_held(tmp_path / "none")
    assert not is_held(tmp_path)
    assert not (tmp_path / LOCK_FILE).exists()
    lock = FolderLock(tmp_path)
    assert is_held(tmp_path)
    lock.release()
    assert not is_held(tmp_path)
    # Looking leaves nothing locked.
    FolderLock(tmp_path).release()


def test_a_lock_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"kept")
    (tmp_path / LOCK_FILE).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        is_held(tmp_path)
    assert (tmp_path / "elsewhere").read_bytes() == b"kept"

"""Folders that are not for this counter to write to: shown where they can be, refused where they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store.files.data_folder import UnfitFolderError, can_be_written, prepare_folder, sync_warning
from app.store.journal.journal import Journal, JournalError
from app.store.journal.states import State
from tests.support.closed_folder import closed
from tests.support.store.damage import DATABASE, STATES, files, lines_of, write_lines
from tests.support.store.scenes import PRIVATE, open_journal, sell, states, steady_clock, step


def test_a_folder_that_cannot_be_written_to_is_shown_and_sells_nothing(folder: Path) -> None:
    before = files(folder)
    with closed(folder):
        journal = open_journal(folder)
        assert states(journal) == STATES
        assert [each.private for each in journal.attempts()] == [PRIVATE] * 4
        (sentence,) = journal.recovery.sentences
        assert f"The data folder {folder} cannot be written to" in sentence
        assert "nothing can be sold" in sentence
        assert journal.recovery.heading == ""
        for state, intent in ((State.PREPARED, "new"), (State.UNKNOWN, "open")):
            with pytest.raises(JournalError):
                step(journal, state, intent=intent)
        with pytest.raises(JournalError):
            journal.confirm("Asha")
        assert journal.new_request_id().startswith("ac1-")
        journal.close()
    assert files(folder) == before
    again = open_journal(folder)
    assert again.recovery.sentences == ()
    sell(again, "next")
    again.close()


def test_of_a_closed_folder_is_shown_what_either_sink_tells(folder: Path) -> None:
    write_lines(folder, *lines_of(folder)[:4])
    with closed(folder):
        journal = open_journal(folder)
        assert states(journal) == STATES
        journal.close()


@pytest.mark.parametrize("damage", [b"somebody's letter" * 500, b"", None])
def test_of_a_closed_folder_with_a_damaged_database_the_mirror_is_shown(
    folder: Path, damage: bytes | None
) -> None:
    (folder / DATABASE).unlink()
    if damage is not None:
        (folder / DATABASE).write_bytes(damage)
    with closed(folder):
        journal = open_journal(folder)
        assert states(journal) == STATES
        assert not journal.recovery.selling_allowed
        journal.close()


def test_a_closed_folder_whose_database_is_none_at_all_shows_the_mirror(folder: Path) -> None:
    (folder / DATABASE).unlink()
    (folder / DATABASE).mkdir()
    with closed(folder):
        journal = open_journal(folder)
        assert states(journal) == STATES
        journal.close()


def test_one_file_that_is_closed_is_enough(folder: Path) -> None:
    with closed(folder):
        folder.chmod(0o700)
        assert not can_be_written(folder, (DATABASE,))
        assert can_be_written(folder, ("missing",))
        journal = open_journal(folder)
        assert not journal.recovery.selling_allowed
        journal.close()


def test_a_folder_that_is_closed_stays_so_and_one_that_is_open_to_others_does_not(tmp_path: Path) -> None:
    for mode, expected in ((0o500, 0o500), (0o777, 0o700), (0o750, 0o700)):
        tmp_path.chmod(mode)
        prepare_folder(tmp_path)
        assert tmp_path.stat().st_mode & 0o777 == expected


def test_the_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def somebody_else(owner: int) -> int:
        return owner + 1

    monkeypatch.setattr("app.store.files.data_folder._this_user", somebody_else)
    with pytest.raises(UnfitFolderError, match="belongs to another user of this computer"):
        prepare_folder(tmp_path)


def test_a_folder_that_is_copied_to_other_computers_is_warned_of() -> None:
    warning = sync_warning(Path("/home/asha/OneDrive - Travel Desk/counter"))
    assert warning.startswith("The data folder lies in OneDrive - Travel Desk, which is copied")
    assert sync_warning(Path("/home/asha/Dropbox/counter"))
    assert sync_warning(Path("/home/asha/.local/share/AgencyCounter")) == ""


def test_the_journal_of_another_computer_is_shown_until_somebody_has_looked(folder: Path) -> None:
    before = files(folder)
    journal = Journal.open(folder, chain_key=b"another key", clock=steady_clock())
    assert states(journal) == STATES
    assert "sealed with another key" in journal.recovery.sentences[0]
    assert journal.recovery.heading == "The journal has another key"
    with pytest.raises(JournalError):
        step(journal, State.UNKNOWN, intent="open")
    assert files(folder) == before
    journal.confirm("Asha")
    sell(journal, "next")
    journal.close()
    again = Journal.open(folder, chain_key=b"another key", clock=steady_clock())
    assert again.recovery.sentences == ()
    assert states(again) == {**STATES, "next": State.SETTLED}
    again.close()

"""Folders that are not for this counter to write to: shown where they can be, refused where they cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.store.files.data_folder import (
    Reserve,
    UnfitFolderError,
    can_be_written,
    prepare_folder,
    sync_warning,
)
from app.store.journal.file_log import FileLog
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


def test_what_others_may_have_planted_is_refused_at_each_start(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "live", tmp_path / "letter"
    elsewhere.write_text("Dear Asha", encoding="utf-8")
    folder.mkdir()
    for mode in (0o777, 0o720):
        folder.chmod(mode)
        for _ in range(2):
            (folder / "register.sqlite").symlink_to(elsewhere)
            with pytest.raises(
                UnfitFolderError, match=r"could write to .*live, and register\.sqlite in it is a link or not"
            ):
                prepare_folder(folder)
            (folder / "register.sqlite").unlink()
        prepare_folder(folder)
        assert folder.stat().st_mode & 0o777 == 0o700
    # Where only its owner could write, the link is the owner's own.
    (folder / "notes").symlink_to(elsewhere)
    prepare_folder(folder)


def test_a_file_of_another_user_is_refused_where_others_could_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.json").touch()
    tmp_path.chmod(0o777)
    users = iter([os.geteuid(), os.geteuid() + 1])

    def next_user(_: int) -> int:
        return next(users)

    monkeypatch.setattr("app.store.files.data_folder._this_user", next_user)
    with pytest.raises(UnfitFolderError, match=r"settings\.json in it is a link or not yours"):
        prepare_folder(tmp_path)


@pytest.mark.parametrize("name", ["in-use.lock", "mirror.log", "journal.sqlite"])
@pytest.mark.parametrize("exists", [True, False])
def test_a_journal_that_is_a_link_is_refused(tmp_path: Path, name: str, *, exists: bool) -> None:
    folder, elsewhere = tmp_path / "live", tmp_path / "letter"
    if exists:
        elsewhere.write_text("Dear Asha", encoding="utf-8")
    folder.mkdir(mode=0o700)
    (folder / name).symlink_to(elsewhere)
    with pytest.raises(UnfitFolderError, match=rf"{name} in .*live is a link to another place\."):
        open_journal(folder)
    assert elsewhere.exists() == exists
    assert not exists or elsewhere.read_text(encoding="utf-8") == "Dear Asha"


def test_a_link_that_comes_between_is_not_followed(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Asha", encoding="utf-8")
    (tmp_path / "mirror.log").symlink_to(letter)
    with pytest.raises(OSError, match="mirror"):
        FileLog(tmp_path / "mirror.log")
    for link in (letter, tmp_path / "nowhere"):
        (tmp_path / "reserve.bin").symlink_to(link)
        reserve = Reserve(tmp_path)
        assert not (tmp_path / "reserve.bin").is_symlink()
        assert reserve.release()
    assert letter.read_text(encoding="utf-8") == "Dear Asha"
    assert not (tmp_path / "nowhere").exists()


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

"""The mirror as a file: its room is made ahead, what a crash left is cut, and it is given back."""

from __future__ import annotations

from pathlib import Path

import psutil

from app.store.journal import file_log
from app.store.journal.file_log import FileLog, read_mirror
from tests.support.store.damage import MIRROR
from tests.support.store.scenes import CHAIN_KEY, close, find


def _end(folder: Path) -> int:
    return read_mirror(folder / MIRROR, CHAIN_KEY).end


def test_room_that_was_made_ahead_is_kept_by_the_next_start(folder: Path) -> None:
    assert (folder / MIRROR).stat().st_size == file_log.STEP
    FileLog(folder / MIRROR, _end(folder)).close()
    assert (folder / MIRROR).stat().st_size == file_log.STEP


def test_what_a_crash_left_behind_the_last_line_is_cut(folder: Path) -> None:
    end = _end(folder)
    with (folder / MIRROR).open("r+b") as file:
        file.seek(end)
        file.write(b"812|{")
    FileLog(folder / MIRROR, end).close()
    assert (folder / MIRROR).stat().st_size == end


def test_lines_that_the_database_has_told_are_the_same(folder: Path) -> None:
    reading = read_mirror(folder / MIRROR, CHAIN_KEY)
    assert len(reading.lines) == 11
    assert read_mirror(folder / MIRROR, CHAIN_KEY, reading.lines[:4]) == reading
    other = [reading.lines[0]._replace(hash="0")]
    assert read_mirror(folder / MIRROR, CHAIN_KEY, other) == reading


def test_a_journal_that_was_closed_holds_no_file(folder: Path) -> None:
    close(find(folder))
    opened = [Path(each.path) for each in psutil.Process().open_files()]
    assert [each for each in opened if folder in each.parents] == []


def test_only_this_user_can_read_it(quick_folder: Path) -> None:
    FileLog(quick_folder / MIRROR).close()
    assert (quick_folder / MIRROR).stat().st_mode & 0o777 == 0o600

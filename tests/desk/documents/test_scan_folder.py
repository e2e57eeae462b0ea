"""What is new in a scan folder is found once it has stopped growing; nothing in the folder is touched."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from app.core.language import tr
from app.desk.documents import scan_folder
from app.desk.documents.scan_folder import SILENT, Scan, ScanFolder, ScanResult

NOW = 1_800_000_000.0


@pytest.fixture
def scans(tmp_path: Path) -> ScanFolder:
    return ScanFolder(str(tmp_path))


def put(path: Path, age: float = 0, size: int = 10) -> Path:
    """A file of this size that was written so many seconds ago."""
    path.write_bytes(bytes(size))
    os.utime(path, (NOW - age, NOW - age))
    return path


def names(found: ScanResult) -> list[str]:
    return [each.path.name for each in found.scans]


def test_what_is_new_is_found_when_it_has_stopped_growing(scans: ScanFolder, tmp_path: Path) -> None:
    put(tmp_path / "old.jpg", age=301)
    put(tmp_path / "recent.jpg", age=299)
    look = scans.looks(NOW)
    assert look() == ScanResult(is_settled=False)
    assert names(look()) == ["recent.jpg"]
    put(tmp_path / "new.PDF", size=5)
    assert names(look()) == ["recent.jpg"]
    put(tmp_path / "new.PDF", size=9)
    found = look()
    assert (names(found), found.is_settled) == (["recent.jpg"], False)
    found = look()
    assert (names(found), found.is_settled) == (["new.PDF", "recent.jpg"], True)
    assert found.scans[0] == Scan(tmp_path / "new.PDF", 9, int(NOW) * 10**9)


def test_what_was_moved_in_with_an_old_date_is_new(scans: ScanFolder, tmp_path: Path) -> None:
    look = scans.looks(NOW)
    look()
    put(tmp_path / "moved.jpg", age=90_000)
    look()
    found = look()
    assert names(found) == ["moved.jpg"]
    assert found.scans[0].age(NOW) == 90_000
    assert found.scans[0].age(NOW - 100_000) == 0


def test_what_is_finished_is_not_found_again_unless_it_is_written_again(
    scans: ScanFolder, tmp_path: Path
) -> None:
    put(tmp_path / "scan.jpg")
    look = scans.looks(NOW)
    look()
    scan = look().scans[0]
    assert not scans.is_finished(scan)
    scans.finish(scan)
    assert scans.is_finished(scan)
    assert names(look()) == []
    later = scans.looks(NOW)
    later()
    assert names(later()) == []
    put(tmp_path / "scan.jpg", size=11)
    later()
    assert names(later()) == ["scan.jpg"]


def test_what_can_be_no_copy_is_never_found(scans: ScanFolder, tmp_path: Path) -> None:
    put(tmp_path / "notes.txt")
    put(tmp_path / "empty.jpg", size=0)
    with (tmp_path / "film.jpg").open("wb") as stream:
        stream.truncate(scan_folder.LARGEST_FILE + 1)
    (tmp_path / "folder.jpg").mkdir()
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "loop.jpg").symlink_to(tmp_path / "loop.jpg")
    (tmp_path / "link.jpg").symlink_to(put(tmp_path / "notes.txt"))
    look = scans.looks(NOW)
    look()
    assert look() == ScanResult()


def test_one_that_vanishes_while_it_is_looked_at_is_passed_over(
    scans: ScanFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "gone.jpg")
    put(tmp_path / "scan.jpg")
    measure = Path.lstat

    def lose(path: Path) -> os.stat_result:
        if path.name == "gone.jpg":
            path.unlink(missing_ok=True)
        return measure(path)

    look = scans.looks(NOW)
    monkeypatch.setattr(Path, "lstat", lose)
    look()
    assert names(look()) == ["scan.jpg"]


def test_nothing_in_the_folder_is_touched(scans: ScanFolder, tmp_path: Path) -> None:
    path = put(tmp_path / "scan.jpg")
    before = (path.read_bytes(), path.stat().st_mtime_ns, sorted(tmp_path.iterdir()))
    tmp_path.chmod(0o500)
    look = scans.looks(NOW)
    look()
    scans.finish(look().scans[0])
    tmp_path.chmod(0o700)
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(tmp_path.iterdir())) == before


def test_a_folder_that_cannot_be_looked_at_is_told_in_words(tmp_path: Path) -> None:
    file, loop = put(tmp_path / "file"), tmp_path / "loop"
    loop.symlink_to(loop)
    said = {
        tmp_path / "gone": "The scan folder gone is not there any more.",
        file: "file is no folder. Choose another scan folder.",
        loop: "The scan folder loop cannot be read.",
        tmp_path / "null\0": "The scan folder null\0 cannot be read.",
    }
    for folder, sentence in said.items():
        assert ScanFolder(str(folder)).looks(NOW)() == ScanResult(problem=sentence)


def test_a_folder_that_may_not_be_read_is_told(
    scans: ScanFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "scandir", refuse)
    assert scans.looks(NOW)().problem == f"The scan folder {tmp_path.name} may not be read."
    assert ScanFolder("/").looks(NOW)().problem == "The scan folder / may not be read."


def test_a_folder_of_too_many_files_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_folder, "MOST_FILES", 20)
    for number in range(20):
        os.mknod(tmp_path / f"{number}.txt")
    assert ScanFolder(str(tmp_path)).looks(NOW)().problem == ""
    os.mknod(tmp_path / "one-more.txt")
    sentence = f"{tmp_path.name} holds more than 20 files. Choose a folder for new scans alone."
    assert ScanFolder(str(tmp_path)).looks(NOW)() == ScanResult(problem=sentence)


def test_while_a_look_waits_no_other_one_does(
    scans: ScanFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing, waits, go_on = os.scandir, threading.Event(), threading.Event()

    def hang(path: Path) -> object:
        waits.set()
        go_on.wait()
        return listing(path)

    put(tmp_path / "scan.jpg")
    look = scans.looks(NOW)
    monkeypatch.setattr(os, "scandir", hang)
    hanging = threading.Thread(target=look)
    hanging.start()
    assert waits.wait(5)
    assert scans.looks(NOW)() == ScanResult(problem=tr(SILENT))
    monkeypatch.setattr(os, "scandir", listing)
    scans.choose(tmp_path)
    assert scans.looks(NOW)().problem == ""
    go_on.set()
    hanging.join()
    assert names(look()) == ["scan.jpg"]


def test_the_choice_is_kept_as_a_path(tmp_path: Path) -> None:
    kept: list[str] = []
    scans = ScanFolder(keep=kept.append)
    assert scans.folder is None
    scans.choose(tmp_path)
    assert scans.folder == tmp_path
    scans.choose(None)
    assert scans.folder is None
    assert kept == [str(tmp_path), ""]

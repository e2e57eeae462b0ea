"""The data folder is fit for money, or the program says why not."""

import ctypes
import os
import re
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import cast

import pytest

from app.store.files import data_folder
from app.store.files.data_folder import (
    FolderInUseError,
    FolderLock,
    NoLock,
    Reserve,
    UnfitFolderError,
    file_system_of,
    lock_program,
    prepare_folder,
    share_warning,
    sync_folder,
)
from tests.support.closed_folder import closed
from tests.support.program import run_program
from tests.support.store.scenes import fill, open_journal

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/office {office} nfs4 rw 0 0
tmpfs /tmpfs tmpfs rw 0 0
"""


def test_the_file_system_is_that_of_the_nearest_mount(tmp_path: Path) -> None:
    table = tmp_path / "mounts"
    office = tmp_path / "office"
    table.write_text(MOUNTS.format(office=office), encoding="utf-8")
    assert file_system_of(office / "desk", table) == "nfs4"
    assert file_system_of(tmp_path, table) == "ext4"
    assert file_system_of(tmp_path, tmp_path / "missing") == ""
    table.write_text("", encoding="utf-8")
    assert file_system_of(tmp_path, table) == ""


def test_a_network_share_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "mounts"
    table.write_text(MOUNTS.format(office=tmp_path), encoding="utf-8")
    with pytest.raises(
        UnfitFolderError, match=r"is a network share \(nfs4\). Choose a folder on this computer"
    ):
        prepare_folder(tmp_path, table)


def test_a_path_of_another_computer_is_refused() -> None:
    with pytest.raises(UnfitFolderError, match=r"is a network share \(UNC\)"):
        prepare_folder(Path("\\\\server\\office"))
    assert not Path("\\\\server\\office").exists()


def test_of_two_mounts_on_one_place_the_later_holds_whatever_its_name(tmp_path: Path) -> None:
    table = tmp_path / "mounts"
    place = tmp_path / "our office"
    written = str(place).replace(" ", "\\040")
    table.write_text(
        f"a / ext4 rw 0 0\nb {written} cifs rw 0 0\nc {written} tmpfs rw 0 0\n", encoding="utf-8"
    )
    assert file_system_of(place / "desk", table) == "tmpfs"
    assert file_system_of(tmp_path / "our officer", table) == "ext4"


def test_the_names_in_a_folder_are_flushed_where_the_system_can(tmp_path: Path) -> None:
    sync_folder(tmp_path)
    sync_folder(tmp_path / "missing", None)
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "missing")


_OPENING = """
import os, sys
from pathlib import Path
from tests.support.program import run_program
from tests.support.store.scenes import open_journal
folder = sys.argv[1]
opened = []
def watch(event, args):
    if event == "open":
        name = str(args[0])
        is_folder = name == folder and args[2] & os.O_DIRECTORY
        opened.append("the folder" if is_folder else name.rpartition("/")[2])
sys.addaudithook(watch)
open_journal(Path(folder)).close()
print(*dict.fromkeys(name for name in opened if name in ("mirror.log", "the folder")), sep=", ")
"""


def test_the_names_of_new_files_are_flushed_at_every_start(tmp_path: Path) -> None:
    assert run_program(_OPENING, str(tmp_path / "counter")) == (0, "mirror.log, the folder\n", "")


def test_a_folder_that_cannot_be_read_gives_the_lock_back(tmp_path: Path) -> None:
    (tmp_path / "mirror.log").mkdir()
    with pytest.raises(OSError, match=r"mirror\.log"):
        open_journal(tmp_path)
    (tmp_path / "mirror.log").rmdir()
    open_journal(tmp_path).close()


def test_a_database_that_cannot_be_opened_is_no_damage(tmp_path: Path) -> None:
    fill(tmp_path)
    (tmp_path / "journal.sqlite").rename(tmp_path / "elsewhere")
    (tmp_path / "journal.sqlite").mkdir()
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        open_journal(tmp_path)
    (tmp_path / "journal.sqlite").rmdir()
    (tmp_path / "elsewhere").rename(tmp_path / "journal.sqlite")
    journal = open_journal(tmp_path)
    assert journal.recovery.sentences == ()
    journal.close()


def test_the_lock_is_released_by_any_thread(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with ThreadPoolExecutor(1) as worker:
        worker.submit(lock.release).result()
    FolderLock(tmp_path).release()


def test_one_program_holds_the_data_folder_until_it_ends(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    lock = lock_program(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    with pytest.raises(FolderInUseError):
        lock_program(folder)
    # The journals in it have locks of their own.
    fill(folder / "live")
    lock.release()
    lock_program(folder).release()


def test_a_data_folder_in_which_others_could_plant_links_is_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "settings.json").symlink_to(tmp_path / "theirs")
    folder.chmod(0o777)
    with pytest.raises(UnfitFolderError, match=r"settings\.json in it is a link or not yours"):
        lock_program(folder)
    (folder / "settings.json").unlink()
    lock_program(folder).release()
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_data_folder_that_cannot_be_held_opens_nevertheless(tmp_path: Path) -> None:
    share, full, file = (tmp_path / name for name in ("share", "full", "file"))
    mounts = tmp_path / "mounts"
    mounts.write_text(MOUNTS.format(office=share), encoding="utf-8")
    file.touch()
    full.mkdir()
    with closed(full):
        held = [lock_program(full), lock_program(full)]
    held += [lock_program(share, mounts), lock_program(file)]
    for lock in held:
        assert isinstance(lock, NoLock)
        lock.release()
    assert not share.exists()
    assert not list(full.iterdir())


def test_room_that_is_set_aside_is_not_written_again(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path)
    before = (tmp_path / "reserve.bin").stat()
    reserve.make()
    after = (tmp_path / "reserve.bin").stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def test_too_little_room_is_told_in_megabytes(tmp_path: Path) -> None:
    free = shutil.disk_usage(tmp_path).free
    with pytest.raises(OSError, match="too little room") as caught:
        Reserve(tmp_path, needed=2 * free).make()
    told = re.search(r"\((\d+) MB free\)\. Nothing is sold until it has more\.$", str(caught.value))
    assert told is not None
    assert int(told[1]) == pytest.approx(free / 2**20, rel=0.1)


def test_the_folder_that_is_flushed_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[tuple[int, int]] = []

    def flush(file: int) -> None:
        flushed.append((file, os.fstat(file).st_ino))

    monkeypatch.setattr(os, "fsync", flush)
    sync_folder(tmp_path)
    # Windows flushes names by itself.
    assert [inode for _, inode in flushed] == [tmp_path.stat().st_ino] * hasattr(os, "O_DIRECTORY")
    for file, _ in flushed:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(file)


_DRIVES = {"Z:\\": 4, "Y:\\": 4, "C:\\": 3, "E:\\": 2}


def _type_of_drive(root: str) -> int:
    return _DRIVES.get(root, 1)


def _no_mounts(*_: object) -> str:
    return ""


_WINDOWS = SimpleNamespace(kernel32=SimpleNamespace(GetDriveTypeW=_type_of_drive))


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        (r"Z:\office\counter", "Z:"),
        ("Y:\\", "Y:"),
        (r"\\server\office\counter", "UNC"),
        (r"C:\Users\asha\AppData\Local\AgencyCounter", ""),
        (r"E:\counter", ""),
    ],
)
def test_a_drive_that_another_computer_gives_is_a_share(
    monkeypatch: pytest.MonkeyPatch, folder: str, kind: str
) -> None:
    monkeypatch.setattr(ctypes, "windll", _WINDOWS, raising=False)
    monkeypatch.setattr(data_folder, "file_system_of", _no_mounts)
    place = cast("Path", PureWindowsPath(folder))
    assert (f"({kind})" in share_warning(place)) is bool(kind)
    if kind:
        with pytest.raises(UnfitFolderError, match=re.escape(f"{folder} is a network share ({kind})")):
            prepare_folder(place)
        assert isinstance(lock_program(place), NoLock)


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "smb3", "fuse.sshfs", "9p"])
def test_an_administrator_may_allow_a_share_which_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    table, folder = tmp_path / "mounts", tmp_path / "office"
    table.write_text(f"server:/office {folder} {kind} rw 0 0\n", encoding="utf-8")
    policy = tmp_path / "agency-counter" / "policy.json"
    policy.parent.mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for allowed in ("{}", '{"initial": {"network_folder": true}}', '{"network_folder": false}'):
        policy.write_text(allowed, encoding="utf-8")
        with pytest.raises(UnfitFolderError, match=rf"is a network share \({kind}\)"):
            prepare_folder(folder, table)
    policy.write_text('{"network_folder": true}', encoding="utf-8")
    prepare_folder(folder, table)
    lock = lock_program(folder, table)
    assert not isinstance(lock, NoLock)
    lock.release()
    assert f"is a network share ({kind}), as your administrator allows" in share_warning(folder, table)

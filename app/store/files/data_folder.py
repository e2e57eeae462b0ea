"""The data folder: for one user and one program at a time, on a local disk with free space."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout
from typing_extensions import override

from app.core.language import tr
from app.core.policy import this_policy
from app.core.settings import Settings

LOCK_FILE = "in-use.lock"
MOUNTS = Path("/proc/self/mounts")
RESERVE_BYTES = 8 * 1024 * 1024
_MEGABYTE = 1024 * 1024
_UNC = "UNC"
_OF_NETWORK = 4
"""The type in Windows of a drive that another computer gives."""
_NETWORK_FILE_SYSTEMS = frozenset(
    f"{_UNC} nfs nfs4 cifs smb2 smb3 smbfs 9p afs ceph davfs glusterfs lustre fuse.sshfs fuse.rclone "
    "fuse.davfs2 fuse.curlftpfs fuse.glusterfs fuse.gvfsd-fuse".split()
)
_SYNCED = (
    "onedrive",
    "dropbox",
    "google drive",
    "googledrive",
    "icloud",
    "nextcloud",
    "owncloud",
    "pcloud",
    "syncthing",
)
_OTHERS = 0o077
_WRITABLE_BY_OTHERS = 0o022
# On Windows the profile folder belongs to the user, and modes mean nothing.
_HAS_MODES = os.name == "posix"
_AS_IT_ACTS = os.access in os.supports_effective_ids
_this_user: Callable[[int], int] = (lambda _: os.geteuid()) if _HAS_MODES else (lambda owner: owner)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""Opens no link; on Windows, where as a rule only an administrator makes links, it has no effect."""
_ESCAPE = re.compile(r"\\([0-7]{3})")


class FolderInUseError(Exception):
    """Another program uses this data folder."""


class UnfitFolderError(Exception):
    """The data folder cannot keep money safely; the sentence says why."""


class FolderLock:
    """Held while this program uses the folder; the system releases it when the program dies."""

    def __init__(self, folder: Path) -> None:
        """Take the lock; any thread may release it. Raises FolderInUseError when another program holds it."""
        self._lock = FileLock(folder / LOCK_FILE, mode=0o600, thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            message = tr("Another Agency Counter is running in {folder}. Close it first.", folder=folder)
            raise FolderInUseError(message) from None

    def release(self) -> None:
        """Release the lock."""
        self._lock.release()


class NoLock(FolderLock):
    """The lock of a read-only folder, which needs none: it does nothing."""

    def __init__(self) -> None:
        """Lock nothing."""

    @override
    def release(self) -> None:
        """Release nothing."""


def lock_program(folder: Path, mounts: Path = MOUNTS) -> FolderLock:
    """Lock the data folder as a whole for this program; the folder of each journal in it has its own lock.

    A read-only folder or one on a network share is not locked: opening a journal in it gives the reason.
    Raises FolderInUseError when another program holds it, and UnfitFolderError as `prepare_folder` does.
    """
    with suppress(OSError):
        if not _share_of(folder, mounts) or _may_be_share():
            prepare_folder(folder, mounts)
            if can_be_written(folder, (LOCK_FILE,)):
                return FolderLock(folder)
    return NoLock()


class Reserve:
    """The file `reserve.bin`: made before a sale, deleted when the disk is full."""

    def __init__(self, folder: Path, needed: int = _MEGABYTE) -> None:
        """`needed`: bytes that must be free on the disk beside the reserve before a sale begins."""
        self._path = folder / "reserve.bin"
        self._needed = needed
        # On a full disk nothing can be sold, but everything can be read.
        with suppress(OSError):
            self.make()

    def make(self) -> None:
        """Make the file if it is missing. Raises OSError with a sentence when the disk lacks space."""
        try:
            if self._path.is_symlink():
                self._path.unlink()
            if not self._path.exists() or self._path.stat().st_size != RESERVE_BYTES:
                with open(self._path, "wb", opener=_open_no_link) as stream:
                    stream.write(bytes(RESERVE_BYTES))
        except OSError as error:
            self.release()
            raise self._full_disk() from error
        if shutil.disk_usage(self._path.parent).free < self._needed:
            raise self._full_disk()

    def release(self) -> bool:
        """Delete the file to free its space; False when it was deleted before."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def _full_disk(self) -> OSError:
        folder = self._path.parent
        free = shutil.disk_usage(folder).free // _MEGABYTE
        sentence = tr(
            "The disk with {folder} has too little room ({free} MB free). Nothing is sold until it has more.",
            folder=folder,
            free=free,
        )
        return OSError(errno.ENOSPC, sentence)


def prepare_folder(folder: Path, mounts: Path = MOUNTS) -> None:
    """Make the folder, accessible to this user alone; a read-only folder stays read-only.

    Raises UnfitFolderError for a network share that the administrator does not allow, or the folder of
    another user, if that can be detected, and OSError when it cannot be made.
    """
    kind = _share_of(folder, mounts)
    if kind and not _may_be_share():
        message = tr(
            "{folder} is a network share ({kind}). Choose a folder on this computer's own disk.",
            folder=folder,
            kind=kind,
        )
        raise UnfitFolderError(message)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.stat()
    if found.st_uid != _this_user(found.st_uid):
        message = tr(
            "{folder} belongs to another user of this computer. Choose a folder of your own.", folder=folder
        )
        raise UnfitFolderError(message)
    mode = stat.S_IMODE(found.st_mode)
    if _HAS_MODES and mode & _OTHERS:
        # A read-only disk is detected by the next write.
        with suppress(OSError):
            folder.chmod(mode & ~_OTHERS)
    if _HAS_MODES and mode & _WRITABLE_BY_OTHERS:
        _refuse_planted(folder, mode)


def _refuse_planted(folder: Path, mode: int) -> None:
    """Raises UnfitFolderError when others could write to the folder, and may have put something into it.

    Only closed is it looked at, so that nothing is added meanwhile; then it gets its mode back, so that the
    next start looks, too.
    """
    for each in sorted(folder.iterdir()):
        if each.is_symlink() or each.lstat().st_uid != _this_user(each.lstat().st_uid):
            with suppress(OSError):
                folder.chmod(mode)
            message = tr(
                "Other users of this computer could write to {folder}, and {name} in it is a link or not "
                "yours. Choose a folder of your own.",
                folder=folder,
                name=each.name,
            )
            raise UnfitFolderError(message)


def refuse_links(folder: Path, names: Iterable[str]) -> None:
    """Raises UnfitFolderError when one of these files is a link, which leads out of the folder."""
    for name in names:
        if (folder / name).is_symlink():
            message = tr(
                "{name} in {folder} is a link to another place. Put the file itself there.",
                name=name,
                folder=folder,
            )
            raise UnfitFolderError(message)


def can_be_written(folder: Path, names: Iterable[str]) -> bool:
    """Whether files can be made in the folder, and existing ones of these names can be written."""
    places = (folder, *(folder / name for name in names))
    return all(os.access(place, os.W_OK, effective_ids=_AS_IT_ACTS) for place in places if place.exists())


def sync_warning(folder: Path) -> str:
    """A warning for a folder that a program copies to other computers; empty for any other."""
    for part in folder.parts:
        if any(name in part.casefold() for name in _SYNCED):
            return tr(
                "The data folder lies in {part}, which is copied to other computers, customers' names with "
                "it. Choose a folder that no program copies.",
                part=part,
            )
    return ""


def share_warning(folder: Path, mounts: Path = MOUNTS) -> str:
    """A warning for a folder on a network share, which the administrator allows; empty for any other."""
    kind = _share_of(folder, mounts)
    if not kind:
        return ""
    return tr(
        "The data folder {folder} is a network share ({kind}), as your administrator allows. When the line "
        "breaks during a sale, its record may be damaged.",
        folder=folder,
        kind=kind,
    )


def file_system_of(folder: Path, mounts: Path = MOUNTS) -> str:
    """The type of file system of the folder, as named by Linux; empty when unknown."""
    try:
        table = mounts.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
    place = folder.resolve()
    kind, depth = "", 0
    for line in table.splitlines():
        point, this = map(_unescaped, line.split(" ")[1:3])
        # Of two mounts at one place the later one hides the earlier.
        if place.is_relative_to(point) and len(Path(point).parts) >= depth:
            kind, depth = this, len(Path(point).parts)
    return kind


def sync_folder(folder: Path, flag: int | None = getattr(os, "O_DIRECTORY", None)) -> None:
    """Flush the directory entries of the folder, where the system needs it (Windows does it itself)."""
    if flag is None:
        return
    file = os.open(folder, os.O_RDONLY | flag)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | NO_LINK, 0o600)


def _share_of(folder: Path, mounts: Path) -> str:
    """The type of the network share of the folder; empty when none is detected."""
    if folder.drive and _type_of_drive(folder.drive) == _OF_NETWORK:
        return folder.drive
    kind = _UNC if os.fspath(folder).startswith("\\\\") else file_system_of(folder, mounts)
    return kind if kind in _NETWORK_FILE_SYSTEMS else ""


def _type_of_drive(drive: str) -> int:
    """The type of a drive such as `Z:` in Windows; 0 when unknown."""
    windows = getattr(ctypes, "windll", None)
    return 0 if windows is None else int(windows.kernel32.GetDriveTypeW(f"{drive}\\"))


def _may_be_share() -> bool:
    """Whether the administrator takes the risk of a network share upon himself."""
    return this_policy().over(Settings()).network_folder


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 8)), text)

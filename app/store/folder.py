"""The data folder: this user's alone, one program's at a time, on a disk of this computer with room."""

from __future__ import annotations

import errno
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

MOUNTS = Path("/proc/self/mounts")
RESERVE_BYTES = 8 * 1024 * 1024
_MEGABYTE = 1024 * 1024
_UNC = "UNC"
_NETWORK_FILE_SYSTEMS = frozenset(
    f"{_UNC} nfs nfs4 cifs smb2 smb3 smbfs 9p afs ceph davfs glusterfs lustre fuse.sshfs fuse.rclone "
    "fuse.davfs2 fuse.curlftpfs fuse.glusterfs fuse.gvfsd-fuse".split()
)
_ESCAPE = re.compile(r"\\([0-7]{3})")


class FolderInUseError(Exception):
    """Another program works in this data folder."""


class UnfitFolderError(Exception):
    """The data folder cannot keep money safely; the sentence says why."""


class FolderLock:
    """Held while this program works in the folder; the system frees it when the program dies."""

    def __init__(self, folder: Path) -> None:
        """Take the lock; any thread may release it. Raises FolderInUseError when somebody holds it."""
        self._lock = FileLock(folder / "in-use.lock", mode=0o600, thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            message = f"Another Agency Counter is running in {folder}. Close it first."
            raise FolderInUseError(message) from None

    def release(self) -> None:
        """Let others in."""
        self._lock.release()


class Reserve:
    """The file `reserve.bin`: made before a sale, given back to the disk when that is full."""

    def __init__(self, folder: Path, needed: int = _MEGABYTE) -> None:
        """`needed` is what the disk must have free beside the reserve for a sale to begin, in bytes."""
        self._path = folder / "reserve.bin"
        self._needed = needed
        # On a disk that is full already nothing can be sold, but all can be read.
        with suppress(OSError):
            self.make()

    def make(self) -> None:
        """Set the room aside if it is not. Raises OSError with a sentence when the disk has too little."""
        try:
            if not self._path.exists() or self._path.stat().st_size != RESERVE_BYTES:
                self._path.touch(mode=0o600)
                self._path.write_bytes(bytes(RESERVE_BYTES))
        except OSError as error:
            self.release()
            raise self._full_disk() from error
        if shutil.disk_usage(self._path.parent).free < self._needed:
            raise self._full_disk()

    def release(self) -> bool:
        """Give the room back to the disk; False when it has been given back before."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True

    def _full_disk(self) -> OSError:
        folder = self._path.parent
        free = shutil.disk_usage(folder).free // _MEGABYTE
        sentence = (
            f"The disk with {folder} has too little room ({free} MB free). Nothing is sold until it has more."
        )
        return OSError(errno.ENOSPC, sentence)


def prepare_folder(folder: Path, mounts: Path = MOUNTS) -> None:
    """Make the folder for this user alone. Raises UnfitFolderError for a network share, where that shows."""
    kind = _UNC if os.fspath(folder).startswith("\\\\") else file_system_of(folder, mounts)
    if kind in _NETWORK_FILE_SYSTEMS:
        message = f"{folder} is a network share ({kind}). Choose a folder on this computer's own disk."
        raise UnfitFolderError(message)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    # On Windows this only clears the read-only mark; the profile folder is the user's own there.
    folder.chmod(0o700)


def file_system_of(folder: Path, mounts: Path = MOUNTS) -> str:
    """The kind of file system that holds the folder, as Linux names it; empty where that cannot be told."""
    try:
        table = mounts.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
    place = folder.resolve()
    kind, depth = "", 0
    for line in table.splitlines():
        point, this = map(_unescaped, line.split(" ")[1:3])
        # Of two mounts on one place the later one hides the earlier.
        if place.is_relative_to(point) and len(Path(point).parts) >= depth:
            kind, depth = this, len(Path(point).parts)
    return kind


def sync_folder(folder: Path, flag: int | None = getattr(os, "O_DIRECTORY", None)) -> None:
    """Flush the names of the files in the folder, where the system has a way to (Windows does it itself)."""
    if flag is None:
        return
    file = os.open(folder, os.O_RDONLY | flag)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 8)), text)

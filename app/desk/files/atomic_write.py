"""Writes files for the clerk completely or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from app.core.language import Message, mark, tr
from app.core.renaming import is_held, rename_over

_OF_FILES = 0o666
"""The mode of a new file of the user, before the umask."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_CLOSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_DISK_FULL = mark("The disk is full. {name} was not saved. Choose another place.")
_READ_ONLY = mark("{name} cannot be written there. Choose another folder.")
_OPEN = mark("{name} is open in another program. Close it there, or choose another name.")
_OTHER = mark("{name} was not saved. Choose another place.")


class NotSavedError(Exception):
    """Nothing was written, and the former file is unchanged; `str()` is the sentence for the clerk."""


class OpenElsewhereError(OSError):
    """Another program holds the former file."""


def save_file(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write the data to the path as `replace_file` does. Raises NotSavedError."""
    try:
        replace_file(path, data, mode=mode)
    except OSError as error:
        raise NotSavedError(_sentence(error).filled(name=path.name)) from error


def replace_file(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Write or replace a file; a crash leaves the old or the new one. Raises OSError.

    Without a `mode` it has that of the former file, or as a new one that which the user's files have there:
    unlike what the program keeps for itself, it may be for others.
    """
    fresh = path.with_name(f".{secrets.token_hex(8)}{path.suffix}")
    former = _mode_of(path)
    wanted = former if mode is None else mode

    def open_for_few(name: str, flags: int) -> int:
        """From its first byte it is for nobody for whom the whole is not."""
        return os.open(name, flags, wanted or _OF_FILES)

    try:
        with open(fresh, "xb", opener=open_for_few) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if wanted is not None:
            # A share may know no modes.
            with suppress(OSError):
                fresh.chmod(wanted)
        _put(fresh, path, is_writable=bool(former and former & stat.S_IWUSR))
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def _mode_of(path: Path) -> int | None:
    """The mode of the file; None when there is none."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return None


def _put(fresh: Path, path: Path, *, is_writable: bool) -> None:
    try:
        rename_over(fresh, path)
    except OSError as error:
        # The folder takes new files, and the former file may be written.
        if is_writable and is_held(error) and error.errno != errno.EPERM:
            raise OpenElsewhereError(error.errno, tr("it is open in another program")) from error
        raise


def _sentence(error: OSError) -> Message:
    if isinstance(error, OpenElsewhereError):
        return _OPEN
    if error.errno in _FULL:
        return _DISK_FULL
    return _READ_ONLY if error.errno in _CLOSED else _OTHER

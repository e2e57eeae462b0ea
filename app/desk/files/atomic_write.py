"""Writes files for the clerk completely or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from app.core.language import Message, mark

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_CLOSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_DISK_FULL = mark("The disk is full. {name} was not saved. Choose another place.")
_READ_ONLY = mark("{name} cannot be written there. Choose another folder.")
_OTHER = mark("{name} was not saved. Choose another place.")


class NotSavedError(Exception):
    """Nothing was written, and the former file is unchanged; `str()` is the sentence for the clerk."""


def save_file(path: Path, data: bytes) -> None:
    """Write the data to the path, replacing a former file once all is on the disk.

    Raises NotSavedError.
    """
    temporary = None
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=".", suffix=path.suffix, delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise NotSavedError(_sentence(error).filled(name=path.name)) from error


def _sentence(error: OSError) -> Message:
    if error.errno in _FULL:
        return _DISK_FULL
    return _READ_ONLY if error.errno in _CLOSED else _OTHER

"""Wheels unpacked into the library folder of the installed program."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path, PurePosixPath

from installers.errors import BuildError
from installers.trimming import is_kept

_LIBRARIES = ("purelib", "platlib")


def unpack(wheel: Path, into: Path, system: str) -> int:
    """Unpack what is kept of a wheel, and give how many bytes that was.

    Raises BuildError for a name that leads out of the folder, a file that is there already, and parts that
    belong nowhere in the installed program.
    """
    size = 0
    with zipfile.ZipFile(wheel) as opened:
        for entry in opened.infolist():
            if entry.is_dir() or not is_kept(entry.filename, system):
                continue
            target = into / _place(entry.filename, wheel.name)
            if target.exists():
                raise BuildError(f"{wheel.name} holds {entry.filename}, which another wheel brought already.")
            target.parent.mkdir(parents=True, exist_ok=True)
            with opened.open(entry) as source, target.open("wb") as sink:
                shutil.copyfileobj(source, sink)
            size += entry.file_size
    return size


def _place(name: str, wheel: str) -> str:
    parts = PurePosixPath(name).parts
    if ".." in parts or name.startswith("/") or "\\" in name or ":" in name:
        raise BuildError(f"{wheel} holds {name}, which leads out of its folder.")
    if not parts[0].endswith(".data"):
        return name
    if parts[1] not in _LIBRARIES:
        raise BuildError(f"{wheel} holds {name}, which has no place in the installed program.")
    return str(PurePosixPath(*parts[2:]))

"""The installer for every Linux: one file, a script with the program's Python and the program behind it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from installers import archives, manifest
from installers.errors import BuildError
from installers.templates import filled

HEAD_SIZE = 20_480
"""Of the script in bytes, filled up: it knows where it ends."""
_PYTHON = "python"
_HEAD_DIGEST = "HEAD_SHA256="
_KILOBYTE = 1024
_ROOM = 1.1
"""What the tree needs on a disk by what its files have in bytes: blocks are not full."""


@dataclass(frozen=True)
class RunFile:
    """What goes into the file."""

    version: str
    glibc: str
    """The oldest that will do, such as 2.35."""
    root: Path
    """The staged payload."""
    script: Path
    epoch: int
    is_quick: bool


def write(made: RunFile, work: Path, target: Path) -> None:
    """Write the file; `work` is a folder for its parts. Raises BuildError when the script has no room."""
    parts = [work / f"{target.name}.{name}" for name in ("python", "program")]
    names = archives.names_of(made.root)
    of_python = [name for name in names if name == _PYTHON or name.startswith(f"{_PYTHON}/")]
    rest = [name for name in names if name not in set(of_python)]
    archives.write_gzip(made.root, of_python, parts[0], epoch=made.epoch, is_quick=made.is_quick)
    archives.write_xz(made.root, rest, parts[1], epoch=made.epoch, is_quick=made.is_quick)
    head = _head(made, *parts)
    with target.open("wb") as sink:
        sink.write(head)
        for part in parts:
            sink.write(part.read_bytes())
            part.unlink()
    target.chmod(0o755)


def installed_kilobytes(root: Path) -> int:
    """The room that the tree needs on a disk."""
    return int(sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) * _ROOM) // _KILOBYTE


def _head(made: RunFile, python: Path, program: Path) -> bytes:
    values = {
        "VERSION": made.version,
        "GLIBC_MINOR": made.glibc.partition(".")[2],
        "INSTALLED_KB": str(installed_kilobytes(made.root)),
        "MANIFEST": manifest.digest_of(made.root / manifest.NAME),
        "HEAD_SIZE": str(HEAD_SIZE),
        **_measures("PYTHON", python),
        **_measures("PROGRAM", program),
    }
    # It is hashed without the line that says the hash.
    text = _padded(filled(made.script, {**values, "HEAD_SHA256": "0" * 64}))
    others = [line for line in text.splitlines(keepends=True) if not line.startswith(_HEAD_DIGEST)]
    digest = hashlib.sha256("".join(others).encode()).hexdigest()
    return text.replace("0" * 64, digest, 1).encode()


def _measures(name: str, part: Path) -> Mapping[str, str]:
    return {f"{name}_SIZE": str(part.stat().st_size), f"{name}_SHA256": manifest.digest_of(part)}


def _padded(text: str) -> str:
    room = HEAD_SIZE - len(text.encode())
    if room < 1:
        raise BuildError(f"The script of the installer is {-room + 1} bytes longer than its place.")
    return text + "#" * (room - 1) + "\n"

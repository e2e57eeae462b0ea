"""The manifest of a payload: every file with its digest, in the form that `sha256sum -c` reads."""

from __future__ import annotations

import hashlib
import re
import stat
from pathlib import Path

from installers.errors import BuildError
from installers.locks import digest_of

NAME = "MANIFEST.sha256"

# What every file system and every shell of both systems takes for what it is.
_PLAIN = re.compile(r"[A-Za-z0-9_+@-](?:[A-Za-z0-9_.+@ -]*[A-Za-z0-9_+@-])?|\.[A-Za-z0-9_-]+")
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def write(root: Path) -> str:
    """Write `MANIFEST.sha256` into the root, and give its own SHA-256 in hex.

    It has a line for every file of the tree but itself, sorted by the bytes of the names, so that the same
    tree gives the same manifest. Raises BuildError as `files` does.
    """
    lines = [f"{digest_of(root / name)}  {name}\n" for name in files(root) if name != NAME]
    content = "".join(lines).encode("ascii")
    (root / NAME).write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def files(root: Path) -> list[str]:
    """Every file under the root by its relative path with slashes, sorted by bytes.

    Raises BuildError for what is neither file nor folder (a link above all), for a name that some system
    or shell would take for another, and for two names that Windows would take for one.
    """
    found: list[str] = []
    seen: dict[str, str] = {}
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        _refuse_odd(path, name)
        if other := seen.get(name.casefold()):
            raise BuildError(f"{name} and {other} are one file to Windows.")
        seen[name.casefold()] = name
        if path.is_file():
            found.append(name)
    return sorted(found, key=lambda name: name.encode("ascii"))


def _refuse_odd(path: Path, name: str) -> None:
    mode = path.lstat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise BuildError(f"{name} is a link or a special file: a payload has plain files alone.")
    if stat.S_ISDIR(mode) and not any(path.iterdir()):
        raise BuildError(f"{name} is an empty folder: no manifest can name it.")
    if path.name == "__pycache__":
        raise BuildError(f"{name} is what a Python has left behind: it tells when and where that ran.")
    if not _PLAIN.fullmatch(path.name) or path.name.partition(".")[0].lower() in _DEVICES:
        raise BuildError(f"{name!r} is no name that means the same everywhere.")

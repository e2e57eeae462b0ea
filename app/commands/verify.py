"""`agency-counter verify`: compares every file of an installed program with its manifest.

It needs no network and only the standard library. It reports and never prevents the program from starting:
a library that was replaced, as the licence of Qt allows, is listed here and still used.
Its output is for the administrator at a terminal: English, like the log.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from app.core.frozen import frozen
from app.core.installation import MARKER, ROOT

MANIFEST = "MANIFEST.sha256"
MOST_SHOWN = 20
_LINE = re.compile(r"([0-9a-f]{64})  ([^\0\n\r\\]+)")
_LONGEST_MANIFEST = 16 * 1024 * 1024
_PIECE = 1024 * 1024
_ALL_WELL, _REFUSED, _NOT_INSTALLED = 0, 1, 2

Show = Callable[[str], None]


class ManifestError(Exception):
    """The manifest cannot be relied on; the sentence says why."""


@frozen
class FileFinding:
    """One file that is not as it was built."""

    path: str
    """Relative to the root, with forward slashes; of the manifest itself when that is wrong."""
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


def verify(digest: str = "", show: Show = print, root: Path = ROOT) -> int:
    """Print each file that differs. Returns 0 for none, 1 for any, 2 when this is no installed copy.

    `digest` is the published SHA-256 of the manifest, in hexadecimal digits; without it the files are
    compared with the manifest, and the manifest itself is not checked.
    """
    if not (root / MARKER).is_file():
        show("This is no installed copy: there is nothing to hold it against.")
        return _NOT_INSTALLED
    try:
        listed = read_manifest(root, digest)
    except ManifestError as error:
        show(f"FAIL  {MANIFEST}: {error}")
        return _REFUSED
    found = list(findings(root, listed))
    for each in found[:MOST_SHOWN]:
        show(f"FAIL  {each}")
    if len(found) > MOST_SHOWN:
        show(f"      and {len(found) - MOST_SHOWN} more")
    if found:
        show(f"{len(found)} of {len(listed)} files are not as they were built. Install the program again.")
        return _REFUSED
    known = "the manifest is the published one" if digest else "compare its manifest with what was published"
    show(f"ok    {len(listed)} files are as they were built; {known}: {_digest_of(root / MANIFEST)}")
    return _ALL_WELL


def read_manifest(root: Path, digest: str = "") -> dict[str, str]:
    """The SHA-256 of each file by its path, in the order of the manifest.

    Raises ManifestError when it is missing, is not the published one, or is not in the form that `sha256sum`
    writes: sorted, without repetition, every path below the root.
    """
    try:
        if _kind(root / MANIFEST) != "file":
            raise ManifestError("this is no plain file")
        with (root / MANIFEST).open("rb") as stream:
            raw = stream.read(_LONGEST_MANIFEST + 1)
    except OSError as error:
        raise ManifestError(f"it cannot be read ({error.strerror})") from error
    if digest and hashlib.sha256(raw).hexdigest() != digest.strip().lower():
        raise ManifestError("it is not the one that was published")
    if len(raw) > _LONGEST_MANIFEST or not raw.endswith(b"\n"):
        raise ManifestError("it does not end where it should")
    try:
        lines = raw.decode("utf-8").split("\n")[:-1]
    except UnicodeDecodeError:
        raise ManifestError("it is no text") from None
    listed = dict(_entry(number, line) for number, line in enumerate(lines, 1))
    if [each.encode() for each in listed] != sorted(each.encode() for each in listed):
        raise ManifestError("its lines are not in their order")
    if len(listed) != len(lines):
        raise ManifestError("a file stands in it twice")
    return listed


def findings(root: Path, listed: dict[str, str]) -> Iterator[FileFinding]:
    """The files that differ from the list: changed, missing, added, no plain file. Reads each file once."""
    folders = {str(parent) for path in listed for parent in Path(path).parents}
    missing = dict(listed)
    for path, kind in _tree(root, ""):
        expected = missing.pop(path, None)
        if kind == "folder":
            if str(Path(path)) not in folders:
                yield FileFinding(path, "this folder was added")
        elif kind != "file":
            yield FileFinding(path, f"this is a {kind}, and no plain file")
        elif path == MANIFEST:
            continue
        elif expected is None:
            yield FileFinding(path, "this file was added")
        else:
            yield from _compared(root, path, expected)
    for path in missing:
        yield FileFinding(path, "this file is missing")


def _compared(root: Path, path: str, expected: str) -> Iterator[FileFinding]:
    try:
        if _digest_of(root / path) != expected:
            yield FileFinding(path, "this file was changed")
    except OSError as error:
        yield FileFinding(path, f"this file cannot be read ({error.strerror})")


def _entry(number: int, line: str) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ManifestError(f"line {number} cannot be read")
    digest, path = found.groups()
    parts = path.split("/")
    # On Windows a colon names another drive, or a hidden stream of a file.
    if path == MANIFEST or any(part in {"", ".", ".."} for part in parts) or ":" in path:
        raise ManifestError(f"line {number} names what cannot be in it")
    return path, digest


def _tree(root: Path, below: str) -> Iterator[tuple[str, str]]:
    """Every entry below the root with its kind, folders before their content; links are not followed."""
    try:
        names = sorted(each.name for each in os.scandir(root / below))
    except OSError:
        yield below or ".", "folder that cannot be read"
        return
    for name in names:
        path = f"{below}/{name}" if below else name
        kind = _kind(root / path)
        yield path, kind
        if kind == "folder":
            yield from _tree(root, path)


def _kind(path: Path) -> str:
    """The kind of the entry itself, not of what a link points to. Raises OSError."""
    found = path.lstat()
    reparse = getattr(found, "st_file_attributes", 0) & stat.FILE_ATTRIBUTE_REPARSE_POINT
    if stat.S_ISLNK(found.st_mode) or reparse:
        return "link"
    if stat.S_ISDIR(found.st_mode):
        return "folder"
    return "file" if stat.S_ISREG(found.st_mode) else "device"


def _digest_of(path: Path) -> str:
    """SHA-256 in hexadecimal digits. Raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()

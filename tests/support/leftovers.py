"""What a run of the tests leaves behind, searched for API keys and passport data, whatever wrote it.

Every file below the tests' folders is read, with whatever is packed in it: new kinds of files are found by
themselves. What a test writes itself, to be read or attached by the program, is named in `HANDED_IN`.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from app.practice import PRACTICE_KEY
from tests.support.canaries import found

SECRETS = {
    "the key": PRACTICE_KEY.encode(),
    "a passport's number": b"C4VX8T2K1",
    "a voter's number": b"KLM2284619",
    "a number typed by a traveller": b"KLX4471902",
    "a pasted number": b"KLM7654321",
    "an imported number": b"KLM7654323",
    "a card's number": b"BKZPN4417C",
}
"""The key and the documents' numbers that the tests use; none of them is a word of anything else."""
HANDED_IN = re.compile(
    r"(^|/)(.*\.pyc?|orders\.json|party\.(csv|xlsx?|txt)|.*\.(ods|tsv|xls|eml)|list.*\.(csv|xlsx)|passport.*|scan.*|pictures?/.*)$"
)
"""What tests make for the program to read, and copies of its source, which names the practice key."""
LARGEST = 64 << 20
_PACKED = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
_MOST_UNPACKED = 8 << 20
_EMPTY = bytes(64)
"""No secret has so many zeros in it, in any encoding."""
# Damaged, locked with a password, or compressed in an unknown way.
_BAD_ARCHIVE = (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError)


def leaks_below(folder: Path, secrets: Mapping[str, bytes] = SECRETS) -> set[tuple[str, str, str]]:
    """Each place below a folder where a secret stands: the file, the secret and its encoding.

    What vanishes meanwhile is left out.
    """
    leaks: set[tuple[str, str, str]] = set()
    clean: set[bytes] = set()
    for path in _files(folder):
        place = path.relative_to(folder).as_posix()
        if HANDED_IN.search(place):
            continue
        # What is kept free for bad times is zeros by the million.
        data = _read(path)
        bare = data.replace(_EMPTY * 64, b"").replace(_EMPTY, b"")
        # Most tests write much the same files.
        digest = hashlib.blake2b(bare, digest_size=16).digest()
        if digest in clean:
            continue
        is_archive = zipfile.is_zipfile(BytesIO(data))
        parts = opened(data if is_archive else bare)
        here = {(place, *each) for part in parts for each in found(part, secrets)}
        leaks |= here
        clean |= set() if here else {digest}
    return leaks


def opened(data: bytes) -> Iterator[bytes]:
    """The data, and what is packed in it: the parts of an archive or workbook, the streams of a PDF."""
    yield data
    if zipfile.is_zipfile(BytesIO(data)):
        with suppress(*_BAD_ARCHIVE), zipfile.ZipFile(BytesIO(data)) as archive:
            for part in archive.infolist():
                with suppress(*_BAD_ARCHIVE), archive.open(part) as stream:
                    yield stream.read(_MOST_UNPACKED)
        return
    whole = memoryview(data)
    for start in _PACKED.finditer(data):
        with suppress(zlib.error):
            yield zlib.decompressobj().decompress(whole[start.start() :], _MOST_UNPACKED)


def watch_children(seen: set[tuple[str, str, str]]) -> None:
    """From now on note in `seen` which secrets are handed to programs that this one starts."""

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen":
            seen.update(leaks_to_child(arguments[1], arguments[3]))

    sys.addaudithook(note)


def leaks_to_child(command: object, environment: object) -> set[tuple[str, str, str]]:
    """Which secrets stand in the command line or the environment that a program is started with."""
    told = {"command line": repr(command), "environment": repr(_without_own_key(environment))}
    return {
        (place, *each)
        for place, text in told.items()
        for each in found(text.encode("utf-8", "replace"), SECRETS)
    }


def _without_own_key(environment: object) -> object:
    """An environment without the API key, which the documented variable may hold."""
    if not isinstance(environment, dict):
        return None
    told = cast("dict[object, object]", environment)
    return [text for name, text in told.items() if "AGENCY_COUNTER_API_KEY" not in str(name)]


def _files(folder: Path) -> Iterator[Path]:
    """The plain files below a folder; links are not followed, and what cannot be listed has none."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (path for name in sorted(names) if _is_plain(path := Path(place, name)))


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _read(path: Path) -> bytes:
    """What a file holds; nothing if it has gone, or a test has closed it to everybody, or it is too large."""
    try:
        return path.read_bytes() if path.stat().st_size <= LARGEST else b""
    except OSError:
        return b""

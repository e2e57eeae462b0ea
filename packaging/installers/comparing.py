"""Where two builds differ: the artefact, and inside of it the file and what about it."""

from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from installers.locks import digest_of

_AR = b"!<arch>\n"
_AR_HEADER = 60
_GZIP = b"\x1f\x8b\x08"
_GZIP_WINDOW = 31
_MOST = 20


@dataclass(frozen=True)
class _Member:
    """Something inside of an archive: what is told of it, and its bytes."""

    told: tuple[object, ...]
    content: bytes


def differences(one: Path, other: Path) -> list[str]:
    """What differs between the files of two folders, a sentence for each, at most 20 for an artefact."""
    names = [{path.relative_to(each).as_posix() for path in each.rglob("*")} for each in (one, other)]
    found = [f"{name} is in one build alone" for name in sorted(names[0] ^ names[1])]
    for name in sorted(names[0] & names[1]):
        if (one / name).is_file() and digest_of(one / name) != digest_of(other / name):
            contents = [(each / name).read_bytes() for each in (one, other)]
            found += [f"{name}: {each}" for _, each in zip(range(_MOST), _differing(*contents), strict=False)]
    return found


def _differing(one: bytes, other: bytes) -> Iterator[str]:
    """What differs between two contents, looked for inside of archives first."""
    members = _members(one), _members(other)
    if not members[0] or not members[1]:
        yield _first_byte(one, other)
        return
    inside = list(_differing_members(*members))
    yield from inside
    if not inside:
        yield f"the files inside are equal, how they are packed is not; {_first_byte(one, other)}"


def _differing_members(one: Mapping[str, _Member], other: Mapping[str, _Member]) -> Iterator[str]:
    if list(one) != list(other):
        alone = sorted(one.keys() ^ other.keys())
        yield (
            f"inside of one alone: {', '.join(alone[:_MOST])}" if alone else "the order of the files differs"
        )
    for name in (name for name in one if name in other):
        if one[name].told != other[name].told:
            yield f"{name} is told as {one[name].told} and {other[name].told}"
        if one[name].content != other[name].content:
            yield from (f"{name}: {each}" for each in _differing(one[name].content, other[name].content))


def _first_byte(one: bytes, other: bytes) -> str:
    shorter = min(len(one), len(other))
    place = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    near = [bytes(each[max(0, place - 16) : place + 16]) for each in (one, other)]
    return f"{len(one)} and {len(other)} bytes, from byte {place} on: {near[0]!r} and {near[1]!r}"


def _members(content: bytes) -> dict[str, _Member]:
    """What lies in an archive (ar, tar, zip, or a script with a tar behind it); nothing in all else."""
    if content.startswith(_AR):
        return _of_ar(content)
    if content.startswith(b"PK\x03\x04"):
        return _of_zip(content)
    if content.startswith(b"#!"):
        return _of_script(content)
    return _of_tar(content)


def _of_ar(content: bytes) -> dict[str, _Member]:
    found: dict[str, _Member] = {}
    place = len(_AR)
    while place + _AR_HEADER <= len(content):
        header = content[place : place + _AR_HEADER].decode("ascii", "replace")
        size = int(header[48:58])
        place += _AR_HEADER
        found[header[:16].strip()] = _Member(tuple(header[16:48].split()), content[place : place + size])
        place += size + size % 2
    return found


def _of_script(content: bytes) -> dict[str, _Member]:
    """A script, a tar.gz behind it, and whatever is behind that."""
    start = content.find(_GZIP)
    if start < 0:
        return {}
    unpacking = zlib.decompressobj(wbits=_GZIP_WINDOW)
    first = unpacking.decompress(content[start:])
    parts = {"script": content[:start], "first part": first, "second part": unpacking.unused_data}
    return {name: _Member((), part) for name, part in parts.items()}


def _of_zip(content: bytes) -> dict[str, _Member]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            each.filename: _Member((each.date_time, each.external_attr, each.extra), archive.read(each))
            for each in archive.infolist()
        }


def _of_tar(content: bytes) -> dict[str, _Member]:
    found: dict[str, _Member] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            for each in archive:
                opened = archive.extractfile(each) if each.isfile() else None
                told = (oct(each.mode), each.uid, each.gid, each.uname, each.gname, each.mtime, each.linkname)
                found[each.name] = _Member(told, opened.read() if opened else b"")
    except (tarfile.TarError, lzma.LZMAError, EOFError):
        return {}
    return found

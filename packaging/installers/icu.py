"""The data of ICU that Qt brings, without the languages and encodings that the counter does not speak.

It is 32 MB for every language; the library stays a library of its own, which another may take the place of.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path

from installers.errors import BuildError

_LANGUAGES = ("en", "hi")
_LOCALE = re.compile(r"([a-z]{2,3})(?:_\w+)?\.res")
# Of encodings ICU knows those of Unicode and Latin-1 without data.
_DROPPED = re.compile(r".*\.cnv|brkitr/.*\.dict|translit/.*")
_MAGIC = b"CmnD"
_MAGIC_AT = 12
_ALIGNMENT = 16
_PAGE = 0x1000
_PROGRAM = struct.Struct("<IIQQQQQQ")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_LOAD = 1


@dataclass(frozen=True)
class _Item:
    name: str
    content: bytes


def reduce_library(path: Path) -> None:
    """Take what is not spoken out of a `libicudata`. Raises BuildError when its form is not the known one."""
    path.write_bytes(_reduced(path.read_bytes(), path.name))


def is_spoken(name: str) -> bool:
    """Whether an item of the data, by its path in there, stays."""
    locale = _LOCALE.fullmatch(name.rpartition("/")[2])
    return not _DROPPED.fullmatch(name) and (locale is None or locale[1] in _LANGUAGES)


def repack(package: bytes) -> bytes:
    """A package of ICU's data, from its header on, with the items that stay. Raises BuildError."""
    (head,) = struct.unpack_from("<H", package)
    if package[_MAGIC_AT : _MAGIC_AT + len(_MAGIC)] != _MAGIC:
        raise BuildError("The data of ICU does not begin as a package of it.")
    kept = [item for item in _items(package[head:]) if is_spoken(item.name.partition("/")[2])]
    names = b"".join(item.name.encode("ascii") + b"\0" for item in kept)
    names_at = 4 + 8 * len(kept)
    at = _aligned(names_at + len(names))
    table, contents, name_at = [struct.pack("<I", len(kept))], [b""], names_at
    for item in kept:
        table.append(struct.pack("<II", name_at, at))
        content = item.content.ljust(_aligned(len(item.content)), b"\0")
        contents.append(content)
        name_at += len(item.name) + 1
        at += len(content)
    return (
        package[:head]
        + (b"".join(table) + names).ljust(_aligned(names_at + len(names)), b"\0")
        + b"".join(contents)
    )


def _items(data: bytes) -> list[_Item]:
    (count,) = struct.unpack_from("<I", data)
    places = [struct.unpack_from("<II", data, 4 + 8 * number) for number in range(count)]
    ends = [at for _, at in places[1:]] + [len(data)]
    return [
        _Item(data[name : data.index(b"\0", name)].decode("ascii"), data[at:end])
        for (name, at), end in zip(places, ends, strict=True)
    ]


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _reduced(library: bytes, name: str) -> bytes:
    """The library with smaller data: what follows moves up in the file by whole pages, not in memory."""
    programs_at, sections_at = struct.unpack_from("<QQ", library, 0x20)
    program_count, _, section_count = struct.unpack_from("<HHH", library, 0x38)
    programs = [list(_PROGRAM.unpack_from(library, programs_at + 56 * n)) for n in range(program_count)]
    sections = [list(_SECTION.unpack_from(library, sections_at + 64 * n)) for n in range(section_count)]
    loads = [each for each in programs if each[0] == _LOAD]
    at = library.find(_MAGIC) - _MAGIC_AT
    match loads:
        case [[_, _, 0, _, _, old_end, *_], [_, _, rest, *_]] if 0 < at < old_end:
            data = repack(library[at:old_end])
        case _:
            raise BuildError(f"{name} is not formed as the libraries of ICU that are known.")
    moved = (old_end - at - len(data)) // _PAGE * _PAGE
    for each in programs:
        each[2] -= moved if each[2] >= rest else 0
    loads[0][5] = loads[0][6] = at + len(data)
    for each in sections:
        each[5] -= old_end - at - len(data) if each[4] <= at < each[4] + each[5] else 0
        each[4] -= moved if each[4] >= old_end else 0
    made = bytearray((library[:at] + data).ljust(rest - moved, b"\0") + library[rest:])
    struct.pack_into("<Q", made, 0x28, sections_at - moved)
    for number, each in enumerate(programs):
        _PROGRAM.pack_into(made, programs_at + 56 * number, *each)
    for number, each in enumerate(sections):
        _SECTION.pack_into(made, sections_at - moved + 64 * number, *each)
    return bytes(made)

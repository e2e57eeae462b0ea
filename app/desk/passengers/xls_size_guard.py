"""How far the cells of an old XLS workbook reach, found without making room for them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

_END = 0xFFFFFFFA
"""From here on a sector's number is a sign: free, end of chain, table."""
_ENTRY = 128
_IN_HEADER = 109
_SMALL = 4096
_STREAMS = frozenset({"Workbook", "Book"})
_CELLS = frozenset({0x0006, 0x0203, 0x0204, 0x0205, 0x027E, 0x00FD, 0x00D6})
"""Formula, number, label, boolean, RK, shared and rich text: each begins with row and column."""
_MANY, _EXTENT, _WIDE_EXTENT = 0x00BD, 0x0200, 14
"""Several cells in one record, whose last two bytes are the last column; and the extent of a sheet."""
_SIDE = 4
_SECTOR_SHIFTS, _SMALL_SHIFTS = range(7, 17), range(4, 17)


class _Entry(NamedTuple):
    """One line of the directory of a compound file."""

    name: str
    first: int
    size: int


def cells_reserved_by_xls(data: bytes) -> int:
    """Rows times columns up to the farthest cell. Raises ValueError for what is no such workbook."""
    try:
        rows = columns = 1
        for stream in _Compound(data).workbooks():
            for row, column in _places(stream):
                rows, columns = max(rows, row + 1), max(columns, column + 1)
    except (struct.error, IndexError) as error:
        raise ValueError("This is no XLS workbook.") from error
    return rows * columns


def _places(stream: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while at + _SIDE <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        body = stream[at + _SIDE : at + _SIDE + length]
        at += _SIDE + length
        if kind in _CELLS and len(body) >= _SIDE:
            yield struct.unpack_from("<HH", body)
        elif kind == _MANY:
            yield struct.unpack_from("<H", body)[0], struct.unpack_from("<H", body, len(body) - 2)[0]
        elif kind == _EXTENT:
            wide = len(body) >= _WIDE_EXTENT
            _, row, _, column = struct.unpack_from("<IIHH" if wide else "<HHHH", body)
            yield row, column


class _Compound:
    """A compound file: streams in chains of sectors."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        shift, small_shift = struct.unpack_from("<HH", data, 30)
        if shift not in _SECTOR_SHIFTS or small_shift not in _SMALL_SHIFTS:
            raise ValueError("The sectors of this workbook have no size.")
        self._sector, self._small = 1 << shift, 1 << small_shift
        self._most = -(-len(data) // self._sector)
        self._table = self._read_table()
        self._small_table = _numbers(self._chain(struct.unpack_from("<I", data, 60)[0]))

    def workbooks(self) -> Iterator[bytes]:
        """The streams with the cells; there is one, unless somebody made a trap."""
        directory = self._chain(struct.unpack_from("<I", self._data, 48)[0])
        entries = [_entry(directory, at) for at in range(0, len(directory) - _ENTRY + 1, _ENTRY)]
        for entry in entries:
            if entry.name in _STREAMS:
                is_small = entry.size < _SMALL
                yield self._small_chain(entries[0], entry.first) if is_small else self._chain(entry.first)

    def _read_table(self) -> list[int]:
        """Which sector follows which: listed in the header, and in a chain of lists beyond."""
        lists = list(struct.unpack_from(f"<{_IN_HEADER}I", self._data, 76))
        following = struct.unpack_from("<I", self._data, 68)[0]
        for _ in range(self._most):
            if following >= _END:
                break
            *more, following = _numbers(self._at(following))
            lists += more
        used = [place for place in lists if place < _END][: self._most]
        return [each for place in used for each in _numbers(self._at(place))]

    def _at(self, place: int) -> bytes:
        if place >= self._most:
            raise ValueError("A sector lies beyond the end of this workbook.")
        start = (place + 1) * self._sector
        return self._data[start : start + self._sector].ljust(self._sector, b"\0")

    def _chain(self, place: int) -> bytes:
        return b"".join(self._at(each) for each in _steps(place, self._table, self._most))

    def _small_chain(self, root: _Entry, place: int) -> bytes:
        """A short stream lies in pieces of the root's stream."""
        whole, size = self._chain(root.first), self._small
        most = len(whole) // size
        return b"".join(
            whole[each * size : (each + 1) * size] for each in _steps(place, self._small_table, most)
        )


def _steps(place: int, table: list[int], most: int) -> Iterator[int]:
    """The sectors of a chain; one that is longer than the file runs in a ring."""
    left = most
    while place < _END:
        if not left:
            raise ValueError("The sectors of this workbook run in a ring.")
        left -= 1
        yield place
        place = table[place]


def _numbers(piece: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(piece) // 4}I", piece[: len(piece) // 4 * 4]))


def _entry(directory: bytes, at: int) -> _Entry:
    length = struct.unpack_from("<H", directory, at + 64)[0]
    first, size = struct.unpack_from("<II", directory, at + 116)
    return _Entry(directory[at : at + max(length - 2, 0)].decode("utf-16-le", "replace"), first, size)

"""The first sink: an append-only file of lines `length|text|seal|hash`, flushed to the disk one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.store.journal.hash_chain import ChainLine, LogEntry, is_sealed, line_of

STEP = 1024 * 1024
_FLUSH: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


class FlushError(OSError):
    """The disk did not take what was written. Nobody knows what it holds now, so this is final."""


@dataclass(frozen=True, slots=True)
class FileLogReading:
    """What the file holds; the lines still have to be held against the chain."""

    lines: list[ChainLine]
    is_readable: bool
    """Whether every finished line can be read."""
    is_sealed: bool
    """Whether nobody without the key has edited it, as far as its last seal tells."""
    end: int
    """Where the next line goes, in bytes; behind it there can be the unfinished line of a crash."""


class FileLog:
    """The file, open for appending. Any error of an append is final for this object, but a full disk."""

    def __init__(self, path: Path, end: int = 0, flush: Callable[[int], None] = _FLUSH) -> None:
        """Open or make it, and cut what stands behind `end`. Raises OSError.

        `flush` brings a file to the disk: nothing that was acknowledged waits in a cache.
        """
        self._flush = flush
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        self._end = end
        self._size = os.fstat(self._file).st_size
        os.lseek(self._file, end, os.SEEK_SET)
        if os.read(self._file, STEP).strip(b"\0"):
            os.ftruncate(self._file, end)
            self._size = end

    def append(self, entry: LogEntry) -> None:
        """Add an entry; it is on the disk when this returns. Raises OSError."""
        self.append_all((entry,))

    def append_all(self, entries: Iterable[LogEntry]) -> None:
        """Add entries with one flush; they are on the disk when this returns. Raises OSError."""
        data = _bytes_of(map(line_of, entries))
        self._make_room(self._end + len(data))
        self._write(self._end, data)
        self._keep()
        self._end += len(data)

    def close(self) -> None:
        """Give the file back."""
        os.close(self._file)

    def _make_room(self, size: int) -> None:
        """Lengthen the file ahead in steps: then an append changes no length and needs one flush."""
        if size > self._size:
            room = -(-size // STEP) * STEP
            self._write(self._size, bytes(room - self._size))
            self._keep()
            self._size = room

    def _write(self, place: int, data: bytes) -> None:
        os.lseek(self._file, place, os.SEEK_SET)
        left = memoryview(data)
        while left:
            left = left[os.write(self._file, left) :]

    def _keep(self) -> None:
        try:
            self._flush(self._file)
        except OSError as error:
            message = "The mirror was not flushed."
            raise FlushError(message) from error


def read_mirror(path: Path, key: bytes, expected: Sequence[ChainLine] = ()) -> FileLogReading:
    """Read the file; a missing one is empty. Raises OSError when it cannot be read.

    Where it begins with exactly the expected lines, these are not taken apart once more.
    """
    data = path.read_bytes() if path.exists() else b""
    end = data.rfind(b"\n") + 1
    start = _bytes_of(expected)
    shared = list(expected) if data.startswith(start) else []
    # Any byte is a letter in this encoding: a damaged line is read, and the chain notices.
    pieces = data[len(start) if shared else 0 : end].decode("latin-1").split("\n")[:-1]
    rest = [line for line in map(_line, pieces) if line is not None]
    lines = shared + rest
    return FileLogReading(lines, len(rest) == len(pieces), is_sealed(lines, key), end)


def write_mirror(path: Path, lines: Iterable[ChainLine]) -> None:
    """Make a file of lines that are in a chain already. Raises OSError."""
    path.touch(mode=0o600)
    path.write_bytes(_bytes_of(lines))


def _bytes_of(lines: Iterable[ChainLine]) -> bytes:
    written = (f"{len(line.text)}|{line.text}|{line.seal}|{line.hash}\n" for line in lines)
    return "".join(written).encode("latin-1")


def _line(piece: str) -> ChainLine | None:
    match piece.rsplit("|", 2):
        case [head, seal, digest]:
            length, _, text = head.partition("|")
            return ChainLine(text, seal, digest) if length == str(len(text)) else None
        case _:
            return None

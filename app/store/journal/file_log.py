"""The first sink: an append-only file of lines `length|text|seal|hash`, flushed to the disk one by one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from app.core.frozen import frozen
from app.store.files.data_folder import NO_LINK
from app.store.journal.hash_chain import ChainLine, LogEntry, is_sealed, line_of

STEP = 1024 * 1024
_FLUSH: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


class FlushError(OSError):
    """A flush failed. What the disk holds now is unknown, so this is final."""


@frozen
class FileLogReading:
    """The content of the file; the lines still have to be checked against the chain."""

    lines: list[ChainLine]
    is_readable: bool
    """Whether every complete line can be read."""
    is_sealed: bool
    """Whether its last seal is valid: false after an edit without the chain key."""
    end: int
    """The offset of the next line in bytes; an incomplete line after a crash may follow it."""


class FileLog:
    """The file, open for appending. Any error of an append except a full disk is final for this object."""

    def __init__(self, path: Path, end: int = 0, flush: Callable[[int], None] = _FLUSH) -> None:
        """Open or make it, and cut off what follows `end`. Raises OSError.

        `flush` writes a file through to the disk, so that no acknowledged entry is only in a cache.
        """
        self._flush = flush
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | NO_LINK
        self._file = os.open(path, flags, 0o600)
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
        """Close the file."""
        os.close(self._file)

    def _make_room(self, size: int) -> None:
        """Extend the file in advance, in steps: then an append keeps its length and needs only one flush."""
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

    Lines at the beginning that are equal to the expected ones are not parsed again.
    """
    data = path.read_bytes() if path.exists() else b""
    end = data.rfind(b"\n") + 1
    start = _bytes_of(expected)
    shared = list(expected) if data.startswith(start) else []
    # Any byte is valid in this encoding: a damaged line is read, and detected by the chain.
    pieces = data[len(start) if shared else 0 : end].decode("latin-1").split("\n")[:-1]
    rest = [line for line in map(_line, pieces) if line is not None]
    lines = shared + rest
    return FileLogReading(lines, len(rest) == len(pieces), is_sealed(lines, key), end)


def read_end(path: Path, last: ChainLine) -> int | None:
    """The offset after the last complete line when it is this one, else None; reads only the end of the file.

    Raises OSError.
    """
    sought = b"\n" + _bytes_of((last,))
    with path.open("rb") as log:
        size = log.seek(0, os.SEEK_END)
        start = max(0, size - len(sought) - STEP)
        log.seek(start)
        data = log.read()
    end = data.rfind(b"\n") + 1
    # The first line of the file has no end of another before it.
    found = data[:end] if start else b"\n" + data[:end]
    return start + end if found.endswith(sought) else None


def write_mirror(path: Path, lines: Iterable[ChainLine]) -> None:
    """Make a file of lines that are already in a chain. Raises OSError."""
    path.touch(mode=0o600)
    with path.open("wb") as log:
        log.writelines(_bytes_of((each,)) for each in lines)


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

"""A disk in memory that forgets, at a power cut, whatever nobody flushed."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Generator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import PosixPath
from typing import Any

from typing_extensions import override

from app.store.files.data_folder import RESERVE_BYTES, FolderLock, Reserve
from tests.simulation.stage import stage
from tests.simulation.virtual_loop import PowerCut

MIRROR, DATABASE = "mirror.log", "journal.sqlite"
_SECTOR = 512
_SYNCED = ("EXTRA", "FULL")


@dataclass
class File:
    """What the programs of the computer see, and what the disk would still have after a power cut."""

    data: bytes = b""
    kept: bytes = b""


@dataclass
class _Open:
    """A file that a program has opened, and where it stands in it."""

    name: str
    place: int = 0


@dataclass
class Disk:
    """Its files, and what is going to happen to it: the number of a durable step, counted from 1."""

    files: dict[str, File] = field(default_factory=dict[str, File])
    steps: int = 0
    dies_at: int = 0
    """The computer dies in this step; 0 for never."""
    dies_after: bool = False
    """Whether the step has been done by then."""
    fails_from: int = 0
    """From this step on the disk refuses what `failing` says; 0 for never."""
    failing: str = ""
    """"full", "mirror", "database" or "all"."""
    is_dead: bool = False
    is_torn: bool = False
    """Whether a power cut has left a write whose beginning is missing and whose end is there."""
    connections: list[sqlite3.Connection] = field(default_factory=list[sqlite3.Connection])
    opened: dict[int, _Open] = field(default_factory=dict[int, "_Open"])
    has_room: bool = True
    """Whether the reserve has not been given back yet."""

    def step(self, what: str) -> None:
        """Begin a durable step. Raises OSError when the disk refuses it, and PowerCut."""
        self._check(what)
        self.steps += 1
        if self.steps == self.dies_at and not self.dies_after:
            stage().say(f"the computer dies before the step '{what}'")
            raise PowerCut
        if self.is_failing(what):
            stage().say(f"the disk refuses '{what}'")
            raise OSError(errno.ENOSPC if self.failing == "full" else errno.EIO, "refused")

    def done(self, what: str) -> None:
        """End a durable step. Raises PowerCut."""
        if self.steps == self.dies_at and self.dies_after:
            stage().say(f"the computer dies after the step '{what}'")
            raise PowerCut

    def is_failing(self, what: str) -> bool:
        """Whether the disk refuses such a step now."""
        if not self.failing or self.steps < self.fails_from:
            return False
        if self.failing == "full":
            return self.has_room
        return self.failing == "all" or what.startswith(self.failing)

    def lose_power(self) -> None:
        """What was not flushed reaches the disk in parts, or not at all."""
        chance = stage().chance
        for file in self.files.values():
            if file.data != file.kept:
                is_cut = chance.random() < 0.7
                file.data = _cut(file, chance.random()) if is_cut else self._torn(file)
                file.kept = file.data

    def close(self) -> None:
        """Close what programs that died have left open."""
        for connection in self.connections:
            connection.close()

    def _torn(self, file: File) -> bytes:
        size = max(len(file.data), len(file.kept))
        old, new = file.kept.ljust(size, b"\0"), file.data.ljust(size, b"\0")
        places = [at for at in range(0, size, _SECTOR) if old[at : at + _SECTOR] != new[at : at + _SECTOR]]
        image = bytearray(old)
        self.is_torn = self.is_torn or len(places) > 1
        for place in places:
            if stage().chance.random() < 0.5:
                image[place : place + _SECTOR] = new[place : place + _SECTOR]
        return bytes(image)

    def _check(self, what: str) -> None:
        if self.is_dead:
            raise OSError(errno.EIO, what)


def _cut(file: File, share: float) -> bytes:
    """The beginning of what is new reached the disk."""
    size = max(len(file.data), len(file.kept))
    old, new = file.kept.ljust(size, b"\0"), file.data.ljust(size, b"\0")
    sectors = range(0, size, _SECTOR)
    start = next((at for at in sectors if old[at : at + _SECTOR] != new[at : at + _SECTOR]), size)
    end = max(start, len(new.rstrip(b"\0")))
    cut = start + int((end - start) * share)
    return new[:cut] + old[cut:]


class DiskPath(PosixPath):
    """A place on that disk."""

    @property
    def _file(self) -> File | None:
        return stage().disk.files.get(self.name)

    @override
    def exists(self) -> bool:
        return self._file is not None

    @override
    def is_dir(self) -> bool:
        return self._file is None

    @override
    def glob(self, pattern: str, **_: Any) -> Generator[DiskPath]:
        yield from (self / name for name in tuple(stage().disk.files) if fnmatch(name, pattern))

    @override
    def touch(self, *_: Any, **__: Any) -> None:
        stage().disk.files.setdefault(self.name, File())

    @override
    def read_bytes(self) -> bytes:
        if self._file is None:
            raise FileNotFoundError(errno.ENOENT, "no such file", self.name)
        return self._file.data

    @override
    def rename(self, target: Any) -> Any:
        files = stage().disk.files
        files[target.name] = files.pop(self.name)
        return target


def replace_file(place: DiskPath, content: bytes) -> None:
    """Replace a small file as a whole, as `whole_file` does. Raises OSError and PowerCut."""
    disk, new = stage().disk, File()
    for what in (f"{place.name} write", f"{place.name} flush"):
        disk.step(what)
        new.data, new.kept = content, content if what.endswith("flush") else b""
        disk.done(what)
    disk.files[place.name] = new


def remove_file(place: DiskPath) -> None:
    """Remove a small file, as `whole_file` does. Raises OSError and PowerCut."""
    stage().disk.step(f"{place.name} removal")
    stage().disk.files.pop(place.name, None)
    stage().disk.done(f"{place.name} removal")


class FileCalls:
    """What the mirror asks of the system, answered by that disk."""

    O_RDWR, O_CREAT = os.O_RDWR, os.O_CREAT
    SEEK_SET = os.SEEK_SET

    def open(self, path: DiskPath, *_: int) -> int:
        """Open or make the file; gives its number."""
        path.touch()
        opened = stage().disk.opened
        number = len(opened) + 1
        opened[number] = _Open(path.name)
        return number

    def fstat(self, number: int) -> os.stat_result:
        """Only the size is told."""
        return os.stat_result((0, 0, 0, 0, 0, 0, len(self._of(number).data), 0, 0, 0))

    def lseek(self, number: int, place: int, _: int) -> None:
        """Go to a place from the beginning."""
        stage().disk.opened[number].place = place

    def read(self, number: int, count: int) -> bytes:
        """What stands there."""
        place = stage().disk.opened[number].place
        return self._of(number).data[place : place + count]

    def write(self, number: int, data: bytes) -> int:
        """Write over what stands there; nothing is on the disk yet. Raises OSError and PowerCut."""
        disk = stage().disk
        disk.step("mirror write")
        file, place = self._of(number), disk.opened[number].place
        before = file.data.ljust(place, b"\0")
        file.data = before[:place] + bytes(data) + before[place + len(data) :]
        disk.opened[number].place = place + len(data)
        disk.done("mirror write")
        return len(data)

    def flush(self, number: int) -> None:
        """Bring it to the disk. Raises OSError and PowerCut."""
        disk, file = stage().disk, self._of(number)
        disk.step("mirror flush")
        file.kept = file.data
        disk.done("mirror flush")

    def ftruncate(self, number: int, size: int) -> None:
        """Cut it."""
        file = self._of(number)
        file.data = file.kept = file.data[:size]

    def close(self, number: int) -> None:
        """Give it back."""
        stage().disk.opened[number].name = ""

    def _of(self, number: int) -> File:
        disk = stage().disk
        name = disk.opened[number].name
        if not name:
            raise OSError(errno.EBADF, "closed")
        return disk.files[name]


class DiskConnection(sqlite3.Connection):
    """A database that lives on that disk: each commit is one durable step."""

    is_synced = True
    name = DATABASE

    @override
    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql.startswith("PRAGMA synchronous="):
            self.is_synced = sql.endswith(_SYNCED)
        if sql != "COMMIT":
            return super().execute(sql, parameters)
        disk = stage().disk
        try:
            disk.step("database commit")
        except OSError as error:
            raise sqlite3.OperationalError(*error.args) from error
        cursor = super().execute(sql)
        file = disk.files[self.name]
        file.data = self.serialize()
        if self.is_synced:
            file.kept = file.data
        disk.done("database commit")
        return cursor


class Sqlite:
    """What the database asks of SQLite, with files on that disk."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sqlite3, name)

    def connect(self, path: DiskPath, **options: Any) -> sqlite3.Connection:
        """Open the database of that disk."""
        connection = sqlite3.connect(":memory:", factory=DiskConnection, **options)
        stage().disk.connections.append(connection)
        data = stage().disk.files[path.name].data
        if data:
            connection.deserialize(data)
        return connection


class NoLock(FolderLock):
    """One program at a time is a rule of the simulation itself."""

    def __init__(self) -> None:
        """Lock nothing."""

    @override
    def release(self) -> None:
        """There is nothing to release."""


class DiskReserve(Reserve):
    """The reserve of that disk."""

    def __init__(self) -> None:
        """It is there from the beginning."""

    @override
    def make(self) -> None:
        disk = stage().disk
        if disk.failing == "full" and disk.steps + 1 >= disk.fails_from:
            raise OSError(errno.ENOSPC, f"no room for {RESERVE_BYTES} bytes")

    @override
    def release(self) -> bool:
        disk = stage().disk
        had, disk.has_room = disk.has_room, False
        return had

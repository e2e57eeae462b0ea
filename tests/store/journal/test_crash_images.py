"""What a crash or a power cut can leave of both sinks, write by write, and what the next start makes of it.

The writes are those of a real sale, taken down between the journal and its sinks. Before an append returns,
any of its sectors may be missing on the disk; what was flushed before is there. The database's rollback
journal is as SQLite makes it: its header, which SQLite clears at the commit, is put back from what is left.
"""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

import pytest

from app.store.journal.hash_chain import LogEntry
from app.store.journal.recovery import Sink
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import State
from tests.support.store.scenes import SALE, Wrapped, build, close, find, states, step

DATABASE, ROLLBACK, MIRROR = "journal.sqlite", "journal.sqlite-journal", "mirror.log"
SECTOR, PAGE = 512, 4096
# All of them hold too (1 and 1: 4,000 images more, 20 seconds); odd numbers take every sector in and out.
ROLLBACK_EVERY, PAGES_EVERY = 13, 3
MAGIC = bytes.fromhex("d9d505f920a163d7")


@dataclass(frozen=True)
class Write:
    """A file before and after one append."""

    before: bytes
    after: bytes
    rollback: bytes = b""

    def sectors(self) -> list[int]:
        """Those that the write changed."""
        size = max(len(self.before), len(self.after))
        places = range(0, size, SECTOR)
        return [place for place in places if self._part(self.before, place) != self._part(self.after, place)]

    def torn(self, kept: set[int]) -> bytes:
        """The file when only these of its changed sectors have reached the disk."""
        data = bytearray(self.before.ljust(len(self.after), b"\0"))
        for place in kept:
            data[place : place + SECTOR] = self._part(self.after, place)
        return bytes(data)

    @staticmethod
    def _part(data: bytes, place: int) -> bytes:
        return data[place : place + SECTOR]


class Recording(Wrapped):
    """Takes down what a sink does to its file."""

    def __init__(self, sink: Sink, path: Path, writes: list[Write]) -> None:
        super().__init__(sink)
        self._path = path
        self._writes = writes

    def append(self, entry: LogEntry) -> None:
        before = self._path.read_bytes()
        super().append(entry)
        rollback = self._path.with_name(ROLLBACK)
        self._writes.append(
            Write(before, self._path.read_bytes(), rollback.read_bytes() if rollback.exists() else b"")
        )


@dataclass(frozen=True)
class Sale:
    """The writes of one sale to both sinks, and a folder to lay images out in."""

    mirror: list[Write]
    database: list[Write]
    folder: Path

    def lay_out(self, mirror: bytes, database: bytes, rollback: bytes = b"") -> Path:
        """The folder as a crash left it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        (self.folder / MIRROR).write_bytes(mirror.rstrip(b"\0"))
        (self.folder / DATABASE).write_bytes(database)
        if rollback:
            (self.folder / ROLLBACK).write_bytes(rollback)
        return self.folder


@pytest.fixture
def sale(quick_folder: Path) -> Sale:
    """One sale after another, so that the files are not new."""
    mirror: list[Write] = []
    database: list[Write] = []
    folder = quick_folder / "counter"
    journal = build(
        folder,
        mirror=lambda sink: Recording(sink, folder / MIRROR, mirror),
        database=lambda sink: Recording(sink, folder / DATABASE, database),
    )
    for intent, state in product(("before", "sale"), SALE):
        step(journal, state, intent=intent)
    journal.close()
    return Sale(mirror, database, quick_folder / "image")


def _start(folder: Path) -> list[State]:
    """The states that the next start finds, one an entry; both sinks are mended by then."""
    found = find(folder)
    assert found.recovery.sentences == ()
    assert found.recovery.selling_allowed
    entries = close(found)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    database = SqliteLog(folder / DATABASE)
    reading = database.read()
    database.close()
    assert reading.is_readable
    assert [line.hash for line in reading.lines] == [entry.hash for entry in entries]
    mirrored = (folder / MIRROR).read_bytes().rstrip(b"\0")
    assert mirrored.count(b"\n") == len(entries)
    assert not entries or mirrored.endswith(b"\n"), "What a crash left behind the last line is cut."
    return [entry.state for entry in entries]


def _rolls_back_to(folder: Path, count: int) -> bool:
    """Whether the database alone stands before or after the whole step."""
    database = SqliteLog(folder / DATABASE)
    reading = database.read()
    database.close()
    return reading.is_readable and len(reading.lines) == count


def _header(write: Write) -> bytes:
    """The first sector of the rollback journal as it stood before the commit cleared it."""
    page = write.rollback[SECTOR + 4 : SECTOR + 4 + PAGE]
    (checksum,) = struct.unpack(">I", write.rollback[SECTOR + 4 + PAGE : SECTOR + 8 + PAGE])
    nonce = (checksum - sum(page[place] for place in range(PAGE - 200, 0, -200))) % 2**32
    pages = len(write.rollback[SECTOR:]) // (PAGE + 8)
    fields = struct.pack(">IIIII", pages, nonce, len(write.before) // PAGE, SECTOR, PAGE)
    return (MAGIC + fields).ljust(SECTOR, b"\0")


def _choices(places: list[int], every: int = 1) -> Iterator[set[int]]:
    """Every choice of the places, or every so many of them."""
    for kept in islice(product((True, False), repeat=len(places)), 0, None, every):
        yield {place for place, is_kept in zip(places, kept, strict=True) if is_kept}


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_mirror_cut_at_any_byte_has_the_step_or_has_not(sale: Sale, number: int) -> None:
    write = sale.mirror[number]
    start, end = write.before.rfind(b"\n") + 1, write.after.rfind(b"\n") + 1
    had = [*SALE, *SALE][:number]
    for cut in range(start, end):
        folder = sale.lay_out(write.after[:cut], sale.database[number].before)
        assert _start(folder) == had
    # K2, K4 and K8: the mirror has the step, the database has not.
    folder = sale.lay_out(write.after[:end], sale.database[number].before)
    assert _start(folder) == [*had, SALE[number - 3]]


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_mirror_with_missing_sectors_loses_only_what_was_not_acknowledged(sale: Sale, number: int) -> None:
    write = sale.mirror[number]
    places = write.sectors()
    had = [*SALE, *SALE][:number]
    for kept in _choices(places):
        folder = sale.lay_out(write.torn(kept), sale.database[number].before)
        found = find(folder)
        # A tail without its beginning is no plain cut: it is kept aside, and told.
        assert found.recovery.selling_allowed
        expected = [*had, SALE[number - 3]] if len(kept) == len(places) else had
        assert [entry.state for entry in close(found)] == expected


def test_a_mirror_whose_room_was_being_made_is_whole(sale: Sale) -> None:
    first, database = sale.mirror[0], sale.database[0]
    assert first.before == b""
    for size in (0, 1, SECTOR, PAGE + 3, len(first.after)):
        folder = sale.lay_out(b"", database.before)
        (folder / MIRROR).write_bytes(bytes(size))
        assert _start(folder) == []


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_commit_cut_anywhere_is_the_step_before_or_the_whole_step(sale: Sale, number: int) -> None:
    write, mirror = sale.database[number], sale.mirror[number].after
    header, records = _header(write), write.rollback[SECTOR:]
    unfinished = MAGIC.ljust(SECTOR, b"\0")
    images: list[tuple[bytes, bytes, int]] = []
    # First the rollback journal grows, and says only when it is flushed that it holds something.
    content = Write(bytes(SECTOR), unfinished + records)
    images += [
        (write.before, content.torn(kept), number) for kept in _choices(content.sectors(), ROLLBACK_EVERY)
    ]
    # Then the pages are written over.
    hot = header + records
    images += [(write.torn(kept), hot, number) for kept in _choices(write.sectors(), PAGES_EVERY)]
    # Last the header is cleared, or the rollback journal is gone.
    images += [(write.after, write.rollback, number + 1), (write.after, b"", number + 1)]
    for database, rollback, count in images:
        folder = sale.lay_out(mirror, database, rollback)
        assert _rolls_back_to(folder, count)
        folder = sale.lay_out(mirror, database, rollback)
        assert _start(folder) == [*SALE, *SALE][: number + 1]


def test_the_rollback_journal_of_these_images_is_the_real_one(sale: Sale) -> None:
    write = sale.database[4]
    folder = sale.lay_out(b"", write.after, _header(write) + write.rollback[SECTOR:])
    assert _rolls_back_to(folder, 4)
    assert (folder / DATABASE).read_bytes() == write.before


@pytest.mark.parametrize(
    ("steps_in_mirror", "steps_in_database", "found"),
    [
        (0, 0, None),  # K1
        (1, 0, State.PREPARED),  # K2
        (1, 1, State.PREPARED),  # K3
        (2, 1, State.DISPATCHED),  # K4
        (2, 2, State.DISPATCHED),  # K5, K6, K7
        (3, 2, State.SETTLED),  # K8
        (3, 3, State.SETTLED),  # K9
    ],
)
def test_every_crash_of_a_sale_is_found_as_the_table_says(
    sale: Sale, quick_folder: Path, steps_in_mirror: int, steps_in_database: int, found: State | None
) -> None:
    mirror = sale.mirror[2 + steps_in_mirror].after
    folder = sale.lay_out(mirror, sale.database[2 + steps_in_database].after)
    journal = build(folder)
    assert states(journal).get("sale") is found
    assert [each.intent_id for each in journal.open_attempts()] == (
        ["sale"] if found in {State.PREPARED, State.DISPATCHED} else []
    )
    journal.close()
    assert quick_folder.exists()

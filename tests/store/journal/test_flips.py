"""Every byte of either sink flipped once: noticed, or without meaning, and mended from the other (G7)."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from app.store.journal.attempt import span_of
from app.store.journal.attempt_index import INDEX_FILE
from app.store.journal.errors import JournalError
from app.store.journal.hash_chain import LogEntry, joined
from app.store.journal.journal import Journal
from app.store.journal.rollback_guard import RollbackGuard
from app.store.journal.sqlite_log import DamagedDatabaseError, SqliteLog, SqliteLogReading
from app.store.journal.states import State
from tests.support.store.scenes import (
    CHAIN_KEY,
    START,
    close,
    find,
    open_journal,
    public,
    sell,
    steady_clock,
)
from tests.support.store.shelf import Shelf

# What they go through is covered by the tests of each part: measuring it would take half of their time.
pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.prove("every byte of a folder; some are flipped in the tests of damage"),
]

DATABASE = "journal.sqlite"
MIRROR = "mirror.log"
_PARTS = 8
"""The index is gone through in so many cases."""


def _sold(folder: Path) -> tuple[bytes, bytes, tuple[LogEntry, ...]]:
    journal = open_journal(folder)
    sell(journal, "a")
    (attempt,) = journal.attempts()
    journal.close()
    mirror = (folder / MIRROR).read_bytes().rstrip(b"\0")
    return (folder / DATABASE).read_bytes(), mirror, attempt.entries


def _flipped(data: bytes, place: int) -> bytes:
    flipped = bytearray(data)
    flipped[place] ^= 1 << (place % 8)
    return bytes(flipped)


def _image(folder: Path, database: bytes, mirror: bytes) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / DATABASE).write_bytes(database)
    (folder / MIRROR).write_bytes(mirror)
    return folder


def _read(path: Path) -> tuple[SqliteLogReading, dict[str, str]] | None:
    """What the database says, and None when it notices harm by itself."""
    try:
        database = SqliteLog(path)
    except DamagedDatabaseError:
        return None
    reading = database.read()
    is_whole = reading.is_readable and reading.lines == joined(reading.lines)
    notes = database.notes() if is_whole else {}
    database.close()
    return (reading, notes) if is_whole else None


def test_every_flipped_byte_of_the_mirror_is_noticed_and_mended(quick_folder: Path) -> None:
    database, mirror, entries = _sold(quick_folder / "sold")
    for place in range(len(mirror)):
        damaged = _flipped(mirror, place)
        folder = _image(quick_folder / "image", database, damaged)
        found = find(folder)
        assert found.recovery.sentences, place
        assert found.recovery.selling_allowed
        assert close(found) == entries, place
        written = (folder / MIRROR).read_bytes()
        assert written == mirror.ljust(len(written), b"\0"), place
        # Without its last byte the last line looks cut off by a crash, and is only completed.
        kept = [each.read_bytes() for each in folder.glob("mirror.log.damaged-*")]
        assert kept == [damaged] * (place < len(mirror) - 1), place


def test_every_flipped_byte_of_the_database_is_noticed_or_means_nothing(quick_folder: Path) -> None:
    database, mirror, entries = _sold(quick_folder / "sold")
    folder = _image(quick_folder / "image", database, mirror)
    expected = _read(folder / DATABASE)
    assert expected is not None
    noticed: list[int] = []
    for place in range(len(database)):
        (folder / DATABASE).write_bytes(_flipped(database, place))
        found = _read(folder / DATABASE)
        if found is None:
            noticed.append(place)
        else:
            assert found == expected, place
    # The rest are unused bytes of half-empty pages and counters that SQLite sets anew.
    assert len(noticed) > 1000
    for place in noticed[::5]:
        damaged = _flipped(database, place)
        folder = _image(quick_folder / "image", damaged, mirror)
        mended = find(folder)
        assert "rebuilt from its mirror" in mended.recovery.sentences[0], place
        assert not mended.recovery.selling_allowed
        assert public(close(mended)) == public(entries), place
        assert _read(folder / DATABASE) is not None
        (aside,) = folder.glob("journal.sqlite.damaged-*")
        assert aside.read_bytes() == damaged, place


@pytest.mark.parametrize("part", range(_PARTS))
def test_no_flipped_byte_of_the_index_stops_a_start_or_is_believed_after_the_check(
    quick_folder: Path, part: int
) -> None:
    """Until then the journal answers, or says that it cannot be read; it sells on, and the check mends it."""
    folder, shelf = quick_folder / "sold", Shelf()
    for each in "abc":
        journal = _opened_unread(folder, shelf)
        sell(journal, each)
        assert journal.check()
        journal.close()
    kept, texts = {each: each.read_bytes() for each in folder.iterdir() if each.is_file()}, dict(shelf.texts)
    index = kept[folder / INDEX_FILE]
    # Most of a page is empty.
    places = [place for place, value in enumerate(index) if value or place % 97 == 0]
    for place in places[part::_PARTS]:
        for path, data in kept.items():
            path.write_bytes(data)
        (folder / INDEX_FILE).write_bytes(_flipped(index, place))
        shelf.texts = dict(texts)
        journal = _opened_unread(folder, shelf)
        with suppress(JournalError):
            _answers(journal)
        with suppress(JournalError):
            sell(journal, "d")
        assert journal.check(), place
        if not journal.of_intent("d"):
            sell(journal, "d")
        journal.close()
        again = _opened_unread(folder, shelf)
        assert _answers(again) == [
            list("abcd"),
            list("abcd"),
            list("abcd"),
            list("dcba"),
            ["a"],
            list("abcd"),
        ], place
        again.close()


def _opened_unread(folder: Path, shelf: Shelf) -> Journal:
    guard = RollbackGuard(folder, shelf, Shelf())
    return Journal.open(folder, chain_key=CHAIN_KEY, clock=steady_clock(), outside=guard, checks_later=True)


def _answers(journal: Journal) -> list[list[str]]:
    """The sales that each question finds; the spans may hold more, but no less."""
    asked = (
        journal.since(START),
        journal.changes(),
        journal.in_state(State.SETTLED),
        [*journal.newest_first()],
        journal.of_booking("PNRa"),
    )
    spans = {each.intent: each for each in journal.spans(START)}
    within = [
        each.intent
        for each in map(span_of, journal.attempts())
        if (told := spans.get(each.intent)) and told.earliest <= each.earliest <= each.latest <= told.latest
    ]
    return [[each.intent_id for each in found] for found in asked] + [within]

"""The tills of an office's desks: handed in once, read by the others, and no change of them unseen."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from app.store.journal.rollback_guard import FilePlace
from app.store.office.shared_database import SharedDatabase
from app.store.office.till_lines import OfficeTills, hand_in_till, others_tills, till_line
from app.store.till.outside_memory import OutsideMemory
from app.store.till.till_book import TillBook, TillKind, entry_of
from tests.support.shared_places import sqlite_place
from tests.support.store.recording_till import NOON, open_book, take

SINCE, UNTIL = NOON - timedelta(hours=1), NOON + timedelta(hours=1)


@pytest.fixture
def place(quick_folder: Path) -> Iterator[SharedDatabase]:
    opened = sqlite_place(quick_folder, "D2")
    yield opened
    opened.close()


@pytest.fixture
def book(quick_folder: Path) -> Iterator[TillBook]:
    opened = open_book(quick_folder / "desk")
    yield opened
    opened.close()


def seen(place: SharedDatabase, since: datetime = SINCE, until: datetime = UNTIL) -> OfficeTills:
    """What the second desk reads."""
    return others_tills(place.office, "D2", since, until)


def places_in(place: SharedDatabase) -> list[int]:
    """The places of all lines, in the order in which they were handed in."""
    with place.office.work() as connection:
        return [*connection.scalars(select(till_line.c.seq).order_by(till_line.c.number))]


def test_each_entry_is_handed_in_once_and_read_as_it_was_written(
    place: SharedDatabase, book: TillBook
) -> None:
    assert seen(place) == OfficeTills({}, ())
    take(book)
    book.append(
        TillKind.MOVE, "Asha Rao", {"amount": -450_00, "reason": "Water"}, None, {"reason": "private"}
    )
    for _ in range(2):
        hand_in_till(place.office, "D1", book)
    take(book)
    hand_in_till(place.office, "D1", book)
    assert places_in(place) == [1, 2, 3]
    found = seen(place)
    assert found.broken == ()
    kinds = [entry_of(each).kind for each in found.lines["D1"]]
    assert kinds == [TillKind.RECEIPT, TillKind.MOVE, TillKind.RECEIPT]
    # What is forgotten with a customer never leaves this disk.
    assert "private" not in repr(found.lines["D1"])
    # A desk that did nothing in a time is known all the same; this desk reads its own book.
    assert seen(place, UNTIL, UNTIL + timedelta(days=1)) == OfficeTills({"D1": []}, ())
    assert others_tills(place.office, "D1", SINCE, UNTIL) == OfficeTills({}, ())


def test_a_database_that_was_lost_gets_all_of_it_again(
    place: SharedDatabase, book: TillBook, quick_folder: Path
) -> None:
    take(book)
    take(book)
    hand_in_till(place.office, "D1", book)
    (quick_folder / "another").mkdir()
    another = sqlite_place(quick_folder / "another", "D2")
    hand_in_till(another.office, "D1", book)
    assert places_in(another) == [1, 2]
    another.close()


def test_a_book_that_was_put_back_hands_in_what_it_does_from_there(
    place: SharedDatabase, quick_folder: Path
) -> None:
    folder, kept = quick_folder / "desk", quick_folder / "kept"
    book = open_book(folder)
    take(book)
    book.close()
    shutil.copytree(folder, kept)
    book = open_book(folder)
    for _ in range(3):
        take(book)
    hand_in_till(place.office, "D1", book)
    book.close()
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)
    book = open_book(folder)
    take(book)
    for _ in range(2):
        hand_in_till(place.office, "D1", book)
    # Begun anew with an entry that says so, at a place that there was before.
    assert places_in(place) == [1, 2, 3, 4, 2, 3]
    found = seen(place)
    assert found.broken == ()
    assert [entry_of(each).kind for each in found.lines["D1"]][4] is TillKind.SERIES
    book.close()


def test_a_clock_that_was_put_right_breaks_nothing(place: SharedDatabase, quick_folder: Path) -> None:
    clock, folder = [NOON], quick_folder / "desk"
    folder.mkdir()
    memory = OutsideMemory(folder, FilePlace(quick_folder / "apart"))
    book = TillBook(folder, memory, desk="D1", clock=lambda: clock[0])
    for at in (NOON, NOON + timedelta(days=1), NOON):
        clock[0] = at
        take(book)
    hand_in_till(place.office, "D1", book)
    book.close()
    found = seen(place)
    assert (len(found.lines["D1"]), found.broken) == (2, ())


@pytest.mark.parametrize("gone", ["text", "middle", "first", "time", "place"])
def test_a_change_in_the_database_is_seen(place: SharedDatabase, book: TillBook, gone: str) -> None:
    for _ in range(4):
        take(book)
    hand_in_till(place.office, "D1", book)
    own = till_line.c
    with place.office.work() as connection:
        if gone == "text":
            (text,) = connection.scalars(select(own.text).where(own.seq == 2))
            forged = text.replace('"total":100', '"total":1')
            assert forged != text
            connection.execute(update(till_line).where(own.seq == 2).values(text=forged))
        elif gone == "time":
            connection.execute(update(till_line).where(own.seq == 2).values(at=NOON - timedelta(days=3)))
        elif gone == "place":
            connection.execute(update(till_line).where(own.seq == 4).values(seq=5))
        else:
            connection.execute(delete(till_line).where(own.seq == (3 if gone == "middle" else 1)))
    assert seen(place).broken == ("D1",)
    hand_in_till(place.office, "D1", book)
    # What was taken away is there again.
    assert (seen(place).broken == ()) is (gone in {"middle", "first"})


def test_what_stands_before_a_time_is_followed(place: SharedDatabase, quick_folder: Path) -> None:
    clock = [NOON - timedelta(days=1)]
    folder = quick_folder / "desk"
    folder.mkdir()
    memory = OutsideMemory(folder, FilePlace(quick_folder / "apart"))
    book = TillBook(folder, memory, desk="D1", clock=lambda: clock[0])
    take(book)
    clock[0] = NOON
    take(book)
    hand_in_till(place.office, "D1", book)
    book.close()
    found = seen(place)
    assert (len(found.lines["D1"]), found.broken) == (1, ())
    with place.office.work() as connection:
        connection.execute(delete(till_line).where(till_line.c.seq == 1))
    assert seen(place).broken == ("D1",)

"""What the page of what is free says, by values alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time

import pytest

from app.desk.free_now.free_rows import free_on
from app.desk.free_now.values import (
    DayRead,
    Found,
    FreeGroup,
    FreeQuestion,
    FreeStanding,
    FreeStart,
    ReadingProgress,
)
from app.desk.quick_entry.values import Fares
from app.ui.free_now import free_words
from tests.support.desk.free_samples import BOAT, MOMENT, NOW, day_read, later, slot, slots

FOUR = FreeQuestion(Fares(4))


def first(read: DayRead, asked: FreeQuestion = FOUR) -> FreeStart:
    return free_on(read, asked, NOW).rows[0]


DIVE = first(day_read(slots(slot(1, time(10)))))
SHIP = first(day_read(boats=(replace(BOAT, read=MOMENT),)))
UNREAD = first(day_read())


@pytest.mark.parametrize(
    ("fares", "words", "brief"),
    [
        (Fares(1), "1 person", "1"),
        (Fares(4), "4 people", "4"),
        (Fares(2, 1), "2 adults, 1 child", "2a 1c"),
        (Fares(0, 0, 2, 1), "2 foreign adults, 1 foreign child", "2fa 1fc"),
    ],
)
def test_who_is_asked_for(fares: Fares, words: str, brief: str) -> None:
    assert (free_words.people_words(fares), free_words.brief_people(fares)) == (words, brief)


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (ReadingProgress(is_reading=True), "Reading"),
        (ReadingProgress(12, 32, is_reading=True), "Read 12 of 32, two at once"),
        (
            ReadingProgress(12, 32, is_reading=True, waits_until=NOW),
            "The service asks to wait. Goes on at 03:30:00.",
        ),
        (ReadingProgress(12, 32, is_stopped=True), "Stopped at 12 of 32. F5 goes on."),
        (ReadingProgress(is_stopped=True), "Reading was stopped. F5 goes on."),
        (ReadingProgress(29, 32, failed=3, since=NOW), "3 could not be read. As of 03:30."),
        (ReadingProgress(31, 32, failed=1), "1 could not be read."),
        (ReadingProgress(0, 32, is_stopped=True, is_offline=True), ""),
        (ReadingProgress(32, 32), ""),
    ],
)
def test_how_far_it_is_read(progress: ReadingProgress, words: str) -> None:
    assert free_words.state_words(progress) == words


@pytest.mark.parametrize(
    ("found", "asked", "words"),
    [
        (Found((), 12, 3, 0), FOUR, "12 starts for 4 people, 3 with too few seats"),
        (Found((), 1, 0, 0), FOUR, "1 start for 4 people"),
        (Found((), 0, 2, 0), FOUR, "Nothing has 4 seats."),
        (Found((), 0, 0, 0), replace(FOUR, place="Port Blair"), "Nothing has 4 seats with these filters."),
        (
            Found((), 0, 0, 0, (9, 6)),
            replace(FOUR, first_hour=15),
            "Nothing has 4 seats from 15:00. From 09:00 there are 6.",
        ),
        (
            Found((), 0, 0, 0, (9, 1)),
            replace(FOUR, first_hour=15),
            "Nothing has 4 seats from 15:00. From 09:00 there is 1.",
        ),
    ],
)
def test_how_many_there_are(found: Found, asked: FreeQuestion, words: str) -> None:
    assert free_words.count_words(found, asked) == words


@pytest.mark.parametrize(
    ("group", "by_place", "words"),
    [
        (FreeGroup("15:00", FreeStanding.FREE, ()), False, "15:00"),
        (FreeGroup("", FreeStanding.FREE, ()), False, "Time not stated"),
        (FreeGroup("", FreeStanding.FREE, ()), True, "Boats"),
        (FreeGroup("", FreeStanding.UNREAD, ()), False, "Open on this date, times not read yet"),
        (FreeGroup("", FreeStanding.TOO_FEW, ()), True, "Too few seats"),
    ],
)
def test_headings(group: FreeGroup, words: str, *, by_place: bool) -> None:
    assert free_words.group_words(group, replace(FOUR, by_place=by_place)) == words


@pytest.mark.parametrize(
    ("start", "minutes", "said"),
    [
        (
            DIVE,
            0,
            (
                "10:00 to 12:00, Discover scuba dive, Elephant Beach, Swaraj Dweep, 11 seats, Closes 04:00, "
                "15,960.00 for 4 with GST, read 03:30"
            ),
        ),
        (
            SHIP,
            0,
            (
                "11:00 to 17:00, Swaraj Dweep day return, MV Sea Heron, 118 seats, Live count, "
                "10,185.00 for 4 with GST, read 03:30"
            ),
        ),
        (
            SHIP,
            11,
            (
                "11:00 to 17:00, Swaraj Dweep day return, MV Sea Heron, 118 seats, "
                "10,185.00 for 4 with GST, kept 03:30"
            ),
        ),
        (
            UNREAD,
            0,
            "Discover scuba dive, Elephant Beach, Swaraj Dweep, Not read, from 15,960.00, catalogue",
        ),
        (
            replace(DIVE, standing=FreeStanding.GONE, reason="2 seats, too few"),
            0,
            (
                "10:00 to 12:00, Discover scuba dive, Elephant Beach, Swaraj Dweep, 2 seats, too few, "
                "Closes 04:00, 15,960.00 for 4 with GST, read 03:30"
            ),
        ),
    ],
)
def test_a_row_is_heard_in_one_sentence(start: FreeStart, minutes: int, said: str) -> None:
    assert free_words.spoken(start, later(minutes)) == said


def test_a_price_without_stated_gst_says_so() -> None:
    assert DIVE.offer is not None
    start = replace(DIVE, offer=replace(DIVE.offer, gst_percentage=None))
    assert (free_words.price_words(start), free_words.each_words(start)) == ("15,200.00", "GST not stated")
    assert free_words.each_words(DIVE) == "3,800.00 each"
    assert "15,200.00, GST not stated, " in free_words.spoken(start, later(0))
    # Nor is it in what only the catalogue says.
    assert UNREAD.offer is not None
    unread = replace(UNREAD, offer=replace(UNREAD.offer, gst_percentage=None))
    assert (free_words.each_words(unread), free_words.each_words(UNREAD)) == ("GST not stated", "")


def test_what_nobody_states_is_said_to_be_not_stated() -> None:
    assert DIVE.slot is not None
    bare = replace(
        DIVE, slot=replace(DIVE.slot, seats=None, fare=None, closes_at=None, starts=None, ends=None)
    )
    assert free_words.seats_words(bare) == "Seats not stated"
    assert free_words.price_words(bare) == "Not stated"
    assert free_words.closes_on(bare, NOW) == free_words.left_words(bare) == "Not stated"
    assert UNREAD.offer is not None
    assert free_words.price_words(replace(UNREAD, offer=replace(UNREAD.offer, fare=None))) == "Not stated"
    assert free_words.price_words(replace(SHIP, gap="No fare for a child")) == "No fare for a child"


def test_until_when_it_can_be_booked() -> None:
    assert free_words.closes_on(DIVE, NOW) == "04:00, in 30 min"
    assert free_words.closes_on(replace(DIVE, reason="Closed"), NOW) == "04:00"
    assert free_words.closes_on(DIVE, later(60).here) == "04:00"
    assert DIVE.slot is not None
    assert DIVE.slot.closes_at is not None
    tomorrow = replace(DIVE, slot=replace(DIVE.slot, closes_at=DIVE.slot.closes_at.replace(day=22)))
    assert free_words.closes_on(tomorrow, NOW) == "22 Nov 04:00, in 1 d"


def test_seats_beside_those_that_are_wanted() -> None:
    assert free_words.left_words(DIVE) == "11 left, 4 are wanted"
    counted = replace(BOAT, is_live=False, capacity=60)
    assert free_words.left_words(replace(SHIP, departure=counted)) == "Capacity 60, seats are not counted"
    assert free_words.closing_words(replace(SHIP, departure=counted), MOMENT) == "Capacity only"


def test_the_other_starts_say_seats_and_price_or_why_not() -> None:
    assert free_words.other_words(DIVE) == "11 seats, 15,960.00"
    assert free_words.other_words(replace(DIVE, reason="Not open for this date")) == "Not open for this date"


def test_when_it_was_read_is_a_span_where_it_was_not_at_once() -> None:
    read = day_read(slots(slot(1, time(10)), read=later(5)))
    assert free_words.read_words(read) == "Read 03:30 to 03:35"
    assert free_words.offline_words(read) == "As read until 03:35. Seats and fares may have changed."
    assert free_words.read_words(day_read()) == "Read 03:30"
    nothing = DayRead(date(2026, 11, 21))
    assert (free_words.read_words(nothing), free_words.offline_words(nothing)) == (
        "",
        "Nothing is read yet for this date.",
    )


def test_the_end_of_a_reading_is_heard_with_what_there_is() -> None:
    found = Found((), 12, 0, 0)
    said = free_words.heard_at_end(found, FOUR, ReadingProgress(32, 32))
    assert said == "Read 32 of 32. 12 starts for 4 people"
    # Nothing was old enough to be read.
    assert free_words.heard_at_end(found, FOUR, ReadingProgress()) == "12 starts for 4 people"

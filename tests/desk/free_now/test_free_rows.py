"""What a day has for a party, by values alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from decimal import Decimal

import pytest

from app.desk.free_now.free_rows import counts_of, free_on, places_of, starts_of
from app.desk.free_now.values import DayRead, Found, FreeQuestion, FreeStanding, FreeStart
from app.desk.model.boats import Rate
from app.desk.quick_entry.values import Fares
from tests.support.desk.boat_samples import RATES, rate
from tests.support.desk.free_samples import BOAT, DIVE, MOMENT, NOW, WALK, day_read, later, slot, slots
from tests.support.desk.samples import WALLET

FOUR = FreeQuestion(Fares(4))
TEN, ONE, FIVE = (slot(number, time(hour)) for number, hour in ((1, 10), (2, 13), (3, 17)))
READ = day_read(slots(TEN, ONE, FIVE))


def lines(found: Found) -> list[tuple[str, str, list[str]]]:
    """Each heading with its standing, and the starts below it."""

    def said(start: FreeStart) -> str:
        return f"{start.starts:%H:%M} {start.title[:4]}" if start.starts else start.title[:4]

    return [(name, standing, [said(each) for each in rows]) for name, standing, rows in found.groups]


def after(read: DayRead, found: Found, **asked: object) -> Found:
    """What stands on screen after another reading."""
    held = {each.key: each for each in found.rows}
    return free_on(read, replace(FOUR, **asked), NOW, None, held)


def test_starts_stand_by_hour_and_what_is_not_read_below_them() -> None:
    found = free_on(READ, FOUR, NOW)
    assert lines(found) == [
        ("10:00", "free", ["10:00 Disc"]),
        ("13:00", "free", ["13:00 Disc"]),
        ("17:00", "free", ["17:00 Disc"]),
        ("", "unread", ["Sea "]),
    ]
    assert (found.free, found.too_few, found.unread) == (3, 0, 1)


@pytest.mark.parametrize(
    ("asked", "titles"),
    [
        ({"first_hour": 13}, ["13:00 Disc", "17:00 Disc", "Sea "]),
        ({"first_hour": 18}, ["Sea "]),
        ({"place": "Port Blair"}, ["Sea "]),
        ({"typed": "SCUBA swaraj"}, ["10:00 Disc", "13:00 Disc", "17:00 Disc"]),
        ({"typed": "nothing"}, []),
        ({"fares": Fares(12)}, ["Sea ", "10:00 Disc", "13:00 Disc", "17:00 Disc"]),
    ],
)
def test_what_is_asked_leaves_the_rest_out(asked: dict[str, object], titles: list[str]) -> None:
    found = free_on(READ, replace(FOUR, **asked), NOW)
    assert [title for _, _, rows in lines(found) for title in rows] == titles


def test_too_few_seats_stand_last_and_say_how_many() -> None:
    found = free_on(day_read(slots(slot(1, time(10), 2), slot(2, time(13), None))), FOUR, NOW)
    assert lines(found)[0] == ("13:00", "free", ["13:00 Disc"])
    assert lines(found)[-1] == ("", "few", ["10:00 Disc"])
    assert found.rows[-1].reason == "2 seats, 4 are wanted"


def test_where_nothing_is_free_it_is_known_from_when_there_is_something() -> None:
    found = free_on(READ, replace(FOUR, first_hour=20), NOW)
    assert (found.free, found.elsewhere) == (0, (10, 3))
    assert free_on(READ, replace(FOUR, fares=Fares(40), first_hour=20), NOW).elsewhere is None


def test_by_place_boats_come_after_all_places() -> None:
    read = day_read(slots(TEN), slots(slot(5, time(12), activity=502), activity=502), boats=(BOAT,))
    found = free_on(read, replace(FOUR, by_place=True), NOW)
    assert [name for name, _, _ in lines(found)] == ["Port Blair", "Swaraj Dweep", ""]
    assert places_of(read) == ("Port Blair", "Swaraj Dweep")


def test_only_what_the_wallet_pays_for_and_nothing_of_unknown_price() -> None:
    cheap, dear = slot(1, time(10)), replace(slot(2, time(13)), net=Decimal(20_000))
    read = day_read(slots(cheap, dear, replace(slot(3, time(17)), net=None)))
    fits = replace(FOUR, fits_wallet=True)
    assert [each.slot for each in free_on(read, fits, NOW, (WALLET, Decimal(0))).rows] == [cheap]
    assert free_on(read, fits, NOW, None).rows == ()
    assert free_on(read, fits, NOW, (WALLET, Decimal(50_000))).rows == (), "the basket comes first"


# What was shown keeps its place


def test_what_was_shown_stays_with_the_reason_why_it_went() -> None:
    shown = free_on(READ, FOUR, NOW)
    fewer = day_read(slots(replace(TEN, seats=2), replace(ONE, is_open=False, reason="Closed for weather")))
    now = after(fewer, shown)
    assert [each.key for each in now.rows] == [each.key for each in shown.rows]
    assert [(each.standing, each.reason) for each in now.rows[:3]] == [
        (FreeStanding.GONE, "2 seats, too few"),
        (FreeStanding.GONE, "Closed for weather"),
        (FreeStanding.GONE, "Not offered any more"),
    ]
    assert now.free == 0


def test_what_is_back_is_free_again() -> None:
    shown = free_on(READ, FOUR, NOW)
    gone = after(day_read(slots(replace(TEN, seats=0), ONE, FIVE)), shown)
    assert gone.rows[0].reason == "0 seats, too few"
    assert after(READ, gone).rows[0] == shown.rows[0]


def test_what_closes_while_it_is_shown_says_when() -> None:
    shown = free_on(READ, FOUR, NOW)
    held = {each.key: each for each in shown.rows}
    then = later(31).here
    assert free_on(READ, FOUR, then, None, held).rows[0].reason == "Booking closed at 04:00"
    assert [each.slot for each in free_on(READ, FOUR, then).rows[:2]] == [ONE, FIVE], "nobody saw it"


def test_a_start_that_nobody_saw_is_not_shown_when_it_is_closed() -> None:
    closed = replace(TEN, is_open=False, reason="Closed for weather")
    assert free_on(day_read(slots(closed, ONE)), FOUR, NOW).rows[0].slot == ONE


# Prices


def test_the_price_is_for_all_of_them_with_gst() -> None:
    start = free_on(READ, FOUR, NOW).rows[0]
    price = start.price()
    assert price is not None
    assert (price.customer_pays, start.each) == (Decimal("15960.00"), Decimal("3800.00"))
    assert start.least is None


def test_what_is_not_read_costs_at_least_what_the_catalogue_says() -> None:
    start = free_on(READ, FOUR, NOW).rows[-1]
    assert (start.price(), start.least) == (None, Decimal("15960.00"))
    unknown = replace(start, offer=replace(WALK, fare=None))
    assert unknown.least is None


@pytest.mark.parametrize(
    ("fares", "counts", "gap"),
    [
        (Fares(2), [(0, 2)], ""),
        (Fares(2, 1), [(0, 2), (1, 1)], ""),
        (Fares(1, 0, 1, 2), [(0, 1), (2, 1), (3, 2)], ""),
    ],
)
def test_each_travels_by_the_fare_for_it(fares: Fares, counts: list[tuple[int, int]], gap: str) -> None:
    found, why = counts_of(fares, RATES)
    assert [(RATES.index(rate), count) for rate, count in found] == counts
    assert why == gap


@pytest.mark.parametrize(
    ("fares", "rates", "gap"),
    [
        (Fares(2, 1), RATES[:1], "No fare for a child"),
        (Fares(1), RATES[1:], "No fare for an adult"),
        (Fares(0, 0, 1), RATES[:2], "No fare for a foreign adult"),
        (Fares(0, 0, 0, 1), RATES[:3], "No fare for a foreign child"),
    ],
)
def test_without_a_fare_for_somebody_there_is_no_sum(fares: Fares, rates: tuple[Rate, ...], gap: str) -> None:
    read = day_read(boats=(replace(BOAT, rates=rates),))
    start = free_on(read, FreeQuestion(fares), NOW).rows[0]
    assert (start.gap, start.price(), start.draft(MOMENT)) == (gap, None, None)


def test_a_child_is_neither_an_infant_nor_a_senior() -> None:
    infant = rate("Infant", "INDIAN", (0, 2), 100, 90)
    child, senior = rate("Child", "INDIAN", (3, 11), 1200, 1100), rate("Senior", "INDIAN", (60, 99), 900, 800)
    assert counts_of(Fares(0, 1), (RATES[0], infant, senior, child)) == (((child, 1),), "")
    assert counts_of(Fares(0, 1), (RATES[0], senior)) == ((), "No fare for a child")
    young, old = rate("Child", "INDIAN", (3, 8), 1, 1), rate("Child", "INDIAN", (8, 11), 2, 2)
    assert counts_of(Fares(0, 1), (young, old))[1] == "Several fares, it depends on who travels"
    assert counts_of(Fares(1), (RATES[0], rate("Adult deck", "INDIAN", (12, 99), 9000, 8000)))[0] == ()


def test_a_fare_for_everybody_is_taken_where_none_names_the_nationality() -> None:
    mixed = replace(RATES[0], nationality="MIXED", fare=Decimal(1000))
    assert counts_of(Fares(1), (mixed, RATES[0]))[0][0][0] == RATES[0]
    assert counts_of(Fares(0, 0, 1), (mixed, RATES[0]))[0][0][0] == mixed


def test_a_boat_without_a_count_offers_its_capacity_and_is_never_live() -> None:
    read = day_read(boats=(replace(BOAT, is_live=False, seats=None, capacity=60),))
    start = free_on(read, FOUR, NOW).rows[0]
    assert (start.left, start.has_capacity_only, start.is_live(MOMENT)) == (60, True, False)
    assert free_on(read, FreeQuestion(Fares(61)), NOW).too_few == 1


def test_a_count_is_called_live_for_ten_minutes() -> None:
    start: FreeStart = free_on(READ, FOUR, NOW).rows[0]
    assert [start.is_live(later(minutes)) for minutes in (0, 9.9, 10.1)] == [True, True, False]


def test_the_other_starts_of_a_trip_are_those_that_cannot_be_sold_too() -> None:
    closed = replace(FIVE, is_open=False, reason="Not open for this date")
    read = day_read(slots(closed, TEN, replace(ONE, seats=2)))
    found = starts_of(f"activity {DIVE.activity_id}", read, FOUR, NOW)
    assert [(each.starts, each.reason) for each in found] == [
        (time(10), ""),
        (time(13), "2 seats, 4 are wanted"),
        (time(17), "Not open for this date"),
    ]

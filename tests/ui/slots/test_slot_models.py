"""What day and slot tiles say, which keys pick slots, and how long reasons are told."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from app.desk.model.activities import Came, DaySlots, Slot
from app.desk.model.formats import EN_DASH
from app.ui.slots.sale_form import slot_heading, slot_line
from app.ui.slots.slot_board import worth_knowing
from app.ui.slots.slot_model import SlotModel, spoken_slot
from app.ui.slots.week_model import DayTile, WeekModel
from tests.support.desk.samples import NOW, SLOT, TODAY, moment

FULL = replace(SLOT, slot_id=32, seats=0, is_open=False, reason="No seats left")
CLOSED = replace(SLOT, slot_id=33, is_open=False, reason="Booking closed at 06:00")
LATER = replace(SLOT, slot_id=34, fare=Decimal("4200.00"), seats=9)


def day(*slots: Slot, reason: str = "", set_aside: tuple[str, ...] = ()) -> DaySlots:
    return DaySlots(501, TODAY, slots, reason, set_aside, moment(NOW))


@pytest.mark.parametrize(
    ("tile", "state", "seats", "spoken"),
    [
        (DayTile(TODAY), "", "", "Sat 21 Nov, reading"),
        (DayTile(TODAY, failure="No answer"), "Not read", "", "Sat 21 Nov, Not read"),
        (DayTile(TODAY, day(SLOT, LATER, FULL)), "3,800", "20 seats", "Sat 21 Nov, from 3,800, 20 seats"),
        (DayTile(TODAY, day(replace(SLOT, fare=None, seats=None))), "Open", "", "Sat 21 Nov, from Open"),
        (DayTile(TODAY, day(SLOT, replace(LATER, seats=None))), "3,800", "", "Sat 21 Nov, from 3,800"),
        (DayTile(TODAY, day(FULL)), "Full", "", "Sat 21 Nov, Full"),
        (DayTile(TODAY, day(FULL, CLOSED)), "Closed", "", "Sat 21 Nov, Closed"),
        (DayTile(TODAY, day()), "No slots", "", "Sat 21 Nov, No slots"),
        (DayTile(TODAY, day(reason="Closed for weather")), "Closed for weather", "", None),
    ],
)
def test_what_a_day_tile_says(tile: DayTile, state: str, seats: str, spoken: str | None) -> None:
    assert (tile.state, tile.seats) == (state, seats)
    assert tile.spoken() == (spoken or f"Sat 21 Nov, {state}")


def test_headings_name_the_month_where_it_is_needed() -> None:
    assert DayTile(TODAY).heading(is_first=True) == "Sat 21 Nov"
    assert DayTile(TODAY).heading(is_first=False) == "Sat 21"
    assert DayTile(date(2026, 12, 1)).heading(is_first=False) == "Tue 1 Dec"


def test_the_strip_keeps_what_was_read_when_it_moves() -> None:
    model = WeekModel(TODAY)
    model.put_slots(replace(day(SLOT), day=TODAY + timedelta(days=6)))
    model.put_slots(replace(day(SLOT), day=TODAY + timedelta(days=60)))
    model.show_week(TODAY + timedelta(days=6))
    first = model.tile_of(model.first)
    assert first is not None
    assert first.is_open
    assert model.tile_of(TODAY) is None
    assert model.rowCount() == 7
    assert model.rowCount(model.index(0)) == 0
    assert model.data(model.index(0)) == "Fri 27 Nov"
    assert model.data(model.index(7)) is None


def test_a_failure_leaves_what_was_read() -> None:
    model = WeekModel(TODAY)
    model.put_slots(day(SLOT))
    model.put_failure(TODAY, "No answer")
    tile = model.tile_of(TODAY)
    assert tile is not None
    assert (tile.is_open, tile.failure) == (True, "No answer")


def test_numbers_skip_what_cannot_be_booked() -> None:
    model = SlotModel(NOW)
    model.show_slots((FULL, SLOT, CLOSED, LATER), NOW)
    assert [model.number_of(row) for row in range(4)] == [0, 1, 0, 2]
    assert (model.row_numbered(2), model.row_numbered(3)) == (3, -1)
    # One without seats can be watched for them, which has no number.
    assert all(model.flags(model.index(row)) for row in (0, 1))
    assert not model.flags(model.index(2))


def test_there_are_nine_number_keys() -> None:
    model = SlotModel(NOW)
    model.show_slots(tuple(replace(SLOT, slot_id=number) for number in range(11)), NOW)
    assert [model.number_of(row) for row in (8, 9)] == [9, 0]


def test_slots_close_in_place() -> None:
    model = SlotModel(NOW)
    model.show_slots((SLOT, LATER), NOW)
    resets: list[str] = []
    model.modelReset.connect(lambda: resets.append("reset"))
    assert SLOT.closes_at is not None
    model.show_slots((SLOT, replace(LATER, closes_at=None)), SLOT.closes_at)
    assert [slot.is_open for slot in model.slots] == [False, True]
    assert resets == []
    assert model.data(model.index(0)) == f"13:00 {EN_DASH} 15:00"


def test_skeletons_stand_while_a_day_is_read() -> None:
    model = SlotModel(NOW)
    model.show_reading(blocks=False)
    assert model.rowCount() == 0
    model.show_reading(blocks=True)
    assert model.rowCount() == 6
    assert model.number_of(0) == 0
    assert model.data(model.index(0)) is None
    assert model.rowCount(model.index(0)) == 0


def test_a_slot_is_told_in_one_sentence() -> None:
    assert spoken_slot(SLOT, NOW, 2, net_shown=False) == (
        "2, 13:00 to 15:00, Afternoon dive 1, 3,800.00, 11 seats, closes in 1 hour 18 minutes"
    )
    assert "Net 3,400.00" in spoken_slot(SLOT, NOW, net_shown=True)
    assert (
        spoken_slot(CLOSED, NOW, net_shown=True)
        == "13:00 to 15:00, Afternoon dive 1, Booking closed at 06:00"
    )
    bare = replace(SLOT, starts=None, window="All day", fare=None, net=None, seats=None, closes_at=None)
    assert (
        spoken_slot(bare, NOW, net_shown=True) == "All day, Afternoon dive 1, Fare not stated, Net not stated"
    )


def test_what_is_worth_knowing_of_a_day() -> None:
    own = replace(SLOT, has_own_cutoff=True, cutoff_minutes=30)
    assert worth_knowing(day(own)) == "13:00 slot has its own cutoff, 30 min before start"
    assert worth_knowing(day(SLOT)) == ""
    assert worth_knowing(day(replace(own, starts=None))) == ""
    assert worth_knowing(day(own, set_aside=("Entry 1",))) == "1 entry could not be read"
    assert worth_knowing(day(set_aside=("1", "2"))) == "2 entries could not be read"
    assert worth_knowing(replace(day(own), came=Came(1, 4))) == "1 of 4 came"
    assert worth_knowing(replace(day(own), came=Came(1))) == "only the first 1 came"
    assert worth_knowing(replace(day(set_aside=("1",)), came=Came(1, 4))) == (
        "1 entry could not be read, 1 of 4 came"
    )


def test_the_head_of_the_form() -> None:
    assert slot_heading(None) == "No slot chosen"
    assert slot_line(None) == "Press its number, or click it"
    assert slot_line(CLOSED) == "Booking closed at 06:00"
    assert slot_line(SLOT).startswith("11 seats left, closes at ")
    assert slot_line(replace(SLOT, seats=None, closes_at=None)) == ""

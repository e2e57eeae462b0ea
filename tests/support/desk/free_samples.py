"""What was read of a day, for tests of what is free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal

from app.api.messages.spellings import ItemId
from app.desk.free_now.values import DayRead
from app.desk.model.activities import ActivityCatalogue, DaySlots, Slot, Span
from app.desk.model.boats import Departure, DepartureList
from app.desk.model.moment import Moment
from tests.support.desk.boat_samples import DEPARTURE
from tests.support.desk.samples import OFFER, SLOT, TODAY

NOW = datetime(2026, 11, 21, 3, 30, tzinfo=UTC)
"""Nine in the morning where the trips are."""
MOMENT = Moment(NOW, NOW, 0.0)
DIVE = replace(OFFER, fare=Span(Decimal(3800), Decimal(4200)))
WALK = replace(DIVE, activity_id=502, title="Sea walk, North Bay", place="Port Blair")
BOAT = replace(DEPARTURE, day=TODAY, departs=time(11), returns=time(17), close_days=0)


def later(minutes: float) -> Moment:
    """So long after `MOMENT`, by all clocks."""
    at = NOW + timedelta(minutes=minutes)
    return Moment(at, at, 60 * minutes)


def slot(number: int, starts: time, seats: int | None = 11, *, activity: ItemId = 501) -> Slot:
    """An open slot of two hours, which closes half an hour before."""
    ends = time(starts.hour + 2, starts.minute)
    closes = datetime.combine(TODAY, starts, UTC) - timedelta(hours=6)
    return replace(
        SLOT, activity_id=activity, slot_id=number, starts=starts, ends=ends, seats=seats, closes_at=closes
    )


def slots(*some: Slot, activity: ItemId = 501, read: Moment = MOMENT) -> DaySlots:
    """The slots of an activity, as they were read."""
    return DaySlots(activity, TODAY, some, "", (), read)


def day_read(*found: DaySlots, boats: Iterable[Departure] = ()) -> DayRead:
    """The day with two activities, of which these were read, and these boats."""
    catalogue = ActivityCatalogue(TODAY, (DIVE, WALK), (), MOMENT)
    departures = DepartureList(TODAY, tuple(boats), "", (), MOMENT)
    return DayRead(TODAY, catalogue, departures).with_slots({each.activity_id: each for each in found})

"""Until when a sale can be booked, and which of the todays a travel date is past for."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

from app.desk.model.activities import ActivityDraft, DaySlots
from app.desk.model.boats import BoatDraft
from app.desk.service.cutoffs import (
    Todays,
    closed_words,
    closes_at,
    day_as_of,
    departure_as_of,
    draft_as_of,
    todays,
    travel_day,
)
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.desk.samples import OFFER, SLOT, moment

INDIA = timezone(timedelta(hours=5, minutes=30))
CLOSES = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
DRAFT = ActivityDraft(OFFER, replace(SLOT, closes_at=CLOSES))
SECOND = timedelta(seconds=1)
DAY = BOAT_DRAFT.departure.day
DAY_BEFORE = replace(BOAT_DRAFT, departure=replace(BOAT_DRAFT.departure, close_days=1, departs=time(7, 15)))


def test_a_slot_closes_with_its_cutoff() -> None:
    assert closes_at(DRAFT, CLOSES) == CLOSES
    assert draft_as_of(DRAFT, CLOSES - SECOND) is DRAFT
    closed = draft_as_of(DRAFT, CLOSES)
    assert closes_at(closed, CLOSES) is None
    empty = ActivityDraft(OFFER)
    assert (closes_at(empty, CLOSES), travel_day(empty)) == (None, None)
    assert draft_as_of(empty, CLOSES) is empty
    assert travel_day(DRAFT) == SLOT.day
    day = DaySlots(SLOT.activity_id, SLOT.day, (SLOT,), "", (), moment(CLOSES))
    assert [each.is_open for each in day_as_of(day, CLOSES).slots] == [False]


def test_a_boat_closes_with_its_last_day_or_when_it_has_left() -> None:
    midnight = datetime.combine(DAY, time(), INDIA)
    assert closes_at(DAY_BEFORE, midnight - SECOND) == midnight
    assert draft_as_of(DAY_BEFORE, midnight - SECOND) is DAY_BEFORE
    closed = draft_as_of(DAY_BEFORE, midnight)
    assert isinstance(closed, BoatDraft)
    assert closes_at(closed, midnight) is None
    assert departure_as_of(closed.departure, midnight) is closed.departure
    same_day = replace(DAY_BEFORE, departure=replace(DAY_BEFORE.departure, close_days=None))
    assert closes_at(same_day, midnight) == datetime.combine(DAY, time(7, 15), INDIA)
    endless = replace(same_day, departure=replace(same_day.departure, departs=None))
    assert closes_at(endless, midnight) is None
    assert travel_day(endless) == DAY
    assert closed_words(None, time(7, 15), DAY, midnight + timedelta(hours=8)) == "Left at 07:15"


@pytest.mark.parametrize("hour", range(24))
def test_an_ordinary_desk_is_never_warned_of_its_own_day(hour: int) -> None:
    """Where the counter has the service's zone, UTC alone is behind, and only in the small hours."""
    now = datetime(2026, 11, 21, hour, 7, tzinfo=INDIA)
    found = todays(now, now)
    assert found.warning(date(2026, 11, 21)) == ""
    assert found.warning(date(2026, 11, 22)) == ""
    is_behind = hour < 5 or (hour, now.minute) < (5, 30)
    assert bool(found.warning(date(2026, 11, 20))) is is_behind
    assert found.earliest == date(2026, 11, 20 if is_behind else 21)


def test_a_desk_far_to_the_west_is_warned_of_its_evening() -> None:
    evening = datetime(2026, 11, 20, 20, 0, tzinfo=timezone(timedelta(hours=-5)))
    found = todays(evening, evening.astimezone(INDIA))
    assert found == Todays(date(2026, 11, 20), date(2026, 11, 21), date(2026, 11, 21))
    assert found.warning(date(2026, 11, 20)) == (
        "It is 20 Nov on this computer, 21 Nov at the service, 21 Nov in UTC. "
        "The service decides whether 20 Nov can still be booked."
    )
    assert found.warning(date(2026, 11, 19)) == found.warning(date(2026, 11, 21)) == ""

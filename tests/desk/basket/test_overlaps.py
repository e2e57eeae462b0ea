"""Trips of one customer that overlap in time."""

from dataclasses import replace
from datetime import time, timedelta

import pytest

from app.core.language import speaking
from app.desk.basket.overlaps import overlaps
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft
from tests.support.desk.boat_samples import BOAT_DRAFT, DEPARTURE, JANA
from tests.support.desk.samples import DRAFT, SLOT

BOAT = replace(BOAT_DRAFT, departure=replace(DEPARTURE, day=SLOT.day))
OTHER_BOAT = replace(BOAT, departure=replace(BOAT.departure, schedule_id=8802))
AT_NIGHT = replace(BOAT.departure, day=SLOT.day - timedelta(days=1), departs=time(22), returns=time(14))


def at(starts: time | None, ends: time | None) -> Draft:
    """Another activity at that time of the day of `DRAFT`."""
    return replace(DRAFT, slot=replace(SLOT, slot_id=32, starts=starts, ends=ends))


def boat(returns: time | None) -> BoatDraft:
    return replace(BOAT, departure=replace(BOAT.departure, returns=returns))


@pytest.mark.parametrize(
    ("drafts", "number"),
    [
        ((), 0),
        ((DRAFT,), 0),
        ((DRAFT, BOAT), 1),
        ((DRAFT, BOAT_DRAFT), 0),
        ((DRAFT, at(time(14, 59), time(16))), 1),
        ((DRAFT, at(time(15), time(16))), 0),
        ((DRAFT, at(time(12), time(13))), 0),
        ((DRAFT, at(time(14), None)), 0),
        ((DRAFT, at(None, time(14))), 0),
        ((DRAFT, boat(None)), 0),
        ((DRAFT, replace(DRAFT, slot=None)), 0),
        # An activity that ends before it begins is not understood; a boat returns on the next day.
        ((BOAT, at(time(9), time(8))), 0),
        ((DRAFT, replace(BOAT, departure=AT_NIGHT)), 1),
        # More seats on one trip.
        ((DRAFT, replace(DRAFT, qty=3)), 0),
        ((BOAT, OTHER_BOAT), 1),
        ((BOAT, replace(OTHER_BOAT, passengers=(replace(JANA, traveler_name="jana  katharina VOGEL"),))), 1),
        ((BOAT, replace(OTHER_BOAT, passengers=(replace(JANA, traveler_name="Somebody Else"),))), 0),
        ((BOAT, replace(OTHER_BOAT, passengers=(replace(JANA, traveler_name=""),))), 1),
        ((DRAFT, BOAT, OTHER_BOAT), 3),
    ],
)
def test_only_known_times_of_people_who_may_be_the_same_overlap(
    drafts: tuple[Draft, ...], number: int
) -> None:
    assert len(overlaps(drafts)) == number
    assert len(overlaps(reversed(drafts))) == number


def test_the_sentence_names_both_trips_with_their_times_the_earlier_first() -> None:
    boat, dive = f"{DEPARTURE.name} (07:15 \u2013 17:30)", f"{DRAFT.offer.title} (13:00 \u2013 15:00)"
    expected = f"At the same time on 21 Nov: {boat} and {dive}."
    assert overlaps((DRAFT, BOAT)) == overlaps((BOAT, DRAFT)) == (expected,)
    with speaking("hi"):
        assert overlaps((DRAFT, BOAT)) != (expected,)

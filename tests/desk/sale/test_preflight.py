"""What the last look says of a slot that has gone, and of a sale that has no price."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from tests.support.counter import Counter
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT


async def _on_a_slot_that_has_gone(counter: Counter) -> ActivityDraft:
    draft = await counter.draft()
    assert draft.slot is not None
    return replace(draft, slot=replace(draft.slot, slot_id=999_999))


async def test_a_slot_that_has_gone_is_closed_and_says_so(counter: Counter) -> None:
    found = await counter.desk.selling.preflight(await _on_a_slot_that_has_gone(counter))
    assert isinstance(found.draft, ActivityDraft)
    assert found.draft.slot is not None
    assert (found.draft.slot.is_open, found.draft.slot.reason) == (False, "No longer offered")
    assert found.blocked


async def test_each_look_is_a_sale_of_its_own_and_nothing_stops_a_good_one(counter: Counter) -> None:
    draft = await counter.draft()
    first, second = await counter.desk.selling.preflight(draft), await counter.desk.selling.preflight(draft)
    assert first.intent_id != second.intent_id
    assert (first.blocked, first.changes) == ("", ())


async def test_a_slot_without_a_price_is_not_sold(counter: Counter) -> None:
    draft = await _on_a_slot_that_has_gone(counter)
    assert draft.slot is not None
    with pytest.raises(DeskError) as caught:
        await counter.desk.selling.preflight(replace(draft, slot=replace(draft.slot, net=None)))
    advice = caught.value.advice
    assert advice.what == "The service states no price for this slot."
    assert (advice.action, advice.field) == ("Pick another slot.", "slot")


async def test_a_passenger_without_a_fare_is_not_sold(counter: Counter) -> None:
    await counter.desk.wallet.read()
    found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
    departure = next(each for each in found.departures if each.trip_name == BOAT_DRAFT.departure.trip_name)
    unknown = replace(ARJUN, age="")
    with pytest.raises(DeskError) as caught:
        await counter.desk.selling.preflight(replace(BOAT_DRAFT, departure=departure, passengers=(unknown,)))
    advice = caught.value.advice
    assert advice.what == "A passenger has no fare on this trip."
    assert (advice.action, advice.field) == ("Look at age and nationality.", "departure")

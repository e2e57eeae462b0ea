"""Ids that are no plain numbers are kept and sent back exactly as they came, and nothing is lost by them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.cancellation.order import choice_kept, same_order
from app.desk.cancellation.refund_quote import AcceptedQuote, Booking, Cancelled
from app.desk.model.booking import TravellerChoice
from app.desk.model.sale import UnknownOutcome
from app.desk.quotations.quotation import quoted_trip, trips_shape
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.store.journal.states import State
from tests.support.counter import AS_ON, Counter, open_counter, open_desk, tomorrow_at_ten
from tests.support.desk.virtual_time import nobody

HABITS = ("ids-as-uuid", "ids-with-zeros")
BESIDE = ("numbers-as-text", "list-by-id", "single-object", "plain-ids", "comment-behind")
"""What is near to ids, or stands around everything."""


@pytest.mark.parametrize("others", [(), BESIDE])
@pytest.mark.parametrize("habit", HABITS)
async def test_a_boat_is_sold_and_its_travellers_are_cancelled(
    habit: str, others: tuple[str, ...], tmp_path: Path
) -> None:
    async with open_counter(tmp_path / "desk", habits=(habit, *others)) as counter:
        draft = await counter.boat()
        assert draft.departure.identity is not None
        receipt = await counter.book(draft)
        quote = await _two_of(counter, receipt.booking_ref)
        ended = await counter.desk.cancellation.confirm(quote, nobody)
        assert isinstance(ended, Cancelled)
        (booking,) = counter.world.bookings
        assert len(booking.active_seats) == 2
        sold, cancelled = counter.journal.attempts()
    assert (sold.state, cancelled.state) == (State.SETTLED, State.CANCELLED)
    assert sold.facts["schedule_id"] == draft.departure.schedule_id
    chosen = quote.quote.choice
    assert isinstance(chosen, TravellerChoice)
    assert cancelled.facts["passenger_ids"] == ",".join(map(str, chosen.ids))
    assert choice_kept(cancelled) == chosen
    assert {type(each) for each in chosen.ids} == {str}
    assert same_order(cancelled).content_sha256 == cancelled.facts["content_sha256"]


async def _two_of(counter: Counter, booking_ref: str) -> AcceptedQuote:
    cancelling = counter.desk.cancellation
    people = (await cancelling.booking(booking_ref, is_boat=True)).travellers
    choice = TravellerChoice(people[:2])
    quote = await cancelling.quote(Booking(booking_ref, is_boat=True, qty=4), choice)
    return cancelling.accept(quote, choice, has_read=True)


@pytest.mark.parametrize("habit", HABITS)
async def test_a_desk_that_begins_anew_finds_the_end_of_its_sale(habit: str, tmp_path: Path) -> None:
    world = World(like=AS_ON, clock=tomorrow_at_ten)
    with PracticeServer(world, Faults(), habits=(habit,)) as server:
        async with open_desk(tmp_path, server) as counter:
            draft = await counter.draft()
            preflight = await counter.desk.selling.preflight(draft)
            counter.faults.after_work("create_booking", silent=False)
            assert isinstance(await counter.desk.selling.book(preflight, nobody), UnknownOutcome)
        async with open_desk(tmp_path, server) as counter:
            (attempt,) = counter.journal.attempts()
            assert attempt.state is State.UNKNOWN
            await counter.desk.unknown_outcomes.look(attempt.request_id)
            (found,) = counter.journal.attempts()
            assert found.state is State.RESOLVED_BOOKED
            assert found.facts["booking_ref"] == world.bookings[0].ref
            assert draft.slot is not None
            assert found.facts["availability_id"] == draft.slot.availability_id


@pytest.mark.parametrize("habit", HABITS)
async def test_what_is_kept_is_given_back_as_it_was(habit: str, tmp_path: Path) -> None:
    async with open_counter(tmp_path / "desk", habits=(habit,)) as counter:
        activity, boat = await counter.draft(), await counter.boat()
        desk = counter.desk
        today = desk.reader.today()
        memory = memory_of(tmp_path / "memory")
        profile = desk.reader.profile
        offers, slots = await desk.catalogue.activities(today), await desk.reader.slots(activity.offer, today)
        departures = await desk.catalogue.departures(today + timedelta(days=1))
        await memory.keep_activities(profile, offers)
        await memory.keep_departures(profile, departures)
        await memory.keep_starts(profile, slots, today)
        assert await memory.activities(profile, today) == offers
        assert await memory.departures(profile, departures.day) == departures
        assert await memory.starts(profile) == {activity.offer.activity_id: {today: slots.starts}}
        trips = tuple(filter(None, (quoted_trip(each, desk.reader.now_here()) for each in (activity, boat))))
        assert len(trips) == 2
        assert trips_shape().validate_json(trips_shape().dump_json(trips)) == trips

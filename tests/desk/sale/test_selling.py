"""What may pass between the last look and the sale, against the real practice service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from app.desk.model.moment import Moment
from app.desk.model.sale import NotSold, Preflight, Progress, Receipt
from tests.support.counter import Counter
from tests.support.desk.virtual_time import VirtualTime, service, timed_desk


@pytest.fixture
def clock() -> VirtualTime:
    """Time that stands still until it is let pass."""
    return VirtualTime()


@pytest.fixture
async def counter(tmp_path: Path, clock: VirtualTime) -> AsyncGenerator[Counter]:
    """A desk in that time."""
    with service() as server:
        async with timed_desk(tmp_path / "desk", clock, server) as opened:
            yield opened


def _ignore(_: Progress) -> None:
    """No one watches."""


async def _looked(counter: Counter) -> Preflight:
    return await counter.desk.selling.preflight(await counter.draft())


async def _booked(counter: Counter, preflight: Preflight) -> object:
    return await counter.desk.selling.book(preflight, _ignore)


def _raise_fare(counter: Counter, preflight: Preflight) -> None:
    draft = preflight.draft
    assert isinstance(draft, ActivityDraft)
    counter.world.shift_price(int(draft.offer.activity_id), 8000)


async def test_a_look_of_two_minutes_is_sent(counter: Counter, clock: VirtualTime) -> None:
    preflight = await _looked(counter)
    _raise_fare(counter, preflight)
    clock.let_pass(119)
    assert isinstance(await _booked(counter, preflight), Receipt)


async def test_an_old_look_is_made_again_and_sent_when_nothing_differs(
    counter: Counter, clock: VirtualTime
) -> None:
    preflight = await _looked(counter)
    clock.let_pass(600)
    assert isinstance(await _booked(counter, preflight), Receipt)
    assert len(counter.world.bookings) == 1


async def test_a_fare_that_rose_meanwhile_is_not_sold_unseen(counter: Counter, clock: VirtualTime) -> None:
    preflight = await _looked(counter)
    _raise_fare(counter, preflight)
    clock.let_pass(121)
    again = await _booked(counter, preflight)
    assert isinstance(again, Preflight)
    assert counter.world.bookings == ()
    assert counter.journal.attempts() == ()
    assert [(each.what, each.is_net) for each in again.changes] == [
        ("Fare per person", False),
        ("Net per person", True),
    ]
    assert again.intent_id == preflight.intent_id
    assert again.price.payable > preflight.price.payable
    receipt = await _booked(counter, again)
    assert isinstance(receipt, Receipt)
    assert receipt.total_debited == again.price.payable


async def test_a_wallet_that_moved_meanwhile_is_shown_first(counter: Counter, clock: VirtualTime) -> None:
    preflight = await _looked(counter)
    counter.world.set_wallet(cash=90_000, credit_left=10)
    clock.let_pass(121)
    again = await _booked(counter, preflight)
    assert isinstance(again, Preflight)
    assert [(each.what, each.new, each.is_net) for each in again.changes] == [
        ("Cash", "90,000.00", True),
        ("Credit left", "10.00", True),
    ]
    assert isinstance(await _booked(counter, again), Receipt)


async def test_a_wallet_that_is_too_small_by_now_stops_it(counter: Counter, clock: VirtualTime) -> None:
    preflight = await _looked(counter)
    counter.world.set_wallet(cash=1, credit_left=0)
    clock.let_pass(121)
    again = await _booked(counter, preflight)
    assert isinstance(again, Preflight)
    assert again.split.missing
    assert "cannot cover this" in again.blocked
    # What is blocked is never sent, however fresh.
    assert isinstance(await _booked(counter, again), Preflight)
    assert counter.world.bookings == ()


@pytest.mark.parametrize("seconds", [-3600, -1, 121, 86_400])
async def test_a_clock_that_was_set_makes_a_look_old(
    counter: Counter, clock: VirtualTime, seconds: float
) -> None:
    preflight = await _looked(counter)
    _raise_fare(counter, preflight)
    clock.set_forward(seconds)
    assert isinstance(await _booked(counter, preflight), Preflight)


async def test_a_look_of_the_day_before_is_old(counter: Counter) -> None:
    preflight = await _looked(counter)
    _raise_fare(counter, preflight)
    told = preflight.looked.service
    assert told is not None
    yesterday = preflight.looked._replace(service=told - timedelta(days=1))
    assert isinstance(await _booked(counter, replace(preflight, looked=yesterday)), Preflight)


async def test_a_computer_that_slept_makes_a_look_old(counter: Counter) -> None:
    preflight = await _looked(counter)
    _raise_fare(counter, preflight)
    here, there, boot = preflight.looked
    assert isinstance(
        await _booked(counter, replace(preflight, looked=Moment(here, there, boot - 121))), Preflight
    )


async def test_a_slot_that_closed_since_is_not_sent(counter: Counter) -> None:
    preflight = await _looked(counter)
    draft = preflight.draft
    assert isinstance(draft, ActivityDraft)
    assert draft.slot is not None
    passed = replace(draft.slot, closes_at=counter.desk.reader.service_now() - timedelta(seconds=1))
    counter.faults.before_work("search_availability", silent=False, times=None)
    # It is looked at again, and that look fails.
    with pytest.raises(DeskError):
        await _booked(counter, replace(preflight, draft=replace(draft, slot=passed)))
    assert counter.journal.attempts() == ()


async def test_one_sale_checked_twice_is_sold_once(counter: Counter) -> None:
    draft = await counter.draft()
    looks = [await counter.desk.selling.preflight(draft) for _ in range(2)]
    ended = await asyncio.gather(*(_booked(counter, each) for each in looks), return_exceptions=True)
    assert len(counter.world.bookings) == 1
    assert sum(isinstance(each, Receipt) for each in ended) == 1
    assert sum(isinstance(each, (NotSold, DeskError)) for each in ended) == 1


async def test_a_sale_like_one_made_since_its_look_is_looked_at_again(counter: Counter) -> None:
    draft = await counter.draft()
    first, second = [await counter.desk.selling.preflight(draft) for _ in range(2)]
    assert isinstance(await _booked(counter, first), Receipt)
    with pytest.raises(DeskError, match="The same sale was made a moment ago"):
        await _booked(counter, second)
    assert len(counter.world.bookings) == 1
    again = await counter.desk.selling.preflight(draft)
    assert [each.what for each in again.changes] == ["This customer has the same booking"]
    assert isinstance(await _booked(counter, again), Receipt)

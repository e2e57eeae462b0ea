"""What may pass between the last look and the sale, against the real practice service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.cancellation.refund_quote import Cancelled
from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from app.desk.model.moment import Moment
from app.desk.model.sale import NotSold, Preflight, Progress, Receipt, Step
from app.practice.service.faults import CONFIRM
from app.practice.world.orders import CancelOrder, OrderModule
from tests.support.counter import Counter, accepted_seats
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


async def test_an_old_look_is_said_to_be_made_again_before_anything_is_written(
    counter: Counter, clock: VirtualTime
) -> None:
    steps: list[Step] = []
    preflight = await _looked(counter)
    clock.let_pass(600)
    receipt = await counter.desk.selling.book(preflight, lambda told: steps.append(told.step))
    assert isinstance(receipt, Receipt)
    assert steps == [Step.CHECKING, Step.WRITTEN, Step.SENT, Step.ANSWERED, Step.COMPARED]


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


async def _release(counter: Counter, ref: str, qty: int) -> object:
    booking, _ = await counter.desk.cancellation.find(ref, is_boat=False)
    order = await accepted_seats(counter.desk, booking, qty)
    return await counter.desk.cancellation.confirm(order, _ignore)


async def _told(counter: Counter, qty: int = 2) -> list[tuple[str, str]]:
    found = await counter.desk.selling.preflight(await counter.draft(qty=qty))
    return [(each.what, each.old) for each in found.changes]


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_sale_that_is_wholly_cancelled_is_not_told_as_made_before(
    *, at_once: bool, counter: Counter
) -> None:
    ref = (await counter.sell(qty=2)).booking_ref
    for qty in [2] if at_once else [1, 1]:
        assert await _told(counter) == [("This customer has the same booking", f"PNR {ref}")]
        assert isinstance(await _release(counter, ref, qty), Cancelled)
    assert await _told(counter) == []


async def test_a_cancelled_sale_of_other_seats_is_not_told_as_made_before(counter: Counter) -> None:
    ref = (await counter.sell(qty=2)).booking_ref
    assert await _told(counter, 3) == [("This customer was sold the same before", f"2 seats, PNR {ref}")]
    assert isinstance(await _release(counter, ref, 2), Cancelled)
    assert await _told(counter, 3) == []


async def test_a_cancelled_sale_does_not_hide_another_that_was_made_before_it(counter: Counter) -> None:
    standing = (await counter.sell(qty=2)).booking_ref
    gone = (await counter.sell(qty=2)).booking_ref
    assert await _told(counter) == [("This customer has the same booking", f"PNR {gone}")]
    assert isinstance(await _release(counter, gone, 2), Cancelled)
    assert await _told(counter) == [("This customer has the same booking", f"PNR {standing}")]


async def test_a_sale_whose_cancellation_is_not_known_is_told(counter: Counter) -> None:
    ref = (await counter.sell(qty=2)).booking_ref
    counter.faults.after_work(CONFIRM, silent=False)
    assert not isinstance(await _release(counter, ref, 2), Cancelled)
    assert await _told(counter) == [("This customer has the same booking", f"PNR {ref}")]


async def test_a_sale_that_its_status_calls_cancelled_is_not_told(counter: Counter) -> None:
    receipt = await counter.sell(qty=2)
    sale = await counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    counter.world.cancel(CancelOrder("other", receipt.booking_ref, OrderModule.ACTIVITY, 2, ()))
    # Nobody at this counter knows of it before the service is asked.
    assert await _told(counter) == [("This customer has the same booking", f"PNR {receipt.booking_ref}")]
    await counter.desk.bookings.check(sale)
    assert await _told(counter) == []

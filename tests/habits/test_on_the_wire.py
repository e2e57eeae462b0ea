"""A desk sells and cancels at a service on a socket, under each habit: the journal ends as the world does."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.cancellation.refund_quote import Cancelled, booking_of
from app.desk.model.sale import NotSold, Receipt
from app.practice.service.habits import HABITS
from app.practice.world.identity import AGENT_ID
from app.practice.world.world import World
from app.store.journal.states import State
from tests.support.counter import Counter, accepted_seats, open_counter
from tests.support.desk.all_sales import all_sales
from tests.support.desk.virtual_time import nobody

OF_THE_HEAD = ("html-type", "encoding-none", "gzip-unasked", "ticket-inside")
SENT_BACK = ("ids-as-uuid", "ids-with-zeros")
NEVER_SOLD = ("zulu-dates",)
"""Its midnight is that of another day: shown, and not sold."""
SEVERAL = ("gzip-unasked", "ticket-inside", "notice-before", "byte-order-mark", "html-type", "nested-money")


async def sell_and_cancel(counter: Counter) -> None:
    """Two seats, and one of them cancelled; what the desk says of both is what the service has done."""
    desk, world = counter.desk, counter.world
    receipt = await counter.sell()
    (sale,) = world.bookings
    assert receipt.booking_ref in {sale.ref, str(int(sale.ref, 36))}
    assert receipt.total_debited == Decimal(sale.sale.total) / 100
    assert receipt.differences == ()
    order = await accepted_seats(desk, booking_of(all_sales(desk.bookings)[0]), 1)
    outcome = await desk.cancellation.confirm(order, nobody)
    assert isinstance(outcome, Cancelled)
    (booking,) = world.bookings
    assert outcome.refund == Decimal(booking.refunded) / 100
    assert len(booking.active_seats) == 1
    assert {each.state for each in counter.journal.attempts()} == {State.SETTLED, State.CANCELLED}
    wallet = await desk.wallet.read()
    assert wallet.cash == Decimal(world.ledger(AGENT_ID).cash) / 100


@pytest.mark.parametrize("habit", [*OF_THE_HEAD, *SENT_BACK])
async def test_what_is_not_read_alone_is_no_obstacle(habit: str, tmp_path: Path) -> None:
    async with open_counter(tmp_path / "desk", habits=(habit,)) as counter:
        await sell_and_cancel(counter)


async def test_six_at_once_are_no_obstacle(tmp_path: Path) -> None:
    async with open_counter(tmp_path / "desk", habits=SEVERAL) as counter:
        await sell_and_cancel(counter)


@pytest.mark.prove("each is read without a socket each time")
@pytest.mark.parametrize(
    "habit", [each for each in HABITS if each not in {*OF_THE_HEAD, *SENT_BACK, *NEVER_SOLD}]
)
async def test_a_sale_and_a_cancellation_end_as_they_are(habit: str, tmp_path: Path) -> None:
    async with open_counter(tmp_path / "desk", habits=(habit,)) as counter:
        await sell_and_cancel(counter)


@pytest.mark.parametrize("others", [(), ("success-true",), ("code-alone", "notice-before")])
async def test_an_empty_day_that_is_refused_is_an_empty_day(others: tuple[str, ...], tmp_path: Path) -> None:
    async with open_counter(tmp_path / "desk", habits=("empty-is-404", *others)) as counter:
        await counter.slot()
        day = counter.desk.reader.today() + timedelta(days=400)
        (offer, *_) = (await counter.desk.catalogue.activities(day)).offers
        assert (await counter.desk.reader.slots(offer, day)).slots == ()


def sell_out(world: World) -> None:
    """Every seat of the slots that a desk finds first."""
    for slot in world.slots(world.activities[0], world.today):
        world.leave_seats(slot.slot.availability_id, 0)


@pytest.mark.parametrize("others", [(), ("success-flag",), ("code-alone",), ("error-zero", "comment-behind")])
async def test_a_refusal_with_200_is_one_when_the_wallet_is_unmoved(
    others: tuple[str, ...], tmp_path: Path
) -> None:
    async with open_counter(tmp_path / "desk", habits=("refuse-with-200", *others)) as counter:
        counter.faults.change("create_booking", sell_out)
        desk = counter.desk
        outcome = await desk.selling.book(await desk.selling.preflight(await counter.draft()), nobody)
        assert isinstance(outcome, NotSold)
        assert counter.world.bookings == ()
        assert [each.state for each in counter.journal.attempts()] == [State.REJECTED]
        # The next activity is sold as ever.
        assert isinstance(await counter.book(await counter.boat()), Receipt)

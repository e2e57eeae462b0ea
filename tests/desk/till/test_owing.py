"""What is owed at a counter: by customers, and to them after a cancellation."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from app.desk.cancellation.refund_quote import Booking, Cancelled, SeatChoice
from app.desk.desk import DeskOptions
from app.desk.model.office_rules import CustomerRefund, OfficeRules, RefundRule
from app.desk.model.sale import Receipt, Sale
from app.desk.till.due import due_of_sales
from app.desk.till.owing import Owed
from app.desk.till.payment_rules import exact_line
from app.desk.till.payment_values import Payment, PayWay, Refund, in_paise
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from tests.desk.till.test_refunds import WHOLE, paid
from tests.support.counter import Counter, open_desk, tomorrow_at_ten
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    folder = tmp_path / "desk"
    rules = OfficeRules(till=TILL, customer_refund=CustomerRefund(RefundRule.PERCENTAGE, Decimal(0)))
    options = DeskOptions(open_till=partial(open_book, tmp_path / "till"))
    with PracticeServer(World(clock=tomorrow_at_ten), Faults()) as server:
        memory = memory_of(folder, "one")
        async with open_desk(folder, server, local_cache=memory, rules=rules, options=options) as opened:
            yield opened


async def sold(counter: Counter, number: int = 0) -> tuple[Receipt, Sale]:
    """Two seats, and the sale as the bookings know it."""
    receipt = await counter.sell(number)
    await counter.desk.bookings.follow()
    sale = await counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    return receipt, sale


async def cancel(
    counter: Counter, receipt: Receipt, seats: int, of: int = 2, *, is_said: bool = True
) -> None:
    """Cancel so many seats of those that are still booked."""
    cancelling, choice = counter.desk.cancellation, SeatChoice(seats)
    quote = await cancelling.quote(Booking(receipt.booking_ref, is_boat=False, qty=of), choice)
    back = quote.customer.back if is_said else None
    order = cancelling.accept(quote, choice, has_read=True, customer_back=back)
    assert isinstance(await cancelling.confirm(order, lambda _: None), Cancelled)
    await counter.desk.bookings.follow()


async def owed(counter: Counter) -> tuple[Owed, ...]:
    """All that is owed now."""
    return await counter.desk.owing.read()


async def test_what_is_said_to_be_paid_later_is_owed_and_what_nobody_recorded_too(counter: Counter) -> None:
    till = counter.desk.till
    _, sale = await sold(counter)
    payment = Payment(due_of_sales((sale,)))
    await till.record(payment.with_line(exact_line(payment, PayWay.ACCOUNT, "", "Hotel Sea Shell")))
    _, other = await sold(counter, 1)
    first, second = await owed(counter)
    assert (first.due.total, first.account, first.is_recorded) == (payment.due.total, "Hotel Sea Shell", True)
    assert first.due.customer == sale.customer_name
    assert second.due.sales[0].request_id == other.request_id
    assert not second.is_recorded
    await till.record(paid(second.due))
    assert len(await owed(counter)) == 1


async def test_a_cancellation_lowers_what_is_owed(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    whole = due_of_sales((sale,))
    await counter.desk.till.record(paid(whole, typed="100"))
    (before,) = await owed(counter)
    assert before.due.total == whole.total - 100_00
    await cancel(counter, receipt, 1)
    (after,) = await owed(counter)
    # With this rule the customer gets half of it back, and need not pay it.
    assert after.due.total == whole.total // 2 - 100_00
    await cancel(counter, receipt, 1, of=1)
    # Nothing is booked any more: what was paid is to be given back.
    (back,) = await owed(counter)
    assert back.back is not None
    assert (back.due.total, back.back.paid, back.back.is_said, back.back.way) == (
        100_00,
        100_00,
        True,
        PayWay.CASH,
    )


async def test_what_was_paid_and_cancelled_before_it_was_recorded_is_not_owed(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    whole = due_of_sales((sale,))
    half = whole.total // 2
    await counter.desk.till.record(paid(whole, typed=str(Decimal(half) / 100)))
    await cancel(counter, receipt, 1)
    # The half that is still booked is the half that was paid.
    assert await owed(counter) == ()
    assert sale.customer_pays is not None
    assert in_paise(sale.customer_pays) == whole.total


async def test_how_much_nobody_has_said_is_asked_until_something_is_given(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    whole = due_of_sales((sale,))
    await counter.desk.till.record(paid(whole))
    await cancel(counter, receipt, 1, is_said=False)
    (found,) = await owed(counter)
    assert found.back is not None
    assert (found.due.total, found.back.is_said) == (whole.total, False)
    now = await counter.desk.owing.sale_of(receipt.request_id)
    assert now is not None
    again = await counter.desk.owing.back_to(now)
    assert again == found.back
    given = Payment(found.due).with_line(exact_line(Payment(found.due), PayWay.CASH, "1000", "", ""))
    await counter.desk.till.give_back(Refund(given))
    assert await owed(counter) == ()


async def test_who_cancels_before_anything_is_paid_owes_nothing(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    payment = Payment(due_of_sales((sale,)))
    await counter.desk.till.record(payment.with_line(exact_line(payment, PayWay.ACCOUNT, "")))
    assert len(await owed(counter)) == 1
    await cancel(counter, receipt, 2)
    assert await owed(counter) == ()


async def test_nobody_knows_what_is_left_while_nobody_has_said_what_is_given_back(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    payment = Payment(due_of_sales((sale,)))
    await counter.desk.till.record(payment.with_line(exact_line(payment, PayWay.ACCOUNT, "")))
    await cancel(counter, receipt, 1, is_said=False)
    (found,) = await owed(counter)
    assert found.due.total == payment.due.total


async def test_what_a_forgotten_customer_owes_is_owed_without_a_name(counter: Counter) -> None:
    await counter.desk.till.record(paid(WHOLE, typed="1000"))
    (found,) = await owed(counter)
    assert (found.due.customer, found.due.phone, found.due.total) == ("", "", WHOLE.total - 1000_00)

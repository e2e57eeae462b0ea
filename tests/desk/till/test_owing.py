"""What is owed at a counter: by customers, and to them after a cancellation."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.desk.bookings.booking_values import BOUGHT_WITH, MOVED_FROM, MOVED_TO, Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.cancellation.refund_quote import Booking, Cancelled, SeatChoice
from app.desk.desk import DeskOptions, local_now
from app.desk.model.office_rules import CustomerRefund, OfficeRules, RefundRule
from app.desk.model.sale import Receipt, Sale
from app.desk.storm.gets_back import by_till
from app.desk.storm.values import GetsBack
from app.desk.till.due import balance, due_of_sales, less_settled
from app.desk.till.owing import Owed
from app.desk.till.payment_rules import NotTakenError, cash_line, exact_line
from app.desk.till.payment_values import Due, Payment, PayWay, Refund, in_paise, in_rupees, paise_words
from app.desk.till.receipt_text import left_words, sums
from app.desk.till.refund_rules import refund_of
from app.desk.till.shown_payment import shown_recorded
from app.desk.till.standing_words import back_together_words, standing_words, together_words
from app.desk.till.till_day_words import agreement, back_words
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.practice.world.orders import CancelOrder, OrderModule
from tests.desk.till.test_refunds import WHOLE, paid
from tests.support.counter import Counter, open_desk, tomorrow_at_ten
from tests.support.proof import beside_others
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    async with keeping_till(tmp_path) as opened:
        yield opened


@asynccontextmanager
async def keeping_till(place: Path, kept: int = 0) -> AsyncGenerator[Counter]:
    """A desk with a till in this folder, whose agency keeps such a percentage of what is cancelled."""
    folder = place / "desk"
    rules = OfficeRules(till=TILL, customer_refund=CustomerRefund(RefundRule.PERCENTAGE, Decimal(kept)))
    options = DeskOptions(open_till=partial(open_book, place / "till", clock=local_now))
    with PracticeServer(World(clock=tomorrow_at_ten), Faults()) as server:
        memory = memory_of(folder, "one")
        async with open_desk(folder, server, local_cache=memory, rules=rules, options=options) as opened:
            yield opened


async def sold(counter: Counter, number: int = 0, qty: int = 2) -> tuple[Receipt, Sale]:
    """So many seats, and the sale as the bookings know it."""
    receipt = await counter.sell(number, qty=qty)
    await counter.desk.bookings.follow()
    sale = await counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    return receipt, sale


async def cancel(
    counter: Counter, receipt: Receipt | Sale, seats: int, of: int = 2, *, is_said: bool = True
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


async def test_a_receipt_of_today_names_its_customer_and_says_what_came_in(counter: Counter) -> None:
    _, sale = await sold(counter)
    whole = due_of_sales((sale,))
    await counter.desk.till.record(paid(whole))
    (found,) = await counter.desk.owing.receipts_of_today()
    assert (found.payment.due.customer, found.moved) == (sale.customer_name, whole.total)


async def sold_together(counter: Counter) -> tuple[Sale, Sale]:
    """Two trips of one basket."""
    both = (await sold(counter))[1], (await sold(counter, 1))[1]
    for one, other in (both, both[::-1]):
        await counter.desk.bookings.note(one.request_id, BOUGHT_WITH, other.booking_ref)
    return both


async def test_what_was_bought_together_is_owed_together_until_it_is_paid(counter: Counter) -> None:
    till, owing = counter.desk.till, counter.desk.owing
    one, other = await sold_together(counter)
    _, apart = await sold(counter, 2)
    both = due_of_sales((one, other))
    assert await owing.due_with(apart) == due_of_sales((apart,))
    assert await owing.due_with(other) == due_of_sales((other, one))
    # Sums of two currencies are no sum.
    abroad = replace(other, currency="USD")
    assert await owing.due_with(abroad) == due_of_sales((abroad,))
    first, second = await owed(counter)
    assert (first.due.sales, first.is_recorded) == (both.sales, False)
    assert second.due.sales == due_of_sales((apart,)).sales
    # Paid in part, the rest is owed since then, beside what nobody has recorded.
    await till.record(paid(due_of_sales((one,)), typed="1000"))
    second, first = sorted(await owed(counter), key=lambda each: len(each.due.sales))
    assert (first.due.total, first.is_recorded) == (both.total - 1000_00, False)
    receipt = await till.record(paid(first.due))
    assert (len(receipt.payment.due.sales), receipt.left) == (2, 0)
    assert [each.due for each in await owed(counter)] == [second.due]
    # Its receipt is not that of the other, of which nothing is left either.
    assert await owing.due_with(other) == due_of_sales((other,))


async def test_of_what_is_paid_too_much_for_nothing_is_left(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    await counter.desk.till.record(paid(due_of_sales((sale,))))
    assert await counter.desk.owing.left_of((sale,)) == {sale.request_id: 0}
    await cancel(counter, receipt, 1)
    # The agency owes now: that is no debt of the customer, and no sum below nothing.
    assert await counter.desk.owing.left_of((await counter.desk.bookings.own(sale.request_id) or sale,)) == {
        sale.request_id: 0
    }


async def test_who_gets_something_back_is_told_what_is_owed_of_the_same_basket(counter: Counter) -> None:
    till, owing = counter.desk.till, counter.desk.owing
    one, other = await sold_together(counter)
    both = due_of_sales((one, other))
    await till.record(paid(both, typed=str(Decimal(both.total - 645_00) / 100)))
    await cancel(counter, one, 2)
    cancelled = await owing.sale_of(one.request_id)
    assert cancelled is not None
    back = await owing.back_to(cancelled)
    assert back is not None
    # The books are of each sale: what is given back is this one's alone.
    assert back.due.total == both.sales[0].amount
    assert [(each.booking_ref, each.amount) for each in back.together] == [(other.booking_ref, 645_00)]
    told = f"645.00 is still owed for trips bought together (PNR {other.booking_ref})."
    assert together_words(back) == told
    # And who takes that is told what is to be given back.
    (gone,) = await owing.back_together(await owing.due_with(other))
    told = f"{paise_words(both.sales[0].amount)} is to be given back for trips bought together"
    assert back_together_words((gone,)) == f"{told} (PNR {one.booking_ref})."
    await till.record(paid(less_settled(due_of_sales((other,)), await till.settled_of([other.request_id]))))
    back = await owing.back_to(cancelled)
    assert back is not None
    assert (back.together, together_words(back)) == ((), "")
    assert back_together_words(await owing.back_together(back.due)) == ""


@pytest.mark.parametrize(("seats", "is_paid"), [(2, False), (2, True), (3, False), (3, True)])
async def test_what_another_counter_cancelled_before_this_one_is_not_known(
    counter: Counter, seats: int, *, is_paid: bool
) -> None:
    owing, till, day_close = counter.desk.owing, counter.desk.till, counter.desk.day_close
    receipt = await counter.sell(qty=seats)
    await counter.desk.bookings.follow()
    sale = await owing.sale_of(receipt.request_id)
    assert sale is not None
    whole = due_of_sales((sale,))
    if is_paid:
        await till.record(paid(whole))
    counter.world.cancel(CancelOrder("other-1", receipt.booking_ref, OrderModule.ACTIVITY, 1))
    await cancel(counter, receipt, 1, of=seats)
    after = await owing.sale_of(sale.request_id)
    assert after is not None
    # Whatever is left of it: what the other counter gave back, or kept, nobody here knows.
    assert (after.is_of_others, after.is_gone) == (True, seats == 2)
    (shown,) = (await counter.desk.bookings.page(Wanted())).sales
    assert (shown.left, shown.is_less) == ((0, False) if seats == 2 else (None, True))
    assert await owing.left_of((after,)) == {}
    # This counter's own rule gives back all of the one seat.
    own = whole.total // seats
    (row,) = await owed(counter)
    assert (row.due.is_known, row.is_recorded) == (False, is_paid)
    if is_paid:
        assert row.back is not None
        assert (row.back.due.total, row.back.due.is_known) == (own, False)
    else:
        assert (row.back, row.due.total) == (None, whole.total - own)
    if after.is_gone:
        day = await till.day((await day_close.view(till.now().date())).report, day_close.desk)
        assert (day.sold.owed, day.sold.unrecorded_sales) == (0, 0)


async def test_what_another_counter_cancels_after_this_one_is_not_known_once_it_is_read(
    counter: Counter,
) -> None:
    owing, till = counter.desk.owing, counter.desk.till
    receipt = await counter.sell(qty=3)
    await counter.desk.bookings.follow()
    sale = await owing.sale_of(receipt.request_id)
    assert sale is not None
    await till.record(paid(due_of_sales((sale,))))
    await cancel(counter, receipt, 1, of=3)
    before = await counter.desk.bookings.check(sale)
    assert (before.sale.left, before.sale.is_less) == (2, False)
    counter.world.cancel(CancelOrder("other-1", receipt.booking_ref, OrderModule.ACTIVITY, 1))
    after = await counter.desk.bookings.check(sale)
    assert (after.sale.left, after.sale.is_less) == (None, True)
    known = await owing.sale_of(sale.request_id)
    assert known is not None
    assert (known.left, balance(known, 0)) == (None, None)
    (row,) = await owed(counter)
    assert row.back is not None
    assert not row.due.is_known


async def test_what_nobody_has_said_is_no_sum_beside_a_payment(counter: Counter) -> None:
    one, other = await sold_together(counter)
    await counter.desk.till.record(paid(due_of_sales((one,))))
    await cancel(counter, one, 1, is_said=False)
    assert await counter.desk.owing.back_together(await counter.desk.owing.due_with(other)) == ()


async def test_what_is_given_back_of_what_is_not_known_is_typed(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    await counter.desk.till.record(paid(due_of_sales((sale,))))
    counter.world.cancel(CancelOrder("other-1", receipt.booking_ref, OrderModule.ACTIVITY, 1))
    await cancel(counter, receipt, 1)
    (row,) = await owed(counter)
    assert row.back is not None
    with pytest.raises(NotTakenError, match="Type what was agreed"):
        refund_of(row.back, PayWay.CASH, amount="", reference="", charge="", reason="")
    refund = refund_of(row.back, PayWay.CASH, amount="1000", reference="", charge="", reason="")
    given = await counter.desk.till.give_back(refund)
    assert left_words(given) == "not known"
    # Also where it is all that is known here.
    whole = str(in_rupees(row.back.due.total))
    refund = refund_of(row.back, PayWay.CASH, amount=whole, reference="", charge="", reason="")
    assert (refund.left, left_words(replace(given, payment=refund.payment))) == (0, "not known")


async def test_a_refund_of_a_sale_that_is_gone_is_not_corrected(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    owing, till = counter.desk.owing, counter.desk.till
    await till.record(paid(due_of_sales((sale,))))
    await cancel(counter, receipt, sale.qty)
    (row,) = await owed(counter)
    assert row.back is not None
    refund = refund_of(row.back, PayWay.CASH, amount="1000", reference="", charge="", reason="")
    given = await till.give_back(refund)
    again = await owing.back_again(given)
    assert again is not None
    assert again.due.total == row.back.due.total
    (of_sale,) = given.payment.due.sales
    due = replace(given.payment.due, sales=(replace(of_sale, request_id="gone"),))
    gone = replace(given, payment=replace(given.payment, due=due))
    assert await owing.back_again(gone) is None


async def test_a_payment_of_what_is_not_known_says_so_in_the_book(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    counter.world.cancel(CancelOrder("other-1", receipt.booking_ref, OrderModule.ACTIVITY, 1))
    await counter.desk.bookings.check(sale)
    known = await counter.desk.owing.sale_of(sale.request_id)
    assert known is not None
    taken = await counter.desk.till.record(paid(due_of_sales((known,)), typed="1000"))
    assert left_words(taken) == "not known"
    (read,) = await counter.desk.owing.receipts_of_today()
    assert (read.number, read.payment.due.is_known, left_words(read)) == (taken.number, False, "not known")


async def test_what_another_counter_cancelled_of_a_basket_is_the_last_of_it(counter: Counter) -> None:
    one, other = await sold_together(counter)
    counter.world.cancel(CancelOrder("other-1", other.booking_ref, OrderModule.ACTIVITY, 1))
    await counter.desk.bookings.check(other)
    # Whichever of them is opened. What is known is settled first: of that nothing stays owed.
    for each in (one, other):
        known = await counter.desk.owing.sale_of(each.request_id)
        assert known is not None
        due = await counter.desk.owing.due_with(known)
        assert (due.is_known, due.sales[0].request_id) == (False, one.request_id)


async def test_what_is_owed_of_seats_that_another_counter_cancelled_is_not_known(counter: Counter) -> None:
    owing = counter.desk.owing
    for number, seats in enumerate((1, 2)):
        receipt, sale = await sold(counter, number)
        whole = due_of_sales((sale,))
        if seats > 1:
            await counter.desk.till.record(paid(whole, typed="100"))
        before = (await owed(counter))[number]
        counter.world.cancel(CancelOrder(f"o-{number}", receipt.booking_ref, OrderModule.ACTIVITY, seats))
        booked = await counter.desk.bookings.check(sale)
        assert await owing.left_of((booked.sale,)) == {}
        known = await owing.sale_of(sale.request_id)
        assert known is not None
        assert balance(known, 0) is None
        # Who has not paid stays among those who owe, with the most that it may be.
        after = (await owed(counter))[number]
        assert after == replace(before, due=replace(before.due, is_known=False))
        assert (await owing.due_with(sale)).is_known
        assert not (await owing.due_with(known)).is_known
        standing = await counter.desk.till.standing((sale.request_id,))
        told = "Another counter has cancelled of it: what is owed is not known."
        assert standing_words(standing, booked.sale).endswith(told)
    desk, today = counter.desk, counter.desk.day_close.today
    day = await owing.day((await desk.day_close.view(today)).report, desk.day_close.desk, is_now=True)
    most = sum(each.due.total for each in await owed(counter))
    # As the list of what is owed: no sum is certain of these two.
    assert (day.sold.owed, day.sold.owing, day.sold.unrecorded_sales) == (0, 0, 0)
    assert (day.sold.unknown, day.sold.unknown_sales) == (most, 2)
    assert not any("Not explained" in each.words for each in agreement(day))
    assert agreement(day)[-2:] == (("Owed at most, not known: 2 sales", -most), ("Owed, not recorded", 0))


async def test_what_another_pays_of_it_is_owed_apart(counter: Counter) -> None:
    one, other = await sold_together(counter)
    payment = Payment(due_of_sales((one,)))
    await counter.desk.till.record(
        payment.with_line(exact_line(payment, PayWay.ACCOUNT, "", "Hotel Sea Shell"))
    )
    found = {each.account: each.due.total for each in await owed(counter)}
    assert found == {"Hotel Sea Shell": payment.due.total, "": due_of_sales((other,)).total}


@pytest.mark.parametrize(
    ("ways", "first"),
    [
        ((PayWay.CASH, PayWay.UPI), PayWay.CASH),
        ((PayWay.UPI, PayWay.CASH), PayWay.UPI),
        # What is paid later was not paid, however much it is.
        ((PayWay.ACCOUNT, PayWay.CARD), PayWay.CARD),
    ],
)
async def test_it_is_given_back_first_as_most_of_it_was_paid(
    counter: Counter, ways: tuple[PayWay, PayWay], first: PayWay
) -> None:
    receipt, sale = await sold(counter)
    due = due_of_sales((sale,))
    payment = Payment(due)
    most = str(in_rupees(due.total * 3 // 5 // 100 * 100))
    for way, typed in zip(ways, (most, ""), strict=True):
        line = (
            cash_line(payment, typed) if way is PayWay.CASH else exact_line(payment, way, typed, "4417", "")
        )
        payment = payment.with_line(line)
    await counter.desk.till.record(payment)
    await cancel(counter, receipt, 2)
    (back,) = await owed(counter)
    assert back.back is not None
    assert back.back.way is first


async def test_a_cancellation_lowers_what_is_owed(counter: Counter) -> None:
    receipt, sale = await sold(counter)
    whole = due_of_sales((sale,))
    await counter.desk.till.record(paid(whole, typed="100"))
    (before,) = await owed(counter)
    assert before.due.total == whole.total - 100_00
    await cancel(counter, receipt, 1)
    (after,) = await owed(counter)
    # The customer gets back what the seat cost, and need not pay it.
    assert after.due.total == whole.total // 2 - 100_00
    assert [each.due.sales[0].released for each in (before, after)] == [0, 1]
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
    days = counter.desk.day_close
    day = await counter.desk.owing.day((await days.view(days.today)).report, days.desk, is_now=True)
    assert back_words(day) == "Still to give back to customers: 1 sale not known."
    # A former day that was closed says nothing of what is to be given back now.
    day = await counter.desk.owing.day((await days.view(days.today)).report, days.desk, is_now=False)
    assert back_words(day) == ""
    assert not found.is_known
    given = Payment(found.due).with_line(exact_line(Payment(found.due), PayWay.CASH, "1000", "", ""))
    await counter.desk.till.give_back(Refund(given))
    assert await owed(counter) == ()


async def moved(counter: Counter, seats: int, new_seats: int) -> tuple[Sale, Sale]:
    """A paid booking of so many seats that is cancelled, and one that took its place."""
    receipt, old = await sold(counter, qty=seats)
    _, new = await sold(counter, 1, new_seats)
    await counter.desk.till.record(paid(due_of_sales((old,))))
    await cancel(counter, receipt, seats, seats)
    await note_move(counter, old, new)
    return old, new


async def note_move(counter: Counter, old: Sale, new: Sale) -> None:
    """Note that one booking took the place of the other."""
    bookings = counter.desk.bookings
    await bookings.note(old.request_id, MOVED_TO, new.booking_ref, "")
    await bookings.note(new.request_id, MOVED_FROM, old.booking_ref, "")


async def of_move(counter: Counter, new: Sale) -> Due:
    """What is left to pay of the new one with what counts of the old one."""
    due = await counter.desk.owing.due_with(new)
    assert due.moved is not None
    return due


async def in_words(counter: Counter, sale: Sale) -> str:
    """How it was paid, in a sentence."""
    now = await counter.desk.owing.sale_of(sale.request_id)
    assert now is not None
    counts = await counter.desk.owing.counting(sale.request_id)
    return standing_words(await counter.desk.till.standing((sale.request_id,)), now, counts)


async def test_nothing_counts_of_what_is_not_paid_or_not_cancelled(counter: Counter) -> None:
    owing = counter.desk.owing
    receipt, old = await sold(counter)
    _, new = await sold(counter, 1)
    await note_move(counter, old, new)
    assert await owing.counting(new.request_id) == ()
    await counter.desk.till.record(paid(due_of_sales((old,))))
    assert await owing.counting(new.request_id) == ()
    # Nor of what nobody has said.
    await cancel(counter, receipt, 2, is_said=False)
    assert await owing.counting(new.request_id) == ()
    assert (await owing.due_with(new)).moved is None


async def test_what_counts_of_a_former_booking_settles_the_new_one(counter: Counter) -> None:
    owing, till = counter.desk.owing, counter.desk.till
    old, new = await moved(counter, 1, 2)
    price, back = due_of_sales((new,)).total, due_of_sales((old,)).total
    due = await of_move(counter, new)
    assert [each.booking_ref for each in due.sales] == [new.booking_ref]
    assert (due.moved is not None and due.moved.booking_ref, due.counted) == (
        old.booking_ref,
        min(back, price),
    )
    assert due.total == price - due.counted
    payment = Payment(due)
    written = await till.record(payment.with_line(exact_line(payment, PayWay.OTHER, "", "4711")))
    assert (written.payment.taken, written.left) == (due.total, 0)
    # The customer is thanked for the new one alone, and the paper adds up.
    shown = shown_recorded(written)
    assert shown is not None
    assert shown.pnrs == (new.booking_ref,)
    assert [row[:2] for row in sums(written)] == [
        (f"Moved from {old.booking_ref}", paise_words(-due.counted)),
        ("To pay, INR", paise_words(due.total)),
    ]
    # Each of both says what became of its money, and the day agrees.
    counts = paise_words(due.counted)
    assert f"paid {paise_words(back)}. {counts} counts for {new.booking_ref}." in await in_words(counter, old)
    assert f"paid {paise_words(price)}. Receipt {written.number}." in await in_words(counter, new)
    day_close = counter.desk.day_close
    report = (await day_close.view(day_close.today)).report
    lines = dict(agreement(await owing.day(report, day_close.desk, is_now=True)))
    taken = back + due.total
    assert lines == {
        "Sales value": back + price,
        "Taken by the till": -taken,
        "Counts for another date": -due.counted,
        "Owed, not recorded": 0,
    }
    # Nor is anything unexplained where the old one is of another day.
    of_new = replace(report, rows=tuple(each for each in report.rows if each.request_id == new.request_id))
    lines = dict(agreement(await owing.day(of_new, day_close.desk, is_now=True)))
    assert lines == {
        "Sales value": price,
        "Taken by the till": -taken,
        "Owed, not recorded": 0,
    }
    (read, *_) = await owing.receipts_of_today()
    assert (read.payment.due.moved, read.payment.due.total) == (due.moved, due.total)


async def test_what_more_counts_than_it_costs_is_given_back(counter: Counter) -> None:
    owing, till = counter.desk.owing, counter.desk.till
    old, new = await moved(counter, 2, 1)
    price, back = due_of_sales((new,)).total, due_of_sales((old,)).total
    assert back > price
    due = await of_move(counter, new)
    assert due.total == 0
    # Nothing is taken, and it is a receipt all the same.
    written = await till.record(Payment(due))
    assert (written.number != "", written.payment.taken, written.left) == (True, 0, 0)
    rest = await owing.back_with(new)
    assert rest is not None
    assert (rest.paid, rest.moved, rest.pays, rest.due.total) == (back, price, 0, back - price)


async def test_a_payment_of_a_move_is_corrected_without_what_counts(counter: Counter) -> None:
    owing, till = counter.desk.owing, counter.desk.till
    old, new = await moved(counter, 1, 2)
    due = await of_move(counter, new)
    payment = Payment(due)
    written = await till.record(payment.with_line(exact_line(payment, PayWay.OTHER, "", "4711")))
    (read, *_) = await owing.receipts_of_today()
    standing = await till.standing(each.request_id for each in due.all_sales)
    wrong = Payment(read.payment.due.settled_by(standing.settled), former=written.payment.settled)
    corrected = await till.correct(
        read, wrong.with_line(exact_line(wrong, PayWay.OTHER, "10", "4712")), "typed"
    )
    assert corrected.left == due.total - 10_00
    settled = await till.settled_of((old.request_id, new.request_id))
    assert settled == {old.request_id: due.counted - due.counted, new.request_id: due.counted + 10_00}
    ((left,),) = [each.due.sales for each in await owing.read()]
    assert (left.booking_ref, left.amount) == (new.booking_ref, due.total - 10_00)
    (counted,) = (await till.standing((old.request_id,))).moved
    assert counted.number == corrected.number


async def all_say(counter: Counter, old: Sale, new: Sale) -> tuple[int, int, dict[str, int]]:
    """What is left of the new one, what is given back of the old one, and what Owed has of each."""
    owing = counter.desk.owing
    gone, now = await owing.sale_of(old.request_id), await owing.sale_of(new.request_id)
    assert gone is not None
    assert now is not None
    back = await owing.back_to(gone)
    # The day says the same, and nothing of it is unexplained.
    days = counter.desk.day_close
    day = await owing.day((await days.view(days.today)).report, days.desk, is_now=True)
    assert not any("Not explained" in each.words for each in agreement(day))
    report = (await days.view(days.today)).report
    of_old = replace(report, rows=tuple(each for each in report.rows if each.request_id == old.request_id))
    assert (await owing.day(of_old, days.desk, is_now=True)).sold.moved == (
        0 if await owing.counting(old.request_id) else day.sold.moved
    )
    listed = {
        each.first.booking_ref: each.due.total * (-1 if each.back else 1) for each in await owing.read()
    }
    left = (await owing.left_of((now,)))[new.request_id]
    assert (day.sold.owed, day.to_give_back) == (left, back.due.total if back else 0)
    return left, day.to_give_back, listed


@pytest.mark.parametrize("seats", [(1, 2), (2, 1), (2, 2)])
async def test_what_counts_is_the_same_everywhere_before_and_after_it_is_recorded(
    counter: Counter, seats: tuple[int, int]
) -> None:
    till = counter.desk.till
    old, new = await moved(counter, *seats)
    due = await of_move(counter, new)
    left, back, listed = await all_say(counter, old, new)
    assert (left, back) == (due.total, due_of_sales((old,)).total - due.counted)
    assert (listed.get(new.booking_ref), listed.get(old.booking_ref, 0)) == (left, -back)
    counts = paise_words(due.counted)
    assert f"{counts} counts for {new.booking_ref}, once that is recorded." in await in_words(counter, old)
    assert f"{counts} of {old.booking_ref} counts for it" in await in_words(counter, new)
    payment = Payment(due)
    await till.record(payment.with_line(exact_line(payment, PayWay.ACCOUNT, "")) if left else payment)
    after = await all_say(counter, old, new)
    assert after[:2] == (left, back)
    assert (after[2].get(new.booking_ref, 0), after[2].get(old.booking_ref, 0)) == (left, -back)
    assert await counter.desk.owing.counting(old.request_id) == ()


async def test_of_two_that_took_its_place_each_has_its_part(counter: Counter) -> None:
    owing = counter.desk.owing
    old, one = await moved(counter, 2, 1)
    _, other = await sold(counter, 2, 1)
    await note_move(counter, old, other)
    prices = [due_of_sales((each,)).total for each in (old, one, other)]
    counts = [each.former.amount for each in await owing.counting(old.request_id)]
    assert counts == [prices[1], min(prices[2], prices[0] - prices[1])]
    for each, price, part in zip((one, other), prices[1:], counts, strict=True):
        assert await owing.left_of((each,)) == {each.request_id: price - part}


async def test_what_counted_for_one_that_is_cancelled_is_given_back_of_the_first(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    owing, bookings = counter.desk.owing, counter.desk.bookings
    old, new = await moved(counter, 2, 2)
    paid_for = due_of_sales((old,)).total
    await cancel(counter, new, 2)
    gone = await owing.sale_of(new.request_id)
    assert gone is not None
    # The storm desk tells the customer the same as the till.
    assert await owing.credit_of(new.request_id) == paid_for
    said = GetsBack(new.customer_pays, Decimal(0), Decimal(0), new.customer_pays)
    told = await by_till(counter.desk.till, owing, gone, said, counter.desk.till.now())
    assert (told.back, told.owes) == (in_rupees(paid_for), 0)
    back = await owing.back_with(gone)
    assert back is not None
    assert (back.due.sales[0].booking_ref, back.due.total) == (old.booking_ref, paid_for)
    # Also where the first was cancelled too long ago to be looked for by itself.
    since = bookings.cancelled_since

    async def newest(at: datetime) -> tuple[Sale, ...]:
        return tuple(each for each in await since(at) if each.request_id == new.request_id)

    monkeypatch.setattr(bookings, "cancelled_since", newest)
    assert [each.due.total for each in await owing.read()] == [paid_for]


async def test_what_counts_is_known_after_the_customer_is_erased(counter: Counter) -> None:
    old, new = await moved(counter, 2, 2)
    await counter.desk.remember()
    before = await all_say(counter, old, new)
    await counter.desk.customers.forget(KnownCustomer("", old.customer_phone, ""), "Asha")
    assert await all_say(counter, old, new) == before


async def test_what_counts_goes_on_to_the_newest_of_several(counter: Counter) -> None:
    first, second = await moved(counter, 2, 2)
    _, third = await sold(counter, 2, 2)
    await cancel(counter, second, 2)
    await note_move(counter, second, third)
    (counts,) = await counter.desk.owing.counting(third.request_id)
    assert (counts.former.booking_ref, counts.booking_ref) == (first.booking_ref, third.booking_ref)
    assert counts.former.amount == min(due_of_sales((each,)).total for each in (first, third))


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


@beside_others
@given(
    steps=st.lists(st.sampled_from(("pay", "later", "cancel", "cancel unsaid", "give back")), max_size=6),
    kept=st.sampled_from((0, 30, 100)),
)
@settings(max_examples=25)
async def test_whatever_is_done_all_say_one_figure(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str], kept: int
) -> None:
    async with keeping_till(tmp_path_factory.mktemp("till"), kept) as counter:
        receipt, sale = await sold(counter)
        for step in steps:
            await _do(counter, receipt, sale, step)
            found = await counter.desk.owing.sale_of(sale.request_id)
            assert found is not None
            sale = found
            await _all_say_one_figure(counter, sale)


async def _do(counter: Counter, receipt: Receipt, sale: Sale, step: str) -> None:
    """One step of a customer and a clerk, where it can be done now."""
    till, back = counter.desk.till, await counter.desk.owing.back_to(sale)
    left = less_settled(due_of_sales((sale,)), (await till.standing((sale.request_id,))).settled)
    if step.startswith("cancel") and sale.released < sale.qty:
        await cancel(counter, receipt, 1, of=sale.qty - sale.released, is_said=step == "cancel")
    elif step == "give back" and back is not None:
        # A part of it, less what the agency keeps, where that can be taken off.
        kept = min(50_00, back.due.total // 4)
        refund = refund_of(
            back,
            PayWay.CASH,
            amount=str(in_rupees(back.due.total // 2)),
            reference="",
            charge=str(in_rupees(kept)),
            reason="Late",
            step=100,
        )
        await till.give_back(refund)
    elif step == "pay" and left.sales and back is None:
        await till.record(paid(left, typed=str(Decimal(left.total // 2) / 100)))
    elif step == "later" and left.sales and back is None:
        await till.record(Payment(left).with_line(exact_line(Payment(left), PayWay.ACCOUNT, "")))


async def _all_say_one_figure(counter: Counter, sale: Sale) -> None:
    """The pages ask these: Bookings, Till, Owed, the board, the storm desk, and the day."""
    till, owing, name = counter.desk.till, counter.desk.owing, sale.request_id
    standing = await till.standing((name,))
    figure = balance(sale, standing.settled[name])
    words, back = standing_words(standing, sale), await owing.back_to(sale)
    owes = sum(each.due.total for each in await owing.read() if each.back is None)
    said = GetsBack(sale.customer_pays, None, Decimal(0), sale.given_back)
    storm = await by_till(till, owing, sale, said, datetime.max.replace(tzinfo=UTC))
    closing = counter.desk.day_close
    day = await till.day((await closing.view(till.now().date())).report, closing.desk)
    if figure is None:
        assert "Nobody has said" in words or any(each.is_refund for each in standing.payments)
        assert await owing.left_of((sale,)) == {}
        assert (storm.owes, back is None or not back.is_said) == (0, True)
        return
    assert await owing.left_of((sale,)) == {name: max(figure, 0)}
    assert owes == day.sold.owed == max(figure, 0)
    assert (0 if back is None else back.due.total) == max(-figure, 0)
    if back is not None:
        assert back.pays is not None
        assert back.paid - back.given - back.kept - back.pays == back.due.total
        assert back.paid == standing.paid
    assert in_paise(storm.owes) == max(figure, 0)
    # A storm that is decided later has given nothing yet.
    assert storm.back is None or in_paise(storm.back) == max(-figure, 0)
    assert (f"Left to pay {paise_words(figure)}." in words) == (
        figure > 0 and bool(standing.payments or sale.released)
    )
    assert (f"To give back {paise_words(-figure)}." in words) == (figure < 0)
    assert less_settled(due_of_sales((sale,)), standing.settled).total == max(figure, 0)

"""Another date with real keys on the real window: one decision, both acts, and each way they may end."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.model import formats
from app.desk.model.office_rules import CustomerRefund, RefundRule
from app.desk.model.sale import Receipt
from app.desk.till.due import due_of_sales
from app.desk.till.payment_values import PayWay, in_paise
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.practice.world.catalogue import IdentityFlags
from tests.desk.till.test_refunds import paid
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, list_answer, selling
from tests.support.ui.taking_payment import TILL
from tests.ui.cancellation.test_cancel_page import quoted
from tests.ui.till.test_take_payment_page import elsewhere
from tests.ui.till.test_till_page import record

REFUSED = OtherAnswer(409, b'{"status":"ERROR","code":"SOLD_OUT","message":"No seats"}')
CREATE = "create_booking"


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the list of activities."""
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        yield opened


async def to_move(clerk: Clerk) -> str:
    """From anywhere to the decision about the newest booking of two seats, with its sums; gives its PNR."""
    robot, receipt = clerk.robot, await clerk.counter.sell(qty=2)
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("move_page"))
    await robot.until_armed("spend")
    return receipt.booking_ref


def standing(clerk: Clerk) -> list[bool]:
    """Whether each booking at the service is still booked."""
    return [not each.is_cancelled for each in clerk.counter.world.bookings]


def _amount(text: str) -> Decimal:
    return Decimal(text.replace(",", "").replace(formats.MINUS, "-"))


async def ended(clerk: Clerk, words: str) -> None:
    """Wait until the page that says how both acts stand says these words."""
    robot = clerk.robot
    await robot.until(lambda: robot.is_shown("move_state_page") and words in clerk.text("headline"))


async def test_both_acts_by_five_keys(clerk: Clerk) -> None:
    robot, old = clerk.robot, await to_move(clerk)
    # The next open day, and the start like the old one.
    day = clerk.counter.desk.reader.today()
    assert clerk.text("new_start") == clerk.text("old_start").replace(
        formats.day_medium(day), formats.day_medium(day + timedelta(days=1))
    )
    robot.keys("Ctrl+Right", "Ctrl+Right")
    await robot.until(lambda: clerk.text("new_start") == "Pick a slot.")
    # Of a day on which nothing is chosen nothing was checked.
    assert not robot.sees("Checked again")
    # Nothing is spent for a start that is not chosen.
    robot.keys("Ctrl+Return")
    await robot.until(lambda: "open" in clerk.text("slots_heading"))
    robot.keys("2")
    await robot.until_armed("spend")
    assert clerk.text("pays_name") == "Customer pays more"
    assert clerk.text("own_charge") == "0.00"
    # What counts is as it is typed.
    before = clerk.text("pays_more")
    robot.keys("F2")
    robot.type("100")
    await robot.until(lambda: clerk.text("pays_more") != before)
    assert _amount(clerk.text("pays_more")) == _amount(clerk.text("new_price")) - 100
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    await ended(clerk, "Moved to")
    assert standing(clerk) == [False, True]
    assert clerk.text("old_act") == old
    # Both say where the other one is.
    robot.keys("Escape")
    await robot.until(lambda: "Moved from another date" in clerk.everything())


async def test_a_refusal_leaves_the_old_one_as_it_is(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_move(clerk)
    clerk.counter.faults.answer(CREATE, REFUSED)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("problem"))
    assert robot.sees(f"{clerk.text('old_start').split(',')[0]} stands. Nothing was booked or debited.")
    assert standing(clerk) == [True]
    # Another start can be tried at once.
    robot.keys("2")
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    await ended(clerk, "Moved to")
    assert standing(clerk) == [False, True]


async def test_the_old_one_waits_until_the_new_one_is_known(clerk: Clerk) -> None:
    robot, old, faults = clerk.robot, await to_move(clerk), clerk.counter.faults
    told, held = f"A change of date is not finished: {old}.", faults.hold(CREATE)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: vars(clerk.flows.moving)["_refs"] == old)
    # The page that books says so itself, and nothing that was decided.
    assert not robot.sees(told)
    assert not robot.is_shown("move_debit")
    faults.after_work(CREATE, silent=False)
    held.set_result(None)
    await ended(clerk, "The old booking stays as it is.")
    assert robot.sees("Take no money yet")
    assert not robot.is_shown("spend")
    robot.keys("Alt+1")
    await robot.until(lambda: robot.sees(told))
    # It is found again from the old booking, and goes on once the new one is known.
    clerk.routing.show_booking(clerk.counter.journal.attempts()[0].request_id)
    await robot.until(lambda: clerk.text("detail_pnr") == old)
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("move_state_page"))
    robot.keys("1")
    await ended(clerk, "Both are booked and paid.")
    assert standing(clerk) == [True, True]
    robot.keys("1")
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    await ended(clerk, "Moved to")
    assert standing(clerk) == [False, True]


async def test_a_refused_cancellation_leaves_both_and_has_three_ways(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_move(clerk)
    clerk.counter.faults.answer(CONFIRM, OtherAnswer(409, b'{"status":"ERROR","message":"Too late"}'))
    robot.keys("Ctrl+Return")
    await ended(clerk, "was not cancelled. Both are booked.")
    assert "Too late" in clerk.text("meaning")
    assert standing(clerk) == [True, True]
    # The day stays open with it, and leads back to it.
    robot.keys("Alt+4")
    await robot.until(lambda: bool(clerk.rows("day_table")))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "settle_first")
    assert robot.sees("The day cannot be closed while a change of date is not finished.")
    robot.keys("Return")
    await ended(clerk, "was not cancelled. Both are booked.")
    # The new one leads back to it as well.
    clerk.routing.show_booking(clerk.counter.journal.attempts()[1].request_id)
    await robot.until(lambda: clerk.text("detail_pnr") == new_sale(clerk))
    robot.keys("R")
    await ended(clerk, "was not cancelled. Both are booked.")
    robot.keys("1")
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    await ended(clerk, "Moved to")
    assert standing(clerk) == [False, True]


@beside_others
async def test_an_order_that_left_no_trace_is_still_not_known(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_move(clerk)
    clerk.counter.faults.before_work(CREATE, silent=False)
    robot.keys("Ctrl+Return")
    await ended(clerk, "The old booking stays as it is.")
    robot.keys("1")
    await robot.until(lambda: robot.sees("The wallet was read. It is still not known."))


@beside_others
async def test_a_trip_that_rests_on_the_next_day_goes_on_a_later_one(clerk: Clerk) -> None:
    robot, faults, receipt = clerk.robot, clerk.counter.faults, await clerk.counter.sell(qty=2)
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    faults.answer("content", list_answer())
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("move_page"))
    await robot.until_armed("spend")
    today = clerk.counter.desk.reader.today()
    assert clerk.text("new_start").startswith(formats.day_medium(today + timedelta(days=1)))


async def test_escape_between_both_acts_keeps_both(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_move(clerk)
    robot.keys("Ctrl+Return")
    held = clerk.counter.faults.hold("booking_status")
    await ended(clerk, "Both are booked and paid.")
    robot.keys("Escape")
    held.set_result(None)
    await robot.until(lambda: robot.is_shown("way_2"))
    assert standing(clerk) == [True, True]
    robot.keys("2")
    await ended(clerk, "The change was ended.")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("sales_list"))
    assert standing(clerk) == [True, True]


async def paid_and_moved(clerk: Clerk, before: Callable[[], object] = lambda: None) -> tuple[Receipt, str]:
    """A booking that is paid and moved, with what is to be paid more; `before` is done between the two."""
    robot, desk = clerk.robot, clerk.counter.desk
    desk.rules.till = TILL
    clerk.routing.obey_rules()
    receipt = await clerk.counter.sell(qty=2)
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    await record(clerk)
    before()
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list"))
    robot.keys("R")
    await robot.until_armed("spend")
    more = clerk.text("pays_more")
    robot.keys("Ctrl+Return")
    await ended(clerk, "Moved to")
    return receipt, more


def new_sale(clerk: Clerk) -> str:
    """The PNR of the booking that was made last."""
    return clerk.counter.world.bookings[-1].ref


async def test_the_till_takes_what_is_paid_more_on_one_receipt(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    receipt, more = await paid_and_moved(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert clerk.text("to_pay") == more
    assert robot.sees(f"Moved from {receipt.booking_ref}")
    # Left for now, it is the same sum by whichever way it is opened again.
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("move_state_page"))
    robot.keys("Escape")
    await robot.until(lambda: clerk.text("detail_pnr") == new_sale(clerk))
    await robot.until(lambda: robot.sees("counts for it, once that is recorded."))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert clerk.text("to_pay") == more
    robot.keys("Alt+7")
    await robot.until(lambda: robot.is_shown("owed_list"))
    await robot.until(lambda: any(more in row for row in clerk.rows("owed_list")))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page") and clerk.text("to_pay") == more)
    assert robot.sees(f"Moved from {receipt.booking_ref}")
    await record(clerk)
    assert clerk.text("left_to_pay") == "0.00"
    # Nothing is owed by either side, and the drawer has what was paid for both.
    assert await desk.owing.read() == ()
    (last, *_) = await desk.owing.receipts_of_today()
    assert [each.booking_ref for each in last.payment.due.sales] == [new_sale(clerk)]
    assert last.payment.due.moved is not None
    assert last.payment.due.moved.booking_ref == receipt.booking_ref
    drawer = await desk.till.drawer()
    assert drawer.expected == in_paise(Decimal(more.replace(",", "")) + receipt.price.customer_pays)
    # The former receipt says where its money is.
    robot.keys("Alt+7")
    await robot.until(lambda: robot.is_shown("owed_list"))
    robot.keys("Ctrl+1")
    await robot.until(lambda: robot.focused == "receipt_list" and len(clerk.rows("receipt_list")) > 1)
    robot.keys("Down", "Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    robot.keys("C")
    await robot.until(lambda: robot.sees(f"Its money counts for {new_sale(clerk)} by receipt {last.number}."))


@beside_others
async def test_what_is_recorded_meanwhile_is_taken_off(clerk: Clerk) -> None:
    robot = clerk.robot
    receipt, more = await paid_and_moved(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    robot.keys("Alt+M")
    await robot.until(lambda: robot.is_shown("round_page"))
    await elsewhere(clerk, "100")
    robot.keys("Escape")
    left = formats.amount(_amount(more) - 100)
    await robot.until(lambda: robot.is_shown("payment_page") and clerk.text("to_pay") == left)
    # What counts stands on that receipt, and nowhere twice.
    assert not robot.sees(f"Moved from {receipt.booking_ref}")
    await record(clerk)
    assert clerk.text("left_to_pay") == "0.00"
    assert await clerk.counter.desk.owing.read() == ()


async def test_what_is_more_than_the_price_is_asked_then_given_back(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(0))
    receipt, more = await paid_and_moved(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.sees("No money is taken."))
    # The first answer changes nothing.
    robot.keys("Return")
    await robot.until(lambda: not robot.sees("No money is taken."))
    assert len(await desk.owing.receipts_of_today()) == 1
    robot.keys("T")
    await robot.until(lambda: robot.sees("No money is taken."))
    assert robot.sees(f"Moved from {receipt.booking_ref}")
    robot.keys("Tab", "Return")
    # The rest is given back, also when it is asked for once more.
    for _ in range(2):
        await robot.until(lambda: robot.is_shown("give_back_page"))
        assert robot.sees("Counts for another date")
        assert clerk.text("record_refund") == f"Give back INR {more} in cash"
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("move_state_page"))
        robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    await robot.until_armed("record_refund")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert await desk.owing.read() == ()


@beside_others
async def test_as_much_as_it_costs_makes_a_receipt_that_has_nothing_to_correct(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(0))
    draft, _ = await clerk.counter.slot()
    # The later start is cheaper by 400 for each of both, without GST.
    _, more = await paid_and_moved(
        clerk, lambda: clerk.counter.world.shift_price(int(draft.offer.activity_id), 400)
    )
    assert more == "0.00"
    robot.keys("T")
    await robot.until(lambda: robot.sees("No money is taken."))
    robot.keys("Tab", "Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert clerk.text("left_to_pay") == "0.00"
    robot.keys("C")
    await robot.until(lambda: robot.sees("There is nothing to correct."))
    assert robot.is_shown("recorded_page")
    assert await desk.owing.read() == ()


@beside_others
@pytest.mark.parametrize("taken", ["", "8000"])
async def test_what_counts_of_a_part_payment_is_what_the_till_says(clerk: Clerk, taken: str) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    desk.rules.till = TILL
    clerk.routing.obey_rules()
    receipt = await clerk.counter.sell(qty=2)
    sale = await desk.owing.sale_of(receipt.request_id)
    assert sale is not None
    if taken:
        await desk.till.record(paid(due_of_sales((sale,)), PayWay.CASH, taken))
    price, part = receipt.price.customer_pays, receipt.price.customer_pays / 2
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    robot.keys("R")
    await robot.until_armed("spend")
    # One of two goes.
    robot.keys("-")
    await robot.until(lambda: robot.sees("The price for 1 seat"))
    assert robot.sees("1 of 2 seats")
    await robot.until_armed("spend")
    unpaid = price - Decimal(taken or 0)
    assert _amount(clerk.text("unpaid")) == -unpaid
    more, new_price = _amount(clerk.text("pays_more")), _amount(clerk.text("new_price"))
    back = part + _amount(clerk.text("operators_charge"))
    assert more == new_price - max(back - unpaid, 0)
    owes = max(unpaid - back, Decimal(0))
    assert robot.is_shown("owes") == bool(owes)
    assert not owes or _amount(clerk.text("owes")) == owes
    robot.keys("Ctrl+Return")
    await ended(clerk, "Moved to")
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert _amount(clerk.text("to_pay")) == more
    old = await desk.owing.sale_of(receipt.request_id)
    assert old is not None
    assert await desk.owing.left_of((old,)) == {old.request_id: in_paise(owes)}


async def test_a_boat_goes_through_its_passengers(clerk: Clerk) -> None:
    robot = clerk.robot
    receipt = await clerk.counter.book(
        await clerk.counter.boat(replace(BOAT_DRAFT, passengers=BOAT_DRAFT.passengers[:3]))
    )
    departures = await clerk.counter.desk.catalogue.departures(clerk.counter.desk.reader.today())
    for each in departures.departures:
        # Documents are not kept, and would have to be typed anew.
        clerk.counter.world.set_flags(int(each.schedule_id), IdentityFlags())
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("departure_title"))
    told = f"Another date for {receipt.booking_ref}: choose a departure"
    assert robot.sees(told)
    # What is not gone on with has ended, and is no ordinary sale unasked.
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    robot.keys("Alt+1")
    await robot.until(lambda: robot.sees(f"The change of date of {receipt.booking_ref} was not begun."))
    assert not robot.sees(told)
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("departure_title") and robot.sees(told))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    assert robot.sees(told)
    # Another departure is for the same change, which no basket takes.
    robot.keys("Ctrl+B")
    await robot.until(lambda: robot.sees("not in a basket"))
    robot.keys("Escape")
    await robot.until(lambda: robot.focused == "departure_list")
    robot.keys("Return", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("move_page"))
    await robot.until_armed("spend")
    assert not robot.sees(told)
    robot.keys("Ctrl+Return")
    await ended(clerk, "Moved to")
    assert standing(clerk) == [False, True]
    assert not robot.sees(told)


@beside_others
async def test_a_boat_is_looked_for_on_the_next_day_on_which_it_runs(clerk: Clerk) -> None:
    robot = clerk.robot
    receipt = await clerk.counter.book(await clerk.counter.boat())
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    nothing = json.dumps({"status": "SUCCESS", "module": "BOAT", "count": 0, "data": []})
    clerk.counter.faults.answer("content", OtherAnswer(200, nothing.encode()))
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("departure_title"))
    assert clerk.window.day == clerk.counter.desk.reader.today() + timedelta(days=2)


@beside_others
async def test_what_counted_for_one_that_is_cancelled_is_offered_there(clerk: Clerk) -> None:
    robot = clerk.robot
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(0))
    receipt, _ = await paid_and_moved(clerk)
    robot.keys("Escape")
    await robot.until(lambda: clerk.text("detail_pnr") == new_sale(clerk))
    robot.keys("Delete")
    await quoted(clerk)
    robot.keys("A")
    await quoted(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("give_back"))
    amount = formats.amount(receipt.price.customer_pays)
    assert clerk.text("give_back") == f"Give back {amount}"
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    assert clerk.text("record_refund") == f"Give back INR {amount} in cash"

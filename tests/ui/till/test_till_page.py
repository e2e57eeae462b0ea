"""What customers owe: seen in one place, and taken there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListView

from app.desk.model import formats
from app.desk.model.office_rules import TillRules
from app.desk.till.owing import Owed
from app.desk.till.payment_rules import NO_AGREEMENT
from app.desk.till.payment_values import Line, Payment, PayWay, TillReceipt
from app.practice.world.orders import CancelOrder, OrderModule
from app.ui.kit.lists.table import Table, said_of
from app.ui.till.lists import RECEIPT_COLUMNS, sum_of_owed
from tests.desk.till.test_refunds import BACK, NOON, WHOLE
from tests.support.desk.all_sales import all_sales
from tests.support.desk.receipt_samples import RECEIPT
from tests.support.proof import beside_others
from tests.support.ui.selling import NAME, Clerk, selling
from tests.support.ui.taking_payment import TILL
from tests.ui.test_accessibility import to_booked

OWES, GETS_BACK = Owed(WHOLE, NOON), Owed(WHOLE, NOON, back=BACK)
UNCLEAR = Owed(replace(WHOLE, is_known=False), NOON)


async def to_till(clerk: Clerk) -> None:
    """Open the place by its key."""
    clerk.robot.keys("Alt+7")
    await clerk.robot.until(lambda: clerk.robot.is_shown("till_page"))


async def pay(clerk: Clerk, *typed: str) -> None:
    """Open the payment of the sale that was just made, and type an amount of cash."""
    clerk.robot.keys("T")
    await clerk.robot.until(lambda: clerk.robot.is_shown("payment_page"))
    for text in typed:
        clerk.robot.type(text)


async def record(clerk: Clerk) -> None:
    """Record what is typed."""
    await clerk.robot.until_armed("record_payment")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("recorded_page"))


@beside_others
async def test_a_sale_paid_in_part_is_owed_until_the_rest_is_taken(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    pnr = clerk.text("booking_ref")
    await pay(clerk, "1000")
    await record(clerk)
    await to_till(clerk)
    await robot.until(lambda: len(clerk.rows("owed_list")) == 1)
    (row,) = clerk.rows("owed_list")
    assert NAME in row
    assert pnr in row
    assert row.endswith("owes 3,410.00")
    assert clerk.text("owed_sum") == "1 sale, 3,410.00 owed"
    await robot.until(lambda: robot.focused == "owed_list")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert clerk.text("to_pay") == "3,410.00"
    assert robot.sees(NAME)
    await record(clerk)
    robot.keys("Escape")
    await robot.until(lambda: robot.sees("Nobody owes anything"))


async def test_whoever_leaves_a_row_comes_back_to_it(clerk: Clerk) -> None:
    robot = clerk.robot
    for _ in range(2):
        await to_booked(clerk)
        robot.keys("N")
        await clerk.list_read()
    for sheet, tab, name in (
        ("payment_page", "Ctrl+2", "owed_list"),
        ("recorded_page", "Ctrl+1", "receipt_list"),
    ):
        await to_till(clerk)
        robot.keys(tab)
        await robot.until(lambda name=name: robot.focused == name and len(clerk.rows(name)) == 2)
        robot.keys("Down")
        chosen = robot.find(name, Table).current_key
        for _ in range(2):
            robot.keys("Return")
            await robot.until(lambda sheet=sheet: robot.is_shown(sheet))
            robot.keys("Escape")
            assert await robot.until(lambda name=name: robot.find(name, Table).current_key) == chosen
        robot.keys("Alt+1")
        for sale in await clerk.counter.desk.owing.read():
            await clerk.counter.desk.till.record(
                Payment(sale.due, 0, (Line(PayWay.CASH, sale.due.total, sale.due.total),))
            )


@beside_others
async def test_what_is_paid_later_and_what_nobody_recorded_are_both_owed(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk)
    robot.keys("Ctrl+L")
    await robot.until(lambda: robot.is_shown("booked_page"))
    # Another sale, of which nobody says how it is paid.
    await clerk.counter.sell()
    await to_till(clerk)
    await robot.until(lambda: len(clerk.rows("owed_list")) == 2)
    said = clerk.rows("owed_list")
    assert sum("pays later" in each for each in said) == 1
    assert sum("not recorded" in each for each in said) == 1


async def test_what_is_chosen_stays_when_the_same_or_more_is_read_again(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.list_read()
    for _ in range(2):
        await clerk.counter.sell()
    await to_till(clerk)
    await robot.until(lambda: len(clerk.rows("owed_list")) == 2)
    await robot.until(lambda: robot.focused == "owed_list")
    robot.keys("Down", "F5")
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()
    assert robot.find("owed_list", QListView).currentIndex().row() == 1
    await clerk.counter.sell()
    robot.keys("F5")
    await page.tasks.finish()
    assert len(clerk.rows("owed_list")) == 3
    assert robot.find("owed_list", QListView).currentIndex().row() == 1


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((OWES,), "1 sale, 6,468.00 owed"),
        ((OWES, OWES), "2 sales, 12,936.00 owed"),
        ((GETS_BACK,), "6,468.00 to give back"),
        ((OWES, GETS_BACK), "1 sale, 6,468.00 owed, 6,468.00 to give back"),
        ((UNCLEAR,), "1 sale not known"),
        ((OWES, UNCLEAR, UNCLEAR), "1 sale, 6,468.00 owed, 2 sales not known"),
        ((GETS_BACK, replace(UNCLEAR, back=BACK)), "1 sale not known, 6,468.00 to give back"),
        ((), ""),
    ],
)
def test_what_is_owed_and_what_is_given_back_are_summed_apart(found: Sequence[Owed], said: str) -> None:
    assert sum_of_owed(found) == said


@beside_others
async def test_who_sold_seats_that_another_counter_cancelled_is_warned_before_taking_money(
    tmp_path: Path,
) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        robot, counter = clerk.robot, clerk.counter
        counter.desk.rules.till = TILL
        clerk.routing.obey_rules()
        await clerk.list_read()
        receipt = await counter.sell(qty=2)
        await counter.desk.remember()
        counter.world.cancel(CancelOrder("other", receipt.booking_ref, OrderModule.ACTIVITY, 1))
        (sale,) = all_sales(counter.desk.bookings)
        await counter.desk.bookings.check(sale)
        await to_till(clerk)
        await robot.until(lambda: len(clerk.rows("owed_list")) == 1)
        (row,) = clerk.rows("owed_list")
        assert row.endswith("what is owed is not known")
        assert clerk.text("owed_sum") == "1 sale not known"
        await robot.until(lambda: robot.focused == "owed_list")
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("owed_is_not_known"))
        robot.keys("Escape", "Alt+2")
        await robot.until(lambda: robot.is_shown("till_standing"))
        # There the payment can be taken, too, with the same warning.
        robot.keys("T")
        await robot.until(lambda: robot.is_shown("owed_is_not_known"))
        await robot.until(lambda: robot.focused == "cash_given")
        # Nothing typed is no sum, and who pays later owes no more than what was agreed.
        robot.keys("Ctrl+L")
        await robot.until(lambda: robot.sees(NO_AGREEMENT.text))
        assert robot.focused == "paid_amount"
        assert not (await counter.desk.till.standing((receipt.request_id,))).payments
        robot.keys("Ctrl+1", "Ctrl+Return")
        await robot.until(lambda: robot.sees(NO_AGREEMENT.text))
        # What was agreed is enough once it is a line.
        robot.type("400")
        robot.keys("Return")
        await record(clerk)
        assert clerk.text("left_to_pay") == "not known"
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("till_standing"))
        robot.keys("T")
        await robot.until(lambda: robot.focused == "cash_given")
        robot.keys("Ctrl+L")
        robot.type("300")
        robot.keys("Ctrl+L")
        await robot.until(lambda: robot.sees("Recorded as paid later."))
        (_, later) = (await counter.desk.till.standing((receipt.request_id,))).payments
        assert (later.payment.on_account, later.payment.due.is_known) == (300_00, False)


def test_what_was_given_back_went_out_in_the_list_of_receipts() -> None:
    taken = RECEIPT.taken
    amount, how = RECEIPT_COLUMNS.columns[-1], RECEIPT_COLUMNS.columns[-2]
    assert (said_of(how, taken), said_of(amount, taken)) == ("UPI, Cash", "14,449.00")
    back = replace(taken, is_refund=True)
    assert said_of(how, back) == "given back, UPI, Cash"
    assert said_of(amount, back) == formats.amount(Decimal(-14_449))
    corrected = replace(taken, corrected_by="A/2627/000419")
    assert said_of(how, corrected) == "UPI, Cash, Corrected by A/2627/000419"


async def test_without_a_till_there_is_no_such_place(clerk: Clerk) -> None:
    clerk.counter.desk.rules.till = TillRules()
    clerk.routing.obey_rules()
    await clerk.list_read()
    assert not clerk.robot.is_shown("rail_till")
    clerk.robot.keys("Alt+7")
    assert not clerk.robot.is_shown("till_page")
    clerk.robot.keys("F1")
    await clerk.robot.until(lambda: clerk.robot.is_shown("keys_sheet"))
    assert not clerk.robot.sees("Till")


async def test_the_place_comes_with_the_switch_and_says_when_nothing_is_owed(clerk: Clerk) -> None:
    await clerk.list_read()
    assert clerk.robot.is_shown("rail_till")
    await to_till(clerk)
    await clerk.robot.until(lambda: clerk.robot.sees("Nobody owes anything"))


@beside_others
async def test_a_booking_says_how_it_was_paid(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("till_standing") == "Till: nothing is recorded.")
    robot.keys("Alt+7")
    await robot.until(lambda: len(clerk.rows("owed_list")) == 1)
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    robot.type("1000")
    await record(clerk)
    number = clerk.text("receipt_number")
    robot.keys("Alt+2")
    told = f"Till: paid 1,000.00. Receipt {number}. Left to pay 3,410.00."
    await robot.until(lambda: clerk.text("till_standing") == told)
    # The price is what the customer pays, and no sentence says that it was paid.
    assert robot.sees("Customer pays")
    assert "Paid" not in clerk.everything().split("\n")


@beside_others
async def test_of_an_older_receipt_no_change_is_to_be_given(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk, "5000")
    await record(clerk)
    assert robot.sees("Change to give")
    await to_till(clerk)
    robot.keys("Ctrl+1")
    await robot.until(lambda: robot.focused == "receipt_list" and bool(clerk.rows("receipt_list")))
    assert f", {NAME}, " in clerk.rows("receipt_list")[0]
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert robot.sees("Change that was given")
    assert not robot.sees("Change to give")


@beside_others
async def test_what_is_cancelled_has_a_price_and_was_not_said_to_be_paid(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("Delete")
    await robot.until_armed("spend")
    assert clerk.text("customer_paid").startswith("The price for ")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    assert robot.sees("Customer\u2019s price")
    assert not robot.sees("Customer paid for it")


@beside_others
async def test_without_a_till_a_booking_says_nothing_of_it(clerk: Clerk) -> None:
    clerk.counter.desk.rules.till = TillRules()
    await to_booked(clerk)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("detail_pnr"))
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()
    assert not clerk.robot.is_shown("till_standing")


@beside_others
async def test_pay_later_from_bookings_is_written_once_and_leads_back(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    robot.keys("Ctrl+L")
    await robot.until(lambda: robot.is_shown("till_standing"))
    assert robot.sees("Recorded as paid later.")
    (owed,) = await clerk.counter.desk.till.owed()
    assert owed.payment.number == ""
    assert len((await clerk.counter.desk.till.standing((owed.sales[0].request_id,))).payments) == 1


async def test_what_is_being_written_down_is_not_left(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    robot, till = clerk.robot, clerk.counter.desk.till
    await to_booked(clerk)
    await pay(clerk)
    record, released = till.record, asyncio.Event()

    async def slowly(payment: Payment) -> TillReceipt:
        await released.wait()
        return await record(payment)

    monkeypatch.setattr(till, "record", slowly)
    await robot.until_armed("record_payment")
    robot.keys("Ctrl+Return", "Escape", "Ctrl+Return", "Alt+7")
    assert robot.is_shown("payment_page")
    released.set()
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert len(await till.receipts_of(till.now().date())) == 1

"""A basket that was booked: one payment for all of it, and a receipt with every PNR."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint

from app.desk.model import formats
from app.desk.model.office_rules import CustomerRefund, RefundRule, TillRules
from app.desk.till.payment_rules import cash_line
from app.desk.till.payment_values import Payment, in_rupees, paise_words
from tests.journeys.test_basket import put_next, put_scuba, to_review
from tests.support.proof import beside_others
from tests.support.ui.selling import NAME, Clerk, selling
from tests.support.ui.taking_payment import TILL
from tests.ui.till.test_take_payment_page import entries, record


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, remembers=True, others=("print_choice",)) as opened:
        opened.counter.desk.rules.till = TILL
        opened.routing.obey_rules()
        await opened.list_read()
        yield opened


async def book_two(clerk: Clerk) -> Decimal:
    """Book two activities for one customer. Returns what the customer pays."""
    await put_scuba(clerk)
    await put_next(clerk, "2")
    await to_review(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("basket_booked_page"))
    return amount(clerk.text("customer_pays").removeprefix("INR "))


async def left_in_notes(clerk: Clerk) -> Decimal:
    """The same, once the notes are written which of them were bought together."""
    pays, desk = await book_two(clerk), clerk.counter.desk
    while len(await desk.owing.read()) > 1:
        await desk.bookings.follow()
    return pays


def amount(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


async def to_payment(clerk: Clerk) -> None:
    clerk.robot.keys("T")
    await clerk.robot.until(lambda: clerk.robot.is_shown("payment_page"))


@beside_others
async def test_all_of_it_is_paid_at_once(clerk: Clerk) -> None:
    robot = clerk.robot
    pays = await book_two(clerk)
    assert clerk.text("take_payment") == "Take payment"
    assert not robot.is_shown("till_standing")
    await to_payment(clerk)
    assert amount(clerk.text("to_pay")) == pays
    assert robot.sees(f"{NAME}, 2 bookings")
    await record(clerk)
    (entry,) = entries(clerk)
    assert [each["due"] == each["settled"] for each in entry["sales"]] == [True, True]
    assert sum(each["settled"] for each in entry["sales"]) == pays * 100
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("receipt_sheet"))
    said = robot.find("voucher_preview").accessibleName()
    assert all(each.ref in said for each in clerk.counter.world.bookings)
    robot.keys("Escape", "Escape")
    await robot.until(lambda: robot.is_shown("basket_booked_page"))
    # Nothing is left: the page says so, and the key shows the receipt.
    await robot.until(lambda: robot.is_shown("till_standing"))
    assert clerk.text("till_standing").startswith(f"Till: paid {formats.amount(pays)}. Receipt ")
    assert clerk.text("take_payment") == "Receipt"
    assert not robot.sees("Take payment")
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    robot.keys("N")
    await clerk.list_read()


async def test_a_basket_that_is_paid_later_is_paid_at_once(clerk: Clerk) -> None:
    robot = clerk.robot
    pays = await book_two(clerk)
    await to_payment(clerk)
    robot.keys("Ctrl+L")
    await robot.until(lambda: robot.is_shown("basket_booked_page") and robot.is_shown("till_standing"))
    assert clerk.text("till_standing") == f"Till: paid 0.00. Left to pay {formats.amount(pays)}."
    assert clerk.text("take_payment") == "Take payment"
    robot.keys("Alt+7")
    await robot.until(lambda: robot.is_shown("owed_list") and bool(clerk.rows("owed_list")))
    (row,) = clerk.rows("owed_list")
    assert "and 1 more" in row
    assert all(each.ref in row for each in clerk.counter.world.bookings)
    await robot.until(lambda: robot.focused == "owed_list")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert amount(clerk.text("to_pay")) == pays
    await record(clerk)
    robot.keys("Escape")
    await robot.until(lambda: robot.sees("Nobody owes anything"))


async def test_a_basket_that_was_left_is_one_row_of_what_is_owed(clerk: Clerk) -> None:
    robot = clerk.robot
    pays = await left_in_notes(clerk)
    robot.keys("Alt+7")
    await robot.until(lambda: robot.is_shown("owed_list") and bool(clerk.rows("owed_list")))
    (row,) = clerk.rows("owed_list")
    assert "not recorded" in row
    assert row.endswith(f"owes {formats.amount(pays)}")
    await robot.until(lambda: robot.focused == "owed_list")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert robot.sees(f"{NAME}, 2 bookings")
    assert amount(clerk.text("to_pay")) == pays


@beside_others
async def test_from_the_bookings_all_of_a_basket_is_paid_that_is_owed(clerk: Clerk) -> None:
    robot = clerk.robot
    pays = await left_in_notes(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("till_standing") == "Till: nothing is recorded.")
    await to_payment(clerk)
    assert robot.sees(f"{NAME}, 2 bookings")
    assert amount(clerk.text("to_pay")) == pays
    # What is paid of it is of the chosen one first.
    robot.type("100")
    await record(clerk)
    (chosen, _) = entries(clerk)[0]["sales"]
    assert chosen["settled"] == 100_00
    robot.keys("Escape")
    await robot.until(lambda: clerk.text("till_standing").startswith("Till: paid 100.00. "))
    await to_payment(clerk)
    assert amount(clerk.text("to_pay")) == pays - 100
    await record(clerk)
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    # Nothing is left: the key shows the receipt.
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert len(entries(clerk)) == 2


@beside_others
async def test_what_is_paid_of_a_basket_has_its_own_receipt_while_the_rest_is_owed(clerk: Clerk) -> None:
    robot, owing = clerk.robot, clerk.counter.desk.owing
    await left_in_notes(clerk)
    (owed,) = await owing.read()
    first, rest = owed.due.sales
    payment = Payment(replace(owed.due, sales=(first,)))
    await clerk.counter.desk.till.record(payment.with_line(cash_line(payment, "")))
    sales = {each.request_id: each for each in await clerk.counter.desk.bookings.search(NAME, 9)}
    clerk.flows.till.open(sales[first.request_id])
    await robot.until(lambda: robot.is_shown("recorded_page"))
    clerk.flows.till.open(sales[rest.request_id])
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert robot.sees(f"{NAME}, 1 booking")


async def test_who_gets_something_back_is_asked_for_the_rest_of_the_basket(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(0))
    await left_in_notes(clerk)
    (owed,) = await desk.owing.read()
    first, rest = owed.due.sales
    payment = Payment(owed.due)
    paid = str(in_rupees(owed.due.total - 645_00))
    await desk.till.record(payment.with_line(cash_line(payment, paid)))
    robot.keys("Alt+2")
    await robot.until(lambda: len(clerk.rows("sales_list")) > 1)
    robot.keys("Down")
    await robot.until(lambda: clerk.text("detail_pnr") == first.booking_ref)
    robot.keys("Delete")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    robot.keys("A")
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    told = f"645.00 is still owed for trips bought together (PNR {rest.booking_ref})."
    await robot.until(lambda: robot.is_shown("owed_together"))
    assert robot.sees(told)
    words, way = robot.find("owed_together"), robot.find("give_back")
    assert words.mapTo(clerk.window, QPoint()).y() < way.mapTo(clerk.window, QPoint()).y()
    assert clerk.text("give_back") == f"Give back {paise_words(first.amount)}"
    robot.keys("T")
    await robot.until_armed("record_refund")
    assert robot.is_shown("owed_together")
    assert robot.sees(told)
    words, typed = robot.find("owed_together"), robot.find("paid_amount")
    assert words.mapTo(clerk.window, QPoint()).y() < typed.mapTo(clerk.window, QPoint()).y()
    # Whoever takes that rest is told what is to be given back.
    robot.keys("Escape", "Alt+7")
    await robot.until(lambda: len(clerk.rows("owed_list")) == 2)
    await robot.until(lambda: robot.focused == "owed_list")
    robot.keys("End", "Return")
    await robot.until(lambda: robot.is_shown("till_warning"))
    assert robot.sees("is to be given back for trips bought together")


@beside_others
async def test_without_a_till_there_is_no_such_key(clerk: Clerk) -> None:
    clerk.counter.desk.rules.till = TillRules()
    await book_two(clerk)
    assert not clerk.robot.is_shown("take_payment")
    clerk.robot.keys("T")
    assert clerk.robot.is_shown("basket_booked_page")

"""Giving back after a cancellation, and correcting a receipt, with real keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from app.desk.model.office_rules import CustomerRefund, RefundRule
from app.desk.till.upi import sale_reference
from app.lifecycle.close_guard import CloseGuard
from app.ui.till.give_back_page import GiveBackPane
from app.ui.till.take_payment_page import TakePaymentPage
from tests.desk.till.test_refunds import BACK
from tests.support.counter import open_desk
from tests.support.proof import beside_others
from tests.support.ui.selling import NAME, Clerk, selling
from tests.support.ui.taking_payment import TILL
from tests.ui.cancellation.test_cancel_page import quoted
from tests.ui.test_accessibility import to_booked, to_bookings
from tests.ui.till.test_day_close_with_till import settled, to_till_day
from tests.ui.till.test_till_page import pay, record, to_till


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter with a register, which does not know what customers get back."""
    async with selling(tmp_path, remembers=True, others=("print_choice",)) as opened:
        opened.counter.desk.rules.till = TILL
        opened.routing.obey_rules()
        yield opened


async def cancelled(clerk: Clerk) -> None:
    """A sale that was paid in cash, and cancelled; the customer gets all of it back."""
    await just_cancelled(clerk)
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.is_shown("till_standing"))


async def just_cancelled(clerk: Clerk) -> None:
    """The same on the page that says so."""
    robot = clerk.robot
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(0))
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: "Till: paid 4,410.00." in clerk.text("till_standing"))
    robot.keys("Delete")
    await confirm(clerk)


async def confirm(clerk: Clerk) -> None:
    """Cancel what is chosen, and wait for what the till knows of it."""
    robot = clerk.robot
    await robot.until(lambda: robot.is_shown("cancel_page"))
    await quoted(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("cancelled_page"))
    await till_read(clerk)


async def till_read(clerk: Clerk) -> None:
    """Wait for all that a page reads when it is opened."""
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()


async def test_what_was_paid_is_given_back_where_it_was_cancelled(clerk: Clerk) -> None:
    robot = clerk.robot
    await just_cancelled(clerk)
    assert clerk.text("give_back") == "Give back 4,410.00"
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("give_back"))
    robot.click(robot.find("give_back"))
    await robot.until_armed("record_refund")
    assert clerk.text("record_refund") == "Give back INR 4,410.00 in cash"
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("cancelled_page"))
    await till_read(clerk)
    assert not robot.is_shown("give_back")
    # Nothing is left: the key shows what was recorded.
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("recorded_page"))


async def test_it_is_given_back_also_where_the_answer_was_lost(clerk: Clerk) -> None:
    robot = clerk.robot
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(0))
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: "Till: paid 4,410.00." in clerk.text("till_standing"))
    robot.keys("Delete")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    await quoted(clerk)
    clerk.counter.faults.after_work("cancel_booking CONFIRM", silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))
    # Nothing is known yet, and the key does nothing.
    robot.keys("T")
    assert not robot.is_shown("give_back")
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("give_back"))
    assert clerk.text("give_back") == "Give back 4,410.00"
    assert NAME in clerk.text("cancelled_about")
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))


@pytest.mark.parametrize("keeps", [0, 100])
async def test_where_nothing_was_paid_the_charge_is_taken(clerk: Clerk, keeps: int) -> None:
    robot = clerk.robot
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(keeps))
    await to_bookings(clerk)
    robot.keys("Delete")
    await confirm(clerk)
    assert robot.is_shown("give_back") == bool(keeps)
    if keeps:
        assert clerk.text("give_back") == "Take payment 4,410.00"
        robot.keys("T")
        await robot.until(lambda: robot.is_shown("payment_page"))
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("cancelled_page"))


@beside_others
async def test_the_till_knows_nothing_of_what_another_counter_sold(clerk: Clerk, tmp_path: Path) -> None:
    robot = clerk.robot
    async with open_desk(tmp_path / "other", clerk.counter.server) as other:
        pnr = (await other.sell()).booking_ref
    await to_bookings(clerk)
    robot.keys("X")
    await robot.until(lambda: robot.is_shown("find_booking_page"))
    robot.type(pnr)
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    # The wallet's debit: the customer has paid nothing here.
    assert robot.texts().count("Service: Paid") == 2
    assert "Paid" not in robot.texts()
    robot.keys("Ctrl+Return")
    await confirm(clerk)
    assert not robot.is_shown("give_back")
    robot.keys("T")
    await robot.until(lambda: robot.sees("The till knows no price of this booking."))


@beside_others
async def test_what_was_paid_is_given_back_from_the_bookings(clerk: Clerk) -> None:
    robot = clerk.robot
    await cancelled(clerk)
    await robot.until(lambda: "To give back 4,410.00." in clerk.text("till_standing"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    assert robot.sees(NAME)
    assert clerk.text("operator_charge").startswith("The operator\u2019s charge is ")
    robot.keys("F8")
    assert not robot.is_shown("operator_charge")
    assert clerk.text("record_refund") == "Give back INR 4,410.00 in cash"
    await robot.until_armed("record_refund")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert clerk.text("receipt_number").endswith("/000002")
    assert clerk.window.windowTitle().startswith("Given back ")
    assert robot.is_shown("correct_receipt")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    await robot.until(lambda: "Till: paid 4,410.00. Given back 4,410.00." in clerk.text("till_standing"))
    await to_till(clerk)
    await robot.until(lambda: robot.sees("Nobody owes anything"))


async def test_who_paid_nothing_owes_the_charge_wherever_it_is_said(clerk: Clerk) -> None:
    robot = clerk.robot
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(30))
    await to_booked(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("till_standing") == "Till: nothing is recorded.")
    robot.keys("Delete")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    await quoted(clerk)
    # Nothing was paid: it is a part of the price that goes.
    assert robot.sees("Off the customer\u2019s price")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    assert clerk.text("customer_gets") == "3,087.00"
    assert not robot.sees("Customer gets back")
    robot.keys("Escape")
    told = "Till: nothing is recorded. Left to pay 1,323.00."
    await robot.until(lambda: clerk.text("till_standing") == told)
    assert robot.sees("Pays in all")
    assert not robot.sees("Gets back")
    await to_till(clerk)
    await robot.until(lambda: clerk.text("owed_sum") == "1 sale, 1,323.00 owed")
    robot.keys("Return")
    await robot.until(lambda: clerk.text("to_pay") == "1,323.00")


async def test_half_of_giving_back_is_there_again_after_a_visit_elsewhere(clerk: Clerk) -> None:
    robot = clerk.robot
    await cancelled(clerk)
    for elsewhere, kept in (("Alt+1", ""), ("Alt+2", "500"), ("Escape", "500"), ("Escape", "")):
        await to_till(clerk)
        await robot.until(lambda: len(clerk.rows("owed_list")) == 1)
        await robot.until(lambda: robot.focused == "owed_list")
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("give_back_page"))
        assert clerk.text("own_charge") == kept
        assert clerk.text("paid_amount") == kept.replace("5", "9")
        for field, amount in (("own_charge", "500"), ("paid_amount", "900")):
            robot.find(field).setFocus()
            robot.keys("Ctrl+A", "Backspace")
            robot.type(amount)
        robot.keys(elsewhere)
        await robot.until(lambda: not robot.is_shown("give_back_page"))


async def test_giving_back_that_was_begun_is_asked_about_before_the_counter_closes(clerk: Clerk) -> None:
    robot = clerk.robot
    guard = CloseGuard(clerk.window, clerk.routing)
    await cancelled(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    assert await guard.may_close()
    robot.type("500")
    asking = asyncio.ensure_future(guard.may_close())
    await robot.until(lambda: robot.sees("A payment is being given back"))
    robot.keys("Escape")
    assert not await asking
    assert clerk.text("paid_amount") == "500"


async def test_a_reference_for_two_refunds_is_asked_about(clerk: Clerk) -> None:
    robot = clerk.robot
    await cancelled(clerk)
    await to_till(clerk)
    for part in ("1000", ""):
        await robot.until(lambda: len(clerk.rows("owed_list")) == 1)
        await robot.until(lambda: robot.focused == "owed_list")
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("give_back_page"))
        robot.keys("Ctrl+2")
        robot.type("433412345678")
        robot.find("paid_amount").setFocus()
        robot.type(part)
        await robot.until_armed("record_refund")
        robot.keys("Ctrl+Return")
        if not part:
            await robot.until(lambda: robot.is_shown("reference_note"))
            told = clerk.text("reference_note")
            assert "/000002 already, INR 1,000.00 of " in told
            assert NAME in told
            assert robot.focused == "reference"
            await robot.until_armed("record_refund")
            robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("recorded_page"))
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("till_page"))
    await robot.until(lambda: robot.sees("Nobody owes anything"))


@beside_others
async def test_a_charge_needs_a_reason_and_stays_typed(clerk: Clerk) -> None:
    robot = clerk.robot
    await cancelled(clerk)
    await to_till(clerk)
    await robot.until(lambda: len(clerk.rows("owed_list")) == 1)
    (row,) = clerk.rows("owed_list")
    assert row.endswith("gets back 4,410.00")
    await robot.until(lambda: clerk.text("owed_sum") == "4,410.00 to give back")
    await robot.until(lambda: robot.focused == "owed_list")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    assert robot.focused == "paid_amount"
    robot.keys("Ctrl+2")
    robot.type("4417")
    robot.find("own_charge").setFocus()
    robot.type("500")
    robot.keys("Ctrl+Return")
    assert robot.focused == "charge_reason"
    assert clerk.text("charge_reason_note").startswith("Say why")
    robot.type("Late notice")
    assert clerk.text("record_refund") == "Give back INR 3,910.00 by UPI"
    await robot.until_armed("record_refund")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    robot.keys("Escape")
    await robot.until(lambda: robot.sees("Nobody owes anything"))


async def test_each_sum_of_giving_back_adds_up_on_its_page(clerk: Clerk) -> None:
    robot = clerk.robot
    clerk.counter.desk.rules.till = replace(TILL, rounding=100)
    await cancelled(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    assert robot.is_shown("operator_charge")
    robot.keys("F8")
    assert not robot.is_shown("operator_charge")
    robot.keys("F8")
    robot.find("own_charge").setFocus()
    robot.type("887.50")
    # Also before the reason is there.
    assert clerk.text("own_charge_of_all") == "887.50"
    assert clerk.text("cash_rounding") == "0.50"
    assert clerk.text("given_back") == "3,523.00"
    assert clerk.text("left_to_give") == "0.00"
    assert clerk.text("paid_amount_note") == "Empty means exactly 3,523.00"
    robot.find("charge_reason").setFocus()
    robot.type("Late")
    assert clerk.text("record_refund") == "Give back INR 3,523.00 in cash"
    await robot.until_armed("record_refund")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert clerk.text("own_charge_of_all") == "887.50"
    assert clerk.text("cash_rounding") == "0.50"
    robot.keys("Escape")
    told = "Till: paid 4,410.00. Given back 3,522.50. The agency\u2019s own charge 887.50."
    await robot.until(lambda: clerk.text("till_standing").startswith(told))
    assert "o give back" not in clerk.text("till_standing")


@beside_others
async def test_a_wrong_receipt_is_corrected_with_a_reason(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    pnr = clerk.text("booking_ref")
    await pay(clerk)
    await record(clerk)
    wrong = clerk.text("receipt_number")
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("correction_reason"))
    assert robot.sees(f"Correct receipt {wrong}")
    page = clerk.window.current_page
    assert isinstance(page, TakePaymentPage)
    # Banks would refuse the reference with which the wrong one may have been paid.
    assert page.typed().attempt != sale_reference(TILL.series, 4410_00, pnr)
    robot.keys("Ctrl+Return")
    assert robot.focused == "correction_reason"
    assert clerk.text("correction_reason_note").startswith("Say why")
    robot.type("It was 1,000 and the rest later")
    robot.keys("Ctrl+1")
    robot.find("cash_given").setFocus()
    robot.type("1000")
    await record(clerk)
    right = clerk.text("receipt_number")
    assert right != wrong
    assert clerk.text("left_to_pay") == "3,410.00"
    assert not robot.sees("Left to pay then")
    robot.keys("Alt+2")
    # Of both only the one that counts is named.
    told = f"Till: paid 1,000.00. Receipt {right}. Left to pay 3,410.00."
    await robot.until(lambda: clerk.text("till_standing") == told)
    # Both stay in the book; the older one is followed by another, and cannot be corrected any more.
    await to_till(clerk)
    robot.keys("Ctrl+1")
    await robot.until(lambda: len(clerk.rows("receipt_list")) == 2)
    newest, oldest = clerk.rows("receipt_list")
    assert f"corrects {wrong}" in newest
    assert oldest.startswith(wrong)
    assert f"Corrected by {right}" in oldest
    assert "Corrected by" not in newest
    # What was taken wrong is not in the drawer any more.
    assert clerk.text("receipt_sum") == "1 receipt, 1,000.00"
    await robot.until(lambda: robot.focused == "receipt_list")
    robot.keys("Down", "Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert robot.sees(NAME)
    # Something may have been paid or cancelled since then.
    assert robot.sees("Left to pay then")
    told = f"Corrected by receipt {right}. This one does not count any more."
    assert robot.sees(told)
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("receipt_sheet"))
    assert told in robot.find("voucher_preview").accessibleName()
    robot.keys("Escape", "C")
    await robot.until(lambda: robot.sees(f"Receipt {right} stands in its place. Correct that one."))


async def test_a_wrong_refund_is_corrected_with_a_reason(clerk: Clerk) -> None:
    robot = clerk.robot
    await cancelled(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    robot.keys("Ctrl+1")
    robot.type("4000")
    robot.keys("Tab")
    robot.type("100")
    robot.keys("Tab")
    robot.type("Our work")
    await robot.until_armed("record_refund")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    wrong = clerk.text("receipt_number")
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("correction_reason"))
    assert robot.sees(f"Correct receipt {wrong}")
    # Nothing typed is what the wrong one gave, and kept, with its reason.
    assert robot.sees("Empty means exactly 4,000.00")
    assert clerk.text("left_to_give") == "310.00"
    assert (clerk.text("own_charge"), clerk.text("charge_reason")) == ("100.00", "Our work")
    robot.keys("Ctrl+Return")
    assert robot.focused == "correction_reason"
    robot.type("It was all of it, by UPI")
    robot.keys("Ctrl+2")
    await robot.until(lambda: robot.focused == "reference")
    robot.type("4417")
    robot.keys("Tab", "Ctrl+A", "Delete", "Shift+Tab", "Shift+Tab")
    robot.type("4410")
    await robot.until_armed("record_refund")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: clerk.text("receipt_number") != wrong)
    right = clerk.text("receipt_number")
    robot.keys("Alt+2")
    told = "Till: paid 4,410.00. Given back 4,410.00. "
    await robot.until(lambda: clerk.text("till_standing").startswith(told))
    assert clerk.text("till_standing").endswith(f"{right}.")
    assert wrong not in clerk.text("till_standing")
    await to_till(clerk)
    robot.keys("Ctrl+1")
    await robot.until(lambda: len(clerk.rows("receipt_list")) == 3)
    newest, older, _ = clerk.rows("receipt_list")
    assert f"given back, UPI, corrects {wrong}" in newest
    assert f"Corrected by {right}" in older
    assert clerk.text("receipt_sum") == "2 receipts, 0.00"


async def correct_at_the_till(clerk: Clerk) -> None:
    """Open the only receipt of the day at the till, and begin to correct it."""
    await to_till(clerk)
    clerk.robot.keys("Ctrl+1")
    await clerk.robot.until(lambda: len(clerk.rows("receipt_list")) == 1)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("recorded_page"))
    clerk.robot.keys("C")


async def test_why_a_receipt_is_corrected_is_there_again_after_a_visit_elsewhere(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    for kept in ("", "Wrong way"):
        await correct_at_the_till(clerk)
        await robot.until(lambda: robot.is_shown("correction_reason"))
        assert clerk.text("correction_reason") == kept
        robot.find("correction_reason").setFocus()
        robot.keys("Ctrl+A")
        robot.type("Wrong way")
        robot.keys("Alt+2")
        await robot.until(lambda: robot.is_shown("sales_list"))


async def test_a_second_door_leads_to_the_correction_that_was_begun(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("correction_reason"))
    robot.find("correction_reason").setFocus()
    robot.type("Wrong way")
    await correct_at_the_till(clerk)
    await robot.until(lambda: robot.sees("This payment was begun here."))
    assert clerk.text("correction_reason") == "Wrong way"


@beside_others
async def test_the_day_says_what_is_still_to_give_back(clerk: Clerk) -> None:
    robot = clerk.robot
    await cancelled(clerk)
    await to_till_day(clerk)
    assert clerk.text("till_back") == "0.00"
    assert robot.sees("4,410.00 to give back")
    told = "Still to give back to customers: 4,410.00."
    assert robot.sees(told)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("closing_name"))
    assert clerk.everything().count(told) == 2
    robot.keys("Escape")
    # Closing the day gives nothing back.
    days = clerk.counter.desk.day_close
    await days.close(days.today, "Asha")
    robot.keys("F5")
    await robot.until(lambda: robot.sees(" by Asha"))
    await settled(clerk)
    assert robot.sees("4,410.00 to give back")
    assert told in clerk.everything()
    # What is to be given back now is nothing of a former day that was closed.
    await days.close(days.today - timedelta(days=1), "Asha")
    robot.keys("Ctrl+Left")
    await robot.until(lambda: not robot.sees("4,410.00 to give back"))
    await settled(clerk)
    assert robot.sees(" by Asha")
    assert told not in clerk.everything()
    await to_till(clerk)
    await robot.until(lambda: clerk.text("owed_sum") == "4,410.00 to give back")


@beside_others
async def test_esc_leaves_everything_as_it_was(clerk: Clerk) -> None:
    robot = clerk.robot
    await cancelled(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    await robot.until(lambda: "To give back 4,410.00." in clerk.text("till_standing"))


def test_no_sum_is_certain_of_what_another_counter_cancelled() -> None:
    pane = GiveBackPane(replace(BACK, due=replace(BACK.due, is_known=False)))
    pane.show_refund(None)
    said = [each.text() for each in pane.findChildren(QLabel)]
    assert "To give back" not in said
    assert "As known here" in said
    # What is paid in all, and what is still to be given back.
    assert said.count("not known") >= 2

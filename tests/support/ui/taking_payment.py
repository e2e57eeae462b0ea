"""The screens of taking a payment, at a counter that keeps a till."""

from __future__ import annotations

from decimal import Decimal

from app.desk.model.office_rules import CustomerRefund, RefundRule, TillRules
from tests.support.ui.scenes import Journey, Traveller

TILL = TillRules(
    is_on=True,
    rounding=100,
    upi_address="coralcoast@examplebank",
    upi_name="Coral Coast Travels",
    is_upi_tested=True,
)


async def take_payment(clerk: Traveller) -> None:
    """Cash with its change, a split payment with UPI, and what is recorded."""
    robot = clerk.robot
    await _booked(clerk)
    await clerk.take("17-booked-with-till")
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("next_receipt"))
    robot.keys("Ctrl+3")
    robot.type("4417")
    robot.keys("Shift+Tab")
    robot.type("1000.50")
    robot.keys("Return", "Ctrl+1")
    robot.type("5000")
    await clerk.take("17-take-payment-cash")
    # The customer would rather not: what was typed is cleared.
    robot.keys("Ctrl+A", "Backspace", "Ctrl+2")
    robot.type("4417")
    robot.keys("Space")
    await clerk.take("17-take-payment-upi")
    # Nothing arrives, so that is cleared, too.
    robot.keys("Ctrl+A", "Backspace", "Ctrl+1")
    robot.type("5000")
    await robot.until_armed("record_payment")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    await clerk.take("17-payment-recorded")


async def see_what_is_owed(clerk: Traveller) -> None:
    """The place of the till: one sale that is paid later, and one of which nothing is recorded."""
    robot = clerk.robot
    await _booked(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("next_receipt"))
    robot.keys("Ctrl+L")
    await robot.until(lambda: robot.is_shown("booked_page"))
    await clerk.counter.sell()
    robot.keys("Alt+7")
    await robot.until(lambda: len(clerk.rows("owed_list")) == 2)
    await robot.until(lambda: robot.focused == "owed_list")
    await clerk.take("17-till-owed")


async def keep_a_drawer(clerk: Traveller) -> None:
    """The receipts of the day, what goes in and out, and the count that is short."""
    robot = clerk.robot
    await _booked(clerk)
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("next_receipt"))
    await robot.until_armed("record_payment")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    robot.keys("Alt+7", "Ctrl+1")
    await robot.until(lambda: robot.is_shown("receipt_list") and bool(clerk.rows("receipt_list")))
    await robot.until(lambda: robot.focused == "receipt_list")
    await clerk.take("17-receipts")
    robot.keys("Ctrl+3")
    await robot.until(lambda: robot.is_shown("opening_float"))
    robot.type("3000")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("move_amount"))
    robot.type("450")
    robot.keys("Tab")
    robot.type("Drinking water")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.sees("\u2212450.00"))
    await clerk.take("17-drawer-moves")
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    robot.type("13")
    robot.keys("Return")
    robot.type("1")
    await robot.until_armed("record_count")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "difference_reason")
    robot.type("Coins given as change")
    await clerk.take("17-drawer-count")
    await clerk.counter.sell()
    robot.keys("Alt+4")
    await robot.until(lambda: robot.is_shown("day_table"))
    await clerk.readings_ended()
    robot.keys("Ctrl+2")
    await robot.until(lambda: robot.is_shown("way_table") and bool(clerk.rows("way_table")))
    await clerk.readings_ended()
    await clerk.take("17d-day-close-with-till")


async def give_back(clerk: Traveller) -> None:
    """What a customer gets back after a cancellation."""
    robot = clerk.robot
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(0))
    await _booked(clerk)
    robot.keys("T")
    await robot.until_armed("record_payment")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("Delete")
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("give_back_page"))
    robot.keys("Ctrl+2")
    robot.type("4417")
    await clerk.take("17-give-back")


async def _booked(clerk: Traveller) -> None:
    clerk.counter.desk.rules.till = TILL
    clerk.routing.obey_rules()
    await clerk.review()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("take_payment"))
    await clerk.readings_ended()


TAKING: tuple[Journey, ...] = (take_payment, see_what_is_owed, keep_a_drawer, give_back)

"""The screens of taking a payment, at a counter that keeps a till."""

from __future__ import annotations

from app.desk.model.office_rules import TillRules
from app.ui.kit.controls.confirm_button import ConfirmButton
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
    clerk.counter.desk.rules.till = TILL
    await clerk.review()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("take_payment"))
    await clerk.readings_ended()
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
    robot.keys("Ctrl+2")
    robot.type("4417")
    robot.keys("Space")
    await clerk.take("17-take-payment-upi")
    robot.keys("Ctrl+1")
    await robot.until(lambda: robot.find("record_payment", ConfirmButton).is_armed)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    await clerk.take("17-payment-recorded")


TAKING: tuple[Journey, ...] = (take_payment,)

"""The payment of a sale whose outcome was known late only."""

from __future__ import annotations

from tests.support.desk.all_sales import all_sales
from tests.support.ui.selling import Clerk
from tests.ui.till.test_till_page import record


async def to_unknown(clerk: Clerk) -> None:
    """Book a sale whose answer is lost."""
    robot = clerk.robot
    await clerk.review()
    clerk.counter.faults.after_work("create_booking", silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("headline"))


async def test_what_is_found_to_be_booked_is_paid_as_any_sale(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    await to_unknown(clerk)
    assert not robot.is_shown("take_payment")
    robot.keys("T")
    assert robot.is_shown("headline")
    (sale,) = all_sales(desk.bookings)
    await desk.unknown_outcomes.look(sale.request_id)
    await robot.until(lambda: robot.is_shown("take_payment"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert clerk.text("to_pay") == "4,410.00"
    await record(clerk)
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    await robot.until(lambda: clerk.text("till_standing").startswith("Till: paid 4,410.00."))

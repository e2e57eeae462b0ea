"""What was taken and is not recorded is asked about before the counter closes or leaves its service."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from app.lifecycle.close_guard import CloseGuard
from tests.support.ui.selling import Clerk
from tests.ui.till.test_take_payment_page import entries, record, to_payment
from tests.ui.till.test_till_page import to_till

Ask = Callable[[CloseGuard], Awaitable[bool]]
ASKS: tuple[tuple[Ask, str], ...] = (
    (CloseGuard.may_close, "Return"),
    (CloseGuard.may_leave, "Escape"),
    (CloseGuard.may_restore, "Return"),
)


async def answered(clerk: Clerk, ask: Ask, *keys: str) -> bool:
    """What comes of a question about a payment, with these keys as the answer."""
    asking = asyncio.ensure_future(ask(CloseGuard(clerk.window, clerk.routing)))
    await clerk.robot.until(lambda: clerk.robot.sees("A payment is being taken"))
    assert "is not recorded" in clerk.everything()
    clerk.robot.keys(*keys)
    return await asking


@pytest.mark.parametrize(("ask", "key"), ASKS)
async def test_the_way_back_to_a_payment_is_the_first_answer(clerk: Clerk, ask: Ask, key: str) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    robot.keys("Return", "Alt+5")
    await robot.until(lambda: robot.is_shown("sections"))
    assert not await answered(clerk, ask, key)
    assert robot.is_shown("payment_page")
    assert robot.is_shown("taken_lines")
    assert robot.focused == "reference"


async def test_an_amount_that_is_typed_on_screen_stays_or_is_dropped(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("4500")
    assert not await answered(clerk, CloseGuard.may_close, "Return")
    assert clerk.text("cash_given") == "4500"
    assert await answered(clerk, CloseGuard.may_close, "Tab", "Return")


async def test_a_payment_that_is_recorded_left_or_not_begun_is_not_asked_about(clerk: Clerk) -> None:
    robot = clerk.robot
    guard = CloseGuard(clerk.window, clerk.routing)
    await to_payment(clerk)
    assert await guard.may_close()
    robot.type("1000")
    robot.keys("Return", "Escape", "Escape")
    await robot.until(lambda: robot.is_shown("booked_page"))
    assert await guard.may_close()
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    robot.type("1000")
    await record(clerk)
    assert await guard.may_close()
    assert len(entries(clerk)) == 1


async def test_a_second_door_leads_to_the_payment_that_was_begun(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("taken_lines"))
    await to_till(clerk)
    await robot.until(lambda: clerk.rows("owed_list"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("taken_lines"))
    assert robot.sees("This payment was begun here.")
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("taken_lines"))
    # What is left for good is begun anew wherever it is opened.
    robot.keys("Escape", "Escape")
    await robot.until(lambda: robot.is_shown("booked_page"))
    await to_till(clerk)
    await robot.until(lambda: clerk.rows("owed_list"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert not robot.is_shown("taken_lines")


async def test_what_is_owed_and_taken_at_the_till_is_asked_about(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Escape")
    await robot.until(lambda: robot.is_shown("booked_page"))
    await to_till(clerk)
    await robot.until(lambda: clerk.rows("owed_list"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    robot.type("1000")
    robot.keys("Return")
    assert not await answered(clerk, CloseGuard.may_close, "Return")
    assert robot.is_shown("taken_lines")
    # Left for another place it is there again, and asked about meanwhile.
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list"))
    assert not await answered(clerk, CloseGuard.may_close, "Return")
    await robot.until(lambda: clerk.rows("owed_list"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("taken_lines"))
    # From Bookings it is the same payment; left for good it is neither there again nor asked about.
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("taken_lines"))
    robot.keys("Escape", "Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert not robot.is_shown("taken_lines")
    robot.keys("Escape")
    assert await CloseGuard(clerk.window, clerk.routing).may_close()

"""A day at the counter with a service of five habits at once: only its writing is different."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from app.practice.world.identity import AGENT_ID
from tests.journeys.test_keystrokes import type_four
from tests.support.ui.selling import Clerk, selling
from tests.ui.cancellation.test_cancel_page import quoted, to_cancelling

HABITS = ("grouped-amounts", "yes-no-flags", "list-by-id", "notice-before", "success-1")


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the first list."""
    others = ("file_choice", "QListView ''", "Menu ''")
    async with selling(tmp_path, remembers=True, habits=HABITS, others=others) as opened:
        await opened.list_read()
        yield opened


async def test_a_day_with_a_service_of_five_habits(clerk: Clerk, tmp_path: Path) -> None:
    robot, world = clerk.robot, clerk.counter.world
    await robot.until(lambda: robot.sees("42 activities"))
    await clerk.type_sale()
    robot.keys("Ctrl+Return")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booking_ref"))
    (dive,) = world.bookings
    assert clerk.text("booking_ref") == dive.ref
    await robot.until(lambda: robot.sees(f"{dive.sale.total / 100:,.2f}"))
    robot.keys("N")
    await clerk.list_read()

    await type_four(clerk, tmp_path)
    robot.keys("Ctrl+Return")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booking_ref"))
    boat = next(each for each in world.bookings if each != dive)
    assert clerk.text("booking_ref") == boat.ref
    assert boat.sale.total > 100_000

    await to_cancelling(clerk)
    await robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    robot.keys("Down", "Space")
    await quoted(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    cancelled = next(each for each in world.bookings if each.ref == boat.ref)
    assert [seat.cancelled for seat in cancelled.seats] == [False, True, False, False]
    await robot.until(lambda: robot.sees(f"{cancelled.refunded / 100:,.2f}"))

    robot.keys("Alt+3")
    await robot.until(lambda: clerk.text("debited_today"))
    cash = world.ledger(AGENT_ID).cash
    await robot.until(lambda: robot.sees(f"{cash / 100:,.2f}"))

"""How many keys a cancellation takes: a robot that counts them, from the first screen to the reference."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.ui.cancellation.test_cancel_page import quoted, sell_boat, sell_seats


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the list of activities."""
    async with selling(tmp_path) as opened:
        await opened.list_read()
        yield opened


async def _to_cancelling(clerk: Clerk) -> None:
    clerk.robot.key_events = clerk.robot.clicks = 0
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_booking"))
    clerk.robot.keys("Delete")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_page"))


async def _confirm(clerk: Clerk, keys: int) -> None:
    await quoted(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    assert clerk.robot.key_events == keys
    assert clerk.robot.clicks == 0


async def test_all_seats_of_an_activity_take_four_keys(clerk: Clerk) -> None:
    await sell_seats(clerk, 3)
    await _to_cancelling(clerk)
    clerk.robot.keys("A")
    await _confirm(clerk, 4)
    (booking,) = clerk.counter.world.bookings
    assert booking.is_cancelled


@beside_others
async def test_one_of_three_seats_takes_three_keys(clerk: Clerk) -> None:
    await sell_seats(clerk, 3)
    await _to_cancelling(clerk)
    await _confirm(clerk, 3)
    (booking,) = clerk.counter.world.bookings
    assert len(booking.active_seats) == 2


@beside_others
async def test_the_second_traveller_of_a_boat_takes_five_keys(clerk: Clerk) -> None:
    await sell_boat(clerk)
    await _to_cancelling(clerk)
    await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    clerk.robot.keys("Down", "Space")
    await _confirm(clerk, 5)
    (booking,) = clerk.counter.world.bookings
    assert [seat.cancelled for seat in booking.seats] == [False, True, False, False]

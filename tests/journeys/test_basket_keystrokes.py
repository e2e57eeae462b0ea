"""How many keys three trips of one family take: boat out, a dive, boat back."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.journeys.test_basket import armed, booked
from tests.journeys.test_keystrokes import sell_to_party, type_four, type_party_again
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that remembers its customers."""
    async with selling(tmp_path, remembers=True, others=("file_choice", "QListView ''", "Menu ''")) as opened:
        await opened.list_read()
        opened.robot.key_events = opened.robot.clicks = 0
        yield opened


async def add_dive_and_boat(clerk: Clerk, *, before: int = 0) -> None:
    """From the boat in the form to the basket of three that is booked."""
    robot, baskets = clerk.robot, clerk.counter.desk.baskets
    robot.keys("Ctrl+B")
    await robot.until(lambda: robot.is_shown("basket_strip"))
    await robot.until(lambda: robot.sees("7 departures"))
    robot.keys("A")
    await clerk.list_read()
    robot.keys("Return")
    await clerk.slots_read()
    robot.keys("1", "Ctrl+B")
    await robot.until(lambda: baskets.open is not None and len(baskets.open.items) == 2)
    await clerk.list_read()
    robot.keys("B", "Ctrl+Right")
    await robot.until(lambda: robot.sees("15 departures"))
    await robot.until(lambda: robot.find("add_passengers").isEnabled())
    robot.keys("Ctrl+B")
    await robot.until(lambda: baskets.open is not None and len(baskets.open.items) == 3)
    robot.keys("Alt+B")
    await robot.until(lambda: robot.is_shown("basket_page"))
    if before:
        # The same party on the same boat once more is meant.
        await robot.until(lambda: robot.focused == "accept_basket")
        robot.keys("Space")
    await armed(clerk)
    await booked(clerk)
    assert len(clerk.counter.world.bookings) == before + 3
    assert robot.clicks == 0


@beside_others
async def test_three_trips_for_four_new_people_take_165_keys(clerk: Clerk, tmp_path: Path) -> None:
    await type_four(clerk, tmp_path)
    await add_dive_and_boat(clerk)
    assert clerk.robot.key_events <= 165


async def test_three_trips_for_a_party_that_travelled_before_take_50_keys(clerk: Clerk) -> None:
    await sell_to_party(clerk)
    clerk.robot.key_events = 0
    await type_party_again(clerk)
    await add_dive_and_boat(clerk, before=1)
    assert clerk.robot.key_events <= 50

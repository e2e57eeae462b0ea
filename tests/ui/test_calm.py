"""On every page: where the keyboard is, that nothing moves, how old numbers are, and no former customer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.proof import beside_others
from tests.support.ui.scenes import (
    EMAIL,
    NAME,
    PEOPLE,
    PHONE,
    Traveller,
    sell_activity,
    sell_boats,
    travelling,
    unlooked,
)

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

_CUSTOMER = (NAME, PHONE, EMAIL, *(name for name, *_ in PEOPLE), "KLX4471902", "KLX4471928", "C4VX8T2K1")


async def _activity(clerk: Traveller) -> None:
    await sell_activity(clerk)
    clerk.robot.keys("Escape")


async def _boat(clerk: Traveller) -> None:
    await sell_boats(clerk)


@beside_others
@pytest.mark.parametrize("sale", [_activity, _boat])
async def test_nothing_of_a_customer_is_on_a_page_of_the_next_one(
    sale: Callable[[Traveller], Awaitable[None]], tmp_path: Path
) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot = clerk.robot
        await sale(clerk)
        seen = {"booked": clerk.everything()}
        assert NAME in seen.pop("booked")
        robot.keys("Alt+1")
        await robot.until(lambda: robot.is_shown("activity_list") or robot.is_shown("departure_list"))
        robot.keys("A")
        await robot.until(lambda: robot.is_shown("activity_list"))
        seen["activities"] = clerk.everything()
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("customer_name"))
        seen["slots"] = clerk.everything()
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("activity_list"))
        robot.keys("B")
        await robot.until(lambda: robot.sees(" departures, "))
        seen["boats"] = clerk.everything()
        robot.keys("Ctrl+Right")
        await robot.until(lambda: robot.sees(", 5 open"))
        robot.keys("Home", "Down", "Ctrl+Return")
        await robot.until(lambda: robot.is_shown("passenger_grid"))
        seen["passengers"] = clerk.everything()
        left = [f"{page}: {each}" for page, texts in seen.items() for each in _CUSTOMER if each in texts]
        assert left == []

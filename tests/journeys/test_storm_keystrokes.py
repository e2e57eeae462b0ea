"""Forty bookings of a departure cancelled from the board: seven keys, and one decision."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.ui.storm_clerk import StormClerk, at_storm_desk
from tests.support.ui.travelling_day import switched_on

pytestmark = pytest.mark.prove("forty are sold first; the keys of its pages have their tests")

PARTIES = 40


async def sold_boats(desk: StormClerk) -> None:
    """Forty parties on one boat of tomorrow."""
    counter = desk.clerk.counter
    alone = replace(BOAT_DRAFT, passengers=BOAT_DRAFT.passengers[:1])
    for number in range(PARTIES):
        phone = f"98765{number:05}"
        draft = replace(await counter.boat(alone), customer_name=f"Customer {number}", customer_phone=phone)
        await counter.book(draft)
    await counter.desk.remember()


@pytest.mark.parametrize("asks_two", [False, True], ids=["alone", "with a second person"])
async def test_forty_are_cancelled_with_seven_keys(tmp_path: Path, *, asks_two: bool) -> None:
    async with at_storm_desk(tmp_path, asks_two=asks_two) as desk:
        robot, duty = desk.clerk.robot, desk.clerk.counter.desk.day_close.duty
        desk.clerk.counter.world.set_wallet(cash=1_000_000)
        await sold_boats(desk)
        for name, pin in (("Asha Rao", "4711"), ("Ravi Nair", "8822")):
            await duty.add(name, pin)
        await duty.take_over("4711")
        await switched_on(desk.clerk)
        robot.key_events = robot.clicks = 0
        robot.keys("Alt+6")
        await robot.until(lambda: robot.sees("Nobody travels on"))
        robot.keys("Ctrl+Right")
        await robot.until(lambda: len(desk.rows("parties")) == PARTIES)
        robot.keys("Down", "Delete")
        await robot.until(lambda: robot.is_shown("storm_quotes_page"))
        await desk.all_in()
        robot.keys("A", "1")
        if asks_two:
            assert robot.focused == "storm_second"
            robot.type("8822")
        await robot.until_armed("spend")
        assert desk.clerk.text("spend").startswith(f"Cancel {PARTIES} parties, refund INR ")
        robot.keys("Ctrl+Return")
        assert robot.key_events == (11 if asks_two else 7)
        assert robot.clicks == 0
        await robot.until(lambda: desk.gone() == PARTIES, 120)
        await desk.ran()
        assert robot.sees("by Asha Rao and Ravi Nair") or not asks_two

"""SIGKILL in the middle of a basket: the next start says what is booked, and nothing is sent twice."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListView

from app.practice import Faults, PracticeServer, World
from tests.journeys.killed import clerk_to_kill, know
from tests.journeys.opened import Program, opened
from tests.support.counter import AS_ON, tomorrow_at_ten
from tests.support.ui.robot import Robot
from tests.support.ui.selling import spoken_rows

pytestmark = pytest.mark.prove("programs that are killed; one of a sale is each time")


@asynccontextmanager
async def killed_at(
    folder: Path, operation: str, bookings: int, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[tuple[PracticeServer, Program]]:
    """The counter that is opened again after a clerk was killed in the middle of a basket of two.

    It is killed when the service has got this request while there are so many bookings.
    """
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as live:
        know(live, monkeypatch)
        async with clerk_to_kill(folder, "basket") as clerk:

            def kill(world: World) -> None:
                if len(world.bookings) == bookings:
                    clerk.kill()

            live.faults.change(operation, kill, times=None)
        live.faults.clear()
        async with opened(folder, tomorrow_at_ten().date()) as program:
            yield live, program


async def test_killed_between_two_items_the_second_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Before each item everything is read again: there the first one is booked, and the second not sent.
    async with killed_at(tmp_path, "wallet_balance", 1, monkeypatch) as (live, program):
        robot, world = program.robot, live.world
        await robot.until(lambda: robot.is_shown("basket_strip"))
        (first,) = world.bookings
        robot.keys("Alt+B")
        await robot.until_armed("spend")
        rows = rows_of(robot)
        assert [first.ref in each for each in rows].count(True) == 1
        assert len(rows) == 2
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("basket_booked_page"))
        assert len({each.sale.request_id for each in world.bookings}) == len(world.bookings) == 2


async def test_killed_while_an_item_is_sent_it_is_not_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The service carries the second order out, although nobody is left to hear of it.
    async with killed_at(tmp_path, "create_booking", 1, monkeypatch) as (live, program):
        robot, world = program.robot, live.world
        await robot.until(lambda: robot.is_shown("outcome_page"))
        assert len(world.bookings) == 2
        await robot.until(lambda: robot.is_shown("basket_strip"))
        robot.keys("Alt+B")
        # It finds its own end, and the basket then shows both; nobody has sent anything again.
        await robot.until(lambda: robot.is_shown("basket_booked_page"))
        assert all(robot.sees(each.ref) for each in world.bookings)
        assert len({each.sale.request_id for each in world.bookings}) == len(world.bookings) == 2


def rows_of(robot: Robot) -> list[str]:
    """The items of the basket as they are read aloud."""
    return spoken_rows(robot.find("basket_list", QListView))

"""A clerk in a process of its own who is killed on the way.

It is to `cancel` a seat, book a `basket` of two, or cancel a departure of forty parties in a `storm`.
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial

import pytest
from PySide6.QtCore import Qt

from app.lifecycle.event_loop import QuitRequest, run
from app.lifecycle.startup import Painted, paint_counter, work
from app.ui.window.main_window import DRAWN
from tests.journeys.opened import Program
from tests.journeys.storm_forty import decide, open_storm
from tests.support.any_clock import sell_under_any_clock
from tests.support.ui.robot import Robot


async def _work(painted: Painted, quit_request: QuitRequest) -> int:
    """From the first screen to the key that spends; whoever started this ends it."""
    ended = asyncio.ensure_future(work(painted, quit_request))
    clerk = Program(Robot(painted.window), painted.window, ended)
    await clerk.list_read()
    await {"cancel": _cancel, "basket": _fill_basket, "storm": _storm}[sys.argv[1]](clerk)
    await clerk.robot.until_armed("spend")
    clerk.robot.keys("Ctrl+Return")
    return await ended


async def _cancel(clerk: Program) -> None:
    """To the cancellation of a seat of the newest booking."""
    robot = clerk.robot
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("Delete")
    await robot.until(lambda: robot.is_shown("spend"))


async def _fill_basket(clerk: Program) -> None:
    """To the review of two activities of tomorrow for one customer."""
    robot = clerk.robot
    await clerk.type_customer()
    robot.keys("Ctrl+B")
    await robot.until(lambda: robot.is_shown("basket_strip"))
    await clerk.list_read()
    robot.keys("Down")
    await clerk.to_slots()
    robot.keys("1", "Ctrl+Return")
    await clerk.list_read()
    robot.keys("Alt+B")
    await robot.until(lambda: robot.is_shown("basket_page"))


async def _storm(clerk: Program) -> None:
    """To the button that cancels a departure."""
    await open_storm(clerk)
    await decide(clerk)


def main() -> int:
    """The program's exit status, if it ever has one."""
    sell_under_any_clock(pytest.MonkeyPatch())
    painted = paint_counter()
    # The screen of a test is smaller than one at a counter.
    painted.window.setWindowState(Qt.WindowState.WindowNoState)
    painted.window.resize(*DRAWN)
    return run(painted.app, partial(_work, painted), painted.app.quit_asked)


if __name__ == "__main__":
    sys.exit(main())

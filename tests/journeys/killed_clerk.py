"""A clerk in a process of its own who cancels a seat of the newest booking, and is killed on the way."""

from __future__ import annotations

import asyncio
import sys
from functools import partial

import pytest
from PySide6.QtCore import Qt

from app.lifecycle.event_loop import QuitRequest, run
from app.lifecycle.startup import Painted, paint_counter, work
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.window.main_window import DRAWN
from tests.support.any_clock import sell_under_any_clock
from tests.support.ui.robot import Robot


async def _cancel(painted: Painted, quit_request: QuitRequest) -> int:
    """From the first screen to the key that cancels; whoever started this ends it."""
    program = asyncio.ensure_future(work(painted, quit_request))
    robot = Robot(painted.window)
    await robot.until(lambda: robot.sees(" open on this date"))
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("Delete")
    await robot.until(lambda: robot.find("spend", ConfirmButton).is_armed)
    robot.keys("Ctrl+Return")
    return await program


def main() -> int:
    """The program's exit status, if it ever has one."""
    sell_under_any_clock(pytest.MonkeyPatch())
    painted = paint_counter()
    # The screen of a test is smaller than one at a counter.
    painted.window.setWindowState(Qt.WindowState.WindowNoState)
    painted.window.resize(*DRAWN)
    return run(painted.app, partial(_cancel, painted), painted.app.quit_asked)


if __name__ == "__main__":
    sys.exit(main())

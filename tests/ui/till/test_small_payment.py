"""Taking a payment in the least window: the code and the ways of paying are in sight."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from app.desk.model.sale import Profile
from tests.support.ui.fitting import is_whole
from tests.support.ui.scenes import travelling, unlooked
from tests.support.ui.selling import Clerk, speak
from tests.support.ui.taking_payment import TILL

LEAST = (787, 461)
"""1024 x 600 at a text size of 130 %."""


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk in Hindi who takes a payment at a counter that moves real money."""
    async with travelling(tmp_path, unlooked) as opened:
        desk, robot = opened.counter.desk, opened.robot
        desk.rules.till = TILL
        opened.routing.obey_rules()
        await opened.review()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("take_payment"))
        # In practice there is no code.
        desk.reader.profile = Profile("live", desk.reader.profile.base_url, "7c4e", is_practice=False)
        opened.window.show_practice(practising=False, sandbox=False)
        opened.window.resize(*LEAST)
        await speak(opened, "hi")
        robot.keys("T")
        await robot.until_armed("record_payment")
        yield opened


async def test_the_whole_code_is_in_sight_until_something_is_typed(clerk: Clerk) -> None:
    robot = clerk.robot
    robot.keys("Ctrl+2")
    await robot.until(lambda: is_whole(robot.find("upi_code")))
    robot.keys("Ctrl+1")
    robot.type("1000")
    # The rest by UPI: the words of the button now take two lines.
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("upi_code"))
    await robot.until(lambda: is_whole(robot.find("upi_code")))
    assert robot.focused == "reference"

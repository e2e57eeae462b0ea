"""Taking a payment in the least window: the code and the ways of paying are in sight."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton

from app.desk.model.sale import Profile
from app.ui.window.main_window import DRAWN
from tests.support.ui.fitting import is_whole
from tests.support.ui.layout_audit import misfits, pieces
from tests.support.ui.scenes import travelling, unlooked
from tests.support.ui.selling import Clerk, speak
from tests.support.ui.taking_payment import TILL

LEAST = (787, 461)
"""1024 x 600 at a text size of 130 %."""
SMALLEST = (787, 410)
"""The same without the title of the window, the bar of the system and a band."""


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
    clerk.window.resize(*SMALLEST)
    await robot.until(lambda: is_whole(robot.find("upi_code")))


async def test_the_ways_are_in_sight_wherever_the_keyboard_is(clerk: Clerk) -> None:
    robot = clerk.robot
    for key, way, fields in (
        ("Ctrl+1", "way_cash", ("cash_given",)),
        ("Ctrl+2", "way_upi", ("reference", "paid_amount")),
        ("Ctrl+3", "way_card", ("reference", "paid_amount")),
        ("Ctrl+4", "way_other", ("reference", "paid_amount")),
        ("Ctrl+5", "way_account", ("reference", "paid_amount")),
    ):
        robot.keys(key)
        await robot.until(lambda fields=fields: all(is_whole(robot.find(each)) for each in fields))
        assert robot.focused == fields[0]
        assert is_whole(robot.find(way))
        assert robot.find(way, QAbstractButton).isChecked()
        assert misfits(pieces(robot.find("ways"))) == []


async def test_a_way_keeps_the_keyboard_while_the_window_becomes_larger(clerk: Clerk) -> None:
    robot = clerk.robot
    robot.find("way_cash").setFocus()
    for size in (DRAWN, LEAST):
        clerk.window.resize(*size)
        await robot.until(lambda: is_whole(robot.find("way_cash")))
        assert robot.focused == "way_cash"

"""Selling in a small window: the pane below the page, its drawer, and no spending without the price."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QScrollArea

from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.pane import pane_of
from tests.support.ui.scenes import travelling, unlooked
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk

NARROW, MEDIUM, LOWEST = (787, 461), (1024, 600), (1030, 412)


async def review(clerk: Clerk) -> None:
    """From the list to the review of an activity, by keys alone."""
    robot = clerk.robot
    robot.keys("Return")
    await clerk.slots_read()
    robot.keys("1", "+", "Return")
    robot.type(NAME)
    robot.keys("Tab")
    robot.type(PHONE)
    robot.keys("Tab")
    robot.type(EMAIL)
    robot.keys("Ctrl+Return")
    await clerk.armed()


async def test_the_same_keys_sell_in_the_least_window(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        clerk.window.resize(*NARROW)
        await review(clerk)
        assert clerk.robot.sees("7,980.00")
        assert clerk.robot.sees("7,140.00")
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))


async def test_details_open_over_the_page_and_give_the_keyboard_back(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot, window = clerk.robot, clerk.window
        window.resize(*MEDIUM)
        await clerk.count_party()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("passenger_grid"))
        assert not robot.is_shown("drawer")
        before = robot.focused
        robot.keys("F7")
        await robot.until(lambda: robot.is_shown("drawer"))
        drawer = robot.find("drawer")
        assert window.rect().contains(drawer.rect().translated(drawer.mapTo(window, drawer.rect().topLeft())))
        robot.keys("Escape")
        await robot.until(lambda: not robot.is_shown("drawer"))
        assert robot.is_shown("passenger_grid")
        assert robot.focused == before
        window.resize(1366, 690)
        await robot.until(lambda: not robot.is_shown("facts"))


async def test_nothing_is_booked_while_the_price_is_out_of_sight(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot, window = clerk.robot, clerk.window
        await review(clerk)
        window.resize(*LOWEST)
        page = window.current_page
        pane = None if page is None else pane_of(page)
        assert pane is not None
        bar = next(each.verticalScrollBar() for each in pane.findChildren(QScrollArea))
        await robot.until(lambda: bar.maximum() > 0)
        bar.setValue(bar.maximum())
        spend = robot.find("spend", ConfirmButton)
        await robot.until(lambda: not spend.isEnabled())
        assert robot.sees("Make the window larger to see the price.")
        robot.keys("Ctrl+Return")
        assert clerk.counter.world.bookings == ()
        bar.setValue(0)
        await clerk.armed()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("booking_ref"))

"""A small window: the pane below the page, its drawer, and no spending without the sums in sight."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QScrollArea, QScrollBar

from app.ui.kit.basics.announcing import Announcement, announcements
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.pane import PaneBar, pane_of
from tests.support.proof import beside_others, few
from tests.support.ui.scenes import travelling, unlooked
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk

MISSED = "Nothing was sent: the sum was out of sight. Look at it, then press again."
NARROW, MEDIUM, LOW, LOWEST = (787, 461), (1024, 600), (1030, 480), (1030, 412)


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


@beside_others
async def test_the_same_keys_sell_in_the_least_window(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        clerk.window.resize(*NARROW)
        await review(clerk)
        assert clerk.robot.sees("7,980.00")
        assert clerk.robot.sees("7,140.00")
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))


async def test_a_basket_stands_on_the_rail_where_its_strip_has_no_room(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot = clerk.robot
        clerk.window.resize(*LOW)
        assert not robot.is_shown("rail_basket")
        await clerk.fill()
        robot.keys("Ctrl+B")
        await robot.until(lambda: robot.is_shown("rail_basket"))
        basket = robot.find("rail_basket")
        alone = basket.grab().toImage()
        assert basket.accessibleName().startswith("Basket, 1 trip, ")
        clerk.window.resize(1366, 720)
        await robot.until(lambda: robot.is_shown("basket_strip"))
        assert not robot.is_shown("rail_basket")
        clerk.window.resize(*LOW)
        robot.click("rail_basket")
        await robot.until(lambda: robot.is_shown("basket_page"))
        assert not robot.is_shown("rail_basket")
        # Put aside, it is counted there.
        robot.keys("N")
        await robot.until(lambda: robot.is_shown("rail_basket"))
        assert basket.grab().toImage() != alone
        assert basket.accessibleName().startswith("1 basket waits, ")


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


@beside_others
async def test_nothing_is_booked_while_the_price_is_out_of_sight(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot, window = clerk.robot, clerk.window
        await review(clerk)
        window.resize(*LOWEST)
        bar = scroll_bar(clerk)
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


@beside_others
async def test_what_went_wrong_is_never_in_a_closed_drawer(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot = clerk.robot
        clerk.window.resize(*NARROW)
        await review(clerk)
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("slots_page"))
        robot.keys("Ctrl+Return")
        await clerk.armed()
        assert not robot.is_shown("drawer")
        clerk.counter.world.shift_price(clerk.counter.world.activities[0].activity_id, 100)
        robot.keys("F5")
        await robot.until(lambda: robot.is_shown("changes"))
        assert robot.is_shown("drawer")
        assert not robot.find("spend", ConfirmButton).isEnabled()


@beside_others
async def test_the_bar_shows_no_refund_of_another_choice(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot = clerk.robot
        clerk.window.resize(*NARROW)
        await begin_to_cancel(clerk)
        await clerk.armed()
        bar = robot.find("facts", PaneBar)
        # The customer's side and the wallet's.
        assert len(bar.sums) == 2
        clerk.counter.faults.slow("cancel_booking", 60, times=None)
        robot.keys("Down", "Space")
        await robot.until(lambda: not bar.sums)
        assert robot.sees("The refund is being asked for.")


@beside_others
async def test_nothing_is_cancelled_while_the_refund_is_out_of_sight(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot = clerk.robot
        await begin_to_cancel(clerk)
        await clerk.armed()
        clerk.window.resize(*LOW)
        bar = scroll_bar(clerk)
        await robot.until(lambda: bar.maximum() > 0)
        bar.setValue(bar.maximum())
        spend = robot.find("spend", ConfirmButton)
        await robot.until(lambda: not spend.isEnabled())
        assert spend.label == "Make the window larger to see the refund."
        robot.keys("Ctrl+Return")
        assert not robot.is_shown("refund_reference")
        bar.setValue(0)
        await clerk.armed()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("refund_reference"))


@pytest.mark.parametrize("by", few(["keys", "pointer"]))
@pytest.mark.parametrize(
    ("page", "done"),
    [("review", "booking_ref"), ("basket", "basket_booked_page"), ("cancel", "refund_reference")],
)
async def test_a_press_in_the_moment_the_sum_goes_out_of_sight_is_said(
    tmp_path: Path, page: str, done: str, by: str
) -> None:
    async with travelling(tmp_path, unlooked) as clerk:
        robot = clerk.robot
        await {"review": review, "basket": fill_basket, "cancel": begin_to_cancel}[page](clerk)
        clerk.window.resize(*(LOW if page == "cancel" else LOWEST))
        bar = scroll_bar(clerk)
        await robot.until(lambda: bar.maximum() > 0)
        await clerk.armed()
        # The button does not know it yet.
        bar.setValue(bar.maximum())
        heard: list[Announcement] = []
        announcements().said.connect(heard.append)
        press(clerk, by)
        announcements().said.disconnect(heard.append)
        assert MISSED in [each.text for each in heard]
        assert robot.sees(MISSED)
        assert not robot.find("spend").isEnabled()
        bar.setValue(0)
        await clerk.armed()
        assert robot.sees(MISSED)
        assert not robot.is_shown(done)
        press(clerk, by)
        await robot.until(lambda: robot.is_shown(done))


def press(clerk: Clerk, by: str) -> None:
    """Press the button that spends, by its keys or by the pointer; it is armed."""
    assert clerk.robot.find("spend", ConfirmButton).is_armed
    if by == "keys":
        clerk.robot.keys("Ctrl+Return")
    else:
        clerk.robot.click("spend")


async def fill_basket(clerk: Clerk) -> None:
    """From the list to the review of a basket with one activity."""
    await clerk.fill()
    clerk.robot.keys("Ctrl+B")
    await clerk.robot.until(lambda: clerk.robot.is_shown("basket_strip"))
    await clerk.list_read()
    clerk.robot.keys("Alt+B")
    await clerk.robot.until(lambda: clerk.robot.is_shown("basket_page"))


def scroll_bar(clerk: Clerk) -> QScrollBar:
    """The bar of the pane's body."""
    page = clerk.window.current_page
    pane = None if page is None else pane_of(page)
    assert pane is not None
    return next(each.verticalScrollBar() for each in pane.findChildren(QScrollArea))


async def begin_to_cancel(clerk: Clerk) -> None:
    """From the list to the quote for the first traveller of a boat."""
    robot = clerk.robot
    await clerk.counter.book(await clerk.counter.boat())
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list"))
    await robot.until(lambda: robot.sees("Swaraj Dweep day return") or robot.is_shown("cancel_booking"))
    robot.keys("Delete")
    await robot.until(lambda: len(clerk.rows("traveller_pick")) > 1)
    robot.keys("Space")

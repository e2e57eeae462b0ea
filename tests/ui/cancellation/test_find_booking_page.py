"""A booking of another counter is cancelled by its typed reference, by keyboard, and stays in sight."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from app.core.language import speaking
from app.practice.service.faults import CONFIRM
from app.practice.world import world
from tests.support.counter import open_desk
from tests.support.proof import beside_others
from tests.support.ui.looking import is_whole
from tests.support.ui.selling import Clerk, selling
from tests.ui.cancellation.test_cancel_page import quoted


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that has sold nothing."""
    async with selling(tmp_path) as opened:
        await opened.list_read()
        yield opened


async def _sold_elsewhere(clerk: Clerk, folder: Path, *, boat: bool = False) -> str:
    """Another counter of the same key sells, and closes; gives the PNR."""
    async with open_desk(folder / "other", clerk.counter.server) as other:
        return (await other.book(await (other.boat() if boat else other.draft()))).booking_ref


async def _to_finding(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_elsewhere"))
    clerk.robot.keys("X")
    await clerk.robot.until(lambda: clerk.robot.is_shown("find_booking_page"))
    assert clerk.robot.focused == "booking_ref"


async def test_seats_of_another_counter_are_cancelled_by_keyboard_alone(clerk: Clerk, tmp_path: Path) -> None:
    robot, pnr = clerk.robot, await _sold_elsewhere(clerk, tmp_path)
    await _to_finding(clerk)
    robot.keys("Return")
    assert clerk.text("booking_ref_note") == "Type the PNR: 4 to 20 letters and digits."
    robot.keys("Ctrl+Return")
    QGuiApplication.clipboard().setText(f" PNR: {pnr}\u200b\n")
    robot.keys("Ctrl+V")
    assert clerk.text("booking_ref") == pnr
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    assert robot.sees("Confirmed")
    assert robot.sees("7,980.00")
    robot.keys("F8")
    assert "7,980.00" not in clerk.everything()
    # Another PNR is another booking, which has not been read.
    assert robot.find("choose_cancelled").isEnabled()
    robot.keys("Backspace")
    assert not robot.find("choose_cancelled").isEnabled()
    robot.type(pnr[-1])
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    robot.keys("F8", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    assert robot.sees("Another counter sold it: ask the customer how many seats are booked.")
    await quoted(clerk)
    robot.keys("A", "+")
    await quoted(clerk)
    assert clerk.text("spend").startswith("Cancel 2 seats, refund INR ")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    assert robot.sees("Sold at another counter")
    robot.keys("Escape")
    await robot.until(lambda: f"{pnr}, Another counter" in clerk.everything())
    assert robot.sees("Another counter sold it. This one knows of its cancellations alone")
    (booking,) = clerk.counter.world.bookings
    assert booking.is_cancelled
    robot.keys("Delete", "X")
    robot.type(pnr)
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("booking_state"))
    robot.keys("Ctrl+Return")
    assert robot.is_shown("find_booking_page")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("sales_list"))
    assert robot.clicks == 0


@beside_others
async def test_a_pnr_in_small_letters_is_found_and_bookings_stay_where_they_were(clerk: Clerk) -> None:
    robot = clerk.robot
    for _ in range(3):
        await clerk.counter.book(await clerk.counter.boat())
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("Down")
    chosen = clerk.text("detail_pnr")
    robot.keys("X")
    robot.type(chosen.lower())
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    assert clerk.text("detail_pnr") == chosen


async def test_bookings_show_the_one_that_was_cancelled_not_the_customer_before(
    clerk: Clerk, tmp_path: Path
) -> None:
    robot, pnr = clerk.robot, await _sold_elsewhere(clerk, tmp_path)
    sold = await clerk.counter.sell()
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    await robot.until(lambda: clerk.text("detail_pnr") == sold.booking_ref)
    robot.keys("X")
    robot.type(pnr)
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    await quoted(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("detail_pnr"))
    assert clerk.text("detail_pnr") == pnr


async def test_what_is_wrong_is_seen_beside_the_pnr_in_a_small_window(clerk: Clerk) -> None:
    robot = clerk.robot
    # 1024 x 600 at a text size of 130 %.
    clerk.window.resize(787, 461)
    with speaking("hi"):
        await _to_finding(clerk)
        robot.keys("Return")
        parts = [robot.find(each) for each in ("booking_ref", "booking_ref_note")]
        await robot.until(lambda: all(map(is_whole, parts)))
        robot.type("NOSUCH2")
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("problem"))
        parts = [robot.find(each) for each in ("booking_ref", "problem")]
        await robot.until(lambda: all(map(is_whole, parts)))


def _with_zero(_module: object, _number: int) -> str:
    """A PNR with a letter that is easily misread, of which practice has none."""
    return "PRAC0RJ8"


async def test_a_misread_pnr_is_said_before_anything_is_cancelled(
    clerk: Clerk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world, "pnr", _with_zero)
    robot = clerk.robot
    async with open_desk(tmp_path / "other", clerk.counter.server) as other:
        await other.sell()
    await _to_finding(clerk)
    robot.type("PRACORJ8")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    assert robot.is_shown("spelt")
    assert robot.sees("PRACORJ8 is not known. It was read as PRAC0RJ8.")
    robot.keys("Ctrl+A")
    robot.type("PRAC0RJ8")
    assert not robot.is_shown("spelt")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    assert not robot.is_shown("spelt")


@beside_others
async def test_an_open_one_of_another_counter_needs_an_answer_here(clerk: Clerk, tmp_path: Path) -> None:
    robot, pnr = clerk.robot, await _sold_elsewhere(clerk, tmp_path, boat=True)
    await _to_finding(clerk)
    robot.type(pnr)
    robot.keys("Tab", "Right", "Return")
    await robot.until(lambda: robot.sees("There is no such booking"))
    # Whoever does not say that it is an activity need not know that it is a boat.
    robot.keys("Left", "Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    assert robot.sees("Meera Nair, 38")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    robot.keys("Down", "Space")
    await quoted(clerk)
    clerk.counter.faults.before_work(CONFIRM, silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))
    await robot.until(lambda: "1" in robot.find("rail_bookings").accessibleName())
    robot.keys("Escape")
    await robot.until(lambda: "Cancellation not known" in clerk.everything())
    robot.keys("X")
    robot.type(pnr)
    robot.keys("Return")
    await robot.until(lambda: robot.sees("A cancellation of this booking was sent before"))
    robot.click("back")
    await robot.until(lambda: robot.is_shown("show_outcome"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))

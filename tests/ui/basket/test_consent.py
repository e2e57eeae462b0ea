"""The tick of a basket review: the keys that stand below work while it has the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QListView

from app.ui.kit.basics.text import Label
from app.ui.kit.controls.confirm_button import ConfirmButton
from tests.support.ui.selling import Clerk, selling
from tests.ui.test_heard import listening


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A review of a basket in which a trip is twice, with the keyboard on its tick."""
    async with selling(tmp_path) as opened:
        draft, robot = await opened.ready(), opened.robot
        for _ in range(2):
            opened.counter.desk.baskets.put(draft)
        robot.keys("Alt+B")
        await robot.until(lambda: robot.focused == "accept_basket")
        # What the button was armed with before this ends before it.
        passed = asyncio.Event()
        QTimer.singleShot(0, passed.set)
        await passed.wait()
        yield opened


async def test_the_arrows_choose_a_trip_from_the_tick(clerk: Clerk) -> None:
    trips = clerk.robot.find("basket_list", QListView)
    for key, place in (("Up", 0), ("Down", 1), ("Down", 1)):
        clerk.robot.find("accept_basket").setFocus()
        clerk.robot.keys(key)
        assert (clerk.robot.focused, trips.currentIndex().row()) == ("basket_list", place)


async def test_what_was_ticked_is_booked_at_once(clerk: Clerk) -> None:
    held = clerk.counter.faults.hold("create_booking")
    with listening() as heard:
        clerk.robot.keys("Space", "Ctrl+Return")
        await clerk.robot.until(lambda: any("Booking 1 of 2" in each.text for each in heard.said))
    held.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("basket_booked_page"))
    assert len(clerk.counter.world.bookings) == 2


async def test_a_press_that_books_nothing_says_why(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(clerk.window, "say", said.append)
    clerk.robot.keys("Ctrl+Return", "Space")
    clerk.robot.find("spend", ConfirmButton).arm()
    clerk.robot.keys("Ctrl+Return")
    assert [each.partition(":")[0] for each in said] == [
        "Tick first that you have looked at it.",
        "Nothing was sent",
    ]
    assert not clerk.counter.world.bookings


async def test_nothing_is_on_offer_without_a_line(clerk: Clerk) -> None:
    spend = clerk.robot.find("spend", ConfirmButton)
    clerk.robot.keys("Space")
    clerk.window.show_online(online=False)
    assert clerk.robot.sees("Offline. Nothing can be booked.")
    assert not spend.isEnabled()
    clerk.window.show_online(online=True)
    assert not clerk.robot.sees("Offline. Nothing can be booked.")


async def test_its_words_have_the_width_of_the_pane(clerk: Clerk) -> None:
    labels = clerk.window.findChildren(Label)
    (heading,) = (each for each in labels if each.text() == "Look at this before you book")
    assert heading.height() < 2 * heading.fontMetrics().height()

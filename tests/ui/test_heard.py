"""What is heard in the window itself; all of it is heard on a real bus by tests/screen_reader."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.kit.basics.announcing import Announcement, Announcer, announcements
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover


class Listener:
    """Notes what is announced, and which widgets get the keyboard."""

    def __init__(self) -> None:
        self.said: list[Announcement] = []
        self.focused: list[QWidget] = []

    def hear(self, said: Announcement) -> None:
        """Note an announcement."""
        self.said.append(said)

    def follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Note who has the keyboard now."""
        if now is not None:
            self.focused.append(now)


async def all_said(clerk: Clerk) -> None:
    """Wait until nothing is about to be said."""
    await clerk.robot.until(lambda: not any(map(_is_about_to, clerk.window.findChildren(Announcer))))


def _is_about_to(announcer: Announcer) -> bool:
    """Whether an announcer will speak, or look whether it has to."""
    rest = announcer.findChild(QTimer)
    return rest is not None and rest.isActive()


@contextmanager
def listening() -> Generator[Listener]:
    """Listens to the program."""
    listener, app = Listener(), QApplication.instance()
    assert isinstance(app, QApplication)
    announcements().said.connect(listener.hear)
    app.focusChanged.connect(listener.follow)
    try:
        yield listener
    finally:
        announcements().said.disconnect(listener.hear)
        app.focusChanged.disconnect(listener.follow)


async def _to_bookings(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.sees("No bookings yet"))


async def _to_slots(clerk: Clerk) -> None:
    clerk.robot.keys("Return")
    await clerk.slots_read()


async def _to_wallet(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+3")
    await clerk.robot.until(lambda: clerk.robot.sees("Account active"))


async def _to_settings(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+5")
    await clerk.robot.until(lambda: clerk.robot.is_shown("test_connection"))


@beside_others
@pytest.mark.parametrize("go", [_to_bookings, _to_slots, _to_wallet, _to_settings])
async def test_another_page_moves_the_keyboard_once(
    clerk: Clerk, go: Callable[[Clerk], Awaitable[None]]
) -> None:
    await clerk.list_read()
    with listening() as heard:
        await go(clerk)
    (only,) = heard.focused
    assert only.accessibleName()


@beside_others
async def test_hiding_the_wallet_takes_its_sum_from_what_is_heard(clerk: Clerk) -> None:
    await clerk.review()
    spend = clerk.robot.find("spend")
    assert "Wallet pays 3,990.00" in spend.accessibleDescription()
    await all_said(clerk)
    with listening() as heard:
        clerk.robot.keys("F8")
        await clerk.robot.until(lambda: not clerk.window.net_shown)
        await all_said(clerk)
    assert "Customer pays 4,410.00" in spend.accessibleDescription()
    assert "3,990.00" not in spend.accessibleDescription()
    # What the customer pays has not changed.
    assert heard.said == []

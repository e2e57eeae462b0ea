"""What was kept of the day is on screen before a desk is there, and nothing can be done with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import keyring
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from app.api.messages.api_key import ApiKey
from app.core.settings import Settings
from app.desk.model.activities import ActivityCatalogue
from app.lifecycle.connection import memory_of
from app.lifecycle.early_list import show_early
from app.lifecycle.profile import ServiceProfile, keep_key, profile_of
from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.flows.navigation import Navigation
from app.ui.window.main_window import MainWindow
from app.ui.window.window_keys import WindowKeys
from tests.core.test_keystore import Guarded
from tests.support.counter import Counter, open_counter
from tests.support.ui.robot import NotShownError, Robot
from tests.support.ui.windows import open_window

pytestmark = pytest.mark.usefixtures("qapp")
PRACTICE = Settings(service="practice")
LIVE = ServiceProfile("https://partner.example/travel", ApiKey("key-of-the-real-service"))


@pytest.fixture(autouse=True)
def store() -> Iterator[Guarded]:
    """A key store that keeps what it is given, until the end of the test."""
    former, kept = keyring.get_keyring(), Guarded()
    keyring.set_keyring(kept)
    yield kept
    keyring.set_keyring(former)


@dataclass
class _Start:
    """A window without a desk, and a desk that has read the activities of its day before."""

    robot: Robot
    window: MainWindow
    routing: Navigation
    counter: Counter
    folder: Path
    read: ActivityCatalogue

    def press(self, *keys: str) -> None:
        """As the system sends them, to the window and not to one of its parts."""
        for each in keys:
            pressed: QKeyCombination = cast("Any", QKeySequence(each))[0]
            for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                sent = QKeyEvent(kind, pressed.key(), pressed.keyboardModifiers(), each[len(each) > 1 :][:1])
                QCoreApplication.sendEvent(self.window.windowHandle(), sent)


@asynccontextmanager
async def _starting(folder: Path) -> AsyncGenerator[_Start]:
    cache = memory_of(folder / "practice")
    async with open_window() as (robot, window), open_counter(folder / "desk", local_cache=cache) as counter:
        read = await counter.desk.catalogue.activities(window.day)
        WindowKeys(window)
        routing = Navigation(window)
        try:
            yield _Start(robot, window, routing, counter, folder, read)
        finally:
            routing.forget()
            await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})


def _shown(window: MainWindow) -> list[ActivitiesPage]:
    return [each for each in window.findChildren(ActivitiesPage) if each.isVisible()]


async def test_what_was_kept_is_shown_and_keys_wait_for_the_desk(tmp_path: Path) -> None:
    async with _starting(tmp_path) as start:
        assert await show_early(start.window, tmp_path, PRACTICE) is None
        (early,) = _shown(start.window)
        assert early.items == start.read.offers
        assert start.robot.sees("Catalogue kept from")
        assert start.robot.sees("Practice mode")
        assert start.window.current_page is None
        asked = list[object]()
        early.chosen.connect(asked.append)
        start.press("Return", "Ctrl+Return")
        with pytest.raises(NotShownError, match="would not reach"):
            start.robot.click("pick_slot")
        assert asked == []
        start.routing.use(start.counter.desk)
        assert start.window.current_page is early
        await start.robot.until(lambda: start.robot.is_shown("slots_page"))
        assert asked == [start.read.offers[0]]
        assert not early.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


async def test_it_is_read_again_for_the_desk(tmp_path: Path) -> None:
    async with _starting(tmp_path) as start:
        await show_early(start.window, tmp_path, PRACTICE)
        start.routing.use(start.counter.desk)
        await start.robot.until(lambda: start.robot.sees(" open on this date"))
        assert len(start.window.findChildren(ActivitiesPage)) == 1


async def test_where_nothing_was_kept_nothing_is_shown(tmp_path: Path) -> None:
    async with _starting(tmp_path) as start:
        await show_early(start.window, tmp_path / "elsewhere", PRACTICE)
        assert _shown(start.window) == []
        assert not start.robot.sees("Practice mode")
        # It is made once all the same.
        start.routing.use(start.counter.desk)
        await start.robot.until(lambda: start.robot.sees(" open on this date"))
        assert len(start.window.findChildren(ActivitiesPage)) == 1


async def test_the_first_screen_and_another_language_take_it_away(tmp_path: Path) -> None:
    async with _starting(tmp_path) as start:
        await show_early(start.window, tmp_path, PRACTICE)
        start.window.rebuild()
        await start.robot.until(lambda: not _shown(start.window))
        await show_early(start.window, tmp_path, PRACTICE)
        start.routing.show_welcome("", "", "address")
        assert start.robot.is_shown("service_address")
        assert _shown(start.window) == []
        assert not start.robot.sees("Practice mode")


async def test_no_key_sees_what_was_kept_for_another(tmp_path: Path) -> None:
    settings = Settings(service="live", base_url=LIVE.base_url)
    async with _starting(tmp_path) as start:
        assert await show_early(start.window, tmp_path, settings) is None
        await memory_of(tmp_path / "live").keep_activities(profile_of(LIVE), start.read)
        other = ServiceProfile(LIVE.base_url, ApiKey("key-of-another-agent"))
        await keep_key(other)
        found = await show_early(start.window, tmp_path, settings)
        assert found is not None
        assert found.key.reveal() == other.key.reveal()
        assert _shown(start.window) == []
        await keep_key(LIVE)
        await show_early(start.window, tmp_path, settings)
        assert [each.items for each in _shown(start.window)] == [start.read.offers]
        assert not start.robot.sees("Practice mode")

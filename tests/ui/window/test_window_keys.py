"""What is typed before the first list is there reaches it, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from app.ui.flows.navigation import Navigation
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords, is_asking
from app.ui.window.early_keys import EarlyKeys
from app.ui.window.main_window import MainWindow
from tests.support.counter import Counter, open_counter
from tests.support.proof import beside_others
from tests.support.ui.robot import Robot
from tests.support.ui.windows import open_window


@dataclass
class _Beginning:
    """A window that is on screen, and has no page yet."""

    robot: Robot
    window: MainWindow
    routing: Navigation
    counter: Counter

    def type(self, *keys: str) -> None:
        """As the system sends them, to the window and not to one of its parts; QTest nests a loop for it."""
        for each in keys:
            pressed: QKeyCombination = cast("Any", QKeySequence(each))[0]
            text = each if len(each) == 1 else ""
            for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                sent = QKeyEvent(kind, pressed.key(), pressed.keyboardModifiers(), text)
                QCoreApplication.sendEvent(self.window.windowHandle(), sent)

    def keeps_keys(self) -> bool:
        return self.window.findChild(EarlyKeys) is not None


@asynccontextmanager
async def beginning(folder: Path) -> AsyncGenerator[_Beginning]:
    async with open_window() as (robot, window), open_counter(folder) as counter:
        EarlyKeys(window)
        routing = Navigation(window)
        try:
            yield _Beginning(robot, window, routing, counter)
        finally:
            routing.forget()
            await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})


@beside_others
async def test_they_filter_the_list_and_choose_of_it(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type("Ctrl+F", *"scuba", "Return", "Return")
        assert not here.robot.sees("scuba")
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.is_shown("slots_page"))
        assert here.robot.sees("Discover scuba dive")


async def test_letters_mean_what_they_mean_on_the_list(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type("B")
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.is_shown("boats_page"))
        # What is typed from then on goes straight to where the keyboard is.
        await here.robot.until(lambda: not here.keeps_keys())
        here.robot.keys("Ctrl+F")
        here.type(*"jolly")
        assert here.window.top.search.text() == "jolly"


async def test_a_list_that_stays_empty_gets_them_at_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.window.early_keys._PATIENCE_SECONDS", 0.0)
    async with beginning(tmp_path) as here:
        held = here.counter.faults.hold("content")
        here.type("Ctrl+F", *"scuba")
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.window.top.search.text() == "scuba")
        page = here.window.current_page
        assert page is not None
        assert page.early_keys == "wait"
        held.set_result(None)
        await here.robot.until(lambda: page.early_keys == "press")


@beside_others
async def test_a_key_that_is_held_down_is_pressed_once(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type("Ctrl+F", *"scub")
        for is_repeated in (False, True, True):
            sent = QKeyEvent(
                QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", is_repeated
            )
            QCoreApplication.sendEvent(here.window.windowHandle(), sent)
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: not here.keeps_keys())
        assert here.window.top.search.text() == "scuba"


async def test_a_field_that_nobody_has_seen_gets_none(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type(*"12")
        here.routing.show_welcome("", "", "address")
        await here.robot.until(lambda: not here.keeps_keys())
        here.type(*"34")
        assert here.robot.find("service_address", QLineEdit).text() == "34"


async def test_a_question_that_nobody_has_read_is_not_answered(tmp_path: Path) -> None:
    answers = QuestionAnswer("look", "Look"), QuestionAnswer("sell", "Sell again", "primary")
    async with beginning(tmp_path) as here:
        here.type("Return")
        asking = asyncio.ensure_future(ask(here.window, QuestionWords("Sell?", "Look first.", answers)))
        await here.robot.until(lambda: not here.keeps_keys())
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.is_shown("activities_page"))
        assert is_asking(here.window)
        here.robot.keys("Return")
        await here.robot.until(asking.done)
        assert asking.result() == "look"

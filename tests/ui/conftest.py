"""A robot for a widget, the widget's end with the test, and a clerk."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.flows import connection_watch, page_ahead
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.basics.focus_ring import note_key
from app.ui.kit.basics.layouts import column, held
from tests.support.ui.looking import Show
from tests.support.ui.picturing import KEEP
from tests.support.ui.robot import Robot
from tests.support.ui.selling import Clerk, selling

_LONGER_THAN_A_TEST_MS = 1_000_000
_SECOND = 0.05
"""Seconds that one of the pauses between two tries takes without a line."""
Open = Callable[[QWidget], Awaitable[Robot]]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(KEEP, action="store_true", help="make the pictures of the screens anew")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Each system draws letters in its own way: the pictures are those of Linux."""
    is_picture = collection_path.name in {"test_pictures.py", "test_parts.py"}
    is_other = sys.platform != "linux" and is_picture
    return True if is_other else None


@pytest.fixture(autouse=True, scope="session")
def _application(qapp: QApplication) -> None:
    """A widget that is made without one ends the process, and which test is the first in it is chance."""
    assert qapp


@pytest.fixture(autouse=True)
def _no_delays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody needs the time for which the screen waits, but a test that asks for `true_delays`."""
    if "true_delays" not in request.fixturenames:
        monkeypatch.setattr(ScreenDelay, "scale", 0)
        monkeypatch.setattr(connection_watch, "SECOND", _SECOND)
        # Pages are built when they are asked for: most that are built ahead nobody opens.
        monkeypatch.setattr(page_ahead, "FIRST_MS", _LONGER_THAN_A_TEST_MS)


@pytest.fixture
def true_delays() -> None:
    """The screen waits as it does for people."""


@pytest.fixture(autouse=True)
def _lets_go_of_the_mouse(_application: None) -> Generator[None]:
    """A button that stays pressed has every later test of this process hold it."""
    yield
    assert QApplication.mouseButtons() == Qt.MouseButton.NoButton


@pytest.fixture(autouse=True)
def _at_the_keyboard() -> None:
    """Each test begins as the program does, whatever the one before it clicked last."""
    note_key()


@pytest.fixture
async def open_robot() -> AsyncGenerator[Open, None]:
    """Gives a robot for a widget: shown, with the keyboard in it, and closed at the end."""
    robots: list[Robot] = []

    async def show(widget: QWidget) -> Robot:
        robot = Robot(widget)
        robots.append(robot)
        await robot.show()
        return robot

    yield show
    for robot in reversed(robots):
        await robot.close()


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Show]:
    """Shows widgets in one window that has the keyboard."""
    windows: list[QWidget] = []

    def show(*widgets: QWidget) -> QWidget:
        window = held(column(*widgets, gap=20, margins=(20, 20, 20, 20)))
        qtbot.addWidget(window)
        windows.append(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield show
    windows.clear()


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the list of activities."""
    async with selling(tmp_path) as opened:
        yield opened

"""Needs a screen and an accessibility bus: `tests/journeys/test_screen_reader.py` starts both."""

from __future__ import annotations

import os
import time
from collections.abc import Generator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from tests.support.ui.robot import Robot

BUS, DISPLAY = "TESTS_BUS", "TESTS_DISPLAY"
KEEP = "TESTS_KEEP_TRANSCRIPTS"
"""Set to keep what is heard now."""
_PACE_MS = 100
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.KeyRelease)

if BUS in os.environ:
    # The tests' own world has no screen; this one has, and an application is not made yet.
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = os.environ[BUS]
    os.environ["DISPLAY"] = os.environ[DISPLAY]
    os.environ["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
    os.environ["QT_QPA_PLATFORM"] = "xcb"
else:
    collect_ignore_glob = ["test_*.py"]


class _StraightKeys(QObject):
    """Passes the robot's keys on at once, and gives each the moment at which a person would press it.

    With a screen reader Qt asks the bus about each key of the system first, and passes it on with the
    answer, to where the keyboard was; a robot presses the next one before. As quick as that, keys would
    be those of a scanner.
    """

    def __init__(self) -> None:
        super().__init__()
        self._milliseconds = int(1000 * time.monotonic())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not (isinstance(event, QKeyEvent) and event.type() in _KEYS and isinstance(watched, QWidget)):
            return False
        if not event.spontaneous():
            return False
        self._milliseconds += _PACE_MS
        key = event.clone()
        key.setTimestamp(self._milliseconds)
        QCoreApplication.sendEvent(watched, key)
        event.accept()
        return True


@pytest.fixture(autouse=True)
def straight_keys(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Passes keys on before any other filter of the application."""
    straight, press, write = _StraightKeys(), Robot.keys, Robot.type

    def first() -> None:
        app = QApplication.instance()
        assert app is not None
        app.removeEventFilter(straight)
        app.installEventFilter(straight)

    def keys(self: Robot, *combinations: str) -> None:
        first()
        press(self, *combinations)

    def type_(self: Robot, text: str) -> None:
        first()
        write(self, text)

    monkeypatch.setattr(Robot, "keys", keys)
    monkeypatch.setattr(Robot, "type", type_)
    yield
    app = QApplication.instance()
    if app is not None:
        app.removeEventFilter(straight)

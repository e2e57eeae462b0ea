"""The program's window for a test: opened in the light theme, closed at the end, and the only one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date
from typing import cast

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.ui.theme import style
from app.ui.window.main_window import MainWindow
from tests.support.counter import tomorrow_at_ten
from tests.support.ui.robot import Robot


@asynccontextmanager
async def open_window(*others: str, today: date | None = None) -> AsyncGenerator[tuple[Robot, MainWindow]]:
    """The window on a day (else tomorrow), with the keyboard; no other may open but those named `others`."""
    app = cast("QApplication", QApplication.instance())
    style.apply_theme(app, "light")
    window = MainWindow(today or tomorrow_at_ten().date())
    strays = _StrayWindows(window)
    app.installEventFilter(strays)
    robot = Robot(window)
    await robot.show()
    try:
        yield robot, window
    finally:
        app.removeEventFilter(strays)
        await robot.close()
    assert [each for each in strays.found if not any(name in each for name in others)] == []


class _StrayWindows(QObject):
    """Notes windows beside the one there is: parts that were shown before they had a place."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._window = window
        self.found: list[str] = []

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = watched if isinstance(event, QShowEvent) else None
        if isinstance(shown, QWidget) and shown.isWindow() and shown is not self._window:
            self.found.append(f"{type(shown).__name__} {shown.objectName()!r}")
        return False

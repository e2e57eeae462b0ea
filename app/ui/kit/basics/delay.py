"""How long the screen waits before it arms, speaks, stores or asks, by one measure for all of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class ScreenDelay(QTimer):
    """Calls `then` once, so many milliseconds after the newest `start`."""

    scale = 1.0
    """What all delays that are made from now on are multiplied by: 1 for people."""

    def __init__(self, parent: QObject, milliseconds: int, then: Callable[[], object]) -> None:
        super().__init__(parent, singleShot=True, interval=round(milliseconds * self.scale))
        self.timeout.connect(then)

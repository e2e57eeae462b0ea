"""Watches midnight: the top bar follows the day, and the travel date stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

LOOK_EVERY_MS = 20_000


class MidnightWatch:
    """Compares the days of this computer, of the service and of UTC with the top bar."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._desk = desk
        self._known = desk.reader.todays()
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOK_EVERY_MS)

    def end(self) -> None:
        """Stop watching."""
        self._timer.stop()
        self._timer.deleteLater()

    def learn(self) -> None:
        """Update the travel date by the service's today, once its time is known."""
        self._known = self._desk.reader.todays()
        self._window.top.day.set_today(self._known.service, self._known.earliest)

    def _look(self) -> None:
        found = self._desk.reader.todays()
        if found != self._known:
            self._known = found
            self._window.top.day.pass_midnight(found.service, found.earliest)

"""The keys that work everywhere in the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


class WindowKeys:
    """Keys of one window; none of them repeats, and none acts while `may_act` says no."""

    def __init__(self, window: QWidget, may_act: Callable[[], bool]) -> None:
        self._window = window
        self._may_act = may_act

    def add(self, keys: str, act: Callable[[], None]) -> None:
        """Let a key do something."""
        shortcut = QShortcut(QKeySequence(keys), self._window)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(lambda: act() if self._may_act() else None)

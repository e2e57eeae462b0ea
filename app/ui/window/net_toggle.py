"""F8: a tap hides or shows the wallet side, holding it shows it while held."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

TAP_SECONDS = 0.4


class NetToggle(QObject):
    """Whether the wallet side is on screen. Hiding acts at once, so that nobody reads it meanwhile."""

    shown_changed = Signal()
    """It is on screen now, or is not any more."""
    settled = Signal(object)
    """Shown (True) or hidden (False) until it is changed again."""

    def __init__(self, parent: QObject | None = None, *, shown: bool = True) -> None:
        super().__init__(parent)
        self.shown = shown
        self._peeking_since: float | None = None

    def toggle(self) -> None:
        """Hide it, or show it."""
        self._show(shown=not self.shown)
        self.settled.emit(self.shown)

    def press(self) -> None:
        """The key went down."""
        if self.shown:
            self.toggle()
        else:
            self._peeking_since = time.monotonic()
            self._show(shown=True)

    def release(self) -> None:
        """The key went up, or the window lost it: a tap keeps it on screen, a hold does not."""
        if self._peeking_since is None:
            return
        was_tap = time.monotonic() - self._peeking_since < TAP_SECONDS
        self._peeking_since = None
        if was_tap:
            self.settled.emit(self.shown)
        else:
            self._show(shown=False)

    def _show(self, *, shown: bool) -> None:
        self.shown = shown
        self.shown_changed.emit()

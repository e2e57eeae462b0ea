"""F8: a tap hides or shows the wallet side; holding shows it while held."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

TAP_SECONDS = 0.4


class NetToggle(QObject):
    """Whether the wallet side is shown. Hiding takes effect at once."""

    shown_changed = Signal()
    """Emitted when it is shown or hidden."""
    settled = Signal(object)
    """Emitted when it is shown (True) or hidden (False) until the next change."""

    def __init__(self, parent: QObject | None = None, *, shown: bool = True) -> None:
        super().__init__(parent)
        self.shown = shown
        self._peeking_since: float | None = None

    def toggle(self) -> None:
        """Hide or show it."""
        self._show(shown=not self.shown)
        self.settled.emit(self.shown)

    def press(self) -> None:
        """Handle the press of the key."""
        if self.shown:
            self.toggle()
        else:
            self._peeking_since = time.monotonic()
            self._show(shown=True)

    def release(self) -> None:
        """Handle the release of the key: after a tap it stays shown, after holding it does not."""
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

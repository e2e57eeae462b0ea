"""Shows the window before anything is imported that the first paint does not need."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override

_PATIENCE_MS = 2_000


class _Paint(QObject):
    """Ends a Qt loop once the window has painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__()
        self._loop = QEventLoop()
        window.installEventFilter(self)

    def wait(self) -> None:
        """Wait for the paint, or two seconds if the system never shows the window."""
        QTimer.singleShot(_PATIENCE_MS, self._loop.quit)
        # No asyncio loop exists yet, so a nested loop of Qt cannot lose the wake-up of a task.
        self._loop.exec()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._loop.quit)
        return False


def show_painted(window: QWidget) -> None:
    """Show the window and return when it has been painted once. Before any event loop runs."""
    paint = _Paint(window)
    window.show()
    paint.wait()

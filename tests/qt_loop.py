"""The program's own event loop for tests of screens."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QEvent, QObject, QTimerEvent
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from app.loop import new_loop


class _Pause(QObject):
    """Holds back the loop's timers while the loop does not run.

    pytest-qt processes Qt's events between the phases of a test; a task that woke up there would find
    no running loop.
    """

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return (
            isinstance(event, QTimerEvent)
            and type(watched).__module__.startswith("qasync")
            and not _is_running()
        )


def qt_loop() -> asyncio.AbstractEventLoop:
    """The loop of the program, on the one application of this process."""
    _application()
    return new_loop()


def _application() -> QApplication:
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(["agency-counter-tests"])
    if app.findChild(_Pause) is None:
        app.setQuitOnLastWindowClosed(False)
        app.installEventFilter(_Pause(app))
        _kept.append(app)
    return app


def _is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


_kept: list[QApplication] = []

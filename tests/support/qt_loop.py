"""The program's own event loop for tests of screens."""

from __future__ import annotations

import asyncio
from typing import Any

import qasync
from PySide6.QtCore import QTimerEvent
from PySide6.QtWidgets import QApplication

from app.lifecycle.event_loop import new_loop


def _hold_timers_back() -> None:
    """Let the timers of loops wait while no loop runs.

    pytest-qt processes Qt's events between the phases of a test; a task that woke up there would find
    no running loop. A filter of events would do as well, and be called for each of a million.
    """
    timer: Any = vars(qasync)["_SimpleTimer"]
    fire = timer.timerEvent

    def fire_in_a_loop(self: object, event: QTimerEvent) -> None:
        if _is_running():
            fire(self, event)

    timer.timerEvent = fire_in_a_loop


def qt_loop() -> asyncio.AbstractEventLoop:
    """The loop of the program, on the one application of this process."""
    _application()
    return new_loop()


def _application() -> QApplication:
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(["agency-counter-tests"])
    if not _kept:
        app.setQuitOnLastWindowClosed(False)
        _hold_timers_back()
        _kept.append(app)
    return app


def _is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


_kept: list[QApplication] = []

"""The program's own event loop for tests of screens."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEventLoop
from PySide6.QtWidgets import QApplication
from pytestqt import plugin

from app.lifecycle.event_loop import new_loop

_PROCESS = "processEvents"
_NO_TIMERS = QEventLoop.ProcessEventsFlag.X11ExcludeTimers


def _let_timers_wait() -> None:
    """Process Qt's events without its timers while no loop runs, thus between the phases of a test.

    A task that woke up would find no running loop, nor would the work that a timer of the window begins.
    """
    # The loop does it when it has ended, pytest-qt when the fixtures have.
    of_loops: Any = vars(QAbstractEventDispatcher)[_PROCESS]
    of_applications: Any = getattr(QCoreApplication, _PROCESS)

    def without_timers(self: object, flags: QEventLoop.ProcessEventsFlag) -> object:
        return of_loops(self, flags | _NO_TIMERS)

    setattr(QAbstractEventDispatcher, _PROCESS, without_timers)
    plugin.__dict__["_process_events"] = partial(of_applications, _NO_TIMERS)


def qt_loop() -> asyncio.AbstractEventLoop:
    """The loop of the program, on the one application of this process."""
    _application()
    return new_loop()


def _application() -> QApplication:
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(["agency-counter-tests"])
    if not _kept:
        app.setQuitOnLastWindowClosed(False)
        _let_timers_wait()
        _kept.append(app)
    return app


_kept: list[QApplication] = []

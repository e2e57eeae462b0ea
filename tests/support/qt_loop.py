"""The program's own event loop for tests of screens."""

from __future__ import annotations

import asyncio
from functools import partial

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEventLoop
from PySide6.QtWidgets import QApplication
from pytestqt import plugin

from app.lifecycle.event_loop import new_loop


def _let_timers_wait() -> None:
    """Process Qt's events without its timers while no loop runs, thus between the phases of a test.

    A task that woke up would find no running loop, nor would the work that a timer of the window begins.
    """
    no_timers = QEventLoop.ProcessEventsFlag.X11ExcludeTimers
    process = QAbstractEventDispatcher.processEvents
    # The loop does it when it has ended, pytest-qt when the fixtures have.
    QAbstractEventDispatcher.processEvents = lambda self, flags: process(self, flags | no_timers)
    plugin.__dict__["_process_events"] = partial(QCoreApplication.processEvents, no_timers)


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

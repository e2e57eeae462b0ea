"""The program's own event loop for tests of screens."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import qasync
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEventLoop, QTimerEvent
from PySide6.QtWidgets import QApplication
from pytestqt import plugin

from app.lifecycle.event_loop import new_loop

_PROCESS = "processEvents"
_NO_TIMERS = QEventLoop.ProcessEventsFlag.X11ExcludeTimers


def _hold_timers_back() -> None:
    """Let the timers of loops wait while no loop runs.

    A test without a loop may process Qt's events; a task that woke up there would find no running loop. A
    filter of events would do as well, and be called for each of a million.
    """
    timer: Any = vars(qasync)["_SimpleTimer"]
    fire = timer.timerEvent

    def fire_in_a_loop(self: object, event: QTimerEvent) -> None:
        if _is_running():
            fire(self, event)

    timer.timerEvent = fire_in_a_loop


def _let_timers_wait() -> None:
    """Process Qt's events without any timer between the phases of a test: no loop runs there.

    The work that a timer of the window begins would not find one.
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
        _hold_timers_back()
        _let_timers_wait()
        _kept.append(app)
    return app


def _is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


_kept: list[QApplication] = []

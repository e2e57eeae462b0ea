"""The guard against event loops inside event loops, which lose the wake-ups of other tasks for good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop
from PySide6.QtGui import QDrag, QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QApplication,
    QColorDialog,
    QDialog,
    QFileDialog,
    QFontDialog,
    QInputDialog,
    QMenu,
    QMessageBox,
)

from tests.support import strays

_FORBIDDEN: dict[type, tuple[str, ...]] = {
    QApplication: ("exec", "exec_"),
    QColorDialog: ("getColor",),
    QCoreApplication: ("exec", "exec_", "processEvents"),
    QDialog: ("exec", "exec_"),
    QDrag: ("exec", "exec_"),
    QEventLoop: ("exec", "exec_", "processEvents"),
    QFileDialog: ("getExistingDirectory", "getOpenFileName", "getOpenFileNames", "getSaveFileName"),
    QFontDialog: ("getFont",),
    QGuiApplication: ("exec", "exec_"),
    QInputDialog: ("getDouble", "getInt", "getItem", "getMultiLineText", "getText"),
    QMenu: ("exec", "exec_"),
    QMessageBox: ("about", "aboutQt", "critical", "information", "question", "warning"),
    QSignalSpy: ("wait",),
    QTest: (
        # For a widget it sets the pointer of the screen, and then goes through all events that wait.
        "mouseMove",
        "qWait",
        "qWaitForWindowActive",
        "qWaitForWindowExposed",
        "qWaitForWindowFocused",
    ),
}


class NestedLoopError(AssertionError):
    """A coroutine, or what it called, ran an event loop inside the event loop."""


def forbid_nested_loops() -> None:
    """From now on, entering a Qt loop inside a task fails there and in the running test."""
    for owner, names in _FORBIDDEN.items():
        for name in names:
            kept = vars(owner).get(name)
            if kept is not None:
                guarded = _guarded(owner, name)
                setattr(owner, name, staticmethod(guarded) if isinstance(kept, staticmethod) else guarded)


def _guarded(owner: type, name: str) -> Callable[..., Any]:
    original: Callable[..., Any] = getattr(owner, name)

    @wraps(original)
    def guarded(*args: Any, **named: Any) -> Any:
        _refuse_in_task(f"{owner.__name__}.{name}")
        return original(*args, **named)

    return guarded


def _refuse_in_task(call: str) -> None:
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return
    if task is not None:
        message = f"{call} runs an event loop inside the task {task.get_name()}"
        strays.report(message)
        raise NestedLoopError(message)

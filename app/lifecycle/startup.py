"""The counter as a whole: its window is painted first, then connected, and taken apart in order."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.core import language
from app.core.policy import this_policy
from app.core.settings import LoadedSettings, data_folder, load_settings
from app.lifecycle.first_paint import show_painted
from app.ui.theme import style
from app.ui.window.main_window import SMALLEST, MainWindow

if TYPE_CHECKING:
    from app.lifecycle.event_loop import QuitRequest

_USUAL = (1366, 768)


@dataclass(frozen=True, slots=True)
class Painted:
    """What is there once the window is on screen for the first time."""

    app: style.CounterApplication
    window: MainWindow
    folder: Path
    loaded: LoadedSettings


def open_counter() -> int:
    """The exit status of the counter, once its window is closed and every booking has ended."""
    painted = paint_counter()

    # The window is on screen; what is imported from here on does not keep anybody waiting for it.
    from app.lifecycle.event_loop import run

    return run(painted.app, partial(work, painted), painted.app.quit_asked)


def paint_counter() -> Painted:
    """Show the window with what the last session knew, and return when it is painted."""
    app = style.application(sys.argv[0])
    app.setApplicationName("Agency Counter")
    # By this a desktop of Linux finds the icon and the entry of the menu.
    app.setDesktopFileName("agency-counter")
    folder = data_folder()
    loaded = load_settings(folder, this_policy())
    settings = loaded.policy.over(loaded.settings)
    language.use(settings.language)
    style.apply_theme(app, settings.theme, settings.text_size)
    net_shown = settings.net_shown and not settings.starts_hidden
    window = MainWindow(datetime.now().astimezone().date(), net_shown=net_shown)
    _place(window)
    show_painted(window)
    return Painted(app, window, folder, loaded)


async def work(painted: Painted, quit_request: QuitRequest) -> int:
    """Import the rest in a thread, so that the window answers meanwhile, and open the counter."""
    import asyncio

    await asyncio.to_thread(import_module, "app.lifecycle.session")
    from app.lifecycle.fault_reports import keep_faults_discreet
    from app.lifecycle.session import Session

    keep_faults_discreet()

    return await Session(painted.app, painted.window, painted.folder, painted.loaded).run(quit_request)


def _place(window: MainWindow) -> None:
    """The usual size, or the whole screen where it is not larger than that."""
    free = QGuiApplication.primaryScreen().availableSize()
    if free.width() <= _USUAL[0] or free.height() <= _USUAL[1]:
        window.resize(*SMALLEST)
        window.setWindowState(Qt.WindowState.WindowMaximized)
    else:
        window.resize(*_USUAL)

"""Starts the counter: its window is painted first, then connected, and closed in order."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QLocale, QProcess, Qt
from PySide6.QtGui import QGuiApplication

from app.core import language
from app.core.frozen import frozen
from app.core.policy import this_policy
from app.core.settings import LoadedSettings, data_folder, load_settings, overridden
from app.lifecycle import agency_zone
from app.lifecycle.first_paint import show_painted
from app.ui.theme import style
from app.ui.window.main_window import MainWindow
from app.ui.window.window_keys import WindowKeys

if TYPE_CHECKING:
    from app.lifecycle.event_loop import QuitRequest

_USUAL = (1366, 768)


@frozen
class Painted:
    """The objects that exist after the first paint of the window."""

    app: style.CounterApplication
    window: MainWindow
    folder: Path
    loaded: LoadedSettings


def open_counter() -> int:
    """Run the counter. Returns its exit status, after its window is closed and every booking has ended."""
    painted = paint_counter()

    # The window is on screen; imports from here on do not delay it.
    from app.lifecycle.event_loop import run

    return ended(run(painted.app, partial(work, painted), painted.app.quit_asked))


def ended(status: int) -> int:
    """The exit status after that of a session; starts the same command again when it was asked for."""
    from app.lifecycle.session import RESTART_STATUS

    if status != RESTART_STATUS:
        return status
    agency_zone.let_go()
    QProcess.startDetached(sys.executable, sys.orig_argv[1:])
    return 0


def paint_counter() -> Painted:
    """Show the window with the data of the last session. Returns when it is painted."""
    folder = data_folder()
    loaded = load_settings(folder, this_policy(), spoken=system_language())
    settings = loaded.policy.over(loaded.settings)
    app = style.application(sys.argv[0], settings.text_size)
    agency_zone.follow(settings.agency_zone)
    app.setApplicationName("Agency Counter")
    # A Linux desktop finds the icon and the menu entry by this name.
    app.setDesktopFileName("agency-counter")
    language.use(settings.language)
    style.apply_theme(app, settings.theme)
    net_shown = settings.net_shown and not settings.starts_hidden
    window = MainWindow(datetime.now().astimezone().date(), net_shown=net_shown)
    _place(window)
    show_painted(window)
    # A clerk who knows the counter types on: nothing is lost while the rest is imported.
    WindowKeys(window)
    return Painted(app, window, folder, loaded)


def system_language() -> str:
    """The first of the languages that the user prefers in which this program speaks, else English."""
    preferred = (tag.split("-")[0] for tag in QLocale.system().uiLanguages())
    return next((code for code in preferred if code in language.LANGUAGES), language.SOURCE)


async def work(painted: Painted, quit_request: QuitRequest) -> int:
    """Import the rest in a thread, so that the window stays responsive, and open the counter."""
    import asyncio

    from app.lifecycle.practice_process import PracticeProcess

    policy = painted.loaded.policy
    settings = overridden(policy.over(painted.loaded.settings), fixed=policy.fixed)
    practice = PracticeProcess() if settings.service == "practice" else None
    try:
        if practice is not None:
            await asyncio.to_thread(practice.prepare)
        await asyncio.to_thread(import_early)
        from app.lifecycle.early_list import show_early
        from app.lifecycle.fault_reports import keep_faults_discreet

        keep_faults_discreet()
        window = painted.window
        service = await show_early(window, painted.folder, settings)
        await asyncio.to_thread(import_session)
        from app.lifecycle.session import Session

        session = Session(
            painted.app,
            window,
            painted.folder,
            painted.loaded,
            quit_request,
            practice=practice,
            service=service,
        )
        return await session.run()
    finally:
        if practice is not None:
            await asyncio.to_thread(practice.stop)


def import_early() -> None:
    """Import what shows the kept list; what is never used stays away, of this and of all that follows."""
    modules = cast("dict[str, object]", sys.modules)
    # An import of None fails, and httpx then goes without its command line and the libraries for coloured
    # text that it would bring, where they are installed.
    modules["httpx._main"] = None
    # httpcore asks it for the kind of event loop several times a request, and where it is not installed,
    # the whole path is searched each time. Without it the loop is asyncio's, as it is here.
    modules["sniffio"] = None
    if sys.platform != "darwin":
        # Loaded with all key stores, it looks for the libraries of macOS with linker and compiler.
        modules["keyring.backends.macOS.api"] = None
    # It has no plugins, for which all that is installed would be searched.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    import_module("app.lifecycle.early_list")


def import_session() -> None:
    """Import what works behind the window."""
    import_module("app.lifecycle.session")


def _place(window: MainWindow) -> None:
    """Set the usual size, or use the whole screen if it is not larger."""
    free = QGuiApplication.primaryScreen().availableSize()
    if free.width() <= _USUAL[0] or free.height() <= _USUAL[1]:
        window.setMinimumSize(window.minimumSize().boundedTo(free))
        window.resize(free)
        window.setWindowState(Qt.WindowState.WindowMaximized)
    else:
        window.resize(*_USUAL)

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
    from collections.abc import Callable, Iterable

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
    """Import the rest while the window stays responsive, and open the counter."""
    import asyncio

    from app.lifecycle.practice_process import PracticeProcess

    policy = painted.loaded.policy
    settings = overridden(policy.over(painted.loaded.settings), fixed=policy.fixed)
    practice = PracticeProcess() if settings.service == "practice" else None
    try:
        if practice is not None:
            await asyncio.to_thread(practice.prepare)
        await import_in_steps(import_early, EARLY_STEPS)
        from app.lifecycle.early_list import show_early
        from app.lifecycle.fault_reports import keep_faults_discreet

        keep_faults_discreet()
        window = painted.window
        service = await show_early(window, painted.folder, settings)
        await import_in_steps(import_session, SESSION_STEPS)
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


EARLY_STEPS = ("app.ui.catalogue.activities_page", "app.lifecycle.early_list")
"""What shows the kept list."""
SESSION_STEPS = (
    "app.ui.bookings.bookings_page",
    "app.ui.vouchers.itinerary",
    "app.ui.sale.review_page",
    "app.ui.basket.basket_booked_page",
    "app.ui.flows.basket_flow",
    "app.ui.flows.cancellation_flow",
    "app.ui.flows.sale_flow",
    "app.lifecycle.session",
)
"""What works behind the window, each after what it needs, in steps that a clerk does not notice."""


async def import_in_steps(quiet: Callable[[], None], steps: Iterable[str]) -> None:
    """Import what has no widget in a thread, then the rest here, with a breath after each step.

    No class of Qt is made in another thread while events are handled: Qt asks an object for its class
    without the interpreter's lock, and PySide keeps all of them in one table. The program would crash.
    """
    import asyncio

    await asyncio.to_thread(quiet)
    for each in steps:
        import_module(each)
        await asyncio.sleep(0)


def import_early() -> None:
    """Import what the kept list is read with; what is never used stays away, also of all that follows."""
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
    for each in ("app.desk.bookings.local_cache", "app.desk.catalogue.catalogue", "app.lifecycle.profile"):
        import_module(each)


def import_session() -> None:
    """Import what a session works with."""
    for each in ("app.desk.desk", "app.desk.settings.backups", "app.desk.vouchers.itinerary", "segno"):
        import_module(each)


def _place(window: MainWindow) -> None:
    """Set the usual size, or use the whole screen if it is not larger."""
    free = QGuiApplication.primaryScreen().availableSize()
    if free.width() <= _USUAL[0] or free.height() <= _USUAL[1]:
        window.setMinimumSize(window.minimumSize().boundedTo(free))
        window.resize(free)
        window.setWindowState(Qt.WindowState.WindowMaximized)
    else:
        window.resize(*_USUAL)

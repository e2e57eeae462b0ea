"""What the running counter does besides selling: choose a service, keep settings, close in order."""

from __future__ import annotations

import asyncio
import getpass
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtWidgets import QApplication

from app.api.key import ApiKey
from app.connection import Connection, OpeningError, connect_live, connect_practice
from app.desk.advice import DeskError
from app.desk.scan_folder import ScanFolder
from app.desk.values import Advice
from app.keystore import KeyStoreError, store_secret
from app.logbook import DiscreetFormatter, open_logbook
from app.loop import QuitRequest
from app.profile import LIVE_KEY, LiveProfile, ProfileError, live_profile
from app.settings import LoadedSettings, Settings, Theme, overridden, save_settings
from app.store.journal import JournalError
from app.tasks import TaskScope, in_thread
from app.ui import style
from app.ui.dialogs import ask
from app.ui.parts.scrim import Answer, Question
from app.ui.routing import Routing
from app.ui.window import MainWindow

log = logging.getLogger(__name__)

Change = Callable[[], Coroutine[Any, Any, None]]

_CONFIRMING = (
    Answer("look", "Look through Bookings"),
    Answer("sell", "I have looked, sell again", "primary"),
)
_CLOSING = Question(
    "A sale is being typed",
    "Nothing of it is kept when the counter closes.",
    (Answer("keep", "Keep typing", "primary"), Answer("close", "Close the counter")),
)
_SESSION_ONLY = "The key is kept for this session only: this computer has no key store that can be trusted."


class Opening:
    """The counter from the first paint to the last: one connection at a time."""

    def __init__(self, app: QApplication, window: MainWindow, folder: Path, loaded: LoadedSettings) -> None:
        self._app = app
        self._window = window
        self._folder = folder
        self._kept = loaded.settings
        """What stands in the file; what the environment overrides never gets there."""
        self._warning = loaded.warning
        self._routing = Routing(window, ScanFolder(self._kept.scan_folder, self._keep_scan_folder))
        self._connection: Connection | None = None
        self._logbook = DiscreetFormatter()
        self._tasks = TaskScope(self._work_failed)
        self._changing = asyncio.Lock()
        self._changes = 0

    async def run(self, quit_request: QuitRequest) -> int:
        """Work until somebody wants to quit; every booking has ended when this returns."""
        self._logbook = await in_thread(open_logbook, self._folder)
        log.info("The counter opens.")
        self._connect_window(quit_request)
        if self._warning:
            self._window.show_notice(self._warning)
        self._start(self._open_chosen)
        await quit_request.wait()
        await self._close()
        return 0

    def _connect_window(self, quit_request: QuitRequest) -> None:
        window = self._window
        window.close_asked.connect(lambda: self._tasks.start("closing", self._ask_close(quit_request)))
        window.practice_asked.connect(lambda: self._start(self._practise))
        window.connect_asked.connect(self._start_connecting)
        self._routing.service_left.connect(lambda: self._start(self._leave_service))
        window.theme_chosen.connect(self._choose_theme)
        window.text_size_chosen.connect(self._choose_text_size)
        window.net_changed.connect(self._keep_net)
        self._app.styleHints().colorSchemeChanged.connect(self._follow_system)

    async def _ask_close(self, quit_request: QuitRequest) -> None:
        """Close, unless a sale is being typed that the clerk would rather finish."""
        if not self._routing.is_typing or await ask(self._window, _CLOSING) == "close":
            quit_request.request()

    def _start_connecting(self, address: str, key: str) -> None:
        self._start(partial(self._connect, address, key))

    def _start(self, change: Change) -> None:
        """Change the connection, after the change that is under way."""
        self._changes += 1
        self._tasks.start(f"connection {self._changes}", self._in_turn(change))

    async def _in_turn(self, change: Change) -> None:
        async with self._changing:
            await change()

    async def _open_chosen(self) -> None:
        """Go on with the service that was chosen before, or ask."""
        settings = overridden(self._kept)
        try:
            live = await in_thread(live_profile, settings)
        except ProfileError as error:
            self._routing.show_welcome(settings.base_url, str(error))
            return
        if live is not None:
            await self._use_live(live, is_known=True)
        elif settings.service == "practice":
            await self._practise()
        else:
            self._routing.show_welcome(settings.base_url)

    async def _practise(self) -> None:
        await self._disconnect()
        try:
            self._connection = await connect_practice(self._folder)
        except OpeningError as error:
            self._routing.show_welcome(self._kept.base_url, str(error))
            return
        self._keep(replace(self._kept, service="practice"))
        self._use(self._connection)

    async def _leave_service(self) -> None:
        await self._disconnect()
        self._keep(replace(self._kept, service=""))
        self._routing.show_welcome(self._kept.base_url)

    async def _connect(self, address: str, text: str) -> None:
        """Try the address and the key before either is kept."""
        try:
            live = LiveProfile(address.strip().rstrip("/"), ApiKey(text))
        except ValueError as error:
            self._routing.show_welcome(address, str(error), field="key")
            return
        if await self._use_live(live, is_known=False):
            self._keep(replace(self._kept, service="live", base_url=live.base_url))
            await self._keep_key(live.key)

    async def _use_live(self, live: LiveProfile, *, is_known: bool) -> bool:
        """Whether the counter works with the service now; one that is not known yet must answer first."""
        self._logbook.hide(live.key.reveal())
        await self._disconnect()
        try:
            connection = await connect_live(self._folder, live)
        except OpeningError as error:
            self._routing.show_welcome(live.base_url, str(error))
            return False
        problem = None if is_known else await self._problem(connection)
        if problem is not None:
            await connection.close()
            sentence = f"{problem.what} {problem.action}"
            self._routing.show_welcome(live.base_url, sentence, problem.field or "address")
            return False
        self._connection = connection
        self._use(connection)
        return True

    async def _problem(self, connection: Connection) -> Advice | None:
        """Why the service cannot be worked with, as far as its wallet tells; None when it can."""
        try:
            await connection.desk.wallet()
        except DeskError as error:
            return error.advice
        except BaseException:
            await connection.close()
            raise
        return None

    def _use(self, connection: Connection) -> None:
        self._routing.use(connection.desk)
        self._window.show_notice(connection.warning.strip())
        if not connection.journal.recovery.selling_allowed:
            self._tasks.start("confirmation", self._ask_to_confirm(connection))

    async def _ask_to_confirm(self, connection: Connection) -> None:
        """After a mended journal somebody must have looked through it; until then nothing is sold."""
        sentence = " ".join(connection.journal.recovery.sentences)
        if await ask(self._window, Question("The journal was damaged", sentence, _CONFIRMING)) == "look":
            self._routing.go_to("bookings")
            return
        try:
            await in_thread(connection.journal.confirm, getpass.getuser())
        except JournalError:
            # What nobody can mend here stays said above the list, and selling stays off.
            return
        self._window.show_notice("")

    async def _keep_key(self, key: ApiKey) -> None:
        try:
            await in_thread(store_secret, LIVE_KEY, key.reveal())
        except KeyStoreError:
            self._window.show_notice(_SESSION_ONLY)

    async def _disconnect(self) -> None:
        """Close what is connected, after the bookings that are under way."""
        connection, self._connection = self._connection, None
        self._routing.forget()
        if connection is not None:
            await connection.close()

    async def _close(self) -> None:
        """Wait for a booking that is under way, in sight, then take everything apart."""
        connection = self._connection
        if connection is not None and connection.desk.is_settling:
            self._window.show_settling(settling=True)
            await connection.desk.finish()
        self._tasks.cancel_all()
        await self._tasks.finish()
        await self._disconnect()
        log.info("The counter closes.")
        self._window.close_now()

    def _choose_theme(self, theme: str) -> None:
        self._keep(replace(self._kept, theme=cast("Theme", theme)))
        style.apply_theme(self._app, cast("Theme", theme), self._kept.text_size)

    def _choose_text_size(self, text_size: int) -> None:
        self._keep(replace(self._kept, text_size=text_size))
        style.apply_theme(self._app, self._kept.theme, text_size)

    def _follow_system(self) -> None:
        """Day turns to night in the system: the counter follows when it was told to."""
        style.apply_theme(self._app, self._kept.theme, self._kept.text_size)

    def _keep_net(self, shown: object) -> None:
        self._keep(replace(self._kept, net_shown=bool(shown)))

    def _keep_scan_folder(self, folder: str) -> None:
        self._keep(replace(self._kept, scan_folder=folder))

    def _keep(self, settings: Settings) -> None:
        """Keep the settings; a disk that refuses costs the next start a question, nothing more."""
        self._kept = settings
        try:
            save_settings(self._folder, settings)
        except OSError:
            log.warning("The settings could not be kept.", exc_info=True)

    def _work_failed(self, name: str, error: Exception) -> None:
        """A fault of this program: the loop writes it down, and the clerk is told."""
        self._window.show_notice("Something in this program went wrong.", "Nothing was booked by it.")
        asyncio.get_running_loop().call_exception_handler({"message": f"{name} failed", "exception": error})

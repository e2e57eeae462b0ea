"""The session of the counter: chooses a service, applies settings, closes in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from PySide6.QtWidgets import QApplication

from app.api.messages.api_key import ApiKey
from app.core.language import Wording, mark, message_of, tr
from app.core.logbook import DiscreetFormatter, open_logbook
from app.core.settings import LoadedSettings, Settings, overridden
from app.core.tasks import TaskScope
from app.desk.documents.scan_folder import ScanFolder
from app.desk.files.os_user import user_name
from app.desk.settings.shell import Shell
from app.lifecycle import agency_zone
from app.lifecycle.background_work import BackgroundWork
from app.lifecycle.close_guard import CLOSES_THEN, LEAVES_THEN, CloseGuard
from app.lifecycle.connection import Connection, OpeningError, connect_practice, connect_service
from app.lifecycle.event_loop import QuitRequest
from app.lifecycle.office_database import OfficeConnection
from app.lifecycle.practice_process import PracticeProcess
from app.lifecycle.profile import (
    ProfileError,
    ServiceName,
    ServiceProfile,
    address_of,
    keep_key,
    service_profile,
    why_not_apart,
)
from app.lifecycle.second_instance import turn_away
from app.lifecycle.settings_service import SettingsService
from app.store.files.data_folder import FolderInUseError, UnfitFolderError, lock_program
from app.store.journal.journal import JournalError
from app.ui.flows.navigation import Navigation
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.theme import style
from app.ui.window.main_window import MainWindow
from app.ui.window.notice_line import OF_PROFILE

log = logging.getLogger(__name__)

Change = Callable[[], Coroutine[Any, Any, None]]

IN_USE_STATUS, UNFIT_STATUS = 3, 1
"""The exit status of a second counter on one data folder, and of one whose folder is not fit."""
RESTART_STATUS = 10
"""The exit status of a counter that is to be started again."""
_SESSION_ONLY = mark("The key is kept for this session only.")
_LONG_SECONDS = 1.0
_WAITING = mark(
    "The journal is being opened. If another program holds it, this counter waits for ten seconds."
)


class Session:
    """The counter from start to end, with one connection at a time."""

    def __init__(
        self,
        app: QApplication,
        window: MainWindow,
        folder: Path,
        loaded: LoadedSettings,
        quit_request: QuitRequest,
        *,
        practice: PracticeProcess | None = None,
        service: ServiceProfile | None = None,
    ) -> None:
        """`practice` is a process for the first practice, prepared and later stopped by the caller.

        `service` is the one that is set, if its API key was read already.
        """
        self._app = app
        self._window = window
        self._folder, self._quit_request = folder, quit_request
        self._office = OfficeConnection()
        self._choices = SettingsService(
            app,
            folder,
            loaded,
            office=self._office,
        )
        self._keeping = BackgroundWork(window, self._choices, folder, self._office)
        self._practice, self._service = practice, service
        self._warning = loaded.warning
        scans = ScanFolder(self._choices.kept.scan_folder, self._choices.keep_scan_folder)
        self._routing = Navigation(window, scans, self._choices.setup)
        self._leaving = CloseGuard(window, self._routing)
        self._connection: Connection | None = None
        self._logbook = DiscreetFormatter()
        self._tasks = TaskScope(self._work_failed)
        self._ending = TaskScope(self._work_failed)
        """Closes what was connected, to its end, also when what asked for it is cancelled."""
        self._changing = asyncio.Lock()
        self._changes = 0
        self._restarts = False

    async def run(self) -> int:
        """The exit status, after a request to quit and the end of every booking; see `RESTART_STATUS`.

        It is `IN_USE_STATUS`, and nothing was written, when another program uses the data folder, and
        `UNFIT_STATUS` when the folder cannot keep money safely.
        """
        try:
            lock = await asyncio.to_thread(lock_program, self._folder)
        except (FolderInUseError, UnfitFolderError) as error:
            await turn_away(self._window, self._folder, error, self._quit_request)
            return IN_USE_STATUS if isinstance(error, FolderInUseError) else UNFIT_STATUS
        try:
            await self._work()
        finally:
            lock.release()
        return RESTART_STATUS if self._restarts else 0

    async def _work(self) -> None:
        self._logbook = await asyncio.to_thread(open_logbook, self._folder)
        log.info("The counter opens.")
        self._connect_window()
        # A restored backup may be half done after a crash; nothing is open yet.
        restored = await self._keeping.put_back()
        self._routing.follow_language()
        self._window.show_notice(restored, about="restored")
        self._window.show_notice(self._warning, about="settings")
        agency_zone.keep(self._window, self._choices)
        self._start(self._open_chosen)
        self._tasks.start("updates", self._keeping.watch_updates())
        await self._quit_request.wait()
        await self._close()

    @property
    def shell(self) -> Shell:
        """What screens may ask of it, once its logbook is open."""
        return Shell(
            connect=self._start_connecting,
            practise=lambda: self._start_leaving(self._practise),
            use_sandbox=lambda: self._start_leaving(self._enter_sandbox),
            leave_service=lambda: self._start_leaving(self._leave_service),
            speak=self._speak,
            keep=self._take,
            keep_unsaid=self._choices.keep_unsaid,
            hide_key=self._logbook.hide,
            keep_key=self._keep_other_key,
            restart=lambda: self._start_closing(restarts=True),
            may_restore=self._leaving.may_restore,
            begin_anew=lambda: self._start(self._begin_anew),
        )

    def _connect_window(self) -> None:
        window = self._window
        window.close_asked.connect(self._start_closing)
        window.looked.connect(self._ask_again)
        shell = self.shell
        window.practice_left.connect(shell.leave_service)
        self._choices.setup.serve(shell)
        window.net.settled.connect(self._choices.keep_net)
        hints = style.hints()
        hints.colorSchemeChanged.connect(self._choices.follow_system)
        hints.accessibility().contrastPreferenceChanged.connect(self._choices.follow_system)

    def _start_closing(self, *, restarts: bool = False) -> None:
        self._tasks.start("closing", self._ask_close(restarts=restarts))

    async def _ask_close(self, *, restarts: bool) -> None:
        connection = self._connection
        if not await self._leaving.may_close():
            return
        if connection is None or await self._leaving.has_seen(connection.desk):
            self._restarts = restarts
            self._quit_request.request()

    def _start_connecting(self, address: str, key: str, name: str) -> None:
        self._start(partial(self._connect, address, key, cast("ServiceName", name)))

    def _start_leaving(self, change: Change) -> None:
        self._start(partial(self._leave, change, self._connection))

    async def _leave(self, change: Change, left: Connection | None) -> None:
        """Change the service, unless the clerk keeps a draft."""
        # A second press while a booking is waited for would also leave the service after it.
        is_left = left is not None and left is not self._connection
        if not is_left and await self._leaving.may_leave():
            await change()

    def _start(self, change: Change) -> None:
        """Change the connection, after a running change."""
        self._changes += 1
        self._tasks.start(f"connection {self._changes}", self._in_turn(change))

    async def _in_turn(self, change: Change) -> None:
        async with self._changing:
            await change()

    async def _open_chosen(self) -> None:
        """Open the service that was chosen before, or show the choice."""
        settings = overridden(self._choices.kept, fixed=self._choices.setup.policy.fixed)
        if settings.service == "practice":
            await self._practise()
        elif not await self._use_kept(settings):
            self._welcome(settings)

    async def _use_kept(self, settings: Settings) -> bool:
        """Whether the counter could open the service that is set with its stored API key.

        When the key is missing or cannot be read, it is asked for with the reason, which counts as opened.
        """
        service, self._service = self._service, None
        try:
            service = service or await asyncio.to_thread(service_profile, settings)
        except ProfileError as error:
            self._welcome(settings, message_of(error), "key")
            return True
        if service is not None:
            await self._use_service(service, is_known=True)
        return service is not None

    def _welcome(self, settings: Settings, problem: Wording = "", field: str = "address") -> None:
        name = "sandbox" if settings.service == "sandbox" else "live"
        self._routing.show_welcome(address_of(settings, name), problem, field, name=name)

    async def _practise(self) -> None:
        await self._disconnect()
        prepared, self._practice = self._practice, None
        try:
            with _telling_of_a_wait(self._window):
                connection = await connect_practice(
                    self._folder, rules=self._choices.rules, practice=prepared
                )
        except OpeningError as error:
            self._welcome(self._choices.kept, message_of(error))
            return
        self._choices.keep(service="practice")
        self._use(connection)

    async def _leave_service(self) -> None:
        """Return to the real service if its API key is stored, else to the first screen."""
        profile = None if self._connection is None else self._connection.desk.reader.profile
        await self._disconnect()
        self._choices.keep(service="")
        real = replace(self._choices.kept, service="live")
        if profile is not None and not profile.is_real and real.base_url:
            with suppress(ProfileError):
                service = await asyncio.to_thread(service_profile, real)
                if service is not None and await self._use_service(service, is_known=True):
                    self._choices.keep(service="live")
                return
        self._welcome(self._choices.kept)

    async def _enter_sandbox(self) -> None:
        settings = replace(self._choices.kept, service="sandbox")
        await self._disconnect()
        if settings.sandbox_url:
            self._choices.keep(service="sandbox")
            await self._use_kept(settings)
        else:
            self._welcome(settings)

    async def _connect(self, address: str, text: str, name: ServiceName) -> None:
        """Test address and API key before either is stored."""
        try:
            service = ServiceProfile(address.strip().rstrip("/"), ApiKey(text), name)
        except ValueError as error:
            self._routing.show_welcome(address, message_of(error), "key", name=name)
            return
        why_not = self._choices.setup.why_not(service.base_url, name)
        if problem := why_not or await asyncio.to_thread(why_not_apart, service):
            self._routing.show_welcome(address, problem, "key", name=name)
        elif await self._use_service(service, is_known=False):
            place = {"sandbox_url" if name == "sandbox" else "base_url": service.base_url}
            self._choices.keep(service=name, **place)
            await self._keep_key(service)

    async def _use_service(self, service: ServiceProfile, *, is_known: bool) -> bool:
        """Open a service. Returns whether it is in use; a new one must answer first."""
        self._logbook.hide(service.key.reveal())
        await self._disconnect()
        show_problem = partial(self._routing.show_welcome, service.base_url, name=service.name)
        try:
            with _telling_of_a_wait(self._window):
                connection = await connect_service(
                    self._folder,
                    service,
                    rules=self._choices.rules,
                    is_shared=bool(self._choices.kept.office_url),
                )
        except OpeningError as error:
            show_problem(message_of(error))
            return False
        problem = None if is_known else await connection.problem()
        if problem is not None:
            await connection.close()
            show_problem(f"{problem.what} {problem.action}", problem.field or "address")
            return False
        self._choices.setup.note_key(is_kept=service.is_key_kept)
        self._use(connection)
        return True

    def _use(self, connection: Connection) -> None:
        self._connection = connection
        connection.client.wait_for_money(self._choices.kept.money_wait)
        self._choices.setup.use(connection.backups)
        self._office.serve(connection.desk)
        self._routing.use(connection.desk)
        self._tasks.start("keeping", self._keeping.look_after(connection))
        self._window.show_notice(lambda: connection.warning, about="records")
        if connection.journal.recovery.heading:
            self._tasks.start("confirmation", self._ask_to_confirm(connection))

    async def _ask_to_confirm(self, connection: Connection) -> None:
        """Ask for confirmation that a doubtful journal was checked; nothing is sold before."""
        recovery = connection.journal.recovery
        answers = (
            QuestionAnswer("look", tr("Look through Bookings")),
            QuestionAnswer("sell", tr("I have looked, sell again"), "primary"),
        )
        question = QuestionWords(recovery.heading, " ".join(recovery.sentences), answers)
        if await ask(self._window, question) == "look":
            self._routing.go_to("bookings")
            # The confirmation is given here; nothing else leads back to the question.
            self._window.offer_look(offered=True)
            return
        self._window.offer_look(offered=False)
        try:
            await asyncio.to_thread(connection.journal.confirm, user_name())
        except JournalError:
            # A problem that cannot be solved here stays shown above the list, and selling stays off.
            return
        self._window.show_notice(lambda: connection.warning, about="records")
        # Interrupted attempts of an old or foreign journal could not be recorded before.
        await connection.desk.start()
        self._window.read_again()

    def _ask_again(self) -> None:
        if self._connection is not None:
            self._tasks.start("confirmation", self._ask_to_confirm(self._connection))

    def _keep_other_key(self, text: str) -> None:
        """Store an API key that has replaced the former one during work."""
        if self._connection is not None and not self._connection.desk.reader.profile.is_practice:
            profile = self._connection.desk.reader.profile
            service = ServiceProfile(profile.base_url, ApiKey(text), cast("ServiceName", profile.name))
            self._tasks.start("key", self._keep_key(service))

    async def _keep_key(self, service: ServiceProfile) -> None:
        why_not = await keep_key(service)
        self._choices.setup.note_key(is_kept=not why_not)
        self._window.show_notice(_SESSION_ONLY if why_not else "", why_not, about="key")

    async def _begin_anew(self) -> None:
        """Close the profile, restore the backup, and open it as at a start of the program."""
        await self._disconnect()
        warning = await self._keeping.put_back()
        self._routing.follow_language()
        await self._open_chosen()
        self._window.show_notice(warning, about="restored")

    async def _disconnect(self) -> None:
        """Close the connection, after running bookings."""
        if self._connection is not None:
            # Closing the window meanwhile must find this task and wait for it too.
            await self._leaving.settle(self._connection.desk, tr(LEAVES_THEN))
        connection, self._connection = self._connection, None
        self._tasks.cancel("keeping")
        self._choices.setup.use(None)
        self._office.serve(None)
        self._routing.forget()
        for about in OF_PROFILE:
            self._window.show_notice("", about=about)
        self._window.offer_look(offered=False)
        if connection is not None:
            self._ending.start("connection", connection.close())
        await self._ending.finish()

    async def _close(self) -> None:
        """Wait visibly for a running booking, then close everything."""
        if self._connection is not None:
            await self._leaving.settle(self._connection.desk, tr(CLOSES_THEN))
        self._tasks.cancel_all()
        await self._tasks.finish()
        await self._disconnect()
        log.info("The counter closes.")
        self._window.close_now()

    def _take(self, value: object) -> None:
        """Store a changed setting, and offer to undo it."""
        former = self._choices.take(value)
        self._routing.follow_language()
        if former:
            self._obey()
            back = partial(self._take_back, former)
            self._window.say(tr("Kept."), undo=lambda: self._tasks.start("taking back", back()))

    def _speak(self, code: str) -> None:
        """Store the language chosen on the first screen, and speak it."""
        self._choices.keep(language=code)
        self._routing.follow_language()

    async def _take_back(self, former: Mapping[str, object]) -> None:
        if not await self._routing.takes_back(former):
            return
        self._choices.keep(**former)
        self._routing.follow_language()
        self._obey()
        self._routing.show_settings()

    def _obey(self) -> None:
        """Apply the settings to the open parts."""
        if self._connection is not None:
            self._connection.client.wait_for_money(self._choices.kept.money_wait)
            self._routing.obey_rules()
            self._tasks.start("keeping", self._keeping.look_after(self._connection))

    def _work_failed(self, name: str, error: Exception) -> None:
        """Handle an unexpected exception: the loop logs it, and the clerk sees a message."""
        wrong = mark("Something in this program went wrong.")
        self._window.show_notice(wrong, mark("Nothing was booked by it."), about="fault")
        asyncio.get_running_loop().call_exception_handler({"message": f"{name} failed", "exception": error})


@contextmanager
def _telling_of_a_wait(window: MainWindow) -> Generator[None]:
    """Show the notice above the page when the block takes longer than a second."""
    timer = asyncio.get_running_loop().call_later(
        _LONG_SECONDS, lambda: window.show_notice(_WAITING, about="waiting")
    )
    try:
        yield
    finally:
        timer.cancel()
        window.show_notice("", about="waiting")

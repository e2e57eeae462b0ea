"""Background work: automatic and restored backups, the office's database, and the look for updates."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.core.installation import this_program
from app.core.language import Wording, joined, mark, message_of, tr, trn
from app.core.settings import changed, load_settings
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.files.os_user import user_name
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.model.sale import Advice
from app.desk.office.office_access import OfficeFound
from app.desk.settings.backups import BackupError, Backups
from app.lifecycle.office_database import OfficeConnection, tell_trouble
from app.lifecycle.settings_service import SettingsService
from app.lifecycle.updates import Newer, UpdateWatch
from app.store.backup.restore import Restored, finish
from app.ui.kit.sheets.dialogs import ask, ask_input
from app.ui.kit.sheets.input_sheet import InputWords
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.lifecycle.connection import Connection

log = logging.getLogger(__name__)

_PAUSE = 0.002
"""Seconds between two steps of the check of the journal, of some milliseconds each."""
_BACKUP_SECONDS = 900.0
"""Seconds between two checks whether the backup of the day is made."""
_MOST_NAMED = 3
"""The number of backups that are named in a question; others are counted."""
_PLACES = (
    *("service", "base_url", "sandbox_url", "office_url"),
    *("upi_address", "upi_name", "upi_merchant_code", "upi_tested", "receipt_series"),
)
"""Settings that a restored backup does not change: where this computer's data and the customers' money go."""


class _PutBack(NamedTuple):
    """A profile that was put back from a backup, and the office's database that it shared."""

    profile: str
    address: str
    done: Wording
    """What was put back, and where the former data is kept."""


class BackgroundWork:
    """The background work of one counter; its messages are shown above the page."""

    def __init__(
        self, window: MainWindow, choices: SettingsService, folder: Path, office: OfficeConnection
    ) -> None:
        """`folder` is the data folder."""
        self._office = office
        self._window = window
        self._choices = choices
        self._folder = folder
        self._updates = UpdateWatch(this_program(), lambda: choices.kept.update_folder, self._tell_newer)
        self._told: Newer | None = None
        """The newer version that was shown last."""
        self._doubted = ""
        """The doubt about the date that was asked about last."""
        self._asked_backups: tuple[Path, ...] = ()
        """The old backups that were asked about last."""
        self._tasks = TaskScope(hand_to_loop)
        self._put_back: _PutBack | None = None
        """What was put back of a counter that shared another database; None once that was asked about."""

    async def look_after(self, connection: Connection) -> None:
        """Check the journal, use the office's database that is set, and make the backups that are set."""
        desk = connection.desk
        self._tasks.start("journal", self._check_journal(connection))
        unsubscribe = tell_trouble(desk, partial(self._show_trouble, desk))
        try:
            await self._office.follow(self._choices.kept.office_url)
            self._window.show_notice(lambda: self._choices.setup.policy.warning, about="policy")
            self._updates.wake()
            if self._put_back is not None and self._put_back.profile == desk.reader.profile.name:
                put_back, self._put_back = self._put_back, None
                self._tasks.start("password", self._ask_to_share(put_back))
            await self.keep_daily(desk, connection.backups)
        finally:
            unsubscribe()

    async def _check_journal(self, connection: Connection) -> None:
        """Check what was not read of the journal at the start, with pauses, since the window comes first."""
        given_up = threading.Event()
        try:
            is_well = await asyncio.to_thread(connection.journal.check, lambda: not given_up.wait(_PAUSE))
        finally:
            given_up.set()
        if not is_well:
            self._window.show_notice(lambda: connection.warning, about="records")

    async def watch_updates(self) -> None:
        """Look for newer versions of this program, for ever."""
        await self._updates.watch()

    def _tell_newer(self, newer: Newer | None, problem: str) -> None:
        """Show a newer version once above the page; a problem with its folder only in Settings."""
        setup = self._choices.setup
        former, self._told = self._told, newer
        if newer is None:
            setup.note_newer(problem)
            self._window.show_notice("", about="update")
            return
        ready = mark("Version {version} of this program is ready", version=newer.version)
        how = mark("Close the counter, then run {file} in {folder}.", file=newer.file, folder=newer.folder)
        setup.note_newer(joined(". ", (str(ready), str(how))))
        if newer != former:
            self._window.show_notice(ready, how, "accent", about="update")

    def _show_trouble(self, desk: Desk, trouble: Callable[[], str]) -> None:
        """Show what is wrong with the office's database; a password that no key store keeps is asked for."""
        self._window.show_notice(trouble, about="office")
        if self._office.has_first_trouble() and desk.local_cache.sharing.wants_password:
            self._tasks.start("password", self._ask_password(self._choices.kept.office_url))

    async def _ask_password(self, address: str) -> None:
        words = InputWords(
            tr("Password of the office\u2019s database"),
            tr("For {address}. Sales go on without it, and are handed in later.", address=address),
            tr("Password"),
            "office_password",
            tr("Connect"),
        )

        await ask_input(self._window, words, partial(self._connect, address), is_secret=True)

    async def _ask_to_share(self, put_back: _PutBack) -> None:
        """Ask whether a counter that was put back shares the office's database again that it shared."""
        address = put_back.address
        words = InputWords(
            tr("Share the office\u2019s database again?"),
            tr(
                "The counter of the backup shared {address}. Without it this one works alone.",
                address=address,
            ),
            tr("Password"),
            "office_password",
            tr("Share it again"),
        )

        async def share(password: str) -> None:
            found = await self._office.look(address, password)
            if found.is_another:
                what = tr("There is another database now than the one that it shared.")
                raise DeskError(Advice(what, "", tr("Settings, Office database, says what is in it.")))
            if found.problem:
                raise DeskError(Advice(str(found.problem), "", ""))
            await self._connect(address, password)
            self._choices.keep(office_url=address)
            self._window.show_notice(put_back.done, about="restored")

        await ask_input(self._window, words, share, is_secret=True)

    async def _connect(self, address: str, password: str) -> None:
        await self._office.keep(address, password, OfficeFound())
        found = await self._office.use(address)
        if found.problem:
            raise DeskError(Advice(str(found.problem), "", ""))

    async def keep_daily(self, desk: Desk, backups: Backups) -> None:
        """Erase what is past, then make one backup a day if it is set; a failed one is tried again."""
        while True:
            before = desk.bookings.erased
            await self._tidy(desk)
            kept = self._choices.kept
            problem: Wording = ""
            if kept.backups_daily and kept.backup_folder:
                try:
                    await backups.make_of_today(Path(kept.backup_folder), kept.backups_kept)
                except BackupError as error:
                    problem = message_of(error)
            not_made = mark("The daily backup was not made.") if problem else ""
            self._window.show_notice(not_made, problem, about="backup")
            if kept.backup_folder and desk.bookings.erased != before:
                await self._ask_about_backups(desk, backups, Path(kept.backup_folder))
            await asyncio.sleep(_BACKUP_SECONDS)

    async def _tidy(self, desk: Desk) -> None:
        """Erase customers that are due; asks first when the date is doubtful, and once a day."""
        if desk.rules.retention.days is None:
            return
        if desk.reader.service_offset is None:
            # The service's time is known only after an answer.
            with suppress(DeskError):
                await desk.wallet.read()
        told = await desk.remember()
        if desk.customers.doubt and desk.customers.doubt != self._doubted:
            self._doubted = desk.customers.doubt
            answers = (
                QuestionAnswer("keep", tr("Erase nothing")),
                QuestionAnswer("right", tr("The date is right"), "primary"),
            )
            meaning = tr("If the date is wrong, customers would be erased too early, and for good.")
            if await ask(self._window, QuestionWords(self._doubted, meaning, answers)) == "right":
                desk.customers.confirm_date(desk.day_close.duty.name or user_name())
                told = await desk.remember()
        if told:
            self._window.show_notice(partial(sentences, *told), about="register")

    async def _ask_about_backups(self, desk: Desk, backups: Backups, folder: Path) -> None:
        """Name the backups that are older than customers are kept, and delete them when a person says so.

        Newer ones are replaced one by one; to ask about them would be to ask each day.
        """
        erased = desk.bookings.erased
        former = await backups.older(folder, timedelta(days=desk.rules.retention.days or 0))
        if not former or former == self._asked_backups:
            return
        self._asked_backups = former
        answers = (
            QuestionAnswer("keep", tr("Keep them")),
            QuestionAnswer("renew", tr("Make a new one, delete these"), "destructive"),
        )
        shown = [each.name for each in former[:_MOST_NAMED]]
        if len(former) > len(shown):
            shown.append(trn("{number} more.", "{number} more.", len(former) - len(shown)))
        held = tr("These backups still hold it: {backups}", backups=joined(", ", shown))
        question = QuestionWords(
            tr("Backups hold what was erased"), joined(" ", (str(erased), held)), answers
        )
        if await ask(self._window, question) != "renew":
            return
        try:
            await backups.renew(folder, former)
        except BackupError as error:
            not_deleted = mark("The backups were not deleted.")
            self._window.show_notice(not_deleted, message_of(error), about="register")

    async def put_back(self) -> Wording:
        """Restore a staged backup. Returns a sentence about it; empty when none was staged."""
        try:
            restored = await asyncio.to_thread(_finish, self._folder)
        except OSError as error:
            log.warning("A backup could not be put back.", exc_info=True)
            return mark("The backup could not be put back yet: {cause}.", cause=error.strerror or str(error))
        if restored is None:
            return ""
        loaded, own = load_settings(self._folder, self._choices.setup.policy), self._choices.own
        self._choices.adopt(changed(loaded.settings, {name: getattr(own, name) for name in _PLACES}))
        # Until then the file is that of the backup, whose addresses the next start would use.
        self._choices.keep()
        done = mark(
            "{backup} was put back by {name}. What was there before is kept in {folder}.",
            backup=restored.backup,
            name=restored.by,
            folder=restored.aside,
        )
        shared, here = loaded.settings.office_url, self._choices.kept.office_url
        if not shared or shared == here:
            return done
        if "office_url" not in self._choices.setup.policy.fixed:
            self._put_back = _PutBack(restored.profile, shared, done)
        more = mark(
            "Its counter shared the office\u2019s database {address}, which this one does not. "
            "To share it again, type it in Settings, Office database.",
            address=shared,
        )
        return joined(" ", (str(done), str(more)))


def _finish(folder: Path) -> Restored | None:
    """Move a staged backup in; nobody is on duty there without a PIN. Raises OSError."""
    restored = finish(folder)
    if restored is None:
        return None
    # They take long to import, and a backup is seldom put back.
    from app.store.office.office import OfficeError
    from app.store.office.shifts import end_shifts

    try:
        end_shifts(folder / restored.profile, datetime.now(UTC))
    except OfficeError:
        # What is wrong with the file is said as soon as it is used.
        log.warning("The shifts of a backup could not be ended.", exc_info=True)
    return restored

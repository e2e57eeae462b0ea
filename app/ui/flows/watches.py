"""The watches of one desk on all pages: line, API key, days, shifts, wallet, and unstored outcomes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.wallet.alerts import Crossing, low, notice_words
from app.ui.flows.api_key_watch import ApiKeyWatch
from app.ui.flows.clerk_watch import ClerkWatch
from app.ui.flows.connection_watch import ConnectionWatch
from app.ui.flows.office_watch import OfficeWatch
from app.ui.flows.unseen_watch import UnseenWatch
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.model.sale import Wallet

LOOK_EVERY_MS = 5_000
_JUMP = timedelta(seconds=2)
"""A larger change of this computer's clock against the monotonic one was made by setting it."""


class WalletAlertWatch:
    """Shows the alerts of a desk's wallet in the frame."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._desk = desk
        self._crossing = Crossing()
        self._unsubscribe = desk.reader.wallet_read.subscribe(self._note)
        self.renew()

    def end(self) -> None:
        """Stop watching, and remove the notice."""
        self._unsubscribe()
        self.take_back()

    def renew(self) -> None:
        """Check the last reading again, since the alerts may have changed."""
        self._window.show_alerts(self._desk.rules.alerts)
        self._judge(self._desk.wallet.newest)

    def show_newest(self) -> None:
        """Show the newest known reading, which may be another desk's."""
        self._window.show_wallet(self._desk.wallet.newest)
        self.renew()

    def take_back(self) -> None:
        """Remove the notice while the page of the wallet is shown."""
        self._window.show_notice("", about="wallet")

    def _note(self, _wallet: Wallet) -> None:
        self.show_newest()

    def _judge(self, wallet: Wallet | None) -> None:
        found = low(wallet, self._desk.rules.alerts)
        if self._crossing.note(found):
            more = mark("Ask the operator to top up the wallet.")
            self._window.show_notice(partial(notice_words, found), more, about="wallet")
        elif not found:
            self.take_back()


class UnjournalledNotice:
    """Shows a desk's outcomes that could not be stored."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._desk = desk
        self._tasks = TaskScope(hand_to_loop)
        self._unsubscribe = desk.payments.unjournalled.added.subscribe(self._show)

    def end(self) -> None:
        """Stop watching."""
        self._unsubscribe()
        self._tasks.cancel_all()

    def _show(self) -> None:
        if not self._tasks.is_running("asking"):
            self._tasks.start("asking", self._ask())

    async def _ask(self) -> None:
        unjournalled = self._desk.payments.unjournalled
        while unjournalled.waiting:
            first = unjournalled.waiting[0]
            # Esc, and a key that is still held down, give the first answer, which confirms nothing.
            answers = (
                QuestionAnswer("copy", tr("Copy")),
                QuestionAnswer("written", tr("I have written it down"), "primary"),
            )
            question = QuestionWords(first.heading, first.sentence, answers, first.reference)
            if await ask(self._window, question) == "written":
                unjournalled.written_down(first)
            else:
                QApplication.clipboard().setText(first.reference)


class DateAndAgeWatch:
    """Begins another day in the frame, notices a clock that was set, and lets what is shown grow old."""

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        day_begun: Callable[[], None],
        clock_was_set: Callable[[], None],
    ) -> None:
        """`day_begun` is called when another day has begun, the other when the clock has jumped."""
        self._day_begun, self._clock_was_set = day_begun, clock_was_set
        self._window = window
        self._desk = desk
        self._known = desk.reader.todays()
        formats.use_today(self._known.computer)
        self._moment = desk.reader.moment()
        self._timer = QTimer(window)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOK_EVERY_MS)

    def end(self) -> None:
        """Stop watching."""
        self._timer.stop()
        self._timer.deleteLater()
        formats.use_today(None)

    def learn(self) -> None:
        """Update the travel date by the service's today, once its time is known."""
        self._known = self._desk.reader.todays()
        self._window.top.day.set_today(self._known.service, self._known.earliest)

    def _look(self) -> None:
        before, self._moment = self._moment, self._desk.reader.moment()
        if abs(self._moment.set_since(before)) > _JUMP:
            # Without this a clock that was set would be noticed with the next answer of the service.
            self._clock_was_set()
        self._window.age(self._moment)
        found = self._desk.reader.todays()
        if found != self._known:
            self._known = found
            formats.use_today(found.computer)
            self._window.begin_day()
            self._window.top.day.pass_midnight(found.service, found.earliest)
            self._day_begun()


class Watches:
    """All watches of a desk, from its beginning to its end."""

    def __init__(self, window: MainWindow, desk: Desk, read_again: Callable[[], None]) -> None:
        """`read_again` reads the lists when the line is back."""
        self.line = ConnectionWatch(window, desk, read_again)
        self.duty = ClerkWatch(window, desk)
        self._read_again = read_again
        self.days = DateAndAgeWatch(window, desk, self._begin_day, self.line.tell_clock)
        self.key = ApiKeyWatch(window, desk, window.read_again)
        self.unjournalled = UnjournalledNotice(window, desk)
        self.wallet = WalletAlertWatch(window, desk)
        self.unseen = UnseenWatch(window, desk)
        self.office = OfficeWatch(window, desk, self.wallet.show_newest, self.duty.follow)

    def _begin_day(self) -> None:
        """Name days that were not closed, and read lists again: what stands there is of yesterday."""
        self.duty.look_again()
        self._read_again()

    def end(self) -> None:
        """Stop watching."""
        always = (self.line, self.days, self.duty, self.key, self.unjournalled)
        for each in (*always, self.wallet, self.unseen, self.office):
            each.end()

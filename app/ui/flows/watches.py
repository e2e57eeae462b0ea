"""The watches of one desk on all pages: line, API key, days, shifts, wallet, and unstored outcomes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Wallet
from app.desk.payment.payments import Ending
from app.desk.service.advice import advise_selling_off
from app.desk.service.key_access import KeyState
from app.desk.settings.shell import Shell
from app.desk.wallet.alerts import Crossing, low, notice_words
from app.ui.basket.basket_page import BasketPage
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.bookings.unknown_sale_words import unseen_words
from app.ui.connection.api_key_sheet import ApiKeySheet
from app.ui.flows.clerk_watch import ClerkWatch
from app.ui.flows.connection_watch import ConnectionWatch
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.model.sale import Wallet

LOOK_EVERY_MS = 5_000
_JUMP = timedelta(seconds=2)
"""A larger change of this computer's clock against the monotonic one was made by setting it."""
_TASK = "key"
_SEEN_MS = 1000
"""How long an outcome stands on its page before it was seen."""
_WHERE = mark("It was not on screen before. Bookings has it, Alt 2.")


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

    def __init__(self, window: MainWindow, desk: Desk, read_again: Callable[[], None], shell: Shell) -> None:
        """`read_again` reads the lists when the line is back; `shell` keeps another API key."""
        self.line = ConnectionWatch(window, desk, read_again)
        self.duty = ClerkWatch(window, desk)
        self._read_again = read_again
        self.days = DateAndAgeWatch(window, desk, self._begin_day, self.line.tell_clock)
        self.key = ApiKeyWatch(window, desk, window.read_again, shell)
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


def whose_words(agent: str, others: frozenset[str]) -> tuple[str, str]:
    """The words for whose wallet this is, and for the sales of other agents."""
    whose = tr(
        "This key is that of agent {agent}: sales are paid from that wallet.",
        agent=agent or tr("not stated"),
    )
    return whose, tr(
        "Sales of agent {named} stay as they are, and are settled with the key of that agent.",
        named=formats.both(sorted(others)),
    )


class ApiKeyWatch:
    """Shows the state of a desk's API key in the window."""

    def __init__(self, window: MainWindow, desk: Desk, read_again: Callable[[], None], shell: Shell) -> None:
        """`shell` keeps the key that is in use from now on."""
        self._window, self._shell = window, shell
        self._desk = desk
        self._read_again = read_again
        self._sheet: ApiKeySheet | None = None
        self._tasks = TaskScope(hand_to_loop)
        self._unsubscribe = desk.reader.access.changed.subscribe(self._note)
        window.key_asked.connect(self.ask)
        window.check_asked.connect(self._check)

    def end(self) -> None:
        """Stop watching, and remove the messages about the key."""
        self._unsubscribe()
        self._window.key_asked.disconnect(self.ask)
        self._window.check_asked.disconnect(self._check)
        self._tasks.cancel_all()
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._window.show_selling(None)
        self._window.show_notice("", about="agent")

    def ask(self) -> None:
        """Ask for another API key over the present page."""
        if self._sheet is not None and isValid(self._sheet) and self._sheet.isVisible():
            return
        self._sheet = ApiKeySheet(self._window)
        self._sheet.entered.connect(self._try)

    async def tell_whose(self, wallet: Wallet) -> None:
        """Show whose wallet this is if the counter has sold from another one, or remove the notice."""
        others = await self._desk.bookings.other_agents()
        if others:
            words = partial(whose_words, wallet.agent_id, others)
            self._window.show_notice(lambda: words()[0], lambda: words()[1], about="agent")
        else:
            self._window.show_notice("", about="agent")

    def _note(self, state: KeyState) -> None:
        good = state is KeyState.GOOD
        self._window.show_selling(None if good else partial(advise_selling_off, state))

    def _check(self) -> None:
        self._window.key_band.show_checking(busy=True)
        self._tasks.start(_TASK, self._check_key())

    async def _check_key(self) -> None:
        try:
            await self._desk.api_key.check()
        except DeskError:
            # The band is still shown, with the reason.
            self._window.key_band.show_checking(busy=False)
            return
        self._window.key_band.show_checking(busy=False)
        self._read_again()

    def _try(self, text: str) -> None:
        self._shell.hide_key(text)
        self._tasks.start(_TASK, self._use(text))

    async def _use(self, text: str) -> None:
        try:
            wallet = await self._desk.api_key.use(text)
        except DeskError as error:
            if self._sheet is not None and isValid(self._sheet):
                self._sheet.show_problem(error.advice)
            return
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._shell.keep_key(text)
        self._window.say(tr("This key is used from now on. Agent {agent_id}.", agent_id=wallet.agent_id))
        await self.tell_whose(wallet)
        self._read_again()


class OfficeWatch:
    """Follows the office's shared database, also when that is lost or back again."""

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        show_wallet: Callable[[], None],
        follow_clerks: Callable[[], None],
    ) -> None:
        """`show_wallet` shows the newest known reading, which may be another desk's.

        `follow_clerks` reads who still works here.
        """
        self._follow_clerks = follow_clerks
        self._window = window
        self._desk = desk
        self._show_wallet = show_wallet
        self._tasks = TaskScope(hand_to_loop)
        self._loop = asyncio.get_running_loop()
        sharing = desk.local_cache.sharing
        self._ends = (sharing.told.subscribe(self._hear), sharing.changed.subscribe(self._hear))

    def end(self) -> None:
        """Stop following."""
        for end in self._ends:
            end()
        self._tasks.cancel_all()

    def _hear(self) -> None:
        """Called in any thread."""
        self._loop.call_soon_threadsafe(self._follow)

    def _follow(self) -> None:
        self._tasks.start("wallet", self._read_wallet())
        self._window.follow_office()
        self._follow_clerks()

    async def _read_wallet(self) -> None:
        last = self._desk.wallet.last
        if last is None:
            return
        found = await self._desk.wallet_history.newest(last, self._desk.reader.moment())
        if found is not None:
            with suppress(DeskError):
                await self._desk.wallet.learn(found)
            self._show_wallet()


class UnseenWatch:
    """Tells of a sale that was settled by itself, or just before a kill, until that is put away."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window, self._unseen = window, desk.unseen
        self._tasks = TaskScope(hand_to_loop)
        self._standing: list[str] = []
        """What has ended, and is on screen now or as soon as its page shows it."""
        self._is_shown = False
        """Whether their page showed them when it was last looked at."""
        self._is_closing = False
        """Whether the window waited to close when the newest of them ended: nobody sees it then."""
        self._told: tuple[str, ...] = ()
        """The requests in the notice."""
        self._delay = ScreenDelay(window, _SEEN_MS, self._look)
        self._ends = (
            # The page on which somebody pays is not left before it shows the outcome.
            desk.payments.ended.subscribe(self._note_ending),
            desk.unknown_outcomes.changed.subscribe(self._note_news),
        )
        window.notice_dismissed.connect(self._put_away)
        self._tasks.start("telling", self._tell())

    def end(self) -> None:
        """Stop watching; what stands on screen now was seen."""
        if self._standing and not self._is_closing and self._shows():
            self._see()
        for each in self._ends:
            each()
        self._window.notice_dismissed.disconnect(self._put_away)
        self._delay.stop()
        self._delay.deleteLater()
        self._tasks.cancel_all()
        self._window.show_notice("", about="unseen")

    def _note_ending(self, ending: Ending) -> None:
        self._is_closing = self._window.is_settling
        if ending.is_booked:
            # Whatever else is kept before its page shows it must not count it as seen.
            self._unseen.hold(ending.request_id)
        self._stand(ending.request_id)

    def _note_news(self, request_id: str) -> None:
        page = self._window.current_page
        shows = isinstance(page, UnknownOutcomePage | BasketPage) and page.request_id == request_id
        if shows:
            self._stand(request_id)
        else:
            self._tasks.start(request_id, self._note(request_id))

    def _stand(self, request_id: str) -> None:
        self._standing.append(request_id)
        self._is_shown = self._shows()
        self._delay.start()

    def _shows(self) -> bool:
        """Whether the page shows what has ended: until then, such as for the wallet, it is not left."""
        page = self._window.current_page
        return page is not None and page.may_be_left()

    def _look(self) -> None:
        was_shown, self._is_shown = self._is_shown, self._shows()
        if was_shown and self._is_shown:
            self._see()
        else:
            self._delay.start()

    def _see(self) -> None:
        self._unseen.see(*self._standing)
        self._standing.clear()

    async def _note(self, request_id: str) -> None:
        await self._unseen.note(request_id)
        await self._tell()

    async def _tell(self) -> None:
        sales = [each for each in await self._unseen.sales() if each.request_id not in self._standing]
        self._told = tuple(each.request_id for each in sales)
        words = partial(unseen_words, sales) if sales else ""
        self._window.show_notice(words, _WHERE, about="unseen")

    def _put_away(self, about: str) -> None:
        if about == "unseen":
            self._unseen.see(*self._told)

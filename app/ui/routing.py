"""Which page comes after which: the places of the rail, the first screen, and outcomes that are open."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.desk.advice import DeskError
from app.desk.boat_values import BoatDraft
from app.desk.scan_folder import ScanFolder
from app.desk.values import Sale, UnknownOutcome
from app.tasks import TaskScope, hand_to_loop
from app.ui.finder import Finder
from app.ui.line_watch import LineWatch
from app.ui.page import Page
from app.ui.pages.bookings import BookingsPage
from app.ui.pages.outcome import OutcomePage
from app.ui.pages.settings import SettingsPage
from app.ui.pages.wallet import WalletPage
from app.ui.pages.welcome import WelcomePage
from app.ui.sale_route import SaleRoute
from app.ui.window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

log = logging.getLogger(__name__)

STAY = "A booking is being settled. It is shown here as soon as it is known."
_SELL = "sell"


class Routing(QObject):
    """Opens the pages of one desk in the window."""

    service_left = Signal()
    """The clerk wants another service than this one, or to stop practising."""

    def __init__(self, window: MainWindow, scans: ScanFolder | None = None) -> None:
        """`scans` is the folder that new scans come from, if any."""
        super().__init__(window)
        self._scans = scans
        self._window = window
        self._desk: Desk | None = None
        self._sale: SaleRoute | None = None
        self._line: LineWatch | None = None
        self._finder: Finder | None = None
        self._other: Page | None = None
        """The page of another place, or the first screen."""
        self._tasks = TaskScope(hand_to_loop)
        window.place_chosen.connect(self.go_to)
        window.practice_left.connect(self.service_left)
        window.palette_asked.connect(self._open_palette)

    @property
    def is_typing(self) -> bool:
        """Whether a sale is being typed that would be lost if the program ended now."""
        return self._sale is not None and self._sale.is_typing

    def use(self, desk: Desk) -> None:
        """Work with this desk from now on: the list of activities opens, and the wallet is read."""
        self.forget()
        self._desk = desk
        self._sale = SaleRoute(self._window, desk, self._scans, self)
        self._sale.booked.connect(self._note_sale)
        self._sale.unknown.connect(self._show_unknown)
        self._line = LineWatch(self._window, desk, self._sale.read_again)
        self._finder = Finder(self._window, desk, self._sale, self.go_to, self._show_booking)
        self._window.show_practice(practising=desk.profile.is_practice)
        self._window.show_wallet(desk.wallet_reading)
        self.go_to(_SELL)
        self._tasks.start("beginning", self._begin(desk))

    def forget(self) -> None:
        """End all pages and forget what was typed, before another desk or none is used."""
        self._tasks.cancel_all()
        for watcher in (self._line, self._finder):
            if watcher is not None:
                watcher.end()
        self._end_other()
        if self._sale is not None:
            self._sale.end()
            self._sale.deleteLater()
        self._sale = self._line = self._finder = self._desk = None

    def show_welcome(self, address: str, problem: str = "", field: str = "address") -> None:
        """Ask for a service: the first screen, with what is wrong beneath a field."""
        page = self._other
        if not isinstance(page, WelcomePage):
            page = WelcomePage(address)
            page.connect_asked.connect(self._window.connect_asked)
            page.practice_asked.connect(self._window.practice_asked)
            self._window.show_practice(practising=False)
            self._replace_other(page)
        if problem:
            page.show_problem(problem, field)

    def go_to(self, place: str) -> None:
        """Open a place of the rail; a page with money under way stays on screen."""
        desk, sale, shown = self._desk, self._sale, self._window.current_page
        if desk is None or sale is None:
            return
        if shown is not None and not shown.may_be_left():
            self._window.say(STAY)
            return
        self._window.show_place(place)
        if place == _SELL:
            self._end_other()
            sale.show()
        else:
            self._replace_other(self._place(place, desk))

    def _place(self, place: str, desk: Desk) -> Page:
        if place == "bookings":
            page = BookingsPage(desk)
            page.opened.connect(self._open_sale)
            page.counted.connect(self._window.show_count)
            page.copied.connect(self._say_copied)
            return page
        if place == "wallet":
            return WalletPage(desk)
        settings = SettingsPage(desk)
        settings.theme_chosen.connect(self._window.theme_chosen)
        settings.text_size_chosen.connect(self._window.text_size_chosen)
        settings.practice_asked.connect(self._window.practice_asked)
        for left in (settings.practice_left, settings.connection_asked):
            left.connect(self.service_left)
        return settings

    def _open_palette(self) -> None:
        if self._finder is not None:
            self._finder.open()

    def _show_booking(self, request_id: str) -> None:
        self.go_to("bookings")
        if isinstance(self._other, BookingsPage):
            self._other.choose(request_id)

    def _say_copied(self, pnr: str) -> None:
        self._window.say(f"{pnr} copied.")

    def _show_unknown(self, outcome: UnknownOutcome) -> None:
        self._count_open()
        self.open_outcome(outcome)

    def _open_sale(self, sale: Sale) -> None:
        if self._desk is not None and sale.is_open:
            self.open_outcome(self._desk.outcome_of(sale))

    def open_outcome(self, outcome: UnknownOutcome) -> None:
        """Open what is known of a sale whose outcome is not known."""
        if self._desk is None:
            return
        page = OutcomePage(self._desk, outcome)
        page.went_back.connect(lambda: self.go_to("bookings"))
        self._window.show_place("bookings")
        self._replace_other(page)

    def _note_sale(self, draft: object) -> None:
        """A sale was settled: the count on the rail, and then the register and the party."""
        self._count_open()
        if self._desk is not None:
            self._tasks.start("register", self._desk.remember())
            if isinstance(draft, BoatDraft):
                self._tasks.start("party", self._desk.keep_party(draft))

    def _count_open(self) -> None:
        if self._desk is not None:
            self._tasks.start("open sales", self._read_open(self._desk))

    async def _begin(self, desk: Desk) -> None:
        """What the frame shows: how many sales are open, and the wallet; then the register is filled."""
        await self._read_open(desk)
        try:
            await desk.wallet()
        except DeskError:
            # The list says what is wrong with the service; the chip says that nothing was read.
            log.info("The wallet could not be read at the beginning.")
        else:
            # Only an answer tells whose day it is where the service is.
            self._window.top.day.set_today(desk.today())
        warning = await desk.remember()
        if warning:
            self._window.show_notice(warning)

    async def _read_open(self, desk: Desk) -> None:
        self._window.show_count(sum(sale.is_open for sale in await desk.sales()))

    def _replace_other(self, page: Page) -> None:
        former, self._other = self._other, page
        self._window.show_page(page)
        if former is not None:
            self._window.drop_page(former)

    def _end_other(self) -> None:
        if self._other is not None:
            self._window.drop_page(self._other)
        self._other = None

"""Which page comes after which: the way of a sale, and the places of the rail."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.desk.advice import DeskError
from app.desk.values import ActivityDraft, ActivityOffer, Receipt, Sale, UnknownOutcome
from app.ui.page import Page
from app.ui.pages.activities import ActivitiesPage
from app.ui.pages.booked import BookedPage
from app.ui.pages.bookings import BookingsPage
from app.ui.pages.outcome import OutcomePage
from app.ui.pages.review import ReviewPage
from app.ui.pages.settings import SettingsPage
from app.ui.pages.slots import SlotsPage
from app.ui.pages.wallet import WalletPage
from app.ui.pages.welcome import WelcomePage
from app.ui.window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

STAY = "A booking is being settled. It is shown here as soon as it is known."
_SELL = "sell"


class Routing(QObject):
    """Opens the pages of one desk in the window, and carries what a clerk typed from one to the next.

    The list of activities stays as it is behind the pages of a sale; what was typed of a customer goes
    along from activity to activity, until it is sold.
    """

    service_left = Signal()
    """The clerk wants another service than this one, or to stop practising."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._desk: Desk | None = None
        self._activities: ActivitiesPage | None = None
        self._sale: Page | None = None
        """The page of the sale that is under way, over the list."""
        self._other: Page | None = None
        """The page of another place, or the first screen."""
        self._typed: ActivityDraft | None = None
        window.place_chosen.connect(self.go_to)
        window.practice_left.connect(self.service_left)

    def use(self, desk: Desk) -> None:
        """Work with this desk from now on: the list of activities opens, and the wallet is read."""
        self.forget()
        self._desk = desk
        window = self._window
        desk.line_watcher = lambda reached: window.show_online(online=reached)
        desk.wallet_watcher = window.show_wallet
        window.show_practice(practising=desk.profile.is_practice)
        window.show_wallet(desk.wallet_reading)
        self._activities = ActivitiesPage(desk, window.day)
        self._activities.chosen.connect(self._open_slots)
        self.go_to(_SELL)
        self._activities.tasks.start("beginning", self._begin(desk))

    def forget(self) -> None:
        """End all pages and forget what was typed, before another desk or none is used."""
        if self._desk is not None:
            self._desk.unwatch()
        self._end_sale()
        self._end_other()
        if self._activities is not None:
            self._window.drop_page(self._activities)
        self._activities = self._desk = self._typed = None

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
        desk, shown = self._desk, self._window.current_page
        if desk is None or self._activities is None:
            return
        if shown is not None and not shown.may_be_left():
            self._window.say(STAY)
            return
        self._window.show_place(place)
        if place == _SELL:
            self._end_other()
            self._window.show_page(self._sale or self._activities)
            if self._sale is None:
                self._activities.show_day(self._window.day)
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

    def _say_copied(self, pnr: str) -> None:
        self._window.say(f"{pnr} copied.")

    def _open_slots(self, offer: ActivityOffer) -> None:
        typed = self._typed
        draft = ActivityDraft(offer) if typed is None else replace(typed, offer=offer)
        if draft.slot is not None and draft.slot.activity_id != offer.activity_id:
            draft = replace(draft, slot=None)
        self._show_slots(draft)

    def _show_slots(self, draft: ActivityDraft) -> None:
        if self._desk is None:
            return
        page = SlotsPage(self._desk, draft, self._window.day)
        page.review_asked.connect(self._open_review)
        page.back_asked.connect(self._back_to_list)
        page.day_chosen.connect(self._follow_day)
        self._replace_sale(page)

    def _open_review(self, draft: ActivityDraft) -> None:
        if self._desk is None:
            return
        self._typed = draft
        page = ReviewPage(self._desk, draft)
        page.back_asked.connect(self._show_slots)
        page.booked.connect(self._show_booked)
        page.unknown.connect(self._show_unknown)
        self._replace_sale(page)

    def _back_to_list(self, draft: ActivityDraft) -> None:
        self._typed = draft
        self._end_sale()
        self.go_to(_SELL)

    def _show_booked(self, receipt: Receipt) -> None:
        draft, self._typed = self._typed, None
        if self._desk is None or draft is None:
            return
        page = BookedPage(self._desk, receipt, draft)
        page.new_sale_asked.connect(self._begin_new_sale)
        page.went_back.connect(self._begin_new_sale)
        self._replace_sale(page)
        self._count_open()

    def _show_unknown(self, outcome: UnknownOutcome) -> None:
        self._typed = None
        self._end_sale()
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

    def _begin_new_sale(self) -> None:
        self._end_sale()
        self.go_to(_SELL)

    def _follow_day(self, day: date) -> None:
        self._window.top.day.choose(day)

    def _count_open(self) -> None:
        if self._desk is not None and self._activities is not None:
            self._activities.tasks.start("open sales", self._read_open(self._desk))

    async def _begin(self, desk: Desk) -> None:
        """What the frame shows: the wallet, and how many sales need an answer."""
        await self._read_open(desk)
        try:
            await desk.wallet()
        except DeskError:
            # The list says what is wrong with the service; the chip says that nothing was read.
            return
        # Only an answer tells whose day it is where the service is.
        self._window.top.day.set_today(desk.today())

    async def _read_open(self, desk: Desk) -> None:
        self._window.show_count(sum(sale.is_open for sale in await desk.sales()))

    def _replace_sale(self, page: Page) -> None:
        self._end_sale()
        self._sale = page
        self._window.show_place(_SELL)
        self._end_other()
        self._window.show_page(page)

    def _replace_other(self, page: Page) -> None:
        former, self._other = self._other, page
        self._window.show_page(page)
        if former is not None:
            self._window.drop_page(former)

    def _end_sale(self) -> None:
        if self._sale is not None:
            self._window.drop_page(self._sale)
        self._sale = None

    def _end_other(self) -> None:
        if self._other is not None:
            self._window.drop_page(self._other)
        self._other = None

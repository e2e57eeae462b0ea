"""`python -m app self-test`: opens the pages, sells and cancels once, against the practice service.

The one page that it does not open is that of a cancellation with an unknown outcome.

Its output is for the administrator at a terminal: English, like the log.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.core.frozen import frozen
from app.core.settings import Theme
from app.desk.bookings.booking_values import Wanted
from app.desk.cancellation.refund_quote import Cancelled
from app.desk.desk import Desk
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules, TillRules, TravellingRules
from app.desk.model.sale import Sale
from app.desk.sale.selling import open_outcome
from app.desk.storm.values import StormHeading, StormOrder, StormReason
from app.lifecycle.connection import OpeningError, connect_practice
from app.lifecycle.event_loop import QuitRequest, run
from app.ui.basket.basket_booked_page import BasketBookedWithTillPage
from app.ui.basket.basket_page import BasketPage
from app.ui.bookings.with_till_pages import BookingsWithTillPage, UnknownOutcomeWithTillPage
from app.ui.cancellation.cancel_page import CancelPage
from app.ui.cancellation.cancelled_with_till_page import CancelledWithTillPage
from app.ui.cancellation.find_booking_page import FindBookingPage
from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.catalogue.day_list_browser import FREE
from app.ui.connection.welcome_page import WelcomePage
from app.ui.day_close.day_close_with_till_page import DayCloseWithTillPage
from app.ui.flows.navigation import Navigation
from app.ui.free_now.free_now_page import FreeNowPage
from app.ui.kit.sheets.page import Page
from app.ui.moving.move_page import MovePage
from app.ui.moving.move_state_page import MoveStatePage
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.sale.booked_page import BookedWithTillPage
from app.ui.sale.review_page import ReviewPage
from app.ui.settings.settings_page import SettingsPage
from app.ui.slots.slots_page import SlotsPage
from app.ui.storm.quotes_page import StormQuotesPage
from app.ui.storm.run_page import StormRunPage
from app.ui.storm.told_page import StormToldWithTillPage
from app.ui.theme import style
from app.ui.till.count_page import CountPage
from app.ui.till.give_back_page import GiveBackPage
from app.ui.till.lists import OwedPage, ReceiptsPage
from app.ui.till.moves_page import MovesPage
from app.ui.till.recorded_page import GivenBackPage, RecordedPage
from app.ui.till.tab_page import TillTabPage
from app.ui.till.take_payment_page import TakePaymentPage
from app.ui.to_do.to_do_page import ToDoPage
from app.ui.travelling.board_page import BoardPage
from app.ui.travelling.round_page import RoundPage
from app.ui.wallet.wallet_page import WalletPage
from app.ui.window.main_window import MainWindow

Shown = TypeVar("Shown", bound=Page)

Show = Callable[[str], None]

_DAYS_AHEAD = 7
_TOURS: tuple[tuple[Theme, str], ...] = (("light", "9876501234"), ("dark", "9876505678"))
_PATIENCE_SECONDS = 20


class SelfTestError(Exception):
    """Something does not work; the sentence says what."""


def self_test(pictures: Path | None = None, show: Show = print) -> int:
    """Go through the program without a screen. Returns 0 when everything works.

    Nothing is kept except a PNG picture of each page in the folder `pictures`, if one is given.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = style.application(sys.argv[0])

    async def go_through(_quit: QuitRequest) -> int:
        with tempfile.TemporaryDirectory(prefix="agency-counter-", ignore_cleanup_errors=True) as folder:
            return await _go_through(app, Path(folder), Album(pictures, show))

    return run(app, go_through, app.quit_asked)


async def _go_through(app: QApplication, folder: Path, album: Album) -> int:
    try:
        # With all that can be switched on every page of a counter can be opened.
        rules = OfficeRules(till=TillRules(is_on=True), travelling=TravellingRules(is_on=True))
        connection = await connect_practice(folder, rules=rules)
        try:
            # Another customer each time: a second sale to the same one would ask for confirmation.
            for theme, phone in _TOURS:
                style.apply_theme(app, theme)
                await _Tour(connection.desk, album, theme, phone).go()
        finally:
            await connection.close()
    except (OpeningError, DeskError, SelfTestError) as error:
        album.show(f"FAIL  {error}")
        return 1
    album.show("All is well.")
    return 0


@frozen
class Album:
    """Saves pictures of the pages and prints their names."""

    folder: Path | None
    show: Show

    def take(self, window: MainWindow, name: str) -> None:
        """Paint the window and save the picture. Raises SelfTestError when nothing is painted."""
        picture = window.grab().toImage()
        if _is_blank(picture):
            raise SelfTestError(f"{name}: nothing is painted.")
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            picture.save(str(self.folder / f"{name.replace(', ', '-')}.png"))
        self.show(f"ok    {name}")


class _Tour:
    """Opens the pages in one theme as a clerk does: makes a sale and cancels it."""

    def __init__(self, desk: Desk, album: Album, theme: Theme, phone: str) -> None:
        self._desk = desk
        self._album = album
        self._theme = theme
        self._phone = phone
        self._window = MainWindow(desk.reader.today())
        self._routing = Navigation(self._window)

    async def go(self) -> None:
        """Open the pages one after the other. Raises SelfTestError and DeskError."""
        try:
            await self._go()
        finally:
            self._routing.forget()
            self._window.close_now()

    async def _go(self) -> None:
        self._window.show()
        self._routing.show_welcome("")
        await self._see(WelcomePage)
        self._routing.use(self._desk)
        activities = await self._see(ActivitiesPage)
        draft, day = await self._draft()
        self._window.top.day.choose(day)
        activities.browser.module_chosen.emit("boats")
        await self._type_boat()
        await self._sell(draft)
        await self._cancel()
        await self._look_at_till()
        # Whoever was sold the same before is asked about.
        await self._sell_basket(replace(draft, qty=2, customer_phone=f"{self._phone[:-1]}0"))
        await self._look_at_travelling(await self._move() or day)
        for place, page in (
            ("to_do", ToDoPage),
            ("wallet", WalletPage),
            ("day", DayCloseWithTillPage),
            ("settings", SettingsPage),
        ):
            self._routing.go_to(place)
            await self._see(page)
        self._routing.open_outcome(open_outcome(await self._last_sale()))
        await self._see(UnknownOutcomeWithTillPage)

    async def _type_boat(self) -> None:
        boats = await self._see(BoatsPage)
        open_ones = [each for each in boats.items if each.is_open]
        if not open_ones:
            raise SelfTestError("No boat can be booked.")
        draft = BoatDraft(open_ones[0])
        boats.chosen.emit(draft)
        (await self._see(PassengersPage)).back_asked.emit(draft)
        (await self._see(BoatsPage)).browser.module_chosen.emit(FREE)
        (await self._see(FreeNowPage)).module_chosen.emit("activities")

    async def _sell(self, draft: ActivityDraft) -> None:
        (await self._see(ActivitiesPage)).chosen.emit(draft.offer)
        (await self._see(SlotsPage)).review_asked.emit(draft)
        await self._press(await self._see(ReviewPage), BookedWithTillPage, "The sale was not settled.")
        (await self._see(BookedWithTillPage)).payment_asked.emit()
        await self._press(await self._see(TakePaymentPage), RecordedPage, "The payment was not recorded.")

    async def _sell_basket(self, draft: ActivityDraft) -> None:
        self._desk.baskets.put(draft)
        self._window.basket_asked.emit()
        await self._press(await self._see(BasketPage), BasketBookedWithTillPage, "The basket was not booked.")

    async def _cancel(self) -> None:
        self._routing.go_to("bookings")
        (await self._see(BookingsWithTillPage)).elsewhere.click()
        await self._see(FindBookingPage)
        self._routing.go_to("bookings")
        bookings = await self._see(BookingsWithTillPage)
        sale = await self._last_sale()
        bookings.cancel_asked.emit(sale)
        page = await self._see(CancelPage)
        ended: list[Cancelled] = []
        page.cancelled.connect(ended.append)
        await self._press(page, CancelledWithTillPage, f"The sale {sale.booking_ref} was not cancelled.")
        self._album.show(f"ok    Sold {sale.booking_ref} and cancelled it, refund {ended[0].refund}.")

    async def _move(self) -> date | None:
        """The day to which what was sold last is moved."""
        self._routing.go_to("bookings")
        (await self._see(BookingsWithTillPage)).move_asked.emit(await self._last_sale())
        page = await self._see(MovePage)
        await self._press(page, MoveStatePage, "The booking was not moved.")
        state = await self._see(MoveStatePage)
        await self._until(state.may_be_left, "The old booking was not cancelled.")
        return (await self._last_sale()).day

    async def _look_at_till(self) -> None:
        """What the cancelled sale gives back, and the pages of the till."""
        self._routing.go_to("bookings")
        (await self._see(BookingsWithTillPage)).payment_asked.emit(await self._last_sale())
        await self._press(
            await self._see(GiveBackPage), GivenBackPage, "What is given back was not recorded."
        )
        self._routing.go_to("till")
        page: TillTabPage = await self._see(OwedPage)
        for kind in (ReceiptsPage, MovesPage, CountPage):
            page.tab_asked.emit(kind.tab)
            page = await self._see(kind)

    async def _look_at_travelling(self, day: date) -> None:
        """The board of a day on which something was sold, and the messages to its parties."""
        self._routing.go_to("travelling")
        board = await self._see(BoardPage)
        board.go_to(day)
        await self._until(lambda: bool(board.shown_departures), "Nobody travels on the day that was sold.")
        board.message_asked.emit(board.shown_departures[0].parties)
        await self._see(RoundPage)
        self._routing.go_to("travelling")
        board = await self._see(BoardPage)
        await self._until(lambda: bool(board.shown_departures), "The board has lost its day.")
        departure = board.shown_departures[0]
        heading = StormHeading(departure.title, departure.place, day, departure.starts)
        await self._desk.storm.begin(heading, [each.sale for each in departure.parties])
        board.to_storm.click()
        await self._see(StormQuotesPage)
        order = StormOrder(StormReason.WEATHER, by="Asha")
        await self._until(
            lambda: not self._desk.storm.obstacle(order.reason, "", order.by, ""),
            "The quotes do not come in.",
        )
        await self._desk.storm.decide(order)
        await self._see(StormRunPage)
        storm = self._desk.storm
        await self._until(lambda: storm.storm is not None and not storm.storm.is_running, "It does not end.")
        await storm.end()
        await self._see(StormToldWithTillPage)
        await storm.finish()

    async def _last_sale(self) -> Sale:
        """The sale that was just made, with its history."""
        page = await self._desk.bookings.page(Wanted())
        sale = await self._desk.bookings.own(page.sales[0].request_id) if page.sales else None
        if sale is None:
            raise SelfTestError("The sale is not in the list of bookings.")
        return sale

    async def _press(self, page: Page, then: type[Page], failure: str) -> None:
        """Press the primary action until the page `then` is shown; a button not yet armed does nothing."""

        def has_worked() -> bool:
            if self._window.current_page is page:
                page.run_primary()
            return isinstance(self._window.current_page, then)

        await self._until(has_worked, failure)
        await self._see(then)

    async def _draft(self) -> tuple[ActivityDraft, date]:
        """A valid draft for the first open slot that is found, and its day."""
        for ahead in range(1, _DAYS_AHEAD):
            day = self._desk.reader.today() + timedelta(days=ahead)
            for offer in (await self._desk.catalogue.activities(day)).offers[:_DAYS_AHEAD]:
                slots = (await self._desk.reader.slots(offer, day)).open_slots
                if slots:
                    draft = ActivityDraft(
                        offer, slots[0], 1, "Self Test", self._phone, "self.test@example.com"
                    )
                    return draft, day
        raise SelfTestError("No slot can be booked.")

    async def _see(self, kind: type[Shown]) -> Shown:
        """The page of that class, once it is on screen and painted."""
        await self._until(
            lambda: isinstance(self._window.current_page, kind), f"{kind.__name__} does not open."
        )
        page = self._window.current_page
        if not isinstance(page, kind):
            raise SelfTestError(f"{kind.__name__} does not stay.")
        await page.tasks.finish()
        # New widgets are laid out in a later turn of the event loop.
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self._album.take(self._window, f"{kind.__name__}, {self._theme}")
        return page

    async def _until(self, condition: Callable[[], bool], failure: str) -> bool:
        """True as soon as the condition holds. Raises SelfTestError with the failure when it never does."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                raise SelfTestError(failure)
            await asyncio.sleep(0.02)
        return True


def _is_blank(picture: QImage) -> bool:
    """Whether the picture has one colour only."""
    first = picture.pixel(0, 0)
    points = ((x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7))
    return all(picture.pixel(x, y) == first for x, y in points)

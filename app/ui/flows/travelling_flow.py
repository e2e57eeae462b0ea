"""The board of those who travel: its place on the rail, its messages, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.language import current, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.basket.basket import BasketCustomer
from app.desk.model.errors import DeskError
from app.desk.storm.values import StormHeading
from app.desk.till.payment_values import paise_words
from app.desk.till.upi import sale_reference, upi_link
from app.desk.travelling.manifest import manifest
from app.desk.travelling.rebooking import rebooking_of
from app.ui.kit.basics.actions import NOTES, OPEN_TRAVELLING
from app.ui.storm.storm_words import open_words
from app.ui.travelling.actions import EXPORT, MANIFEST, STORM
from app.ui.window.frame import TRAVELLING

if TYPE_CHECKING:
    from datetime import date

    from app.desk.desk import Desk
    from app.desk.model.activities import ActivityOffer
    from app.desk.model.sale import Sale
    from app.desk.till.payment_values import DueSale
    from app.desk.travelling.manifest import Manifest
    from app.desk.travelling.rebooking import Rebooking
    from app.desk.travelling.values import BoardDeparture, Party
    from app.ui.flows.all_flows import Flows
    from app.ui.travelling.board_page import BoardPage
    from app.ui.travelling.manifest_paper import ManifestDelivery, ManifestSheet
    from app.ui.travelling.round_page import RoundPage
    from app.ui.window.main_window import MainWindow

_A_DAY = timedelta(days=1)


class TravellingFlow:
    """Opens the pages of travelling; it is the one place where the board is connected."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows, self._sale = window, desk, flows, flows.sale
        self._go_to = flows.navigation.go_to
        self._place: object = None
        """Where the clerk was on the board."""
        self._manifests = ManifestFlow(window, desk)
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of travelling", error))
        self.obey()

    def end(self) -> None:
        """Drop everything of this desk."""
        self._tasks.cancel_all()
        self._manifests.end()
        self._offer(is_on=False)

    def obey(self) -> None:
        """Offer the place, or take it back, as it is set."""
        self._offer(is_on=self._desk.travelling.is_on)

    def page(self) -> BoardPage:
        """The board, where the clerk has left it today."""
        # Most counters have none.
        from app.ui.travelling.board_page import BoardPage

        page = BoardPage(self._desk.travelling)
        page.restore(self._place)
        page.left.connect(self._note_place)
        page.lists.picked.connect(self._flows.navigation.open_travelling)
        page.message_asked.connect(partial(self._message, page))
        page.rebook_asked.connect(self._rebook)
        notes, lists = self._flows.notes, page.lists
        page.bind(NOTES, lambda: notes.of_sale(page, lists.party and lists.party.sale))
        page.offer(MANIFEST, lambda _: self._manifests.open(page), first=True)
        page.offer(EXPORT, lambda _: self._manifests.export(page))
        page.offer(STORM, partial(self._ask_storm, page), "danger_quiet")
        page.to_storm.clicked.connect(self._flows.storm.open)
        storm = self._desk.storm.storm
        page.show_storm("" if storm is None else open_words(storm))
        return page

    def _ask_storm(self, board: BoardPage, meant: Sequence[Party]) -> None:
        """Begin a storm for a departure, or for parties of several of one day."""
        found = [each for each in board.shown_departures if any(party in each.parties for party in meant)]
        day = board.day
        if not found or day is None:
            return
        heading = StormHeading("", "", day, "")
        if len(found) == 1:
            heading = StormHeading(found[0].title, found[0].place, day, found[0].starts)
        self._flows.storm.begin(heading, tuple(each.sale for each in meant))

    def rebook_sale(self, sale: Sale) -> None:
        """Sell the trip of a sale again, on another day."""
        self._sell_again(rebooking_of(sale, self._desk.rules.branding))

    def _note_place(self, place: object) -> None:
        self._place = place

    def _offer(self, *, is_on: bool) -> None:
        window = self._window
        if is_on and OPEN_TRAVELLING not in window.offered:
            window.offer(OPEN_TRAVELLING, partial(self._go_to, TRAVELLING.key))
        elif not is_on and OPEN_TRAVELLING in window.offered:
            window.withdraw(OPEN_TRAVELLING)
        window.show_more(TRAVELLING, shown=is_on)

    def write(self, sales: Sequence[Sale | DueSale], back: Callable[[], object] | None = None) -> None:
        """Open the messages to the customers of bookings. `back` shows what follows; None for Bookings."""
        back = back or partial(self._flows.navigation.show_booking, sales[0].request_id)
        self._tasks.start("message", self._write(sales, back))

    async def _write(self, sales: Sequence[Sale | DueSale], back: Callable[[], object]) -> None:
        asked_on, keys = self._window.current_page, {each.request_id for each in sales}
        days = dict.fromkeys(each.day for each in sales if each.day is not None)
        departures = [some for day in days for some in (await self._desk.travelling.board(day)).departures]
        parties = [each for some in departures for each in some.parties if each.key in keys]
        if parties and self._window.current_page is asked_on:
            self._flows.navigation.open(partial(self._round_page, parties, departures, back))
        elif not parties:
            self._window.say(tr("This office sold no trip for which there is a message."))

    def _message(self, board: BoardPage, parties: Sequence[Party]) -> None:
        back, shown = partial(self._go_to, TRAVELLING.key), board.shown_departures
        self._flows.navigation.open(partial(self._round_page, tuple(parties), shown, back))

    def _round_page(
        self, parties: Sequence[Party], departures: Sequence[BoardDeparture], back: Callable[[], object]
    ) -> RoundPage:
        from app.ui.travelling.round_page import RoundPage

        travelling = self._desk.travelling
        page = RoundPage(travelling, parties, departures, travelling.language)
        page.went_back.connect(back)
        page.all_told.connect(lambda: self._window.say(tr("Nobody is left to be told.")))
        page.code_asked.connect(self._clip_code)
        return page

    def _clip_code(self, party: Party) -> None:
        """Put the UPI code of what a party owes on the clipboard."""
        from app.ui.till.upi_card import UpiCard

        rules, sale, owed = self._desk.rules.till, party.sale, party.owed or 0
        reference = sale_reference(rules.series, owed, sale.booking_ref)
        link = upi_link(rules, owed, reference, sale.booking_ref)
        card = UpiCard(link, rules.upi_name, rules.upi_address, paise_words(owed), sale.booking_ref)
        self._window.say(card.clip())

    def _rebook(self, party: Party) -> None:
        self._flows.moving.begin(party.sale)

    def _sell_again(self, rebooking: Rebooking) -> None:
        if not self._tasks.is_running("rebooking"):
            self._tasks.start("rebooking", self._begin_again(rebooking))

    async def _begin_again(self, rebooking: Rebooking) -> None:
        """Open the trip on the day after the one on which they would have travelled."""
        asked_on = self._window.current_page
        day = self.next_day(rebooking)
        offer: ActivityOffer | None = None
        if not rebooking.is_boat:
            offer = await self.offer_of(rebooking, day)
            if offer is None:
                return
        if self._window.current_page is asked_on:
            self.sell(rebooking, offer, day)

    def next_day(self, rebooking: Rebooking) -> date:
        """The day after the one on which they would have travelled, or after today."""
        today = self._desk.travelling.today()
        return max(today, rebooking.day or today) + _A_DAY

    async def offer_of(self, rebooking: Rebooking, *days: date) -> ActivityOffer | None:
        """The activity on the first of these days on which it is sold; else None, which is said."""
        for day in days:
            try:
                found = (await self._desk.catalogue.activities(day)).offers
            except DeskError as error:
                self._window.say(error.advice.what)
                return None
            same = (each for each in found if str(each.activity_id) == rebooking.product_id)
            offer = next(same, None) or next((each for each in found if each.title == rebooking.title), None)
            if offer is not None:
                return offer
        self._window.say(tr("{trip} is not sold on that day.", trip=rebooking.title))
        return None

    def sell(
        self, rebooking: Rebooking, offer: ActivityOffer | None, day: date, moves: Sale | None = None
    ) -> None:
        """Begin the same sale on another day; a boat's in the place of a booking that `moves`."""
        self._go_to("sell")
        self._keep_basket(rebooking)
        self._sale.rebook(rebooking, offer, day, moves)

    def _keep_basket(self, rebooking: Rebooking) -> None:
        """The basket of another customer waits: what is sold again is not put to it."""
        customer = BasketCustomer(
            rebooking.customer_name, rebooking.customer_phone, rebooking.customer_email, ""
        )
        if self._desk.baskets.make_room_for(customer, or_nobodys=True):
            self._window.say(tr("The basket waits. Alt B takes it up again."))


class ManifestFlow:
    """Shows and writes manifests of the departure that is current on a board."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window, self._desk = window, desk
        self._sheet: ManifestSheet | None = None
        self._ways: ManifestDelivery | None = None

    def open(self, board: BoardPage) -> None:
        """Show the manifest over the window."""
        from app.ui.travelling.manifest_paper import ManifestSheet

        found = self._manifest(board)
        if found is not None:
            self._put_away()
            self._sheet = ManifestSheet(self._window, found)

    def export(self, board: BoardPage) -> None:
        """Ask where, and write it as a table."""
        from app.ui.travelling.manifest_paper import ManifestDelivery

        found = self._manifest(board)
        if found is None:
            return
        if self._ways is not None:
            self._ways.end()
        ways = self._ways = ManifestDelivery(self._window, lambda: found)
        ways.saved.connect(self._window.say_saved)
        ways.failed.connect(self._window.say)
        ways.export()

    def end(self) -> None:
        """Put away the sheet, and stop what is being written."""
        self._put_away()
        if self._ways is not None:
            self._ways.end()

    def _put_away(self) -> None:
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._sheet = None

    def _manifest(self, board: BoardPage) -> Manifest | None:
        """The whole departure, whatever is searched for; None for none."""
        departure, day, rules = board.departure, board.day, self._desk.rules
        if departure is None or day is None:
            return None
        return manifest(
            departure,
            day,
            replace(rules.branding, language=current()),
            self._desk.travelling.now(),
            last_four=rules.travelling.last_four,
            is_practice=not self._desk.reader.profile.is_real,
        )

"""The flow of a sale: list, slot or passengers, preflight, booked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject

from app.core.language import Message, mark, tr, trn
from app.desk.basket.basket import customer_in, is_of_another, next_sale, party_size, waiting_payable
from app.desk.basket.overlaps import overlaps
from app.desk.desk import Desk
from app.desk.documents.scan_folder import ScanFolder
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft, ActivityOffer
from app.desk.model.boats import BoatDraft, Departure
from app.desk.model.booking import ItemId
from app.desk.model.errors import DeskError
from app.desk.model.sale import Change, Draft, DraftAsRead, Problem, Receipt, Sale, UnknownOutcome
from app.desk.passengers.rules import was_counted
from app.desk.quick_entry.values import Fares
from app.desk.quotations.quotations import TakenUp
from app.desk.sale.kept_drafts import KeptDrafts, copyless, named
from app.desk.sale.validation import problems
from app.desk.travelling.rebooking import Rebooking
from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.catalogue.day_list_browser import FREE
from app.ui.flows.page_ahead import PageAhead
from app.ui.kit.basics.actions import NOTES
from app.ui.kit.basics.announcing import announce
from app.ui.kit.sheets.page import Page
from app.ui.sale.booked_page import BookedPage, BookedWithTillPage
from app.ui.sale.draft_page import DraftPage
from app.ui.sale.last_customer import can_take, has_input
from app.ui.sale.review_page import ReviewPage
from app.ui.slots.slot_wish import SlotWish
from app.ui.slots.slots_page import SlotsPage
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.free_now.asked_line import AskedLine
    from app.desk.free_now.values import FreeStart
    from app.ui.flows.all_flows import Flows
    from app.ui.free_now.free_now_page import FreeNowPage
    from app.ui.passengers.passengers_page import PassengersPage

    ListPage = ActivitiesPage | BoatsPage | FreeNowPage
Shown = TypeVar("Shown", bound=Page)
Form = TypeVar("Form", bound=DraftPage)
_KEPT = mark("Kept for today, in memory: {passengers}. Ctrl L on the next form takes them over.")
_KEPT_FOR_ANOTHER = mark(
    "Kept for today, in memory: {passengers}. "
    "The basket is of another customer: Ctrl L takes them over after it."
)
_USUAL_PARTY = 2
_PASSENGERS = "app.ui.passengers.passengers_page"


class SaleFlow(QObject):
    """The pages of selling with one desk.

    The lists stay as they are behind the pages of a sale. Once the list is back, what was typed is the last
    customer's, and only offered, also for the same trip: the next customer may want that, too. It is kept,
    with copies of documents, until it is used, put away, or the day ends; a settled sale leaves nothing.
    """

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows, scans: ScanFolder | None = None) -> None:
        super().__init__(flows.navigation)
        self._flows, self._scans = flows, scans
        self._window = window
        self._desk = desk
        self._lists: dict[str, ListPage] = {}
        self._module = "activities"
        self._page: Page | None = None
        """The page of the present sale, over the list."""
        self._make: Callable[[], Page] | None = None
        """Makes that page."""
        self._typed: Draft | None = None
        """What was typed in the present sale, while another page than its form is shown."""
        self._filled: Draft | None = None
        """The present sale as it was begun, if the program filled it in: nobody typed any of it."""
        self._kept = KeptDrafts()
        self._slots = PageAhead(window, self._make_slots, self)
        self._passengers = PageAhead(window, self._make_passengers, self, module=_PASSENGERS)
        self._reviews = {
            is_boat: PageAhead(window, partial(self._make_review, is_boat=is_boat), self)
            for is_boat in (False, True)
        }
        self._item = ""
        """The key of the item of the open basket that is being changed; empty for a new sale."""
        self._reviewed: Draft | None = None
        """The present sale as it was when it was last reviewed."""
        self._wish: SlotWish | None = None
        """The slot that was meant, while its page is opened."""
        self._changes: tuple[Change, ...] = ()
        """What of the present sale is no longer as it was quoted."""
        self._asked_to_move: Sale | None = None
        """The booking that the next sale takes the place of."""
        self._moves: tuple[Sale, Rebooking] | None = None
        """The booking that the present sale takes the place of, and who it is for."""
        self._rebooking: Rebooking | None = None
        """Who the next sale is for; it is forgotten when another thing is done first."""

    def show(self) -> None:
        """Show the present sale, or the list; a settled one is over."""
        self._end_rebooking()
        if self._page is not None and self._page.is_over:
            self._end_page()
        self._leave_past()
        shown = self._page or self._list()
        self._window.show_page(shown)
        if self._page is None:
            shown.show_day(self._window.day)
        self._expect_next()

    def _expect_next(self) -> None:
        """Build the page that probably follows while this one is looked at."""
        if isinstance(self._page, DraftPage):
            self._reviews[isinstance(self._page.draft, BoatDraft)].expect()
        elif self._module != "boats":
            self._slots.expect()
        else:
            self._passengers.expect()

    def _forget_next(self) -> None:
        for each in (self._slots, self._passengers, *self._reviews.values()):
            each.forget()

    def choose(self, module: str) -> None:
        """Show the list of activities or boats, or what is free; a present sale is closed."""
        self._put_away()
        self._module, before = module, self._module
        page = self._list()
        if module == FREE and before != FREE:
            self._begin_free(page)
        self.show()

    def ask_free(self, asked: AskedLine) -> None:
        """Show what is free for whom a line of words asks."""
        self._put_away()
        self._module = FREE
        if asked.day is not None:
            self._follow_day(asked.day)
        self._begin_free(self._list(), asked)
        self.show()
        self._window.find_words(asked.typed)

    def _begin_free(self, page: ListPage, asked: AskedLine | None = None) -> None:
        """Ask for the party of the basket where nobody says another one."""
        if isinstance(page, ActivitiesPage | BoatsPage):
            return
        basket = self._desk.baskets.open
        size = party_size(basket) if basket is not None else 0
        usual = Fares(size or _USUAL_PARTY)
        if asked is None:
            page.begin(usual)
        else:
            page.begin(asked.fares or usual, asked.first_hour)

    def take_up(self, taken: TakenUp) -> None:
        """Open the form of a quoted trip, which was read anew; a present sale is closed."""
        self._put_away()
        self._module = "boats" if isinstance(taken.draft, BoatDraft) else "activities"
        self._follow_day(taken.day)
        self._changes = taken.changes
        self._show_draft(taken.draft)

    def fill(
        self, draft: Draft, day: date, wish: SlotWish | None = None, *, is_counted: bool = False
    ) -> None:
        """Open the form of a trip on a day, filled with what was said of it; a present sale is closed.

        An open basket goes on with its customer and, unless it was counted how many, with its party; it waits
        where another customer was said.
        """
        self._put_away()
        self._module = "boats" if isinstance(draft, BoatDraft) else "activities"
        self._follow_day(day)
        self._wish = wish
        said = customer_in(draft)
        is_waiting = any(said) and self._desk.baskets.make_room_for(said)
        if any(said):
            self._show_draft(draft)
        else:
            self._show_filled(self._for_basket(draft, is_counted=is_counted))
        self._wish = None
        if is_waiting:
            self._window.say(tr("The basket waits. Alt B takes it up again."))

    def rebook(
        self, rebooking: Rebooking, offer: ActivityOffer | None, day: date, moves: Sale | None = None
    ) -> None:
        """Begin the same sale on another day: its slots, or (without an offer) the boats of that trip.

        A booking that `moves` is cancelled after it: both are decided about in place of the review.
        """
        self.choose("boats" if rebooking.is_boat else "activities")
        self._follow_day(day)
        if offer is not None:
            self._show_filled(rebooking.carried(ActivityDraft(offer)))
        else:
            self._rebooking, self._asked_to_move = rebooking, moves
            self._window.find_words(rebooking.title)
            self._flows.moving.tell()

    @property
    def moves(self) -> Sale | None:
        """The booking in whose place the present sale is, or the one that is begun next; None for none."""
        if self._moves is not None:
            return self._moves[0]
        return self._asked_to_move if self._rebooking is not None else None

    def _end_rebooking(self) -> None:
        """Another thing is done first: a change of date that was asked for ends, and that is said."""
        asked, self._rebooking = None if self._moves else self.moves, None
        self._say_not_moved(asked)

    def _say_not_moved(self, moves: Sale | None) -> None:
        if moves is not None:
            self._window.say(tr("The change of date of {pnr} was not begun.", pnr=moves.booking_ref))
            self._flows.moving.tell()

    @property
    def offers(self) -> tuple[ActivityOffer, ...]:
        """The activities of the travel date, if read."""
        page = self._lists.get("activities")
        return page.items if isinstance(page, ActivitiesPage) else ()

    @property
    def departures(self) -> tuple[Departure, ...]:
        """The departures of the travel date, if read."""
        page = self._lists.get("boats")
        return page.items if isinstance(page, BoatsPage) else ()

    async def settle(self) -> None:
        """Wait for a list that is being read, until it is late."""
        for each in tuple(self._lists.values()):
            await each.settle()

    @property
    def is_waiting(self) -> bool:
        """Whether a list has not come at once."""
        return any(each.is_late for each in self._lists.values())

    @property
    def is_typing(self) -> bool:
        """Whether there is input that would be lost if the program ended now."""
        page = self._page
        draft = page.draft if isinstance(page, DraftPage) else self._typed
        is_sent = page is not None and (page.is_over or not page.may_be_left())
        return draft is not None and not is_sent and has_input(draft, self._filled)

    @property
    def present(self) -> Page | None:
        """The page of the present sale, also where another place is on screen; None for the list."""
        return self._page

    @property
    def unrecorded(self) -> Message | None:
        """What is being done with money on the present page, also one left for another place."""
        return None if self._page is None else self._page.unrecorded

    def rebuild(self) -> None:
        """Rebuild the pages in the present language, with their input.

        A page with a running money call stays as it is; the next one is in the new language.
        """
        self._forget_next()
        for module, former in tuple(self._lists.items()):
            page = self._lists[module] = self._make_list(module)
            page.restore(former.typed())
            self._take_place(page, former)
        former, make = self._page, self._make
        if former is None or make is None or not former.may_be_left():
            return
        typed = former.typed()
        if isinstance(former, DraftPage):
            make = partial(self._typing_page, former.draft)
        self._page = make()
        self._page.restore(typed)
        self._take_place(self._page, former)

    def _take_place(self, page: Page, former: Page) -> None:
        if former is self._window.current_page:
            self._window.show_page(page)
        self._window.drop_page(former)

    def find_activity(self, activity_id: ItemId) -> None:
        """Show the list of activities with this one current."""
        self.choose("activities")
        page = self._list()
        if isinstance(page, ActivitiesPage):
            page.select(activity_id)

    def find_departure(self, schedule_id: ItemId) -> None:
        """Show the list of boats with this one current."""
        self.choose("boats")
        page = self._list()
        if isinstance(page, BoatsPage):
            page.select(schedule_id)

    def read_again(self) -> None:
        """Read the list that is on screen again, such as when the line is back or another day has begun."""
        self._leave_past()
        self._kept.on(self._desk.reader.today())
        if self._page is None:
            self._list().read_again()

    def _leave_past(self) -> None:
        """Leave a day that is over, unless a sale is at work on it."""
        if self._page is None and (self._typed is None or not has_input(self._typed, self._filled)):
            self._window.top.day.leave_past()

    def end_booked(self, booking_ref: str) -> None:
        """Close the page of a booking that is being cancelled, with its voucher."""
        page = self._page
        if isinstance(page, BookedPage) and page.voucher.booking_ref == booking_ref:
            self._end_page()

    def end(self) -> None:
        """End all pages and drop all input."""
        self._end_page()
        self._forget_next()
        for page in self._lists.values():
            self._window.drop_page(page)
        self._lists.clear()
        self._typed = self._reviewed = self._filled = None
        self._kept.forget()

    def _list(self) -> ListPage:
        page = self._lists.get(self._module)
        if page is None:
            page = self._lists[self._module] = self._make_list(self._module)
        return page

    def _make_list(self, module: str) -> ListPage:
        if module == FREE:
            return self._make_free()
        if module == "boats":
            boats = BoatsPage(self._desk.catalogue, self._desk.reader, self._window.day)
            boats.chosen.connect(self._open_passengers)
            boats.put_asked.connect(self._put_at_once)
            boats.watch_asked.connect(self._flows.seats.ask)
            boats.browser.day_asked.connect(self._follow_day)
            boats.browser.module_chosen.connect(self.choose)
            return boats
        early, reading = self._window.take_early(), (self._desk.catalogue, self._desk.reader)
        activities = (
            early if isinstance(early, ActivitiesPage) else ActivitiesPage(*reading, self._window.day)
        )
        activities.serve(*reading)
        activities.chosen.connect(self._open_slots)
        activities.browser.day_asked.connect(self._follow_day)
        activities.browser.module_chosen.connect(self.choose)
        return activities

    def _make_free(self) -> FreeNowPage:
        from app.ui.free_now.free_now_page import FreeNowPage

        desk = self._desk

        def waiting() -> Decimal | None:
            return waiting_payable(desk.baskets.open)

        page = FreeNowPage(desk.free_now, desk.reader, self._window.day, waiting)
        page.module_chosen.connect(self.choose)
        page.chosen.connect(self._sell_free)
        page.put_asked.connect(self._put_free)
        page.quotation_asked.connect(self._quote_free)
        page.watch_asked.connect(self._flows.seats.ask)
        return page

    def _sell_free(self, start: FreeStart) -> None:
        """Open the form of a start, filled with the party, to be read anew."""
        self._abandon()
        draft = start.draft(self._desk.reader.moment())
        if start.offer is not None:
            draft, self._wish = ActivityDraft(start.offer, qty=start.seats), SlotWish(None, slot=start.slot)
        if draft is not None:
            self._show_filled(self._for_basket(draft, is_counted=True))
        self._wish = None

    def _put_free(self, start: FreeStart) -> None:
        draft = start.draft(self._desk.reader.moment())
        if draft is not None:
            self._put_at_once(draft)

    def _quote_free(self, start: FreeStart) -> None:
        draft = start.draft(self._desk.reader.moment())
        if draft is not None and start.read is not None:
            self._quote(DraftAsRead(draft, start.read.here))

    def _open_slots(self, offer: ActivityOffer) -> None:
        self._abandon()
        self._show_filled(self._for_basket(ActivityDraft(offer)))

    def _open_passengers(self, chosen: BoatDraft) -> None:
        self._abandon()
        self._show_filled(self._for_basket(chosen))

    # The basket

    def show_over(self, make: Callable[[], Shown]) -> Shown:
        """Show a page of the basket over the list; a present sale is closed."""
        self._put_away()
        return self.show_next(make)

    def leave_over(self, kind: type[Page]) -> bool:
        """Leave such a page for the list, as when what it shows was erased; never while it pays.

        Returns whether there was one.
        """
        page = self._page
        if not isinstance(page, kind) or not page.may_be_left():
            return False
        is_shown = page is self._window.current_page
        self._end_page()
        if is_shown:
            self.show()
        return True

    def change_item(self, key: str, draft: Draft) -> None:
        """Open the form of an item of the basket."""
        self._put_away()
        self._item = key
        self._show_draft(draft)

    def show_list(self) -> None:
        """Show the list; a present sale is closed."""
        self._put_away()
        self.show()

    def _for_basket(self, chosen: Draft, *, is_counted: bool = False) -> Draft:
        """The sale that is begun, with customer and party of the open basket, or of who is booked again."""
        basket, rebooking = self._desk.baskets.open, self._rebooking
        self._rebooking = None
        if rebooking is not None:
            moves, self._asked_to_move = self._asked_to_move, None
            self._moves = None if moves is None else (moves, rebooking)
            return rebooking.carried(chosen)
        is_counted = is_counted or (isinstance(chosen, BoatDraft) and was_counted(chosen))
        return chosen if basket is None else next_sale(basket, chosen, is_counted=is_counted)

    def _put_at_once(self, chosen: Draft) -> None:
        """Put it into the basket with its party; whom a boat does not know by name is asked for."""
        item = self._item
        self._abandon()
        is_slot = isinstance(chosen, ActivityDraft)
        draft = self._for_basket(chosen, is_counted=is_slot)
        is_whole = has_input(draft) and not problems(draft, self._desk.reader.todays().earliest)
        # Whom seats are for is asked by the review.
        if is_slot or is_whole:
            self._item = item
            self._put(draft)
        else:
            self._show_filled(draft)

    def _put(self, draft: Draft) -> None:
        if self._moves is not None:
            # In a basket the old one would stay booked, and nobody would know.
            self._window.say(tr("Another date is decided by itself, not in a basket."))
            return
        key, was_open = self._item, self._desk.baskets.open is not None
        try:
            basket = self._desk.baskets.put(draft, key)
            if any(customer_in(draft)):
                # Who was changed in one sale is the customer of the whole basket.
                self._desk.baskets.change_customer(customer_in(draft))
        except DeskError as error:
            self._window.say(str(error.advice))
            return
        self._item = ""
        self._kept.use(draft)
        self._typed = self._reviewed = self._filled = None
        self._forget_counts()
        self._end_page()
        if key and was_open:
            self._flows.basket.open()
            return
        self.show()
        announce(
            self._window,
            trn(
                "In the basket, {number} trip. The next one begins with the same people.",
                "In the basket, {number} trips. The next one begins with the same people.",
                len(basket.items),
            ),
            *overlaps(each.draft for each in basket.items),
        )

    # The pages of a sale

    def _show_draft(self, draft: Draft) -> None:
        """Open the form of this draft."""
        self.show_next(partial(self._typing_page, draft))

    def _show_filled(self, draft: Draft) -> None:
        """Open the form of a sale that was just begun, with whom the program filled in."""
        self._filled = draft
        self._show_draft(draft)

    def _typing_page(self, draft: Draft) -> Page:
        basket, is_item = self._desk.baskets.open, bool(self._item)
        has_basket, waiting = basket is not None, waiting_payable(basket, self._item)
        if isinstance(draft, BoatDraft):
            passengers = self._passengers.take()
            passengers.begin(draft, has_basket=has_basket, is_item=is_item, waiting=waiting)
            passengers.show_changes(self._changes)
            self._offer_last(passengers)
            return passengers
        slots = self._slots.take()
        day = self._window.day
        slots.begin(draft, day, has_basket=has_basket, is_item=is_item, waiting=waiting, wish=self._wish)
        slots.show_changes(self._changes)
        self._offer_last(slots)
        return slots

    def _make_passengers(self) -> PassengersPage:
        from app.ui.passengers.passengers_page import PassengersPage

        desk = self._desk
        page = self._connected(PassengersPage(desk.reader, desk.local_cache, desk.copies, self._scans))
        page.details_asked.connect(self.ask_details)
        return page

    def ask_details(self, draft: Draft) -> None:
        """Ask the customer of a trip for who travels."""
        from app.ui.passengers.details_request import hand_details_request

        is_real = self._desk.reader.profile.is_real
        self._window.say(hand_details_request(draft, self._desk.rules, is_practice=not is_real))

    def _make_slots(self) -> SlotsPage:
        desk = self._desk
        slots = self._connected(SlotsPage(desk.reader, desk.local_cache, desk.catalogue.keep_starts))
        slots.day_chosen.connect(self._follow_day)
        slots.taken_up.connect(self._show_draft)
        slots.watch_asked.connect(self._flows.seats.ask)
        return slots

    def _connected(self, form: Form) -> Form:
        form.review_asked.connect(self.open_review)
        form.put_asked.connect(self._put)
        form.back_asked.connect(self._back_to_list)
        form.quotation_asked.connect(self._quote)
        form.bind(NOTES, partial(self._flows.notes.of_draft, form))
        return form

    def _quote(self, asked: DraftAsRead) -> None:
        self._flows.quotations.write((asked,))

    def _offer_last(self, form: DraftPage) -> None:
        filled = self._filled
        kept = () if has_input(form.draft, filled) else self._kept.on(self._desk.reader.today())
        last = tuple(each for each in kept if can_take(form.draft, each) and not self._is_of_another(each))
        form.offer_last(last, partial(self._put_kept_away, form), filled)

    def _is_of_another(self, draft: Draft) -> bool:
        """Whether the open basket is certainly of another customer: taken over, it would be renamed."""
        basket = self._desk.baskets.open
        return basket is not None and is_of_another(basket, customer_in(draft))

    def _put_kept_away(self, form: DraftPage) -> None:
        kept = self._kept.on(self._desk.reader.today())
        self._kept.forget()

        def take_back() -> None:
            for each in reversed(kept):
                self._kept.keep(each, self._desk.reader.today())
            if self._window.current_page is form:
                self._offer_last(form)

        words = trn("{number} kept sale was put away.", "{number} kept sales were put away.", len(kept))
        self._window.say(words, take_back)

    def _fix(self, draft: Draft, problem: Problem) -> None:
        """Open the form of this draft at the field that the service refused."""
        self._show_draft(draft)
        if isinstance(self._page, DraftPage):
            self._page.show_refused(problem)

    def open_review(self, draft: Draft) -> None:
        """Open the last look at this draft, whose form is complete."""
        self._typed = draft
        before, self._reviewed = self._reviewed, copyless(draft)
        if self._moves is not None:
            self.show_next(partial(self._move_page, self._moves[0], draft))
        else:
            self.show_next(partial(self._review_page, draft, before))
        duty = self._desk.day_close.duty
        if duty.has_clerks and not duty.name:
            # It can be put aside: a forgotten PIN must not stop a sale.
            self._window.clerk_asked.emit()

    def _review_page(self, draft: Draft, before: Draft | None) -> Page:
        page = self._reviews[isinstance(draft, BoatDraft)].take()
        page.begin(draft, before)
        return page

    def _move_page(self, moves: Sale, draft: Draft) -> Page:
        page = self._flows.moving.page(moves, draft)
        page.back_asked.connect(self._show_draft)
        page.fix_asked.connect(self._fix)
        page.list_asked.connect(self._back_to_list)
        for ended in (page.booked, page.unknown):
            # Its customer is served, or waits for an outcome.
            ended.connect(self._end_moved)
        return page

    def _end_moved(self, _outcome: object) -> None:
        self.forget_customer()
        self._end_page()

    def _make_review(self, *, is_boat: bool) -> ReviewPage:
        page = ReviewPage(self._desk.selling, self._desk.reader, is_boat=is_boat)
        page.back_asked.connect(self._show_draft)
        page.fix_asked.connect(self._fix)
        page.list_asked.connect(self._back_to_list)
        page.booked.connect(self._show_booked)
        page.unknown.connect(self._end_unknown)
        return page

    def _back_to_list(self, draft: Draft) -> None:
        if self._item:
            # What is in the basket stays as it was.
            self._item = ""
            self._end_page()
            self._flows.basket.open()
            return
        self._typed = draft
        self._end_page()
        self.show()
        if self._moves is not None:
            # Another departure is for the same change.
            self._asked_to_move, self._rebooking = self._moves
            self._moves = None
            self._flows.moving.tell()
        people = named(draft) if has_input(draft, self._filled) else ()
        if people:
            said = _KEPT_FOR_ANOTHER if self._is_of_another(draft) else _KEPT
            self._window.say(tr(said, passengers=formats.passengers(len(people))))

    def _show_booked(self, receipt: Receipt) -> None:
        if self._typed is not None:
            self.show_booked(receipt, self._typed)

    def show_booked(self, receipt: Receipt, draft: Draft) -> None:
        """Show what was booked of this draft, and forget its customer."""
        self._typed = draft
        self.forget_customer()
        # The function that rebuilds the page must not hold the copies of documents that were sent.
        page = self.show_next(partial(self._booked_page, receipt, copyless(draft)))
        self._flows.vouchers.hold(page.voucher)
        self._flows.navigation.note_sale(draft, receipt.request_id)

    def _booked_page(self, receipt: Receipt, draft: Draft) -> BookedPage:
        page = self._made_booked(receipt, draft)
        page.went_back.connect(self._begin_new_sale)
        page.voucher_asked.connect(self._flows.vouchers.show)
        page.ways.handed.connect(self._flows.vouchers.note)
        page.bind(NOTES, partial(self._flows.notes.of_booked, page))
        return page

    def _made_booked(self, receipt: Receipt, draft: Draft) -> BookedPage:
        desk = self._desk
        if not desk.till.is_on:
            return BookedPage(desk.wallet, desk.rules, receipt, draft)
        page = BookedWithTillPage(desk.wallet, desk.rules, receipt, draft, till=desk.till)
        again = partial(self.show_next, partial(self._booked_page, receipt, draft))
        page.payment_asked.connect(partial(self._flows.till.begin, page.due, again))
        return page

    def forget_customer(self) -> None:
        """Nothing of this customer is left for the next one."""
        if self._typed is not None:
            self._kept.use(self._typed)
        self._typed = self._reviewed = None
        self._changes, self._rebooking, self._filled, self._moves = (), None, None, None
        self._forget_counts()
        free = self._lists.get(FREE)
        if free is not None:
            self._begin_free(free)
        self._follow_day(self._desk.reader.today())

    def _end_unknown(self, outcome: UnknownOutcome) -> None:
        self.forget_customer()
        self._end_page()
        self._flows.navigation.show_unknown(outcome)

    def _begin_new_sale(self) -> None:
        self._end_page()
        self.show()

    def _follow_day(self, day: date) -> None:
        self._window.top.day.choose(day)

    def _put_away(self) -> None:
        """End the page of a sale; its input is the last customer's."""
        self._end_rebooking()
        page = self._page
        if isinstance(page, DraftPage):
            self._typed = page.draft
        self._abandon()
        self._forget_counts()
        self._end_page()

    def _abandon(self) -> None:
        """What was typed so far is the last customer's."""
        typed, self._typed, self._reviewed = self._typed, None, None
        filled, self._filled = self._filled, None
        moves, self._moves = self._moves, None
        self._say_not_moved(None if moves is None else moves[0])
        self._item, self._changes = "", ()
        if typed is not None and has_input(typed, filled):
            self._kept.keep(typed, self._desk.reader.today())

    def _forget_counts(self) -> None:
        boats = self._lists.get("boats")
        if isinstance(boats, BoatsPage):
            boats.forget_counts()

    def show_next(self, make: Callable[[], Shown]) -> Shown:
        """Show a page in the place of the one of this sale; it is made again in another language."""
        former, page = self._page, make()
        self._page, self._make = page, make
        self._window.show_page(page)
        if former is not None:
            self._window.drop_page(former)
        self._expect_next()
        return page

    def _end_page(self) -> None:
        former, self._page = self._page, None
        self._make = None
        if former is not None:
            self._window.drop_page(former)

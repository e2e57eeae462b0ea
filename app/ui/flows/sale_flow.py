"""The flow of a sale: list, slot or passengers, preflight, booked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.desk.desk import Desk
from app.desk.documents.scan_folder import ScanFolder
from app.desk.model.activities import ActivityDraft, ActivityOffer
from app.desk.model.boats import BoatDraft, Departure
from app.desk.model.sale import Draft, Problem, Receipt
from app.desk.passengers.rules import carried_party, without_copies
from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.kit.sheets.page import Page
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.sale.booked_page import BookedPage
from app.ui.sale.review_page import ReviewPage
from app.ui.slots.slots_page import SlotsPage
from app.ui.window.main_window import MainWindow

ListPage = ActivitiesPage | BoatsPage
Shown = TypeVar("Shown", bound=Page)
Typed = TypeVar("Typed", Draft, Draft | None)


class SaleFlow(QObject):
    """The pages of selling with one desk.

    The lists stay as they are behind the pages of a sale; typed customers and passengers are kept from
    product to product until the sale; copies of documents are dropped with the pages of the sale.
    """

    booked = Signal(object)
    """Emitted with the `Draft` of a settled sale whose page is on screen."""
    voucher_made = Signal(object)
    """Emitted with the `Voucher` of a settled sale, to be kept."""
    voucher_asked = Signal(object)
    """Emitted to show this `Voucher`."""
    unknown = Signal(object)
    """Emitted with the `UnknownOutcome` of a sale, whose pages are closed."""

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        scans: ScanFolder | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._scans = scans
        self._window = window
        self._desk = desk
        self._lists: dict[str, ListPage] = {}
        self._module = "activities"
        self._page: Page | None = None
        """The page of the present sale, over the list."""
        self._make: Callable[[], Page] | None = None
        """Makes that page."""
        self._typed: Draft | None = None

    def show(self) -> None:
        """Show the present sale, or the list."""
        shown = self._page or self._list()
        self._window.show_page(shown)
        if self._page is None:
            shown.show_day(self._window.day)

    def choose(self, module: str) -> None:
        """Show the list of activities or boats; a present sale is closed."""
        self._put_away()
        self._module = module
        self.show()

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

    @property
    def is_typing(self) -> bool:
        """Whether there is input that would be lost if the program ended now."""
        page = self._page
        draft = page.draft if isinstance(page, (SlotsPage, PassengersPage)) else self._typed
        is_sent = isinstance(page, BookedPage) or (page is not None and not page.may_be_left())
        if draft is None or is_sent:
            return False
        party = draft.passengers if isinstance(draft, BoatDraft) else ()
        return any(_customer(draft).values()) or not all(each.is_untouched for each in party)

    def rebuild(self) -> None:
        """Rebuild the pages in the present language, with their input.

        A page with a running money call stays as it is; the next one is in the new language.
        """
        for module, former in tuple(self._lists.items()):
            page = self._lists[module] = self._make_list(module)
            page.restore(former.typed())
            self._take_place(page, former)
        former, make = self._page, self._make
        if former is None or make is None or not former.may_be_left():
            return
        typed = former.typed()
        if isinstance(former, (SlotsPage, PassengersPage)):
            make = partial(self._typing_page, former.draft)
        self._page = make()
        self._page.restore(typed)
        self._take_place(self._page, former)

    def _take_place(self, page: Page, former: Page) -> None:
        if former is self._window.current_page:
            self._window.show_page(page)
        self._window.drop_page(former)

    def find_activity(self, activity_id: int) -> None:
        """Show the list of activities with this one current."""
        self.choose("activities")
        page = self._list()
        if isinstance(page, ActivitiesPage):
            page.select(activity_id)

    def find_departure(self, schedule_id: int) -> None:
        """Show the list of boats with this one current."""
        self.choose("boats")
        page = self._list()
        if isinstance(page, BoatsPage):
            page.select(schedule_id)

    def read_again(self) -> None:
        """Read the list that is on screen again, such as when the line is back."""
        if self._page is None:
            self._list().read_again()

    def end_booked(self, booking_ref: str) -> None:
        """Close the page of a booking that is being cancelled, with its voucher."""
        page = self._page
        if isinstance(page, BookedPage) and page.voucher.booking_ref == booking_ref:
            self._end_page()

    def end(self) -> None:
        """End all pages and drop all input."""
        self._end_page()
        for page in self._lists.values():
            self._window.drop_page(page)
        self._lists.clear()
        self._typed = None

    def _list(self) -> ListPage:
        page = self._lists.get(self._module)
        if page is None:
            page = self._lists[self._module] = self._make_list(self._module)
        return page

    def _make_list(self, module: str) -> ListPage:
        if module == "boats":
            boats = BoatsPage(self._desk.catalogue, self._desk.reader, self._window.day)
            boats.chosen.connect(self._open_passengers)
            boats.day_asked.connect(self._follow_day)
            boats.module_chosen.connect(self.choose)
            return boats
        activities = ActivitiesPage(self._desk.catalogue, self._desk.reader, self._window.day)
        activities.chosen.connect(self._open_slots)
        activities.day_asked.connect(self._follow_day)
        activities.module_chosen.connect(self.choose)
        return activities

    def _open_slots(self, offer: ActivityOffer) -> None:
        self._show_draft(_slot_draft(self._typed, offer))

    def _open_passengers(self, chosen: BoatDraft) -> None:
        self._show_draft(_boat_draft(self._typed, chosen))

    def _show_draft(self, draft: Draft) -> None:
        """Open the form of this draft."""
        self._replace(partial(self._typing_page, draft))

    def _typing_page(self, draft: Draft) -> Page:
        if isinstance(draft, BoatDraft):
            passengers = PassengersPage(
                self._desk.reader, self._desk.local_cache, self._desk.copies, draft, self._scans
            )
            passengers.review_asked.connect(self._open_review)
            passengers.back_asked.connect(self._back_to_list)
            return passengers
        slots = SlotsPage(self._desk.reader, self._desk.local_cache, draft, self._window.day)
        slots.review_asked.connect(self._open_review)
        slots.back_asked.connect(self._back_to_list)
        slots.day_chosen.connect(self._follow_day)
        return slots

    def _fix(self, draft: Draft, problem: Problem) -> None:
        """Open the form of this draft at the field that the service refused."""
        self._show_draft(draft)
        if isinstance(self._page, (SlotsPage, PassengersPage)):
            self._page.show_refused(problem)

    def _open_review(self, draft: Draft) -> None:
        self._typed = draft
        self._replace(partial(self._review_page, draft))
        duty = self._desk.day_close.duty
        if duty.has_clerks and not duty.name:
            # It can be put aside: a forgotten PIN must not stop a sale.
            self._window.clerk_asked.emit()

    def _review_page(self, draft: Draft) -> Page:
        page = ReviewPage(self._desk.selling, self._desk.reader, draft)
        page.back_asked.connect(self._show_draft)
        page.fix_asked.connect(self._fix)
        page.list_asked.connect(self._back_to_list)
        page.booked.connect(self._show_booked)
        page.unknown.connect(self._end_unknown)
        return page

    def _back_to_list(self, draft: Draft) -> None:
        self._typed = _without_copies(draft)
        self._end_page()
        self.show()

    def _show_booked(self, receipt: Receipt) -> None:
        draft, self._typed = self._typed, None
        if draft is None:
            return
        # The function that rebuilds the page must not hold the copies of documents that were sent.
        page = self._replace(partial(self._booked_page, receipt, _without_copies(draft)))
        self.voucher_made.emit(page.voucher)
        self.booked.emit(draft)

    def _booked_page(self, receipt: Receipt, draft: Draft) -> BookedPage:
        page = BookedPage(self._desk.wallet, self._desk.rules, receipt, draft)
        page.done.connect(self._begin_new_sale)
        page.went_back.connect(self._begin_new_sale)
        page.voucher_asked.connect(self.voucher_asked)
        return page

    def _end_unknown(self, outcome: object) -> None:
        self._typed = None
        self._end_page()
        self.unknown.emit(outcome)

    def _begin_new_sale(self) -> None:
        self._end_page()
        self.show()

    def _follow_day(self, day: date) -> None:
        self._window.top.day.choose(day)

    def _put_away(self) -> None:
        """End the page of a sale; its input is kept for the next product."""
        page = self._page
        if isinstance(page, (SlotsPage, PassengersPage)):
            self._typed = page.draft
        self._typed = _without_copies(self._typed)
        self._end_page()

    def _replace(self, make: Callable[[], Shown]) -> Shown:
        former, page = self._page, make()
        self._page, self._make = page, make
        self._window.show_page(page)
        if former is not None:
            self._window.drop_page(former)
        return page

    def _end_page(self) -> None:
        former, self._page = self._page, None
        self._make = None
        if former is not None:
            self._window.drop_page(former)


def _without_copies(typed: Typed) -> Typed:
    return (
        replace(typed, passengers=without_copies(typed.passengers)) if isinstance(typed, BoatDraft) else typed
    )


def _slot_draft(typed: Draft | None, offer: ActivityOffer) -> ActivityDraft:
    """A draft of this activity with the typed customer; slot and seats stay for the same activity."""
    if isinstance(typed, ActivityDraft):
        draft = replace(typed, offer=offer)
        is_other = draft.slot is not None and draft.slot.activity_id != offer.activity_id
        return replace(draft, slot=None) if is_other else draft
    draft = ActivityDraft(offer)
    return draft if typed is None else replace(draft, **_customer(typed))


def _boat_draft(typed: Draft | None, chosen: BoatDraft) -> BoatDraft:
    """A draft of the chosen departure with the typed customer and passengers."""
    if typed is None:
        return chosen
    draft = replace(chosen, **_customer(typed))
    if isinstance(typed, BoatDraft):
        party = carried_party(typed, chosen)
        draft = replace(draft, passengers=party, customer_is_first=typed.customer_is_first)
    return draft


def _customer(typed: Draft) -> dict[str, str]:
    return {
        "customer_name": typed.customer_name,
        "customer_phone": typed.customer_phone,
        "customer_email": typed.customer_email,
    }

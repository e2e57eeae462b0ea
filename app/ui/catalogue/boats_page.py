"""The page of boats: find a departure, count the passengers, and go on to them."""

from __future__ import annotations

from datetime import date
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft, Departure, DepartureList
from app.desk.model.moment import TO_BE_LISTED
from app.desk.passengers.rules import prepared_party
from app.desk.sale.pricing import counted_price
from app.ui.catalogue import actions
from app.ui.catalogue.day_list_loader import DayListSource
from app.ui.catalogue.day_list_page import DayListPage
from app.ui.catalogue.day_list_pane import DayListPane, PaneWords
from app.ui.catalogue.departure_browser import DepartureBrowser
from app.ui.catalogue.departure_detail import DepartureDetail
from app.ui.catalogue.departure_words import closed_sentence, count_problem
from app.ui.catalogue.fare_counts import Counts, FareRow, Kinds
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Folding, Width
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import StandingBar

if TYPE_CHECKING:
    from app.desk.catalogue.catalogue import Catalogue
    from app.desk.service.service_reader import ServiceReader

_BLOCKS = (
    (0, 0, 236, 18), (0, 30, 172, 10), (0, 56, 72, 22), (311, 56, 72, 22), (84, 64, 216, 6),
    (0, 108, 110, 10), (0, 128, 130, 10), (160, 108, 140, 10), (160, 128, 180, 10), (0, 166, 150, 10),
    (0, 190, 200, 18), (0, 262, 96, 14), (0, 300, 170, 10), (0, 320, 150, 8), (299, 300, 84, 28),
    (0, 357, 170, 10), (0, 377, 150, 8), (299, 357, 84, 28),
)  # fmt: skip
_WORDS = PaneWords(
    mark("The departures are being read."), mark("No departure to show"), mark("Choose a departure first.")
)


def count_words(departure: Departure, counts: Counts) -> tuple[str, str]:
    """The two lines of the foot: the number of passengers, and the customer's price."""
    count = sum(number for _, number in counts)
    if not count:
        return tr("Nobody is counted yet"), formats.EN_DASH
    who = formats.passengers(count)
    price = counted_price(departure, counts)
    if price is None:
        return who, tr("Price not stated")
    with_tax = tr("fare with GST") if price.gst_is_stated else tr("GST not stated")
    return joined(", ", (who, with_tax)), f"{price.currency} {formats.amount(price.customer_pays)}".strip()


class DeparturePane(DayListPane[Departure]):
    """A departure in full with counts; below it the fare and "Add passengers"."""

    tabs_changed = Signal(object)
    """Emitted when the first widget in the order of Tab has changed."""

    def __init__(self) -> None:
        self._departure: Departure | None = None
        detail = DepartureDetail()
        button = called("add_passengers", Button(actions.ADD_PASSENGERS, "primary", size=44))
        super().__init__(detail, button, _BLOCKS, _WORDS)
        self._announcer = Announcer(self)
        self._detail, self.rates = detail, detail.rates
        self._problem = called("count_problem", Label(role="caption", ink="danger", wraps=True))
        problem = column(margins=(20, 8, 20, 8))
        self._warning = held(problem)
        self.lend(self._problem, problem)
        self._who = called("party_count", Label(role="caption", ink="text3", wraps=True))
        self._pays = called("party_fare", Label(role="heading", elides=True))
        self._reason = called("closed_reason", Label(role="caption", ink="text2", wraps=True))
        beside = row(self._who, self._pays, gap=12)
        counted = Folding(beside, lambda room: room.step is not Width.MEDIUM, gap=0)
        self.body.addWidget(self._warning)
        self.close_with(StandingBar(held(column(counted, self._reason)), self.button))
        self.rates.counted.connect(self._show_counts)
        self.rates.went_on.connect(self._focus_button)
        self.rates.focused.connect(self._bring_into_view)
        self.rates.grown.connect(self.order_tabs)
        self.show_nothing()

    @property
    def counts(self) -> Counts:
        """The rates of the departure with the number of passengers of each."""
        return self.rates.counts

    @property
    def problem(self) -> str:
        """Why these passengers cannot travel with this departure; empty when they can."""
        count = sum(number for _, number in self.counts)
        return "" if self._departure is None else count_problem(self._departure, count)

    @override
    def show_item(self, item: Departure, today: date, day: date) -> None:
        before, self._departure = self._departure, item
        is_same = before is not None and (before.schedule_id, before.day) == (item.schedule_id, item.day)
        self._detail.show_departure(item, today)
        when = formats.window(item.departs, item.returns, "")
        self.facts.show_fact(item.name, joined(", ", (formats.day_medium(item.day), when)))
        self.show_detail(from_top=not is_same)
        self._allow(closed_sentence(item, today))

    @override
    def show_obstacle(self, reason: str, today: date) -> None:
        self._obstacle = reason
        if self._departure is not None:
            self._allow(closed_sentence(self._departure, today))

    def step_first(self, by: int) -> None:
        """Count one more or less of the first rate."""
        if self._departure is not None:
            self.rates.step_first(by)

    def focus_counts(self) -> None:
        """Focus the first rate of a departure that can be sold."""
        if self._departure is not None and self._departure.is_open:
            self.reveal()
            self.rates.focus_first()

    def order_tabs(self) -> None:
        """Set the order of Tab: the rates, then the button."""
        stops = (*self.rates.steppers, self.button)
        for one, following in pairwise(stops):
            QWidget.setTabOrder(one, following)
        self.tabs_changed.emit(stops[0])

    def _allow(self, reason: str) -> None:
        """Enable the button, or disable it with a reason."""
        reason = reason or self._obstacle
        self.allow(reason)
        self._reason.setText(reason)
        self._show_counts()

    @override
    def show_state(self, state: QWidget, reason: str) -> None:
        self._departure = None
        self._reason.setText("")
        self._show_counts()
        super().show_state(state, reason)

    def _show_counts(self) -> None:
        departure = self._departure
        reason = self._reason.text()
        who, pays = ("", "") if departure is None else count_words(departure, self.counts)
        self._who.setText(who)
        self._pays.setText(pays)
        self._announcer.tell(joined(". ", (who, pays)) if any(number for _, number in self.counts) else "")
        for label in (self._who, self._pays):
            label.setVisible(not reason)
        self._reason.setVisible(bool(reason))
        self._problem.setText(self.problem)
        self._problem.setVisible(bool(self.problem))
        self._warning.setVisible(bool(self.problem))

    def _focus_button(self) -> None:
        self.button.setFocus(Qt.FocusReason.TabFocusReason)

    def _bring_into_view(self, row: FareRow) -> None:
        self._scroller.ensureWidgetVisible(row, 0, 0)


class BoatsPage(DayListPage[Departure, DepartureList]):
    """The departures of one travel date."""

    own_actions = actions.BOATS
    title = mark("Boats")

    put_asked = Signal(object)
    """Emitted with a `BoatDraft` to put it into the basket as it is."""

    watch_asked = Signal(object)
    """Emitted with a `BoatDraft` to watch for seats."""

    no_line = mark("Passengers can be added when the line is back.")
    key_off = mark("Selling is off until the key is accepted.")

    def __init__(self, catalogue: Catalogue, reader: ServiceReader, day: date | None = None) -> None:
        self._browser, self._pane = DepartureBrowser(), DeparturePane()
        self._catalogue, self._moment = catalogue, reader.moment
        source = DayListSource(
            catalogue.departures,
            catalogue.kept_departures,
            lambda found: len(found.departures),
            reader.today,
            reader.moment,
        )
        super().__init__(day or reader.today(), source, self._browser, self._pane)
        self.setObjectName("boats_page")
        self.bind(actions.TO_ACTIVITIES, partial(self._browser.module_chosen.emit, "activities"))
        self.bind(actions.PUT_IN_BASKET, self._put)
        self.bind(actions.WATCH, self._watch)
        self.aged.connect(self._browser.age)
        self._browser.list.picked.connect(self._count)
        self._browser.departures.stepped.connect(self._pane.step_first)
        self._pane.tabs_changed.connect(self._order_tabs)
        self._pane.order_tabs()

    @override
    def go_on(self, item: Departure) -> None:
        """Go on with a `BoatDraft` with one row for each counted passenger.

        With more passengers than seats the focus goes to the counts instead.
        """
        if self._pane.problem:
            self._pane.focus_counts()
        else:
            self.chosen.emit(BoatDraft(item, prepared_party(self._pane.counts)))

    def _count(self) -> None:
        if self._list.shows_day:
            self._pane.focus_counts()
        else:
            self.wish(self._count)

    def _put(self) -> None:
        item = self.browser.current
        if item is not None and self._list.shows_day and self._right.button.isEnabled():
            self.put_asked.emit(BoatDraft(item, prepared_party(self._pane.counts)))

    def _watch(self) -> None:
        item = self.browser.current
        if not self._list.shows_day:
            self.wish(self._watch)
        elif item is not None:
            self.watch_asked.emit(BoatDraft(item, prepared_party(self._pane.counts)))

    @override
    async def opens_on(self, day: date) -> bool | None:
        """By the departures of the day, read in the last minutes or now."""
        found = await self._catalogue.kept_departures(day)
        if found is None or not found.read.is_fresh(self._moment(), TO_BE_LISTED):
            found = await self._catalogue.departures(day)
        return any(each.is_open for each in found.departures)

    def forget_counts(self) -> None:
        """Count nobody, for another customer, who sees the trip from its top."""
        self._pane.rates.forget()
        self._pane.show_top()

    @override
    def typed(self) -> tuple[object, Kinds]:
        return super().typed(), self._pane.rates.typed

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, tuple):
            number, counted = cast("tuple[object, Kinds]", typed)
            super().restore(number)
            self._pane.rates.restore(counted)

    @override
    def step_back(self) -> None:
        """Stop a running reading; from the counts go back to the list (Esc)."""
        focused = QApplication.focusWidget()
        if not self._list.is_reading and focused is not None and self._pane.isAncestorOf(focused):
            self.take_focus()
        else:
            super().step_back()

    def _order_tabs(self, first: QWidget) -> None:
        self.setTabOrder(self.browser.list, first)

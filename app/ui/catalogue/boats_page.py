"""The page of boats: find a departure, count the passengers, and go on to them."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.core.language import mark
from app.desk.model.boats import BoatDraft, Departure, DepartureList
from app.desk.passengers.rules import prepared_party
from app.ui.catalogue import actions
from app.ui.catalogue.day_list_loader import DayListSource
from app.ui.catalogue.day_list_page import DayListPage
from app.ui.catalogue.departure_browser import DepartureBrowser
from app.ui.catalogue.departure_pane import DeparturePane
from app.ui.catalogue.fare_counts import Counted

if TYPE_CHECKING:
    from app.desk.catalogue.catalogue import Catalogue
    from app.desk.service.service_reader import ServiceReader


class BoatsPage(DayListPage[Departure, DepartureList]):
    """The departures of one travel date."""

    own_actions = actions.BOATS

    no_line = mark("Passengers can be added when the line is back.")
    key_off = mark("Selling is off until the key is accepted.")

    def __init__(self, catalogue: Catalogue, reader: ServiceReader, day: date | None = None) -> None:
        browser, self._pane = DepartureBrowser(), DeparturePane()
        source = DayListSource(
            catalogue.departures,
            catalogue.kept_departures,
            lambda found: len(found.departures),
            reader.today,
        )
        super().__init__(day or reader.today(), source, browser, self._pane)
        self.setObjectName("boats_page")
        self.bind(actions.TO_ACTIVITIES, partial(self.module_chosen.emit, "activities"))
        browser.picked.connect(self._pane.focus_counts)
        browser.stepped.connect(self._pane.step_first)
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

    @override
    def typed(self) -> tuple[object, Counted]:
        return super().typed(), self._pane.rates.typed

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, tuple):
            number, counted = cast("tuple[object, Counted]", typed)
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
        self.setTabOrder(self._left.list, first)

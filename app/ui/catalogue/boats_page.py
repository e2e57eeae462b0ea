"""Selling boats: find a departure, count who travels, and go on to the passengers."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.core.language import mark
from app.desk.model.boats import BoatDraft, Departure
from app.desk.passengers.rules import prepared_party
from app.ui.catalogue.day_list_loader import DayList, Source
from app.ui.catalogue.departure_browser import DepartureBrowser
from app.ui.catalogue.departure_pane import DeparturePane
from app.ui.kit.basics.key_cap import KeyRow
from app.ui.kit.basics.layouts import row
from app.ui.kit.sheets.page import Page

if TYPE_CHECKING:
    from app.desk.desk import Desk


_NO_LINE = mark("Passengers can be added when the line is back.")
_KEY_OFF = mark("Selling is off until the key is accepted.")


class BoatsPage(Page):
    """The departures of one travel date; what was read stays until something newer is read."""

    uses_day: ClassVar[bool] = True
    keys: ClassVar[tuple[KeyRow, ...]] = (
        (("\u2191", "\u2193"), mark("Choose a departure")),
        (("Enter",), mark("Count who travels, then the next fare")),
        (("0", "9"), mark("Type how many")),
        (("+", "\u2212"), mark("One more, one less")),
        (("Ctrl \u21b5",), mark("Add passengers")),
        (("A",), mark("Sell activities")),
    )

    chosen = Signal(object)
    """The clerk goes on with this `BoatDraft`: a departure, and one empty row for each passenger counted."""
    module_chosen = Signal(str)
    """The clerk wants to sell something else: "activities"."""
    day_asked = Signal(object)
    """The clerk wants another `date`, which has boats."""

    def __init__(self, desk: Desk, day: date | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("boats_page")
        self._desk = desk
        self._browser = DepartureBrowser()
        self._pane = DeparturePane()
        source = Source(
            desk.departures, desk.kept_departures, lambda found: len(found.departures), desk.today
        )
        self._list = DayList(day or desk.today(), source, self._browser, self.tasks, self)
        line = row()
        line.addWidget(self._browser, 1)
        line.addWidget(self._pane)
        self.setLayout(line)
        self._connect()

    @property
    def departures(self) -> tuple[Departure, ...]:
        """The departures of the travel date, as far as they are read."""
        return self._browser.model.departures if self._list.shows_day else ()

    @override
    def enter(self) -> None:
        """The search field is empty when a page comes on screen, and so is the filter."""
        super().enter()
        self._browser.filter_by("")
        if not self._list.is_fresh:
            self.read_again()

    @override
    def take_focus(self) -> None:
        self._browser.list.setFocus()

    @override
    def leave(self) -> None:
        self._list.end()
        super().leave()

    @override
    def read_again(self) -> None:
        self._list.read_again()

    @override
    def show_day(self, day: date) -> None:
        self._list.show_day(day)

    @override
    def filter_by(self, text: str) -> None:
        self._browser.filter_by(text)

    def select(self, schedule_id: int) -> None:
        """Select a departure now, or as soon as it is read."""
        self._browser.select(schedule_id)

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._pane.show_net(shown=shown)

    @override
    def show_online(self, *, online: bool) -> None:
        super().show_online(online=online)
        self._show_obstacle()

    @override
    def show_selling(self, *, off: str) -> None:
        super().show_selling(off=off)
        self._show_obstacle()

    def _show_obstacle(self) -> None:
        reason = _KEY_OFF if self.selling_off else ""
        self._pane.show_obstacle(reason if self.is_online else _NO_LINE, self._desk.today())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A goes to the activities, when no text field has the keyboard."""
        if event.key() == Qt.Key.Key_A and not event.modifiers():
            self.module_chosen.emit("activities")
        else:
            super().keyPressEvent(event)

    @override
    def run_primary(self) -> None:
        """Go on to the passengers; a party that the boat does not hold is counted again first."""
        departure = self._browser.current
        if departure is None or not self._list.shows_day or not self._pane.button.isEnabled():
            return
        if self._pane.problem:
            self._pane.focus_counts()
        else:
            self.chosen.emit(BoatDraft(departure, prepared_party(self._pane.counts)))

    @override
    def step_back(self) -> None:
        """Esc stops a reading that is under way; from the counts it goes back to the list."""
        if self._list.is_reading:
            self._list.stop()
        else:
            self._step_back()

    def _step_back(self) -> None:
        focused = QApplication.focusWidget()
        if focused is not None and self._pane.isAncestorOf(focused):
            self.take_focus()
        else:
            super().step_back()

    def _connect(self) -> None:
        self._browser.reading_shown.connect(self._pane.show_reading)
        self._browser.selected.connect(self._show_selected)
        self._browser.picked.connect(self._pane.focus_counts)
        self._browser.frame.read_asked.connect(self.read_again)
        self._browser.frame.module_chosen.connect(self.module_chosen)
        self._browser.frame.day_asked.connect(self.day_asked)
        self._browser.list.stepped.connect(self._pane.step_first)
        self._pane.picked.connect(self.run_primary)
        self._pane.tabs_changed.connect(self._order_tabs)
        self._pane.order_tabs()

    def _order_tabs(self, first: QWidget) -> None:
        self.setTabOrder(self._browser.list, first)

    def _show_selected(self, departure: Departure | None) -> None:
        if departure is None:
            self._pane.show_nothing()
        else:
            self._pane.show_departure(departure, self._desk.today())

"""The left side of selling boats: the count, filters, the list and its states, the hint line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QLayout, QStackedWidget, QWidget

from app.desk import words
from app.desk.boat_values import Departure, DepartureList
from app.desk.values import Advice
from app.ui import style
from app.ui.parts.badge import Dot
from app.ui.parts.box import Hairline
from app.ui.parts.buttons import Button
from app.ui.parts.choice_chip import ChoiceChip
from app.ui.parts.departure_header import DepartureHeader, count_runs
from app.ui.parts.departure_list import DepartureList as DepartureView
from app.ui.parts.departure_model import DAY_PARTS, LEAST_SEATS, DayPart, DepartureFilter, DepartureModel
from app.ui.parts.empty_state import EmptyState
from app.ui.parts.failure_panel import FailurePanel
from app.ui.parts.glyph import Glyph
from app.ui.parts.key_hint import KeyHint
from app.ui.parts.layouts import column, held, row
from app.ui.parts.segmented import Choice, Segmented
from app.ui.parts.set_aside import entries_words
from app.ui.parts.sheet import HintLine
from app.ui.parts.text import Label

_MODULES = (Choice("activities", "Activities", "waves-horizontal"), Choice("boats", "Boats", "ship"))
_HERE = "boats"
_NONE = "The service lists no departure for this date."
_MORE = "Other words in the search field show more."


class DepartureBrowser(QWidget):
    """The list of a date and what stands around it; it keeps its selection over a refresh."""

    selected = Signal(object)
    """The current row changed: a `Departure`, or None."""
    picked = Signal()
    """Enter or a double click on the current row."""
    read_asked = Signal()
    """Read again, from an empty or failed list."""
    reading_shown = Signal()
    """Skeletons stand in place of rows."""
    module_chosen = Signal(str)
    """The clerk wants to sell something else: "activities"."""
    day_asked = Signal(object)
    """The clerk wants this `date`, which has departures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = DepartureModel(self)
        self.list = DepartureView(self.model)
        self._typed, self._nothing, self._said = "", "", ""
        self._kept: int | None = None
        self._kept_since = ""
        self._next_day: date | None = None
        self._modules = Segmented(_MODULES, "What is sold")
        self._modules.choose(_HERE)
        self._count = Label(ink="text2", right=True)
        self._count.setObjectName("departure_count")
        self._header = DepartureHeader()
        self._read_at = Label(role="caption", ink="text3")
        self._read_at.setObjectName("read_at")
        self._read_dot = Dot()
        self._since = held(row(self._read_dot, self._read_at, KeyHint("F5"), gap=6))
        self._age = Glyph("history", 16, "text3")
        self._age.hide()
        self._boat = _chip("All boats", "filter_boat", "ship")
        self._part = _chip("Any departure time", "filter_time")
        self._seats = _chip("Any free seats", "filter_seats", "users")
        self._chips = (self._boat, self._part, self._seats)
        self._drop = Button("Show all departures")
        self._again = Button("Read again", icon="refresh-cw", key="F5")
        self._next = Button("", "primary")
        self._next.setObjectName("show_next_day")
        self._empty = EmptyState("ship", "", "", self._next, self._drop, self._again)
        self._failure = FailurePanel()
        self._states = QStackedWidget()
        self._build()
        self._connect()

    @property
    def current(self) -> Departure | None:
        """The departure of the current row, while the list is shown."""
        return self.model.departure_at(self.list.currentIndex()) if self._shows(self.list) else None

    def show_reading(self, day: date) -> None:
        """Say that the day is being read; skeletons stand where rows will be."""
        self._kept_since = ""
        self.show_refreshing(day)
        self._since.hide()
        self.model.show_reading()
        self._show_state(self.list)
        self._keys.hide()
        self._keys_reading.show()
        self.reading_shown.emit()

    def show_refreshing(self, day: date) -> None:
        """Say that the day is being read again; the rows stay, and so does their age."""
        kept = f"Departures kept from {self._kept_since}, reading" if self._kept_since else ""
        self._age.setVisible(bool(kept))
        self._count.setText(kept or f"Reading the departures for {words.day_medium(day)}")

    def show_found(self, found: DepartureList, today: date) -> None:
        """Show what was read."""
        aside = entries_words(len(found.set_aside))
        read = f"Read {words.clock_seconds(found.read_at)}"
        self._read_at.setText(f"{aside}. {read}" if aside else read)
        self._read_dot.show_tone("success")
        self._kept_since = ""
        self._show_read(found, today)

    def show_kept(self, found: DepartureList, today: date) -> None:
        """Show what was read before, with its age, while there is nothing newer; no count is live then."""
        self._kept_since = words.since(found.read_at, today)
        self._read_at.setText(f"Seats and fares may have changed since {self._kept_since}")
        self._read_dot.show_tone("hollow")
        unsure = tuple(replace(each, is_live=None) if each.is_live else each for each in found.departures)
        self._show_read(replace(found, departures=unsure), today)

    def show_next_day(self, day: date, count: int) -> None:
        """Offer the next date that has departures, beneath a list that has none."""
        if not self.model.departures and self._shows(self._empty):
            noun = "departure" if count == 1 else "departures"
            self._next_day = day
            more = f"{words.day_medium(day)} has {count} {noun}."
            self._show_empty(self._nothing, f"{self._said or _NONE} {more}")

    def show_failure(self, advice: Advice) -> None:
        """Say in place of the list why it could not be read."""
        self._count.setText("Not read")
        self._since.hide()
        self._failure.show_advice(advice)
        self._show_state(self._failure)

    def show_stopped(self) -> None:
        """Say that the clerk stopped the reading."""
        self._count.setText("Not read")
        self._since.hide()
        self._next_day = None
        self._show_empty("Reading was stopped", "Read again to see the departures of this date.")

    def filter_by(self, typed: str) -> None:
        """Leave the rows that match."""
        self._typed = typed
        self._filter()

    def select(self, schedule_id: int) -> None:
        """Select a departure now, or as soon as it is read; a filter that would hide it is dropped."""
        self._kept = schedule_id
        if self.model.is_reading or not self.model.departures or self._shows(self._failure):
            return
        if self.model.row_of(schedule_id) < 0:
            self._drop_filter()
        self.show_rows()

    def show_rows(self) -> None:
        """Show what the filter leaves of what was read, the selection kept, or say that it is nothing."""
        departures, shown = self.model.departures, self.model.shown
        self._show_count()
        if shown:
            kept = self.model.row_of(self._kept) if self._kept is not None else 0
            self._show_list()
            self.list.setCurrentIndex(self.model.index(max(0, kept)))
            self.selected.emit(self.current)
        elif departures:
            self._show_empty("No departure matches", _MORE if self._typed else "", filtered=True)
        else:
            self._show_empty(self._nothing, self._said or _NONE)

    def _show_read(self, found: DepartureList, today: date) -> None:
        self._since.show()
        self._next_day = None
        self._nothing = f"No departures on {words.day_medium(found.day)}"
        self._said = f"{found.reason.rstrip('.')}." if found.reason else ""
        self.model.show_departures(found.departures, today)
        self._header.show_scale(self.model.scale)
        self._boat.set_choices([(boat, boat) for boat in self.model.boats])
        self._capacity_hint.setVisible(any(each.is_live is False for each in found.departures))
        self.show_rows()

    def _show_count(self) -> None:
        """How many there are; a list that was kept says instead how old it is."""
        self._age.setVisible(bool(self._kept_since))
        if self._kept_since:
            self._count.setText(f"Departures kept from {self._kept_since}")
        elif self.model.departures:
            self._count.set_runs(*count_runs(self.model.departures, self.model.shown))
        else:
            self._count.setText("No departures")

    def _build(self) -> None:
        told = held(row(self._age, self._count, gap=6))
        bar = row(self._modules, None, told, gap=12, margins=(20, 0, 16, 0))
        filters = row(*self._chips, None, self._since, gap=8, margins=(20, 0, 16, 0))
        self._since.hide()
        for part in (self.list, self._empty, self._failure):
            self._states.addWidget(part)
        self._capacity_hint = Label(
            "Capacity only: the service does not count seats for this boat", "caption", "text3", elides=True
        )
        keys = (
            (("\u2191", "\u2193"), "Choose"),
            (("Tab",), "Passengers"),
            (("Ctrl \u21b5",), "Continue"),
        )
        lines = column(_line(bar, style.SHEET_HEADER), _line(filters, style.FILTER_BAR), self._header)
        lines.addWidget(self._states, 1)
        self._keys = HintLine(*keys, None, self._capacity_hint)
        self._keys_reading = HintLine((("Esc",), "Stop reading"), None)
        self._keys_reading.hide()
        lines.addWidget(self._keys)
        lines.addWidget(self._keys_reading)
        self.setLayout(lines)

    def _connect(self) -> None:
        self._part.set_choices([(part.words, part) for part in DAY_PARTS])
        self._seats.set_choices([(f"At least {count}", count) for count in LEAST_SEATS])
        for chip in self._chips:
            chip.changed.connect(self._filter)
        self.list.selectionModel().currentChanged.connect(self._select)
        self.list.picked.connect(self.picked)
        self._drop.clicked.connect(self._drop_filter)
        self._next.clicked.connect(lambda: self.day_asked.emit(self._next_day))
        self._again.clicked.connect(self.read_asked)
        self._failure.retried.connect(self.read_asked)
        self._modules.chosen.connect(self._leave_boats)

    def _leave_boats(self, module: str) -> None:
        """Keep showing boats: the clerk may come back to this page."""
        if module != _HERE:
            self._modules.choose(_HERE)
            self.module_chosen.emit(module)

    def _select(self) -> None:
        departure = self.current
        if departure is not None:
            self._kept = departure.schedule_id
            self.selected.emit(departure)

    def _filter(self) -> None:
        boat, part, seats = (chip.value for chip in self._chips)
        wanted = DepartureFilter(
            self._typed,
            boat if isinstance(boat, str) else None,
            part if isinstance(part, DayPart) else None,
            seats if isinstance(seats, int) else None,
        )
        self.model.filter_by(wanted)
        if self.model.departures and not self.model.is_reading and not self._shows(self._failure):
            self.show_rows()

    def _drop_filter(self) -> None:
        for chip in self._chips:
            chip.clear()
        self.filter_by("")

    def _show_empty(self, title: str, sentence: str, *, filtered: bool = False) -> None:
        self._drop.setVisible(filtered)
        self._again.setVisible(not filtered)
        self._next.setVisible(self._next_day is not None and not filtered)
        if self._next_day is not None:
            self._next.set_label(f"Show {words.day_medium(self._next_day)}")
        self._empty.show_words(title, sentence)
        self._show_state(self._empty)

    def _show_state(self, state: QWidget) -> None:
        self._states.setCurrentWidget(state)
        self._show_keys()
        self.selected.emit(None)

    def _show_list(self) -> None:
        """The keyboard stays in the list when it was in what stood in its place."""
        focused = QApplication.focusWidget()
        was_here = focused is not None and self._states.isAncestorOf(focused)
        self._states.setCurrentWidget(self.list)
        self._show_keys()
        if was_here:
            self.list.setFocus()

    def _show_keys(self) -> None:
        self._keys.show()
        self._keys_reading.hide()

    def _shows(self, state: QWidget) -> bool:
        return self._states.currentWidget() is state


def _chip(any_label: str, name: str, icon: str = "") -> ChoiceChip:
    chip = ChoiceChip(any_label, icon)
    chip.setObjectName(name)
    return chip


def _line(layout: QLayout, height: int) -> QWidget:
    line = held(column(layout, Hairline()))
    line.setFixedHeight(height)
    return line

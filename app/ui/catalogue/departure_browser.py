"""The left side of selling boats: the list of a date, its filters, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.boats import Departure, DepartureList
from app.desk.model.sale import Advice
from app.ui.catalogue.day_list_frame import ListFrame, Wares
from app.ui.catalogue.departure_header import DepartureHeader, count_runs
from app.ui.catalogue.departure_list import DepartureList as DepartureView
from app.ui.catalogue.departure_model import DAY_PARTS, LEAST_SEATS, DayPart, DepartureFilter, DepartureModel
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.key_cap import KeyHint
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.menu_chip import ChoiceChip
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.kit.sheets.skipped_entries import entries_words
from app.ui.theme import style

_WARES = Wares(
    "boats",
    "ship",
    "departure_count",
    drop_words=mark("Show all departures"),
    none=mark("No departures"),
    none_listed=mark("The service lists no departure for this date."),
    none_matches=mark("No departure matches"),
    stopped=mark("Read again to see the departures of this date."),
    none_on=lambda day: tr("No departures on {day}", day=day),
    reading=lambda day: tr("Reading the departures for {day}", day=day),
    kept=lambda since: tr("Departures kept from {since}", since=since),
    found_on=lambda day, count: trn(
        "{day} has {number} departure.", "{day} has {number} departures.", count, day=day
    ),
)
_KEYS = (
    (("\u2191", "\u2193"), mark("Choose")),
    (("Tab",), mark("Passengers")),
    (("Ctrl \u21b5",), mark("Continue")),
)
_CAPACITY = mark("Capacity only: the service does not count seats for this boat")


class DepartureBrowser(QWidget):
    """The list of a date and what stands around it; it keeps its selection over a refresh."""

    selected = Signal(object)
    """The current row changed: a `Departure`, or None."""
    picked = Signal()
    """Enter or a double click on the current row."""
    reading_shown = Signal()
    """Skeletons stand in place of rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = DepartureModel(self)
        self.list = DepartureView(self.model)
        self._typed = ""
        self._kept: int | None = None
        self._header = DepartureHeader()
        self._read_at = Label(role="caption", ink="text3")
        self._read_at.setObjectName("read_at")
        self._read_dot = Dot()
        self._since = held(row(self._read_dot, self._read_at, KeyHint("F5"), gap=6))
        self._since.hide()
        self._boat = _chip(tr("All boats"), "filter_boat", "ship")
        self._part = _chip(tr("Any departure time"), "filter_time")
        self._seats = _chip(tr("Any free seats"), "filter_seats", "users")
        self._chips = (self._boat, self._part, self._seats)
        filters = held(
            column(row(*self._chips, None, self._since, gap=8, margins=(20, 0, 16, 0)), Hairline())
        )
        filters.setFixedHeight(style.FILTER_BAR)
        self._capacity_hint = Label(_CAPACITY, "caption", "text3", elides=True)
        hints = HintLine(*_KEYS, None, self._capacity_hint)
        self.frame = ListFrame(_WARES, self.list, filters, self._header, hints)
        self.setLayout(column(self.frame))
        self._connect()

    @property
    def current(self) -> Departure | None:
        """The departure of the current row, while the list is shown."""
        return self.model.departure_at(self.list.currentIndex()) if self.frame.shows_rows else None

    def show_reading(self, day: date) -> None:
        """Say that the day is being read; skeletons stand where rows will be."""
        self._since.hide()
        self.model.show_reading()
        self.frame.show_reading(day)
        self.reading_shown.emit()

    def show_refreshing(self, day: date) -> None:
        """Say that the day is being read again; the rows stay, and so does their age."""
        self.frame.show_refreshing(day)

    def show_found(self, found: DepartureList, today: date) -> None:
        """Show what was read."""
        aside = entries_words(len(found.set_aside))
        read = tr("Read {read_at}", read_at=formats.clock_seconds(found.read_at))
        self._read_at.setText(joined(". ", (aside, read)) if aside else read)
        self._read_dot.show_tone("success")
        self.frame.begin(found.day, found.reason)
        self._show_read(found, today)

    def show_kept(self, found: DepartureList, today: date) -> None:
        """Show what was read before, with its age, while there is nothing newer; no count is live then."""
        since = formats.since(found.read_at, today)
        self._read_at.setText(tr("Seats and fares may have changed since {since}", since=since))
        self._read_dot.show_tone("hollow")
        unsure = tuple(replace(each, is_live=None) if each.is_live else each for each in found.departures)
        self.frame.begin(found.day, found.reason, since)
        self._show_read(replace(found, departures=unsure), today)

    def show_next_day(self, day: date, count: int) -> None:
        """Offer the next date that has departures, beneath a list that has none."""
        self.frame.show_next_day(day, count)

    def show_failure(self, advice: Advice) -> None:
        """Say in place of the list why it could not be read."""
        self._since.hide()
        self.frame.show_failure(advice)

    def show_stopped(self) -> None:
        """Say that the clerk stopped the reading."""
        self._since.hide()
        self.frame.show_stopped()

    def filter_by(self, typed: str) -> None:
        """Leave the rows that match."""
        self._typed = typed
        self._filter()

    def select(self, schedule_id: int) -> None:
        """Select a departure now, or as soon as it is read; a filter that would hide it is dropped."""
        self._kept = schedule_id
        if self.model.is_reading or not self.model.departures or self.frame.shows_failure:
            return
        if self.model.row_of(schedule_id) < 0:
            self._drop_filter()
        self.show_rows()

    def show_rows(self) -> None:
        """Show what the filter leaves of what was read, the selection kept, or say that it is nothing."""
        departures, shown = self.model.departures, self.model.shown
        runs = count_runs(departures, shown)
        if shown:
            kept = self.model.row_of(self._kept) if self._kept is not None else 0
            self.frame.show_rows(runs)
            self.list.setCurrentIndex(self.model.index(max(0, kept)))
            self.selected.emit(self.current)
        elif departures:
            self.frame.show_no_match(runs, typed=bool(self._typed), filtered=True)
        else:
            self.frame.show_nothing()

    def _show_read(self, found: DepartureList, today: date) -> None:
        self._since.show()
        self.model.show_departures(found.departures, today)
        self._header.show_scale(self.model.scale)
        self._boat.set_choices([(boat, boat) for boat in self.model.boats])
        self._capacity_hint.setVisible(any(each.is_live is False for each in found.departures))
        self.show_rows()

    def _connect(self) -> None:
        self._part.set_choices([(part.words, part) for part in DAY_PARTS])
        self._seats.set_choices([(tr("At least {number}", number=count), count) for count in LEAST_SEATS])
        for chip in self._chips:
            chip.changed.connect(self._filter)
        self.list.selectionModel().currentChanged.connect(self._select)
        self.list.picked.connect(self.picked)
        self.frame.drop_asked.connect(self._drop_filter)
        self.frame.emptied.connect(lambda: self.selected.emit(None))

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
        if self.model.departures and not self.model.is_reading and not self.frame.shows_failure:
            self.show_rows()

    def _drop_filter(self) -> None:
        for chip in self._chips:
            chip.clear()
        self.filter_by("")


def _chip(any_label: str, name: str, icon: str = "") -> ChoiceChip:
    chip = ChoiceChip(any_label, icon)
    chip.setObjectName(name)
    return chip

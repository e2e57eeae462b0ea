"""The left side of selling activities: the count, filters, the list and its states, the hint line."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QStackedWidget, QWidget

from app.desk import words
from app.desk.values import ActivityCatalogue, ActivityOffer, Advice
from app.ui import style
from app.ui.parts.activity_header import ActivityHeader, count_runs
from app.ui.parts.activity_list import ActivityList
from app.ui.parts.activity_model import ActivityModel
from app.ui.parts.box import Hairline
from app.ui.parts.buttons import Button
from app.ui.parts.chip import Chip
from app.ui.parts.empty_state import EmptyState
from app.ui.parts.failure_panel import FailurePanel
from app.ui.parts.layouts import column, held, row
from app.ui.parts.segmented import Choice, Segmented
from app.ui.parts.sheet import HintLine
from app.ui.parts.text import Label

_MORE = "Other words in the search field show more."


def entries_words(set_aside: int) -> str:
    """How many entries of an answer are not shown; empty when none."""
    if not set_aside:
        return ""
    return "1 entry could not be read" if set_aside == 1 else f"{set_aside} entries could not be read"


class ActivityBrowser(QWidget):
    """The list of a date and what stands around it; it keeps its selection over a refresh."""

    selected = Signal(object)
    """The current row changed: an `ActivityOffer`, or None."""
    picked = Signal()
    """Enter or a double click on the current row."""
    read_asked = Signal()
    """Read again, from an empty or failed list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ActivityModel(self)
        self.list = ActivityList(self.model)
        self._typed, self._nothing = "", ""
        self._kept: int | None = None
        self._count = Label(ink="text2", right=True)
        self._count.setObjectName("activity_count")
        self._header = ActivityHeader()
        self._read_at = Label(role="caption", ink="text3")
        self._read_at.setObjectName("read_at")
        self._open_only = Chip("Open on this date")
        self._open_only.setObjectName("open_only")
        self._drop = Button("Show the closed ones too")
        self._again = Button("Read again", icon="refresh-cw", key="F5")
        self._empty = EmptyState("waves-horizontal", "", "", self._drop, self._again)
        self._failure = FailurePanel()
        self._states = QStackedWidget()
        self._build()
        self._connect()

    @property
    def current(self) -> ActivityOffer | None:
        """The activity of the current row, while the list is shown."""
        return self.model.offer_at(self.list.currentIndex()) if self._shows(self.list) else None

    def show_reading(self, day: date) -> None:
        """Say that the day is being read; skeletons stand where rows will be."""
        self.show_refreshing(day)
        self._header.show_day(day)
        self._read_at.setText("")
        self.model.show_reading()
        self._show_state(self.list)
        self._keys.hide()
        self._keys_reading.show()

    def show_refreshing(self, day: date) -> None:
        """Say that the day is being read again; the rows stay."""
        self._count.setText(f"Reading the catalogue for {words.day_medium(day)}")

    def show_catalogue(self, catalogue: ActivityCatalogue) -> None:
        """Show what was read."""
        aside = entries_words(len(catalogue.set_aside))
        read = f"Catalogue read {words.clock_time(catalogue.read_at)}"
        self._read_at.setText(f"{aside}. {read}" if aside else read)
        self._header.show_day(catalogue.day)
        self._nothing = f"No activities on {words.day_medium(catalogue.day)}"
        self.model.show_offers(catalogue.offers)
        self.show_rows()

    def show_failure(self, advice: Advice) -> None:
        """Say in place of the list why it could not be read."""
        self._count.setText("Not read")
        self._failure.show_advice(advice)
        self._show_state(self._failure)

    def show_stopped(self) -> None:
        """Say that the clerk stopped the reading."""
        self._count.setText("Not read")
        self._show_empty("Reading was stopped", "Read again to see the activities of this date.")

    def filter_by(self, typed: str) -> None:
        """Leave the rows that match."""
        self._typed = typed
        self._filter()

    def _build(self) -> None:
        kinds = Segmented([Choice("activities", "Activities", "waves-horizontal")], "What is sold")
        bar = row(kinds, None, self._count, gap=12, margins=(20, 0, 16, 0))
        filters = row(self._open_only, None, gap=8, margins=(20, 0, 16, 0))
        for part in (self.list, self._empty, self._failure):
            self._states.addWidget(part)
        keys = ((("\u2191", "\u2193"), "Choose"), (("Enter",), "Pick a slot"), (("Ctrl F",), "Filter"))
        lines = column(_line(bar, style.SHEET_HEADER), _line(filters, style.FILTER_BAR), self._header)
        lines.addWidget(self._states, 1)
        self._keys = HintLine(*keys, None, self._read_at)
        self._keys_reading = HintLine((("Esc",), "Stop reading"), None)
        self._keys_reading.hide()
        lines.addWidget(self._keys)
        lines.addWidget(self._keys_reading)
        self.setLayout(lines)

    def _connect(self) -> None:
        self.list.selectionModel().currentChanged.connect(self._select)
        self.list.picked.connect(self.picked)
        self._open_only.toggled.connect(self._filter)
        self._drop.clicked.connect(self._open_only.toggle)
        self._again.clicked.connect(self.read_asked)
        self._failure.retried.connect(self.read_asked)

    def _select(self) -> None:
        offer = self.current
        if offer is not None:
            self._kept = offer.activity_id
            self.selected.emit(offer)

    def _filter(self) -> None:
        self.model.filter_by(self._typed, only_open=self._open_only.isChecked())
        if self.model.offers and not self.model.is_reading and not self._shows(self._failure):
            self.show_rows()

    def show_rows(self) -> None:
        """Show what the filter leaves of what was read, the selection kept, or say that it is nothing."""
        offers, shown = self.model.offers, self.model.shown
        if offers:
            self._count.set_runs(*count_runs(offers, shown))
        else:
            self._count.setText("No activities")
        if shown:
            kept = self.model.row_of(self._kept) if self._kept is not None else 0
            self._states.setCurrentWidget(self.list)
            self._show_keys()
            self.list.setCurrentIndex(self.model.index(max(0, kept)))
            self.selected.emit(self.current)
        elif offers:
            self._show_empty("No activity matches", _MORE if self._typed else "", filtered=True)
        else:
            self._show_empty(self._nothing, "The service lists no activity for this date.")

    def _show_empty(self, title: str, sentence: str, *, filtered: bool = False) -> None:
        self._drop.setVisible(filtered and self._open_only.isChecked())
        self._again.setVisible(not filtered)
        self._empty.show_words(title, sentence)
        self._show_state(self._empty)

    def _show_state(self, state: QWidget) -> None:
        self._states.setCurrentWidget(state)
        self._show_keys()
        self.selected.emit(None)

    def _show_keys(self) -> None:
        self._keys.show()
        self._keys_reading.hide()

    def _shows(self, state: QWidget) -> bool:
        return self._states.currentWidget() is state


def _line(layout: QLayout, height: int) -> QWidget:
    line = held(column(layout, Hairline()))
    line.setFixedHeight(height)
    return line

"""The left side of selling activities: the count, filters, the list and its states, the hint line."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QStackedWidget, QWidget

from app.desk import words
from app.desk.activity_values import ActivityCatalogue, ActivityOffer
from app.desk.values import Advice
from app.ui import style
from app.ui.parts.activity_filters import ActivityFilters
from app.ui.parts.activity_header import ActivityHeader, count_runs
from app.ui.parts.activity_list import ActivityList
from app.ui.parts.activity_model import ActivityModel
from app.ui.parts.box import Hairline
from app.ui.parts.buttons import Button
from app.ui.parts.empty_state import EmptyState
from app.ui.parts.failure_panel import FailurePanel
from app.ui.parts.glyph import Glyph
from app.ui.parts.layouts import column, held, row
from app.ui.parts.segmented import Choice, Segmented
from app.ui.parts.set_aside import entries_words
from app.ui.parts.sheet import HintLine
from app.ui.parts.text import Label

_MORE = "Other words in the search field show more."
MODULES = (
    Choice("activities", "Activities", "waves-horizontal"),
    Choice("boats", "Boats", "ship"),
)


class ActivityBrowser(QWidget):
    """The list of a date and what stands around it; it keeps its selection over a refresh."""

    selected = Signal(object)
    """The current row changed: an `ActivityOffer`, or None."""
    picked = Signal()
    """Enter or a double click on the current row."""
    read_asked = Signal()
    """Read again, from an empty or failed list."""
    reading_shown = Signal()
    """Skeletons stand in place of rows."""
    module_chosen = Signal(str)
    """What is sold was chosen: activities or boats."""
    day_asked = Signal(object)
    """The clerk wants this `date`, which has activities."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ActivityModel(self)
        self.list = ActivityList(self.model)
        self._typed, self._nothing = "", ""
        self._kept: int | None = None
        self._sold: dict[str, int] = {}
        self._kept_since = ""
        self._next_day: date | None = None
        self._modules = Segmented(MODULES, "What is sold")
        self._count = Label(ink="text2", right=True)
        self._count.setObjectName("activity_count")
        self._header = ActivityHeader()
        self._read_at = Label(role="caption", ink="text3")
        self._read_at.setObjectName("read_at")
        self._age = Glyph("history", 16, "text3")
        self._age.hide()
        self._filters = ActivityFilters()
        self._drop = Button("Take the filters off")
        self._drop.setObjectName("drop_filters")
        self._next = Button("", "primary")
        self._next.setObjectName("show_next_day")
        self._next.hide()
        self._again = Button("Read again", icon="refresh-cw", key="F5")
        self._empty = EmptyState("waves-horizontal", "", "", self._next, self._drop, self._again)
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
        self._kept_since = ""
        self.show_refreshing(day)
        self._header.show_day(day)
        self._read_at.setText("")
        self.model.show_reading()
        self._show_state(self.list)
        self._keys.hide()
        self._keys_reading.show()
        self.reading_shown.emit()

    def show_refreshing(self, day: date) -> None:
        """Say that the day is being read again; the rows stay, and so does their age."""
        kept = f"Catalogue kept from {self._kept_since}, reading" if self._kept_since else ""
        self._age.setVisible(bool(kept))
        self._count.setText(kept or f"Reading the catalogue for {words.day_medium(day)}")

    def show_found(self, found: ActivityCatalogue, _today: date) -> None:
        """Show what was read."""
        aside = entries_words(len(found.set_aside))
        read = f"Catalogue read {words.clock_time(found.read_at)}"
        self._read_at.setText(f"{aside}. {read}" if aside else read)
        self._show_read(found)
        self._kept_since = ""
        self.show_rows()

    def show_kept(self, found: ActivityCatalogue, today: date) -> None:
        """Show what was read before, with its age, while there is nothing newer."""
        since = words.since(found.read_at, today)
        self._read_at.setText(f"Fares and availability may have changed since {since}")
        self._show_read(found)
        self._kept_since = since
        self.show_rows()

    def rank(self, sold: dict[str, int]) -> None:
        """What sells here stands first from the next reading on: rows on screen do not jump."""
        self._sold = sold

    def choose_module(self, key: str) -> None:
        """Show which module is sold, without telling."""
        self._modules.choose(key)

    def select(self, activity_id: int) -> None:
        """Make this activity the current one, now or as soon as it is read; filters that hide it go."""
        self._kept = activity_id
        if self.model.offers and self.model.row_of(activity_id) < 0:
            self._typed = ""
            self._filters.drop()
        self._filter()

    def _show_read(self, catalogue: ActivityCatalogue) -> None:
        self._header.show_day(catalogue.day)
        self._nothing = f"No activities on {words.day_medium(catalogue.day)}"
        self._next_day = None
        self._filters.offer_places(catalogue.offers)
        self.model.filter_by(self._filters.wanted(self._typed, self._sold))
        self.model.show_offers(catalogue.offers)

    def show_failure(self, advice: Advice) -> None:
        """Say in place of the list why it could not be read."""
        self._count.setText("Not read")
        self._failure.show_advice(advice)
        self._show_state(self._failure)

    def show_next_day(self, day: date, count: int) -> None:
        """Offer the next date that has activities, beneath a list that has none."""
        if not self.model.offers and self._shows(self._empty):
            noun = "activity" if count == 1 else "activities"
            self._next_day = day
            sentence = (
                f"The service lists no activity for this date. {words.day_medium(day)} has {count} {noun}."
            )
            self._show_empty(self._nothing, sentence)

    def show_stopped(self) -> None:
        """Say that the clerk stopped the reading."""
        self._count.setText("Not read")
        self._show_empty("Reading was stopped", "Read again to see the activities of this date.")

    def filter_by(self, typed: str) -> None:
        """Leave the rows that match."""
        self._typed = typed
        self._filter()

    def _build(self) -> None:
        told = held(row(self._age, self._count, gap=6))
        bar = row(self._modules, None, told, gap=12, margins=(20, 0, 16, 0))
        for part in (self.list, self._empty, self._failure):
            self._states.addWidget(part)
        keys = ((("\u2191", "\u2193"), "Choose"), (("Enter",), "Pick a slot"), (("Ctrl F",), "Filter"))
        lines = column(_line(bar, style.SHEET_HEADER), self._filters, self._header)
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
        self._filters.changed.connect(self._filter)
        self._drop.clicked.connect(self._filters.drop)
        self._next.clicked.connect(lambda: self.day_asked.emit(self._next_day))
        self._modules.chosen.connect(self.module_chosen)
        self._again.clicked.connect(self.read_asked)
        self._failure.retried.connect(self.read_asked)

    def _select(self) -> None:
        offer = self.current
        if offer is not None:
            self._kept = offer.activity_id
            self.selected.emit(offer)

    def _filter(self) -> None:
        self.model.filter_by(self._filters.wanted(self._typed, self._sold))
        if self.model.offers and not self.model.is_reading and not self._shows(self._failure):
            self.show_rows()

    def show_rows(self) -> None:
        """Show what the filter leaves of what was read, the selection kept, or say that it is nothing."""
        offers, shown = self.model.offers, self.model.shown
        self._show_count()
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

    def _show_count(self) -> None:
        """How many there are; a list that was kept says instead how old it is."""
        self._age.setVisible(bool(self._kept_since))
        if self._kept_since:
            self._count.setText(f"Catalogue kept from {self._kept_since}")
        elif self.model.offers:
            self._count.set_runs(*count_runs(self.model.offers, self.model.shown))
        else:
            self._count.setText("No activities")

    def _show_empty(self, title: str, sentence: str, *, filtered: bool = False) -> None:
        self._drop.setVisible(filtered and self._filters.is_set)
        self._again.setVisible(not filtered)
        self._next.setVisible(self._next_day is not None)
        if self._next_day is not None:
            self._next.set_label(f"Show {words.day_medium(self._next_day)}")
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

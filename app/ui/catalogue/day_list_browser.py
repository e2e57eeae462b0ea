"""The left side of the list pages: the list of a date, its states, filters and header."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from datetime import date, datetime
from typing import Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.core.frozen import frozen
from app.core.language import Message, ended, joined, mark, tr
from app.desk.model import formats
from app.desk.model.activities import ActivityCatalogue
from app.desk.model.boats import DepartureList
from app.desk.model.booking import ItemId
from app.desk.model.sale import Advice
from app.ui.catalogue import actions
from app.ui.catalogue.day_list_model import DayListModel
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import low_held
from app.ui.kit.basics.text import Label, Run, set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.lists.row_list import RowList
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.failure_panel import FailurePanel, left_out_words, lost_advice
from app.ui.kit.sheets.page_layout import HintLine, Scroller, show_part
from app.ui.theme import style

FREE = "free"
"""The tab of selling that is about both modules."""
_OTHER_WORDS = mark("Other words in the search field show more.")


@frozen
class ListWares:
    """The words of one module's list."""

    module: str
    icon: str
    count_name: str
    """The object name of the label with the count."""
    drop_words: Message
    none: Message
    none_listed: Message
    """The sentence for a date without any, when the service gives none."""
    none_matches: Message
    stopped: Message
    none_on: Callable[[str], str]
    """The words for none on a day."""
    reading: Callable[[str], str]
    """The words while a day is being read."""
    kept: Callable[[str], str]
    """The words for the time of a cached list."""
    found_on: Callable[[str, int], str]
    """The words for the count of a day."""
    read_at: Callable[[datetime], str]
    """The words for the time of reading."""
    lost: Callable[[int], str]
    """The words for entries of which nothing could be read."""
    may_differ: Callable[[str], str]
    """The words for what may have changed since a cached list was read."""


def selling_tabs(chosen: str) -> Segmented:
    """The tabs of selling, with the list of one module, or what is free, chosen."""
    tabs = Segmented(
        (
            SegmentChoice("activities", tr("Activities"), "waves-horizontal"),
            SegmentChoice("boats", tr("Boats"), "ship"),
            SegmentChoice(FREE, tr("Free now"), "clock"),
        ),
        tr("What is sold"),
    )
    tabs.choose(chosen)
    return tabs


T = TypeVar("T")
F = TypeVar("F", bound=ActivityCatalogue | DepartureList)


class DayListBrowser(QWidget, Generic[T, F]):
    """Shows one state at a time; a refresh keeps the selection."""

    selected = Signal(object)
    """Emitted with the current item, or None."""
    reading_shown = Signal()
    """Emitted when skeletons replace rows."""
    day_asked = Signal(object)
    """Emitted with a `date` that has entries."""
    module_chosen = Signal(str)
    """Emitted to sell the other module."""

    def __init__(self, wares: ListWares, model: DayListModel[T], rows: RowList) -> None:
        """A subclass calls `build` with the parts around the list."""
        super().__init__()
        self._wares = wares
        self.list = rows
        self._rows = model
        self._read_at = called("read_at", Label(role="caption", ink="text3"))
        self._typed = ""
        self._chosen: ItemId | None = None
        """The number of the item that stays selected."""
        self._kept_since = ""
        self._next_day: date | None = None
        self._nothing, self._why_nothing = "", ""
        self._lost: Advice | None = None
        """What came in place of a list of which nothing could be read."""
        self._modules = selling_tabs(wares.module)
        self._count = Label(ink="text2", right=True)
        self._announcer = Announcer(self._count)
        self._count.setObjectName(wares.count_name)
        self._age = Icon("history", 16, "text3")
        self._age.hide()
        self._drop = called("drop_filters", Button(tr(wares.drop_words)))
        self._next = called("show_next_day", Button("", "primary"))
        self.again = Button(READ_AGAIN)
        self._empty = EmptyState(wares.icon, "", "", self._next, self._drop, self.again)
        self.failure = FailurePanel()
        self._failure_part = Scroller(self.failure)
        self._empty_part = Scroller(self._empty)
        self._states = QStackedWidget()
        self._keys_reading = HintLine((actions.STOP_READING, tr("Stop reading")), None)
        self.list.selectionModel().currentChanged.connect(self._select)
        self._drop.clicked.connect(self.drop_filters)
        self._next.clicked.connect(lambda: self.day_asked.emit(self._next_day))
        self._modules.chosen.connect(self._leave)

    @property
    def items(self) -> tuple[T, ...]:
        """All items that were read."""
        return self._rows.items

    @property
    def current(self) -> T | None:
        """The item of the current row, while the list is shown."""
        return self._rows.item_at(self.list.currentIndex()) if self._shows(self.list) else None

    @property
    def chosen(self) -> ItemId | None:
        """The number of the item that stays selected over a refresh."""
        return self._chosen

    def select(self, number: ItemId) -> None:
        """Select an item now, or as soon as it is read; filters that hide it are dropped."""
        self._chosen = number
        if self._rows.items and self._rows.row_of(number) < 0:
            self._typed = ""
            self.drop_filters()
        self.filter_rows()

    def filter_by(self, typed: str) -> None:
        """Show only rows that match; of what is typed the first, which fits best, is chosen."""
        if typed and typed != self._typed:
            self._chosen = None
        self._typed = typed
        self.filter_rows()

    def filter_rows(self) -> None:
        """Show only rows that pass the present filter."""
        self.apply_filter()
        if self._rows.items and not self._rows.is_reading and not self._shows(self._failure_part):
            self.show_rows()

    @abstractmethod
    def apply_filter(self) -> None:
        """Set the model's filter."""

    @abstractmethod
    def drop_filters(self) -> None:
        """Clear the filters."""

    @property
    @abstractmethod
    def is_filtered(self) -> bool:
        """Whether a filter may hide rows."""

    def first_row(self) -> int:
        """The row that is chosen at first."""
        return 0

    @abstractmethod
    def take(self, found: F, today: date) -> str:
        """Set model, header and filters. Returns the service's words for a day without entries."""

    @abstractmethod
    def count_runs(self) -> tuple[Run, ...]:
        """The words for the count, and for the count with the filter."""

    def show_reading(self, day: date) -> None:
        """Show that the day is being read, with skeletons in place of rows."""
        self.forget_read()
        self._rows.show_reading()
        self._kept_since = ""
        self.show_refreshing(day)
        self._show_state(self.list)
        self._keys.hide()
        self._keys_reading.show()
        self.reading_shown.emit()

    def show_refreshing(self, day: date) -> None:
        """Show that the day is being read again; rows and their age stay."""
        kept = tr("{state}, reading", state=self._kept_words()) if self._kept_since else ""
        self._age.setVisible(bool(kept))
        self._count.setText(kept or self._wares.reading(formats.day_medium(day)))

    def show_found(self, found: F, today: date) -> None:
        """Show what was read."""
        aside = left_out_words(found)
        self._read_at.setText(lambda: joined(". ", (aside, self._wares.read_at(found.read_at))))
        set_tip(self._read_at, joined("\n", found.set_aside))
        self._show(found, today)

    def show_kept(self, found: F, today: date) -> None:
        """Show a cached list with its age, until there is a newer one."""
        since = formats.since(found.read_at, today)
        self._read_at.setText(self._wares.may_differ(since))
        self._show(found, today, since)

    def _show(self, found: F, today: date, kept_since: str = "") -> None:
        self._kept_since = kept_since
        self._next_day = None
        self._nothing = self._wares.none_on(formats.day_medium(found.day))
        reason = self.take(found, today)
        short = left_out_words(found)
        self._why_nothing = ended(reason or short) if reason or short else tr(self._wares.none_listed)
        aside = found.set_aside
        self._lost = lost_advice(self._wares.lost(len(aside)), aside) if aside else None
        self.show_rows()

    def show_rows(self) -> None:
        """Show the filtered rows and keep the selection, or show that there are none."""
        if not self._rows.items and self._lost is not None:
            self.show_failure(self._lost)
            return
        if not self._rows.items:
            self._show_count(())
            self._show_empty(self._nothing, self._why_nothing)
            return
        self._show_count(self.count_runs())
        if self._rows.shown:
            show_part(self._states, self.list)
            self._show_keys()
            self._announcer.tell(self._count.text())
            row = -1 if self._chosen is None else self._rows.row_of(self._chosen)
            self.list.setCurrentIndex(self._rows.index(row if row >= 0 else self.first_row()))
            self.selected.emit(self.current)
        else:
            more = tr(_OTHER_WORDS) if self._typed else ""
            self._show_empty(tr(self._wares.none_matches), more, filtered=self.is_filtered)

    def show_next_day(self, day: date, count: int) -> None:
        """Offer the next date with entries, below an empty list."""
        if self._shows(self._empty_part):
            self._next_day = day
            self._next.set_label(tr("Show {day}", day=formats.day_medium(day)))
            more = self._wares.found_on(formats.day_medium(day), count)
            self._show_empty(self._nothing, joined(" ", (self._why_nothing, more)))

    def show_failure(self, advice: Advice) -> None:
        """Show in place of the list why it could not be read."""
        self._show_unread()
        self.failure.show_advice(advice)
        self._show_state(self._failure_part)

    def show_stopped(self) -> None:
        """Show that the clerk stopped the reading."""
        self._show_unread()
        self._show_empty(tr("Reading was stopped"), tr(self._wares.stopped))

    def forget_read(self) -> None:
        """Take back when and for which day what is no longer shown was read."""
        self._read_at.setText("")

    def _show_unread(self) -> None:
        self.forget_read()
        self._next_day = None
        self._age.hide()
        self._count.setText(tr("Not read"))

    def _show_count(self, runs: tuple[Run, ...]) -> None:
        """Show the count, or the age of a cached list."""
        self._age.setVisible(bool(self._kept_since))
        if self._kept_since:
            self._count.setText(self._kept_words())
        elif runs:
            self._count.set_runs(*runs)
        else:
            self._count.setText(tr(self._wares.none))

    def _kept_words(self) -> str:
        return self._wares.kept(self._kept_since)

    def _show_empty(self, title: str, sentence: str, *, filtered: bool | None = None) -> None:
        """Show an empty list; with `filtered` None there is nothing to filter, and it can be read again."""
        self._drop.setVisible(bool(filtered))
        self.again.setVisible(filtered is None)
        self._next.setVisible(self._next_day is not None and filtered is None)
        self._empty.show_words(title, sentence)
        self._show_state(self._empty_part)

    def _show_state(self, state: QWidget) -> None:
        if state is self.list:
            show_part(self._states, state)
        else:
            # The keyboard goes to its first button.
            self._states.setCurrentWidget(state)
        self._show_keys()
        self.selected.emit(None)

    def _shows(self, state: QWidget) -> bool:
        return self._states.currentWidget() is state

    def _show_keys(self) -> None:
        self._keys.show()
        self._keys_reading.hide()

    def build(self, filters: QWidget, header: QWidget, keys: HintLine) -> None:
        """Lay out filters and header above the list, and the keys below it."""
        self._keys = keys
        told = held(row(self._age, self._count, gap=6))
        line = row(self._modules, None, told, gap=12, margins=(20, 0, 16, 0))
        bar = low_held(column(line, Hairline()), style.SHEET_HEADER)
        for part in (self.list, self._empty_part, self._failure_part):
            self._states.addWidget(part)
        lines = column(bar, filters, header, (self._states, 1), self._keys, self._keys_reading)
        self._keys_reading.hide()
        self._next.hide()
        self.setLayout(lines)

    def _select(self) -> None:
        item = self.current
        if item is not None:
            self._chosen = self._rows.number_of(item)
            self.selected.emit(item)

    def _leave(self, module: str) -> None:
        """Keep this module chosen here: the clerk may come back to its list."""
        if module != self._wares.module:
            self._modules.choose(self._wares.module)
            self.module_chosen.emit(module)

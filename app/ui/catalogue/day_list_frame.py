"""What stands around the list of a date: modules and count, filters, the list and its states, the keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QListView, QStackedWidget, QWidget

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Glyph
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label, Run, ended
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import Choice, Segmented
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.failure_panel import FailurePanel
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.theme import style

_MODULES = (
    Choice("activities", mark("Activities"), "waves-horizontal"),
    Choice("boats", mark("Boats"), "ship"),
)
_OTHER_WORDS = mark("Other words in the search field show more.")


@dataclass(frozen=True, slots=True)
class Wares:
    """One module in the words of its list."""

    module: str
    icon: str
    count_name: str
    """The object name of what tells how many there are."""
    drop_words: str
    none: str
    none_listed: str
    """What is said of a date without any, where the service does not say it."""
    none_matches: str
    stopped: str
    none_on: Callable[[str], str]
    """That there are none on a day."""
    reading: Callable[[str], str]
    """That those of a day are being read."""
    kept: Callable[[str], str]
    """Since when those are kept that are shown."""
    found_on: Callable[[str, int], str]
    """How many there are on a day."""


class ListFrame(QWidget):
    """Shows one state at a time; who fills the list tells it which."""

    read_asked = Signal()
    """Read again, from an empty or failed list."""
    drop_asked = Signal()
    """The filters that leave nothing are to go."""
    day_asked = Signal(object)
    """The clerk wants this `date`, which has some."""
    module_chosen = Signal(str)
    """The clerk wants to sell something else."""
    emptied = Signal()
    """Rows are not on screen any more."""

    def __init__(
        self, wares: Wares, rows: QListView, filters: QWidget, header: QWidget, hints: HintLine
    ) -> None:
        super().__init__()
        self._wares = wares
        self._rows = rows
        self._kept_since = ""
        self._next_day: date | None = None
        self._nothing, self._why_nothing = "", ""
        self._modules = Segmented(_MODULES, tr("What is sold"))
        self._modules.choose(wares.module)
        self._count = Label(ink="text2", right=True)
        self._count.setObjectName(wares.count_name)
        self._age = Glyph("history", 16, "text3")
        self._age.hide()
        self._drop = Button(wares.drop_words)
        self._drop.setObjectName("drop_filters")
        self._next = Button("", "primary")
        self._next.setObjectName("show_next_day")
        self._again = Button(tr("Read again"), icon="refresh-cw", key="F5")
        self._empty = EmptyState(wares.icon, "", "", self._next, self._drop, self._again)
        self._failure = FailurePanel()
        self._states = QStackedWidget()
        self._keys, self._keys_reading = hints, HintLine((("Esc",), tr("Stop reading")), None)
        self._build(filters, header)
        self._connect()

    @property
    def shows_rows(self) -> bool:
        """Whether the list is on screen, and not what stands in its place."""
        return self._states.currentWidget() is self._rows

    @property
    def shows_failure(self) -> bool:
        """Whether it is said in place of the list why it could not be read."""
        return self._states.currentWidget() is self._failure

    def begin(self, day: date, reason: str, kept_since: str = "") -> None:
        """Something else is to be shown: of which day, what the service says of it, and how old it is."""
        self._kept_since = kept_since
        self._next_day = None
        self._nothing = self._wares.none_on(formats.day_medium(day))
        self._why_nothing = ended(reason) if reason else self._wares.none_listed

    def show_reading(self, day: date) -> None:
        """Say that the day is being read; the list has skeletons."""
        self._kept_since = ""
        self.show_refreshing(day)
        self._show_state(self._rows)
        self._keys.hide()
        self._keys_reading.show()

    def show_refreshing(self, day: date) -> None:
        """Say that the day is being read again; the rows stay, and so does their age."""
        kept = tr("{state}, reading", state=self._kept_words()) if self._kept_since else ""
        self._age.setVisible(bool(kept))
        self._count.setText(kept or self._wares.reading(formats.day_medium(day)))

    def show_rows(self, runs: tuple[Run, ...]) -> None:
        """Show the list, and how many there are; the keyboard stays in it when it was in its place."""
        self._show_count(runs)
        focused = QApplication.focusWidget()
        was_here = focused is not None and self._states.isAncestorOf(focused)
        self._states.setCurrentWidget(self._rows)
        self._show_keys()
        if was_here:
            self._rows.setFocus()

    def show_nothing(self) -> None:
        """Say that there is nothing on this day."""
        self._show_count(())
        self._show_empty(self._nothing, self._why_nothing)

    def show_no_match(self, runs: tuple[Run, ...], *, typed: bool, filtered: bool) -> None:
        """Say that the filter leaves nothing."""
        self._show_count(runs)
        self._show_empty(self._wares.none_matches, _OTHER_WORDS if typed else "", filtered=filtered)

    def show_next_day(self, day: date, count: int) -> None:
        """Offer the next date that has some, beneath a list that has none."""
        if self._states.currentWidget() is self._empty:
            self._next_day = day
            self._next.set_label(tr("Show {day}", day=formats.day_medium(day)))
            more = self._wares.found_on(formats.day_medium(day), count)
            self._show_empty(self._nothing, joined(" ", (self._why_nothing, more)))

    def show_failure(self, advice: Advice) -> None:
        """Say in place of the list why it could not be read."""
        self._show_unread()
        self._failure.show_advice(advice)
        self._show_state(self._failure)

    def show_stopped(self) -> None:
        """Say that the clerk stopped the reading."""
        self._show_unread()
        self._show_empty(tr("Reading was stopped"), self._wares.stopped)

    def _show_unread(self) -> None:
        self._next_day = None
        self._age.hide()
        self._count.setText(tr("Not read"))

    def _show_count(self, runs: tuple[Run, ...]) -> None:
        """How many there are; a list that was kept says instead how old it is."""
        self._age.setVisible(bool(self._kept_since))
        if self._kept_since:
            self._count.setText(self._kept_words())
        elif runs:
            self._count.set_runs(*runs)
        else:
            self._count.setText(self._wares.none)

    def _kept_words(self) -> str:
        return self._wares.kept(self._kept_since)

    def _show_empty(self, title: str, sentence: str, *, filtered: bool | None = None) -> None:
        """`filtered` is None when there is nothing to filter; then it can be read again."""
        self._drop.setVisible(bool(filtered))
        self._again.setVisible(filtered is None)
        self._next.setVisible(self._next_day is not None and filtered is None)
        self._empty.show_words(title, sentence)
        self._show_state(self._empty)

    def _show_state(self, state: QWidget) -> None:
        self._states.setCurrentWidget(state)
        self._show_keys()
        self.emptied.emit()

    def _show_keys(self) -> None:
        self._keys.show()
        self._keys_reading.hide()

    def _build(self, filters: QWidget, header: QWidget) -> None:
        told = held(row(self._age, self._count, gap=6))
        bar = held(column(row(self._modules, None, told, gap=12, margins=(20, 0, 16, 0)), Hairline()))
        bar.setFixedHeight(style.SHEET_HEADER)
        for part in (self._rows, self._empty, self._failure):
            self._states.addWidget(part)
        lines = column(bar, filters, header)
        lines.addWidget(self._states, 1)
        lines.addWidget(self._keys)
        lines.addWidget(self._keys_reading)
        self._keys_reading.hide()
        self._next.hide()
        self.setLayout(lines)

    def _connect(self) -> None:
        self._drop.clicked.connect(self.drop_asked)
        self._next.clicked.connect(lambda: self.day_asked.emit(self._next_day))
        self._again.clicked.connect(self.read_asked)
        self._failure.retried.connect(self.read_asked)
        self._modules.chosen.connect(self._leave)

    def _leave(self, module: str) -> None:
        """Keep showing this module: the clerk may come back to its list."""
        if module != self._wares.module:
            self._modules.choose(self._wares.module)
            self.module_chosen.emit(module)

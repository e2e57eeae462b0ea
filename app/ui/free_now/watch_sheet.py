"""Who waits for seats on a start, asked over the dimmed window; below it the watches of this desk."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.free_now.seat_watches import WatchRow, news_words
from app.desk.model import typed_text
from app.ui.free_now import actions
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.form import FieldForm
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.kit.sheets.field_sheet import FieldSheet, SheetWords

_ROW, _ROWS = 47, 3
_HINT = mark("Looked at again while the counter is open. No hold, first come.")


class WatchSheet(FieldSheet):
    """Enter takes what was typed; Del, in the list, ends the watch that is chosen."""

    own_actions = actions.WATCHING
    entered = Signal()
    ended = Signal(object)
    """Emitted with the `Watch` to be ended."""

    def __init__(self, window: QWidget, title: str, texts: Iterable[str]) -> None:
        self.form = FieldForm(
            TextField(tr("People"), "watch_people", takes=typed_text.digits(2)),
            TextField(tr("Name"), "watch_name"),
            TextField(tr("Phone"), "watch_phone", takes=typed_text.phone),
        )
        self.form.fill(texts)
        columns = Columns((Column[WatchRow](mark("Watches"), cell=_cell),), left=8)
        rules = RowRules[WatchRow](_ROW, key=lambda each: each.watch.begun.isoformat())
        self.list = Table(columns, rules, "watches", tr("Watches"))
        self.list.picked.connect(self._take)
        self.list.setFixedHeight(_ROW * _ROWS)
        self._end = Button(actions.END_WATCH, size=28)
        self._end.clicked.connect(self._end_chosen)
        head = row(Label(tr("Watches of this desk"), "bodyStrong"), None, self._end)
        self._watches = held(column(head, 14, self.list))
        words = SheetWords(title, tr(_HINT), tr("Watch"), "")
        people, *who = self.form.fields
        # In one line, so that a low window with large letters has room for the watches.
        line = held(row(*((each, 1) for each in who), gap=12, top=True))
        super().__init__(window, words, people, line, self._watches, width=560)
        self.setObjectName("watch_sheet")

    def show_watches(self, rows: Collection[WatchRow]) -> None:
        """Show the watches of this desk, and nothing about them where there are none."""
        self.list.show_rows(rows)
        self._watches.setHidden(not rows)
        self.lay_out()

    @override
    def _take(self) -> None:
        self.entered.emit()

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        ends = () if self._watches.isHidden() else (self.list, self._end)
        return (*(each.edit for each in self.form.fields), *ends, *super()._stops()[1:])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if actions.END_WATCH.matches(event):
            self._end_chosen()
        else:
            super().keyPressEvent(event)

    def _end_chosen(self) -> None:
        if self.list.current is not None:
            self.ended.emit(self.list.current.watch)


def _cell(each: WatchRow) -> Cell:
    return Cell(news_words(each.watch), beneath=each.state, is_whole=True)

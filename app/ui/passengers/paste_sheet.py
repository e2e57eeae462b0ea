"""The sheet with pasted or imported rows over the dimmed window, added only when confirmed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QFrame, QHeaderView, QTableView, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.boats import Departure, Passenger
from app.desk.passengers.import_columns import (
    Column,
    ColumnGuess,
    guess_columns,
    people_of,
    with_column,
)
from app.desk.passengers.import_rows import PartyImport, imported
from app.desk.passengers.import_table import PartyTable
from app.desk.passengers.import_vocabulary import (
    AGE,
    BIRTH_DATE,
    FIRST_NAME,
    GENDER,
    ID_NUMBER,
    ID_TYPE,
    IGNORED,
    LAST_NAME,
    MIDDLE_NAME,
    MONTH_FIRST,
    NAME,
    NATIONALITY,
    WOMEN_AS_M,
)
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.native_style import dress_bars
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, IconButton
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.lists.table_frame import TableFrame
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, pass_focus, raised_panel
from app.ui.passengers.actions import ADD_ROWS, LEAVE_ROW, PASTING, TAKE_HIDDEN
from app.ui.passengers.paste_delegate import PasteDelegate, row_height
from app.ui.passengers.paste_header import HEADER, PasteHeader, column_words
from app.ui.passengers.paste_model import FIRST, NUMBER, Index, PasteModel
from app.ui.theme.style import Ink

_WIDTH, _FROM_TOP, _ROOM_BELOW = 800, 104, 24
_SIDE, _ICON, _EDGES = 20, 13, 2
_ADVICE = mark("Check what each column holds. Nothing is added until you say so.")
_BETWEEN = 12 + 10 + 2
_NONE = mark("No row is there to add.")
_NAMED = 3
"""The most rows that are left out and are named."""
_NUMBERS = 60
_WIDTHS: dict[Column, int] = {
    NAME: 160,
    FIRST_NAME: 140,
    MIDDLE_NAME: 140,
    LAST_NAME: 140,
    AGE: 64,
    BIRTH_DATE: 116,
    MONTH_FIRST: 160,
    GENDER: 92,
    WOMEN_AS_M: 160,
    NATIONALITY: 104,
    ID_TYPE: 116,
    ID_NUMBER: 116,
    IGNORED: 104,
}
_GROWS = (NAME, LAST_NAME, FIRST_NAME, IGNORED)
"""The columns that may take the remaining width; the first existing one does."""


class PasteSheet(ModalSheet):
    """Maps columns, shows conversions and gaps; Ctrl Enter adds the passengers, Esc does not.

    Who does not travel by the list itself is left out at first; the clerk takes any row in, or leaves it out.
    """

    own_actions = PASTING

    confirmed = Signal(object)
    """Emitted with the passengers to add (`tuple[Passenger, ...]`), after the sheet has closed."""

    def __init__(
        self, window: QWidget, table: PartyTable, departure: Departure, present: tuple[Passenger, ...]
    ) -> None:
        self._seen, self._table = table, table
        self._departure, self._present = departure, present
        self._heading = table.has_heading
        self._columns = self._guessed()
        self._is_mapped_by_hand = False
        self._model = PasteModel()
        self._import = PartyImport((), (), 1, "")
        self._taken: dict[int, bool] = {}
        """Whether the clerk takes a row, by its place among the people."""
        super().__init__(window, tr("Paste rows"))
        # Its own: one of the window would outlive it, each time.
        self._announcer = Announcer(self)
        self.setObjectName("paste_sheet")
        self._close.clicked.connect(self.dismiss)
        self._add.clicked.connect(self._confirm)
        self._tick.toggled.connect(self._head_or_not)
        self._hidden.toggled.connect(self._take_hidden)
        self._rows.header.column_chosen.connect(self._map)
        self._rows.turned.connect(self._turn)
        self._take_in()
        opened = next((place for place, each in enumerate(self._columns) if each.is_open), 0)
        self._rows.header.buttons[opened].setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_rows"):
            self._rows.fit()
            self._fit()

    @override
    def event(self, event: QEvent) -> bool:
        """Take Ctrl Enter before the window's own key for it does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(any(each.matches(event) for each in (ADD_ROWS, LEAVE_ROW, TAKE_HIDDEN)))
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if TAKE_HIDDEN.matches(event) and self._hidden.isVisible():
            self._hidden.click()
        elif LEAVE_ROW.matches(event):
            self._rows.turn_current()
        elif not ADD_ROWS.matches(event):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self._add.click()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Move the focus cyclically through columns, rows, tick and buttons."""
        pass_focus(self._chain(), forward=next)
        return True

    @property
    def left_words(self) -> str:
        """Who is left out, in a sentence; empty for nobody."""
        names = [
            self._import.passengers[row].traveler_name
            or tr("Row {number}", number=self._import.first_number + row)
            for row in sorted(self._left)
        ]
        more = len(names) - _NAMED
        shown = (*names[:_NAMED], tr("{number} more", number=more) if more > 0 else "")
        return tr("Not added: {names}.", names=formats.listed(shown)) if names else ""

    @override
    def _build(self, question: QuestionWords) -> None:
        self._title = called("paste_title", Label("", "heading"))
        self._rows = PasteTable(self._model)
        self._frame = TableFrame(self._rows)
        self._add = called("paste_add", Button("", "primary", key=ADD_ROWS))
        self._close = called("paste_close", IconButton("x", tr("Close")))
        self._tick = called("paste_heading", Checkbox(tr("First row is a heading")))
        self._tick.setChecked(self._heading)
        self._hidden = Checkbox(tr("Take in what is hidden: {number}", number=self._table.hidden))
        self._hidden.setObjectName("paste_hidden")
        if self._table.with_hidden is None:
            self._hidden.hide()
        self._count = called("paste_count", Label("", "caption", "text3"))
        self._notes = NotesLine()
        self._panel = raised_panel(question.title, "paste_panel")
        self._panel.setLayout(self._laid_out())
        self.setLayout(column(_FROM_TOP, row(None, self._panel, None), None))

    def _laid_out(self) -> QBoxLayout:
        self._head = held(
            row(
                column(self._title, Label(tr(_ADVICE), "body", "text2")),
                None,
                self._close,
                margins=(_SIDE, 16, _SIDE, 4),
            )
        )
        self._body = held(column(self._frame, self._notes, gap=10, margins=(_SIDE, 12, _SIDE, 0)))
        ticks = column(self._tick, self._hidden, gap=4)
        foot = row(ticks, 8, self._count, None, self._buttons[0], self._add, gap=8)
        foot.setContentsMargins(_SIDE, 20, _SIDE, 16)
        self._foot = held(foot)
        return column(self._head, self._body, self._foot, margins=(1, 1, 1, 1))

    def _chain(self) -> list[QWidget]:
        ticks = [self._tick, *([self._hidden] if self._seen.hidden else [])]
        return [*self._rows.header.buttons, self._rows, *ticks, self._buttons[0], self._add, self._close]

    def _map(self, place: int, held_now: Column) -> None:
        self._columns = with_column(self._columns, place, held_now)
        self._is_mapped_by_hand = True
        self._take_in()

    def _head_or_not(self, is_heading: object) -> None:
        self._heading = bool(is_heading)
        self._taken.clear()
        if not self._is_mapped_by_hand:
            self._columns = self._guessed()
        self._take_in()

    def _take_hidden(self, is_wanted: object) -> None:
        """Read the list with what is hidden, or without; its columns may be others."""
        self._table = self._seen.with_hidden or self._seen if is_wanted else self._seen
        self._heading = self._table.has_heading
        self._taken.clear()
        self._tick.setChecked(self._heading)
        self._columns = self._guessed()
        self._is_mapped_by_hand = False
        self._take_in()

    def _guessed(self) -> tuple[ColumnGuess, ...]:
        return guess_columns(self._table, self._departure.day, heading=self._heading)

    def _take_in(self) -> None:
        """Import again, and show the result."""
        found = imported(
            self._table,
            self._columns,
            self._departure.day,
            self._departure,
            present=self._present,
            heading=self._heading,
        )
        self._import = found
        columns = tuple(each.column for each in self._columns)
        self._model.show(people_of(self._table, heading=self._heading), columns, found)
        self._rows.header.show_columns(self._columns)
        self._rows.fit()
        self._title.setText(trn("Paste {number} row", "Paste {number} rows", len(found.passengers)))
        self._show_left()

    @property
    def _left(self) -> frozenset[int]:
        """The rows that are not added."""
        rows = range(len(self._import.passengers))
        return frozenset(row for row in rows if not self._taken.get(row, row not in self._import.off))

    def _turn(self, row: int) -> None:
        """Leave a row out, or take it in."""
        self._taken[row] = row in self._left
        self._show_left()
        spoken = self._model.index(row, NUMBER).data(Qt.ItemDataRole.AccessibleTextRole)
        self._announcer.tell(joined(", ", (str(spoken), self._add.label)))

    def _show_left(self) -> None:
        """Show which rows are left out, and of those nothing more than what the list says."""
        left = self._left
        notes = tuple(each for each in self._import.notes if each.row not in left or each.is_of_list)
        shown = replace(
            self._import,
            notes=notes,
            left_out=formats.sentences(self.left_words, self._import.left_out),
        )
        count = len(self._import.passengers) - len(left)
        self._model.leave_out(left, shown)
        self._count.setText(shown.count_words)
        self._notes.show_import(shown, _open_words(self._columns))
        self._add.set_label(tr("Add {passengers}", passengers=formats.passengers(count)))
        if count:
            self._add.enable()
        else:
            self._add.disable(tr(_NONE))
        self._fit()

    def _fit(self) -> None:
        """Set width and height for the rows, limited by the window."""
        self._panel.setFixedWidth(min(_WIDTH, self.width() - 2 * _EDGES))
        around = (self._head, self._foot, self._notes)
        used = sum(each.sizeHint().height() for each in around) + _BETWEEN
        room = self.height() - _FROM_TOP - _ROOM_BELOW - used
        least = HEADER + row_height()
        self._frame.setFixedHeight(max(least, min(self._rows.content_height + _EDGES, room)))
        self.lay_out()

    def _confirm(self) -> None:
        left = self._left
        passengers = tuple(each for row, each in enumerate(self._import.passengers) if row not in left)
        self.dismiss()
        self.confirmed.emit(passengers)


def _open_words(columns: tuple[ColumnGuess, ...]) -> str:
    """A sentence about the columns of which somebody should say what they hold; empty without any."""
    opened = [
        tr("column {number}: {column_words}", number=place, column_words=column_words(each))
        for place, each in enumerate(columns, 1)
        if each.is_open
    ]
    return tr("Choose what it holds: {columns}", columns=formats.listed(opened)) if opened else ""


class NotesLine(QWidget):
    """Notes on conversions, gaps, duplicates and left-out rows, beside each other if there is room."""

    def __init__(self) -> None:
        super().__init__()
        self._marks = (
            Mark("circle-question-mark", "warning", "paste_open"),
            Mark("wand-sparkles", "text2", "paste_conversions"),
            Mark("circle-alert", "danger", "paste_gaps"),
            Mark("users", "warning", "paste_doubles"),
            Mark("triangle-alert", "warning", "paste_left_out"),
        )
        self._line = column(*self._marks, None, gap=4)
        self.setLayout(self._line)

    def show_import(self, found: PartyImport, opened: str) -> None:
        """Show the notes of an import and what is open, without empty ones."""
        texts = (opened, found.conversion_words, found.gap_words, found.double_words, found.left_out)
        for each, text in zip(self._marks, texts, strict=True):
            each.show_words(text)
        shown = [each for each, text in zip(self._marks, texts, strict=True) if text]
        wanted = sum(each.sizeHint().width() for each in shown) + 16 * len(shown)
        is_one_line = wanted <= _WIDTH - 2 * _SIDE
        self._line.setDirection(
            QBoxLayout.Direction.LeftToRight if is_one_line else QBoxLayout.Direction.TopToBottom
        )
        self._line.setSpacing(16 if is_one_line else 4)
        self.setVisible(bool(shown))


class Mark(QWidget):
    """An icon and a sentence in its ink."""

    def __init__(self, icon: str, ink: Ink, name: str) -> None:
        super().__init__()
        self._words = called(name, Label("", "caption", ink, elides=True))
        self.setLayout(row(Icon(icon, _ICON, ink, stroke=2), (self._words, 0), gap=6))

    def show_words(self, text: str) -> None:
        """Show these words; hidden when empty."""
        self._words.setText(text)
        self.setVisible(bool(text))


class PasteTable(QTableView):
    """The rows, viewed with the arrows, without editing."""

    turned = Signal(int)
    """Emitted with a row that is to be left out, or taken in again."""

    def __init__(self, model: PasteModel) -> None:
        super().__init__()
        self._pasted = model
        self.header = PasteHeader(self)
        self.setObjectName("paste_table")
        self.setAccessibleName(tr("Pasted rows"))
        self.setModel(model)
        self.setItemDelegate(PasteDelegate(self._shows_current))
        self.setHorizontalHeader(self.header)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        dress_bars(self)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalScrollBar().valueChanged.connect(self.header.place)
        self.header.reached.connect(self._bring_into_sight)
        self.clicked.connect(self._turn_at)
        model.modelReset.connect(self.fit)

    @property
    def content_height(self) -> int:
        """The height of header and all rows."""
        bar = self.horizontalScrollBar()
        beneath = bar.sizeHint().height() if sum(self._widths()) > self.width() else 0
        return HEADER + self._pasted.rowCount() * row_height() + beneath

    def fit(self) -> None:
        """Set the sizes of columns and rows by text size and width."""
        self.header.setFixedHeight(HEADER)
        self.verticalHeader().setDefaultSectionSize(row_height())
        widths = self._widths()
        spare = self.viewport().width() - sum(widths)
        if spare > 0:
            widths[self._growing()] += spare
        for section, width in enumerate(widths):
            self.setColumnWidth(section, width)
        self.header.place()

    def turn_current(self) -> None:
        """Leave the current row out, or take it in; from elsewhere go to the rows first."""
        if self.hasFocus():
            self.turned.emit(self.currentIndex().row())
        else:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_of_sheet = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if is_of_sheet or LEAVE_ROW.matches(event):
            event.ignore()
        elif event.key() == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.turn_current()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.currentIndex().isValid():
            # Qt would choose the number of the row.
            self.setCurrentIndex(self._pasted.index(0, FIRST))
        super().focusInEvent(event)

    def _turn_at(self, index: Index) -> None:
        if index.column() == NUMBER:
            self.turned.emit(index.row())

    def _bring_into_sight(self, column: int) -> None:
        """Scroll sideways as far as needed."""
        bar, left = self.horizontalScrollBar(), self.columnViewportPosition(column)
        over = left + self.columnWidth(column) - self.viewport().width()
        bar.setValue(bar.value() + (left if left < 0 else max(over, 0)))

    def _shows_current(self, index: Index) -> bool:
        return self.hasFocus() and index == self.currentIndex()

    def _widths(self) -> list[int]:
        held = [self._pasted.column_at(section) for section in range(FIRST, self._pasted.columnCount())]
        asked = [button.sizeHint().width() for button in self.header.buttons[: len(held)]]
        asked += [0] * (len(held) - len(asked))
        return [_NUMBERS, *(max(_WIDTHS[column], width) for column, width in zip(held, asked, strict=True))]

    def _growing(self) -> int:
        """The column that takes the remaining width; without names the last one."""
        last = self._pasted.columnCount() - 1
        held = {self._pasted.column_at(section): section for section in range(last, NUMBER, -1)}
        return next((held[column] for column in _GROWS if column in held), last)

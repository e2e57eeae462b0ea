"""The passenger grid: one row for each passenger, filled by keyboard from cell to cell."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableView,
)
from typing_extensions import override

from app.core.language import tr
from app.desk.passengers.rules import CELLS
from app.ui.kit.basics.announcing import tell_current
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.native_style import dress_bars
from app.ui.kit.basics.room import Roomy, room_of
from app.ui.kit.controls.file_picker import copied, files_in
from app.ui.kit.sheets.page_layout import bring_into_sight
from app.ui.passengers import actions
from app.ui.passengers.grid_delegate import (
    GridHeader,
    Heights,
    column_widths,
    heights_in,
    is_on_chevron,
    paint_message,
)
from app.ui.passengers.grid_editors import EditingDelegate
from app.ui.passengers.grid_model import Index, PassengerModel
from app.ui.passengers.row import COPY, COPY_CELL, FARE, FIRST, NUMBER, cell_of, column_of

_LEAST_ROWS, _LEAST_IN_LOW = 2, 3
_Move = QAbstractItemView.CursorAction
_Place = tuple[int, int]
"""Row and column."""
_TRIGGER = QAbstractItemView.EditTrigger
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PassengerGrid(Roomy, QTableView):
    """The grid: Tab moves from cell to cell, Enter from row to row; at the end both move to the customer."""

    went_on = Signal()
    """Emitted when the focus moves past the last cell."""
    copy_asked = Signal(int)
    """Emitted with a row to choose the copy of a document."""
    copy_given = Signal(int, object)
    """Emitted with a row and dropped or pasted files (`list[Path]`) or a pasted picture (`QImage`)."""
    row_chosen = Signal(int)
    """Emitted when another row is current."""
    moved = Signal()
    """Emitted when another cell is current."""

    def __init__(self, model: PassengerModel) -> None:
        super().__init__()
        self._passengers = model
        self._typing = EditingDelegate(self._shows_current)
        self._shown_row = -1
        self._have_told = set[int]()
        """The keys of rows that have shown an error."""
        self._pressed = QPoint()
        self.setObjectName("passenger_grid")
        self.setAccessibleName(tr("Passengers"))
        self.setModel(model)
        self.setItemDelegate(self._typing)
        self._header = GridHeader(self)
        self.setHorizontalHeader(self._header)
        _set_up(self)
        self._typing.stepped.connect(self._step)
        model.dataChanged.connect(self._fit_rows)
        model.rowsInserted.connect(self._fit_inserted)
        model.rowsRemoved.connect(self.updateGeometry)
        self.clicked.connect(self._begin)
        self.went_on.connect(self.take_room_back)
        self._fit_all()

    @property
    def row(self) -> int:
        """The current row; the first one when there is none yet."""
        return max(self.currentIndex().row(), 0)

    @property
    def is_typing(self) -> bool:
        """Whether a cell is being typed in."""
        return self._typing.editor is not None

    def commit(self) -> None:
        """Commit the edited cell."""
        self._typing.finish()

    def go_to(self, row: int, cell: str) -> None:
        """Make a cell current, visible and focused."""
        index = self._passengers.index(row, column_of(cell))
        was_current = index == self.currentIndex()
        self.setCurrentIndex(index)
        self.scrollTo(index, self.ScrollHint.PositionAtBottom)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._bring()
        if was_current:
            tell_current(self)

    def go_to_first_empty(self) -> None:
        """Move to the first required empty cell."""
        self._go(*_first_empty(self._passengers))
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def doubted(self) -> str:
        """The cell of the current row whose doubt is shown; empty for none."""
        return self._passengers.doubted(self.row, cell_of(self.currentIndex().column()))

    def accept(self) -> None:
        """Book what is doubted in the current row as it is."""
        self.commit()
        if self.doubted:
            self._passengers.accept(self.row, self.doubted)

    def take_room_back(self) -> None:
        """Take back the room of errors that are no longer shown, unless somebody points at something."""
        if self._have_told and QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._have_told.clear()
            self._fit_all()

    # Keys

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self._tab(event, forward=key == Qt.Key.Key_Tab)
        elif key in _ENTERS and not control:
            if not event.isAutoRepeat():
                self._enter()
        elif key == Qt.Key.Key_Delete:
            self._delete(event, row=control)
        elif actions.COPY_ABOVE.matches(event):
            self._step("copy")
        elif key == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._open_list()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self._paste()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Space) or (control and key in _ENTERS):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def keyboardSearch(self, search: str) -> None:
        """Do nothing: letters begin typing instead of searching."""

    @override
    def moveCursor(self, cursorAction: _Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """The next cell for arrows, Home and End, never a row number."""
        index = super().moveCursor(cursorAction, modifiers)
        return index.siblingAtColumn(FIRST) if index.column() == NUMBER else index

    def _tab(self, event: QKeyEvent, *, forward: bool) -> None:
        """Move by Tab; before the first cell to the widget before the grid."""
        if forward:
            self._step("next")
        elif not self._step_back():
            event.ignore()

    def _step(self, step: str) -> None:
        row, cell = self.row, cell_of(self.currentIndex().column())
        if step == "next":
            self._passengers.tell(row, cell)
            self._step_on(row)
        elif step == "previous":
            self._step_back()
        elif step == "below":
            self._enter()
        elif step == "paste":
            self._paste()
        elif step == "drop":
            self._remove_row()
        elif step == "copy":
            if cell:
                self._passengers.copy_from_above(row, cell)
        else:
            beyond = row + (1 if step == "down" else -1)
            self._go(min(max(beyond, 0), self._passengers.rowCount() - 1), self.currentIndex().column())

    def _step_on(self, row: int) -> None:
        target = _place_after(self._passengers, row, self.currentIndex().column())
        if target is None:
            self.went_on.emit()
        else:
            self._go(*target)

    def _step_back(self) -> bool:
        target = _place_before(self._passengers, self.row, self.currentIndex().column())
        if target is not None:
            self._go(*target)
        return target is not None

    def _enter(self) -> None:
        """Choose a missing copy; else move to the next row, and past the last one out of the grid."""
        row, column = self.row, self.currentIndex().column()
        found = self._passengers.row_at(row)
        if column == COPY and found.needs.id_proof_file and found.passenger.document is None:
            self.copy_asked.emit(row)
            return
        self._passengers.tell(row, cell_of(column))
        if row + 1 < self._passengers.rowCount():
            self._go(row + 1, FIRST)
        else:
            self.went_on.emit()

    def _delete(self, event: QKeyEvent, *, row: bool) -> None:
        """Empty the cell or remove the row, once also when the keys are held."""
        if not row:
            self._empty_cell()
        elif not event.isAutoRepeat():
            self._remove_row()

    def _empty_cell(self) -> None:
        cell = cell_of(self.currentIndex().column())
        if cell:
            self._passengers.type_cell(self.row, cell, "")

    def _remove_row(self) -> None:
        row, column = self.row, max(self.currentIndex().column(), FIRST)
        self._passengers.remove(row)
        self._go(min(row, self._passengers.rowCount() - 1), column)

    def _paste(self) -> None:
        """Use a file or picture on the clipboard as the row's copy; type any other text."""
        given = copied()
        if given is not None:
            self.copy_given.emit(self.row, given)
            return
        self._begin_typing()
        if self._typing.editor is not None:
            self._typing.editor.paste()

    def _open_list(self) -> None:
        self._begin_typing()
        if self._typing.editor is not None:
            self._typing.editor.open_list()

    def _begin_typing(self) -> None:
        if self._passengers.flags(self.currentIndex()) & Qt.ItemFlag.ItemIsEditable:
            self.edit(self.currentIndex())

    def _go(self, row: int, column: int) -> None:
        index = self._passengers.index(row, column)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    # Pointer

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()
        index = self.indexAt(self._pressed)
        if index.isValid() and index.column() == NUMBER:
            self._go(index.row(), FIRST)
        else:
            super().mousePressEvent(event)

    def _begin(self, index: Index) -> None:
        """Edit the clicked cell, open its list, or ask for the copy."""
        if index.column() == COPY:
            if self._passengers.row_at(index.row()).passenger.document is None:
                self.copy_asked.emit(index.row())
            return
        self.edit(self._passengers.index(index.row(), index.column()))
        if self._typing.editor is not None and is_on_chevron(index, self.visualRect(index), self._pressed):
            self._typing.editor.open_list()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if files_in(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0 and files_in(event.mimeData()):
            self._go(row, COPY)
            event.acceptProposedAction()
        else:
            event.ignore()

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        event.accept()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        row, files = self.rowAt(event.position().toPoint().y()), files_in(event.mimeData())
        if row >= 0 and files:
            event.acceptProposedAction()
            self.copy_given.emit(row, files)

    # Looks

    @override
    def sizeHint(self) -> QSize:
        return QSize(600, self._heights.header + self.verticalHeader().length())

    @override
    def minimumSizeHint(self) -> QSize:
        # A low page is scrolled before the clerk sees fewer of those who travel.
        least = self.room.height(_LEAST_ROWS, _LEAST_IN_LOW)
        rows = min(least, self._passengers.rowCount())
        return QSize(400, self._heights.header + rows * self._heights.row + self._heights.message)

    @property
    def _heights(self) -> Heights:
        return heights_in(self.room)

    @override
    def follow_room(self) -> None:
        self._header.fit(self._heights)
        self._fit_all()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for column, width in enumerate(column_widths(self.viewport().width())):
            self.setColumnWidth(column, width)
        self._keep_in_sight()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.follow_room()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.currentIndex().isValid():
            self._go(0, FIRST)
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.moved.emit()
        if current.isValid() and current.row() != self._shown_row:
            self._shown_row = current.row()
            self.take_room_back()
            self.row_chosen.emit(current.row())

    @override
    @guarded
    def paintEvent(self, e: QPaintEvent) -> None:
        super().paintEvent(e)
        _paint_messages(self, self._passengers)

    def _shows_current(self, index: Index) -> bool:
        current = self.currentIndex()
        is_current = (index.row(), index.column()) == (current.row(), current.column())
        return is_current and self.hasFocus()

    def _fit_all(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self._heights.row)
        self._fit(0, self._passengers.rowCount() - 1)

    def _fit_rows(self, first: Index, last: Index) -> None:
        self._fit(first.row(), last.row())

    def _fit_inserted(self, _parent: Index, first: int, last: int) -> None:
        self._fit(first, last)

    def _fit(self, first: int, last: int) -> None:
        """Set the heights of rows: one that has shown an error keeps room for it."""
        model, numbers = self._passengers, self.verticalHeader()
        for row in range(first, last + 1):
            if model.told(row):
                self._have_told.add(model.key_of(row))
            has_line = model.key_of(row) in self._have_told
            height = self._heights.row + (self._heights.message if has_line else 0)
            if numbers.sectionSize(row) != height:
                numbers.resizeSection(row, height)
        self.updateGeometry()
        if first <= self.currentIndex().row() <= last:
            self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        """Keep the current cell visible while the grid changes, and what is said of it once it was left."""
        self.scrollTo(self.currentIndex())
        focused = QApplication.focusWidget()
        if focused is not None and (focused is self or self.isAncestorOf(focused)):
            # Once the rows have their heights.
            QTimer.singleShot(0, self, self._bring)

    def _bring(self) -> None:
        """Scroll what is around the grid to the current cell, with what is said below it."""
        bring_into_sight(self.viewport(), self.visualRect(self.currentIndex()))


def _set_up(view: QTableView) -> None:
    """Set up a table without Qt's lines and headers, in which typing begins at once."""
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setCornerButtonEnabled(False)
    view.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
    view.setEditTriggers(_TRIGGER.AnyKeyPressed | _TRIGGER.EditKeyPressed | _TRIGGER.DoubleClicked)
    view.setTabKeyNavigation(True)
    view.setAcceptDrops(True)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    dress_bars(view)
    numbers = view.verticalHeader()
    numbers.hide()
    numbers.setMinimumSectionSize(1)
    numbers.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)


def _paint_messages(view: QTableView, model: PassengerModel) -> None:
    """Paint the errors below visible rows; a message may be wider than its cell."""
    painter = QPainter(view.viewport())
    last = view.rowAt(view.viewport().height() - 1)
    for row in range(max(view.rowAt(0), 0), (last if last >= 0 else model.rowCount() - 1) + 1):
        told = dict(model.told(row))
        if told:
            _paint_told(painter, view, row, told)


def _paint_told(painter: QPainter, view: QTableView, row: int, told: dict[str, str]) -> None:
    """Paint the error below the current cell if it is wrong, else below the first wrong one."""
    index = view.currentIndex()
    current = cell_of(index.column()) if row == index.row() else ""
    cell = current if current in told else next(iter(told))
    top, height = view.rowViewportPosition(row), view.rowHeight(row)
    whole = QRect(0, top, view.viewport().width(), height)
    left = view.columnViewportPosition(column_of(cell))
    paint_message(
        painter,
        whole,
        QRect(QPoint(left, top), QSize(1, height)),
        told[cell],
        heights_in(room_of(view)).message,
    )


def _place_after(model: PassengerModel, row: int, column: int) -> _Place | None:
    """The next stop in this row, else the first cell of the row below; None past the last row."""
    rest = [(row, each) for each in range(column + 1, FARE)]
    if row + 1 < model.rowCount():
        rest.append((row + 1, FIRST))
    return next((each for each in rest if _stops(model, each)), None)


def _place_before(model: PassengerModel, row: int, column: int) -> _Place | None:
    """The stop before, else the last one of the row above; None before the first cell."""
    rest = [(row, each) for each in range(column - 1, NUMBER, -1)]
    if row:
        rest += [(row - 1, each) for each in range(COPY, NUMBER, -1)]
    return next((each for each in rest if _stops(model, each)), None)


def _first_empty(model: PassengerModel) -> _Place:
    """The first required empty cell, or the first of all."""
    for row in range(model.rowCount()):
        found = model.row_at(row)
        for cell in CELLS:
            if not found.text(cell) and not found.is_spare(cell):
                return row, column_of(cell)
    return 0, FIRST


def _stops(model: PassengerModel, place: _Place) -> bool:
    found, cell = model.row_at(place[0]), cell_of(place[1])
    return found.needs.id_proof_file if cell == COPY_CELL else not found.is_spare(cell)

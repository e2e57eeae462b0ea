"""How the passenger grid stands as a table: its settings, the height of its rows, the lines beneath them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView

from app.ui.passengers.grid_delegate import paint_message, row_height
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.row import cell_of, column_of

_TRIGGER = QAbstractItemView.EditTrigger


def set_up(view: QTableView) -> None:
    """A table without lines or headers of its own, in which typing begins at once."""
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
    numbers = view.verticalHeader()
    numbers.hide()
    numbers.setMinimumSectionSize(1)
    numbers.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)


def fit_rows(view: QTableView, model: PassengerModel, first: int, last: int) -> None:
    """Give rows the height that what is told of them needs."""
    numbers = view.verticalHeader()
    for row in range(first, last + 1):
        height = row_height(wrong=bool(model.told(row)))
        if numbers.sectionSize(row) != height:
            numbers.resizeSection(row, height)


def paint_messages(view: QTableView, model: PassengerModel) -> None:
    """What is wrong, beneath the rows in sight; a message may be wider than its cell."""
    painter = QPainter(view.viewport())
    last = view.rowAt(view.viewport().height() - 1)
    for row in range(max(view.rowAt(0), 0), (last if last >= 0 else model.rowCount() - 1) + 1):
        told = dict(model.told(row))
        if told:
            _paint_told(painter, view, row, told)


def _paint_told(painter: QPainter, view: QTableView, row: int, told: dict[str, str]) -> None:
    """Beneath the current cell when that one is wrong, else beneath the first wrong one."""
    index = view.currentIndex()
    current = cell_of(index.column()) if row == index.row() else ""
    cell = current if current in told else next(iter(told))
    top, height = view.rowViewportPosition(row), view.rowHeight(row)
    whole = QRect(0, top, view.viewport().width(), height)
    left = view.columnViewportPosition(column_of(cell))
    paint_message(painter, whole, QRect(QPoint(left, top), QSize(1, height)), told[cell])

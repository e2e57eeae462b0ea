"""A grid of tiles to pick: fixed columns over the full width, with keys and focus ring."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyleOptionViewItem,
)
from typing_extensions import override

from app.ui.kit.basics.announcing import tell_current
from app.ui.kit.basics.native_style import dress_bars
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_list import Move, choosable_near

RING = 4
"""The room around a tile for its focus ring, by which the view extends beyond its column."""

Index = QModelIndex | QPersistentModelIndex


class TileView(QListView):
    """A list that shows its rows as tiles, `columns` in a line, `gap` apart, `tile_height` high."""

    entered = Signal()
    """Emitted when Enter is pressed on a tile, to go on."""
    left_below = Signal()
    """Emitted when Down is pressed on the last line."""
    left_above = Signal()
    """Emitted when Up is pressed on the first line."""

    def __init__(self, *, columns: int, gap: int, tile_height: int) -> None:
        super().__init__()
        self._columns = columns
        self._gap = gap
        self._tile_height = tile_height
        self.shows_ring = False
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        dress_bars(self)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)

    @property
    def columns(self) -> int:
        """The tiles in a line."""
        return self._columns

    def set_tiles(self, columns: int, height: int) -> None:
        """Have so many tiles in a line, of this height."""
        if (columns, height) != (self._columns, self._tile_height):
            self._columns, self._tile_height = columns, height
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()

    def cell_size(self, row: int) -> QSize:
        """The size of a row's cell: its tile, the gap after it, and its share of remaining pixels."""
        column = row % self._columns
        # Qt breaks the line when the last cell would touch the edge.
        width = self.viewport().width() - 1
        span = (column + 1) * width // self._columns - column * width // self._columns
        return QSize(span, self._tile_height + self._gap)

    def tile_rect(self, cell: QRect) -> QRect:
        """The tile inside its cell, with room for the ring."""
        return cell.adjusted(RING, RING, RING - self._gap, RING - self._gap)

    def rings(self, index: Index) -> bool:
        """Whether this tile shows the keyboard focus ring."""
        return self.shows_ring and self.hasFocus() and index.row() == self.currentIndex().row()

    def content_height(self) -> int:
        """The height that shows every tile."""
        lines = -(-self.model().rowCount() // self._columns)
        return lines * (self._tile_height + self._gap) + RING

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._columns * 80, self.content_height())

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        self.scheduleDelayedItemsLayout()

    @override
    def changeEvent(self, event: QEvent) -> None:
        """Resize the tiles with the text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.scheduleDelayedItemsLayout()
            self.updateGeometry()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.shows_ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        tell_current(self)
        self.viewport().update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.shows_ring = False
        super().mousePressEvent(event)

    @override
    def moveCursor(self, cursorAction: Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        return choosable_near(super().moveCursor(cursorAction, modifiers), cursorAction)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle arrows; letters, digits and signs are for the page."""
        self.shows_ring = True
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() in _PLAIN:
            self._enter(event)
        elif event.text().isprintable() and event.text() and key != Qt.Key.Key_Space:
            event.ignore()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._leaves(down=key == Qt.Key.Key_Down):
            (self.left_below if key == Qt.Key.Key_Down else self.left_above).emit()
        else:
            super().keyPressEvent(event)

    def _enter(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.entered.emit()

    def _leaves(self, *, down: bool) -> bool:
        row, rows = self.currentIndex().row(), self.model().rowCount()
        return row + self._columns >= rows if down else row < self._columns


_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class TileDelegate(PaintedDelegate):
    """Gives a tile its size; subclasses paint it."""

    def __init__(self, view: TileView) -> None:
        super().__init__(view)
        self._view = view

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return self._view.cell_size(index.row())

"""Lists with painted rows: the handling of Enter, and the ground of rows."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from app.ui.kit.basics.announcing import tell_current
from app.ui.kit.basics.native_style import dress_bars
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_model import Index, R, RowModel
from app.ui.theme import style

_BAR = 3
Move = QAbstractItemView.CursorAction
_UPWARDS = frozenset({Move.MoveUp, Move.MovePageUp, Move.MoveEnd})


class PaintedList(QListView):
    """A list with rows painted by a delegate over the full width, without editing."""

    def __init__(
        self,
        model: QAbstractItemModel,
        delegate: QStyledItemDelegate,
        name: str = "",
        spoken: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`spoken` is the name for screen readers."""
        super().__init__(parent)
        self.setModel(model)
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        dress_bars(self)

    @override
    def moveCursor(self, cursorAction: Move, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        return choosable_near(super().moveCursor(cursorAction, modifiers), cursorAction)

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        """Keep the current row in sight when it was."""
        row, index = self.visualRect(self.currentIndex()), self.currentIndex()
        super().resizeEvent(e)
        if index.isValid() and row.top() >= 0 and row.bottom() < e.oldSize().height():
            self.scrollTo(index)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        tell_current(self)


class RowList(PaintedList):
    """Enter picks the current row once, also when held; other keys are for the page."""

    picked = Signal()
    """Enter or a double click on a row."""
    keyboard_came = Signal()
    """Emitted when it has got the keyboard."""

    def __init__(
        self, model: QAbstractItemModel, delegate: QStyledItemDelegate, name: str, spoken: str
    ) -> None:
        super().__init__(model, delegate, name, spoken)
        self.setUniformItemSizes(True)
        OverlayScrollBar(self)
        self.doubleClicked.connect(self._pick)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.picked.emit()
        elif event.text().strip() and event.text().isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.keyboard_came.emit()

    def _pick(self, _index: QModelIndex) -> None:
        self.picked.emit()


def choosable_near(index: QModelIndex, move: Move) -> QModelIndex:
    """The row that a key leads to; where that is a heading, the next one that can be chosen."""
    if not index.isValid():
        return index
    below, above = range(index.row(), index.model().rowCount()), range(index.row(), -1, -1)
    order = (*above, *below) if move in _UPWARDS else (*below, *above)
    near = (index.siblingAtRow(row) for row in order)
    return next((each for each in near if each.flags() & Qt.ItemFlag.ItemIsEnabled), index)


class RowDelegate(PaintedDelegate, Generic[R]):
    """The base of delegates that paint the rows of a `RowModel`."""

    def __init__(self, model: RowModel[R]) -> None:
        super().__init__()
        self.model = model

    @abstractmethod
    def height_of(self, row: R) -> int:
        """The height of a row in pixels."""

    @abstractmethod
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: R) -> None:
        """Paint a row; the painter's state is restored afterwards."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self.model.row_at(index)
        return QSize(0, 0 if row is None else self.height_of(row))

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self.model.row_at(index)
        if row is not None:
            self.paint_row(painter, option, row)


def paint_ground(
    painter: QPainter, option: QStyleOptionViewItem, *, bar: bool = True, is_lit: bool = False
) -> QColor:
    """Fill the row by its state, with a bar at its beginning. Returns the colour of the row.

    `is_lit`: as under the mouse, wherever that is.
    """
    tokens, row, state = style.tokens(), option.rect, option.state
    focused = bool(state & QStyle.StateFlag.State_Active) and _has_focus(option.widget)
    selected = bool(state & QStyle.StateFlag.State_Selected)
    ground = tokens.surface
    if selected and focused:
        ground = tokens.accent_soft
    elif selected or is_lit or state & QStyle.StateFlag.State_MouseOver:
        ground = tokens.hover
    painter.fillRect(row, ground)
    if bar and selected:
        painter.fillRect(QRect(row.left(), row.top(), _BAR, row.height() - 1), tokens.accent)
    painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), tokens.line)
    return ground


def draw_bar(painter: QPainter, row: QRect) -> None:
    """The bar at the beginning of a current row with round corners, whose fill alone is too faint."""
    round_off = style.CONTROL_RADIUS
    bar = QRect(row.left(), row.top() + round_off, _BAR, row.height() - 2 * round_off)
    painter.fillRect(bar, style.tokens().accent)


def _has_focus(view: QWidget | None) -> bool:
    return view is not None and view.hasFocus()

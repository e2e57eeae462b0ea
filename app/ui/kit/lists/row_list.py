"""A list of products on sale, a row each: what Enter does in it, and the ground of its rows."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
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

from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.theme import style

_BAR = 3


class RowList(QListView):
    """Enter picks the current row once, never by being held; other letters belong to the page."""

    picked = Signal()
    """Enter or a double click on a row."""

    def __init__(
        self, model: QAbstractItemModel, delegate: QStyledItemDelegate, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setModel(model)
        delegate.setParent(self)
        self.setItemDelegate(delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
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

    def _pick(self, _index: QModelIndex) -> None:
        self.picked.emit()


def paint_ground(painter: QPainter, option: QStyleOptionViewItem, *, bar: bool = True) -> QColor:
    """Fill the row as its state asks, `bar` where it begins; gives the colour that the row now has."""
    tokens, row, state = style.tokens(), option.rect, option.state
    focused = bool(state & QStyle.StateFlag.State_Active) and _has_focus(option.widget)
    selected = bool(state & QStyle.StateFlag.State_Selected)
    ground = tokens.surface
    if selected and focused:
        ground = tokens.accent_soft
    elif selected or state & QStyle.StateFlag.State_MouseOver:
        ground = tokens.hover
    painter.fillRect(row, ground)
    if bar and selected and not focused:
        painter.fillRect(QRect(row.left(), row.top(), _BAR, row.height() - 1), tokens.accent)
    painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), tokens.line)
    return ground


def _has_focus(view: QWidget | None) -> bool:
    return view is not None and view.hasFocus()

"""The list of departures; its rows are painted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
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

from app.ui import style
from app.ui.parts.departure_model import DepartureModel
from app.ui.parts.departure_paint import columns, paint_departure, paint_skeleton
from app.ui.parts.overlay_scroll import OverlayScrollBar

ROW_HEIGHT = 64
_PLUS, _MINUS = frozenset("+="), frozenset("-\u2212")

Index = QModelIndex | QPersistentModelIndex


class DepartureDelegate(QStyledItemDelegate):
    """Paints one departure, or its skeleton."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, style.scaled(ROW_HEIGHT))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, DepartureModel):
            return
        painter.save()
        ground = _paint_ground(painter, option)
        departure, row = model.departure_at(index), option.rect
        if departure is None:
            paint_skeleton(painter, columns(row), index.row())
        else:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            paint_departure(painter, columns(row), departure, model, ground, selected=selected)
        painter.restore()


class DepartureList(QListView):
    """Rows of departures; Enter goes on to the passengers, plus and minus count without leaving."""

    picked = Signal()
    """Enter or a double click on a row."""
    stepped = Signal(int)
    """Plus (1) or minus (-1)."""

    def __init__(self, model: DepartureModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("departure_list")
        self.setAccessibleName("Departures")
        self.setModel(model)
        self.setItemDelegate(DepartureDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        OverlayScrollBar(self)
        self.doubleClicked.connect(self._pick)

    def _pick(self, _index: QModelIndex) -> None:
        self.picked.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on once, never by being held; letters belong to the page."""
        text = event.text()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.picked.emit()
        elif text and text in _PLUS | _MINUS:
            self.stepped.emit(1 if text in _PLUS else -1)
        elif text.strip() and text.isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)


def _paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> QColor:
    """Fill the row as its state asks; gives the colour that the row now has."""
    tokens, row, state = style.tokens(), option.rect, option.state
    focused = bool(state & QStyle.StateFlag.State_Active) and _has_focus(option.widget)
    selected = bool(state & QStyle.StateFlag.State_Selected)
    ground = tokens.surface
    if selected and focused:
        ground = tokens.accent_soft
    elif selected or state & QStyle.StateFlag.State_MouseOver:
        ground = tokens.hover
    painter.fillRect(row, ground)
    if selected and not focused:
        painter.fillRect(QRect(row.left(), row.top(), 3, row.height() - 1), tokens.accent)
    painter.fillRect(QRect(row.left(), row.bottom(), row.width(), 1), tokens.line)
    return ground


def _has_focus(view: QWidget | None) -> bool:
    return view is not None and view.hasFocus()

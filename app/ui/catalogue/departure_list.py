"""The list of departures; its rows are painted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.catalogue.departure_model import DepartureModel
from app.ui.catalogue.departure_painting import columns, paint_departure, paint_skeleton
from app.ui.kit.lists.row_list import RowList, paint_ground
from app.ui.theme import style
from app.ui.theme.live_text import say

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
        ground = paint_ground(painter, option)
        departure, row = model.departure_at(index), option.rect
        if departure is None:
            paint_skeleton(painter, columns(row), index.row())
        else:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            paint_departure(painter, columns(row), departure, model, ground, selected=selected)
        painter.restore()


class DepartureList(RowList):
    """Rows of departures; Enter goes on to the passengers, plus and minus count without leaving."""

    stepped = Signal(int)
    """Plus (1) or minus (-1)."""

    def __init__(self, model: DepartureModel, parent: QWidget | None = None) -> None:
        super().__init__(model, DepartureDelegate(), parent)
        self.setObjectName("departure_list")
        say(self.setAccessibleName, tr("Departures"))
        self.setTabKeyNavigation(False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        if text and text in _PLUS | _MINUS:
            self.stepped.emit(1 if text in _PLUS else -1)
        else:
            super().keyPressEvent(event)

"""The base of every delegate: a row that cannot be painted stays blank, and the window goes on."""

from __future__ import annotations

import logging
from abc import abstractmethod

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from app.ui.kit.basics.guarded import let_go
from app.ui.theme import style

log = logging.getLogger(__name__)

_MARK = 12
_EDGE = 16

Index = QModelIndex | QPersistentModelIndex


class PaintedDelegate(QStyledItemDelegate):
    """A delegate that paints its items itself.

    An exception that leaves `paint` would leave Qt's painter unfinished, which can end the program.
    """

    _has_failed = False

    @abstractmethod
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint an item; the painter's state is restored afterwards."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        try:
            self.paint_item(painter, option, index)
        except Exception as error:
            if not self._has_failed:
                log.exception("A row cannot be painted")
            self._has_failed = True
            # Its frames hold what must not outlive this painting.
            let_go(error)
            _paint_blank(painter, option.rect)
        finally:
            painter.restore()


def _paint_blank(painter: QPainter, row: QRect) -> None:
    """Paint an empty row with a short dash."""
    colours = style.tokens()
    painter.setClipping(False)
    painter.fillRect(row, colours.surface)
    painter.fillRect(QRect(row.left() + _EDGE, row.center().y(), _MARK, 1), colours.text3)

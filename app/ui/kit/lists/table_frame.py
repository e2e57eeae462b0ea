"""A frame with round corners around a table, on the sheet's own ground."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import column
from app.ui.theme import style


class TableFrame(QWidget):
    """Contains one widget; the edge is drawn over its corners."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setLayout(column(content, margins=(1, 1, 1, 1)))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._edge = _Edge(self)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._edge.setGeometry(self.rect())
        self._edge.raise_()


class _Edge(QWidget):
    """The ground outside the arcs, and the line along them."""

    def __init__(self, frame: TableFrame) -> None:
        super().__init__(frame)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        outside, inside = QPainterPath(), QPainterPath()
        outside.addRect(whole)
        radius = style.RADIUS - 0.5
        inside.addRoundedRect(whole.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.fillPath(outside.subtracted(inside), colours.surface)
        painter.strokePath(inside, QPen(colours.line_strong, 1))

"""The one sheet on the warm ground: round corners that nothing inside covers."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import column
from app.ui.theme import style


class RoundedSheet(Box):
    """Contains one widget, with its corners painted over."""

    def __init__(self, content: QWidget) -> None:
        super().__init__("surface", "line", radius=style.RADIUS)
        self.setLayout(column(content, margins=(1, 1, 1, 1)))
        self._corners = tuple(_Corner(self, right=right, low=low) for right in (0, 1) for low in (0, 1))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for corner in self._corners:
            corner.place()


class _Corner(QWidget):
    """One corner: the ground outside the arc, and the line along it."""

    def __init__(self, sheet: RoundedSheet, *, right: int, low: int) -> None:
        super().__init__(sheet)
        self._sheet, self._right, self._low = sheet, right, low
        self.setFixedSize(style.RADIUS, style.RADIUS)

    def place(self) -> None:
        """Move into the corner, above everything."""
        across = self._sheet.width() - self.width() if self._right else 0
        down = self._sheet.height() - self.height() if self._low else 0
        self.move(across, down)
        self.raise_()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = style.RADIUS
        sheet = QRectF(-side * self._right, -side * self._low, 2 * side, 2 * side)
        outside, inside = QPainterPath(), QPainterPath()
        outside.addRect(sheet)
        inside.addRoundedRect(sheet.adjusted(0.5, 0.5, -0.5, -0.5), side - 0.5, side - 0.5)
        painter.fillPath(outside.subtracted(inside), style.tokens().canvas)
        painter.strokePath(inside, QPen(style.tokens().line, 1))

"""Boxes with fill, line and round corners, and the hairline that divides a sheet."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.guarded import guarded
from app.ui.theme import style

Ground = Literal[
    "canvas",
    "surface",
    "sunken",
    "raised",
    "pressed",
    "accent_soft",
    "accent_fill",
    "success_soft",
    "warning_soft",
    "danger_soft",
    "ink",
    "scrim",
    "track",
]
Line = Literal["line", "line_strong", "accent_line", "warning_line", "danger_line"]


class Box(QFrame):
    """A block in a colour of the design; `line` draws its edge, `radius` rounds its corners."""

    def __init__(
        self,
        ground: Ground = "surface",
        line: Line | None = None,
        *,
        radius: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.ground: Ground = ground
        self._line: Line | None = line
        self._radius = radius

    def set_ground(self, ground: Ground, line: Line | None = None) -> None:
        """Change colour and edge."""
        self.ground, self._line = ground, line
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self._radius > 0)
        colours = style.tokens()
        fill: QColor = getattr(colours, self.ground)
        if self._line is None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(self.rect(), self._radius, self._radius)
            return
        edge: QColor = getattr(colours, self._line)
        path = QPainterPath()
        inset = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        radius = max(0.0, self._radius - 0.5)
        path.addRoundedRect(inset, radius, radius)
        painter.fillPath(path, fill)
        painter.strokePath(path, QPen(edge, 1))


class Hairline(QWidget):
    """A line of one pixel across, or down when `down`."""

    def __init__(self, *, down: bool = False, line: Line = "line") -> None:
        super().__init__()
        self._line: Line = line
        across, fixed = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        self.setSizePolicy(fixed if down else across, across if down else fixed)
        if down:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        colour: QColor = getattr(style.tokens(), self._line)
        QPainter(self).fillRect(self.rect(), colour)

"""The band over everything that says that nothing here is real."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui import style
from app.ui.parts.box import Box
from app.ui.parts.glyph import Glyph
from app.ui.parts.layouts import row
from app.ui.parts.painting import draw_text, text_width
from app.ui.parts.ringed_button import RingedButton
from app.ui.parts.text import Label

HEIGHT = 32


class PracticeBand(Box):
    """On every screen while practising."""

    left = Signal()
    """The clerk wants to leave practice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("ink", parent=parent)
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName("Practice mode")
        words = "Demo agent and test wallet. Nothing here is sold or paid for."
        leave = BandLink("Leave practice")
        leave.setObjectName("leave_practice")
        leave.clicked.connect(self.left)
        heading = Label("Practice mode", "captionStrong", "on_ink")
        glyph = Glyph("flask-conical", 14, "on_ink")
        self.setLayout(
            row(
                glyph, heading, Label(words, "caption", "on_ink2"), None, leave, gap=8, margins=(24, 0, 16, 0)
            )
        )


class BandLink(RingedButton):
    """Underlined words that can be pressed."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._fit()

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        painter, ink = QPainter(self), style.tokens().on_ink
        draw_text(painter, self.rect(), self.text(), style.font("captionStrong"), ink)
        painter.setPen(QPen(ink, 1))
        under = style.scaled(17)
        painter.drawLine(0, under, self.width() - 2, under)

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        """As wide as its words are in this text size."""
        self.setFixedSize(text_width(self.text(), style.font("captionStrong")) + 2, style.scaled(20))

"""Words at the end of a note that can be pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy
from typing_extensions import override

from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.painting import draw_text, text_width
from app.ui.kit.basics.text import plain
from app.ui.theme import style
from app.ui.theme.style import Ink


class BandLink(Restyled, Ringed, QAbstractButton):
    """Underlined words that can be pressed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._ink: Ink = "on_ink"
        self.setText(plain(text))
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._fit()

    def show_words(self, text: str, ink: Ink) -> None:
        """Show these words in this colour."""
        self._ink = ink
        self.setText(plain(text))
        self.setAccessibleName(text)
        self._fit()
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, ink = QPainter(self), style.tokens().ink_named(self._ink)
        draw_text(painter, self.rect(), self.text(), style.font("captionStrong"), ink)
        painter.setPen(QPen(ink, 1))
        under = self.height() // 2 + 7
        painter.drawLine(0, under, self.width() - 2, under)

    @override
    def _fit(self) -> None:
        """Set the width to that of its words in this text size."""
        self.setFixedSize(text_width(self.text(), style.font("captionStrong")) + 2, style.LEAST_TARGET)


class MessageLink(BandLink):
    """A link in the accent, no higher than a line of the note."""

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        draw_text(
            QPainter(self), self.rect(), self.text(), style.font("captionStrong"), style.tokens().accent
        )

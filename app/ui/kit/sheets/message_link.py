"""Words at the end of a note that can be pressed."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from app.ui.kit.basics.painting import draw_text
from app.ui.theme import style
from app.ui.window.practice_band import BandLink


class NoteLink(BandLink):
    """In the accent, no higher than a line of the note."""

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        draw_text(
            QPainter(self), self.rect(), self.text(), style.font("captionStrong"), style.tokens().accent
        )

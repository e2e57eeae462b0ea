"""Badges for states, and the dot beside a state."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import CENTRE, draw_block, draw_box, draw_dot, draw_text, faded, text_width
from app.ui.kit.basics.text import one_line
from app.ui.theme import style

Tone = Literal["neutral", "success", "warning", "danger", "accent", "outline"]
DotTone = Literal["success", "warning", "danger", "accent", "hollow"]
_HEIGHT, _SIDE = 20, 7


def _badge_colours(tone: Tone) -> tuple[QColor, QColor]:
    """The colours of ground and text."""
    colours = style.tokens()
    return {
        "neutral": (colours.pressed, colours.text2),
        "success": (colours.success_soft, colours.success),
        "warning": (colours.warning_soft, colours.warning),
        "danger": (colours.danger_soft, colours.danger),
        "accent": (colours.accent_soft, colours.accent),
        "outline": (faded(colours.surface, 0), colours.text2),
    }[tone]


class Badge(QLabel):
    """A state in a word or two."""

    def __init__(self, text: str, tone: Tone = "neutral") -> None:
        super().__init__()
        self._tone: Tone = tone
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_state(text, tone)

    def show_state(self, text: str, tone: Tone) -> None:
        """Show another state."""
        self._tone = tone
        self.setText(one_line(text, 60))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(text_width(self.text(), style.font("captionStrong")) + 2 * _SIDE, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground, ink = _badge_colours(self._tone)
        if self._tone == "outline":
            draw_box(painter, self.rect(), fill=ground, line=style.tokens().line_strong, radius=4)
        else:
            draw_block(painter, self.rect(), ground, 4)
        draw_text(painter, self.rect(), self.text(), style.font("captionStrong"), ink, align=CENTRE)


class Dot(QWidget):
    """A mark of 8 px beside words with the same meaning."""

    def __init__(self, tone: DotTone = "success") -> None:
        super().__init__()
        self._tone: DotTone = tone
        self.setFixedSize(8, 8)

    def show_tone(self, tone: DotTone) -> None:
        """Show another state."""
        self._tone = tone
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_dot(QPainter(self), QPointF(4, 4), self._tone)


def paint_dot(painter: QPainter, centre: QPointF, tone: DotTone) -> None:
    """Paint the mark of a tone, 8 px wide."""
    colours = style.tokens()
    if tone == "hollow":
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.control, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 3.25, 3.25)
        return
    fills = {
        "success": colours.success_mark,
        "warning": colours.warning_mark,
        "danger": colours.danger_fill,
        "accent": colours.accent,
    }
    draw_dot(painter, centre, 8, fills[tone])

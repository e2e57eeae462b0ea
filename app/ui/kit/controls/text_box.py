"""A box for several lines of text."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QPlainTextEdit
from typing_extensions import override

from app.ui.kit.basics.native_style import dress_bars
from app.ui.kit.basics.painting import draw_box
from app.ui.theme import style

_INSIDE = 5
"""Pixels of the box's edge on every side."""


class TextBox(QPlainTextEdit):
    """Plain text in a box that it paints itself."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameStyle(QFrame.Shape.Box)
        self.setLineWidth(_INSIDE)
        self.setViewportMargins(1, 0, 1, 0)
        dress_bars(self)

    @override
    def event(self, e: QEvent) -> bool:
        """Paint the box where Qt would paint its frame: `paintEvent` is that of the text."""
        if e.type() != QEvent.Type.Paint:
            return super().event(e)
        colours, painter, has_keyboard = style.tokens(), QPainter(self), self.hasFocus()
        draw_box(
            painter,
            self.rect(),
            fill=colours.surface,
            line=colours.accent if has_keyboard else colours.control,
            width=2 if has_keyboard else 1,
            radius=style.CONTROL_RADIUS,
        )
        painter.end()
        return True

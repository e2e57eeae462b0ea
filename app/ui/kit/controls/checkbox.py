"""A box to tick, with its sentence."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_box, draw_text, text_width
from app.ui.kit.basics.text import one_line
from app.ui.theme import assets, style

_BOX, _CHECK, _GAP, _HEIGHT = 16, 12, 8, style.LEAST_TARGET


def draw_tick_box(painter: QPainter, box: QRect, *, checked: bool, is_dead: bool = False) -> None:
    """Paint a box, ticked or not, or one that cannot be."""
    colours = style.tokens()
    if checked:
        draw_box(painter, box, fill=colours.accent_fill, line=colours.accent_fill, radius=4)
        inset = (box.width() - _CHECK) // 2
        corner = box.topLeft() + QPoint(inset, inset)
        assets.paint_icon(painter, "check", corner, _CHECK, colours.on_accent, stroke=3)
    else:
        line = colours.line_strong if is_dead else colours.control
        draw_box(painter, box, fill=colours.surface, line=line, radius=4)


class Checkbox(Ringed, QAbstractButton):
    """A box ticked by Space or the pointer; Enter does nothing here."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_words(text)

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        if e.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            # Qt would move the focus to a neighbour; what is around scrolls by them.
            e.ignore()
        else:
            super().keyPressEvent(e)

    def show_words(self, text: str) -> None:
        """Change the sentence."""
        self.setText(one_line(text))
        self.setAccessibleName(one_line(text))
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_BOX + _GAP + text_width(self.text(), style.font("bodyStrong")) + 2, _HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        draw_tick_box(painter, QRect(0, (_HEIGHT - _BOX) // 2, _BOX, _BOX), checked=self.isChecked())
        words = QRect(_BOX + _GAP, 0, self.width() - _BOX - _GAP, _HEIGHT)
        draw_text(painter, words, self.text(), style.font("bodyStrong"), colours.text)

"""A switch: on or off by the position of its knob."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy
from typing_extensions import override

from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_block
from app.ui.theme import style

_WIDTH, _HEIGHT, _KNOB, _EDGE = 32, 18, 14, 2


class Switch(Ringed, QAbstractButton):
    """Turned by Space or the pointer; `name` is its accessible name."""

    def __init__(self, name: str, *, on: bool = False) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setChecked(on)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, style.LEAST_TARGET)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        top = (self.height() - _HEIGHT) // 2
        track = QRect(0, top, _WIDTH, _HEIGHT)
        draw_block(painter, track, colours.accent_fill if self.isChecked() else colours.control, _HEIGHT // 2)
        left = _WIDTH - _KNOB - _EDGE if self.isChecked() else _EDGE
        draw_block(painter, QRect(left, top + _EDGE, _KNOB, _KNOB), colours.on_accent, _KNOB // 2)

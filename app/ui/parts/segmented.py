"""A choice of one among a few, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from app.ui import assets, style
from app.ui.parts.box import Box
from app.ui.parts.layouts import row
from app.ui.parts.painting import draw_box, draw_text, text_width
from app.ui.parts.ringed_button import RingedButton

_HEIGHT, _SIDE, _ICON, _GAP = 32, 14, 16, 8


class Choice(NamedTuple):
    """One segment: what it stands for, its words and its icon."""

    key: str
    text: str
    icon: str = ""


class Segmented(Box):
    """Segments in a quiet frame; arrows move between them."""

    chosen = Signal(str)
    """The clerk chose another segment; its key."""

    def __init__(self, choices: Iterable[Choice], name: str, parent: QWidget | None = None) -> None:
        super().__init__("pressed", radius=style.RADIUS, parent=parent)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._segments = {choice.key: Segment(choice) for choice in choices}
        for segment in self._segments.values():
            self._group.addButton(segment)
            segment.toggled.connect(self._tell)
        self.setLayout(row(*self._segments.values(), gap=2, margins=(2, 2, 2, 2)))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._current = next(iter(self._segments))
        self._segments[self._current].setChecked(True)

    @property
    def current(self) -> str:
        """The key of the chosen segment."""
        return self._current

    def choose(self, key: str) -> None:
        """Choose a segment."""
        self._segments[key].setChecked(True)

    def _tell(self) -> None:
        sender = self._group.checkedButton()
        if isinstance(sender, Segment) and sender.key != self._current:
            self._current = sender.key
            self.chosen.emit(sender.key)


class Segment(RingedButton):
    """One of the segments."""

    def __init__(self, choice: Choice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = choice.key
        self._choice = choice
        self.setText(choice.text)
        self.setAccessibleName(choice.text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        icon = _ICON + _GAP if self._choice.icon else 0
        return QSize(2 * _SIDE + icon + text_width(self._choice.text, style.font("bodyStrong")), _HEIGHT)

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        if self.isChecked():
            fill = colours.raised if style.is_dark() else colours.surface
            draw_box(painter, self.rect(), fill=fill, line=colours.line_strong, radius=style.CONTROL_RADIUS)
        ink = colours.text if self.isChecked() else colours.text2
        left = _SIDE
        if self._choice.icon:
            corner = QPoint(left, (self.height() - _ICON) // 2)
            assets.paint_icon(painter, self._choice.icon, corner, _ICON, ink)
            left += _ICON + _GAP
        words = QRect(left, 0, self.width() - left, self.height())
        draw_text(painter, words, self._choice.text, style.font("bodyStrong"), ink)

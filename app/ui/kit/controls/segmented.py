"""A choice of one among a few, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.painting import draw_box, draw_text, text_width
from app.ui.kit.basics.text import plain
from app.ui.theme import assets, style
from app.ui.theme.style import Role

_HEIGHT, _SIDE, _ICON, _GAP = 32, 14, 16, 8
_SMALL_HEIGHT, _SMALL_SIDE = 24, 10


class SegmentChoice(NamedTuple):
    """One segment: what it stands for, its words and its icon."""

    key: str
    text: str
    icon: str = ""


class Segmented(Box):
    """Segments in a quiet frame; arrows move between them."""

    chosen = Signal(str)
    """Emitted with the key of another chosen segment."""

    def __init__(self, choices: Iterable[SegmentChoice], name: str, *, small: bool = False) -> None:
        super().__init__("pressed", radius=style.RADIUS)
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._segments = {choice.key: Segment(choice, small=small) for choice in choices}
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

    def choose_next(self) -> None:
        """Choose the segment behind the chosen one; the first follows the last."""
        keys = [*self._segments]
        self.choose(keys[(keys.index(self._current) + 1) % len(keys)])

    @override
    def setObjectName(self, name: str) -> None:
        """Name each segment too, so that the one with the keyboard is found in a page that is made again."""
        super().setObjectName(name)
        for segment in self._segments.values():
            segment.setObjectName(f"{name}:{segment.key}")

    def rename(self, key: str, text: str) -> None:
        """Change the words of a segment."""
        self._segments[key].rename(text)

    def _tell(self) -> None:
        sender = self._group.checkedButton()
        if isinstance(sender, Segment) and sender.key != self._current:
            self._current = sender.key
            self.chosen.emit(sender.key)


class Segment(Ringed, QAbstractButton):
    """One of the segments."""

    def __init__(self, choice: SegmentChoice, *, small: bool = False) -> None:
        super().__init__()
        set_spoken_role(self, QAccessible.Role.RadioButton)
        self.key = choice.key
        self._choice = choice
        self._role: Role = "captionStrong" if small else "bodyStrong"
        self._side, self._height = (_SMALL_SIDE, _SMALL_HEIGHT) if small else (_SIDE, _HEIGHT)
        self.rename(choice.text)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def rename(self, text: str) -> None:
        """Change the words."""
        self._choice = self._choice._replace(text=text)
        self.setText(plain(text))
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        icon = _ICON + _GAP if self._choice.icon else 0
        width = 2 * self._side + icon + text_width(self._choice.text, style.font(self._role))
        return QSize(width, self._height)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        if self.isChecked():
            fill = colours.raised if style.is_dark() else colours.surface
            draw_box(painter, self.rect(), fill=fill, line=colours.line_strong, radius=style.CONTROL_RADIUS)
        ink = colours.text if self.isChecked() else colours.text2
        left = self._side
        if self._choice.icon:
            corner = QPoint(left, (self.height() - _ICON) // 2)
            assets.paint_icon(painter, self._choice.icon, corner, _ICON, ink)
            left += _ICON + _GAP
        words = QRect(left, 0, self.width() - left, self.height())
        draw_text(painter, words, self._choice.text, style.font(self._role), ink)

"""The rail at the left: the places of the program, and the number of unknown outcomes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import Message, joined, tr, trn
from app.ui.kit.basics.actions import CHANGE_CLERK, Action
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import AppMark
from app.ui.kit.basics.key_cap import key_words
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.painting import CENTRE, draw_block, draw_box, draw_text, text_width
from app.ui.kit.basics.text import set_tip
from app.ui.theme import assets, style

_WIDTH, _HEIGHT, _ICON, _LABEL = 60, 54, 20, 14
_MOST = 99


class RailPlace(NamedTuple):
    """One place of the program: its key, its word, and the action that opens it."""

    key: str
    text: Message
    action: Action


class Rail(QWidget):
    """The places of the program below its mark; the last is at the foot."""

    chosen = Signal(str)
    """Emitted with the key of a pressed place."""
    clerk_asked = Signal()
    """Emitted to change the clerk on duty."""

    def __init__(self, places: Iterable[RailPlace], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(style.RAIL)
        self._items = {place.key: RailItem(place.key, tr(place.text), place.action) for place in places}
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 0, 6, 12)
        column.setSpacing(4)
        mark = row(None, AppMark(30), None)
        mark.setContentsMargins(0, 13, 0, 13)
        column.addLayout(mark)
        *upper, last = self._items.values()
        for item in upper:
            column.addWidget(item)
        column.addStretch(1)
        self._clerk = RailItem("clerk", "", CHANGE_CLERK)
        self._clerk.hide()
        self._clerk.clicked.connect(self.clerk_asked)
        column.addWidget(self._clerk)
        column.addWidget(last)
        for key, item in self._items.items():
            item.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))

    def show_place(self, key: str) -> None:
        """Mark the present place."""
        for each, item in self._items.items():
            item.setChecked(each == key)

    def show_clerk(self, name: str | None) -> None:
        """Show the clerk on duty, empty for none; None when there are no clerks."""
        self._clerk.setVisible(name is not None)
        if name is not None:
            self._clerk.show_text(name or tr("No clerk"))

    def show_count(self, key: str, count: int) -> None:
        """Show the number of unknown outcomes at a place."""
        self._items[key].show_count(count)


class RailItem(Ringed, QAbstractButton):
    """One place, with its count."""

    ring_radius = style.RADIUS

    def __init__(self, key: str, text: str, action: Action, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._icon = text, action.icon
        self._count = 0
        self.setObjectName(f"rail_{key}")
        self.setCheckable(True)
        self.setAccessibleDescription(key_words(action.painted))
        set_tip(self, action.painted)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_count(0)

    def show_text(self, text: str) -> None:
        """Show another word, such as a name."""
        self._text = text
        self.show_count(self._count)

    def show_count(self, count: int) -> None:
        """Show a count in the corner; hidden for 0."""
        self._count = count
        waiting = trn("{number} needs an answer", "{number} need an answer", count) if count else ""
        self.setAccessibleName(joined(", ", (self._text, waiting)))
        self.update()

    @override
    def nextCheckState(self) -> None:
        """Do nothing: the window marks the place, not a press."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, _HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        if self.isChecked():
            draw_box(painter, self.rect(), fill=colours.surface, line=colours.line, radius=style.RADIUS)
        elif self.underMouse():
            draw_block(painter, self.rect(), colours.pressed, style.RADIUS)
        top = (self.height() - _ICON - 4 - _LABEL) // 2
        left = (self.width() - _ICON) // 2
        ink = colours.accent if self.isChecked() else colours.text2
        assets.paint_icon(painter, self._icon, QPoint(left, top), _ICON, ink)
        words = QRect(0, top + _ICON + 4, self.width(), _LABEL)
        ink = colours.text if self.isChecked() else colours.text2
        draw_text(painter, words, self._text, style.font("micro"), ink, align=CENTRE)
        if self._count:
            self._paint_count(painter)

    def _paint_count(self, painter: QPainter) -> None:
        colours, font = style.tokens(), style.font("micro", weight=style.HEAVY)
        text = str(min(self._count, _MOST))
        width = max(16, text_width(text, font) + 8)
        box = QRect(self.width() - 9 - width, 4, width, 16)
        dark = style.is_dark()
        draw_block(painter, box, colours.warning_mark if dark else colours.warning, 8)
        draw_text(painter, box, text, font, colours.surface if dark else colours.on_accent, align=CENTRE)

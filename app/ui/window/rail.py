"""The rail at the left: the places of the program, and the number of unknown outcomes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import Message, joined, tr, trn
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.actions import CHANGE_CLERK, OPEN_BASKET, SHOW_KEYS, Action
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import AppMark
from app.ui.kit.basics.key_cap import key_words
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.painting import CENTRE, draw_block, draw_box, draw_text, text_width
from app.ui.kit.basics.room import Roomy, Width
from app.ui.kit.basics.text import set_tip
from app.ui.kit.controls.buttons import IconButton
from app.ui.theme import assets, style

_WIDTH, _HEIGHT, _ICON, _LABEL = 60, 54, 20, 14
_SMALL, _SMALLEST, _LINE = 44, 36, 14
_WIDTHS = {Width.WIDE: style.RAIL, Width.MEDIUM: 56, Width.NARROW: 48}
_MOST = 99


class RailPlace(NamedTuple):
    """One place of the program: its key, its word, and the action that opens it."""

    key: str
    text: Message
    action: Action


class Rail(Roomy, QWidget):
    """The places of the program below its mark; the last is at the foot."""

    chosen = Signal(str)
    """Emitted with the key of a pressed place."""

    def __init__(self, places: Iterable[RailPlace]) -> None:
        super().__init__()
        self.setFixedWidth(style.RAIL)
        set_spoken_role(self, QAccessible.Role.PageTabList)
        self.setAccessibleName(tr("Places"))
        self._items = {place.key: RailItem(place.key, tr(place.text), place.action) for place in places}
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(6, 0, 6, 12)
        column.setSpacing(4)
        self._app, self._basket_words = AppMark(30), ""
        self.basket = RailBasket()
        self.basket.hide()
        self._mark = mark = row(None, self._app, self.basket, None)
        mark.setContentsMargins(0, 13, 0, 13)
        column.addLayout(mark)
        *upper, last = self._items.values()
        for item in upper:
            column.addWidget(item)
        column.addStretch(1)
        self.clerk = RailItem("clerk", "", CHANGE_CLERK, is_place=False)
        self.clerk.hide()
        self.keys = IconButton("keyboard", tr(SHOW_KEYS.words), size=36)
        set_tip(self.keys, joined("  ", (tr(SHOW_KEYS.words), SHOW_KEYS.painted)))
        self.keys.setObjectName("rail_keys")
        self.keys.hide()
        column.addWidget(self.keys, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.clerk)
        column.addWidget(last)
        self._upper = len(upper)
        self._offered: dict[str, tuple[str, ...]] = {}
        """The keys of each place that is there only where it is switched on."""
        for key, item in self._items.items():
            item.clicked.connect(partial(self.chosen.emit, key))

    @override
    def follow_room(self) -> None:
        room = self.room
        self.setFixedWidth(_WIDTHS[room.step])
        edge = 8 if room.is_low else 13
        self._mark.setContentsMargins(0, edge, 0, edge)
        self.keys.setVisible(room.is_flat)
        self._give_basket_room()
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where icons alone do not fit in height either, they stand close."""
        items = [*self._items.values(), self.clerk]
        side = 0 if self.room.is_wide else _SMALL
        shown = sum(not each.isHidden() for each in items)
        if side and shown * (_SMALL + 4) + 110 > self.height():
            side = _SMALLEST
        margin = 6 if self.room.is_wide else (self.width() - side) // 2
        self._column.setContentsMargins(margin, 0, margin, 12 if side != _SMALLEST else 4)
        self._column.setSpacing(4 if side != _SMALLEST else 0)
        for item in items:
            item.show_small(side)

    def show_place(self, key: str) -> None:
        """Mark the present place."""
        for each, item in self._items.items():
            item.setChecked(each == key)

    def offer(self, place: RailPlace, *, offered: bool) -> None:
        """Add a place below the others that is there only where it is switched on, or take it away."""
        former = self._items.get(place.key)
        if former is not None and not offered:
            del self._items[place.key], self._offered[place.key]
            former.hide()
            former.deleteLater()
        elif former is None and offered:
            item = self._items[place.key] = RailItem(place.key, tr(place.text), place.action)
            item.clicked.connect(partial(self.chosen.emit, place.key))
            # Below the mark and the upper places, in the order of their keys.
            before = sum(keys < place.action.keys for keys in self._offered.values())
            self._column.insertWidget(1 + self._upper + before, item)
            self._offered[place.key] = place.action.keys
        self._fit()

    def show_clerk(self, name: str | None) -> None:
        """Show the clerk on duty, empty for none; None when there are no clerks."""
        self.clerk.setVisible(name is not None)
        if name is not None:
            self.clerk.show_text(name or tr("No clerk"))
        self._fit()

    def show_basket(self, words: str, waiting: int) -> None:
        """Tell of the open basket, and how many others wait; empty words for none."""
        self._basket_words = words
        self.basket.show_waiting(waiting)
        if words:
            self.basket.setAccessibleName(words)
            set_tip(self.basket, words)
        self._give_basket_room()

    def _give_basket_room(self) -> None:
        """Where there is no room for the strip, the basket stands in place of the mark."""
        has_basket = self.room.is_flat and bool(self._basket_words)
        self.basket.setVisible(has_basket)
        self._app.setHidden(has_basket)

    def show_count(self, key: str, count: int) -> None:
        """Show how many need an answer at a place, if it is there."""
        if key in self._items:
            self._items[key].show_count(count)


class RailItem(Ringed, QAbstractButton):
    """One place, with its count."""

    ring_radius = style.RADIUS

    def __init__(self, key: str, text: str, action: Action, *, is_place: bool = True) -> None:
        super().__init__()
        self.setCheckable(is_place)
        set_spoken_role(self, QAccessible.Role.PageTab if is_place else QAccessible.Role.Button)
        self._text, self._icon = text, action.icon
        self._key = action.painted
        self._count = self._small = 0
        self.setObjectName(f"rail_{key}")
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
        self._tell()
        self.updateGeometry()
        self.update()

    def _tell(self) -> None:
        """Say the word in the tooltip where it is not painted."""
        set_tip(self, joined("  ", (self._text if self._small else "", self._key)))
        self.setAccessibleDescription(key_words(self._key))

    def show_small(self, side: int) -> None:
        """Show the icon alone, in a square of this side; 0 is the icon with its word."""
        if side != self._small:
            self._small = side
            self._tell()
            self.updateGeometry()
            self.update()

    @override
    def nextCheckState(self) -> None:
        """Do nothing: the window marks the place, not a press."""

    @override
    def sizeHint(self) -> QSize:
        if self._small:
            return QSize(self._small, self._small)
        return QSize(_WIDTH, _HEIGHT + _LINE * (len(self._lines()) - 1))

    def _lines(self) -> list[str]:
        """The word, on two lines if it is too long for one."""
        font = style.font("micro")
        words = self._text.split()
        if text_width(self._text, font) <= _WIDTH or len(words) == 1:
            return [self._text]
        breaks = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
        return list(min(breaks, key=lambda lines: max(text_width(line, font) for line in lines)))

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        if self.isChecked():
            draw_box(painter, self.rect(), fill=colours.surface, line=colours.line, radius=style.RADIUS)
        elif self.underMouse():
            draw_block(painter, self.rect(), colours.pressed, style.RADIUS)
        lines = [] if self._small else self._lines()
        top = (self.height() - _ICON - (4 + _LABEL * len(lines) if lines else 0)) // 2
        left = (self.width() - _ICON) // 2
        ink = colours.accent if self.isChecked() else colours.text2
        assets.paint_icon(painter, self._icon, QPoint(left, top), _ICON, ink)
        ink = colours.text if self.isChecked() else colours.text2
        for number, line in enumerate(lines):
            words = QRect(0, top + _ICON + 4 + _LABEL * number, self.width(), _LABEL)
            draw_text(painter, words, line, style.font("micro"), ink, align=CENTRE)
        if self._count:
            corner = QPoint(self.width() - (2 if self._small else 9), 2 if self._small else 4)
            _paint_count(painter, corner, self._count)


class RailBasket(IconButton):
    """The basket in place of the strip, with the number of those that wait in its corner."""

    def __init__(self) -> None:
        super().__init__(OPEN_BASKET.icon, tr(OPEN_BASKET.words), size=36)
        self.setObjectName("rail_basket")
        self._waiting = 0

    def show_waiting(self, number: int) -> None:
        """Show how many wait; hidden for 0."""
        self._waiting = number
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._waiting:
            _paint_count(QPainter(self), QPoint(self.width(), 0), self._waiting)


def _paint_count(painter: QPainter, corner: QPoint, count: int) -> None:
    """Paint a count with its upper right corner there."""
    colours, font = style.tokens(), style.font("micro", weight=style.HEAVY)
    text = str(min(count, _MOST))
    width = max(16, text_width(text, font) + 8)
    box = QRect(corner.x() - width, corner.y(), width, 16)
    dark = style.is_dark()
    draw_block(painter, box, colours.warning_mark if dark else colours.warning, 8)
    draw_text(painter, box, text, font, colours.surface if dark else colours.on_accent, align=CENTRE)

"""The ways of paying, side by side, each with its key."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.till.payment_values import PayWay, way_name
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.actions import Key
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT, draw_key, key_width, key_words
from app.ui.kit.basics.layouts import Thing, column, held, row
from app.ui.kit.basics.painting import draw_box, draw_text, text_width
from app.ui.kit.basics.room import Roomy
from app.ui.kit.sheets.page_layout import HintLine, Scroller
from app.ui.theme import assets, style
from app.ui.till.actions import WAYS

_HEIGHT, _LEAST, _SIDE, _TOP, _ICON = 72, 96, 12, 8, 18
_FLAT, _GAP = 36, 8
_BELOW = 18
WAY_ICONS = {
    PayWay.CASH: "banknote",
    PayWay.UPI: "qr-code",
    PayWay.CARD: "credit-card",
    PayWay.OTHER: "landmark",
    PayWay.ACCOUNT: "user",
}


class WayTiles(QWidget):
    """One tile for each way; one of them is chosen."""

    chosen = Signal(object)
    """Emitted with the `PayWay`, also when the one that is chosen already is asked for: it has a field."""

    def __init__(self, about: Mapping[PayWay, str]) -> None:
        """`about` says of each way what it is for, in the order of the keys."""
        super().__init__()
        self.setObjectName("ways")
        self._group = QButtonGroup(self)
        tiles = (WayTile(*each, key) for each, key in zip(about.items(), WAYS.caps, strict=False))
        self._tiles = {each.way: each for each in tiles}
        line = row(gap=8)
        for tile in self._tiles.values():
            self._group.addButton(tile)
            line.addWidget(tile, 1)
        self.setLayout(line)
        self.setAccessibleName(tr("Way of paying"))
        self.current = PayWay.CASH
        """The chosen way."""
        self._tiles[self.current].setChecked(True)
        self._group.buttonClicked.connect(self._tell)

    def choose(self, way: PayWay) -> None:
        """Choose a way."""
        self._tiles[way].setChecked(True)
        self._tell()

    def _tell(self) -> None:
        tile = self._group.checkedButton()
        if isinstance(tile, WayTile):
            self.current = tile.way
            self.chosen.emit(tile.way)


class WayTile(Ringed, Roomy, QAbstractButton):
    """One way of paying; in a flat window its name and its key alone."""

    def __init__(self, way: PayWay, about: str, key: Key) -> None:
        super().__init__()
        set_spoken_role(self, QAccessible.Role.RadioButton)
        self.setObjectName(f"way_{way}")
        self.way, self._about, self._key = way, about, key
        self.setText(way_name(way))
        self.setCheckable(True)
        self.setAccessibleName(joined(", ", (self.text(), about)))
        self.setAccessibleDescription(key_words(key))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        if not self.room.is_flat:
            return QSize(_LEAST, _HEIGHT)
        name = text_width(self.text(), style.font("bodyStrong"))
        return QSize(_SIDE + name + _GAP + key_width(self._key) + _SIDE, _FLAT)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def follow_room(self) -> None:
        self.updateGeometry()
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours, is_on = QPainter(self), style.tokens(), self.isChecked()
        draw_box(
            painter,
            self.rect(),
            fill=colours.accent_soft if is_on else colours.surface,
            line=colours.accent if is_on else colours.line_strong,
            width=2 if is_on else 1,
            radius=style.RADIUS,
        )
        width, is_flat = key_width(self._key), self.room.is_flat
        top = (self.height() - HEIGHT) // 2 if is_flat else _TOP
        draw_key(painter, QRect(self.width() - _SIDE - width, top, width, HEIGHT), self._key)
        room, name = self.width() - 2 * _SIDE, style.line_height("bodyStrong")
        top = (self.height() - name) // 2 if is_flat else _TOP + _ICON + 2
        words = QRect(_SIDE, top, room, name)
        draw_text(painter, words, self.text(), style.font("bodyStrong"), colours.text)
        if is_flat:
            return
        ink = colours.accent if is_on else colours.text2
        assets.paint_icon(painter, WAY_ICONS[self.way], QPoint(_SIDE, _TOP), _ICON, ink)
        below = QRect(_SIDE, top + name, room, style.line_height("caption"))
        font, about = style.font("caption"), self._about
        if text_width(about, font) > room:
            # In a narrow tile its first words are enough.
            about = about.partition(",")[0]
        draw_text(painter, below, about, font, colours.text3)


class WaySheet(Roomy, QWidget):
    """The ways with what is typed for one of them, which scrolls.

    In a flat window the ways stand over that, in place of the line with their keys: scrolled to the field
    with the keyboard, nobody would see for which way it is typed.
    """

    fitted = Signal(int)
    """Emitted with the height in which what scrolls is seen there."""

    def __init__(self, tiles: WayTiles, hint: HintLine, over: tuple[Thing, ...], *things: Thing) -> None:
        """`over` stands over the ways, `things` below them."""
        super().__init__()
        self._tiles, self._hint = tiles, hint
        self._home = column(tiles, margins=(0, 0, 0, _BELOW))
        self._strip_home = row(margins=(24, 8, 24, 8))
        self._strip = held(column(self._strip_home, Hairline()))
        self._strip.hide()
        scrolled = column(*over, self._home, *things, None, margins=(24, 16, 24, 16))
        self.setLayout(column(self._strip, (Scroller(held(scrolled), passes_keys=True), 1), hint))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fitted.emit(self.height() - self._strip.sizeHint().height())

    @override
    def follow_room(self) -> None:
        is_flat, focused = self.room.is_flat, QApplication.focusWidget()
        (self._strip_home if is_flat else self._home).addWidget(self._tiles)
        self._home.setContentsMargins(0, 0, 0, 0 if is_flat else _BELOW)
        self._strip.setVisible(is_flat)
        self._hint.setVisible(not is_flat)
        if focused is not None and self._tiles.isAncestorOf(focused):
            # What is moved to another place loses the keyboard.
            focused.setFocus(Qt.FocusReason.OtherFocusReason)

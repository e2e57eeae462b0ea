"""A filter in a word or two, and several of which one is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.actions import Key, acts
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT as KEY_HEIGHT
from app.ui.kit.basics.key_cap import draw_key, key_width, key_words
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.painting import draw_box, draw_text, faded, text_width
from app.ui.kit.basics.text import one_line
from app.ui.theme import assets, style
from app.ui.theme.style import Ink

_HEIGHT, _TALL, _KEYED, _SIDE, _GAP, _ICON, _SIGN = 28, 36, 32, 10, 6, 14, 12


class FilterChip(Ringed, QAbstractButton):
    """A filter, set or not; `opens` paints a menu arrow, `bare` has no outline, `tall` is for fields."""

    _role: QAccessible.Role | None = None
    """What a screen reader is told that it is, if not a check box."""

    def __init__(
        self, text: str, *, icon: str = "", opens: bool = False, bare: bool = False, tall: bool = False
    ) -> None:
        super().__init__()
        self._icon, self._opens, self._bare = icon, opens, bare
        self._height = _TALL if tall else _HEIGHT
        self.setCheckable(not opens)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        if self._role is not None:
            # Before its name, with which Qt asks for it.
            set_spoken_role(self, self._role)
        self.set_label(text)

    def set_label(self, text: str) -> None:
        """Change the words."""
        self.setText(one_line(text))
        self.setAccessibleName(one_line(text))
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        width = 2 * _SIDE + text_width(self.text(), style.font("captionStrong"))
        width += _ICON + _GAP if self._icon else 0
        return QSize(width + (_SIGN + _GAP if self._sign() else 0), self._height)

    @override
    def nextCheckState(self) -> None:
        super().nextCheckState()
        self.updateGeometry()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        ground = colours.hover if self.underMouse() else colours.surface
        fill, line, ink = ground, colours.line_strong, colours.text2
        if self.isChecked():
            fill, line, ink = colours.accent_soft, colours.accent_line, colours.accent
        elif self._bare:
            line = faded(line, 0)
        draw_box(painter, self.rect(), fill=fill, line=line, radius=style.CONTROL_RADIUS)
        left = _SIDE
        if self._icon:
            assets.paint_icon(painter, self._icon, QPoint(left, (self._height - _ICON) // 2), _ICON, ink)
            left += _ICON + _GAP
        words = QRect(left, 0, self.width() - left, self.height())
        draw_text(painter, words, self.text(), style.font("captionStrong"), ink)
        if self._sign():
            corner = QPoint(self.width() - _SIDE - _SIGN, (self._height - _SIGN) // 2)
            assets.paint_icon(painter, self._sign(), corner, _SIGN, ink)

    def _sign(self) -> str:
        return "x" if self.isChecked() else "chevron-down" if self._opens else ""


class ChipChoice(NamedTuple):
    """One of several chips: what it stands for, its words, its icon in its own ink, and its key."""

    key: str
    text: str
    icon: str = ""
    ink: Ink = "text2"
    pressed: Key | None = None


class ChoiceChip(FilterChip):
    """A chip of which one among several is set; pressing the one that is set leaves it so."""

    _role = QAccessible.Role.RadioButton

    def __init__(self, choice: ChipChoice) -> None:
        self._choice = choice
        super().__init__(choice.text)
        if choice.pressed is not None:
            self._height = _KEYED
            self.setAccessibleDescription(key_words(choice.pressed))

    def show_choice(self, choice: ChipChoice) -> None:
        """Change the words and the icon."""
        self._choice = choice
        self.set_label(choice.text)

    @override
    def sizeHint(self) -> QSize:
        width = 2 * _SIDE + text_width(self.text(), style.font("captionStrong"))
        width += _ICON + _GAP if self._choice.icon else 0
        return QSize(width + (_GAP + key_width(self._cap) if self._cap else 0), self._height)

    @property
    def _cap(self) -> Key | None:
        key = self._choice.pressed
        return key if key is not None and acts(key) else None

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        ground = colours.hover if self.underMouse() else colours.surface
        fill, line, ink = ground, colours.line_strong, colours.text2
        if self.isChecked():
            fill, line, ink = colours.accent_soft, colours.accent_line, colours.accent
        draw_box(painter, self.rect(), fill=fill, line=line, radius=style.CONTROL_RADIUS)
        left, choice = _SIDE, self._choice
        if choice.icon:
            corner = QPoint(left, (self.height() - _ICON) // 2)
            colour = colours.ink_named(choice.ink)
            assets.paint_icon(painter, choice.icon, corner, _ICON, colour, stroke=2.2)
            left += _ICON + _GAP
        width = text_width(self.text(), style.font("captionStrong"))
        words = QRect(left, 0, width + 1, self.height())
        draw_text(painter, words, self.text(), style.font("captionStrong"), ink)
        if self._cap:
            top = (self.height() - KEY_HEIGHT) // 2
            draw_key(painter, QRect(left + width + _GAP, top, key_width(self._cap), KEY_HEIGHT), self._cap)


class ChoiceChips(QWidget):
    """Chips beside each other, of which one is chosen, or none before the first choice."""

    chosen = Signal(str)
    """Emitted with the key of another chosen chip."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        set_spoken_role(self, QAccessible.Role.Grouping)
        self._group = QButtonGroup(self)
        self._chips: dict[str, ChoiceChip] = {}
        self._line = row(gap=8)
        self.setLayout(self._line)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def current(self) -> str:
        """The key of the chosen chip; empty for none."""
        return next((key for key, each in self._chips.items() if each.isChecked()), "")

    def show_choices(self, choices: Iterable[ChipChoice]) -> None:
        """Show these chips, one at least; those that stay keep the keyboard and their choice."""
        choices = tuple(choices)
        if [each.key for each in choices] != [*self._chips]:
            self._arrange(choices)
        for each in choices:
            self._chips[each.key].show_choice(each)

    def choose(self, key: str) -> None:
        """Choose a chip."""
        self._chips[key].click()

    def _arrange(self, choices: tuple[ChipChoice, ...]) -> None:
        former, self._chips = self._chips, {}
        for place, each in enumerate(choices):
            chip = former.pop(each.key, None) or self._made(each)
            self._chips[each.key] = chip
            self._line.insertWidget(place, chip)
        for gone in former.values():
            gone.hide()
            gone.deleteLater()
            if gone.isChecked():
                self.choose(choices[0].key)
            self._group.removeButton(gone)

    def _made(self, choice: ChipChoice) -> ChoiceChip:
        chip = called(f"{self.objectName()}:{choice.key}", ChoiceChip(choice))
        chip.toggled.connect(partial(self._tell, choice.key))
        self._group.addButton(chip)
        return chip

    def _tell(self, key: str, is_on: object) -> None:
        if is_on:
            self.chosen.emit(key)

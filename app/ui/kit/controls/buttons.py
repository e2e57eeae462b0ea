"""Buttons of each kind, size and state, with their keys."""

from __future__ import annotations

import time
from typing import Literal, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy
from typing_extensions import override

from app.core.language import joined, tr
from app.ui.kit.basics.actions import Action, Key, acts
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT, draw_key, key_width, key_words
from app.ui.kit.basics.painting import draw_box, draw_text, faded, text_width
from app.ui.kit.basics.room import Roomy, Width
from app.ui.kit.basics.text import one_line, plain, set_tip
from app.ui.theme import assets, style
from app.ui.theme.style import Role

Kind = Literal["primary", "secondary", "quiet", "destructive", "danger_quiet"]
Size = Literal[28, 36, 44, 48]
_FILLED = ("primary", "destructive")
_WORD_SECONDS = 1.5
"""After a letter, a space is that between two words."""
_ARROWS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right})


class _Measure(NamedTuple):
    """The measures of one size of button."""

    side: int
    gap: int
    icon: int
    role: Role


class _Look(NamedTuple):
    """How the words of a button are painted in its width."""

    role: Role
    side: int
    has_icon: bool
    lines: tuple[str, ...]


_NARROW_SIDE, _LINES_APART = 8, 6
_TWO_LINES: dict[Size, int] = {28: 40, 36: 48, 44: 56, 48: 60}
"""The height of a button of each size whose words take two lines."""
_MEASURES: dict[Size, _Measure] = {
    28: _Measure(11, 6, 14, "captionStrong"),
    36: _Measure(15, 8, 16, "bodyStrong"),
    44: _Measure(19, 8, 18, "button"),
    48: _Measure(19, 8, 18, "spend"),
}


class Button(Ringed, QPushButton):
    """A button of the design; `key` is painted after the label, `fills` takes the width there is.

    An action provides label, icon and key by default.

    Enter and Space press it, but not the space of words that are typed on it; holding a key does not press
    it again.
    """

    def __init__(
        self,
        text: str | Action,
        kind: Kind = "secondary",
        *,
        size: Size = 36,
        key: Action | Key | None = None,
        icon: str = "",
        fills: bool = False,
    ) -> None:
        super().__init__()
        if isinstance(text, Action):
            text, key, icon = tr(text.words), key or text, icon or text.icon
        self._label = self._reason = self._warning = ""
        self._kind: Kind = kind
        self._size: Size = size
        self._key = _painted(key)
        self._icon = icon
        self._busy = ""
        self._holds_focus = self._is_folded = False
        self._letter_until = 0.0
        self._height: int = size
        self._measure = _MEASURES[size]
        across = QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.set_label(text)

    @property
    def label(self) -> str:
        """The present words on the button."""
        return self._busy or self._label

    def set_label(self, text: str) -> None:
        """Change the words."""
        self._label = one_line(text)
        self._renew()

    def warn(self, words: str) -> None:
        """Describe to a screen reader what pressing it does, in sentences."""
        self._warning = plain(words)
        self._name()

    def set_kind(self, kind: Kind) -> None:
        """Paint it as a button of another kind."""
        self._kind = kind
        self._renew()

    def set_icon(self, icon: str) -> None:
        """Change the icon."""
        self._icon = icon
        self._renew()

    def set_key(self, key: Action | Key | None) -> None:
        """Change the key that is painted after the label."""
        self._key = _painted(key)
        self._renew()

    def set_side(self, side: int, gap: int) -> None:
        """Use a smaller padding and gap than other buttons of the size."""
        self._measure = self._measure._replace(side=side + 1, gap=gap)
        self.updateGeometry()

    def set_busy(self, words: str) -> None:
        """Show that its work is running, in words that end in an ellipsis; it keeps the keyboard."""
        self._holds_focus = bool(words)
        self.setEnabled(not words)
        self._holds_focus = False
        self._busy = one_line(words)
        self._renew()

    def disable(self, reason: str) -> None:
        """Disable it; the reason is its tooltip and its text for screen readers."""
        self.setEnabled(False)
        self._reason = plain(reason)
        set_tip(self, self._reason)
        self.setAccessibleDescription(self._reason)

    def enable(self) -> None:
        """Enable it."""
        self.setEnabled(True)
        self._reason = ""
        self._renew()

    @property
    def is_folded(self) -> bool:
        """Whether only its icon and key are shown."""
        return self._is_folded

    def fold(self, *, folded: bool) -> None:
        """Show the icon and the key alone; the words are its tooltip, and are still its name."""
        if folded != self._is_folded:
            self._is_folded = folded
            self._renew()

    def may_shrink(self) -> None:
        """Give way beside other buttons: the words take two lines before anything of them is lost."""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def may_grow(self) -> None:
        """Be as high as the highest button beside it, where the layout fills the row."""
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), QSizePolicy.Policy.Minimum)
        self.setMaximumHeight(max(self._size, _TWO_LINES.get(self._size, self._size)))

    def width_when(self, *, folded: bool) -> int:
        """Its width with its words or without."""
        return self._width_of(self._whole_look(folded=folded))

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._width_of(self._whole_look()), self._height)

    @override
    def minimumSizeHint(self) -> QSize:
        """The size with the words on two lines: nothing of them is ever left out."""
        return QSize(self._width_of(self._looks()[-1]), self._height)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._take_height()

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus on, but not since this button becomes busy: it would land on the rail."""
        return self._holds_focus or super().focusNextPrevChild(forward)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            event.accept()
        elif event.key() in _ARROWS:
            # Qt would move the focus to a neighbour; on a page with a list the arrows are for the list.
            event.ignore()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not _with_control(event):
            self.click()
        elif event.key() == Qt.Key.Key_Space and time.monotonic() < self._letter_until:
            # Of a name that is typed where no field has the keyboard.
            event.accept()
        else:
            if event.text().isalpha():
                self._letter_until = time.monotonic() + _WORD_SECONDS
            super().keyPressEvent(event)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            super().keyReleaseEvent(event)

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fill, line, ink = self._colours()
        draw_box(painter, self.rect(), fill=fill, line=line, radius=style.CONTROL_RADIUS)
        measure, look = self._measure, self._look_now()
        if look.has_icon:
            left = (self.width() - self._width_of(look)) // 2 + look.side
            top = (self.height() - measure.icon) // 2
            assets.paint_icon(painter, self._icon, QPoint(left, top), measure.icon, ink)
        height = self.height() // 2 - _LINES_APART if len(look.lines) > 1 else self.height()
        top = _LINES_APART if len(look.lines) > 1 else 0
        for number, line in enumerate(look.lines):
            self._paint_line(painter, look, QRect(0, top + number * height, self.width(), height), line, ink)

    def _paint_line(self, painter: QPainter, look: _Look, place: QRect, line: str, ink: QColor) -> None:
        """Paint a line of the words, the last one with the key."""
        gap, font = self._measure.gap, style.font(look.role)
        key = self._shown_key if line is look.lines[-1] else None
        width = text_width(line, font)
        natural = self._icon_width(look) + width + (gap + key_width(key) if key is not None else 0)
        left = (self.width() - natural) // 2 + self._icon_width(look)
        draw_text(painter, QRect(left, place.top(), width + 2, place.height()), line, font, ink)
        if key is not None:
            top = place.top() + (place.height() - HEIGHT) // 2
            box = QRect(left + width + gap, top, key_width(key), HEIGHT)
            on_fill = self._kind in _FILLED and self.isEnabled()
            draw_key(painter, box, key, on_fill=on_fill, dimmed=not self.isEnabled())

    def _renew(self) -> None:
        self.setText(self.label.replace("&", "&&"))
        self._name()
        if not self._reason:
            set_tip(self, self.label if self._is_folded else "")
        self._take_height()
        self.updateGeometry()
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.label)
        key = "" if self._key is None else key_words(self._key)
        self.setAccessibleDescription(self._reason or joined(" ", (self._warning, key)))

    @property
    def _shown_key(self) -> Key | None:
        return None if self._busy else self._key

    def _whole_look(self, *, folded: bool | None = None) -> _Look:
        measure, is_folded = self._measure, self._is_folded if folded is None else folded
        lines = ("",) if is_folded else (self.label,)
        return _Look(measure.role, measure.side, has_icon=bool(self._icon), lines=lines)

    def _looks(self) -> list[_Look]:
        """The looks in which the words may be painted, each narrower than the one before."""
        looks = [self._whole_look()]
        if looks[-1].role == "spend":
            looks.append(looks[-1]._replace(role="button"))
        if looks[-1].lines != ("",):
            looks.append(looks[-1]._replace(has_icon=False))
            looks.append(looks[-1]._replace(side=min(looks[-1].side, _NARROW_SIDE)))
            looks.append(looks[-1]._replace(lines=_two_lines(self.label)))
        return looks

    def _look_now(self) -> _Look:
        looks = self._looks()
        if self.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Fixed:
            return looks[0]
        return next((each for each in looks if self._width_of(each) <= self.width()), looks[-1])

    def _take_height(self) -> None:
        """Be higher where the words take two lines."""
        is_split = self.width() > 0 and len(self._look_now().lines) > 1
        height = max(self._size, _TWO_LINES.get(self._size, self._size)) if is_split else self._size
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def _icon_width(self, look: _Look) -> int:
        measure = self._measure
        return measure.icon + (measure.gap if look.lines != ("",) else 0) if look.has_icon else 0

    def _width_of(self, look: _Look) -> int:
        """The width of icon, words and key."""
        font, key = style.font(look.role), self._shown_key
        widths = [text_width(line, font) for line in look.lines]
        widths[-1] += 0 if key is None else self._measure.gap + key_width(key)
        return self._icon_width(look) + max(widths) + 2 * look.side

    def _colours(self) -> tuple[QColor, QColor, QColor]:
        """Fill, line and ink of the kind in its present state."""
        if not self.isEnabled():
            return _disabled(self._kind)
        return _live(self._kind, hovered=self.underMouse(), pressed=self.isDown())


class FoldingButton(Roomy, Button):
    """A button that is its icon alone in a window of the width `fold_from` or narrower."""

    fold_from: Width = Width.NARROW

    @override
    def follow_room(self) -> None:
        self.fold(folded=self.room.step <= self.fold_from)


class IconButton(Button):
    """A quiet square button with an icon only; `name` is its tooltip and accessible name."""

    def __init__(self, icon: str, name: str, *, size: Size = 28) -> None:
        self._spoken = name
        super().__init__("", "quiet", size=size, icon=icon)
        self.setFixedSize(size, size)
        set_tip(self, name)

    @override
    def _name(self) -> None:
        self.setAccessibleName(self._spoken)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fill, line, ink = self._colours()
        draw_box(painter, self.rect(), fill=fill, line=line, radius=style.CONTROL_RADIUS)
        corner = QPoint((self.width() - 16) // 2, (self.height() - 16) // 2)
        assets.paint_icon(painter, self._icon, corner, 16, ink)


def shrinking_row(*buttons: Button | None, gap: int = 8) -> QHBoxLayout:
    """Buttons beside each other that give way, all as high as the highest; None takes what is left."""
    line = QHBoxLayout()
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(gap)
    for each in buttons:
        if each is None:
            line.addStretch(1)
        else:
            each.may_shrink()
            each.may_grow()
            line.addWidget(each)
    return line


def _two_lines(text: str) -> tuple[str, ...]:
    """The text on two lines, as even as can be; a currency stays with its amount."""
    words = text.split()
    breaks = [
        (" ".join(words[:at]), " ".join(words[at:]))
        for at in range(1, len(words))
        if not words[at][:1].isdigit()
    ]
    return min(breaks, key=lambda lines: max(map(len, lines)), default=(text,))


def _painted(key: Action | Key | None) -> Key | None:
    painted = key.painted if isinstance(key, Action) else key
    return painted if painted is not None and acts(painted) else None


def _with_control(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def _disabled(kind: Kind) -> tuple[QColor, QColor, QColor]:
    colours = style.tokens()
    if kind in _FILLED:
        return colours.pressed, colours.pressed, colours.text_disabled
    if kind == "quiet":
        clear = faded(colours.surface, 0)
        return clear, clear, colours.text_disabled
    return colours.sunken, colours.line, colours.text_disabled


def _live(kind: Kind, *, hovered: bool, pressed: bool) -> tuple[QColor, QColor, QColor]:
    colours = style.tokens()
    if kind == "primary":
        fill = (
            colours.accent_fill_pressed
            if pressed
            else colours.accent_fill_hover
            if hovered
            else colours.accent_fill
        )
        return fill, fill, colours.on_accent
    if kind == "destructive":
        fill = colours.danger_fill_hover if hovered or pressed else colours.danger_fill
        return fill, fill, colours.on_danger
    rest = faded(colours.surface, 0) if kind == "quiet" else colours.surface
    fill = colours.pressed if pressed else colours.hover if hovered else rest
    if kind == "quiet":
        return fill, faded(colours.surface, 0), colours.text2
    return fill, colours.line_strong, colours.danger if kind == "danger_quiet" else colours.text

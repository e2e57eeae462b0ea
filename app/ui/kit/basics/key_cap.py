"""The small cap that names a key."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import Action, Key
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import held, row
from app.ui.kit.basics.painting import CENTRE, draw_box, draw_text, faded, text_width
from app.ui.kit.basics.text import Label
from app.ui.theme import style

HEIGHT = 18
_LEAST_WIDTH = 18
_SIDE = 5
_SPOKEN = {
    "\u21b5": "Enter",
    "\u2191": "Up",
    "\u2193": "Down",
    "\u2190": "Left",
    "\u2192": "Right",
    "\u2212": "minus",
}


def key_width(key: Key) -> int:
    """The width of a key's cap."""
    return max(_LEAST_WIDTH, text_width(key, style.font("micro")) + 2 * _SIDE)


def draw_key(
    painter: QPainter, rect: QRect, key: Key, *, on_fill: bool = False, dimmed: bool = False
) -> None:
    """Paint a key's cap; `on_fill` is the one on a filled button."""
    colours = style.tokens()
    if on_fill:
        ink, line, ground = colours.on_accent, faded(colours.on_accent, 0.45), faded(colours.on_accent, 0)
    else:
        ink, line, ground = colours.text3, colours.line_strong, colours.surface
    if dimmed:
        ink, ground = colours.text_disabled, faded(colours.surface, 0)
    draw_box(painter, rect, fill=ground, line=line, radius=4)
    draw_text(painter, rect, key, style.font("micro"), ink, align=CENTRE)


def spoken(key: Key) -> str:
    """The name of the key for screen readers: "Ctrl Enter"."""
    text: str = key
    for sign, word in _SPOKEN.items():
        text = text.replace(sign, word)
    return text


def key_words(key: Key) -> str:
    """The text for screen readers on a part with these keys: "Key Ctrl Enter"."""
    return tr("Key {keys}", keys=spoken(key))


class KeyCap(QWidget):
    """Shows a key beside the words of its action."""

    def __init__(self, key: Action | Key) -> None:
        super().__init__()
        self._key = key.painted if isinstance(key, Action) else key
        self.setAccessibleName(key_words(self._key))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(key_width(self._key), HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        draw_key(QPainter(self), self.rect(), self._key)


def key_caps(action: Action) -> QWidget:
    """The caps of an action side by side; between the ends of a span stands "to"."""
    caps = [KeyCap(key) for key in action.caps]
    if not action.is_span:
        return held(row(*caps, gap=6))
    return held(row(caps[0], Label(tr("to"), "caption", "text3"), caps[1], gap=6))

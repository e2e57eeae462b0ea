"""Buttons of each kind, size and state, with their keys."""

from __future__ import annotations

from typing import Literal, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import Action, Key
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT, draw_key, key_width, key_words
from app.ui.kit.basics.painting import draw_box, draw_text, faded, text_width
from app.ui.kit.basics.text import one_line, plain, set_tip
from app.ui.theme import assets, style
from app.ui.theme.style import Role

Kind = Literal["primary", "secondary", "quiet", "destructive", "danger_quiet"]
Size = Literal[28, 36, 44, 48]
_FILLED = ("primary", "destructive")
_ARROWS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right})


class _Measure(NamedTuple):
    """The measures of one size of button."""

    side: int
    gap: int
    icon: int
    role: Role


_MEASURES: dict[Size, _Measure] = {
    28: _Measure(11, 6, 14, "captionStrong"),
    36: _Measure(15, 8, 16, "bodyStrong"),
    44: _Measure(19, 8, 18, "button"),
    48: _Measure(19, 8, 18, "spend"),
}


class Button(Ringed, QPushButton):
    """A button of the design; `key` is painted after the label, `fills` takes the width there is.

    An action provides label, icon and key by default.

    Enter and Space press it; holding a key does not press it again.
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
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        if isinstance(text, Action):
            text, key, icon = tr(text.words), key or text, icon or text.icon
        self._label = self._reason = ""
        self._kind: Kind = kind
        self._size: Size = size
        self._key = _painted(key)
        self._icon = icon
        self._busy = ""
        self._holds_focus = False
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
        self._say_busy(words)

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
        set_tip(self, "")
        self._name()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._natural_width() + self._key_width(), self._size)

    @override
    def minimumSizeHint(self) -> QSize:
        """The size without the key, which is left out first when space is short."""
        return QSize(self._natural_width(), self._size)

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
        else:
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
        measure = self._measure
        key = self._key if not self._busy and self.width() >= self.sizeHint().width() else None
        natural = self._natural_width() + (self._key_width() if key is not None else 0)
        left = (self.width() - natural) // 2 + measure.side
        if self._icon:
            top = (self.height() - measure.icon) // 2
            assets.paint_icon(painter, self._icon, QPoint(left, top), measure.icon, ink)
            left += measure.icon + measure.gap
        font = style.font(measure.role)
        width = text_width(self.label, font)
        draw_text(painter, QRect(left, 0, width + 2, self.height()), self.label, font, ink)
        if key is not None:
            box = QRect(left + width + measure.gap, (self.height() - HEIGHT) // 2, key_width(key), HEIGHT)
            draw_key(painter, box, key, on_fill=self._is_filled(), dimmed=not self.isEnabled())

    def _say_busy(self, words: str) -> None:
        self._busy = one_line(words)
        self._renew()

    def _renew(self) -> None:
        self.setText(self.label.replace("&", "&&"))
        self._name()
        self.updateGeometry()
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.label)
        key = "" if self._key is None else key_words(self._key)
        self.setAccessibleDescription(self._reason or key)

    def _natural_width(self) -> int:
        """The width of icon and label."""
        measure = self._measure
        icon = measure.icon + (measure.gap if self.label else 0) if self._icon else 0
        return icon + text_width(self.label, style.font(measure.role)) + 2 * measure.side

    def _key_width(self) -> int:
        """The width of the gap and the key, if there is one."""
        return self._measure.gap + key_width(self._key) if self._key is not None and not self._busy else 0

    def _is_filled(self) -> bool:
        return self._kind in _FILLED and self.isEnabled()

    def _colours(self) -> tuple[QColor, QColor, QColor]:
        """Fill, line and ink of the kind in its present state."""
        if not self.isEnabled():
            return _disabled(self._kind)
        return _live(self._kind, hovered=self.underMouse(), pressed=self.isDown())


class IconButton(Button):
    """A quiet square button with an icon only; `name` is its tooltip and accessible name."""

    def __init__(self, icon: str, name: str, *, size: Size = 28, parent: QWidget | None = None) -> None:
        self._spoken = name
        super().__init__("", "quiet", size=size, icon=icon, parent=parent)
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


def _painted(key: Action | Key | None) -> Key | None:
    return key.painted if isinstance(key, Action) else key


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

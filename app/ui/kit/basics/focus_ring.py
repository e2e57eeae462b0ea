"""The ring around the widget with the keyboard focus, drawn over everything else."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.mixin import Mixin
from app.ui.theme import style

_REACH = style.FOCUS_OFFSET + style.FOCUS_RING
_BY_KEYBOARD = frozenset(
    {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason}
)
_BY_POINTER = frozenset({Qt.FocusReason.MouseFocusReason, Qt.FocusReason.MenuBarFocusReason})


class _Last:
    """How the focus was last moved; a change by the program keeps that."""

    by_keyboard = True


def note_key() -> None:
    """Note that the person is at the keyboard: what the program focuses next shows the ring."""
    _Last.by_keyboard = True


def enter(widget: QWidget, reason: Qt.FocusReason, radius: int = style.CONTROL_RADIUS) -> None:
    """Handle that a widget got the focus; the ring is shown if the focus came by keyboard."""
    if reason in _BY_KEYBOARD:
        _Last.by_keyboard = True
    elif reason in _BY_POINTER:
        _Last.by_keyboard = False
    if _Last.by_keyboard:
        _ring_of(widget).follow(widget, radius)


def leave(widget: QWidget) -> None:
    """Handle that a widget lost the focus."""
    ring = _rings.get(_ground(widget))
    if ring is not None and isValid(ring):
        ring.forget(widget)


class Ringed(Mixin):
    """Stands before a class of Qt's: its widgets show the ring while the keyboard is in them."""

    ring_radius: ClassVar[int] = style.CONTROL_RADIUS

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        enter(self, event.reason(), self.ring_radius)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        leave(self)


class FocusRing(QWidget):
    """A ring of two pixels in the accent, two pixels outside the widget it follows."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._widget: QWidget | None = None
        self._watched: tuple[QWidget, ...] = ()
        """The widget and its parents, any of which can move it."""
        self._radius = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def follow(self, widget: QWidget, radius: int) -> None:
        """Show around the widget until it loses the focus."""
        if self._widget is not None and self._widget is not widget:
            self.forget(self._widget)
        self._widget, self._radius = widget, radius
        self._watched = tuple(_between(widget, self._over))
        for each in self._watched:
            each.installEventFilter(self)
        self._place()
        self.show()
        self.raise_()

    def forget(self, widget: QWidget) -> None:
        """Hide if shown around this widget."""
        if self._widget is widget:
            for each in filter(isValid, self._watched):
                each.removeEventFilter(self)
            self._widget, self._watched = None, ()
            self.hide()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._place()
        elif event.type() == QEvent.Type.Hide and self._widget is not None and watched is self._widget:
            self.forget(self._widget)
        return False

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(style.tokens().accent, style.FOCUS_RING))
        half = style.FOCUS_RING / 2
        radius = self._radius + style.FOCUS_OFFSET + half
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)

    def _place(self) -> None:
        if self._widget is not None:
            corner = self._widget.mapTo(self._over, QPoint())
            around = QRect(corner, self._widget.size())
            self.setGeometry(around.adjusted(-_REACH, -_REACH, _REACH, _REACH))


_rings: weakref.WeakKeyDictionary[QWidget, FocusRing] = weakref.WeakKeyDictionary()


def _ring_of(widget: QWidget) -> FocusRing:
    ground = _ground(widget)
    ring = _rings.get(ground)
    if ring is None or not isValid(ring):
        ring = _rings[ground] = FocusRing(ground)
    return ring


def _between(widget: QWidget, ground: QWidget) -> Iterator[QWidget]:
    """The widget and its parents up to the ground."""
    each: QWidget | None = widget
    while each is not None and each is not ground:
        yield each
        each = each.parentWidget()


def _ground(widget: QWidget) -> QWidget:
    """The parent of the ring: the content of the widget's scroll area, else the window."""
    each = widget
    while (parent := each.parentWidget()) is not None and not each.isWindow():
        if isinstance(parent.parentWidget(), QScrollArea):
            return each
        each = parent
    return each

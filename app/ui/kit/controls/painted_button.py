"""A painted button that shows the focus ring when the keyboard reaches it."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractButton
from typing_extensions import override

from app.ui.kit.basics import focus_ring


class RingedButton(QAbstractButton):
    """What paints itself and can be pressed; whoever subclasses it paints everything but the ring."""

    @override
    def focusInEvent(self, arg__1: QFocusEvent) -> None:
        super().focusInEvent(arg__1)
        focus_ring.enter(self, arg__1.reason())

    @override
    def focusOutEvent(self, arg__1: QFocusEvent) -> None:
        super().focusOutEvent(arg__1)
        focus_ring.leave(self)

"""A painted button that shows the focus ring when the keyboard reaches it."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractButton
from typing_extensions import override

from app.ui.kit.basics import focus_ring


class PaintedButton(QAbstractButton):
    """A button whose subclasses paint everything but the focus ring."""

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        focus_ring.enter(self, event.reason())

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        focus_ring.leave(self)

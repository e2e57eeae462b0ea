"""The button that confirms money: no key presses it by accident, and it works once."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from typing_extensions import override

from app.ui.kit.basics.actions import GO_ON
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.controls.buttons import Button

ARMING_MS = 300
_PRESSING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Select})


class ConfirmButton(Button):
    """Shows verb and amount; armed 300 ms after it appears, and after it was used only by `arm`.

    Enter and Space do nothing here: the pointer presses it, or the page asks `fires` on Ctrl Enter.
    """

    spent = Signal()
    """The clerk wants the money spent; it comes once until the button is armed again."""

    def __init__(self, text: str, *, destructive: bool = False) -> None:
        kind = "destructive" if destructive else "primary"
        super().__init__(text, kind, size=48, key=GO_ON, fills=True)
        self._is_armed = False
        self._timer = ScreenDelay(self, ARMING_MS, self._become_armed)
        self.clicked.connect(self.spend)

    @property
    def is_armed(self) -> bool:
        """Whether it would spend now."""
        return self._is_armed and self.isEnabled() and self.isVisible()

    def arm(self) -> None:
        """Arm it again, 300 ms from now."""
        self._is_armed = False
        self._timer.start()

    def fires(self) -> bool:
        """Whether it may spend now; True comes once until the button is armed again."""
        if not self.is_armed:
            return False
        self._is_armed = False
        return True

    def spend(self) -> None:
        """Spend, when it is armed."""
        if self.fires():
            self.spent.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PRESSING:
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PRESSING:
            event.ignore()
        else:
            super().keyReleaseEvent(event)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.arm()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        self._is_armed = False

    def _become_armed(self) -> None:
        self._is_armed = True

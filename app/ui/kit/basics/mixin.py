"""What several widgets of different kinds have in common; it stands before the class of Qt's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

if TYPE_CHECKING:
    Mixin = QWidget
else:
    # Two classes of Qt's cannot be mixed, so that it must be none itself.
    Mixin = object


class Restyled(Mixin):
    """Fits its widget again whenever the letters or the theme change."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        """Take sizes and letters from the style of now."""

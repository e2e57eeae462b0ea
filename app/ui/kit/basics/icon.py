"""An icon that stands alone, in an ink of the design."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.guarded import guarded
from app.ui.theme import assets, style
from app.ui.theme.style import Ink


class Icon(QWidget):
    """Decoration beside words that say the same; `above` moves it down to the first line of text."""

    def __init__(
        self, icon: str, size: int = 16, ink: Ink = "text2", *, stroke: float = 0, above: int = 0
    ) -> None:
        super().__init__()
        self._icon, self._size, self._stroke, self._above = icon, size, stroke, above
        self._ink: Ink = ink
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, icon: str, ink: Ink) -> None:
        """Show another icon."""
        self._icon, self._ink = icon, ink
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._size, self._size + self._above)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        ink = style.tokens().ink_named(self._ink)
        assets.paint_icon(
            QPainter(self), self._icon, QPoint(0, self._above), self._size, ink, stroke=self._stroke
        )


class AppMark(QWidget):
    """The program's own mark."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.setFixedSize(size, size)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        assets.paint_icon(QPainter(self), "app-mark", QPoint(), self.width(), style.tokens().accent_fill)

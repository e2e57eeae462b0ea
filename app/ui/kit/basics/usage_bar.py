"""How much of a limit is used, as a bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QAccessible, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.theme import style


class UsageBar(QWidget):
    """A share between 0 and 1 of a track; `name` says it in words."""

    def __init__(self, height: int = 10, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.0
        set_spoken_role(self, QAccessible.Role.Graphic)
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, name: str) -> None:
        """Draw this share."""
        self._share = min(max(share, 0.0), 1.0)
        self.setAccessibleName(name)
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole, radius = QRectF(self.rect()), self.height() / 2
        track = QPainterPath()
        track.addRoundedRect(whole, radius, radius)
        painter.fillPath(track, colours.track)
        used = QPainterPath()
        used.addRoundedRect(QRectF(0, 0, whole.width() * self._share, whole.height()), radius, radius)
        painter.fillPath(used.intersected(track), colours.meter)

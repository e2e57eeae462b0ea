"""How much of a limit is used, or how far a work has come, as a bar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QAccessible, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.theme import style

_BETWEEN = 2


class BarPart(NamedTuple):
    """A part of the bar: its share between 0 and 1, and its colour."""

    share: float
    tone: Literal["meter", "success", "danger", "warning"] = "meter"


class UsageBar(QWidget):
    """Parts of a track one after the other, or one share of it; `name` says it in words."""

    def __init__(self, height: int = 10) -> None:
        super().__init__()
        self._parts: tuple[BarPart, ...] = ()
        set_spoken_role(self, QAccessible.Role.Graphic)
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: float, name: str) -> None:
        """Draw this share."""
        self.show_parts((BarPart(share),), name)

    def show_parts(self, parts: Iterable[BarPart], name: str) -> None:
        """Draw these parts, with a gap between them."""
        self._parts = tuple(each for each in parts if each.share > 0)
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
        left = 0.0
        for each in self._parts:
            width = whole.width() * min(each.share, 1.0)
            part = QPainterPath()
            part.addRoundedRect(QRectF(left, 0, width, whole.height()), radius, radius)
            painter.fillPath(part.intersected(track), _colour(each))
            left += width + _BETWEEN


def _colour(part: BarPart) -> QColor:
    colours = style.tokens()
    return {
        "meter": colours.meter,
        "success": colours.success_mark,
        "danger": colours.danger_fill,
        "warning": colours.warning_mark,
    }[part.tone]

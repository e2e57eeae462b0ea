"""Blocks in place of words while something is being read."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_block
from app.ui.theme import style


class Skeleton(QWidget):
    """Blocks at fixed places."""

    def __init__(self, blocks: Iterable[QRect]) -> None:
        super().__init__()
        self._blocks = tuple(blocks)
        set_spoken_role(self, QAccessible.Role.StaticText)
        self.setAccessibleName(tr("Reading"))

    @override
    def sizeHint(self) -> QSize:
        return QSize(
            max((block.right() + 1 for block in self._blocks), default=0),
            max((block.bottom() + 1 for block in self._blocks), default=0),
        )

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for block in self._blocks:
            draw_block(painter, block, style.tokens().skeleton)

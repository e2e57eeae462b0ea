"""The preview of a paper, painted as on the printer."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_box
from app.ui.kit.basics.text import plain
from app.ui.theme import style
from app.ui.vouchers.layout import Laid
from app.ui.vouchers.painting import paint
from app.ui.vouchers.paper import CustomerPaper

_BETWEEN = 12


class PaperPreview(QWidget):
    """The pages below each other, in a given width."""

    def __init__(self, width: int) -> None:
        super().__init__()
        set_spoken_role(self, QAccessible.Role.Document)
        self._laid: Laid | None = None
        self.setFixedWidth(width)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def missing(self) -> tuple[str, ...]:
        """The characters that no font of this computer can draw."""
        return () if self._laid is None else self._laid.missing

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return 0 if self._laid is None else len(self._laid.leaves)

    def fit(self, width: int) -> None:
        """Take another width."""
        self.setFixedWidth(width)
        self.setFixedHeight(self.sizeHint().height())

    def show_paper(self, paper: CustomerPaper[Any]) -> None:
        """Show it in its own size and in its own language."""
        self._laid = paper.lay_out()
        self.setFixedHeight(self.sizeHint().height())
        self.setAccessibleName(plain(paper.text()))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        leaves = () if self._laid is None else self._laid.leaves
        height = sum(round(each.height * self._scale) for each in leaves)
        return QSize(self.width(), height + max(0, len(leaves) - 1) * _BETWEEN)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, top, scale = QPainter(self), 0, self._scale
        for leaf in () if self._laid is None else self._laid.leaves:
            place = QRectF(0, top, self.width(), round(leaf.height * scale))
            if place.intersects(QRectF(event.rect())):
                # Paper is white in the dark theme too.
                line = style.tokens().line_strong
                draw_box(painter, place.toRect(), fill=style.PAPER, line=line, radius=0)
                painter.save()
                painter.translate(place.topLeft())
                paint(painter, leaf, scale)
                painter.restore()
            top += round(place.height()) + _BETWEEN

    @property
    def _scale(self) -> float:
        """Pixels of the screen for one of the paper; all pages are of one width."""
        return self.width() / self._laid.leaves[0].width if self._laid else 1.0

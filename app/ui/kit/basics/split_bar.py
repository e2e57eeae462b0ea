"""The division of a debit into cash and credit, as one bar."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model import formats
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.theme import style

_HEIGHT, _GAP, _OUTER, _INNER = 10, 2, 5.0, 2.0


class SplitBar(QWidget):
    """Cash first, then credit, with a gap between; one part when the other is zero."""

    def __init__(self) -> None:
        super().__init__()
        self._cash = self._credit = Decimal(0)
        set_spoken_role(self, QAccessible.Role.Graphic)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_split(self, cash: Decimal, credit: Decimal) -> None:
        """Draw these two parts."""
        self._cash, self._credit = max(cash, Decimal(0)), max(credit, Decimal(0))
        self.setAccessibleName(
            tr(
                "From the wallet\u2019s cash {cash}, from its credit {credit}",
                cash=formats.amount(cash),
                credit=formats.amount(credit),
            )
        )
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = self._cash + self._credit
        if not whole:
            _bar(painter, QRectF(self.rect()), colours.track, _OUTER, _OUTER)
            return
        if not self._cash or not self._credit:
            only = colours.meter if self._cash else colours.meter_alt
            _bar(painter, QRectF(self.rect()), only, _OUTER, _OUTER)
            return
        share = float(self._cash / whole)
        cut = min(max(self.width() * share, 2 * _OUTER), self.width() - 2 * _OUTER - _GAP)
        _bar(painter, QRectF(0, 0, cut, _HEIGHT), colours.meter, _OUTER, _INNER)
        rest = QRectF(cut + _GAP, 0, self.width() - cut - _GAP, _HEIGHT)
        _bar(painter, rest, colours.meter_alt, _INNER, _OUTER)


class Swatch(QWidget):
    """The small square that names a part of the bar."""

    def __init__(self, *, credit: bool = False) -> None:
        super().__init__()
        self._credit = credit
        self.setFixedSize(10, 10)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.meter_alt if self._credit else colours.meter)
        painter.drawRoundedRect(self.rect(), 3, 3)


def _bar(painter: QPainter, rect: QRectF, colour: QColor, left: float, right: float) -> None:
    """Draw a bar with different corners at its left and its right."""
    path = QPainterPath()
    middle = rect.center().x()
    path.addRoundedRect(QRectF(rect.left(), rect.top(), rect.width() / 2 + left, rect.height()), left, left)
    other = QPainterPath()
    other.addRoundedRect(
        QRectF(middle - right, rect.top(), rect.width() / 2 + right, rect.height()), right, right
    )
    painter.fillPath(path.united(other), colour)

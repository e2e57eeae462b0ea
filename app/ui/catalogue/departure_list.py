"""The list of departures; its rows are painted, and the hours of the day stand over them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import tr, trn
from app.desk.model.boats import Departure
from app.ui.catalogue.departure_model import DepartureModel
from app.ui.catalogue.departure_painting import columns, paint_departure, paint_skeleton, scale_x
from app.ui.catalogue.departure_words import TimeScale
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_text
from app.ui.kit.basics.text import Loud, Run
from app.ui.kit.lists.row_list import RowList, paint_ground
from app.ui.theme import style
from app.ui.theme.live_text import say

ROW_HEIGHT = 64
_HOUR_WIDTH = 30
_PLUS, _MINUS = frozenset("+="), frozenset("-\u2212")

Index = QModelIndex | QPersistentModelIndex


def count_runs(departures: Sequence[Departure], shown: Sequence[Departure]) -> tuple[Run, ...]:
    """Such as "7 departures, 5 open"; what a filter leaves is told as "3 of 7"."""
    still_open = sum(each.is_open for each in shown)
    if len(shown) < len(departures):
        words = trn(
            "{shown} of {number} departure, {open} open",
            "{shown} of {number} departures, {open} open",
            len(departures),
            shown=len(shown),
            open=still_open,
        )
    else:
        words = trn(
            "{number} departure, {open} open",
            "{number} departures, {open} open",
            len(departures),
            open=still_open,
        )
    return (Run(words, ink="text2", loud=Loud("bodyHeavy")),)


class DepartureHeader(Box):
    """The hours stand over the lines that go down through the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        self._scale = TimeScale()
        self.setFixedHeight(style.TABLE_HEADER)
        set_spoken_role(self, QAccessible.Role.StaticText)
        self._name()

    def show_scale(self, scale: TimeScale) -> None:
        """Name the hours of another scale."""
        self._scale = scale
        self._name()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, tokens = QPainter(self), style.tokens()
        whole = self.rect().adjusted(0, 0, 0, -1)
        parts = columns(whole)
        for hour in self._scale.hours:
            x = round(scale_x(parts.times, self._scale, hour * 60))
            label = QRect(x - _HOUR_WIDTH // 2, whole.top(), _HOUR_WIDTH, whole.height())
            draw_text(painter, label, f"{hour:02}", style.font("micro"), tokens.text3, align=CENTRE)
        font = style.font("captionStrong")
        draw_text(painter, parts.trip, tr("Trip and boat"), font, tokens.text3)
        draw_text(painter, parts.seats, tr("Seats"), font, tokens.text3)
        draw_text(painter, parts.fare, tr("Fare from"), font, tokens.text3, align=RIGHT)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), tokens.line)

    def _name(self) -> None:
        say(
            self.setAccessibleName,
            tr(
                "Times from {begins} to {ends} hours, trip and boat, seats, fare from",
                begins=f"{self._scale.begins:02}",
                ends=f"{self._scale.ends:02}",
            ),
        )


class DepartureDelegate(QStyledItemDelegate):
    """Paints one departure, or its skeleton."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, style.scaled(ROW_HEIGHT))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, DepartureModel):
            return
        painter.save()
        ground = paint_ground(painter, option)
        departure, row = model.item_at(index), option.rect
        if departure is None:
            paint_skeleton(painter, columns(row), index.row())
        else:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            paint_departure(painter, columns(row), departure, model, ground, selected=selected)
        painter.restore()


class DepartureRows(RowList):
    """Rows of departures; Enter goes on to the passengers, plus and minus count without leaving."""

    stepped = Signal(int)
    """Plus (1) or minus (-1)."""

    def __init__(self, model: DepartureModel, parent: QWidget | None = None) -> None:
        super().__init__(model, DepartureDelegate(), "departure_list", tr("Departures"), parent)
        self.setTabKeyNavigation(False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        if text and text in _PLUS | _MINUS:
            self.stepped.emit(1 if text in _PLUS else -1)
        else:
            super().keyPressEvent(event)

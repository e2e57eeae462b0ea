"""The days on which an activity is available, drawn on a scale from today on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.activities import DateRange
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_dot, text_width
from app.ui.theme import style

HEIGHT = 40
LONGEST = timedelta(days=180)
SHORTEST = timedelta(days=28)
_BAR_TOP, _BAR_HEIGHT = 20, 8
_LABEL_SPACE = 5
_END_SPACE = 4


def ranges_words(ranges: Iterable[DateRange]) -> str:
    """The ranges in words, with an en dash; a single day stands alone."""
    return joined(", ", map(_range_words, ranges))


def scale_end(ranges: Iterable[DateRange], first: date) -> date:
    """The last day of the scale: that of the last range, within half a year and at least four weeks."""
    last = max((each.last for each in ranges), default=first)
    return min(max(last, first + SHORTEST), first + LONGEST)


def month_starts(first: date, last: date) -> tuple[date, ...]:
    """The first days of the months that begin after `first` and by `last`."""
    starts: list[date] = []
    day = _next_month(first)
    while day <= last:
        starts.append(day)
        day = _next_month(day)
    return tuple(starts)


class AvailabilityStrip(QWidget):
    """Green on available days, with a dot on the requested day."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ranges: tuple[DateRange, ...] = ()
        set_spoken_role(self, QAccessible.Role.Graphic)
        self._first = self._last = self._day = date.min
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_ranges(self, ranges: tuple[DateRange, ...], today: date, day: date) -> None:
        """Draw the ranges on a scale that starts today, with a dot on `day`."""
        self._ranges, self._first, self._day = ranges, min(today, day), day
        self._last = max(scale_end(ranges, self._first), day)
        self.setAccessibleName(
            tr("Available {ranges}", ranges=ranges_words(ranges)) if ranges else tr("No dates available")
        )
        is_in = any(each.first <= day <= each.last for each in ranges)
        asked = formats.day_short(day)
        self.setAccessibleDescription(
            tr("{day} is among them", day=asked) if is_in else tr("{day} is not among them", day=asked)
        )
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(384, HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        tokens = style.tokens()
        painter.setBrush(tokens.track)
        painter.drawRoundedRect(QRectF(0, _BAR_TOP, self.width(), _BAR_HEIGHT), 4, 4)
        painter.setBrush(tokens.success_mark)
        for each in self._ranges:
            self._paint_range(painter, each)
        self._paint_months(painter)
        self._paint_day(painter)

    def _paint_range(self, painter: QPainter, each: DateRange) -> None:
        if each.last < self._first or each.first > self._last:
            return
        left = self._x(max(each.first, self._first))
        right = self._x(min(each.last, self._last) + timedelta(days=1))
        painter.drawRoundedRect(QRectF(left, _BAR_TOP, max(right - left, 4), _BAR_HEIGHT), 4, 4)

    def _paint_months(self, painter: QPainter) -> None:
        tokens, font = style.tokens(), style.font("micro")
        painter.setFont(font)
        free_from = self._paint_month(painter, 0, formats.month_short(self._first))
        for start in month_starts(self._first, self._last):
            x = int(self._x(start)) + 0.5
            painter.setPen(QPen(tokens.line_strong, 1))
            painter.drawLine(QPointF(x, 14), QPointF(x, 32))
            name = formats.month_short(start)
            if x >= free_from and x + _LABEL_SPACE + text_width(name, font) + _END_SPACE <= self.width():
                free_from = self._paint_month(painter, int(x) + _LABEL_SPACE, name)

    def _paint_month(self, painter: QPainter, left: int, name: str) -> int:
        """Paint a month's name. Returns where the next one may begin."""
        width = text_width(name, style.font("micro"))
        painter.setPen(style.tokens().text3)
        painter.drawText(QRect(left, 0, width + 2, 15), int(Qt.AlignmentFlag.AlignVCenter), name)
        return left + width + _LABEL_SPACE

    def _paint_day(self, painter: QPainter) -> None:
        tokens = style.tokens()
        centre = QPointF(min(self._x(self._day) + 4, self.width() - 4), _BAR_TOP + _BAR_HEIGHT / 2)
        draw_dot(painter, centre, 12, tokens.surface)
        draw_dot(painter, centre, 8, tokens.accent)

    def _x(self, day: date) -> float:
        days = (self._last - self._first).days + 1
        return (day - self._first).days / days * self.width()


def _range_words(each: DateRange) -> str:
    if each.first == each.last:
        return formats.day_short(each.first)
    return joined(f" {formats.EN_DASH} ", (formats.day_short(each.first), formats.day_short(each.last)))


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)

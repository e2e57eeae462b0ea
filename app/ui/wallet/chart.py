"""The chart of the balance over two weeks: steps between readings, the alert, and the last point."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import ceil, floor, log10

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model import formats
from app.desk.wallet.wallet_movements import BalanceReading
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_box, draw_text, text_width
from app.ui.theme import style

DAYS = 14
_LEFT, _RIGHT, _TOP, _BENEATH = 34, 8, 8, 20
_MOST_TICKS = 4
_NICE = (1, 2, 5, 10)
_TICK_HEIGHT, _TICK_SPACE, _DAY_WIDTH = 16, 8, 60
_DOT, _EDGE = 5, 2
_TIP_SIDE, _TIP_HEIGHT, _TIP_ABOVE = 8, 24, 8


def tick_step(span: float) -> float:
    """The distance of the lines on a scale of this span: 1, 2 or 5 times a power of ten, at most four."""
    if span <= 0:
        return 1
    least = span / _MOST_TICKS
    power = 10 ** floor(log10(least))
    return next(nice * power for nice in _NICE if nice * power >= least * 0.999)


def tick_words(value: float) -> str:
    """A line of the scale, grouped as amounts are: 1,00,000, 500, \u22122,000, 0.5."""
    return formats.round_amount(Decimal(value)) if float(value).is_integer() else f"{value:g}"


class BalanceChart(Ringed, QWidget):
    """The chart; the reading at the pointer or chosen by arrow keys is shown with time and value."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("balance_chart")
        self._readings: tuple[BalanceReading, ...] = ()
        self._alert: Decimal | None = None
        self._first = date.min
        self._chosen: int | None = None
        """The index of the chosen reading."""
        self._scale = _scale_of((), None)
        set_spoken_role(self, QAccessible.Role.Graphic)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumWidth(200)
        self._name()

    @property
    def told(self) -> str:
        """Time and value of the chosen reading; empty for none."""
        if self._chosen is None:
            return ""
        each = self._readings[self._chosen]
        when = f"{formats.day_past(each.at)} {formats.clock_time(each.at)}"
        return tr("{when}, {amount}", when=when, amount=formats.amount(each.cash))

    def show_readings(self, readings: Sequence[BalanceReading], today: date, alert: Decimal | None) -> None:
        """Draw readings, oldest first, of the days until today; an earlier one is the beginning."""
        self._first, self._chosen = today - timedelta(DAYS - 1), None
        shown = [each.at.date() >= self._first for each in readings]
        before = max(shown.index(True) - 1, 0) if any(shown) else max(len(shown) - 1, 0)
        self._readings, self._alert = tuple(readings[before:]), alert
        self._scale = _scale_of(self._readings, alert)
        self._name()
        self.update()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._choose(self._at(event.position().x()))

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._choose(None)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        move = moves.get(Qt.Key(event.key()))
        if move is None or not self._readings:
            event.ignore()
            return
        last = len(self._readings) - 1
        self._choose(last if self._chosen is None else min(max(self._chosen + move, 0), last))

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._choose(None)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self._readings:
            ink = style.tokens().text3
            draw_text(painter, self._plot(), tr("Not read yet"), style.font("body"), ink, align=CENTRE)
            return
        low, high, step = self._scale
        self._paint_scale(painter, low, high, step)
        self._paint_steps(painter)
        if self._chosen is not None:
            self._paint_told(painter, self._readings[self._chosen])

    def _paint_scale(self, painter: QPainter, low: float, high: float, step: float) -> None:
        plot, colours, font = self._plot(), style.tokens(), style.font("micro")
        for number in range(round((high - low) / step) + 1):
            value = low + number * step
            y = self._y(value)
            painter.fillRect(QRectF(plot.left(), round(y), plot.width(), 1), colours.line)
            label = QRect(0, round(y) - _TICK_HEIGHT // 2, plot.left() - _TICK_SPACE, _TICK_HEIGHT)
            draw_text(painter, label, tick_words(value), font, colours.text3, align=RIGHT)
        # From the last one on, which names its month; another one needs its room.
        free = self.width() + _DAY_WIDTH
        for number in reversed(range(0, DAYS, 2)):
            day = self._first + timedelta(number)
            is_last = number >= DAYS - 2
            x = round(self._x(datetime.combine(day, time(12)).astimezone()))
            shown = formats.day_short(day) if is_last else str(day.day)
            half = text_width(shown, font) // 2
            if x + half > free:
                continue
            label = QRect(x - _DAY_WIDTH // 2, plot.bottom() + 4, _DAY_WIDTH, _TICK_HEIGHT)
            draw_text(painter, label, shown, font, colours.text3, align=CENTRE)
            free = x - half - _TICK_SPACE

    def _paint_steps(self, painter: QPainter) -> None:
        colours, plot = style.tokens(), self._plot()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self._steps()
        area = QPainterPath(line)
        floor_y = self._y(max(0.0, self._scale[0]))
        area.lineTo(line.currentPosition().x(), floor_y)
        area.lineTo(line.elementAt(0).x, floor_y)
        area.closeSubpath()
        painter.fillPath(area, colours.accent_soft)
        if self._alert is not None:
            dashes = QPen(colours.warning_mark, 1.5)
            dashes.setDashPattern([2.7, 2.7])
            painter.setPen(dashes)
            y = round(self._y(float(self._alert))) + 0.5
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        pen = QPen(colours.meter, 2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(line, pen)
        self._paint_point(painter, self._readings[-1])

    def _paint_point(self, painter: QPainter, reading: BalanceReading) -> None:
        colours = style.tokens()
        painter.setPen(QPen(colours.surface, _EDGE))
        painter.setBrush(colours.meter)
        painter.drawEllipse(QPointF(self._x(reading.at), self._y(float(reading.cash))), _DOT, _DOT)

    def _paint_told(self, painter: QPainter, reading: BalanceReading) -> None:
        self._paint_point(painter, reading)
        colours, font = style.tokens(), style.font("captionStrong")
        width = text_width(self.told, font) + 2 * _TIP_SIDE
        x = min(max(self._x(reading.at) - width / 2, 0), self.width() - width)
        above = self._y(float(reading.cash)) - _DOT - _TIP_ABOVE - _TIP_HEIGHT
        y = above if above >= 0 else self._y(float(reading.cash)) + _DOT + _TIP_ABOVE
        box = QRect(round(x), round(y), width, _TIP_HEIGHT)
        draw_box(painter, box, fill=colours.ink, line=colours.ink, radius=style.CONTROL_RADIUS)
        draw_text(painter, box, self.told, font, colours.on_ink, align=CENTRE)

    def _steps(self) -> QPainterPath:
        """The line, in which each reading is valid until the next one."""
        path = QPainterPath()
        for number, each in enumerate(self._readings):
            x, y = self._x(each.at), self._y(float(each.cash))
            if number:
                path.lineTo(x, path.currentPosition().y())
                path.lineTo(x, y)
            else:
                path.moveTo(x, y)
        return path

    def _plot(self) -> QRect:
        low, high, _ = self._scale
        font = style.font("micro")
        ticks = max(text_width(tick_words(each), font) for each in (low, high))
        return self.rect().adjusted(max(_LEFT, ticks + 2 * _TICK_SPACE), _TOP, -_RIGHT, -_BENEATH)

    def _y(self, value: float) -> float:
        low, high, _ = self._scale
        plot = self._plot()
        return plot.bottom() - (value - low) / (high - low) * plot.height()

    def _x(self, at: datetime) -> float:
        """The x of a time; a time before the first day is at its beginning."""
        plot = self._plot()
        begin = datetime.combine(self._first, time()).astimezone()
        share = (at - begin) / timedelta(DAYS)
        return plot.left() + min(max(share, 0.0), 1.0) * plot.width()

    def _at(self, x: float) -> int | None:
        """The index of the reading at an x; before the first one that one."""
        if not self._readings:
            return None
        return max(bisect_right(self._readings, x, key=lambda each: self._x(each.at)) - 1, 0)

    def _choose(self, place: int | None) -> None:
        if place != self._chosen:
            self._chosen = place
            self.setAccessibleDescription(self.told)
            self.update()

    def _name(self) -> None:
        name = tr("Balance, {days} days", days=DAYS)
        if self._readings:
            values = [each.cash for each in self._readings]
            name = tr(
                "Balance, {days} days: from {low} to {high}, last {last}",
                days=DAYS,
                low=formats.amount(min(values)),
                high=formats.amount(max(values)),
                last=formats.amount(values[-1]),
            )
        self.setAccessibleName(name)


def _scale_of(readings: Sequence[BalanceReading], alert: Decimal | None) -> tuple[float, float, float]:
    """The lowest and the highest line of a scale with all values and zero, and their distance."""
    values = [0.0, *(float(each.cash) for each in readings), *(() if alert is None else (float(alert),))]
    step = tick_step(max(values) - min(values))
    low, high = step * floor(min(values) / step), step * ceil(max(values) / step)
    return low, max(high, low + step), step

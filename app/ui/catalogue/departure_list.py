"""The painted list of departures, with the hours of the day above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from typing_extensions import override

from app.core.language import tr, trn
from app.desk.model.boats import Departure
from app.desk.model.formats import EN_DASH, duration
from app.ui.catalogue.departure_model import DepartureModel
from app.ui.catalogue.departure_words import (
    TimeScale,
    fare_words,
    minutes_of,
    returns_next_day,
    seat_words,
    time_words,
)
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.badge import paint_dot
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_block, draw_dot, draw_text, faded, text_width
from app.ui.kit.basics.room import Lowered, room_of
from app.ui.kit.basics.text import Loud, Run
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_list import RowList, paint_ground
from app.ui.theme import assets, style

ROW_HEIGHT, LOW_ROW = 64, 52
_HOUR_WIDTH = 30
_PLUS, _MINUS = frozenset("+="), frozenset("-\u2212")
SIDE_LEFT, SIDE_RIGHT, GAP = 8, 16, 12
TIME_WIDTH, SEATS_WIDTH, FARE_WIDTH = 392, 110, 72
_SCALE_LEAST, _TRIP_LEAST, _WORDS_WIDTH = 300, 176, 104
SCALE_LEFT, SCALE_RIGHT = 63.6, 53.8
"""The margins of the scale for the times beside the dots."""
NEXT_DAY = 18
"""The additional margin for "+1" after a time."""
_TEXT_GAP, _CLEAR = 11, 42
_LINE, _DOT, _RING = 2, 9, 8
_BLOCK_ROWS = ((31, 280), (46, 285), (60, 202), (80, 241), (110, 143), (178, 162), (228, 162))

Index = QModelIndex | QPersistentModelIndex


class RowParts(NamedTuple):
    """The places of the parts of a row."""

    times: QRect
    trip: QRect
    seats: QRect
    fare: QRect
    has_scale: bool
    """Whether the times stand on the scale of the day; else they are words."""


def columns(row: QRect) -> RowParts:
    """The columns of a row; the header uses the same."""
    top, height = row.top(), row.height()
    fare = QRect(row.right() + 1 - SIDE_RIGHT - FARE_WIDTH, top, FARE_WIDTH, height)
    seats = QRect(fare.left() - GAP - SEATS_WIDTH, top, SEATS_WIDTH, height)
    room = seats.left() - row.left() - SIDE_LEFT - 2 * GAP - _TRIP_LEAST
    has_scale = room >= _SCALE_LEAST
    inset = SIDE_LEFT if has_scale else SIDE_RIGHT
    times = QRect(row.left() + inset, top, min(TIME_WIDTH, room) if has_scale else _WORDS_WIDTH, height)
    left = times.right() + 1 + GAP
    return RowParts(times, QRect(left, top, seats.left() - GAP - left, height), seats, fare, has_scale)


def scale_x(times: QRect, scale: TimeScale, minutes: float) -> float:
    """The x of a minute of the day in the column of times."""
    left, right = SCALE_LEFT, SCALE_RIGHT + (NEXT_DAY if scale.goes_on else 0)
    return times.left() + left + scale.share(minutes) * (times.width() - left - right)


def count_runs(departures: Sequence[Departure], shown: Sequence[Departure]) -> tuple[Run, ...]:
    """The counts, such as "7 departures, 5 open", or "3 of 7" with a filter."""
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


class DepartureHeader(Lowered, Box):
    """The header, with the hours above the vertical lines in the rows."""

    def __init__(self) -> None:
        super().__init__("sunken")
        self._scale = TimeScale()
        self.keep_heights(style.TABLE_HEADER)
        set_spoken_role(self, QAccessible.Role.StaticText)
        self._name()

    def show_scale(self, scale: TimeScale) -> None:
        """Show the hours of another scale."""
        self._scale = scale
        self._name()
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, tokens = QPainter(self), style.tokens()
        whole = self.rect().adjusted(0, 0, 0, -1)
        parts = columns(whole)
        for hour in self._scale.hours if parts.has_scale else ():
            x = round(scale_x(parts.times, self._scale, hour * 60))
            label = QRect(x - _HOUR_WIDTH // 2, whole.top(), _HOUR_WIDTH, whole.height())
            draw_text(painter, label, f"{hour:02}", style.font("micro"), tokens.text3, align=CENTRE)
        font = style.font("captionStrong")
        if not parts.has_scale:
            draw_text(painter, parts.times, tr("Times"), font, tokens.text3)
        draw_text(painter, parts.trip, tr("Trip and boat"), font, tokens.text3)
        draw_text(painter, parts.seats, tr("Seats"), font, tokens.text3)
        draw_text(painter, parts.fare, tr("Fare from"), font, tokens.text3, align=RIGHT)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), tokens.line)

    def _name(self) -> None:
        self.setAccessibleName(
            tr(
                "Times from {begins} to {ends} hours, trip and boat, seats, fare from",
                begins=f"{self._scale.begins:02}",
                ends=f"{self._scale.ends:02}",
            )
        )


class DepartureDelegate(PaintedDelegate):
    """Paints one departure, or its skeleton."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, LOW_ROW if room_of(option.widget).is_low else ROW_HEIGHT)

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, DepartureModel):
            return
        ground = paint_ground(painter, option)
        departure, row = model.item_at(index), option.rect
        if departure is None:
            _paint_skeleton(painter, columns(row), index.row())
        else:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            _paint_departure(painter, columns(row), departure, model, ground, selected=selected)


class DepartureRows(RowList):
    """Rows of departures; Enter goes on to the passengers, plus and minus change the count."""

    stepped = Signal(int)
    """Emitted with 1 by plus or -1 by minus."""

    def __init__(self, model: DepartureModel) -> None:
        super().__init__(model, DepartureDelegate(), "departure_list", tr("Departures"))
        self.setTabKeyNavigation(False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        if text and text in _PLUS | _MINUS:
            self.stepped.emit(1 if text in _PLUS else -1)
        else:
            super().keyPressEvent(event)


def _paint_departure(
    painter: QPainter,
    columns: RowParts,
    departure: Departure,
    model: DepartureModel,
    ground: QColor,
    *,
    selected: bool,
) -> None:
    """Paint a departure on a row of colour `ground`."""
    tokens = style.tokens()
    ink = tokens.text if departure.is_open else tokens.text2
    if columns.has_scale:
        _paint_hours(painter, columns.times, model.scale)
        line = _line_ink(departure, selected=selected)
        _paint_times(painter, columns.times, departure, model.scale, (ground, line))
    else:
        _paint_time_words(painter, columns.times, departure)
    first, second = _lines(columns.trip)
    boat = departure.boat_name if departure.trip_name else ""
    draw_text(painter, first, departure.name, style.font("bodyStrong"), ink)
    draw_text(painter, second, boat, style.font("caption"), tokens.text3)
    _paint_seats(painter, columns.seats, departure, model)
    weight = "bodyStrong" if departure.is_open else "body"
    fare = fare_words(departure.adult_fare)
    draw_text(painter, columns.fare.adjusted(0, 0, 0, -1), fare, style.font(weight), ink, align=RIGHT)


def _paint_time_words(painter: QPainter, times: QRect, departure: Departure) -> None:
    """Paint both times in words, and the duration beneath."""
    tokens = style.tokens()
    departs, returns = time_words(departure)
    first, second = _lines(times)
    ink = tokens.text if departure.is_open else tokens.text2
    if not departs:
        draw_text(painter, first, tr("Time not stated"), style.font("body"), tokens.text3)
        return
    words = f"{departs} {EN_DASH} {returns}" if returns else departs
    draw_text(painter, first, words, style.font("bodyHeavy"), ink)
    lasts = "" if departure.lasts is None else duration(departure.lasts)
    draw_text(painter, second, lasts, style.font("caption"), tokens.text3)


def _paint_skeleton(painter: QPainter, columns: RowParts, number: int) -> None:
    """Paint blocks in place of words."""
    colour = faded(style.tokens().skeleton, max(0.2, 1 - 0.1 * number))
    shift, length = _BLOCK_ROWS[number % len(_BLOCK_ROWS)]
    times, right = columns.times, columns.fare.right() + 1
    draw_block(painter, QRect(times.left() + shift, times.center().y() - 5, length, 10), colour)
    for column, width in ((columns.trip, 150), (columns.seats, 72)):
        first, second = _lines(column)
        draw_block(painter, QRect(column.left(), first.center().y() - 5, width, 11), colour)
        draw_block(painter, QRect(column.left(), second.center().y() - 4, round(width * 0.6), 9), colour)
    draw_block(painter, QRect(right - 52, times.center().y() - 6, 52, 11), colour)


def _paint_hours(painter: QPainter, times: QRect, scale: TimeScale) -> None:
    for hour in scale.hours:
        x = int(scale_x(times, scale, hour * 60))
        painter.fillRect(QRect(x, times.top(), 1, times.height() - 1), style.tokens().line)


def _line_ink(departure: Departure, *, selected: bool) -> QColor:
    tokens = style.tokens()
    if not departure.is_open:
        return tokens.control
    return tokens.accent if selected else tokens.text2


def _paint_times(
    painter: QPainter, times: QRect, departure: Departure, scale: TimeScale, colours: tuple[QColor, QColor]
) -> None:
    """Paint the line from departure to return with both times, on cleared ground."""
    ground, ink = colours
    tokens = style.tokens()
    departs, returns = time_words(departure)
    middle = times.top() + (times.height() - 1) // 2 + 1
    if departure.departs is None:
        words = QRect(round(scale_x(times, scale, scale.begins * 60)), middle - 12, times.width(), 24)
        painter.fillRect(words.adjusted(-4, 0, -_CLEAR, 0), ground)
        draw_text(painter, words, tr("Time not stated"), style.font("body"), tokens.text3)
        return
    begins, ends = _ends(times, departure, scale)
    font, quiet = style.font("bodyHeavy"), style.font("bodyStrong")
    clear = _CLEAR
    right = ends + (max(clear, _TEXT_GAP + text_width(returns, quiet) + 3) if returns else _TEXT_GAP)
    painter.fillRect(QRectF(begins - clear, middle - 12, right - begins + clear, 24), ground)
    if returns:
        _paint_line(painter, QPointF(begins, middle), QPointF(ends, middle), (ground, ink), departure)
    draw_dot(painter, QPointF(begins, middle), _DOT, ink)
    left = QRect(times.left() - 8, middle - 10, round(begins) - _TEXT_GAP - times.left() + 8, 20)
    first, second = (tokens.text, tokens.text2) if departure.is_open else (tokens.text2, tokens.text3)
    draw_text(painter, left, departs, font, first, align=RIGHT)
    draw_text(painter, QRect(round(ends) + _TEXT_GAP, middle - 10, 120, 20), returns, quiet, second)


def _ends(times: QRect, departure: Departure, scale: TimeScale) -> tuple[float, float]:
    """The x of departure and return; a return after midnight is at the edge."""
    begins = scale_x(times, scale, 0 if departure.departs is None else minutes_of(departure.departs))
    if departure.returns is None:
        return begins, begins
    late = returns_next_day(departure)
    return begins, scale_x(times, scale, scale.ends * 60 if late else minutes_of(departure.returns))


def _paint_line(
    painter: QPainter, begin: QPointF, end: QPointF, colours: tuple[QColor, QColor], departure: Departure
) -> None:
    ground, ink = colours
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(ink, _LINE)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if not departure.is_open:
        pen.setDashPattern([1.5, 2])
    painter.setPen(pen)
    painter.drawLine(begin, end)
    painter.setPen(QPen(ink, _LINE))
    painter.setBrush(ground)
    painter.drawEllipse(end, _RING / 2, _RING / 2)


def _paint_seats(painter: QPainter, column: QRect, departure: Departure, model: DepartureModel) -> None:
    tokens = style.tokens()
    seats = seat_words(departure, model.today)
    first, second = _lines(column) if seats.second else (_one_line(column), QRect())
    ink = tokens.text if departure.is_open else tokens.text2
    middle = first.center().y()
    shift = 14
    if seats.mark == "ban":
        assets.paint_icon(painter, "ban", QPoint(column.left(), middle - 6), 13, tokens.text2)
        shift = 19
    else:
        tone = "success" if seats.mark == "live" else "hollow"
        paint_dot(painter, QPointF(column.left() + 4, middle + 0.5), tone)
    font = style.font("bodyHeavy" if seats.is_few else "body")
    draw_text(painter, first.adjusted(shift, 0, 0, 0), seats.first, font, ink)
    if seats.second:
        draw_text(painter, second, seats.second, style.font("caption"), tokens.text3)


def _lines(column: QRect) -> tuple[QRect, QRect]:
    """The two text lines of a row."""
    first, second = style.line_height("body"), style.line_height("caption")
    top = column.top() + (column.height() - 1 - first - second) // 2
    left, width = column.left(), column.width()
    return QRect(left, top, width, first), QRect(left, top + first, width, second)


def _one_line(column: QRect) -> QRect:
    height = style.line_height("body")
    return QRect(column.left(), column.top() + (column.height() - 1 - height) // 2, column.width(), height)

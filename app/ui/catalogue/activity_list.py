"""The list of activities: two lines a row in three columns, painted, and the header over them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer
from app.ui.catalogue.activity_filter import is_sellable
from app.ui.catalogue.activity_model import ActivityModel, availability_words, brief_closing, price_words
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.painting import RIGHT, draw_block, draw_text, faded, text_width
from app.ui.kit.basics.room import Lowered, room_of
from app.ui.kit.basics.text import Label, Loud, Run
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_list import RowList, paint_ground
from app.ui.theme import assets, style

ROW_HEIGHT, LOW_ROW = 60, 52
SIDE_LEFT, SIDE_RIGHT, GAP = 20, 16, 12
STATE_WIDTH, FARE_WIDTH = 172, 176
_TIGHT = 148
_LEAST_NAME = 192
_FIRST_LINES = (208, 176, 232, 120, 160, 188, 150, 214, 140)

Index = QModelIndex | QPersistentModelIndex


def columns(row: QRect) -> tuple[QRect, QRect, QRect]:
    """The three columns of a row: activity, availability, fare. The header uses the same."""
    is_tight = row.width() - SIDE_LEFT - SIDE_RIGHT - 2 * GAP - STATE_WIDTH - FARE_WIDTH < _LEAST_NAME
    state_width, fare_width = (_TIGHT, _TIGHT) if is_tight else (STATE_WIDTH, FARE_WIDTH)
    fare = QRect(row.right() + 1 - SIDE_RIGHT - fare_width, row.top(), fare_width, row.height())
    state = QRect(fare.left() - GAP - state_width, row.top(), state_width, row.height())
    left = row.left() + SIDE_LEFT
    return QRect(left, row.top(), state.left() - GAP - left, row.height()), state, fare


def count_runs(offers: Sequence[ActivityOffer], shown: Sequence[ActivityOffer]) -> tuple[Run, ...]:
    """The counts, such as "42 activities, 31 open on this date", or "3 of 42" with a filter."""
    still_open = sum(map(is_sellable, shown))
    if len(shown) < len(offers):
        words = trn(
            "{shown} of {number} activity, {open} open on this date",
            "{shown} of {number} activities, {open} open on this date",
            len(offers),
            shown=len(shown),
            open=still_open,
        )
    else:
        words = trn(
            "{number} activity, {open} open on this date",
            "{number} activities, {open} open on this date",
            len(offers),
            open=still_open,
        )
    return (Run(words, ink="text2", loud=Loud("bodyHeavy")),)


class ActivityHeader(Lowered, Box):
    """The names of the columns, above the columns of the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        self._day = Label(role="captionStrong", ink="text3")
        self._fare = Label(tr("Fare per person"), "captionStrong", "text3", right=True)
        line = row(gap=GAP, margins=(SIDE_LEFT, 0, SIDE_RIGHT, 0))
        line.addWidget(Label(tr("Activity"), "captionStrong", "text3"), 1)
        line.addWidget(self._day)
        line.addWidget(self._fare)
        self.setLayout(column(None, line, None, Hairline()))
        self.keep_heights(style.TABLE_HEADER)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        _, state, fare = columns(self.rect())
        self._day.setFixedWidth(state.width())
        self._fare.setFixedWidth(fare.width())

    def show_day(self, day: date) -> None:
        """Name the date that availability is shown for."""
        self._day.setText(tr("On {day}", day=formats.day_medium(day)))


class ActivityDelegate(PaintedDelegate):
    """Paints one activity, or its skeleton."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, LOW_ROW if room_of(option.widget).is_low else ROW_HEIGHT)

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, ActivityModel):
            return
        row = option.rect
        offer = model.item_at(index)
        paint_ground(painter, option)
        if offer is None:
            _paint_skeleton(painter, row, index.row())
        else:
            _paint_offer(painter, row, offer, net_shown=model.net_shown)


class ActivityTable(RowList):
    """Rows of activities; Enter picks the current one."""

    def __init__(self, model: ActivityModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ActivityDelegate(), "activity_list", tr("Activities"), parent)


def _paint_offer(painter: QPainter, row: QRect, offer: ActivityOffer, *, net_shown: bool) -> None:
    tokens = style.tokens()
    sellable = is_sellable(offer)
    first, second = _lines(row)
    name, state, fare = columns(row)
    ink = tokens.text if sellable else tokens.text2
    place = joined(", ", (offer.place, offer.summary))
    draw_text(painter, _on(name, first), offer.title, style.font("bodyStrong"), ink)
    draw_text(painter, _on(name, second), place, style.font("caption"), tokens.text3)
    headline, more = availability_words(offer)
    if text_width(more, style.font("caption")) > state.width():
        more = brief_closing(offer) or more
    if not sellable:
        assets.paint_icon(painter, "ban", QPoint(state.left(), first.center().y() - 6), 13, tokens.text2)
    shift = 0 if sellable else 13 + 6
    draw_text(painter, _on(state.adjusted(shift, 0, 0, 0), first), headline, style.font("body"), ink)
    draw_text(painter, _on(state, second), more, style.font("caption"), tokens.text3)
    weight = "bodyStrong" if sellable else "body"
    draw_text(painter, _on(fare, first), price_words(offer.fare), style.font(weight), ink, align=RIGHT)
    if net_shown and offer.net is not None:
        net = tr("Net {net}", net=price_words(offer.net))
        draw_text(painter, _on(fare, second), net, style.font("caption"), tokens.text3, align=RIGHT)


def _paint_skeleton(painter: QPainter, row: QRect, number: int) -> None:
    colour = faded(style.tokens().skeleton, max(0.2, 1 - 0.085 * number))
    name, state, fare = columns(row)
    width = _FIRST_LINES[number % len(_FIRST_LINES)]
    top, below = row.top() + 16, row.top() + 35
    right = fare.right() + 1
    for left, length, y, height in (
        (name.left(), width, top, 11),
        (name.left(), round(width * 0.62), below, 9),
        (state.left(), 72, top, 11),
        (state.left(), 116, below, 9),
        (right - 128, 128, top, 11),
        (right - 140, 140, below, 9),
    ):
        draw_block(painter, QRect(left, y, length, height), colour)


def _lines(row: QRect) -> tuple[QRect, QRect]:
    """The two text lines of a row."""
    first, second = style.line_height("body"), style.line_height("caption")
    top = row.top() + (row.height() - 1 - first - second) // 2
    return QRect(row.left(), top, row.width(), first), QRect(row.left(), top + first + 1, row.width(), second)


def _on(column: QRect, line: QRect) -> QRect:
    return QRect(column.left(), line.top(), column.width(), line.height())

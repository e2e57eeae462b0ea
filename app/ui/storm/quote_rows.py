"""The table of quotes: who is cancelled, the sums of each party, and how its quote stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.storm.values import TO_COME, QuoteState, StormParty
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT as KEY_HEIGHT
from app.ui.kit.basics.key_cap import draw_key, key_width
from app.ui.kit.basics.painting import (
    RIGHT,
    draw_block,
    draw_box,
    draw_dot,
    draw_text,
    draw_whole,
    text_width,
)
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.storm import actions
from app.ui.storm.party_list import (
    ROW,
    SIDE,
    TALL,
    PartyList,
    PartyModel,
    SectionRow,
    StormPartyDelegate,
    paint_sold,
    without,
)
from app.ui.storm.storm_words import NOT_STATED, asked_for, quote_words, stated
from app.ui.theme import assets, style

_BOX, _SMALL_BOX, _SPINNER, _DOT, _BADGE, _BADGE_SIDE = 16, 14, 14, 8, 20, 7
COLUMNS = Columns(
    (
        Column(Message(""), 16),
        Column(mark("PNR"), 92, fold=1),
        Column(mark("Customer")),
        Column(mark("Seats"), 60, fold=1),
        Column(mark("Debited"), 88, is_right=True),
        Column(mark("Charge"), 78, is_right=True),
        Column(mark("Refund"), 92, is_right=True),
        Column(mark("Quote"), 128),
    ),
    left=SIDE,
    right=16,
    gap=12,
    least=128,
)
_MONEY = (4, 5, 6)
_WITHOUT_NET = replace(
    COLUMNS, columns=(*without(COLUMNS, (*_MONEY, 7)).columns, Column(mark("Quote"), 280, tight=128))
)


class QuoteSection(StrEnum):
    """Where a party stands once all quotes are in."""

    LOOK = "look"
    LEFT_OUT = "left-out"
    QUOTED = "quoted"
    TO_COME = "to-come"


SECTIONS: Mapping[QuoteSection, Message] = {
    QuoteSection.LOOK: mark("Needs a look"),
    QuoteSection.LEFT_OUT: mark("Left out"),
    QuoteSection.QUOTED: mark("Quoted"),
}


@dataclass(frozen=True, slots=True)
class QuoteRow:
    """One party as it is shown."""

    key: str
    pnr: str
    customer: str
    seats: str
    debited: str
    charge: str
    refund: str
    was_charge: str
    was_refund: str
    at: str
    words: str
    state: QuoteState
    is_in: bool
    can_be_in: bool


def columns(*, net_shown: bool) -> Columns:
    """The columns, with or without those of the wallet side."""
    return COLUMNS if net_shown else _WITHOUT_NET


def section_of(party: StormParty) -> QuoteSection:
    """The section of a party."""
    if party.quote_state in TO_COME:
        return QuoteSection.TO_COME
    if party.quote_state is QuoteState.LEFT_OUT:
        return QuoteSection.LEFT_OUT
    return QuoteSection.LOOK if party.needs_look else QuoteSection.QUOTED


def quote_row(party: StormParty, seats: str, now: datetime) -> QuoteRow:
    """The row of a party."""
    quote, sale, former = party.quote, party.sale, party.former
    is_changed = party.quote_state is QuoteState.CHANGED and former is not None
    debited = quote.debited if quote and quote.debited is not None else sale.debited
    words = asked_for(party, now) if party.quote_state is QuoteState.ASKING else quote_words(party)
    return QuoteRow(
        key=party.key,
        pnr=sale.booking_ref,
        customer=sale.customer_name,
        seats=seats,
        debited=formats.EN_DASH if debited is None else formats.amount(debited),
        charge=formats.EN_DASH if quote is None else stated(quote.charge, minus=True),
        refund=formats.EN_DASH if quote is None else stated(quote.refund),
        was_charge=stated(former.charge, minus=True) if former and is_changed else "",
        was_refund=stated(former.refund) if former and is_changed else "",
        at="" if quote is None else formats.clock_seconds(quote.at),
        words=words,
        state=party.quote_state,
        is_in=party.is_in,
        can_be_in=party.quote_state is not QuoteState.LEFT_OUT,
    )


class QuoteModel(PartyModel[QuoteRow]):
    """One row a party."""

    @override
    def spoken_party(self, row: QuoteRow) -> str:
        money = (
            tr("refund {amount}", amount=row.refund) if row.refund != formats.EN_DASH else "",
            tr("was {amount}", amount=row.was_refund) if row.was_refund else "",
        )
        said = tr("changed") if row.state is QuoteState.CHANGED else row.words
        waiting = tr("waiting") if row.state is QuoteState.WAITING else ""
        is_out = "" if row.is_in or not row.can_be_in else tr("left out")
        since = tr("quoted {time}", time=row.at) if row.at else ""
        return joined(", ", (row.customer, *(money if self.net_shown else ()), said, waiting, since, is_out))


class QuoteDelegate(StormPartyDelegate[QuoteRow]):
    """Paints one party with its quote."""

    @override
    def height_of_party(self, row: QuoteRow) -> int:
        places = self.columns.places(QRect(0, 0, self.width, ROW))
        is_long = _words_width(row) > _room_of_words(places).width()
        return TALL if row.was_refund or self.folded or is_long else ROW

    @override
    def paint_party(self, painter: QPainter, rect: QRect, row: QuoteRow) -> None:
        colours = style.tokens()
        tick, pnr, customer, seats, *money, quote = self.columns.places(rect)
        is_out = not row.can_be_in
        ink = colours.text3 if is_out else colours.text
        paint_tick(painter, tick, is_on=row.is_in, is_dead=is_out)
        paint_sold(painter, (pnr, customer, seats), row, ink)
        is_wide = _words_width(row) > quote.width()
        amounts = ((row.was_charge, row.charge, False), (row.was_refund, row.refund, True))
        if money:
            draw_text(painter, money[0], row.debited, style.font("body"), ink, align=RIGHT)
        for place, (was, amount, is_strong) in zip(money[1:], () if is_wide else amounts, strict=False):
            _paint_amount(painter, place, was, amount, is_strong=is_strong)
        if is_wide:
            _paint_words(painter, _room_of_words(self.columns.places(rect)), row)
        else:
            _paint_quote(painter, quote, row)


class QuoteList(PartyList[QuoteRow]):
    """The parties with their quotes; a click on a box ticks it."""

    ticked = Signal(str)
    """Emitted with the request number of a party whose box was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._quotes = QuoteModel()
        self._drawn = QuoteDelegate(self._quotes, COLUMNS)
        super().__init__(self._drawn, "storm_quotes", tr("Parties to cancel"), parent)
        self._quotes.setParent(self)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        row = self._quotes.row_at(index)
        left = event.button() == Qt.MouseButton.LeftButton
        if left and row is not None and not isinstance(row, SectionRow):
            box = self._drawn.columns.places(self.visualRect(index))[0]
            if box.adjusted(-SIDE, 0, 6, 0).contains(event.position().toPoint()):
                self.ticked.emit(row.key)


class QuoteHeader(TableHeader):
    """The names of the columns, and a box that shows whether all are ticked and ticks all of them."""

    ticked = Signal()
    """Emitted when the box is pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(COLUMNS, parent=parent)
        self._is_on = True

    def show_ticked(self, *, is_on: bool) -> None:
        """Show whether all are ticked that can be."""
        self._is_on = is_on
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() < SIDE + _BOX + 6:
            self.ticked.emit()
        else:
            super().mousePressEvent(event)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        place = COLUMNS.places(self.rect())[0]
        paint_tick(QPainter(self), place, is_on=self._is_on, size=_SMALL_BOX)


def paint_tick(
    painter: QPainter, place: QRect, *, is_on: bool, is_dead: bool = False, size: int = _BOX
) -> None:
    """Paint a box to tick in the middle of a row."""
    colours = style.tokens()
    box = QRect(place.left(), place.center().y() - size // 2 + 1, size, size)
    if is_on:
        draw_box(painter, box, fill=colours.accent_fill, line=colours.accent_fill, radius=4)
        corner = box.topLeft() + QPoint((size - 12) // 2, (size - 12) // 2)
        assets.paint_icon(painter, "check", corner, 12, colours.on_accent, stroke=3)
    else:
        line = colours.line_strong if is_dead else colours.control
        draw_box(painter, box, fill=colours.surface, line=line, radius=4)


def _words_width(row: QuoteRow) -> int:
    """The width of words about a party, which may need the room of its sums; 0 without any."""
    if row.state in (QuoteState.IDS_MISSING, QuoteState.ASKING) or not row.words:
        return 0
    return text_width(row.words, style.font("captionStrong")) + 2 * _BADGE_SIDE


def _room_of_words(places: Sequence[QRect]) -> QRect:
    """The room of charge, refund and quote together, or that of the quote where there are no sums."""
    first = places[-3] if len(places) == len(COLUMNS.columns) else places[-1]
    return QRect(first.topLeft(), places[-1].bottomRight())


def _paint_amount(painter: QPainter, place: QRect, was: str, amount: str, *, is_strong: bool) -> None:
    """An amount; what is no longer so stands struck out above it."""
    colours = style.tokens()
    if amount == tr(NOT_STATED):
        ink, font = colours.warning, style.font("body")
    elif amount == formats.EN_DASH:
        ink, font = colours.text3, style.font("body")
    else:
        ink = colours.text if is_strong or was else colours.text2
        font = style.font("bodyStrong" if is_strong else "body")
    if not was:
        draw_text(painter, place, amount, font, ink, align=RIGHT)
        return
    upper, lower = _changed_lines(place)
    small = style.font("caption")
    draw_text(painter, upper, was, small, colours.text3, align=RIGHT)
    width = text_width(was, small)
    painter.fillRect(QRect(upper.right() - width + 1, upper.center().y() + 1, width, 1), colours.text3)
    draw_text(painter, lower, amount, font, ink, align=RIGHT)


def _changed_lines(place: QRect) -> tuple[QRect, QRect]:
    top = place.top() + (place.height() - 36) // 2
    return QRect(place.left(), top, place.width(), 16), QRect(place.left(), top + 16, place.width(), 20)


def _paint_quote(painter: QPainter, place: QRect, row: QuoteRow) -> None:
    """How the quote stands, in its own column."""
    colours, body = style.tokens(), style.font("body")
    match row.state:
        case QuoteState.WAITING:
            draw_text(painter, place, tr("Waiting"), body, colours.text3)
        case QuoteState.ASKING:
            _paint_spinner(painter, QPoint(place.left(), place.center().y() - _SPINNER // 2))
            draw_text(painter, place.adjusted(_SPINNER + 6, 0, 0, 0), row.words, body, colours.text2)
        case QuoteState.CHANGED:
            upper, lower = _changed_lines(place)
            draw_text(painter, upper, tr("Changed"), style.font("captionStrong"), colours.warning)
            draw_text(painter, lower, row.at, body, colours.text2)
        case QuoteState.NOT_STATED:
            centre = QRect(place.left(), place.top(), _DOT, place.height()).toRectF().center()
            draw_dot(painter, centre, _DOT, colours.warning_mark)
            draw_text(painter, place.adjusted(_DOT + 6, 0, 0, 0), row.at, body, colours.text2)
        case QuoteState.QUOTED:
            draw_text(painter, place, row.at, body, colours.text2)
        case _:
            _paint_badge(painter, place, row)


def _paint_badge(painter: QPainter, place: QRect, row: QuoteRow) -> None:
    """Words on a ground, with the key that they ask for."""
    colours, font = style.tokens(), style.font("captionStrong")
    ground, ink = {
        QuoteState.LEFT_OUT: (colours.pressed, colours.text2),
        QuoteState.NOT_QUOTED: (colours.danger_soft, colours.danger),
    }.get(row.state, (colours.warning_soft, colours.warning))
    width = min(text_width(row.words, font) + 2 * _BADGE_SIDE, place.width())
    badge = QRect(place.left(), place.center().y() - _BADGE // 2 + 1, width, _BADGE)
    draw_block(painter, badge, ground, 4)
    draw_text(painter, badge.adjusted(_BADGE_SIDE, 0, -5, 0), row.words, font, ink)
    if row.state is QuoteState.IDS_MISSING:
        key = actions.TYPE_IDS.painted
        cap = QRect(badge.right() + 7, place.center().y() - KEY_HEIGHT // 2 + 1, key_width(key), KEY_HEIGHT)
        draw_key(painter, cap, key)


def _paint_words(painter: QPainter, place: QRect, row: QuoteRow) -> None:
    """Words that are too wide for their column: at the right end, or on two lines, read to their end."""
    width = _words_width(row)
    if width <= place.width():
        _paint_badge(painter, place.adjusted(place.width() - width, 0, 0, 0), row)
        return
    is_out = row.state is QuoteState.LEFT_OUT
    draw_whole(painter, place, row.words, "body", style.tokens().text2 if is_out else style.tokens().danger)


def _paint_spinner(painter: QPainter, corner: QPoint) -> None:
    colours, circle = style.tokens(), QRect(corner, corner + QPoint(_SPINNER - 1, _SPINNER - 1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = circle.toRectF().adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setPen(QPen(colours.track, 2))
    painter.drawEllipse(inner)
    painter.setPen(QPen(colours.accent, 2))
    painter.drawArc(inner, 0, 90 * 16)

"""The table of quotes: who is cancelled, the sums of each party, and how its quote stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPen

from app.core.frozen import frozen
from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.storm.values import TO_COME, QuoteState, StormParty
from app.ui.kit.basics.key_cap import HEIGHT as KEY_HEIGHT
from app.ui.kit.basics.key_cap import draw_key, key_width
from app.ui.kit.basics.painting import RIGHT, draw_block, draw_dot, draw_text, draw_whole, text_width
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Column, Columns
from app.ui.storm import actions
from app.ui.storm.party_list import ROW, TALL, SoldRow, customer_cell, ink_of, pnr_cell, unsaid
from app.ui.storm.storm_words import NOT_STATED, asked_for, quote_words, stated
from app.ui.theme import style

_SPINNER, _DOT, _BADGE, _BADGE_SIDE, _QUOTE = 14, 8, 20, 7, 128


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


@frozen
class QuoteRow(SoldRow):
    """One party as it is shown."""

    debited: str
    charge: str
    refund: str
    was_charge: str
    was_refund: str
    at: str
    words: str
    state: QuoteState
    is_in: bool | None
    """Whether it is to be cancelled; None where that cannot be."""


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
        is_quiet=party.quote_state is QuoteState.LEFT_OUT,
        debited=formats.EN_DASH if debited is None else formats.amount(debited),
        charge=formats.EN_DASH if quote is None else stated(quote.charge, minus=True),
        refund=formats.EN_DASH if quote is None else stated(quote.refund),
        was_charge=stated(former.charge, minus=True) if former and is_changed else "",
        was_refund=stated(former.refund) if former and is_changed else "",
        at="" if quote is None else formats.clock_seconds(quote.at),
        words=words,
        state=party.quote_state,
        is_in=None if party.quote_state is QuoteState.LEFT_OUT else party.is_in,
    )


def _said_refund(row: QuoteRow) -> str:
    refund = tr("refund {amount}", amount=row.refund) if row.refund != formats.EN_DASH else ""
    return joined(", ", (refund, tr("was {amount}", amount=row.was_refund) if row.was_refund else ""))


def _said_quote(row: QuoteRow) -> str:
    said = tr("changed") if row.state is QuoteState.CHANGED else row.words
    waiting = tr("waiting") if row.state is QuoteState.WAITING else ""
    since = tr("quoted {time}", time=row.at) if row.at else ""
    return joined(", ", (said, waiting, since, tr("left out") if row.is_in is False else ""))


def _words_width(row: QuoteRow) -> int:
    """The width of words about a party, which may need the room of its sums; 0 without any."""
    if row.state in (QuoteState.IDS_MISSING, QuoteState.ASKING) or not row.words:
        return 0
    return text_width(row.words, style.font("captionStrong")) + 2 * _BADGE_SIDE


def _is_wide(row: QuoteRow) -> bool:
    """Whether words about a party are too wide for the column of its quote beside the sums."""
    return _words_width(row) > _QUOTE


def _paint_charge(painter: QPainter, place: QRect, row: QuoteRow) -> None:
    if _is_wide(row):
        _paint_words(painter, place, row)
    else:
        _paint_amount(painter, place, row.was_charge, row.charge, is_strong=False)


def _paint_refund(painter: QPainter, place: QRect, row: QuoteRow) -> None:
    _paint_amount(painter, place, row.was_refund, row.refund, is_strong=True)


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
    if _words_width(row) > place.width():
        _paint_words(painter, place, row)
        return
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


COLUMNS: Columns[QuoteRow] = Columns(
    (
        Column(Message(""), 16),
        Column(mark("PNR"), 92, fold=1, under=2, cell=pnr_cell, say=unsaid),
        Column(
            mark("Customer"),
            cell=customer_cell,
            say=lambda row: row.customer,
        ),
        Column(mark("Seats"), 60, fold=1, under=2, cell=lambda row: row.seats, ink="text2", say=unsaid),
        Column(mark("Debited"), 88, is_right=True, is_net=True, cell=lambda row: row.debited, say=unsaid),
        Column(
            mark("Charge"),
            78,
            is_right=True,
            is_net=True,
            spans=_is_wide,
            needs=lambda row: _words_width(row) if _is_wide(row) else 0,
            paint=_paint_charge,
        ),
        Column(mark("Refund"), 92, is_right=True, is_net=True, say=_said_refund, paint=_paint_refund),
        Column(mark("Quote"), _QUOTE, net_room=280, say=_said_quote, needs=_words_width, paint=_paint_quote),
    ),
    left=20,
    right=16,
    gap=12,
    least=128,
)


def quotes_table() -> Table[QuoteRow]:
    """The parties with their quotes; a press on a box ticks it."""
    rules: RowRules[QuoteRow] = RowRules(
        height=lambda row: TALL if row.was_refund else ROW,
        tall=TALL,
        key=lambda row: row.key,
        is_ticked=lambda row: row.is_in,
        ink=ink_of,
    )
    return Table(COLUMNS, rules, "storm_quotes", tr("Parties to cancel"))

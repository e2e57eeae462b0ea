"""The table of a running storm: what happened to each party, its refund, and when."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from app.core.frozen import frozen
from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.storm.values import GONE, EndState, StormParty
from app.ui.kit.basics.painting import draw_box, draw_text, faded, text_width
from app.ui.kit.lists.table import RowRules, Table, paint_cell
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.storm.party_list import ROW, TALL, SoldRow, customer_cell, ink_of, pnr_cell, unsaid
from app.ui.storm.storm_words import end_words
from app.ui.theme import assets, style
from app.ui.theme.style import Ink

_CIRCLE, _ICON = 16, 11


@frozen
class RunRow(SoldRow):
    """One party as it is shown."""

    what: str
    more: str
    refund: str
    at: str
    end: EndState


def run_row(party: StormParty, seats: str, now: datetime) -> RunRow:
    """The row of a party of which it was decided."""
    end = party.end or EndState.NOT_SENT
    what, more = end_words(party, now)
    is_over = end not in (EndState.NOT_SENT, EndState.QUOTE_CHANGED)
    return RunRow(
        key=party.key,
        pnr=party.sale.booking_ref,
        customer=party.sale.customer_name,
        seats=seats,
        is_quiet=end in (EndState.NOT_SENT, EndState.QUOTE_CHANGED),
        what=what,
        more=more,
        refund=_refund(party, end),
        at=formats.clock_seconds(party.since) if party.since is not None and is_over else "",
        end=end,
    )


def _refund(party: StormParty, end: EndState) -> str:
    """What came back; before it is sent, what its quote says."""
    if end in GONE:
        return tr("Not stated") if party.refunded is None else f"+{formats.amount(party.refunded)}"
    if end is EndState.UNKNOWN:
        return tr("Not known")
    if end in (EndState.REFUSED, EndState.KNOWN_BOOKED):
        return "0.00"
    quoted = party.quote.refund if party.quote else None
    return tr("Not stated") if quoted is None else formats.amount(quoted)


def _paint_sign(painter: QPainter, place: QRect, row: RunRow) -> None:
    """Paint what became of a party as a mark in a circle."""
    colours, end = style.tokens(), row.end
    circle = QRect(place.left(), place.center().y() - _CIRCLE // 2 + 1, _CIRCLE, _CIRCLE)
    clear = faded(colours.surface, 0)
    if end in GONE:
        fill, line, icon, ink = colours.success_mark, colours.success_mark, "check", colours.surface
    elif end in (EndState.REFUSED, EndState.KNOWN_BOOKED):
        fill, line, icon, ink = colours.danger_soft, colours.danger_soft, "x", colours.danger
    elif end is EndState.UNKNOWN:
        fill, line, icon, ink = clear, colours.warning_mark, "", colours.warning_mark
    elif end is EndState.QUOTE_CHANGED:
        fill, line, icon, ink = clear, colours.warning_mark, "pause", colours.warning_mark
    elif end is EndState.SENDING:
        fill, line, icon, ink = colours.accent_soft, colours.accent, "arrow-up", colours.accent
    else:
        fill, line, icon, ink = clear, colours.control, "", colours.control
    draw_box(painter, circle, fill=fill, line=line, radius=_CIRCLE // 2)
    if icon:
        inset = (_CIRCLE - _ICON) // 2
        assets.paint_icon(painter, icon, circle.topLeft() + QPoint(inset, inset), _ICON, ink, stroke=2.8)
    elif end is EndState.UNKNOWN:
        draw_text(painter, circle.adjusted(5, 0, 0, 0), "?", style.font("micro"), ink)


def _whole(row: RunRow) -> Cell:
    return Cell(joined(" ", (row.what, row.more)), is_whole=True)


def _paint_what(painter: QPainter, place: QRect, row: RunRow) -> None:
    """The words that count in their own ink, what else there is in a quieter one; on two lines if needed."""
    colours = style.tokens()
    is_strong = row.end in (EndState.UNKNOWN, EndState.SENDING, EndState.QUOTE_CHANGED)
    what = Cell(row.what, _INKS.get(row.end, "text2"), "bodyStrong" if is_strong else "body")
    beside = place.adjusted(text_width(row.what, style.font(what.role)) + 6, 0, 0, 0)
    more = style.font("body", identity=row.end is EndState.CANCELLED)
    if not row.more:
        paint_cell(painter, place, what._replace(role="body", is_whole=True))
    elif text_width(row.more, more) <= beside.width():
        paint_cell(painter, place.adjusted(0, 0, 2, 0), what)
        draw_text(painter, beside, row.more, more, colours.text3 if row.end in GONE else colours.text2)
    else:
        paint_cell(painter, place, what._replace(beneath=row.more, beneath_ink="text2"))


_INKS: dict[EndState, Ink] = {
    EndState.NOT_SENT: "text3",
    EndState.SENDING: "accent",
    EndState.REFUSED: "danger",
    EndState.UNKNOWN: "warning",
    EndState.QUOTE_CHANGED: "warning",
    EndState.KNOWN_BOOKED: "danger",
}


def _refund_cell(row: RunRow) -> Cell:
    if row.end in GONE:
        return Cell(row.refund, "success", "bodyStrong")
    return Cell(row.refund, "warning" if row.end is EndState.UNKNOWN else "text3")


COLUMNS: Columns[RunRow] = Columns(
    (
        Column(Message(""), 20, paint=_paint_sign),
        Column(mark("PNR"), 92, fold=1, under=2, cell=pnr_cell, say=unsaid),
        Column(
            mark("Customer"),
            share=0.33,
            cell=customer_cell,
            say=lambda row: joined(", ", (row.customer, row.pnr)),
        ),
        Column(mark("Seats"), 56, fold=1, under=2, cell=lambda row: row.seats, ink="text2", say=unsaid),
        Column(mark("What happened"), cell=_whole, paint=_paint_what),
        Column(
            mark("Refund"),
            96,
            is_right=True,
            is_net=True,
            cell=_refund_cell,
            say=lambda row: tr("refund {amount}", amount=row.refund),
        ),
        Column(mark("Time"), 66, is_right=True, fold=2, cell=lambda row: row.at, role="caption", ink="text3"),
    ),
    left=20,
    right=16,
    gap=12,
    least=310,
)


def run_table() -> Table[RunRow]:
    """The parties with what became of them; Enter opens the booking and its way out."""
    rules: RowRules[RunRow] = RowRules(ROW, tall=TALL, key=lambda row: row.key, ink=ink_of)
    return Table(COLUMNS, rules, "storm_run", tr("Parties of the storm"))

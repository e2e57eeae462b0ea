"""The table of a running storm: what happened to each party, its refund, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.storm.values import GONE, EndState, StormParty
from app.ui.kit.basics.painting import RIGHT, draw_box, draw_text, draw_whole, faded, text_width
from app.ui.kit.lists.table_columns import Column, Columns
from app.ui.storm.party_list import (
    ROW,
    SIDE,
    TALL,
    PartyList,
    PartyModel,
    StormPartyDelegate,
    paint_sold,
    two_lines,
    without,
)
from app.ui.storm.storm_words import end_words
from app.ui.theme import assets, style

_CIRCLE, _ICON = 16, 11
COLUMNS = Columns(
    (
        Column(Message(""), 20),
        Column(mark("PNR"), 92, fold=1),
        Column(mark("Customer"), share=0.33),
        Column(mark("Seats"), 56, fold=1),
        Column(mark("What happened")),
        Column(mark("Refund"), 96, is_right=True),
        Column(mark("Time"), 66, is_right=True, fold=2),
    ),
    left=SIDE,
    right=16,
    gap=12,
    least=310,
)
_WITHOUT_NET = without(COLUMNS, (5,))


@dataclass(frozen=True, slots=True)
class RunRow:
    """One party as it is shown."""

    key: str
    pnr: str
    customer: str
    seats: str
    what: str
    more: str
    refund: str
    at: str
    end: EndState


def columns(*, net_shown: bool) -> Columns:
    """The columns, with or without that of the wallet side."""
    return COLUMNS if net_shown else _WITHOUT_NET


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


class RunModel(PartyModel[RunRow]):
    """One row a party."""

    @override
    def spoken_party(self, row: RunRow) -> str:
        refund = tr("refund {amount}", amount=row.refund) if self.net_shown else ""
        return joined(", ", (row.customer, row.pnr, joined(" ", (row.what, row.more)), refund, row.at))


class RunDelegate(StormPartyDelegate[RunRow]):
    """Paints one party with what became of it."""

    @override
    def height_of_party(self, row: RunRow) -> int:
        places = self.columns.places(QRect(0, 0, self.width, ROW))
        is_long = text_width(_whole(row), style.font("body")) > places[4].width()
        return TALL if self.folded or is_long else ROW

    @override
    def paint_party(self, painter: QPainter, rect: QRect, row: RunRow) -> None:
        colours = style.tokens()
        sign, pnr, customer, seats, what, *ends = self.columns.places(rect)
        is_waiting = row.end in (EndState.NOT_SENT, EndState.QUOTE_CHANGED)
        ink = colours.text3 if is_waiting else colours.text
        paint_sign(painter, sign, row.end)
        paint_sold(painter, (pnr, customer, seats), row, ink)
        _paint_what(painter, what, row)
        time = ends[-1]
        if len(ends) > 1:
            strong = style.font("bodyStrong" if row.end in GONE else "body")
            draw_text(painter, ends[0], row.refund, strong, _ink_of_refund(row), align=RIGHT)
        draw_text(painter, time, row.at, style.font("caption"), colours.text3, align=RIGHT)


class RunList(PartyList[RunRow]):
    """The parties with what became of them; Enter opens the booking and its way out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        model = RunModel()
        super().__init__(RunDelegate(model, COLUMNS), "storm_run", tr("Parties of the storm"), parent)
        model.setParent(self)


def paint_sign(painter: QPainter, place: QRect, end: EndState) -> None:
    """Paint what became of a party as a mark in a circle."""
    colours = style.tokens()
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


def _whole(row: RunRow) -> str:
    return joined(" ", (row.what, row.more))


def _paint_what(painter: QPainter, place: QRect, row: RunRow) -> None:
    """The words that count in their own ink, what else there is in a quieter one; on two lines if needed."""
    colours = style.tokens()
    ink = _ink_of(row)
    strong = row.end in (EndState.UNKNOWN, EndState.SENDING, EndState.QUOTE_CHANGED)
    font = style.font("bodyStrong" if strong else "body")
    width = text_width(row.what, font)
    beside = place.adjusted(width + 6, 0, 0, 0)
    more = style.font("body", identity=row.end is EndState.CANCELLED)
    if not row.more:
        draw_whole(painter, place, row.what, "body", ink)
    elif text_width(row.more, more) <= beside.width():
        draw_text(painter, place.adjusted(0, 0, 2, 0), row.what, font, ink)
        draw_text(painter, beside, row.more, more, colours.text3 if row.end in GONE else colours.text2)
    else:
        upper, lower = two_lines(place)
        draw_text(painter, upper, row.what, font, ink)
        draw_text(painter, lower, row.more, style.font("caption"), colours.text2)


def _ink_of(row: RunRow) -> QColor:
    colours = style.tokens()
    return {
        EndState.NOT_SENT: colours.text3,
        EndState.SENDING: colours.accent,
        EndState.REFUSED: colours.danger,
        EndState.UNKNOWN: colours.warning,
        EndState.QUOTE_CHANGED: colours.warning,
        EndState.KNOWN_BOOKED: colours.danger,
    }.get(row.end, colours.text2)


def _ink_of_refund(row: RunRow) -> QColor:
    colours = style.tokens()
    if row.end in GONE:
        return colours.success
    return colours.warning if row.end is EndState.UNKNOWN else colours.text3

"""The table of who is told: what happened, what each gets back, and whether it knows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from app.core.frozen import frozen
from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.storm.values import GONE, EndState, GetsBack, StormDecision, StormParty
from app.desk.travelling.values import ClerkMark, Party, ToldState
from app.ui.kit.basics.key_cap import HEIGHT as KEY_HEIGHT
from app.ui.kit.basics.key_cap import draw_key, key_width
from app.ui.kit.basics.painting import draw_box, faded
from app.ui.kit.lists.table import RowRules, Table, paint_cell
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.storm import actions
from app.ui.storm.party_list import TALL, unsaid
from app.ui.theme import assets, style
from app.ui.theme.style import Ink

_ROW, _SIGN, _RING = 34, 15, 13
_GIVEN, _PREPARED, _OPEN = mark("Paid out"), mark("Prepared"), mark("To prepare")


@frozen
class ToldRow:
    """One party as it is shown."""

    key: str
    customer: str
    phone: str
    what: str
    back: str
    refund: str
    told: str
    is_gone: bool
    is_known: bool
    """Whether it is known that the booking stands, or is cancelled."""
    state: ToldState


def is_gone(party: StormParty) -> bool:
    """Whether a party is certainly cancelled, here or before, so that it can be told."""
    return party.end in GONE or (party.end is None and (party.was_gone or party.sale.is_gone))


def told_of(party: Party | None, decision: StormDecision | None) -> tuple[ToldState, ClerkMark | None]:
    """Whether a party was told since the decision; what it was told before is about something else."""
    told = None if party is None else party.told_mark
    if party is None or told is None or (decision is not None and told.at < decision.at):
        return ToldState.NOT_TOLD, None
    return party.told, told


def said_words(told: tuple[ToldState, ClerkMark | None]) -> str:
    """What was said of a party, away from its column: Told 16:02 Asha; empty for nothing."""
    state, marked = told
    if marked is None or state is ToldState.NOT_TOLD:
        return ""
    words = _told(state, marked)
    return tr("Told {who}", who=words) if state is ToldState.TOLD else words


def told_row(party: StormParty, told: tuple[ToldState, ClerkMark | None]) -> ToldRow:
    """The row of a party."""
    state, marked = told
    gone = is_gone(party)
    return ToldRow(
        key=party.key,
        customer=party.sale.customer_name,
        phone=party.sale.customer_phone,
        what=_what(party, gone=gone),
        back=_back(party.back) if gone else formats.EN_DASH,
        refund=_refund(party.back) if gone else formats.EN_DASH,
        told=_told(state, marked) if gone else "",
        is_gone=gone,
        is_known=party.end is not EndState.UNKNOWN,
        state=state,
    )


def _what(party: StormParty, *, gone: bool) -> str:
    if gone:
        return _gone_words(party)
    if party.end is EndState.REFUSED:
        return tr("Refused: {words}", words=party.words.rstrip("."))
    if party.end is EndState.UNKNOWN:
        at = "" if party.since is None else formats.since(party.since)
        return joined(", ", (tr("Not known"), at and tr("since {time}", time=at)))
    if party.end is EndState.KNOWN_BOOKED:
        return tr("Still booked")
    if party.end is None:
        return party.words or tr("Left out, still booked")
    return tr("Not sent, still booked")


def _gone_words(party: StormParty) -> str:
    if party.end is None:
        return tr("Cancelled before, not here")
    if party.back.owes:
        return tr("Cancelled, owes {amount}", amount=formats.amount(party.back.owes))
    return tr("Cancelled, gets back")


def _back(back: GetsBack) -> str:
    return tr("Say it later") if back.back is None else formats.amount(back.back)


def _refund(back: GetsBack) -> str:
    """How far the refund from the till is; a dash where nothing is to be given."""
    if back.was_given:
        return tr(_GIVEN)
    if back.back is None:
        return tr(_OPEN) if back.is_due else formats.EN_DASH
    return tr(_PREPARED) if back.back else formats.EN_DASH


def _told(state: ToldState, marked: ClerkMark | None) -> str:
    if marked is None or state is ToldState.NOT_TOLD:
        return tr("Not told")
    who = joined(" ", (formats.since(marked.at), marked.clerk.partition(" ")[0]))
    return tr("Not reached {who}", who=who) if state is ToldState.NOT_REACHED else who


def _ink(row: ToldRow) -> Ink:
    if row.is_gone:
        return "text2"
    return "danger" if row.is_known else "warning"


def _back_cell(row: ToldRow) -> Cell:
    is_sum = row.is_gone and row.back[:1].isdigit()
    return Cell(row.back, *(("text", "bodyStrong") if is_sum else ("text3", "body")))


def _told_cell(row: ToldRow) -> Cell:
    return Cell(row.told, "text" if row.state is ToldState.TOLD else "text3", "caption", is_whole=True)


def _paint_told(painter: QPainter, place: QRect, row: ToldRow) -> None:
    """Whether it knows; the key of the way out where nothing is told yet."""
    if row.is_gone:
        paint_cell(painter, place, _told_cell(row), is_right=True)
        return
    key = actions.WAY_OUT.painted
    width = key_width(key)
    cap = QRect(place.right() - width + 1, place.center().y() - KEY_HEIGHT // 2 + 1, width, KEY_HEIGHT)
    draw_key(painter, cap, key)


def _paint_sign(painter: QPainter, place: QRect, row: ToldRow) -> None:
    colours = style.tokens()
    corner = QPoint(place.left(), place.center().y() - _SIGN // 2 + 1)
    if not row.is_gone:
        icon = "x" if row.is_known else "circle-question-mark"
        assets.paint_icon(painter, icon, corner, _SIGN, colours.ink_named(_ink(row)), stroke=2.2)
    elif row.state is ToldState.TOLD:
        assets.paint_icon(painter, "check", corner, _SIGN, colours.success, stroke=2.4)
    else:
        ring = QRect(corner + QPoint(1, 1), corner + QPoint(_RING, _RING))
        draw_box(painter, ring, fill=faded(colours.surface, 0), line=colours.control, radius=_RING // 2)


COLUMNS: Columns[ToldRow] = Columns(
    (
        Column(Message(""), 18, paint=_paint_sign),
        Column(
            mark("Customer"),
            share=0.44,
            cell=lambda row: Cell(row.customer, "text", "bodyStrong", beneath_ink="text2"),
        ),
        Column(mark("Phone"), 112, fold=1, under=1, cell=lambda row: row.phone),
        Column(
            mark("What happened"),
            cell=lambda row: Cell(row.what, _ink(row), is_whole=True),
            say=lambda row: joined(" ", (row.what, row.back if row.is_gone else "")),
        ),
        Column(mark("Gets back"), 92, is_right=True, cell=_back_cell, say=unsaid),
        Column(
            mark("Till refund"),
            96,
            fold=2,
            cell=lambda row: row.refund,
            ink="text2",
            say=lambda row: row.refund if row.is_gone else "",
        ),
        Column(
            mark("Told"),
            84,
            is_right=True,
            cell=_told_cell,
            paint=_paint_told,
            say=lambda row: tr("told {who}", who=row.told) if row.state is ToldState.TOLD else row.told,
        ),
    ),
    left=20,
    right=16,
    gap=12,
    least=280,
)
_WITHOUT_TILL = replace(COLUMNS, columns=(*COLUMNS.columns[:5], COLUMNS.columns[6]))


def told_table(*, has_till: bool) -> Table[ToldRow]:
    """The parties; what is not settled stands on top, and nothing is told of it."""
    rules: RowRules[ToldRow] = RowRules(_ROW, tall=TALL, key=lambda row: row.key)
    return Table(COLUMNS if has_till else _WITHOUT_TILL, rules, "storm_told", tr("Who is told"))

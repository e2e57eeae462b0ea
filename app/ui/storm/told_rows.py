"""The table of who is told: what happened, what each gets back, and whether it knows."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.storm.values import GONE, EndState, GetsBack, StormDecision, StormParty
from app.desk.travelling.values import ClerkMark, Party, ToldState
from app.ui.kit.basics.key_cap import HEIGHT as KEY_HEIGHT
from app.ui.kit.basics.key_cap import draw_key, key_width
from app.ui.kit.basics.painting import RIGHT, draw_box, draw_text, draw_whole, faded, text_width
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.storm import actions
from app.ui.storm.party_list import SIDE, TALL, PartyList, PartyModel, StormPartyDelegate, two_lines, without
from app.ui.theme import assets, style

_ROW, _SIGN, _RING = 34, 15, 13
COLUMNS = Columns(
    (
        Column(Message(""), 18),
        Column(mark("Customer"), share=0.44),
        Column(mark("Phone"), 112, fold=1),
        Column(mark("What happened")),
        Column(mark("Gets back"), 92, is_right=True),
        Column(mark("Till refund"), 96, fold=2),
        Column(mark("Told"), 84, is_right=True),
    ),
    left=SIDE,
    right=16,
    gap=12,
    least=280,
)
_WITHOUT_TILL = without(COLUMNS, (5,))
_GIVEN, _PREPARED, _OPEN = mark("Paid out"), mark("Prepared"), mark("To prepare")


@dataclass(frozen=True, slots=True)
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
        return tr(_OPEN)
    return tr(_PREPARED) if back.back else formats.EN_DASH


def _told(state: ToldState, marked: ClerkMark | None) -> str:
    if marked is None or state is ToldState.NOT_TOLD:
        return tr("Not told")
    who = joined(" ", (formats.since(marked.at), marked.clerk.partition(" ")[0]))
    return tr("Not reached {who}", who=who) if state is ToldState.NOT_REACHED else who


class ToldModel(PartyModel[ToldRow]):
    """One row a party."""

    def __init__(self, *, has_till: bool) -> None:
        super().__init__()
        self._has_till = has_till

    @override
    def spoken_party(self, row: ToldRow) -> str:
        told = tr("told {who}", who=row.told) if row.state is ToldState.TOLD else row.told
        back = row.back if row.is_gone else ""
        refund = row.refund if self._has_till and row.is_gone else ""
        return joined(", ", (row.customer, row.phone, joined(" ", (row.what, back)), refund, told))


class ToldDelegate(StormPartyDelegate[ToldRow]):
    """Paints one party, and whether it knows."""

    @override
    def height_of_party(self, row: ToldRow) -> int:
        places = self.columns.places(QRect(0, 0, self.width, _ROW))
        is_long = text_width(row.what, style.font("body")) > places[3].width()
        is_long = is_long or text_width(row.told, style.font("caption")) > places[-1].width()
        return TALL if self.folded or is_long else _ROW

    @override
    def paint_party(self, painter: QPainter, rect: QRect, row: ToldRow) -> None:
        colours, body = style.tokens(), style.font("body")
        sign, customer, phone, what, back, *refund, told = self.columns.places(rect)
        _paint_sign(painter, sign, row)
        if phone.width() > 0:
            draw_text(painter, customer, row.customer, style.font("bodyStrong"), colours.text)
            draw_text(painter, phone, row.phone, body, colours.text)
        else:
            upper, lower = two_lines(customer)
            draw_text(painter, upper, row.customer, style.font("bodyStrong"), colours.text)
            draw_text(painter, lower, row.phone, style.font("caption"), colours.text2)
        draw_whole(painter, what, row.what, "body", _ink(row))
        is_sum = row.is_gone and row.back[:1].isdigit()
        strong = style.font("bodyStrong" if is_sum else "body")
        draw_text(painter, back, row.back, strong, colours.text if is_sum else colours.text3, align=RIGHT)
        for place in refund:
            draw_text(painter, place, row.refund, body, colours.text2)
        if row.is_gone:
            quiet = row.state is not ToldState.TOLD
            ink = colours.text3 if quiet else colours.text
            draw_whole(painter, told, row.told, "caption", ink, align=RIGHT)
        else:
            key = actions.WAY_OUT.painted
            width = key_width(key)
            cap = QRect(told.right() - width + 1, told.center().y() - KEY_HEIGHT // 2 + 1, width, KEY_HEIGHT)
            draw_key(painter, cap, key)


class ToldList(PartyList[ToldRow]):
    """The parties; what is not settled stands on top, and nothing is told of it."""

    def __init__(self, *, has_till: bool, parent: QWidget | None = None) -> None:
        self._told = ToldModel(has_till=has_till)
        drawn = ToldDelegate(self._told, COLUMNS if has_till else _WITHOUT_TILL)
        super().__init__(drawn, "storm_told", tr("Who is told"), parent)
        self._told.setParent(self)


def told_header(*, has_till: bool) -> TableHeader:
    """The names of the columns."""
    return TableHeader(COLUMNS if has_till else _WITHOUT_TILL)


def _ink(row: ToldRow) -> QColor:
    colours = style.tokens()
    if row.is_gone:
        return colours.text2
    return colours.danger if row.is_known else colours.warning


def _paint_sign(painter: QPainter, place: QRect, row: ToldRow) -> None:
    colours = style.tokens()
    corner = QPoint(place.left(), place.center().y() - _SIGN // 2 + 1)
    if not row.is_gone:
        icon = "x" if row.is_known else "circle-question-mark"
        ink = colours.danger if row.is_known else colours.warning
        assets.paint_icon(painter, icon, corner, _SIGN, ink, stroke=2.2)
    elif row.state is ToldState.TOLD:
        assets.paint_icon(painter, "check", corner, _SIGN, colours.success, stroke=2.4)
    else:
        ring = QRect(corner + QPoint(1, 1), corner + QPoint(_RING, _RING))
        draw_box(painter, ring, fill=faded(colours.surface, 0), line=colours.control, radius=_RING // 2)

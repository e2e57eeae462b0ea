"""The parties of a departure, as the rows of a table."""

from __future__ import annotations

from collections.abc import Callable

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.travelling.values import Party, PartyState, ToldState
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.theme.style import Ink
from app.ui.travelling.board_words import (
    note_words,
    owed_words,
    spoken_party,
    told_words,
    voucher_words,
)

_ROW = 44


def parties_table(is_chosen: Callable[[Party], bool]) -> Table[Party]:
    """The table; Space and the box choose a party, Enter opens its booking."""

    def said(party: Party) -> str:
        return joined(", ", (spoken_party(party), tr("chosen") if is_chosen(party) else ""))

    rules: RowRules[Party] = RowRules(
        _ROW, key=lambda party: party.key, said=said, is_ticked=is_chosen, ink=_ink
    )
    return Table(columns(has_till=False), rules, "parties", tr("Parties"))


def columns(*, has_till: bool) -> Columns[Party]:
    """The columns of the table; what is owed only with a till."""
    owed: Column[Party] = Column(mark("Owed"), 84, is_right=True, tight=80, cell=_owed)
    found: tuple[Column[Party], ...] = (
        Column(Message(""), 16),
        Column(mark("Customer"), cell=_customer),
        Column(mark("Phone"), 112, fold=4, cell=lambda party: party.sale.customer_phone),
        Column(mark("PNR"), 96, fold=3, cell=_pnr),
        Column(
            mark("Seats"),
            72,
            tight=60,
            fold=2,
            cell=lambda party: party.seat_words if party.counts else "",
        ),
        Column(mark("Voucher"), 84, tight=70, fold=1, cell=_voucher),
        *((owed,) if has_till else ()),
        Column(mark("Told"), 132, tight=118, cell=_told),
    )
    return Columns(found, left=20, right=16, gap=14, least=130)


def _ink(party: Party) -> Ink:
    return "text" if party.counts else "text3"


def _customer(party: Party) -> Cell:
    """The name, over the passengers by whom it was found and what must be said of the party."""
    note = note_words(party)
    beneath = joined(", ", (formats.passengers_named(party.found_by), note))
    name = party.sale.customer_name or tr("No name")
    return Cell(name, _ink(party), "bodyStrong", beneath, "warning" if note else "text3")


def _pnr(party: Party) -> Cell:
    ref = party.sale.booking_ref
    return Cell(ref or tr("No PNR"), _ink(party) if ref else "text3", "bodyStrong")


def _voucher(party: Party) -> Cell:
    return Cell(voucher_words(party) if party.counts else "", _ink(party) if party.is_handed else "text3")


def _owed(party: Party) -> Cell:
    return Cell(owed_words(party), *(("text", "bodyStrong") if party.owed else ("text3", "body")))


def _told(party: Party) -> Cell:
    words = told_words(party)
    if party.state is PartyState.UNKNOWN or (party.counts and party.told is ToldState.NOT_REACHED):
        return Cell(words, "warning")
    if party.counts and party.told is ToldState.TOLD:
        return Cell(words, icon="check", icon_ink="success_mark", icon_size=13)
    return Cell(words, "text3")

"""The ledger journal: this counter's movements, or the service's snapshot as a plain table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.wallet.service_entries import ServiceEntry, Side
from app.desk.wallet.wallet_movements import BookLine
from app.ui.kit.lists.table_columns import Cell
from app.ui.theme.style import Ink

_NOT_LETTERS = re.compile(r"[^A-Za-z]+")
_KINDS = {
    "booking": mark("Booking"),
    "refund": mark("Refund"),
    "cancellation": mark("Cancellation"),
    "opening": mark("Opening balance"),
    "openingbalance": mark("Opening balance"),
    "topup": mark("Top-up"),
    "deposit": mark("Deposit"),
}
"""Words of the service for entries, in lower case without signs; any other is shown as it came."""
_WAYS: dict[Side, tuple[Ink, str, Ink]] = {
    Side.IN: ("success", "arrow-down-left", "success"),
    Side.OUT: ("text", "arrow-up-right", "text3"),
    Side.UNKNOWN: ("text", "", "text3"),
}


@frozen
class LedgerColumn:
    """One column: its heading, its width (0 for the remaining one), and its alignment."""

    heading: str
    width: int = 0
    is_right: bool = False
    fold: int = 0
    """Its turn to give way in a narrow window, where the tooltip says it; 0 is never."""


@frozen
class LedgerJournal:
    """A table of lines."""

    columns: tuple[LedgerColumn, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()


def counter_journal(lines: Sequence[BookLine]) -> LedgerJournal:
    """The bookings and refunds of this counter on a day, and its first reading."""
    columns = (
        LedgerColumn(tr("Today"), 72),
        LedgerColumn(tr("Entry"), 84, fold=3),
        LedgerColumn(tr("PNR"), 104),
        LedgerColumn(tr("For")),
        LedgerColumn(tr("Entry number"), 108, fold=1),
        LedgerColumn(tr("Amount"), 104, is_right=True),
        LedgerColumn(tr("From credit"), 84, is_right=True, fold=2),
        LedgerColumn(tr("Wallet after"), 112, is_right=True),
    )
    return LedgerJournal(columns, tuple(map(_cells, lines)))


def service_journal(entries: Sequence[ServiceEntry]) -> LedgerJournal:
    """The service's entries as far as they can be read; the balance only where an entry states one."""
    has_balance = any(each.balance is not None for each in entries)
    columns = (
        LedgerColumn(tr("Time"), -1),
        LedgerColumn(tr("Entry")),
        LedgerColumn(tr("PNR"), 104),
        LedgerColumn(tr("In"), 112, is_right=True),
        LedgerColumn(tr("Out"), 112, is_right=True),
        *((LedgerColumn(tr("Wallet after"), 112, is_right=True),) if has_balance else ()),
    )
    rows = (_entry_cells(each)[: len(columns)] for each in entries)
    return LedgerJournal(columns, tuple(rows))


def _entry_cells(entry: ServiceEntry) -> tuple[Cell, ...]:
    at = _not_given() if entry.at is None else Cell(formats.clock_seconds(entry.at), "text2")
    in_ink, icon, icon_ink = _WAYS[entry.way]
    kind = Cell(_kind_words(entry), icon=icon, icon_ink=icon_ink) if entry.kind or icon else _not_given()
    pnr = Cell(entry.booking_ref, role="bodyStrong", is_identity=True) if entry.booking_ref else Cell("")
    moved = _not_given()
    if entry.amount is not None:
        moved = Cell(formats.amount(entry.amount), in_ink, role="bodyStrong")
    raised = moved if entry.way is Side.IN else Cell("")
    lowered = moved if entry.way is Side.OUT else Cell("")
    after = _not_given() if entry.balance is None else Cell(formats.amount(entry.balance))
    return (at, kind, pnr, raised, lowered, after)


def _kind_words(entry: ServiceEntry) -> str:
    word = _NOT_LETTERS.sub("", entry.kind).casefold()
    words = tr(_KINDS[word]) if word in _KINDS else formats.state(entry.kind)
    if entry.way is Side.UNKNOWN and entry.amount is not None:
        # On neither side of the table: which one it is would be a guess.
        return tr("{what}, {amount}", what=words, amount=formats.amount(entry.amount))
    return words


def _cells(line: BookLine) -> tuple[Cell, ...]:
    at, after = Cell(formats.clock_seconds(line.at), "text2"), _amount(line.after)
    moved = line.movement
    if moved is None:
        opening = (Cell(tr("Read"), icon="dot"), Cell(""), Cell(tr("Opening balance"), "text2"))
        return (at, *opening, Cell(""), Cell(""), Cell(""), after)
    entry = Cell(moved.entry, "text2", is_identity=True) if moved.entry else _not_given()
    credit = _not_given() if moved.from_credit is None else Cell(formats.amount(moved.from_credit), "text3")
    kind = (
        Cell(tr("Refund"), icon="arrow-down-left", icon_ink="success")
        if moved.is_refund
        else Cell(tr("Booking"), icon="arrow-up-right")
    )
    pnr = Cell(moved.booking_ref, role="bodyStrong", is_identity=True) if moved.booking_ref else _not_given()
    return (at, kind, pnr, Cell(moved.purpose, "text2"), entry, _moved(moved.signed), credit, after)


def _moved(signed: Decimal | None) -> Cell:
    if signed is None:
        return _not_given()
    plus = "+" if signed > 0 else ""
    return Cell(f"{plus}{formats.amount(signed)}", "success" if signed > 0 else "text", role="bodyStrong")


def _amount(value: Decimal | None) -> Cell:
    return Cell(tr("Not read"), "text3") if value is None else Cell(formats.amount(value))


def _not_given() -> Cell:
    return Cell(tr("Not given"), "text3")

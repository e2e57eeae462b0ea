"""The ledger journal: this counter's movements, or the service's snapshot as a plain table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.core.language import tr
from app.desk.model import formats
from app.desk.wallet.ledger_snapshot import snapshot_table
from app.desk.wallet.wallet_movements import BookLine
from app.ui.theme.style import Ink


@dataclass(frozen=True, slots=True)
class LedgerColumn:
    """One column: its heading, its width (0 for the remaining one), and its alignment."""

    heading: str
    width: int = 0
    is_right: bool = False
    fold: int = 0
    """Its turn to give way in a narrow window, where the tooltip says it; 0 is never."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it is painted."""

    text: str
    ink: Ink = "text"
    is_strong: bool = False
    is_identity: bool = False
    icon: str = ""
    icon_ink: Ink = "text3"


@dataclass(frozen=True, slots=True)
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
        LedgerColumn(tr("Journal entry"), 108, fold=1),
        LedgerColumn(tr("Amount"), 104, is_right=True),
        LedgerColumn(tr("From credit"), 84, is_right=True, fold=2),
        LedgerColumn(tr("Wallet after"), 112, is_right=True),
    )
    return LedgerJournal(columns, tuple(map(_cells, lines)))


def service_journal(entries: Sequence[str]) -> LedgerJournal:
    """The service's entries, columns named as received; a column is as wide as its contents."""
    table = snapshot_table(entries)
    columns = tuple(
        LedgerColumn(name or tr("Entry"), -1, is_right=is_right)
        for name, is_right in zip(table.columns, table.numeric, strict=True)
    )
    return LedgerJournal(columns, tuple(tuple(map(Cell, row)) for row in table.rows))


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
    pnr = Cell(moved.booking_ref, is_strong=True, is_identity=True) if moved.booking_ref else _not_given()
    return (at, kind, pnr, Cell(moved.purpose, "text2"), entry, _moved(moved.signed), credit, after)


def _moved(signed: Decimal | None) -> Cell:
    if signed is None:
        return _not_given()
    plus = "+" if signed > 0 else ""
    return Cell(f"{plus}{formats.amount(signed)}", "success" if signed > 0 else "text", is_strong=True)


def _amount(value: Decimal | None) -> Cell:
    return Cell(tr("Not read"), "text3") if value is None else Cell(formats.amount(value))


def _not_given() -> Cell:
    return Cell(tr("Not given"), "text3")

"""What the tables of the storm desk have in common: their heights, and whose booking it is."""

from __future__ import annotations

from app.core.frozen import frozen
from app.ui.kit.lists.table_columns import Cell
from app.ui.theme.style import Ink

ROW, TALL = 36, 47


@frozen
class SoldRow:
    """A row that begins with whose booking it is."""

    key: str
    """The request number of its sale."""
    pnr: str
    customer: str
    seats: str
    is_quiet: bool
    """Whether nothing is done about it, or not yet."""


def ink_of(row: SoldRow) -> Ink:
    """The ink of whose booking it is."""
    return "text3" if row.is_quiet else "text"


def pnr_cell(row: SoldRow) -> Cell:
    """The PNR."""
    return Cell(row.pnr, ink_of(row), "bodyStrong", is_identity=True)


def customer_cell(row: SoldRow) -> Cell:
    """The customer, over PNR and seats where these have no place of their own."""
    return Cell(row.customer, ink_of(row), beneath_is_identity=True)


def unsaid(_row: object) -> str:
    """Nothing: it is heard with another column, or not at all."""
    return ""

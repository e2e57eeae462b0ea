"""One row of the grid: its columns, and its evaluation by the rules."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.language import mark
from app.desk.documents.document import megabytes, sent_length
from app.desk.model.boats import Departure, Passenger, Rate
from app.desk.passengers import rules
from app.desk.passengers.rules import CELLS, IDENTITY_CELLS

NUMBER, FIRST, COPY, FARE = 0, 1, len(CELLS), len(CELLS) + 1
COLUMNS = len(CELLS) + 2
COPY_CELL = "id_proof_file"
AGE = "age"
NOT_NEEDED, NEEDED = mark("Not needed"), mark("Needed")


def cell_of(column: int) -> str:
    """The interface's name of a column; empty for the row number and the fare."""
    return CELLS[column - FIRST] if FIRST <= column <= COPY else ""


def column_of(cell: str) -> int:
    """The column of a cell."""
    return CELLS.index(cell) + FIRST


@dataclass(frozen=True)
class PassengerRow:
    """One passenger evaluated by the rules, cached until the passenger changes."""

    passenger: Passenger
    problems: dict[str, str]
    needs: rules.Needs
    unasked: frozenset[str]
    """The cells that cannot be filled, since they are not required."""
    rate: Rate | None

    @classmethod
    def of(cls, passenger: Passenger, departure: Departure) -> PassengerRow:
        """The evaluated row of a passenger."""
        found = rules.passenger_problems(passenger, departure, 0)
        return cls(
            passenger,
            {each.field: each.sentence for each in found},
            rules.will_need(passenger, departure.identity),
            frozenset(
                cell for cell in IDENTITY_CELLS if not rules.is_asked(passenger, departure.identity, cell)
            ),
            rules.rate_of(passenger, departure.rates),
        )

    def text(self, cell: str) -> str:
        """The text of a cell; of a copy its size as sent."""
        if cell != COPY_CELL:
            return str(getattr(self.passenger, cell))
        document = self.passenger.document
        return "" if document is None else megabytes(sent_length(len(document.data)))

    def is_spare(self, cell: str) -> bool:
        """Whether this cell is not required, and empty."""
        return cell in IDENTITY_CELLS and not getattr(self.needs, cell) and not self.text(cell)

    def is_unneeded(self, cell: str) -> bool:
        """Whether this cell is certainly not required, as the nationality is known, and empty."""
        return self.is_spare(cell) and bool(self.passenger.nationality.strip())

    def is_closed(self, cell: str) -> bool:
        """Whether this cell cannot be filled: not required, and empty."""
        return cell in self.unasked and not self.text(cell)

"""Where Tab leads in the passenger grid: over what must be filled or stands already."""

from __future__ import annotations

from app.desk.passengers.rules import CELLS
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.row import COPY, COPY_CELL, FARE, FIRST, NUMBER, cell_of, column_of

Place = tuple[int, int]
"""Row and column."""


def place_after(model: PassengerModel, row: int, column: int) -> Place | None:
    """The next stop in this row, else the first cell of the row below; None past the last row."""
    rest = [(row, each) for each in range(column + 1, FARE)]
    if row + 1 < model.rowCount():
        rest.append((row + 1, FIRST))
    return next((each for each in rest if _stops(model, each)), None)


def place_before(model: PassengerModel, row: int, column: int) -> Place | None:
    """The stop before, else the last one of the row above; None before the first cell."""
    rest = [(row, each) for each in range(column - 1, NUMBER, -1)]
    if row:
        rest += [(row - 1, each) for each in range(COPY, NUMBER, -1)]
    return next((each for each in rest if _stops(model, each)), None)


def first_empty(model: PassengerModel) -> Place:
    """The first cell that is to be filled and is not; the first of all when there is none."""
    for row in range(model.rowCount()):
        found = model.row_at(row)
        for cell in CELLS:
            if not found.text(cell) and not found.is_spare(cell):
                return row, column_of(cell)
    return 0, FIRST


def _stops(model: PassengerModel, place: Place) -> bool:
    found, cell = model.row_at(place[0]), cell_of(place[1])
    return found.needs.id_proof_file if cell == COPY_CELL else not found.is_spare(cell)

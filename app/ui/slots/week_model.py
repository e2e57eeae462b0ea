"""The model of the week strip: seven days with their readings."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from app.core.frozen import frozen
from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.activities import DaySlots
from app.ui.kit.basics.guarded import guarded

DAYS = 7

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


@frozen
class DayTile:
    """One day of the strip; without slots and failure it is being read."""

    day: date
    slots: DaySlots | None = None
    failure: str = ""
    """Why it could not be read, or empty."""

    @property
    def is_reading(self) -> bool:
        """Whether nothing is known of the day yet."""
        return self.slots is None and not self.failure

    @property
    def is_open(self) -> bool:
        """Whether a slot of the day can be booked."""
        return self.slots is not None and bool(self.slots.open_slots)

    @property
    def state(self) -> str:
        """The lowest fare of an open day, else a short reason."""
        if self.slots is None:
            return tr("Not read") if self.failure else ""
        if self.is_open:
            fare = self.slots.lowest_fare
            return tr("Open") if fare is None else formats.round_amount(fare)
        if not self.slots.slots:
            return tr("Not read") if self.slots.set_aside else self.slots.reason or tr("No slots")
        return tr("Full") if all(slot.seats == 0 for slot in self.slots.slots) else tr("Closed")

    @property
    def seats(self) -> str:
        """The seats of an open day; empty when it is not open, or a slot does not state its own."""
        seats = self.slots.seats if self.slots is not None and self.is_open else None
        return "" if seats is None else formats.seats(seats)

    def heading(self, *, is_first: bool) -> str:
        """The short date, with the month on the first tile and at the beginning of a month."""
        if is_first or self.day.day == 1:
            return formats.day_medium(self.day)
        return formats.day_bare(self.day)

    def spoken(self) -> str:
        """The tile in one sentence for screen readers."""
        state = (
            tr("reading")
            if self.is_reading
            else tr("from {state}", state=self.state)
            if self.is_open
            else self.state
        )
        return joined(", ", (formats.day_medium(self.day), state, self.seats))


class WeekModel(QAbstractListModel):
    """Seven `DayTile` rows from a first day on."""

    def __init__(self, first: date, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tiles = _week(first)
        self.shows_blocks = False
        """Whether days that are being read show skeletons, which is false in the first moments."""

    @property
    def first(self) -> date:
        """The first day of the strip."""
        return self._tiles[0].day

    @property
    def days(self) -> tuple[date, ...]:
        """The days of the strip."""
        return tuple(tile.day for tile in self._tiles)

    def show_week(self, first: date) -> None:
        """Show the seven days from `first` on; readings of days that stay are kept."""
        known = {tile.day: tile for tile in self._tiles}
        self.beginResetModel()
        self._tiles = [known.get(tile.day, tile) for tile in _week(first)]
        self.endResetModel()

    def tile_of(self, day: date) -> DayTile | None:
        """The tile of a day, None when it is not in the strip."""
        row = self.row_of(day)
        return self._tiles[row] if row >= 0 else None

    def tile_at(self, index: Index) -> DayTile:
        """The tile of a row."""
        return self._tiles[index.row()]

    def row_of(self, day: date) -> int:
        """The row of a day, or -1."""
        return self.days.index(day) if day in self.days else -1

    def show_blocks(self) -> None:
        """Show skeletons for days that are being read."""
        self.shows_blocks = True
        self.dataChanged.emit(self.index(0), self.index(DAYS - 1))

    def put(self, tile: DayTile) -> None:
        """Set the tile of a day, if it is in the strip."""
        row = self.row_of(tile.day)
        if row >= 0 and self._tiles[row] != tile:
            self._tiles[row] = tile
            self.dataChanged.emit(self.index(row), self.index(row))

    def put_slots(self, slots: DaySlots) -> None:
        """Show what was read of a day."""
        self.put(DayTile(slots.day, slots))

    def put_failure(self, day: date, sentence: str) -> None:
        """Show that a day could not be read; a former reading stays."""
        before = self.tile_of(day) or DayTile(day)
        self.put(replace(before, failure=sentence))

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self._tiles)

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        tile = self.tile_at(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tile.spoken()
        if role == Qt.ItemDataRole.DisplayRole:
            return formats.day_medium(tile.day)
        return None


def _week(first: date) -> list[DayTile]:
    return [DayTile(first + timedelta(days=offset)) for offset in range(DAYS)]

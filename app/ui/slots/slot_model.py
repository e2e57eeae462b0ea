"""The model of a day's slots, numbered among those that can be booked."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.activities import Slot
from app.desk.service.cutoffs import as_of, is_full
from app.ui.kit.basics.guarded import guarded
from app.ui.sale.countdown import spoken_closing

NUMBER_KEYS = 9
SKELETON_TILES = 6

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


def window_words(slot: Slot) -> str:
    """The times of a slot."""
    return formats.window(slot.starts, slot.ends, slot.window) or slot.label


def seats_words(slot: Slot) -> str:
    """Such as "6 seats left"; empty when the service states none."""
    return "" if slot.seats is None else trn("{number} seat left", "{number} seats left", slot.seats)


def fare_words(slot: Slot) -> str:
    """The exact fare of the slot."""
    return tr("Fare not stated") if slot.fare is None else formats.amount(slot.fare)


def net_words(slot: Slot) -> str:
    """The exact net price of the slot."""
    return tr("Net not stated") if slot.net is None else tr("Net {net}", net=formats.amount(slot.net))


def spoken_slot(slot: Slot, now: datetime, number: int = 0, *, net_shown: bool) -> str:
    """The tile in one sentence: "2, 13:00 to 15:00, Midday dive, 3,800.00, 11 seats, closes in 18 minutes".

    It begins with the number whose key picks the slot, 0 for none.
    """
    times = window_words(slot)
    if slot.starts is not None and slot.ends is not None:
        starts, ends = formats.clock_time(slot.starts), formats.clock_time(slot.ends)
        times = tr("{starts} to {ends}", starts=starts, ends=ends)
    what = (times, slot.label) if times != slot.label else (times,)
    if not slot.is_open:
        return joined(", ", (*what, slot.reason))
    seats = "" if slot.seats is None else formats.seats(slot.seats)
    net = net_words(slot) if net_shown else ""
    parts = (str(number or ""), *what, fare_words(slot), net, seats, spoken_closing(slot, now))
    return joined(", ", parts)


class SlotModel(QAbstractListModel):
    """Rows of `Slot` in their present state; while reading, rows without a value."""

    def __init__(self, now: datetime, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = now
        """The instant, in the service's time, for countdowns."""
        self.net_shown = True
        self._slots: tuple[Slot, ...] = ()
        self._is_reading = False
        self._chosen: Slot | None = None

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the day in their present state."""
        return self._slots

    @property
    def is_reading(self) -> bool:
        """Whether the tiles are skeletons."""
        return self._is_reading

    def show_slots(self, slots: tuple[Slot, ...], now: datetime) -> None:
        """Show the slots of a day; the same slots again are updated in place."""
        fresh = tuple(as_of(slot, now) for slot in slots)
        same = not self._is_reading and _ids(fresh) == _ids(self._slots)
        if not same:
            self.beginResetModel()
        self.now, self._slots, self._is_reading = now, fresh, False
        if not same:
            self.endResetModel()
        else:
            self._tell_all()

    def show_reading(self, *, blocks: bool) -> None:
        """Show skeletons in place of tiles, or nothing in the first moments."""
        self.beginResetModel()
        self._slots, self._is_reading = (), blocks
        self.endResetModel()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the net price on tiles."""
        self.net_shown = shown
        self._tell_all()

    @property
    def chosen(self) -> Slot | None:
        """The ticked slot, of any day."""
        return self._chosen

    def choose(self, slot: Slot | None) -> None:
        """Tick this slot and no other."""
        self._chosen = slot
        self._tell_all()

    def is_chosen(self, row: int) -> bool:
        """Whether the slot of this row is ticked."""
        return self.row_of(self._chosen) == row

    def slot_at(self, index: Index) -> Slot | None:
        """The slot of a row; None for a skeleton or no row."""
        return self._slots[index.row()] if index.isValid() and not self._is_reading else None

    def row_of(self, slot: Slot | None) -> int:
        """The row of the same slot, or -1."""
        ids = _ids(self._slots)
        return ids.index(_id(slot)) if slot is not None and _id(slot) in ids else -1

    def number_of(self, row: int) -> int:
        """The key that picks the row, 1 to 9 over the slots that can be booked; 0 for none."""
        slots = self._slots
        if self._is_reading or not slots[row].is_open:
            return 0
        number = sum(slot.is_open for slot in slots[: row + 1])
        return number if number <= NUMBER_KEYS else 0

    def row_numbered(self, number: int) -> int:
        """The row that a key picks, or -1."""
        return next((row for row in range(self.rowCount()) if self.number_of(row) == number), -1)

    def _tell_all(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        if parent.isValid():
            return 0
        return SKELETON_TILES if self._is_reading else len(self._slots)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        """The flags of a row: only slots that can be booked, or watched for seats, can be selected."""
        slot = self.slot_at(index)
        can = slot is not None and (slot.is_open or is_full(slot.seats, slot.closes_at, self.now))
        return super().flags(index) if can else Qt.ItemFlag.NoItemFlags

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        slot = self.slot_at(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            number = self.number_of(index.row())
            return (
                tr("Reading")
                if slot is None
                else spoken_slot(slot, self.now, number, net_shown=self.net_shown)
            )
        if role == Qt.ItemDataRole.DisplayRole and slot is not None:
            return window_words(slot)
        return None


def same_slot(one: Slot, other: Slot) -> bool:
    """Whether two readings are of one slot."""
    return _id(one) == _id(other)


def _id(slot: Slot) -> tuple[object, ...]:
    return (slot.day, slot.availability_id, slot.slot_id)


def _ids(slots: tuple[Slot, ...]) -> tuple[tuple[object, ...], ...]:
    return tuple(_id(slot) for slot in slots)

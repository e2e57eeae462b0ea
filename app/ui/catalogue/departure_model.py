"""The departures of one day as rows, filtered by words, boat, part of the day and free seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model.boats import Departure
from app.ui.catalogue.departure_words import TimeScale, scale_of, spoken_row

SKELETON_ROWS = 7

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


@dataclass(frozen=True, slots=True)
class DayPart:
    """Hours of a day in which a boat departs; the last one is not included."""

    words: str
    begins: int
    ends: int


DAY_PARTS = (
    DayPart(mark("Before 09:00"), 0, 9),
    DayPart(mark("09:00 to 12:00"), 9, 12),
    DayPart(mark("12:00 to 16:00"), 12, 16),
    DayPart(mark("After 16:00"), 16, 24),
)
LEAST_SEATS = (2, 4, 6, 10)


@dataclass(frozen=True, slots=True)
class DepartureFilter:
    """What the clerk wants to see; None is any."""

    typed: str = ""
    boat: str | None = None
    part: DayPart | None = None
    seats: int | None = None

    def passes(self, departure: Departure, text: str) -> bool:
        """Whether the departure is left; `text` is what the typed words are looked for in, casefolded."""
        return (
            all(word in text for word in self.typed.casefold().split())
            and self.boat in (None, departure.boat_name)
            and self._departs_within(departure)
            and self._has_seats(departure)
        )

    def _departs_within(self, departure: Departure) -> bool:
        if self.part is None:
            return True
        departs = departure.departs
        return departs is not None and self.part.begins <= departs.hour < self.part.ends

    def _has_seats(self, departure: Departure) -> bool:
        """Seats that nobody states may well be there; those of a closed departure are not."""
        if self.seats is None:
            return True
        return departure.is_open and (departure.seats is None or departure.seats >= self.seats)


def search_text(departure: Departure) -> str:
    """What typed words are looked for in: trip and boat, casefolded."""
    return f"{departure.trip_name} {departure.boat_name}".casefold()


class DepartureModel(QAbstractListModel):
    """Rows of `Departure`; while reading, rows without a value that are painted as skeletons."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.today = date.min
        """Decides which closing dates have passed."""
        self._all: tuple[Departure, ...] = ()
        self._texts: tuple[str, ...] = ()
        self._shown: tuple[Departure, ...] = ()
        self._scale = TimeScale()
        self._filter = DepartureFilter()
        self._is_reading = False

    @property
    def departures(self) -> tuple[Departure, ...]:
        """Every departure that was read."""
        return self._all

    @property
    def shown(self) -> tuple[Departure, ...]:
        """The departures that the filter leaves."""
        return self._shown

    @property
    def scale(self) -> TimeScale:
        """The common scale of all time lines; a filter does not change it."""
        return self._scale

    @property
    def is_reading(self) -> bool:
        """Whether the rows are skeletons."""
        return self._is_reading

    @property
    def boats(self) -> tuple[str, ...]:
        """The names of the boats of the day."""
        return tuple(sorted({each.boat_name for each in self._all if each.boat_name}))

    def show_departures(self, departures: Iterable[Departure], today: date) -> None:
        """Take what was read; the filter stays."""
        self.today = today
        self._all = tuple(departures)
        self._texts = tuple(map(search_text, self._all))
        self._scale = scale_of(self._all)
        self._refresh(is_reading=False)

    def show_reading(self) -> None:
        """Show skeletons in place of rows."""
        self._refresh(is_reading=True)

    def filter_by(self, wanted: DepartureFilter) -> None:
        """Leave the rows that pass."""
        self._filter = wanted
        self._refresh(is_reading=self._is_reading)

    def departure_at(self, index: Index) -> Departure | None:
        """The departure of a row; None for a skeleton or no row."""
        if self._is_reading or not index.isValid() or index.row() >= len(self._shown):
            return None
        return self._shown[index.row()]

    def row_of(self, schedule_id: int) -> int:
        """The row of a departure, or -1."""
        ids = _ids(self._shown)
        return ids.index(schedule_id) if schedule_id in ids and not self._is_reading else -1

    def _refresh(self, *, is_reading: bool) -> None:
        """Rows that stay the same rows are updated in place, so that nothing jumps."""
        pairs = zip(self._all, self._texts, strict=True)
        shown = tuple(each for each, text in pairs if self._filter.passes(each, text))
        same = _ids(shown) == _ids(self._shown) and is_reading == self._is_reading and bool(shown)
        if not same:
            self.beginResetModel()
        self._shown, self._is_reading = shown, is_reading
        if not same:
            self.endResetModel()
        elif not is_reading:
            self.dataChanged.emit(self.index(0), self.index(len(shown) - 1))

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        if parent.isValid():
            return 0
        return SKELETON_ROWS if self._is_reading else len(self._shown)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.NoItemFlags if self._is_reading else super().flags(index)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        departure = self.departure_at(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr("Reading") if departure is None else spoken_row(departure, self.today)
        if role == Qt.ItemDataRole.DisplayRole and departure is not None:
            return departure.name
        return None


def _ids(departures: tuple[Departure, ...]) -> tuple[int, ...]:
    return tuple(departure.schedule_id for departure in departures)

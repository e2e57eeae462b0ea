"""The model of a day's departures, filtered by words, boat, part of the day and free seats."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from typing_extensions import override

from app.core.frozen import frozen
from app.core.language import Message, mark
from app.desk.model.boats import Departure
from app.desk.model.booking import ItemId
from app.ui.catalogue.day_list_model import DayListModel
from app.ui.catalogue.departure_words import TimeScale, scale_of, spoken_row


@frozen
class DayPart:
    """Hours of a day in which a boat departs; the last one is not included."""

    words: Message
    begins: int
    ends: int


DAY_PARTS = (
    DayPart(mark("Before 09:00"), 0, 9),
    DayPart(mark("09:00 to 12:00"), 9, 12),
    DayPart(mark("12:00 to 16:00"), 12, 16),
    DayPart(mark("After 16:00"), 16, 24),
)
LEAST_SEATS = (2, 4, 6, 10)


@frozen
class DepartureFilter:
    """The clerk's filter; None for any."""

    typed: str = ""
    boat: str | None = None
    part: DayPart | None = None
    seats: int | None = None

    def passes(self, departure: Departure, text: str) -> bool:
        """Whether the departure passes; `text` is its casefolded search text."""
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
        """Whether it may have seats: also when they are not stated, but not when it is closed."""
        if self.seats is None:
            return True
        return departure.is_open and (departure.seats is None or departure.seats >= self.seats)


def search_text(departure: Departure) -> str:
    """The search text: trip and boat, casefolded."""
    return f"{departure.trip_name} {departure.boat_name}".casefold()


class DepartureModel(DayListModel[Departure]):
    """The departures of one date, with a common scale of times."""

    skeleton_rows = 7

    def __init__(self) -> None:
        super().__init__()
        self.today = date.min
        """The day by which closing dates have passed."""
        self.scale = TimeScale()
        """The common scale of all time lines; a filter does not change it."""
        self._texts: tuple[str, ...] = ()
        self._wanted = DepartureFilter()

    @property
    def boats(self) -> tuple[str, ...]:
        """The names of the boats of the day."""
        return tuple(sorted({each.boat_name for each in self._items if each.boat_name}))

    def show_departures(self, departures: Iterable[Departure], today: date) -> None:
        """Set the departures; the filter stays."""
        self.today = today
        self._items = tuple(departures)
        self._texts = tuple(map(search_text, self._items))
        self.scale = scale_of(self._items)
        self._refresh(is_reading=False)

    def filter_by(self, wanted: DepartureFilter) -> None:
        """Show the rows that pass."""
        self._wanted = wanted
        self._refresh(is_reading=self._is_reading)

    @staticmethod
    @override
    def number_of(item: Departure) -> ItemId:
        return item.schedule_id

    @override
    def matching(self) -> Iterable[Departure]:
        pairs = zip(self._items, self._texts, strict=True)
        return (each for each, text in pairs if self._wanted.passes(each, text))

    @override
    def name_of(self, item: Departure) -> str:
        return item.name

    @override
    def spoken(self, item: Departure) -> str:
        return spoken_row(item, self.today)

"""The words for a departure: seats, closing, identity data; and the time scale of its day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from decimal import Decimal
from textwrap import wrap
from typing import Literal

from app.core.frozen import frozen
from app.core.language import ended, joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.boats import Departure, Identity, Rate
from app.desk.passengers.rules import MOST_PASSENGERS

FEW = 10
"""Below this number of seats the row is marked."""
SHORT_REASON = 16
"""The characters of a reason that fit on the first line of its column."""
NO_FARES = mark("The service states no fares for this trip.")
FOREIGNERS = mark("Foreigners always need a passport number and a copy of the passport.")
FROM_AGE = mark("Sold from age {age}. Ask the operator about a younger child.")
_MINUTES, _DAY, _EVEN = 60, 24, 2
_FIRST_HOUR, _LAST_HOUR = 6, 20

Mark = Literal["live", "hollow", "ban"]


@frozen
class SeatWords:
    """The two lines of the seats column, and the mark before the first."""

    mark: Mark
    first: str
    second: str
    is_few: bool = False


@frozen
class TimeScale:
    """The first and last hour of the time scale, both even."""

    begins: int = _FIRST_HOUR
    ends: int = _LAST_HOUR
    goes_on: bool = False
    """Whether a line goes beyond midnight, so that the time at its end needs more room."""

    @property
    def hours(self) -> tuple[int, ...]:
        """The hours that are shown."""
        return tuple(range(self.begins, self.ends + 1, _EVEN))

    def share(self, minutes: float) -> float:
        """The position of a minute of the day, from 0 at the beginning to 1 at the end."""
        part = (minutes / _MINUTES - self.begins) / (self.ends - self.begins)
        return min(1.0, max(0.0, part))


def minutes_of(moment: time) -> float:
    """The minutes since midnight."""
    return moment.hour * _MINUTES + moment.minute + moment.second / _MINUTES


def returns_next_day(departure: Departure) -> bool:
    """Whether the return is after midnight."""
    departs, returns = departure.departs, departure.returns
    return departs is not None and returns is not None and returns < departs


def scale_of(departures: Iterable[Departure]) -> TimeScale:
    """The scale from the earliest departure to the latest return in even hours, at least 06 to 20.

    A return after midnight adds two hours, so that its line reaches the edge.
    """
    first, last, goes_on = float(_FIRST_HOUR), float(_LAST_HOUR), False
    for departure in departures:
        if departure.departs is None:
            continue
        begins = minutes_of(departure.departs) / _MINUTES
        ends = begins
        if returns_next_day(departure):
            ends, goes_on = begins + _EVEN, True
        elif departure.returns is not None:
            ends = minutes_of(departure.returns) / _MINUTES
        first, last = min(first, begins), max(last, ends)
    return TimeScale(int(first // _EVEN) * _EVEN, min(_DAY, -int(-last // _EVEN) * _EVEN), goes_on)


def time_words(departure: Departure) -> tuple[str, str]:
    """Departure and return, with "+1" after a return on the next day."""
    departs, returns = (
        "" if each is None else formats.clock_time(each) for each in (departure.departs, departure.returns)
    )
    return departs, f"{returns} +1" if returns_next_day(departure) else returns


def seat_words(departure: Departure, today: date) -> SeatWords:
    """The words for seats, live or capacity, or why the departure cannot be booked."""
    if not departure.is_open:
        return SeatWords("ban", *_closed_words(departure, today))
    if departure.is_live is False:
        count = departure.seats if departure.capacity is None else departure.capacity
        return SeatWords(
            "hollow", tr("Not stated") if count is None else formats.seats(count), tr("Capacity only")
        )
    if departure.seats is None:
        return SeatWords("hollow", tr("Not stated"), "")
    shape, source = ("live", tr("Live count")) if departure.is_live else ("hollow", tr("Not known if live"))
    if departure.counted_at is not None:
        shape, source = "hollow", tr("Counted at {time}", time=formats.since(departure.counted_at))
    return SeatWords(shape, formats.seats(departure.seats), source, is_few=departure.seats < FEW)


def closed_sentence(departure: Departure, today: date) -> str:
    """Why a departure cannot be sold; empty when it can."""
    if not departure.is_open:
        until = departure.open_until
        if until is not None and until < today:
            return tr("Booking closed on {until}.", until=formats.day_medium(until))
        return ended(departure.reason or tr("This departure is closed."))
    return "" if departure.rates else tr(NO_FARES)


def needs_words(identity: Identity | None) -> str:
    """The words in place of the list of required identity data; empty when there is a list."""
    if identity is None:
        return tr("The service does not say what passengers must bring.")
    asked = identity.needs_document or identity.needs_number or identity.needs_copy
    return "" if asked else tr("Nothing is asked of Indian passengers.")


def ages_words(rate: Rate) -> str:
    """The ages as sent, with an en dash."""
    return rate.age_range.replace("-", formats.EN_DASH)


def parts_words(rate: Rate) -> str:
    """The boat and permit parts of a fare, if stated."""
    boat = None if rate.boat_fare is None else formats.amount(rate.boat_fare)
    permit = None if rate.permit_fare is None else formats.amount(rate.permit_fare)
    if boat and permit:
        return tr("Boat {boat} + permit {permit}", boat=boat, permit=permit)
    if boat:
        return tr("Boat {amount}", amount=boat)
    return tr("Permit {amount}", amount=permit) if permit else ""


def fare_words(fare: Decimal | None) -> str:
    """A fare, or the words for none."""
    return tr("Not stated") if fare is None else formats.amount(fare)


def count_problem(departure: Departure, count: int) -> str:
    """Why this number of passengers cannot be sold; empty when it can, or when nothing can be sold."""
    if not departure.is_open:
        return ""
    if departure.is_live and departure.seats is not None and count > departure.seats:
        return trn("Only {number} seat left.", "Only {number} seats left.", departure.seats)
    if count > MOST_PASSENGERS:
        return tr("One booking takes at most {number} passengers.", number=MOST_PASSENGERS)
    return ""


def spoken_row(departure: Departure, today: date) -> str:
    """The row in one sentence for screen readers."""
    departs, returns = (
        "" if each is None else formats.clock_time(each) for each in (departure.departs, departure.returns)
    )
    if returns:
        late = returns_next_day(departure)
        returns = (
            tr("returns {time} on the next day", time=returns) if late else tr("returns {time}", time=returns)
        )
    parts = (
        departure.name,
        departure.boat_name if departure.trip_name else "",
        tr("departs {time}", time=departs) if departs else tr("departure time not stated"),
        returns,
        *_spoken_seats(departure, today),
        tr("fare from {amount}", amount=fare_words(departure.adult_fare)),
    )
    return joined(", ", parts)


def _spoken_seats(departure: Departure, today: date) -> tuple[str, ...]:
    if not departure.is_open:
        return (closed_sentence(departure, today).rstrip(".\u0964"),)
    seats = seat_words(departure, today)
    return (tr("Seats not stated") if departure.seats is None else seats.first, seats.second)


def _closed_words(departure: Departure, today: date) -> tuple[str, str]:
    until, reason = departure.open_until, departure.reason
    if until is not None and until < today:
        return tr("Closed"), tr("since {until}", until=formats.day_medium(until))
    # The column is about booking; with that word before it the reason would be cut off.
    short = reason.removeprefix("Booking ")
    lines = wrap(short[:1].upper() + short[1:] or tr("Closed"), SHORT_REASON)
    return lines[0], " ".join(lines[1:])

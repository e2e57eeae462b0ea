"""The values of the line of words: what is known when it is read, and what each word was understood as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date, time
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from app.api.messages.spellings import ItemId
from app.core.frozen import frozen
from app.core.language import joined, trn
from app.desk.bookings.known_customers import Buyer, KnownCustomer
from app.desk.model.activities import DateRange, Start


@frozen
class Trip:
    """An activity, or a boat of one day."""

    number: ItemId
    """activity_id or schedule_id."""
    is_boat: bool
    title: str
    place: str
    """The place of an activity, the boat of a boat trip."""
    fare: Decimal | None = None
    """From which a person travels."""
    highest: Decimal | None = None
    """Up to which, by day and slot; None for a boat, whose fares depend on the person."""
    sold: int = 0
    """How often it was sold here of late."""
    day: date | None = None
    """The only day of this boat; None for an activity."""
    starts: Mapping[date, tuple[Start, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The kept slots, or the departure, by their day; a day without any is not kept."""
    ranges: tuple[DateRange, ...] = ()
    """The days on which an activity is sold; none when that is not stated."""
    closed: Mapping[date, date | None] = field(default_factory=lambda: MappingProxyType({}))
    """The days on which it is known not to be sold, with the next day after each, where that is known."""

    def is_closed(self, day: date) -> bool:
        """Whether it is known not to be sold on a day."""
        return day in self.closed or (bool(self.ranges) and not any(each.holds(day) for each in self.ranges))

    def next_after(self, day: date) -> date | None:
        """The next day on which it is sold, as far as that is known."""
        coming = (each.first for each in self.ranges if each.first > day)
        return self.closed.get(day) or min(coming, default=None)

    def starts_on(self, day: date) -> tuple[Start, ...]:
        """When it begins on a day, as far as that is kept."""
        return self.starts.get(day, ())

    def starts_at(self, day: date, said: SaidTime) -> tuple[Start, ...]:
        """Those of them that begin then."""
        return tuple(each for each in self.starts_on(day) if said.fits(each.starts))


class SaidTime(NamedTuple):
    """A time as it was said: an hour, or hour and minute."""

    hour: int
    minute: int | None = None

    def fits(self, starts: time) -> bool:
        """Whether something that starts then is meant by it."""
        return starts.hour == self.hour and self.minute in {None, starts.minute}

    @property
    def clock(self) -> time:
        """As a time of day."""
        return time(self.hour, self.minute or 0)


class Fares(NamedTuple):
    """How many travel as what."""

    adults: int = 0
    children: int = 0
    foreign_adults: int = 0
    foreign_children: int = 0

    @property
    def seats(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def words(self) -> str:
        """Who travels: "2 adults, 1 child"."""
        adults, children, foreign_adults, foreign_children = self
        said = (
            trn("{number} adult", "{number} adults", adults) if adults else "",
            trn("{number} child", "{number} children", children) if children else "",
            trn("{number} foreign adult", "{number} foreign adults", foreign_adults)
            if foreign_adults
            else "",
            trn("{number} foreign child", "{number} foreign children", foreign_children)
            if foreign_children
            else "",
        )
        return joined(", ", said)


class NoDate(NamedTuple):
    """What was said as a date, and is none."""

    day: int
    month: int
    year: int | None = None


class WordKind(StrEnum):
    """What a word says."""

    COUNT = "count"
    FARES = "fares"
    TRIP = "trip"
    DAY = "day"
    TIME = "time"
    CUSTOMER = "customer"
    NOTHING = "nothing"


class Certainty(StrEnum):
    """How well a word was understood."""

    UNDERSTOOD = "understood"
    GUESSED = "guessed"
    """Spelt alike, or one of several readings."""
    LEFT_OUT = "left out"


class Note(StrEnum):
    """What is to be said of a word beside its meaning."""

    NONE = ""
    SPELT_LIKE = "spelt like"
    NOT_SOLD = "not sold then"
    GONE = "not in the catalogue"
    NO_DATE = "no date"
    PAST = "past"
    TOO_MANY = "too many"
    ONLY_START = "the only start in this hour"
    NO_START = "nothing starts then"
    ABOUT = "no starts are kept"
    SEVERAL = "several customers"
    NEW = "a new customer"


Said = int | Fares | Trip | date | Start | SaidTime | NoDate | Buyer | str
"""The value of a word, by its kind; text for a phone, a trip that is gone, or what nobody understands."""


@frozen
class ReadWord:
    """A word, or some that belong together, and what they were understood as."""

    start: int
    end: int
    """Where they stand in the line."""
    kind: WordKind
    certainty: Certainty
    said: Said
    note: Note = Note.NONE
    like: str = ""
    """The word that it is spelt like."""
    others: int = 0
    """How many other readings it has."""

    def at(self, start: int, end: int) -> ReadWord:
        """The same at another place in the line."""
        return replace(self, start=start, end=end)


@frozen
class Opening:
    """A page that Enter opens, filled."""

    trip: Trip
    day: date
    seats: int | None = None
    """None when nobody said how many."""
    fares: Fares | None = None
    """None when only a number was said, or none."""
    start: Start | None = None
    """The kept start that was meant; None when none was, or none is kept."""
    said: SaidTime | None = None
    """The time that was said."""
    customer: KnownCustomer | None = None
    phone: str = ""
    """What was typed as a phone that nobody here has."""

    @property
    def about(self) -> SaidTime | None:
        """The time that was said, where no starts are kept."""
        return None if self.trip.starts_on(self.day) else self.said


@frozen
class Choice:
    """One of several customers who may be meant."""

    word: str
    """By which they were asked for."""
    buyer: Buyer


@frozen
class ReadLine:
    """What a line was understood as."""

    words: tuple[ReadWord, ...]
    openings: tuple[Opening, ...]
    """What Enter may open, the likeliest first."""
    choices: tuple[Choice, ...] = ()
    """The customers to choose from before that."""
    asks: tuple[str, ...] = ()
    """Words that may be customers, and of which nobody has asked yet."""


Customers = Mapping[str, tuple[Buyer, ...]]
"""The customers whom a word may mean, by the word as `ReadLine.asks` has it."""

"""The values of selling boats: departures with their rates, the passengers, and the draft of a sale."""

from __future__ import annotations

import hashlib
from dataclasses import field, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from app.api.messages.spellings import ItemId
from app.core.frozen import frozen
from app.desk.model.activities import Came
from app.desk.model.commission import Commission
from app.desk.model.moment import TO_BE_CALLED_LIVE, Moment
from app.desk.model.sale_notes import SaleNotes

_GROWN_UP = 30
"""An age at which nobody is a child or a senior."""
_CHILDREN = ("child", "infant", "kid", "baby")


def time_between(begins: time | None, ends: time | None) -> timedelta | None:
    """The time between them, or None; an end before the beginning is on the next day."""
    if begins is None or ends is None:
        return None
    begin, end = (
        timedelta(hours=each.hour, minutes=each.minute, seconds=each.second) for each in (begins, ends)
    )
    return end - begin if end >= begin else end - begin + timedelta(days=1)


@frozen
class Identity:
    """The identity data required of every passenger (interface part 2.1); these flags can change."""

    needs_document: bool = False
    """is_id_mandatory: an identity document, so its type."""
    needs_number: bool = False
    """is_id_no_required: the document's number."""
    needs_copy: bool = False
    """is_id_upload_required: a copy of the document."""


@frozen
class Ages:
    """Ages in whole years, both ends included."""

    youngest: int
    oldest: int

    def __contains__(self, age: int) -> bool:
        return self.youngest <= age <= self.oldest


@frozen
class Rate:
    """The fare and the net price of one kind of passenger (interface parts 2.1 and 2.4)."""

    ticket_type: str
    age_range: str
    """As sent."""
    ages: Ages | None = field(hash=False)
    """None when the service names no ages: then every age fits. They follow from the range as sent."""
    nationality: str
    """As sent: INDIAN, another label, or MIXED."""
    fare: Decimal | None
    """The customer's fare (mrp), boat and permit together."""
    net: Decimal | None
    boat_fare: Decimal | None
    permit_fare: Decimal | None
    commission: Commission | None
    currency: str

    @property
    def is_for_adults(self) -> bool:
        """Whether an adult travels with it; without ages the name of the ticket decides."""
        if self.ages is not None:
            return _GROWN_UP in self.ages
        return not any(each in self.ticket_type.casefold() for each in _CHILDREN)

    @property
    def label(self) -> str:
        """Ticket type and nationality, such as "Adult INDIAN"."""
        return " ".join(part for part in (self.ticket_type, self.nationality) if part)


@frozen
class Departure:
    """One boat of one day (interface part 2.4) with the identity flags of its schedule (part 2.1)."""

    schedule_id: ItemId
    boat_name: str
    trip_name: str
    day: date
    departs: time | None
    returns: time | None
    close_days: int | None
    """booking_close_days; None when not stated."""
    seats: int | None
    capacity: int | None
    is_live: bool | None
    """False: `seats` is the capacity, not a live count. None when the service does not state it."""
    inventory_mode: str
    is_open: bool
    reason: str
    """Why it cannot be booked; empty when it can."""
    rates: tuple[Rate, ...]
    identity: Identity | None
    """None when the catalogue lacks this schedule: then only the rule for foreigners is known."""
    gst_percentage: Decimal | None
    currency: str
    read: Moment | None = field(default=None, compare=False)
    """When its seats were counted."""
    counted_at: datetime | None = field(default=None, compare=False)
    """The time of a count of seats that is too old to be called live."""

    def aged(self, now: Moment) -> Departure:
        """The departure, with the time of its count when that cannot be called live any more."""
        if self.read is None or self.read.is_fresh(now, TO_BE_CALLED_LIVE):
            return self
        return replace(self, counted_at=self.read.here)

    @property
    def name(self) -> str:
        """The trip, or the boat when the trip has no name."""
        return self.trip_name or self.boat_name

    @property
    def lasts(self) -> timedelta | None:
        """The time from departure to return, or None; a return before the departure is on the next day."""
        return time_between(self.departs, self.returns)

    @property
    def open_until(self) -> date | None:
        """The last day on which it can be booked; the service may decide otherwise (interface part 8)."""
        return None if self.close_days is None else self.day - timedelta(days=self.close_days)

    @property
    def adult_fare(self) -> Decimal | None:
        """The lowest fare of an adult, or of all rates where none is told to be of adults; else None."""
        fares = [(not rate.is_for_adults, rate.fare) for rate in self.rates if rate.fare is not None]
        return min(fares, default=(False, None))[1]


@frozen
class DepartureList:
    """The departures of one day, by their time."""

    day: date
    departures: tuple[Departure, ...]
    reason: str
    """The service's words about the whole day."""
    set_aside: tuple[str, ...]
    """One sentence for each entry that could not be read."""
    read: Moment
    came: Came | None = None
    """How many entries came, when the service counts more."""

    @property
    def read_at(self) -> datetime:
        """When it was read, by this computer's clock."""
        return self.read.here


@frozen
class Document:
    """A copy of a document in memory; never written to disk."""

    file_name: str = field(repr=False)
    """The name of the file, often that of the holder."""
    data: bytes = field(repr=False)
    kind: str = ""
    """The format by its first bytes: "JPEG", "PNG", "PDF", "WebP"; empty when unknown."""
    width: int = 0
    height: int = 0
    """In pixels; 0 when it is no picture or its size is unknown."""
    is_mended: bool = False
    """Whether a strict reader would not have opened the file as it was."""
    sha256: str = field(init=False, repr=False, compare=False)
    """The SHA-256 of the data in hexadecimal, computed when the copy is read so that no sale waits."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha256", hashlib.sha256(self.data).hexdigest())


@frozen
class LeftOpen:
    """What a pasted list may say of a cell, of which nobody chose what counts."""

    cell: str
    stood: str
    """What stood in the cell then; another text is somebody's answer."""
    found: tuple[str, ...]


@frozen
class Passenger:
    """One row of the passenger grid, each cell as typed (interface part 2.6)."""

    traveler_name: str = field(default="", repr=False)
    age: str = ""
    pax_gender: str = ""
    nationality: str = ""
    id_type: str = ""
    id_number: str = field(default="", repr=False)
    document: Document | None = None
    born: date | None = field(default=None, repr=False, compare=False)
    """The date of birth from which the age was computed; None when the age was typed."""
    earlier_born: date | None = field(default=None, repr=False)
    """Another date of birth that a document may mean, with two digits of the year; None for none."""
    aged_on: date | None = None
    """The day for which the age was stated; None when it is the day of travel."""
    counted: Rate | None = field(default=None, repr=False, compare=False)
    """The rate as which the passenger was counted on the page before; age and nationality decide."""
    as_is: frozenset[tuple[str, str]] = field(default=frozenset(), repr=False)
    """Cells with the unusual texts in them that are to be booked as they are."""
    left_open: tuple[LeftOpen, ...] = field(default=(), repr=False)
    """The questions of the list it was pasted from that were not answered."""

    @property
    def is_untouched(self) -> bool:
        """Whether nothing personal has been typed; nationality and ID type may be filled in."""
        return not (self.traveler_name or self.age or self.id_number or self.document)


@frozen
class BoatDraft:
    """The draft of a boat sale; every edit makes a new one (interface part 4.3)."""

    departure: Departure
    passengers: tuple[Passenger, ...] = (Passenger(),)
    customer_name: str = field(default="", repr=False)
    customer_phone: str = field(default="", repr=False)
    customer_email: str = field(default="", repr=False)
    whole_phone: str = field(default="", repr=False)
    """The phone number that was typed with its country, if it was."""
    customer_is_first: bool = False
    """The customer's name follows that of passenger 1."""
    notes: SaleNotes = field(default=SaleNotes(), repr=False)

    @property
    def qty(self) -> int:
        """The number of passengers, one seat each."""
        return len(self.passengers)

"""The values of selling activities: the catalogue, the slots of a day, and the sale being typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal

from app.desk.model.moment import Moment


@dataclass(frozen=True, slots=True)
class Span:
    """A low and a high amount; equal when there is one price."""

    low: Decimal
    high: Decimal


@dataclass(frozen=True, slots=True)
class DateRange:
    """Days on which an activity is available, both ends included."""

    first: date
    last: date

    def holds(self, day: date) -> bool:
        """Whether a day is one of them."""
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Fact:
    """One more field that the service states, with its name at the counter."""

    name: str
    text: str
    is_net: bool = False
    """Whether it belongs to the wallet side, which F8 hides."""


@dataclass(frozen=True, slots=True)
class ActivityOffer:
    """One activity of the catalogue (interface part 2.2)."""

    activity_id: int
    title: str
    place: str
    summary: str
    description: str
    """The long description, when it says more than the summary; else empty."""
    available: bool | None
    """None when the service did not state it."""
    reason: str
    """Why it is not available, in the service's words; empty when not stated."""
    next_date: date | None
    """The first available day after the requested date."""
    date_ranges: tuple[DateRange, ...]
    fare: Span | None
    net: Span | None
    reference_price: Decimal | None
    commission: str
    """Text such as "400.00 flat"; empty when not stated."""
    gst_percentage: Decimal | None
    currency: str
    price_is_summary: bool
    """Whether the price is a range over dates; only the slot has the exact fare."""
    cutoff_minutes: int | None
    included: tuple[str, ...]
    excluded: tuple[str, ...]
    cancellation: str
    facts: tuple[Fact, ...] = ()
    """All other stated fields: the clerk can see everything that the service sends."""


@dataclass(frozen=True, slots=True)
class ActivityCatalogue:
    """The activities for one date, and how many entries could not be read."""

    day: date
    offers: tuple[ActivityOffer, ...]
    set_aside: tuple[str, ...]
    """One sentence for each entry that could not be read."""
    read: Moment

    @property
    def read_at(self) -> datetime:
        """When it was read, by this computer's clock."""
        return self.read.here


@dataclass(frozen=True, slots=True)
class Slot:
    """One bookable slot of one activity and day (interface part 2.3)."""

    activity_id: int
    availability_id: int
    slot_id: int
    label: str
    day: date
    starts: time | None
    ends: time | None
    window: str
    """The time window as sent, shown when it is not two times."""
    fare: Decimal | None
    net: Decimal | None
    currency: str
    seats: int | None
    closes_at: datetime | None
    """Instant with zone, in service time."""
    cutoff_minutes: int | None
    has_own_cutoff: bool
    is_open: bool
    reason: str
    """Why it cannot be booked: the service's words, or a sentence about seats or time."""


@dataclass(frozen=True, slots=True)
class DaySlots:
    """The slots of one activity on one day."""

    activity_id: int
    day: date
    slots: tuple[Slot, ...]
    reason: str
    """The service's words about the whole day, such as closed for weather."""
    set_aside: tuple[str, ...]
    read: Moment

    @property
    def read_at(self) -> datetime:
        """When it was read, by this computer's clock."""
        return self.read.here

    @property
    def open_slots(self) -> tuple[Slot, ...]:
        """The bookable slots."""
        return tuple(slot for slot in self.slots if slot.is_open)

    @property
    def seats(self) -> int:
        """The seats of all bookable slots together."""
        return sum(slot.seats or 0 for slot in self.open_slots)

    @property
    def lowest_fare(self) -> Decimal | None:
        """The lowest exact fare of the bookable slots, or None."""
        return min((slot.fare for slot in self.open_slots if slot.fare is not None), default=None)


@dataclass(frozen=True, slots=True)
class ActivityDraft:
    """The draft of an activity sale; every edit makes a new one (interface part 4.3)."""

    offer: ActivityOffer
    slot: Slot | None = None
    qty: int = 1
    customer_name: str = ""
    customer_phone: str = ""
    customer_email: str = ""
    whole_phone: str = field(default="", repr=False)
    """The phone number that was typed with its country, if it was."""

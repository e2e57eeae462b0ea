"""The values of selling activities: the catalogue, the slots of a day, and the sale being typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from datetime import date, datetime, time
from decimal import Decimal
from typing import NamedTuple

from app.api.messages.spellings import ItemId
from app.core.frozen import frozen
from app.core.language import tr
from app.desk.model import formats
from app.desk.model.commission import Commission
from app.desk.model.moment import Moment
from app.desk.model.sale_notes import SaleNotes


@frozen
class Span:
    """A low and a high amount; equal when there is one price."""

    low: Decimal
    high: Decimal


@frozen
class DateRange:
    """Days on which an activity is available, both ends included."""

    first: date
    last: date

    def holds(self, day: date) -> bool:
        """Whether a day is one of them."""
        return self.first <= day <= self.last


@frozen
class Fact:
    """One more field that the service states, with its name at the counter."""

    name: str
    text: str
    is_net: bool = False
    """Whether it belongs to the wallet side, which F8 hides."""


@frozen
class StatedRest:
    """What else the service states of an activity, as sent: shown, and nothing is decided by it."""

    pictures: tuple[str, ...] = ()
    offer_price: Decimal | None = None
    net_price: Decimal | None = None
    price_basis: str = ""
    shown_price: str = ""
    fare_source: str = ""
    reference_source: str = ""
    cutoff_type: str = ""
    cutoff_source: str = ""

    def facts(self) -> Iterator[Fact]:
        """Those that have a value, in the order of interface part 2.2."""
        offer, net = self.offer_price, self.net_price
        for each in (
            Fact(tr("Pictures"), formats.listed(self.pictures)),
            Fact(tr("Offer price"), "" if offer is None else formats.amount(offer)),
            Fact(tr("Net price"), "" if net is None else formats.amount(net), is_net=True),
            Fact(tr("Price is"), self.price_basis),
            Fact(tr("Price as shown by the service"), self.shown_price),
            Fact(tr("Fare comes from"), self.fare_source),
            Fact(tr("Reference price comes from"), self.reference_source),
            Fact(tr("Booking closes by"), self.cutoff_type),
            Fact(tr("Closing rule"), self.cutoff_source),
        ):
            if each.text:
                yield each


@frozen
class ActivityOffer:
    """One activity of the catalogue (interface part 2.2)."""

    activity_id: ItemId
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
    commission: Commission | None
    gst_percentage: Decimal | None
    currency: str
    price_is_summary: bool
    """Whether the price is a range over dates; only the slot has the exact fare."""
    cutoff_minutes: int | None
    included: tuple[str, ...]
    excluded: tuple[str, ...]
    cancellation: str
    rest: StatedRest = StatedRest()
    doubt: str = ""
    """Why no slot of it can be sold, such as a GST that could not be read; empty when nothing prevents it."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All other fields that have a value: the clerk can see everything that the service sends."""
        doubt = (Fact(tr("Cannot be sold"), self.doubt),) if self.doubt else ()
        return (*doubt, *self.rest.facts(), Fact(tr("Activity number"), str(self.activity_id)))


class Came(NamedTuple):
    """How many entries of a list came, where the service has more of them."""

    came: int
    counted: int | None = None
    """None when it does not say how many."""


@frozen
class ActivityCatalogue:
    """The activities for one date, and how many entries could not be read."""

    day: date
    offers: tuple[ActivityOffer, ...]
    set_aside: tuple[str, ...]
    """One sentence for each entry that could not be read."""
    read: Moment
    came: Came | None = None
    """How many entries came, when the service counts more."""
    reason: str = ""
    """The service's words about the whole day."""

    @property
    def read_at(self) -> datetime:
        """When it was read, by this computer's clock."""
        return self.read.here


@frozen
class Slot:
    """One bookable slot of one activity and day (interface part 2.3)."""

    activity_id: ItemId
    availability_id: ItemId
    slot_id: ItemId
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


@frozen
class DaySlots:
    """The slots of one activity on one day."""

    activity_id: ItemId
    day: date
    slots: tuple[Slot, ...]
    reason: str
    """The service's words about the whole day, such as closed for weather."""
    set_aside: tuple[str, ...]
    read: Moment
    came: Came | None = None
    """How many entries came, when the service counts more."""

    @property
    def read_at(self) -> datetime:
        """When it was read, by this computer's clock."""
        return self.read.here

    @property
    def starts(self) -> tuple[Start, ...]:
        """When its slots begin, the first one first; without those whose window is not two times."""
        return tuple(
            sorted({Start(each.starts, each.ends) for each in self.slots if each.starts}, key=_begin)
        )

    @property
    def open_slots(self) -> tuple[Slot, ...]:
        """The bookable slots."""
        return tuple(slot for slot in self.slots if slot.is_open)

    @property
    def seats(self) -> int | None:
        """The seats of all bookable slots together; None when one of them does not state its own."""
        stated = [slot.seats for slot in self.open_slots if slot.seats is not None]
        return sum(stated) if len(stated) == len(self.open_slots) else None

    @property
    def lowest_fare(self) -> Decimal | None:
        """The lowest exact fare of the bookable slots, or None."""
        return min((slot.fare for slot in self.open_slots if slot.fare is not None), default=None)


class Start(NamedTuple):
    """When a slot, or a boat, begins and ends."""

    starts: time
    ends: time | None = None


Starts = Mapping[ItemId, Mapping[date, tuple[Start, ...]]]
"""When slots began as they were last read, by activity and day; a day that was not read is missing."""


@frozen
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
    notes: SaleNotes = field(default=SaleNotes(), repr=False)


def _begin(start: Start) -> time:
    return start.starts

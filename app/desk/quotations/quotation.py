"""The values of a quotation: customer prices of one or several trips, without net prices and documents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache

from pydantic import TypeAdapter

from app.api.messages.spellings import ItemId
from app.core.frozen import frozen
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft, Departure, Passenger, Rate
from app.desk.model.office_rules import Branding
from app.desk.model.sale import Draft, Price
from app.desk.passengers.rules import needs
from app.desk.sale.pricing import price, price_so_far
from app.desk.sale.sale_words import occasion
from app.desk.vouchers.voucher import VoucherPrice, customer_price


@frozen
class QuotedPerson:
    """A passenger as typed so far; never with anything of a document."""

    name: str = field(repr=False)
    age: str
    gender: str
    nationality: str
    counted: tuple[str, str, str] | None = None
    """Ticket type, age range and nationality of the rate as which the passenger was counted."""


@frozen
class QuotedTrip:
    """One trip as it was quoted."""

    is_boat: bool
    product_id: ItemId
    """The activity_id, or the schedule_id of a boat."""
    slot_id: ItemId
    """Of an activity; 0 for a boat."""
    title: str
    place: str
    """The location, or the boat."""
    day: date
    starts: time | None
    ends: time | None
    window: str
    slot: str
    """The label of an activity's slot."""
    qty: int
    price: VoucherPrice
    people: tuple[QuotedPerson, ...]
    cancellation: str
    """The rule of cancelling; empty when not stated."""
    needs_documents: bool
    read_at: datetime
    """When its price was read, by this computer's clock."""


@frozen
class QuotedSum:
    """What all trips of one currency cost the customer."""

    currency: str
    gst: Decimal | None
    """None where that of one trip is not stated."""
    total: Decimal


@frozen
class Quotation:
    """What trips would cost a customer; nothing is held by it."""

    number: int
    trips: tuple[QuotedTrip, ...]
    branding: Branding
    written_at: datetime
    customer_name: str = field(default="", repr=False)
    customer_phone: str = field(default="", repr=False)
    """With its country where that was typed."""
    customer_email: str = field(default="", repr=False)
    clerk: str = ""
    is_practice: bool = False

    @property
    def reference(self) -> str:
        """Its number as it is said and searched for: Q-0032."""
        return reference_of(self.number)

    @property
    def read_between(self) -> tuple[datetime, datetime]:
        """When the first and the last of its prices was read."""
        times = [each.read_at for each in self.trips]
        return min(times), max(times)

    @property
    def sums(self) -> tuple[QuotedSum, ...]:
        """What it costs in each currency, in the order of the trips."""
        currencies = dict.fromkeys(each.price.currency for each in self.trips)
        return tuple(_sum(each, self.trips) for each in currencies)

    def shown(self, branding: Branding) -> Quotation:
        """The same with another paper or language."""
        return replace(self, branding=branding)


def reference_of(number: int) -> str:
    """The number of a quotation as it is said and searched for: Q-0032."""
    return f"Q-{number:04d}"


def file_name(quotation: Quotation) -> str:
    """The name of its file, with the number and without a person's name."""
    return f"quotation-{quotation.reference}.pdf"


def quoted_trip(draft: Draft, read_at: datetime) -> QuotedTrip | None:
    """A draft as it is quoted; None until each seat has a customer's price."""
    sold, cost = occasion(draft), _price(draft)
    if cost is None or sold.day is None:
        return None
    is_boat = isinstance(draft, BoatDraft)
    return QuotedTrip(
        is_boat=is_boat,
        product_id=draft.departure.schedule_id if is_boat else draft.offer.activity_id,
        slot_id=0 if is_boat or draft.slot is None else draft.slot.slot_id,
        title=sold.title,
        place=sold.place,
        day=sold.day,
        starts=sold.starts,
        ends=sold.ends,
        window=sold.window,
        slot="" if is_boat or draft.slot is None else draft.slot.label,
        qty=draft.qty,
        price=customer_price(cost),
        people=tuple(map(_person, draft.passengers)) if is_boat else (),
        cancellation="" if is_boat else draft.offer.cancellation,
        needs_documents=is_boat and _needs_documents(draft),
        read_at=read_at,
    )


def drafted_passengers(trip: QuotedTrip, departure: Departure) -> tuple[Passenger, ...]:
    """The passengers of a quoted trip for its departure as it is now."""
    return tuple(
        Passenger(
            each.name,
            each.age,
            each.gender,
            each.nationality,
            counted=_counted(each.counted, departure.rates),
        )
        for each in trip.people
    )


@cache
def trips_shape() -> TypeAdapter[tuple[QuotedTrip, ...]]:
    """How quoted trips are kept as JSON."""
    return TypeAdapter(tuple[QuotedTrip, ...])


def _price(draft: Draft) -> Price | None:
    """The whole price; passengers without an age cost what they were counted as."""
    if isinstance(draft, ActivityDraft):
        return price(draft)
    found = price_so_far(draft)
    return None if found.missing else found.price


def _needs_documents(draft: BoatDraft) -> bool:
    return any(needs(each, draft.departure.identity).id_type for each in draft.passengers)


def _person(passenger: Passenger) -> QuotedPerson:
    rate = passenger.counted
    return QuotedPerson(
        passenger.traveler_name.strip(),
        passenger.age.strip(),
        passenger.pax_gender.strip(),
        passenger.nationality.strip(),
        None if rate is None else _kind(rate),
    )


def _counted(kind: tuple[str, str, str] | None, rates: Iterable[Rate]) -> Rate | None:
    return next((each for each in rates if _kind(each) == kind), None)


def _kind(rate: Rate) -> tuple[str, str, str]:
    return rate.ticket_type, rate.age_range, rate.nationality


def _sum(currency: str, trips: Iterable[QuotedTrip]) -> QuotedSum:
    prices = [each.price for each in trips if each.price.currency == currency]
    total = sum((each.total for each in prices), Decimal(0))
    known = [each.gst for each in prices if each.gst is not None]
    return QuotedSum(currency, sum(known, Decimal(0)) if len(known) == len(prices) else None, total)

"""What this counter holds on one customer, and what is left when it is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from app.desk.bookings.known_customers import KnownCustomer


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A sale or a cancellation with what the journal holds of the customer in it."""

    request_id: str
    is_cancellation: bool
    booking_ref: str
    """The PNR; empty where nothing was booked."""
    state: str
    """In the words of the list of bookings."""
    title: str
    day: date | None
    """Of the travel."""
    window: str
    qty: int
    customer_pays: str
    """As an amount in `currency`; empty where it was not kept."""
    currency: str
    at: datetime
    """When it was made, at this computer's time."""
    personal: Mapping[str, object] = field(repr=False)
    """What is held of the customer, by the journal's own names; empty once it was erased."""
    is_open: bool = False
    """Its outcome needs an answer: nothing of it can be deleted yet."""
    is_ahead: bool = False
    """The travel is not over."""


@dataclass(frozen=True, slots=True)
class HeldParty:
    """A saved party with those of its people that are held on account of the customer."""

    travelled_on: date
    people: tuple[Mapping[str, str], ...] = field(repr=False)
    """Each with name, age, gender and nationality."""
    is_own: bool
    """Saved under the customer's name; else somebody of the same name travelled with others."""


@dataclass(frozen=True, slots=True)
class Held:
    """All that is held on a customer at this counter; documents are never kept."""

    customer: KnownCustomer = field(repr=False)
    read_at: datetime
    records: tuple[HeldRecord, ...]
    """Newest first."""
    parties: tuple[HeldParty, ...]

    @property
    def sales(self) -> tuple[HeldRecord, ...]:
        """Those that are no cancellations."""
        return tuple(each for each in self.records if not each.is_cancellation)

    @property
    def open(self) -> tuple[HeldRecord, ...]:
        """Those that cannot be deleted yet."""
        return tuple(each for each in self.records if each.is_open)

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to be deleted."""
        return not self.records and not self.parties


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a deletion has erased."""

    records: int
    """Sales and cancellations that do not name the customer any more."""
    parties: int
    kept_open: int
    """Sales and cancellations that still do, since their outcome is open."""
    kept_ahead: int = 0
    """Bookings of others, still to travel, on whose list a traveller has the name."""

"""The data held on one customer, and the result of its deletion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime

from app.core.frozen import frozen
from app.desk.bookings.known_customers import KnownCustomer


@frozen
class HeldRecord:
    """A sale or a cancellation with the customer's data in the journal."""

    request_id: str
    is_cancellation: bool
    booking_ref: str
    """The PNR; empty when nothing was booked."""
    state: str
    """The state in the words of the list of bookings."""
    title: str
    day: date | None
    """The day of travel."""
    window: str
    qty: int
    customer_pays: str
    """As an amount in `currency`; empty when it was not stored."""
    currency: str
    at: datetime
    """When it was made, in this computer's time."""
    personal: Mapping[str, object] = field(repr=False)
    """The customer's data by the journal's names; empty once it was erased."""
    is_open: bool = False
    """Whether its outcome is unknown, so that it cannot be deleted yet."""
    is_ahead: bool = False
    """Whether the travel is not over, and not all of the booking is cancelled."""
    desk: str = ""
    """The other desk of the office that sold it; empty for this one."""


@frozen
class HeldParty:
    """A saved party with those of its people that concern the customer."""

    travelled_on: date
    people: tuple[Mapping[str, str], ...] = field(repr=False)
    """Each with name, age, gender and nationality."""
    is_own: bool
    """Whether it is saved under the customer's name; else a person of the same name is in it."""


@frozen
class HeldQuotation:
    """A quotation to the customer, or one that names somebody of the same name."""

    number: int
    at: datetime
    """When it was written."""
    last_day: date
    """The last day of travel in it."""
    customer: KnownCustomer = field(repr=False)
    people: tuple[str, ...] = field(repr=False)
    trips: str = field(repr=False)
    """What was quoted, as JSON."""


@frozen
class Held:
    """All data held on a customer in this office, as far as its database is there.

    Documents are never stored.
    """

    customer: KnownCustomer = field(repr=False)
    read_at: datetime
    records: tuple[HeldRecord, ...]
    """Newest first."""
    parties: tuple[HeldParty, ...]
    quotations: tuple[HeldQuotation, ...] = ()
    """Newest first; deleted as a whole."""

    @property
    def sales(self) -> tuple[HeldRecord, ...]:
        """The records of sales."""
        return tuple(each for each in self.records if not each.is_cancellation)

    @property
    def open(self) -> tuple[HeldRecord, ...]:
        """The records that cannot be deleted yet."""
        return tuple(each for each in self.records if each.is_open)

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to delete."""
        return not (self.records or self.parties or self.quotations)


@frozen
class Forgotten:
    """The result of a deletion."""

    records: int
    """The number of sales and cancellations that no longer name the customer."""
    parties: int
    kept_open: int
    """The number of those that still do, since an outcome is unknown."""
    kept_ahead: int = 0
    """The number of other customers' bookings, with future travel, that have a traveller of this name."""
    waiting_desks: tuple[str, ...] = ()
    """Other desks of the office that still have the customer on their own disks."""

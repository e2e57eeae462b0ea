"""What the register keeps, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.store.register.index_words import Term, sale_terms, standing_term, travel_term


class SaleStanding(StrEnum):
    """How a sale stands, whatever way led there: by this it is looked for."""

    OPEN = "open"
    """It needs an answer."""
    BOOKED = "booked"
    PARTLY_CANCELLED = "part"
    CANCELLED = "cancelled"
    NOT_SOLD = "not-sold"
    """Refused, not sent, or found not to be booked."""
    ELSEWHERE = "elsewhere"
    """Another counter sold it, and this one has cancelled some of it, or tried to."""
    LOOKED_UP = "looked-up"
    """Another counter sold it, and somebody has asked for it here."""


SOLD_HERE = frozenset({SaleStanding.BOOKED, SaleStanding.PARTLY_CANCELLED, SaleStanding.CANCELLED})
"""It was booked here for certain, whatever became of it."""


@dataclass(frozen=True, slots=True)
class KeptSale:
    """A sale of an office, or a booking of another counter that this one has to do with."""

    request_id: str
    module: str
    """ACTIVITY or BOAT."""
    product_id: str
    title: str
    day: date | None
    window: str
    qty: int
    booking_ref: str
    customer_name: str
    customer_phone: str
    customer_email: str
    sold_at: datetime
    """With the counter's zone, whose date it is found by; in UTC when it comes back."""
    place: str = ""
    """The boat."""
    released: int = 0
    """Seats that were cancelled since."""
    booking_id: str = ""
    state: str = "SETTLED"
    """The journal's own word, or one of a cancellation."""
    standing: SaleStanding = SaleStanding.BOOKED
    booking_status: str = ""
    """As the service said it last, and so the next two; never written from here."""
    payment_status: str = ""
    refund_status: str = ""
    desk: str = ""
    clerk: str = ""
    agent_id: str = ""
    customer_pays: Decimal | None = None
    expected: Decimal | None = None
    debited: Decimal | None = None
    from_cash: Decimal | None = None
    from_credit: Decimal | None = None
    refunded: Decimal | None = None
    charge: Decimal | None = None
    currency: str = ""
    updated_at: datetime | None = None
    """When its state was reached; the time of the sale where nothing is given."""
    former: tuple[str, ...] = ()
    """Other request_ids that it was kept under; it takes their place."""

    @property
    def was_sold(self) -> bool:
        """Whether it was booked here for certain."""
        return self.standing in SOLD_HERE


@dataclass(frozen=True, slots=True)
class KeptCancellation:
    """A cancellation that this office has sent, in whatever state it is."""

    request_id: str
    booking_ref: str
    at: datetime
    qty: int
    refund: Decimal | None
    charge: Decimal | None
    reference: str
    """The service's refund_reference."""
    state: str
    desk: str
    clerk: str = ""


class KeptBetween(NamedTuple):
    """What all desks did in a time, the oldest first."""

    sales: tuple[KeptSale, ...]
    cancellations: tuple[KeptCancellation, ...]
    cancelled: tuple[KeptSale, ...]
    """The bookings that these cancellations are of, whenever they were sold."""
    desks: tuple[str, ...] = ()
    """Those that have handed in anything so far."""


@dataclass(frozen=True, slots=True)
class KeptNote:
    """Something that was done with a sale, or that the service said of it."""

    request_id: str
    at: datetime
    code: str
    """What it is, such as "status" or "voucher_printed"."""
    said: str = ""
    """More of it, for the program to read."""
    desk: str = ""
    clerk: str = ""


@dataclass(frozen=True, slots=True)
class KeptCustomer:
    """Who has bought here, as the newest sale has it."""

    name: str
    phone: str
    email: str
    last_at: datetime


class Position(NamedTuple):
    """How far the journal of a desk is handed in: its newest entry."""

    desk: str
    seq: int
    hash: str


class Cursor(NamedTuple):
    """Behind which row a page begins: when it was sold, and its number."""

    at: datetime
    number: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which sales are sought; as it is, all of them."""

    typed: str = ""
    today: date | None = None
    """Against which dates are read that are typed without month or year; None: figures are no dates."""
    travels: tuple[date, ...] = ()
    """One of these days of travel; none for any."""
    sold: tuple[date, date] | None = None
    """Sold from the first of these days to the last, both included."""
    standings: frozenset[str] = field(default_factory=frozenset[str])
    without_open_of: str = ""
    """Leave out what needs an answer of this desk, which knows of it from its own journal."""

    def terms(self) -> tuple[Term, ...]:
        """What each row must have a word for."""
        travels = (travel_term(self.travels),) if self.travels else ()
        standing = (standing_term(self.standings),) if self.standings else ()
        return (*sale_terms(self.typed, self.today), *travels, *standing)


class RegisterPage(NamedTuple):
    """Some sales, the newest first, and where the next ones begin; None behind the last."""

    sales: tuple[KeptSale, ...]
    cursor: Cursor | None

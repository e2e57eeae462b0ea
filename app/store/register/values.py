"""The values of the register."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from app.core.frozen import frozen
from app.store.register.index_words import Term, sale_terms, standing_term, travel_term


class SaleStanding(StrEnum):
    """The standing of a sale, by which it is searched."""

    OPEN = "open"
    """The outcome is unknown."""
    BOOKED = "booked"
    PARTLY_CANCELLED = "part"
    CANCELLED = "cancelled"
    NOT_SOLD = "not-sold"
    """Refused, not sent, or found not to be booked."""
    ELSEWHERE = "elsewhere"
    """Sold by another counter, and cancelled here in part or whole, or tried to."""
    LOOKED_UP = "looked-up"
    """Sold by another counter, and looked up here."""


SOLD_HERE = frozenset({SaleStanding.BOOKED, SaleStanding.PARTLY_CANCELLED, SaleStanding.CANCELLED})
"""The standings of a sale that was certainly booked here."""


PARTLY_CANCELLED, CANCELLATION_UNKNOWN = "PARTLY_CANCELLED", "CANCELLATION_UNKNOWN"
"""States of a sale beside those of the journal."""


@frozen
class KeptSale:
    """A sale of the office, or a booking of another counter that was looked up or cancelled here."""

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
    """With the counter's time zone, by whose date it is found; read back in UTC."""
    place: str = ""
    """The boat."""
    released: int = 0
    """Seats cancelled since."""
    booking_id: str = ""
    state: str = "SETTLED"
    """A state of the journal, or one of a cancellation."""
    standing: SaleStanding = SaleStanding.BOOKED
    booking_status: str = ""
    """The last status from the service, like the next two; not written by `Register.keep`."""
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
    """When its state was reached; by default the time of the sale."""
    former: tuple[str, ...] = ()
    """Former request_ids, whose rows it replaces."""
    told_by: str = ""
    """The desk whose journal says so; empty for the one that sold it."""
    seq: int = 0
    """The newest entry about it in that journal; 0 when it is in none."""

    @property
    def was_sold(self) -> bool:
        """Whether it was certainly booked here."""
        return self.standing in SOLD_HERE


@frozen
class KeptCancellation:
    """A cancellation sent by this office, in any state."""

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
    told_by: str = ""
    """The desk whose journal says so; empty for the one that sent it."""
    seq: int = 0
    """The newest entry about it in that journal."""


@frozen
class KeptMoneyTime:
    """When one order or cancellation may have moved the wallet, by the clock of its desk."""

    request_id: str
    desk: str
    sent_at: datetime
    rested_at: datetime
    known_at: datetime
    """When its end became known."""
    told_at: datetime | None
    """The service's time when it was sent; None when unknown."""


class KeptBetween(NamedTuple):
    """The sales and cancellations of all desks in a period, oldest first."""

    sales: tuple[KeptSale, ...]
    cancellations: tuple[KeptCancellation, ...]
    cancelled: tuple[KeptSale, ...]
    """The bookings of these cancellations, whenever they were sold."""
    desks: tuple[str, ...] = ()
    """The desks that have stored anything so far."""
    times: Mapping[str, KeptMoneyTime] = MappingProxyType({})
    """When these moved the wallet, by request_id; an older program has stored none."""


@frozen
class KeptNote:
    """An action on a sale, or a status of it from the service."""

    request_id: str
    at: datetime
    code: str
    """The kind of note, such as "status" or "voucher_printed"."""
    said: str = ""
    """Further data for the program."""
    desk: str = ""
    clerk: str = ""


@frozen
class KeptCustomer:
    """A customer, with the data of the newest sale."""

    name: str
    phone: str
    email: str
    last_at: datetime


class Position(NamedTuple):
    """How far the journal of a desk has been stored: its newest entry."""

    desk: str
    seq: int
    hash: str


class Cursor(NamedTuple):
    """The row after which a page begins: its time of sale and its number."""

    at: datetime
    number: int


@frozen
class Wanted:
    """A search for sales; by default all of them."""

    typed: str = ""
    today: date | None = None
    """The day by which short dates are read; None: figures are not read as dates."""
    travels: tuple[date, ...] = ()
    """One of these days of travel; none for any."""
    sold: tuple[date, date] | None = None
    """The first and the last day of sale, both included."""
    standings: frozenset[str] = field(default_factory=frozenset[str])
    without_open_of: frozenset[str] = frozenset()
    """Leave out unknown outcomes of these desks, which are shown from the journal."""

    def terms(self) -> tuple[Term, ...]:
        """The terms that each row must fit."""
        travels = (travel_term(self.travels),) if self.travels else ()
        standing = (standing_term(self.standings),) if self.standings else ()
        return (*sale_terms(self.typed, self.today), *travels, *standing)


class TravellingSale(NamedTuple):
    """A sale of a trip that is not long over, and the text of the words that it is found by."""

    request_id: str
    sold_at: datetime
    words: str


class RegisterPage(NamedTuple):
    """Some sales, newest first, and the cursor of the next page, None after the last."""

    sales: tuple[KeptSale, ...]
    cursor: Cursor | None

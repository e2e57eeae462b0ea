"""The values that the counter shows and edits: one set for both modules and all reply variants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Span:
    """A low and a high amount; equal when there is one price."""

    low: Decimal
    high: Decimal


@dataclass(frozen=True, slots=True)
class DateRange:
    """Days on which an activity can be had, both ends included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class ActivityOffer:
    """One activity of the catalogue (interface part 2.2)."""

    activity_id: int
    title: str
    place: str
    summary: str
    available: bool | None
    """None when the service did not say."""
    reason: str
    """Why it is not available, in the service's words; empty when not said."""
    next_date: date | None
    """First available day after the date that was asked for."""
    date_ranges: tuple[DateRange, ...]
    fare: Span | None
    net: Span | None
    reference_price: Decimal | None
    commission: str
    """Text such as "400.00 flat"; empty when not said."""
    gst_percentage: Decimal | None
    currency: str
    price_is_summary: bool
    """True: a range over dates; only the slot gives the exact fare."""
    cutoff_minutes: int | None
    included: tuple[str, ...]
    excluded: tuple[str, ...]
    cancellation: str


@dataclass(frozen=True, slots=True)
class ActivityCatalogue:
    """The activities for one date, and how many entries could not be read."""

    day: date
    offers: tuple[ActivityOffer, ...]
    set_aside: tuple[str, ...]
    """One sentence an entry that could not be read; the others are unharmed."""
    read_at: datetime


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
    """The time window as sent, for when it is not two times."""
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
    """Why it cannot be booked, in the service's words, or ours when only seats or time say it."""


@dataclass(frozen=True, slots=True)
class DaySlots:
    """The slots of one activity on one day."""

    activity_id: int
    day: date
    slots: tuple[Slot, ...]
    reason: str
    """What the service says of the whole day, such as closed for weather."""
    set_aside: tuple[str, ...]
    read_at: datetime

    @property
    def open_slots(self) -> tuple[Slot, ...]:
        """The slots that can be booked."""
        return tuple(slot for slot in self.slots if slot.is_open)

    @property
    def seats(self) -> int:
        """Seats over the slots that can be booked."""
        return sum(slot.seats or 0 for slot in self.open_slots)

    @property
    def lowest_fare(self) -> Decimal | None:
        """The lowest exact fare over the slots that can be booked."""
        return min((slot.fare for slot in self.open_slots if slot.fare is not None), default=None)


@dataclass(frozen=True, slots=True)
class ActivityDraft:
    """A sale being typed; every edit makes a new one (interface part 4.3)."""

    offer: ActivityOffer
    slot: Slot | None = None
    qty: int = 1
    customer_name: str = ""
    customer_phone: str = ""
    customer_email: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that stops the sale: the field that is wrong and the sentence to show beneath it."""

    field: str
    """The interface's field name (customer_phone, qty ...), or "slot"."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Price:
    """The two sides of money of a draft; expected until the service has settled."""

    currency: str
    qty: int
    fare: Decimal
    fare_total: Decimal
    gst_percentage: Decimal
    gst_on_fare: Decimal
    customer_pays: Decimal
    net: Decimal
    net_total: Decimal
    gst_on_net: Decimal
    payable: Decimal
    """What the wallet is expected to be debited."""
    gst_is_stated: bool = True
    """False: the service named no percentage, and none is added."""


@dataclass(frozen=True, slots=True)
class Wallet:
    """One reading of the wallet (interface part 2.8)."""

    cash: Decimal
    credit_limit: Decimal
    credit_used: Decimal
    credit_left: Decimal
    currency: str
    account_status: str
    agent_id: str
    tenant_id: str
    ledger: tuple[str, ...]
    """The newest ledger entries, each as compact JSON text as received."""
    read_at: datetime

    @property
    def reach(self) -> Decimal:
        """The most that one sale may cost: cash and the credit that is left."""
        return self.cash + self.credit_left


@dataclass(frozen=True, slots=True)
class Split:
    """How a debit is expected to fall on cash and credit: cash first (interface part 8)."""

    cash: Decimal
    credit: Decimal
    missing: Decimal
    """Above zero when the wallet cannot cover it."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is no longer as the clerk saw it."""

    what: str
    old: str
    new: str
    is_net: bool = False
    """True: belongs to the wallet side, so F8 hides it."""


@dataclass(frozen=True, slots=True)
class Preflight:
    """What a last look found, just before money may move."""

    draft: ActivityDraft
    """The draft on the slot as it is now: this is what is booked."""
    slot: Slot
    """That slot."""
    price: Price
    wallet: Wallet
    split: Split
    changes: tuple[Change, ...]
    """Each must be accepted before the sale goes on."""
    blocked: str
    """A sentence that stops the sale, or empty."""
    checked_at: datetime
    intent_id: str
    """The one sale as the customer wants it; booking it twice is one booking."""


class Step(StrEnum):
    """What the clerk is told while a booking runs; facts this program knows."""

    WRITTEN = "written"
    SENT = "sent"
    ANSWERED = "answered"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class Progress:
    """One step that has been done."""

    step: Step
    at: datetime
    request_id: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """A settled sale (interface part 2.5)."""

    request_id: str
    booking_ref: str
    booking_id: str
    total_debited: Decimal | None
    from_cash: Decimal | None
    from_credit: Decimal | None
    price: Price
    differences: tuple[Change, ...]
    """What the answer states otherwise than expected; empty when all is as expected."""
    wallet: Wallet | None
    """The wallet as read after the sale; None when it could not be read."""
    settled_at: datetime
    took: timedelta
    practice: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence that says what could not be done, what it means for sale and money, and what to do."""

    what: str
    meaning: str
    action: str
    details: tuple[tuple[str, str], ...] = ()
    """Codes and replies as received, labelled, without the key."""
    field: str = ""
    """The thing it stands beside, when there is one ("customer_email", "slot", "wallet")."""

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.meaning, self.action) if part)


@dataclass(frozen=True, slots=True)
class NotSold:
    """A sale that did not happen for certain: refused by the service, or never sent."""

    request_id: str
    advice: Advice
    was_sent: bool


@dataclass(frozen=True, slots=True)
class Movement:
    """One thing known of a sale, and since when."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Sale:
    """One sale of this counter as its journal knows it."""

    intent_id: str
    request_id: str
    state: str
    """A word for people: Booked, Not sent, Refused, Outcome not known, ..."""
    is_open: bool
    """True: it needs an answer, and the same sale is not sent again."""
    title: str
    day: date | None
    window: str
    qty: int
    customer_name: str
    customer_phone: str
    booking_ref: str
    expected: Decimal | None
    debited: Decimal | None
    currency: str
    wallet_before: Decimal | None
    sold_at: datetime
    history: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class UnknownOutcome:
    """A sale that was sent and whose outcome is not known."""

    request_id: str
    sale: Sale | None
    """None only when the journal cannot be read."""
    advice: Advice


Outcome = Receipt | NotSold | UnknownOutcome
"""How a call of `Desk.book` can end."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Which service this counter works with."""

    name: str
    """"practice", "live" or "sandbox"."""
    base_url: str
    key_last_four: str
    is_practice: bool

"""The values that the counter shows and edits: one set for both modules and all reply variants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft

Draft = ActivityDraft | BoatDraft
"""A sale being typed, of either module."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that stops the sale: the field that is wrong and the sentence to show beneath it."""

    field: str
    """The interface's field name (customer_phone, qty ...), or "slot", or "departure"."""
    sentence: str
    row: int | None = None
    """The passenger it belongs to, counted from 0; None when it belongs to the whole sale."""


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One kind of ticket: how many, and what one of them is to the customer and to the wallet."""

    label: str
    """Such as "Adult INDIAN"; empty for the seats of an activity."""
    count: int
    fare: Decimal
    net: Decimal

    @property
    def fare_total(self) -> Decimal:
        """The fare for all of them, without GST."""
        return self.fare * self.count

    @property
    def net_total(self) -> Decimal:
        """The net price for all of them, without GST."""
        return self.net * self.count


@dataclass(frozen=True, slots=True)
class Price:
    """The two sides of money of a draft; expected until the service has settled."""

    currency: str
    lines: tuple[PriceLine, ...]
    gst_percentage: Decimal
    gst_on_fare: Decimal
    gst_on_net: Decimal
    gst_is_stated: bool = True
    """False: the service named no percentage, and none is added."""

    @property
    def qty(self) -> int:
        """How many seats or passengers it is for."""
        return sum(line.count for line in self.lines)

    @property
    def fare_total(self) -> Decimal:
        """All fares, without GST."""
        return sum((line.fare_total for line in self.lines), Decimal(0))

    @property
    def net_total(self) -> Decimal:
        """All net prices, without GST."""
        return sum((line.net_total for line in self.lines), Decimal(0))

    @property
    def customer_pays(self) -> Decimal:
        """What the customer is asked for."""
        return self.fare_total + self.gst_on_fare

    @property
    def payable(self) -> Decimal:
        """What the wallet is expected to be debited."""
        return self.net_total + self.gst_on_net


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
    told_at: datetime | None = None
    """The service's time of this reading; None when the service does not tell its time."""

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

    draft: Draft
    """The draft on its slot or departure as that is now: this is what is booked."""
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
    SENDING = "sending"
    """Told again and again while a large order leaves, at most ten times a second."""
    SENT = "sent"
    ANSWERED = "answered"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class Progress:
    """One step that has been done."""

    step: Step
    at: datetime
    request_id: str
    sent: int = 0
    total: int = 0
    """While `SENDING`: how many bytes have left, and how many there are."""


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
    row: int | None = None
    """The passenger whose field it is, counted from 0; None when it is of the whole sale."""

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
    more: str = ""
    """What belongs to it, such as a reference."""
    amount: Decimal | None = None
    """A refund: of the wallet side, so F8 hides it."""
    is_unsettled: bool = False
    """Whether an answer is needed since then."""
    is_told: bool = False
    """Whether it moved no money: a voucher, a reading."""
    is_step: bool = False
    """Whether it says nothing once the end is known."""


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
    is_boat: bool = False
    place: str = ""
    """The boat; empty for an activity."""
    released: int = 0
    """Seats that this counter has cancelled since."""
    open_cancellation: str = ""
    """The intent of a cancellation whose outcome is not known; empty when there is none."""
    is_elsewhere: bool = False
    """Another counter sold it; this one knows of its cancellations alone."""
    agent_id: str = ""
    """Whose wallet it was sold from, as the service named the agent."""
    is_of_other: bool = False
    """True: the key is now that of another agent, whose wallet tells nothing of this sale."""
    code: str = ""
    standing: str = ""
    product_id: str = ""
    customer_email: str = ""
    booking_id: str = ""
    customer_pays: Decimal | None = None
    from_cash: Decimal | None = None
    from_credit: Decimal | None = None
    refunded: Decimal | None = None
    charge: Decimal | None = None
    clerk: str = ""
    desk: str = ""
    said: tuple[str, str, str] = ("", "", "")
    """Booking, payment and refund status as the service said them last."""
    pricing: tuple[tuple[str, str], ...] = ()
    """What the answer to the booking stated of its price, by name."""

    @property
    def may_be_cancelled(self) -> bool:
        """Whether something is booked that can be asked a refund for."""
        is_left = self.released < self.qty
        is_ours = not self.is_elsewhere and not self.is_of_other
        return bool(self.booking_ref) and not self.is_open and is_ours and is_left


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
    is_sandbox: bool = False

    @property
    def is_real(self) -> bool:
        """Whether money moves: neither practice nor a sandbox."""
        return not (self.is_practice or self.is_sandbox)

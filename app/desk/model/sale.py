"""The values of a sale: one set for both modules and all variants of answers."""

from __future__ import annotations

import json
from dataclasses import field
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.core.frozen import frozen
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.booking import BookedTraveller, says_cancelled, says_partly
from app.desk.model.moment import Moment
from app.desk.model.sale_notes import SaleNotes

Draft = ActivityDraft | BoatDraft
"""The draft of a sale of either module."""


class DraftAsRead(NamedTuple):
    """A draft, and when its price was read; None while that is being read."""

    draft: Draft
    read_at: datetime | None


@frozen
class Problem:
    """Something that prevents the sale: the wrong field and the sentence to show below it."""

    field: str
    """The field name of the interface (customer_phone, qty ...), or "slot", or "departure"."""
    sentence: str
    row: int | None = None
    """The index of the passenger from 0; None when it concerns the whole sale."""


@frozen
class PriceLine:
    """One kind of ticket: the number, and the fare and the net price of one."""

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


@frozen
class Price:
    """The customer's and the wallet's side of a draft's price; expected until the service has settled."""

    currency: str
    lines: tuple[PriceLine, ...]
    gst_percentage: Decimal
    gst_on_fare: Decimal
    gst_on_net: Decimal
    gst_is_stated: bool = True
    """False: the service stated no percentage, and none is added."""

    @property
    def qty(self) -> int:
        """The number of seats or passengers."""
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
        """What the customer pays."""
        return self.fare_total + self.gst_on_fare

    @property
    def payable(self) -> Decimal:
        """The expected debit of the wallet."""
        return self.net_total + self.gst_on_net

    def margin(self, debited: Decimal) -> Decimal | None:
        """What the agency keeps of this price, without GST, which is the state's.

        None when another amount than the expected one was debited: its GST is not known.
        """
        return self.fare_total - self.net_total if debited == self.payable else None


@frozen
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
    read: Moment
    took: timedelta = timedelta()
    """How long before that it may have been looked at: the time that the reading took."""
    has_credit: bool | None = True
    """False: the service states no credit line; None: it could not be read. Its amounts are 0 then."""

    @property
    def read_at(self) -> datetime:
        """When it was read, by this computer's clock."""
        return self.read.here

    @property
    def told_at(self) -> datetime | None:
        """The service's time of this reading in the zone of this computer; None when it is unknown."""
        told = self.read.service
        return told and told.astimezone(self.read.here.tzinfo)

    @property
    def reach(self) -> Decimal:
        """The most that one sale may cost: cash and the remaining credit."""
        return self.cash + self.credit_left


@frozen
class Split:
    """The expected division of a debit into cash and credit: cash first (interface part 8)."""

    cash: Decimal
    credit: Decimal
    missing: Decimal
    """The amount that the wallet cannot cover; 0 when it can."""


@frozen
class Change:
    """Something that has changed since the clerk saw it."""

    what: str
    old: str
    new: str
    is_net: bool = False
    """True: belongs to the wallet side, so F8 hides it."""
    is_again: bool = False
    """True: what was before stays, and this comes beside it."""


@frozen
class Preflight:
    """The result of the checks before paying."""

    draft: Draft
    """The draft with its slot or departure as it is now: this is what is booked."""
    price: Price
    wallet: Wallet
    split: Split
    changes: tuple[Change, ...]
    """The changes that must be accepted before the sale goes on."""
    blocked: str
    """A sentence that prevents the sale, or empty."""
    looked: Moment
    intent_id: str
    """The number of this one sale: booking it twice makes one booking."""
    behind: int = 0
    """The journal's newest entry at this look: what was sold after it has not been seen."""
    too_large: int | None = None
    """An order of so many bytes was too large for the service; None when none was."""
    doubles: frozenset[str] = frozenset()
    """The intents of equal sales that were accepted with this one: they are no change."""


class Step(StrEnum):
    """The steps of a booking that are shown to the clerk while it runs."""

    CHECKING = "checking"
    """Everything is being read again first; only where that is necessary."""
    WRITTEN = "written"
    SENDING = "sending"
    """Repeated while a large order is sent, at most ten times a second."""
    SENT = "sent"
    ANSWERED = "answered"
    COMPARED = "compared"


@frozen
class Progress:
    """One step that has been done, or is being done."""

    step: Step
    at: datetime
    request_id: str
    sent: int = 0
    total: int = 0
    """While `SENDING`: the bytes that have left, and their total."""


@frozen
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
    """Where the answer differs from what was expected."""
    wallet: Wallet | None
    """The wallet as read after the sale; None when it could not be read."""
    settled_at: datetime
    took: timedelta
    practice: bool


@frozen
class Advice:
    """What could not be done, what it means for sale and money, and what to do."""

    what: str
    meaning: str
    action: str
    details: tuple[tuple[str, str], ...] = ()
    """Codes and replies as received, labelled, without the API key."""
    field: str = ""
    """The field beside which it is shown, if any ("customer_email", "slot", "wallet")."""
    row: int | None = None
    """The index of the passenger from 0; None when it concerns the whole sale."""

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.meaning, self.action) if part)


@frozen
class NotSold:
    """A sale that was certainly not made: refused by the service, or never sent."""

    request_id: str
    advice: Advice
    was_sent: bool


@frozen
class Movement:
    """One event in the history of a sale, and its time."""

    at: datetime
    text: str
    more: str = ""
    """A detail, such as a reference."""
    amount: Decimal | None = None
    """A refund: belongs to the wallet side, which F8 hides."""
    is_unsettled: bool = False
    """Whether the outcome is unknown since then."""
    is_told: bool = False
    """Whether it moved no money, such as a voucher or a reading."""
    is_step: bool = False
    """Whether it is left out once the end is known."""


class KeptWords(NamedTuple):
    """What the voucher of a sale says, as JSON; empty when it was not kept, or was erased."""

    words: str = ""
    people: str = ""
    """Who travels."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of who travels; none when that was not kept, was erased, or cannot be read."""
        try:
            return tuple(str(each["name"]) for each in json.loads(self.people or "[]"))
        except (ValueError, TypeError, KeyError):
            return ()


@frozen
class Sale:
    """One sale of this counter from its journal."""

    intent_id: str
    request_id: str
    state: str
    """A word for people: Booked, Not sent, Refused, Outcome not known, ..."""
    is_open: bool
    """Whether its outcome is unknown; the same sale is not sent again then."""
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
    """Seats cancelled since, as far as is known."""
    gone: tuple[BookedTraveller, ...] = field(default=(), repr=False)
    """Who was certainly cancelled at this counter, as read before; empty when that is not kept."""
    open_cancellation: str = ""
    """The intent of a cancellation whose outcome is unknown; empty when there is none."""
    is_elsewhere: bool = False
    """Whether another counter sold it; this one has only its cancellations."""
    agent_id: str = ""
    """The agent from whose wallet it was sold, as stated by the service."""
    is_of_other: bool = False
    """Whether the API key is now that of another agent, whose wallet proves nothing about this sale."""
    taken_in: str | None = None
    """The reference, or an empty text, under which the service has taken it in without settling it yet."""
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
    given_back: Decimal | None = None
    """What the agency gives the customer back, of all cancellations of this desk of which it was said."""
    clerk: str = ""
    desk: str = ""
    """The name of the other desk of the office that sold it; empty for this one."""
    booked_at: datetime | None = None
    """When its booking became certain; None when it is not, and for a sale of the register."""
    updated_at: datetime | None = None
    """When its state was reached; None for a sale of the journal, whose history has it."""
    kept: KeptWords = field(default=KeptWords(), repr=False)
    """What its voucher says; of a sale of the register only where it is opened."""
    found_by: tuple[str, ...] = field(default=(), repr=False)
    """The passengers by whose names alone a search found it."""
    said: tuple[str, str, str] = ("", "", "")
    """The last booking, payment and refund status from the service."""
    is_of_others: bool = False
    """Whether the cancellations of this counter show that another one has cancelled of it, too."""
    are_refunds_stated: bool = True
    """Whether `refunded` is all that its cancellations brought: of none the refund is not stated."""
    pricing: tuple[tuple[str, str], ...] = ()
    """What the answer to the booking stated about its price, by name."""
    notes: SaleNotes = field(default=SaleNotes(), repr=False)
    """The newest ones, where it is listed or opened."""

    @property
    def is_gone(self) -> bool:
        """Whether all of it is cancelled."""
        return bool(self.qty) and self.released >= self.qty

    @property
    def left(self) -> int | None:
        """How many are still booked, as far as this office and the service say.

        None when another counter has cancelled a part: the service does not say how many are left.
        """
        if says_cancelled(self.said[0]) or self.is_gone:
            return 0
        is_of_others = self.is_of_others or (says_partly(self.said[0]) and not self.released)
        return None if is_of_others else self.qty - self.released

    @property
    def is_less(self) -> bool:
        """Whether the service says that fewer are left than this office knows."""
        return self.left != self.qty - self.released

    @property
    def may_be_cancelled(self) -> bool:
        """Whether there is a booking for which a refund can be quoted."""
        is_left = self.released < self.qty and self.left != 0
        is_ours = not self.is_elsewhere and not self.is_of_other
        return bool(self.booking_ref) and not self.is_open and is_ours and is_left


@frozen
class UnknownOutcome:
    """A sale that was sent and whose outcome is unknown."""

    request_id: str
    sale: Sale | None
    """None only when the journal cannot be read."""
    advice: Advice


Outcome = Receipt | NotSold | UnknownOutcome
"""The possible results of `Selling.book`."""


@frozen
class Profile:
    """The service that this counter uses."""

    name: str
    """"practice", "live" or "sandbox"."""
    base_url: str
    key_last_four: str
    is_practice: bool
    is_sandbox: bool = False

    @property
    def is_real(self) -> bool:
        """Whether real money moves: neither practice nor a sandbox."""
        return not (self.is_practice or self.is_sandbox)

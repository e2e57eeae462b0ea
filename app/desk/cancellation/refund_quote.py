"""The values of cancelling: the booking, the refund quote, its acceptance, and the result."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field, replace
from datetime import date, datetime
from decimal import Decimal

from app.api.messages.spellings import ItemId
from app.core.frozen import frozen
from app.core.language import joined, mark
from app.desk.cancellation.customer_refund import NOT_KNOWN, GivenBack
from app.desk.model.booking import BookingState, Choice, SeatChoice, says_partly
from app.desk.model.moment import TO_BE_SENT, Moment
from app.desk.model.sale import Sale, Wallet
from app.store.register.values import KeptCancellation

TOO_OLD = mark("The quote was older than 2 minutes, so it was asked again.")
"""Why the clerk sees a new quote."""


@frozen
class Booking:
    """A booking to cancel as a whole or in part."""

    booking_ref: str
    is_boat: bool
    qty: int | None
    """Seats still booked, as far as this counter knows; None when another counter sold it."""
    title: str = ""
    place: str = ""
    """The boat; empty for an activity."""
    day: date | None = None
    window: str = ""
    customer: str = field(default="", repr=False)
    """Name and phone; empty when another counter sold it."""
    request_id: str = ""
    """The sale in this office; empty when another counter sold it."""
    is_less: bool = False
    """Whether another counter has cancelled seats of it: `qty` is then more than are left."""


def booking_of(sale: Sale) -> Booking:
    """The booking of a sale of this counter, without what was cancelled."""
    return Booking(
        booking_ref=sale.booking_ref,
        is_boat=sale.is_boat,
        qty=sale.qty - sale.released,
        title=sale.title,
        place=sale.place,
        day=sale.day,
        window=sale.window,
        customer=joined(", ", (sale.customer_name, sale.customer_phone)),
        request_id=sale.request_id,
    )


def booking_elsewhere(state: BookingState, *, is_boat: bool) -> Booking:
    """The booking of another counter; no answer states its number of seats."""
    return Booking(
        booking_ref=state.booking_ref,
        is_boat=is_boat,
        qty=None,
        title=state.title,
        place=state.place,
        day=state.day,
        window=state.window,
    )


def as_said(booking: Booking, state: BookingState, known: Collection[KeptCancellation]) -> Booking:
    """The booking of an activity with what a reading of it says is left.

    `known` are the cancellations of it that this office knows: whatever else is cancelled others did.
    """
    if state.is_cancelled:
        return replace(booking, qty=0, is_less=False)
    refunds = [each.refund for each in known]
    credited = sum((each for each in refunds if each is not None), Decimal(0))
    is_more = state.refunded is not None and None not in refunds and state.refunded > credited
    is_less = is_more or (says_partly(state.booking_status) and not known)
    return replace(booking, is_less=is_less)


@frozen
class RefundQuote:
    """The answer to QUOTE for exactly this choice (interface part 4.4).

    It cannot be confirmed itself: only `accepted` makes an `AcceptedQuote` of it.
    """

    intent_id: str
    booking: Booking
    choice: Choice
    before: BookingState
    refund: Decimal | None
    """None when the answer states none or several: then it is shown as received."""
    charge: Decimal | None
    debited: Decimal | None
    as_received: tuple[tuple[str, str], ...]
    """Every field of the answer: its path and its value as text."""
    wallet: Wallet | None
    """The wallet read with the quote; None when it could not be read."""
    quoted: Moment
    agent_id: str = ""
    """The agent of the API key; empty when no wallet was read yet."""
    former_refund: Decimal | None = None
    """The refund in the former quote for the same choice."""
    named: tuple[tuple[str, ItemId], ...] = field(default=(), repr=False)
    """Travellers' numbers beside a name in the answer."""
    behind: int = 0
    """The journal's newest entry when it was asked for: a cancellation behind it has not been seen."""
    beside: str = ""
    """Which other desks are at cancelling the same booking, or that it is not known; empty for none."""
    customer: GivenBack = NOT_KNOWN
    """What the customer paid for the choice, and gets back by the agency's rule."""
    is_changed: bool = False
    """Whether the former quote for the same choice had another refund, so that this one must be accepted."""

    @property
    def needs_tick(self) -> bool:
        """Whether the clerk must also tick that this was read."""
        return self.is_changed or self.refund is None

    @property
    def is_whole(self) -> bool | None:
        """Whether the whole booking is cancelled; None when its number of seats is unknown."""
        return None if self.left is None else self.left == 0

    @property
    def left(self) -> int | None:
        """How many still travel after it; None when the number of seats is unknown.

        No answer states how many seats another counter has cancelled.
        """
        if isinstance(self.choice, SeatChoice):
            seats = None if self.booking.is_less else self.booking.qty
            return None if seats is None else max(seats - self.choice.qty, 0)
        left = sum(not each.is_cancelled for each in self.before.travellers)
        return max(left - len(self.choice.travellers), 0)

    @property
    def staying(self) -> tuple[str, ...]:
        """The names of those who still travel after it; empty for an activity."""
        going = () if isinstance(self.choice, SeatChoice) else self.choice.travellers
        left = (each for each in self.before.travellers if not each.is_cancelled)
        return tuple(each.name for each in left if each not in going)

    def is_fresh(self, now: Moment) -> bool:
        """Whether it is not too old to be accepted and sent."""
        return self.quoted.is_fresh(now, TO_BE_SENT)


@frozen
class AcceptedQuote:
    """A quote that a person has read and accepted; made only by `accepted`."""

    quote: RefundQuote
    reason: str = field(repr=False)
    """The reason in the clerk's words, which is not sent."""
    customer_back: Decimal | None = None
    """What the customer gets back, as the clerk has it on screen; None when it is not said yet."""
    storm: str = ""
    """The storm that it belongs to; empty for a cancellation of its own."""


class NotAcceptedError(Exception):
    """The quote cannot be accepted for this choice; `str()` is the sentence for the clerk."""


def accepted(
    quote: RefundQuote,
    choice: Choice,
    now: Moment,
    *,
    has_read: bool,
    reason: str = "",
    customer_back: Decimal | None = None,
) -> AcceptedQuote:
    """The accepted quote, when a person has just accepted it for this choice.

    Raises NotAcceptedError when the quote is for another choice or older than two minutes, or when it must
    be ticked as read and is not.
    """
    if quote.choice != choice:
        raise NotAcceptedError(mark("The quote is for another choice. Quote again."))
    if not quote.is_fresh(now):
        raise NotAcceptedError(TOO_OLD)
    if quote.needs_tick and not has_read:
        raise NotAcceptedError(mark("Tick that you have read the quote."))
    return AcceptedQuote(quote, reason.strip(), customer_back)


@frozen
class Cancelled:
    """A settled cancellation (interface part 2.7)."""

    request_id: str
    booking_ref: str
    refund_reference: str
    refund: Decimal | None
    charge: Decimal | None
    new_status: str
    quoted: Decimal | None
    """The accepted refund; None when none was stated."""
    currency: str
    wallet: Wallet | None
    """The wallet afterwards; None when it could not be read."""
    settled_at: datetime
    is_kept: bool
    """False: the journal could not store it, so the reference must be written on paper."""
    customer: GivenBack = NOT_KNOWN
    """What the customer paid for it, and gets back."""
    choice: Choice | None = field(default=None, repr=False)
    """What was cancelled; None for an order that was sent again."""
    left: int | None = None
    """How many still travel; None when it is not known."""
    staying: tuple[str, ...] = field(default=(), repr=False)
    """The names of those who still travel, as far as the service named them."""
    is_more_gone: bool = False
    """Whether the service calls the whole booking cancelled, though this was not known to be all of it."""

    @property
    def differs(self) -> bool:
        """Whether the credited amount differs from the accepted one."""
        return self.quoted is not None and self.refund != self.quoted

"""The values of the storm desk: its parties with their quotes and ends, its pauses, and its sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.core.frozen import frozen
from app.desk.model.booking import Choice
from app.desk.model.sale import Sale, Wallet
from app.desk.till.payment_values import PayWay

_ZERO = Decimal(0)


class Phase(StrEnum):
    """How far a storm is."""

    QUOTES = "quotes"
    CANCELLING = "cancelling"
    TELLING = "telling"


class QuoteState(StrEnum):
    """How the quote of a party stands."""

    WAITING = "waiting"
    ASKING = "asking"
    QUOTED = "quoted"
    NOT_STATED = "not stated"
    """Quoted, and the answer states no refund."""
    CHANGED = "changed"
    """Quoted otherwise than before: `former` has what it was."""
    IDS_MISSING = "ids missing"
    """The service cancels by numbers, and some traveller has none; they can be typed."""
    NOT_QUOTED = "not quoted"
    """The service refused to quote; `words` has its words."""
    NO_ANSWER = "no answer"
    LEFT_OUT = "left out"
    """It cannot be cancelled here; `words` says why."""


QUOTED = frozenset({QuoteState.QUOTED, QuoteState.NOT_STATED, QuoteState.CHANGED})
TO_COME = frozenset({QuoteState.WAITING, QuoteState.ASKING})


class EndState(StrEnum):
    """What became of a party's cancellation, as the journal has it."""

    NOT_SENT = "not sent"
    SENDING = "sending"
    CANCELLED = "cancelled"
    REFUSED = "refused"
    """The booking stands; `words` has the words of the service."""
    UNKNOWN = "unknown"
    QUOTE_CHANGED = "quote changed"
    """Not sent, because its quote is another than the accepted one: it waits for its own tick."""
    KNOWN_CANCELLED = "known cancelled"
    """Its answer was lost, and the booking or a person has told that it is cancelled."""
    KNOWN_BOOKED = "known booked"
    """Its answer was lost, and the booking or a person has told that it stands."""


SETTLED = frozenset(
    {EndState.CANCELLED, EndState.REFUSED, EndState.KNOWN_CANCELLED, EndState.KNOWN_BOOKED, EndState.UNKNOWN}
)
"""What the storm desk does not touch any more."""
GONE = frozenset({EndState.CANCELLED, EndState.KNOWN_CANCELLED})
"""What is certainly cancelled."""


class PauseReason(StrEnum):
    """Why a storm pauses."""

    LINE = "line"
    NO_ANSWER = "no answer"
    KEY = "key"
    SERVICE_WAIT = "service wait"
    WALLET = "wallet"
    DISK = "disk"
    THREE_REFUSALS = "three refusals"
    CHANGED = "changed"
    """All that is left waits for its own tick, since its quote has changed."""
    FORBIDDEN = "forbidden"
    """This counter does not let the cancellation go, such as for its clock; `words` says why."""
    STOPPED = "stopped"
    """A person stopped it."""
    CUT_OFF = "cut off"
    """The program ended while it ran."""


class Pause(NamedTuple):
    """Why and since when nothing is sent."""

    why: PauseReason
    at: datetime
    words: str
    """A sentence for the clerk."""
    back_at: datetime | None = None
    """Since when the line is back; None while it is not, and for another reason."""


class StormReason(StrEnum):
    """Why the parties do not travel."""

    WEATHER = "weather"
    OPERATOR = "operator"
    OTHER = "other"


class StormHeading(NamedTuple):
    """What does not run: a departure, a slot, or a day with an empty title."""

    title: str
    place: str
    """The boat; empty for an activity and for a day."""
    day: date
    starts: str
    """Such as "07:15"; empty for a day."""


class Quoted(NamedTuple):
    """What a quote says, in the currency of the wallet; None is not stated and never a nought."""

    seats: int
    """How many it cancels: the same sums for fewer people are another quote."""
    debited: Decimal | None
    charge: Decimal | None
    refund: Decimal | None
    at: datetime


class GetsBack(NamedTuple):
    """What a customer gets back; it shows nothing of the net price."""

    paid: Decimal | None = None
    """What was paid: with a till what that has, else the price; None when it is not known."""
    charge: Decimal | None = None
    """What the service keeps; None when it is not stated or not counted by the agency's rule."""
    own_charge: Decimal | None = None
    """What the agency itself keeps, by its settings and at the till; None when that is to be said later."""
    back: Decimal | None = None
    """None: it is to be said later, and stands in no message."""
    is_price: bool = False
    """Whether `paid` is the price, because there is no till or it could not be read."""
    was_given: bool = False
    """Whether the till has paid it out; not while a part of it is left."""
    way: PayWay | None = None
    """The way in which all of it was paid; None without a till, and for several ways."""
    is_due: bool = True
    """Whether the till may have something to give back; it says so itself where it can be read."""
    owes: Decimal = Decimal(0)
    """What the customer still owes of the charges, as far as it is known; nothing without a till."""


NOT_YET_SAID = GetsBack()


@frozen
class StormParty:
    """One party of a storm: its booking, its quote, and what became of it."""

    sale: Sale
    seats: int
    """The seats that are to be cancelled."""
    is_in: bool = True
    """Whether it is to be cancelled."""
    quote_state: QuoteState = QuoteState.WAITING
    quote: Quoted | None = None
    former: Quoted | None = None
    """The quote before the last one, where that has changed."""
    is_seen: bool = False
    """Whether a person has seen what is not stated or has changed."""
    since: datetime | None = None
    """Since when it is asked for or sent, or when it was quoted or ended."""
    words: str = ""
    """The words of the service, or a sentence why it is left out."""
    end: EndState | None = None
    """None before the decision, and for a party that was left out."""
    reference: str = ""
    """The refund reference."""
    refunded: Decimal | None = None
    """What was credited; None when it is not known or not stated."""
    intent_id: str = ""
    """The intent in the journal that opens its page; empty before the decision."""
    choice: Choice | None = field(default=None, repr=False)
    """What is to be cancelled; of a boat the travellers, some perhaps without their number."""
    back: GetsBack = NOT_YET_SAID
    was_gone: bool = False
    """Whether the service had it as cancelled before, when its quote was asked for."""
    is_missing: bool = False
    """Whether its sale is no longer kept, such as after its customer was erased."""

    @property
    def key(self) -> str:
        """The request number of its sale."""
        return self.sale.request_id

    @property
    def needs_look(self) -> bool:
        """Whether a person must look at it before it may be cancelled."""
        return self.quote_state in {
            QuoteState.CHANGED,
            QuoteState.NOT_STATED,
            QuoteState.IDS_MISSING,
            QuoteState.NOT_QUOTED,
            QuoteState.NO_ANSWER,
        }

    @property
    def waits_for_tick(self) -> bool:
        """Whether it is in, and a person must say that its quote was seen."""
        ticked = self.quote_state in {QuoteState.CHANGED, QuoteState.NOT_STATED}
        return self.is_in and ticked and not self.is_seen

    @property
    def is_sendable(self) -> bool:
        """Whether going on would send it."""
        return self.end is EndState.NOT_SENT or (self.end is EndState.QUOTE_CHANGED and self.is_seen)

    @property
    def differs(self) -> bool:
        """Whether it was credited otherwise than quoted."""
        quoted = self.quote.refund if self.quote else None
        return self.end is EndState.CANCELLED and quoted is not None and self.refunded != quoted


@frozen
class StormOrder:
    """One decision for all as a person gives it."""

    reason: StormReason
    words: str = field(default="", repr=False)
    """The reason in words, of another one."""
    by: str = field(default="", repr=False)
    """A typed name, which counts while no clerk is on duty."""
    second: str = field(default="", repr=False)
    """The second person: a typed name, or the PIN where clerks have one."""


class StormDecision(NamedTuple):
    """One decision for all, as it is kept."""

    reason: StormReason
    words: str
    by: str
    second: str
    """Empty where the settings ask for one person."""
    at: datetime


class Sums(NamedTuple):
    """The sums of some parties; what is not stated is in none of them."""

    parties: int
    seats: int
    debited: Decimal | None
    """None where one of the quotes does not state it; so is `charge`."""
    charge: Decimal | None
    refund: Decimal


def sums_of(parties: Iterable[StormParty]) -> Sums:
    """The sums of these parties' quotes that state a refund."""
    quotes = [(each, each.quote) for each in parties if each.quote is not None]
    stated = [(each, quote, quote.refund) for each, quote in quotes if quote.refund is not None]
    return Sums(
        parties=len(stated),
        seats=sum(each.seats for each, _, _ in stated),
        debited=_sum(quote.debited for _, quote, _ in stated),
        charge=_sum(quote.charge for _, quote, _ in stated),
        refund=sum((refund for _, _, refund in stated), _ZERO),
    )


def _sum(values: Iterable[Decimal | None]) -> Decimal | None:
    """The sum; None where one of them is not known, which is no nought."""
    found = list(values)
    known = [each for each in found if each is not None]
    return sum(known, _ZERO) if len(known) == len(found) else None


@frozen
class Storm:
    """A storm as it stands at one moment; parties are in the order of the board, which never changes."""

    id: str
    heading: StormHeading
    parties: tuple[StormParty, ...]
    phase: Phase = Phase.QUOTES
    is_asking: bool = False
    """Whether quotes are being asked for; it can be paused."""
    is_running: bool = False
    """Whether cancellations are being sent."""
    is_stopping: bool = False
    """Whether it stops after the one that is on its way."""
    pause: Pause | None = None
    decision: StormDecision | None = None
    wallet_before: Wallet | None = None
    """As read before the first cancellation; None when it was not read then, or that is not kept."""
    wallet_now: Wallet | None = None
    wallet_agrees: bool | None = None
    """Whether `wallet_now` is higher by exactly what was credited until then; None where it is not, and
    something else may have moved it or an outcome is not known, and where a refund is not stated."""
    currency: str = ""

    @property
    def chosen(self) -> tuple[StormParty, ...]:
        """Before the decision those that are in and quoted; after it those that it was made for."""
        if self.phase is Phase.QUOTES:
            return tuple(each for each in self.parties if each.is_in and each.quote_state in QUOTED)
        return tuple(each for each in self.parties if each.end is not None)

    @property
    def left_out(self) -> tuple[StormParty, ...]:
        """Those that are not to be cancelled."""
        return tuple(each for each in self.parties if not each.is_in)

    @property
    def to_come(self) -> int:
        """How many quotes are still to come."""
        return sum(each.quote_state in TO_COME for each in self.parties)

    @property
    def sums(self) -> Sums:
        """The sums of those that are chosen, without what is not stated."""
        return sums_of(self.chosen)

    @property
    def not_stated(self) -> tuple[StormParty, ...]:
        """Those that are chosen, and whose refund is not stated."""
        return tuple(each for each in self.chosen if each.quote is not None and each.quote.refund is None)

    @property
    def to_be_seen(self) -> tuple[StormParty, ...]:
        """Those that wait for a person's tick."""
        return tuple(each for each in self.parties if each.waits_for_tick)

    def ended(self, *states: EndState) -> tuple[StormParty, ...]:
        """The parties whose cancellation stands so."""
        return tuple(each for each in self.parties if each.end in states)

    @property
    def sent(self) -> int:
        """How many were sent, whatever became of them."""
        return len(self.ended(*SETTLED, EndState.SENDING))

    @property
    def to_send(self) -> tuple[StormParty, ...]:
        """Those that going on sends."""
        return tuple(each for each in self.parties if each.is_sendable)

    @property
    def refunded(self) -> Decimal:
        """What was credited for those that are cancelled, as answered; nothing of what is not known."""
        told = (each.refunded for each in self.ended(EndState.CANCELLED))
        return sum((each for each in told if each is not None), _ZERO)

    @property
    def refunds_not_stated(self) -> int:
        """How many are cancelled without a stated refund, and so in no sum."""
        return sum(each.refunded is None for each in self.ended(EndState.CANCELLED))


class StormSummary(NamedTuple):
    """A storm that ended, for the list of bookings."""

    id: str
    heading: StormHeading
    decision: StormDecision
    keys: tuple[str, ...]
    """The request numbers of the sales of its parties, in its order."""
    cancelled: int
    refused: int
    unknown: int
    not_sent: int
    left_out: int
    """Those that were not to be cancelled, such as because they were before."""

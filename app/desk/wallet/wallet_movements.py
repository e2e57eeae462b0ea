"""What is known of the wallet over time: its readings, and what this counter itself moved in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import zip_longest

from app.core.language import tr, trn
from app.desk.model import formats
from app.desk.model.sale import Wallet
from app.desk.payment.journal_facts import amount
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind, State

_DONE = frozenset({State.SETTLED, State.RESOLVED_BOOKED, State.CANCELLED, State.RESOLVED_CANCELLED})
_NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class BalanceReading:
    """One reading of the wallet that was kept; its time is this computer's."""

    at: datetime
    cash: Decimal
    credit_limit: Decimal
    credit_used: Decimal
    credit_left: Decimal
    currency: str
    desk: str = ""
    """The counter that read it."""

    @property
    def reach(self) -> Decimal:
        """The most that one sale may cost: cash and the credit that is left."""
        return self.cash + self.credit_left

    @property
    def worth(self) -> Decimal:
        """Cash less the credit that is used: a debit lowers it by all of its amount."""
        return self.cash - self.credit_used


@dataclass(frozen=True, slots=True)
class OwnMovement:
    """A debit or a refund of this counter."""

    at: datetime
    """When the service answered, by this computer's clock."""
    is_refund: bool
    booking_ref: str
    title: str
    qty: int
    is_boat: bool
    amount: Decimal | None
    """What was debited or credited; None when no answer stated it."""
    from_credit: Decimal | None = None
    entry: str = ""
    """The service's number of the journal entry; empty when it is not known."""

    @property
    def signed(self) -> Decimal | None:
        """As the wallet has it: below zero for a debit."""
        return self.amount if self.is_refund or self.amount is None else -self.amount

    @property
    def purpose(self) -> str:
        """What it was for, such as "Sunset sail, 1 seat released"."""
        if not self.is_refund:
            count = formats.travellers(self.qty) if self.is_boat else formats.seats(self.qty)
        elif self.is_boat:
            count = trn("1 traveller cancelled", "{number} travellers cancelled", self.qty)
        else:
            count = trn("1 seat released", "{number} seats released", self.qty)
        return tr("{title}, {count}", title=self.title, count=count) if self.title else count


@dataclass(frozen=True, slots=True)
class BookLine:
    """One line of this counter's journal: a movement, or (None) the first reading of the day."""

    at: datetime
    movement: OwnMovement | None
    after: Decimal | None
    """The balance that was read next, before anything else moved here; None when none was."""


@dataclass(frozen=True, slots=True)
class DaySums:
    """What one day moved here."""

    debited: Decimal
    refunded: Decimal
    has_unstated: bool
    """True: there is at least one movement more, whose amount no answer stated."""


def reading_of(wallet: Wallet) -> BalanceReading:
    """A reading as it was just made."""
    return BalanceReading(
        wallet.read_at.astimezone(),
        wallet.cash,
        wallet.credit_limit,
        wallet.credit_used,
        wallet.credit_left,
        wallet.currency,
    )


def own_movements(
    attempts: Iterable[Attempt], agent_id: str, since: datetime, until: datetime
) -> tuple[OwnMovement, ...]:
    """Debits and refunds that ended from `since` to before `until` in an agent's wallet, oldest first.

    An attempt that names no agent counts as the agent's.
    """
    found = [
        _movement(attempt, at)
        for attempt in _made(attempts)
        if attempt.last_at >= since
        and str(attempt.facts.get("agent_id") or agent_id) == agent_id
        and since <= (at := _ended_at(attempt)) < until
    ]
    return tuple(sorted(found, key=lambda each: each.at))


def book_lines(
    movements: Sequence[OwnMovement], readings: Sequence[BalanceReading], day: date
) -> tuple[BookLine, ...]:
    """The journal of a day, the newest first, its first reading at the end; both are given oldest first."""
    of_day = [each for each in movements if each.at.date() == day]
    lines = [
        BookLine(each.at, each, _after(readings, each.at, following.at if following else None))
        for each, following in zip_longest(of_day, of_day[1:])
    ]
    opening = next((each for each in readings if each.at.date() == day), None)
    if opening is not None:
        lines.append(BookLine(opening.at, None, opening.cash))
    return tuple(sorted(lines, key=lambda line: line.at, reverse=True))


def day_sums(movements: Iterable[OwnMovement], day: date) -> DaySums:
    """What a day debited and refunded here."""
    of_day = [each for each in movements if each.at.date() == day]
    return DaySums(
        sum((each.amount or _NOTHING for each in of_day if not each.is_refund), _NOTHING),
        sum((each.amount or _NOTHING for each in of_day if each.is_refund), _NOTHING),
        any(each.amount is None for each in of_day),
    )


def _after(readings: Sequence[BalanceReading], at: datetime, end: datetime | None) -> Decimal | None:
    place = bisect_left(readings, at, key=lambda each: each.at)
    if place == len(readings) or (end is not None and readings[place].at >= end):
        return None
    return readings[place].cash


def _made(attempts: Iterable[Attempt]) -> Iterable[Attempt]:
    """What was debited or credited, each once: of a cancellation the sending that tells most of it.

    All its sendings had one number, so the service carried out one of them.
    """
    gone: dict[str, Attempt] = {}
    for each in attempts:
        if each.state not in _DONE:
            continue
        if each.kind is Kind.CREATE:
            yield each
        else:
            gone[each.intent_id] = max(each, gone.get(each.intent_id, each), key=_tells)
    yield from gone.values()


def _tells(attempt: Attempt) -> tuple[bool, int]:
    """How much a sending tells: an answer more than what readings found, a later one more than the first."""
    return attempt.state is State.CANCELLED, attempt.attempt


def _movement(attempt: Attempt, at: datetime) -> OwnMovement:
    facts, is_refund = attempt.facts, attempt.kind is Kind.CANCEL
    return OwnMovement(
        at=at.astimezone(),
        is_refund=is_refund,
        booking_ref=str(facts.get("booking_ref") or ""),
        title=str(facts.get("title") or ""),
        qty=int(facts.get("qty") or 0),
        is_boat=facts.get("module") == "BOAT",
        amount=amount(facts, "refund" if is_refund else "total_debited"),
        # The service says of a debit alone how it fell on cash and credit.
        from_credit=None if is_refund else amount(facts, "from_credit"),
        entry=str(facts.get("journal_entry_id") or ""),
    )


def _ended_at(attempt: Attempt) -> datetime:
    """When it came to the end that holds; what was written later told nothing else."""
    return next(entry.at for entry in attempt.entries if entry.state is attempt.state)

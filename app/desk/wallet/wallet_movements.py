"""The wallet over time: its readings, and this counter's own movements."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import zip_longest
from typing import TYPE_CHECKING

from app.core.frozen import frozen
from app.core.language import tr, trn
from app.desk.bookings.sendings import MADE
from app.desk.model import formats
from app.desk.model.one_clock import OneClock
from app.desk.model.sale import Wallet
from app.desk.payment.journal_facts import amount
from app.desk.payment.service_rest import ahead_at_sending
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind, State

if TYPE_CHECKING:
    from app.store.office.wallet_readings import KeptReading

_NOTHING = Decimal(0)


@frozen
class BalanceReading:
    """One stored reading of the wallet, in this computer's time."""

    at: datetime
    cash: Decimal
    credit_limit: Decimal
    credit_used: Decimal
    credit_left: Decimal
    currency: str
    desk: str = ""
    """The counter that read it."""
    ahead: timedelta | None = None
    """The service's clock minus the one that read it; None when unknown."""

    @property
    def reach(self) -> Decimal:
        """The most that one sale may cost: cash and the remaining credit."""
        return self.cash + self.credit_left

    @property
    def worth(self) -> Decimal:
        """Cash less the used credit, which a debit lowers by its whole amount."""
        return self.cash - self.credit_used


@frozen
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
    """The debit or refund; None when no answer stated it."""
    from_credit: Decimal | None = None
    entry: str = ""
    """The service's number of the ledger entry; empty when unknown."""
    ahead: timedelta | None = None
    """The service's clock minus this computer's when it was sent; None when unknown."""

    @property
    def signed(self) -> Decimal | None:
        """The amount with its sign: negative for a debit."""
        return self.amount if self.is_refund or self.amount is None else -self.amount

    @property
    def purpose(self) -> str:
        """What it is for, such as "Sunset sail, 1 seat released"."""
        if not self.is_refund:
            count = formats.passengers(self.qty) if self.is_boat else formats.seats(self.qty)
        elif self.is_boat:
            count = trn("1 passenger cancelled", "{number} passengers cancelled", self.qty)
        else:
            count = trn("1 seat cancelled", "{number} seats cancelled", self.qty)
        return tr("{title}, {count}", title=self.title, count=count) if self.title else count


@frozen
class BookLine:
    """One line of the wallet's book: a movement, or (None) the first reading of the day."""

    at: datetime
    movement: OwnMovement | None
    after: Decimal | None
    """The balance read next, before another movement here; None without one."""


@frozen
class DaySums:
    """The sums of a day's movements here."""

    debited: Decimal
    refunded: Decimal
    has_unstated: bool
    """Whether there is another movement whose amount no answer stated."""


def reading_of(read: Wallet | KeptReading, desk: str = "") -> BalanceReading:
    """A reading of the wallet, of this session or as it was kept; `desk` is the counter that read it."""
    return BalanceReading(
        read.read_at.astimezone(),
        read.cash,
        read.credit_limit,
        read.credit_used,
        read.credit_left,
        read.currency,
        desk,
        None if read.told_at is None else read.told_at - read.read_at,
    )


def own_movements(
    attempts: Iterable[Attempt], agent_id: str, since: datetime, until: datetime
) -> tuple[OwnMovement, ...]:
    """Debits and refunds that ended from `since` to before `until` in an agent's wallet, oldest first.

    An attempt without an agent counts as the agent's.
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
    """The lines of a day, newest first, the first reading last.

    Where a clock was set they are in the order of the service's time; no balance stands after a movement when
    that is not known.
    """
    read = [each for each in readings if each.at.date() == day]
    of_day = [each for each in movements if each.at.date() == day]
    clock = OneClock(each.ahead for each in (*read, *of_day))

    def when(each: BalanceReading | OwnMovement) -> datetime:
        return clock.at(each.at, each.ahead)

    later = sorted(readings, key=when) if clock.is_one or clock.is_complete else []
    times = [when(each) for each in later]
    of_day.sort(key=when)
    lines = [
        BookLine(each.at, each, _after(later, times, when(each), when(following) if following else None))
        for each, following in zip_longest(of_day, of_day[1:])
    ]
    opening = min(read, key=when, default=None)
    if opening is not None:
        place = sum(when(each) < when(opening) for each in of_day)
        lines.insert(place, BookLine(opening.at, None, opening.cash))
    return tuple(reversed(lines))


def day_sums(movements: Iterable[OwnMovement], day: date) -> DaySums:
    """The debits and refunds of a day here."""
    of_day = [each for each in movements if each.at.date() == day]
    return DaySums(
        sum((each.amount or _NOTHING for each in of_day if not each.is_refund), _NOTHING),
        sum((each.amount or _NOTHING for each in of_day if each.is_refund), _NOTHING),
        any(each.amount is None for each in of_day),
    )


def _after(
    readings: Sequence[BalanceReading], times: Sequence[datetime], at: datetime, end: datetime | None
) -> Decimal | None:
    place = bisect_left(times, at)
    if place == len(times) or (end is not None and times[place] >= end):
        return None
    return readings[place].cash


def _made(attempts: Iterable[Attempt]) -> Iterable[Attempt]:
    """The attempts that moved money; of each cancellation the attempt that states most.

    All attempts of a cancellation have one number, so that only one was carried out.
    """
    gone: dict[str, Attempt] = {}
    for each in attempts:
        if each.state not in MADE:
            continue
        if each.kind is Kind.CREATE:
            yield each
        else:
            gone[each.intent_id] = max(each, gone.get(each.intent_id, each), key=_tells)
    yield from gone.values()


def _tells(attempt: Attempt) -> tuple[bool, int]:
    """A sort key: an answer states more than readings, a later attempt more than an earlier one."""
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
        # Only for a debit does the service state the parts of cash and credit.
        from_credit=None if is_refund else amount(facts, "from_credit"),
        entry=str(facts.get("journal_entry_id") or ""),
        ahead=ahead_at_sending(attempt),
    )


def _ended_at(attempt: Attempt) -> datetime:
    """When it reached its present end, without later entries of the same state."""
    return next(entry.at for entry in attempt.entries if entry.state is attempt.state)

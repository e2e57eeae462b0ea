"""When the service has certainly finished with an order whose answer was lost: one rule for all orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from app.api.wire.timeouts import Timings
from app.desk.payment.journal_facts import instant
from app.store.journal.attempt import Attempt
from app.store.journal.states import State

QUIET = timedelta(seconds=180)
"""The longest run of the service: until then an entry may still come."""
WAITED_ENOUGH = QUIET * 2
"""The time to wait when the service's time is unknown."""
TICK = timedelta(seconds=1)
"""The service's time is in whole seconds."""
LONGEST_WAY = timedelta(seconds=Timings().money_total)
"""The longest time that a connection is kept after the record that the last byte may leave."""
_TOLD_AT_SENDING = (("wallet_told_at", "wallet_read_at"), ("service_at", ""))
"""Facts with the service's time before the last byte left, and with this computer's time."""
_TOLD_BY_READINGS = (("seen_at", "seen_by_service"), ("read_service_at", "read_by_service"))
"""Facts with the time of a reading, and whether it is the service's."""


class Instant(NamedTuple):
    """A moment after an order was sent, by the service's clock and the monotonic clock."""

    at: datetime
    """By the service's clock if known; else by this computer's, which proves nothing."""
    is_service_time: bool
    waited: timedelta
    """The least time for which the answer had been waited for, by the monotonic clock."""


class Sending(NamedTuple):
    """When the last byte of an order had left at the latest."""

    at: datetime
    is_service_time: bool
    """Whether the service's time was known before the order left, so that its clock counts."""


def until_rest(sent: Sending, when: Instant) -> timedelta:
    """How long after an instant a missing entry still proves nothing; zero or less when it counts.

    When the service's time is unknown, twice as long must have been waited; this computer's clock, which
    can be set, never counts.
    """
    if sent.is_service_time and when.is_service_time:
        return sent.at + QUIET + TICK - when.at
    return WAITED_ENOUGH - when.waited


def rested_from(now: datetime, left: timedelta) -> datetime:
    """The instant after a rest, as the whole second that a person is told, so that both are the same."""
    at = now + left
    return at.replace(microsecond=0) + TICK if at.microsecond else at


def sending_of(attempts: Sequence[Attempt], now_ahead: timedelta | None = None) -> Sending:
    """The latest time at which the last order of these attempts of one intent can have left.

    `now_ahead`: the service's clock minus this computer's in a reading that is not in the journal yet. Of all
    known differences between the two clocks the largest counts: when either clock was set meanwhile, the
    later instant is the safe one.
    """
    last = max(attempts, key=_sent_at)
    if not list(_ahead_at_sending(last)):
        return Sending(left_by(last), is_service_time=False)
    known = [each for attempt in attempts for each in _ahead(attempt)]
    if now_ahead is not None:
        known.append(now_ahead)
    return Sending(left_by(last) + max(known), is_service_time=True)


def ahead_at_sending(attempt: Attempt) -> timedelta | None:
    """The service's clock minus this computer's when an attempt was sent; None when unknown."""
    sent = next((each for each in attempt.entries if each.state is State.DISPATCHED), None)
    at = instant(sent.facts, "service_at") if sent else None
    return at - sent.at if sent and at else None


def left_by(attempt: Attempt) -> datetime:
    """The latest time at which the last byte can have left, by this computer's clock.

    On a dead connection a byte waits in the system until the connection is closed: that is when the outcome
    was recorded, unless a start of the program recorded it long after.
    """
    entries = attempt.entries
    sent = next((place for place, each in enumerate(entries) if each.state is State.DISPATCHED), None)
    if sent is None:
        return attempt.last_at
    given_up = entries[sent].at + LONGEST_WAY
    ended = entries[sent + 1].at if sent + 1 < len(entries) else given_up
    # A clock that was set back meanwhile must not move this before the dispatch.
    return max(entries[sent].at, min(ended, given_up))


def _sent_at(attempt: Attempt) -> int:
    """The place in the journal of its sending; before all others where it was never sent."""
    return max((each.seq for each in attempt.entries if each.state is State.DISPATCHED), default=-1)


def _ahead(attempt: Attempt) -> Iterator[timedelta]:
    """By how much the service's clock was ahead of this computer's, each time that both are known."""
    yield from _ahead_at_sending(attempt)
    for entry in attempt.entries:
        for told, is_told in _TOLD_BY_READINGS:
            at = instant(entry.facts, told)
            if at is not None and entry.facts.get(is_told) == 1:
                yield at - entry.at


def _ahead_at_sending(attempt: Attempt) -> Iterator[timedelta]:
    for entry in attempt.entries:
        for told, read in _TOLD_AT_SENDING:
            at, here = instant(entry.facts, told), instant(entry.facts, read) if read else entry.at
            if at is not None and here is not None:
                yield at - here

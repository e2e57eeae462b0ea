"""When an order or a cancellation may have moved the wallet, by the clock of the desk that sent it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from app.desk.bookings.sendings import ANSWERED, moved, telling
from app.desk.model.one_clock import OneClock
from app.desk.payment.service_rest import LONGEST_WAY, QUIET, ahead_at_sending, left_by
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import State


class MoneyTime(NamedTuple):
    """The wallet was debited or credited between the first two instants, if it was."""

    sent_at: datetime
    rested_at: datetime
    known_at: datetime
    """When its end became known."""
    ahead: timedelta | None
    """The service's clock minus that of the desk, at that moment; None when unknown."""


def money_time(sendings: Sequence[Attempt]) -> MoneyTime | None:
    """When all sendings of one request may have moved money; None when they moved none."""
    sent = sorted(moved(sendings), key=lambda each: _sent(each).seq)
    if not sent:
        return None
    shown = telling(sendings)
    rested_at = _rested_at(sent[0], [shown] if shown.state in ANSWERED else sent)
    return MoneyTime(_sent(sent[0]).at, rested_at, known_at(shown), ahead_at_sending(sent[0]))


def known_at(attempt: Attempt) -> datetime:
    """When its state was first journalled; later entries only add to it."""
    return next(each.at for each in attempt.entries if each.state is attempt.state).astimezone(UTC)


def _sent(attempt: Attempt) -> LogEntry:
    """The entry of an attempt that moved money from when on its last byte may have left."""
    return next(each for each in attempt.entries if each.state is State.DISPATCHED)


def _rested_at(first: Attempt, sendings: Sequence[Attempt]) -> datetime:
    """When the service has certainly finished with all sendings, by the clock as it was at the first.

    A clock that was set between two of them is reckoned with by the service's time.
    """
    clock = OneClock(ahead_at_sending(each) for each in (first, *sendings))
    rests = (clock.at(_sent(each).at + _lasts(each), ahead_at_sending(each)) for each in sendings)
    return max(rests) - clock.ahead(ahead_at_sending(first))


def _lasts(attempt: Attempt) -> timedelta:
    """How long after its sending the service has certainly finished with it, with or without an answer."""
    sent = _sent(attempt)
    left, known = left_by(attempt) - sent.at, known_at(attempt) - sent.at
    if any(each.at < sent.at for each in attempt.entries if each.seq > sent.seq):
        # The clock was set back meanwhile, and does not say how long it took.
        left, known = LONGEST_WAY, LONGEST_WAY + QUIET
    if attempt.state in ANSWERED:
        return min(known, LONGEST_WAY + QUIET)
    return left + QUIET if attempt.is_open else min(left + QUIET, known)

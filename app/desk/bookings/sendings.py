"""The attempts of one cancellation, and the one that shows how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.desk.payment.journal_facts import together
from app.store.journal.attempt import Attempt
from app.store.journal.journal import Journal
from app.store.journal.states import BOOKED, GONE, Kind, State

ANSWERED = frozenset({State.SETTLED, State.CANCELLED})
MADE = BOOKED | GONE


def cancellations(attempts: Iterable[Attempt]) -> Sequence[tuple[Attempt, ...]]:
    """The attempts of each cancellation: they have one request number, so only one was carried out."""
    found: dict[str, list[Attempt]] = {}
    for each in attempts:
        if each.kind is Kind.CANCEL:
            found.setdefault(each.intent_id, []).append(each)
    return [tuple(each) for each in found.values()]


def with_all_sendings(journal: Journal, attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """These attempts, with every attempt of the cancellations among them; waits for the disk."""
    gone = dict.fromkeys(each.intent_id for each in attempts if each.kind is Kind.CANCEL)
    return together(*map(journal.of_intent, gone), attempts)


def telling(sendings: Sequence[Attempt]) -> Attempt:
    """The attempt that states most about the end of all of them; the last one when nothing moved."""
    sent = moved(sendings)
    answered = [each for each in sent if each.state in ANSWERED]
    still_open = [each for each in sent if each.is_open]
    return (answered or still_open or sent or sendings)[-1]


def moved(sendings: Iterable[Attempt]) -> list[Attempt]:
    """The attempts that moved money, or may have."""
    return [each for each in sendings if _was_sent(each) and (each.is_open or each.state in MADE)]


def _was_sent(attempt: Attempt) -> bool:
    """Whether its last byte may have left."""
    return any(each.state is State.DISPATCHED for each in attempt.entries)

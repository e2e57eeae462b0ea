"""Attempts, computed from the entries of the journal."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple

from app.core.frozen import frozen
from app.store.journal.hash_chain import Facts, JsonScalar, KeptFacts, LogEntry
from app.store.journal.states import Kind, State, is_open, prevailing

AttemptKey = tuple[str, int]
_NOTHING: KeptFacts = MappingProxyType({})


@frozen
class Attempt:
    """One transmission of one sale or cancellation, computed from its entries."""

    intent_id: str
    attempt: int
    request_id: str
    kind: Kind
    state: State
    facts: KeptFacts
    """The facts of all its entries; later ones replace earlier ones."""
    private: KeptFacts
    first_at: datetime
    last_at: datetime
    entries: tuple[LogEntry, ...]

    @property
    def is_open(self) -> bool:
        """Whether it has no known end yet."""
        return is_open(self.state)


class AttemptSpan(NamedTuple):
    """Between which times the entries of an attempt were made, in seconds since 1970."""

    intent: str
    request: str
    earliest: float
    latest: float


def span_of(attempt: Attempt) -> AttemptSpan:
    """The span of an attempt that was read."""
    times = [each.at.timestamp() for each in attempt.entries]
    return AttemptSpan(attempt.intent_id, attempt.request_id, min(times), max(times))


def folded(entries: Sequence[LogEntry]) -> Attempt:
    """The attempt of these entries, oldest first."""
    first, last = entries[0], entries[-1]
    return Attempt(
        first.intent_id,
        first.attempt,
        first.request_id,
        first.kind,
        last.state,
        _merged(entry.facts for entry in entries),
        _merged(entry.private for entry in entries),
        first.at,
        last.at,
        tuple(entries),
    )


def open_digest_of(attempts: Iterable[Attempt]) -> str:
    """A hash that is equal only for the same open attempts with the same entries; 32 hexadecimal digits."""
    hashes = sorted(" ".join(entry.hash for entry in each.entries) for each in attempts if each.is_open)
    return hashlib.blake2b("|".join(hashes).encode(), digest_size=16).hexdigest()


def trip_of(facts: Facts) -> str:
    """What a sale is of: the slot, or the schedule and the day; empty for facts without a product."""
    product = facts.get("availability_id") or facts.get("schedule_id")
    return f"{product}|{facts.get('day')}" if product else ""


def without_private(attempt: Attempt, numbers: Container[int]) -> Attempt:
    """The attempt without the private facts of the entries with these numbers."""
    return folded([struck(each) if each.seq in numbers else each for each in attempt.entries])


def struck(entry: LogEntry) -> LogEntry:
    """The entry without its private facts, and without the salt that could confirm a guess at them."""
    return entry._replace(private=_NOTHING, salt="")


def attempts_of(entries: Iterable[LogEntry]) -> dict[AttemptKey, Attempt]:
    """The attempts of one history, in the order in which they began."""
    steps: dict[AttemptKey, list[LogEntry]] = {}
    for entry in entries:
        steps.setdefault((entry.intent_id, entry.attempt), []).append(entry)
    return {key: folded(each) for key, each in steps.items()}


def union(histories: Iterable[Iterable[LogEntry]]) -> dict[AttemptKey, Attempt]:
    """All attempts of all histories; where they disagree, a known end counts, else the worst state."""
    found: dict[AttemptKey, Attempt] = {}
    for history in histories:
        for key, attempt in attempts_of(history).items():
            standing = found.get(key)
            if standing is None or prevailing((standing.state, attempt.state)) is not standing.state:
                found[key] = attempt
    return found


def _merged(all_facts: Iterable[KeptFacts]) -> KeptFacts:
    merged: dict[str, JsonScalar] = {}
    for facts in all_facts:
        merged = merged | facts
    return MappingProxyType(merged)

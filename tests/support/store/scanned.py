"""A journal of given attempts that answers every question by looking at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import cast

from app.store.journal.attempt import Attempt, AttemptSpan, span_of, trip_of
from app.store.journal.hash_chain import Facts, LogEntry
from app.store.journal.journal import Journal
from app.store.journal.recovery import Recovery
from app.store.journal.states import Kind, State


class Scanned:
    """The questions of `Journal`, each as plain as its description."""

    desk, desks = "0badc0de", frozenset({"0badc0de"})

    def __init__(self, attempts: Sequence[Attempt], recovery: Recovery | None = None) -> None:
        self._all = tuple(attempts)
        self.recovery = recovery or Recovery()

    @property
    def newest(self) -> LogEntry | None:
        entries = (entry for each in self._all for entry in each.entries)
        return max(entries, key=lambda entry: entry.seq, default=None)

    def grow(self, attempts: Sequence[Attempt]) -> None:
        """Have these attempts from now on."""
        self._all = tuple(attempts)

    def attempts(self) -> tuple[Attempt, ...]:
        return self._all

    def newest_first(self) -> Iterator[Attempt]:
        return reversed(self._all)

    def open_attempts(self) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.is_open)

    def in_state(self, *states: State) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.state in states)

    def of_intent(self, intent_id: str) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.intent_id == intent_id)

    def asked_as(self, intent_id: str) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.facts.get("asked_as") == intent_id)

    def of_request(self, request_id: str) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.request_id == request_id)

    def of_booking(self, booking_ref: str) -> tuple[Attempt, ...]:
        sought = booking_ref.casefold()
        return self._chosen(lambda each: str(each.facts.get("booking_ref") or "").casefold() == sought != "")

    def of_trip(self, facts: Facts) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.kind is Kind.CREATE and trip_of(each.facts) == trip_of(facts))

    def of_content(self, content_sha256: str) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.facts.get("content_sha256") == content_sha256)

    def since(self, at: datetime) -> tuple[Attempt, ...]:
        return self._chosen(lambda each: each.last_at >= at)

    def spans(self, since: datetime) -> list[AttemptSpan]:
        return list(map(span_of, self.since(since)))

    def changes(self, behind: int = 0) -> tuple[Attempt, ...]:
        found = self._chosen(lambda each: each.entries[-1].seq > behind)
        return tuple(sorted(found, key=lambda each: each.entries[-1].seq))

    def mark(self, text: str, /) -> str:
        return f"key:{text}"

    def _chosen(self, is_sought: Callable[[Attempt], bool]) -> tuple[Attempt, ...]:
        return tuple(filter(is_sought, self._all))


def scanned(attempts: Sequence[Attempt]) -> Journal:
    """Such a journal, for what asks one and adds nothing."""
    return cast("Journal", Scanned(attempts))

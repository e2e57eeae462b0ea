"""Whether this counter has made or tried a sale before, by whatever its journal still has of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import Facts
from app.store.journal.states import Kind

MARK = "mark"
"""The fact by which a sale is recognised when its private facts are lost."""
_SOLD = {
    Kind.CREATE: ("module", "day", "qty", "availability_id", "schedule_id"),
    Kind.CANCEL: ("booking_ref",),
}


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a sale is compared by."""

    kind: Kind
    fingerprint: str
    """Holds the phone."""
    mark: str
    """The same without it, for both sinks; empty where there is no key."""
    facts: Facts
    """What is sold, without any customer."""


def likeness(kind: Kind, fingerprint: str, facts: Facts, mark: Callable[[str], str]) -> Likeness:
    """What a sale is compared by; `mark` is that of the journal."""
    return Likeness(kind, fingerprint, mark(fingerprint), facts)


def same_sale(sale: Likeness, attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt for the same sale whose outcome is open, or None.

    One whose customer cannot be told any more is the same when it is of the same seats.
    """
    return next((each for each in attempts if each.is_open and is_same(sale, each)), None)


def is_same(sale: Likeness, attempt: Attempt) -> bool:
    """Whether the attempt is the same sale, or can be."""
    if attempt.kind is not sale.kind:
        return False
    if (kept := attempt.private.get("fingerprint")) is not None:
        return kept == sale.fingerprint
    if is_told(sale, attempt):
        return attempt.facts.get(MARK) == sale.mark
    return all(attempt.facts.get(name) == sale.facts.get(name) for name in _SOLD[sale.kind])


def is_told(sale: Likeness, attempt: Attempt) -> bool:
    """Whether the journal still tells the attempt's customer from others; else only its seats are known."""
    if attempt.private.get("fingerprint") is not None:
        return True
    kept = str(attempt.facts.get(MARK) or "")
    return bool(kept) and _key_of(kept) == _key_of(sale.mark)


def _key_of(mark: str) -> str:
    return mark.partition(":")[0]

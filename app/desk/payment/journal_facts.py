"""Reads facts of an attempt or an entry of the journal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from itertools import chain, islice

from app.store.journal.attempt import Attempt, AttemptKey
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Journal

STORM = "storm"
"""The name of the fact with the storm that a cancellation belongs to."""
SET_BACK = timedelta(days=2)
"""By how much a clock may have been set back, so that what was written later bears an earlier time."""

_IN_A_LEDGER = 500


def text(facts: Facts, name: str) -> str:
    """The text under a name; empty when there is none."""
    value = facts.get(name)
    return "" if value is None else str(value)


def amount(facts: Facts, name: str) -> Decimal | None:
    """The amount under a name; None when there is none."""
    try:
        found = Decimal(text(facts, name))
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def day(facts: Facts, name: str = "day") -> date | None:
    """The date under a name, by default the date of travel; None when there is none."""
    try:
        return date.fromisoformat(text(facts, name))
    except ValueError:
        return None


def together(*answers: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """The attempts of several answers of the journal, each once and as the first of them has it."""
    found: dict[AttemptKey, Attempt] = {}
    for each in chain.from_iterable(answers):
        found.setdefault((each.intent_id, each.attempt), each)
    return tuple(found.values())


def newest_attempts(journal: Journal) -> tuple[Attempt, ...]:
    """The newest attempts, the one that began last first: they reach back as far as a wallet's ledger.

    Of a ledger the service sends the newest movements alone, and some of them are of other counters.
    """
    return tuple(islice(journal.newest_first(), _IN_A_LEDGER))


def last_zone(newest_first: Iterable[Attempt]) -> timedelta | None:
    """The distance of this computer's time zone from UTC at the newest order; None when none states it."""
    read = (instant(each.facts, "wallet_read_at") for each in newest_first)
    return next((each.utcoffset() for each in read if each is not None), None)


def instant(facts: Facts, name: str) -> datetime | None:
    """The time under a name; None when there is none with a time zone."""
    try:
        found = datetime.fromisoformat(text(facts, name))
    except ValueError:
        return None
    return found if found.tzinfo else None

"""Reads facts of an attempt or an entry of the journal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation

from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import Facts


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


def last_zone(attempts: Sequence[Attempt]) -> timedelta | None:
    """The distance of this computer's time zone from UTC at the newest order; None when none states it."""
    read = (instant(each.facts, "wallet_read_at") for each in reversed(attempts))
    return next((each.utcoffset() for each in read if each is not None), None)


def instant(facts: Facts, name: str) -> datetime | None:
    """The time under a name; None when there is none with a time zone."""
    try:
        found = datetime.fromisoformat(text(facts, name))
    except ValueError:
        return None
    return found if found.tzinfo else None

"""What the journal keeps of an attempt or an entry, read back; what is missing or says nothing is none."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from app.store.journal.hash_chain import Facts


def text(facts: Facts, name: str) -> str:
    """The words of that name; empty where there are none."""
    value = facts.get(name)
    return "" if value is None else str(value)


def amount(facts: Facts, name: str) -> Decimal | None:
    """The amount of that name; None when there is none."""
    try:
        found = Decimal(text(facts, name))
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def day(facts: Facts, name: str = "day") -> date | None:
    """The date of that name, that of the travel as a rule; None when there is none."""
    try:
        return date.fromisoformat(text(facts, name))
    except ValueError:
        return None


def instant(facts: Facts, name: str) -> datetime | None:
    """The time of that name; None when there is none, or none with a zone."""
    try:
        found = datetime.fromisoformat(text(facts, name))
    except ValueError:
        return None
    return found if found.tzinfo else None

"""Reads the days of a line: never past, and what is no day says so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from app.desk.quick_entry.vocabulary import NEAR, WEEKDAYS, month_of

_STEP = re.compile(r"\+([0-9]{1,3})")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_NUMBERS = re.compile(r"([0-9]{1,2})[/.-]([0-9]{1,2})(?:[/.-]([0-9]{4}|[0-9]{2}))?")
_JOINED = re.compile(r"([0-9]{1,2})([^\W\d]{3,})")
_DAY = re.compile(r"[0-9]{1,2}")
_YEAR = re.compile(r"[0-9]{4}")
_CENTURY = 2000
_MOST_YEARS = 8
"""Two leap days are at most so many years apart."""


class ReadDay(NamedTuple):
    """The day that some words mean."""

    words: int
    """How many words say it."""
    day: date | None
    """None when there is no such day, or it is past."""
    wrong: tuple[int, int, int | None] | None = None
    """Day, month and year of what is no date."""
    past: date | None = None
    """The day that is past, and nearer than the same one of next year, which is `next_year`."""
    next_year: date | None = None


def day_at(words: Sequence[str], today: date) -> ReadDay | None:
    """The day that the first of these words say; None when they say none. A lone number says none here."""
    first = words[0]
    if first in NEAR:
        return _after(today, NEAR[first])
    if first in WEEKDAYS:
        return _after(today, (WEEKDAYS[first] - today.weekday()) % 7)
    if step := _STEP.fullmatch(first):
        return _after(today, int(step[1]))
    if iso := _ISO.fullmatch(first):
        return _read(1, int(iso[3]), int(iso[2]), int(iso[1]), today)
    if numbers := _NUMBERS.fullmatch(first):
        return _read(1, int(numbers[1]), int(numbers[2]), _year(numbers[3]), today)
    return _with_month(words, today)


def day_of_month(number: int, today: date) -> date | None:
    """The next day with this number in its month, today counted; None for a number that no month has."""
    first = today.replace(day=1)
    for away in range(13):
        months = first.month - 1 + away
        found = _date(first.year + months // 12, months % 12 + 1, number)
        if found is not None and found >= today:
            return found
    return None


def _with_month(words: Sequence[str], today: date) -> ReadDay | None:
    """A day beside the name of its month, in one word or two, and perhaps the year."""
    first, second, third = (*words, "", "")[:3]
    if (joined := _JOINED.fullmatch(first)) and (month := month_of(joined[2])):
        return _read(1, int(joined[1]), month, None, today)
    day = first if _DAY.fullmatch(first) else second if _DAY.fullmatch(second) else ""
    month = month_of(second if day == first else first)
    if not day or month is None:
        return None
    has_year = _YEAR.fullmatch(third) is not None and third.startswith("20")
    return _read(2 + has_year, int(day), month, int(third) if has_year else None, today)


def _after(today: date, days: int) -> ReadDay:
    return ReadDay(1, today + timedelta(days=days))


def _year(text: str | None) -> int | None:
    if text is None:
        return None
    return int(text) if int(text) > _CENTURY else int(text) + _CENTURY


def _read(words: int, day: int, month: int, year: int | None, today: date) -> ReadDay:
    found = _date(year or today.year, month, day)
    later = (_date(today.year + away, month, day) for away in range(1, _MOST_YEARS + 1))
    coming = next(filter(None, later), None)
    if found is None and (year is not None or coming is None):
        return ReadDay(words, None, wrong=(day, month, year))
    if found is None:
        # The 29th of February of a year to come.
        return ReadDay(words, coming)
    if found >= today:
        return ReadDay(words, found)
    if year is None and coming is not None and coming - today < today - found:
        return ReadDay(words, coming)
    return ReadDay(words, None, past=found, next_year=None if year else coming)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except (ValueError, OverflowError):
        # Such a number is no day of any calendar, nor one of the machine's own numbers.
        return None

"""Reads short forms of a typed date, and describes how far away a date is."""

from __future__ import annotations

import re
from datetime import date, timedelta

from app.core.language import day_named, is_spoken, mark, month_named, tr, trn

_NO_NAME = re.compile(r"[\s\d]")
_STEP = re.compile(r"([+-])\s*(\d{1,3})")
_NUMBERS = re.compile(r"(\d{1,2})(?:[\s/.\-]+(\d{1,2}|[^\s\d/.\-]{2,12}\.?)(?:[\s/.\-]+(\d{4}))?)?")
_MONTHS_IN_YEAR = 12
_SEARCHED_MONTHS = 60
_WORDS = {mark("Today"): 0, mark("Tomorrow"): 1, mark("Yesterday"): -1}


def day_typed(text: str, today: date, *, past: bool = False) -> date | None:
    """The nearest date on or after today for `22`, `22/11`, `22 nov`, `+1` or `sun`; None for none.

    With `past`, the nearest one on or before today, where `-1` is yesterday.
    """
    typed = " ".join(text.casefold().split())
    step = _STEP.fullmatch(typed)
    days = _days(typed, past=past) if step is None else int(f"{step[1]}{step[2]}")
    weekday = None if _NO_NAME.search(typed) else day_named(typed)
    if days is None and weekday is not None:
        days = -((today.weekday() - weekday) % 7) if past else (weekday - today.weekday()) % 7
    if days is not None:
        found = today + timedelta(days=days)
        return found if _lies_there(found, today, past=past) else None
    numbers = _NUMBERS.fullmatch(typed)
    return _of_numbers(numbers, today, past=past) if numbers else None


def _days(typed: str, *, past: bool) -> int | None:
    spoken = (days for word, days in _WORDS.items() if is_spoken(typed, word))
    return next((days for days in spoken if days == 0 or (days < 0) is past), None)


def day_distance(day: date, today: date) -> str:
    """How far away a day is: Today, Tomorrow, In 4 days, Yesterday, 3 days ago."""
    days = (day - today).days
    near = {0: tr("Today"), 1: tr("Tomorrow"), -1: tr("Yesterday")}
    return near.get(days) or (
        trn("In {number} day", "In {number} days", days)
        if days > 0
        else trn("{number} day ago", "{number} days ago", -days)
    )


def _of_numbers(numbers: re.Match[str], today: date, *, past: bool) -> date | None:
    day, month = int(numbers[1]), _month(numbers[2])
    if numbers[2] and month is None:
        return None
    if numbers[3]:
        found = _date(int(numbers[3]), month or 0, day)
        return found if found and _lies_there(found, today, past=past) else None
    return _nearest(day, month, today, past=past)


def _month(text: str | None) -> int | None:
    if text is None:
        return None
    if text.isdigit():
        return int(text)
    place = month_named(text)
    return None if place is None else place + 1


def _nearest(day: int, month: int | None, today: date, *, past: bool) -> date | None:
    """The nearest date with this day, and this month if given, or None."""
    for away in range(_SEARCHED_MONTHS):
        years, index = divmod(today.month - 1 + (-away if past else away), _MONTHS_IN_YEAR)
        found = _date(today.year + years, index + 1, day) if month in (None, index + 1) else None
        if found is not None and _lies_there(found, today, past=past):
            return found
    return None


def _lies_there(day: date, today: date, *, past: bool) -> bool:
    return day <= today if past else day >= today


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None

"""A date as it is typed in a hurry, and how far away a date is, in words."""

from __future__ import annotations

import re
from datetime import date, timedelta

_DAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_STEP = re.compile(r"\+\s*(\d{1,3})")
_NUMBERS = re.compile(r"(\d{1,2})(?:[\s/.\-]+(\d{1,2}|[a-z]{3,9})(?:[\s/.\-]+(\d{4}))?)?")
_MONTHS_IN_YEAR = 12
_SEARCHED_MONTHS = 60
_WORDS = {"today": 0, "tomorrow": 1}


def day_typed(text: str, today: date) -> date | None:
    """The date on or after today that `22`, `22/11`, `22 nov`, `+1` or `sun` means; None for none."""
    typed = " ".join(text.casefold().split())
    step = _STEP.fullmatch(typed)
    if step:
        return today + timedelta(days=int(step[1]))
    if typed in _WORDS:
        return today + timedelta(days=_WORDS[typed])
    if typed[:3] in _DAY_NAMES and typed.isalpha():
        return today + timedelta(days=(_DAY_NAMES.index(typed[:3]) - today.weekday()) % 7)
    numbers = _NUMBERS.fullmatch(typed)
    return _of_numbers(numbers, today) if numbers else None


def day_distance(day: date, today: date) -> str:
    """How far away a day is: Today, Tomorrow, In 4 days, Yesterday, 3 days ago."""
    days = (day - today).days
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    return near.get(days) or (f"In {days} days" if days > 0 else f"{-days} days ago")


def _of_numbers(numbers: re.Match[str], today: date) -> date | None:
    day, month = int(numbers[1]), _month(numbers[2])
    if numbers[2] and month is None:
        return None
    if numbers[3]:
        found = _date(int(numbers[3]), month or 0, day)
        return found if found and found >= today else None
    return _next(day, month, today)


def _month(text: str | None) -> int | None:
    if text is None:
        return None
    if text.isdigit():
        return int(text)
    return _MONTH_NAMES.index(text[:3]) + 1 if text[:3] in _MONTH_NAMES else None


def _next(day: int, month: int | None, today: date) -> date | None:
    """The next date with this day, and this month when it is named."""
    for ahead in range(_SEARCHED_MONTHS):
        years, index = divmod(today.month - 1 + ahead, _MONTHS_IN_YEAR)
        found = _date(today.year + years, index + 1, day) if month in (None, index + 1) else None
        if found is not None and found >= today:
            return found
    return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None

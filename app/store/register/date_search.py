"""Reads short forms of dates typed to find a sale, past or future."""

from __future__ import annotations

import re
from datetime import date, timedelta

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_NUMBERS = re.compile(r"([0-9]{1,2})(?:[/.-]([0-9]{1,2})(?:[/.-]([0-9]{4}|[0-9]{2}))?)?")
_MONTH = re.compile(r"(?:" + "|".join(_MONTHS) + r")[a-z]{0,6}")
_NEAR = {"yesterday": -1, "today": 0, "tomorrow": 1}
_CENTURY = 2000
_MONTHS_IN_YEAR = 12


def dates_typed(text: str, today: date) -> tuple[date, ...]:
    """The dates that `22`, `22/11`, `22/11/2026`, `22 nov`, `2026-11-22` or `tomorrow` can mean.

    Without month or year these are the nearest past and the nearest future date. Empty for other text.
    """
    words = text.split()
    if text in _NEAR:
        return (today + timedelta(days=_NEAR[text]),)
    iso = _ISO.fullmatch(text)
    if iso:
        return _real((int(iso[1]), int(iso[2]), int(iso[3])))
    if len(words) > 1:
        return _of_month_name(words, today)
    numbers = _NUMBERS.fullmatch(text)
    if not numbers:
        return ()
    day, month, year = (int(each) if each else None for each in numbers.groups())
    return _nearest(day or 0, month, year, today)


def is_month(word: str) -> bool:
    """Whether a word names a month, by three letters or more."""
    return bool(_MONTH.fullmatch(word))


def has_month(word: str) -> bool:
    """Whether a word of figures can only be a date: at least a day and a month."""
    return bool(_ISO.fullmatch(word) or (_NUMBERS.fullmatch(word) and not word.isdigit()))


def _of_month_name(words: list[str], today: date) -> tuple[date, ...]:
    """The dates of a day, the name of its month, and perhaps the year."""
    day, name, *rest = words
    if not (day.isdigit() and is_month(name) and all(each.isdigit() for each in rest)):
        return ()
    year = int(rest[0]) if rest else None
    return _nearest(int(day), _MONTHS.index(name[:3]) + 1, year, today)


def _nearest(day: int, month: int | None, year: int | None, today: date) -> tuple[date, ...]:
    if year is not None:
        return _real((year if year > _CENTURY else year + _CENTURY, month or 0, day))
    # Two leap days are at most eight years apart.
    around = [
        (today.year + (today.month - 1 + step) // _MONTHS_IN_YEAR, (today.month - 1 + step) % 12 + 1, day)
        for step in range(-8 * _MONTHS_IN_YEAR, 8 * _MONTHS_IN_YEAR + 1)
    ]
    found = _real(*(each for each in around if month in (None, each[1])))
    before = [each for each in found if each <= today][-1:]
    after = [each for each in found if each > today][:1]
    return (*before, *after)


def _real(*dates: tuple[int, int, int]) -> tuple[date, ...]:
    """Those that exist in the calendar."""
    found: list[date] = []
    for year, month, day in dates:
        try:
            found.append(date(year, month, day))
        except ValueError:
            continue
    return tuple(found)

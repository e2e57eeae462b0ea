"""Reads birth dates in lists of passengers, and computes ages."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from app.desk.passengers.import_vocabulary import with_plain_digits
from app.desk.passengers.rules import OLDEST, age_on

_NUMBERS = re.compile(r"(\d{1,4})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*(\d{2,4})")
_WORD = r"([a-z]{3,9}|[\u0900-\u0963]{2,9}[.\u0970]?)"
_MONTH_NAMED = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?[-/., ]*{_WORD}[-/., ]*(\d{{2,4}})", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"{_WORD}[-/. ]*(\d{{1,2}})(?:st|nd|rd|th)?[-/., ]+(\d{{4}})", re.IGNORECASE)
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_HINDI_MONTHS = (
    "\u091c\u0928\u0935\u0930\u0940",
    "\u092b\u0930\u0935\u0930\u0940",
    "\u092e\u093e\u0930\u094d\u091a",
    "\u0905\u092a\u094d\u0930\u0948\u0932",
    "\u092e\u0908",
    "\u091c\u0942\u0928",
    "\u091c\u0941\u0932\u093e\u0908",
    "\u0905\u0917\u0938\u094d\u0924",
    "\u0938\u093f\u0924\u0902\u092c\u0930",
    "\u0905\u0915\u094d\u091f\u0942\u092c\u0930",
    "\u0928\u0935\u0902\u092c\u0930",
    "\u0926\u093f\u0938\u0902\u092c\u0930",
)
"""Without the dot under a letter, which is often left out."""
_DOT_UNDER = "\u093c"
_A_CENTURY, _LONG_YEAR, _LAST_DAY = 100, 3, 31
_CLOCK = re.compile(r"[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$")


def birth_date_of(text: str, day: date) -> date | None:
    """The written birth date, not after `day` and within a lifetime; the day before the month.

    When that is impossible, as in 03/25/1985, the month comes first; 2-digit years are in the last 100.
    """
    plain = _CLOCK.sub("", with_plain_digits(text.strip()))
    for first, second, third in _parts(plain):
        if (found := _date_of(first, second, third, day)) is not None:
            return found
    return None


def is_date(text: str) -> bool:
    """Whether this is written as a date of any year."""
    plain = _CLOCK.sub("", with_plain_digits(text.strip()))
    return any(1 <= number <= _LAST_DAY and 1 <= month <= len(_MONTHS) for number, month, _ in _parts(plain))


def _parts(text: str) -> list[tuple[int, int, str]]:
    """The possible readings as day, month and year, the likelier first."""
    if found := _NUMBERS.fullmatch(text):
        first, second, third = found.groups()
        if len(first) >= _LONG_YEAR:
            return [(int(third), int(second), first)]
        return [(int(first), int(second), third), (int(second), int(first), third)]
    if found := _MONTH_NAMED.fullmatch(text):
        return [(int(found[1]), _month(found[2]), found[3])]
    if found := _MONTH_FIRST.fullmatch(text):
        return [(int(found[2]), _month(found[1]), found[3])]
    return []


def _month(word: str) -> int:
    """1 to 12 for a month or its beginning, in English or Hindi, else 0."""
    plain = unicodedata.normalize("NFD", word.casefold()).replace(_DOT_UNDER, "").rstrip(".\u0970")
    names = zip(_MONTHS, _HINDI_MONTHS, strict=True)
    return next((place for place, both in enumerate(names, 1) if any(n.startswith(plain) for n in both)), 0)


def _date_of(number: int, month: int, year: str, day: date) -> date | None:
    full = int(year)
    if len(year) < _LONG_YEAR:
        full += day.year // _A_CENTURY * _A_CENTURY
        full -= _A_CENTURY if full > day.year else 0
    try:
        found = date(full, month, number)
    except ValueError:
        return None
    return found if found <= day and age_on(found, day) <= OLDEST else None

"""Reads birth dates in lists of passengers, and computes ages."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta

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
_CLOCK = re.compile(r"[T ]\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?|Z|UTC)?$", re.IGNORECASE)
_BOTH = 2
_Reading = tuple[int, int, str]
_SERIAL = re.compile(r"[1-9]\d{4}(?:\.0+)?")
_FIRST_SERIAL = date(1899, 12, 30)


def birth_date_of(text: str, day: date, *, month_first: bool = False) -> date | None:
    """The written birth date, not after `day` and within a lifetime.

    The day stands before the month, or with `month_first` the other way round; a month that is named and
    a year that stands first leave no choice. 2-digit years are in the last 100.
    """
    plain = _plain(text)
    if _SERIAL.fullmatch(plain):
        # A date that a spreadsheet wrote as its number.
        found = _FIRST_SERIAL + timedelta(days=int(float(plain)))
        return found if found <= day and age_on(found, day) <= OLDEST else None
    readings = _readings(plain)
    return _date_of(*readings[-1 if month_first else 0], day) if readings else None


def is_date(text: str) -> bool:
    """Whether this is written as a date of any year."""
    return any(map(_is_possible, _readings(_plain(text))))


def orders_of(text: str) -> frozenset[bool]:
    """What a written date says of its column: {True} the month stands first, {False} the day, or both.

    Empty for a date that says nothing of it: its month is named, its year stands first, day and month are
    one number, or it is no date.
    """
    plain = _plain(text)
    readings = _readings(plain)
    if len(readings) < _BOTH or readings[0][0] == readings[0][1]:
        return frozenset()
    if "." in plain or not text.isascii():
        # Nobody writes the month first between dots or in the digits of India.
        return frozenset({False})
    return frozenset(place == 1 for place, reading in enumerate(readings) if _is_possible(reading))


def written_date(day: date) -> str:
    """A date in one manner whatever the computer's language, such as "12 Mar 1985"."""
    return f"{day.day:02d} {_MONTHS[day.month - 1][:3].title()} {day.year}"


def _plain(text: str) -> str:
    return _CLOCK.sub("", with_plain_digits(text.strip())).strip()


def _is_possible(reading: _Reading) -> bool:
    return 1 <= reading[0] <= _LAST_DAY and 1 <= reading[1] <= len(_MONTHS)


def _readings(text: str) -> tuple[_Reading, ...]:
    """The readings as day, month and year: none, one, or with the day first and with the month first."""
    if found := _NUMBERS.fullmatch(text):
        first, second, third = found.groups()
        if len(first) >= _LONG_YEAR:
            return ((int(third), int(second), first),)
        return (int(first), int(second), third), (int(second), int(first), third)
    if found := _MONTH_NAMED.fullmatch(text):
        return ((int(found[1]), _month(found[2]), found[3]),)
    if found := _MONTH_FIRST.fullmatch(text):
        return ((int(found[2]), _month(found[1]), found[3]),)
    return ()


def _month(word: str) -> int:
    """1 to 12 for a month, or for a beginning that only it has, in English or Hindi, else 0."""
    plain = unicodedata.normalize("NFD", word.casefold()).replace(_DOT_UNDER, "").rstrip(".\u0970")
    if plain == "sept":
        return _MONTHS.index("september") + 1
    names = zip(_MONTHS, _HINDI_MONTHS, strict=True)
    found = [place for place, both in enumerate(names, 1) if any(name.startswith(plain) for name in both)]
    return found[0] if len(found) == 1 else 0


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

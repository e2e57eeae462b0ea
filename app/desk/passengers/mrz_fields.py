"""The fields of a machine-readable zone by ICAO 9303: places, check digits, dates, names."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from datetime import date
from itertools import cycle
from operator import mul
from typing import Literal, NamedTuple

from app.core.frozen import frozen

FILLER = "<"
Format = Literal["TD1", "TD2", "TD3", "MRV-A", "MRV-B"]

_VALUES = {character: value for value, character in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")} | {
    FILLER: 0
}
_WEIGHTS = (7, 3, 1)
_CENTURY = 100
_OLDEST, _OLDEST_TRAVELLER = 120, 110
_LONG_AGO, _FAR_AHEAD = 20, 50
_UNSEEN = re.compile(r"[\x00-\x20\x7f]+")
_PREFIX = re.compile(r"^(?:\][A-Z][0-9])?(?:MRZ[:=]?)?")
"""What a reader may send before a zone."""
_SMALL = re.compile(r"BIN|BINTI|DA|DAS|DE|DEL|DEN|DER|DI|DO|DOS|DU|VAN|VON|ZU")
"""Particles within a surname."""


class FieldPlace(NamedTuple):
    """The place of a field: the line, the first column, and the column after the last."""

    line: int
    start: int
    end: int


@frozen
class Layout:
    """The places of the fields of one format; lines and columns count from 0."""

    name: Format
    lines: int
    width: int
    holder: FieldPlace
    number: FieldPlace
    """Without its check digit, which follows it, as for birth and expiry."""
    nationality: FieldPlace
    birth: FieldPlace
    gender: FieldPlace
    expiry: FieldPlace
    longer: FieldPlace | None = None
    """The rest of a long document number, with its check digit."""
    personal: FieldPlace | None = None
    """Optional data with its own check digit."""
    whole: tuple[FieldPlace, ...] = ()
    """The fields of the composite check digit, the last character of line 2."""


_TD3 = Layout(
    name="TD3",
    lines=2,
    width=44,
    holder=FieldPlace(0, 5, 44),
    number=FieldPlace(1, 0, 9),
    nationality=FieldPlace(1, 10, 13),
    birth=FieldPlace(1, 13, 19),
    gender=FieldPlace(1, 20, 21),
    expiry=FieldPlace(1, 21, 27),
    personal=FieldPlace(1, 28, 42),
    whole=(FieldPlace(1, 0, 10), FieldPlace(1, 13, 20), FieldPlace(1, 21, 43)),
)
_TD2 = Layout(
    name="TD2",
    lines=2,
    width=36,
    holder=FieldPlace(0, 5, 36),
    number=FieldPlace(1, 0, 9),
    nationality=FieldPlace(1, 10, 13),
    birth=FieldPlace(1, 13, 19),
    gender=FieldPlace(1, 20, 21),
    expiry=FieldPlace(1, 21, 27),
    longer=FieldPlace(1, 28, 35),
    whole=(FieldPlace(1, 0, 10), FieldPlace(1, 13, 20), FieldPlace(1, 21, 35)),
)
_TD1 = Layout(
    name="TD1",
    lines=3,
    width=30,
    holder=FieldPlace(2, 0, 30),
    number=FieldPlace(0, 5, 14),
    nationality=FieldPlace(1, 15, 18),
    birth=FieldPlace(1, 0, 6),
    gender=FieldPlace(1, 7, 8),
    expiry=FieldPlace(1, 8, 14),
    longer=FieldPlace(0, 15, 30),
    whole=(FieldPlace(0, 5, 30), FieldPlace(1, 0, 7), FieldPlace(1, 8, 15), FieldPlace(1, 18, 29)),
)


def _visa(name: Format, width: int) -> Layout:
    """The layout of a visa: like a passport, without check digits for optional data and composite."""
    return replace(_TD3, name=name, width=width, holder=FieldPlace(0, 5, width), personal=None, whole=())


TRAVEL_LAYOUTS = (_TD3, _TD1, _TD2)
CARD_LAYOUTS = (_TD1, _TD2)
VISA_LAYOUTS = (_visa("MRV-A", 44), _visa("MRV-B", 36))
WIDTHS = (30, 36, 44)


def tidy_lines(text: str) -> list[str]:
    """The lines in capitals, without invisible characters and without a reader's prefix."""
    found = [line for each in text.splitlines() if (line := _tidied(each))]
    if found:
        found[0] = _PREFIX.sub("", found[0], count=1)
    return [line for line in found if line]


def check_digit(text: str) -> str:
    """The check digit of letters, digits and fillers, with the weights 7, 3, 1 (ICAO 9303 part 3)."""
    return str(sum(map(mul, map(_VALUES.__getitem__, text), cycle(_WEIGHTS))) % 10)


def is_checked(text: str, digit: str) -> bool:
    """Whether the digit is right; an empty field may have a filler instead of 0."""
    return digit == check_digit(text) or (digit == FILLER and not text.strip(FILLER))


def long_number(start: str, rest: str) -> tuple[str, str]:
    """A number continued in the optional data, and its check digit; both empty when it is not."""
    tail = rest.partition(FILLER)[0]
    return (start + tail[:-1], tail[-1]) if len(tail) > 1 else ("", "")


class FieldError(ValueError):
    """A field has an impossible value, which is not quoted."""


def birth_dates(digits: str, today: date, expiry: date | None) -> tuple[date, ...]:
    """The dates of birth within a lifetime, the latest first; none when a part is unknown.

    No document expires before its holder is born.
    """
    if FILLER in digits or "00" in (digits[2:4], digits[4:6]):
        return ()
    begin = today.year - today.year % _CENTURY
    found = [day for day in (_date(begin, digits), _date(begin - _CENTURY, digits)) if day and day <= today]
    if not found or today.year - found[0].year > _OLDEST:
        raise FieldError
    likely = [day for day in found if today.year - day.year <= _OLDEST_TRAVELLER]
    return tuple(day for day in likely if not expiry or day <= expiry) or (found[0],)


def expiry_date(digits: str, today: date) -> date | None:
    """The date from 20 years before to 50 years after today, or None."""
    if FILLER in digits or digits == "000000":
        return None
    begin = today.year - today.year % _CENTURY
    found = [day for day in (_date(begin + years, digits) for years in (0, _CENTURY, -_CENTURY)) if day]
    if not found:
        raise FieldError
    near = (day for day in found if -_LONG_AGO <= day.year - today.year <= _FAR_AHEAD)
    return next(near, None)


def _date(century: int, digits: str) -> date | None:
    try:
        return date(century + int(digits[:2]), int(digits[2:4]), int(digits[4:6]))
    except ValueError:
        return None


def names(field: str) -> tuple[str, str]:
    """Surname and given names of the field, in capitals; one of them may be empty."""
    surname, _, given = field.rstrip(FILLER).partition(FILLER * 2)
    return _words(surname), _words(given)


def written(name: str, *, surname: bool = False) -> str:
    """A name in the usual case: lower-case particles within a surname, McDonald."""
    words = name.split()
    last = len(words) - 1
    return " ".join(
        word.lower() if surname and at < last and _SMALL.fullmatch(word) else _capitalised(word)
        for at, word in enumerate(words)
    )


def _capitalised(word: str) -> str:
    beyond = 2 if word.startswith("MC") and len(word) > len("MC") + 1 else 0
    return word[:beyond].capitalize() + word[beyond:].capitalize()


def _words(field: str) -> str:
    return " ".join(field.replace(FILLER, " ").split())


def _tidied(line: str) -> str:
    if not line.isascii():
        line = "".join(each for each in line if unicodedata.category(each)[0] not in "CZ")
        line = line.replace("\u00ab", FILLER * 2).replace("\u2039", FILLER)
    return _UNSEEN.sub("", line).upper().replace("&LT;", FILLER)

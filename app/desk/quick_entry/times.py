"""Reads the times of a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.desk.quick_entry.values import SaidTime
from app.desk.quick_entry.vocabulary import CLOCK, NOON

_FORM = re.compile(r"@?([0-9]{1,2})[:.]([0-9]{2})|@([0-9]{1,2})([0-9]{2})?")
_LONE = re.compile(r"[0-9]{1,15}")
_FIGURES = re.compile(r"([0-9]{1,2}?)([0-5][0-9])?")
_HOURS, _MINUTES = range(24), range(60)
_NOON_HOURS = range(1, 13)


class ReadTime(NamedTuple):
    """The time that some words say."""

    words: int
    """How many words say it."""
    said: SaidTime | None
    """None when there is no such time."""


def time_at(words: Sequence[str]) -> ReadTime | None:
    """The time that the first of these words say in a form of its own; None when they say none."""
    first, after = (*words, "", "")[:2]
    is_beside = after in NOON or after in CLOCK
    found = _FORM.fullmatch(first)
    if found is None and not (is_beside and _LONE.fullmatch(first)):
        return None
    hour, minute = (found[1] or found[3], found[2] or found[4]) if found else (first, None)
    number = int(hour)
    if after in NOON and number in _NOON_HOURS:
        number = number % 12 + NOON[after]
    return ReadTime(1 + is_beside, _time(number, minute))


def time_in(figures: str) -> SaidTime | None:
    """The time of day that lone figures may mean: an hour, or hour and minute; None for none."""
    found = _FIGURES.fullmatch(figures)
    return _time(int(found[1]), found[2]) if found and found[1] else None


def _time(hour: int, minute: str | None) -> SaidTime | None:
    if hour not in _HOURS or int(minute or 0) not in _MINUTES:
        return None
    return SaidTime(hour, None if minute is None else int(minute))

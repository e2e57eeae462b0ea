"""Reads a line that begins with a time: "16:00 call back, jetty", "tmr", "+2 11:30 pay the driver"."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import NamedTuple

from app.desk.quick_entry.dates import ReadDay, day_at
from app.desk.quick_entry.times import time_at
from app.desk.quick_entry.tokens import tokens_of
from app.desk.quick_entry.vocabulary import NEAR

_MORNING = time(9)
"""The time of a day without one."""


_MOST_DAYS = 31
"""Of "+2"; a larger number is that of a country."""


class ReadReminder(NamedTuple):
    """When, and the words behind it."""

    at: datetime
    text: str


def read_reminder(line: str, now: datetime) -> ReadReminder | None:
    """What a line says; None when it does not begin with a time or a day that is still to come.

    A time of today that is past is one of tomorrow.
    """
    tokens, said, day = tokens_of(line), None, None
    while tokens:
        words = tuple(each.word for each in tokens)
        if said is None and (clock := time_at(words)) is not None:
            if clock.said is None:
                return None
            said, tokens = time(clock.said.hour, clock.said.minute or 0), tokens[clock.words :]
        elif day is None and (date := day_at(words, now.date())) is not None:
            is_behind = said is not None and words[0] not in NEAR and len(words) > date.words
            if is_behind or (words[0].startswith("+") and _is_far(date, now)):
                # The clerk's own words: a phone, "10-12 people", "3/4 of the sum".
                break
            if date.day is None:
                return None
            day, tokens = date.day, tokens[date.words :]
        else:
            break
    at = datetime.combine(day or now.date(), said or _MORNING, now.tzinfo)
    if at <= now and day is None and said is not None:
        at += timedelta(days=1)
    text = line[tokens[0].start :].strip() if tokens else ""
    return None if at <= now or (said is None and day is None) else ReadReminder(at, text)


def _is_far(found: ReadDay, now: datetime) -> bool:
    return found.day is None or (found.day - now.date()).days > _MOST_DAYS

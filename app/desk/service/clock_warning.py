"""Warns about this computer's clock, compared with the service's."""

from __future__ import annotations

from datetime import datetime, timedelta

from app.core.language import mark, tr, trn
from app.desk.model import formats

MOST_SKEW = timedelta(minutes=2)
MOST_TO_SELL = timedelta(hours=1)
"""A larger difference is decided about by a person before anything is sold."""
_IN_DAYS = timedelta(days=2)
_BEHIND = mark(
    "This computer's clock is {span} behind the service's: {here} here, {there} there. Set it right. "
    "Cutoffs and waiting times are counted by the service's clock meanwhile."
)
_AHEAD = mark(
    "This computer's clock is {span} ahead of the service's: {here} here, {there} there. Set it right. "
    "Cutoffs and waiting times are counted by the service's clock meanwhile."
)


def wrong_clock(now: datetime, offset: timedelta | None) -> str:
    """A sentence when the clock differs from the service's; else empty.

    `offset` is the service's clock minus this one, None when unknown.
    """
    if offset is None or abs(offset) <= MOST_SKEW:
        return ""
    there = (now + offset).astimezone(now.tzinfo)
    return tr(
        _BEHIND if offset > timedelta() else _AHEAD,
        span=_long(abs(offset)),
        here=formats.since(now, there.date()),
        there=formats.since(there, now.date()),
    )


def other_zone(now: datetime, began_with: timedelta | None) -> str:
    """Two sentences when the time zone has changed; else empty.

    `began_with` is the offset of this computer's zone from UTC when the counter was opened.
    """
    if now.utcoffset() == began_with:
        return ""
    return tr(
        "This computer's time zone has changed: it was {before} and is {now}. "
        "Look twice at today and at times before you sell.",
        before=_zone(began_with),
        now=_zone(now.utcoffset()),
    )


def _long(span: timedelta) -> str:
    minutes = round(span.total_seconds() / 60)
    hours, rest = divmod(minutes, 60)
    if span >= _IN_DAYS:
        return trn("{number} day", "{number} days", span.days)
    if hours:
        return tr("{hours} h {minutes} min", hours=hours, minutes=rest)
    return tr("{number} min", number=minutes)


def _zone(distance: timedelta | None) -> str:
    minutes = round((distance or timedelta()).total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"

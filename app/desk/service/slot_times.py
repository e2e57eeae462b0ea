"""When a slot begins and when its booking closes, held against the time window that people read."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import NamedTuple

from app.api.messages.answers import ActivityAvailability, BookingRules
from app.api.messages.spellings import clock

_BREAKS = re.compile(r"\s+(?:[-\u2013\u2014]|to|till|until)\s+|\s*[-\u2013\u2014]\s*", re.IGNORECASE)
_HALF = re.compile(r"[ap]\.?m\.?\s*", re.IGNORECASE)
_ENDS = 2
_MOST_REMEMBERED = 256
_LONGEST_WINDOW = 60


class SlotTimes(NamedTuple):
    """The instants of a slot as they are to be taken."""

    closes_at: datetime | None
    """None when it is not stated, or not certain."""
    zone: tzinfo | None
    """The zone that its instants prove; None when they prove none."""


def slot_times(item: ActivityAvailability, here: tzinfo | None, asked: date | None = None) -> SlotTimes:
    """The times of a slot; `here` is the zone of the service as far as it is known, else this computer's.

    `asked` is the day that was asked for, where the slot's own date could not be read.

    A script in UTC often writes the time of the clock at the place and calls it UTC: then the zone is wrong,
    and the time is right. An instant of another zone that is the time of the window neither there nor in
    `here` does not tell when booking closes. A time without a zone that the window bears out is one of
    `here`. Where no end of booking is stated, it follows from a start that is certain.
    """
    rules: BookingRules = item.get("booking_rules") or {}
    begin, end = rules.get("slot_start_at"), rules.get("booking_cutoff_at")
    starts, closes = _aware(begin), _aware(end)
    minutes = rules.get("booking_cutoff_minutes")
    ahead = timedelta(minutes=0 if minutes is None else max(0, minutes))
    if end is None and starts is not None:
        closes = starts - ahead
    begins, day = window_times(item["slot"].get("time_window"))[0], item.get("date") or asked
    if begins is None or day is None:
        return SlotTimes(closes, None)
    wall = datetime.combine(day, begins)
    if end is None and begin == wall:
        closes = _aware((wall - ahead).replace(tzinfo=here))
    if end and end.tzinfo is None and (begin == wall or (minutes is not None and end == wall - ahead)):
        closes = _aware(end.replace(tzinfo=here))
    if _is_called_utc(starts, wall, here):
        return SlotTimes(_in_zone(closes, here), None)
    if minutes is not None and _is_called_utc(closes, wall - timedelta(minutes=minutes), here):
        return SlotTimes(_in_zone(closes, here), _proven(starts, wall))
    local = starts and starts.astimezone(here)
    is_elsewhere = starts and local and starts.utcoffset() != local.utcoffset()
    if starts and local and is_elsewhere and wall not in (_wall(starts), _wall(local)):
        return SlotTimes(None, None)
    return SlotTimes(closes, _proven(starts, wall))


@lru_cache(_MOST_REMEMBERED)
def window_times(text: str | None) -> tuple[time | None, time | None]:
    """The two times of `HH:MM:SS - HH:MM:SS`, or two Nones for any other text.

    1:00 - 3:00 PM may begin in the night or at noon: it is no two times.
    """
    if len(text or "") > _LONGEST_WINDOW:
        return None, None
    parts = _BREAKS.split((text or "").strip())
    halves = {_HALF.search(each) is None for each in parts}
    if len(parts) != _ENDS or len(halves) > 1:
        return None, None
    try:
        starts, ends = map(clock, parts)
    except ValueError:
        return None, None
    return (starts, ends) if starts is not None and ends is not None else (None, None)


def _proven(starts: datetime | None, wall: datetime) -> tzinfo | None:
    return starts.tzinfo if starts is not None and _wall(starts) == wall else None


def _is_called_utc(moment: datetime | None, wall: datetime, here: tzinfo | None) -> bool:
    """Whether this is the time of the clock at the place under the name of UTC."""
    return (
        moment is not None and not moment.utcoffset() and _wall(moment) == wall and bool(_offset(wall, here))
    )


def _in_zone(moment: datetime | None, here: tzinfo | None) -> datetime | None:
    """The same time of the clock in `here`, of an instant that is called UTC."""
    return moment if moment is None or moment.utcoffset() else moment.replace(tzinfo=here)


def _offset(wall: datetime, here: tzinfo | None) -> timedelta | None:
    return wall.replace(tzinfo=here).utcoffset()


def _wall(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None)


def _aware(moment: datetime | None) -> datetime | None:
    """The instant if it has an offset, else None: a time without one is not certain."""
    return moment if moment is not None and moment.tzinfo is not None else None

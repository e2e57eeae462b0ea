"""When a slot closes: its words, its draining hour, and when the words change next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from app.desk import words
from app.desk.activity_values import DaySlots, Slot

HOUR = timedelta(hours=1)
LAST_MINUTES = timedelta(minutes=5)
SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS


def as_of(slot: Slot, now: datetime) -> Slot:
    """The slot as it is at `now`: closed in place once its time has come."""
    if not slot.is_open or slot.closes_at is None or slot.closes_at > now:
        return slot
    return replace(slot, is_open=False, reason=f"Booking closed at {words.clock_time(slot.closes_at)}")


def day_as_of(day: DaySlots, now: datetime) -> DaySlots:
    """The day with each of its slots as it is at `now`."""
    return replace(day, slots=tuple(as_of(slot, now) for slot in day.slots))


def closing_words(slot: Slot, now: datetime) -> str:
    """Such as "Closes in 1 h 18 min"; empty when the slot is closed or no time is stated."""
    if not slot.is_open or slot.closes_at is None:
        return ""
    return f"Closes in {words.duration(slot.closes_at - now)}"


def spoken_closing(slot: Slot, now: datetime) -> str:
    """The same in full words, for those who listen: "closes in 1 hour 18 minutes"."""
    if not slot.is_open or slot.closes_at is None:
        return ""
    minutes = max(0, int((slot.closes_at - now).total_seconds())) // 60
    hours, rest = divmod(minutes, 60)
    parts = [_counted(hours, "hour")] if hours else []
    if rest or not hours:
        parts.append(_counted(rest, "minute"))
    return f"closes in {' '.join(parts)}"


def share_of_last_hour(slot: Slot, now: datetime) -> float | None:
    """How much of the last hour is left, 0 to 1; None when it closes later, is closed, or states no time."""
    if not slot.is_open or slot.closes_at is None or slot.closes_at - now >= HOUR:
        return None
    return max(0.0, (slot.closes_at - now) / HOUR)


def wait_ms(slots: Iterable[Slot], now: datetime) -> int:
    """Milliseconds until a countdown reads differently: a second in the last minutes, else up to a minute."""
    left = [slot.closes_at - now for slot in slots if slot.is_open and slot.closes_at is not None]
    if any(span <= LAST_MINUTES for span in left):
        return SECOND_MS
    changes = [_until_next_minute(span) for span in left]
    return min([*changes, MINUTE_MS])


def _until_next_minute(span: timedelta) -> int:
    """Words count whole minutes: they change just after the next one has run down."""
    return int(span.total_seconds() * SECOND_MS) % MINUTE_MS + 1


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

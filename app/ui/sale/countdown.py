"""The countdown of a slot: its words, the share of the last hour, and the time of the next change."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.activities import Slot

HOUR = timedelta(hours=1)
LAST_MINUTES = timedelta(minutes=5)
SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
LONGEST_MS = 5 * SECOND_MS
"""A timer stands still while the computer sleeps: soon after waking the countdown is right again."""


def closing_words(slot: Slot, now: datetime) -> str:
    """Such as "Closes in 1 h 18 min"; empty when the slot is closed or no time is stated."""
    if not slot.is_open or slot.closes_at is None:
        return ""
    return tr("Closes in {time}", time=formats.duration(slot.closes_at - now))


def spoken_closing(slot: Slot, now: datetime) -> str:
    """The same in full words for screen readers: "closes in 1 hour 18 minutes"."""
    if not slot.is_open or slot.closes_at is None:
        return ""
    minutes = max(0, int((slot.closes_at - now).total_seconds())) // 60
    hours, rest = divmod(minutes, 60)
    parts = [trn("{number} hour", "{number} hours", hours)] if hours else []
    if rest or not hours:
        parts.append(trn("{number} minute", "{number} minutes", rest))
    return tr("closes in {time}", time=joined(" ", parts))


def share_of_last_hour(slot: Slot, now: datetime) -> float | None:
    """The share left of the last hour, 0 to 1; None when it closes later, is closed, or has no time."""
    if not slot.is_open or slot.closes_at is None or slot.closes_at - now >= HOUR:
        return None
    return max(0.0, (slot.closes_at - now) / HOUR)


def wait_ms(slots: Iterable[Slot], now: datetime) -> int:
    """Milliseconds until the countdown of one of these slots changes."""
    return wait_until([slot.closes_at for slot in slots if slot.is_open and slot.closes_at is not None], now)


def wait_until(ends: Iterable[datetime], now: datetime) -> int:
    """Milliseconds until a countdown is looked at: a second in the last minutes, else up to five."""
    left = [end - now for end in ends]
    if any(timedelta() < span <= LAST_MINUTES for span in left):
        return SECOND_MS
    changes = [_until_next_minute(span) for span in left]
    return min([*changes, LONGEST_MS])


def _until_next_minute(span: timedelta) -> int:
    """Milliseconds to the end of the next whole minute, when the words change."""
    return int(span.total_seconds() * SECOND_MS) % MINUTE_MS + 1

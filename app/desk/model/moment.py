"""The moment of a reading by three clocks, and how old a reading may be."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

TO_BE_SENT = timedelta(minutes=2)
"""The oldest reading on which money may move; an older one is read again first."""
TO_BE_LISTED = timedelta(minutes=5)
"""The oldest reading that a list shows when its page is entered; an older one is read again."""


class Moment(NamedTuple):
    """One moment by three clocks."""

    here: datetime
    """By this computer's clock, which can be set."""
    service: datetime
    """By the service's clock, as far as its answers state it."""
    boot: float
    """Seconds since this computer was started, by the monotonic clock."""

    def set_since(self, before: Moment) -> timedelta:
        """By how much this computer's clock was set since an earlier moment, as the monotonic clock shows."""
        return self.here - before.here - timedelta(seconds=self.boot - before.boot)

    def is_fresh(self, now: Moment, longest: timedelta) -> bool:
        """Whether a reading of this moment is at most `longest` old and of the same day of the service.

        It counts as old when a clock was set meanwhile, since another reading does no harm.
        """
        ages = (timedelta(seconds=now.boot - self.boot), now.here - self.here)
        is_of_today = self.service.date() == now.service.date()
        return is_of_today and all(timedelta() <= age <= longest for age in ages)

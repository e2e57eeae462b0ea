"""When something from outside was read, by three clocks, and how old it may be for what."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

TO_BE_SENT = timedelta(minutes=2)
"""Money moves on nothing older: it is read again first."""


class Moment(NamedTuple):
    """One moment by three clocks."""

    here: datetime
    """By this computer, which anybody can set."""
    service: datetime
    """By the service, as far as its answers tell."""
    boot: float
    """Seconds since this computer was started, those in which it slept included."""

    def is_fresh(self, now: Moment, longest: timedelta) -> bool:
        """Whether what was read then is no older than `longest` and of the same day of the service.

        A clock that was set meanwhile makes it old: reading once more costs nothing.
        """
        ages = (timedelta(seconds=now.boot - self.boot), now.here - self.here)
        is_of_today = self.service.date() == now.service.date()
        return is_of_today and all(timedelta() <= age <= longest for age in ages)

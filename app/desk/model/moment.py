"""The moment of a reading by three clocks, and how old a reading of the service may be for what."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple

# Compared may be readings of any age, by their order (`one_clock`).
TO_BE_CALLED_LIVE = timedelta(minutes=1)
"""The oldest count of seats that is called live."""
TO_BE_SENT = timedelta(minutes=2)
"""The oldest reading on which money may move; an older one is read again first."""
TO_BE_LISTED = timedelta(minutes=5)
"""The oldest reading that a list shows when its page is entered; an older one is read again."""
TO_BE_SERVED_TO_ALL = timedelta(seconds=60)
"""The oldest answer that serves whoever asks the same, where nobody asked to read again."""
TO_BE_SHOWN_PLAIN = timedelta(minutes=10)
"""The oldest reading of what is free whose time is not marked."""
TO_BE_SHOWN_ALONE = timedelta(minutes=5)
"""The oldest balance that stands without its time."""


class Moment(NamedTuple):
    """One moment by three clocks. What is read from the service carries the moment of its answer."""

    here: datetime
    """By this computer's clock, which can be set."""
    service: datetime | None
    """By the service's clock; None while no answer has stated it."""
    boot: float
    """Seconds since this computer was started, by the monotonic clock."""

    def day_in(self, zone: tzinfo | None) -> date:
        """The day in a zone, of the service as far as its clock is known."""
        return (self.service or self.here).astimezone(zone).date()

    def set_since(self, before: Moment) -> timedelta:
        """By how much this computer's clock was set since an earlier moment, as the monotonic clock shows."""
        return self.here - before.here - timedelta(seconds=self.boot - before.boot)

    def is_fresh(self, now: Moment, longest: timedelta) -> bool:
        """Whether a reading of this moment is at most `longest` old and of the same day of the service.

        It counts as old when a clock was set meanwhile, since another reading does no harm. The zone of the
        service may have become known only after the reading.
        """
        zone = (now.service or now.here).tzinfo
        ages = (timedelta(seconds=now.boot - self.boot), now.here - self.here)
        is_of_today = self.day_in(zone) == now.day_in(zone)
        return is_of_today and all(timedelta() <= age <= longest for age in ages)

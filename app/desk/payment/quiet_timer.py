"""For how long lost answers have been waited for, by a clock that nobody can set."""

from __future__ import annotations

from datetime import timedelta

from app.api.wire import monotonic_clock
from app.store.journal.attempt import Attempt, AttemptKey


class QuietTimer:
    """Counts from when this program first asked about an attempt: never too long, at a restart anew."""

    def __init__(self) -> None:
        self._began: dict[AttemptKey, float] = {}

    def waited(self, attempt: Attempt) -> timedelta:
        """For how long an attempt has been asked about; the first call begins the count."""
        now = monotonic_clock.boot_seconds()
        return timedelta(seconds=now - self._began.setdefault((attempt.intent_id, attempt.attempt), now))

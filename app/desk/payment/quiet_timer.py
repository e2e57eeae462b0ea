"""How long lost answers have been waited for, by the monotonic clock."""

from __future__ import annotations

from datetime import timedelta

from app.api.wire import monotonic_clock
from app.store.journal.attempt import Attempt, AttemptKey


class QuietTimer:
    """Counts from the first enquiry about an attempt in this run of the program: never too long."""

    def __init__(self) -> None:
        self._began: dict[AttemptKey, float] = {}

    def waited(self, attempt: Attempt) -> timedelta:
        """How long an attempt has been enquired about; the first call starts the count."""
        now = monotonic_clock.boot_seconds()
        return timedelta(seconds=now - self._began.setdefault((attempt.intent_id, attempt.attempt), now))

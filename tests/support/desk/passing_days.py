"""Days that go on when a test says so, for the service and for this computer alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.desk.desk import local_now
from tests.support.counter import tomorrow_at_ten


class Days:
    """How many have passed since the test began."""

    def __init__(self) -> None:
        self.passed = 0

    def service(self) -> datetime:
        """The time that the service has by now."""
        return tomorrow_at_ten() + timedelta(days=self.passed)

    def computer(self) -> datetime:
        """The time that this computer has by now: a day before the service's, also in a run over midnight."""
        now, eve = local_now(), tomorrow_at_ten().date() - timedelta(days=1)
        return now + (eve - now.astimezone(UTC).date()) + timedelta(days=self.passed)

"""The values of an enquiry: findings about an unknown outcome, and decisions of people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from app.core.frozen import frozen
from app.desk.model.sale import Change
from app.desk.payment.evidence import Balance, Expected, Grade, Observation, Verdict

TRIES = (2, 5, 15, 30, 60, 180)
"""The times of automatic readings, in seconds from the beginning; then a person decides."""
PAUSE = 2.0
"""The least time between two readings, in seconds."""


@frozen
class Decision:
    """A person's decision: the name, the reason, and a second name if the settings ask for two.

    Where clerks decide, `pins` has those of the two, and the names are empty until the desk knows them.
    """

    by: str = field(repr=False)
    reason: str = field(repr=False)
    second: str = field(default="", repr=False)
    pins: tuple[str, str] | None = field(default=None, repr=False)

    @property
    def people(self) -> Mapping[str, str]:
        """The private facts of it, for the journal's database alone."""
        return {"by": self.by, "second": self.second, "reason": self.reason}


@frozen
class Findings:
    """What is known of one sale."""

    request_id: str
    is_open: bool
    is_sold: bool
    """Whether the service stated that it booked; only the PNR is missing."""
    verdict: Verdict
    before: Balance | None
    before_at: datetime | None
    expected: Expected | None
    look: Observation | None
    """The newest reading after the sale, or None."""
    quiet_at: datetime
    """When a person may decide that it was not sold, by this computer's clock."""
    is_quiet: bool
    """Whether a reading was made after the quiet period, which that decision requires."""
    now: datetime
    asks_two: bool
    authorised_until: datetime | None
    """Until when exactly the same order may be sent again; None when it may not."""
    asks_pins: bool = False
    """Whether two clerks decide, by PIN."""

    @property
    def is_proven(self) -> bool:
        """Whether the ledger names the sale, so that it cannot be recorded as not booked."""
        return self.verdict.grade is Grade.BOOKED

    @property
    def is_too_early(self) -> bool:
        """Whether the service may still be at work on it."""
        return self.now < self.quiet_at and not self.is_quiet


@frozen
class PnrCheck:
    """The service's answer about a PNR."""

    pnr: str
    differences: tuple[Change, ...]
    status: str
    """As sent, such as "Cancelled"."""
    is_same: bool
    """Whether it settles the sale. If not, and without differences, the answer states too little."""

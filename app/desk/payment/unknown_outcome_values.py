"""What is known of a sale whose outcome is not known, and what people say of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from app.desk.model.sale import Change
from app.desk.payment.evidence import Balance, Expected, Observation, Verdict

TRIES = (2, 5, 15, 30, 60, 180)
"""When what is open is read by itself, in seconds after that began; then a person decides."""
PAUSE = 2.0
"""The least time between two tries, in seconds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person says: who, why, and who else where the agency asks for two."""

    by: str = field(repr=False)
    reason: str = field(repr=False)
    second: str = field(default="", repr=False)

    @property
    def people(self) -> Mapping[str, str]:
        """What the journal keeps of it, in its database alone."""
        return {"by": self.by, "second": self.second, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of one sale by now."""

    request_id: str
    is_open: bool
    is_sold: bool
    """The service said that it booked; only the PNR is missing."""
    verdict: Verdict
    before: Balance | None
    before_at: datetime | None
    expected: Expected | None
    look: Observation | None
    """The newest reading after the sale; None before the first."""
    quiet_at: datetime
    """When a person may say that it was not sold, by this computer's clock."""
    is_quiet: bool
    """A reading was made when the service had certainly come to rest: before, nobody may say so."""
    now: datetime
    asks_two: bool
    authorised_until: datetime | None
    """Until when exactly the same order may be sent once more; None when it may not."""

    @property
    def is_too_early(self) -> bool:
        """Whether the service may still be at work on it."""
        return self.now < self.quiet_at and not self.is_quiet


@dataclass(frozen=True, slots=True)
class PnrCheck:
    """What the service says of a PNR."""

    pnr: str
    differences: tuple[Change, ...]
    status: str
    """As sent, such as "Cancelled"."""
    is_same: bool
    """The sale is settled by it. Without that and without differences the answer tells too little."""

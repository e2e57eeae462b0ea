"""What a cancellation would give back, and what it gave."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class CancellationQuote:
    """The answer to QUOTE for exactly this choice; its shape is not shown (interface part 4.4)."""

    intent_id: str
    booking_ref: str
    qty: int
    as_received: str
    """The answer as compact JSON text."""
    status_before: str
    """The booking's status before, as sent."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A settled cancellation (interface part 2.7)."""

    booking_ref: str
    refund_reference: str
    refund: Decimal | None
    charge: Decimal | None
    new_status: str

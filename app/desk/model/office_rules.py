"""What the agency has set for this counter: how money is decided, and what stands on its papers."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Branding:
    """What stands on a voucher besides the booking (design 14)."""

    agency: str = ""
    address: str = ""
    phone: str = ""
    email: str = ""
    logo: Path | None = None
    """A picture in the data folder; None for none."""
    terms: str = ""
    paper: str = "A5"
    """A5, A4 or 80 mm."""
    shows_price: bool = True
    """Whether the customer's price stands on it; net never does."""
    language: str = "en"
    """The customer's, by its code."""


@dataclass(frozen=True, slots=True)
class Alerts:
    """When the wallet asks for attention, in the wallet's currency; None for never."""

    low_cash: Decimal | None = None
    low_credit: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days after the travel what was known of a customer is kept; None for ever."""

    days: int | None = None


@dataclass(slots=True)
class OfficeRules:
    """One for the whole program, and changed while it runs."""

    asks_two: bool = False
    """What a person decides about money needs a second person's name."""
    is_alone: bool = False
    """No other counter uses this wallet: that changes words, never what decides."""
    branding: Branding = field(default_factory=Branding)
    alerts: Alerts = field(default_factory=Alerts)
    retention: Retention = field(default_factory=Retention)

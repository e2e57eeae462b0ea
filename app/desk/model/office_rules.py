"""The agency's settings for this counter: decisions about money, alerts, vouchers, keeping of data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from app.core.frozen import frozen


@frozen
class Branding:
    """What is printed on a voucher besides the booking."""

    agency: str = ""
    address: str = ""
    phone: str = ""
    email: str = ""
    gstin: str = ""
    """The agency's number for GST; empty for none."""
    logo: Path | None = None
    """A picture in the data folder; None for none."""
    terms: str = ""
    trips: str = ""
    """The agency's own words about trips, each on a line: "Trip = words"."""
    paper: str = "A5"
    """A5, A4 or 80 mm."""
    shows_price: bool = True
    """Whether the customer's price is printed; the net price never is."""
    language: str = "en"
    """The customer's language, by its code."""


@frozen
class Alerts:
    """The limits below which the wallet gives an alert, in its currency; None for no alert."""

    low_cash: Decimal | None = None
    low_credit: Decimal | None = None


@frozen
class Retention:
    """How long data of customers is kept."""

    days: int | None = None
    """After the travel; None for ever."""
    quotation_days: int = 30
    """Of a quotation, after it was written."""


class RefundRule(StrEnum):
    """How what a customer gets back is found."""

    SERVICE = "service"
    """What was paid, less the charge of the service."""
    PERCENTAGE = "percentage"
    """What was paid, less a percentage of it."""
    HAND = "hand"
    """The clerk says it each time."""


@frozen
class CustomerRefund:
    """What a customer gets back when a booking is cancelled."""

    rule: RefundRule = RefundRule.SERVICE
    percentage: Decimal = Decimal(0)
    """What the agency keeps of what was paid, with that rule; 0 to 100."""


@frozen
class TillRules:
    """How it is kept what customers paid."""

    is_on: bool = False
    series: str = "A"
    """The first letters of this desk's receipts."""
    rounding: int = 0
    """The paise to a multiple of which cash is rounded; 0 for not at all."""
    upi_address: str = ""
    """The agency's own address; empty for none."""
    upi_name: str = ""
    upi_merchant_code: str = ""
    is_upi_tested: bool = False
    """Whether a test payment has arrived at this address."""


@frozen
class TravellingRules:
    """What is shown of those who travel, and what they are told."""

    is_on: bool = False
    """Whether there is a board of those who travel."""
    last_four: bool = True
    """Whether a manifest shows the last four of documents, beside their kind."""
    messages: Mapping[str, str] = field(default_factory=dict[str, str])
    """The agency's own wording of messages, by occasion and language: "reminder_en"."""


@dataclass(slots=True)
class OfficeRules:
    """One object for the whole program, changed while it runs."""

    asks_two: bool = False
    """Whether a decision of a person about money needs a second person's name."""
    is_alone: bool = False
    """Whether no other counter uses this wallet: it changes texts, never a decision."""
    branding: Branding = field(default_factory=Branding)
    alerts: Alerts = field(default_factory=Alerts)
    retention: Retention = field(default_factory=Retention)
    customer_refund: CustomerRefund = field(default_factory=CustomerRefund)
    till: TillRules = field(default_factory=TillRules)
    travelling: TravellingRules = field(default_factory=TravellingRules)
    has_sound: bool = True
    """Whether seats that were found are heard."""
    short_names: str = ""
    """The agency's short names of trips, each on a line: "ed = Trip"."""

    def change(
        self,
        branding: Branding,
        alerts: Alerts,
        retention: Retention,
        customer_refund: CustomerRefund,
        *,
        till: TillRules,
        travelling: TravellingRules,
        asks_two: bool,
        is_alone: bool,
    ) -> None:
        """Set all of them anew; they count from now on."""
        self.branding, self.alerts, self.retention = branding, alerts, retention
        self.customer_refund, self.till, self.travelling = customer_refund, till, travelling
        self.asks_two, self.is_alone = asks_two, is_alone

    def name_trips(self, short_names: str) -> None:
        """Set the short names of trips anew."""
        self.short_names = short_names

    def let_sound(self, *, has_sound: bool) -> None:
        """Let seats that were found be heard, or not."""
        self.has_sound = has_sound

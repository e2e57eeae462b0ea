"""Answers about money and bookings: sale, cancellation, wallet and status (interface parts 2.5 to 2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.api.messages.answer_fields import (
    Amount,
    Array,
    Clock,
    Count,
    Day,
    Json,
    Part,
    Percentage,
    Reference,
    WholeNumber,
)
from app.api.messages.envelope import Envelope, Shape


class SettlementBreakdown(Shape):
    """What was taken from the wallet."""

    total_debited: Amount | None = None
    deducted_from_cash: Amount | None = None
    deducted_from_credit: Amount | None = None


class BookedActivity(Shape):
    """The booked slot, repeated by the service."""

    activity_id: WholeNumber | None = None
    availability_id: WholeNumber | None = None
    slot_id: WholeNumber | None = None
    qty: Count | None = None
    activity_name: str | None = None
    slot_label: str | None = None
    travel_date: Day | None = None


class BookedPricing(Shape):
    """The parts of the amount."""

    availability_fare_per_person: Amount | None = None
    price_source: str | None = None
    commission_type: str | None = None
    commission_value: Amount | None = None
    commission_amount_per_person: Amount | None = None
    net_partner_price_per_person: Amount | None = None
    net_partner_total: Amount | None = None
    gst_percentage: Percentage | None = None
    gst_amount: Amount | None = None
    total_payable: Amount | None = None
    currency: str | None = None


class BookingResult(Envelope):
    """A settled booking (interface part 2.5); a BOAT result has only the first fields."""

    booking_id: WholeNumber | None = None
    booking_ref: Reference
    settlement_breakdown: Part[SettlementBreakdown] = None
    request_id: str | None = None
    module_type: str | None = None
    booking_status: str | None = None
    payment_status: str | None = None
    activity: Part[BookedActivity] = None
    pricing: Part[BookedPricing] = None
    unread: tuple[str, ...] = ()
    """The paths of fields that are there but could not be read; the booking is valid nevertheless."""


@dataclass(frozen=True, slots=True)
class QuoteAnswer:
    """The refund quote of a cancellation as received: its fields are not shown (interface part 4.4)."""

    fields: Mapping[str, Json]


class RefundSummary(Shape):
    """The refund that was credited and the charge that was kept."""

    net_agent_refund_credited: Amount | None = None
    platform_cancellation_charge: Amount | None = None


class CancellationResult(Envelope):
    """A settled cancellation (interface part 2.7)."""

    refund_reference: Reference
    new_booking_status: str | None = None
    pricing_summary: Part[RefundSummary] = None
    unread: tuple[str, ...] = ()
    """The paths of fields that are there but could not be read; the cancellation is valid nevertheless."""


class FinancialBalances(Shape):
    """The cash side of the wallet."""

    live_available_balance: Amount
    currency: str


class CreditFacility(Shape):
    """The credit side of the wallet."""

    allocated_limit: Amount
    limit_utilized: Amount
    available_credit_runway: Amount


class WalletData(Shape):
    """The wallet of the key; the fields of its ledger entries are not shown."""

    agent_id: WholeNumber | None = None
    tenant_id: str | None = None
    account_status: str | None = None
    financial_balances: FinancialBalances
    credit_facility: CreditFacility
    recent_ledger_journal_snapshot: Array[Any] | None = None


class WalletAnswer(Envelope):
    """The wallet (interface part 2.8)."""

    data: WalletData


class StatusMetadata(Shape):
    """What is booked: a boat trip or an activity slot."""

    boat_name: str | None = None
    trip_name: str | None = None
    departure_time: Clock | None = None
    activity_name: str | None = None
    travel_date: Day | None = None
    slot_label: str | None = None


class FinancialBreakdown(Shape):
    """What a BOAT booking cost."""

    fare_amount: Amount | None = None
    permit_amount: Amount | None = None
    gst_amount: Amount | None = None
    total_price: Amount | None = None


class TravellerItem(Shape):
    """One person on a BOAT booking; ids, if the service sends any, are in `model_extra`."""

    traveler_name: str | None = None
    age: WholeNumber | None = None
    pax_gender: str | None = None
    passenger_type: str | None = None
    traveler_status: str | None = None


class FinancialSummary(Shape):
    """What was paid and refunded for an ACTIVITY booking."""

    total_paid: Amount | None = None
    total_refunded: Amount | None = None
    balance_amount: Amount | None = None


class LedgerReconciliation(Shape):
    """The ledger entry of an ACTIVITY booking."""

    journal_status: str | None = None
    ledger_journal_entry_id: str | None = None


class StatusData(Shape):
    """A booking; the case of its status words differs by module (interface part 2.9)."""

    booking_reference: str | None = None
    module: str | None = None
    booking_status: str | None = None
    payment_status: str | None = None
    refund_status: str | None = None
    metadata: Part[StatusMetadata] = None
    financial_breakdown: Part[FinancialBreakdown] = None
    traveler_manifest: Array[TravellerItem] | None = None
    financial_summary: Part[FinancialSummary] = None
    ledger_reconciliation: Part[LedgerReconciliation] = None


class StatusAnswer(Envelope):
    """The state of one booking (interface part 2.9)."""

    data: StatusData

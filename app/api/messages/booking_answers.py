"""Answers about money and bookings: sale, cancellation, wallet and status (interface parts 2.5 to 2.9)."""

from __future__ import annotations

from collections.abc import Mapping

from app.api.messages.answer_fields import (
    Amount,
    Anything,
    Identifier,
    Json,
    Label,
    NeededAmount,
    One,
    Part,
    Percentage,
    Reference,
    StatedArray,
    StatedClock,
    StatedDay,
    StatedId,
    StatedNumber,
    StatedPart,
    StateWord,
    Words,
)
from app.api.messages.envelope import Envelope, Shape
from app.core.frozen import frozen


class SettlementBreakdown(Shape):
    """What was taken from the wallet."""

    total_debited: Amount | None = None
    deducted_from_cash: Amount | None = None
    deducted_from_credit: Amount | None = None


class BookedActivity(Shape):
    """The booked slot, repeated by the service."""

    activity_id: StatedId | None = None
    availability_id: StatedId | None = None
    slot_id: StatedId | None = None
    qty: StatedNumber | None = None
    activity_name: Words | None = None
    slot_label: Words | None = None
    travel_date: StatedDay | None = None


class BookedPricing(Shape):
    """The parts of the amount."""

    availability_fare_per_person: Amount | None = None
    price_source: Words | None = None
    commission_type: Words | None = None
    commission_value: Amount | None = None
    commission_amount_per_person: Amount | None = None
    net_partner_price_per_person: Amount | None = None
    net_partner_total: Amount | None = None
    gst_percentage: Percentage | None = None
    gst_amount: Amount | None = None
    total_payable: Amount | None = None
    currency: Words | None = None


class BookingResult(Envelope):
    """A settled booking (interface part 2.5); a BOAT result has only the first fields."""

    booking_id: Identifier | None = None
    booking_ref: Reference
    settlement_breakdown: Part[SettlementBreakdown] = None
    request_id: Words | None = None
    module_type: Words | None = None
    booking_status: Words | None = None
    payment_status: Words | None = None
    activity: Part[BookedActivity] = None
    pricing: Part[BookedPricing] = None


@frozen
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
    new_booking_status: Words | None = None
    pricing_summary: Part[RefundSummary] = None


class FinancialBalances(Shape):
    """The cash side of the wallet."""

    live_available_balance: NeededAmount
    currency: Label | None = None


class CreditFacility(Shape):
    """The credit side of the wallet."""

    allocated_limit: Amount | None = None
    limit_utilized: Amount | None = None
    available_credit_runway: Amount | None = None


class WalletData(Shape):
    """The wallet of the key; the fields of its ledger entries are not shown."""

    agent_id: Identifier | None = None
    tenant_id: Words | None = None
    account_status: StateWord | None = None
    financial_balances: One[FinancialBalances]
    credit_facility: Part[CreditFacility] = None
    recent_ledger_journal_snapshot: Anything = ()


class WalletAnswer(Envelope):
    """The wallet (interface part 2.8)."""

    data: One[WalletData]


class StatusMetadata(Shape):
    """What is booked: a boat trip or an activity slot."""

    boat_name: Words | None = None
    trip_name: Words | None = None
    departure_time: StatedClock | None = None
    activity_name: Words | None = None
    travel_date: StatedDay | None = None
    slot_label: Words | None = None


class FinancialBreakdown(Shape):
    """What a BOAT booking cost."""

    fare_amount: Amount | None = None
    permit_amount: Amount | None = None
    gst_amount: Amount | None = None
    total_price: Amount | None = None


class TravellerItem(Shape):
    """One person on a BOAT booking; ids, if the service sends any, are in `model_extra`."""

    traveler_name: Words | None = None
    age: StatedNumber | None = None
    pax_gender: Words | None = None
    passenger_type: Words | None = None
    traveler_status: Words | None = None


class FinancialSummary(Shape):
    """What was paid and refunded for an ACTIVITY booking."""

    total_paid: Amount | None = None
    total_refunded: Amount | None = None
    balance_amount: Amount | None = None


class LedgerReconciliation(Shape):
    """The ledger entry of an ACTIVITY booking."""

    journal_status: Words | None = None
    ledger_journal_entry_id: Words | None = None


class StatusData(Shape):
    """A booking; the case of its status words differs by module (interface part 2.9)."""

    booking_reference: Label | None = None
    module: Words | None = None
    booking_status: Words | None = None
    payment_status: Words | None = None
    refund_status: Words | None = None
    metadata: StatedPart[StatusMetadata] = None
    financial_breakdown: Part[FinancialBreakdown] = None
    traveler_manifest: StatedArray[TravellerItem] | None = None
    financial_summary: Part[FinancialSummary] = None
    ledger_reconciliation: Part[LedgerReconciliation] = None


class StatusAnswer(Envelope):
    """The state of one booking (interface part 2.9)."""

    data: One[StatusData]

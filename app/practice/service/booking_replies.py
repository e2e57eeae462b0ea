"""Answers of the four calls that need a body: booking, cancellation, wallet and status."""

from __future__ import annotations

from app.practice.protocol.json import Json
from app.practice.world.booking import Cancellation, PracticeBooking, PracticeSale, Seat, Settlement
from app.practice.world.identity import CURRENCY, TENANT_ID
from app.practice.world.ledger import JournalEntry, Ledger
from app.practice.world.money import rupees, tax
from app.practice.world.orders import OrderModule
from app.practice.world.sale import GST_PERCENT

_SNAPSHOT = 10


def booked(booking: PracticeBooking, *, older: bool) -> dict[str, Json]:
    """The result of create_booking (interface part 2.5); the older variant has the common fields only."""
    common: dict[str, Json] = {
        "status": "SUCCESS",
        "code": "BOOKING_IMMEDIATELY_SETTLED",
        "booking_id": booking.booking_id,
        "booking_ref": booking.ref,
        "settlement_breakdown": {
            "total_debited": rupees(booking.sale.total),
            "deducted_from_cash": rupees(booking.from_cash),
            "deducted_from_credit": rupees(booking.from_credit),
        },
        "practice": True,
    }
    if older or booking.sale.module is OrderModule.BOAT:
        return common
    return {**common, **_activity_details(booking.sale)}


def quoted(settled: Settlement) -> dict[str, Json]:
    """The result of QUOTE; its shape is not shown in the interface."""
    return {
        "status": "SUCCESS",
        "code": "BOOKING_CANCELLATION_QUOTED",
        "action": "QUOTE",
        "seats_to_cancel": len(settled.seats),
        "pricing_summary": {
            "amount_debited": rupees(settled.paid),
            "platform_cancellation_charge": rupees(settled.charge),
            "net_agent_refund": rupees(settled.refund),
            "currency": CURRENCY,
        },
        "practice": True,
    }


def cancelled(cancellation: Cancellation) -> dict[str, Json]:
    """The result of CONFIRM (interface part 2.7)."""
    return {
        "status": "SUCCESS",
        "code": "BOOKING_CANCELLATION_SETTLED_INSTANTLY",
        "refund_reference": cancellation.refund_reference,
        "new_booking_status": "Partially Cancelled" if cancellation.leaves_seats else "Cancelled",
        "pricing_summary": {
            "net_agent_refund_credited": rupees(cancellation.refund),
            "platform_cancellation_charge": rupees(cancellation.charge),
        },
        "practice": True,
    }


def wallet(agent: int, ledger: Ledger, *, older: bool) -> dict[str, Json]:
    """The wallet (interface part 2.8), with the latest entries of the ledger, newest first."""
    entries: list[Json] = [_entry(each, older=older) for each in ledger.latest(_SNAPSHOT)]
    return {
        "status": "SUCCESS",
        "code": "WALLET_METRICS_DECODED_SUCCESSFULLY",
        "data": {
            "agent_id": agent,
            "tenant_id": TENANT_ID,
            "account_status": "active",
            "financial_balances": {
                "live_available_balance": rupees(ledger.cash),
                "currency": CURRENCY,
            },
            "credit_facility": {
                "allocated_limit": rupees(ledger.credit_limit),
                "limit_utilized": rupees(ledger.credit_used),
                "available_credit_runway": rupees(ledger.credit_left),
            },
            "recent_ledger_journal_snapshot": entries,
            "practice": True,
        },
        "practice": True,
    }


def status(booking: PracticeBooking, *, older: bool) -> dict[str, Json]:
    """The status of a booking in the words and case of its module (interface part 2.9)."""
    is_boat = booking.sale.module is OrderModule.BOAT
    data: dict[str, Json] = {
        "booking_reference": booking.ref,
        "module": booking.sale.module,
        "booking_status": _cased(booking, _state(booking)),
        "payment_status": _cased(
            booking, "Refunded" if booking.is_cancelled and booking.refunded else "Paid"
        ),
        "refund_status": _refund_status(booking),
        **(_boat_status(booking, older=older) if is_boat else _activity_status(booking)),
        "practice": True,
    }
    return {
        "status": "SUCCESS",
        "code": "BOOKING_STATUS_DECODED_SUCCESSFULLY",
        "data": data,
        "practice": True,
    }


def _activity_details(sale: PracticeSale) -> dict[str, Json]:
    net = sale.net_total // len(sale.seats)
    return {
        "request_id": sale.request_id,
        "module_type": sale.module,
        "booking_status": "confirmed",
        "payment_status": "paid",
        "activity": {
            "activity_id": sale.product_id,
            "availability_id": sale.availability_id,
            "slot_id": sale.slot_id,
            "qty": len(sale.seats),
            "activity_name": sale.product_name,
            "slot_label": sale.part_name,
            "travel_date": sale.travel_date.isoformat(),
        },
        "pricing": {
            "availability_fare_per_person": rupees(net + sale.commission),
            "price_source": "AVAILABILITY_FARE",
            "commission_type": "FLAT",
            "commission_value": rupees(sale.commission),
            "commission_amount_per_person": rupees(sale.commission),
            "net_partner_price_per_person": rupees(net),
            "net_partner_total": rupees(sale.net_total),
            "gst_percentage": rupees(GST_PERCENT * 100),
            "gst_amount": rupees(sale.tax),
            "total_payable": rupees(sale.total),
            "currency": CURRENCY,
        },
    }


def _boat_status(booking: PracticeBooking, *, older: bool) -> dict[str, Json]:
    sale = booking.sale
    fares = sale.boat_fares + sale.permits
    gst = tax(fares, GST_PERCENT)
    return {
        "metadata": {
            "boat_name": sale.product_name,
            "trip_name": sale.part_name,
            "departure_time": f"{sale.starts_at:%H:%M:%S}",
        },
        "financial_breakdown": {
            "fare_amount": rupees(sale.boat_fares),
            "permit_amount": rupees(sale.permits),
            "gst_amount": rupees(gst),
            "total_price": rupees(fares + gst),
        },
        "traveler_manifest": [_traveller(seat, older=older) for seat in booking.seats],
    }


def _traveller(seat: Seat, *, older: bool) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "traveler_name": seat.name,
        "age": seat.age,
        "pax_gender": seat.gender,
        "passenger_type": seat.ticket_type,
        "traveler_status": "Cancelled" if seat.cancelled else "Confirmed",
    }
    return shown if older else {"passenger_id": seat.passenger_id, **shown}


def _activity_status(booking: PracticeBooking) -> dict[str, Json]:
    sale = booking.sale
    return {
        "metadata": {
            "activity_name": sale.product_name,
            "travel_date": sale.travel_date.isoformat(),
            "slot_label": sale.part_name,
        },
        "financial_summary": {
            "total_paid": rupees(sale.total),
            "total_refunded": rupees(booking.refunded),
            "balance_amount": rupees(0),
        },
        "ledger_reconciliation": {
            "journal_status": "SETTLED",
            "ledger_journal_entry_id": booking.entry_id,
        },
    }


def _state(booking: PracticeBooking) -> str:
    if booking.is_cancelled:
        return "Cancelled"
    return "Partially Cancelled" if booking.is_partly_cancelled else "Confirmed"


def _refund_status(booking: PracticeBooking) -> str:
    if len(booking.active_seats) == len(booking.seats):
        return "NONE"
    if not booking.refunded:
        return "NO_REFUND"
    return "REFUNDED" if booking.is_cancelled else "PARTIALLY_REFUNDED"


def _cased(booking: PracticeBooking, words: str) -> str:
    """BOAT capitalises, ACTIVITY writes lower case with underscores."""
    return words if booking.sale.module is OrderModule.BOAT else words.lower().replace(" ", "_")


def _entry(entry: JournalEntry, *, older: bool) -> dict[str, Json]:
    shown: dict[str, Json] = {
        "journal_entry_id": entry.entry_id,
        "posted_at": entry.posted_at.isoformat(),
        "entry_type": entry.kind,
        "booking_ref": entry.booking_ref or None,
        "currency": CURRENCY,
        "lines": [
            {
                "account": line.account,
                "debit": rupees(max(line.amount, 0)),
                "credit": rupees(max(-line.amount, 0)),
            }
            for line in entry.lines
        ],
    }
    return shown if older else {**shown, "request_id": entry.request_id or None}

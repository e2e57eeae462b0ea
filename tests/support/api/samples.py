"""Requests and answers of the partner interface as they are written in its document."""

from __future__ import annotations

import datetime as dt
from typing import Any

from app.api.messages.request_body import Proof
from app.api.messages.requests import (
    ActivityBooking,
    ActivityCancellation,
    ActivityQuote,
    BoatBooking,
    BoatCancellation,
    BoatQuote,
    Module,
    PassengerItem,
    StatusQuery,
    WalletQuery,
)

DAY = dt.date(2099, 12, 24)
Wire = dict[str, Any]

ACTIVITY_ITEM: Wire = {
    "activity_id": 41,
    "title": "Reef walk",
    "location": "North Bay",
    "description": "A walk under water.",
    "short_description": "A walk.",
    "media": {"featured_image": "reef.jpg", "gallery": ["a.jpg", "b.jpg"]},
    "policies": {
        "inclusions": "Helmet",
        "exclusions": "Ferry",
        "cancellation_summary": "Free until the day before",
        "gst_percentage": 5.00,
    },
    "pricing": {
        "mrp": 3500.00,
        "offer_price": None,
        "net_price": 2999.50,
        "agent_commission_type": "FLAT",
        "agent_commission_value": 250.00,
        "currency": "INR",
        "price_unit": "per person",
        "price_basis": "PER_PERSON",
        "min_available_fare": 3000.00,
        "max_available_fare": 3400.00,
        "min_net_partner_price": 2750.00,
        "max_net_partner_price": 3150.00,
        "display": "INR 3,000 - 3,400",
        "price_source": "AVAILABILITY_RANGE",
        "mrp_source": "CATALOGUE",
        "catalog_price_is_summary": True,
    },
    "availability": {
        "available": True,
        "reason": None,
        "available_date_ranges": [{"from": "2099-12-01", "to": "2099-12-31"}],
    },
    "booking": {
        "booking_cutoff": {"type": "MINUTES_BEFORE_START", "default_minutes": 90, "source": "override wins"}
    },
}
BOAT_ITEM: Wire = {
    "schedule_id": 7,
    "boat_id": 3,
    "boat_name": "Sea Heron",
    "trip_id": 9,
    "trip_name": "Ross Island",
    "departure_time": "08:30:00",
    "return_time": "13:00:00",
    "policies": {
        "identity_enforcement": {
            "is_id_mandatory": 1,
            "is_id_no_required": 1,
            "is_id_upload_required": 0,
        },
        "gst_percentage": 18.00,
    },
    "inventory": {"remaining_seats": 12, "status": "AVAILABLE"},
    "rates": [
        {
            "ticket_type": "ADULT",
            "age_range": "12-99",
            "nationality": "MIXED",
            "mrp": 900.00,
            "net_price": 810.25,
            "currency": "INR",
        }
    ],
}
SLOT: Wire = {
    "availability_id": 501,
    "activity_id": 41,
    "activity_name": "Reef walk",
    "date": "2099-12-24",
    "slot": {"slot_id": 6, "label": "Morning", "time_window": "09:00:00 - 10:30:00"},
    "availability_status": "AVAILABLE",
    "inventory": {"remaining_seats": 4, "status": "AVAILABLE"},
    "booking_rules": {
        "booking_cutoff_type": "MINUTES_BEFORE_START",
        "booking_cutoff_minutes": 60,
        "booking_cutoff_at": "2099-12-24T08:00:00+05:30",
        "slot_start_at": "2099-12-24T09:00:00+05:30",
        "cutoff_source": "AVAILABILITY_OVERRIDE",
        "is_booking_open": True,
        "is_bookable": True,
        "reason": None,
    },
    "pricing": {
        "availability_fare": 3100.00,
        "offer_price": 3100.00,
        "agent_commission_type": "FLAT",
        "agent_commission_value": 250.00,
        "commission_amount": 250.00,
        "net_partner_price": 2850.00,
        "net_price": 2850.00,
        "currency": "INR",
        "price_basis": "PER_PERSON",
        "price_source": "AVAILABILITY_FARE",
    },
}
OLDER_SLOT: Wire = {
    **{name: value for name, value in SLOT.items() if name != "booking_rules"},
    "pricing": {
        "offer_price": 3100.00,
        "agent_commission_type": "FLAT",
        "agent_commission_value": 250.00,
        "net_price": 2850.00,
        "currency": "INR",
    },
}
DEPARTURE: Wire = {
    "schedule_id": 7,
    "boat_id": 3,
    "trip_id": 9,
    "boat_name": "Sea Heron",
    "trip_name": "Ross Island",
    "travel_date": "2099-12-24",
    "booking_close_days": 1,
    "departure_time": "08:30:00",
    "return_time": "13:00:00",
    "inventory": {
        "capacity_per_rotation": 80,
        "remaining_seats": 12,
        "status": "AVAILABLE",
        "inventory_mode": "REFERENCE_CAPACITY",
        "is_live_inventory": False,
    },
    "rates": [
        {
            "ticket_type": "ADULT",
            "age_range": "12-99",
            "nationality": "INDIAN",
            "boat_fare": 700.00,
            "permit_fare": 200.00,
            "mrp": 900.00,
            "agent_commission_value": 89.75,
            "commission_amount": 89.75,
            "net_price": 810.25,
            "agent_commission_type": "FLAT",
            "currency": "INR",
            "price_source": "SCHEDULE",
        }
    ],
}
OLDER_DEPARTURE: Wire = {**DEPARTURE, "rates": BOAT_ITEM["rates"]}


def listing(module: str, *items: object, **more: object) -> Wire:
    """The envelope of a content answer."""
    return {"status": "SUCCESS", "module": module, "count": len(items), "data": list(items), **more}


def finding(module: str, *items: object) -> Wire:
    """The envelope of a search answer."""
    return listing(module, *items, available=True, reason=None, bookable_count=len(items))


BOOKED_BOAT: Wire = {
    "status": "SUCCESS",
    "code": "BOOKING_IMMEDIATELY_SETTLED",
    "booking_id": 90071992547409931,
    "booking_ref": "PNR7X2K9",
    "settlement_breakdown": {
        "total_debited": 5985.00,
        "deducted_from_cash": 5000.00,
        "deducted_from_credit": 985.00,
    },
}
BOOKED_ACTIVITY: Wire = {
    **BOOKED_BOAT,
    "request_id": "ac1-desk-1",
    "module_type": "ACTIVITY",
    "booking_status": "confirmed",
    "payment_status": "paid",
    "activity": {
        "activity_id": 41,
        "availability_id": 501,
        "slot_id": 6,
        "qty": 2,
        "activity_name": "Reef walk",
        "slot_label": "Morning",
        "travel_date": "2099-12-24",
    },
    "pricing": {
        "availability_fare_per_person": 3100.00,
        "price_source": "AVAILABILITY_FARE",
        "commission_type": "FLAT",
        "commission_value": 250.00,
        "commission_amount_per_person": 250.00,
        "net_partner_price_per_person": 2850.00,
        "net_partner_total": 5700.00,
        "gst_percentage": 5.00,
        "gst_amount": 285.00,
        "total_payable": 5985.00,
        "currency": "INR",
    },
}
CANCELLED: Wire = {
    "status": "SUCCESS",
    "code": "BOOKING_CANCELLATION_SETTLED_INSTANTLY",
    "refund_reference": "RF-0042",
    "new_booking_status": "Cancelled",
    "pricing_summary": {"net_agent_refund_credited": 5885.00, "platform_cancellation_charge": 100.00},
}
QUOTED: Wire = {
    "status": "SUCCESS",
    "code": "BOOKING_CANCELLATION_QUOTED",
    "seats_to_cancel": 1,
    "pricing_summary": {
        "amount_debited": 5985.00,
        "platform_cancellation_charge": 100.00,
        "net_agent_refund": 5885.00,
        "currency": "INR",
    },
    "travellers": [{"name": "Asha Rao", "passenger_id": 88}],
}
"""Not shown in the interface; this is one of its possible shapes."""
WALLET: Wire = {
    "status": "SUCCESS",
    "code": "WALLET_METRICS_DECODED_SUCCESSFULLY",
    "data": {
        "agent_id": 17,
        "tenant_id": "T-9",
        "account_status": "active",
        "financial_balances": {"live_available_balance": 41200.00, "currency": "INR"},
        "credit_facility": {
            "allocated_limit": 50000.00,
            "limit_utilized": 985.00,
            "available_credit_runway": 49015.00,
        },
        "recent_ledger_journal_snapshot": [{"id": 1, "lines": [{"debit": 5985.00}]}, "opaque"],
    },
}
STATUS_BOAT: Wire = {
    "status": "SUCCESS",
    "code": "BOOKING_STATUS_DECODED_SUCCESSFULLY",
    "data": {
        "booking_reference": "PNR7X2K9",
        "module": "BOAT",
        "booking_status": "Confirmed",
        "payment_status": "Paid",
        "refund_status": "NONE",
        "metadata": {"boat_name": "Sea Heron", "trip_name": "Ross Island", "departure_time": "08:30:00"},
        "financial_breakdown": {
            "fare_amount": 700.00,
            "permit_amount": 200.00,
            "gst_amount": 162.00,
            "total_price": 1062.00,
        },
        "traveler_manifest": [
            {
                "traveler_name": "A. Guest",
                "age": 30,
                "pax_gender": "MALE",
                "passenger_type": "ADULT",
                "traveler_status": "Confirmed",
                "passenger_id": 88,
            }
        ],
    },
}
STATUS_ACTIVITY: Wire = {
    "status": "SUCCESS",
    "code": "BOOKING_STATUS_DECODED_SUCCESSFULLY",
    "data": {
        "booking_reference": "PNR7X2K9",
        "module": "ACTIVITY",
        "booking_status": "confirmed",
        "payment_status": "paid",
        "refund_status": "NONE",
        "metadata": {"activity_name": "Reef walk", "travel_date": "2099-12-24", "slot_label": "Morning"},
        "financial_summary": {"total_paid": 5985.00, "total_refunded": 0.00, "balance_amount": 0.00},
        "ledger_reconciliation": {"journal_status": "SETTLED", "ledger_journal_entry_id": "LJ-1"},
    },
}

_CUSTOMER: Wire = {
    "request_id": "ac1-desk-1",
    "travel_date": DAY,
    "customer_name": "Asha Rao",
    "customer_email": "asha@example.com",
    "customer_phone": "919876543210",
}
INDIAN = PassengerItem(traveler_name="Asha Rao", age=31, pax_gender="FEMALE", nationality="INDIAN")
FOREIGNER = PassengerItem(
    traveler_name="Jo Berg",
    age=40,
    pax_gender="MALE",
    nationality="NORWEGIAN",
    id_type="PASSPORT",
    id_number="N123",
    id_proof_file=Proof(b"ABC"),
)


def activity_booking(**changes: object) -> ActivityBooking:
    """Two seats in one slot."""
    fields: Wire = {**_CUSTOMER, "qty": 2, "availability_id": 501, "slot_id": 6, **changes}
    return ActivityBooking(**fields)


def boat_booking(*passengers: PassengerItem, **changes: object) -> BoatBooking:
    """One boat seat for each passenger."""
    people = passengers or (INDIAN, FOREIGNER)
    fields: Wire = {**_CUSTOMER, "qty": len(people), "schedule_id": 7, "passengers": people, **changes}
    return BoatBooking(**fields)


ACTIVITY_QUOTE = ActivityQuote(request_id="ac1-desk-2", booking_ref="PNR7X2K9", qty=1)
BOAT_QUOTE = BoatQuote(request_id="ac1-desk-2", booking_ref="PNR7X2K9", passenger_ids=(88, 89))
ACTIVITY_CANCELLATION = ActivityCancellation(request_id="ac1-desk-3", booking_ref="PNR7X2K9", qty=1)
BOAT_CANCELLATION = BoatCancellation(request_id="ac1-desk-3", booking_ref="PNR7X2K9", passenger_ids=(88,))
WALLET_QUERY = WalletQuery(request_id="ac1-desk-4")
STATUS_QUERY = StatusQuery(request_id="ac1-desk-5", booking_ref="PNR7X2K9", module_type=Module.BOAT)

"""The fields of interface part 2 by their names, read one by one as the desk reads them."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityItem,
    BoatAvailability,
    BoatItem,
    BookingResult,
    StatusAnswer,
)
from app.api.messages.json_decoding import decoded
from tests.support.api.list_items import item_of
from tests.support.api.samples import (
    ACTIVITY_ITEM,
    BOAT_ITEM,
    BOOKED_ACTIVITY,
    DEPARTURE,
    SLOT,
    STATUS_ACTIVITY,
    STATUS_BOAT,
    Wire,
)


def read(model: type[BaseModel], wire: Wire) -> Any:
    """The model of a wire object."""
    return model.model_validate(decoded(json.dumps(wire).encode()).value)


def read_item(item: type[object], wire: Wire) -> Any:
    """The item of a wire object."""
    return item_of(item, decoded(json.dumps(wire).encode()).value)


def test_activity_of_the_catalogue() -> None:
    item = read_item(ActivityItem, ACTIVITY_ITEM)
    assert item["media"] == {"featured_image": "reef.jpg", "gallery": ("a.jpg", "b.jpg")}
    pricing = item["pricing"]
    assert (pricing["price_unit"], pricing["price_basis"], pricing["display"]) == (
        "per person",
        "PER_PERSON",
        "INR 3,000 - 3,400",
    )
    assert (pricing["price_source"], pricing["mrp_source"]) == ("AVAILABILITY_RANGE", "CATALOGUE")
    cutoff = item["booking"]["booking_cutoff"]
    assert (cutoff["type"], cutoff["default_minutes"], cutoff["source"]) == (
        "MINUTES_BEFORE_START",
        90,
        "override wins",
    )


def test_slot_of_a_search() -> None:
    slot = read_item(ActivityAvailability, SLOT)
    assert slot["activity_name"] == "Reef walk"
    assert slot["booking_rules"]["booking_cutoff_type"] == "MINUTES_BEFORE_START"
    pricing = slot["pricing"]
    assert (pricing["commission_amount"], pricing["price_basis"], pricing["price_source"]) == (
        Decimal(250),
        "PER_PERSON",
        "AVAILABILITY_FARE",
    )


def test_schedule_of_the_catalogue() -> None:
    item = read_item(BoatItem, BOAT_ITEM)
    assert (item["boat_id"], item["boat_name"]) == (3, "Sea Heron")
    assert (item["trip_id"], item["trip_name"]) == (9, "Ross Island")
    assert (item["departure_time"], item["return_time"]) == (dt.time(8, 30), dt.time(13))
    assert item["policies"]["identity_enforcement"] == {
        "is_id_mandatory": True,
        "is_id_no_required": True,
        "is_id_upload_required": False,
    }


def test_departure_of_a_search() -> None:
    departure = read_item(BoatAvailability, DEPARTURE)
    assert (departure["boat_id"], departure["trip_id"], departure["booking_close_days"]) == (3, 9, 1)
    inventory = departure["inventory"]
    assert (inventory["capacity_per_rotation"], inventory["inventory_mode"]) == (80, "REFERENCE_CAPACITY")
    assert inventory["is_live_inventory"] is False
    rate = departure["rates"][0]
    assert (rate["ticket_type"], rate["age_range"], rate["nationality"]) == ("ADULT", "12-99", "INDIAN")
    assert (rate["boat_fare"], rate["permit_fare"]) == (700, 200)
    assert (rate["commission_amount"], rate["price_source"]) == (Decimal("89.75"), "SCHEDULE")


def test_booking_result() -> None:
    result = read(BookingResult, BOOKED_ACTIVITY)
    assert (result.activity.activity_name, result.activity.slot_label) == ("Reef walk", "Morning")
    pricing = result.pricing
    assert (pricing.commission_type, pricing.price_source) == ("FLAT", "AVAILABILITY_FARE")
    assert (
        pricing.availability_fare_per_person,
        pricing.commission_value,
        pricing.commission_amount_per_person,
        pricing.net_partner_price_per_person,
        pricing.net_partner_total,
        pricing.gst_amount,
        pricing.total_payable,
    ) == (3100, 250, 250, 2850, 5700, 285, 5985)


def test_status_of_a_boat_booking() -> None:
    data = read(StatusAnswer, STATUS_BOAT).data
    assert (data.payment_status, data.refund_status) == ("Paid", "NONE")
    metadata, fares = data.metadata, data.financial_breakdown
    assert (metadata.boat_name, metadata.trip_name, metadata.departure_time) == (
        "Sea Heron",
        "Ross Island",
        dt.time(8, 30),
    )
    assert (fares.fare_amount, fares.permit_amount, fares.gst_amount, fares.total_price) == (
        700,
        200,
        162,
        1062,
    )
    traveller = data.traveler_manifest[0]
    assert (traveller.traveler_name, traveller.age, traveller.pax_gender) == ("A. Guest", 30, "MALE")
    assert (traveller.passenger_type, traveller.traveler_status) == ("ADULT", "Confirmed")
    assert traveller.model_extra == {"passenger_id": 88}


def test_status_of_an_activity_booking() -> None:
    data = read(StatusAnswer, STATUS_ACTIVITY).data
    metadata, summary = data.metadata, data.financial_summary
    assert (metadata.activity_name, metadata.travel_date, metadata.slot_label) == (
        "Reef walk",
        dt.date(2099, 12, 24),
        "Morning",
    )
    assert (summary.total_paid, summary.total_refunded, summary.balance_amount) == (5985, 0, 0)
    ledger = data.ledger_reconciliation
    assert (ledger.journal_status, ledger.ledger_journal_entry_id) == ("SETTLED", "LJ-1")

"""Answers of the BOAT module: schedules and departures with their rates (interface parts 2.1 and 2.4)."""

from __future__ import annotations

from typing import ClassVar

from app.api.messages.answer_fields import (
    Amount,
    Array,
    Clock,
    Count,
    CutoffDays,
    Day,
    Flag,
    Part,
    Percentage,
    WholeNumber,
)
from app.api.messages.envelope import Inventory, ListAnswer, SearchAnswer, Shape


class IdentityEnforcement(Shape):
    """Which identity data is required of every passenger; these flags can change at any time."""

    is_id_mandatory: Flag | None = None
    is_id_no_required: Flag | None = None
    is_id_upload_required: Flag | None = None


class BoatPolicies(Shape):
    """Identity flags and tax of a schedule."""

    identity_enforcement: Part[IdentityEnforcement] = None
    gst_percentage: Percentage | None = None


class RateItem(Shape):
    """One rate; the fares, the commission and the source are in search answers of the newer variant only."""

    ticket_type: str | None = None
    age_range: str | None = None
    nationality: str | None = None
    boat_fare: Amount | None = None
    permit_fare: Amount | None = None
    mrp: Amount | None = None
    agent_commission_type: str | None = None
    agent_commission_value: Amount | None = None
    commission_amount: Amount | None = None
    net_price: Amount | None = None
    currency: str | None = None
    price_source: str | None = None


class BoatItem(Shape):
    """One schedule of the catalogue (interface part 2.1)."""

    schedule_id: WholeNumber
    boat_id: WholeNumber | None = None
    boat_name: str | None = None
    trip_id: WholeNumber | None = None
    trip_name: str | None = None
    departure_time: Clock | None = None
    return_time: Clock | None = None
    policies: Part[BoatPolicies] = None
    inventory: Part[Inventory] = None
    rates: Array[RateItem] = ()


class BoatContent(ListAnswer):
    """The schedules of a content answer."""

    expected_module: ClassVar[str] = "BOAT"
    items: tuple[BoatItem, ...]


class BoatInventory(Inventory):
    """The seats of a departure; when `is_live_inventory` is false, the number is the capacity."""

    capacity_per_rotation: Count | None = None
    inventory_mode: str | None = None
    is_live_inventory: Flag | None = None


class BoatAvailability(Shape):
    """One departure of one day (interface part 2.4), of the newer or the older variant."""

    schedule_id: WholeNumber
    boat_id: WholeNumber | None = None
    boat_name: str | None = None
    trip_id: WholeNumber | None = None
    trip_name: str | None = None
    travel_date: Day | None = None
    booking_close_days: CutoffDays | None = None
    departure_time: Clock | None = None
    return_time: Clock | None = None
    inventory: Part[BoatInventory] = None
    rates: Array[RateItem] = ()


class BoatSearch(SearchAnswer):
    """The departures of a search answer."""

    expected_module: ClassVar[str] = "BOAT"
    items: tuple[BoatAvailability, ...]

"""Answers of the BOAT module: schedules and departures with their rates (interface parts 2.1 and 2.4)."""

from __future__ import annotations

from typing import ClassVar, Required

from pydantic import SkipValidation
from typing_extensions import TypedDict

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
from app.api.messages.envelope import Inventory, ListAnswer, SearchAnswer, item_shape


@item_shape
class IdentityEnforcement(TypedDict, total=False):
    """Which identity data is required of every passenger; these flags can change at any time."""

    is_id_mandatory: Flag | None
    is_id_no_required: Flag | None
    is_id_upload_required: Flag | None


@item_shape
class BoatPolicies(TypedDict, total=False):
    """Identity flags and tax of a schedule."""

    identity_enforcement: Part[IdentityEnforcement]
    gst_percentage: Percentage | None


@item_shape
class RateItem(TypedDict, total=False):
    """One rate; the fares, the commission and the source are in search answers of the newer variant only."""

    ticket_type: str | None
    age_range: str | None
    nationality: str | None
    boat_fare: Amount | None
    permit_fare: Amount | None
    mrp: Amount | None
    agent_commission_type: str | None
    agent_commission_value: Amount | None
    commission_amount: Amount | None
    net_price: Amount | None
    currency: str | None
    price_source: str | None


@item_shape
class BoatItem(TypedDict, total=False):
    """One schedule of the catalogue (interface part 2.1)."""

    schedule_id: Required[WholeNumber]
    boat_id: WholeNumber | None
    boat_name: str | None
    trip_id: WholeNumber | None
    trip_name: str | None
    departure_time: Clock | None
    return_time: Clock | None
    policies: Part[BoatPolicies]
    inventory: Part[Inventory]
    rates: Array[RateItem]


class BoatContent(ListAnswer):
    """The schedules of a content answer."""

    expected_module: ClassVar[str] = "BOAT"
    items: SkipValidation[tuple[BoatItem, ...]]


@item_shape
class BoatInventory(Inventory, total=False):
    """The seats of a departure; when `is_live_inventory` is false, the number is the capacity."""

    capacity_per_rotation: Count | None
    inventory_mode: str | None
    is_live_inventory: Flag | None


@item_shape
class BoatAvailability(TypedDict, total=False):
    """One departure of one day (interface part 2.4), of the newer or the older variant."""

    schedule_id: Required[WholeNumber]
    boat_id: WholeNumber | None
    boat_name: str | None
    trip_id: WholeNumber | None
    trip_name: str | None
    travel_date: Day | None
    booking_close_days: CutoffDays | None
    departure_time: Clock | None
    return_time: Clock | None
    inventory: Part[BoatInventory]
    rates: Array[RateItem]


class BoatSearch(SearchAnswer):
    """The departures of a search answer."""

    expected_module: ClassVar[str] = "BOAT"
    items: SkipValidation[tuple[BoatAvailability, ...]]

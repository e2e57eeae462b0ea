"""Answers of the BOAT module: schedules and departures with their rates (interface parts 2.1 and 2.4)."""

from __future__ import annotations

from typing import ClassVar, Required

from pydantic import SkipValidation
from typing_extensions import TypedDict

from app.api.messages.answer_fields import (
    Amount,
    Array,
    CutoffDays,
    Day,
    FirmFlag,
    FirmPart,
    Id,
    Label,
    Part,
    Percentage,
    StatedAmount,
    StatedClock,
    StatedFlag,
    StatedNumber,
    Words,
)
from app.api.messages.envelope import Inventory, Item, ListAnswer, SearchAnswer, item_shape


@item_shape
class IdentityEnforcement(TypedDict, total=False):
    """Which identity data is required of every passenger; these flags can change at any time."""

    is_id_mandatory: FirmFlag | None
    is_id_no_required: FirmFlag | None
    is_id_upload_required: FirmFlag | None


@item_shape
class BoatPolicies(TypedDict, total=False):
    """Identity flags and tax of a schedule."""

    identity_enforcement: FirmPart[IdentityEnforcement]
    gst_percentage: Percentage | None


@item_shape
class RateItem(TypedDict, total=False):
    """One rate; the fares, the commission and the source are in search answers of the newer variant only."""

    ticket_type: Label | None
    age_range: Label | None
    nationality: Label | None
    boat_fare: StatedAmount | None
    permit_fare: StatedAmount | None
    mrp: Amount | None
    agent_commission_type: Words | None
    agent_commission_value: StatedAmount | None
    commission_amount: StatedAmount | None
    net_price: Amount | None
    currency: Label | None
    price_source: Words | None


@item_shape
class BoatItem(Item, total=False):
    """One schedule of the catalogue (interface part 2.1)."""

    schedule_id: Required[Id]
    boat_id: StatedNumber | None
    boat_name: Words | None
    trip_id: StatedNumber | None
    trip_name: Words | None
    departure_time: StatedClock | None
    return_time: StatedClock | None
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

    capacity_per_rotation: StatedNumber | None
    inventory_mode: Words | None
    is_live_inventory: StatedFlag | None


@item_shape
class BoatAvailability(Item, total=False):
    """One departure of one day (interface part 2.4), of the newer or the older variant."""

    schedule_id: Required[Id]
    boat_id: StatedNumber | None
    boat_name: Words | None
    trip_id: StatedNumber | None
    trip_name: Words | None
    travel_date: Day | None
    booking_close_days: CutoffDays | None
    departure_time: StatedClock | None
    return_time: StatedClock | None
    inventory: Part[BoatInventory]
    rates: Array[RateItem]


class BoatSearch(SearchAnswer):
    """The departures of a search answer."""

    expected_module: ClassVar[str] = "BOAT"
    items: SkipValidation[tuple[BoatAvailability, ...]]

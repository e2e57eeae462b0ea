"""Answers of the ACTIVITY module: catalogue items and availability (interface parts 2.2 and 2.3)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Required

from pydantic import Field, SkipValidation
from typing_extensions import TypedDict

from app.api.messages.answer_fields import (
    Amount,
    Array,
    CutoffMinutes,
    Day,
    Flag,
    Instant,
    Part,
    Percentage,
    WholeNumber,
)
from app.api.messages.envelope import Inventory, ListAnswer, SearchAnswer, item_shape


@item_shape
class Media(TypedDict, total=False):
    """Pictures, by file name."""

    featured_image: str | None
    gallery: Array[str] | None


@item_shape
class ActivityPolicies(TypedDict, total=False):
    """What is included, the terms of cancellation, and the tax in per cent."""

    inclusions: str | None
    exclusions: str | None
    cancellation_summary: str | None
    gst_percentage: Percentage | None


@item_shape
class ActivityPricing(TypedDict, total=False):
    """Prices of the catalogue: `mrp` is never the fare, and a summary is not exact for any single date."""

    mrp: Amount | None
    offer_price: Amount | None
    net_price: Amount | None
    agent_commission_type: str | None
    agent_commission_value: Amount | None
    currency: str | None
    price_unit: str | None
    price_basis: str | None
    min_available_fare: Amount | None
    max_available_fare: Amount | None
    min_net_partner_price: Amount | None
    max_net_partner_price: Amount | None
    display: str | None
    price_source: str | None
    mrp_source: str | None
    catalog_price_is_summary: Flag | None


@item_shape
class BookableDates(TypedDict, total=False):
    """A range of days, both ends included."""

    from_: Annotated[Day | None, Field(alias="from")]
    to: Day | None


@item_shape
class ActivityDates(TypedDict, total=False):
    """Whether an activity can be booked at all, and when."""

    available: Flag | None
    reason: str | None
    available_date_ranges: Array[BookableDates] | None


@item_shape
class BookingCutoff(TypedDict, total=False):
    """How long before the start booking closes, unless an availability overrides it."""

    type: str | None
    default_minutes: CutoffMinutes | None
    source: str | None


@item_shape
class ActivityBookingTerms(TypedDict, total=False):
    """The booking block of a catalogue item."""

    booking_cutoff: Part[BookingCutoff]


@item_shape
class ActivityItem(TypedDict, total=False):
    """One activity of the catalogue (interface part 2.2), with or without a date."""

    activity_id: Required[WholeNumber]
    title: Required[str]
    location: str | None
    description: str | None
    short_description: str | None
    media: Part[Media]
    policies: Part[ActivityPolicies]
    pricing: Part[ActivityPricing]
    availability: Part[ActivityDates]
    booking: Part[ActivityBookingTerms]


class ActivityContent(ListAnswer):
    """The activities of a content answer."""

    expected_module: ClassVar[str] = "ACTIVITY"
    items: SkipValidation[tuple[ActivityItem, ...]]


@item_shape
class SlotPlace(TypedDict, total=False):
    """The slot of an availability."""

    slot_id: Required[WholeNumber]
    label: str | None
    time_window: str | None


@item_shape
class BookingRules(TypedDict, total=False):
    """When booking closes and whether it is still open; absent in the older variant."""

    booking_cutoff_type: str | None
    booking_cutoff_minutes: CutoffMinutes | None
    booking_cutoff_at: Instant | None
    slot_start_at: Instant | None
    cutoff_source: str | None
    is_booking_open: Flag | None
    is_bookable: Flag | None
    reason: str | None


@item_shape
class AvailabilityPricing(TypedDict, total=False):
    """The exact prices of a slot per person; the older variant has the offer and the net price only."""

    availability_fare: Amount | None
    offer_price: Amount | None
    agent_commission_type: str | None
    agent_commission_value: Amount | None
    commission_amount: Amount | None
    net_partner_price: Amount | None
    net_price: Amount | None
    currency: str | None
    price_basis: str | None
    price_source: str | None


@item_shape
class ActivityAvailability(TypedDict, total=False):
    """One slot of one day (interface part 2.3), of the newer or the older variant."""

    availability_id: Required[WholeNumber]
    activity_id: Required[WholeNumber]
    activity_name: str | None
    date: Required[Day]
    slot: Required[SlotPlace]
    availability_status: str | None
    inventory: Part[Inventory]
    booking_rules: Part[BookingRules]
    pricing: Part[AvailabilityPricing]


class ActivitySearch(SearchAnswer):
    """The slots of a search answer."""

    expected_module: ClassVar[str] = "ACTIVITY"
    items: SkipValidation[tuple[ActivityAvailability, ...]]

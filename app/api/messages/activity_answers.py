"""Answers of the ACTIVITY module: catalogue items and availability (interface parts 2.2 and 2.3)."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

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
from app.api.messages.envelope import Inventory, ListAnswer, SearchAnswer, Shape


class Media(Shape):
    """Pictures, by file name."""

    featured_image: str | None = None
    gallery: Array[str] | None = None


class ActivityPolicies(Shape):
    """What is included, the terms of cancellation, and the tax in per cent."""

    inclusions: str | None = None
    exclusions: str | None = None
    cancellation_summary: str | None = None
    gst_percentage: Percentage | None = None


class ActivityPricing(Shape):
    """Prices of the catalogue: `mrp` is never the fare, and a summary is not exact for any single date."""

    mrp: Amount | None = None
    offer_price: Amount | None = None
    net_price: Amount | None = None
    agent_commission_type: str | None = None
    agent_commission_value: Amount | None = None
    currency: str | None = None
    price_unit: str | None = None
    price_basis: str | None = None
    min_available_fare: Amount | None = None
    max_available_fare: Amount | None = None
    min_net_partner_price: Amount | None = None
    max_net_partner_price: Amount | None = None
    display: str | None = None
    price_source: str | None = None
    mrp_source: str | None = None
    catalog_price_is_summary: Flag | None = None


class BookableDates(Shape):
    """A range of days, both ends included."""

    from_: Day | None = Field(default=None, alias="from")
    to: Day | None = None


class ActivityDates(Shape):
    """Whether an activity can be booked at all, and when."""

    available: Flag | None = None
    reason: str | None = None
    available_date_ranges: Array[BookableDates] | None = None


class BookingCutoff(Shape):
    """How long before the start booking closes, unless an availability overrides it."""

    type: str | None = None
    default_minutes: CutoffMinutes | None = None
    source: str | None = None


class ActivityBookingTerms(Shape):
    """The booking block of a catalogue item."""

    booking_cutoff: Part[BookingCutoff] = None


class ActivityItem(Shape):
    """One activity of the catalogue (interface part 2.2), with or without a date."""

    activity_id: WholeNumber
    title: str
    location: str | None = None
    description: str | None = None
    short_description: str | None = None
    media: Part[Media] = None
    policies: Part[ActivityPolicies] = None
    pricing: Part[ActivityPricing] = None
    availability: Part[ActivityDates] = None
    booking: Part[ActivityBookingTerms] = None


class ActivityContent(ListAnswer):
    """The activities of a content answer."""

    expected_module: ClassVar[str] = "ACTIVITY"
    items: tuple[ActivityItem, ...]


class SlotPlace(Shape):
    """The slot of an availability."""

    slot_id: WholeNumber
    label: str | None = None
    time_window: str | None = None


class BookingRules(Shape):
    """When booking closes and whether it is still open; absent in the older variant."""

    booking_cutoff_type: str | None = None
    booking_cutoff_minutes: CutoffMinutes | None = None
    booking_cutoff_at: Instant | None = None
    slot_start_at: Instant | None = None
    cutoff_source: str | None = None
    is_booking_open: Flag | None = None
    is_bookable: Flag | None = None
    reason: str | None = None


class AvailabilityPricing(Shape):
    """The exact prices of a slot per person; the older variant has the offer and the net price only."""

    availability_fare: Amount | None = None
    offer_price: Amount | None = None
    agent_commission_type: str | None = None
    agent_commission_value: Amount | None = None
    commission_amount: Amount | None = None
    net_partner_price: Amount | None = None
    net_price: Amount | None = None
    currency: str | None = None
    price_basis: str | None = None
    price_source: str | None = None


class ActivityAvailability(Shape):
    """One slot of one day (interface part 2.3), of the newer or the older variant."""

    availability_id: WholeNumber
    activity_id: WholeNumber
    activity_name: str | None = None
    date: Day
    slot: SlotPlace
    availability_status: str | None = None
    inventory: Part[Inventory] = None
    booking_rules: Part[BookingRules] = None
    pricing: Part[AvailabilityPricing] = None


class ActivitySearch(SearchAnswer):
    """The slots of a search answer."""

    expected_module: ClassVar[str] = "ACTIVITY"
    items: tuple[ActivityAvailability, ...]

"""Answers of the ACTIVITY module: catalogue items and availability (interface parts 2.2 and 2.3)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Required

from pydantic import Field, SkipValidation
from typing_extensions import TypedDict

from app.api.messages.answer_fields import (
    Amount,
    CutoffMinutes,
    FirmFlag,
    Id,
    Instant,
    Label,
    NeededDay,
    Part,
    Percentage,
    StatedAmount,
    StatedArray,
    StatedDay,
    StatedFlag,
    StatedInstant,
    StatedMinutes,
    StatedPart,
    StateWord,
    Texts,
    Words,
)
from app.api.messages.envelope import Inventory, Item, ListAnswer, SearchAnswer, item_shape


@item_shape
class Media(TypedDict, total=False):
    """Pictures, by file name."""

    featured_image: Words | None
    gallery: Texts


@item_shape
class ActivityPolicies(TypedDict, total=False):
    """What is included, the terms of cancellation, and the tax in per cent."""

    inclusions: Words | None
    exclusions: Words | None
    cancellation_summary: Words | None
    gst_percentage: Percentage | None


@item_shape
class ActivityPricing(TypedDict, total=False):
    """Prices of the catalogue: `mrp` is never the fare, and a summary is not exact for any single date."""

    mrp: StatedAmount | None
    offer_price: StatedAmount | None
    net_price: StatedAmount | None
    agent_commission_type: Words | None
    agent_commission_value: StatedAmount | None
    currency: Words | None
    price_unit: Words | None
    price_basis: Words | None
    min_available_fare: StatedAmount | None
    max_available_fare: StatedAmount | None
    min_net_partner_price: StatedAmount | None
    max_net_partner_price: StatedAmount | None
    display: Words | None
    price_source: Words | None
    mrp_source: Words | None
    catalog_price_is_summary: StatedFlag | None


@item_shape
class BookableDates(TypedDict, total=False):
    """A range of days, both ends included."""

    from_: Annotated[StatedDay | None, Field(alias="from")]
    to: StatedDay | None


@item_shape
class ActivityDates(TypedDict, total=False):
    """Whether an activity can be booked at all, and when."""

    available: StatedFlag | None
    reason: Words | None
    available_date_ranges: StatedArray[BookableDates]


@item_shape
class BookingCutoff(TypedDict, total=False):
    """How long before the start booking closes, unless an availability overrides it."""

    type: Words | None
    default_minutes: StatedMinutes | None
    source: Words | None


@item_shape
class ActivityBookingTerms(TypedDict, total=False):
    """The booking block of a catalogue item."""

    booking_cutoff: StatedPart[BookingCutoff]


@item_shape
class ActivityItem(Item, total=False):
    """One activity of the catalogue (interface part 2.2), with or without a date."""

    activity_id: Required[Id]
    title: Words | None
    location: Words | None
    description: Words | None
    short_description: Words | None
    media: StatedPart[Media]
    policies: Part[ActivityPolicies]
    pricing: StatedPart[ActivityPricing]
    availability: StatedPart[ActivityDates]
    booking: StatedPart[ActivityBookingTerms]


class ActivityContent(ListAnswer):
    """The activities of a content answer."""

    expected_module: ClassVar[str] = "ACTIVITY"
    items: SkipValidation[tuple[ActivityItem, ...]]


@item_shape
class SlotPlace(TypedDict, total=False):
    """The slot of an availability."""

    slot_id: Required[Id]
    label: Words | None
    time_window: Words | None


@item_shape
class BookingRules(TypedDict, total=False):
    """When booking closes and whether it is still open; absent in the older variant."""

    booking_cutoff_type: Words | None
    booking_cutoff_minutes: CutoffMinutes | None
    booking_cutoff_at: Instant | None
    slot_start_at: StatedInstant | None
    cutoff_source: Words | None
    is_booking_open: FirmFlag | None
    is_bookable: FirmFlag | None
    reason: Words | None


@item_shape
class AvailabilityPricing(TypedDict, total=False):
    """The exact prices of a slot per person; the older variant has the offer and the net price only."""

    availability_fare: Amount | None
    offer_price: Amount | None
    agent_commission_type: Words | None
    agent_commission_value: StatedAmount | None
    commission_amount: StatedAmount | None
    net_partner_price: Amount | None
    net_price: Amount | None
    currency: Label | None
    price_basis: Words | None
    price_source: Words | None


@item_shape
class ActivityAvailability(Item, total=False):
    """One slot of one day (interface part 2.3), of the newer or the older variant."""

    availability_id: Required[Id]
    activity_id: Required[Id]
    activity_name: Words | None
    date: NeededDay
    slot: Required[SlotPlace]
    availability_status: StateWord | None
    inventory: Part[Inventory]
    booking_rules: Part[BookingRules]
    pricing: Part[AvailabilityPricing]


class ActivitySearch(SearchAnswer):
    """The slots of a search answer."""

    expected_module: ClassVar[str] = "ACTIVITY"
    items: SkipValidation[tuple[ActivityAvailability, ...]]

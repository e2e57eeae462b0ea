"""Answers of content.php: the catalogue of both modules, in the newer and the older variant."""

from __future__ import annotations

from datetime import date

from app.practice.protocol.json import Json
from app.practice.world.catalogue import Activity, PracticeRate
from app.practice.world.identity import CURRENCY
from app.practice.world.money import rupees
from app.practice.world.orders import OrderModule
from app.practice.world.sale import GST_PERCENT
from app.practice.world.stock import DepartureState
from app.practice.world.world import World

GST = rupees(GST_PERCENT * 100)


def activity_content(world: World, day: date | None, limit: int) -> dict[str, Json]:
    """The activities for a date, or without one as a summary over all dates (interface part 2.2)."""
    item = _older_activity if world.older else _dated_activity if day else _summary_activity
    items: list[Json] = [item(world, each, day or world.today) for each in world.activities[:limit]]
    return _envelope(OrderModule.ACTIVITY, items)


def boat_content(world: World, day: date, limit: int) -> dict[str, Json]:
    """The departures of a date (interface part 2.1)."""
    return _envelope(OrderModule.BOAT, [_departure(each) for each in world.departures(day)[:limit]])


def _envelope(module: OrderModule, items: list[Json]) -> dict[str, Json]:
    return {"status": "SUCCESS", "module": module, "count": len(items), "data": items, "practice": True}


def _older_activity(world: World, activity: Activity, _: date) -> dict[str, Json]:
    low, _high = world.fare_span(activity)
    return {**_description(activity), "pricing": _price(activity, low)}


def _dated_activity(world: World, activity: Activity, day: date) -> dict[str, Json]:
    low, high = world.fare_span(activity)
    fares = {slot.fare for slot in world.slots(activity, day) if slot.is_bookable}
    pricing = {
        **_price(activity, min(fares, default=low)),
        **_span(activity, low, high),
        "catalog_price_is_summary": len(fares) != 1,
    }
    return {
        **_description(activity),
        "pricing": pricing,
        "availability": _availability(world, activity, day),
        "booking": _booking(activity),
    }


def _summary_activity(world: World, activity: Activity, _: date) -> dict[str, Json]:
    low, high = world.fare_span(activity)
    pricing = {
        **_price(activity, None),
        **_span(activity, low, high),
        "price_unit": "per person",
        "catalog_price_is_summary": True,
    }
    ranges = _ranges(world, activity)
    availability: dict[str, Json] = {
        "available": bool(ranges),
        "reason": None if ranges else "No dates on sale",
        "available_date_ranges": ranges,
    }
    return {
        **_description(activity),
        "short_description": activity.short,
        "pricing": pricing,
        "availability": availability,
        "booking": _booking(activity),
    }


def _description(activity: Activity) -> dict[str, Json]:
    return {
        "activity_id": activity.activity_id,
        "title": activity.title,
        "location": activity.place,
        "description": activity.description,
        "media": {
            "featured_image": activity.gallery[0] if activity.gallery else "",
            "gallery": activity.gallery,
        },
        "policies": {
            "inclusions": activity.inclusions,
            "exclusions": activity.exclusions,
            "cancellation_summary": activity.rule.summary,
            "gst_percentage": GST,
        },
        "practice": True,
    }


def _price(activity: Activity, fare: int | None) -> dict[str, Json]:
    return {
        "mrp": rupees(activity.reference_price),
        "offer_price": None if fare is None else rupees(fare),
        "net_price": None if fare is None else rupees(fare - activity.commission),
        "agent_commission_type": "FLAT",
        "agent_commission_value": rupees(activity.commission),
        "currency": CURRENCY,
        "price_basis": "PER_PERSON",
    }


def _span(activity: Activity, low: int, high: int) -> dict[str, Json]:
    display = f"{CURRENCY} {rupees(low):,}"
    return {
        "min_available_fare": rupees(low),
        "max_available_fare": rupees(high),
        "min_net_partner_price": rupees(low - activity.commission),
        "max_net_partner_price": rupees(high - activity.commission),
        "display": display if low == high else f"{display} - {rupees(high):,}",
        "price_source": "FUTURE_AVAILABILITY_RANGE",
        "mrp_source": "ACTIVITY_CATALOGUE",
    }


def _availability(world: World, activity: Activity, day: date) -> dict[str, Json]:
    slots = world.slots(activity, day)
    available = world.is_on_sale(day) and any(slot.is_bookable for slot in slots)
    return {
        "available": available,
        "reason": None if available else closed_reason(world, activity, day),
        "available_date_ranges": _ranges(world, activity),
    }


def closed_reason(world: World, activity: Activity, day: date) -> str:
    """Why an activity cannot be booked on a date, in words for a clerk."""
    if not world.is_on_sale(day):
        return "Not on sale for this date"
    slots = world.slots(activity, day)
    if not slots:
        return world.programme.closed_because(activity, day)
    reasons = {slot.closed_because for slot in slots}
    if any(reason.startswith("Booking closed") for reason in reasons):
        return "Booking has closed"
    return "No seats left" if "No seats left" in reasons else min(reasons)


def _ranges(world: World, activity: Activity) -> list[Json]:
    return [
        {"from": first.isoformat(), "to": last.isoformat()}
        for first, last in world.programme.ranges(activity, world.today)
    ]


def _booking(activity: Activity) -> dict[str, Json]:
    return {
        "booking_cutoff": {
            "type": "MINUTES_BEFORE_START",
            "default_minutes": activity.cutoff_minutes,
            "source": "ACTIVITY_DEFAULT; AVAILABILITY_OVERRIDE wins when it is set",
        }
    }


def _departure(state: DepartureState) -> dict[str, Json]:
    schedule, flags = state.schedule, state.flags
    return {
        "schedule_id": schedule.schedule_id,
        "boat_id": schedule.boat_id,
        "boat_name": schedule.boat_name,
        "trip_id": schedule.trip_id,
        "trip_name": schedule.trip_name,
        "departure_time": schedule.departure.isoformat(),
        "return_time": schedule.return_time.isoformat(),
        "policies": {
            "identity_enforcement": {
                "is_id_mandatory": int(flags.is_id_mandatory),
                "is_id_no_required": int(flags.is_id_no_required),
                "is_id_upload_required": int(flags.is_id_upload_required),
            },
            "gst_percentage": GST,
        },
        "inventory": {"remaining_seats": state.shown_seats, "status": state.inventory_status},
        "rates": [_rate(rate) for rate in state.rates if rate.indian],
        "practice": True,
    }


def _rate(rate: PracticeRate) -> dict[str, Json]:
    return {
        "ticket_type": rate.ticket_type,
        "age_range": f"{rate.youngest}-{rate.oldest}",
        "nationality": "MIXED",
        "mrp": rupees(rate.total_fare),
        "net_price": rupees(rate.net),
        "currency": CURRENCY,
    }

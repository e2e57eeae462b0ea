"""Answers of search_availability.php: slots and departures, in the newer and the older variant."""

from __future__ import annotations

from datetime import date

from app.practice.protocol.json import Json
from app.practice.service.content_replies import closed_reason
from app.practice.world.catalogue import Activity, PracticeRate
from app.practice.world.identity import CURRENCY
from app.practice.world.money import rupees
from app.practice.world.orders import OrderModule
from app.practice.world.stock import DepartureState, SlotState
from app.practice.world.world import World


def activity_search(world: World, activities: tuple[Activity, ...], day: date) -> dict[str, Json]:
    """The slots of activities on a day, closed ones included (interface part 2.3)."""
    slots = [slot for each in activities for slot in world.slots(each, day)] if world.is_on_sale(day) else []
    bookable = sum(slot.is_bookable for slot in slots)
    reason = None
    if not bookable:
        reason = (
            closed_reason(world, activities[0], day)
            if len(activities) == 1
            else "Nothing is open on this date"
        )
    item = _older_slot if world.older else _slot
    return _envelope(OrderModule.ACTIVITY, [item(slot) for slot in slots], bookable, reason)


def boat_search(world: World, day: date) -> dict[str, Json]:
    """The departures of a day (interface part 2.4)."""
    states = world.departures(day) if world.is_on_sale(day) else ()
    bookable = sum(state.is_open and state.remaining > 0 for state in states)
    reason = None if bookable else "No departure is open on this date"
    return _envelope(
        OrderModule.BOAT, [_departure(state, older=world.older) for state in states], bookable, reason
    )


def _envelope(module: OrderModule, items: list[Json], bookable: int, reason: str | None) -> dict[str, Json]:
    return {
        "status": "SUCCESS",
        "module": module,
        "available": bookable > 0,
        "reason": reason,
        "count": len(items),
        "bookable_count": bookable,
        "data": items,
        "practice": True,
    }


def _older_slot(state: SlotState) -> dict[str, Json]:
    return {
        **_slot_facts(state),
        "pricing": {
            "offer_price": rupees(state.fare),
            "agent_commission_type": "FLAT",
            "agent_commission_value": rupees(state.slot.activity.commission),
            "net_price": rupees(state.net),
            "currency": CURRENCY,
        },
    }


def _slot(state: SlotState) -> dict[str, Json]:
    commission = rupees(state.slot.activity.commission)
    return {
        **_slot_facts(state),
        "booking_rules": _booking_rules(state),
        "pricing": {
            "availability_fare": rupees(state.fare),
            "offer_price": rupees(state.fare),
            "agent_commission_type": "FLAT",
            "agent_commission_value": commission,
            "commission_amount": commission,
            "net_partner_price": rupees(state.net),
            "net_price": rupees(state.net),
            "currency": CURRENCY,
            "price_basis": "PER_PERSON",
            "price_source": "AVAILABILITY_FARE",
        },
    }


def _slot_facts(state: SlotState) -> dict[str, Json]:
    slot = state.slot
    status = "AVAILABLE" if state.is_bookable else "CLOSED" if state.remaining else "SOLD_OUT"
    return {
        "availability_id": slot.availability_id,
        "activity_id": slot.activity.activity_id,
        "activity_name": slot.activity.title,
        "date": slot.day.isoformat(),
        "slot": {
            "slot_id": slot.slot_id,
            "label": slot.plan.label,
            "time_window": f"{slot.plan.start.isoformat()} - {slot.plan.end.isoformat()}",
        },
        "availability_status": status,
        "inventory": {
            "remaining_seats": state.remaining,
            "status": "AVAILABLE" if state.remaining else "SOLD_OUT",
        },
        "practice": True,
    }


def _booking_rules(state: SlotState) -> dict[str, Json]:
    slot = state.slot
    own = slot.plan.own_cutoff_minutes is not None
    return {
        "booking_cutoff_type": "MINUTES_BEFORE_START",
        "booking_cutoff_minutes": slot.cutoff_minutes,
        "booking_cutoff_at": slot.closes_at.isoformat(),
        "slot_start_at": slot.starts_at.isoformat(),
        "cutoff_source": "AVAILABILITY_OVERRIDE" if own else "ACTIVITY_DEFAULT",
        "is_booking_open": state.is_open,
        "is_bookable": state.is_bookable,
        "reason": state.closed_because or None,
    }


def _departure(state: DepartureState, *, older: bool) -> dict[str, Json]:
    schedule = state.schedule
    return {
        "schedule_id": schedule.schedule_id,
        "boat_id": schedule.boat_id,
        "boat_name": schedule.boat_name,
        "trip_id": schedule.trip_id,
        "trip_name": schedule.trip_name,
        "travel_date": state.day.isoformat(),
        "booking_close_days": schedule.close_days,
        "departure_time": schedule.departure.isoformat(),
        "return_time": schedule.return_time.isoformat(),
        "inventory": {
            "capacity_per_rotation": schedule.capacity,
            "remaining_seats": state.shown_seats,
            "status": state.inventory_status,
            "inventory_mode": "LIVE_INVENTORY" if schedule.live else "REFERENCE_CAPACITY",
            "is_live_inventory": schedule.live,
        },
        "rates": [_older_rate(rate) if older else _rate(rate) for rate in state.rates],
        "practice": True,
    }


def _older_rate(rate: PracticeRate) -> dict[str, Json]:
    return {
        "ticket_type": rate.ticket_type,
        "age_range": f"{rate.youngest}-{rate.oldest}",
        "nationality": "INDIAN" if rate.indian else "FOREIGNER",
        "mrp": rupees(rate.total_fare),
        "net_price": rupees(rate.net),
        "currency": CURRENCY,
    }


def _rate(rate: PracticeRate) -> dict[str, Json]:
    return {
        **_older_rate(rate),
        "boat_fare": rupees(rate.boat_fare),
        "permit_fare": rupees(rate.permit_fare),
        "agent_commission_type": "FLAT",
        "agent_commission_value": rupees(rate.commission),
        "commission_amount": rupees(rate.commission),
        "price_source": "SCHEDULE_FARE",
    }

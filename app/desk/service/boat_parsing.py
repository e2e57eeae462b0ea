"""Turns boat answers of the service into departures, from search and catalogue, in both variants."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal

from app.api.messages.answers import BoatAvailability, BoatContent, BoatItem, BoatSearch, RateItem
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.boats import Departure, DepartureList, Identity, Rate
from app.desk.model.moment import Moment
from app.desk.passengers.rules import ages_of
from app.desk.service.activity_parsing import DEFAULT_CURRENCY, set_aside_sentences
from app.desk.service.cutoffs import closed_words, is_cutoff_code, reason_words

_NOT_OFFERED = mark("Not offered on this date")


def departure_list(
    content: BoatContent, search: BoatSearch, day: date, now: datetime, read: Moment
) -> DepartureList:
    """The departures of a day, by their time (interface parts 2.1 and 2.4).

    The search states departures and seats, the catalogue the identity data that is required. A schedule
    that only the catalogue has cannot be booked on this day, and is marked so.
    """
    schedules = {item.schedule_id: item for item in content.items}
    found = [
        departure(item, schedules.get(item.schedule_id), day, now)
        for item in search.items
        if item.travel_date in (None, day)
    ]
    seen = {each.schedule_id for each in found}
    found += [_unsearched(item, day) for item in content.items if item.schedule_id not in seen]
    return DepartureList(
        day=day,
        departures=tuple(
            replace(each, read=read)
            for each in sorted(found, key=lambda each: (each.departs or time.max, each.schedule_id))
        ),
        reason=reason_words(search.reason),
        set_aside=(*set_aside_sentences(search.set_aside), *set_aside_sentences(content.set_aside)),
        read=read,
    )


def departure(item: BoatAvailability, schedule: BoatItem | None, day: date, now: datetime) -> Departure:
    """One departure, of the newer or the older variant, with the data of its schedule."""
    inventory = item.inventory
    seats = inventory.remaining_seats if inventory else None
    is_live = inventory.is_live_inventory if inventory else None
    status = (inventory.status if inventory else None) or ""
    rates = tuple(map(rate, item.rates or ()))
    departs = item.departure_time or (schedule.departure_time if schedule else None)
    closed = closed_words(item.booking_close_days, departs, day, now)
    reason = tr("No seats left") if seats is not None and seats < 1 else closed or _state_words(status)
    return Departure(
        schedule_id=item.schedule_id,
        boat_name=item.boat_name or (schedule.boat_name if schedule else None) or "",
        trip_name=item.trip_name or (schedule.trip_name if schedule else None) or "",
        day=day,
        departs=departs,
        returns=item.return_time or (schedule.return_time if schedule else None),
        close_days=item.booking_close_days,
        seats=seats,
        capacity=inventory.capacity_per_rotation if inventory else None,
        is_live=is_live,
        inventory_mode=(inventory.inventory_mode if inventory else None) or "",
        is_open=not reason,
        reason=reason,
        rates=rates,
        identity=identity(schedule),
        gst_percentage=_gst(schedule),
        currency=next((each.currency for each in rates), DEFAULT_CURRENCY),
    )


def identity(schedule: BoatItem | None) -> Identity | None:
    """The identity data required by the schedule's current flags; None when they are not stated."""
    flags = schedule.policies.identity_enforcement if schedule and schedule.policies else None
    if flags is None:
        return None
    stated = (flags.is_id_mandatory, flags.is_id_no_required, flags.is_id_upload_required)
    return None if stated == (None, None, None) else Identity(*map(bool, stated))


def rate(item: RateItem) -> Rate:
    """One rate, of search or catalogue; fields that an older answer lacks are None."""
    kind = (item.agent_commission_type or "").casefold()
    commission = item.agent_commission_value
    return Rate(
        ticket_type=item.ticket_type or "",
        age_range=item.age_range or "",
        ages=ages_of(item.age_range or ""),
        nationality=item.nationality or "",
        fare=item.mrp,
        net=item.net_price,
        boat_fare=item.boat_fare,
        permit_fare=item.permit_fare,
        commission="" if commission is None else f"{formats.amount(commission)} {kind}".strip(),
        currency=item.currency or DEFAULT_CURRENCY,
    )


def gone(seen: Departure) -> Departure:
    """A departure that the service no longer lists: the known values, closed."""
    return replace(seen, is_open=False, reason=tr("No longer offered"))


def _unsearched(item: BoatItem, day: date) -> Departure:
    """A schedule without a departure on this day; the catalogue's rates are shown and never sold."""
    return Departure(
        schedule_id=item.schedule_id,
        boat_name=item.boat_name or "",
        trip_name=item.trip_name or "",
        day=day,
        departs=item.departure_time,
        returns=item.return_time,
        close_days=None,
        seats=None,
        capacity=None,
        is_live=None,
        inventory_mode="",
        is_open=False,
        reason=tr(_NOT_OFFERED),
        rates=tuple(map(rate, item.rates or ())),
        identity=identity(item),
        gst_percentage=_gst(item),
        currency=DEFAULT_CURRENCY,
    )


def _gst(schedule: BoatItem | None) -> Decimal | None:
    return schedule.policies.gst_percentage if schedule and schedule.policies else None


def _state_words(status: str) -> str:
    """Why it is closed, from a status other than AVAILABLE; empty for AVAILABLE or no status."""
    if is_cutoff_code(status):
        return reason_words(status)
    return "" if status.casefold() in {"available", ""} else formats.state(status)

"""Turns boat answers of the service into departures, from search and catalogue, in both variants."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time

from app.api.messages.answers import BoatAvailability, BoatContent, BoatItem, BoatSearch, RateItem
from app.api.messages.boat_answers import BoatInventory, BoatPolicies
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.boats import Departure, DepartureList, Identity, Rate
from app.desk.model.moment import Moment
from app.desk.passengers.rules import ages_of
from app.desk.service.activity_parsing import DEFAULT_CURRENCY, commission, set_aside_sentences
from app.desk.service.cutoffs import closed_words, is_cutoff_code, reason_words

_NOT_OFFERED = mark("Not offered on this date")


def departure_list(
    content: BoatContent, search: BoatSearch, day: date, now: datetime, read: Moment
) -> DepartureList:
    """The departures of a day, by their time (interface parts 2.1 and 2.4).

    The search states departures and seats, the catalogue the identity data that is required. A schedule
    that only the catalogue has cannot be booked on this day, and is marked so.
    """
    schedules = {item["schedule_id"]: item for item in content.items}
    found = [
        departure(item, schedules.get(item["schedule_id"]), day, now, read)
        for item in search.items
        if item.get("travel_date") in (None, day)
    ]
    seen = {each.schedule_id for each in found}
    why = tr(_NOT_OFFERED)
    found += [_unsearched(item, day, why, read) for item in content.items if item["schedule_id"] not in seen]
    return DepartureList(
        day=day,
        departures=tuple(sorted(found, key=lambda each: (each.departs or time.max, each.schedule_id))),
        reason=reason_words(search.reason),
        set_aside=(*set_aside_sentences(search.set_aside), *set_aside_sentences(content.set_aside)),
        read=read,
    )


def departure(
    item: BoatAvailability, schedule: BoatItem | None, day: date, now: datetime, read: Moment | None = None
) -> Departure:
    """One departure, of the newer or the older variant, with the data of its schedule."""
    inventory: BoatInventory = item.get("inventory") or {}
    seats = inventory.get("remaining_seats")
    status = inventory.get("status") or ""
    rates = tuple(map(rate, item.get("rates", ())))
    departs = item.get("departure_time") or (schedule and schedule.get("departure_time"))
    close_days = item.get("booking_close_days")
    closed = closed_words(close_days, departs, day, now)
    reason = tr("No seats left") if seats is not None and seats < 1 else closed or _state_words(status)
    return Departure(
        schedule_id=item["schedule_id"],
        boat_name=item.get("boat_name") or (schedule and schedule.get("boat_name")) or "",
        trip_name=item.get("trip_name") or (schedule and schedule.get("trip_name")) or "",
        day=day,
        departs=departs,
        returns=item.get("return_time") or (schedule and schedule.get("return_time")),
        close_days=close_days,
        seats=seats,
        capacity=inventory.get("capacity_per_rotation"),
        is_live=inventory.get("is_live_inventory"),
        inventory_mode=inventory.get("inventory_mode") or "",
        is_open=not reason,
        reason=reason,
        rates=rates,
        identity=identity(schedule),
        gst_percentage=_policies(schedule).get("gst_percentage"),
        currency=next((each.currency for each in rates), DEFAULT_CURRENCY),
        read=read,
    )


def identity(schedule: BoatItem | None) -> Identity | None:
    """The identity data required by the schedule's current flags; None when they are not stated."""
    flags = _policies(schedule).get("identity_enforcement") or {}
    stated = (
        flags.get("is_id_mandatory"),
        flags.get("is_id_no_required"),
        flags.get("is_id_upload_required"),
    )
    return None if stated == (None, None, None) else Identity(*map(bool, stated))


def rate(item: RateItem) -> Rate:
    """One rate, of search or catalogue; fields that an older answer lacks are None."""
    age_range = item.get("age_range") or ""
    return Rate(
        ticket_type=item.get("ticket_type") or "",
        age_range=age_range,
        ages=ages_of(age_range),
        nationality=item.get("nationality") or "",
        fare=item.get("mrp"),
        net=item.get("net_price"),
        boat_fare=item.get("boat_fare"),
        permit_fare=item.get("permit_fare"),
        commission=commission(item),
        currency=item.get("currency") or DEFAULT_CURRENCY,
    )


def gone(seen: Departure) -> Departure:
    """A departure that the service no longer lists: the known values, closed."""
    return replace(seen, is_open=False, reason=tr("No longer offered"))


def _unsearched(item: BoatItem, day: date, why: str, read: Moment) -> Departure:
    """A schedule without a departure on this day; the catalogue's rates are shown and never sold."""
    return Departure(
        schedule_id=item["schedule_id"],
        boat_name=item.get("boat_name") or "",
        trip_name=item.get("trip_name") or "",
        day=day,
        departs=item.get("departure_time"),
        returns=item.get("return_time"),
        close_days=None,
        seats=None,
        capacity=None,
        is_live=None,
        inventory_mode="",
        is_open=False,
        reason=why,
        rates=tuple(map(rate, item.get("rates", ()))),
        identity=identity(item),
        gst_percentage=_policies(item).get("gst_percentage"),
        currency=DEFAULT_CURRENCY,
        read=read,
    )


def _policies(schedule: BoatItem | None) -> BoatPolicies:
    return (schedule and schedule.get("policies")) or {}


def _state_words(status: str) -> str:
    """Why it is closed, from a status other than AVAILABLE; empty for AVAILABLE or no status."""
    if is_cutoff_code(status):
        return reason_words(status)
    return "" if status.casefold() in {"available", ""} else formats.state(status)

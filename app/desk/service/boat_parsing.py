"""Turns boat answers of the service into departures, from search and catalogue, in both variants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import NamedTuple, TypeVar

from app.api.messages.answers import BoatAvailability, BoatContent, BoatItem, BoatSearch, RateItem
from app.api.messages.boat_answers import BoatInventory, BoatPolicies
from app.api.messages.spellings import ItemId
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.boats import Departure, DepartureList, Identity, Rate
from app.desk.model.moment import Moment
from app.desk.passengers.rules import ages_of
from app.desk.service.activity_parsing import (
    LISTED_TWICE,
    NOT_OPEN,
    came_of,
    commission,
    set_aside_sentences,
)
from app.desk.service.cutoffs import closed_words, is_cutoff_code, reason_words
from app.desk.service.doubts import is_unread, not_certain, not_readable, price_doubt
from app.desk.service.stated_words import DEFAULT_CURRENCY, currency, plain, says_open, says_shut

_Row = TypeVar("_Row", BoatItem, BoatAvailability)
_NOT_OFFERED = mark("Not offered on this date")
_EVERYTHING = Identity(needs_document=True, needs_number=True, needs_copy=True)
_FLAGS, _TAX = "policies.identity_enforcement", "policies.gst_percentage"


class _Terms(NamedTuple):
    """What the catalogue states of a schedule, by all its entries together."""

    schedule: BoatItem | None
    identity: Identity | None
    gst_percentage: Decimal | None
    doubt: str
    """Why it cannot be sold, such as a GST that could not be read; empty when nothing prevents it."""


def departure_list(
    content: BoatContent, search: BoatSearch, day: date, now: datetime, read: Moment
) -> DepartureList:
    """The departures of a day, by their time (interface parts 2.1 and 2.4).

    The search states departures and seats, the catalogue the identity data that is required. A schedule
    that only the catalogue has cannot be booked on this day, and is marked so.
    """
    schedules = _by_schedule(content.items)
    rows = _by_schedule(item for item in search.items if item.get("travel_date") in (None, day))
    is_missing = bool(content.set_aside or came_of(content)) or any(
        item.get("unread") for item in content.items
    )
    kinds = set(map(type, schedules))
    found = [
        # The catalogue may mean the same boat by "007" and 7: then its flags are as good as not readable.
        _departure(
            _one_row(same),
            _terms(schedules.get(number, ()), is_missing=is_missing or not kinds <= {type(number)}),
            day,
            now,
            read,
        )
        for number, same in rows.items()
    ]
    why = tr(_NOT_OFFERED)
    found += [
        _unsearched(_terms(same, is_missing=False), same[0], day, why, read)
        for number, same in schedules.items()
        if number not in rows
    ]
    return DepartureList(
        day=day,
        departures=tuple(
            sorted(found, key=lambda each: (each.departs or time.max, f"{each.schedule_id:>19}"))
        ),
        reason=reason_words(search.reason),
        set_aside=(*set_aside_sentences(search.set_aside), *set_aside_sentences(content.set_aside)),
        read=read,
        came=came_of(search),
    )


def departure(
    item: BoatAvailability, schedule: BoatItem | None, day: date, now: datetime, read: Moment | None = None
) -> Departure:
    """One departure, of the newer or the older variant, with the data of its schedule."""
    return _departure((item, ""), _terms([schedule] if schedule else [], is_missing=False), day, now, read)


def _departure(
    row: tuple[BoatAvailability, str], terms: _Terms, day: date, now: datetime, read: Moment | None
) -> Departure:
    item, twice = row
    schedule = terms.schedule
    inventory: BoatInventory = item.get("inventory") or {}
    seats = inventory.get("remaining_seats")
    status = inventory.get("status") or ""
    rates = _rates(item)
    departs = item.get("departure_time") or (schedule and schedule.get("departure_time"))
    close_days = item.get("booking_close_days")
    closed = closed_words(close_days, departs, day, now)
    reason = tr("No seats left") if seats is not None and seats < 1 else closed or _state_words(status)
    reason = reason or twice or terms.doubt or _doubt(item, schedule, rates)
    return Departure(
        schedule_id=item["schedule_id"],
        boat_name=plain(item.get("boat_name") or (schedule and schedule.get("boat_name"))),
        trip_name=plain(item.get("trip_name") or (schedule and schedule.get("trip_name"))),
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
        identity=terms.identity,
        gst_percentage=terms.gst_percentage,
        currency=next((each.currency for each in rates), DEFAULT_CURRENCY),
        read=read,
    )


def identity(schedule: BoatItem | None) -> Identity | None:
    """The identity data required by the schedule's current flags; None when they are not stated.

    What could not be read asks for everything: too much is sent, and nothing is missing.
    """
    if schedule and is_unread(schedule.get("unread", ()), _FLAGS):
        return _EVERYTHING
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
        ticket_type=plain(item.get("ticket_type")),
        age_range=age_range,
        ages=ages_of(age_range),
        nationality=item.get("nationality") or "",
        fare=item.get("mrp"),
        net=item.get("net_price"),
        boat_fare=item.get("boat_fare"),
        permit_fare=item.get("permit_fare"),
        commission=commission(item),
        currency=currency(item.get("currency")) or DEFAULT_CURRENCY,
    )


def gone(seen: Departure) -> Departure:
    """A departure that the service no longer lists: the known values, closed."""
    return replace(seen, is_open=False, reason=tr("No longer offered"))


def _rates(item: BoatItem | BoatAvailability) -> tuple[Rate, ...]:
    """The rates of a boat; one that came twice alike stands once."""
    return tuple(dict.fromkeys(map(rate, item.get("rates", ()))))


def _unsearched(terms: _Terms, item: BoatItem, day: date, why: str, read: Moment) -> Departure:
    """A schedule without a departure on this day; the catalogue's rates are shown and never sold."""
    return Departure(
        schedule_id=item["schedule_id"],
        boat_name=plain(item.get("boat_name")),
        trip_name=plain(item.get("trip_name")),
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
        rates=_rates(item),
        identity=terms.identity,
        gst_percentage=terms.gst_percentage,
        currency=DEFAULT_CURRENCY,
        read=read,
    )


def _by_schedule(items: Iterable[_Row]) -> dict[ItemId, list[_Row]]:
    """The entries by their schedule, in the order sent."""
    rows: dict[ItemId, list[_Row]] = {}
    for each in items:
        rows.setdefault(each["schedule_id"], []).append(each)
    return rows


def _terms(rows: Sequence[BoatItem], *, is_missing: bool) -> _Terms:
    """What the entries of one schedule ask for together: what one of them asks, and all where they differ."""
    if not rows:
        if not is_missing:
            return _Terms(None, None, None, "")
        return _Terms(None, _EVERYTHING, None, tr("Its entry in the catalogue could not be read"))
    asked = {identity(each) for each in rows} - {None}
    taxes = {_policies(each).get("gst_percentage") for each in rows} - {None}
    leave = {each.get("departure_time") for each in rows} - {None}
    doubt = tr(LISTED_TWICE) if len(leave) > 1 else ""
    if len(taxes) > 1:
        doubt = not_certain(
            _TAX, *map(formats.percentage, sorted(each for each in taxes if each is not None))
        )
    unread = [each for row in rows for each in row.get("unread", ()) if is_unread([each], _TAX)]
    return _Terms(
        max(rows, key=lambda each: each.get("departure_time") is not None),
        _EVERYTHING if len(asked) > 1 else next(iter(asked), None),
        next(iter(taxes), None) if len(taxes) == 1 else None,
        not_readable(unread) or doubt,
    )


def _one_row(rows: Sequence[BoatAvailability]) -> tuple[BoatAvailability, str]:
    """One departure of the rows with its number, such as one for each class, with the rates of all.

    The words are why it cannot be sold: the rows say different things of it.
    """
    first = rows[0]
    if len(rows) == 1:
        return first, ""
    rates = [each for row in rows for each in row.get("rates", ())]
    once = tuple({str(sorted(each.items())): each for each in rates}.values())
    unread = tuple(each for row in rows for each in row.get("unread", ()))
    is_one = all(_beside_rates(each) == _beside_rates(first) for each in rows)
    return {**first, "rates": once, "unread": unread}, "" if is_one else tr(LISTED_TWICE)


def _beside_rates(item: BoatAvailability) -> tuple[object, ...]:
    """What decides a sale of a departure, beside its rates."""
    inventory: BoatInventory = item.get("inventory") or {}
    return (
        item.get("departure_time"),
        item.get("return_time"),
        item.get("booking_close_days"),
        inventory.get("remaining_seats"),
        inventory.get("status"),
        inventory.get("is_live_inventory"),
    )


def _doubt(item: BoatAvailability, schedule: BoatItem | None, rates: Sequence[Rate]) -> str:
    """Why a departure cannot be sold although nothing in it says so; empty when it can."""
    doubts = (
        price_doubt(
            each, each.get("mrp"), each.get("net_price"), each.get("boat_fare"), each.get("permit_fare")
        )
        for each in item.get("rates", ())
    )
    unread = list(item.get("unread", ()))
    if item.get("departure_time") is None and schedule:
        unread += [each for each in schedule.get("unread", ()) if each.path == "departure_time"]
    currencies = sorted({each.currency for each in rates})
    mixed = not_certain("currency", *currencies) if len(currencies) > 1 else ""
    return not_readable(unread) or mixed or next(filter(None, doubts), "")


def _policies(schedule: BoatItem | None) -> BoatPolicies:
    return (schedule and schedule.get("policies")) or {}


def _state_words(status: str) -> str:
    """Why it is closed, from a status that is no word for open; empty for such a word or no status."""
    if is_cutoff_code(status):
        return reason_words(status)
    if says_shut(status):
        return tr(NOT_OPEN)
    return "" if not status or says_open(status) else formats.state(status)

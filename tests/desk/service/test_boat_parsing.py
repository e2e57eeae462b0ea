"""Search and catalogue of boats become departures, of either variant (interface parts 2.1 and 2.4)."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest

from app.api.messages.answers import BoatAvailability, BoatContent, BoatItem, BoatSearch, RateItem, SetAside
from app.desk.model.boats import Ages, Departure, Identity
from app.desk.service import boat_parsing
from tests.support.api.list_items import item_of
from tests.support.desk.boat_samples import DEPARTURE, RATES
from tests.support.desk.samples import LOOKED

DAY = date(2026, 11, 22)
NOW = datetime(2026, 11, 21, 10, 42, tzinfo=UTC)
RATE = {
    "ticket_type": "Adult",
    "age_range": "12-99",
    "nationality": "INDIAN",
    "mrp": Decimal(2425),
    "net_price": Decimal(2275),
    "currency": "INR",
}
NEWER_RATE = {
    **RATE,
    "boat_fare": Decimal(2350),
    "permit_fare": Decimal(75),
    "agent_commission_type": "FLAT",
    "agent_commission_value": Decimal(150),
}


def _item(**changes: Any) -> BoatAvailability:
    fields: dict[str, Any] = {
        "schedule_id": 8801,
        "boat_name": "MV Sea Heron",
        "trip_name": "Swaraj Dweep day return",
        "travel_date": "2026-11-22",
        "booking_close_days": 1,
        "departure_time": "07:15:00",
        "return_time": "17:30:00",
        "inventory": {
            "capacity_per_rotation": 150,
            "remaining_seats": 118,
            "status": "AVAILABLE",
            "inventory_mode": "LIVE_INVENTORY",
            "is_live_inventory": True,
        },
        "rates": [NEWER_RATE],
    }
    return item_of(BoatAvailability, {**fields, **changes})


def _schedule(**changes: Any) -> BoatItem:
    flags = {"is_id_mandatory": 1, "is_id_no_required": 1, "is_id_upload_required": 0}
    fields: dict[str, Any] = {
        "schedule_id": 8801,
        "boat_name": "MV Sea Heron",
        "trip_name": "Swaraj Dweep day return",
        "departure_time": "07:15:00",
        "return_time": "17:30:00",
        "policies": {"identity_enforcement": flags, "gst_percentage": 5},
        "inventory": {"remaining_seats": 118, "status": "AVAILABLE"},
        "rates": [{**RATE, "nationality": "MIXED"}],
    }
    return item_of(BoatItem, {**fields, **changes})


def _departure(now: datetime = NOW, **changes: Any) -> Departure:
    return boat_parsing.departure(_item(**changes), _schedule(), DAY, now)


def test_a_departure_of_the_newer_variant() -> None:
    found = _departure()
    assert (found.departs, found.returns, found.lasts) == (time(7, 15), time(17, 30), timedelta(hours=10.25))
    assert (found.seats, found.capacity, found.is_live) == (118, 150, True)
    assert found.identity == Identity(needs_document=True, needs_number=True, needs_copy=False)
    assert found.gst_percentage == Decimal(5)
    assert (found.is_open, found.reason, found.open_until) == (True, "", date(2026, 11, 21))
    assert found.name == "Swaraj Dweep day return"
    (rate,) = found.rates
    assert (rate.fare, rate.net, rate.boat_fare, rate.permit_fare) == tuple(
        map(Decimal, (2425, 2275, 2350, 75))
    )
    assert (rate.ages, str(rate.commission), rate.label) == (Ages(12, 99), "150.00 flat", "Adult INDIAN")
    assert found.adult_fare == Decimal(2425)


def test_a_boat_that_the_catalogue_may_mean_by_another_spelling_asks_for_everything() -> None:
    search = BoatSearch.model_validate({"items": (_item(), _item(schedule_id="8802"))})
    content = BoatContent.model_validate(
        {"items": (_schedule(schedule_id="08801"), _schedule(schedule_id=8802))}
    )
    same, _, known = sorted(
        boat_parsing.departure_list(content, search, DAY, NOW, LOOKED).departures,
        key=lambda each: str(each.schedule_id)[::-1],
    )
    assert (same.schedule_id, same.is_open) == (8801, False)
    assert same.identity == Identity(needs_document=True, needs_number=True, needs_copy=True)
    assert (known.schedule_id, known.is_open) == (8802, True)


def test_an_older_answer_leaves_out_what_it_lacks() -> None:
    bare = item_of(BoatAvailability, {"schedule_id": 8801, "rates": [RATE]})
    found = boat_parsing.departure(bare, None, DAY, NOW)
    assert (found.departs, found.lasts, found.open_until, found.close_days) == (None, None, None, None)
    assert (found.seats, found.capacity, found.is_live, found.inventory_mode) == (None, None, None, "")
    assert (found.identity, found.gst_percentage, found.name) == (None, None, "")
    assert found.is_open
    (rate,) = found.rates
    assert (rate.boat_fare, rate.permit_fare, rate.commission) == (None, None, None)


def test_the_catalogue_fills_names_and_times_that_the_search_lacks() -> None:
    found = boat_parsing.departure(item_of(BoatAvailability, {"schedule_id": 8801}), _schedule(), DAY, NOW)
    assert (found.trip_name, found.boat_name, found.departs) == (
        "Swaraj Dweep day return",
        "MV Sea Heron",
        time(7, 15),
    )
    assert found.rates == ()
    assert found.adult_fare is None
    assert found.currency == "INR"


@pytest.mark.parametrize(
    "policies", [None, {}, {"identity_enforcement": {}}, {"identity_enforcement": None, "gst_percentage": 5}]
)
def test_flags_that_are_not_stated_are_not_taken_for_none_needed(policies: object) -> None:
    assert boat_parsing.identity(_schedule(policies=policies)) is None


def test_a_flag_alone_is_stated() -> None:
    schedule = _schedule(policies={"identity_enforcement": {"is_id_upload_required": "1"}})
    assert boat_parsing.identity(schedule) == Identity(needs_copy=True)


@pytest.mark.parametrize(
    ("changes", "now", "reason"),
    [
        ({"inventory": {"remaining_seats": 0}}, NOW, "No seats left"),
        ({"inventory": {"remaining_seats": 0, "is_live_inventory": False}}, NOW, "No seats left"),
        ({"inventory": {"remaining_seats": 4, "status": "BOOKING_CLOSED"}}, NOW, "Booking closed"),
        ({"inventory": {"remaining_seats": 4, "status": "CUTOFF_PASSED"}}, NOW, "Booking closed"),
        (
            {"booking_close_days": 2, "inventory": {"status": "CUTOFF_PASSED"}},
            NOW,
            "Booking closed on Fri 20 Nov",
        ),
        ({"booking_close_days": 2}, NOW, "Booking closed on Fri 20 Nov"),
        ({"booking_close_days": 2, "inventory": {"status": "CLOSED"}}, NOW, "Booking closed on Fri 20 Nov"),
        ({"booking_close_days": -3}, NOW + timedelta(hours=40), "Booking closed on Sun 22 Nov"),
        ({"booking_close_days": None}, NOW + timedelta(hours=20, minutes=33), "Left at 07:15"),
        ({"booking_close_days": 0}, NOW + timedelta(hours=20, minutes=32), ""),
        ({"booking_close_days": None, "departure_time": None}, NOW + timedelta(days=9), "Left at 07:15"),
        ({"inventory": {"status": "available"}}, NOW, ""),
        ({"inventory": {"status": ""}}, NOW, ""),
        ({"inventory": None}, NOW, ""),
    ],
)
def test_why_it_cannot_be_booked(changes: dict[str, Any], now: datetime, reason: str) -> None:
    found = _departure(now, **changes)
    assert (found.reason, found.is_open) == (reason, not reason)


def _list(search: list[BoatAvailability], content: list[BoatItem], **more: Any) -> boat_parsing.DepartureList:
    return boat_parsing.departure_list(
        BoatContent(status="SUCCESS", items=tuple(content)),
        BoatSearch(status="SUCCESS", items=tuple(search), **more),
        DAY,
        NOW,
        LOOKED,
    )


def test_departures_stand_in_the_order_of_the_day() -> None:
    late = _item(schedule_id=2, departure_time="16:30:00")
    timeless = _item(schedule_id=3, departure_time=None)
    other_day = _item(schedule_id=4, travel_date="2026-11-23")
    found = _list([timeless, late, _item(), other_day], [])
    assert [each.schedule_id for each in found.departures] == [8801, 2, 3]


def test_what_only_the_catalogue_holds_is_shown_and_not_sold() -> None:
    found = _list([], [_schedule()])
    (only,) = found.departures
    assert (only.is_open, only.reason, only.seats) == (False, "Not offered on this date", None)
    assert only.adult_fare == Decimal(2425)
    bare = _list([], [_schedule(boat_name=None, trip_name=None, rates=[], policies=None)]).departures[0]
    assert (bare.name, bare.rates, bare.identity, bare.gst_percentage) == ("", (), None, None)


def test_a_rate_that_came_twice_stands_once() -> None:
    item, schedule = _item(), _schedule()
    twice = [_item(rates=2 * item.get("rates", ()))], [_schedule(rates=2 * schedule.get("rates", ()))]
    assert _list(*twice).departures == _list([item], [schedule]).departures
    assert _list([], twice[1]).departures == _list([], [schedule]).departures


def test_entries_that_could_not_be_read_are_told() -> None:
    found = _list([_item()], [_schedule()], set_aside=(SetAside(2, "rates: not a list"),), reason="Rough sea")
    assert found.set_aside == ("Entry 3: rates: not a list",)
    assert found.reason == "Rough sea"
    assert _list([], [], reason="BOOKING_CUTOFF_PASSED").reason == "Booking closed"


def test_a_departure_that_is_gone_keeps_what_was_known() -> None:
    assert boat_parsing.gone(DEPARTURE) == replace(DEPARTURE, is_open=False, reason="No longer offered")


def test_a_return_before_the_departure_is_on_the_next_day() -> None:
    ship = replace(DEPARTURE, departs=time(21), returns=time(5, 30), trip_name="")
    assert ship.lasts == timedelta(hours=8.5)
    assert ship.name == "MV Sea Heron"


def test_a_rate_as_sent() -> None:
    item = item_of(RateItem, {"agent_commission_value": "7.5"})
    found = boat_parsing.rate(item)
    assert (str(found.commission), found.currency, found.label, found.ages) == ("7.50", "INR", "", None)
    assert RATES[0].label == "Adult INDIAN"


@pytest.mark.parametrize(
    ("rates", "fare"),
    [
        ((("Infant", Ages(0, 4), 100), ("Adult", Ages(12, 99), 1225), ("Adult", Ages(12, 99), 3350)), 1225),
        ((("INFANT (free)", None, 0), ("Child", None, 700), ("Passenger", None, 1225)), 1225),
        ((("Child", Ages(5, 11), 700),), 700),
        ((("Adult", Ages(12, 99), None),), None),
    ],
)
def test_the_fare_of_a_departure_is_that_of_an_adult(
    rates: tuple[tuple[str, Ages | None, int | None], ...], fare: int | None
) -> None:
    like = RATES[0]
    made = tuple(
        replace(like, ticket_type=name, ages=ages, fare=None if amount is None else Decimal(amount))
        for name, ages, amount in rates
    )
    found = replace(DEPARTURE, rates=made).adult_fare
    assert found == (None if fare is None else Decimal(fare))

"""content.php and search_availability.php: every field of the interface, and nothing unasked for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import pytest

from app.practice import World, practice_app
from tests.support.practice.caller import HEADERS, SCUBA, TODAY, TOMORROW, Caller, Clock

ACTIVITY_FIELDS = {
    "activity_id",
    "title",
    "location",
    "description",
    "media",
    "policies",
    "pricing",
    "availability",
    "booking",
    "practice",
}
OLDER_PRICING = {
    "mrp",
    "offer_price",
    "net_price",
    "agent_commission_type",
    "agent_commission_value",
    "currency",
    "price_basis",
}
SPANS = {
    "min_available_fare",
    "max_available_fare",
    "min_net_partner_price",
    "max_net_partner_price",
    "display",
    "price_source",
    "mrp_source",
    "catalog_price_is_summary",
}


def caller_of(world: World) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(practice_app(world)), base_url="http://practice", headers=HEADERS
    )


async def test_dated_activities_carry_every_field_of_the_interface(caller: Caller) -> None:
    answer = await caller.content()
    found = answer.json()
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json; charset=UTF-8"
    assert answer.headers["date"] == "Sat, 21 Nov 2026 05:12:06 GMT"
    assert (found["status"], found["module"], found["count"], found["practice"]) == (
        "SUCCESS",
        "ACTIVITY",
        42,
        True,
    )
    item = found["data"][0]
    assert set(item) == ACTIVITY_FIELDS
    assert set(item["pricing"]) == OLDER_PRICING | SPANS
    assert item["pricing"]["offer_price"] == 3800
    assert item["pricing"]["catalog_price_is_summary"] is True
    assert item["availability"]["available_date_ranges"] == [
        {"from": "2026-11-21", "to": "2026-12-24"},
        {"from": "2026-12-31", "to": "2027-02-05"},
    ]
    assert item["booking"]["booking_cutoff"]["default_minutes"] == 60
    assert sum(each["availability"]["available"] for each in found["data"]) == 31


async def test_activities_without_a_date_are_a_summary(caller: Caller) -> None:
    item = (await caller.content(day=None)).json()["data"][0]
    assert set(item) == ACTIVITY_FIELDS | {"short_description"}
    assert set(item["pricing"]) == OLDER_PRICING | SPANS | {"price_unit"}
    assert item["pricing"]["offer_price"] is None
    assert item["pricing"]["net_price"] is None
    assert item["pricing"]["display"] == "INR 3,800.00 - 4,200.00"


async def test_a_single_fare_is_shown_as_one(caller: Caller) -> None:
    sea_walk = (await caller.content(day=None)).json()["data"][3]
    assert sea_walk["pricing"]["display"] == "INR 4,000.00"


async def test_a_day_with_one_fare_has_no_summary_price(caller: Caller) -> None:
    dive = (await caller.content(day=TOMORROW)).json()["data"][0]
    assert dive["pricing"]["catalog_price_is_summary"] is False
    assert dive["pricing"]["offer_price"] == 4200


async def test_amounts_are_written_with_two_decimals(caller: Caller) -> None:
    text = (await caller.content()).text
    assert '"mrp":4500.00,"offer_price":3800.00,"net_price":3400.00' in text


async def test_a_limit_limits_both_modules(caller: Caller) -> None:
    activities = (await caller.content(limit=3)).json()
    boats = (await caller.content("BOAT", TOMORROW, limit=2)).json()
    assert (activities["count"], len(activities["data"])) == (3, 3)
    assert (boats["count"], len(boats["data"])) == (2, 2)


async def test_boats_carry_every_field_of_the_interface(caller: Caller) -> None:
    found = (await caller.content("BOAT", TOMORROW)).json()
    item = found["data"][1]
    assert (found["module"], found["count"]) == ("BOAT", 7)
    assert item["departure_time"] == "07:15:00"
    assert item["policies"]["identity_enforcement"] == {
        "is_id_mandatory": 1,
        "is_id_no_required": 1,
        "is_id_upload_required": 0,
    }
    assert item["inventory"] == {"remaining_seats": 118, "status": "AVAILABLE"}
    assert item["rates"][0] == {
        "ticket_type": "Adult",
        "age_range": "12-99",
        "nationality": "MIXED",
        "mrp": 2425,
        "net_price": 2275,
        "currency": "INR",
    }


async def test_a_slot_carries_every_field_of_the_interface(caller: Caller) -> None:
    found = (await caller.search(activity_id=SCUBA)).json()
    assert (found["available"], found["reason"], found["count"], found["bookable_count"]) == (
        True,
        None,
        8,
        4,
    )
    midday = found["data"][2]
    assert midday["slot"] == {"slot_id": 90_002, "label": "Midday dive", "time_window": "11:30:00 - 13:30:00"}
    assert midday["booking_rules"] == {
        "booking_cutoff_type": "MINUTES_BEFORE_START",
        "booking_cutoff_minutes": 30,
        "booking_cutoff_at": "2026-11-21T11:00:00+05:30",
        "slot_start_at": "2026-11-21T11:30:00+05:30",
        "cutoff_source": "AVAILABILITY_OVERRIDE",
        "is_booking_open": True,
        "is_bookable": True,
        "reason": None,
    }
    assert midday["pricing"] == {
        "availability_fare": 3800,
        "offer_price": 3800,
        "agent_commission_type": "FLAT",
        "agent_commission_value": 400,
        "commission_amount": 400,
        "net_partner_price": 3400,
        "net_price": 3400,
        "currency": "INR",
        "price_basis": "PER_PERSON",
        "price_source": "AVAILABILITY_FARE",
    }


async def test_slots_that_cannot_be_booked_say_why(caller: Caller) -> None:
    slots = (await caller.search(activity_id=SCUBA)).json()["data"]
    shown = [(each["availability_status"], each["booking_rules"]["reason"]) for each in slots]
    assert shown[0] == ("CLOSED", "Booking closed at 06:00")
    assert shown[5] == ("SOLD_OUT", "No seats left")
    assert slots[5]["booking_rules"]["is_booking_open"] is True
    assert slots[7]["booking_rules"]["is_booking_open"] is False


async def test_a_search_for_all_activities_lists_all_their_slots(caller: Caller) -> None:
    found = (await caller.search()).json()
    assert len({each["activity_id"] for each in found["data"]}) == 33 - 2
    assert found["count"] == len(found["data"]) > found["bookable_count"] > 0


async def test_a_day_without_slots_gives_the_reason(caller: Caller) -> None:
    closed = (await caller.search(activity_id=SCUBA + 8)).json()
    assert (closed["available"], closed["reason"], closed["count"]) == (False, "Closed for weather", 0)
    past = (await caller.search(day=TODAY - timedelta(days=1))).json()
    assert (past["available"], past["reason"]) == (False, "Nothing is open on this date")


async def test_a_departure_carries_every_field_of_the_interface(caller: Caller) -> None:
    found = (await caller.search("BOAT", TOMORROW)).json()
    assert (found["count"], found["bookable_count"]) == (7, 5)
    heron, ross = found["data"][1], found["data"][2]
    assert (heron["travel_date"], heron["booking_close_days"]) == ("2026-11-22", 1)
    assert heron["inventory"] == {
        "capacity_per_rotation": 150,
        "remaining_seats": 118,
        "status": "AVAILABLE",
        "inventory_mode": "LIVE_INVENTORY",
        "is_live_inventory": True,
    }
    assert ross["inventory"]["inventory_mode"] == "REFERENCE_CAPACITY"
    assert heron["rates"][2] == {
        "ticket_type": "Adult",
        "age_range": "12-99",
        "nationality": "FOREIGNER",
        "boat_fare": 2350,
        "permit_fare": 1000,
        "mrp": 3350,
        "agent_commission_type": "FLAT",
        "agent_commission_value": 150,
        "commission_amount": 150,
        "net_price": 3200,
        "currency": "INR",
        "price_source": "SCHEDULE_FARE",
    }


async def test_no_boats_are_on_sale_in_the_past(caller: Caller) -> None:
    found = (await caller.search("BOAT", TODAY - timedelta(days=1))).json()
    assert (found["available"], found["reason"]) == (False, "No departure is open on this date")


async def test_the_older_variant_has_only_the_older_fields(clock: Clock) -> None:
    async with caller_of(World(clock=clock, older=True)) as http:
        older = Caller(http)
        activity = (await older.content()).json()["data"][0]
        slot = (await older.search(activity_id=SCUBA)).json()["data"][0]
        rate = (await older.search("BOAT", TOMORROW)).json()["data"][0]["rates"][0]
    assert set(activity) == ACTIVITY_FIELDS - {"availability", "booking"}
    assert set(activity["pricing"]) == OLDER_PRICING
    assert "booking_rules" not in slot
    assert set(slot["pricing"]) == {
        "offer_price",
        "agent_commission_type",
        "agent_commission_value",
        "net_price",
        "currency",
    }
    assert set(rate) == {"ticket_type", "age_range", "nationality", "mrp", "net_price", "currency"}


async def test_unlucky_items_come_among_good_ones(clock: Clock) -> None:
    async with caller_of(World(clock=clock, unlucky=True)) as http:
        unlucky = Caller(http)
        items: list[dict[str, Any]] = (await unlucky.content()).json()["data"]
        slots: list[dict[str, Any]] = (await unlucky.search(activity_id=SCUBA)).json()["data"]
    assert items[0]["pricing"]["mrp"] == 4500
    assert items[2]["pricing"]["mrp"] == "7500.00"
    assert "media" not in items[3]
    assert items[4]["title"].startswith("<img")
    assert "activity_id" not in items[5]
    assert items[6]["activity_id"] > 2**53
    assert items[7]["pricing"]["mrp"] == 1000.005
    assert items[8]["title"] is None
    assert items[9]["pricing"]["mrp"] is True
    assert items[10]["pricing"]["mrp"] == 7800
    assert "booking_rules" not in slots[3]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "module=ACTIVITY&module=BOAT&travel_date=2026-11-21",
        "module=activity&travel_date=2026-11-21",
        "module=BOAT",
        "module=ACTIVITY&travel_date=",
        "module=ACTIVITY&travel_date=2026-02-30",
        "module=ACTIVITY&travel_date=20261121",
        "module=ACTIVITY&travel_date=2026-11-21&limit=0",
        "module=ACTIVITY&travel_date=2026-11-21&limit=501",
        "module=ACTIVITY&travel_date=2026-11-21&limit=07",
        "module=ACTIVITY&travel_date=2026-11-21&limit=1.5",
        "module=ACTIVITY&travel_date=2026-11-21&colour=blue",
        "module=ACTIVITY&travel_date=%FF",
        "module=ACTIVITY&" + "&".join(f"a{number}=1" for number in range(30)),
    ],
)
async def test_a_wrong_content_query_is_refused(caller: Caller, query: str) -> None:
    answer = await caller.http.get(f"/api/content.php?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


@pytest.mark.parametrize(
    "query",
    [
        "module=ACTIVITY",
        "module=BOAT&date=2026-11-22&activity_id=9001",
        "module=ACTIVITY&date=2026-11-22&activity_id=-1",
        "module=ACTIVITY&date=2026-11-22&activity_id=" + "9" * 30,
        "date=2026-11-22",
    ],
)
async def test_a_wrong_search_query_is_refused(caller: Caller, query: str) -> None:
    answer = await caller.http.get(f"/api/search_availability.php?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


@pytest.mark.parametrize("activity_id", [1, 9000, 9043])
async def test_an_unknown_activity_is_not_found(caller: Caller, activity_id: int) -> None:
    answer = await caller.search(activity_id=activity_id)
    assert (answer.status_code, answer.json()["code"]) == (404, "ACTIVITY_NOT_FOUND")

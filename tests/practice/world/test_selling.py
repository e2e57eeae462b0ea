"""create_booking.php: what is sold, what is debited, and what is refused whatever the module."""

from __future__ import annotations

import json
from datetime import timedelta

import httpx
import pytest

from app.practice import World, practice_app
from app.practice.world.ledger import Account
from tests.support.practice.caller import (
    AFTERNOON_DIVE,
    HEADERS,
    ROSS_ISLAND,
    SCUBA,
    SEA_HERON,
    TODAY,
    TOMORROW,
    Caller,
    Clock,
    activity_body,
    boat_body,
    passenger,
)


async def test_an_activity_is_sold_and_settled(caller: Caller) -> None:
    answer = await caller.create(activity_body())
    sold = answer.json()
    assert answer.status_code == 201
    assert sold["code"] == "BOOKING_IMMEDIATELY_SETTLED"
    assert sold["booking_ref"].startswith("PRAC")
    assert sold["practice"] is True
    assert sold["request_id"] == "sale-1"
    assert sold["activity"] == {
        "activity_id": SCUBA,
        **AFTERNOON_DIVE,
        "qty": 2,
        "activity_name": "Discover scuba dive, Elephant Beach",
        "slot_label": "Afternoon dive 1",
        "travel_date": "2026-11-21",
    }
    assert sold["pricing"] == {
        "availability_fare_per_person": 3800,
        "price_source": "AVAILABILITY_FARE",
        "commission_type": "FLAT",
        "commission_value": 400,
        "commission_amount_per_person": 400,
        "net_partner_price_per_person": 3400,
        "net_partner_total": 6800,
        "gst_percentage": 5,
        "gst_amount": 340,
        "total_payable": 7140,
        "currency": "INR",
    }
    assert sold["settlement_breakdown"] == {
        "total_debited": 7140,
        "deducted_from_cash": 7140,
        "deducted_from_credit": 0,
    }
    assert await caller.balances() == (92_860, 0)
    assert await caller.seats(SCUBA, AFTERNOON_DIVE["availability_id"]) == 9


async def test_cash_pays_first_and_credit_the_rest(caller: Caller, world: World) -> None:
    world.set_wallet(cash="5000.40", credit_left=50_000)
    sold = (await caller.create(activity_body())).json()
    assert sold["settlement_breakdown"] == {
        "total_debited": 7140,
        "deducted_from_cash": 5000.4,
        "deducted_from_credit": 2139.6,
    }
    assert await caller.balances() == (0, 2139.6)


@pytest.mark.parametrize(("credit", "status"), [("7140.00", 201), ("7139.99", 402)])
async def test_the_wallet_covers_all_of_it_or_nothing_is_sold(
    caller: Caller, world: World, credit: str, status: int
) -> None:
    world.set_wallet(cash=0, credit_left=credit)
    entries = len(world.ledger().entries)
    answer = await caller.create(activity_body())
    assert answer.status_code == status
    if status == 402:
        assert answer.json()["code"] == "WALLET_BALANCE_INSUFFICIENT"
        assert await caller.balances() == (0, 0)
        assert await caller.seats(SCUBA, AFTERNOON_DIVE["availability_id"]) == 11
        assert len(world.ledger().entries) == entries


async def test_the_same_request_id_sells_again(caller: Caller) -> None:
    first, second = await caller.create(activity_body()), await caller.create(activity_body())
    assert first.json()["booking_ref"] != second.json()["booking_ref"]


async def test_a_world_that_deduplicates_answers_with_the_first_booking(clock: Clock) -> None:
    world = World(clock=clock, deduplicates=True)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(practice_app(world)), base_url="http://practice", headers=HEADERS
    ) as http:
        caller = Caller(http)
        answers = [await caller.create(activity_body()) for _ in range(2)]
        boats = [await caller.create(boat_body(passenger())) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert boats[0].json() == boats[1].json()
    assert len(world.bookings) == 2


async def test_the_older_variant_answers_with_the_common_fields(clock: Clock) -> None:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(practice_app(World(clock=clock, older=True))),
        base_url="http://practice",
        headers=HEADERS,
    ) as http:
        sold = (await Caller(http).create(activity_body())).json()
    assert set(sold) == {"status", "code", "booking_id", "booking_ref", "settlement_breakdown", "practice"}


@pytest.mark.parametrize(
    "changes",
    [
        {"request_id": ""},
        {"request_id": "x" * 101},
        {"request_id": 5},
        {"module_type": "activity"},
        {"qty": 0},
        {"qty": 101},
        {"qty": True},
        {"qty": "2"},
        {"qty": 2.0},
        {"travel_date": (TODAY - timedelta(days=1)).isoformat()},
        {"travel_date": "2026-11-31"},
        {"travel_date": "21-11-2026"},
        {"travel_date": None},
        {"travel_date": TOMORROW.isoformat()},
        {"customer_name": "   "},
        {"customer_name": "x" * 101},
        {"customer_name": "Priya\u0000"},
        {"customer_name": "\ud800"},
        {"customer_email": "priya.raman@example"},
        {"customer_email": "priya raman@example.com"},
        {"customer_email": "@example.com"},
        {"customer_phone": "+919876501234"},
        {"customer_phone": "1234567"},
        {"customer_phone": "1234567890123456"},
        {"customer_phone": "\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e"},
        {"customer_phone": 9876501234},
        {"availability_id": -1},
        {"availability_id": "12240003"},
        {"slot_id": 90_002},
        {"slot_id": None},
        {"schedule_id": 9401},
        {"passengers": []},
        {"net_price": 1},
    ],
    ids=str,
)
async def test_a_wrong_field_is_refused_and_nothing_moves(caller: Caller, changes: dict[str, object]) -> None:
    answer = await caller.create(activity_body(**changes))
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert answer.json()["errors"]
    assert await caller.balances() == (100_000, 0)


@pytest.mark.parametrize("field", list(activity_body()))
async def test_a_missing_field_is_refused(caller: Caller, field: str) -> None:
    body = activity_body()
    del body[field]
    answer = await caller.create(body)
    assert answer.status_code == 422
    assert field in {each["field"] for each in answer.json()["errors"]}


@pytest.mark.parametrize(
    "changes",
    [
        {"request_id": "x" * 100},
        {"customer_name": "\u0935\u093f" * 50},
        {"customer_email": "o'neil+dive@mail.x.co.in"},
        {"customer_phone": "12345678"},
        {"customer_phone": "123456789012345"},
        {"qty": 11},
    ],
    ids=str,
)
async def test_values_at_the_limits_are_accepted(caller: Caller, changes: dict[str, object]) -> None:
    assert (await caller.create(activity_body(**changes))).status_code == 201


async def test_more_seats_than_are_left_are_refused(caller: Caller, world: World) -> None:
    answer = await caller.create(activity_body(qty=12))
    assert (answer.status_code, answer.json()["code"]) == (409, "SEATS_NOT_AVAILABLE")
    assert world.bookings == ()


async def test_a_slot_that_is_sold_out_is_refused_as_full(caller: Caller) -> None:
    answer = await caller.create(activity_body(availability_id=12_240_005, slot_id=90_005))
    assert (answer.status_code, answer.json()["code"]) == (409, "SEATS_NOT_AVAILABLE")


async def test_the_cutoff_closes_a_slot_to_the_second(caller: Caller, clock: Clock) -> None:
    clock.now = clock.now.replace(hour=11, minute=59, second=59)
    assert (await caller.create(activity_body())).status_code == 201
    clock.move(seconds=1)
    answer = await caller.create(activity_body())
    assert (answer.status_code, answer.json()["code"]) == (409, "BOOKING_CLOSED")
    assert answer.json()["message"] == "Booking closed at 12:00."


@pytest.mark.parametrize("availability_id", [5, 9_000_003, 12_240_008, 2**62])
async def test_an_availability_that_is_not_there_is_not_found(caller: Caller, availability_id: int) -> None:
    answer = await caller.create(activity_body(availability_id=availability_id))
    assert (answer.status_code, answer.json()["code"]) == (404, "AVAILABILITY_NOT_FOUND")


async def test_today_is_the_date_of_the_service_zone(caller: Caller, clock: Clock) -> None:
    clock.now = clock.now.replace(hour=23, minute=59)
    assert (await caller.create(boat_body(passenger(), schedule_id=ROSS_ISLAND))).status_code == 201
    late = activity_body(travel_date=TODAY.isoformat())
    assert (await caller.create(late)).json()["code"] == "BOOKING_CLOSED"
    clock.move(minutes=1)
    assert (await caller.create(late)).json()["errors"][0]["field"] == "travel_date"


async def test_a_dearer_slot_is_sold_at_its_new_price(caller: Caller, world: World) -> None:
    world.shift_price(SCUBA, "100.00")
    world.shift_price(SEA_HERON, 50)
    activity = (await caller.create(activity_body())).json()
    assert activity["pricing"]["availability_fare_per_person"] == 3900
    assert activity["pricing"]["total_payable"] == 7350
    assert (await caller.content()).json()["data"][0]["pricing"]["max_available_fare"] == 4300
    boat = (await caller.create(boat_body(passenger()))).json()
    assert boat["settlement_breakdown"]["total_debited"] == 2441.25


async def test_each_step_is_one_balanced_entry(caller: Caller, world: World) -> None:
    await caller.create(activity_body())
    ledger = world.ledger()
    assert len(ledger.entries) == 2
    assert sum(line.amount for entry in ledger.entries for line in entry.lines) == 0
    assert ledger.balance(Account.TRAVEL) == 714_000


async def test_a_body_is_read_whatever_its_order_and_spacing(caller: Caller) -> None:
    body = dict(reversed(activity_body().items()))
    assert (await caller.post("create_booking", json.dumps(body, indent=4).encode())).status_code == 201

"""The control endpoint: every fault from outside, for who has the key and sits at this computer."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from app.practice import Faults, World, practice_app
from app.practice.world.catalogue import IdentityFlags
from tests.support.practice.caller import (
    AFTERNOON_DIVE,
    CORAL_STAR,
    HEADERS,
    ROSS_ISLAND,
    SCUBA,
    TOMORROW,
    Caller,
    activity_body,
)

ADDRESS = "/practice/faults"


async def arm(caller: Caller, **command: object) -> httpx.Response:
    return await caller.http.post(ADDRESS, json=command)


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ({"fault": "before_work", "silent": False}, "NoAnswer"),
        ({"fault": "after_work"}, "NoAnswer"),
        ({"fault": "slow", "seconds": 1.5}, "Delay"),
        ({"fault": "cut_request", "at": 5, "cutting": "rst"}, "RequestCut"),
        ({"fault": "cut_answer", "at": 0}, "AnswerCut"),
        ({"fault": "answer", "status": 502, "body": "x", "headers": {"a": "b"}}, "OtherAnswer"),
        ({"fault": "revoke_key"}, "KeyTrouble"),
        ({"fault": "disable_key"}, "KeyTrouble"),
        ({"fault": "unconfigure_boats"}, "BoatsOut"),
        ({"fault": "wallet", "cash": "10.00"}, "WorldChange"),
        ({"fault": "seats", "product_id": 1}, "WorldChange"),
        ({"fault": "price", "product_id": 1, "by": "5"}, "WorldChange"),
        ({"fault": "flags", "schedule_id": CORAL_STAR, "is_id_mandatory": True}, "WorldChange"),
    ],
    ids=str,
)
async def test_every_fault_can_be_armed_and_forgotten(
    caller: Caller, faults: Faults, command: dict[str, object], kind: str
) -> None:
    answer = await arm(caller, **command, endpoint="create_booking", times=3)
    assert answer.status_code == 200
    assert answer.json()["armed"] == [{"fault": kind, "endpoint": "create_booking", "times": 3}]
    assert (await caller.http.get(ADDRESS)).json() == answer.json()
    assert (await caller.http.delete(ADDRESS)).json()["armed"] == []
    assert faults.armed == ()


async def test_an_outage_lasts_until_it_is_cleared(caller: Caller) -> None:
    await arm(caller, fault="disable_key")
    for _ in range(3):
        assert (await caller.wallet()).json()["code"] == "API_ACCESS_DISABLED"
    await caller.http.delete(ADDRESS)
    assert (await caller.wallet()).status_code == 200


async def test_the_world_changes_at_once(caller: Caller, world: World) -> None:
    await arm(caller, fault="wallet", cash="12.50", credit_left="0.00")
    await arm(caller, fault="seats", product_id=AFTERNOON_DIVE["availability_id"], seats=1)
    await arm(caller, fault="seats", product_id=ROSS_ISLAND, day=TOMORROW.isoformat())
    await arm(caller, fault="price", product_id=SCUBA, by="150.00")
    await arm(caller, fault="flags", schedule_id=CORAL_STAR, is_id_no_required=True)
    assert (await caller.balances())[0] == 12.5
    assert world.ledger().credit_left == 0
    assert await caller.seats(SCUBA, AFTERNOON_DIVE["availability_id"]) == 1
    boats = world.departures(TOMORROW)
    assert boats[2].remaining == 0
    assert boats[0].flags == IdentityFlags(is_id_no_required=True)
    assert world.fare_span(world.activities[0]) == (395_000, 435_000)


async def test_a_change_can_wait_for_a_call(caller: Caller) -> None:
    await arm(caller, fault="wallet", cash="0", credit_left="0", endpoint="create_booking")
    assert (await caller.balances())[0] == 100_000
    assert (await caller.create(activity_body())).status_code == 402


async def test_an_armed_silence_is_silent(caller: Caller) -> None:
    await arm(caller, fault="before_work", endpoint="wallet_balance")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(caller.wallet(), 0.05)


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"fault": "earthquake"},
        {"fault": "slow"},
        {"fault": "slow", "seconds": 601},
        {"fault": "slow", "seconds": 1, "endpoint": "nowhere"},
        {"fault": "after_work", "times": 0},
        {"fault": "after_work", "loud": True},
        {"fault": "answer", "status": 700},
        {"fault": "wallet", "cash": "0.001"},
        {"fault": "cut_request", "at": 1, "endpoint": "cancel_booking CONFIRM"},
    ],
    ids=str,
)
async def test_a_fault_that_is_not_understood_is_refused(
    caller: Caller, faults: Faults, command: dict[str, object]
) -> None:
    answer = await arm(caller, **command)
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert faults.armed == ()


async def test_control_needs_the_key_and_this_computer(world: World) -> None:
    app = practice_app(world)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://practice") as http:
        assert (await http.get(ADDRESS)).status_code == 401
    far = httpx.ASGITransport(app, client=("192.0.2.1", 5000))
    async with httpx.AsyncClient(transport=far, base_url="http://practice", headers=HEADERS) as http:
        assert (await http.get(ADDRESS)).status_code == 404


async def test_control_knows_three_methods(caller: Caller) -> None:
    assert (await caller.http.put(ADDRESS)).status_code == 405

"""Faults on demand, in process: at which call, how often, and what they leave behind."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import httpx
import pytest

from app.practice import Faults, World, practice_app
from app.practice.service.faults import CONFIRM, EVERYWHERE, Cutting, Fault, OtherAnswer, RequestCut
from app.practice.world.catalogue import IdentityFlags
from tests.support.practice.caller import (
    AFTERNOON_DIVE,
    CORAL_STAR,
    HEADERS,
    SCUBA,
    TOMORROW,
    Caller,
    activity_body,
    boat_body,
    cancel_body,
    passenger,
)

PATIENCE = 0.05


async def test_silence_after_the_work_leaves_a_booking(caller: Caller, world: World, faults: Faults) -> None:
    faults.after_work("create_booking", silent=True, times=1)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(caller.create(activity_body()), PATIENCE)
    assert len(world.bookings) == 1
    assert (await caller.create(activity_body())).status_code == 201


async def test_silence_before_the_work_leaves_nothing(caller: Caller, world: World, faults: Faults) -> None:
    faults.before_work("create_booking")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(caller.create(activity_body()), PATIENCE)
    assert world.bookings == ()


@pytest.mark.parametrize("worked", [False, True])
async def test_a_closed_connection_is_an_error_in_process(
    caller: Caller, world: World, faults: Faults, *, worked: bool
) -> None:
    arm = faults.after_work if worked else faults.before_work
    arm("create_booking", silent=False)
    with pytest.raises(ConnectionResetError):
        await caller.create(activity_body())
    assert len(world.bookings) == worked


async def test_a_cut_answer_is_an_error_in_process(caller: Caller, world: World, faults: Faults) -> None:
    faults.cut_answer("create_booking", 10, Cutting.RST)
    with pytest.raises(ConnectionResetError):
        await caller.create(activity_body())
    assert len(world.bookings) == 1


async def test_slow_work_is_done_late(caller: Caller, world: World, faults: Faults) -> None:
    faults.slow("create_booking", 0.01)
    answer = await caller.create(activity_body())
    assert answer.status_code == 201
    assert len(world.bookings) == 1


async def test_held_work_is_done_when_it_is_let_go(caller: Caller, world: World, faults: Faults) -> None:
    release = faults.hold("create_booking", times=2)
    first = asyncio.create_task(caller.create(activity_body()))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(caller.create(activity_body()), PATIENCE)
    assert (await caller.content()).status_code == 200
    assert world.bookings == ()
    release.set_result(None)
    assert (await first).status_code == 201
    assert len(world.bookings) == 1


@pytest.mark.parametrize("worked", [False, True])
async def test_any_answer_can_come_instead(
    caller: Caller, world: World, faults: Faults, *, worked: bool
) -> None:
    page = OtherAnswer(502, b"<html>", {"Content-Type": "text/html", "Retry-After": "5"}, worked=worked)
    faults.answer("create_booking", page)
    answer = await caller.create(activity_body())
    assert (answer.status_code, answer.content) == (502, b"<html>")
    assert (answer.headers["content-type"], answer.headers["retry-after"]) == ("text/html", "5")
    assert len(world.bookings) == worked


async def test_an_answer_without_a_body_has_none(caller: Caller, faults: Faults) -> None:
    faults.answer("content", OtherAnswer(204, b"ignored"))
    answer = await caller.content()
    assert (answer.status_code, answer.content) == (204, b"")
    assert "content-length" not in answer.headers


async def test_a_revoked_and_a_disabled_key(caller: Caller, faults: Faults) -> None:
    faults.disable_key("wallet_balance", times=1)
    disabled = await caller.wallet()
    assert (disabled.status_code, disabled.json()["code"]) == (403, "API_ACCESS_DISABLED")
    assert (await caller.wallet()).status_code == 200
    faults.revoke_key()
    for answer in (await caller.wallet(), await caller.content(), await caller.create(activity_body())):
        assert (answer.status_code, answer.json()["code"]) == (401, "INVALID_API_KEY")
    faults.clear()
    assert (await caller.wallet()).status_code == 200


async def test_boats_out_of_order_leave_activities_alone(caller: Caller, faults: Faults) -> None:
    sold = (await caller.create(boat_body(passenger()))).json()["booking_ref"]
    faults.unconfigure_boats()
    answers = [
        await caller.content("BOAT", TOMORROW),
        await caller.search("BOAT", TOMORROW),
        await caller.create(boat_body(passenger())),
        await caller.cancel(cancel_body(sold, module_type="BOAT", passenger_ids=[1])),
        await caller.status(sold, "BOAT"),
    ]
    assert {(each.status_code, each.json()["code"]) for each in answers} == {
        (424, "BOAT_PROVIDER_NOT_CONFIGURED")
    }
    assert (await caller.content()).status_code == 200
    assert (await caller.search()).status_code == 200
    assert (await caller.create(activity_body())).status_code == 201
    assert (await caller.wallet()).status_code == 200


async def test_the_world_changes_between_look_and_sale(caller: Caller, faults: Faults) -> None:
    faults.change("create_booking", lambda world: world.leave_seats(AFTERNOON_DIVE["availability_id"], 1))
    faults.change("create_booking", lambda world: world.shift_price(SCUBA, 200))
    answer = await caller.create(activity_body())
    assert answer.json()["code"] == "SEATS_NOT_AVAILABLE"
    assert faults.armed == ()
    assert (await caller.create(activity_body(qty=1))).json()["pricing"]["net_partner_total"] == 3600


async def test_flags_and_wallet_change_from_now_on(caller: Caller, world: World, faults: Faults) -> None:
    flags = IdentityFlags(is_id_upload_required=True)
    faults.change("create_booking", lambda world: world.set_flags(CORAL_STAR, flags))
    refused = await caller.create(boat_body(passenger(), schedule_id=CORAL_STAR))
    assert refused.json()["code"] == "IDENTITY_REQUIRED"
    faults.change("create_booking", lambda world: world.set_wallet(cash=0, credit_left=0), times=None)
    for _ in range(2):
        assert (await caller.create(activity_body())).status_code == 402
    assert len(faults.armed) == 1
    assert world.ledger().credit_left == 0


async def test_a_fault_comes_as_often_as_asked_and_at_its_call_only(caller: Caller, faults: Faults) -> None:
    faults.answer("wallet_balance", OtherAnswer(500, b""), times=2)
    assert (await caller.content()).status_code == 200
    assert [(await caller.wallet()).status_code for _ in range(3)] == [500, 500, 200]


async def test_faults_of_one_kind_wait_for_each_other(caller: Caller, faults: Faults) -> None:
    for status in (500, 503):
        faults.answer(EVERYWHERE, OtherAnswer(status, b""))
    assert [(await caller.wallet()).status_code for _ in range(3)] == [500, 503, 200]


async def test_a_confirm_can_fail_where_its_quote_does_not(caller: Caller, faults: Faults) -> None:
    ref = (await caller.create(activity_body())).json()["booking_ref"]
    faults.answer(CONFIRM, OtherAnswer(500, b""))
    quoted = await caller.cancel(cancel_body(ref, action="QUOTE", qty=1))
    assert quoted.status_code == 200
    assert (await caller.cancel(cancel_body(ref, qty=1))).status_code == 500


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(OtherAnswer(500, b""), "bookings"), "one of content"),
        (Fault(OtherAnswer(500, b""), "content", 0), "at least once"),
        (Fault(OtherAnswer(99, b""), "content"), "200 to 599"),
        (Fault(RequestCut(5, Cutting.FIN), CONFIRM), "whether it confirms"),
    ],
)
def test_a_fault_that_could_never_come_is_refused(faults: Faults, fault: Fault, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        faults.add(fault)
    assert faults.armed == ()


async def test_a_failure_of_the_service_itself_has_the_error_body_too(world: World, faults: Faults) -> None:
    faults.change("content", lambda world: world.shift_price(SCUBA, "0.001"))
    transport = httpx.ASGITransport(practice_app(world, faults), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://practice", headers=HEADERS) as http:
        answer = await Caller(http).content()
    assert (answer.status_code, answer.json()["code"]) == (500, "SERVICE_ERROR")


def test_seats_can_be_given_as_well_as_taken(world: World) -> None:
    day = TOMORROW + timedelta(days=1)
    world.leave_seats(CORAL_STAR, 60, day=day)
    assert (
        next(each for each in world.departures(day) if each.schedule.schedule_id == CORAL_STAR).remaining
        == 60
    )

"""The world outlives a restart, and a damaged file is kept aside."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from app.practice import NEIGHBOUR_KEY, World, practice_app
from app.practice.protocol.errors import RequestRefusedError
from app.practice.world.booking import Cancellation
from app.practice.world.orders import ActivityOrder, BoatOrder, CancelOrder, OrderModule, OrderTraveller
from tests.support.practice.caller import (
    AFTERNOON_DIVE,
    HEADERS,
    SCUBA,
    SEA_HERON,
    TODAY,
    TOMORROW,
    Caller,
    Clock,
    activity_body,
)

DIVE = ActivityOrder("sale-1", 2, TODAY, **AFTERNOON_DIVE)
ARJUN = OrderTraveller("Arjun", 41, "MALE", "INDIAN", "VOTER ID", has_id_number=True, has_id_proof=False)


def remaining(world: World) -> int:
    dive = world.activity(SCUBA)
    assert dive is not None
    return world.slots(dive, TODAY)[3].remaining


def test_bookings_wallet_and_seats_survive(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "deep" / "world.json"
    before = World(7, clock, path)
    booking = before.sell_activity(DIVE)
    boat = before.sell_boat(BoatOrder("sale-2", TOMORROW, SEA_HERON, (ARJUN, ARJUN)))
    order = CancelOrder("cancel-1", booking.ref, OrderModule.ACTIVITY, qty=1)
    cancelled = before.cancel(order)
    clock.move(hours=1)
    after = World(1, clock, path)
    assert after.warning == ""
    assert after.bookings == before.bookings
    assert after.ledger().entries == before.ledger().entries
    assert after.ledger().cash == before.ledger().cash
    assert remaining(after) == remaining(before) == 10
    assert after.programme.origin == TODAY
    assert after.cancel(order) == cancelled
    assert after.sell_activity(DIVE).ref not in {booking.ref, boat.ref}
    assert not list(path.parent.glob("*.new"))


def test_the_seed_of_the_file_wins(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "world.json"
    World(7, clock, path).sell_activity(DIVE)
    kept, other = World(1, clock, path), World(1, clock)
    sea_walk = kept.activities[3]
    assert [each.remaining for each in kept.slots(sea_walk, TOMORROW)] != [
        each.remaining for each in other.slots(sea_walk, TOMORROW)
    ]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"practice":false}', b"\x00" * 100])
def test_a_damaged_file_is_set_aside(tmp_path: Path, clock: Clock, content: bytes) -> None:
    path = tmp_path / "world.json"
    path.write_bytes(content)
    world = World(clock=clock, state_file=path)
    assert "starts afresh" in world.warning
    assert "world.json.broken-20261121T104206" in world.warning
    assert (tmp_path / "world.json.broken-20261121T104206").read_bytes() == content
    assert world.bookings == ()
    world.sell_activity(DIVE)
    assert World(clock=clock, state_file=path).warning == ""


def test_a_file_whose_books_do_not_balance_is_set_aside(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "world.json"
    World(clock=clock, state_file=path).sell_activity(DIVE)
    saved = json.loads(path.read_bytes())
    saved["agents"][0]["entries"][0]["lines"][0]["amount"] += 1
    path.write_text(json.dumps(saved))
    assert "starts afresh" in World(clock=clock, state_file=path).warning


def test_a_booking_of_a_product_that_is_gone_cannot_be_cancelled(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "world.json"
    world = World(clock=clock, state_file=path)
    glow = next(each for each in world.slots(world.activities[4], TODAY) if each.is_bookable)
    booking = world.sell_activity(ActivityOrder("1", 1, TODAY, glow.slot.availability_id, glow.slot.slot_id))
    smaller = World(clock=clock, state_file=path, activities=2)
    with pytest.raises(RequestRefusedError, match="no longer in the catalogue"):
        smaller.quote(CancelOrder("2", booking.ref, OrderModule.ACTIVITY, qty=1))


async def test_a_booking_of_a_product_that_is_gone_still_shows_its_status(
    tmp_path: Path, clock: Clock
) -> None:
    path = tmp_path / "world.json"
    world = World(clock=clock, state_file=path, deduplicates=True)
    glow = next(each for each in world.slots(world.activities[4], TODAY) if each.is_bookable)
    body = activity_body(availability_id=glow.slot.availability_id, slot_id=glow.slot.slot_id, qty=1)
    async with caller_of(world) as http:
        ref = (await Caller(http).create(body)).json()["booking_ref"]
    async with caller_of(World(clock=clock, state_file=path, activities=2)) as http:
        shown = (await Caller(http).status(ref)).json()["data"]
    assert shown["metadata"]["activity_name"] == "Glow kayaking after dark"
    assert shown["financial_summary"]["total_paid"] == 2992.5


async def test_a_file_that_cannot_be_written_is_an_error_of_the_service(tmp_path: Path, clock: Clock) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    world = World(clock=clock, state_file=tmp_path / "world.json")
    moved = World(clock=clock, state_file=None)
    assert moved.bookings == world.bookings
    (tmp_path / "world.json.new").mkdir()
    async with caller_of(world) as http:
        answer = await Caller(http).create(activity_body())
    assert (answer.status_code, answer.json()["code"]) == (500, "SERVICE_ERROR")


async def test_the_neighbour_is_kept_too(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "world.json"
    async with caller_of(World(clock=clock, state_file=path), NEIGHBOUR_KEY) as http:
        ref = (await Caller(http).create(activity_body())).json()["booking_ref"]
    async with caller_of(World(clock=clock, state_file=path), NEIGHBOUR_KEY) as http:
        assert (await Caller(http).status(ref)).status_code == 200
        assert await Caller(http).balances() == (92_860, 0)


def test_a_replay_after_a_restart_refunds_nothing(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "world.json"

    def confirm() -> tuple[Cancellation, int]:
        world = World(clock=clock, state_file=path)
        ref = world.bookings[0].ref if world.bookings else world.sell_activity(DIVE).ref
        return world.cancel(CancelOrder("cancel-1", ref, OrderModule.ACTIVITY, qty=2)), world.ledger().cash

    assert confirm() == confirm()


def caller_of(world: World, key: str | None = None) -> httpx.AsyncClient:
    headers = HEADERS if key is None else {**HEADERS, "X-API-KEY": key}
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(practice_app(world)), base_url="http://practice", headers=headers
    )

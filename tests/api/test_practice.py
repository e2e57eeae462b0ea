"""Client and practice service, each written from the interface alone, understand each other."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from app.api.client import PartnerClient
from app.api.messages.answers import BoatAvailability
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    RefusedError,
)
from app.api.messages.request_body import Proof
from app.api.messages.requests import (
    ActivityCancellation,
    ActivityContentQuery,
    ActivityQuote,
    ActivitySearchQuery,
    BoatCancellation,
    BoatContentQuery,
    BoatSearchQuery,
    Module,
    StatusQuery,
    WalletQuery,
)
from app.practice import PRACTICE_KEY, PracticeServer, World
from tests.support.api.raw_service import Dispatch
from tests.support.api.samples import FOREIGNER, INDIAN, activity_booking, boat_booking

WALLET_NOW = WalletQuery(request_id="wallet-1")


@asynccontextmanager
async def practising(world: World) -> AsyncGenerator[tuple[PartnerClient, PracticeServer], None]:
    """A client of a practice service on a real socket."""
    with PracticeServer(world) as server:
        async with PartnerClient(server.base_url, ApiKey(PRACTICE_KEY)) as client:
            yield client, server


@pytest.mark.parametrize("older", ["older", ""])
async def test_catalogue_and_search(older: str) -> None:
    world = World(older=bool(older))
    day = world.today + dt.timedelta(days=3)
    async with practising(world) as (client, _):
        activities = await client.content(ActivityContentQuery(travel_date=day, limit=500))
        summaries = await client.content(ActivityContentQuery())
        boats = await client.content(BoatContentQuery(travel_date=day))
        slots = await client.search_availability(ActivitySearchQuery(date=day))
        departures = await client.search_availability(BoatSearchQuery(date=day))
    for answer in (activities, summaries, boats, slots, departures):
        assert answer.items
        assert not answer.set_aside
        assert answer.count == len(answer.items)
    assert len(activities.items) == len(world.activities)
    assert all(("booking_rules" not in item) == bool(older) for item in slots.items)


async def test_unlucky_items_cost_only_themselves() -> None:
    world = World(unlucky=True)
    day = world.today + dt.timedelta(days=3)
    async with practising(world) as (client, _):
        activities = await client.content(ActivityContentQuery(travel_date=day))
        slots = await client.search_availability(ActivitySearchQuery(date=day))
    for answer in (activities, slots):
        assert {each.index for each in answer.set_aside} <= {5, 8, 9}
        assert answer.set_aside
        assert len(answer.items) + len(answer.set_aside) == answer.count


async def test_sale_of_an_activity_and_its_cancellation() -> None:
    world = World()
    day = world.today + dt.timedelta(days=3)
    dispatch = Dispatch()
    async with practising(world) as (client, _):
        found = await client.search_availability(ActivitySearchQuery(date=day))
        slot = next(each for each in found.items if (each.get("booking_rules") or {}).get("is_bookable"))
        before = await client.wallet_balance(WALLET_NOW)
        ids = {"availability_id": slot["availability_id"], "slot_id": slot["slot"]["slot_id"]}
        sale = await client.create_booking(activity_booking(travel_date=day, **ids), dispatch=dispatch)
        after = await client.wallet_balance(WALLET_NOW)
        quote = await client.quote_cancellation(
            ActivityQuote(request_id="q-1", booking_ref=sale.booking_ref, qty=1)
        )
        request = ActivityCancellation(request_id="c-1", booking_ref=sale.booking_ref, qty=1)
        refund = await client.confirm_cancellation(request, dispatch=dispatch)
        query = StatusQuery(request_id="s-1", booking_ref=sale.booking_ref, module_type=Module.ACTIVITY)
        status = await client.booking_status(query)
    assert dispatch.count == 2
    assert sale.settlement_breakdown is not None
    assert sale.pricing is not None
    assert sale.unread == refund.unread == ()
    debited = sale.settlement_breakdown.total_debited
    assert debited == sale.pricing.total_payable
    cash = [each.data.financial_balances.live_available_balance for each in (before, after)]
    assert cash[0] - cash[1] == debited
    assert quote.fields["code"] == "BOOKING_CANCELLATION_QUOTED"
    assert refund.refund_reference
    assert status.data.financial_summary is not None
    assert status.data.financial_summary.total_paid == debited


async def test_sale_of_boat_seats_and_their_cancellation() -> None:
    world = World()
    day = world.today + dt.timedelta(days=3)
    async with practising(world) as (client, _):
        departures = await client.search_availability(BoatSearchQuery(date=day))
        trip: BoatAvailability = max(departures.items, key=_seats)
        guests = (
            FOREIGNER,
            INDIAN.model_copy(
                update={"id_type": "AADHAAR", "id_number": "1234", "id_proof_file": Proof(b"ABC")}
            ),
        )
        request = boat_booking(*guests, travel_date=day, schedule_id=trip["schedule_id"])
        sale = await client.create_booking(request, dispatch=Dispatch())
        query = StatusQuery(request_id="s-1", booking_ref=sale.booking_ref, module_type=Module.BOAT)
        status = await client.booking_status(query)
        people = status.data.traveler_manifest or ()
        ids = tuple(int(str((each.model_extra or {})["passenger_id"])) for each in people)
        cancel = BoatCancellation(request_id="c-1", booking_ref=sale.booking_ref, passenger_ids=ids)
        refund = await client.confirm_cancellation(cancel, dispatch=Dispatch())
    assert [each.traveler_name for each in people] == ["Jo Berg", "Asha Rao"]
    assert refund.new_booking_status == "Cancelled"


def _seats(departure: BoatAvailability) -> int:
    inventory = departure.get("inventory") or {}
    return inventory.get("remaining_seats") or 0


async def test_refusals() -> None:
    world = World()
    day = world.today + dt.timedelta(days=3)
    async with practising(world) as (client, server):
        with pytest.raises(RefusedError) as caught:
            await client.create_booking(activity_booking(travel_date=day), dispatch=Dispatch())
        assert caught.value.code == "AVAILABILITY_NOT_FOUND"
        assert caught.value.words
        server.faults.unconfigure_boats()
        with pytest.raises(BoatsNotConfiguredError):
            await client.content(BoatContentQuery(travel_date=day))
        assert (await client.content(ActivityContentQuery(travel_date=day))).items
        server.faults.disable_key()
        with pytest.raises(AccessDisabledError):
            await client.wallet_balance(WALLET_NOW)
        server.faults.clear()
        server.faults.revoke_key()
        with pytest.raises(KeyRefusedError):
            await client.wallet_balance(WALLET_NOW)

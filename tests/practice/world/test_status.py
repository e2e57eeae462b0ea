"""booking_status.php and wallet_balance.php: what is shown of a booking and of the wallet."""

from __future__ import annotations

import httpx
import pytest

from app.practice import World, practice_app
from app.practice.world.orders import ActivityOrder
from tests.support.practice.caller import (
    AFTERNOON_DIVE,
    HEADERS,
    TODAY,
    Caller,
    Clock,
    activity_body,
    boat_body,
    cancel_body,
    passenger,
    sold_boat,
    sold_dive,
)


async def test_the_status_of_an_activity_is_in_lower_case(caller: Caller, world: World) -> None:
    ref = await sold_dive(caller)
    data = (await caller.status(ref)).json()["data"]
    assert data == {
        "booking_reference": ref,
        "module": "ACTIVITY",
        "booking_status": "confirmed",
        "payment_status": "paid",
        "refund_status": "NONE",
        "metadata": {
            "activity_name": "Discover scuba dive, Elephant Beach",
            "travel_date": "2026-11-21",
            "slot_label": "Afternoon dive 1",
        },
        "financial_summary": {"total_paid": 7140, "total_refunded": 0, "balance_amount": 0},
        "ledger_reconciliation": {
            "journal_status": "SETTLED",
            "ledger_journal_entry_id": world.bookings[0].entry_id,
        },
        "practice": True,
    }


async def test_the_status_of_a_boat_is_capitalised(caller: Caller) -> None:
    ref, ids = await sold_boat(caller)
    data = (await caller.status(ref, "BOAT")).json()["data"]
    assert (data["booking_status"], data["payment_status"], data["refund_status"]) == (
        "Confirmed",
        "Paid",
        "NONE",
    )
    assert data["metadata"] == {
        "boat_name": "MV Sea Heron",
        "trip_name": "Swaraj Dweep day return",
        "departure_time": "07:15:00",
    }
    assert data["financial_breakdown"] == {
        "fare_amount": 8225,
        "permit_amount": 1190,
        "gst_amount": 470.75,
        "total_price": 9885.75,
    }
    assert data["traveler_manifest"][2] == {
        "passenger_id": ids[2],
        "traveler_name": "Arjun Nair",
        "age": 9,
        "pax_gender": "MALE",
        "passenger_type": "Child",
        "traveler_status": "Confirmed",
    }


async def test_the_wallet_shows_its_latest_entries_newest_first(caller: Caller) -> None:
    ref = await sold_dive(caller)
    await caller.cancel(cancel_body(ref, qty=1))
    wallet = (await caller.wallet()).json()
    assert wallet["code"] == "WALLET_METRICS_DECODED_SUCCESSFULLY"
    data = wallet["data"]
    assert data["account_status"] == "active"
    assert data["credit_facility"] == {
        "allocated_limit": 50_000,
        "limit_utilized": 0,
        "available_credit_runway": 50_000,
    }
    entries = data["recent_ledger_journal_snapshot"]
    assert [each["entry_type"] for each in entries] == ["REFUND", "BOOKING", "OPENING"]
    assert [each["request_id"] for each in entries] == ["cancel-1", "sale-1", None]
    for entry in entries:
        assert sum(line["debit"] for line in entry["lines"]) == sum(line["credit"] for line in entry["lines"])


async def test_the_snapshot_rolls_over_after_ten_entries(caller: Caller) -> None:
    for number in range(11):
        await caller.create(activity_body(qty=1, request_id=f"sale-{number}"))
    entries = (await caller.wallet()).json()["data"]["recent_ledger_journal_snapshot"]
    assert len(entries) == 10
    assert entries[0]["request_id"] == "sale-10"


async def test_the_older_variant_has_no_numbers_of_travellers_or_requests(clock: Clock) -> None:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(practice_app(World(clock=clock, older=True))),
        base_url="http://practice",
        headers=HEADERS,
    ) as http:
        caller = Caller(http)
        ref = (await caller.create(boat_body(passenger()))).json()["booking_ref"]
        manifest = (await caller.status(ref, "BOAT")).json()["data"]["traveler_manifest"]
        entries = (await caller.wallet()).json()["data"]["recent_ledger_journal_snapshot"]
    assert "passenger_id" not in manifest[0]
    assert "request_id" not in entries[0]


@pytest.mark.parametrize(
    "body", [{}, {"request_id": ""}, {"request_id": 1}, {"request_id": "1", "agent": 2}], ids=str
)
async def test_a_wrong_wallet_request_is_refused(caller: Caller, body: dict[str, object]) -> None:
    answer = await caller.post("wallet_balance", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


def test_credit_is_set_beside_what_is_drawn_already(world: World) -> None:
    world.set_wallet(cash=0)
    world.sell_activity(ActivityOrder("1", 1, TODAY, **AFTERNOON_DIVE))
    world.set_wallet(credit_left=100)
    ledger = world.ledger()
    assert (ledger.credit_used, ledger.credit_left, ledger.credit_limit) == (357_000, 10_000, 367_000)


async def test_setting_the_wallet_to_what_it_is_posts_nothing(world: World) -> None:
    world.set_wallet(cash=100_000)
    assert len(world.ledger().entries) == 1

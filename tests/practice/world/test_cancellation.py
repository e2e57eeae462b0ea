"""cancel_booking.php: what comes back, to which part of the wallet, and only once."""

from __future__ import annotations

from typing import Any

import pytest

from app.practice import World
from tests.support.practice.caller import (
    AFTERNOON_DIVE,
    SCUBA,
    TOMORROW,
    Caller,
    Clock,
    cancel_body,
    sold_boat,
    sold_dive,
)


async def test_a_quote_changes_nothing(caller: Caller) -> None:
    ref = await sold_dive(caller)
    answer = await caller.cancel(cancel_body(ref, action="QUOTE", qty=1))
    assert answer.status_code == 200
    assert answer.json()["pricing_summary"] == {
        "amount_debited": 3570,
        "platform_cancellation_charge": 1785,
        "net_agent_refund": 1785,
        "currency": "INR",
    }
    assert await caller.balances() == (92_860, 0)
    assert (await caller.status(ref)).json()["data"]["booking_status"] == "confirmed"


async def test_seats_are_given_up_one_after_the_other(caller: Caller) -> None:
    ref = await sold_dive(caller)
    first = (await caller.cancel(cancel_body(ref, qty=1))).json()
    assert first["code"] == "BOOKING_CANCELLATION_SETTLED_INSTANTLY"
    assert first["new_booking_status"] == "Partially Cancelled"
    assert first["pricing_summary"] == {
        "net_agent_refund_credited": 1785,
        "platform_cancellation_charge": 1785,
    }
    assert await caller.seats(SCUBA, AFTERNOON_DIVE["availability_id"]) == 10
    partly = (await caller.status(ref)).json()["data"]
    assert (partly["booking_status"], partly["refund_status"]) == (
        "partially_cancelled",
        "PARTIALLY_REFUNDED",
    )
    second = (await caller.cancel(cancel_body(ref, qty=1, request_id="cancel-2"))).json()
    assert second["new_booking_status"] == "Cancelled"
    assert second["refund_reference"] != first["refund_reference"]
    assert await caller.balances() == (96_430, 0)
    gone = (await caller.status(ref)).json()["data"]
    assert (gone["booking_status"], gone["payment_status"], gone["refund_status"]) == (
        "cancelled",
        "refunded",
        "REFUNDED",
    )
    assert gone["financial_summary"] == {"total_paid": 7140, "total_refunded": 3570, "balance_amount": 0}
    third = await caller.cancel(cancel_body(ref, qty=1, request_id="cancel-3"))
    assert (third.status_code, third.json()["code"]) == (409, "BOOKING_ALREADY_CANCELLED")


async def test_more_seats_than_are_booked_are_refused(caller: Caller) -> None:
    ref = await sold_dive(caller)
    answer = await caller.cancel(cancel_body(ref, qty=3))
    assert answer.json()["errors"] == [
        {"field": "qty", "message": "Only 2 seats of this booking are left to cancel."}
    ]


async def test_cancelling_early_is_free_and_late_is_lost(caller: Caller, clock: Clock) -> None:
    clock.move(days=-1, hours=-3)
    ref = await sold_dive(caller, travel_date="2026-11-21")
    early = (await caller.cancel(cancel_body(ref, qty=1))).json()["pricing_summary"]
    assert early == {"net_agent_refund_credited": 3570, "platform_cancellation_charge": 0}
    clock.move(days=2)
    lost = (await caller.cancel(cancel_body(ref, qty=1, request_id="late"))).json()["pricing_summary"]
    assert lost == {"net_agent_refund_credited": 0, "platform_cancellation_charge": 3570}


async def test_a_booking_cancelled_for_nothing_says_so(caller: Caller, clock: Clock) -> None:
    ref = await sold_dive(caller)
    clock.move(days=1)
    await caller.cancel(cancel_body(ref, qty=2))
    shown = (await caller.status(ref)).json()["data"]
    assert (shown["booking_status"], shown["payment_status"], shown["refund_status"]) == (
        "cancelled",
        "paid",
        "NO_REFUND",
    )


async def test_travellers_are_cancelled_by_their_numbers(caller: Caller) -> None:
    ref, ids = await sold_boat(caller)
    body = cancel_body(ref, module_type="BOAT", passenger_ids=[ids[1]])
    quote = (await caller.cancel({**body, "action": "QUOTE", "request_id": "quote"})).json()
    assert quote["pricing_summary"]["amount_debited"] == 2388.75
    done = (await caller.cancel(body)).json()
    # Fewer than 24 hours before departure: half, rounded up to ten rupees.
    assert done["pricing_summary"] == {
        "net_agent_refund_credited": 1188.75,
        "platform_cancellation_charge": 1200,
    }
    shown = (await caller.status(ref, "BOAT")).json()["data"]
    assert (shown["booking_status"], shown["payment_status"]) == ("Partially Cancelled", "Paid")
    assert [each["traveler_status"] for each in shown["traveler_manifest"]] == [
        "Confirmed",
        "Cancelled",
        "Confirmed",
        "Confirmed",
    ]
    again = await caller.cancel({**body, "request_id": "cancel-2"})
    assert (again.status_code, again.json()["errors"][0]["field"]) == (422, "passenger_ids")
    rest = [each for each in ids if each != ids[1]]
    last = (await caller.cancel({**body, "request_id": "cancel-3", "passenger_ids": rest})).json()
    assert last["new_booking_status"] == "Cancelled"
    assert (await caller.search("BOAT", TOMORROW)).json()["data"][1]["inventory"]["remaining_seats"] == 118


async def test_a_refund_repays_the_credit_of_its_booking_first(caller: Caller, world: World) -> None:
    world.set_wallet(cash=6000)
    ref = await sold_dive(caller)
    assert await caller.balances() == (0, 1140)
    await caller.cancel(cancel_body(ref, qty=1))
    assert await caller.balances() == (645, 0)


async def test_a_replayed_confirm_answers_the_same_and_refunds_once(caller: Caller) -> None:
    ref = await sold_dive(caller)
    first = await caller.cancel(cancel_body(ref, qty=1))
    replay = await caller.cancel(cancel_body(ref, qty=1))
    assert first.content == replay.content
    assert await caller.balances() == (94_645, 0)
    other = await caller.cancel(cancel_body(ref, qty=2))
    assert (other.status_code, other.json()["code"]) == (409, "REQUEST_ID_REUSED")


async def test_a_quote_does_not_use_up_a_request_id(caller: Caller) -> None:
    ref = await sold_dive(caller)
    await caller.cancel(cancel_body(ref, qty=1, action="QUOTE"))
    assert (await caller.cancel(cancel_body(ref, qty=2))).json()["new_booking_status"] == "Cancelled"


@pytest.mark.parametrize("module", ["BOAT", "ACTIVITY"])
async def test_a_booking_is_found_in_its_own_module_only(caller: Caller, module: str) -> None:
    refs = {"ACTIVITY": await sold_dive(caller), "BOAT": (await sold_boat(caller))[0]}
    other = next(ref for each, ref in refs.items() if each != module)
    fields: dict[str, Any] = {"qty": 1} if module == "ACTIVITY" else {"passenger_ids": [1]}
    for ref in (other, "PRNOTHING"):
        status = await caller.status(ref, module)
        cancel = await caller.cancel(cancel_body(ref, module_type=module, **fields))
        assert (status.status_code, status.json()["code"]) == (404, "BOOKING_NOT_FOUND")
        assert (cancel.status_code, cancel.json()["code"]) == (404, "BOOKING_NOT_FOUND")


@pytest.mark.parametrize(
    "changes",
    [
        {"action": "confirm"},
        {"action": None},
        {"qty": 0},
        {"qty": None},
        {"passenger_ids": [1]},
        {"booking_ref": ""},
        {"booking_ref": "x" * 41},
        {"module_type": "BOAT"},
        {"module_type": "BOAT", "qty": 1, "passenger_ids": [1]},
        {"reason": "rain"},
    ],
    ids=str,
)
async def test_a_wrong_cancellation_is_refused(caller: Caller, changes: dict[str, object]) -> None:
    ref = await sold_dive(caller)
    answer = await caller.cancel({**cancel_body(ref, qty=1), **changes})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert await caller.balances() == (92_860, 0)


@pytest.mark.parametrize("ids", [[], [1, 1], [True], ["1"], [1.0], 1, None, [2**70, 0]], ids=str)
async def test_wrong_passenger_numbers_are_refused(caller: Caller, ids: object) -> None:
    ref, _ = await sold_boat(caller)
    answer = await caller.cancel(cancel_body(ref, module_type="BOAT", passenger_ids=ids))
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "passenger_ids")

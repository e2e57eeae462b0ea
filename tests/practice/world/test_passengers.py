"""create_booking.php for boats: passengers, identity, foreigners, documents, closing days."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.practice import World
from app.practice.world.catalogue import IdentityFlags
from tests.support.practice.caller import (
    BLUE_TERN_UPLOAD,
    CORAL_STAR,
    ROSS_ISLAND,
    SEA_HERON,
    TODAY,
    TOMORROW,
    Caller,
    Clock,
    boat_body,
    foreigner,
    passenger,
)


async def test_a_boat_is_sold_to_its_passengers(caller: Caller) -> None:
    family = [passenger(), passenger(traveler_name="Meera Nair"), passenger(age=9), foreigner(age=34)]
    answer = await caller.create(boat_body(*family))
    sold = answer.json()
    assert answer.status_code == 201
    assert set(sold) == {"status", "code", "booking_id", "booking_ref", "settlement_breakdown", "practice"}
    assert sold["booking_ref"].startswith("PRBT")
    assert sold["settlement_breakdown"]["total_debited"] == 9334.5
    boats = (await caller.search("BOAT", TOMORROW)).json()["data"]
    assert boats[1]["inventory"]["remaining_seats"] == 114


async def test_boats_close_days_before_and_at_departure(caller: Caller, clock: Clock) -> None:
    shuttle = boat_body(passenger(), schedule_id=9405)
    assert (await caller.create(shuttle)).json()["code"] == "BOOKING_CLOSED"
    ross = boat_body(passenger(), schedule_id=ROSS_ISLAND, travel_date=TODAY.isoformat())
    assert (await caller.create(ross)).json()["code"] == "BOOKING_CLOSED"
    clock.now = clock.now.replace(hour=7, minute=59)
    assert (await caller.create(ross)).status_code == 201


@pytest.mark.parametrize(
    ("schedule_id", "day"),
    [(9400, TOMORROW), (9429, TOMORROW), (9408, TOMORROW), (SEA_HERON, TODAY + timedelta(90))],
)
async def test_a_schedule_that_does_not_run_is_not_found(
    caller: Caller, schedule_id: int, day: object
) -> None:
    answer = await caller.create(boat_body(passenger(), schedule_id=schedule_id, travel_date=str(day)))
    assert (answer.status_code, answer.json()["code"]) == (404, "SCHEDULE_NOT_FOUND")


async def test_a_reference_capacity_is_shown_unchanged_but_runs_out(caller: Caller, world: World) -> None:
    world.leave_seats(ROSS_ISLAND, 1, day=TOMORROW)
    assert (await caller.create(boat_body(passenger(), schedule_id=ROSS_ISLAND))).status_code == 201
    shown = (await caller.search("BOAT", TOMORROW)).json()["data"][2]["inventory"]["remaining_seats"]
    assert shown == 60
    full = await caller.create(boat_body(passenger(), schedule_id=ROSS_ISLAND))
    assert full.json()["code"] == "SEATS_NOT_AVAILABLE"


@pytest.mark.parametrize(
    "wrong",
    [
        {"traveler_name": ""},
        {"age": -1},
        {"age": 121},
        {"age": "41"},
        {"age": True},
        {"pax_gender": "male"},
        {"nationality": ""},
        {"id_type": "voter"},
        {"id_number": " "},
        {"id_number": 5},
        {"id_proof_file": ""},
        {"id_proof_file": "data:image/png;base64,QUJD"},
        {"id_proof_file": "QUJ"},
        {"id_proof_file": "QUJ\u00e9"},
        {"id_proof_file": "A" * 2_000_000},
        {"seat": 4},
    ],
    ids=lambda wrong: str(wrong)[:40],
)
async def test_a_wrong_passenger_field_is_refused(caller: Caller, wrong: dict[str, object]) -> None:
    answer = await caller.create(boat_body(passenger(**wrong)))
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert answer.json()["errors"][0]["field"].startswith("passengers[0].")


@pytest.mark.parametrize(
    "changes",
    [{"passengers": []}, {"qty": 2}, {"passengers": [5]}, {"passengers": {"0": passenger()}}, {"slot_id": 1}],
    ids=str,
)
async def test_passengers_and_qty_agree(caller: Caller, changes: dict[str, object]) -> None:
    answer = await caller.create({**boat_body(passenger()), **changes})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


async def test_a_document_of_one_character_less_than_the_limit_is_accepted(caller: Caller) -> None:
    answer = await caller.create(boat_body(foreigner(id_proof_file="QUJD" * 499_999)))
    assert answer.status_code == 201


@pytest.mark.parametrize("missing", ["id_type", "id_number", "id_proof_file"])
@pytest.mark.parametrize("schedule_id", [CORAL_STAR, SEA_HERON])
async def test_a_foreigner_needs_all_three(caller: Caller, missing: str, schedule_id: int) -> None:
    guest = foreigner()
    del guest[missing]
    answer = await caller.create(boat_body(passenger(), guest, schedule_id=schedule_id))
    assert (answer.status_code, answer.json()["code"]) == (422, "FOREIGN_PASSENGER_DOCUMENTS_REQUIRED")
    assert [each["field"] for each in answer.json()["errors"]] == ["passengers[1]"]


@pytest.mark.parametrize("nationality", ["indian", "Indian", " INDIAN", "INDIA"])
async def test_only_the_exact_word_means_indian(caller: Caller, nationality: str) -> None:
    answer = await caller.create(boat_body(passenger(nationality=nationality)))
    assert answer.json()["code"] == "FOREIGN_PASSENGER_DOCUMENTS_REQUIRED"


async def test_a_foreigner_with_another_document_is_refused(caller: Caller) -> None:
    answer = await caller.create(boat_body(foreigner() | {"id_type": "DRIVING LICENCE"}))
    assert answer.json()["code"] == "FOREIGN_PASSENGER_DOCUMENTS_REQUIRED"


FLAG_FIELDS = ("id_type", "id_number", "id_proof_file")


@pytest.mark.parametrize("flags", [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)], ids=str)
async def test_every_passenger_brings_what_the_flags_ask_for_now(
    caller: Caller, world: World, flags: tuple[int, int, int]
) -> None:
    world.set_flags(CORAL_STAR, IdentityFlags(*map(bool, flags)))
    shown = (await caller.content("BOAT", TOMORROW)).json()["data"][0]["policies"]["identity_enforcement"]
    assert tuple(shown.values()) == flags
    bare = {name: value for name, value in passenger().items() if name not in FLAG_FIELDS}
    full = foreigner() | {"nationality": "INDIAN"}
    refused = await caller.create(boat_body(full, bare, schedule_id=CORAL_STAR))
    wanted = [f"passengers[1].{field}" for field, flag in zip(FLAG_FIELDS, flags, strict=True) if flag]
    if wanted:
        assert (refused.status_code, refused.json()["code"]) == (422, "IDENTITY_REQUIRED")
        assert [each["field"] for each in refused.json()["errors"]] == wanted
    else:
        assert refused.status_code == 201
    assert (await caller.create(boat_body(full, full, schedule_id=CORAL_STAR))).status_code == 201


async def test_an_upload_alone_can_be_required(caller: Caller) -> None:
    assert (await caller.create(boat_body(passenger(), schedule_id=BLUE_TERN_UPLOAD))).status_code == 422
    with_copy = passenger(id_proof_file="QUJD")
    assert (await caller.create(boat_body(with_copy, schedule_id=BLUE_TERN_UPLOAD))).status_code == 201


async def test_an_age_without_a_ticket_is_refused(caller: Caller) -> None:
    answer = await caller.create(boat_body(passenger(age=3)))
    assert answer.json()["errors"] == [
        {"field": "passengers[0].age", "message": "No ticket is sold for this age on this trip."}
    ]


async def test_a_hundred_passengers_fit_in_one_booking(caller: Caller, world: World) -> None:
    world.set_wallet(cash=1_000_000)
    answer = await caller.create(boat_body(*[passenger() for _ in range(100)]))
    assert answer.status_code == 201
    assert sum(seat.paid for seat in world.bookings[0].seats) == world.bookings[0].sale.total


async def test_documents_and_contacts_are_not_kept(caller: Caller, world: World) -> None:
    await caller.create(boat_body(foreigner(id_number="CANARY-PASSPORT"), customer_phone="9999988888"))
    kept = repr(world.bookings)
    assert "CANARY-PASSPORT" not in kept
    assert "9999988888" not in kept

"""A booking of the service beside a sale of which only the answer was lost."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.api.messages.answers import StatusAnswer
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Change, UnknownOutcome
from app.desk.payment.booking_match import match, party_print
from app.desk.payment.evidence_journal import case_of, looks_of
from app.store.journal.journal import Attempt
from app.store.journal.states import Kind, State
from tests.support.counter import Counter
from tests.support.desk.all_sales import all_sales
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT, MEERA
from tests.support.desk.virtual_time import VirtualTime, lose_answer, nobody, service, timed_desk
from tests.support.store.scenes import open_journal, step

PARTY = [("Arjun  Nair", 41, "MALE"), ("Meera Nair", 38, "FEMALE")]
BOAT = {"module": "BOAT", "boat_name": "MV Sea Heron", "trip_name": "Day return", "departs": "07:15:00"}
ACTIVITY = {
    "module": "ACTIVITY",
    "title": "Dive",
    "day": "2026-11-21",
    "slot_label": "Slot 1",
    "expected_low": "100.00",
    "expected_high": "100.01",
}


def _attempt(folder: Path, facts: dict[str, str], private: dict[str, str] | None = None) -> Attempt:
    journal = open_journal(folder)
    journal.append(
        intent_id="one",
        attempt=1,
        request_id="request",
        kind=Kind.CREATE,
        state=State.PREPARED,
        facts={**facts, "qty": 2},
        private=private or {},
    )
    (attempt,) = journal.attempts()
    journal.close()
    return attempt


def _answer(**data: object) -> StatusAnswer:
    return StatusAnswer.model_validate({"status": "SUCCESS", "data": data})


def _manifest(*people: tuple[str, int, str]) -> list[dict[str, object]]:
    return [dict(zip(("traveler_name", "age", "pax_gender"), each, strict=True)) for each in people]


_PLACE = {"boat_name": "mv sea heron", "trip_name": "Day return", "departure_time": "07:15:00"}


def test_people_are_compared_whatever_their_order_and_spelling() -> None:
    assert party_print(PARTY) == party_print([("MEERA NAIR", 38, "female "), ("arjun nair", 41, "Male")])
    assert party_print(PARTY) != party_print(PARTY[:1])
    assert party_print([(None, None, None)]) != party_print([])


def test_a_party_has_the_hash_that_every_earlier_program_wrote() -> None:
    assert party_print(PARTY) == "eb08edd138f16bec34a6fd2ef951e432c6ac76e9239f7d2725e036f213081bec"
    nobody_known = "339d680f35da00a87a5d8075f0a7f1c57a5c2ef24bf0c0d941fc6f8c6f20c82a"
    assert party_print([(None, None, None)]) == nobody_known


@pytest.mark.parametrize(("qty", "ours"), [(2, "2 passengers"), (None, "")])
def test_other_people_are_not_named(tmp_path: Path, qty: int | None, ours: str) -> None:
    attempt = _attempt(tmp_path, BOAT, {"party": party_print(PARTY)})
    attempt = replace(attempt, facts={**attempt.facts, "qty": qty})
    found = match(attempt, _answer(metadata=_PLACE, traveler_manifest=_manifest(PARTY[0])))
    assert found.differences == (Change("Passengers", ours, "other people"),)
    assert found.status == ""


def test_another_total_is_what_the_wallet_paid(tmp_path: Path) -> None:
    paid = {"total_paid": Decimal("100.02")}
    (total,) = match(_attempt(tmp_path, ACTIVITY), _answer(financial_summary=paid)).differences
    assert (total.what, total.new, total.is_net) == ("Total", "100.02", True)


def test_spaces_between_words_are_one_and_no_words_are_none(tmp_path: Path) -> None:
    attempt = _attempt(tmp_path, {**ACTIVITY, "title": "Sea   walk"})
    assert match(attempt, _answer(metadata={"activity_name": " sea walk"})).differences == ()
    (apart,) = match(attempt, _answer(metadata={"activity_name": "seawalk"})).differences
    assert apart.what == "Activity"
    assert match(attempt, _answer(metadata={"activity_name": ""})).differences == ()


@pytest.mark.parametrize(
    ("place", "people", "differs", "certain", "same"),
    [
        (_PLACE, PARTY[::-1], [], True, True),
        (_PLACE, [("Bruno Nair", 41, "MALE"), PARTY[1]], ["Passengers"], False, False),
        ({**_PLACE, "departure_time": "08:15:00"}, PARTY, ["Departure"], False, False),
        ({**_PLACE, "departure_time": None}, PARTY, [], False, True),
        ({**_PLACE, "boat_name": "Blue"}, PARTY, ["Boat"], False, False),
        ({**_PLACE, "trip_name": None}, PARTY, [], False, False),
        ({**_PLACE, "trip_name": "Night"}, PARTY, ["Trip"], False, False),
        (_PLACE, [], [], False, False),
        ({}, PARTY, [], False, False),
    ],
)
def test_a_boat_is_certain_when_place_and_people_are_equal(
    tmp_path: Path,
    place: dict[str, str],
    people: list[tuple[str, int, str]],
    differs: list[str],
    *,
    certain: bool,
    same: bool,
) -> None:
    attempt = _attempt(tmp_path, BOAT, {"party": party_print(PARTY)})
    found = match(attempt, _answer(metadata=place, traveler_manifest=_manifest(*people)))
    assert [each.what for each in found.differences] == differs
    assert (found.is_certain, found.is_same) == (certain, same)


@pytest.mark.parametrize(
    ("place", "same"),
    [(_PLACE, True), ({**_PLACE, "trip_name": None}, False), ({**_PLACE, "boat_name": "Blue"}, False)],
)
def test_a_boat_whose_people_are_lost_is_known_by_the_whole_place(
    tmp_path: Path, place: dict[str, str], *, same: bool
) -> None:
    found = match(_attempt(tmp_path, BOAT), _answer(metadata=place, traveler_manifest=_manifest(*PARTY)))
    assert (found.is_certain, found.is_same) == (False, same)


def test_without_a_place_nothing_is_compared(tmp_path: Path) -> None:
    attempt = _attempt(tmp_path, BOAT, {"party": party_print(PARTY)})
    found = match(attempt, _answer(booking_status="Confirmed"))
    assert (found.differences, found.is_certain, found.status) == ((), False, "Confirmed")
    assert not found.is_same


@pytest.mark.parametrize(
    ("place", "paid", "differs", "same"),
    [
        ({"activity_name": "dive", "travel_date": "2026-11-21", "slot_label": "slot 1"}, "100.01", [], True),
        ({"activity_name": "dive", "travel_date": "2026-11-21"}, None, [], True),
        ({"activity_name": "dive", "travel_date": "2026-11-21"}, "100.02", ["Total"], False),
        ({"activity_name": "dive", "slot_label": "slot 1"}, "100.01", [], False),
        ({"travel_date": "2026-11-21", "slot_label": "slot 1"}, "100.01", [], False),
        (
            {"activity_name": "Walk", "travel_date": "2026-11-22"},
            "100.00",
            ["Activity", "Travel date"],
            False,
        ),
        ({"slot_label": "Slot 2"}, None, ["Slot"], False),
        ({}, "100.02", ["Total"], False),
    ],
)
def test_an_activity_is_never_certain(
    tmp_path: Path, place: dict[str, str], paid: str | None, differs: list[str], *, same: bool
) -> None:
    summary = {"total_paid": None if paid is None else Decimal(paid)}
    found = match(_attempt(tmp_path, ACTIVITY), _answer(metadata=place, financial_summary=summary))
    assert [each.what for each in found.differences] == differs
    assert (found.is_certain, found.is_same) == (False, same)


def test_an_answer_that_tells_nothing_differs_in_nothing_and_is_no_proof(tmp_path: Path) -> None:
    found = match(_attempt(tmp_path, ACTIVITY), _answer())
    assert (found.differences, found.is_same) == ((), False)


def test_what_an_older_program_kept_makes_a_case_with_holes(tmp_path: Path) -> None:
    attempt = _attempt(tmp_path, {"module": "BOAT", "expected_low": "x", "expected_high": "NaN"})
    case = case_of(attempt)
    assert (case.expected, case.before, case.prints, case.is_service_time) == (None, None, (), False)
    assert case.sent_at == attempt.last_at
    journal = open_journal(tmp_path / "looks")
    for state in (State.PREPARED, State.DISPATCHED, State.UNKNOWN):
        step(journal, state)
    step(journal, State.UNKNOWN, seen_at="someday")
    step(journal, State.UNKNOWN, seen_at="2026-11-21T05:00:00")
    (looked,) = journal.attempts()
    assert looks_of(looked) == ()
    journal.close()


@pytest.fixture
async def older(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk whose service names no request in its ledger, and that has sold three times."""
    with service(older=True) as server:
        async with timed_desk(tmp_path / "desk", VirtualTime(), server) as counter:
            for number in range(3):
                draft = replace(await counter.draft(number), customer_phone=f"987650000{number}")
                await counter.book(draft)
            yield counter


async def _lost_boat(counter: Counter) -> str:
    found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
    trip = next(each for each in found.departures if each.trip_name == "Swaraj Dweep day return")
    draft: BoatDraft = replace(BOAT_DRAFT, departure=trip, passengers=(ARJUN, MEERA))
    preflight = await counter.desk.selling.preflight(draft)
    counter.faults.after_work("create_booking", silent=False)
    outcome = await counter.desk.selling.book(preflight, nobody)
    assert isinstance(outcome, UnknownOutcome)
    return outcome.request_id


async def test_a_boat_with_the_same_people_is_recognised_by_what_own_sales_taught(older: Counter) -> None:
    request = await _lost_boat(older)
    findings = await older.desk.unknown_outcomes.look(request)
    assert not findings.is_open
    sale = next(each for each in all_sales(older.desk.bookings) if each.request_id == request)
    assert (sale.state, sale.booking_ref) == ("Booked", older.world.bookings[-1].ref)
    (attempt,) = [each for each in older.journal.attempts() if each.request_id == request]
    assert "Arjun" not in str({**attempt.facts, "private": attempt.private.get("party")})


async def test_an_equal_sale_of_this_counter_is_not_taken_for_the_lost_one(older: Counter) -> None:
    request = await lose_answer(older, worked=True)
    draft = replace(await older.draft(), customer_phone="9876512345")
    await older.book(draft)
    findings = await older.desk.unknown_outcomes.look(request)
    assert findings.is_open
    assert "2 new entries of the expected amount" in findings.verdict.why


async def test_a_typed_pnr_of_a_boat_is_asked_of_its_module(older: Counter) -> None:
    request = await _lost_boat(older)
    found = await older.desk.unknown_outcomes.check_pnr(request, older.world.bookings[-1].ref)
    assert (found.differences, found.status) == ((), "Confirmed")

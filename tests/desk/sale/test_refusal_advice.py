"""Every refusal leads somewhere: which field, whose, and what to do; whatever shape its body has."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from app.api.messages.answer_fields import Json
from app.api.messages.api_key import ApiKey
from app.api.messages.error_body import refusal
from app.api.messages.errors import NotSentError, RefusedError
from app.desk.model.sale import Advice, Problem
from app.desk.sale.advice import advise_refused_sale, advise_unsent_sale
from app.desk.sale.refusal_advice import is_unchanged, problem_of
from app.practice.protocol.errors import STATUS_OF, error_body
from app.practice.protocol.errors import RequestRefusedError as ServiceRefusal
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.desk.samples import DRAFT

KEY = ApiKey("no-key-of-anybody")
EMAIL = ("customer_email", None, "Correct the e-mail, then check again.")
NUMBER = ("id_number", 1, "Correct ID number of passenger 2, then check again.")


def refused(status: int, body: dict[str, Json], *, is_boat: bool = False) -> RefusedError:
    return refusal(status, body, KEY, is_boat=is_boat)


@pytest.mark.parametrize("code", [code for code, status in STATUS_OF.items() if status < 500])
@pytest.mark.parametrize("is_boat", [False, True], ids=["activity", "boat"])
def test_every_code_says_what_happened_that_nothing_moved_and_what_to_do(code: str, *, is_boat: bool) -> None:
    body = cast("dict[str, Json]", error_body(ServiceRefusal(code, "It is so.")))
    found = advise_refused_sale(refused(STATUS_OF[code], body, is_boat=is_boat), is_boat=is_boat)
    assert found.what.endswith(".") or found.what.endswith('"')
    assert found.meaning == "Nothing was booked or debited."
    assert found.action.endswith(".")
    assert ("Code", code) in found.details


@pytest.mark.parametrize(
    ("status", "code", "activity", "boat"),
    [
        (402, "WALLET_BALANCE_INSUFFICIENT", "wallet", "wallet"),
        (404, "AVAILABILITY_NOT_FOUND", "slot", "departure"),
        (404, "SCHEDULE_NOT_FOUND", "slot", "departure"),
        (409, "BOOKING_CLOSED", "slot", "departure"),
        (409, "SEATS_NOT_AVAILABLE", "slot", "departure"),
        (413, "BODY_TOO_LARGE", "passengers", "passengers"),
        (422, "IDENTITY_REQUIRED", "", "passengers"),
        (424, "BOAT_PROVIDER_NOT_CONFIGURED", "", "departure"),
        (401, "INVALID_API_KEY", "key", "key"),
        (403, "API_ACCESS_DISABLED", "key", "key"),
        (429, "TOO_MANY", "", ""),
    ],
)
def test_a_refusal_stands_beside_what_it_is_about(status: int, code: str, activity: str, boat: str) -> None:
    body: dict[str, Json] = {"status": "ERROR", "code": code}
    for is_boat, field in ((False, activity), (True, boat)):
        found = advise_refused_sale(refused(status, body, is_boat=is_boat), is_boat=is_boat)
        assert found.field == field


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"errors": [{"field": "customer_email", "message": "No."}]}, EMAIL),
        ({"errors": {"customer_email": ["No."]}}, EMAIL),
        ({"error": {"details": {"customer_email": "bad"}}}, EMAIL),
        ({"message": "The field customer_email is wrong."}, EMAIL),
        ({"code": "X", "field": "customer_email", "reason": "No."}, EMAIL),
        ({"errors": [{"field": "passengers[1].id_number", "message": "No."}]}, NUMBER),
        ({"errors": {"passengers": [{}, {"id_number": "missing"}]}}, NUMBER),
        ({"message": "passengers.1.id_number is required"}, NUMBER),
        (
            {"message": "id_type must be PASSPORT"},
            ("passengers", None, "Look through the passengers, then check again."),
        ),
        ({"message": "travel_date has passed"}, ("departure", None, "Choose another departure.")),
        # What only echoes the order names nothing.
        ({"request": {"customer_email": "a@b"}, "message": "No."}, ("passengers", None, None)),
    ],
)
def test_the_field_is_found_in_any_shape(
    body: dict[str, Json], expected: tuple[str, int | None, str | None]
) -> None:
    found = advise_refused_sale(refused(422, {"status": "ERROR", **body}, is_boat=True), is_boat=True)
    field, row, action = expected
    assert (found.field, found.row) == (field, row)
    assert action is None or found.action == action


def test_a_number_of_seats_and_what_no_activity_has() -> None:
    for text, field in (("qty is too large", "qty"), ("id_number is missing", "")):
        assert advise_refused_sale(refused(422, {"message": text})).field == field


def test_too_many_bytes_are_said_before_the_order_was_whole() -> None:
    found = advise_unsent_sale(NotSentError("x", is_too_large=True))
    assert (found.field, found.meaning) == ("passengers", "Nothing was booked or debited.")
    assert found.action.startswith("The copies are too large")


def test_what_was_refused_is_told_until_it_is_changed() -> None:
    email = problem_of(Advice("", "", "Correct it.", field="customer_email"))
    assert email == Problem("customer_email", "The service did not take this. Correct it.")
    assert email is not None
    assert is_unchanged(email, DRAFT, replace(DRAFT, qty=3))
    assert not is_unchanged(email, DRAFT, replace(DRAFT, customer_email="x@example.com"))
    assert problem_of(Advice("", "", "", field="wallet")) is None
    for cell in ("id_number", "id_proof_file"):
        problem = Problem(cell, "x", 3)
        assert is_unchanged(problem, BOAT_DRAFT, BOAT_DRAFT)
        changed = replace(BOAT_DRAFT.passengers[3], id_number="7", document=None)
        other = replace(BOAT_DRAFT, passengers=(*BOAT_DRAFT.passengers[:3], changed))
        assert not is_unchanged(problem, BOAT_DRAFT, other)
        assert not is_unchanged(problem, BOAT_DRAFT, replace(other, passengers=other.passengers[:2]))

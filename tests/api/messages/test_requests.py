"""A request that breaks a limit of the interface cannot be built, and a good one has one body only."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from app.api.messages.request_body import Proof
from app.api.messages.requests import (
    PROOF_LIMIT,
    ActivityBooking,
    ActivityContentQuery,
    ActivityQuote,
    BoatCancellation,
    BoatContentQuery,
    PassengerItem,
    StatusQuery,
    WalletQuery,
    body_of,
    query_of,
)
from tests.support.api.samples import (
    ACTIVITY_CANCELLATION,
    ACTIVITY_QUOTE,
    BOAT_CANCELLATION,
    BOAT_QUOTE,
    DAY,
    FOREIGNER,
    INDIAN,
    STATUS_QUERY,
    WALLET_QUERY,
    activity_booking,
    boat_booking,
)

LARGEST_DOCUMENT = (PROOF_LIMIT - 1) // 4 * 3
CUSTOMER = (
    '"travel_date":"2099-12-24","customer_name":"Asha Rao",'
    '"customer_email":"asha@example.com","customer_phone":"919876543210"'
)
PEOPLE = (
    '{"traveler_name":"Asha Rao","age":31,"pax_gender":"FEMALE","nationality":"INDIAN"},'
    '{"traveler_name":"Jo Berg","age":40,"pax_gender":"MALE","nationality":"NORWEGIAN",'
    '"id_type":"PASSPORT","id_number":"N123","id_proof_file":"QUJD"}'
)
SLOT_IDS = '"availability_id":501,"slot_id":6'
SEATS = f'"schedule_id":7,"passengers":[{PEOPLE}]'
CANCELLING = '"booking_ref":"PNR7X2K9","module_type":'
GOLDEN = [
    (
        activity_booking(),
        f'{{"request_id":"ac1-desk-1","module_type":"ACTIVITY","qty":2,{CUSTOMER},{SLOT_IDS}}}',
    ),
    (
        boat_booking(),
        f'{{"request_id":"ac1-desk-1","module_type":"BOAT","qty":2,{CUSTOMER},{SEATS}}}',
    ),
    (ACTIVITY_QUOTE, f'{{"request_id":"ac1-desk-2",{CANCELLING}"ACTIVITY","action":"QUOTE","qty":1}}'),
    (
        BOAT_QUOTE,
        f'{{"request_id":"ac1-desk-2",{CANCELLING}"BOAT","action":"QUOTE","passenger_ids":[88,89]}}',
    ),
    (
        ACTIVITY_CANCELLATION,
        f'{{"request_id":"ac1-desk-3",{CANCELLING}"ACTIVITY","action":"CONFIRM","qty":1}}',
    ),
    (
        BOAT_CANCELLATION,
        f'{{"request_id":"ac1-desk-3",{CANCELLING}"BOAT","action":"CONFIRM","passenger_ids":[88]}}',
    ),
    (WALLET_QUERY, '{"request_id":"ac1-desk-4"}'),
    (STATUS_QUERY, f'{{"request_id":"ac1-desk-5",{CANCELLING}"BOAT"}}'),
]


@pytest.mark.parametrize(("request_", "text"), GOLDEN)
def test_body_is_exactly_this(request_: Any, text: str) -> None:
    assert body_of(request_).whole().decode() == text


def test_body_is_the_same_in_every_process() -> None:
    script = "from tests.support.api.samples import *; from app.api.messages.requests import *;"
    script += "print(body_of(boat_booking()).sha256())"
    other = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7"},
    )
    assert other.stdout.strip() == body_of(boat_booking()).sha256()


NAMES = st.text(
    st.characters(exclude_categories=["Cc", "Cs"]).filter(lambda letter: not letter.isspace()),
    min_size=1,
    max_size=100,
)


@given(NAMES, st.integers(), st.integers(1, 100))
def test_body_carries_what_was_given(name: str, slot: int, qty: int) -> None:
    request = activity_booking(customer_name=name, slot_id=slot, qty=qty)
    body = body_of(request).whole()
    assert json.loads(body)["customer_name"] == name
    assert json.loads(body)["slot_id"] == slot
    assert body.endswith(b"}")
    assert body == body_of(request.model_copy()).whole()


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("request_id", ["", "r" * 101, "two words", "r\u00e9f", "a\n", 7, None]),
        ("qty", [0, 101, -1, True, "2", 2.0, None]),
        ("travel_date", [dt.date(2020, 1, 1), "2099-12-24", dt.datetime(2099, 1, 1, tzinfo=dt.UTC), None]),
        ("customer_name", ["", "  ", "n" * 101, "a\x00b", "a\nb", "\ud800", 7]),
        ("customer_email", ["", "asha", "asha@", "@example.com", "a b@example.com", "x@example.com\n"]),
        (
            "customer_phone",
            ["", "1234567", "1" * 16, "+919876543210", "98765 43210", "\u0661" * 9, "12345678\n"],
        ),
        ("availability_id", [True, "501", 5.0, None]),
        ("slot_id", [True, "6", None]),
        ("module_type", ["BOAT"]),
        ("surprise", [1]),
    ],
)
def test_wrong_activity_booking(field: str, wrong: list[object]) -> None:
    for value in wrong:
        with pytest.raises(ValidationError) as caught:
            activity_booking(**{field: value})
        assert "Asha" not in str(caught.value)


@pytest.mark.parametrize("field", sorted(set(ActivityBooking.model_fields)))
def test_every_field_of_a_booking_is_needed(field: str) -> None:
    fields = {name: value for name, value in dict(activity_booking()).items() if name != field}
    with pytest.raises(ValidationError):
        ActivityBooking(**fields)


def test_limits_themselves_are_allowed() -> None:
    activity_booking(request_id="r" * 100, qty=1, customer_name="\u0905" * 100, customer_phone="1" * 8)
    activity_booking(qty=100, customer_phone="1" * 15)
    ActivityContentQuery(limit=1)
    ActivityContentQuery(limit=500)
    PassengerItem.model_validate({**dict(FOREIGNER), "id_proof_file": Proof(bytes(LARGEST_DOCUMENT))})


def test_day_is_past_only_when_it_is_past_everywhere() -> None:
    # A minute's grace, should midnight pass there while this test runs.
    last_today = dt.datetime.now(dt.UTC) - dt.timedelta(hours=12)
    activity_booking(travel_date=(last_today + dt.timedelta(minutes=1)).date())
    with pytest.raises(ValidationError, match="must not be in the past"):
        activity_booking(travel_date=last_today.date() - dt.timedelta(days=1))


@pytest.mark.parametrize(
    "changes",
    [
        {"id_type": None},
        {"id_type": "passport"},
        {"id_number": None},
        {"id_proof_file": None},
        {"id_proof_file": Proof(bytes(LARGEST_DOCUMENT + 1))},
        {"id_proof_file": Proof(b"")},
        {"id_proof_file": "QUJD"},
        {"id_proof_file": b"N123"},
        {"id_proof_file": {"data": b"N123"}},
        {"nationality": ""},
        {"nationality": " "},
        {"traveler_name": ""},
        {"traveler_name": "n" * 101},
        {"age": -1},
        {"age": 151},
        {"age": "30"},
        {"pax_gender": ""},
        {"id_number": "\x07"},
        {"passport": "N123"},
    ],
)
def test_wrong_passenger(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as caught:
        PassengerItem.model_validate({**dict(FOREIGNER), **changes})
    assert "N123" not in str(caught.value)


@pytest.mark.parametrize("nationality", ["indian", "Indian", " INDIAN", "MIXED"])
def test_only_exactly_indian_needs_no_passport(nationality: str) -> None:
    fields = {**dict(INDIAN), "nationality": nationality}
    with pytest.raises(ValidationError, match="a foreigner needs"):
        PassengerItem.model_validate(fields)


def test_passengers_are_as_many_as_seats() -> None:
    with pytest.raises(ValidationError, match="number of passengers"):
        boat_booking(INDIAN, qty=2)
    with pytest.raises(ValidationError):
        boat_booking(INDIAN, passengers=())


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (ActivityContentQuery, {"limit": 0}),
        (ActivityContentQuery, {"limit": 501}),
        (BoatContentQuery, {}),
        (BoatContentQuery, {"travel_date": None}),
        (ActivityQuote, {"request_id": "r", "booking_ref": "", "qty": 1}),
        (ActivityQuote, {"request_id": "r", "booking_ref": "P", "qty": 0}),
        (ActivityQuote, {"request_id": "r", "booking_ref": "P", "qty": 1, "action": "CONFIRM"}),
        (BoatCancellation, {"request_id": "r", "booking_ref": "P", "passenger_ids": ()}),
        (BoatCancellation, {"request_id": "r", "booking_ref": "P", "passenger_ids": (1, 1)}),
        (BoatCancellation, {"request_id": "r", "booking_ref": "P", "passenger_ids": (True,)}),
        (WalletQuery, {"request_id": ""}),
        (StatusQuery, {"request_id": "r", "booking_ref": "P", "module_type": "TRAIN"}),
        (StatusQuery, {"request_id": "r", "booking_ref": "P", "module_type": "BOAT"}),
    ],
)
def test_other_wrong_requests(kind: type[BaseModel], fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        kind(**fields)


def test_requests_are_frozen_and_show_no_personal_data() -> None:
    request = boat_booking()
    field = "qty"
    with pytest.raises(ValidationError):
        setattr(request, field, 5)
    for secret in ("Asha", "Berg", "N123", "QUJD", "example.com", "9876"):
        assert secret not in repr(request)


def test_query_has_no_empty_parameters() -> None:
    assert query_of(ActivityContentQuery()) == {"module": "ACTIVITY"}
    assert query_of(BoatContentQuery(travel_date=DAY, limit=5)) == {
        "module": "BOAT",
        "travel_date": "2099-12-24",
        "limit": "5",
    }

"""The service against its OpenAPI description, with requests that nobody thought of."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    missing_required_header,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
    use_after_free,
)

from app.practice import World, practice_app
from tests.support.practice.caller import (
    HEADERS,
    SCUBA,
    TODAY,
    TOMORROW,
    Clock,
    activity_body,
    boat_body,
    cancel_body,
    foreigner,
    passenger,
)
from tests.support.practice.openapi import description

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    missing_required_header,
    ignored_auth,
    unsupported_method,
    use_after_free,
]

REFUSED_UNREAD = ["400", "401", "405", "415", "422"]


def described(*, older: bool = False) -> Any:
    """The description, bound to a service with a world of its own."""
    found = schemathesis.openapi.from_dict(description())
    found.app = practice_app(World(clock=Clock(), older=older))
    found.config.generation.with_security_parameters = False
    found.config.checks.negative_data_rejection.expected_statuses = REFUSED_UNREAD
    return found


schema = described()


@schema.parametrize()
@settings(max_examples=20)
def test_no_request_breaks_the_description(case: schemathesis.Case) -> None:
    case.call_and_validate(headers=HEADERS, checks=CHECKS)


@pytest.mark.parametrize("older", [False, True])
def test_good_answers_are_as_described(*, older: bool) -> None:
    service = described(older=older)

    def call(path: str, method: str, **parts: Any) -> dict[str, Any]:
        case = service[f"/api/{path}.php"][method].Case(**parts)
        answer: dict[str, Any] = case.call_and_validate(headers=HEADERS, checks=CHECKS).json()
        assert answer["status"] == "SUCCESS"
        return answer

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        return call(path, "POST", body=body, media_type="application/json; charset=UTF-8")

    call("content", "GET", query={"module": "ACTIVITY"})
    call("content", "GET", query={"module": "ACTIVITY", "travel_date": TODAY.isoformat()})
    call("content", "GET", query={"module": "BOAT", "travel_date": TOMORROW.isoformat(), "limit": 500})
    call("search_availability", "GET", query={"module": "BOAT", "date": TOMORROW.isoformat()})
    call(
        "search_availability",
        "GET",
        query={"module": "ACTIVITY", "date": TODAY.isoformat(), "activity_id": SCUBA},
    )
    dive = post("create_booking", activity_body())["booking_ref"]
    people = [passenger(), foreigner()]
    boat = post("create_booking", boat_body(*people))["booking_ref"]
    post("booking_status", {"request_id": "1", "booking_ref": dive, "module_type": "ACTIVITY"})
    post("booking_status", {"request_id": "2", "booking_ref": boat, "module_type": "BOAT"})
    post("cancel_booking", cancel_body(dive, action="QUOTE", qty=1))
    post("cancel_booking", cancel_body(dive, qty=1))
    post("wallet_balance", {"request_id": "3"})

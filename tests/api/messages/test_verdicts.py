"""Yes and no are known in the words of many scripts, and what may mean either is neither."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from app.api.messages.verdicts import Tenor, says_yes, tenor_of

Many = tuple[dict[str, Any], ...]

YES: Many = (
    *(
        {"status": word}
        for word in ("SUCCESS", "success", " Success ", "Successful", "OK", "ok.", True, "true")
    ),
    *({"status": word} for word in ("200 OK", "Confirmed", "Booked", "done", "yes")),
    {"Status": "Success"},
    {"success": True},
    {"success": "true"},
    {"isSuccess": True},
    {"ok": True},
    {"result": "success"},
    {"result": True},
    {"code": "SUCCESS"},
    {"msg": "success"},
    {"message": "OK"},
    {"status": {"code": 200, "success": True}},
    {"requestStatus": {"success": True}},
    {"status": "SUCCESS", "code": 200, "error": None, "message": "Your booking is made."},
    {"status": "SUCCESS", "code": "BOOKING_IMMEDIATELY_SETTLED"},
    {"status": "SUCCESS", "errors": []},
    {"status": "SUCCESS", "error_code": 0},
)
HINTS: Many = (
    *({"status": word} for word in (1, "1", 200, "200", 201, "Y", "S")),
    {"status": Decimal("1.0")},
    {"success": 1},
    {"error": 0},
    {"error": 0, "status": 1},
    {"error": False},
    {"error": "OK"},
    {"error": "No error"},
    {"err": None, "data": {}},
    {"code": "200", "msg": ""},
    {"code": 200},
    {"statusCode": 200},
)
NO: Many = (
    *(
        {"status": word}
        for word in ("ERROR", "error", "FAILED", "Failure", "fail", False, "false", 0, "0", "N")
    ),
    *({"status": word} for word in ("F", "Rejected", "denied", 400, "404", 500, "Access denied")),
    {"STATUS": "failed"},
    {"success": False},
    {"success": 0},
    {"success": "no"},
    {"ok": False},
    {"error": True},
    {"error": 1},
    {"error": "No seats are left."},
    {"error": {"code": "SEATS_GONE"}},
    {"err": "Sold out"},
    {"errors": ["Too many."]},
    {"errorCode": "E_1"},
    {"error_code": 24},
    {"code": "400", "msg": "x"},
    {"code": 404},
    {"code": "ERROR"},
    {"message": "Failed"},
    {"requestStatus": {"success": False}},
    {"code": 200, "status": "error"},
    {"error": None, "status": "FAILED"},
    {"status": False, "error": "", "message": "No seats."},
)
PENDING: Many = (
    *(
        {"status": word}
        for word in ("PENDING", "Processing", "in_progress", "In Process", "QUEUED", "accepted")
    ),
    {"status": "payment_pending"},
    {"status": "Awaiting confirmation"},
    {"status": "PENDING", "success": True},
    {"status": "PENDING", "code": 200, "error": 0},
)
UNCLEAR: Many = (
    {"status": "Waitlisted?"},
    {"status": 2},
    {"status": Decimal("1E+308")},
    {"status": ["SUCCESS"]},
    {"status": "x" * 200},
    {"status": "7"},
    {"status": "SUCCESS", "success": False},
    {"status": "SUCCESS", "error": "It went wrong."},
    {"status": "ok", "code": 500},
    {"status": "PENDING", "success": False},
    {"status": "Waitlisted", "success": True},
)
SILENT: Many = (
    {},
    {"status": None},
    {"status": ""},
    {"status": " "},
    {"status": []},
    {"status": {}},
    {"data": {"status": "FAILED", "error": "x"}},
    {"code": "SEATS_GONE", "message": "No seats are left."},
    {"code": 0},
    {"code": "Y"},
    {"code": 7},
    {"message": 1},
    {"message": "0"},
    {"message": None},
    {"result": {"id": 7}},
    {"result": Decimal("0.0")},
    {"result": 0},
)
TABLE: dict[Tenor, Many] = {
    Tenor.YES: YES,
    Tenor.HINT: HINTS,
    Tenor.NO: NO,
    Tenor.PENDING: PENDING,
    Tenor.UNCLEAR: UNCLEAR,
    Tenor.SILENT: SILENT,
}
MEANING = {Tenor.YES: True, Tenor.HINT: True, Tenor.NO: False}


@pytest.mark.parametrize(
    ("fields", "tenor"), [(fields, tenor) for tenor, many in TABLE.items() for fields in many], ids=str
)
def test_what_an_answer_says(fields: dict[str, Any], tenor: Tenor) -> None:
    assert tenor_of(fields) is tenor
    assert says_yes(fields) is MEANING.get(tenor)

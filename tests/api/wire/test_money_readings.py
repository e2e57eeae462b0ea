"""The table of readings: what each kind of answer to a call that moves money proves, a row each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from app.api.messages.answers import BookingResult, CancellationResult
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    KeyRefusedError,
    Matter,
    NeverReadError,
    RefusedError,
    UnreadableAnswerError,
)
from app.api.messages.parsing import ShapeError
from app.api.wire import classification
from app.api.wire.classification import ExpectedAnswer, money_verdict
from app.api.wire.redirects import Redirect, redirect_of
from app.api.wire.transport import HttpReply
from app.core.language import mark

QUESTION = ExpectedAnswer(ApiKey("canary-key-4f1d"), is_boat=False, request_id="ac1-d-1", moves_money=True)
REF = "PNR7X2K9"
URL = "https://host.example/travel/api/create_booking.php"
IMUNIFY = "Access denied by Imunify360 bot-protection. IPs used for automation should be whitelisted"
PHP_LIMIT = (
    b"<br />\n<b>Warning</b>: POST Content-Length of 9437184 bytes exceeds the limit of 8388608 bytes in"
)
NGINX = b"<html><head><title>413 Request Entity Too Large</title></head></html>"
MODSECURITY = b"<html>Request body no files data length is larger than the configured limit (131072).</html>"
REFUSED_LATER = "refused once the wallet is unchanged"
CHALLENGE = b"<!DOCTYPE html><html><title>Just a moment...</title></html>"


def answer_to(status: int, body: object, redirect: Redirect | None = None, **head: Any) -> HttpReply:
    """A reply with a body as bytes, or as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return HttpReply(status, data, redirect=redirect, **head)


@dataclass(frozen=True)
class Read:
    """What was made of an answer to a sale."""

    kind: str
    detail: str = ""


def read(reply: HttpReply) -> Read:
    """What a reply proves for a sale, in a word, with the reference or what else counts."""
    try:
        return Read("settled", money_verdict(reply, QUESTION, BookingResult).booking_ref)
    except NeverReadError as error:
        return Read("not taken", "too large" if error.is_too_large else error.moved_to)
    except RefusedError as error:
        return Read("key refused" if isinstance(error, KeyRefusedError) else "refused", error.words or "")
    except UnreadableAnswerError as error:
        return unread(error)


def unread(error: UnreadableAnswerError) -> Read:
    """What an answer shows that neither settles nor refuses."""
    signs = error.signs
    if not error.money_may_have_moved:
        return Read("lost")
    if error.says_success:
        return Read("reference lost")
    if signs.is_pending:
        return Read("pending", signs.reference)
    if signs.refusal:
        return Read(REFUSED_LATER, signs.refusal.words or "")
    return Read("wall" if signs.is_wall else "unknown")


def moved(location: str, status: int = 301) -> HttpReply:
    """A redirect of the sale."""
    return answer_to(status, b"<html>Moved</html>", redirect_of(URL, status, location))


SETTLED, LOST, UNKNOWN, WALL = Read("settled", REF), Read("reference lost"), Read("unknown"), Read("wall")
TOO_LARGE = Read("not taken", "too large")

ROWS: dict[str, tuple[HttpReply, Read]] = {
    # A yes in any word with exactly one reference.
    "bare": (answer_to(201, {"status": "SUCCESS", "booking_ref": REF}), SETTLED),
    "ok": (answer_to(200, {"status": "OK", "booking_ref": REF}), SETTLED),
    "true": (answer_to(200, {"status": True, "booking_ref": REF}), SETTLED),
    "code": (answer_to(200, {"code": "200", "msg": "", "data": {"pnr": REF}}), SETTLED),
    "err": (answer_to(200, {"err": None, "data": [{"booking_ref": REF}]}), SETTLED),
    "in data": (answer_to(201, {"status": "success", "data": {"booking_ref": REF}}), SETTLED),
    "deeper": (answer_to(201, {"success": 1, "data": {"booking": {"bookingRef": REF}}}), SETTLED),
    "in a text": (answer_to(201, {"status": "OK", "data": json.dumps({"booking_ref": REF})}), SETTLED),
    "behind a notice": (
        answer_to(201, b"<br />\n<b>Notice</b>: x<br />\n" + json.dumps({"status": 1, "pnr": REF}).encode()),
        SETTLED,
    ),
    "list of one": (answer_to(200, [{"status": "SUCCESS", "booking_ref": REF}]), SETTLED),
    "no word": (answer_to(200, {"booking_ref": REF, "booking_id": 7}), SETTLED),
    "twice the same": (answer_to(201, {"status": "OK", "pnr": REF, "data": {"booking_ref": REF}}), SETTLED),
    "digits": (answer_to(201, {"status": "SUCCESS", "booking_ref": 40719}), Read("settled", "40719")),
    "paid inside": (answer_to(201, {"status": 1, "data": {"status": "Paid", "booking_ref": REF}}), SETTLED),
    # A reference that is contradicted, or is not the only one.
    "two": (answer_to(201, {"status": "SUCCESS", "booking_ref": REF, "data": {"pnr": "B2"}}), UNKNOWN),
    "a no": (answer_to(200, {"status": "FAILED", "booking_ref": REF}), UNKNOWN),
    "both": (answer_to(200, {"status": "SUCCESS", "success": False, "booking_ref": REF}), UNKNOWN),
    "words only": (answer_to(200, {"message": "It went wrong.", "booking_ref": REF}), UNKNOWN),
    "unknown word": (answer_to(201, {"status": "Wait?", "booking_ref": REF}), UNKNOWN),
    "no inside": (answer_to(201, {"status": "OK", "data": {"status": "error", "booking_ref": REF}}), UNKNOWN),
    "void": (answer_to(201, {"status": "OK", "booking_ref": REF, "booking_status": "Expired"}), UNKNOWN),
    "several": (answer_to(200, [{"booking_ref": REF}, {"booking_ref": "B2"}]), UNKNOWN),
    "foreign": (answer_to(201, {"status": "OK", "booking_ref": REF, "request_id": "ac1-d-2"}), UNKNOWN),
    "same, in capitals": (answer_to(201, {"booking_ref": REF, "request_id": "AC1-D-1"}), SETTLED),
    # A yes without a reference.
    "not ASCII": (answer_to(201, {"status": "SUCCESS", "booking_ref": "PNR\u00e9"}), LOST),
    "true for one": (answer_to(201, {"status": "SUCCESS", "booking_ref": True}), LOST),
    "below zero": (answer_to(201, {"status": "SUCCESS", "booking_ref": -1}), LOST),
    "yes alone": (answer_to(200, {"status": "SUCCESS"}), LOST),
    "not one": (answer_to(201, {"status": "SUCCESS", "booking_ref": "two words"}), LOST),
    "hint and 201": (answer_to(201, {"status": 1}), LOST),
    "hint and 200": (answer_to(200, {"status": 1}), UNKNOWN),
    "empty 201": (answer_to(201, b""), LOST),
    "empty 200": (answer_to(200, b""), UNKNOWN),
    # A no with an HTTP status of success.
    "no": (answer_to(200, {"status": False, "error": "No seats."}), Read(REFUSED_LATER, "No seats.")),
    "no 201": (answer_to(201, {"success": False}), Read(REFUSED_LATER)),
    "nothings": (
        answer_to(
            200, {"status": "error", "booking_id": 0, "booking_ref": "", "pnr": False, "message": "No."}
        ),
        Read(REFUSED_LATER, "No."),
    ),
    "code 400": (answer_to(200, {"code": "400", "msg": "Slot is full"}), Read(REFUSED_LATER, "Slot is full")),
    "no and an id": (answer_to(200, {"status": "error", "booking_id": 7}), UNKNOWN),
    # A no with an HTTP status of refusal.
    "409": (answer_to(409, {"status": "ERROR", "message": "No seats."}), Read("refused", "No seats.")),
    "false": (answer_to(400, {"status": False}), Read("refused")),
    "400 and 0": (answer_to(400, {"status": "ERROR", "booking_id": 0, "pnr": "N/A"}), Read("refused")),
    "409 and an id": (answer_to(409, {"status": "ERROR", "booking_id": 7}), UNKNOWN),
    "409 and a yes": (answer_to(409, {"status": "OK", "message": "No."}), UNKNOWN),
    "500": (answer_to(500, {"status": "ERROR", "message": "No seats."}), UNKNOWN),
    "key": (answer_to(403, {"error": "Invalid API key."}), Read("key refused", "Invalid API key.")),
    "address": (
        answer_to(401, {"status": False, "error": "IP unauthorized"}),
        Read("refused", "IP unauthorized"),
    ),
    # Taken in.
    "pending": (answer_to(200, {"status": "PENDING", "booking_ref": REF}), Read("pending", REF)),
    "processing": (answer_to(201, {"status": "success", "booking_status": "Processing"}), Read("pending")),
    "accepted": (answer_to(202, {"status": "SUCCESS", "booking_ref": REF}), Read("pending", REF)),
    # The script never had the order.
    "413": (answer_to(413, NGINX), TOO_LARGE),
    "413 of the service": (answer_to(413, {"status": "ERROR", "message": "Big."}), Read("refused", "Big.")),
    # PHP keeps the form back, and a script that reads the body by itself has all of it.
    "post_max_size": (answer_to(200, PHP_LIMIT), UNKNOWN),
    "post_max_size and a no": (
        answer_to(200, PHP_LIMIT + b'<br />\n{"status":"ERROR"}'),
        Read(REFUSED_LATER),
    ),
    "told": (answer_to(500, {"error": "The POST data is too large."}), UNKNOWN),
    "ModSecurity": (answer_to(400, MODSECURITY), TOO_LARGE),
    "413 and a PNR": (answer_to(413, b'{"status":"SUCCESS","booking_ref":"PNR7'), UNKNOWN),
    "warned and booked": (answer_to(201, {"status": "OK", "pnr": REF, "x": PHP_LIMIT.decode()}), SETTLED),
    "www": (
        moved("https://www.host.example/travel/api/create_booking.php", 308),
        Read("not taken", "https://www.host.example/travel"),
    ),
    # A script behind the encryption writes such an address by itself.
    "to http": (moved("http://host.example/travel/api/create_booking.php"), UNKNOWN),
    "www with more": (moved("https://www.host.example/travel/api/create_booking.php?x=1", 308), UNKNOWN),
    "www with a part": (moved("https://www.host.example/travel/api/create_booking.php#done"), UNKNOWN),
    "other path": (moved("https://host.example/travel/api/create_booking.php/"), UNKNOWN),
    "login": (moved("https://host.example/login", 302), UNKNOWN),
    "303": (moved("https://www.host.example/travel/api/create_booking.php", 303), UNKNOWN),
    "to itself": (moved(URL), UNKNOWN),
    # Walls.
    "imunify 200": (answer_to(200, {"message": IMUNIFY}), WALL),
    "imunify 403": (answer_to(403, {"message": IMUNIFY}), WALL),
    "challenge": (answer_to(403, CHALLENGE), WALL),
    "cloudflare": (answer_to(503, b"<html>Checking</html>", is_from_wall=True), WALL),
    "cloudflare 1010": (answer_to(403, b"error code: 1010"), WALL),
    "ModSecurity 406": (answer_to(406, b"<h1>Not Acceptable!</h1> generated by Mod_Security."), WALL),
    "sucuri": (answer_to(403, b"<html>Sucuri WebSite Firewall - Access Denied</html>"), WALL),
    "no envelope": (answer_to(200, {"message": "Hello."}), WALL),
    "429": (answer_to(429, b"<html>Slow down</html>"), WALL),
    "508": (answer_to(508, b"<html>Resource Limit Is Reached</html>"), WALL),
    "its own words": (answer_to(403, {"status": "ERROR", "message": "Sucuri?"}), Read("refused", "Sucuri?")),
    "through a wall": (
        answer_to(201, {"status": "SUCCESS", "booking_ref": REF}, is_from_wall=True),
        SETTLED,
    ),
    # Signs that it was done, beside a refusal.
    "paid and a no": (answer_to(409, {"message": "Mail failed", "payment_status": "paid"}), UNKNOWN),
    "debited and a no": (
        answer_to(422, {"status": "ERROR", "settlement_breakdown": {"total_debited": 5985}}),
        UNKNOWN,
    ),
    "settled code and a no": (
        answer_to(409, {"status": "ERROR", "code": "BOOKING_IMMEDIATELY_SETTLED", "message": "Mail"}),
        UNKNOWN,
    ),
    "yes inside a no": (answer_to(409, {"message": "Mail failed", "data": {"status": "SUCCESS"}}), UNKNOWN),
    "number and a no": (answer_to(409, {"message": "Mail failed", "booking_no": "71"}), UNKNOWN),
    "printed and a no": (
        answer_to(400, b'Array ( [booking_ref] => PNR7X2K9 ) {"status":"ERROR","message":"Mail failed"}'),
        UNKNOWN,
    ),
    "repetition": (answer_to(409, {"status": "ERROR", "code": "DUPLICATE_REQUEST", "message": "x"}), UNKNOWN),
    "repetition in words": (
        answer_to(200, {"status": "ERROR", "message": "This request was already processed."}),
        UNKNOWN,
    ),
    "proxy waited": (answer_to(408, {"message": "Request timeout"}), UNKNOWN),
    "proxy was left": (answer_to(499, {"message": "Client closed request"}), UNKNOWN),
    # A reference that is not that of this order, or is taken back beside it.
    "of the wallet": (
        answer_to(200, {"status": "SUCCESS", "data": {"ledger": [{"booking_ref": "OTHER1"}]}}),
        LOST,
    ),
    "code of the status": (
        answer_to(
            200, {"status": "SUCCESS", "code": "BOOKING_STATUS_DECODED_SUCCESSFULLY", "data": {"pnr": REF}}
        ),
        UNKNOWN,
    ),
    "existing": (answer_to(200, {"status": "SUCCESS", "existing_booking": {"booking_ref": REF}}), LOST),
    "foreign inside": (
        answer_to(201, {"status": "SUCCESS", "data": {"request_id": "ac1-d-2", "booking_ref": REF}}),
        UNKNOWN,
    ),
    "not settled": (answer_to(200, {"code": "BOOKING_NOT_SETTLED", "booking_ref": REF}), UNKNOWN),
    "number for a code": (answer_to(200, {"code": 4001, "booking_ref": REF}), UNKNOWN),
    "words inside": (
        answer_to(200, {"data": {"booking_ref": REF, "message": "Booking could not be completed"}}),
        UNKNOWN,
    ),
    "hint and a denial": (
        answer_to(200, {"code": "200", "message": "It could not be booked", "data": {"pnr": REF}}),
        UNKNOWN,
    ),
    "failed beside": (
        answer_to(201, {"status": "OK", "data": {"booking": {"pnr": REF}, "payment": {"status": "FAILED"}}}),
        UNKNOWN,
    ),
    "code of a no": (answer_to(201, {"status": "SUCCESS", "code": "BOOKING_FAILED", "pnr": REF}), UNKNOWN),
    "OK alone": (answer_to(200, {"message": "OK"}), UNKNOWN),
    "yes and words": (answer_to(200, {"success": True, "message": "Slot is full, nothing booked"}), UNKNOWN),
    "word for one": (answer_to(201, {"status": "SUCCESS", "booking_ref": "Array"}), LOST),
    "cut and a no": (
        answer_to(201, b'{"success":false,"message":"Slot is f', flaw="it broke off", is_cut=True),
        UNKNOWN,
    ),
    "example in a page": (
        answer_to(200, b'<p>Offline. An answer:</p><pre>{"status":"SUCCESS","booking_ref":"PNR1"}</pre>'),
        UNKNOWN,
    ),
    "rolled back behind": (
        answer_to(201, b'{"status":"SUCCESS","booking_ref":"P1"}<br /><b>Fatal error</b>: Uncaught'),
        UNKNOWN,
    ),
    "two in a text": (
        answer_to(201, {"status": "SUCCESS", "data": '{"booking_ref":"A1","booking_ref":"B1"}'}),
        LOST,
    ),
    "wall with a number": (answer_to(403, {"code": 403, "message": IMUNIFY}), WALL),
    "404": (answer_to(404, b"<html>Not here</html>"), UNKNOWN),
    "504": (answer_to(504, b"<html>Gateway Time-out</html>"), UNKNOWN),
}


@pytest.mark.parametrize(("reply", "expected"), list(ROWS.values()), ids=list(ROWS))
def test_what_an_answer_to_a_sale_proves(reply: HttpReply, expected: Read) -> None:
    assert read(reply) == expected


def test_a_wrapped_result_is_read_whole() -> None:
    amounts = {"total_debited": 5985.0, "deducted_from_cash": 5985.0, "deducted_from_credit": 0}
    inner = {"booking_ref": 40719, "booking_id": 9, "settlement_breakdown": amounts}
    result = money_verdict(
        answer_to(201, {"status": "OK", "code": 200, "data": inner}), QUESTION, BookingResult
    )
    assert (result.booking_ref, result.booking_id, result.status) == ("40719", "9", "OK")
    assert result.settlement_breakdown is not None
    assert result.settlement_breakdown.total_debited == 5985


def test_a_settled_sale_that_cannot_be_read_is_booked(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object) -> None:
        raise ShapeError(mark("it is not readable"))

    monkeypatch.setattr(classification, "settled", unreadable)
    answer = {"status": "SUCCESS", "booking_ref": REF, "settlement_breakdown": {"total_debited": "a lot"}}
    assert read(answer_to(201, answer)) == LOST


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, {"status": "OK", "data": {"refund_reference": 42, "booking_ref": REF}}, "42"),
        (200, {"status": "SUCCESS", "booking_ref": REF}, UnreadableAnswerError),
        (200, {"refund_reference": "A", "data": {"refund_reference": "B"}}, UnreadableAnswerError),
        (409, {"status": "ERROR", "booking_ref": REF, "refund_reference": 0}, RefusedError),
        (200, {"status": "ERROR", "message": "It is cancelled already."}, UnreadableAnswerError),
    ],
)
def test_what_an_answer_to_a_cancellation_proves(status: int, body: object, expected: Any) -> None:
    if isinstance(expected, str):
        found = money_verdict(answer_to(status, body), QUESTION, CancellationResult)
        assert found.refund_reference == expected
        return
    with pytest.raises(expected):
        money_verdict(answer_to(status, body), QUESTION, CancellationResult)


def test_a_matter_of_its_own_is_kept_with_a_refusal() -> None:
    with pytest.raises(RefusedError) as caught:
        money_verdict(answer_to(403, {"error": "Too many requests"}), QUESTION, BookingResult)
    assert caught.value.matter is Matter.LIMIT


def leading(address: str, *, is_interface: bool, is_elsewhere: bool) -> Redirect:
    """A redirect."""
    return Redirect(address, is_interface, is_elsewhere)


@pytest.mark.parametrize(
    ("status", "location", "expected"),
    [
        (
            301,
            "/travel/api/create_booking.php",
            leading("https://host.example/travel", is_interface=True, is_elsewhere=False),
        ),
        (
            302,
            "//other.example:8443/api/create_booking.php",
            leading("https://other.example:8443", is_interface=True, is_elsewhere=False),
        ),
        (
            307,
            "http://[::1]/travel/api/create_booking.php",
            leading("http://[::1]/travel", is_interface=True, is_elsewhere=False),
        ),
        (
            302,
            "https://u:p@host.example/login?key=1#x",
            leading("https://host.example/login", is_interface=False, is_elsewhere=False),
        ),
        (200, "https://x.example/", None),
        (301, "", None),
        (301, "ftp://x.example/", None),
        (301, "https://x.example:port/", None),
        (301, "https://\u00e9.example/", None),
    ],
)
def test_where_a_redirect_leads(status: int, location: str, expected: Redirect | None) -> None:
    assert redirect_of(URL, status, location) == expected

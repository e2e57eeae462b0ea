"""Rows H: what HTTP statuses and headers mean for money, and for reading."""

from __future__ import annotations

import gzip
import json
from itertools import product
from pathlib import Path

import pytest

from app.api.messages.errors import AccessDisabledError, PartnerError, UnreadableAnswerError
from app.store.journal.states import Kind, State
from tests.api.wire.test_wire import ONCE, saying
from tests.fault_matrix.rows import row, rows
from tests.fault_matrix.selling import GOOD, REFUSAL, Case, assert_ends, case, ending_of
from tests.support.api.raw_service import Peer, RawService, Script, always, answer_bytes, client_of
from tests.support.api.samples import WALLET_QUERY

ENDPOINTS = {Kind.CREATE: "create_booking.php", Kind.CANCEL: "cancel_booking.php"}
HTML = b"<html>SUCCESS</html>"
GOOD_BODY = json.dumps(GOOD).encode()
LENGTH = f"Content-Length: {len(GOOD_BODY)}\r\n".encode()
WALLET_IS_SHORT = {**REFUSAL, "code": "INSUFFICIENT_WALLET"}
NO_SEATS = {**REFUSAL, "code": "SEATS_GONE"}


def early(status: int, body: object) -> Script:
    """A service that answers before it has the request."""

    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.answer(status, body)
        await peer.rest()

    return script


def created(*heads: bytes) -> Script:
    """A good answer with other headers."""
    return saying(b"HTTP/1.1 201 Created\r\n" + b"".join(heads) + b"\r\n" + GOOD_BODY)


CASES = {
    "H1": case(State.SETTLED, always(201, GOOD)),
    "H2": case(State.SETTLED, always(200, GOOD)),
    "H3": case(State.UNKNOWN, always(201, {"status": "PENDING"}), always(201, REFUSAL)),
    "H4": case(State.BOOKED_REF_LOST, always(201, b"")),
    "H5": case(State.UNKNOWN, always(202, GOOD), always(204, b"")),
    "H7": case(State.REJECTED, always(400, REFUSAL)),
    "H8": case(State.REJECTED, always(401, REFUSAL), always(403, REFUSAL)),
    "H10": case(State.REJECTED, always(402, WALLET_IS_SHORT), always(409, NO_SEATS), always(422, NO_SEATS)),
    "H11": case(State.UNKNOWN, always(404, HTML)),
    "H12": case(State.UNKNOWN, always(408, HTML), always(429, HTML)),
    "H14": case(State.UNKNOWN, always(500, REFUSAL), always(500, GOOD)),
    "H15": case(State.UNKNOWN, *(always(status, REFUSAL) for status in (502, 503, 504))),
    "H16": case(
        State.UNKNOWN,
        saying(b"HTTP/1.1 100 Continue\r\n\r\n" * 9 + answer_bytes(201, GOOD)),
        saying(b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    ),
    "H17": case(State.UNKNOWN, created(LENGTH, LENGTH), created(LENGTH, b"Transfer-Encoding: chunked\r\n")),
    "H18": case(
        State.UNKNOWN,
        created(LENGTH, *(b"X-%d: y\r\n" % number for number in range(10_000))),
        created(LENGTH, b"X: " + b"y" * 1_000_000 + b"\r\n"),
    ),
    "H19": case(
        State.UNKNOWN,
        always(201, gzip.compress(GOOD_BODY), {"Content-Encoding": "br"}),
        always(201, gzip.compress(bytes(50_000_000)), {"Content-Encoding": "gzip"}),
    ),
    "H29": case(
        State.SETTLED,
        *(always(201, GOOD_BODY, {"Content-Encoding": each}) for each in ("none", "UTF-8", "identity")),
        always(201, gzip.compress(GOOD_BODY), {"Content-Encoding": "gzip"}),
        always(201, {**GOOD, "ticket_pdf": "A" * 5_000_000}),
    ),
    "H20": case(State.SETTLED, always(201, GOOD, {"Content-Type": "text/html"})),
    "H23": case(
        State.SETTLED,
        always(200, {"status": "OK", "data": {"booking_ref": "A1", "refund_reference": 42}}),
        always(201, [{"success": True, "booking_ref": 40719, "refund_reference": "R1"}]),
        always(200, {"booking_ref": "A1", "refund_reference": "R1"}),
    ),
    "H24": case(
        State.UNKNOWN,
        always(201, {**GOOD, "status": "PENDING"}),
        always(200, {"status": "IN_PROGRESS", "booking_ref": "A1", "refund_reference": "R1"}),
        always(200, {"status": "PROCESSING"}),
        always(202, GOOD),
    ),
    "H25": case(
        State.UNKNOWN,
        always(201, {**GOOD, "more": {"booking_ref": "B2", "refund_reference": "R2"}}),
        always(201, {**GOOD, "success": False}),
        always(200, REFUSAL),
    ),
    "H26": case(
        State.NOT_SENT,
        always(413, HTML),
        always(400, b"Request body (Content-Length) is larger than the configured limit (131072)."),
    ),
    "H27": case(
        State.UNKNOWN,
        always(200, {"message": "Access denied by Imunify360 bot-protection."}),
        always(403, b"<html>Just a moment...</html>", {"cf-mitigated": "challenge"}),
        always(503, HTML, {"Content-Type": "text/html", "cf-ray": "x"}),
        always(508, HTML),
    ),
    "H28": case(
        State.REJECTED,
        always(403, {"status": False, "error": "IP unauthorized"}),
        always(401, {"error": "Too many requests"}),
        always(400, {"status": "ERROR", "booking_id": 0, "booking_ref": "", "refund_reference": False}),
    ),
    "H21": case(State.SETTLED, always(201, GOOD), always(201, GOOD, {"Date": "yesterday"})),
}


@rows(CASES)
async def test_statuses_and_headers(case: Case, quick_folder: Path) -> None:
    await assert_ends(quick_folder, case)


@pytest.mark.parametrize("name", ["H11", "H12", "H14", "H15", "H16", "H17", "H18", "H19", "H26", "H27"])
async def test_the_same_is_no_answer_to_a_reading_either(name: str) -> None:
    for script in CASES[name].scripts:
        async with RawService(script) as service, client_of(service, ONCE) as client:
            with pytest.raises(PartnerError) as caught:
                await client.wallet_balance(WALLET_QUERY)
        assert not caught.value.money_may_have_moved


@row("H6")
async def test_no_redirect_is_followed(quick_folder: Path) -> None:
    async with RawService(always(201, GOOD)) as other:
        for status, kind in product((301, 302, 303, 307, 308), Kind):
            for place, state in ((ENDPOINTS[kind], State.NOT_SENT), ("login.php", State.UNKNOWN)):
                script = always(status, b"", {"Location": f"{other.base_url}/api/{place}"})
                async with RawService(script) as service, client_of(service, ONCE) as client:
                    ending = await ending_of(quick_folder / f"{status} {kind} {place}", client, kind)
                    with pytest.raises(UnreadableAnswerError):
                        await client.wallet_balance(WALLET_QUERY)
                # Of a page after the work (303) nothing is known.
                assert ending.state is (State.UNKNOWN if status == 303 else state)
        assert not other.peers


@row("H9")
async def test_a_partner_that_is_switched_off(quick_folder: Path) -> None:
    disabled = {"status": "ERROR", "code": "API_ACCESS_DISABLED"}
    for status, state in (
        (403, State.REJECTED),
        (400, State.REJECTED),
        (200, State.UNKNOWN),
        (500, State.UNKNOWN),
    ):
        async with RawService(always(status, disabled)) as service, client_of(service, ONCE) as client:
            with pytest.raises(AccessDisabledError):
                await client.wallet_balance(WALLET_QUERY)
            ending = await ending_of(quick_folder / f"{status}", client)
        assert ending.state is state


@row("H13")
async def test_documents_that_are_too_large_are_refused_early(quick_folder: Path) -> None:
    for number, (body, state) in enumerate(((REFUSAL, State.REJECTED), (HTML, State.NOT_SENT))):
        async with RawService(early(413, body)) as service, client_of(service) as client:
            ending = await ending_of(quick_folder / f"{number}", client, document=300_000)
        assert ending.state is state
        assert not service.received.endswith(b"}")

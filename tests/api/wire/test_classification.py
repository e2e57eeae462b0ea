"""What a reply proves: the tables of HTTP statuses and bodies, for money and for reading."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from app.api.messages.answers import BoatContent, BoatItem, BookingResult, CancellationResult, WalletAnswer
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    NeverReadError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.api.messages.json_decoding import Decoded, decoded
from app.api.messages.parsing import ShapeError, listed, settled, whole
from app.api.wire.classification import (
    ExpectedAnswer,
    early_verdict,
    money_verdict,
    read_verdict,
)
from app.api.wire.transport import HttpReply
from tests.support.api.samples import (
    BOAT_ITEM,
    BOOKED_ACTIVITY,
    BOOKED_BOAT,
    CANCELLED,
    WALLET,
    Wire,
    listing,
)

KEY = ApiKey("canary-key-4f1d")
SALE = ExpectedAnswer(KEY, is_boat=False, request_id="ac1-desk-1", moves_money=True)
BOAT_SALE = ExpectedAnswer(KEY, is_boat=True, request_id="ac1-desk-1", moves_money=True)
READING = ExpectedAnswer(KEY, is_boat=False, request_id="ac1-desk-4")
REFUSAL: Wire = {"status": "ERROR", "code": "SEATS_GONE", "message": "No seats are left."}


def reply(status: int, body: object, flaw: str = "", *, is_cut: bool = False) -> HttpReply:
    """A reply with a body as bytes, or as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return HttpReply(status, data, flaw, is_cut)


def sale_error(status: int, body: object, question: ExpectedAnswer = SALE, **more: Any) -> PartnerError:
    """The error for a booking."""
    with pytest.raises(PartnerError) as caught:
        money_verdict(reply(status, body, **more), question, BookingResult)
    return caught.value


def test_a_reading_may_lack_its_last_brace_and_nothing_else() -> None:
    """A list that was cut off does not come to its end; of money nothing is read so."""
    content = listing("BOAT", BOAT_ITEM, {**BOAT_ITEM, "schedule_id": 8, "rates": []})
    boats = partial(listed, BoatContent, BoatItem)
    shapes: list[tuple[Wire, Callable[[Decoded], Any]]] = [(content, boats), (WALLET, wallet)]
    for wire, shape in shapes:
        body = json.dumps(wire).encode()
        whole_answer = read_verdict(reply(200, body), READING, shape)
        taken: list[int] = []
        for length in range(len(body)):
            with suppress(PartnerError):
                assert read_verdict(reply(200, body[:length] + b"\n"), READING, shape) == whole_answer
                taken.append(length)
        assert taken == [len(body) - 1]
    late = json.dumps({"data": [BOAT_ITEM], "status": {}}).encode()
    with pytest.raises(UnreadableAnswerError):
        read_verdict(reply(200, late[:-1]), READING, boats)
    assert isinstance(
        sale_error(200, json.dumps({"status": "OK", "data": BOOKED_BOAT}).encode()[:-1]),
        UnreadableAnswerError,
    )


def reading_error(status: int, body: object, question: ExpectedAnswer = READING) -> PartnerError:
    """The error for a wallet reading."""
    with pytest.raises(PartnerError) as caught:
        read_verdict(reply(status, body), question, wallet)
    assert not caught.value.money_may_have_moved
    return caught.value


def wallet(found: Decoded) -> WalletAnswer:
    """The shape of a wallet reading."""
    return whole(WalletAnswer, found)


def fields_of(wire: Wire) -> dict[str, Any]:
    """The decoded fields of an answer."""
    value: Any = decoded(json.dumps(wire).encode()).value
    return value


@pytest.mark.parametrize("status", [200, 201])
@pytest.mark.parametrize("word", ["SUCCESS", "success", " Success "])
def test_settled_sale(status: int, word: str) -> None:
    for wire in (BOOKED_ACTIVITY, BOOKED_BOAT):
        result = money_verdict(reply(status, {**wire, "status": word}), SALE, BookingResult)
        assert result.booking_ref == "PNR7X2K9"
        assert result.status == word


@pytest.mark.parametrize("echo", [None, "", "ac1-desk-1"])
def test_echo_may_be_missing(echo: object) -> None:
    result = money_verdict(reply(201, {**BOOKED_ACTIVITY, "request_id": echo}), SALE, BookingResult)
    assert result.booking_ref == "PNR7X2K9"
    numbered = ExpectedAnswer(KEY, is_boat=False, request_id="7", moves_money=True)
    assert money_verdict(reply(201, {**BOOKED_BOAT, "request_id": 7}), numbered, BookingResult).booking_ref


def test_settled_cancellation() -> None:
    result = money_verdict(reply(200, CANCELLED), SALE, CancellationResult)
    assert result.refund_reference == "RF-0042"


@pytest.mark.parametrize("status", [400, 402, 404, 409, 413, 422, 429])
def test_refused_sale(status: int) -> None:
    error = sale_error(status, REFUSAL)
    assert type(error) is RefusedError
    assert (error.http_status, error.code, error.words) == (status, "SEATS_GONE", "No seats are left.")
    assert not error.money_may_have_moved


def test_refusals_with_a_meaning_of_their_own() -> None:
    assert type(sale_error(401, REFUSAL)) is RefusedError
    assert type(sale_error(401, {"code": "INVALID_API_KEY"})) is KeyRefusedError
    assert type(sale_error(403, {"error": "API_ACCESS_DISABLED"})) is AccessDisabledError
    assert type(sale_error(424, {"code": "BOAT_PROVIDER_X"}, BOAT_SALE)) is BoatsNotConfiguredError


@pytest.mark.parametrize("evidence", ["booking_ref", "Booking_Reference", "booking_id", "PNR"])
def test_refusal_with_a_sign_of_a_booking_is_not_believed(evidence: str) -> None:
    for fields in ({evidence: "PNR7X2K9"}, {"data": [{"x": {evidence: "PNR7X2K9"}}]}):
        error = sale_error(409, {**REFUSAL, **fields})
        assert isinstance(error, UnreadableAnswerError)
        assert error.money_may_have_moved
        assert not error.says_success
        assert (error.code, error.words) == ("SEATS_GONE", "No seats are left.")


@pytest.mark.parametrize("nothing", [None, "", [], {}])
def test_refusal_with_an_empty_reference_is_one(nothing: object) -> None:
    assert type(sale_error(409, {**REFUSAL, "booking_ref": nothing, "list": [1]})) is RefusedError


def test_refused_cancellation_may_name_its_booking() -> None:
    for fields, kind in (
        ({"booking_ref": "PNR7X2K9"}, RefusedError),
        ({"refund_reference": "RF-1"}, UnreadableAnswerError),
    ):
        with pytest.raises(PartnerError) as caught:
            money_verdict(reply(409, {**REFUSAL, **fields}), SALE, CancellationResult)
        assert type(caught.value) is kind


@pytest.mark.parametrize(
    ("status", "body"),
    [
        *[(status, REFUSAL) for status in (200, 201, 202, 204, 301, 307, 500, 502, 503, 599)],
        *[(status, BOOKED_ACTIVITY) for status in (202, 203, 302, 400, 409, 500)],
        (500, {"code": "API_ACCESS_DISABLED"}),
        (201, {**BOOKED_ACTIVITY, "request_id": "ac1-other-1"}),
        (201, {**BOOKED_ACTIVITY, "request_id": 7}),
        (409, {**REFUSAL, "request_id": "ac1-other-1"}),
        (404, b"<html>SUCCESS</html>"),
        (408, b"<html>"),
        (200, b'Warning: x\n{"status":"SUCCESS","booking_ref":"PNR7X2K9"'),
        (201, b'{"status":"SUCCESS","booking_ref":"A","booking_ref":"B"}'),
        (201, b'{"status":"SUCCESS","booking_ref":"A","x":NaN}'),
        (201, b"\xef\xbb\xbf{}"),
        *[(status, body) for status in (200, 201, 400) for body in (b"null", b"[]", b'"x"', b"7")],
        (200, b""),
        (204, b""),
        (400, b""),
        (500, b""),
    ],
)
def test_everything_else_leaves_money_unknown(status: int, body: object) -> None:
    error = sale_error(status, body)
    assert isinstance(error, UnreadableAnswerError)
    assert error.money_may_have_moved
    assert not error.says_success
    assert error.http_status == status


@pytest.mark.parametrize(
    ("status", "body", "more"),
    [
        (201, b"", {}),
        (201, b" \r\n", {}),
        (201, b'{"status":"SUC', {"flaw": "it broke off", "is_cut": True}),
        (201, b'{"status":"SUCCESS","request_id":"ac1-oth', {"flaw": "it broke off", "is_cut": True}),
        (201, b'{"status":"SUCCESS","request_id":"","boo', {"flaw": "it broke off", "is_cut": True}),
        (201, {"status": "SUCCESS"}, {}),
        (200, {"status": "SUCCESS"}, {}),
        (200, {**BOOKED_ACTIVITY, "booking_ref": "two words"}, {}),
        (201, {**BOOKED_ACTIVITY, "booking_ref": None}, {}),
    ],
)
def test_booked_and_the_reference_is_lost(status: int, body: object, more: dict[str, Any]) -> None:
    error = sale_error(status, body, **more)
    assert isinstance(error, UnreadableAnswerError)
    assert error.says_success
    assert error.money_may_have_moved


@pytest.mark.parametrize(
    "beginning",
    [
        b'{"status":"SUCCESS","code":"X","request_id":"another-desk-1","booking_ref":"PN',
        b'{"request_id" : "another-desk-1"',
        b'{"status":"ERROR","code":"SEA',
        b'{ "status" : "PENDING"',
    ],
)
def test_a_201_that_is_cut_behind_a_contradiction_is_no_sale(beginning: bytes) -> None:
    error = sale_error(201, beginning, flaw="it broke off", is_cut=True)
    assert isinstance(error, UnreadableAnswerError)
    assert not error.says_success


def test_flaws_that_say_nothing_about_the_sale() -> None:
    for status, flaw, is_cut in (
        (201, "it is compressed", False),
        (500, "it broke off", True),
        (200, "it broke off", True),
    ):
        error = sale_error(status, BOOKED_ACTIVITY, flaw=flaw, is_cut=is_cut)
        assert isinstance(error, UnreadableAnswerError)
        assert not error.says_success


@pytest.mark.parametrize(
    ("status", "body", "flaw", "cause"),
    [
        (201, b" ", "", "it is empty"),
        (201, BOOKED_ACTIVITY, "it is compressed", "it is compressed"),
        (201, b"[]", "", "it is not a JSON object"),
        (409, {"request_id": "ac1-other-1"}, "", "it answers another request"),
        (302, REFUSAL, "", "it neither settles nor refuses the request"),
    ],
)
def test_what_is_wrong_with_an_answer_is_said(status: int, body: object, flaw: str, cause: str) -> None:
    error = sale_error(status, body, flaw=flaw)
    assert isinstance(error, UnreadableAnswerError)
    assert error.cause == cause


@pytest.mark.parametrize(
    ("status", "body", "cause"),
    [
        (200, b"[]", "it is not a JSON object"),
        (200, {**WALLET, "request_id": "ac1-other-1"}, "it answers another request"),
        (301, REFUSAL, "it is none of the answers of the interface"),
    ],
)
def test_what_is_wrong_with_a_reading_is_said(status: int, body: object, cause: str) -> None:
    error = reading_error(status, body)
    assert isinstance(error, UnreadableAnswerError)
    assert error.cause == cause


def test_empty_answer_to_a_cancellation_says_nothing() -> None:
    with pytest.raises(UnreadableAnswerError) as caught:
        money_verdict(reply(201, b""), SALE, CancellationResult)
    assert not caught.value.says_success


def test_reading() -> None:
    answer = read_verdict(reply(200, WALLET), READING, wallet)
    assert answer.data.financial_balances.currency == "INR"


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, REFUSAL, RefusedError),
        (500, REFUSAL, RefusedError),
        (200, REFUSAL, RefusedError),
        (401, {}, KeyRefusedError),
        (200, {"error": "API_ACCESS_DISABLED"}, AccessDisabledError),
        (301, REFUSAL, UnreadableAnswerError),
        (304, b"", UnreadableAnswerError),
        (404, b"<html>", UnreadableAnswerError),
        (500, b"<html>", UnreadableAnswerError),
        (400, b"[]", UnreadableAnswerError),
        (200, b"[]", UnreadableAnswerError),
        (200, b"null", UnreadableAnswerError),
        (200, {"data": {}}, UnreadableAnswerError),
        (200, {"status": 1, "data": {}}, UnreadableAnswerError),
        (200, {**WALLET, "data": None}, UnreadableAnswerError),
        (200, {**WALLET, "request_id": "ac1-other-1"}, UnreadableAnswerError),
        (200, b'{"status":"SUCCESS","data":{"a":1,"a":1}}', UnreadableAnswerError),
    ],
)
def test_reading_that_failed(status: int, body: object, kind: type[PartnerError]) -> None:
    assert type(reading_error(status, body)) is kind


def test_missing_boat_provider_on_any_error_status() -> None:
    question = ExpectedAnswer(KEY, is_boat=True)
    for status in (400, 424, 500, 503):
        error = reading_error(status, {"code": "BOAT_PROVIDER_CONFIG"}, question)
        assert type(error) is BoatsNotConfiguredError


def test_excerpt_is_short_and_without_the_key() -> None:
    error = reading_error(404, b"<html> canary-key-4f1d \xff" + b"x" * 5000)
    assert isinstance(error, UnreadableAnswerError)
    assert error.body_excerpt.startswith("<html> [key] \ufffdxxx")
    assert len(error.body_excerpt) == 500
    assert "html" not in str(error)


def test_flawed_reading() -> None:
    with pytest.raises(UnreadableAnswerError, match="it is compressed"):
        read_verdict(reply(200, b"", "it is compressed"), READING, wallet)


def test_early_answers() -> None:
    assert isinstance(early_verdict(reply(413, REFUSAL), SALE), RefusedError)
    assert isinstance(early_verdict(reply(401, {"code": "NO_KEY", "message": "x"}), SALE), KeyRefusedError)
    for status, body, flaw in (
        (413, b"<html>", ""),
        (500, REFUSAL, ""),
        (201, BOOKED_ACTIVITY, ""),
        (400, {**REFUSAL, "status": "SUCCESS"}, ""),
        (400, REFUSAL, "it broke off"),
        (400, {**REFUSAL, "request_id": "ac1-other-1"}, ""),
    ):
        assert early_verdict(reply(status, body, flaw), SALE) is None


BODIES: list[object] = [
    b"",
    b"null",
    b"[]",
    b"<html>SUCCESS</html>",
    b'{"status":"SUCCESS","booking_ref":"A"',
    {},
    {"status": "SUCCESS"},
    {"status": "FAILED"},
    {"status": "FAILED", "booking_ref": None},
    {"status": "FAILED", "booking_ref": "PNR7X2K9"},
    {"booking_ref": "PNR7X2K9"},
    {"code": "API_ACCESS_DISABLED"},
    {**REFUSAL, "request_id": "ac1-other-1"},
    REFUSAL,
    BOOKED_BOAT,
    BOOKED_ACTIVITY,
    {**BOOKED_ACTIVITY, "request_id": "ac1-other-1"},
    {**BOOKED_BOAT, "status": "PENDING"},
]
SETTLING = [BOOKED_BOAT, BOOKED_ACTIVITY]
REFUSING = [{"status": "FAILED"}, {"status": "FAILED", "booking_ref": None}, REFUSAL]


YES = [
    {"status": "SUCCESS"},
    {"booking_ref": "PNR7X2K9"},
    b'{"status":"SUCCESS","booking_ref":"A"',
    *SETTLING,
]
SHOWING = [
    {"status": "FAILED", "booking_ref": "PNR7X2K9"},
    {**BOOKED_ACTIVITY, "request_id": "ac1-other-1"},
    {**BOOKED_BOAT, "status": "PENDING"},
]


def meaning(status: int, body: object) -> str:
    """What the table of reliability says, written down a second time; a refusal says so itself."""
    if status in {200, 201} and body in [*SETTLING, {"booking_ref": "PNR7X2K9"}]:
        return "settled"
    refuses = body in [*REFUSING, {"code": "API_ACCESS_DISABLED"}, {**REFUSAL, "request_id": "ac1-other-1"}]
    if status == 413 and body not in [*YES, *SHOWING] and not refuses:
        return "not taken"
    if 400 <= status <= 499 and body in [*REFUSING, {"code": "API_ACCESS_DISABLED"}]:
        return "refused"
    if (status == 201 and body == b"") or (status in {200, 201} and body == {"status": "SUCCESS"}):
        return "reference lost"
    return "unknown"


@pytest.mark.parametrize("body", BODIES)
def test_table_of_statuses_and_bodies(body: object) -> None:
    for status in range(100, 600):
        try:
            money_verdict(reply(status, body), SALE, BookingResult)
            found = "settled"
        except RefusedError:
            found = "refused"
        except NeverReadError:
            found = "not taken"
        except UnreadableAnswerError as error:
            found = "reference lost" if error.says_success else "unknown"
        assert found == meaning(status, body), status


def test_settled_result_without_a_flaw() -> None:
    result = settled(BookingResult, fields_of(BOOKED_ACTIVITY))
    assert result.unread == ()
    assert result.pricing is not None
    assert str(result.pricing.total_payable) == "5985.0"


def test_settled_result_keeps_what_is_sure() -> None:
    wrong = {
        **BOOKED_ACTIVITY,
        "booking_id": "two words",
        "code": 7,
        "settlement_breakdown": {"total_debited": "a lot", "deducted_from_cash": 5000.00},
        "activity": {"qty": True, "travel_date": "soon", "slot_id": 6},
        "pricing": "free",
        "unread": "mine",
    }
    result = settled(BookingResult, fields_of(wrong))
    assert result.booking_ref == "PNR7X2K9"
    assert set(result.unread) == {
        "booking_id",
        "settlement_breakdown.total_debited",
        "pricing",
    }
    assert result.settlement_breakdown is not None
    assert result.settlement_breakdown.deducted_from_cash == 5000
    assert result.activity is not None
    assert result.activity.slot_id == 6
    assert result.pricing is None


@pytest.mark.parametrize("reference", [None, "", " ", "PNR\u00ff", True, [], {}, "two words", "x" * 101])
def test_result_without_its_reference_is_none(reference: object) -> None:
    for model, name, wire in (
        (BookingResult, "booking_ref", BOOKED_ACTIVITY),
        (CancellationResult, "refund_reference", CANCELLED),
    ):
        with pytest.raises(ShapeError, match=f"{name}: is not a reference"):
            settled(model, fields_of({**wire, name: reference}))
        without = {field: value for field, value in wire.items() if field != name}
        with pytest.raises(ShapeError, match=f"{name}: Field required"):
            settled(model, fields_of(without))


def test_refund_amounts_may_be_unreadable() -> None:
    result = settled(
        CancellationResult, fields_of({**CANCELLED, "pricing_summary": {"net_agent_refund_credited": "x"}})
    )
    assert result.refund_reference == "RF-0042"
    assert result.unread == ("pricing_summary.net_agent_refund_credited",)

"""Every product of status, body and header: what it proves for money, and for reading."""

from __future__ import annotations

import json
from itertools import product

import pytest

from app.api.messages.answers import BookingResult, CancellationResult, WalletAnswer
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    KeyRefusedError,
    NeverReadError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.api.messages.parsing import whole
from app.api.wire.classification import ExpectedAnswer, early_verdict, money_verdict, read_verdict
from app.api.wire.transport import HttpReply
from tests.support.api.samples import BOOKED_BOAT, CANCELLED, WALLET

KEY = ApiKey("no-key-of-anybody")
OURS = "ac1-5e2a91c4-01"
GOOD = {**BOOKED_BOAT, **CANCELLED}
REFUSAL = {"status": "ERROR", "code": "NO", "message": "Not today."}
STATUSES = (
    *range(200, 209), 226, *range(300, 309), *range(400, 419), *range(421, 427), 428, 429, 431, 451, 499,
    *range(500, 508), 510, 511, 520,
)  # fmt: skip
"""Sixty: those in use, and a few that only proxies give."""


def text(value: object) -> bytes:
    """As it comes over the wire."""
    return json.dumps(value).encode()


SETTLING = {
    "settled": text(GOOD),
    "in capitals": text({**GOOD, "status": " success"}),
    "with more": text({**GOOD, "more": {"a": [1, None]}}),
    "warning before": b"<br />\nWarning: x in y.php on line 7\n" + text(GOOD),
    "mark before": b"\xef\xbb\xbf" + text(GOOD),
    "our echo": text({**GOOD, "request_id": OURS}),
}
"""Bodies that settle."""
REFUSING = {
    "refusal": text(REFUSAL),
    "code alone": text({"code": "NO"}),
    "disabled": text({"status": "ERROR", "code": "API_ACCESS_DISABLED"}),
}
"""Objects that say that they refuse, and hold no sign of a booking."""
PROVING_NOTHING = {
    "pending": text({"status": "PENDING"}),
    "nothing said": text({"x": 1}),
    "empty object": b"{}",
    "empty": b"",
    "blank": b" \n",
    "null": b"null",
    "list": b"[]",
    "word": b'"SUCCESS"',
    "html": b"<html>SUCCESS</html>",
    "page around": b"<html><script>x = " + text(GOOD) + b"</script>",
    "two answers": text(GOOD) + text(GOOD),
    "cut": text(GOOD)[:-9],
    "two references": text(GOOD)[:-1] + b',"booking_ref":"PNR-2","refund_reference":"RF-2"}',
    "no number": text(GOOD)[:-1] + b',"x":NaN}',
    "too deep": b'{"status":"ERROR","x":' + b"[" * 65 + b"]" * 65 + b"}",
    "foreign": text({**GOOD, "request_id": "another"}),
    "refusal with a reference": text({**REFUSAL, "booking_ref": "A123", "refund_reference": "R1"}),
    "success without a reference": text({"status": "SUCCESS"}),
}
SIGNLESS = frozenset(
    {"nothing said", "empty object", "empty", "blank", "null", "list", "word", "html", "too deep"}
)
"""Bodies that bear no sign of a booking, and are no refusal of the service."""
BODIES = {**SETTLING, **REFUSING, **PROVING_NOTHING}
WHOLE = {
    "plain": HttpReply(0, b""),
    "dated": HttpReply(0, b"", date="Sat, 21 Nov 2026 10:00:00 GMT"),
    "wildly dated": HttpReply(0, b"", date="yesterday"),
    "to wait": HttpReply(0, b"", retry_after="30"),
    "to wait for ever": HttpReply(0, b"", retry_after="9" * 400),
    "to wait badly": HttpReply(0, b"", retry_after="soon"),
}
FLAWED = {
    "compressed": HttpReply(0, b"", flaw="it is compressed"),
    "too large": HttpReply(0, b"", flaw="it is larger than 1 bytes"),
    "cut": HttpReply(0, b"", flaw="it broke off", is_cut=True),
    "cut and dated": HttpReply(0, b"", flaw="it broke off", is_cut=True, date="x"),
}
HEADERS = {**WHOLE, **FLAWED}


def reply(status: int, body: str, header: str) -> HttpReply:
    """One of the products."""
    like = HEADERS[header]
    return HttpReply(status, BODIES[body], like.flaw, like.is_cut, like.date, like.retry_after)


def test_there_are_sixteen_thousand_combinations() -> None:
    assert (len(set(STATUSES)), len(BODIES), len(HEADERS)) == (60, 27, 10)


@pytest.mark.parametrize("answer", [BookingResult, CancellationResult])
@pytest.mark.parametrize("header", HEADERS)
def test_what_each_proves_for_money(answer: type[BookingResult | CancellationResult], header: str) -> None:
    asked = ExpectedAnswer(KEY, is_boat=False, request_id=OURS, moves_money=True)
    for status, body in product(STATUSES, BODIES):
        is_whole = header in WHOLE
        settles = is_whole and status in (200, 201) and body in SETTLING
        refuses = is_whole and 400 <= status < 500 and body in REFUSING
        try:
            money_verdict(reply(status, body, header), asked, answer)
            outcome: PartnerError | None = None
        except PartnerError as error:
            outcome = error
        assert (outcome is None) is settles, (status, body)
        assert isinstance(outcome, RefusedError) is refuses, (status, body)
        is_too_large = status == 413 and body in SIGNLESS
        assert isinstance(outcome, NeverReadError) is is_too_large, (status, body)
        if outcome is not None and not refuses and not is_too_large:
            # Never "failed": the money may have moved, and the screen says so.
            assert isinstance(outcome, UnreadableAnswerError)
            assert outcome.money_may_have_moved
        if isinstance(outcome, KeyRefusedError):
            assert status in (401, 403)


@pytest.mark.parametrize("header", HEADERS)
def test_what_each_proves_before_the_order_was_whole(header: str) -> None:
    asked = ExpectedAnswer(KEY, is_boat=False, request_id=OURS, moves_money=True)
    for status, body in product(STATUSES, BODIES):
        found = early_verdict(reply(status, body, header), asked)
        refuses = header in WHOLE and 400 <= status < 500 and body in REFUSING
        assert found is None or header in WHOLE, (status, body)
        assert found is not None or not refuses, (status, body)


@pytest.mark.parametrize("header", HEADERS)
def test_what_each_proves_for_reading(header: str) -> None:
    asked = ExpectedAnswer(KEY, is_boat=False, request_id=OURS)
    for status, body in product(STATUSES, BODIES):
        outcome = read(reply(status, body, header), asked)
        is_answer = outcome is None
        assert is_answer or isinstance(outcome, (RefusedError, UnreadableAnswerError))
        assert outcome is None or not outcome.money_may_have_moved
        assert not is_answer or (header in WHOLE and 200 <= status < 300), (status, body)


def read(found: HttpReply, asked: ExpectedAnswer) -> PartnerError | None:
    """How a reading fails; None when it is an answer."""
    try:
        read_verdict(found, asked, lambda each: each.value)
    except PartnerError as error:
        return error
    return None


def test_a_wallet_that_is_read_is_a_wallet() -> None:
    asked = ExpectedAnswer(KEY, is_boat=False)
    found = read_verdict(HttpReply(200, text(WALLET)), asked, lambda each: whole(WalletAnswer, each))
    assert found.data.financial_balances.currency

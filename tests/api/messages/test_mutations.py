"""Over fifty thousand spoiled answers: each is decoded or refused with our errors, and never misread."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, cast

import pytest
from pydantic import BaseModel

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    BoatAvailability,
    BoatContent,
    BoatItem,
    BoatSearch,
    BookingResult,
    CancellationResult,
    WalletAnswer,
)
from app.api.messages.api_key import ApiKey
from app.api.messages.envelope import ListAnswer
from app.api.messages.errors import RefusedError, UnreadableAnswerError
from app.api.messages.json_decoding import UnreadableBodyError, decoded, is_array, is_object
from app.api.messages.parsing import listed, quoted, status_of, whole
from app.api.messages.verdicts import says_yes
from app.api.wire.classification import ExpectedAnswer, early_verdict, money_verdict, read_verdict
from app.api.wire.transport import HttpReply
from tests.support.api.mutations import Dice, changed_bytes, changed_shape
from tests.support.api.samples import (
    ACTIVITY_ITEM,
    BOAT_ITEM,
    BOOKED_ACTIVITY,
    BOOKED_BOAT,
    CANCELLED,
    DEPARTURE,
    OLDER_DEPARTURE,
    OLDER_SLOT,
    SLOT,
    STATUS_ACTIVITY,
    STATUS_BOAT,
    WALLET,
    Wire,
    finding,
    listing,
)
from tests.support.proof import few

# What they go through is covered by the tests of each part: measuring it would take half of their time.
pytestmark = pytest.mark.no_cover

SEED = int(os.environ.get("MUTATION_SEED", "20261121"))
BYTE_MUTANTS = 32_400
SHAPE_MUTANTS = 22_800
CHUNKS = 6
KEY = ApiKey("canary-key-4f1d")
SALE = ExpectedAnswer(KEY, is_boat=True, request_id="ac1-desk-1", moves_money=True)
READING = ExpectedAnswer(KEY, is_boat=True, request_id="ac1-desk-1")
REFUSAL: Wire = {
    "status": "ERROR",
    "code": "SEATS_GONE",
    "message": "No seats.",
    "errors": [{"field": "qty"}],
}
QUOTED: Wire = {"status": "SUCCESS", "refund": 100.00}

Taking = Callable[[HttpReply], object]


def _reading(shape: Callable[[Any], object]) -> Taking:
    return partial(read_verdict, question=READING, shape=shape)


# Each golden answer with the HTTP status it comes with, and what the client makes of such a reply.
GOLDEN: tuple[tuple[Wire, int, Taking], ...] = (
    (
        listing("ACTIVITY", ACTIVITY_ITEM, ACTIVITY_ITEM),
        200,
        _reading(partial(listed, ActivityContent, ActivityItem)),
    ),
    (listing("BOAT", BOAT_ITEM, BOAT_ITEM), 200, _reading(partial(listed, BoatContent, BoatItem))),
    (
        finding("ACTIVITY", SLOT, OLDER_SLOT),
        200,
        _reading(partial(listed, ActivitySearch, ActivityAvailability)),
    ),
    (
        finding("BOAT", DEPARTURE, OLDER_DEPARTURE),
        200,
        _reading(partial(listed, BoatSearch, BoatAvailability)),
    ),
    (WALLET, 200, _reading(partial(whole, WalletAnswer))),
    (STATUS_BOAT, 200, _reading(partial(status_of, "PNR7X2K9"))),
    (STATUS_ACTIVITY, 200, _reading(partial(status_of, "PNR7X2K9"))),
    (QUOTED, 200, _reading(quoted)),
    (BOOKED_ACTIVITY, 201, partial(money_verdict, question=SALE, answer=BookingResult)),
    (BOOKED_BOAT, 201, partial(money_verdict, question=SALE, answer=BookingResult)),
    (CANCELLED, 200, partial(money_verdict, question=SALE, answer=CancellationResult)),
    (REFUSAL, 422, partial(money_verdict, question=SALE, answer=BookingResult)),
    (REFUSAL, 400, partial(money_verdict, question=SALE, answer=CancellationResult)),
    (REFUSAL, 503, _reading(partial(whole, WalletAnswer))),
    (REFUSAL, 413, partial(early_verdict, question=SALE)),
)
BODIES = tuple(json.dumps(answer).encode() for answer, _, _ in GOLDEN)
LONGEST_SECONDS = 0.5
"""Far above what any takes (a few milliseconds), since this computer may be busy."""


def check_amounts(value: object) -> None:
    """Whatever came through is exact and of its own type."""
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            if name != "recent_ledger_journal_snapshot":  # opaque, and taken as it is
                check_amounts(getattr(value, name))
    elif isinstance(value, dict):
        for each in cast("dict[str, object]", value).values():
            check_amounts(each)
    elif isinstance(value, tuple):
        for each in cast("tuple[object, ...]", value):
            check_amounts(each)
    elif isinstance(value, Decimal):
        assert value.is_finite()
        assert abs(value) < 10**15
    else:
        assert not isinstance(value, float)


def outcome(body: bytes, status: int, take: Taking) -> str:
    """What became of one mutant; anything but an answer or one of our two errors fails."""
    began = time.thread_time()
    taken = taken_or_error(HttpReply(status, body), take)
    assert time.thread_time() - began < LONGEST_SECONDS
    check_amounts(taken)
    if isinstance(taken, (RefusedError, UnreadableAnswerError)):
        assert len(taken.words or "") <= 500
        assert KEY.reveal() not in str(taken)
    if isinstance(taken, ListAnswer):
        check_isolated(taken, body)
    if isinstance(taken, BookingResult):
        assert taken.booking_ref.isprintable()
        word = (taken.status or "").strip()
        assert not word or says_yes({"status": word})
    return type(taken).__name__


def taken_or_error(reply: HttpReply, take: Taking) -> object:
    """What was made of a reply, or which of our two errors."""
    try:
        return take(reply)
    except (RefusedError, UnreadableAnswerError) as error:
        return error


def check_isolated(answer: Any, body: bytes) -> None:
    """Every item of an array in the body is either there or set aside by its place."""
    try:
        fields = decoded(body).value
    except UnreadableBodyError:
        # A reading may lack its last brace.
        fields = decoded(body.rstrip() + b"}").value
    data = fields.get("data") if is_object(fields) else None
    if is_array(data) and not all(map(is_array, data)):
        assert len(answer.items) + len(answer.set_aside) == len(data)
    assert len({each.index for each in answer.set_aside}) == len(answer.set_aside)


def run(random: Dice, count: int, mutate: Callable[[Dice, int], bytes]) -> Counter[str]:
    """The outcomes of so many mutants; a failure names its seed and its body."""
    outcomes: Counter[str] = Counter()
    for number in range(count):
        place = random.randrange(len(GOLDEN))
        body = mutate(random, place)
        _, status, take = GOLDEN[place]
        if random.random() < 0.1:
            status = random.choice((200, 201, 204, 301, 400, 401, 403, 404, 409, 500, 503))
        try:
            outcomes[outcome(body, status, take)] += 1
        except Exception as error:
            raise AssertionError(
                f"MUTATION_SEED={SEED}, mutant {number} of {BODIES[place][:60]!r}, HTTP {status}: {body!r}"
            ) from error
    return outcomes


@pytest.mark.parametrize("chunk", few(range(CHUNKS)))
def test_bytes_changed(chunk: int) -> None:
    random = Dice(f"{SEED} bytes {chunk}")
    outcomes = run(
        random, BYTE_MUTANTS // CHUNKS, lambda random, place: changed_bytes(random, BODIES[place], BODIES)
    )
    assert outcomes.total() == BYTE_MUTANTS // CHUNKS
    assert outcomes["UnreadableAnswerError"] > 1000
    assert outcomes["BookingResult"] > 10


@pytest.mark.parametrize("chunk", few(range(CHUNKS)))
def test_shape_changed(chunk: int) -> None:
    random = Dice(f"{SEED} shapes {chunk}")
    outcomes = run(
        random, SHAPE_MUTANTS // CHUNKS, lambda random, place: changed_shape(random, GOLDEN[place][0])
    )
    assert outcomes.total() == SHAPE_MUTANTS // CHUNKS
    for kind in ("UnreadableAnswerError", "RefusedError", "BookingResult", "ActivityContent", "BoatSearch"):
        assert outcomes[kind] > 10


def test_an_unspoiled_answer_is_taken() -> None:
    for body, (_, status, take) in zip(BODIES, GOLDEN, strict=True):
        if status < 400:
            assert outcome(body, status, take) not in {"RefusedError", "UnreadableAnswerError"}
        else:
            assert outcome(body, status, take) == "RefusedError"


def test_a_failure_would_be_seen() -> None:
    def broken(_: HttpReply) -> object:
        raise KeyError

    with pytest.raises(KeyError):
        outcome(b"{}", 200, broken)

"""What is too large for the service is learnt from its answers, and forgotten when it takes more."""

from __future__ import annotations

import pytest

from app.api.messages.api_key import ApiKey
from app.api.messages.errors import (
    NeverReadError,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.api.messages.request_body import Proof
from app.api.wire.sender import BodyLimits
from tests.support.api.raw_service import Dispatch, RawService, always, client_of
from tests.support.api.samples import FOREIGNER, boat_booking

LARGE = NeverReadError("x", is_too_large=True)
EARLY = NotSentError("x", is_too_large=True)
TOLD = RefusedError(http_status=413, code=None, words=None)
REFUSED = RefusedError(http_status=409, code=None, words=None)
LOST = NoAnswerError("x", money_may_have_moved=True)
UNKNOWN = UnreadableAnswerError("x", http_status=500, money_may_have_moved=True)


@pytest.mark.parametrize(
    ("ends", "taken", "refused"),
    [
        ([], 0, None),
        ([(10, None), (7, None)], 10, None),
        ([(10, REFUSED)], 10, None),
        ([(10, LOST), (9, UNKNOWN), (8, NotSentError("x"))], 0, None),
        ([(90, LARGE), (70, EARLY), (80, TOLD)], 0, 70),
        ([(5, None), (90, LARGE), (10, None)], 10, 90),
        ([(90, LARGE), (90, None)], 90, None),
        ([(90, LARGE), (200, None), (300, LARGE)], 200, 300),
    ],
)
def test_what_answers_show(
    ends: list[tuple[int, PartnerError | None]], taken: int, refused: int | None
) -> None:
    limits = BodyLimits()
    for length, error in ends:
        limits.note(length, error)
    assert (limits.largest_taken, limits.smallest_refused) == (taken, refused)


async def test_a_client_learns_it_from_a_sale_and_keeps_it_with_another_key() -> None:
    copy = Proof(bytes(300_000))
    booking = boat_booking(FOREIGNER.model_copy(update={"id_proof_file": copy}))
    async with RawService(always(413, b"<html>")) as service, client_of(service) as client:
        with pytest.raises(NeverReadError):
            await client.create_booking(booking, dispatch=Dispatch())
        learnt = client.smallest_refused
        assert learnt is not None
        assert learnt > copy.sent_length
        client.use_key(ApiKey("another-key-9b1c"))
        assert client.smallest_refused == learnt

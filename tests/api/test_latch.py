"""The last byte of a money order leaves after its record, to a silent peer, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.api.errors import NoAnswerError, NotSentError, PartnerError, UnreadableAnswerError
from app.api.requests import canonical_body
from app.api.timings import Timings
from tests.api.raw_service import (
    QUICK,
    Dispatch,
    Peer,
    RawService,
    Script,
    answer_bytes,
    client_of,
    cutting_request,
)
from tests.api.samples import BOOKED_ACTIVITY, BOOKED_BOAT, WALLET, WALLET_QUERY, activity_booking

BODY = canonical_body(activity_booking())
# Only a peer that says nothing is waited for so long, and here every peer ends the connection.
PATIENT = replace(QUICK, silence=0.5)


async def whole_request() -> int:
    """The length of the request on the wire."""

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.answer(201, BOOKED_ACTIVITY)

    async with RawService(script) as service, client_of(service) as client:
        await client.create_booking(activity_booking(), dispatch=Dispatch())
        return len(service.received)


def cutting_answer(count: int, kind: str) -> Script:
    """A script that ends the connection after so many bytes of a good answer."""

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(answer_bytes(201, BOOKED_BOAT)[:count])
        await (peer.reset() if kind == "RST" else peer.finish())

    return script


async def failure_of(script: Script, timings: Timings = QUICK) -> PartnerError:
    """How a booking ends that a script spoils."""
    async with RawService(script) as service, client_of(service, timings) as client:
        with pytest.raises(PartnerError) as caught:
            await client.create_booking(activity_booking(), dispatch=Dispatch())
        return caught.value


async def test_sale_settles() -> None:
    seen: list[bytes] = []

    async def script(peer: Peer) -> None:
        seen.append(await peer.request())
        await peer.answer(201, BOOKED_ACTIVITY)

    dispatch = Dispatch()
    async with RawService(script) as service, client_of(service) as client:
        result = await client.create_booking(activity_booking(), dispatch=dispatch)
    assert result.booking_ref == "PNR7X2K9"
    assert seen == [BODY]
    assert dispatch.count == 1


@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_cut_at_every_byte_of_the_request(kind: str) -> None:
    total = await whole_request()
    for count in range(1, total):
        error = await failure_of(cutting_request(count, kind), PATIENT)
        assert isinstance(error, NotSentError), f"{kind} after byte {count}: {error!r}"
        assert not error.money_may_have_moved


@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_cut_after_the_last_byte(kind: str) -> None:
    total = await whole_request()
    error = await failure_of(cutting_request(total, kind))
    assert isinstance(error, NoAnswerError)
    assert error.money_may_have_moved


@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_cut_at_every_byte_of_the_answer(kind: str) -> None:
    answer = answer_bytes(201, BOOKED_BOAT)
    head = answer.index(b"\r\n\r\n") + 4
    swift = replace(QUICK, silence=0.001)
    for count in range(len(answer)):
        error = await failure_of(cutting_answer(count, kind), swift)
        assert error.money_may_have_moved, f"{kind} after byte {count}: {error!r}"
        if count < head:
            assert isinstance(error, NoAnswerError)
        else:
            assert isinstance(error, UnreadableAnswerError)
            assert error.says_success
            assert error.http_status == 201


async def test_answer_in_single_bytes_settles() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        for byte in answer_bytes(201, BOOKED_ACTIVITY):
            await peer.send(bytes([byte]))

    async with RawService(script) as service, client_of(service) as client:
        result = await client.create_booking(activity_booking(), dispatch=Dispatch())
    assert result.booking_ref == "PNR7X2K9"


@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_cut_at_every_byte_of_an_answer_that_is_read(kind: str) -> None:
    answer = answer_bytes(200, WALLET)
    cuts = iter(range(len(answer)))

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(answer[: next(cuts)])
        await (peer.reset() if kind == "RST" else peer.finish())

    async with RawService(script) as service, client_of(service, replace(QUICK, pauses=())) as client:
        for _ in answer:
            with pytest.raises(NoAnswerError) as caught:
                await client.wallet_balance(WALLET_QUERY)
            assert not caught.value.money_may_have_moved
    assert not list(cuts)

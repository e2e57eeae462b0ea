"""What an upload does when the record, the peer, the clock or the caller gives way."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from dataclasses import replace

import pytest

from app.api.messages.errors import AccessDisabledError, NoAnswerError, NotSentError, RefusedError
from app.api.messages.request_body import Body, Proof
from app.api.messages.requests import body_of
from app.api.wire.transport import OpenLine
from app.api.wire.upload import Upload, WithheldError
from tests.support.api.raw_service import QUICK, Dispatch, Peer, RawService, client_of
from tests.support.api.samples import (
    ACTIVITY_CANCELLATION,
    BOAT_CANCELLATION,
    BOOKED_ACTIVITY,
    BOOKED_BOAT,
    CANCELLED,
    FOREIGNER,
    activity_booking,
    boat_booking,
)

REFUSAL = {"status": "ERROR", "code": "BODY_TOO_LARGE", "message": "The documents are too large."}
BODY = body_of(activity_booking()).whole()


async def settle(peer: Peer) -> None:
    await peer.request()
    await peer.answer(201, BOOKED_ACTIVITY)


async def test_order_of_events() -> None:
    heard: list[int] = []
    taken = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.take(len(BODY) - 1)
        heard.append(len(BODY) - 1)
        taken.set()
        assert await peer.take(1) == b"}"
        heard.append(1)
        await peer.answer(201, BOOKED_ACTIVITY)

    async def dispatch() -> None:
        await taken.wait()
        heard.append(0)

    async with RawService(script) as service, client_of(service) as client:
        await client.create_booking(activity_booking(), dispatch=dispatch)
    assert heard == [len(BODY) - 1, 0, 1]


async def test_failing_record_keeps_the_byte_back() -> None:
    cause = OSError("disk full")
    dispatch = Dispatch(cause)
    async with RawService(settle) as service, client_of(service) as client:
        with pytest.raises(NotSentError) as caught:
            await client.create_booking(activity_booking(), dispatch=dispatch)
        await service.ended()
    assert caught.value.__cause__ is cause
    assert caught.value.cause == "the order could not be written down first"
    assert not caught.value.dispatched
    assert dispatch.count == 1
    assert service.received.endswith(BODY[:-1])


@pytest.mark.parametrize("body", [b"<html>too large</html>", {"status": "SUCCESS"}, ["no"], b""])
async def test_early_answer_that_is_no_refusal(body: object) -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.answer(413, body)
        await peer.rest()

    dispatch = Dispatch()
    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(NotSentError) as caught:
            await client.create_booking(activity_booking(), dispatch=dispatch)
    assert "413" in caught.value.cause
    assert dispatch.count == 0
    assert not caught.value.dispatched


async def test_early_success_is_not_believed() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.answer(201, BOOKED_ACTIVITY)
        await peer.rest()

    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(NotSentError):
            await client.create_booking(activity_booking(), dispatch=Dispatch())
    assert not service.received.endswith(b"}")


async def test_early_refusal_is_read() -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.answer(413, REFUSAL)
        await peer.rest()

    dispatch = Dispatch()
    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(RefusedError) as caught:
            await client.create_booking(activity_booking(), dispatch=dispatch)
    assert caught.value.words == "The documents are too large."
    assert dispatch.count == 0


async def test_refusal_between_record_and_byte() -> None:
    async def dispatch() -> None:
        await service.peers[0].answer(403, {"status": "ERROR", "code": "API_ACCESS_DISABLED"})

    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.rest()

    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(AccessDisabledError):
            await client.create_booking(activity_booking(), dispatch=dispatch)
    assert not service.received.endswith(b"}")


@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_peer_leaves_between_record_and_byte(kind: str) -> None:
    async def dispatch() -> None:
        await (service.peers[0].reset() if kind == "RST" else service.peers[0].finish())

    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.take(len(BODY) - 1)
        await asyncio.Event().wait()

    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(NotSentError) as caught:
            await client.create_booking(activity_booking(), dispatch=dispatch)
    assert caught.value.dispatched


@pytest.mark.parametrize(("whole_call", "one_read"), [(60, 0.05), (0.3, 60)])
async def test_early_word_without_an_answer_is_not_waited_for_long(
    whole_call: float, one_read: float
) -> None:
    async def script(peer: Peer) -> None:
        await peer.head()
        await peer.send(b"H")
        await peer.rest()

    timings = replace(QUICK, money_total=whole_call, read_total=one_read)
    async with RawService(script) as service, client_of(service, timings) as client:
        with pytest.raises(NotSentError):
            await client.create_booking(activity_booking(), dispatch=Dispatch())


async def test_deadline_does_not_run_while_the_record_is_written() -> None:
    async def dispatch() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 0.7)

    timings = replace(QUICK, money_total=0.6)
    async with RawService(settle) as service, client_of(service, timings) as client:
        result = await client.create_booking(activity_booking(), dispatch=dispatch)
    assert result.booking_ref == "PNR7X2K9"


async def test_silence_after_the_byte_is_unknown() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.rest()

    timings = replace(QUICK, money_total=0.5)
    async with RawService(script) as service, client_of(service, timings) as client:
        with pytest.raises(NoAnswerError) as caught:
            await client.create_booking(activity_booking(), dispatch=Dispatch())
    assert caught.value.money_may_have_moved
    assert caught.value.cause == "it took too long"


@pytest.mark.parametrize("documents", [1, 3])
async def test_peer_that_takes_nothing_gets_no_last_byte(documents: int) -> None:
    # One document fits into this side's send buffer and is never acknowledged; three do not even fit.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    proof = Proof(b"ABC" * (6_000 if documents == 1 else 100_000))
    people = [FOREIGNER.model_copy(update={"id_proof_file": proof})] * documents
    dispatch = Dispatch()
    timings = replace(QUICK, write=0.2)
    service = RawService(settle)
    service.port = listener.getsockname()[1]
    async with client_of(service, timings) as client:
        with pytest.raises(NotSentError):
            await client.create_booking(boat_booking(*people), dispatch=dispatch)
    listener.close()
    assert dispatch.count == 0


async def test_large_body_arrives_whole() -> None:
    people = [
        FOREIGNER.model_copy(update={"id_proof_file": Proof(letter * 525_000)})
        for letter in (b"A", b"B", b"C")
    ]
    request = boat_booking(*people)
    bodies: list[bytes] = []

    async def script(peer: Peer) -> None:
        bodies.append(await peer.request())
        await peer.answer(201, BOOKED_BOAT)

    async with RawService(script) as service, client_of(service) as client:
        result = await client.create_booking(request, dispatch=Dispatch())
    assert result.booking_id == "90071992547409931"
    assert bodies == [body_of(request).whole()]


async def test_cancelled_caller_before_the_byte() -> None:
    reached = asyncio.Event()

    async def dispatch() -> None:
        reached.set()
        await asyncio.Event().wait()

    async with RawService(settle) as service, client_of(service) as client:
        call = asyncio.ensure_future(client.create_booking(activity_booking(), dispatch=dispatch))
        await reached.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert not service.received.endswith(b"}")


async def test_cancelled_caller_after_the_byte() -> None:
    arrived = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.request()
        arrived.set()
        await peer.rest()

    async with RawService(script) as service, client_of(service) as client:
        call = asyncio.ensure_future(client.create_booking(activity_booking(), dispatch=Dispatch()))
        await arrived.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert service.received.endswith(BODY)


async def test_each_order_has_a_connection_of_its_own() -> None:
    async def script(peer: Peer) -> None:
        while True:
            await peer.request()
            await peer.answer(200, CANCELLED)

    async with RawService(script) as service, client_of(service) as client:
        await client.confirm_cancellation(ACTIVITY_CANCELLATION, dispatch=Dispatch())
        result = await client.confirm_cancellation(BOAT_CANCELLATION, dispatch=Dispatch())
    assert result.refund_reference == "RF-0042"
    assert len(service.peers) == 2
    assert all(b"\r\nConnection: close\r\n" in peer.received for peer in service.peers)


async def test_several_orders_at_once() -> None:
    async with RawService(settle) as service, client_of(service) as client:
        dispatches = [Dispatch() for _ in range(8)]
        await asyncio.gather(
            *(client.create_booking(activity_booking(), dispatch=each) for each in dispatches)
        )
    assert [each.count for each in dispatches] == [1] * 8
    assert len(service.peers) == 8


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
async def test_money_is_never_tried_again(status: int) -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.answer(status, b"<html>later</html>", {"Retry-After": "0"})

    dispatch = Dispatch()
    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(Exception, match="not understood"):
            await client.create_booking(activity_booking(), dispatch=dispatch)
    assert dispatch.count == 1
    assert len(service.peers) == 1


async def test_nothing_listens() -> None:
    async with RawService(settle) as service:
        pass
    dispatch = Dispatch()
    async with client_of(service) as client:
        with pytest.raises(NotSentError) as caught:
            await client.create_booking(activity_booking(), dispatch=dispatch)
    assert caught.value.cause == "the service refuses connections"
    assert dispatch.count == 0


async def test_closed_client_sends_nothing() -> None:
    async with RawService(settle) as service:
        client = client_of(service)
        await client.aclose()
        with pytest.raises(NotSentError) as caught:
            await client.create_booking(activity_booking(), dispatch=Dispatch())
    assert caught.value.cause == "the client has been closed"
    assert not service.peers


async def test_no_connection_no_byte() -> None:
    async with asyncio.timeout(1) as deadline:
        upload = Upload(Dispatch(), QUICK, deadline)
        sent: list[bytes] = []
        with pytest.raises(WithheldError):
            sent.extend([piece async for piece in upload.pieces(Body((b"{}",)), OpenLine("127.0.0.1", 1))])
    assert not upload.is_released
    assert not sent

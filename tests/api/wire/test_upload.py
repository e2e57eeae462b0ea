"""A large body leaves as slowly as its line is, ends where it stands still, and hears a refusal."""

from __future__ import annotations

import asyncio
import socket
import struct
from dataclasses import replace
from itertools import pairwise

import pytest

from app.api.messages.errors import NoAnswerError, NotSentError, RefusedError
from app.api.messages.request_body import PIECE, Proof
from app.api.messages.requests import BoatBooking, body_of
from app.api.wire.upload import LARGE
from tests.support.api.raw_service import QUICK, Dispatch, Peer, RawService, answer_bytes, client_of
from tests.support.api.samples import BOOKED_BOAT, FOREIGNER, boat_booking
from tests.support.api.slow_line import begun, moment, slow_line, take
from tests.support.proof import beside_others

REFUSAL = {"status": "ERROR", "code": "BODY_TOO_LARGE", "message": "The documents are too large."}
DOCUMENT = 1_490_000


def booking(people: int) -> BoatBooking:
    """A booking with so many documents of nearly the largest size, each of them different."""
    return boat_booking(
        *(
            FOREIGNER.model_copy(update={"id_proof_file": Proof(bytes([number]) * DOCUMENT)})
            for number in range(people)
        )
    )


async def test_a_large_body_arrives_whole_and_its_last_byte_after_the_record() -> None:
    request = booking(4)
    body = body_of(request).whole()
    assert len(body) > LARGE
    events: list[str] = []
    taken = asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.head()
        assert await peer.take(len(body) - 1) == body[:-1]
        taken.set()
        assert await peer.take(1) == b"}"
        events.append("last byte")
        await peer.answer(201, BOOKED_BOAT)

    async def dispatch() -> None:
        await taken.wait()
        events.append("record")

    async with RawService(script) as service, client_of(service) as client:
        await client.create_booking(request, dispatch=dispatch)
    assert events == ["record", "last byte"]


@beside_others
async def test_a_slow_line_may_take_longer_than_any_total() -> None:
    request = booking(5)
    told: list[tuple[int, int]] = []
    loop = asyncio.get_running_loop()

    async def taking(peer: socket.socket) -> None:
        await take(peer, body_of(request).length - await begun(peer), pause=0.25)
        await loop.sock_sendall(peer, answer_bytes(201, BOOKED_BOAT))

    began = loop.time()
    timings = replace(QUICK, money_total=1.5, write=1.5)
    async with slow_line(taking, timings) as client:
        await client.create_booking(
            request, dispatch=Dispatch(), told=lambda sent, total: told.append((sent, total))
        )
    assert loop.time() - began > timings.money_total
    assert told == sorted(told)
    assert {total for _, total in told} == {body_of(request).length}
    assert told[-1][0] < body_of(request).length


@beside_others
@pytest.mark.parametrize(
    ("people", "pause", "least", "most"), [(8, 0.0, DOCUMENT, PIECE), (4, 0.5, 0, DOCUMENT)]
)
async def test_pieces_are_as_large_as_the_line_deserves(
    people: int, pause: float, least: int, most: int
) -> None:
    request = booking(people)
    left: list[int] = []

    async def taking(peer: socket.socket) -> None:
        await take(peer, body_of(request).length - await begun(peer), pause=pause)
        await asyncio.get_running_loop().sock_sendall(peer, answer_bytes(201, BOOKED_BOAT))

    async with slow_line(taking, QUICK) as client:
        await client.create_booking(request, dispatch=Dispatch(), told=lambda sent, _: left.append(sent))
    largest = max(after - before for before, after in pairwise(left))
    assert least < largest <= most


@pytest.mark.parametrize("people", [1, 4])
async def test_a_line_that_stands_still_sends_nothing(people: int) -> None:
    async def taking(peer: socket.socket) -> None:
        await take(peer, 300_000)
        await asyncio.Event().wait()

    dispatch = Dispatch()
    async with slow_line(taking, replace(QUICK, write=0.3)) as client:
        with pytest.raises(NotSentError) as caught:
            await client.create_booking(booking(people), dispatch=dispatch)
    assert caught.value.cause == "the service did not take the request in time"
    assert dispatch.count == 0


@beside_others
async def test_a_record_that_takes_its_time_is_not_cut_short_after_a_large_body() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.answer(201, BOOKED_BOAT)

    async with RawService(script) as service, client_of(service, replace(QUICK, money_total=2)) as client:
        result = await client.create_booking(booking(4), dispatch=lambda: moment(2.2))
    assert result.booking_ref


async def test_the_end_of_a_large_body_is_waited_for_before_the_record() -> None:
    request = booking(4)
    events: list[str] = []

    async def taking(peer: socket.socket) -> None:
        await take(peer, body_of(request).length - await begun(peer) - 400_000)
        await moment(0.8)
        events.append("taken on")
        await take(peer, 400_000)
        await asyncio.get_running_loop().sock_sendall(peer, answer_bytes(201, BOOKED_BOAT))

    async def dispatch() -> None:
        events.append("record")

    async with slow_line(taking, replace(QUICK, write=3, money_total=3)) as client:
        await client.create_booking(request, dispatch=dispatch)
    assert events == ["taken on", "record"]


async def test_silence_after_a_large_body_is_unknown() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.rest()

    async with RawService(script) as service, client_of(service, replace(QUICK, money_total=2)) as client:
        with pytest.raises(NoAnswerError) as caught:
            await client.create_booking(booking(4), dispatch=Dispatch())
    assert caught.value.money_may_have_moved


@pytest.mark.parametrize("people", [1, 4])
@pytest.mark.parametrize("kind", ["FIN", "RST"])
async def test_a_cut_anywhere_in_a_large_body_is_not_sent(people: int, kind: str) -> None:
    request = booking(people)
    total = body_of(request).length
    for count in (1, 70_000, total // 2, total - 200_000, total - 1):

        async def script(peer: Peer, count: int = count) -> None:
            await peer.head()
            await peer.take(count)
            await (peer.reset() if kind == "RST" else peer.finish())

        # Only a peer that says nothing is waited for so long, and this one ends the connection.
        timings = replace(QUICK, silence=0.5, write=2)
        async with RawService(script) as service, client_of(service, timings) as client:
            with pytest.raises(NotSentError):
                await client.create_booking(request, dispatch=Dispatch())
        assert not service.received.endswith(b"]}")


@pytest.mark.parametrize(
    ("size", "kind"),
    [(15_000, "FIN"), (15_000, "RST"), (60_000, "RST"), (DOCUMENT, "RST"), (3 * DOCUMENT, "RST")],
)
async def test_a_peer_that_goes_while_it_is_waited_for_ends_the_wait_at_once(size: int, kind: str) -> None:
    loop = asyncio.get_running_loop()
    gone_at = 0.0

    async def taking(peer: socket.socket) -> None:
        nonlocal gone_at
        # All that this side holds back is full by then, and the client waits for the rest to be taken.
        await moment(0.3)
        gone_at = loop.time()
        if kind == "FIN":  # it has not taken all, so that closing would reset the connection
            peer.shutdown(socket.SHUT_WR)
            await asyncio.Event().wait()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    # Larger than one document may be, so that one passenger is enough.
    guest = FOREIGNER.model_copy(update={"id_proof_file": Proof(bytes(size))})
    request = boat_booking(guest)
    dispatch = Dispatch()
    async with slow_line(taking, QUICK, holds=4096) as client:
        with pytest.raises(NotSentError):
            await client.create_booking(request, dispatch=dispatch)
    assert loop.time() - gone_at < 2
    assert dispatch.count == 0


async def test_an_early_refusal_ends_a_large_body_on_its_way() -> None:
    request = booking(8)
    loop = asyncio.get_running_loop()
    answered = asyncio.Event()

    async def taking(peer: socket.socket) -> None:
        await take(peer, 500_000)
        await loop.sock_sendall(peer, answer_bytes(413, REFUSAL))
        answered.set()
        await take(peer, body_of(request).length, pause=0.05)

    sent: list[int] = []
    dispatch = Dispatch()
    async with slow_line(taking, replace(QUICK, glance=0.0)) as client:
        with pytest.raises(RefusedError) as caught:
            await client.create_booking(request, dispatch=dispatch, told=lambda left, _: sent.append(left))
    assert answered.is_set()
    assert caught.value.words == "The documents are too large."
    assert dispatch.count == 0
    assert sent[-1] < body_of(request).length // 2


async def test_a_failing_listener_sends_nothing() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()

    def told(_sent: int, _total: int) -> None:
        raise RuntimeError("gone")

    dispatch = Dispatch()
    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(NotSentError):
            await client.create_booking(booking(1), dispatch=dispatch, told=told)
    assert dispatch.count == 0

"""What goes over the wire, byte by byte, and what is refused of what comes back."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from dataclasses import replace

import pytest

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import NoAnswerError, PartnerError, RefusedError, UnreadableAnswerError
from app.api.messages.requests import (
    ActivityContentQuery,
    ActivitySearchQuery,
    BoatContentQuery,
    BoatSearchQuery,
    body_of,
)
from app.api.wire.transport import MIB
from tests.support.api.raw_service import (
    KEY,
    QUICK,
    Dispatch,
    Peer,
    RawService,
    Script,
    always,
    answer_bytes,
    client_of,
)
from tests.support.api.samples import (
    ACTIVITY_QUOTE,
    BOOKED_ACTIVITY,
    DAY,
    STATUS_BOAT,
    STATUS_QUERY,
    WALLET,
    WALLET_QUERY,
    activity_booking,
    finding,
    listing,
)

ONCE = replace(QUICK, pauses=())


def saying(data: bytes) -> Script:
    """A script that answers a request with raw bytes and ends the connection."""

    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(data)
        await peer.finish()

    return script


async def read_failure(script: Script) -> PartnerError:
    """How a wallet reading ends."""
    async with RawService(script) as service, client_of(service, ONCE) as client:
        with pytest.raises(PartnerError) as caught:
            await client.wallet_balance(WALLET_QUERY)
        return caught.value


async def sale_failure(script: Script) -> PartnerError:
    """How a booking ends."""
    async with RawService(script) as service, client_of(service) as client:
        with pytest.raises(PartnerError) as caught:
            await client.create_booking(activity_booking(), dispatch=Dispatch())
        return caught.value


@pytest.mark.parametrize(
    ("query", "target"),
    [
        (
            ActivityContentQuery(travel_date=DAY, limit=500),
            "content.php?module=ACTIVITY&travel_date=2099-12-24&limit=500",
        ),
        (ActivityContentQuery(), "content.php?module=ACTIVITY"),
        (BoatContentQuery(travel_date=DAY), "content.php?module=BOAT&travel_date=2099-12-24"),
        (
            ActivitySearchQuery(date=DAY, activity_id=2**70),
            f"search_availability.php?module=ACTIVITY&date=2099-12-24&activity_id={2**70}",
        ),
        (BoatSearchQuery(date=DAY), "search_availability.php?module=BOAT&date=2099-12-24"),
    ],
)
async def test_get_request_is_exactly_this(
    query: ActivityContentQuery | BoatContentQuery | ActivitySearchQuery | BoatSearchQuery, target: str
) -> None:
    module = query.module_type.value
    async with RawService(always(200, finding(module))) as service, client_of(service) as client:
        if isinstance(query, (ActivityContentQuery, BoatContentQuery)):
            await client.content(query)
        else:
            await client.search_availability(query)
        assert service.received.decode() == (
            f"GET /travel/api/{target} HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{service.port}\r\n"
            "Connection: keep-alive\r\n"
            "User-Agent: agency-counter\r\n"
            "Content-Type: application/json; charset=UTF-8\r\n"
            "Accept: application/json\r\n"
            "Accept-Encoding: identity\r\n"
            f"X-API-KEY: {KEY}\r\n"
            "\r\n"
        )


async def test_post_request_is_exactly_this() -> None:
    body = body_of(WALLET_QUERY).whole()
    async with RawService(always(200, WALLET)) as service, client_of(service) as client:
        await client.wallet_balance(WALLET_QUERY)
        head, _, sent = service.received.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /travel/api/wallet_balance.php HTTP/1.1"
    assert sorted(lines[1:]) == sorted(
        [
            f"Host: 127.0.0.1:{service.port}",
            "User-Agent: agency-counter",
            "Content-Type: application/json; charset=UTF-8",
            "Accept: application/json",
            "Accept-Encoding: identity",
            "Connection: keep-alive",
            f"Content-Length: {len(body)}",
            f"X-API-KEY: {KEY}",
        ]
    )
    assert sent == body == b'{"request_id":"ac1-desk-4"}'


async def test_booking_request_head() -> None:
    async with RawService(always(201, BOOKED_ACTIVITY)) as service, client_of(service) as client:
        await client.create_booking(activity_booking(), dispatch=Dispatch())
    head = service.received.partition(b"\r\n\r\n")[0].decode().lower()
    assert head.startswith("post /travel/api/create_booking.php http/1.1\r\n")
    assert head.count("content-length:") == 1
    assert "transfer-encoding" not in head
    assert head.count("\r\nx-api-key:") == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirect_is_not_followed(status: int) -> None:
    async with RawService(always(200, WALLET)) as other:
        script = always(status, b"", {"Location": f"{other.base_url}/api/wallet_balance.php"})
        error = await read_failure(script)
        assert isinstance(error, UnreadableAnswerError)
        assert error.http_status == status
        assert not error.money_may_have_moved
        error = await sale_failure(script)
        assert isinstance(error, UnreadableAnswerError)
        assert error.money_may_have_moved
        assert not error.says_success
        assert not other.peers


@pytest.mark.parametrize("coding", ["gzip", "gzip, gzip", "deflate", "br"])
async def test_a_body_that_is_packed_too_tightly_is_refused(coding: str) -> None:
    bomb = gzip.compress(b"0" * 50_000_000)
    script = always(200, bomb, {"Content-Encoding": coding})
    error = await read_failure(script)
    assert isinstance(error, UnreadableAnswerError)
    error = await sale_failure(script)
    assert isinstance(error, UnreadableAnswerError)
    assert not error.says_success


@pytest.mark.parametrize("coding", ["none", "identity", "UTF-8", "", "gzip", "x-gzip", "deflate"])
async def test_what_is_packed_or_only_said_to_be_is_read(coding: str) -> None:
    body = json.dumps(WALLET).encode()
    bodies = [body]
    if coding.endswith("gzip"):
        bodies.append(gzip.compress(body))
    if coding == "deflate":
        bodies += [zlib.compress(body), zlib.compress(body)[2:-4]]
    for each in bodies:
        script = always(200, each, {"Content-Encoding": coding})
        async with RawService(script) as service, client_of(service, ONCE) as client:
            assert (await client.wallet_balance(WALLET_QUERY)).data is not None


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 100 Continue\r\n\r\n" * 9 + answer_bytes(200, WALLET),
        answer_bytes(200, WALLET, {"X-Filler": "x" * 70_000}),
        answer_bytes(200, WALLET, {f"X-{n}": "y" for n in range(10_000)}),
        b"HTTP/1.1 200 OK\r\nX: " + b"z" * 70_000,
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}",
        b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        b"220 smtp.example.com ESMTP\r\n",
        b"\x15\x03\x01\x00\x02\x02\x50",
        b"",
    ],
)
async def test_answer_that_is_not_plain_http(answer: bytes) -> None:
    error = await read_failure(saying(answer))
    assert isinstance(error, NoAnswerError)
    assert not error.money_may_have_moved
    error = await sale_failure(saying(answer))
    assert isinstance(error, NoAnswerError)
    assert error.money_may_have_moved


async def test_a_few_interim_answers_are_fine() -> None:
    answer = b"HTTP/1.1 102 Processing\r\n\r\n" * 8 + answer_bytes(200, WALLET)
    async with RawService(saying(answer)) as service, client_of(service) as client:
        assert (await client.wallet_balance(WALLET_QUERY)).data.tenant_id == "T-9"


@pytest.mark.parametrize("announcement", [f"Content-Length: {8 * MIB + 1}\r\n", ""])
async def test_body_beyond_the_cap(announcement: str) -> None:
    answer = f"HTTP/1.1 200 OK\r\n{announcement}\r\n".encode() + b" " * (8 * MIB + 1)
    error = await read_failure(saying(answer))
    assert isinstance(error, UnreadableAnswerError)
    assert "larger than" in error.cause
    error = await sale_failure(saying(answer))
    assert isinstance(error, UnreadableAnswerError)
    assert not error.says_success


async def test_lists_may_be_larger_than_the_rest() -> None:
    answer = listing("BOAT", {"schedule_id": 1, "note": "x" * 2_000_000})
    async with RawService(always(200, answer)) as service, client_of(service) as client:
        items = (await client.content(BoatContentQuery(travel_date=DAY))).items
    assert len(items) == 1


async def test_drip_ends_at_the_deadline() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while True:
            await peer.send(b" ")
            await service.tick()

    timings = replace(ONCE, read_total=0.5)
    async with RawService(script) as service, client_of(service, timings) as client:
        with pytest.raises(NoAnswerError) as caught:
            await client.wallet_balance(WALLET_QUERY)
    assert caught.value.cause == "it took too long"


async def test_chunked_answer_is_read() -> None:
    body = b"".join(
        f"{len(piece):x}\r\n".encode() + piece + b"\r\n"
        for piece in (answer_bytes(200, STATUS_BOAT).partition(b"\r\n\r\n")[2], b"")
    )
    answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    async with RawService(saying(answer)) as service, client_of(service) as client:
        result = await client.booking_status(STATUS_QUERY)
    assert result.data.booking_status == "Confirmed"


async def test_kept_connection_is_used_again() -> None:
    async with RawService(always(200, WALLET)) as service, client_of(service) as client:
        for _ in range(3):
            await client.wallet_balance(WALLET_QUERY)
        assert len(service.peers) == 1


@pytest.mark.parametrize("stray", [b"{}", answer_bytes(200, WALLET), b"\n"])
@pytest.mark.parametrize("arrival", ["with the answer", "after it"])
async def test_stray_bytes_are_never_taken_for_the_next_answer(stray: bytes, arrival: str) -> None:
    is_read, is_sent = asyncio.Event(), asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.request()
        if arrival == "with the answer":
            await peer.send(answer_bytes(200, WALLET) + stray)
        else:
            await peer.answer(200, WALLET)
            await is_read.wait()
            await peer.send(stray)
        is_sent.set()
        await peer.request()
        await peer.answer(200, {**WALLET, "code": "SECOND"})

    async with RawService(script) as service, client_of(service) as client:
        await client.wallet_balance(WALLET_QUERY)
        is_read.set()
        await is_sent.wait()
        await client.wallet_balance(WALLET_QUERY)
        assert len(service.peers) == 2


async def test_connection_that_the_service_closed_is_replaced_without_a_retry() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        await peer.answer(200, {"status": "SUCCESS"})
        await peer.finish()

    async with RawService(script) as service, client_of(service, ONCE) as client:
        await client.quote_cancellation(ACTIVITY_QUOTE)
        await service.ended()
        await client.quote_cancellation(ACTIVITY_QUOTE)
        assert len(service.peers) == 2


async def test_body_counts_and_not_what_it_is_called() -> None:
    script = always(200, WALLET, {"Content-Type": "text/html; charset=latin1"})
    async with RawService(script) as service, client_of(service) as client:
        assert (await client.wallet_balance(WALLET_QUERY)).data.tenant_id == "T-9"


async def test_dead_address_of_a_name_is_passed_over() -> None:
    # localhost is ::1 and 127.0.0.1 on most computers; the service listens on the second only.
    async with RawService(always(201, BOOKED_ACTIVITY)) as service:
        url = f"http://localhost:{service.port}/travel"
        async with PartnerClient(url, ApiKey(KEY), timings=QUICK) as client:
            result = await client.create_booking(activity_booking(), dispatch=Dispatch())
        assert len(service.peers) == 1
    assert result.booking_ref == "PNR7X2K9"


async def test_an_empty_day_that_is_refused_in_words_is_an_empty_list() -> None:
    words = "No boats found for this date"
    script = always(404, {"status": False, "message": words, "data": None})
    async with RawService(script) as service, client_of(service, ONCE) as client:
        answer = await client.search_availability(BoatSearchQuery(date=DAY))
        assert (answer.items, answer.reason) == ((), words)


async def test_a_list_that_is_not_there_is_a_failure() -> None:
    async with (
        RawService(always(404, {"message": "Not Found"})) as service,
        client_of(service, ONCE) as client,
    ):
        with pytest.raises(RefusedError):
            await client.content(BoatContentQuery(travel_date=DAY))

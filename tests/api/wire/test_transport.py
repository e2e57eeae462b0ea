"""What stands between HTTP and the socket, where a whole service would be too blunt a tool."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import nullcontext
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from typing import Any

import httpcore
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from app.api.wire import transport
from app.api.wire.transport import (
    LARGEST_HEAD,
    SEND_BUFFER,
    AnswerWatch,
    OpenLine,
    WatchedStream,
    exchange,
)
from tests.support.api.raw_service import RawService, always
from tests.support.api.samples import WALLET

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
INTERIM = b"HTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\n\r\n"


def watched(data: bytes, cuts: list[int]) -> AnswerWatch:
    """A watch that was fed with data in pieces."""
    watch = AnswerWatch()
    places = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    for start, end in pairwise(places):
        watch.feed(data[start:end])
    return watch


@given(st.lists(st.integers(0, 10_000)), st.integers(0, 3))
def test_answer_is_exact_however_it_is_cut(cuts: list[int], interim: int) -> None:
    data = INTERIM * interim + HEAD
    assert watched(data + b"12345", cuts).is_exact
    assert not watched(data + b"1234", cuts).is_exact
    assert not watched(data + b"123456", cuts).is_exact
    assert not watched(data[:-1], cuts).is_exact


def test_answer_without_a_length_is_never_exact() -> None:
    for head in (
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
    ):
        assert not watched(head, []).is_exact


@given(st.lists(st.integers(0, 1_000_000), max_size=5))
def test_head_is_bounded(cuts: list[int]) -> None:
    watched(b"HTTP/1.1 200 OK\r\nX: " + b"x" * (LARGEST_HEAD - 30) + b"\r\n\r\n", cuts)
    for data in (
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * LARGEST_HEAD,
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * LARGEST_HEAD + b"\r\n\r\n",
        INTERIM * 9,
        b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\nCONTENT-LENGTH : 1\r\n\r\n",
    ):
        with pytest.raises(httpcore.RemoteProtocolError):
            watched(data, cuts)


async def test_elsewhere_than_linux_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    spec = spec_from_file_location("transport_elsewhere", transport.__file__)
    assert spec is not None
    assert spec.loader is not None
    elsewhere = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, elsewhere)
    spec.loader.exec_module(elsewhere)
    monkeypatch.undo()
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        lines: list[tuple[Any, bool]] = [
            (OpenLine("127.0.0.1", listener.getsockname()[1]), True),
            (elsewhere.OpenLine("127.0.0.1", listener.getsockname()[1]), False),
        ]
        for line, is_waiting in lines:
            await line.connect_tcp("127.0.0.1", listener.getsockname()[1], socket_options=[SEND_BUFFER])
            await line.stream.write(b"x" * 20_000)
            with pytest.raises(TimeoutError) if is_waiting else nullcontext():
                assert await line.stream.until_taken(0.1)
            await line.stream.aclose()


async def test_line_leads_to_one_place_only() -> None:
    async with RawService(always(200, WALLET)) as service, RawService(always(200, WALLET)) as other:
        line = OpenLine("127.0.0.1", service.port)
        for host, port in (("127.0.0.1", other.port), ("localhost", service.port)):
            with pytest.raises(httpcore.ConnectError):
                await line.connect_tcp(host, port)
        assert line.stream is None
        stream = await line.connect_tcp("127.0.0.1", service.port)
        assert line.stream is stream
        await stream.aclose()
        assert not other.peers


class ScriptedStream(httpcore.AsyncNetworkStream):
    """Gives what it was made with, one piece a reading, then says nothing; its socket is open and silent."""

    def __init__(self, *pieces: bytes) -> None:
        self.written: list[bytes] = []
        self.ends = socket.socketpair()
        self._pieces = list(pieces)

    @override
    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if not self._pieces:
            raise httpcore.ReadTimeout
        return self._pieces.pop(0)

    @override
    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.written.append(buffer)

    @override
    async def aclose(self) -> None:
        for end in self.ends:
            end.close()

    @override
    def get_extra_info(self, info: str) -> Any:
        return self.ends[0]


@pytest.mark.parametrize("stray", [b"HTTP/1.1 200 OK\r\n\r\n", b"x", b""])
async def test_stray_bytes_already_taken_from_the_socket_are_found(stray: bytes) -> None:
    inner = ScriptedStream(HEAD + b"12345", stray)
    stream = WatchedStream(inner, OpenLine("127.0.0.1", 1))
    await stream.write(b"first")
    await stream.read(1000)
    with pytest.raises(httpcore.ConnectionNotAvailable):
        await stream.write(b"second")
    assert inner.written == [b"first"]
    await stream.aclose()


async def test_silent_connection_is_used_again() -> None:
    inner = ScriptedStream(HEAD + b"12345")
    stream = WatchedStream(inner, OpenLine("127.0.0.1", 1))
    for request in (b"first", b"second"):
        await stream.write(request)
        if request == b"first":
            await stream.read(1000)
    assert inner.written == [b"first", b"second"]
    await stream.aclose()


async def test_a_peer_that_has_gone_is_not_silent_although_nothing_was_read() -> None:
    # A loop that is held up reads nothing; the kernel knows all the same.
    inner = ScriptedStream()
    stream = WatchedStream(inner, OpenLine("127.0.0.1", 1))
    assert await stream.is_silent(0)
    inner.ends[1].close()
    assert not await stream.is_silent(0)
    assert not await stream.until_taken(1)
    await stream.aclose()
    assert stream.unacknowledged == 0
    assert not await stream.until_taken(1)


class _Crumbs(httpx.AsyncByteStream):
    """A body in chunks of one byte that have all arrived already."""

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(1_000):
            yield b" "


async def test_an_answer_in_single_bytes_does_not_hold_the_loop() -> None:
    turns = 0

    async def turn() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    mocked = httpx.MockTransport(lambda _: httpx.Response(200, stream=_Crumbs()))
    turning = asyncio.ensure_future(turn())
    async with httpx.AsyncClient(transport=mocked) as client:
        request = client.build_request("GET", "http://service.example/")
        reply = await exchange(client, request, 1_000, asyncio.timeout(None))
        turning.cancel()
        assert len(reply.body) == 1_000
        assert not reply.flaw
        assert turns >= 14
        reply = await exchange(client, request, 999, asyncio.timeout(None))
        assert str(reply.flaw) == "it is larger than 999 bytes"


async def test_what_a_client_has_left_open_is_closed_with_its_line() -> None:
    async with RawService(always(200, WALLET)) as service:
        line = OpenLine("127.0.0.1", service.port)
        streams = [await line.connect_tcp("127.0.0.1", service.port) for _ in range(3)]
        await streams[0].aclose()
        assert streams[1].get_extra_info("socket").fileno() >= 0
        await line.aclose()
        assert all(each.get_extra_info("socket").fileno() < 0 for each in streams)

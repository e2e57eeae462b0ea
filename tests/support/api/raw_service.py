"""A service made of bare sockets: says exactly the bytes a test wants, and keeps every byte it hears."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire.timeouts import Timings

KEY = "canary-key-4f1d~!42"
QUICK = Timings(connect=20, write=20, read_total=20, money_total=30, silence=0.004, pauses=(0.0, 0.0))

_PATIENCE_SECONDS = 20
_TURNS_TO_ACCEPT = 4
"""Of the loop: the connection's task, its transport, its protocol, and what serves it."""


class Peer:
    """One connection as the service sees it; `received` is all it has read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.received = bytearray()
        self._reader = reader
        self._writer = writer

    async def take(self, count: int) -> bytes:
        """Read exactly so many bytes."""
        try:
            data = await self._reader.readexactly(count)
        except asyncio.IncompleteReadError as end:
            self.received += end.partial
            raise
        self.received += data
        return data

    async def head(self) -> bytes:
        """Read a request's head."""
        data = await self._reader.readuntil(b"\r\n\r\n")
        self.received += data
        return data

    async def request(self) -> bytes:
        """Read a whole request and give its body."""
        head = await self.head()
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        return await self.take(int(lengths[0].split(b":")[1])) if lengths else b""

    async def rest(self) -> bytes:
        """Read until the other side ends the connection."""
        data = await self._reader.read()
        self.received += data
        return data

    async def send(self, data: bytes) -> None:
        """Send raw bytes."""
        self._writer.write(data)
        await self._writer.drain()

    async def answer(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        """Send a well-formed answer; bytes go out as they are, anything else as JSON."""
        await self.send(answer_bytes(status, body, headers))

    async def finish(self) -> None:
        """End the connection politely (FIN)."""
        self._writer.close()

    async def end_writing(self) -> None:
        """Say nothing more, and go on listening (FIN and no more)."""
        self._writer.write_eof()

    async def reset(self) -> None:
        """End the connection rudely (RST)."""
        raw: socket.socket = self._writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()


Script = Callable[[Peer], Awaitable[None]]


class RawService:
    """Runs a script for each connection on a port of its own. Fails a test whose script failed."""

    def __init__(self, script: Script, tls: ssl.SSLContext | None = None) -> None:
        self.peers: list[Peer] = []
        self.port = 0
        self._script = script
        self._tls = tls
        self._tasks: set[asyncio.Task[object]] = set()
        self._writers: list[asyncio.StreamWriter] = []
        self._failures: list[BaseException] = []
        self._server: asyncio.Server | None = None

    @property
    def base_url(self) -> str:
        """What a person would type."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}/travel"

    @property
    def received(self) -> bytes:
        """Everything that any connection brought."""
        return b"".join(peer.received for peer in self.peers)

    async def tick(self) -> None:
        """Wait a moment, as a slow service does between two bytes."""
        await asyncio.sleep(0.001)

    async def ended(self) -> None:
        """Wait until every script has come to its end; one whose client has gone without a word is ended.

        A client that gives up in the very moment in which a connection comes about may leave it open: what
        makes it (anyio) loses sight of it then.
        """
        if not self._tasks:
            return
        _, left = await asyncio.wait(self._tasks, timeout=_PATIENCE_SECONDS)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls, limit=2**22)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        # A connection that was accepted a moment ago would be left open by a server that closes meanwhile.
        for each in self._server.sockets:
            asyncio.get_running_loop().remove_reader(each.fileno())
        for _ in range(_TURNS_TO_ACCEPT):
            await asyncio.sleep(0)
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # Unread data keeps a closed connection open.
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0)
        if self._failures and error is None:
            raise self._failures[0]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.append(writer)
        peer = Peer(reader, writer)
        self.peers.append(peer)
        try:
            await self._script(peer)
        except OSError:
            # The client went away; its reset is also kept for whoever waits for the end.
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        except (asyncio.IncompleteReadError, asyncio.CancelledError):
            return  # the client went away, or the test ended
        except AssertionError as failure:
            self._failures.append(failure)
        finally:
            self._tasks.discard(task)
            writer.close()


def answer_bytes(status: int, body: object, headers: Mapping[str, str] | None = None) -> bytes:
    """A well-formed answer as bytes."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(data)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", ""]).encode() + data


def always(status: int, body: object, headers: Mapping[str, str] | None = None) -> Script:
    """A script that gives every request the same answer."""

    async def script(peer: Peer) -> None:
        while True:
            await peer.request()
            await peer.answer(status, body, headers)

    return script


def cutting_request(count: int, kind: str) -> Script:
    """A script that ends the connection after so many bytes of the request."""

    async def script(peer: Peer) -> None:
        await peer.take(count)
        await (peer.reset() if kind == "RST" else peer.finish())

    return script


def client_of(
    service: RawService, timings: Timings = QUICK, tls: ssl.SSLContext | None = None
) -> PartnerClient:
    """A client of a raw service that waits for nothing."""
    return PartnerClient(service.base_url, ApiKey(KEY), tls=tls, timings=timings)


class Dispatch:
    """A `dispatch` that counts how often it was awaited."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.count = 0
        self._error = error

    async def __call__(self) -> None:
        self.count += 1
        if self._error is not None:
            raise self._error

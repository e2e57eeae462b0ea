"""The line to one service (part 5): connects only there, adds the API key, observes the peer below HTTP.

Redirects are not followed; the connection below reports what the peer says and has acknowledged.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import ssl
import struct
import sys
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, cast

import httpcore
import httpx
import truststore
from typing_extensions import override

from app.api.messages.api_key import ApiKey
from app.api.wire.encodings import unpacked
from app.api.wire.monotonic_clock import counting_sleep
from app.api.wire.redirects import Redirect, redirect_of
from app.api.wire.service_url import PORTS, ServiceUrl
from app.api.wire.timeouts import Timings
from app.core.language import Wording, mark

MIB = 1024 * 1024
CONTENT_TYPE = "application/json; charset=UTF-8"
_HEADERS = {
    "User-Agent": "agency-counter",
    "Content-Type": CONTENT_TYPE,
    "Accept": "application/json",
    "Accept-Encoding": "identity",
}
# At DEBUG these two write the heads of answers, and a service may echo the key there.
for _name in ("httpcore", "httpx"):
    logging.getLogger(_name).setLevel(logging.WARNING)
_WANTED = frozenset(
    {b"content-length", b"content-encoding", b"content-type", b"date", b"retry-after", b"location"}
    | {b"cf-mitigated", b"cf-ray", b"server"}
)
LARGEST_HEAD = 64 * 1024
MOST_INTERIM_ANSWERS = 8
_PIECES_AT_ONCE = 64
"""Pieces read without giving way: in chunks of one byte 64 KiB would hold the loop for 300 ms."""
_CIPHERS = "@SECLEVEL=2:ECDH+AESGCM:ECDH+CHACHA20:ECDH+AES:DHE+AES:!aNULL:!eNULL:!aDSS:!SHA1:!AESCCM:!PSK"
"""What Python itself chooses, where its system lets it: every exchange of keys has forward secrecy."""
SEND_BUFFER: tuple[int, int, int] = (socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)

# Only Linux reports what a peer has acknowledged, and at once that it has disconnected; elsewhere these
# modules are missing or cannot do it.
_FCNTL = import_module("fcntl") if sys.platform == "linux" else None
_TERMIOS = import_module("termios") if sys.platform == "linux" else None
_SELECT = import_module("select") if sys.platform == "linux" else None
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_INTERIM = re.compile(rb"HTTP/1\.[01] 1(?!01)[0-9]{2}")
_LENGTH = re.compile(rb"\ncontent-length[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_GLANCE = 0.001
_FIRST_NAP = 0.0005
_LONGEST_NAP = 0.02


class ForeignOriginError(ValueError):
    """A request for another origin than the service; it gets no API key and is not sent."""


@dataclass(frozen=True, slots=True, repr=False)
class HttpReply:
    """The reply to one request. Its repr shows nothing: a service may echo the API key."""

    http_status: int
    body: bytes
    flaw: Wording = ""
    """What is wrong with the body as a clause; empty when it is complete."""
    is_cut: bool = False
    """Whether the body ended before it was complete."""
    date: str = ""
    retry_after: str = ""
    redirect: Redirect | None = None
    is_from_wall: bool = False
    """Whether its head is that of a wall in front of the service."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Those that the program knows, by their names in small letters."""


def tls_context() -> ssl.SSLContext:
    """A TLS context with the computer's own certificates; TLS 1.2 or newer, names checked, no key log.

    Of TLS 1.2 only what has forward secrecy: some systems have Python offer all that OpenSSL knows.

    Building it takes a tenth of a second: build it once, in a thread.
    """
    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(_CIPHERS)
    return context


class ServiceTransport(httpx.AsyncBaseTransport):
    """Sends to one origin and adds the API key there, so that no client holds it in its headers."""

    def __init__(self, address: ServiceUrl, key: ApiKey, pool: httpcore.AsyncConnectionPool) -> None:
        self._address = address
        self._key = key
        self._pool = pool

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        origin = (url.scheme, url.raw_host.decode("ascii"), url.port or PORTS.get(url.scheme))
        if origin != (self._address.scheme, self._address.host, self._address.port):
            raise ForeignOriginError("The request is for another place than the service.")
        response = await self._pool.handle_async_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=url.raw_scheme, host=url.raw_host, port=self._address.port, target=url.raw_path
                ),
                headers=[*request.headers.raw, (b"X-API-KEY", self._key.reveal().encode("ascii"))],
                content=cast("AsyncIterator[bytes]", request.stream),
                extensions=request.extensions,
            )
        )
        headers = [(name, value) for name, value in response.headers if name.lower() in _WANTED]
        return httpx.Response(response.status, headers=headers, stream=_RawBody(response))

    @override
    async def aclose(self) -> None:
        await self._pool.aclose()


class _RawBody(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._response.aiter_stream():
            yield piece

    @override
    async def aclose(self) -> None:
        await self._response.aclose()


def reading_client(
    address: ServiceUrl,
    key: ApiKey,
    tls: ssl.SSLContext | None,
    timings: Timings,
    *,
    line: OpenLine | None = None,
) -> httpx.AsyncClient:
    """The HTTP client for calls that read: a few connections that are kept open."""
    pool = httpcore.AsyncConnectionPool(
        ssl_context=tls,
        max_connections=4,
        max_keepalive_connections=4,
        keepalive_expiry=30.0,
        network_backend=line or OpenLine(address.host, address.port),
    )
    return _client(ServiceTransport(address, key, pool), timings)


def money_client(
    address: ServiceUrl, key: ApiKey, tls: ssl.SSLContext | None, timings: Timings, *, is_large: bool = False
) -> tuple[httpx.AsyncClient, OpenLine]:
    """The HTTP client for one call that moves money: a fresh connection for that call, and its line.

    The send buffer is small, so that what has left has nearly arrived. That would be too slow for a large
    body, with a round trip for every few bytes: its buffer is made small only before its end (`Upload`).
    """
    line = OpenLine(address.host, address.port)
    pool = httpcore.AsyncConnectionPool(
        ssl_context=tls,
        max_connections=1,
        max_keepalive_connections=0,
        network_backend=line,
        socket_options=None if is_large else [SEND_BUFFER],
    )
    return _client(ServiceTransport(address, key, pool), timings, {"Connection": "close"}), line


def _client(
    transport: ServiceTransport, timings: Timings, more: Mapping[str, str] | None = None
) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=transport,
        headers={**_HEADERS, **(more or {})},
        timeout=httpx.Timeout(None, connect=timings.connect, write=timings.write),
        trust_env=False,
        follow_redirects=False,
    )


async def exchange(
    client: httpx.AsyncClient, request: httpx.Request, largest: int, deadline: asyncio.Timeout
) -> HttpReply:
    """Send one request and read its answer up to `largest` raw bytes, all before the deadline.

    Raises whatever the network raises before the head of an answer is there, and TimeoutError; a body that
    breaks off is part of the reply. An error while closing does not lose the reply.
    """
    response: httpx.Response | None = None
    try:
        async with deadline:
            with counting_sleep(deadline):
                response = await client.send(request, stream=True)
                return await _reply(response, largest)
    finally:
        if response is not None:
            with suppress(Exception):
                await response.aclose()


async def _reply(response: httpx.Response, largest: int) -> HttpReply:
    headers = response.headers
    flaw, is_cut, count = "", False, 0
    pieces = bytearray()
    try:
        async for piece in response.aiter_raw():
            pieces += piece
            if len(pieces) > largest:
                flaw = mark("it is larger than {most} bytes", most=largest)
                break
            count += 1
            if count % _PIECES_AT_ONCE == 0:
                await asyncio.sleep(0)
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError):
        flaw, is_cut = mark("it broke off"), True
    body = bytes(pieces[:largest])
    coding = headers.get("content-encoding", "")
    if coding:
        body, wrong, is_cut_inside = await asyncio.to_thread(unpacked, coding, body, largest)
        flaw, is_cut = flaw or wrong, is_cut or is_cut_inside
    is_page = "text/html" in headers.get("content-type", "").lower()
    return HttpReply(
        response.status_code,
        body,
        flaw,
        is_cut,
        date=headers.get("date", ""),
        retry_after=headers.get("retry-after", ""),
        redirect=redirect_of(str(response.url), response.status_code, headers.get("location", "")),
        is_from_wall="cf-mitigated" in headers or (is_page and "cf-ray" in headers),
        headers=dict(headers),
    )


class AnswerWatch:
    """Follows the raw bytes of one answer: limits its head, and finds out when it was read completely."""

    def __init__(self) -> None:
        self.has_begun = False
        self._head = bytearray()
        self._interim = 0
        self._in_body = False
        self._length: int | None = None
        self._body_bytes = 0

    @property
    def is_exact(self) -> bool:
        """Whether the peer sent exactly the answer that it announced, and no byte more."""
        return self._in_body and self._length == self._body_bytes

    def feed(self, data: bytes) -> None:
        """Add bytes that were read. Raises RemoteProtocolError when the head exceeds a limit."""
        self.has_begun = True
        if self._in_body:
            self._body_bytes += len(data)
            return
        start = max(0, len(self._head) - 2)
        self._head += data
        while not self._in_body and (end := _END_OF_HEAD.search(self._head, start)):
            self._take_head(end.end())
            start = 0
        if len(self._head) > LARGEST_HEAD:
            raise httpcore.RemoteProtocolError("The head of the answer is too large.")

    def _take_head(self, end: int) -> None:
        head = bytes(self._head[:end])
        del self._head[:end]
        if len(head) > LARGEST_HEAD:
            raise httpcore.RemoteProtocolError("The head of the answer is too large.")
        if _INTERIM.match(head):
            self._interim += 1
            if self._interim > MOST_INTERIM_ANSWERS:
                raise httpcore.RemoteProtocolError("There are too many interim answers.")
            return
        self._length = _announced_length(head)
        self._in_body = True
        self._body_bytes = len(self._head)
        self._head.clear()


def _announced_length(head: bytes) -> int | None:
    """The length that a head announces, or None for chunks. Raises RemoteProtocolError for two lengths."""
    lengths = _LENGTH.findall(head)
    is_chunked = _CHUNKED.search(head) is not None
    if len(lengths) + is_chunked > 1:
        raise httpcore.RemoteProtocolError("The answer announces its length twice.")
    if not lengths or not lengths[0].strip().isdigit():
        return None
    return int(lengths[0][:20])


class WatchedStream(httpcore.AsyncNetworkStream):
    """A connection that reports whether its peer is silent and has acknowledged everything."""

    def __init__(self, inner: httpcore.AsyncNetworkStream, line: OpenLine) -> None:
        self._inner = inner
        self._line = line
        self._heard = b""
        self._watch = AnswerWatch()

    @override
    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data, self._heard = self._heard, b""
        if not data:
            data = await self._inner.read(max_bytes, timeout)
        self._watch.feed(data)
        return data

    @override
    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if self._watch.has_begun:
            await self._begin_again()
        await self._inner.write(buffer, timeout)

    async def _begin_again(self) -> None:
        """Prepare another request, only when no stray byte could be taken for its answer."""
        if not self._watch.is_exact or not await self.is_silent(_GLANCE):
            raise httpcore.ConnectionNotAvailable
        self._watch = AnswerWatch()

    async def is_silent(self, seconds: float) -> bool:
        """Whether the peer sends nothing for `seconds`: no byte, no close, no reset."""
        # A delayed loop ends the wait and delivers the byte in one turn: the second look finds it.
        has_spoken = await self._speaks_within(seconds) or await self._speaks_within(_GLANCE)
        return not has_spoken and not _has_gone(self._inner.get_extra_info("socket"))

    async def _speaks_within(self, seconds: float) -> bool:
        has_spoken = False
        with suppress(httpcore.ReadTimeout):
            await self._listen(seconds)
            has_spoken = True
        await asyncio.sleep(0)  # a cancellation meanwhile takes effect here, before anything is sent
        return has_spoken

    async def _listen(self, seconds: float) -> None:
        """Wait for a byte, which is kept, or for the end. Raises ReadTimeout when neither comes in time."""
        with suppress(httpcore.ReadError):
            self._heard += await self._inner.read(1, seconds)

    @property
    def unacknowledged(self) -> int:
        """The number of sent bytes not acknowledged by the peer; 0 where the kernel does not report it."""
        return _unacknowledged(self._inner.get_extra_info("socket"))

    def tls_words(self) -> str:
        """The version, the cipher and the end of the certificate, as far as known here; empty without TLS."""
        line: ssl.SSLObject | None = self._inner.get_extra_info("ssl_object")
        if line is None:
            return ""
        cipher, certificate = line.cipher(), line.getpeercert()
        ends = certificate.get("notAfter") if certificate else None
        return ", ".join(
            (
                line.version() or "TLS",
                cipher[0] if cipher else "",
                f"certificate until {ends or 'not known here'}",
            )
        )

    async def until_taken(self, seconds: float) -> bool:
        """Wait until the peer has acknowledged every byte, where the kernel reports it (Linux).

        Returns False at once when the peer has ended or reset the connection, since no more is acknowledged.
        Raises TimeoutError when neither happens within `seconds`.
        """
        raw = self._inner.get_extra_info("socket")
        nap = _FIRST_NAP
        async with asyncio.timeout(seconds):
            while _unacknowledged(raw) and not _has_gone(raw):
                await asyncio.sleep(nap)
                nap = min(nap * 2, _LONGEST_NAP)
        return not _has_gone(raw)

    @override
    async def aclose(self) -> None:
        self._line.forget(self)
        await self._inner.aclose()

    @override
    async def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        secured = await self._inner.start_tls(ssl_context, server_hostname, timeout)
        self._line.forget(self)
        return await self._line.watched(secured)

    @override
    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class OpenLine(httpcore.AsyncNetworkBackend):
    """Connects to one host and port and to nothing else; `stream` is the newest connection."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._inner = cast("httpcore.AsyncNetworkBackend", httpcore.AnyIOBackend())
        self.stream: WatchedStream | None = None
        self._open: set[WatchedStream] = set()
        self._is_closed = False

    @override
    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        if (host, port) != (self._host, self._port):
            raise httpcore.ConnectError("This connection is for its own service only.")
        inner = await self._inner.connect_tcp(host, port, timeout, local_address, socket_options)
        return await self.watched(inner)

    def close(self) -> None:
        """Keep no connection that is made from now on: a closed client closes none that is being made."""
        self._is_closed = True

    async def aclose(self) -> None:
        """Close what its client has left open: a task that is cancelled there closes one of several alone."""
        self.close()
        for each in tuple(self._open):
            await each.aclose()

    def forget(self, stream: WatchedStream) -> None:
        """Leave the closing of a connection to whoever closes it now."""
        self._open.discard(stream)

    async def watched(self, inner: httpcore.AsyncNetworkStream) -> WatchedStream:
        """The connection, observed; it is the newest one from now on. Raises ConnectError once closed."""
        if self._is_closed:
            await inner.aclose()
            raise httpcore.ConnectError("client closed")
        self.stream = WatchedStream(inner, self)
        self._open.add(self.stream)
        return self.stream


def _unacknowledged(raw: Any) -> int:
    """The number of bytes not acknowledged; 0 where the kernel does not report it, or after the end."""
    descriptor = raw.fileno()
    if descriptor < 0 or not _FCNTL or not _TERMIOS:
        return 0
    return struct.unpack("i", _FCNTL.ioctl(descriptor, _TERMIOS.TIOCOUTQ, b"\0\0\0\0"))[0]


def _has_gone(raw: Any) -> bool:
    """Whether the connection is closed, or its peer has ended or reset it, as far as the kernel reports it.

    The loop does not watch a connection while nothing reads from it, so the kernel is asked.
    """
    descriptor = raw.fileno()
    if descriptor < 0 or not _SELECT:
        return descriptor < 0
    poll = _SELECT.poll()
    poll.register(descriptor, _SELECT.POLLRDHUP)
    return bool(poll.poll(0))

"""HTTP for the partner interface (part 5): one origin, its API key, no redirects, no decompression."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

import httpcore
import httpx
import truststore
from typing_extensions import override

from app.api.messages.api_key import ApiKey
from app.api.wire.monotonic_clock import counting_sleep
from app.api.wire.network import SEND_BUFFER, OpenLine
from app.api.wire.service_url import PORTS, ServiceUrl
from app.api.wire.timeouts import Timings
from app.core.language import tr

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
_WANTED = frozenset({b"content-length", b"content-encoding", b"date", b"retry-after"})


class ForeignOriginError(ValueError):
    """A request for another origin than the service; it gets no API key and is not sent."""


@dataclass(frozen=True, slots=True, repr=False)
class HttpReply:
    """The reply to one request. Its repr shows nothing: a service may echo the API key."""

    http_status: int
    body: bytes
    flaw: str = ""
    """What is wrong with the body as a clause; empty when it is complete."""
    is_cut: bool = False
    """Whether the body ended before it was complete."""
    date: str = ""
    retry_after: str = ""


def tls_context() -> ssl.SSLContext:
    """A TLS context with the computer's own certificates; TLS 1.2 or newer, names checked, no key log.

    Building it takes a tenth of a second: build it once, in a thread.
    """
    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
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
    address: ServiceUrl, key: ApiKey, tls: ssl.SSLContext | None, timings: Timings
) -> httpx.AsyncClient:
    """The HTTP client for calls that read: a few connections that are kept open."""
    pool = httpcore.AsyncConnectionPool(
        ssl_context=tls,
        max_connections=4,
        max_keepalive_connections=4,
        keepalive_expiry=30.0,
        network_backend=OpenLine(address.host, address.port),
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
    body, flaw, is_cut = b"", "", False
    if "content-encoding" in headers:
        flaw = tr("it is compressed, which was not asked for")
    else:
        pieces = bytearray()
        try:
            async for piece in response.aiter_raw():
                pieces += piece
                if len(pieces) > largest:
                    flaw = tr("it is larger than {most} bytes", most=largest)
                    break
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError):
            flaw, is_cut = tr("it broke off"), True
        body = bytes(pieces[:largest])
    return HttpReply(
        response.status_code, body, flaw, is_cut, headers.get("date", ""), headers.get("retry-after", "")
    )

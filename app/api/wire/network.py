"""The network below HTTP: connects to one origin only, and observes what the peer sends and acknowledges."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any, cast

import httpcore
from typing_extensions import override

LARGEST_HEAD = 64 * 1024
MOST_INTERIM_ANSWERS = 8
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
        line.stream = self

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
        await self._inner.aclose()

    @override
    async def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return WatchedStream(await self._inner.start_tls(ssl_context, server_hostname, timeout), self._line)

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
        return WatchedStream(
            await self._inner.connect_tcp(host, port, timeout, local_address, socket_options), self
        )


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

"""Lines in memory, under the production client: bytes take time, are acknowledged, cut, swallowed."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

import httpcore
from typing_extensions import override

from tests.simulation.answers import Said
from tests.simulation.stage import stage

_FIN, _RST, _STALL = "FIN", "RST", "stall"
ENDINGS = (_FIN, _RST, _STALL)
EARLY = ("refusal", "refusal and end", "end")
NO_CONNECTION = ("refused", "timeout")


@dataclass(frozen=True)
class LinePlan:
    """What will happen to one connection."""

    latency: float = 0.02
    """Seconds one way."""
    connecting: str = ""
    """One of `NO_CONNECTION`, or empty."""
    request_cut: float | None = None
    """The share of the request after which the line is cut; 1 is the whole of it."""
    spares_last_byte: bool = False
    """Cut exactly before the last byte."""
    answer_cut: float | None = None
    """The share of the answer after which it is cut."""
    ending: str = _FIN
    """How a cut ends the line, one of `ENDINGS`."""
    early_answer: str = ""
    """One of `EARLY`: from the head of a request alone the service knows that it will not act on it."""
    early_after: float = 0.0
    """Seconds until it says so."""
    is_swallowed: bool = False
    """Whether what was on its way when the computer dies is lost too."""


class Peer(Protocol):
    """The service at the other end of one connection."""

    def take(self, data: bytes) -> None:
        """Bytes have arrived."""
        ...


@dataclass
class Wire:
    """Both directions of one connection."""

    number: int
    plan: LinePlan
    peer: Peer | None = None
    inbox: bytes = b""
    ended: str = ""
    """How the client has learnt that it is over; empty while it is not."""
    is_closed: bool = False
    """By the client."""
    unacknowledged: int = 0
    is_stalled: bool = False
    sent: bytes = b""
    """All that the client has written."""
    waiter: asyncio.Future[None] | None = None
    _arrives_at: float = 0.0

    def carry(self, data: bytes) -> None:
        """To the service, in order."""
        self.sent += data
        self.unacknowledged += len(data)
        if not self.is_stalled and self.peer is not None:
            self._later(self._arrive, data)

    def _arrive(self, data: bytes) -> None:
        if self.is_stalled or self.peer is None:
            return
        self.peer.take(data)
        if not self.is_stalled:
            stage().loop.call_later(self.plan.latency, self._acknowledge, len(data))

    def _acknowledge(self, count: int) -> None:
        self.unacknowledged -= count

    def answer(self, data: bytes) -> None:
        """To the client."""
        if not self.is_stalled and self.peer is not None:
            self._later(self._hear, data)

    def end(self, how: str) -> None:
        """The service, or something between, ends it."""
        if how == _STALL:
            self.is_stalled = True
        elif not self.is_stalled:
            self._later(self._learn_end, how)
        self.peer = None

    def _hear(self, data: bytes) -> None:
        self.inbox += data
        self._wake()

    def _learn_end(self, how: str) -> None:
        self.ended = self.ended or how
        if how == _RST:
            self.inbox = b""
        stage().say(f"line {self.number}: {how}")
        self._wake()

    def _wake(self) -> None:
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def _later(self, call: Callable[[Any], None], argument: object) -> None:
        loop = stage().loop
        self._arrives_at = max(self._arrives_at, loop.time() + self.plan.latency)
        loop.call_at(self._arrives_at, call, argument)


class WireStream(httpcore.AsyncNetworkStream):
    """The client's end of a connection."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    @override
    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        wire = self._wire
        if not wire.inbox and not wire.ended:
            await self._wait(timeout)
        if wire.inbox:
            data, wire.inbox = wire.inbox[:max_bytes], wire.inbox[max_bytes:]
            return data
        if wire.ended == _RST or wire.is_closed:
            raise httpcore.ReadError("reset")
        return b""

    async def _wait(self, seconds: float | None) -> None:
        loop, wire = stage().loop, self._wire
        wire.waiter = loop.create_future()
        try:
            async with asyncio.timeout(seconds):
                await wire.waiter
        except TimeoutError:
            raise httpcore.ReadTimeout from None
        finally:
            wire.waiter = None

    @override
    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if self._wire.ended or self._wire.is_closed:
            raise httpcore.WriteError("gone")
        if buffer:
            stage().wires.watch_departure(self._wire, buffer)
            self._wire.carry(buffer)

    @override
    async def aclose(self) -> None:
        self._wire.is_closed = True

    @override
    def get_extra_info(self, info: str) -> Any:
        if info == "socket":
            return Socket(self._wire)
        return bool(self._wire.ended or self._wire.inbox) if info == "is_readable" else None


@dataclass(frozen=True)
class Socket:
    """What the kernel knows the connection by."""

    wire: Wire

    def fileno(self) -> int:
        """Its number; below zero when it is closed."""
        return -1 if self.wire.is_closed else self.wire.number


@dataclass
class Wires:
    """All lines of the computer."""

    plans: Callable[[], LinePlan]
    meet: Callable[[Wire], Peer]
    """Gives the service's end of a new connection."""
    watch_departure: Callable[[Wire, bytes], None]
    """Told of what is about to leave."""
    reads: Callable[[str, dict[str, Any]], Said | None]
    """What the service says to a reading that takes the short way."""
    all: list[Wire] = field(default_factory=list[Wire])
    is_dead: bool = False

    def close_all(self, *, loses_power: bool) -> None:
        """The program is gone. What had left its kernel still arrives, and at a power cut perhaps not."""
        for wire in self.all:
            wire.ended = _RST
            wire.is_closed = True
            if loses_power and wire.plan.is_swallowed:
                wire.is_stalled = True


class WireBackend(httpcore.AsyncNetworkBackend):
    """Makes connections."""

    @override
    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        wires = stage().wires
        plan = wires.plans()
        if plan.connecting == "timeout":
            await asyncio.sleep(timeout or 0)
            raise httpcore.ConnectTimeout
        await asyncio.sleep(2 * plan.latency)
        if plan.connecting or wires.is_dead:
            raise httpcore.ConnectError("refused")
        wire = Wire(len(wires.all) + 1, plan)
        wire.peer = wires.meet(wire)
        wires.all.append(wire)
        return WireStream(wire)


class Kernel:
    """What the program asks of Linux about a connection."""

    TIOCOUTQ = 1
    POLLRDHUP = 2

    def ioctl(self, number: int, _: int, __: bytes) -> bytes:
        """How many bytes the peer has not acknowledged."""
        return struct.pack("i", stage().wires.all[number - 1].unacknowledged)

    def poll(self) -> _Poll:
        """Asks whether connections have ended."""
        return _Poll()


class _Poll:
    def __init__(self) -> None:
        self._numbers: list[int] = []

    def register(self, number: int, _: int) -> None:
        """Ask about this one too."""
        self._numbers.append(number)

    def poll(self, _: int) -> list[int]:
        """Those that have ended."""
        wires = stage().wires.all
        return [number for number in self._numbers if wires[number - 1].ended]

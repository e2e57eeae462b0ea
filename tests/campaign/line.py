"""The line from the counter to its service: it cuts, delays and refuses by chance, and counts what passes."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
from asyncio import StreamReader, StreamWriter
from collections import Counter as Tally
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from random import Random
from typing import Any

from app.store.journal.recovery import MIRROR_FILE
from app.store.journal.states import State
from tests.campaign.waits import LONGEST_WORK
from tests.simulation.answers import GATEWAY, Said, reply_bytes, said
from tests.simulation.service import Whole

_HEAD_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"content-length: ?([0-9]+)", re.IGNORECASE)
_REQUEST_ID = re.compile(rb'"request_id": ?"([^"]+)"')
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
_REFUSED = said(409, {"status": "ERROR", "code": "SEATS_NOT_AVAILABLE", "message": "They were just sold"})
_MONEY = {
    "well": 45,
    "request cut": 14,
    "answer cut": 16,
    "late": 6,
    "refused": 9,
    "gateway": 5,
    "unheard": 5,
}
_COUNTED = ("late", "refused", "gateway")
_READING = {"well": 91, "request cut": 4, "answer cut": 5}
_ENDINGS = {"FIN": 4, "RST": 4, "STALL": 1}


class _BrokenLineError(Exception):
    """The line has ended, as was planned or because a side is gone."""


@dataclass(frozen=True)
class Fate:
    """What happens to one request."""

    way: str = "well"
    part: float = 1.0
    """Of the answer, before it is cut; a request is cut before its last byte, for none behind its head."""
    ending: str = "FIN"
    seconds: float = 0.0
    """For which a late order is held back."""

    @classmethod
    def drawn(cls, chance: Random, *, is_money: bool) -> Fate:
        """Draw one."""
        return cls(
            _one(chance, _MONEY if is_money else _READING),
            chance.choice((0.0, chance.random(), chance.random(), 0.999)),
            _one(chance, _ENDINGS),
            chance.uniform(0, LONGEST_WORK),
        )


@dataclass
class Passed:
    """What has passed over the line."""

    whole: list[Whole] = field(default_factory=list[Whole])
    """Every money order of which all bytes have arrived."""
    refused: set[str] = field(default_factory=set[str])
    quoted: set[str] = field(default_factory=set[str])
    left: Tally[str] = field(default_factory=Tally[str])
    """The numbers of orders of which the last byte may have left the counter."""
    unread: int = 0
    """So many requests were cut before their number could be read."""
    breaches: list[str] = field(default_factory=list[str])
    cuts: Tally[str] = field(default_factory=Tally[str])


class Line:
    """Takes each request, and leads it to the service or not."""

    def __init__(self, chance: Random, service: str, folder: Path) -> None:
        """`service` is its address, `folder` that of the counter, whose journal must be ahead of the line."""
        self.passed = Passed()
        self.is_calm = True
        """Nothing happens to any request."""
        self.at_work = 0
        """So many requests are held back or with the service."""
        self._chance = chance
        self._host, _, self._port = service.removeprefix("http://").partition(":")
        self._mirror = folder / MIRROR_FILE

    async def meet(self, reading: StreamReader, writing: StreamWriter) -> None:
        """One connection of the counter, to its end."""
        with suppress(OSError, EOFError, _BrokenLineError):
            while True:
                await self._pass(reading, writing)
        writing.close()

    async def _pass(self, reading: StreamReader, writing: StreamWriter) -> None:
        head = await reading.readuntil(_HEAD_END)
        found = _LENGTH.search(head)
        length = int(found[1]) if found else 0
        target = head.split(b" ", 2)[1].decode().rpartition("/")[2]
        is_selling = target.startswith("create_booking")
        # Whether a cancellation is only asked about stands in its body.
        is_money = is_selling or target.startswith("cancel_booking")
        fate = Fate() if self.is_calm else Fate.drawn(self._chance, is_money=is_money)
        if fate.way == "request cut":
            await self._cut_request(reading, writing, fate, length)
        body = await reading.readexactly(length)
        order = self._noted(json.loads(body), is_selling=is_selling) if is_money else None
        self.at_work += 1
        try:
            answer = await self._carried(head + body, fate, order)
        finally:
            self.at_work -= 1
        if fate.way in {"answer cut", "unheard"}:
            self._count_cut(fate)
            writing.write(answer[: int(len(answer) * fate.part)])
            await _end(reading, writing, fate.ending)
        writing.write(answer)
        await writing.drain()

    async def _cut_request(
        self, reading: StreamReader, writing: StreamWriter, fate: Fate, length: int
    ) -> None:
        """End the line behind the head or before the last byte. Raises _BrokenLineError."""
        self._count_cut(fate)
        taken = await reading.readexactly(max(length - 1, 0)) if fate.part else b""
        if fate.ending == "STALL":
            # The system of this side takes what comes: the other one cannot tell it from a slow service.
            taken += await reading.read()
        found = _REQUEST_ID.search(taken)
        if found:
            self.passed.left[found[1].decode()] += 1
        else:
            self.passed.unread += 1
        await _end(reading, writing, fate.ending)

    async def _carried(self, request: bytes, fate: Fate, order: Whole | None) -> bytes:
        """The answer, of the service or of whoever stands before it; empty when the order goes no further."""
        if order is None:
            return await self._asked(request)
        if fate.way in _COUNTED:
            self.passed.cuts[fate.way] += 1
        match fate.way:
            case "refused":
                self.passed.refused.add(order.request_id)
                return _bytes_of(_REFUSED)
            case "unheard":
                return b""
            case "late":
                await asyncio.sleep(fate.seconds)
            case _:
                pass
        answer = await self._asked(request)
        if answer.startswith(b"HTTP/1.1 4"):
            self.passed.refused.add(order.request_id)
        return _bytes_of(GATEWAY) if fate.way == "gateway" else answer

    async def _asked(self, request: bytes) -> bytes:
        """The whole answer of the service."""
        reading, writing = await asyncio.open_connection(self._host, int(self._port))
        try:
            writing.write(request)
            head = await reading.readuntil(_HEAD_END)
            found = _LENGTH.search(head)
            return head + await reading.readexactly(int(found[1]) if found else 0)
        finally:
            writing.close()

    def _noted(self, body: dict[str, Any], *, is_selling: bool) -> Whole | None:
        """The money order, counted and looked at; None when it is a question."""
        request_id = str(body["request_id"])
        if not is_selling and body.get("action") != "CONFIRM":
            self.passed.quoted.add(request_id)
            return None
        subject = str(body["customer_phone" if is_selling else "booking_ref"])
        order = Whole(request_id, subject, not is_selling, int(body["qty"]))
        self.passed.whole.append(order)
        self.passed.left[request_id] += 1
        arrived = sum(each.request_id == request_id for each in self.passed.whole)
        if _times_kept(self._mirror, request_id) < arrived:
            self.passed.breaches.append(f"early: {request_id} is here before the journal keeps the record")
        return order

    def _count_cut(self, fate: Fate) -> None:
        self.passed.cuts[f"{fate.way}, {fate.ending}"] += 1


async def _end(reading: StreamReader, writing: StreamWriter, ending: str) -> None:
    """End a connection in this way. Raises _BrokenLineError."""
    if ending == "STALL":
        # Until the other side has given it up.
        await reading.read()
    elif ending == "RST":
        handle: socket.socket = writing.get_extra_info("socket")
        handle.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
        writing.transport.abort()
    raise _BrokenLineError


def _times_kept(mirror: Path, request_id: str) -> int:
    """How often the journal names that this number leaves."""
    name = f'"request_id":"{request_id}"'.encode()
    state = f'"state":"{State.DISPATCHED}"'.encode()
    return sum(name in each and state in each for each in mirror.read_bytes().split(b"\n"))


def _bytes_of(reply: Said) -> bytes:
    return reply_bytes(reply, format_datetime(datetime.now(UTC), usegmt=True))


def _one(chance: Random, weights: dict[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]

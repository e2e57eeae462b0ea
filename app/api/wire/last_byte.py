"""The last-byte latch: the byte that makes a money order whole leaves after its journal record."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import httpcore

from app.api.wire.network import Line
from app.api.wire.timeouts import Timings

Dispatch = Callable[[], Awaitable[None]]

_PIECE = 64 * 1024


class LatchError(Exception):
    """The last byte was kept back; the connection is given up."""


class Latch:
    """One money order on its way. While `is_open` is False the service cannot have acted."""

    def __init__(self, dispatch: Dispatch, timings: Timings, deadline: asyncio.Timeout) -> None:
        self.is_open = False
        self.is_dispatched = False
        self.failure: Exception | None = None
        """What `dispatch` raised."""
        self._dispatch = dispatch
        self._timings = timings
        self._deadline = deadline

    async def released(self, body: bytes, line: Line) -> AsyncIterator[bytes]:
        """The body in pieces; the last byte comes once the order is dispatched and the peer is silent.

        A peer that speaks before it has everything is given no last byte; its early answer can be read.
        """
        held = len(body) - 1
        for start in range(0, held, _PIECE):
            yield body[start : min(start + _PIECE, held)]
        await self._hold(line)
        self.is_open = True
        yield body[held:]

    async def _hold(self, line: Line) -> None:
        stream = line.stream
        if stream is None:
            raise LatchError
        is_taken = await stream.until_taken(self._timings.write)
        if is_taken and await stream.is_silent(self._timings.silence):
            await self._run_dispatch()
            if await stream.is_silent(self._timings.silence):
                return
        self._expect_answer_soon()
        # httpcore stops sending at this error, and reads what the peer had to say.
        raise httpcore.WriteError

    def _expect_answer_soon(self) -> None:
        soon = asyncio.get_running_loop().time() + self._timings.read_total
        self._deadline.reschedule(min(self._deadline.when() or soon, soon))

    async def _run_dispatch(self) -> None:
        """Run `dispatch` with the clock of the call stopped: its journal record is never cut short."""
        left = (self._deadline.when() or 0) - asyncio.get_running_loop().time()
        self._deadline.reschedule(None)
        try:
            await self._dispatch()
        except Exception as error:
            self.failure = error
            raise LatchError from error
        self.is_dispatched = True
        self._deadline.reschedule(asyncio.get_running_loop().time() + left)

"""The upload of one money order: piece by piece, the last byte only after its journal record."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import NoReturn

import httpcore

from app.api.messages.request_body import PIECE, Body
from app.api.wire import monotonic_clock
from app.api.wire.timeouts import STANDSTILL, Timings
from app.api.wire.transport import SEND_BUFFER, OpenLine

Dispatch = Callable[[], Awaitable[None]]
"""Writes the record that the order is being sent."""
Told = Callable[[int, int], None]
"""Called with the bytes of a body that have left, and their total."""

LARGE = 4 * 1024 * 1024
"""A body of more bytes is sent with the buffer size that the kernel chooses for the line."""

_SMALLEST_PIECE = 64 * 1024
_QUICK_SECONDS = 0.25
_MOMENT = 0.001
_PATIENCE = 0.25
_NEARLY_ALL = 0.9


class WithheldError(Exception):
    """The last byte was not sent; the connection is closed."""


def is_large(body: Body) -> bool:
    """Whether a body is so large that a small send buffer would slow it down."""
    return body.length > LARGE


class SleptError(Exception):
    """The last byte was not sent, since the computer slept while the order was on its way."""


class Upload:
    """The upload of one order. While `is_released` is False the service cannot have acted.

    A slow line is no failure: the deadline of the call is extended by each piece that leaves.
    """

    def __init__(
        self, dispatch: Dispatch, timings: Timings, deadline: asyncio.Timeout, told: Told | None = None
    ) -> None:
        """`dispatch` is awaited once, before the last byte; `deadline` is that of the whole call."""
        self.is_released = False
        """Whether the last byte may have left."""
        self.is_dispatched = False
        self.failure: Exception | None = None
        """What `dispatch` raised."""
        self._dispatch = dispatch
        self._timings = timings
        self._deadline = deadline
        self._told = told
        self._loop = asyncio.get_running_loop()
        self._piece = _SMALLEST_PIECE
        self._began = 0.0
        self._went_on_at = monotonic_clock.boot_seconds()
        self._has_stood = False
        """Whether nothing left for longer than is possible while the computer is awake."""
        self._glance_at = self._loop.time() + timings.glance

    async def pieces(self, body: Body, line: OpenLine) -> AsyncGenerator[bytes, None]:
        """All pieces; the last byte follows once the order is dispatched and the peer is silent."""
        sent, total, held = 0, body.length, b""
        self._began = self._loop.time()
        for piece in self._cut(body):
            if held:
                began = self._loop.time()
                yield held
                sent += len(held)
                await self._has_left(sent, total, began, line)
            held = piece
        stream = line.stream
        if is_large(body) and stream is not None:
            # From here on the kernel accepts a byte only when nearly all before it have been acknowledged.
            stream.get_extra_info("socket").setsockopt(*SEND_BUFFER)
            await self._arrive(line)
        async for piece in self._released(held, line):
            yield piece

    async def _released(self, last: bytes, line: OpenLine) -> AsyncIterator[bytes]:
        """The last piece in parts, its last byte alone.

        A peer that answers before it has everything gets no last byte; its early answer can be read.
        """
        held = len(last) - 1
        for start in range(0, held, _SMALLEST_PIECE):
            yield last[start : min(start + _SMALLEST_PIECE, held)]
        await self._hold(line)
        self.is_released = True
        yield last[held:]

    async def _hold(self, line: OpenLine) -> None:
        stream = line.stream
        if stream is None:
            raise WithheldError
        is_taken = await stream.until_taken(self._timings.write)
        if is_taken and await stream.is_silent(self._timings.silence):
            self._check_awake()
            await self._run_dispatch()
            if await stream.is_silent(self._timings.silence):
                self._check_awake()
                return
        self._leave_to_answer()

    def _check_awake(self) -> None:
        """Raises SleptError when the computer slept: what the order rests on may be long past."""
        self._go_on()
        if self._has_stood:
            raise SleptError

    def _go_on(self) -> None:
        now = monotonic_clock.boot_seconds()
        self._has_stood |= now - self._went_on_at > STANDSTILL
        self._went_on_at = now

    async def _run_dispatch(self) -> None:
        """Run `dispatch` with the deadline of the call suspended: its journal record is never interrupted."""
        left = (self._deadline.when() or 0) - self._loop.time()
        self._deadline.reschedule(None)
        try:
            await self._dispatch()
        except Exception as error:
            self.failure = error
            raise WithheldError from error
        self.is_dispatched = True
        self._deadline.reschedule(self._loop.time() + left)

    def _cut(self, body: Body) -> Iterator[bytes]:
        """The pieces, sized by the speed of the line: each of them has to leave within `Timings.write`."""
        for piece in body.pieces():
            start = 0
            while start < len(piece):
                part = piece[start : start + self._piece]
                start += len(part)
                yield part

    async def _has_left(self, sent: int, total: int, began: float, line: OpenLine) -> None:
        now = self._loop.time()
        arrived = sent - (line.stream.unacknowledged if line.stream else 0)
        self._piece = self._next_piece(arrived, began, now)
        self._give_time(now)
        self._go_on()
        if self._told is not None:
            self._told(sent, total)
        if now >= self._glance_at:
            self._glance_at = now + self._timings.glance
            await self._hear(line)

    def _next_piece(self, arrived: int, began: float, now: float) -> int:
        """The size of the next piece in bytes: twice the last one while that is sent quickly.

        A buffer accepts much at once, however slow the line: only what the peer has received counts.
        """
        if now - began >= _QUICK_SECONDS:
            return _SMALLEST_PIECE
        in_time = int(arrived * _QUICK_SECONDS / max(now - self._began, _MOMENT))
        return max(_SMALLEST_PIECE, min(2 * self._piece, PIECE, arrived, in_time))

    async def _arrive(self, line: OpenLine) -> None:
        """Wait until the peer has acknowledged all that was sent, or stop when it has answered or ended."""
        until = self._loop.time() + self._timings.write
        is_taken = False
        while line.stream is not None and not is_taken and self._loop.time() < until:
            with suppress(TimeoutError):
                await line.stream.until_taken(_PATIENCE)
                is_taken = True
            await self._hear(line)

    def _give_time(self, now: float) -> None:
        whole = self._timings.money_total
        # Not at each piece: rescheduling a timer has a cost in some loops.
        if (self._deadline.when() or 0) - now < whole * _NEARLY_ALL:
            self._deadline.reschedule(now + whole)

    async def _hear(self, line: OpenLine) -> None:
        """Stop when the peer has answered: the rest of a large body is not sent after a refusal."""
        if line.stream is not None and not await line.stream.is_silent(_MOMENT):
            self._leave_to_answer()

    def _leave_to_answer(self) -> NoReturn:
        """Send no more, and give the peer's answer the time limit of a read to arrive."""
        soon = self._loop.time() + self._timings.read_total
        self._deadline.reschedule(min(self._deadline.when() or soon, soon))
        # httpcore stops sending at this error, and reads the answer.
        raise httpcore.WriteError

"""Sends calls: reads again when the line fails, money once; reports of every failure what is certain."""

from __future__ import annotations

import asyncio
import logging
import random
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from app.api.messages.api_key import ApiKey
from app.api.messages.booking_answers import BookingResult, CancellationResult
from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.api.messages.json_decoding import Decoded
from app.api.messages.request_body import NOTHING, Body
from app.api.wire import monotonic_clock
from app.api.wire.bystanders import TOO_LARGE
from app.api.wire.classification import ExpectedAnswer, early_verdict, money_verdict, read_verdict
from app.api.wire.failure_words import cause_of, types_of
from app.api.wire.service_url import ServiceUrl
from app.api.wire.timeouts import Timings
from app.api.wire.transport import MIB, HttpReply, OpenLine, exchange, money_client, reading_client
from app.api.wire.upload import Dispatch, Told, Upload, is_large
from app.core.language import mark

_PASSING = frozenset({408, 429})
_SERVER_FAULT = 500
_MOST_DIGITS = 9
_LASTING = (AccessDisabledError, KeyRefusedError, BoatsNotConfiguredError)
_CHANCE = random.SystemRandom()


def is_passing(error: PartnerError, *, may_repeat: bool) -> bool:
    """Whether another try may succeed. `may_repeat`: also when this one may have arrived."""
    if isinstance(error, NotSentError):
        return True
    if not may_repeat or isinstance(error, _LASTING):
        return False
    if isinstance(error, (RefusedError, UnreadableAnswerError)):
        if isinstance(error, UnreadableAnswerError) and error.signs.may_pass:
            return True
        status = error.http_status or 0
        return status in _PASSING or status >= _SERVER_FAULT
    return isinstance(error, NoAnswerError)


def pause(ours: float, retry_after: str, timings: Timings) -> float:
    """Seconds to wait: what the service asks for, within limits, else `ours`, varied by a quarter."""
    is_number = retry_after.isascii() and retry_after.isdigit() and len(retry_after) <= _MOST_DIGITS
    asked = float(retry_after) if is_number else 0.0
    return min(max(asked, ours * _CHANCE.uniform(0.75, 1.25)), timings.longest_pause)


log = logging.getLogger("app.api")
Sleep = Callable[[float], Awaitable[None]]
_Answer = TypeVar("_Answer")
_Result = TypeVar("_Result", bound=BookingResult | CancellationResult)
_BIG = 64 * 1024
_YEARS_KNOWN = range(1970, 2200)
"""Years of a `Date` that can be reckoned with."""
_WHOLE_SECONDS = timedelta(seconds=1)
"""A `Date` leaves out the part of a second."""


@dataclass(frozen=True, slots=True, repr=False)
class HeardReply:
    """The raw reply to one try of a call that reads, and the connection that it came over."""

    call: str
    reply: HttpReply
    seconds: float
    tls: str
    """The version, the cipher and the end of the certificate; empty without TLS."""


Heard = Callable[[HeardReply], None]


@dataclass(frozen=True, slots=True, repr=False)
class Call:
    """One call: a GET with parameters, or a POST with a body that no repr shows."""

    name: str
    endpoint: str
    question: ExpectedAnswer
    parameters: dict[str, str] | None = None
    body: Body = NOTHING
    largest: int = 8 * MIB
    """Of the answer, in bytes: a booking may come with its tickets."""
    may_repeat: bool = True
    """Whether it may be sent again although it may have arrived."""


class Sender:
    """Sends calls to one service with one API key."""

    def __init__(
        self,
        address: ServiceUrl,
        key: ApiKey,
        tls: ssl.SSLContext | None,
        timings: Timings,
        sleep: Sleep,
        *,
        told: tuple[datetime, float] | None = None,
        body_limits: BodyLimits | None = None,
        heard: Heard | None = None,
    ) -> None:
        self.body_limits = body_limits or BodyLimits()
        self._told = told
        """The newest time of the service, and the reading of the monotonic clock at that moment."""
        self._address = address
        self._key = key
        self._tls = tls
        self._timings = timings
        self._sleep = sleep
        self._heard = heard
        self._line = OpenLine(address.host, address.port)
        self._client = reading_client(address, key, tls, timings, line=self._line)

    def with_key(self, key: ApiKey) -> Sender:
        """Another sender to the same service with another API key; it takes over what is known of that."""
        return Sender(
            self._address,
            key,
            self._tls,
            self._timings,
            self._sleep,
            told=self._told,
            body_limits=self.body_limits,
        )

    def wait_for_money(self, seconds: float) -> None:
        """Set how many seconds later calls that move money wait for their answer."""
        self._timings = replace(self._timings, money_total=seconds)

    @property
    def service_offset(self) -> timedelta | None:
        """The service's clock minus this computer's; None while no time of the service is known.

        From the newest `Date` on the monotonic clock counts: setting this computer's clock changes the
        offset, and never the assumed time of the service.
        """
        if self._told is None:
            return None
        told, at = self._told
        return told + timedelta(seconds=monotonic_clock.boot_seconds() - at) - datetime.now(UTC)

    def note_time(self, date: str, took: float = 0.0) -> None:
        """Take the service's clock from a `Date` header, however far off; no date and no zone is ignored.

        `took` is how many seconds its answer took: one that travelled long tells an earlier time, and does
        not replace what a quicker one has told.
        """
        try:
            told = parsedate_to_datetime(date)
        except (ValueError, TypeError, OverflowError):
            return
        if told.tzinfo is None or told.year not in _YEARS_KNOWN:
            return
        now = monotonic_clock.boot_seconds()
        if self._told is not None:
            known = self._told[0] + timedelta(seconds=now - self._told[1])
            if told <= known <= told + timedelta(seconds=took) + _WHOLE_SECONDS:
                return
        self._told = told, now

    async def aclose(self) -> None:
        """Close the kept connections; no call can be made afterwards."""
        self._line.close()
        await self._client.aclose()
        await self._line.aclose()

    async def read(self, call: Call, shape: Callable[[Decoded], _Answer]) -> _Answer:
        """The answer of a call that reads; retried when the line or the service fails for a moment."""
        for ours in self._timings.pauses:
            retry_after = ""
            try:
                reply = await self._ask(call)
                retry_after = reply.retry_after
                return await _judged(reply, call.question, shape)
            except PartnerError as error:
                if not is_passing(error, may_repeat=call.may_repeat):
                    raise
            await self._sleep(pause(ours, retry_after, self._timings))
        return await _judged(await self._ask(call), call.question, shape)

    async def spend(
        self, call: Call, dispatch: Dispatch, answer: type[_Result], told: Told | None = None
    ) -> _Result:
        """The result of a call that moves money: sent at most once, its last byte after `dispatch`."""
        try:
            result = await self._spent(call, dispatch, answer, told)
        except PartnerError as error:
            self.body_limits.note(call.body.length, error)
            raise
        self.body_limits.note(call.body.length, None)
        return result

    async def _spent(
        self, call: Call, dispatch: Dispatch, answer: type[_Result], told: Told | None
    ) -> _Result:
        self._check_open()
        deadline = asyncio.timeout(self._timings.money_total)
        upload = Upload(dispatch, self._timings, deadline, told)
        client, line = money_client(
            self._address, self._key, self._tls, self._timings, is_large=is_large(call.body)
        )
        reply: HttpReply | None = None
        with ExceptionBoundary() as boundary:
            async with client, aclosing(upload.pieces(call.body, line)) as pieces:
                request = self._request(client, call, pieces, {})
                reply = await self._timed(call, client, request, deadline)
        if reply is None:
            raise _money_failure(boundary, upload, self.service_offset) from upload.failure
        if upload.is_released:
            return await _in_thread_if_big(reply, partial(money_verdict, reply, call.question, answer))
        raise early_verdict(reply, call.question) or NotSentError(
            mark(
                "the service answered with HTTP status {status} before it had the request",
                status=reply.http_status,
            ),
            dispatched=upload.is_dispatched,
            is_too_large=reply.http_status == TOO_LARGE,
        )

    async def _ask(self, call: Call) -> HttpReply:
        """One try of a call that reads. Raises NotSentError and NoAnswerError."""
        self._check_open()
        is_sent = False

        async def trace(event: str, _: object) -> None:
            nonlocal is_sent
            if event == "http11.send_request_headers.started":
                is_sent = True
            elif event == "connection.connect_tcp.started":  # a kept connection that was no longer usable
                is_sent = False

        reply: HttpReply | None = None
        with ExceptionBoundary() as boundary:
            request = self._request(self._client, call, call.body.whole() or None, {"trace": trace})
            reply = await self._timed(call, self._client, request, asyncio.timeout(self._timings.read_total))
        if reply is None:
            cause = cause_of(boundary.error, self.service_offset)
            raise NoAnswerError(cause, money_may_have_moved=False) if is_sent else NotSentError(cause)
        if reply.is_cut:
            raise NoAnswerError(mark("the answer broke off"), money_may_have_moved=False)
        return reply

    def _request(
        self,
        client: httpx.AsyncClient,
        call: Call,
        content: bytes | AsyncIterator[bytes] | None,
        extensions: dict[str, Any],
    ) -> httpx.Request:
        return client.build_request(
            "POST" if call.body.parts else "GET",
            self._address.url(call.endpoint),
            params=call.parameters,
            content=content,
            headers={"Content-Length": str(call.body.length)} if call.body.parts else None,
            extensions=extensions,
        )

    async def _timed(
        self, call: Call, client: httpx.AsyncClient, request: httpx.Request, deadline: asyncio.Timeout
    ) -> HttpReply:
        """Exchange, take the service's clock from the reply, and write one line to the log in any case."""
        began = monotonic_clock.boot_seconds()
        try:
            reply = await exchange(client, request, call.largest, deadline)
        except Exception as error:
            log.warning("%s: no answer (%s)", call.name, types_of(error))
            raise
        took = monotonic_clock.boot_seconds() - began
        log.info("%s: HTTP %d, %.0f ms, %d bytes", call.name, reply.http_status, took * 1000, len(reply.body))
        self.note_time(reply.date, took)
        if self._heard and not call.question.moves_money:
            stream = self._line.stream
            self._heard(HeardReply(call.name, reply, took, stream.tls_words() if stream else ""))
        return reply

    def _check_open(self) -> None:
        if self._client.is_closed:
            raise NotSentError(mark("the client has been closed"))


async def _judged(reply: HttpReply, question: ExpectedAnswer, shape: Callable[[Decoded], _Answer]) -> _Answer:
    return await _in_thread_if_big(reply, partial(read_verdict, reply, question, shape))


async def _in_thread_if_big(reply: HttpReply, judge: Callable[[], _Answer]) -> _Answer:
    """What a reply is judged to be; a large one is parsed in a thread."""
    return await asyncio.to_thread(judge) if len(reply.body) > _BIG else judge()


def _money_failure(boundary: ExceptionBoundary, upload: Upload, offset: timedelta | None) -> PartnerError:
    """The error for a failed exchange: the upload decides whether the service may have acted."""
    # Its traceback refers to the frame that refers to it, and so to the documents: this ends the cycle.
    error = boundary.take()
    if upload.is_released:
        return NoAnswerError(cause_of(error), money_may_have_moved=True)
    if upload.failure is not None:
        return NotSentError(mark("the order could not be written down first"))
    return NotSentError(cause_of(error, offset), dispatched=upload.is_dispatched)


class BodyLimits:
    """The largest body that the service has taken, and the smallest that was too large."""

    def __init__(self) -> None:
        self.largest_taken = 0
        self._smallest_refused: int | None = None

    @property
    def smallest_refused(self) -> int | None:
        """None while none was too large, and once a larger one has been taken."""
        refused = self._smallest_refused
        return refused if refused is not None and refused > self.largest_taken else None

    def note(self, length: int, error: PartnerError | None) -> None:
        """Note how a call with a body of so many bytes has ended; an unknown end shows nothing."""
        is_too_large = isinstance(error, NotSentError) and error.is_too_large
        if is_too_large or (isinstance(error, RefusedError) and error.http_status == TOO_LARGE):
            self._smallest_refused = min(length, self.smallest_refused or length)
        elif error is None or isinstance(error, RefusedError):
            self.largest_taken = max(length, self.largest_taken)


class ExceptionBoundary:
    """Catches whatever is raised inside, except cancellation.

    What is raised afterwards has no traceback into the libraries, whose frames hold the API key.
    """

    def __init__(self) -> None:
        self.error: Exception | None = None

    def take(self) -> Exception | None:
        """What was caught; it is not referenced here any more."""
        error, self.error = self.error, None
        return error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, Exception):
            self.error = error
            return True
        return False

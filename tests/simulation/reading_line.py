"""A short way for calls that read: the same weather and the same bytes, without the HTTP under them.

What an answer means, when a call is tried again, and all that is done with it is the program's own. In one
of 32 runs readings go the whole way.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import ssl
from email.utils import format_datetime

from typing_extensions import override

from app.api.messages.api_key import ApiKey
from app.api.messages.errors import NoAnswerError, NotSentError
from app.api.wire import sender
from app.api.wire.sender import Call, Heard, Sender, Sleep
from app.api.wire.service_url import ServiceUrl
from app.api.wire.timeouts import Timings
from app.api.wire.transport import HttpReply, OpenLine
from tests.simulation.stage import stage
from tests.simulation.wires import LinePlan

_SEEDS_A_WHOLE_WAY = 32
_WORK = 0.03
_WHOLE = sender.reading_client


def courier_of(
    address: ServiceUrl,
    key: ApiKey,
    tls: ssl.SSLContext | None,
    timings: Timings,
    sleep: Sleep,
    *,
    heard: Heard | None = None,
) -> Sender:
    """The courier of this run."""
    kind = ShortCourier if _is_short() else Sender
    return kind(address, key, tls, timings, sleep, heard=heard)


def reading_client_of(
    address: ServiceUrl,
    key: ApiKey,
    tls: ssl.SSLContext | None,
    timings: Timings,
    *,
    line: OpenLine,
) -> object:
    """The client under the calls that read; none of which goes over it where the way is short."""
    return NoClient() if _is_short() else _WHOLE(address, key, tls, timings, line=line)


class NoClient:
    """Open until it is closed."""

    is_closed = False

    async def aclose(self) -> None:
        """Close it."""
        self.is_closed = True


class ShortCourier(Sender):
    """Asks the service without a connection."""

    @override
    async def _ask(self, call: Call) -> HttpReply:
        self._check_open()
        wires = stage().wires
        plan = wires.plans()
        await asyncio.sleep(_WORK + 4 * plan.latency)
        if plan.connecting or wires.is_dead or _is_cut_early(plan):
            raise NotSentError("the connection was refused")
        if plan.early_answer or plan.request_cut is not None or plan.answer_cut is not None:
            await asyncio.sleep(self._timings.read_total if plan.ending == "stall" else 0)
            raise NoAnswerError("the connection ended", money_may_have_moved=False)
        told = wires.reads(call.endpoint, json.loads(call.body.whole()))
        if told is None:
            raise LookupError(call.endpoint)
        date = format_datetime(stage().now(), usegmt=True)
        self.note_time(date)
        is_packed = told.headers.get("content-encoding") == "gzip"
        body = gzip.decompress(told.body) if is_packed else told.body
        return HttpReply(told.status, body, date=date)


def _is_short() -> bool:
    return stage().seed % _SEEDS_A_WHOLE_WAY != 0


def _is_cut_early(plan: LinePlan) -> bool:
    """Whether hardly a byte has left."""
    return plan.request_cut is not None and plan.request_cut < 1 / 2

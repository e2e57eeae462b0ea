"""One call, cut at one byte in one way: how it may end by the table of reliability, and how it ends.

A cell is a call, a place in its request or in its answer, and a kind of end. What the service has read when
the client is done is held against what the client says: a call that is "not sent" never arrived whole.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.api.client import PartnerClient
from app.api.messages.errors import NoAnswerError, NotSentError, PartnerError, UnreadableAnswerError
from app.api.messages.requests import (
    ActivityContentQuery,
    ActivitySearchQuery,
    BoatContentQuery,
    BoatSearchQuery,
    Module,
)
from app.api.wire.timeouts import Timings
from tests.support.api import samples
from tests.support.api.raw_service import QUICK, Dispatch, Peer, RawService, answer_bytes, client_of

Call = Callable[[PartnerClient], Awaitable[object]]


class Kind(StrEnum):
    """How a connection ends: closed for writing, closed, reset, or left open in silence."""

    FIN = "FIN"
    CLOSE = "CLOSE"
    RST = "RST"
    STALL = "STALL"


class Ending(StrEnum):
    """What the client says of a call."""

    DONE = "done"
    NOT_SENT = "not sent"
    UNKNOWN = "unknown"
    REFERENCE_LOST = "reference lost"
    NO_ANSWER = "no answer"


@dataclass(frozen=True)
class Subject:
    """A call and its good answer."""

    name: str
    call: Call
    status: int
    body: samples.Wire
    moves_money: bool = False

    @property
    def answer(self) -> bytes:
        """The whole answer on the wire."""
        return answer_bytes(self.status, self.body)

    @property
    def head(self) -> int:
        """The length of the head of the answer."""
        return self.answer.index(b"\r\n\r\n") + 4


@dataclass(frozen=True)
class Cell:
    """A cut behind so many bytes of the request or of the answer."""

    is_answer: bool
    at: int
    kind: Kind


@dataclass
class Tally:
    """How many cells were tried, and those that ended otherwise than the table says."""

    cells: int = 0
    wrong: list[str] = field(default_factory=list[str])
    endings: dict[Ending, int] = field(default_factory=dict[Ending, int])


def _sale(request: samples.ActivityBooking | samples.BoatBooking) -> Call:
    return lambda client: client.create_booking(request, dispatch=Dispatch())


def _cancellation(request: samples.ActivityCancellation | samples.BoatCancellation) -> Call:
    return lambda client: client.confirm_cancellation(request, dispatch=Dispatch())


_ACTIVITY_STATUS = samples.STATUS_QUERY.model_copy(update={"module_type": Module.ACTIVITY})
SALE = Subject(
    "create ACTIVITY", _sale(samples.activity_booking()), 201, samples.BOOKED_BOAT, moves_money=True
)
CANCELLATION = Subject(
    "cancel ACTIVITY",
    _cancellation(samples.ACTIVITY_CANCELLATION),
    200,
    samples.CANCELLED,
    moves_money=True,
)
WALLET = Subject("wallet", lambda client: client.wallet_balance(samples.WALLET_QUERY), 200, samples.WALLET)
SUBJECTS = (
    SALE,
    CANCELLATION,
    Subject("create BOAT", _sale(samples.boat_booking()), 201, samples.BOOKED_BOAT, moves_money=True),
    Subject(
        "create, long answer",
        _sale(samples.activity_booking()),
        201,
        samples.BOOKED_ACTIVITY,
        moves_money=True,
    ),
    Subject(
        "cancel BOAT", _cancellation(samples.BOAT_CANCELLATION), 200, samples.CANCELLED, moves_money=True
    ),
    WALLET,
    Subject(
        "quote", lambda client: client.quote_cancellation(samples.ACTIVITY_QUOTE), 200, {"status": "SUCCESS"}
    ),
    Subject(
        "status BOAT", lambda client: client.booking_status(samples.STATUS_QUERY), 200, samples.STATUS_BOAT
    ),
    Subject(
        "status ACTIVITY",
        lambda client: client.booking_status(_ACTIVITY_STATUS),
        200,
        samples.STATUS_ACTIVITY,
    ),
    Subject(
        "content ACTIVITY",
        lambda client: client.content(ActivityContentQuery(travel_date=samples.DAY)),
        200,
        samples.listing("ACTIVITY", samples.ACTIVITY_ITEM),
    ),
    Subject(
        "content BOAT",
        lambda client: client.content(BoatContentQuery(travel_date=samples.DAY)),
        200,
        samples.listing("BOAT", samples.BOAT_ITEM),
    ),
    Subject(
        "search ACTIVITY",
        lambda client: client.search_availability(ActivitySearchQuery(date=samples.DAY, activity_id=41)),
        200,
        samples.finding("ACTIVITY", samples.SLOT),
    ),
    Subject(
        "search BOAT",
        lambda client: client.search_availability(BoatSearchQuery(date=samples.DAY)),
        200,
        samples.finding("BOAT", samples.DEPARTURE),
    ),
)
"""Every call of the interface, of either module."""


class Cutter:
    """A service and a client that try one cell after another of one call."""

    def __init__(self, subject: Subject, timings: Timings, tls: Tls | None = None) -> None:
        self.length = 0
        """Of the request; known after `measure`."""
        self._subject = subject
        self._timings = timings
        self._cell = Cell(is_answer=True, at=len(subject.answer), kind=Kind.CLOSE)
        self._is_done = asyncio.Event()
        self._tls = tls
        self._service = RawService(self._script, tls.of_service if tls else None)

    async def measure(self) -> None:
        """Make the call undisturbed. Raises what it raises."""
        async with self._service, self._client() as client:
            await self._subject.call(client)
            self.length = len(self._service.received)

    async def judge(self, cells: Iterable[Cell], tally: Tally) -> None:
        """Try the cells, and count them."""
        async with self._service, self._client() as client:
            for cell in cells:
                ending, is_whole = await self._try(client, cell)
                tally.cells += 1
                tally.endings[ending] = tally.endings.get(ending, 0) + 1
                if ending not in self._allowed(cell, is_whole=is_whole):
                    way = "answer" if cell.is_answer else "request"
                    tally.wrong.append(
                        f"{self._subject.name}: {cell.kind} at byte {cell.at} of the {way} of "
                        f"{self.length} bytes: {ending}, {'whole' if is_whole else 'not whole'}"
                    )

    def _client(self) -> PartnerClient:
        return client_of(self._service, self._timings, self._tls.of_client if self._tls else None)

    async def _try(self, client: PartnerClient, cell: Cell) -> tuple[Ending, bool]:
        """How the call ends, and whether the service has the whole request."""
        self._cell = cell
        self._is_done = asyncio.Event()
        self._service.peers.clear()
        ending = await _ending_of(self._subject.call(client))
        self._is_done.set()
        await self._service.ended()
        return ending, len(self._service.received) >= self.length

    async def _script(self, peer: Peer) -> None:
        cell = self._cell
        if cell.is_answer:
            await peer.request()
            await peer.send(self._subject.answer[: cell.at])
        else:
            await peer.take(cell.at)
        if cell.kind is Kind.RST:
            await peer.reset()
        elif cell.kind is Kind.CLOSE:
            await peer.finish()
        else:
            if cell.kind is Kind.FIN:
                await peer.end_writing()
            await self._is_done.wait()
            if not cell.is_answer:
                # Read only now that the client has given up: what had come has come.
                await peer.rest()

    def _allowed(self, cell: Cell, *, is_whole: bool) -> frozenset[Ending]:
        """What the table allows for a call that is cut there (reliability 2.3)."""
        if cell.is_answer and cell.at == len(self._subject.answer):
            return frozenset({Ending.DONE})
        is_late = cell.kind is Kind.STALL and not is_whole
        if not self._subject.moves_money:
            # Reading changes nothing: all that counts is that half an answer is never taken for one.
            is_sent = cell.is_answer and not is_late
            return frozenset({Ending.NO_ANSWER} if is_sent else {Ending.NOT_SENT, Ending.NO_ANSWER})
        if is_late:
            # The deadline came before the request had left.
            return frozenset({Ending.NOT_SENT})
        if cell.kind is Kind.STALL:
            # Bytes that the other kernel has taken may be read by the service at any time.
            return frozenset({Ending.UNKNOWN})
        if not cell.is_answer:
            return frozenset({Ending.NOT_SENT if cell.at < self.length else Ending.UNKNOWN})
        is_created = self._subject.status == 201 and cell.at >= self._subject.head
        return frozenset({Ending.REFERENCE_LOST if is_created else Ending.UNKNOWN})


@dataclass(frozen=True)
class Tls:
    """Both sides of a secure line."""

    of_service: ssl.SSLContext
    of_client: ssl.SSLContext


def cells(length: int, subject: Subject, kinds: Iterable[Kind], every: int = 1) -> Iterator[Cell]:
    """The cuts of request and answer behind each byte, or behind every so many bytes and the last two."""
    for kind in kinds:
        for is_answer, end in ((False, length), (True, len(subject.answer))):
            places = {*range(0, end, every), end - 1, end}
            yield from (Cell(is_answer, at, kind) for at in sorted(places))


async def judged(
    subject: Subject,
    kinds: Iterable[Kind] = Kind,
    *,
    every: int = 1,
    at_once: int = 1,
    tls: Tls | None = None,
) -> Tally:
    """Try a call at its bytes. Cells that end by a deadline are tried many `at_once`."""
    probe = Cutter(subject, QUICK, tls)
    await probe.measure()
    wanted = list(cells(probe.length, subject, kinds, every))
    tally = Tally()
    whole = {(False, probe.length), (True, len(subject.answer))}
    # A cut of the request must be heard before the last byte; behind it nothing is listened for.
    silent = [each for each in wanted if each.kind is Kind.STALL and (each.is_answer, each.at) not in whole]
    listening = [each for each in wanted if not each.is_answer and each.at < probe.length]
    listening = [each for each in listening if each.kind is not Kind.STALL]
    ended = [each for each in wanted if each not in {*silent, *listening}]
    once = replace(QUICK, pauses=())
    swift = replace(once, silence=0.001)
    await _judge_at_once(1, subject, listening, tally, replace(once, silence=0.5), tls=tls)
    patient = replace(swift, money_total=3, read_total=3)
    await _judge_at_once(1, subject, ended, tally, patient, tls=tls)
    brief = replace(swift, money_total=1.2, read_total=1.2)
    await _judge_at_once(at_once, subject, silent, tally, brief, tls=tls)
    return tally


async def _judge_at_once(
    at_once: int, subject: Subject, wanted: list[Cell], tally: Tally, timings: Timings, *, tls: Tls | None
) -> None:
    async def work(part: list[Cell]) -> None:
        cutter = Cutter(subject, QUICK, tls)
        await cutter.measure()
        own = Cutter(subject, timings, tls)
        own.length = cutter.length
        await own.judge(part, tally)

    parts = [wanted[start::at_once] for start in range(at_once)]
    await asyncio.gather(*(work(part) for part in parts if part))


async def _ending_of(call: Awaitable[object]) -> Ending:
    try:
        await call
    except NotSentError:
        return Ending.NOT_SENT
    except UnreadableAnswerError as error:
        return Ending.REFERENCE_LOST if error.says_success else Ending.UNKNOWN
    except NoAnswerError as error:
        return Ending.UNKNOWN if error.money_may_have_moved else Ending.NO_ANSWER
    except PartnerError as error:
        message = f"a cut is no {type(error).__name__}"
        raise AssertionError(message) from error
    return Ending.DONE

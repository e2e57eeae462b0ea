"""The service and the line to it, in a process of their own that lives on when a counter is killed."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from app.desk.desk import local_now
from app.practice import PracticeServer, World
from app.practice.world.ledger import Account
from tests.campaign.line import Line
from tests.simulation.dialects import LIVED_IN, dialect
from tests.simulation.service import Booking
from tests.support.counter import AS_ON, until

SEATS = 2
"""Each customer wants so many."""
_CASH = 10_000_000
_FREE_SEATS = 2_000
_MOST_SECONDS_AHEAD = 90
_REFUND = "REFUND"
_SPOKEN = tuple(
    # Of slots whose dates are written so none is sold; the line tells a refusal by its status.
    name
    for name in LIVED_IN
    if name not in {"zulu-dates", "refuse-with-200", "refuse-with-500"}
)


@dataclass(frozen=True)
class FarEnd:
    """The service's process, as the campaign speaks with it: a word a line, and an answer a line."""

    url: str
    _process: int
    _asking: int
    _answers: int

    @classmethod
    def begin(cls, seed: int, folder: Path) -> FarEnd:
        """Start a new world in a fork of this process, which must have one thread."""
        heard, asking = os.pipe()
        answers, told = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(asking)
            os.close(answers)
            _serve_until_closed(seed, folder, heard, told)
        os.close(heard)
        os.close(told)
        return cls(_line_of(answers), process, asking, answers)

    def set_weather(self, *, is_calm: bool) -> None:
        """Let chance rule the line from now on, or not any more."""
        self._ask("calm" if is_calm else "storm")

    def books(self) -> dict[str, Any]:
        """What the service has, once nothing is on its way to it any more."""
        return json.loads(self._ask("books"))

    def close(self) -> None:
        """End it."""
        os.close(self._asking)
        os.close(self._answers)
        os.waitpid(self._process, 0)

    def _ask(self, word: str) -> str:
        os.write(self._asking, f"{word}\n".encode())
        return _line_of(self._answers)


def _serve_until_closed(seed: int, folder: Path, heard: int, told: int) -> NoReturn:
    try:
        asyncio.run(_serve(seed, folder, heard, told))
    finally:
        os._exit(0)


async def _serve(seed: int, folder: Path, heard: int, told: int) -> None:
    chance = Random(seed)
    ahead = timedelta(seconds=chance.uniform(-_MOST_SECONDS_AHEAD, _MOST_SECONDS_AHEAD))
    world = World(like=AS_ON, clock=_clock_ahead(ahead), older=chance.random() < 0.5)
    world.set_wallet(cash=_CASH)
    for slot in world.slots(world.activities[0], world.today + timedelta(days=1)):
        world.leave_seats(slot.slot.availability_id, _FREE_SEATS)
    opened = _balance(world)
    with PracticeServer(world, habits=dialect(seed, _SPOKEN)) as service:
        line = Line(chance, service.base_url, folder)
        listening = await asyncio.start_server(line.meet, "127.0.0.1", 0)
        _tell(told, f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}")
        words = await _words(heard)
        while word := (await words.readline()).decode().strip():
            if word == "books":
                await until(lambda: not line.at_work)
                _tell(told, json.dumps(_books(world, line, opened)))
            else:
                line.is_calm = word == "calm"
                _tell(told, word)


def _books(world: World, line: Line, opened: Decimal) -> dict[str, Any]:
    passed = line.passed
    subjects = {each.request_id: each.subject for each in passed.whole}
    seats = {each.request_id: each.seats for each in passed.whole}
    refunds = [each for each in world.ledger().entries if each.kind == _REFUND]
    bookings = [
        Booking(
            ref=each.ref,
            request_id=each.sale.request_id,
            customer=subjects[each.sale.request_id],
            amount=_rupees(each.sale.total),
            cancelled_by={
                entry.request_id: seats[entry.request_id]
                for entry in refunds
                if entry.booking_ref == each.ref
            },
        )
        for each in world.bookings
    ]
    return {
        "bookings": [{**asdict(each), "amount": str(each.amount)} for each in bookings],
        "whole": [asdict(each) for each in passed.whole],
        "refused": sorted(passed.refused),
        "quoted": sorted(passed.quoted),
        "left": passed.left,
        "unread": passed.unread,
        "breaches": passed.breaches,
        "cuts": passed.cuts,
        "refunds": {
            each.request_id: str(
                _rupees(
                    sum(line.amount for line in each.lines if line.account in {Account.CASH, Account.CREDIT})
                )
            )
            for each in refunds
        },
        "moved": str(_balance(world) - opened),
    }


def _balance(world: World) -> Decimal:
    ledger = world.ledger()
    return _rupees(ledger.cash - ledger.credit_used)


def _rupees(paise: int) -> Decimal:
    return Decimal(paise) / 100


def _clock_ahead(ahead: timedelta) -> Callable[[], datetime]:
    return lambda: local_now() + ahead


async def _words(heard: int) -> asyncio.StreamReader:
    words = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(words), os.fdopen(heard, "rb", 0)
    )
    return words


def _tell(told: int, text: str) -> None:
    data = f"{text}\n".encode()
    while data:
        data = data[os.write(told, data) :]


def _line_of(answers: int) -> str:
    """The next line; raises EOFError when the process has ended."""
    data = b""
    while not data.endswith(b"\n"):
        more = os.read(answers, 65536)
        if not more:
            raise EOFError("The service has ended.")
        data += more
    return data.decode().rstrip("\n")

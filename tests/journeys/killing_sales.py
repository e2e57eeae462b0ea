"""Sells and cancels in processes that are killed at any instant, and holds what is left against the service.

`Killing` is for a process of its own with one thread, so that it can fork: each seller begins in a few
milliseconds. The service runs in another process, and knows what it was really sold.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.desk import Desk, DeskOptions, local_now
from app.desk.model.sale import Preflight, Profile, Progress, Receipt
from app.practice import PRACTICE_KEY, PracticeServer, World
from app.store.journal.attempt import Attempt
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from tests.support.any_clock import ANY_CLOCK
from tests.support.counter import (
    AS_ON,
    CHAIN_KEY,
    QUICK,
    accepted_seats,
    ready_draft,
    tomorrow_at_ten,
)

TIMINGS = replace(QUICK, silence=0.004)
# A seller is killed after so many acknowledgements and a part of the time that the next one takes: on a busy
# machine, too, all have begun.
_MOST_ACKNOWLEDGED = 4
_USUAL_SECONDS = 0.05
_KILLS_A_WORLD = 50
_SEATS = 2_000
_PROFILE = Profile("practice", "", "", is_practice=True)
_OPTIONS = DeskOptions(most_apart=ANY_CLOCK)
_ENDED = {Kind.CREATE: State.SETTLED, Kind.CANCEL: State.CANCELLED}


@dataclass(frozen=True)
class Booked:
    """A booking as the service has it."""

    request_id: str
    ref: str
    is_cancelled: bool


class Service:
    """The practice service in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from tests.journeys.killing_sales import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self) -> str:
        """A new world; gives its address."""
        return self._ask("begin")["url"]

    def bookings(self) -> list[Booked]:
        """What was sold in this world."""
        return [Booked(*each) for each in self._ask("bookings")["bookings"]]

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(10)

    def _ask(self, word: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(word, file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def serve() -> None:
    """Run the service; one word a line of standard input, one answer a line."""
    server: PracticeServer | None = None
    for line in sys.stdin:
        if line.strip() == "begin" or server is None:
            if server:
                server.stop()
            world = World(like=AS_ON, clock=tomorrow_at_ten)
            world.set_wallet(cash=10_000_000)
            for slot in world.slots(world.activities[0], world.today):
                world.leave_seats(slot.slot.availability_id, _SEATS)
            server = PracticeServer(world)
            answer: dict[str, object] = {"url": server.start()}
        else:
            found = server.world.bookings
            answer = {"bookings": [(each.sale.request_id, each.ref, each.is_cancelled) for each in found]}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    if server:
        server.stop()


class Killing:
    """Kills sellers, and counts what it found; AssertionError for the first thing that is wrong."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.seen: Counter[str] = Counter()
        self._folder = folder
        self._seed = seed

    def run(self, kills: int, first: int = 0) -> None:
        """Kill so many sellers, in worlds of fifty."""
        service = Service()
        try:
            for start in range(first, first + kills, _KILLS_A_WORLD):
                folder = self._folder / f"{start}"
                runs = range(start, min(start + _KILLS_A_WORLD, first + kills))
                self._run_in(folder, service.begin(), runs, service)
        finally:
            service.close()

    def _run_in(self, folder: Path, url: str, runs: range, service: Service) -> None:
        preflight = asyncio.run(_look(folder, url))
        acknowledged: dict[str, str] = {}
        for run in runs:
            for line in _kill_one(folder, url, preflight, run, _chance(self._seed, run)):
                request_id, reference = line.split()
                acknowledged[request_id] = reference
            self._check_journal(folder, acknowledged)
        self.seen["kills"] += len(runs)
        self.seen["acknowledged"] += len(acknowledged)
        self._check_service(asyncio.run(_restarted(folder, url)), service.bookings())

    def _check_journal(self, folder: Path, acknowledged: dict[str, str]) -> None:
        """Everything that was acknowledged is there, and nothing was damaged."""
        journal = _open(folder)
        assert journal.recovery.sentences == (), journal.recovery
        found = {each.request_id: each for each in journal.attempts()}
        journal.close()
        for request_id, reference in acknowledged.items():
            attempt = found[request_id]
            assert attempt.state is _ENDED[attempt.kind], attempt
            assert reference in attempt.facts.values(), attempt
        if found:
            self.seen[f"killed at {list(found.values())[-1].state}"] += 1

    def _check_service(self, attempts: tuple[Attempt, ...], bookings: list[Booked]) -> None:
        """What the counter says after its next start is what the service did, or not known."""
        numbers = [each.request_id for each in bookings]
        assert len(set(numbers)) == len(numbers), "sold twice"
        booked = {each.request_id: each for each in bookings}
        sales = {each.request_id: each for each in attempts if each.kind is Kind.CREATE}
        assert set(numbers) <= set(sales), "sold, and not in the journal"
        for request_id, sale in sales.items():
            self.seen[f"sale ended {sale.state}"] += 1
            found = booked.get(request_id)
            if sale.state is State.SETTLED:
                assert found is not None, sale
                assert found.ref == sale.facts["booking_ref"], sale
            elif sale.state is State.RESOLVED_BOOKED:
                # The wallet may prove it by itself once enough time has passed, as on a slow computer.
                assert found is not None, sale
            elif sale.state in {State.NOT_SENT, State.REJECTED}:
                assert found is None, sale
            else:
                assert sale.state is State.UNKNOWN, sale
                self.seen["unknown, and booked"] += found is not None
        for each in bookings:
            self._check_cancellation(each, attempts)

    def _check_cancellation(self, booking: Booked, attempts: tuple[Attempt, ...]) -> None:
        states = {
            each.state
            for each in attempts
            if each.kind is Kind.CANCEL and each.facts["booking_ref"] == booking.ref
        }
        self.seen.update(f"cancellation ended {state}" for state in states)
        assert states <= {State.CANCELLED, State.UNKNOWN, State.NOT_SENT}, (booking, states)
        if State.CANCELLED in states:
            assert booking.is_cancelled, booking
        elif State.UNKNOWN not in states:
            assert not booking.is_cancelled, booking


def _kill_one(folder: Path, url: str, preflight: Preflight, run: int, chance: float) -> list[str]:
    """What a seller acknowledged before it was killed: a request number and a reference a line."""
    reading, writing = os.pipe()
    seller = os.fork()
    if seller == 0:
        os.close(reading)
        _sell_for_ever(folder, url, preflight, run, writing)
    os.close(writing)
    steps = chance * _MOST_ACKNOWLEDGED
    # Most are killed while they sell, some while they still open the journal.
    heard, pace = _heard(reading, 1 + int(steps) if run % 10 else 0)
    select.select([], [], [], steps % 1 * pace)
    os.kill(seller, signal.SIGKILL)
    os.waitpid(seller, 0)
    with os.fdopen(reading, encoding="ascii") as told:
        return [line for line in (heard + told.read()).splitlines() if line != "ready"]


def _heard(reading: int, lines: int) -> tuple[str, float]:
    """At least the first lines of a seller, and the seconds that the last acknowledgement took."""
    heard, pace, last = b"", _USUAL_SECONDS, time.monotonic()
    while heard.count(b"\n") < lines and (more := os.read(reading, 4096)):
        now = time.monotonic()
        # Opening the journal, until it says that it is ready, tells nothing of the pace of a sale.
        pace, last = (now - last if heard else pace), now
        heard += more
    return heard.decode("ascii"), pace


def _sell_for_ever(folder: Path, url: str, preflight: Preflight, run: int, writing: int) -> NoReturn:
    try:
        asyncio.run(_sell(folder, url, preflight, run, writing))
    finally:
        os._exit(1)


async def _sell(folder: Path, url: str, preflight: Preflight, run: int, writing: int) -> None:
    async with PartnerClient(url, ApiKey(PRACTICE_KEY), timings=TIMINGS) as client:
        desk = Desk(client, _open(folder), _PROFILE, options=_OPTIONS)
        await desk.start()
        os.write(writing, b"ready\n")
        for number in count():
            phone = f"9{run:05}{number:04}"
            draft = replace(preflight.draft, customer_phone=phone)
            sold = await desk.selling.book(replace(preflight, draft=draft, intent_id=phone), _nobody)
            if not isinstance(sold, Receipt):
                continue
            os.write(writing, f"{sold.request_id} {sold.booking_ref}\n".encode())
            order = await accepted_seats(desk, Booking(sold.booking_ref, is_boat=False, qty=1), 1)
            told: list[str] = []
            done = await desk.cancellation.confirm(
                order, lambda progress, told=told: told.append(progress.request_id)
            )
            if isinstance(done, Cancelled):
                os.write(writing, f"{told[0]} {done.refund_reference}\n".encode())


async def _look(folder: Path, url: str) -> Preflight:
    """A sale of one seat, ready to be made again and again."""
    async with PartnerClient(url, ApiKey(PRACTICE_KEY), timings=TIMINGS) as client:
        journal = _open(folder)
        desk = Desk(client, journal, _PROFILE, options=_OPTIONS)
        preflight = await desk.selling.preflight(await ready_draft(desk, qty=1))
        journal.close()
    assert preflight.blocked == ""
    return preflight


async def _restarted(folder: Path, url: str) -> tuple[Attempt, ...]:
    """The attempts as the next start names them."""
    async with PartnerClient(url, ApiKey(PRACTICE_KEY), timings=TIMINGS) as client:
        journal = _open(folder)
        before = {each.request_id: each.state for each in journal.attempts()}
        desk = Desk(client, journal, _PROFILE, options=_OPTIONS)
        await desk.start()
        # Whatever a seller that is dead by now has left in the line is served before this.
        await desk.wallet.read()
        attempts = journal.attempts()
        journal.close()
    for each in attempts:
        if before[each.request_id] is State.DISPATCHED:
            assert each.state is State.UNKNOWN, each
    return attempts


def _open(folder: Path) -> Journal:
    return Journal.open(folder, chain_key=CHAIN_KEY, clock=local_now)


def _chance(*of: int) -> float:
    """A number from 0 to 1 that is the same for the same seed."""
    return int.from_bytes(hashlib.blake2b(repr(of).encode(), digest_size=4).digest()) / 2**32


def _nobody(_: Progress) -> None:
    """Nobody watches."""


def main(folder: Path, kills: int, seed: int, first: int = 0) -> None:
    """Kill so many sellers, and print what was seen as JSON."""
    killing = Killing(folder, seed)
    killing.run(kills, first)
    sys.stdout.write(json.dumps(killing.seen))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))

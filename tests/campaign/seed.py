"""One seed: a service, a folder, some lives that are killed, one that settles, and the verdict."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import select
import signal
import tempfile
import time
from collections import Counter as Tally
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from tests.campaign import life
from tests.campaign.far_end import SEATS, FarEnd
from tests.campaign.verdicts import wrongs_of
from tests.simulation.scenario import Customer

_MOST_LIVES = 9
_MOST_CUSTOMERS = 6
_MOST_MARKS = 24
_MOST_SECONDS_AFTER = 0.06
_LONGEST_LIFE = 40.0
_LONGEST_SETTLING = 120.0
_MEMORY = Path("/dev") / "shm"

Work = Callable[[int], Coroutine[Any, Any, None]]
"""What a life does; it is given where to tell its steps."""


@dataclass
class Seen:
    """What one seed has seen."""

    seed: int
    wrongs: list[str] = field(default_factory=list[str])
    counts: Tally[str] = field(default_factory=Tally[str])


@dataclass(frozen=True)
class Kill:
    """When a life is killed: so many seconds after so many steps that it has told."""

    marks: int
    seconds: float


@dataclass
class Told:
    """What the lives of a seed have told."""

    heard: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    faults: list[str] = field(default_factory=list[str])
    marks: Tally[str] = field(default_factory=Tally[str])

    def take(self, data: bytes) -> None:
        """Take the whole lines of these bytes."""
        for line in data.split(b"\n")[:-1]:
            said = json.loads(line)
            if "fault" in said:
                self.faults.append(said["fault"])
            elif "mark" in said:
                self.marks[said["mark"]] += 1
            else:
                self.heard.append(said)


def live_through(seed: int) -> Seen:
    """Live one seed to its end; in a process with one thread, for it forks."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as name:
        folder = Path(name) / "counter"
        far_end = FarEnd.begin(seed, folder)
        try:
            return _lived(seed, folder, far_end)
        finally:
            far_end.close()


def _lived(seed: int, folder: Path, far_end: FarEnd) -> Seen:
    chance, seen, told = Random(seed), Seen(seed), Told()
    draft = asyncio.run(life.look(folder, far_end.url))
    far_end.set_weather(is_calm=False)
    customers = tuple(
        _customer(chance, f"98{seed % 10_000:04}{number:04}") for number in range(_MOST_CUSTOMERS)
    )
    for _ in range(chance.randint(2, _MOST_LIVES)):
        served = tuple(chance.sample(customers, chance.randint(1, _MOST_CUSTOMERS)))
        after = chance.choice((0.0, chance.random() ** 2 * _MOST_SECONDS_AFTER))
        kill = Kill(chance.randint(0, _MOST_MARKS), after)
        is_killed = _live(partial(life.sell, folder, far_end.url, draft, served), told, kill)
        seen.counts["lives"] += 1
        seen.counts["kills"] += is_killed
    far_end.set_weather(is_calm=True)
    books = far_end.books()
    made = {each["request_id"]: each["ref"] for each in books["bookings"]}
    done = {number for each in books["bookings"] for number in each["cancelled_by"]}
    never = Kill(-1, 0.0)
    if _live(partial(life.settle, folder, far_end.url, made, done), told, never):
        told.faults.append("endless: what is open is not settled in time")
    books = far_end.books()
    journal = life.open_journal(folder)
    attempts, recovery = journal.attempts(), journal.recovery
    journal.close()
    seen.wrongs = wrongs_of(books, told.heard, attempts, recovery, told.faults)
    seen.counts.update({f"cut: {what}": count for what, count in books["cuts"].items()})
    seen.counts.update(f"{each.kind} ended {each.state}" for each in attempts)
    seen.counts.update({f"step: {what}": count for what, count in told.marks.items()})
    return seen


def _customer(chance: Random, phone: str) -> Customer:
    return Customer(
        phone,
        comes_at=chance.choice((0.0, chance.uniform(0, 0.2))),
        presses=chance.randint(1, 5),
        rests=chance.uniform(0, 0.1),
        clicks_twice=chance.random() < 0.2,
        leaves_after=chance.uniform(0, 0.1) if chance.random() < 0.2 else None,
        stops_after=chance.uniform(0, 0.05) if chance.random() < 0.2 else None,
        clicks_again=chance.random() < 0.2,
        cancels=chance.choice(((), (1,), (1, 1), (SEATS,))),
    )


def _live(work: Work, told: Told, kill: Kill) -> bool:
    """Let one life begin, and kill it in its time. Returns whether it had to be killed."""
    reading, telling = os.pipe()
    counter = os.fork()
    if counter == 0:
        os.close(reading)
        _work_until_killed(work, telling)
    os.close(telling)
    longest = _LONGEST_LIFE if kill.marks >= 0 else _LONGEST_SETTLING
    data, is_over = _read(reading, kill.marks, time.monotonic() + longest)
    if not is_over and kill.marks >= 0:
        select.select([], [], [], kill.seconds)
    if not is_over:
        os.kill(counter, signal.SIGKILL)
    with os.fdopen(reading, "rb") as rest:
        data += rest.read()
    _, status = os.waitpid(counter, 0)
    told.take(data)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        told.faults.append(f"fault: a life has ended with {os.WEXITSTATUS(status)}")
    return os.WIFSIGNALED(status)


def _read(reading: int, lines: int, until: float) -> tuple[bytes, bool]:
    """What is told up to so many lines, or to the end; and whether it is the end."""
    data = b""
    while lines < 0 or data.count(b"\n") < lines:
        ready, _, _ = select.select([reading], [], [], max(until - time.monotonic(), 0))
        if not ready:
            return data, False
        more = os.read(reading, 4096)
        if not more:
            return data, True
        data += more
    return data, False


def _work_until_killed(work: Work, telling: int) -> NoReturn:
    status = 1
    try:
        asyncio.run(work(telling))
        status = 0
    finally:
        os._exit(status)

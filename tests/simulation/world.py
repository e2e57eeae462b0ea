"""One run from one seed: the counter's production code in a computer of ours, beside neighbours."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from random import Random
from typing import Any
from uuid import UUID

import email_validator
import httpcore
from typing_extensions import override

from app.api import client
from app.api.wire import monotonic_clock, sender, transport
from app.desk import desk
from app.desk.basket import basket, baskets
from app.desk.cancellation import cancellation
from app.desk.payment import unknown_outcome
from app.desk.storm import storm_desk, storm_file
from app.practice.service.habits import chosen
from app.store.files import whole_file
from app.store.journal import file_log, hash_chain, recovery, request_numbers, sqlite_log
from tests.simulation.clerk import Clerk
from tests.simulation.counter import HeardPayments, open_journal, read_journal, run_life
from tests.simulation.dialects import dialect
from tests.simulation.disk import (
    Disk,
    DiskPath,
    File,
    FileCalls,
    Sqlite,
    remove_file,
    replace_file,
)
from tests.simulation.neighbours import open_wallet
from tests.simulation.oracle import LineWatch, verdict
from tests.simulation.oracle_of_decisions import Ground, endings
from tests.simulation.patches import Patches
from tests.simulation.reading_line import courier_of, reading_client_of
from tests.simulation.scenario import Crash, Scenario, line_plan, scenario
from tests.simulation.service import Service
from tests.simulation.stage import Stage, set_stage, stage
from tests.simulation.virtual_loop import StillError, VirtualLoop
from tests.simulation.wires import Kernel, LinePlan, WireBackend, Wires

_QUIET = 400.0
"""Seconds after the last life; by then the service has done whatever it will do."""
_BETWEEN_LIVES = 90.0
_SHORT_LIFE = 8.0
_SMALL_STEP = 4096
_SEEDS_A_COLLECTION = 60
_image: dict[str, bytes] = {}
"""The disk that every run begins with."""


@dataclass(frozen=True)
class Run:
    """How one seed ended."""

    seed: int
    wrongs: tuple[str, ...]
    story: tuple[str, ...]
    states: tuple[str, ...]
    """How the attempts of this counter ended."""
    endings: tuple[str, ...] = ()
    """How what was unknown has ended, and by whom."""


@contextmanager
def simulated_computer() -> Generator[Patches]:
    """The system under the production code is replaced by that of the stage, as long as this lasts."""
    files = FileCalls()
    with simulated_lines() as patches:
        patches.put(file_log, "os", files)
        patches.put(file_log, "STEP", _SMALL_STEP)
        patches.put(recovery, "FileLog", _mirror_with(files))
        patches.put(recovery, "sync_folder", _nothing)
        patches.put(sqlite_log, "sqlite3", Sqlite())
        # The same entry is written into two files, one after the other.
        for module in (file_log, sqlite_log):
            patches.put(module, "line_of", _LastLine())
        patches.put(client, "Sender", courier_of)
        patches.put(sender, "reading_client", reading_client_of)
        patches.put(desk, "Payments", HeardPayments)
        patches.put(whole_file, "replace_file", replace_file)
        patches.put(baskets, "remove_file", remove_file)
        patches.put(basket, "uuid", _Noise())
        patches.put(storm_file, "remove_file", remove_file)
        patches.put(storm_desk, "uuid", _Noise())
        patches.put(email_validator, "validate_email", cache(email_validator.validate_email))
        _image.update(_image or _new_disk())
        yield patches


@contextmanager
def simulated_lines() -> Generator[Patches]:
    """Clocks, chance and lines are those of the stage; the files are real."""
    kernel = Kernel()
    level = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    with Patches() as patches:
        patches.put(hash_chain, "secrets", _Noise())
        patches.put(request_numbers, "secrets", _Noise())
        patches.put(sender, "_CHANCE", _Noise())
        patches.put(sender, "datetime", _VirtualDatetime)
        patches.put(monotonic_clock, "boot_seconds", _seconds)
        patches.put(import_module("httpcore._synchronization"), "current_async_library", _asyncio)
        patches.put(cancellation, "uuid", _Noise())
        for name in ("_FCNTL", "_TERMIOS", "_SELECT"):
            patches.put(transport, name, kernel)
        patches.put(httpcore, "AnyIOBackend", WireBackend)
        collects = gc.isenabled()
        gc.collect()
        gc.freeze()
        # Looking for circles after each allocation would take a fifth of the time.
        gc.disable()
        try:
            yield patches
        finally:
            gc.unfreeze()
            if collects:
                gc.enable()
            logging.disable(level)


ClerkOf = Callable[[Scenario, Service], Clerk]


def one_by_one(plan: Scenario, service: Service) -> Clerk:
    """The clerk who sells to one customer after another."""
    return Clerk(plan.customers, service)


def run(seed: int, draw: Callable[[Random], Scenario] = scenario, clerk_of: ClerkOf = one_by_one) -> Run:
    """Simulate one seed; the computer must be simulated already."""
    chance = Random(seed)
    plan = draw(chance)
    watch = LineWatch()
    service = Service(list(plan.answers), plan.habits, plan.shape, chosen(dialect(seed)))
    disk = Disk({name: File(data, data) for name, data in _image.items()})
    setting = _setting(chance, seed, disk, service, watch, storm=plan.storm)
    set_stage(setting)
    setting.say(f"the service writes with {', '.join(dialect(seed)) or 'no habits'}")
    try:
        with Patches() as patches:
            patches.put(unknown_outcome, "TRIES", plan.tries)
            return _lived(setting, plan, clerk_of(plan, service), watch)
    finally:
        setting.loop.close()
        disk.close()
        set_stage(None)
        if seed % _SEEDS_A_COLLECTION == 0:
            gc.collect()


def _setting(
    chance: Random, seed: int, disk: Disk, service: Service, watch: LineWatch, *, storm: float
) -> Stage:
    loop = VirtualLoop(chance)
    loop.set_exception_handler(_ignore)
    wires = Wires(_no_plan, service.meet, watch, service.read)
    setting = Stage(seed, loop, chance, Random(seed + 1), disk, wires)
    # In the end the weather is fine: what is open then is so for another reason.
    wires.plans = lambda: line_plan(chance, 0.0 if setting.is_calm else storm)
    return setting


def _lived(setting: Stage, plan: Scenario, clerk: Clerk, watch: LineWatch) -> Run:
    disk, service = setting.disk, clerk.service
    disk.failing, disk.fails_from = plan.failing, plan.fails_from
    open_wallet(service, plan)
    if plan.jump is not None:
        setting.loop.call_later(plan.jump[0], setting.jump, plan.jump[1])
    try:
        for is_foreign, crash in _lives(plan):
            setting.say("the program starts")
            service.is_asked_by_another = is_foreign
            setting.stays = plan.stays or is_foreign
            setting.is_calm = is_foreign
            run_life(clerk.work(), crash)
            _pass(setting, _BETWEEN_LIVES)
        _pass(setting, _QUIET)
    except StillError as error:
        clerk.faults.append(f"endless: {error}")
    # Somebody has made room, or put in another disk, before anybody looks.
    disk.failing = ""
    attempts, found = read_journal()
    wrongs = verdict(clerk, service, watch, attempts, found)
    states = tuple(each.state.value for each in attempts)
    ended = tuple(endings(Ground(clerk, service, attempts)))
    return Run(setting.seed, tuple(wrongs), tuple(setting.story), states, ended)


def _lives(plan: Scenario) -> Iterator[tuple[bool, Crash]]:
    """Whether the key of each life is another agent's, and how it ends."""
    yield from ((False, crash) for crash in plan.crashes)
    if plan.has_foreign_life:
        yield False, Crash(at=_SHORT_LIFE, loses_power=False)
        yield True, Crash()
    yield False, Crash()


def _pass(setting: Stage, seconds: float) -> None:
    """Let the rest of the world go on for so long."""
    setting.loop.run_until_complete(asyncio.sleep(seconds))


def _new_disk() -> dict[str, bytes]:
    """The files of a counter that has not sold anything, made by the production code."""
    disk = Disk()
    setting = _setting(Random(0), 0, disk, Service([]), LineWatch(), storm=0.0)
    set_stage(setting)
    open_journal().close()
    setting.loop.close()
    disk.close()
    set_stage(None)
    return {name: file.data for name, file in disk.files.items()}


def _mirror_with(files: FileCalls) -> Callable[..., file_log.FileLog]:
    def made(path: DiskPath, end: int = 0) -> file_log.FileLog:
        return file_log.FileLog(path, end, files.flush)

    return made


class _Noise:
    """The system's random numbers, the same for the same seed."""

    def token_hex(self, count: int) -> str:
        """So many bytes in hexadecimal."""
        return stage().noise.randbytes(count).hex()

    def randbits(self, count: int) -> int:
        """A number of so many bits."""
        return stage().noise.getrandbits(count)

    def uuid4(self) -> UUID:
        """A number that nobody else has."""
        return UUID(int=stage().noise.getrandbits(128))

    def uniform(self, low: float, high: float) -> float:
        """A number between the two."""
        return stage().noise.uniform(low, high)


class _VirtualDatetime(datetime):
    """The clock of the simulated computer."""

    @classmethod
    @override
    def now(cls, tz: Any = None) -> Any:
        return stage().clock().astimezone(tz)


class _LastLine:
    """The line of an entry; that of the last one is remembered."""

    def __init__(self) -> None:
        self._entry: hash_chain.LogEntry | None = None
        self._line = hash_chain.ChainLine("", "", "")

    def __call__(self, entry: hash_chain.LogEntry) -> hash_chain.ChainLine:
        if entry is not self._entry:
            self._entry, self._line = entry, hash_chain.line_of(entry)
        return self._line


def _seconds() -> float:
    """The clock that nobody sets."""
    return stage().loop.time()


def _asyncio() -> str:
    """What httpcore finds out anew at each lock."""
    return "asyncio"


def _no_plan() -> LinePlan:
    raise LookupError("No weather yet.")


def _nothing(_: object) -> None:
    """Names of files are on this disk at once."""


def _ignore(_: object, context: dict[str, Any]) -> None:
    """A task that died of a power cut has nothing to say; every other fault reaches the clerk."""

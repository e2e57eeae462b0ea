"""A desk whose time a test lets pass: nothing waits, and the service's clock stands still."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from app.desk.bookings.local_cache import LocalCache
from app.desk.desk import DeskOptions, local_now
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Progress, UnknownOutcome
from app.desk.model.sale_notes import SaleNotes
from app.practice import Faults, PracticeServer, World
from app.store.journal.journal import Journal
from tests.support.counter import AS_ON, CHAIN_KEY, Counter, open_desk, tomorrow_at_ten


class VirtualTime:
    """Time that passes when a test says so, or as fast as it is waited for."""

    def __init__(self, *, runs: bool = False) -> None:
        self._shift = timedelta()
        self._ahead = timedelta()
        self._runs = runs
        self.slept: list[float] = []

    def now(self) -> datetime:
        """Now."""
        return local_now() + self._shift

    def let_pass(self, seconds: float) -> None:
        """Go on by so much."""
        self._shift += timedelta(seconds=seconds)

    def set_forward(self, seconds: float) -> None:
        """Set the clock of this computer alone, while no time passes."""
        self.let_pass(seconds)
        self._ahead += timedelta(seconds=seconds)

    def service(self) -> datetime:
        """A service's clock: the client lays it beside the real time, and the desk adds what has passed."""
        return tomorrow_at_ten() - self._ahead

    async def sleep(self, seconds: float) -> None:
        """Let the time to wait pass; wait for ever while the clock stands still."""
        if not self._runs:
            await asyncio.Event().wait()
        self.slept.append(seconds)
        self.let_pass(seconds)


def timed_desk(
    folder: Path,
    clock: VirtualTime,
    server: PracticeServer,
    *,
    asks_two: bool = False,
    local_cache: LocalCache | None = None,
) -> AbstractAsyncContextManager[Counter]:
    """A desk on a folder that lives in this time; with a cache it has clerks, too."""

    def opening(where: Path) -> Journal:
        return Journal.open(where, chain_key=CHAIN_KEY, clock=clock.now)

    rules = OfficeRules(asks_two=asks_two)
    return open_desk(
        folder,
        server,
        opening,
        clock=clock.now,
        options=DeskOptions(sleep=clock.sleep),
        rules=rules,
        local_cache=local_cache,
    )


def service(*, older: bool = False, clock: Callable[[], datetime] = tomorrow_at_ten) -> PracticeServer:
    """A practice service whose clock stands still."""
    return PracticeServer(World(like=AS_ON, clock=clock, older=older), Faults())


async def lose_answer(counter: Counter, *, worked: bool, qty: int = 2, notes: SaleNotes | None = None) -> str:
    """Sell an activity whose answer is lost, after the work or instead of it; gives the request number."""
    draft = replace(await counter.draft(), qty=qty, notes=notes or SaleNotes())
    preflight = await counter.desk.selling.preflight(draft)
    lose = counter.faults.after_work if worked else counter.faults.before_work
    lose("create_booking", silent=False)
    outcome = await counter.desk.selling.book(preflight, nobody)
    assert isinstance(outcome, UnknownOutcome)
    return outcome.request_id


def nobody(_: Progress) -> None:
    """Ignore the progress."""

"""The production code of the counter, put together on the simulated computer, life after life."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from datetime import timedelta
from typing import Any

from typing_extensions import override

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire.timeouts import Timings
from app.desk.desk import Desk, DeskOptions
from app.desk.model.sale import Profile
from app.desk.payment.order import Order
from app.desk.payment.payment_call import Tell
from app.desk.payment.payments import Check, Ending, Payments, PossibleDuplicate
from app.desk.payment.unknown_outcome_values import Decision
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import HashChain
from app.store.journal.journal import Journal
from app.store.journal.recovery import Recovery, recover
from tests.simulation.disk import DiskPath, DiskReserve, NoLock
from tests.simulation.scenario import Crash
from tests.simulation.stage import stage
from tests.simulation.virtual_loop import PowerCut

_CHAIN_KEY = b"a key of the simulation"
# A line that stands still is given up sooner than in earnest: looking at it a thousand times takes long.
_TIMINGS = Timings(write=0.35)
_URL = "http://127.0.0.1:80/travel"
_PROFILE = Profile("live", _URL, "-key", is_practice=False)
# Nobody is asked whether to sell while the clock is wrong: the simulation wants these sales above all.
_OPTIONS = DeskOptions(most_apart=timedelta.max)


class HeardPayments(Payments):
    """Lets the stage know what it has told to whoever still waited: what a screen would show."""

    @override
    async def carry_out(
        self, order: Order, tell: Tell, check: Check | None = None
    ) -> Ending | PossibleDuplicate:
        return _heard(order.intent_id, await super().carry_out(order, tell, check))

    @override
    async def send_again(
        self, attempt: Attempt, order: Order, leave: Decision, tell: Tell
    ) -> Ending | PossibleDuplicate:
        return _heard(attempt.intent_id, await super().send_again(attempt, order, leave, tell))


def _heard(intent_id: str, ending: Ending | PossibleDuplicate) -> Ending | PossibleDuplicate:
    if isinstance(ending, Ending):
        stage().heard.append((intent_id, ending))
    return ending


class Counter:
    """One life of the program. What it opens here is what `main` opens, without the window."""

    def __init__(self) -> None:
        """Raises what the journal raises when the disk refuses it."""
        self.journal = open_journal()
        self._client = PartnerClient(_URL, ApiKey("simulation-key"), timings=_TIMINGS)
        self.desk = Desk(self._client, self.journal, _PROFILE, stage().clock, options=_OPTIONS)

    async def quit(self) -> None:
        """End in order."""
        await self.desk.close()
        await self._client.aclose()
        self.journal.close()


def open_journal() -> Journal:
    """The journal of the disk, as `Journal.open` opens it. Raises OSError and sqlite3.Error."""
    chain = HashChain(_CHAIN_KEY, stage().clock)
    sinks = recover(DiskPath("/counter"), chain.key, "stamp")
    return Journal(NoLock(), DiskReserve(), sinks, chain)


def read_journal() -> tuple[tuple[Attempt, ...], Recovery]:
    """What the next start would find, on a disk that works again."""
    journal = open_journal()
    attempts, recovery = journal.attempts(), journal.recovery
    journal.close()
    return attempts, recovery


def run_life(life: Coroutine[Any, Any, None], crash: Crash) -> None:
    """Run one life of the program to its end, or to its crash."""
    loop, disk = stage().loop, stage().disk
    disk.dies_at = disk.steps + crash.at_step if crash.at_step else 0
    disk.dies_after = crash.after_step
    loop.dies_at_turn = loop.turns + crash.at_turn if crash.at_turn else 0
    cut = loop.call_later(crash.at, _cut) if crash.at else None
    try:
        loop.run_until_complete(life)
    except PowerCut:
        _bury(loses_power=crash.loses_power)
    finally:
        disk.dies_at = loop.dies_at_turn = 0
        if cut is not None:
            cut.cancel()


def _cut() -> None:
    raise PowerCut


def _bury(*, loses_power: bool) -> None:
    """End every task of the program without letting it touch the disk or a line."""
    setting = stage()
    setting.say("the computer loses its power" if loses_power else "the program is killed")
    setting.disk.dies_at = setting.loop.dies_at_turn = 0
    setting.disk.is_dead = setting.wires.is_dead = True
    setting.wires.close_all(loses_power=loses_power)
    while True:
        tasks = asyncio.all_tasks(setting.loop)
        for task in tasks:
            task.cancel()
        # Whoever waited for a task that died dies of the same; and the loop may have been about to stop.
        with suppress(PowerCut, RuntimeError):
            setting.loop.run_until_complete(asyncio.sleep(0))
            if not tasks:
                break
    setting.disk.is_dead = setting.wires.is_dead = False
    if loses_power:
        setting.disk.lose_power()

"""SIGKILL at every step of a sale: nothing acknowledged is lost, and each start finds what is true."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest

from app.practice import PracticeServer, World
from app.store.journal.states import State
from tests.journeys.doomed_sales import BOOKED_FROM, STEPS
from tests.support.counter import AS_ON, open_desk, tomorrow_at_ten, until
from tests.support.desk.all_sales import all_sales
from tests.support.proof import few

RUNS_A_STEP = 12


def _number(step: str) -> str:
    """The kill's number in the table of faults."""
    return f"K{1 + list(STEPS).index(step)}"


class Killing:
    """Makes sales that die, one after the other."""

    def __init__(self, seller: subprocess.Popen[str]) -> None:
        self._seller = seller
        self._sells = threading.Event()
        self._process = 0

    def sell(self, folder: Path, base_url: str, step: str, phone: str) -> int:
        """Let one sale die; gives the signal it died of."""
        self._sells.clear()
        print(json.dumps([str(folder), base_url, step, phone]), file=self._seller.stdin, flush=True)
        self._process = self._line()
        self._sells.set()
        return self._line()

    def end_it(self, _world: World) -> None:
        """Kill whoever sells now; called by the service when it has the whole order."""
        assert self._sells.wait(10)
        os.kill(self._process, signal.SIGKILL)

    def _line(self) -> int:
        return int(self._seller.stdout.readline()) if self._seller.stdout else 0


@pytest.fixture
def killing() -> Generator[Killing]:
    """Sales in a process of their own."""
    seller = subprocess.Popen(
        [sys.executable, "-m", "tests.journeys.doomed_sales"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert seller.stdin is not None
    assert seller.stdout is not None

    yield Killing(seller)
    seller.stdin.close()
    seller.stdout.close()
    seller.wait(10)


@pytest.mark.parametrize("step", few(sorted(STEPS, key=lambda step: step != BOOKED_FROM)), ids=_number)
async def test_a_sale_killed_at_a_step_is_found_as_it_is(step: str, killing: Killing, tmp_path: Path) -> None:
    booked = list(STEPS).index(step) >= list(STEPS).index(BOOKED_FROM)
    world = World(like=AS_ON, clock=tomorrow_at_ten)
    world.set_wallet(cash=10_000_000)
    with PracticeServer(world) as server:
        for run in range(RUNS_A_STEP):
            before = len(world.bookings)
            if step == BOOKED_FROM:
                server.faults.change("create_booking", killing.end_it)
            assert killing.sell(tmp_path, server.base_url, step, f"98765{run:05}") == signal.SIGKILL
            await until(lambda wanted=before + int(booked): len(world.bookings) >= wanted)
            server.faults.clear()
            async with open_desk(tmp_path, server) as counter:
                attempts = counter.journal.attempts()
                assert counter.journal.recovery.sentences == ()
                assert len(world.bookings) - before == int(booked)
                if STEPS[step] is None:
                    assert attempts == ()
                    continue
                assert len(attempts) == run + 1
                last = attempts[-1]
                assert last.state is STEPS[step]
                if last.state is State.SETTLED:
                    assert last.facts["booking_ref"] == world.bookings[-1].ref
                sales = all_sales(counter.desk.bookings)
                assert [sale.is_open for sale in sales] == [STEPS[step] is State.UNKNOWN] * (run + 1)

"""SIGKILL at every step of a sale: nothing acknowledged is lost, and each start finds what is true."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from app.practice import PracticeServer, World
from app.store.states import State
from tests.counter import open_desk, tomorrow_at_ten, until
from tests.journeys.doomed_sales import AFTER_LAST_BYTE_SECONDS, BOOKED_FROM, STEPS

RUNS_A_STEP = 24
Kill = Callable[[Path, str, str, str], int]


@pytest.fixture
def kill() -> Generator[Kill]:
    """Makes a sale that dies; gives the signal it died of."""
    seller = subprocess.Popen(
        [sys.executable, "-m", "tests.journeys.doomed_sales"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert seller.stdin is not None
    assert seller.stdout is not None

    def sell(folder: Path, base_url: str, step: str, phone: str) -> int:
        print(json.dumps([str(folder), base_url, step, phone]), file=seller.stdin, flush=True)
        return int(seller.stdout.readline()) if seller.stdout else 0

    yield sell
    seller.stdin.close()
    seller.stdout.close()
    seller.wait(10)


@pytest.mark.parametrize("step", STEPS)
async def test_a_sale_killed_at_a_step_is_found_as_it_is(step: str, kill: Kill, tmp_path: Path) -> None:
    booked = list(STEPS).index(step) >= list(STEPS).index(BOOKED_FROM)
    world = World(clock=tomorrow_at_ten)
    world.set_wallet(cash=10_000_000)
    with PracticeServer(world) as server:
        for run in range(RUNS_A_STEP):
            before = len(world.bookings)
            # The service begins its work late, so that the sale dies while it waits for the answer.
            server.faults.slow("create_booking", 2 * AFTER_LAST_BYTE_SECONDS if step == BOOKED_FROM else 0)
            assert kill(tmp_path, server.base_url, step, f"98765{run:05}") == signal.SIGKILL
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
                sales = await counter.desk.sales()
                assert [sale.is_open for sale in sales] == [STEPS[step] is State.UNKNOWN] * (run + 1)

"""What was waited for while the computer slept is over when it wakes."""

from __future__ import annotations

import asyncio
import time

import pytest

from app.api.wire import monotonic_clock
from tests.support.counter import until


class BootClock:
    """The computer's clock that goes on in its sleep."""

    def __init__(self) -> None:
        self.slept = 0.0
        self.asked = 0

    def now(self) -> float:
        self.asked += 1
        return time.monotonic() + self.slept


@pytest.fixture
def boot(monkeypatch: pytest.MonkeyPatch) -> BootClock:
    clock = BootClock()
    monkeypatch.setattr(monotonic_clock, "boot_seconds", clock.now)
    monkeypatch.setattr(monotonic_clock, "GLANCE_SECONDS", 0.01)
    return clock


async def test_a_wait_is_over_when_the_computer_has_slept_beyond_it(boot: BootClock) -> None:
    waiting = asyncio.create_task(monotonic_clock.sleep(600))
    await until(lambda: boot.asked > 2)
    assert not waiting.done()
    boot.slept, asked = 200, boot.asked
    await until(lambda: boot.asked > asked + 2)
    assert not waiting.done()
    boot.slept = 601
    await asyncio.wait_for(waiting, 2)


async def test_a_wait_without_a_sleep_takes_its_time(boot: BootClock) -> None:
    began = time.monotonic()
    await monotonic_clock.sleep(0.04)
    assert time.monotonic() - began >= 0.04
    assert boot.slept == 0


async def test_a_deadline_that_is_put_off_stays_so(boot: BootClock) -> None:
    async with asyncio.timeout(None) as deadline:
        with monotonic_clock.counting_sleep(deadline):
            boot.slept = 1000
            await until(lambda: boot.asked > 2)
    assert deadline.when() is None


def test_the_clock_goes_on_where_there_is_but_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert monotonic_clock.boot_seconds() <= monotonic_clock.boot_seconds()
    monkeypatch.setattr(monotonic_clock, "_BOOT_CLOCK", None)
    assert monotonic_clock.boot_seconds() <= time.monotonic()

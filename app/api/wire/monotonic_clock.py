"""A monotonic clock that also counts while the computer sleeps, when the loop's own clock may stop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

GLANCE_SECONDS = 5.0
"""Seconds between two checks whether the computer has slept."""
_SLEPT = 1.0
"""A shorter difference in seconds is not taken for sleep."""
_BOOT_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", None)


def boot_seconds() -> float:
    """Seconds since the computer was started, including those in which it slept.

    Only Linux has a second clock for this; elsewhere the usual one counts them.
    """
    return time.monotonic() if _BOOT_CLOCK is None else time.clock_gettime(_BOOT_CLOCK)


async def sleep(seconds: float) -> None:
    """Wait; the time that the computer sleeps counts, so the wait ends soon after waking up if it is over."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds) as deadline:
            with counting_sleep(deadline):
                await asyncio.Event().wait()


@contextmanager
def counting_sleep(deadline: asyncio.Timeout) -> Generator[None]:
    """Inside `async with deadline`: shorten it by the time that the computer sleeps."""
    watch = _Watch(deadline, boot_seconds)
    try:
        yield
    finally:
        watch.end()


class _Watch:
    def __init__(self, deadline: asyncio.Timeout, clock: Callable[[], float]) -> None:
        self._deadline = deadline
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._ahead = self._clock() - self._loop.time()
        self._timer = self._loop.call_later(GLANCE_SECONDS, self._look)

    def end(self) -> None:
        self._timer.cancel()

    def _look(self) -> None:
        ahead = self._clock() - self._loop.time()
        slept, self._ahead = ahead - self._ahead, ahead
        when = self._deadline.when()
        if slept > _SLEPT and when is not None:
            self._deadline.reschedule(max(when - slept, self._loop.time()))
        self._timer = self._loop.call_later(GLANCE_SECONDS, self._look)

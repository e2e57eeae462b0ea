"""The longest time the event loop stands still in a sale through the window, on a quick and a slow line.

    python -m tests.benchmarks.bench_stalls [SALES]

The floor is the same heartbeat in the same loop with nothing else to do.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.loop import QuitRequest, run
from tests.ui.selling import Clerk, selling

BEAT_SECONDS = 0.001


class Heartbeat:
    """Beats every millisecond and keeps how late each beat was."""

    def __init__(self) -> None:
        self.gaps: list[float] = []

    async def beat(self) -> None:
        """Until cancelled."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(BEAT_SECONDS)
            self.gaps.append((time.perf_counter() - began - BEAT_SECONDS) * 1000)

    def line(self, name: str) -> str:
        """The worst gaps in milliseconds."""
        gaps = sorted(self.gaps)
        at = {share: gaps[min(len(gaps) - 1, int(len(gaps) * share))] for share in (0.5, 0.99, 0.999)}
        return (
            f"{name}: {len(gaps)} beats, median {at[0.5]:.1f} ms, p99 {at[0.99]:.1f} ms, "
            f"p99.9 {at[0.999]:.1f} ms, longest {gaps[-1]:.1f} ms"
        )


async def _sell(clerk: Clerk, sales: int) -> None:
    for number in range(sales):
        # The same customer once more would have to be accepted with a tick.
        await clerk.fill(phone=f"98765{number:05}")
        clerk.robot.keys("Ctrl+Return")
        await clerk.armed()
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("booked_page"), 30)
        clerk.robot.keys("N")


async def _measure(_quit: QuitRequest) -> int:
    sales = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    idle = await _beating("floor, an idle loop", asyncio.sleep(3))
    print(idle)
    for name, delay in (("sales on a quick line", 0.0), ("sales on a slow line", 0.4)):
        with tempfile.TemporaryDirectory() as folder:
            async with selling(Path(folder)) as clerk:
                clerk.counter.faults.slow("*", delay, times=None)
                # The first sale imports and draws what the others find ready: it is counted too.
                print(await _beating(name, _sell(clerk, sales)))
    return 0


async def _beating(name: str, work: Coroutine[Any, Any, None]) -> str:
    heart = Heartbeat()
    beating = asyncio.ensure_future(heart.beat())
    try:
        await work
    finally:
        beating.cancel()
    return heart.line(name)


if __name__ == "__main__":
    sys.exit(run(QApplication(sys.argv[:1]), _measure))

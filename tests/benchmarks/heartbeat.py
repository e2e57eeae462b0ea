"""How late a beat of every millisecond comes, on the event loop and on a Qt timer, and what ran meanwhile."""

from __future__ import annotations

import asyncio
import gc
import signal
import time
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from types import FrameType
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer

from tests.benchmarks.measuring import late

OURS = str(Path(__file__).resolve().parents[2] / "app")
BEAT_SECONDS = 0.001
VISIBLE_SECONDS = 0.016
_LOOK_SECONDS = 0.002
_DEEPEST = 4


class Heartbeat(QObject):
    """Two beats while some work runs; `loop` and `timer` hold by how many milliseconds each beat was late.

    `work` holds what the GUI thread itself computed meanwhile: other programs do not lengthen it.
    """

    def __init__(self, watcher: Watcher | None = None) -> None:
        super().__init__()
        self.loop: list[float] = []
        self.timer: list[float] = []
        self.work: list[float] = []
        self._watcher = watcher
        self._ticked = 0.0
        self._ticks = QTimer(self)
        self._ticks.setTimerType(Qt.TimerType.PreciseTimer)
        self._ticks.setInterval(round(BEAT_SECONDS * 1000))
        self._ticks.timeout.connect(self._tick)

    async def during(self, work: Coroutine[Any, Any, None]) -> None:
        """Beat until the work is done."""
        beating = asyncio.ensure_future(self._beat())
        self._ticked = time.perf_counter()
        self._ticks.start()
        try:
            await work
        finally:
            self._ticks.stop()
            beating.cancel()

    def lines(self, name: str) -> list[str]:
        """One line a beat: middle, late and longest, in milliseconds."""
        beats = (("loop", self.loop), ("timer", self.timer), ("work", self.work))
        return [f"{name:<32} {beat:<6} {len(times):>6} {spread(times)}" for beat, times in beats]

    async def _beat(self) -> None:
        while True:
            began, worked = time.perf_counter(), time.thread_time()
            if self._watcher is not None:
                self._watcher.beat_at = began
            await asyncio.sleep(BEAT_SECONDS)
            self.loop.append((time.perf_counter() - began - BEAT_SECONDS) * 1000)
            self.work.append((time.thread_time() - worked) * 1000)

    def _tick(self) -> None:
        now = time.perf_counter()
        self.timer.append(max(0.0, now - self._ticked - BEAT_SECONDS) * 1000)
        self._ticked = now


def spread(times: list[float]) -> str:
    """Median, 95th percentile, 99.9th percentile and greatest, in columns of milliseconds."""
    return " ".join(f"{late(times, share):>8.1f}" for share in (0.5, 0.95, 0.999, 1.0))


class Watcher:
    """Looks by a signal at what the GUI thread does whenever a beat is late by a frame (not on Windows).

    Another thread may not look: the frames it holds keep painters alive beyond their paint events.
    """

    def __init__(self) -> None:
        self.beat_at = time.perf_counter()
        self.seen: Counter[str] = Counter()
        self.collections: list[tuple[float, int]] = []
        self._looked = self._collecting = 0.0

    def begin(self) -> None:
        """Look from now on."""
        gc.callbacks.append(self._note_collection)
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, _LOOK_SECONDS, _LOOK_SECONDS)

    def end(self) -> None:
        """Stop looking, and print where most of the late time went."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        gc.callbacks.remove(self._note_collection)
        for place, milliseconds in self.seen.most_common(25):
            print(f"  {milliseconds:>5} ms: {place}")
        for milliseconds, generation in sorted(self.collections, reverse=True)[:3]:
            print(f"  a collection of generation {generation} took {milliseconds:.1f} ms")

    def _look(self, _number: int, frame: FrameType | None) -> None:
        now = time.perf_counter()
        if frame is not None and now - self.beat_at > VISIBLE_SECONDS:
            # A long call of Qt ends before the signal is seen: all its time counts.
            self.seen[_place(frame)] += round((now - max(self._looked, self.beat_at)) * 1000)
        self._looked = now

    def _note_collection(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            self.collections.append(((time.perf_counter() - self._collecting) * 1000, about["generation"]))


def _place(frame: FrameType) -> str:
    """Where a frame is, by the innermost lines of ours; nothing here lets the thread go on meanwhile."""
    inner, ours = (
        f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} {frame.f_code.co_name}",
        list[str](),
    )
    at: FrameType | None = frame
    while at is not None and len(ours) < _DEEPEST:
        name = at.f_code.co_filename
        if name.startswith(OURS):
            ours.append(f"{name.removeprefix(OURS)}:{at.f_lineno} {at.f_code.co_name}")
        at = at.f_back
    return " < ".join([f"[{inner}]", *ours])

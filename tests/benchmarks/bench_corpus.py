"""Spoiled copies, thousands of them, on the program's own loop: what comes of each, stalls and memory.

    python -m tests.benchmarks.bench_corpus [NUMBER] [SEED]

NUMBER spoiled files (2,000 unless it is said) follow some photos of passports with 12 to 48 megapixels. Each
goes the way of a file that is attached: read, made to fit, pictured. A child process does it; whatever kills
it or holds it up for a minute is named by its number, and the next child goes on behind it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.desk.documents.document import DocumentError, fits, read_document
from app.lifecycle.event_loop import QuitRequest, run
from app.ui.documents.copy_preparation import CopyPreparation
from tests.benchmarks.heartbeat import VISIBLE_SECONDS, Heartbeat, spread
from tests.benchmarks.measuring import asked, memory
from tests.support.ui.document_corpus import phone_photo, spoiled

PHOTOS = {12: (4000, 3000), 24: (6000, 4000), 48: (8000, 6000)}
LOOK = QSize(1200, 3000)
SMALL = QSize(112, 76)
_ROOT = Path(__file__).resolve().parents[2]
_BATCH = 200
_MOST_LINES = 100_000
_HANG_SECONDS = 60
_SLOW_SECONDS = 2.0


async def outcome(copies: CopyPreparation, path: Path) -> str:
    """What comes of attaching a file: taken, or why it is refused, without its name and numbers."""
    try:
        fitted = await copies.fit(read_document(path))
        await copies.picture(fitted, LOOK)
        await copies.picture(fitted, SMALL, 1)
    except DocumentError as error:
        words = str(error).removeprefix(path.name).rpartition(". ")[0].split()
        return "refused: " + " ".join("N" if word[0].isdigit() else word for word in words)
    return "taken" if fits(len(fitted.data)) else "FAULT: taken, and too large"


async def _take(copies: CopyPreparation, files: Mapping[str, Path], beats: Heartbeat) -> None:
    """Attach them one after the other; a line before and behind each goes to the supervisor."""
    for name, path in files.items():
        print(f"begin {name}", flush=True)
        began, waited, beat = time.perf_counter(), _waited(), len(beats.loop)
        try:
            result = await outcome(copies, path)
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                raise
            place = traceback.extract_tb(error.__traceback__)[-1]
            result = f"FAULT: {type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        took = time.perf_counter() - began
        path.unlink()
        late = max(beats.loop[beat:], default=0.0)
        print(f"end {took:.3f} {late:.1f} {_waited() - waited:.1f} {result}", flush=True)


async def _work(seed: int, start: int, end: int, _quit: QuitRequest) -> int:
    """Be the child: files `start` to `end`, and the photos before the first."""
    copies = CopyPreparation()
    with TemporaryDirectory() as place:
        folder = Path(place)
        if start == 0:
            await _beaten(copies, {name: _put(folder, name, data) for name, data in _photos()})
        for first in range(start, end, _BATCH):
            # Made beforehand: only what the program does may make its loop late.
            files = dict(_numbered(folder, seed, range(first, min(first + _BATCH, end))))
            await _beaten(copies, files)
    copies.end()
    return 0


async def _beaten(copies: CopyPreparation, files: Mapping[str, Path]) -> None:
    beats = Heartbeat()
    await beats.during(_take(copies, files, beats))
    # The beat that was cancelled ends.
    await asyncio.sleep(0)
    for name, late in (("loop", beats.loop), ("timer", beats.timer), ("work", beats.work)):
        print(f"late {name} " + " ".join(f"{each:.1f}" for each in late))
    gc.collect()
    print(f"memory {memory('VmRSS')} {memory('VmHWM')}", flush=True)


def _photos() -> list[tuple[str, bytes]]:
    turns = {12: 6, 24: 3, 48: 8}
    return [(f"photo-{size}", phone_photo(*PHOTOS[size], turn)) for size, turn in turns.items()]


def _numbered(folder: Path, seed: int, numbers: range) -> list[tuple[str, Path]]:
    samples = [(number, spoiled(seed, number)) for number in numbers]
    return [
        (f"{number} {each.name} | {each.done}", _put(folder, str(number), each.data))
        for number, each in samples
    ]


def _put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def _waited() -> float:
    """For how long this thread could have worked and got no processor, in milliseconds since it began."""
    return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e6


class Supervisor:
    """Starts children until all files are taken, and adds up what they tell."""

    def __init__(self, seed: int, count: int) -> None:
        self._seed = seed
        self._count = count
        self._results = Counter[str]()
        self._kinds = Counter[str]()
        self._times = list[float]()
        self._late: dict[str, list[float]] = {"loop": [], "timer": [], "work": []}
        self._stalls = list[tuple[float, float, str]]()
        """For each file the longest stall: without what the thread waited for a processor, and with it."""
        self._memory = list[tuple[int, int]]()
        self._faults = list[str]()
        self._slow = list[str]()
        self._current = ""

    def watch(self) -> int:
        """How many faults there were, when all files are taken."""
        start = self._one_child(0)
        while start < self._count:
            start = self._one_child(start)
        return len(self._faults)

    def _one_child(self, start: int) -> int:
        """Where the next child has to begin."""
        child = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.benchmarks.bench_corpus",
                "child",
                *map(str, (self._seed, start, self._count)),
            ],
            cwd=_ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        lines: Queue[str | None] = Queue(_MOST_LINES)
        reader = Thread(target=_pump, args=(child.stdout, lines), daemon=True)
        reader.start()
        end = self._follow(lines)
        if end is None:
            child.kill()
        status = child.wait()
        reader.join()
        child.stdout.close()
        if end is not None and status == 0:
            return self._count
        why = "took over a minute" if end is None else f"ended the process with {status}"
        self._faults.append(f"{self._current or 'between files,'} {why}")
        number = self._current.partition(" ")[0]
        return int(number) + 1 if number.isdigit() else self._count

    def _follow(self, lines: Queue[str | None]) -> bool | None:
        """Take lines until they end; None when none comes for too long."""
        self._current = ""
        while True:
            try:
                line = lines.get(timeout=_HANG_SECONDS)
            except Empty:
                return None
            if line is None:
                return True
            self._note(*line.rstrip("\n").partition(" ")[::2])

    def _note(self, what: str, rest: str) -> None:
        if what == "begin":
            self._current = rest
        elif what == "end":
            self._note_end(rest)
        elif what == "late":
            name, _, numbers = rest.partition(" ")
            self._late[name] += map(float, numbers.split())
        elif what == "memory":
            now, most = rest.split()
            self._memory.append((int(now), int(most)))

    def _note_end(self, rest: str) -> None:
        took, late, waited, result = rest.split(" ", 3)
        number, _, about = self._current.partition(" ")
        self._times.append(float(took))
        own = min(float(late), max(0.0, float(late) - float(waited)))
        self._stalls.append((own, float(late), self._current))
        self._results[result] += 1
        self._kinds[f"{about.partition(' |')[0] or number}: {result.partition(':')[0]}"] += 1
        if result.startswith("FAULT"):
            self._faults.append(f"{self._current}: {result}")
        if float(took) > _SLOW_SECONDS:
            self._slow.append(f"{self._current}: {took} s, {result}")
        self._current = ""

    def report(self) -> None:
        """Print everything."""
        for line, times in sorted(self._kinds.items()):
            print(f"  {line} {times}")
        print("by sentence:")
        for line, times in self._results.most_common():
            print(f"  {times:>6} {line}")
        print(f"{len(self._times)} files, {sum(self._times):.0f} s; seconds each: {_spread(self._times)}")
        self._report_stalls()
        now = [each / 1000 for each, _ in self._memory]
        most = max(each for _, each in self._memory) / 1000
        steps = " ".join(f"{each:.0f}" for each in now[:: max(1, len(now) // 10)])
        print(f"both processes' memory in MB, in ten steps: {steps}; last {now[-1]:.0f}, at most {most:.0f}")
        print(f"slower than {_SLOW_SECONDS:.0f} s: {len(self._slow)}", *self._slow, sep="\n  ")
        print(f"faults: {len(self._faults)}", *self._faults, sep="\n  ")

    def _report_stalls(self) -> None:
        """What the beats were late by; `own` leaves out what the thread waited for a processor."""
        late = self._late | {"own, a file": [each for each, *_ in self._stalls]}
        print(f"{'late by (ms)':<14} {'median':>8} {'95 %':>8} {'99.9 %':>8} {'longest':>8}")
        for name, times in late.items():
            frames = sum(each > VISIBLE_SECONDS * 1000 for each in times)
            print(f"  {name:<12} {spread(times)}   {frames} of {len(times)} over one frame")
        for own, whole, name in sorted(self._stalls, reverse=True)[:8]:
            print(f"    {own:.1f} of {whole:.1f} ms: {name}")


def _pump(stream: IO[str], lines: Queue[str | None]) -> None:
    for line in stream:
        lines.put(line)
    lines.put(None)


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    middle, late = (ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    return f"median {middle:.3f}, 99 % {late:.3f}, longest {ordered[-1]:.3f}"


def main(count: int, seed: int) -> int:
    """The exit status: 1 when there was a fault."""
    began = time.perf_counter()
    supervisor = Supervisor(seed, count)
    faults = supervisor.watch()
    supervisor.report()
    print(f"seed {seed}, {time.perf_counter() - began:.0f} s in all")
    return min(faults, 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        sys.exit(run(QApplication(sys.argv[:1]), partial(_work, *map(int, sys.argv[2:]))))
    sys.exit(main(*asked([2000, 9303], smallest=[10, 9303])))

"""What the journal costs after years: its start, its check and its questions, against those of an empty one.

`python -m tests.benchmarks.bench_journal [sales …]` prints a curve; what grows with the sales is named.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from app.store.journal.journal import Journal
from tests.benchmarks.aged import aged_folder, open_aged
from tests.benchmarks.measuring import SMALLEST, asked

SALES = (0, 100, 1_000, 10_000)
_ROUNDS = 5
_GROWS = 1.5
"""The ratio to the smallest journal above which a figure is called growing."""
FIGURES = ("start ms", "memory MB", "question ms", "check s CPU", "longest step ms")


def figures(folder: Path) -> dict[str, float]:
    """The figures of one folder, in this process: start, memory, a question of a sale, and the full check."""
    before = _resident()
    began = time.perf_counter()
    journal = open_aged(folder)
    started = time.perf_counter() - began
    grown = _resident() - before
    newest = next(journal.newest_first(), None)
    asked = _asked(journal)
    steps: list[float] = []
    cpu, last = time.process_time(), time.perf_counter()

    def goes_on() -> bool:
        nonlocal last
        steps.append(time.perf_counter() - last)
        last = time.perf_counter()
        return True

    assert journal.check(goes_on)
    spent = time.process_time() - cpu
    journal.close()
    assert newest is None or newest.state
    found = (started * 1000, grown / 1024, asked * 1000, spent, max(steps, default=0.0) * 1000)
    return dict(zip(FIGURES, found, strict=True))


def _asked(journal: Journal) -> float:
    """The median time of the questions of one sale: of its trip, its bytes, its booking and its intent."""
    times: list[float] = []
    for number in range(20):
        began = time.perf_counter()
        journal.of_trip({"availability_id": str(number * 37), "day": "2020-01-01"})
        journal.of_content(f"{number * 37:064x}")
        journal.of_booking(f"AGED{number * 37:06d}")
        journal.of_intent("none")
        times.append(time.perf_counter() - began)
    return median(times)


def _resident() -> int:
    """What this process alone has in memory, in kB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def _apart(folder: Path) -> dict[str, float]:
    """The figures, each time in a process of their own."""
    command = [sys.executable, "-m", "tests.benchmarks.bench_journal", "--one", str(folder)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main(rounds: int, sales: Sequence[int]) -> None:
    """Print the curve of each figure."""
    curve: dict[int, dict[str, float]] = {}
    for count in sales:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "desk"
            if count:
                aged_folder(count, folder)
            found = [_apart(folder) for _ in range(rounds)]
        curve[count] = {name: median(each[name] for each in found) for name in FIGURES}
        print(f"{count:>8} sales: " + ", ".join(f"{name} {curve[count][name]:.2f}" for name in FIGURES))
    # Without a sale there is nothing to be asked: what grows is seen from the smallest that has some.
    least, most = min(filter(None, curve)), max(curve)
    for name in FIGURES:
        ratio = curve[most][name] / max(curve[least][name], 0.01)
        word = "grows" if ratio > _GROWS else "stays"
        print(f"{name} {word}: {most} sales against {least}, ratio {ratio:.2f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(figures(Path(sys.argv[2]))))
    else:
        given = asked((), smallest=(0, 3))
        main(1 if SMALLEST in sys.argv else _ROUNDS, given or SALES)

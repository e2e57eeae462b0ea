"""From a process's start to its first paint, and to the painted catalogue, against a bare PySide6 window.

    python -m tests.benchmarks.bench_start [ROUNDS]

With a screen (DISPLAY) it measures there, else offscreen. Memory is the proportional set size (Linux).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.benchmarks.measuring import asked, paired, ratio_line

ROOT = Path(__file__).resolve().parents[2]
_TOLD = """
def tell():
    import json, sys, time
    try:
        rollup = open("/proc/self/smaps_rollup").read()
        pss = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
    except OSError:
        pss = 0.0
    cpu = time.process_time() * 1000
    print(json.dumps({"at": time.monotonic(), "cpu": cpu, "pss": pss}), flush=True)
"""
FLOOR = (
    _TOLD
    + """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel
class Window(QLabel):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, done)
def done():
    tell()
    app.quit()
app = QApplication([])
window = Window("A bare window")
window.resize(1366, 768)
window.show()
app.exec()
"""
)
PAINTED = (
    _TOLD
    + """
import gc
gc.disable()  # as `python -m app` does
from app.lifecycle.import_hook import read_no_sources
read_no_sources()
from app.lifecycle.startup import paint_counter
painted = paint_counter()
tell()
"""
)
CATALOGUE = (
    _TOLD
    + """
import gc
gc.disable()  # as `python -m app` does
from app.lifecycle.import_hook import read_no_sources
read_no_sources()
from app.lifecycle.startup import paint_counter
painted = paint_counter()
from app.lifecycle.event_loop import run
from app.lifecycle.startup import work
import asyncio, sys
from PySide6.QtWidgets import QLabel
def is_shown():
    labels = painted.window.findChildren(QLabel, "activity_count")
    return any(sys.argv[1] in each.text() for each in labels)
async def main(quit_request):
    working = asyncio.ensure_future(work(painted, quit_request))
    while not is_shown():
        # Looking more often would itself be a tenth of what is measured.
        await asyncio.sleep(0.01)
    painted.window.repaint()
    tell()
    quit_request.request()
    return await working
run(painted.app, main)
"""
)


UNITS = {"wall": "ms", "cpu": "ms", "pss": "MB"}
LIVE, KEPT = "open on this date", "Catalogue kept from"
STARTS = {
    "first paint": (PAINTED, "", False),
    "catalogue painted": (CATALOGUE, LIVE, False),
    "kept catalogue painted": (CATALOGUE, KEPT, True),
    "catalogue painted after a kept one": (CATALOGUE, LIVE, True),
}
"""By name: what is run, the words that end it, and whether in a data folder of a former run."""
Costs = Mapping[str, tuple[list[float], list[float]]]
"""By the names of `UNITS`: of the floor and of the product."""


def main(rounds: int) -> None:
    """Print wall time, CPU time and memory of every start, each as a ratio to the floor."""
    for name in STARTS:
        print_costs(name, costs_of(name, rounds))


def costs_of(name: str, rounds: int) -> Costs:
    """The costs of a start by its name, the floor being a bare window."""
    script, words, is_kept = STARTS[name]
    command = (sys.executable, "-c", script, words)
    with tempfile.TemporaryDirectory() as place:
        kept = Path(place) if is_kept else None
        if kept:
            start((*command[:-1], LIVE), folder=kept)
        return costs(
            lambda: start((sys.executable, "-c", FLOOR)), lambda: start(command, folder=kept), rounds
        )


def costs(
    floor: Callable[[], dict[str, float]], product: Callable[[], dict[str, float]], rounds: int
) -> Costs:
    """What two kinds of start cost, begun in turn."""
    theirs, ours = paired(floor, product, rounds)
    return {name: ([each[name] for each in theirs], [each[name] for each in ours]) for name in UNITS}


def print_costs(name: str, found: Costs) -> None:
    """Print a line for each that could be measured."""
    for key, unit in UNITS.items():
        if all(found[key][0]):
            print(ratio_line(f"{name}, {key}", *found[key], unit))


def start(
    command: Sequence[str], more: Mapping[str, str] | None = None, folder: Path | None = None
) -> dict[str, float]:
    """What a process tells at its end, with its milliseconds from before its beginning; in a new data folder.

    Bytecode is used, as on a clerk's computer.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.update(more or {})
    environment.setdefault("QT_QPA_PLATFORM", "xcb" if os.environ.get("DISPLAY") else "offscreen")
    with tempfile.TemporaryDirectory() as new:
        place = folder or Path(new)
        settings = place / "settings.json"
        if not settings.exists():
            settings.write_text(json.dumps({"service": "practice"}), encoding="utf-8")
        environment["AGENCY_COUNTER_DATA_DIR"] = str(place)
        began = time.monotonic()
        done = subprocess.run(
            command,
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
    told: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return told | {"wall": (told["at"] - began) * 1000}


if __name__ == "__main__":
    main(*asked([9], smallest=[0]))

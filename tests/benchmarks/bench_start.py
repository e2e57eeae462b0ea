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
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.measuring import paired, ratio_line

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
import asyncio
from PySide6.QtWidgets import QLabel
def is_read():
    labels = painted.window.findChildren(QLabel, "activity_count")
    return any("open on this date" in each.text() for each in labels)
async def main(quit_request):
    working = asyncio.ensure_future(work(painted, quit_request))
    while not is_read():
        await asyncio.sleep(0.001)
    painted.window.repaint()
    tell()
    quit_request.request()
    return await working
run(painted.app, main)
"""
)


def main(rounds: int = 9) -> None:
    """Print wall time, CPU time and memory, each as a ratio to the floor."""
    for name, script in (("first paint", PAINTED), ("catalogue painted", CATALOGUE)):
        floors: list[dict[str, float]] = []
        products: list[dict[str, float]] = []

        def floor(kept: list[dict[str, float]] = floors) -> float:
            return start([sys.executable, "-c", FLOOR], kept)

        def product(kept: list[dict[str, float]] = products, script: str = script) -> float:
            return start([sys.executable, "-c", script], kept)

        walls = paired(floor, product, rounds)
        print(ratio_line(f"{name}, wall", *walls, "ms"))
        for key, unit in (("cpu", "ms"), ("pss", "MB")):
            theirs, ours = ([each[key] for each in kept[1:]] for kept in (floors, products))
            if all(theirs):
                print(ratio_line(f"{name}, {key}", theirs, ours, unit))


def start(command: list[str], kept: list[dict[str, float]], more: Mapping[str, str] | None = None) -> float:
    """Milliseconds from before the process to what it tells; bytecode is used, as on a clerk's computer."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.update(more or {})
    environment.setdefault("QT_QPA_PLATFORM", "xcb" if os.environ.get("DISPLAY") else "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.json").write_text(json.dumps({"service": "practice"}), encoding="utf-8")
        environment["AGENCY_COUNTER_DATA_DIR"] = folder
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
    kept.append(told)
    return (told["at"] - began) * 1000


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:2]))

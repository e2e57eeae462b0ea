"""The figures by which the program is judged, as a table in Markdown: under ten minutes on two quiet cores.

    python -m tests.benchmarks.headline [ROUNDS [SALES [BOOKINGS [PASSENGERS]]]]

SALES are those of former years in the aged data folder, BOOKINGS those of the register that is searched: both
are made once and kept. Each part has a process of its own; what the benchmarks themselves print goes to
standard error. A part that fails is a row that says so, and then the exit status is 1.
"""

from __future__ import annotations

import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeVar

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import PySide6

from app.desk.model.boats import Document
from app.lifecycle.event_loop import QuitRequest, run
from app.practice import World
from app.ui.theme import style
from tests.benchmarks import (
    bench_decoding,
    bench_documents,
    bench_installed,
    bench_largest,
    bench_register,
    bench_stalls,
    bench_start,
)
from tests.benchmarks.heartbeat import Heartbeat
from tests.benchmarks.measuring import SMALLEST, asked, late, ratios
from tests.benchmarks.registers import FEW_SALES, filled_register
from tests.support.ui.document_samples import encoded, photo

_USUAL = (9, 10_000, 1_000_000, bench_largest.PEOPLE)
_SMALLEST = (0, 3, 2 * FEW_SALES, 2)
TIMES = "\u00d7"
Found = TypeVar("Found")


class Size(NamedTuple):
    """How much is measured."""

    rounds: int
    sales: int
    bookings: int
    people: int

    @property
    def fewer(self) -> int:
        """The rounds of what takes long."""
        return self.rounds // 3 or 1


class Figure(NamedTuple):
    """A row of the table."""

    name: str
    floor: str
    measured: str
    goal: str


def figure(name: str, floor: str, measured: Sequence[float], unit: str, goal: str) -> Figure:
    """A row with the least, the median and the greatest of what was measured."""
    return Figure(name, floor, f"{spread(measured)} {unit}", f"{goal} {unit}")


def spread(measured: Sequence[float]) -> str:
    """The least, the median and the greatest, with three digits."""
    found = (min(measured), median(measured), max(measured))
    return " / ".join(f"{each:,.0f}" if each >= 100 else f"{each:.3g}" for each in found)


def starts(size: Size) -> Iterator[Figure]:
    """From the start of a process to the window and to the list of activities."""
    for name, start, goal in (
        ("first paint", "first paint", "1.3"),
        ("list shown, kept", "kept catalogue painted", "3"),
        ("list read, live", "catalogue painted", "5"),
    ):
        costs = bench_start.costs_of(start, size.rounds)
        yield figure(name, "bare window", ratios(*costs["wall"]), TIMES, goal)
    yield figure("memory at the list", "", costs["pss"][1], "MB", "100")


def stalls(size: Size) -> Iterator[Figure]:
    """How long the window stands still, and how long a key that opens a page takes; each flow counts once."""

    async def sold() -> list[list[tuple[Heartbeat, bench_stalls.Typist]]]:
        return [
            [await bench_stalls.flow_at_counter(flow, line, size.fewer, aged) for flow in names]
            for aged in (0, size.sales)
        ]

    line, names = bench_stalls.QUICK_LINE, [*bench_stalls.FLOWS][: 1 if SMALLEST in sys.argv else None]
    empty, aged = at_the_window(sold)
    for name, flows in (("an empty folder", empty), (f"{size.sales:,} former sales", aged)):
        for what, share, goal in (("p99.9", 0.999, "25"), ("longest", 1.0, "60")):
            found = [late(heart.loop + heart.timer, share) for heart, _ in flows]
            yield figure(f"stall with {name}, {what}, of each flow", "", found, "ms", goal)
    for flow, (_, typist) in zip(names, empty, strict=True):
        yield figure(f"key to next page, {flow}", "", typist.turned, "ms", "33")


def decoding(size: Size) -> Iterator[Figure]:
    """Long answers to messages, and to the values of the desk."""
    for reading in bench_decoding.readings(World(activities=bench_decoding.ITEMS)):
        parts = bench_decoding.parts(reading)
        for part, goal in ((bench_decoding.TO_MESSAGES, "2.5"), (bench_decoding.TO_VALUES, "3.5")):
            found = ratios(*bench_decoding.against_floor(reading, parts[part], size.rounds))
            yield figure(f"{reading.name}, {part}", "`json.loads`", found, TIMES, goal)


def search(size: Size) -> Iterator[Figure]:
    """A keystroke in the list of bookings."""
    few, many = filled_register(FEW_SALES), filled_register(size.bookings)
    times = bench_register.measure_search(few, many, size.fewer)
    for register in (few, many):
        register.close()
    name = f"search at {size.bookings:,} bookings, a keystroke"
    yield Figure(name, "", f"p95 {late(times):.3g} of {spread(times)} ms", "p95 20 ms")


def largest(size: Size) -> Iterator[Figure]:
    """The sale with the most and the largest documents."""

    async def sold() -> list[float]:
        ways = (bench_largest.PLAIN,)
        found: list[float] = []
        with tempfile.TemporaryDirectory() as folder:
            async for _, floor, work in bench_largest.comparisons(Path(folder), size.people, ways):
                # The last is the whole sale.
                floors, runs = await bench_largest.in_turn(floor, work, size.fewer)
                found = ratios(floors, [each.seconds for each in runs])
        return found

    yield figure("largest booking", "`curl -T`", at_the_window(sold), TIMES, "2.0")


def picture(size: Size) -> Iterator[Figure]:
    """A photo of a passport, made to fit."""
    data = encoded(photo(*bench_documents.MEGAPIXELS[12]), "JPEG", 95)

    async def fitted() -> list[float]:
        copies = await bench_documents.ready_copies()
        document = Document("scan", data, "JPEG")
        found = [(await bench_documents.costs(copies, document))[0][0] for _ in range(size.rounds or 1)]
        copies.end()
        return found

    yield figure("photo of 12 megapixels into the limit", "", at_the_window(fitted), "s", "0.7")


def installed(size: Size) -> Iterator[Figure]:
    """The start of the program as it is installed."""
    name, floor, goal = "start of the installed program", "the checkout", "1.15"
    if bench_installed.STAGED.exists():
        costs = bench_installed.costs_of(bench_installed.STAGED, size.rounds)
        yield figure(name, floor, ratios(*costs["wall"]), TIMES, goal)
    else:
        yield Figure(name, floor, "not built", f"{goal} {TIMES}")


PARTS = (starts, stalls, decoding, search, largest, picture, installed)


def at_the_window(work: Callable[[], Awaitable[Found]]) -> Found:
    """What the work gives on the loop of a window."""
    found: list[Found] = []

    async def measured(_quit: QuitRequest) -> int:
        found.append(await work())
        # What was cancelled at its end ends.
        await asyncio.sleep(0)
        return 0

    app = style.application("headline")
    style.apply_theme(app, "light")
    run(app, measured)
    return found[0]


def rows(part: Callable[[Size], Iterable[Figure]], size: Size) -> list[Figure]:
    """The rows of a part, in this process."""
    with redirect_stdout(sys.stderr):
        return list(part(size))


def main(size: Size) -> int:
    """Print the table."""
    status = 0
    print(
        f"{os.cpu_count()} cores with a load of {os.getloadavg()[0]:.1f} at the beginning, "
        f"Python {platform.python_version()}, PySide6 {PySide6.__version__}, {time.strftime('%Y-%m-%d')}\n\n"
        "| figure | floor | min / median / max | goal |\n| --- | --- | --- | --- |"
    )
    for part in PARTS:
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            done = pool.submit(rows, part, size)
            error = done.exception()
        if error is not None:
            status = 1
        for each in [Figure(part.__name__, "", f"failed: {error!r}", "")] if error else done.result():
            print(f"| {' | '.join(each)} |", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(Size(*asked(_USUAL, _SMALLEST))))

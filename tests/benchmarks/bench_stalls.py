"""How long the window stands still while a clerk sells: activities and boats, on a quick and a slow line.

    python -m tests.benchmarks.bench_stalls [SALES [AGED [CULPRITS]]]

The floor is the same heartbeat in the same loop with nothing else to do ("idle"). The practice service runs
in a process of its own. "loop" and "timer" are beats, "work" is what the GUI thread computed between two of
them, "key" is a keystroke to the painted window, and "k-work" what was computed for it; "turn" and "t-work"
are the same of a key that opens another page at once, to that page painted. The data
folder holds AGED sales of former years. With 1 for CULPRITS the lines that ran in the longest stalls are
printed; the figures are worse then.
Goals: 16 ms (p99.9), 50 ms at most; a keystroke in a grid of 100 passengers 16 ms (p95); another page 33 ms.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, product
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.desk.desk import Desk, DeskOptions
from app.desk.model.sale import Profile
from app.lifecycle.connection import memory_of
from app.lifecycle.event_loop import QuitRequest, run
from app.practice import PRACTICE_KEY
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.flows.navigation import Navigation
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.theme import style
from app.ui.window.main_window import MainWindow
from tests.benchmarks.aged import aged_folder, open_aged
from tests.benchmarks.apart import service_apart
from tests.benchmarks.heartbeat import Heartbeat, Watcher, spread
from tests.benchmarks.measuring import SMALLEST, asked
from tests.support.any_clock import ANY_CLOCK
from tests.support.counter import tomorrow_at_ten
from tests.support.ui.robot import Robot

BETWEEN_KEYS = 0.03
CHOOSING = 0.5
"""Seconds in which a person who is quick finds the row of a list: the page after it is built meanwhile."""
LOOK_EVERY = 0.02
PATIENCE = 30
PARTY = (("Arjun Nair", "41", "m"), ("Meera Nair", "38", "f"), ("Ishaan Nair", "30", "m"))
EMAIL = "priya.raman@example.com"


@dataclass
class Typist(QObject):
    """Types key by key as a person does, and looks at the screen without burdening it."""

    window: MainWindow
    robot: Robot
    typed: list[float] = field(default_factory=list[float])
    """Milliseconds from each key to the end of the first painting after it."""
    computed: list[float] = field(default_factory=list[float])
    """How many of them the GUI thread computed."""
    turned: list[float] = field(default_factory=list[float])
    """Milliseconds from each key that opens a page to the end of that page's first painting."""
    turned_computed: list[float] = field(default_factory=list[float])
    """How many of them the GUI thread computed."""

    def __post_init__(self) -> None:
        super().__init__()
        self._painted = asyncio.Event()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.UpdateRequest:
            # Once the event is over, all that was waiting is painted.
            asyncio.get_running_loop().call_soon(self._painted.set)
        return False

    async def keys(self, *combinations: str) -> None:
        """Press each."""
        for combination in combinations:
            await self._press(lambda keys=combination: self.robot.keys(keys))

    async def type(self, *texts: str, end: str = "Tab") -> None:
        """Type each text and the key after it."""
        for text in texts:
            for letter in text:
                await self._press(lambda letter=letter: self.robot.type(letter))
            await self.keys(end)

    async def turn(self, combination: str, name: str) -> None:
        """Press a key that opens the page of that name at once."""
        before = len(self.typed)
        await self.keys(combination)
        await self.page(name)
        self.turned += self.typed[before:]
        self.turned_computed += self.computed[before:]

    async def page(self, name: str) -> QWidget:
        """The page of that name, once it is on screen."""
        await self.until(lambda: self.window.current_page and self.window.current_page.objectName() == name)
        page = self.window.current_page
        assert page is not None
        return page

    async def label(self, name: str, part: str) -> None:
        """Wait for a label of the window with these words in it."""
        labels = self.window.findChildren(QLabel, name)
        await self.until(lambda: any(each.isVisible() and part in each.text() for each in labels))

    async def until(self, condition: Callable[[], object]) -> None:
        """Return when the condition is true."""
        for _ in range(round(PATIENCE / LOOK_EVERY)):
            if condition():
                return
            await asyncio.sleep(LOOK_EVERY)
        raise TimeoutError(self.robot.description())

    def figures(self) -> tuple[tuple[str, list[float]], ...]:
        """What was measured, by its name."""
        return (
            ("key", self.typed),
            ("k-work", self.computed),
            ("turn", self.turned),
            ("t-work", self.turned_computed),
        )

    async def _press(self, press: Callable[[], None]) -> None:
        self._painted.clear()
        began, worked = time.perf_counter(), time.thread_time()
        press()
        try:
            await asyncio.wait_for(self._painted.wait(), BETWEEN_KEYS * 10)
        except TimeoutError:
            # A key that changes nothing on screen.
            return
        self.typed.append((time.perf_counter() - began) * 1000)
        self.computed.append((time.thread_time() - worked) * 1000)
        await asyncio.sleep(BETWEEN_KEYS)


async def sell_activity(typist: Typist, number: int) -> None:
    """From the list of activities to the list again."""
    await typist.page("activities_page")
    await typist.label("activity_count", " open on this date")
    await asyncio.sleep(CHOOSING)
    await typist.turn("Return", "slots_page")
    await typist.label("slots_heading", " open")
    await typist.keys("1", "Return")
    await typist.type("Priya Raman", f"98765{number:05}", EMAIL)
    await _spend(typist)


async def sell_boat(typist: Typist, number: int) -> None:
    """From the list of boats to the list again, with three passengers."""
    await _count(typist, "jolly", "3", "0")
    for name, age, gender in PARTY:
        await typist.type(name, age)
        await typist.type(gender, end="Return")
    await typist.type("Arjun Nair", f"91234{number:05}", EMAIL)
    await _spend(typist)


async def type_in_a_hundred_rows(typist: Typist, _number: int) -> None:
    """Some passengers of a hundred, and back to the list; the keys are those in the grid."""
    before = len(typist.typed)
    await _count(typist, "swaraj dweep day", "60", "40")
    del typist.typed[before:], typist.computed[before:]
    for name, age, gender in PARTY * 2:
        await typist.type(name, age)
        await typist.type(gender, end="Return")
    before = len(typist.typed)
    await typist.keys("Escape")
    await typist.page("boats_page")
    del typist.typed[before:], typist.computed[before:]


async def _count(typist: Typist, words: str, *counts: str) -> None:
    """Filter the list of boats and count passengers of the first departure that is left."""
    page = typist.window.current_page
    if page is not None and page.objectName() == "activities_page":
        await typist.label("activity_count", " open on this date")
        await typist.keys("B")
    boats = await typist.page("boats_page")
    assert isinstance(boats, BoatsPage)
    if typist.window.day == tomorrow_at_ten().date():
        # Most boats close a day before; a sale begins on the day of today again.
        await typist.keys("Ctrl+Right")
    # On a slow line those of the day before are shown for a while, for which nobody can be counted.
    await typist.until(lambda: any(each.day == typist.window.day for each in boats.items))
    await typist.keys("Ctrl+F")
    await typist.type(words, end="Return")
    await typist.keys("Return")
    for count in counts:
        await typist.type(count, end="Return")
    await typist.turn("Ctrl+Return", "passengers_page")


async def _spend(typist: Typist) -> None:
    await typist.turn("Ctrl+Return", "review_page")
    page = await typist.page("review_page")
    spend = page.findChild(ConfirmButton, "spend")
    assert spend is not None
    await typist.until(lambda: spend.is_armed)
    await typist.keys("Ctrl+Return")
    await typist.page("booked_page")
    await typist.keys("N")


Flow = Callable[[Typist, int], Coroutine[Any, Any, None]]
FLOWS: Mapping[str, Flow] = {
    "activity": sell_activity,
    "boat for three": sell_boat,
    "grid of 100 rows": type_in_a_hundred_rows,
}
QUICK_LINE = "quick line"
LINES = {QUICK_LINE: 0.0, "slow line": 0.4}
"""By how many seconds each answer comes later."""


@asynccontextmanager
async def at_the_counter(folder: Path, delay: float) -> AsyncGenerator[Typist]:
    """A counter that remembers, with its window open, on a service apart from it."""
    window = MainWindow(tomorrow_at_ten().date())
    robot = Robot(window)
    await robot.show()
    typist = Typist(window, robot)
    window.installEventFilter(typist)
    async with service_apart() as service, PartnerClient(service.base_url, ApiKey(PRACTICE_KEY)) as client:
        journal = await asyncio.to_thread(open_aged, folder)
        profile = Profile("practice", service.base_url, PRACTICE_KEY[-4:], is_practice=True)
        options = DeskOptions(most_apart=ANY_CLOCK)
        desk = Desk(client, journal, profile, local_cache=memory_of(folder), options=options)
        await desk.start()
        await desk.wallet.read()
        if delay:
            await service.slow(delay)
        routing = Navigation(window)
        routing.use(desk)
        yield typist
        await desk.payments.finish()
        routing.forget()
        await desk.close()
        await asyncio.to_thread(journal.close)
    await robot.close()


async def _measure(sales: int, aged: int, culprits: int, _quit: QuitRequest) -> int:
    print(f"{'milliseconds':<32} {'':<6} {'number':>6}   median      p95    p99.9      max")
    await _beating("idle", asyncio.sleep(3), watches=False)
    # In the smallest round a flow is on one of the lines alone.
    rounds = zip(cycle(LINES), FLOWS, strict=False) if SMALLEST in sys.argv else product(LINES, FLOWS)
    for line, flow in rounds:
        _, typist = await flow_at_counter(flow, line, sales, aged, watches=bool(culprits))
        for kind, times in typist.figures():
            print(f"{f'{flow}, {line}':<32} {kind:<6} {len(times):>6} {spread(times)}")
    return 0


async def flow_at_counter(
    name: str, line: str, sales: int, aged: int, *, watches: bool = False
) -> tuple[Heartbeat, Typist]:
    """What was measured while so many were sold in this way at a new counter, with `aged` former sales."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "desk"
        if aged:
            await asyncio.to_thread(aged_folder, aged, folder)
        async with at_the_counter(folder, LINES[line]) as typist:
            # The first sale imports and draws what the others find ready: it is counted too.
            work = _repeat(FLOWS[name], typist, sales)
            return await _beating(f"{name}, {line}", work, watches=watches), typist


async def _repeat(flow: Flow, typist: Typist, times: int) -> None:
    for number in range(times):
        await flow(typist, number)


async def _beating(name: str, work: Coroutine[Any, Any, None], *, watches: bool) -> Heartbeat:
    watcher = Watcher() if watches else None
    if watcher is not None:
        watcher.begin()
    heart = Heartbeat(watcher)
    await heart.during(work)
    print(*heart.lines(name), sep="\n", flush=True)
    if watcher is not None:
        watcher.end()
    return heart


def main(sales: int, aged: int, culprits: int) -> int:
    """Print everything."""
    app = style.application("bench_stalls")
    style.apply_theme(app, "light")
    return run(app, partial(_measure, sales, aged, culprits), app.quit_asked)


if __name__ == "__main__":
    sys.exit(main(*asked([3, 0, 0], smallest=[1, 0, 0])))

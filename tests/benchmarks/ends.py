"""Ends the program again and again, in every way and on a page of each kind: none may die of it.

    python -m tests.benchmarks.ends [ENDS]

On practice, without a screen. What is freed is overwritten (`MALLOC_PERTURB_`), so that whoever uses it
once more is seen. The exit status is 1 when an end was not in order.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

from tests.benchmarks.measuring import asked
from tests.support.program import PROJECT

_MOST_SECONDS = 60
WAYS = ("close", "quit", "SIGINT", "SIGTERM")
"""How the program is asked to end."""
PAGES = {
    "first screen": ((), "WelcomePage"),
    "list": ((), "ActivitiesPage"),
    "half of a page built ahead": ((), "ActivitiesPage"),
    "slots": (("Return",), "SlotsPage"),
    "boats": (("B",), "BoatsPage"),
    "bookings": (("Alt+2",), "BookingsPage"),
    "find a booking": (("Alt+2", "X"), "FindBookingPage"),
    "wallet": (("Alt+3",), "WalletPage"),
    "day": (("Alt+4",), "DayClosePage"),
    "settings": (("Alt+5",), "SettingsPage"),
}
"""Where it ends: the keys that lead there from the list, and the page that stands then."""
_PROGRAM = """
    import gc
    gc.disable()  # as `python -m app` does
    import asyncio, json, signal, sys
    from app.lifecycle.event_loop import run
    from app.lifecycle.startup import paint_counter, work
    from app.ui.kit.sheets.page import SalePage
    from tests.support.ui.robot import Robot

    way, page, keys, shown = sys.argv[1:]
    parts = []
    build_part = SalePage.build_part

    def build_and_tell(self):
        is_built = build_part(self)
        parts.append(is_built)
        return is_built

    async def main(quit_request):
        working = asyncio.ensure_future(work(painted, quit_request))
        robot = Robot(painted.window)
        if page != "first screen":
            await robot.until(lambda: robot.sees(" open on this date"))
        for key in json.loads(keys):
            robot.keys(key)
            await asyncio.sleep(0)
        await robot.until(lambda: type(painted.window.current_page).__name__ == shown)
        if page.startswith("half"):
            await robot.until(lambda: len(parts) > 1)
        if way == "close":
            painted.window.close()
        elif way == "quit":
            painted.app.quit()
        else:
            signal.raise_signal(getattr(signal, way))
        return await working

    SalePage.build_part = build_and_tell
    painted = paint_counter()
    sys.exit(run(painted.app, main, painted.app.quit_asked))
"""


def end(way: str, page: str) -> str:
    """What was not in order when the program was ended so on this page; empty when all was."""
    keys, shown = PAGES[page]
    with tempfile.TemporaryDirectory() as folder:
        service = "" if page == "first screen" else "practice"
        (Path(folder) / "settings.json").write_text(json.dumps({"service": service}), encoding="utf-8")
        variables = {
            **os.environ,
            "AGENCY_COUNTER_DATA_DIR": folder,
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONFAULTHANDLER": "1",
            "MALLOC_PERTURB_": "85",
        }
        ended = subprocess.run(
            [sys.executable, "-c", dedent(_PROGRAM), way, page, json.dumps(keys), shown],
            cwd=PROJECT,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_MOST_SECONDS,
            check=False,
        )
    return f"{way} on {page}: {ended.returncode}\n{ended.stdout}" if ended.returncode else ""


def main(ends: int) -> int:
    """End it so often, each page and way in turn, two at a time, and print how many there were of each."""
    began = time.monotonic()
    # All ways come first: the least round has each once, on another page.
    turns = zip(itertools.cycle(WAYS), itertools.cycle([*PAGES, ""]), strict=False)
    chosen = list(itertools.islice(((way, page) for way, page in turns if page), ends))
    with ThreadPoolExecutor(2) as pool:
        wrong = [each for each in pool.map(end, *zip(*chosen, strict=True)) if each]
    print("\n".join(wrong))
    ways, pages = Counter(way for way, _ in chosen), Counter(page for _, page in chosen)
    print(f"{ends} ends in {time.monotonic() - began:.0f} s, {len(wrong)} not in order")
    print(f"{dict(ways)}\n{dict(pages)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*asked([2000], smallest=[len(PAGES) + 1])))

"""Lives through many seeds at once, for so long."""

from __future__ import annotations

import time
from collections import Counter as Tally
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context

from tests.campaign.seed import Seen, live_through
from tests.campaign.waits import shorten
from tests.simulation.gardener import PLANTS
from tests.simulation.patches import Patches


@dataclass
class Campaign:
    """What many seeds have seen."""

    seeds: int = 0
    seconds: float = 0.0
    counts: Tally[str] = field(default_factory=Tally[str])
    wrong: list[Seen] = field(default_factory=list[Seen])

    def add(self, seen: Seen) -> None:
        """Count what one seed has seen."""
        self.seeds += 1
        self.counts += seen.counts
        if seen.wrongs:
            self.wrong.append(seen)


def campaign(seeds: range, seconds: float, processes: int, plant: str = "") -> Campaign:
    """Live through these seeds until the time is over; with a plant, until one has found it."""
    found, began, left = Campaign(), time.monotonic(), iter(seeds)
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin, (plant,)) as pool:
        running = {pool.submit(live_through, seed) for seed in islice(left, processes)}
        while running:
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for each in ended:
                found.add(each.result())
            is_over = time.monotonic() - began > seconds or (plant and found.wrong)
            if not is_over:
                running |= {pool.submit(live_through, seed) for seed in islice(left, len(ended))}
    found.seconds = time.monotonic() - began
    return found


def _begin(plant: str) -> None:
    """Prepare a process: all its seeds wait for shorter times, and have the bug if there is one."""
    patches = Patches()
    shorten(patches)
    if plant:
        PLANTS[plant].change(patches)

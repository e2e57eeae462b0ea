"""Run the simulation.

python -m tests.simulation.run SEEDS [--first N] [--processes N] [--plants]
python -m tests.simulation.run --seed N       tells the story of one seed; of a basket with --basket,
                                              of a storm with --storm, of moves with --move
python -m tests.simulation.run SEEDS --storm  runs storms alone; so do --basket and --move
python -m tests.simulation.run --plants       plants every known bug, and says which seed caught it
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context

from tests.simulation.basket import run_basket
from tests.simulation.gardener import PLANTS, caught
from tests.simulation.moves import run_move
from tests.simulation.storm import run_storm
from tests.simulation.world import Run, run, simulated_computer

Simulate = Callable[[int], Run]
_BATCH = 250
_SEEDS = 20_000
_KINDS: dict[str, Simulate] = {"basket": run_basket, "storm": run_storm, "move": run_move}
_A_KIND = {"basket": 5, "storm": 5, "move": 12}
"""Of so many seeds one is lived through with a basket, too, and one with a storm, and one with moves."""


@dataclass
class Tally:
    """What many seeds have shown."""

    seeds: int = 0
    states: Counter[str] = field(default_factory=Counter[str])
    endings: Counter[str] = field(default_factory=Counter[str])
    """How what was unknown has ended, and by whom."""
    wrong: list[Run] = field(default_factory=list[Run])

    def add(self, other: Tally) -> None:
        """Add the tally of other seeds."""
        self.seeds += other.seeds
        self.states += other.states
        self.endings += other.endings
        self.wrong += other.wrong


def tally(seeds: range, *, alone: str = "") -> Tally:
    """Run these seeds, in this process; one kind of them alone where it is named."""
    found = Tally()
    with simulated_computer():
        for seed in seeds:
            found.seeds += 1
            also = [_KINDS[kind] for kind, many in _A_KIND.items() if seed % many == 0]
            for simulate in (_KINDS[alone],) if alone else (run, *also):
                ended = simulate(seed)
                found.states.update(ended.states)
                found.endings.update(ended.endings)
                if ended.wrongs:
                    found.wrong.append(ended)
    return found


def tally_of_many(first: int, count: int, processes: int, *, alone: str = "") -> Tally:
    """Run so many seeds in so many processes."""
    batches, found = list(_batches(first, count)), Tally()
    with get_context("spawn").Pool(processes) as pool:
        for each in pool.imap_unordered(partial(tally, alone=alone), batches):
            found.add(each)
    return found


def main(arguments: list[str]) -> int:
    """The exit status: 0 when nothing was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.run")
    parser.add_argument("seeds", nargs="?", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int)
    for kind in _KINDS:
        parser.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, default="")
    parser.add_argument("--plants", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.seed is not None:
        return _tell(chosen.seed, _KINDS.get(chosen.kind, run))
    if chosen.plants and chosen.seeds is None:
        return _plant(chosen.processes)
    began = time.monotonic()
    wanted = chosen.seeds or _SEEDS
    found = tally_of_many(chosen.first, wanted, chosen.processes, alone=chosen.kind)
    took = time.monotonic() - began
    print(f"{found.seeds} seeds in {took:.1f} s, {took / found.seeds * 1000:.2f} ms a seed")
    print(f"{found.seeds / took:.0f} seeds a second in {chosen.processes} processes")
    for state, count in sorted((found.states + found.endings).items()):
        print(f"{count:>9}  {state}")
    _print_shares(found)
    for ended in found.wrong[:20]:
        print(f"seed {ended.seed}: {'; '.join(ended.wrongs)}")
    print(f"{len(found.wrong)} seeds went wrong.")
    missed = _plant(chosen.processes) if chosen.plants else 0
    return 1 if found.wrong or missed else 0


def _print_shares(found: Tally) -> None:
    for kind in ("unknown sale", "unknown cancellation"):
        ways = {way: count for way, count in found.endings.items() if way.startswith(kind)}
        for way, count in sorted(ways.items()):
            print(f"{count / sum(ways.values()):>9.1%}  {way}")


def _tell(seed: int, simulate: Simulate) -> int:
    with simulated_computer():
        ended = simulate(seed)
    print("\n".join((*ended.story, *ended.wrongs, f"The attempts ended {', '.join(ended.states)}.")))
    return 1 if ended.wrongs else 0


def _plant(processes: int) -> int:
    """Plant every bug; 0 when each is caught."""
    with get_context("spawn").Pool(processes) as pool:
        catches = list(pool.imap_unordered(caught, PLANTS))
    for each in sorted(catches, key=lambda catch: catch.plant):
        print(f"{'never' if each.seed is None else each.seed:>6}  {each.plant}: {each.wrong[:110]}")
    missed = [each for each in catches if each.seed is None]
    print(f"{len(catches) - len(missed)} of {len(catches)} planted bugs are caught.")
    return 1 if missed else 0


def _batches(first: int, count: int) -> Iterator[range]:
    for start in range(first, first + count, _BATCH):
        yield range(start, min(start + _BATCH, first + count))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A random campaign over real sockets: counters sell, cancel and are killed, and lines are cut.

python -m tests.campaign SECONDS [--first SEED] [--seeds MOST] [--processes N] [--plant NAME]

Each seed has a service in a process of its own and a data folder on which one counter after the other works:
desk, client, journal and register as in the program, without a window. The counters are ended by SIGKILL, the
last one settles what is open, and the journal is held against the service's books. Time is real; the minutes
for which the desk waits are shortened by `tests.campaign.waits`. With `--plant` a bug of the simulation is
planted first, and the exit status is 0 when a seed has found it; without, it is 0 when nothing was wrong.
"""

from __future__ import annotations

import argparse
import sys

from tests.campaign.campaign import Campaign, campaign
from tests.simulation.gardener import PLANTS

_SECONDS = 600.0
_MOST_SEEDS = 1_000_000
_PROCESSES = 6
"""Of each most of the time passes in waiting."""


def main(arguments: list[str]) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign")
    parser.add_argument("seconds", nargs="?", type=float, default=_SECONDS)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=_MOST_SEEDS)
    parser.add_argument("--processes", type=int, default=_PROCESSES)
    parser.add_argument("--plant", choices=sorted(PLANTS), default="")
    chosen = parser.parse_args(arguments)
    seeds = range(chosen.first, chosen.first + chosen.seeds)
    found = campaign(seeds, chosen.seconds, chosen.processes, chosen.plant)
    _print(found)
    if chosen.plant:
        return 0 if found.wrong else 1
    return 1 if found.wrong else 0


def _print(found: Campaign) -> None:
    for what, count in sorted(found.counts.items()):
        print(f"{count:>8}  {what}")
    for seen in found.wrong:
        print(f"seed {seen.seed}: {'; '.join(seen.wrongs)}")
    print(f"{found.seeds} seeds in {found.seconds:.0f} s; {len(found.wrong)} went wrong.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

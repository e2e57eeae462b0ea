"""SIGKILL at random instants of sales and cancellations, against the practice service in another process.

    python -m tests.benchmarks.kill_sales [KILLS [SEED]]

After each kill the journal is opened: nothing that was acknowledged may be missing. After each fifty it is
held against the service: nothing sold twice, nothing sold that the counter calls "not sent", and everything
that was on its way called "not known". Exit status 1 for the first thing that is wrong.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.benchmarks.measuring import asked
from tests.support.program import PROJECT

_MEMORY = Path("/dev") / "shm"


def main(kills: int, seed: int) -> int:
    """Share the kills among the processors, and print what all have seen."""
    began = time.monotonic()
    workers = max(1, min(os.cpu_count() or 1, kills // 50))
    share = -(-kills // workers)
    # A kill leaves the caches of the system alone: what was written is there, wherever the folder is.
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        programs = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.journeys.killing_sales", f"{folder}/{first}"]
                + [str(each) for each in (min(share, kills - first), seed, first)],
                cwd=PROJECT,
                stdout=subprocess.PIPE,
                text=True,
            )
            for first in range(0, kills, share)
        ]
        printed = [program.communicate()[0] for program in programs]
    seen: Counter[str] = Counter()
    for program, text in zip(programs, printed, strict=True):
        if program.returncode:
            return 1
        seen.update(json.loads(text))
    for what, count in sorted(seen.items()):
        print(f"{count:>8} {what}")
    print(f"{time.monotonic() - began:.0f} s; no acknowledged outcome lost, nothing sold twice, none guessed")
    return 0


if __name__ == "__main__":
    sys.exit(main(*asked([10_000, 1], smallest=[10, 1])))

"""Random passport zones, written and read: how many come back as something else, and how long it takes.

    python -m tests.benchmarks.bench_mrz [NUMBER]

100,000 unless it is said; the writer of the tests knows nothing of the reader.
"""

from __future__ import annotations

import sys
import time

from tests.benchmarks.measuring import asked
from tests.support.desk.mrz_samples import wrong_round_trips

_SHOWN = 5


def main(count: int) -> int:
    """The exit status: 1 when a zone was read wrongly."""
    began = time.perf_counter()
    wrong = list(wrong_round_trips(count))
    seconds = time.perf_counter() - began
    print(f"{count} zones, {len(wrong)} read wrongly, {seconds:.1f} s", *wrong[:_SHOWN], sep="\n  ")
    return min(len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main(*asked([100_000], smallest=[100])))

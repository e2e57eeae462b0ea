"""What it costs to read a line of words while it is typed, against a floor measured in the same run.

    python -m tests.benchmarks.bench_quick_entry [TRIPS]

The floor looks at every word of every trip once. The exit status is 1 when a line takes more than 5 ms of
this processor and more than five such looks: a slow computer is slow at both.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median

from app.desk.quick_entry.finding_trips import TripFinder, words_in
from app.desk.quick_entry.reading import Question, read_line
from app.desk.quick_entry.values import Trip
from tests.benchmarks.measuring import asked
from tests.support.desk.quick_samples import BUYERS, HERON, REEF, SCUBA, TODAY, activity, found_by

_ROUNDS = 7
_MOST_SECONDS, _MOST_LOOKS = 0.005, 5
_LINES = (
    "2 scuba tmr 11 9876501234",
    "boat sea heron 22/11 2a 1c",
    "2scu 11 1234",
    "2 scubba kal 14 98765 veg",
    "3 elefant kyaking snorkeling paraseling +2 priya",
    " ".join(["zzzzzzzzzz"] * 15) + " 2",
)


def trips(number: int) -> tuple[Trip, ...]:
    """A catalogue of so many trips."""
    made = (
        activity(n, f"Trip {n} to the reef, half day", f"Beach {n % 50}", 900 + n, "09:00 11:30")
        for n in range(number)
    )
    return (SCUBA, *HERON, *REEF, *made)


def seconds_of(work: Callable[[], object]) -> float:
    """The time of the processor for it, the median of some rounds."""
    taken: list[float] = []
    for _ in range(_ROUNDS):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return median(taken)


def main(number: int) -> int:
    """The exit status."""
    catalogue = trips(number)
    finder = TripFinder(catalogue, {each.day for each in HERON if each.day})
    texts = [f"{each.title} {each.place}" for each in catalogue]
    customers = {word: found_by(word) for word in ("9876501234", "1234", "98765", "priya", "#1234")}
    words = [words_in(each) for each in texts]
    floor = seconds_of(lambda: [any(each.startswith("scu") for each in found) for found in words])
    print(f"{len(catalogue)} trips, {len(BUYERS)} customers; a look at each word {floor * 1000:.3f} ms")
    slow = False
    for line in _LINES:
        question = Question(line, finder, customers, TODAY)
        taken = seconds_of(lambda question=question: read_line(question))
        is_slow = taken > _MOST_SECONDS and taken > _MOST_LOOKS * floor
        slow = slow or is_slow
        print(f"  {taken * 1000:.3f} ms, {taken / floor:.1f} looks{', too slow' * is_slow}: {line[:60]}")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main(*asked([400], smallest=[400])))

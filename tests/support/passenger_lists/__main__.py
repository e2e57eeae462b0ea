"""Shows lists with their truth, and measures how the program reads them.

python -m tests.support.passenger_lists SEED         prints one list, its truth and what came out
python -m tests.support.passenger_lists --measure N  reads N lists, and prints what fails by layout
"""

from __future__ import annotations

import argparse
import sys

from tests.support.passenger_lists.judge import judged, outcome_of
from tests.support.passenger_lists.lists import given_list
from tests.support.passenger_lists.measuring import measured
from tests.support.passenger_lists.truth import FACTS


def main(arguments: list[str]) -> int:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--measure", type=int, default=0, metavar="N")
    wanted = parser.parse_args(arguments)
    if wanted.measure:
        figures = measured(range(wanted.seed, wanted.seed + wanted.measure))
        print(figures.table())
        return 0 if figures.is_good else 1
    show(wanted.seed)
    return 0


def show(seed: int) -> None:
    """Print a list with its truth and what came out."""
    given = given_list(seed)
    print(given.layout, f"\n\ntravels on {given.day}, written on {given.form_day}\n")
    print(given.content)
    outcome = outcome_of(given.content, given.day)
    verdict, difference = judged(outcome, given.truth)
    for row in range(max(len(given.truth.people), len(outcome.people))):
        right = given.truth.people[row] if row < len(given.truth.people) else {}
        came = outcome.people[row] if row < len(outcome.people) else {}
        print(f"{row + 1}. right:", " | ".join("/".join(right.get(fact, ("",))) for fact in FACTS))
        print("    came:", " | ".join(f"{came.get(f, '')}{'?' * ((row, f) in outcome.asked)}" for f in FACTS))
    print("must ask:", sorted(given.truth.must_ask), "may ask:", sorted(given.truth.may_ask))
    print(f"\n{verdict}: {difference}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

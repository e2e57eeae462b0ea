"""Plants each known bug, and looks for a seed that catches it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from tests.simulation.basket import run_basket
from tests.simulation.patches import Patches
from tests.simulation.plants import basket, cancellation, desk, journal, line, storm, unknown_outcome
from tests.simulation.plants.plants import Plant
from tests.simulation.storm import run_storm
from tests.simulation.world import run, simulated_computer

PLANTS: dict[str, Plant] = {
    **desk.BED,
    **journal.BED,
    **line.BED,
    **unknown_outcome.BED,
    **cancellation.BED,
    **basket.BED,
    **storm.BED,
}
"""All of them by their names."""
_MOST_SEEDS = 5000
LATELY = {
    "any-change-is-ours": 764,
    "any-reference-is-ours": 89,
    "balance-decides": 272,
    "booked-becomes-not-booked": 1183,
    "cancellation-is-sent-again-by-itself": 114,
    "dispatch-error-is-ignored": 57,
    "early-end-is-believed-done": 92,
    "equal-refusals-do-not-pause": 10,
    "escalation-is-forgotten": 173,
    "intent-under-another-name": 2105,
    "last-of-two-references": 95,
    "name-of-the-newer-is-the-olders": 757,
    "no-change-is-a-cancellation": 173,
    "no-listening": 68,
    "no-listening-after-the-record": 576,
    "no-quiet-period-for-cancelling": 654,
    "one-reading-shows-that-nothing-came": 654,
    "overlap-is-ignored": 276,
    "parts-are-strangers": 102,
    "refusal-with-a-reference": 52,
    "refused-disk-keeps-nothing-back": 28,
    "refused-outcome-counts-as-kept": 552,
    "short-quiet-period": 388,
    "unseen-is-unchanged": 310,
    "wallet-of-another-agent": 196,
}
"""Seeds that have caught what few seeds catch: tried first, for they may well do so again."""


@dataclass(frozen=True)
class Catch:
    """Which seed caught a plant, and by what."""

    plant: str
    seed: int | None
    wrong: str


def seed_that_catches(plant: Plant, seeds: Iterable[int]) -> Catch | None:
    """The first of these seeds that goes wrong; the computer must be simulated already."""
    simulate = run_storm if plant.name in storm.BED else run_basket if plant.name in basket.BED else run
    with Patches() as patches:
        plant.change(patches)
        for seed in seeds:
            wrongs = simulate(seed).wrongs
            if wrongs:
                return Catch(plant.name, seed, wrongs[0])
    return None


def caught(name: str) -> Catch:
    """How a plant was caught, in a process of its own; its seed is None when it was not."""
    lately = (LATELY[name],) if name in LATELY else ()
    with simulated_computer():
        seeds = chain(lately, range(_MOST_SEEDS))
        return seed_that_catches(PLANTS[name], seeds) or Catch(name, None, "not caught")

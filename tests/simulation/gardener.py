"""Plants each known bug, and looks for a seed that catches it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from tests.simulation.basket import run_basket
from tests.simulation.moves import run_move
from tests.simulation.patches import Patches
from tests.simulation.plants import basket, cancellation, desk, journal, line, moving, storm, unknown_outcome
from tests.simulation.plants.plants import Plant
from tests.simulation.storm import run_storm
from tests.simulation.world import run, simulated_computer

BEDS = tuple(each.BED for each in (desk, journal, line, unknown_outcome, cancellation, basket, storm, moving))
PLANTS: dict[str, Plant] = {name: plant for bed in BEDS for name, plant in bed.items()}
"""All of them by their names."""
_MOST_SEEDS = 5000
LATELY = {
    "any-change-is-ours": 1797,
    "anything-is-success": 110,
    "balance-decides": 23,
    "booked-becomes-not-booked": 107,
    "dispatch-error-is-ignored": 57,
    "dropped-line-burns-through": 17,
    "early-end-is-believed-done": 201,
    "ended-intent-is-sold-again": 52,
    "equal-refusals-do-not-pause": 62,
    "error-with-200-is-a-refusal": 58,
    "escalation-is-forgotten": 84,
    "failed-sink-counts": 14,
    "fall-is-a-sale": 35,
    "intent-of-the-unsent-is-not-found": 25,
    "intent-under-another-name": 80,
    "last-of-two-references": 43,
    "lock-that-does-not-look": 13,
    "lost-reference-is-not-sold": 211,
    "mirror-is-not-read": 15,
    "name-of-the-newer-is-the-olders": 943,
    "no-change-is-a-cancellation": 173,
    "no-listening": 243,
    "no-listening-after-the-record": 576,
    "no-quiet-period": 37,
    "no-quiet-period-for-cancelling": 145,
    "number-of-another-is-not-found": 38,
    "numbers-that-repeat": 18,
    "one-reading-shows-that-nothing-came": 145,
    "one-sink-is-enough": 32,
    "order-goes-without-a-journal": 14,
    "other-amounts-are-absence": 95,
    "overlap-is-ignored": 276,
    "page-of-a-proxy-is-a-refusal": 35,
    "parts-are-strangers": 102,
    "quit-that-does-not-wait": 29,
    "quote-and-confirm-share-a-number": 25,
    "refusal-with-a-reference": 75,
    "refused-disk-keeps-no-order-back": 57,
    "refused-disk-keeps-nothing-back": 28,
    "refused-outcome-counts-as-kept": 552,
    "short-quiet-period": 362,
    "the-rest-is-let-go-at-once": 17,
    "too-early-is-not-asked": 37,
    "unknown-cancellation-is-refused": 25,
    "unseen-is-unchanged": 310,
    "wall-is-a-refusal": 52,
    "wallet-of-another-agent": 23,
    "who-let-the-rest-go-is-not-kept": 16,
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
    of_beds = ((basket.BED, run_basket), (storm.BED, run_storm), (moving.BED, run_move))
    simulate = next((simulate for bed, simulate in reversed(of_beds) if plant.name in bed), run)
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

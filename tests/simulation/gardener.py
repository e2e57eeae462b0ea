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

BEDS = tuple(each.BED for each in (desk, journal, line, unknown_outcome, cancellation, basket, storm))
PLANTS: dict[str, Plant] = {name: plant for bed in BEDS for name, plant in bed.items()}
"""All of them by their names."""
_MOST_SEEDS = 5000
LATELY = {
    "answer-to-another": 23,
    "any-change-is-ours": 764,
    "any-reference-is-ours": 89,
    "any-request-is-ours": 21,
    "balance-decides": 272,
    "booked-becomes-not-booked": 1183,
    "cancellation-is-sent-again-by-itself": 114,
    "dispatch-error-is-ignored": 57,
    "early-end-is-believed-done": 92,
    "ended-intent-is-sold-again": 18,
    "equal-refusals-do-not-pause": 10,
    "error-with-200-is-a-refusal": 75,
    "escalation-is-forgotten": 173,
    "failed-sink-counts": 14,
    "fall-is-a-sale": 35,
    "intent-of-the-unsent-is-not-found": 25,
    "intent-under-another-name": 2105,
    "last-of-two-references": 95,
    "mirror-is-not-read": 15,
    "name-of-the-newer-is-the-olders": 757,
    "no-change-is-a-cancellation": 173,
    "no-listening": 68,
    "no-listening-after-the-record": 576,
    "no-quiet-period": 37,
    "no-quiet-period-for-cancelling": 654,
    "number-of-another-is-not-found": 38,
    "numbers-that-repeat": 18,
    "one-reading-shows-that-nothing-came": 654,
    "one-sink-is-enough": 32,
    "order-goes-without-a-journal": 14,
    "other-amounts-are-absence": 95,
    "overlap-is-ignored": 276,
    "page-of-a-proxy-is-a-refusal": 35,
    "parts-are-strangers": 102,
    "quit-that-does-not-wait": 29,
    "quote-and-confirm-share-a-number": 25,
    "refusal-with-a-reference": 52,
    "refused-disk-keeps-no-order-back": 57,
    "refused-disk-keeps-nothing-back": 28,
    "refused-number-is-used-again": 109,
    "refused-outcome-counts-as-kept": 552,
    "short-quiet-period": 388,
    "the-rest-is-let-go-at-once": 17,
    "too-early-is-not-asked": 37,
    "two-at-a-time": 38,
    "unknown-cancellation-is-refused": 25,
    "unseen-is-unchanged": 310,
    "wallet-of-another-agent": 196,
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

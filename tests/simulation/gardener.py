"""Plants each known bug, and looks for the first seed that catches it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.simulation import (
    plants_of_cancelling,
    plants_of_the_desk,
    plants_of_the_enquiry,
    plants_of_the_journal,
    plants_of_the_line,
)
from tests.simulation.patches import Patches
from tests.simulation.plants import Plant
from tests.simulation.world import run, simulated_computer

PLANTS: dict[str, Plant] = {
    **plants_of_the_desk.BED,
    **plants_of_the_journal.BED,
    **plants_of_the_line.BED,
    **plants_of_the_enquiry.BED,
    **plants_of_cancelling.BED,
}
"""All of them by their names."""
_MOST_SEEDS = 5000


@dataclass(frozen=True)
class Catch:
    """Which seed caught a plant, and by what."""

    plant: str
    seed: int | None
    wrong: str


def seed_that_catches(plant: Plant, seeds: Iterable[int]) -> Catch | None:
    """The first of these seeds that goes wrong; the computer must be simulated already."""
    with Patches() as patches:
        plant.change(patches)
        for seed in seeds:
            wrongs = run(seed).wrongs
            if wrongs:
                return Catch(plant.name, seed, wrongs[0])
    return None


def caught(name: str) -> Catch:
    """How a plant was caught, in a process of its own; its seed is None when it was not."""
    with simulated_computer():
        return seed_that_catches(PLANTS[name], range(_MOST_SEEDS)) or Catch(name, None, "not caught")

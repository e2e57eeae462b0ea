"""The planted bugs: what the simulation must see. Each is a small change to the production code in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.simulation.patches import Patches

Change = Callable[[Patches], None]


@dataclass(frozen=True)
class Plant:
    """One bug, by its name."""

    name: str
    change: Change


class Bed(dict[str, Plant]):
    """The bugs of one part of the program, by their names."""

    def plant(self, change: Change) -> Change:
        """Keep this change, under its own name."""
        name = change.__name__.replace("_", "-")
        self[name] = Plant(name, change)
        return change

"""What the simulated computer of this process stands on: one run at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from tests.simulation.virtual_loop import VirtualLoop

if TYPE_CHECKING:
    from app.desk.payment.payments import Ending
    from tests.simulation.disk import Disk
    from tests.simulation.wires import Wires

# Far ahead, so that a day of travel is never past by the clock of the computer that simulates.
DAWN = datetime(2091, 3, 1, 4, 30, tzinfo=UTC)


@dataclass
class Stage:
    """One computer, its disk and its lines, and the chance that rules them."""

    seed: int
    loop: VirtualLoop
    chance: Random
    """Draws what happens."""
    noise: Random
    """Draws what stands for the system's own random numbers, so that no plan depends on how many it asks."""
    disk: Disk
    wires: Wires
    story: list[str] = field(default_factory=list[str])
    heard: list[tuple[str, Ending]] = field(default_factory=list[tuple[str, "Ending"]])
    """What a screen has shown of each intent."""
    stays: bool = True
    """Somebody stays until all is decided."""
    is_calm: bool = False
    """Nothing happens to any line any more."""
    skew: timedelta = timedelta()
    """By how much the clock of the computer is ahead of the true time."""
    set_at: float = 0.0
    """When, in seconds of the loop, the clock was set last."""

    def now(self) -> datetime:
        """The true time, and the service's."""
        return DAWN + timedelta(seconds=self.loop.time())

    def clock(self) -> datetime:
        """The time that the computer tells."""
        return self.now() + self.skew

    def jump(self, seconds: float) -> None:
        """Set the clock of the computer to another time."""
        self.say(f"the clock jumps by {seconds:.0f} seconds")
        self.skew += timedelta(seconds=seconds)
        self.set_at = self.loop.time()

    def say(self, text: str) -> None:
        """Add a line to the story of this run."""
        self.story.append(f"{self.loop.time():10.4f}  {text}")


class _Current:
    """The stage that is set."""

    def __init__(self) -> None:
        self.stage: Stage | None = None


_current = _Current()


def stage() -> Stage:
    """The stage that is set. Raises LookupError when there is none."""
    if _current.stage is None:
        raise LookupError("No run is going on.")
    return _current.stage


def set_stage(setting: Stage | None) -> None:
    """Set the stage for the next run, or clear it."""
    _current.stage = setting

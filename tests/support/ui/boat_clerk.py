"""A clerk who sells boats: the real page in the real window, against the practice service on a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from app.desk.bookings.local_cache import LocalCache
from app.desk.model.boats import BoatDraft
from app.practice import Faults, PracticeServer, World
from app.ui.catalogue.boats_page import BoatsPage
from app.ui.kit.controls.stepper import Stepper
from tests.support.counter import AS_ON, open_desk, tomorrow_at_ten
from tests.support.ui.selling import Clerk
from tests.support.ui.windows import open_window

DAY = tomorrow_at_ten().date() + timedelta(days=1)
"""Seven boats go on this day, one with three seats, one past its last day, one without seats."""


@dataclass
class BoatClerk(Clerk):
    """Eyes on the departures, and what the page asked for."""

    page: BoatsPage
    drafts: list[BoatDraft] = field(default_factory=list[BoatDraft])
    modules: list[str] = field(default_factory=list[str])
    days: list[date] = field(default_factory=list[date])

    async def read(self) -> None:
        """Wait for the departures."""
        await self.robot.until(lambda: self.robot.sees(" open") and self.text("read_at"))

    def counts(self) -> list[int]:
        """What stands in the steppers."""
        names = [f"count_{number}" for number in range(8)]
        shown = [name for name in names if self.robot.is_shown(name)]
        return [self.robot.find(name, Stepper).value() for name in shown]

    def count(self, *numbers: int) -> None:
        """From the list, type a number for each of the first rates."""
        for number in numbers:
            self.robot.keys("Tab")
            self.robot.type(str(number))


@asynccontextmanager
async def at_the_boats(
    folder: Path, *, older: bool = False, memory: LocalCache | None = None
) -> AsyncGenerator[BoatClerk]:
    """A clerk before the departures of the service's second day."""
    service = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten, older=older), Faults())
    async with open_window("Menu", today=DAY) as (robot, window):
        with service as server:
            async with open_desk(folder / "desk", server, local_cache=memory) as counter:
                await counter.desk.wallet.read()
                page = BoatsPage(counter.desk.catalogue, counter.desk.reader, DAY)
                clerk = BoatClerk(robot, window, counter, page)
                page.chosen.connect(clerk.drafts.append)
                page.browser.module_chosen.connect(clerk.modules.append)
                page.browser.day_asked.connect(clerk.days.append)
                window.show_page(page)
                try:
                    yield clerk
                finally:
                    window.drop_page(page)
                    await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})

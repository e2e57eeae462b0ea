"""A clerk at the storm desk: parties sold at the practice service, and the pages that cancel them."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from app.desk.desk import local_now
from app.desk.model.sale import Sale
from app.desk.storm.values import Storm, StormHeading
from app.practice.service.faults import OtherAnswer
from app.store.journal.states import Kind
from app.ui.flows.storm_flow import StormFlow
from tests.support.ui.selling import Clerk, selling

TITLE = "Discover scuba dive"


@dataclass
class Computer:
    """The clock of the computer, which can be let pass."""

    passed: timedelta = field(default_factory=timedelta)

    def __call__(self) -> datetime:
        return local_now() + self.passed


@dataclass
class StormClerk:
    """A counter with bookings of one slot each, and its storm desk."""

    clerk: Clerk
    computer: Computer

    @property
    def storm(self) -> Storm:
        """The open storm."""
        found = self.clerk.counter.desk.storm.storm
        assert found is not None
        return found

    @property
    def flow(self) -> StormFlow:
        """What shows its pages."""
        return self.clerk.flows.storm

    async def sold(self, parties: int) -> list[Sale]:
        """So many bookings of different customers, in the order in which they were sold."""
        counter = self.clerk.counter
        for number in range(parties):
            draft = await counter.draft(number % 2, 1 + number % 3)
            name, phone = f"Customer {number}", f"98765{number:05}"
            await counter.book(replace(draft, customer_name=name, customer_phone=phone))
        await counter.desk.bookings.follow()
        made = [each for each in counter.journal.attempts() if each.kind is Kind.CREATE]
        found = [await counter.desk.bookings.own(each.request_id) for each in made]
        return [each for each in found if each is not None]

    async def begin(self, sales: list[Sale]) -> None:
        """Open the storm desk for these, without waiting for quotes."""
        day = self.clerk.counter.desk.reader.today()
        self.flow.begin(StormHeading(TITLE, "", day, "11:30"), sales)
        await self.clerk.robot.until(lambda: self.clerk.robot.is_shown("storm_quotes_page"))

    async def quoted(self, parties: int) -> list[Sale]:
        """The same for new bookings, with all quotes in."""
        sales = await self.sold(parties)
        await self.begin(sales)
        await self.all_in()
        return sales

    async def all_in(self) -> None:
        """Wait until every quote is in."""
        await self.clerk.robot.until(lambda: not self.storm.to_come)

    async def decided(self) -> None:
        """Decide for all that is ticked, in one's own name, without waiting for its end."""
        robot = self.clerk.robot
        robot.keys("1")
        if robot.focused == "storm_by":
            robot.type("Asha")
        await robot.until_armed("spend")
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("storm_run_page"))

    async def ran(self) -> None:
        """Wait until nothing is on its way any more."""
        await self.clerk.robot.until(lambda: not self.storm.is_running)

    def gone(self) -> int:
        """How many bookings are cancelled at the service."""
        return sum(each.is_cancelled for each in self.clerk.counter.world.bookings)

    def rows(self, name: str) -> list[str]:
        """The rows of a list as they are spoken."""
        return self.clerk.rows(name)


@asynccontextmanager
async def at_storm_desk(folder: Path, *, asks_two: bool = False) -> AsyncGenerator[StormClerk]:
    """A clerk before the list of activities."""
    computer = Computer()
    others = ("file_choice",)
    async with selling(folder, remembers=True, computer=computer, asks_two=asks_two, others=others) as clerk:
        await clerk.list_read()
        yield StormClerk(clerk, computer)


def quote_answer(refund: str, charge: str = "10.00") -> OtherAnswer:
    """An answer to QUOTE with another refund."""
    body = {
        "status": "SUCCESS",
        "pricing_summary": {
            "net_agent_refund_credited": float(refund),
            "platform_cancellation_charge": float(charge),
        },
    }
    return OtherAnswer(200, json.dumps(body).encode())

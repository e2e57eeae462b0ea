"""A storm desk at a practice service, and bookings to cancel."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from app.desk.model.sale import Sale
from app.desk.storm.storm_desk import StormDesk
from app.desk.storm.values import (
    EndState,
    QuoteState,
    Storm,
    StormHeading,
    StormOrder,
    StormParty,
    StormReason,
)
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from app.store.journal.journal import Attempt
from app.store.journal.states import Kind
from tests.support.counter import Counter, until
from tests.support.desk.virtual_time import VirtualTime, service, timed_desk

BY_ASHA = StormOrder(StormReason.WEATHER, by="Asha")


@dataclass
class StormCase:
    """A counter with bookings of one slot each, and its storm desk."""

    counter: Counter
    clock: VirtualTime

    @property
    def desk(self) -> StormDesk:
        """The storm desk."""
        return self.counter.desk.storm

    @property
    def storm(self) -> Storm:
        """The open storm."""
        assert self.desk.storm is not None
        return self.desk.storm

    @property
    def ends(self) -> list[EndState | None]:
        """What became of each party."""
        return [each.end for each in self.storm.parties]

    @property
    def quotes(self) -> list[QuoteState]:
        """How the quote of each party stands."""
        return [each.quote_state for each in self.storm.parties]

    def party(self, place: int) -> StormParty:
        """The party at this place."""
        return self.storm.parties[place]

    async def sold(self, parties: int) -> list[Sale]:
        """So many bookings of different customers, in the order in which they were sold."""
        for number in range(parties):
            draft = await self.counter.draft(number % 2, 1 + number % 3)
            name, phone = f"Customer {number}", f"98765{number:05}"
            await self.counter.book(replace(draft, customer_name=name, customer_phone=phone))
        await self.counter.desk.bookings.follow()
        made = [each for each in self.counter.journal.attempts() if each.kind is Kind.CREATE]
        found = [await self.counter.desk.bookings.own(each.request_id) for each in made]
        return [each for each in found if each is not None]

    async def begin(self, sales: list[Sale]) -> None:
        """Open the storm desk for these, without waiting for quotes."""
        day = self.counter.desk.reader.today()
        await self.desk.begin(StormHeading("Discover scuba dive", "", day, "11:30"), sales)

    async def quoted(self, parties: int) -> list[Sale]:
        """The same for new bookings, with all quotes in."""
        sales = await self.sold(parties)
        await self.begin(sales)
        await self.all_in()
        return sales

    async def all_in(self) -> None:
        """Wait until every quote is in."""
        await until(lambda: not self.storm.to_come)

    async def decide(self, order: StormOrder = BY_ASHA) -> None:
        """Decide, and wait until nothing runs any more."""
        await self.desk.decide(order)
        await self.ran()

    async def go_on(self) -> None:
        """Go on, and wait until nothing runs any more."""
        await self.desk.go_on()
        await self.ran()

    async def ran(self) -> None:
        """Wait until nothing runs any more."""
        await until(lambda: not self.storm.is_running)

    def cancelled_twice(self) -> list[str]:
        """The bookings that the service has credited more than once."""
        refs = [each.facts["booking_ref"] for each in self.sent()]
        return [str(ref) for ref in set(refs) if refs.count(ref) > 1]

    def sent(self) -> list[Attempt]:
        """The cancellations in the journal."""
        return [each for each in self.counter.journal.attempts() if each.kind is Kind.CANCEL]

    def gone(self) -> int:
        """How many bookings are cancelled at the service."""
        return sum(each.is_cancelled for each in self.counter.world.bookings)


@pytest.fixture
def clock() -> VirtualTime:
    """Time that stands still until it is let pass."""
    return VirtualTime()


@pytest.fixture
async def server() -> AsyncGenerator[PracticeServer]:
    """A service for one desk after another."""
    with service() as opened:
        yield opened


Open = Callable[..., AbstractAsyncContextManager[Counter]]


@pytest.fixture
def opened(tmp_path: Path, clock: VirtualTime, server: PracticeServer) -> Open:
    """Opens a desk on the same folder, again and again."""

    def open_it(*, asks_two: bool = False) -> AbstractAsyncContextManager[Counter]:
        place = tmp_path / "desk"
        return timed_desk(place, clock, server, asks_two=asks_two, local_cache=memory_of(place))

    return open_it


@pytest.fixture
async def case(opened: Open, clock: VirtualTime) -> AsyncGenerator[StormCase]:
    """A desk at work."""
    async with opened() as counter:
        yield StormCase(counter, clock)

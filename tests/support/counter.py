"""A counter without a screen: desk, client and journal against the practice service on a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import cache, partial
from pathlib import Path
from typing import TypedDict, Unpack

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire.timeouts import Timings
from app.desk.bookings.local_cache import LocalCache
from app.desk.cancellation.refund_quote import AcceptedQuote, Booking
from app.desk.desk import Desk, DeskOptions, local_now
from app.desk.model.activities import ActivityDraft, Slot
from app.desk.model.boats import BoatDraft
from app.desk.model.booking import SeatChoice
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Draft, Profile, Receipt
from app.lifecycle.connection import memory_of
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.store.journal.journal import Journal
from tests.support.any_clock import ANY_CLOCK
from tests.support.desk.boat_samples import BOAT_DRAFT

QUICK = Timings(connect=20, write=20, read_total=60, money_total=20, pauses=(0.01, 0.01), longest_pause=0.05)
"""No longer than needed between two tries; an answer may take as long as on a busy computer."""
CHAIN_KEY = b"test key"
SERVICE_ZONE = timezone(timedelta(hours=5, minutes=30))
OPENS = time(4, 30, tzinfo=UTC)
"""Ten in the morning where the practice service is."""


AS_ON = date(2026, 11, 22)
"""What the practice world is like in the tests, on whatever day they run: fares depend on the week day."""


@cache
def tomorrow_at_ten() -> datetime:
    """A steady clock for the service: never past for the requests' own rules, whatever day it is.

    It stays when a run goes on over midnight: constants of the tests were made of it before.
    """
    return datetime.combine(datetime.now(UTC).date() + timedelta(days=1), OPENS)


async def for_ever(_seconds: float) -> None:
    """The sleep of a desk that reads nothing by itself, and so never overtakes a test."""
    await asyncio.Event().wait()


@dataclass
class Counter:
    """One desk at work, and the world behind the service it talks to."""

    desk: Desk
    journal: Journal
    server: PracticeServer
    folder: Path

    @property
    def world(self) -> World:
        """What the service knows."""
        return self.server.world

    @property
    def faults(self) -> Faults:
        """What the service is told to do wrong."""
        return self.server.faults

    async def slot(self, number: int = 0) -> tuple[ActivityDraft, Slot]:
        """An empty draft on the first activity, and the open slot of that number today."""
        return await first_slot(self.desk, number)

    async def draft(self, number: int = 0, qty: int = 2) -> ActivityDraft:
        """A draft that can be booked."""
        return await ready_draft(self.desk, number, qty)

    async def boat(self, like: BoatDraft = BOAT_DRAFT) -> BoatDraft:
        """A draft like that of the samples, for their boat as it goes on the service's next day."""
        if self.desk.wallet.last is None:
            # The first answer tells the service's time.
            await self.desk.wallet.read()
        found = await self.desk.catalogue.departures(self.desk.reader.today() + timedelta(days=1))
        name = like.departure.boat_name
        return replace(like, departure=next(each for each in found.departures if each.boat_name == name))

    async def book(self, draft: Draft) -> Receipt:
        """Look at a draft for the last time, and book it."""
        outcome = await self.desk.selling.book(await self.desk.selling.preflight(draft), lambda _: None)
        assert isinstance(outcome, Receipt), outcome
        return outcome

    async def sell(self, number: int = 0, qty: int = 2) -> Receipt:
        """Book so many seats in the open slot of that number."""
        return await self.book(await self.draft(number, qty))


async def first_slot(desk: Desk, number: int = 0) -> tuple[ActivityDraft, Slot]:
    """An empty draft on the first activity of the service's today, and its open slot of that number."""
    # The first answer tells the service's time.
    await desk.wallet.read()
    day = desk.reader.today()
    offer = (await desk.catalogue.activities(day)).offers[0]
    found = await desk.reader.slots(offer, day)
    return ActivityDraft(offer), found.open_slots[number]


async def ready_draft(desk: Desk, number: int = 0, qty: int = 2) -> ActivityDraft:
    """A draft that can be booked."""
    empty, slot = await first_slot(desk, number)
    return replace(
        empty,
        slot=slot,
        qty=qty,
        customer_name="Priya Raman",
        customer_phone="9876501234",
        customer_email="priya.raman@example.com",
    )


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    """Return as soon as `condition()` is true; fails after `seconds`."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        if condition():
            return
        assert asyncio.get_running_loop().time() < deadline, "not within the time"
        await asyncio.sleep(0.005)


def _open_journal(folder: Path, clock: Callable[[], datetime]) -> Journal:
    return Journal.open(folder, chain_key=CHAIN_KEY, clock=clock)


async def accepted_seats(desk: Desk, booking: Booking, qty: int) -> AcceptedQuote:
    """A quote for giving up so many seats, as a clerk has just accepted it."""
    choice = SeatChoice(qty)
    return desk.cancellation.accept(await desk.cancellation.quote(booking, choice), choice, has_read=True)


class Given(TypedDict, total=False):
    """What a desk may be given besides; see `Desk`."""

    clock: Callable[[], datetime]
    local_cache: LocalCache | None
    rules: OfficeRules
    options: DeskOptions


@asynccontextmanager
async def open_desk(
    folder: Path,
    server: PracticeServer,
    opening: Callable[[Path], Journal] | None = None,
    *,
    base_url: str = "",
    timings: Timings = QUICK,
    most_apart: timedelta = ANY_CLOCK,
    **given: Unpack[Given],
) -> AsyncGenerator[Counter]:
    """A desk on a folder that talks to a practice service that runs; `opening` gives its journal.

    It remembers nothing but money, unless it is `given` a memory. Another `base_url` is a line to it.
    """
    async with PartnerClient(base_url or server.base_url, ApiKey(PRACTICE_KEY), timings=timings) as client:
        # Journal and desk have one clock, as in the program.
        usual = partial(_open_journal, clock=given.get("clock", local_now))
        journal = await asyncio.to_thread(opening or usual, folder)
        profile = Profile("practice", server.base_url, PRACTICE_KEY[-4:], is_practice=True)
        given["options"] = replace(given.get("options", DeskOptions()), most_apart=most_apart)
        async with working(Desk(client, journal, profile, **given), journal, server, folder) as counter:
            yield counter


@asynccontextmanager
async def open_office_desk(folder: Path, server: PracticeServer) -> AsyncGenerator[Counter]:
    """A desk that will share an office's database under the number of its journal, as in the program."""
    journal = await asyncio.to_thread(_open_journal, folder, local_now)

    def given(_: Path) -> Journal:
        return journal

    memory = memory_of(folder, journal.desk, is_shared=True)
    async with open_desk(folder, server, given, local_cache=memory) as counter:
        yield counter


@asynccontextmanager
async def working(
    desk: Desk, journal: Journal, server: PracticeServer, folder: Path
) -> AsyncGenerator[Counter]:
    """A counter of these parts; desk and journal are closed at the end."""
    await desk.start()
    try:
        yield Counter(desk, journal, server, folder)
    finally:
        await desk.close()
        await asyncio.to_thread(journal.close)


@asynccontextmanager
async def open_counter(
    folder: Path,
    opening: Callable[[Path], Journal] | None = None,
    *,
    habits: tuple[str, ...] = (),
    **given: Unpack[Given],
) -> AsyncGenerator[Counter]:
    """A desk on a folder, with a practice service of its own, which may have habits."""
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults(), habits=habits) as server:
        async with open_desk(folder, server, opening, **given) as counter:
            yield counter

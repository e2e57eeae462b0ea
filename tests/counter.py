"""A counter without a screen: desk, client and journal against the practice service on a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta, timezone
from pathlib import Path

from app.api.client import PartnerClient
from app.api.key import ApiKey
from app.api.timings import Timings
from app.desk.activity_values import ActivityDraft, Slot
from app.desk.copy_reading import TextReader
from app.desk.desk import Desk, local_now
from app.desk.memory import Memory
from app.desk.values import Profile
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.store.journal import Journal

QUICK = Timings(connect=2, write=2, read_total=1, money_total=1, pauses=(0.01, 0.01), longest_pause=0.05)
CHAIN_KEY = b"test key"
SERVICE_ZONE = timezone(timedelta(hours=5, minutes=30))
OPENS = time(4, 30, tzinfo=UTC)
"""Ten in the morning where the practice service is."""


def tomorrow_at_ten() -> datetime:
    """A steady clock for the service: never past for the requests' own rules, whatever day it is."""
    return datetime.combine(datetime.now(UTC).date() + timedelta(days=1), OPENS)


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


async def first_slot(desk: Desk, number: int = 0) -> tuple[ActivityDraft, Slot]:
    """An empty draft on the first activity of the service's today, and its open slot of that number."""
    # The first answer tells the service's time.
    await desk.wallet()
    day = desk.today()
    offer = (await desk.activities(day)).offers[0]
    found = await desk.slots(offer, day)
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


async def until(condition: Callable[[], object], seconds: float = 5) -> None:
    """Return as soon as `condition()` is true; fails after `seconds`."""
    deadline = asyncio.get_running_loop().time() + seconds
    while True:
        if condition():
            return
        assert asyncio.get_running_loop().time() < deadline, "not within the time"
        await asyncio.sleep(0.005)


def _open_journal(folder: Path) -> Journal:
    return Journal.open(folder, chain_key=CHAIN_KEY, clock=local_now)


@asynccontextmanager
async def open_desk(
    folder: Path,
    server: PracticeServer,
    opening: Callable[[Path], Journal] = _open_journal,
    memory: Memory | None = None,
    *,
    base_url: str = "",
    text_reader: TextReader | None = None,
    timings: Timings = QUICK,
) -> AsyncGenerator[Counter]:
    """A desk on a folder that talks to a practice service that runs; `opening` gives its journal.

    It remembers nothing but money, unless it is given a memory, and reads copies by what it is given.
    Another `base_url` is a line to the service.
    """
    async with PartnerClient(base_url or server.base_url, ApiKey(PRACTICE_KEY), timings=timings) as client:
        journal = await asyncio.to_thread(opening, folder)
        profile = Profile("practice", server.base_url, PRACTICE_KEY[-4:], is_practice=True)
        desk = Desk(client, journal, profile, memory=memory, text_reader=text_reader)
        await desk.start()
        try:
            yield Counter(desk, journal, server, folder)
        finally:
            await desk.close()
            await asyncio.to_thread(journal.close)

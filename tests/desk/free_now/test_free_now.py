"""Reading what is free on a day, against the practice service."""

from __future__ import annotations

import asyncio
from collections import Counter as Tally
from collections.abc import AsyncGenerator
from datetime import date, timedelta
from pathlib import Path

import pytest

from app.api.messages.api_key import ApiKey
from app.desk.free_now.free_now import FreeNow
from app.desk.free_now.polite_reader import PoliteReader
from app.desk.free_now.values import DayRead, ReadingProgress
from app.desk.model.boats import DepartureList
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import OtherAnswer
from tests.support.counter import AS_ON, Counter
from tests.support.desk.virtual_time import VirtualTime, timed_desk

REFUSED = OtherAnswer(500, b"out of order")
NOT_SERVED = OtherAnswer(400, b'{"status": "ERROR", "message": "activity_id is required"}')


@pytest.fixture
def clock() -> VirtualTime:
    """The time of the desk."""
    return VirtualTime(runs=True)


@pytest.fixture
async def counter(tmp_path: Path, clock: VirtualTime) -> AsyncGenerator[Counter]:
    """A desk that keeps its catalogue."""
    service = PracticeServer(World(like=AS_ON, clock=clock.service), Faults())
    folder = tmp_path / "desk"
    cache = memory_of(folder, "", clock.now)
    with service as server:
        async with timed_desk(folder, clock, server, local_cache=cache) as opened:
            await opened.desk.wallet.read()
            yield opened


@pytest.fixture
async def day(counter: Counter) -> date:
    """The service's next day, on which most activities are open; its lists are read."""
    found = counter.desk.reader.today() + timedelta(days=1)
    await counter.desk.catalogue.activities(found)
    await counter.desk.catalogue.departures(found)
    return found


class Told:
    """What a reading tells."""

    def __init__(self) -> None:
        self.progress = list[ReadingProgress]()
        self.read = DayRead(date.min)

    def __call__(self, progress: ReadingProgress, read: DayRead) -> None:
        self.progress.append(progress)
        self.read = read

    @property
    def last(self) -> ReadingProgress:
        return self.progress[-1]


def searches(counter: Counter) -> list[int]:
    """Grows with each search that the service answers."""
    asked = list[int]()
    counter.faults.change("search_availability", lambda _world: asked.append(1), times=None)
    return asked


async def read(counter: Counter, day: date, *, is_asked: bool = False) -> Told:
    told = Told()
    await counter.desk.free_now.read(day, told, is_asked=is_asked)
    return told


async def test_one_search_reads_all_where_the_service_serves_that(counter: Counter, day: date) -> None:
    asked = searches(counter)
    told = await read(counter, day)
    offers = told.read.open_offers
    assert len(asked) == 1
    assert len(offers) > 20
    assert (told.last.done, told.last.of) == (len(offers), len(offers))
    assert not told.last.is_stopped
    alone = await counter.desk.reader.slots(offers[3], day)
    assert told.read.slots[offers[3].activity_id].slots == alone.slots


async def test_each_is_read_singly_where_it_does_not_and_it_is_tried_once_a_week(
    counter: Counter, day: date, clock: VirtualTime
) -> None:
    counter.faults.answer("search_availability", NOT_SERVED)
    asked = searches(counter)
    told = await read(counter, day)
    offers = told.read.open_offers
    assert told.read.slots.keys() == {each.activity_id for each in offers}
    singly = len(asked)
    assert singly >= len(offers)
    clock.let_pass(180)
    again = await read(counter, day)
    assert len(asked) - singly == len(offers) + 1, "the boats and each activity: not tried again"
    assert again.last.failed == 0
    clock.let_pass(8 * 24 * 3600)
    later = counter.desk.reader.today() + timedelta(days=1)
    await counter.desk.catalogue.departures(later)
    before = len(asked)
    await read(counter, later)
    assert len(asked) - before == 1, "tried again after a week, and served"


async def test_a_refusal_of_something_else_says_nothing_of_the_search_for_all(
    counter: Counter, day: date
) -> None:
    desk = counter.desk
    counter.faults.answer("search_availability", OtherAnswer(403, b'{"message": "Not from this address."}'))
    await read(counter, day)
    assert await desk.local_cache.whole_search(desk.reader.profile) is None
    # Nor does the answer that others were given a moment ago count for those that are still to be read.
    told = await read(counter, day)
    assert told.last.done <= told.last.of


async def test_another_key_has_nothing_of_the_former_one(counter: Counter, day: date) -> None:
    await read(counter, day)
    reader = counter.desk.reader
    assert reader.wallet_reading is not None
    reader.use_key(ApiKey("ANOTHER-KEY-OF-THE-AGENT-1234"), reader.wallet_reading)
    assert not (await counter.desk.free_now.known(day)).slots


async def test_boats_that_were_read_meanwhile_are_not_taken_back(counter: Counter, day: date) -> None:
    newer: list[DepartureList | None] = []
    told = Told()
    free = counter.desk.free_now

    async def sell_one() -> None:
        newer.append((await free.with_boats_anew(day)).boats)

    def tell(progress: ReadingProgress, found: DayRead) -> None:
        told(progress, found)
        if progress.is_reading and progress.of and not tasks:
            tasks.append(asyncio.ensure_future(sell_one()))

    tasks = list[asyncio.Future[None]]()
    await free.read(day, tell)
    await asyncio.gather(*tasks)
    await free.read(day, told)
    assert [told.read.boats] == newer


async def test_what_is_fresh_is_not_asked_again_but_by_the_clerk(
    counter: Counter, day: date, clock: VirtualTime
) -> None:
    await read(counter, day)
    asked = searches(counter)
    clock.let_pass(100)
    assert (await read(counter, day)).last.of == 0
    assert asked == []
    told = await read(counter, day, is_asked=True)
    assert (told.last.done, len(asked)) == (len(told.read.open_offers), 2), "boats and activities"
    clock.let_pass(130)
    assert (await read(counter, day)).last.of == len(told.read.open_offers)


async def test_a_stopped_reading_keeps_what_came_and_goes_on_with_the_rest(
    counter: Counter, day: date, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.free_now.free_now.MOST_A_READING", 5)
    counter.faults.answer("search_availability", NOT_SERVED)
    told = await read(counter, day)
    every = len(told.read.open_offers)
    assert (told.last.done, told.last.of, told.last.is_stopped) == (5, every, True)
    went_on = await read(counter, day, is_asked=True)
    assert (went_on.last.done, went_on.last.of) == (5, every - 5)
    hold = counter.faults.hold("search_availability", times=None)
    halted, begun = Told(), asyncio.Event()

    def tell(progress: ReadingProgress, read: DayRead) -> None:
        halted(progress, read)
        if progress.of:
            begun.set()

    task = asyncio.create_task(counter.desk.free_now.read(day, tell, is_asked=True))
    await begun.wait()
    task.cancel()
    hold.set_result(None)
    await asyncio.gather(task, return_exceptions=True)
    assert (halted.last.done, halted.last.of, halted.last.is_stopped) == (0, every - 10, True)
    assert len(halted.read.slots) == 10


async def test_what_cannot_be_read_stays_as_it_was_and_says_since_when(
    counter: Counter, day: date, clock: VirtualTime
) -> None:
    first = await read(counter, day)
    offers = first.read.open_offers
    clock.let_pass(180)
    counter.faults.answer("search_availability", REFUSED, times=None)
    told = await read(counter, day)
    assert told.last.failed == len(offers) + 1, "the boats, too"
    assert first.read.boats is not None
    assert told.last.since == first.read.boats.read_at
    assert told.read.slots == first.read.slots
    never = await read(counter, day + timedelta(days=1))
    assert never.last.since is None


async def test_a_line_that_drops_ends_the_reading_at_once(counter: Counter, day: date) -> None:
    counter.faults.before_work("search_availability", silent=False, times=None)
    asked = searches(counter)
    told = await read(counter, day)
    assert told.last.is_offline
    assert told.last.is_stopped
    assert len(asked) < 20, "a few tries of two, and not of each"


async def test_a_service_that_asks_to_wait_is_given_its_rest(counter: Counter, day: date) -> None:
    counter.faults.answer("search_availability", OtherAnswer(429, b"slow down"), times=3)
    told = await read(counter, day)
    assert any(each.waits_until for each in told.progress)
    assert told.last.waits_until is None
    assert (told.last.done, told.last.failed) == (told.last.of, 0)


async def test_what_was_read_is_there_after_a_start_until_its_day_is_over(
    counter: Counter, day: date, tmp_path: Path, clock: VirtualTime
) -> None:
    told = await read(counter, day)
    reader, catalogue = counter.desk.reader, counter.desk.catalogue
    cache = memory_of(tmp_path / "desk", "", clock.now)
    polite = PoliteReader(reader.moment, counter.desk.payments.finish, clock.sleep)
    known = await FreeNow(catalogue, reader, cache, polite).known(day)
    assert known.slots == told.read.slots
    assert known.boats is not None
    slots, profile = told.read.slots, reader.profile
    for number in range(20):
        await cache.keep_slots(profile, day + timedelta(days=number), slots, reader.today())
    kept = [bool(await cache.slots(profile, day + timedelta(days=number))) for number in range(20)]
    assert Tally(kept) == {True: 14, False: 6}
    assert kept[19]
    await cache.keep_slots(profile, day + timedelta(days=30), slots, day + timedelta(days=15))
    assert not await cache.slots(profile, day + timedelta(days=10)), "a day that is over"

"""Watches for seats: their times and sentences by tables, and how they are looked at, kept and erased."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.free_now import seat_watches
from app.desk.free_now.free_rows import free_on, start_of
from app.desk.free_now.polite_reader import PAUSE
from app.desk.free_now.seat_watches import (
    LookPause,
    SeatWatches,
    Watch,
    as_of,
    looked,
    news_words,
    next_look,
    state_words,
)
from app.desk.free_now.values import FreeQuestion
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import OtherAnswer
from tests.desk.free_now.test_free_now import Told, searches
from tests.support.counter import AS_ON, Counter, until
from tests.support.desk.free_samples import BOAT, DIVE, MOMENT, day_read, later, slot, slots
from tests.support.desk.virtual_time import VirtualTime, timed_desk

ZONE = ZoneInfo("Asia/Kolkata")


def at(hour: int, minute: int = 0, *, day: int = 21) -> datetime:
    """A time where the trips are, on the day before them or another one."""
    return datetime(2026, 11, day, hour, minute, tzinfo=ZONE)


WATCH = Watch(
    *("boat 7", "boat Two islands", "Two islands", at(9, day=22).date(), time(9), 4),
    *("Deepak Verma", "98450 12377", at(12), at(8, day=22)),
)
FOUND = replace(WATCH, looks=5, looked=at(14, 20), seats=5, read=at(14, 20).replace(second=31))


@pytest.mark.parametrize(
    ("watch", "now", "due"),
    [
        (WATCH, at(12), at(12, 2)),
        (replace(WATCH, looks=1, looked=at(12, 2)), at(12, 2), at(12, 5)),
        (replace(WATCH, looks=2, looked=at(12, 5)), at(12, 5), at(12, 10)),
        (replace(WATCH, looks=3, looked=at(12, 10)), at(12, 10), at(12, 30)),
        (replace(WATCH, looks=9, looked=at(12, 10)), at(16), at(16)),
        # A clock that was set back by hours.
        (replace(WATCH, looks=9, looked=at(19)), at(14), at(14, 20)),
        # Seats that stand; then those that are gone again.
        (FOUND, at(14, 20), at(14, 21)),
        (replace(FOUND, seats=3, gone=at(14, 31), looked=at(14, 31)), at(14, 31), at(14, 51)),
        # The last hour before it closes: every two minutes, and the first look when it begins.
        (replace(WATCH, looks=9, looked=at(13, 50), closes=at(15)), at(13, 50), at(14)),
        (replace(WATCH, looks=9, looked=at(14, 10), closes=at(15)), at(14, 10), at(14, 12)),
        # At night nothing is looked at, whatever is due.
        (replace(WATCH, looks=9, looked=at(20, 50)), at(20, 50), at(8, day=22)),
        (replace(WATCH, looks=9, looked=at(20, 30)), at(23), at(8, day=22)),
        (replace(WATCH, looks=9, looked=at(20, 50)), at(3, day=22), at(8, day=22)),
        (replace(WATCH, looks=9, looked=at(20, 30)), at(20, 59), at(20, 59)),
        (replace(WATCH, is_over=True), at(12), None),
    ],
)
def test_when_it_is_looked_at_next(watch: Watch, now: datetime, due: datetime | None) -> None:
    assert next_look(watch, now) == due


@pytest.mark.parametrize(
    ("watch", "pause", "said"),
    [
        (WATCH, LookPause(), "Next look 14:30."),
        (FOUND, LookPause(), "Read 14:20:31. No hold, first come."),
        (replace(FOUND, seats=3, gone=at(14, 31)), LookPause(), "Gone again at 14:31. Still watched."),
        (
            replace(WATCH, looked=at(12, 10)),
            LookPause(is_away=True),
            "Not looked at since 12:10, the line is away.",
        ),
        (WATCH, LookPause(is_refused=True), "Not looked at since 12:00, selling is off."),
        (WATCH, LookPause(until=at(14, 50)), "The service asks to wait. Next look 14:50."),
        (
            replace(WATCH, looks=23, is_over=True),
            LookPause(is_away=True),
            "Booking closed. 23 looks, never 4 seats.",
        ),
        (replace(FOUND, is_over=True), LookPause(), "Booking closed. 5 looks."),
    ],
)
def test_how_it_stands(watch: Watch, pause: LookPause, said: str) -> None:
    assert state_words(watch, at(14, 30), pause) == said


def test_what_was_found_and_for_whom() -> None:
    assert news_words(FOUND) == "5 seats on Two islands, Sun 22 Nov 09:00, for Deepak Verma (4)."
    assert news_words(WATCH) == "Two islands, Sun 22 Nov 09:00, for Deepak Verma (4)."
    assert "Verma" not in repr(WATCH)
    assert "98450" not in repr(WATCH)


def test_it_is_over_at_the_cutoff_or_after_its_day() -> None:
    assert as_of(WATCH, at(7, 59, day=22)) == WATCH
    assert as_of(WATCH, at(8, day=22)).is_over
    assert not as_of(replace(WATCH, closes=None), at(23, day=22)).is_over
    assert as_of(replace(WATCH, closes=None), at(0, day=23)).is_over


def test_only_seats_that_are_counted_and_can_be_sold_are_found() -> None:
    def finds(**stated: object) -> bool:
        return looked(WATCH, start_of(BoatDraft(replace(BOAT, **stated)), MOMENT, 4), at(14)).is_found

    assert finds(seats=4)
    assert not any((finds(seats=3), finds(seats=None), finds(seats=9, is_live=False)))
    assert not any((finds(seats=9, is_open=False, reason="Off"), looked(WATCH, None, at(14)).is_found))


def test_the_time_of_seats_that_stand_is_that_of_their_first_reading() -> None:
    def after(watch: Watch, seats: int, minutes: float) -> Watch:
        start = start_of(BoatDraft(replace(BOAT, seats=seats, read=later(minutes))), None, 4)
        return looked(watch, start, later(minutes).here)

    first = after(WATCH, 5, 0)
    assert first.read == later(0).here
    assert (after(first, 5, 1).read, after(first, 5, 1).news) == (first.read, first.news)
    assert after(first, 6, 1).read == later(1).here
    gone = after(first, 3, 2)
    assert (gone.gone, gone.is_found, bool(gone.news)) == (later(2).here, False, True)
    again = after(gone, 5, 3)
    assert again.is_found
    assert len({first.news, gone.news, again.news}) == 3


def test_what_was_found_before_a_restart_is_news_once_it_is_found_again() -> None:
    def after(seats: int) -> Watch:
        start = start_of(BoatDraft(replace(BOAT, seats=seats, read=later(60))), None, 4)
        return looked(replace(FOUND, is_stale=True), start, later(60).here)

    old, again, gone = replace(FOUND, is_stale=True), after(5), after(3)
    assert (old.is_found, old.news, next_look(old, at(14, 20))) == (False, (), at(14, 21))
    assert state_words(old, at(14, 30), LookPause()) == "Next look 14:30."
    assert news_words(old) == news_words(WATCH)
    assert (again.is_found, again.read) == (True, later(60).here)
    assert (gone.is_found, gone.gone, bool(gone.news)) == (False, later(60).here, True)


def test_what_is_sold_out_and_still_open_stands_with_what_has_too_few() -> None:
    out = replace(slot(1, time(16), 0), is_open=False, reason="No seats left")
    late = replace(out, slot_id=2, closes_at=MOMENT.here)
    off = replace(slot(3, time(17), 4), is_open=False, reason="Closed for weather")
    found = free_on(day_read(slots(out, late, off)), FreeQuestion(), MOMENT.here)
    assert [(each.key, each.reason) for each in found.rows if each.slot] == [
        (start_of(ActivityDraft(DIVE, out), MOMENT, 2).key, "0 seats, 2 are wanted")
    ]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> VirtualTime:
    """The time of the desk, of which none is night."""
    monkeypatch.setattr(seat_watches, "_MORNING", time.min)
    monkeypatch.setattr(seat_watches, "_EVENING", time.max)
    return VirtualTime(runs=True)


@pytest.fixture
async def counter(tmp_path: Path, clock: VirtualTime) -> AsyncGenerator[Counter]:
    """A desk that keeps what it watches."""
    service = PracticeServer(World(like=AS_ON, clock=clock.service), Faults())
    folder = tmp_path / "desk"
    with service as server:
        async with timed_desk(folder, clock, server, local_cache=memory_of(folder, "", clock.now)) as opened:
            await opened.desk.wallet.read()
            yield opened


async def boat_watch(counter: Counter, seats: int, name: str = "Deepak Verma") -> Watch:
    """A watch for four on tomorrow's first boat, which has so many seats."""
    reader = counter.desk.reader
    day = reader.today() + timedelta(days=1)
    boats = (await counter.desk.catalogue.departures(day)).departures
    boat = next(each for each in boats if each.is_live and each.is_open)
    counter.world.leave_seats(int(boat.schedule_id), seats, day=day)
    start = start_of(BoatDraft(boat), None, 4)
    watch = Watch(
        *(start.key, start.trip, start.title, day, start.starts, 4),
        *(name, "98450 12377", reader.now_here(), start.closes(reader.service_now())),
    )
    counter.desk.seat_watches.begin(watch)
    return watch


async def slot_watch(counter: Counter, seats: int) -> Watch:
    """A watch for four on a slot, which has so many seats."""
    reader = counter.desk.reader
    draft, slot = await counter.slot()
    counter.world.leave_seats(int(slot.availability_id), seats)
    start = start_of(replace(draft, slot=slot), reader.moment(), 4)
    who = "Deepak Verma", "98450 12377", reader.now_here(), slot.closes_at
    watch = Watch(start.key, start.trip, start.title, slot.day, start.starts, 4, *who)
    counter.desk.seat_watches.begin(watch)
    return watch


async def pass_minutes(counter: Counter, clock: VirtualTime, minutes: float) -> Watch:
    """Let time pass; gives the first watch after a turn."""
    clock.let_pass(60 * minutes)
    watches = counter.desk.seat_watches
    await watches.turn()
    return watches.held[0]


def kept_file(folder: Path) -> Path:
    return folder / "desk" / "watches" / "watches.json"


def leave(counter: Counter, watch: Watch, seats: int) -> None:
    counter.world.leave_seats(int(watch.key.split()[1]), seats, day=watch.day)


async def test_one_look_serves_all_who_wait_and_finds_what_comes_back(
    counter: Counter, clock: VirtualTime
) -> None:
    watch = await boat_watch(counter, 1)
    await boat_watch(counter, 1, "Asha Rao")
    asked = searches(counter)
    assert (await pass_minutes(counter, clock, 1.9)).looks == 0
    assert (await pass_minutes(counter, clock, 0.2)).seats == 1
    assert [each.looks for each in counter.desk.seat_watches.held] == [1, 1]
    assert len(asked) == 1
    leave(counter, watch, 5)
    assert (await pass_minutes(counter, clock, 4)).is_found
    assert all(each.watch.is_found for each in counter.desk.seat_watches.rows())
    leave(counter, watch, 0)
    assert (await pass_minutes(counter, clock, 0.9)).is_found
    assert (await pass_minutes(counter, clock, 0.2)).gone is not None
    assert len(asked) == 3


async def test_it_looks_neither_without_a_line_nor_with_a_key_that_may_not_sell(
    counter: Counter, clock: VirtualTime
) -> None:
    await boat_watch(counter, 1)
    counter.faults.before_work("*", silent=False, times=None)
    assert (await pass_minutes(counter, clock, 3)).looks == 0
    # Of the two questions about boats one may be asked yet.
    await until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})
    counter.faults.clear()
    asked = searches(counter)
    assert (await pass_minutes(counter, clock, 3)).looks == 0
    (row,) = counter.desk.seat_watches.rows()
    assert row.state.endswith("the line is away.")
    assert asked == []
    counter.faults.revoke_key()
    with suppress(DeskError):
        await counter.desk.wallet.read()
    assert (await pass_minutes(counter, clock, 3)).looks == 0
    (row,) = counter.desk.seat_watches.rows()
    assert row.state.endswith("selling is off.")
    assert asked == []


async def test_a_look_that_fails_leaves_what_was_found_and_is_not_repeated_at_once(
    counter: Counter, clock: VirtualTime
) -> None:
    await boat_watch(counter, 6)
    assert (await pass_minutes(counter, clock, 3)).is_found
    counter.faults.answer("search_availability", OtherAnswer(500, b"out of order"), times=None)
    failed = await pass_minutes(counter, clock, 1.1)
    assert (failed.is_found, failed.looks) == (True, 1)
    counter.faults.clear()
    assert (await pass_minutes(counter, clock, 0.5)).looks == 1
    assert (await pass_minutes(counter, clock, 0.6)).looks == 2


async def test_it_waits_for_others_who_read(counter: Counter, clock: VirtualTime) -> None:
    watch = await boat_watch(counter, 1)
    day, held = watch.day + timedelta(days=1), counter.faults.hold("search_availability", times=None)
    other = asyncio.create_task(counter.desk.free_now.read(day, Told()))
    await until(lambda: counter.desk.free_now.is_busy)
    assert (await pass_minutes(counter, clock, 3)).looks == 0
    counter.faults.clear()
    held.set_result(None)
    await other
    assert (await pass_minutes(counter, clock, 0)).looks == 1


@pytest.mark.parametrize("begin", [boat_watch, slot_watch])
async def test_a_service_that_asks_to_wait_is_given_its_rest(
    counter: Counter, clock: VirtualTime, begin: Callable[[Counter, int], Awaitable[Watch]]
) -> None:
    await begin(counter, 1)
    counter.faults.answer("search_availability", OtherAnswer(429, b"slow down"), times=3)
    assert (await pass_minutes(counter, clock, 3)).looks == 1
    assert PAUSE in {round(each) for each in clock.slept}


@pytest.mark.parametrize("begin", [boat_watch, slot_watch])
async def test_a_look_takes_nothing_back_that_somebody_reads_meanwhile(
    counter: Counter, begin: Callable[[Counter, int], Awaitable[Watch]]
) -> None:
    watch, free, told = await begin(counter, 1), counter.desk.free_now, Told()
    held = counter.faults.hold("search_availability")
    look = asyncio.create_task(free.start(watch, bool))
    await until(lambda: not counter.faults.armed)
    await free.read(watch.day, told)
    assert len(told.read.slots) > 20
    held.set_result(None)
    await look
    assert (await free.known(watch.day)).slots == told.read.slots


async def test_it_is_kept_until_the_day_is_over_and_told_as_closed_before(
    counter: Counter, clock: VirtualTime, tmp_path: Path
) -> None:
    await boat_watch(counter, 1)
    looked_at = await pass_minutes(counter, clock, 3)
    counter.desk.seat_watches.note(looked_at, lambda each: replace(each, gone=clock.now()))
    await counter.desk.seat_watches.finish()
    again = SeatWatches(tmp_path / "desk", counter.desk.reader, lambda: counter.desk.free_now)
    await again.turn()
    assert again.held == (replace(looked_at, is_stale=True),)
    closed = await pass_minutes(counter, clock, 60 * 24)
    assert closed.is_over
    clock.let_pass(2 * 60 * 60 * 24)
    await counter.desk.seat_watches.turn()
    await counter.desk.seat_watches.finish()
    assert counter.desk.seat_watches.held == ()
    assert not kept_file(tmp_path).exists()


async def test_it_goes_with_its_customer_for_good(counter: Counter, tmp_path: Path) -> None:
    await boat_watch(counter, 1)
    await boat_watch(counter, 1, "Asha Rao")
    counter.desk.seat_watches.end(lambda each: each.phone == "")
    await counter.desk.seat_watches.finish()
    file = kept_file(tmp_path)
    assert b"Verma" in file.read_bytes()
    await counter.desk.customers.forget(KnownCustomer("Deepak Verma", "", ""), "Asha Rao")
    assert [each.name for each in counter.desk.seat_watches.held] == ["Asha Rao"]
    assert b"Verma" not in file.read_bytes()
    await counter.desk.customers.forget(KnownCustomer("", "+91 9845012377", ""), "Asha Rao")
    assert not file.exists()

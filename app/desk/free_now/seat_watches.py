"""Watches for seats: kept on the disk of this desk, and looked at one by one while the counter is open."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import field, replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import TypeAdapter

from app.core.event import Event
from app.core.frozen import frozen
from app.core.language import joined, tr, trn
from app.core.tasks import TaskScope
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.typed_text import same_text
from app.desk.service.advice import KEY, LINE
from app.desk.service.key_access import KeyState
from app.desk.service.service_reader import ServiceReader
from app.store.files.whole_file import read_value, remove_file, write_value
from app.store.register.index_words import phone_key

if TYPE_CHECKING:
    from app.desk.free_now.free_now import FreeNow
    from app.desk.free_now.values import FreeStart

log = logging.getLogger(__name__)

MOST = 5
_FILE = "watches/watches.json"
_FIRST = (2, 3, 5)
"""Minutes between the first looks: 2, 5 and 10 minutes after the watch was begun."""
_USUAL, _AT_THE_END, _STANDING = timedelta(minutes=20), timedelta(minutes=2), timedelta(minutes=1)
_EVENING, _MORNING = time(21), time(8)


@frozen
class Watch:
    """Somebody who waits for seats on a start, which is known as `FreeStart` is. Nothing is held."""

    key: str
    trip: str
    title: str
    day: date
    starts: time | None
    people: int
    name: str = field(repr=False)
    phone: str = field(repr=False)
    begun: datetime
    """Tells it from others, too; booking `closes`, where that is stated, and then it `is_over`."""
    closes: datetime | None
    looks: int = 0
    looked: datetime | None = None
    seats: int | None = None
    """As last read; None where it is not open, and where they are not counted or not stated."""
    read: datetime | None = None
    """When seats that were found were first read as they are; `gone` is when they were gone again."""
    gone: datetime | None = None
    is_over: bool = False
    is_stale: bool = False
    """Whether the last look was in an earlier run of the program: what it has found is no news."""

    @property
    def had_seats(self) -> bool:
        """Whether the last look has found a seat for each of them, however long ago."""
        return not self.is_over and self.seats is not None and self.seats >= self.people

    @property
    def is_found(self) -> bool:
        """Whether the last look has found a seat for each of them, in this run of the program."""
        return self.had_seats and not self.is_stale

    def is_for(self, name: str, phone: str) -> bool:
        """Whether this customer waits: by the phone where both are known, else by the name."""
        mine, other = phone_key(self.phone), phone_key(phone)
        return mine == other if mine and other else same_text(self.name) == same_text(name)

    @property
    def news(self) -> tuple[object, ...]:
        """What tells seats that were found, or are gone again, from those of another time; empty for none."""
        is_news = self.is_found or (self.gone is not None and not self.is_over)
        return (self.begun, self.is_found, self.gone) if is_news else ()


class LookPause(NamedTuple):
    """Why nothing is looked at: no line, a key that may not sell, a service that asks to wait until then."""

    is_away: bool = False
    is_refused: bool = False
    until: datetime | None = None


class WatchRow(NamedTuple):
    """A watch, and how it stands now."""

    watch: Watch
    state: str


def next_look(watch: Watch, now: datetime) -> datetime | None:
    """When to look next, not before `now` and in its zone, nor at night; None once booking has closed."""
    if watch.is_over:
        return None
    # A clock that was set back delays nothing.
    last = min(watch.looked or watch.begun, now)
    usual = timedelta(minutes=_FIRST[watch.looks]) if watch.looks < len(_FIRST) else _USUAL
    due = last + (_STANDING if watch.had_seats else usual)
    if watch.closes is not None:
        due = min(due, max(last + _AT_THE_END, watch.closes - timedelta(hours=1)))
    due = max(due.astimezone(now.tzinfo), now)
    if _MORNING <= due.time() < _EVENING:
        return due
    return datetime.combine(due.date() + timedelta(days=due.time() >= _EVENING), _MORNING, due.tzinfo)


def looked(watch: Watch, start: FreeStart | None, now: datetime) -> Watch:
    """The watch after a look, which found no such start where that is None."""
    seats = None if start is None else start.seats_to_sell
    after = replace(watch, looks=watch.looks + 1, looked=now, seats=seats, is_stale=False)
    if watch.had_seats and not after.is_found:
        return replace(after, gone=now)
    is_news = after.is_found and not (watch.is_found and seats == watch.seats)
    # The time of seats that are as they were stands still.
    return replace(after, read=start.read.here) if is_news and start and start.read else after


def as_of(watch: Watch, now: datetime) -> Watch:
    """The watch, over once booking has closed by the service's time."""
    has_closed = now >= watch.closes if watch.closes is not None else now.date() > watch.day
    return replace(watch, is_over=watch.is_over or has_closed)


def start_words(title: str, day: date, starts: time | None) -> str:
    """What is watched, such as "Two islands, Sun 22 Nov 09:00"."""
    clock = formats.clock_time(starts) if starts else ""
    return joined(", ", (title, joined(" ", (formats.day_medium(day), clock))))


def news_words(watch: Watch) -> str:
    """The seats that were found, or what is watched: "5 seats on Two islands, Sun 22 Nov 09:00, for ..."."""
    trip = start_words(watch.title, watch.day, watch.starts)
    told = tr("{trip}, for {name} ({number}).", trip=trip, name=watch.name, number=watch.people)
    found = watch.seats if watch.is_found else None
    return told if found is None else tr("{seats} on {trip}", seats=formats.seats(found), trip=told)


def state_words(watch: Watch, now: datetime, pause: LookPause) -> str:
    """How the watch stands."""
    since, due = formats.since(watch.looked or watch.begun), next_look(watch, now)
    looks, seats = trn("{number} look", "{number} looks", watch.looks), formats.seats(watch.people)
    if due is None:
        never = tr("Booking closed. {looks}, never {seats}.", looks=looks, seats=seats)
        told = never if watch.read is None else tr("Booking closed. {looks}.", looks=looks)
    elif pause.is_away:
        told = tr("Not looked at since {time}, the line is away.", time=since)
    elif pause.is_refused:
        told = tr("Not looked at since {time}, selling is off.", time=since)
    elif pause.until is not None:
        told = tr("The service asks to wait. Next look {time}.", time=formats.since(pause.until))
    elif watch.is_found and watch.read is not None:
        told = tr("Read {time}. No hold, first come.", time=formats.clock_seconds(watch.read))
    elif watch.gone is not None:
        told = tr("Gone again at {time}. Still watched.", time=formats.since(watch.gone))
    else:
        told = tr("Next look {time}.", time=formats.since(due, now.date()))
    return told


def _warn(name: str, error: Exception) -> None:
    log.warning("%s of watches for seats failed.", name, exc_info=error)


class SeatWatches:
    """It never books or holds, and writes to nobody. Other desks of the office have watches of their own."""

    def __init__(self, folder: Path | None, reader: ServiceReader, free: Callable[[], FreeNow]) -> None:
        """`folder` is the profile's; without one nothing is kept."""
        self.changed = Event[()]()
        """The watches, or why nothing is looked at, have changed; raised on the thread of the loop."""
        self.held: tuple[Watch, ...] = ()
        self._place = None if folder is None else folder / _FILE
        self._reader, self._free = reader, free
        self._is_read, self._pause = False, LookPause()
        # A customer is forgotten in another thread than that of the loop, which looks meanwhile.
        self._guard, self._tasks = threading.RLock(), TaskScope(_warn)
        reader.called.subscribe(lambda reached: self._rest(is_away=not reached))

    def rows(self) -> tuple[WatchRow, ...]:
        """All watches as they stand now, those with seats first; the service is not asked."""
        now, ordered = self._reader.now_here(), sorted(self.held, key=lambda x: (x.is_over, not x.is_found))
        pause = self._pause._replace(is_refused=self._reader.access.state is not KeyState.GOOD)
        return tuple(WatchRow(each, state_words(each, now, pause)) for each in ordered)

    def begin(self, watch: Watch) -> None:
        """Watch from now on."""
        with self._guard:
            self.held = (*self.held, watch)
        self._change(lambda each: each)

    def end(self, is_meant: Callable[[Watch], bool]) -> None:
        """Watch no more for these."""
        self._change(lambda each: None if is_meant(each) else each)

    def forget(self, is_of: Callable[[str, str, datetime], bool]) -> None:
        """Erase watches by name, phone and when they were begun; waits for the disk. Raises OSError."""
        self._write(lambda each: None if is_of(each.name, each.phone, each.begun) else each)

    def note(self, watch: Watch, change: Callable[[Watch], Watch]) -> None:
        """Change all that wait for the same start."""
        same = watch.key, watch.day
        self._change(lambda each: change(each) if (each.key, each.day) == same else each)

    async def turn(self) -> None:
        """End what has closed, and look at one start if it is time; called every few seconds."""
        if not self._is_read:
            self._change(lambda each: each)
            await self._tasks.finish()
            self.changed()
        reader, now = self._reader, self._reader.now_here()
        at, today = reader.service_now(), reader.todays().earliest
        if reader.service_offset is not None and any(x.day < today or as_of(x, at) != x for x in self.held):
            self._change(lambda each: None if each.day < today else as_of(each, at))
        due = [each for each in self.held if next_look(each, now) == now]
        # Whoever else reads goes first.
        is_off = self._pause.is_away or reader.access.state is not KeyState.GOOD
        if not due or is_off or self._free().is_busy:
            return
        first = min(due, key=lambda each: each.looked or each.begun)
        try:
            start = await self._free().start(first, lambda until: self._rest(until=until))
            self.note(first, lambda each: looked(each, start, reader.now_here()))
        except DeskError as error:
            if error.advice.field not in {LINE, KEY}:
                # It is tried again after as long as after a look.
                self.note(first, lambda each: replace(each, looked=now))

    async def finish(self) -> None:
        """Wait until every change is on the disk."""
        await self._tasks.finish()

    def _rest(self, **changes: object) -> None:
        pause = self._pause._replace(**changes)
        if pause != self._pause:
            self._pause = pause
            self.changed()

    def _change(self, change: Callable[[Watch], Watch | None]) -> None:
        with self._guard:
            self.held = tuple(after for each in self.held if (after := change(each)))
        self.changed()
        self._tasks.follow("keeping", lambda: asyncio.to_thread(self._write, lambda each: each))

    def _write(self, change: Callable[[Watch], Watch | None]) -> None:
        """Bring the newest state to the disk, after what was kept there was read. Raises OSError."""
        shape, place = TypeAdapter(tuple[Watch, ...]), self._place
        with self._guard:
            kept = () if self._is_read or place is None else read_value(place, shape) or ()
            stale = (replace(each, is_stale=True, gone=None) for each in kept)
            self.held = tuple(after for each in (*stale, *self.held) if (after := change(each)))
            self._is_read = True
            if place is not None and self.held:
                write_value(place, shape, self.held)
            elif place is not None:
                remove_file(place)

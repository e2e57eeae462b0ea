"""Reads what To do is made of, and keeps reminders: by this desk alone, and never by the service."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import TypeAdapter

from app.core.event import Event
from app.core.language import joined, tr
from app.desk.bookings.booking_values import Wanted
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice
from app.desk.quotations.quotation import reference_of
from app.desk.quotations.quotations import KnownQuotation
from app.desk.till.till import NotRecordedError
from app.desk.to_do.values import KeptToDo, Reminder
from app.desk.travelling.board import travels_from_here
from app.desk.travelling.messages import ASKED
from app.store.files.whole_file import read_value, write_value

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings
    from app.desk.free_now.seat_watches import SeatWatches
    from app.desk.moving.moves import Moves
    from app.desk.quotations.quotations import Quotations
    from app.desk.till.owing import Owing
    from app.desk.till.till import Till
    from app.desk.travelling.travelling import Travelling

FILE = "reminders/reminders.json"
_KEPT_FOR = timedelta(days=30)
"""After it is done; as long after its time what only puts a row off."""


class ToDoSources(NamedTuple):
    """The services that keep what is to be done."""

    bookings: Bookings
    moves: Moves
    watches: SeatWatches
    quotations: Quotations
    till: Till
    owing: Owing
    travelling: Travelling


class ToDoDesk:
    """What is to be done at this counter."""

    def __init__(self, folder: Path | None, sources: ToDoSources, now: Callable[[], datetime]) -> None:
        """`folder` is the profile's, without which reminders end with the program; `now` where trips are."""
        self.changed = Event[()]()
        """A reminder was kept; raised on the thread of the loop."""
        self.now, self.reminders = now, tuple[Reminder, ...]()
        self._place = None if folder is None else folder / FILE
        self.sources = sources
        """What it is read from."""
        # Customers are forgotten in another thread than that of the loop.
        self._guard, self._is_read = threading.Lock(), False

    async def start(self) -> None:
        """Read the reminders; what the disk refuses is read before the first is kept."""
        with suppress(OSError):
            await asyncio.to_thread(self.forget, ())

    def due(self) -> tuple[Reminder, ...]:
        """The reminders whose time has come, and that are not done."""
        now = self.now()
        return tuple(each for each in self.reminders if each.text and not each.done_at and each.at <= now)

    async def keep(self, reminder: Reminder) -> None:
        """Keep a reminder in the place of that with its id. Raises DeskError, and keeps nothing then."""
        try:
            await asyncio.to_thread(self._write, lambda each: each.id != reminder.id, reminder)
        except OSError as error:
            raise DeskError(Advice(tr("This could not be written to this disk."), str(error), "")) from error
        self.changed()

    def forget(
        self,
        links: Collection[str],
        quotations: Collection[int] = (),
        is_in: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Erase what hangs on these, whose words somebody `is_in`, and what is over; waits for the disk.

        Raises OSError.
        """
        gone = {*links, *map(reference_of, quotations)}
        self._write(lambda each: each.link not in gone and not is_in(each.text))

    async def tidy(self) -> None:
        """Erase what hangs on quotations and customers that are not kept any more."""
        bookings, quotations = self.sources.bookings, self.sources.quotations
        links = {each.link for each in self.reminders if each.link}
        sales = [await bookings.known(each) for each in links]
        # The customer of another desk's sale is forgotten there.
        gone = {x.request_id for x in sales if x and not (x.customer_name or x.customer_phone)}
        with suppress(DeskError, OSError):
            kept = {each.reference for each in await quotations.ahead(date.min)}
            gone |= {each for each in links if each.startswith("Q-") and each not in kept}
            await asyncio.to_thread(self.forget, gone)

    def _write(self, stays: Callable[[Reminder], bool], *more: Reminder) -> None:
        """Bring the newest state to the disk, after what was kept there was read. Raises OSError."""
        shape, place, before = TypeAdapter(tuple[Reminder, ...]), self._place, self.now() - _KEPT_FOR
        with self._guard:
            kept = self.reminders if self._is_read or place is None else read_value(place, shape) or ()
            after = (*(each for each in kept if stays(each) and not _is_over(each, before)), *more)
            if place is not None and after != kept:
                write_value(place, shape, after)
            self.reminders, self._is_read = after, True

    async def read(self, *, is_whole: bool = True) -> KeptToDo:
        """What is kept now; not `is_whole` is what may be due at once, alone."""
        bookings, moves, watches, quotations, till, owing, travelling = self.sources
        waiting, open_moves = await bookings.waiting(), await moves.open_ones()
        at_once = KeptToDo(waiting, open_moves, watches.rows(), self.reminders)
        if not is_whole:
            return at_once
        today, trouble = self.now().date(), list[str]()
        quoted, owed = tuple[KnownQuotation, ...](), None
        if bookings.is_office_away:
            trouble.append(tr("The office\u2019s database is away. What this desk knows."))
        if not till.is_on:
            trouble.append(tr("The till is off, so nothing is said of money."))
        try:
            owed = await owing.read() if till.is_on else None
        except NotRecordedError as error:
            trouble.append(str(error))
        try:
            quoted = await quotations.ahead(today)
        except DeskError as error:
            trouble.append(error.advice.what)
        owing_ids = [each.first.request_id for each in owed or ()]
        notes = await bookings.notes_of(owing_ids, set(ASKED.values()))
        asked = {id_: max(each.at for each in some) for id_, some in notes.items() if some}
        days = {trip.day for each in quoted for trip in each.trips}
        sold = (await bookings.every(Wanted(travels=tuple(days)))).sales if days else ()
        links = [await bookings.known(each.link) for each in self.reminders if each.link]
        sales = (*filter(travels_from_here, sold), *(each for each in links if each is not None))
        ahead = (today, today + timedelta(days=1)) if travelling.is_on else ()
        boards = tuple([await travelling.board(each) for each in ahead])
        more = {"quotations": quoted, "sold": sales, "owed": owed, "asked": asked, "boards": boards}
        return replace(at_once, **more, trouble=joined(" ", trouble))


def _is_over(reminder: Reminder, before: datetime) -> bool:
    """Whether it ended before then; that a quotation is not wanted goes with the quotation."""
    put_off_to = None if reminder.done_at else reminder.at
    ended = reminder.done_at if reminder.text else put_off_to
    return ended is not None and ended < before

"""The list of one travel date: kept, read, read again, stopped, failed, and the next date that has some."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer

from app.core.tasks import TaskScope
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice
from app.desk.service.advice import KEY, LINE

T = TypeVar("T")
Found_contra = TypeVar("Found_contra", contravariant=True)

SKELETON_AFTER_MS = 200
_READING, _NEXT_DAY = "day", "following"
_DAYS_AHEAD = 7
"""How far the program looks by itself for a date that has something."""


class DayView(Protocol[Found_contra]):
    """What shows the list."""

    def show_reading(self, day: date) -> None:
        """Skeletons: nothing is known of the day."""
        ...

    def show_refreshing(self, day: date) -> None:
        """The rows stay while they are read again."""
        ...

    def show_found(self, found: Found_contra, today: date, /) -> None:
        """What was just read."""
        ...

    def show_kept(self, found: Found_contra, today: date) -> None:
        """What was read before, with its age."""
        ...

    def show_rows(self) -> None:
        """The rows as they were, after a reading that was stopped."""
        ...

    def show_stopped(self) -> None:
        """Nothing is read, because the clerk stopped it."""
        ...

    def show_failure(self, advice: Advice) -> None:
        """Why it could not be read, in place of the rows."""
        ...

    def show_next_day(self, day: date, count: int) -> None:
        """The next date that has some, beneath a list that has none."""
        ...


@dataclass(frozen=True, slots=True)
class Source(Generic[T]):
    """Where a list comes from."""

    read: Callable[[date], Awaitable[T]]
    """Raises DeskError."""
    kept: Callable[[date], Awaitable[T | None]]
    count: Callable[[T], int]
    today: Callable[[], date]


class DayList(Generic[T]):
    """Reads for one page, in its tasks; an older answer never overwrites a newer one."""

    def __init__(
        self, day: date, source: Source[T], view: DayView[T], tasks: TaskScope, parent: QObject
    ) -> None:
        self.day = day
        self._source = source
        self._view = view
        self._tasks = tasks
        self._found: T | None = None
        """What is on screen, read or kept; None when nothing is."""
        self._found_day: date | None = None
        self._is_fresh = False
        self._reading = 0
        self._late = QTimer(parent)
        self._late.setSingleShot(True)
        self._late.setInterval(SKELETON_AFTER_MS)
        self._late.timeout.connect(self._show_reading)

    @property
    def shows_day(self) -> bool:
        """Whether the list on screen is that of the travel date, read or kept."""
        return self._found is not None and self._found_day == self.day

    @property
    def is_fresh(self) -> bool:
        """Whether the travel date was read, and not only kept from before."""
        return self.shows_day and self._is_fresh

    @property
    def is_reading(self) -> bool:
        """Whether a reading is under way."""
        return self._tasks.is_running(_READING)

    def show_day(self, day: date) -> None:
        """Another travel date."""
        if day != self.day:
            self.day = day
            self.read_again()

    def read_again(self) -> None:
        """Read the travel date; a reading that is under way is given up."""
        self._late.start()
        self._reading += 1
        self._tasks.start(_READING, self._read(self.day, self._reading))

    def stop(self) -> None:
        """Give a reading up, and show what there is."""
        self._give_up()
        # Only the reading: the scope also carries other work of the page.
        self._tasks.start(_READING, _nothing())
        if self.shows_day:
            self._view.show_rows()
        else:
            self._view.show_stopped()

    def end(self) -> None:
        """The page is left."""
        self._give_up()

    def _give_up(self) -> None:
        self._late.stop()
        self._reading += 1

    async def _read(self, day: date, reading: int) -> None:
        """Show what was kept of a day, then read and show it, unless something newer was asked for."""
        if not self.shows_day:
            await self._show_kept(day, reading)
        try:
            found = await self._source.read(day)
        except DeskError as error:
            if reading == self._reading:
                self._show_failure(error.advice)
            return
        if reading == self._reading:
            self._late.stop()
            self._take(found, day, is_fresh=True)
            self._view.show_found(found, self._source.today())
            if not self._source.count(found):
                self._tasks.start(_NEXT_DAY, self._find_next(day, reading))

    async def _show_kept(self, day: date, reading: int) -> None:
        kept = await self._source.kept(day)
        if kept is not None and reading == self._reading:
            self._take(kept, day, is_fresh=False)
            self._view.show_kept(kept, self._source.today())

    def _take(self, found: T, day: date, *, is_fresh: bool) -> None:
        self._found, self._found_day, self._is_fresh = found, day, is_fresh

    def _show_failure(self, advice: Advice) -> None:
        """Without a line or a key the list that is there stays, with its age; else the failure is shown."""
        self._late.stop()
        if self._found is not None and self.shows_day and advice.field in (LINE, KEY):
            self._is_fresh = False
            self._view.show_kept(self._found, self._source.today())
        else:
            self._found = None
            self._view.show_failure(advice)

    async def _find_next(self, day: date, reading: int) -> None:
        """Look for the next date that has something, one day after the other."""
        for ahead in range(1, _DAYS_AHEAD + 1):
            following = day + timedelta(days=ahead)
            try:
                count = self._source.count(await self._source.read(following))
            except DeskError:
                return
            if reading != self._reading:
                return
            if count:
                self._view.show_next_day(following, count)
                return

    def _show_reading(self) -> None:
        if self.shows_day:
            self._view.show_refreshing(self.day)
        else:
            self._view.show_reading(self.day)


async def _nothing() -> None:
    """Takes the place of work that is to end."""

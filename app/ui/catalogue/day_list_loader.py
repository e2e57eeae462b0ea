"""Loads the list of a travel date from cache and service, and looks for the next date with entries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Generic

from PySide6.QtCore import QObject, QTimer

from app.core.event import Event
from app.core.frozen import frozen
from app.core.tasks import TaskScope
from app.desk.model.errors import DeskError
from app.desk.model.moment import TO_BE_LISTED, Moment
from app.desk.model.sale import Advice
from app.desk.service.advice import KEY, LINE
from app.ui.catalogue.day_list_browser import DayListBrowser, F, T

SKELETON_AFTER_MS = 200
_READING, _NEXT_DAY = "day", "following"
_DAYS_AHEAD = 7
"""The number of days in which the next date with entries is looked for."""


@frozen
class DayListSource(Generic[F]):
    """The sources of a list."""

    read: Callable[[date], Awaitable[F]]
    """Raises DeskError."""
    kept: Callable[[date], Awaitable[F | None]]
    count: Callable[[F], int]
    today: Callable[[], date]
    moment: Callable[[], Moment]


class DayListLoader(Generic[T, F]):
    """Loads for one page, in its tasks; an older answer never replaces a newer one."""

    def __init__(
        self,
        day: date,
        source: DayListSource[F],
        browser: DayListBrowser[T, F],
        tasks: TaskScope,
        parent: QObject,
    ) -> None:
        self.day = day
        self.shown = Event[()]()
        """Raised when the list of the travel date has come on screen."""
        self.failed = Event[()]()
        """Raised when it could not be read."""
        self._source = source
        self._browser = browser
        self._tasks = tasks
        self._found: F | None = None
        """The list on screen, read or cached; or None."""
        self._found_day: date | None = None
        self._is_cached = False
        self._reading = 0
        self._late = QTimer(parent)
        self._late.setSingleShot(True)
        self._late.setInterval(SKELETON_AFTER_MS)
        self._late.timeout.connect(self._show_reading)

    def use(self, source: DayListSource[F]) -> None:
        """Load from another source from now on."""
        self._source = source

    @property
    def shows_day(self) -> bool:
        """Whether the list on screen is of the travel date."""
        return self._found is not None and self._found_day == self.day

    @property
    def is_fresh(self) -> bool:
        """Whether the list of the travel date was read in the last minutes, not only cached."""
        found, now = self._found, self._source.moment()
        is_read = self.shows_day and not self._is_cached
        return is_read and found is not None and found.read.is_fresh(now, TO_BE_LISTED)

    @property
    def is_reading(self) -> bool:
        """Whether a reading is running."""
        return self._tasks.is_running(_READING)

    @property
    def is_late(self) -> bool:
        """Whether a reading is running that has not come at once."""
        return self.is_reading and not self._late.isActive()

    def show_day(self, day: date) -> None:
        """Load another travel date."""
        if day != self.day:
            self.day = day
            self.read_again()

    def read_again(self) -> None:
        """Read the travel date; a running reading is cancelled."""
        self._late.start()
        self._reading += 1
        self._tasks.start(_READING, self._read(self.day, self._reading))

    async def settle(self) -> None:
        """Wait for a running reading, until it is late."""
        await self._tasks.wait(_READING, SKELETON_AFTER_MS / 1000)

    def stop(self) -> None:
        """Cancel a reading, and show what there is."""
        self._give_up()
        # Only the reading: the scope also has other work of the page.
        self._tasks.cancel(_READING)
        if self.shows_day:
            self._browser.show_rows()
        else:
            self._browser.show_stopped()

    def end(self) -> None:
        """End the loading when the page is left."""
        self._give_up()

    def _give_up(self) -> None:
        self._late.stop()
        self._reading += 1

    async def _read(self, day: date, reading: int) -> None:
        """Show the cached list of a day, then read and show it, unless a newer reading was started."""
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
            self._browser.show_found(found, self._source.today())
            self.shown()
            if not self._source.count(found) and not found.set_aside:
                self._tasks.start(_NEXT_DAY, self._find_next(day, reading))

    async def show_kept(self) -> None:
        """Show the cached list of the travel date, if there is one."""
        await self._show_kept(self.day, self._reading)

    async def _show_kept(self, day: date, reading: int) -> None:
        kept = await self._source.kept(day)
        if kept is not None and reading == self._reading:
            self._take(kept, day, is_fresh=False)
            self._browser.show_kept(kept, self._source.today())
            self.shown()

    def _take(self, found: F, day: date, *, is_fresh: bool) -> None:
        self._found, self._found_day = found, day
        self._is_cached = not is_fresh

    def _show_failure(self, advice: Advice) -> None:
        """Show the failure, or without a line or API key the present list with its age."""
        self._late.stop()
        self.failed()
        if self._found is not None and self.shows_day and advice.field in (LINE, KEY):
            self._is_cached = True
            self._browser.show_kept(self._found, self._source.today())
        else:
            self._found = None
            self._browser.show_failure(advice)

    async def _find_next(self, day: date, reading: int) -> None:
        """Look for the next date with entries, day by day."""
        for ahead in range(1, _DAYS_AHEAD + 1):
            following = day + timedelta(days=ahead)
            try:
                count = self._source.count(await self._source.read(following))
            except DeskError:
                return
            if reading != self._reading:
                return
            if count:
                self._browser.show_next_day(following, count)
                return

    def _show_reading(self) -> None:
        if self.shows_day:
            self._browser.show_refreshing(self.day)
        else:
            self._browser.show_reading(self.day)

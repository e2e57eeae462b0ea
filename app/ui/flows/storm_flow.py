"""The flow of the storm desk: its three steps, and what is opened from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.desk.storm.values import EndState, Phase, Storm, StormHeading
from app.desk.travelling.board import seat_words
from app.ui.storm.storm_page import StormPage, StormPageServices
from app.ui.storm.storm_words import open_words
from app.ui.window.frame import TRAVELLING

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.model.office_rules import OfficeRules
    from app.desk.model.sale import Sale
    from app.ui.bookings.bookings_page import BookingsPage
    from app.ui.flows.all_flows import Flows
    from app.ui.kit.sheets.page import Page
    from app.ui.window.main_window import MainWindow


class StormFlow:
    """Shows the open storm in the step in which it is; it goes on whatever page is shown."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows = window, desk, flows
        self._page: StormPage | None = None
        self._unknown = 0
        self._put_away: tuple[str, Phase, bool] | None = None
        """The step of a storm whose notice was put away."""
        self._tasks = TaskScope(hand_to_loop)
        self._unsubscribe = desk.storm.changed.subscribe(self._follow)
        window.page_shown.connect(self._tell_above)
        window.notice_dismissed.connect(self._note_away)
        self._tell_above(window.current_page)

    def end(self) -> None:
        """Stop following this desk's storm; what is sent goes on until it is stopped."""
        self._unsubscribe()
        self._tasks.cancel_all()
        self._window.page_shown.disconnect(self._tell_above)
        self._window.notice_dismissed.disconnect(self._note_away)
        self._window.show_notice("", about="storm")

    def begin(self, heading: StormHeading, sales: Sequence[Sale]) -> None:
        """Open the storm desk for these sales, and ask for their quotes."""
        self._tasks.start("begin", self._begin(heading, sales))

    def open(self) -> None:
        """Show the open storm, if there is one."""
        if self._desk.storm.storm is not None:
            self._window.show_place(TRAVELLING.key)
            self._flows.navigation.open(self._made)

    def stand_above(self, page: BookingsPage) -> None:
        """Show the storms that ended in the last days above the bookings."""
        self._tasks.start("recent", self._stand_above(page))

    async def _stand_above(self, page: BookingsPage) -> None:
        found = await self._desk.storm.recent()
        if found and isValid(page):
            # Most counters have no storm on most days.
            from app.ui.storm.ended_storms import EndedStorms

            ended = EndedStorms(found)
            ended.opened.connect(self._reopen)
            page.show_above(ended)

    def _reopen(self, storm_id: str) -> None:
        self._tasks.start("begin", self._open_again(storm_id))

    async def _open_again(self, storm_id: str) -> None:
        try:
            await self._desk.storm.reopen(storm_id)
        except DeskError as error:
            self._window.say(str(error.advice))
            return
        self.open()

    @property
    def is_cut_off(self) -> bool:
        """Whether there is a storm of which something is still to be sent."""
        storm = self._desk.storm.storm
        return storm is not None and storm.phase is Phase.CANCELLING

    async def _begin(self, heading: StormHeading, sales: Sequence[Sale]) -> None:
        try:
            # One that has ended gives way; who is told of it stays in Bookings.
            await self._desk.storm.begin(heading, sales)
        except DeskError as error:
            self._window.say(str(error.advice))
            return
        self.open()

    def _made(self) -> Page:
        """The page of the step in which the storm is."""
        storm = self._desk.storm.storm
        if storm is None:
            raise RuntimeError("the page of a storm without one")
        # Most counters have no storm on most days.
        from app.ui.storm.quotes_page import StormQuotesPage
        from app.ui.storm.run_page import StormRunPage

        desk = self._desk
        is_real, words = desk.reader.profile.is_real, _seat_words(desk.rules)
        services = StormPageServices(
            desk.storm, desk.reader.now_here, desk.rules, words, is_practice=not is_real
        )
        page: StormPage
        if storm.phase is Phase.TELLING:
            page = self._telling(services)
        else:
            page = (StormQuotesPage if storm.phase is Phase.QUOTES else StormRunPage)(services)
        page.went_back.connect(partial(self._flows.navigation.go_to, TRAVELLING.key))
        page.booking_asked.connect(self._open_booking)
        page.acted.connect(self._follow)
        self._page = page
        return page

    def _telling(self, services: StormPageServices) -> StormPage:
        from app.ui.storm.told_page import StormToldPage, StormToldWithTillPage

        kind = StormToldWithTillPage if self._desk.till.is_on else StormToldPage
        page = kind(services, self._desk.travelling)
        page.refund_asked.connect(self._give_back)
        page.rebook_asked.connect(self._flows.travelling.rebook_sale)
        page.saved.connect(self._window.say_saved)
        return page

    def _give_back(self, sale: Sale) -> None:
        self._flows.till.open(sale, self.open)

    def _follow(self) -> None:
        storm, page = self._desk.storm.storm, self._page
        # Another page in its place would end what it is at.
        is_idle = self._is_shown and page is not None and not page.is_acting
        if storm is not None and is_idle and page is not None and page.phase is not storm.phase:
            self.open()
        unknown = 0 if storm is None else len(storm.ended(EndState.UNKNOWN))
        if unknown != self._unknown:
            self._unknown = unknown
            self._flows.navigation.note_settled()
        self._tell_above(self._window.current_page)

    @property
    def _is_shown(self) -> bool:
        """Whether a page of the storm desk is on screen."""
        return self._page is not None and isValid(self._page) and self._window.current_page is self._page

    def _tell_above(self, page: Page | None) -> None:
        """Say above a page that a storm is open, unless it shows that itself or that was put away."""
        storm = None if page is not None and page.shows_storm else self._desk.storm.storm
        if storm is not None and _step(storm) == self._put_away:
            storm = None
        self._window.show_notice("" if storm is None else partial(open_words, storm), about="storm")

    def _note_away(self, about: str) -> None:
        storm = self._desk.storm.storm
        if about == "storm" and storm is not None:
            self._put_away = _step(storm)

    def _open_booking(self, request_id: str) -> None:
        storm = self._desk.storm.storm
        parties = () if storm is None else storm.parties
        party = next((each for each in parties if each.key == request_id), None)
        if party is not None and party.end is EndState.UNKNOWN:
            self._flows.navigation.open_of_storm(party.intent_id)
        else:
            self._flows.navigation.show_booking(request_id)


def _step(storm: Storm) -> tuple[str, Phase, bool]:
    """What is new about a storm once it is another one."""
    return storm.id, storm.phase, storm.is_running


def _seat_words(rules: OfficeRules) -> Callable[[Sale, int], str]:
    """What says the seats of a sale, worked out once for each: the rows are shown every second."""
    known: dict[tuple[str, int], str] = {}

    def words(sale: Sale, seats: int) -> str:
        key = sale.request_id, seats
        if key not in known:
            known[key] = seat_words(sale, seats, rules.branding)
        return known[key]

    return words

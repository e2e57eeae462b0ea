"""Watches which outcomes of sales are on screen, and tells above the page of those that never were."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.core.language import mark
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.payment.payments import Ending
from app.ui.basket.basket_page import BasketPage
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.bookings.unknown_sale_words import unseen_words
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

_SEEN_MS = 1000
"""How long an outcome stands before it was seen."""
_WHERE = mark("It was not on screen before. Bookings has it, Alt 2.")


class UnseenWatch:
    """Tells of a sale that was settled by itself, or just before a kill, until that is put away."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window, self._unseen = window, desk.unseen
        self._tasks = TaskScope(hand_to_loop)
        self._standing: list[str] = []
        self._is_closing = False
        """Whether the window waited to close when the newest of them ended: nobody sees it then."""
        self._told: tuple[str, ...] = ()
        """The requests in the notice."""
        self._delay = ScreenDelay(window, _SEEN_MS, self._see)
        self._ends = (
            # The page on which somebody pays is not left before it shows the outcome.
            desk.payments.ended.subscribe(self._note_ending),
            desk.unknown_outcomes.changed.subscribe(self._note_news),
        )
        window.notice_dismissed.connect(self._put_away)
        self._tasks.start("telling", self._tell())

    def end(self) -> None:
        """Stop watching; what stands on screen now was seen."""
        if self._standing and not self._is_closing:
            self._see()
        for each in self._ends:
            each()
        self._window.notice_dismissed.disconnect(self._put_away)
        self._delay.stop()
        self._delay.deleteLater()
        self._tasks.cancel_all()
        self._window.show_notice("", about="unseen")

    def _note_ending(self, ending: Ending) -> None:
        self._is_closing = self._window.is_settling
        self._stand(ending.request_id)

    def _note_news(self, request_id: str) -> None:
        page = self._window.current_page
        shows = isinstance(page, UnknownOutcomePage | BasketPage) and page.request_id == request_id
        if shows:
            self._stand(request_id)
        else:
            self._tasks.start(request_id, self._note(request_id))

    def _stand(self, request_id: str) -> None:
        self._standing.append(request_id)
        self._delay.start()

    def _see(self) -> None:
        self._unseen.see(*self._standing)
        self._standing.clear()

    async def _note(self, request_id: str) -> None:
        await self._unseen.note(request_id)
        await self._tell()

    async def _tell(self) -> None:
        sales = await self._unseen.sales()
        self._told = tuple(each.request_id for each in sales)
        words = partial(unseen_words, sales) if sales else ""
        self._window.show_notice(words, _WHERE, about="unseen")

    def _put_away(self, about: str) -> None:
        if about == "unseen":
            self._unseen.see(*self._told)

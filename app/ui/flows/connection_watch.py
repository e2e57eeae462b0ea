"""Watches whether the service answers; shows it when not, and retries automatically."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import chain, repeat
from typing import TYPE_CHECKING

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

PAUSES = (5, 10, 20)
LONGEST_PAUSE = 30
"""The pauses between tries, in seconds."""
SECOND = 1.0
"""How long a second of a pause takes."""
_TRYING = "trying"


class ConnectionWatch:
    """Shows in the frame whether the readings of a desk are answered."""

    def __init__(self, window: MainWindow, desk: Desk, read_again: Callable[[], None]) -> None:
        self._window = window
        self._desk = desk
        self._read_again = read_again
        self._is_online = True
        self._tasks = TaskScope(hand_to_loop)
        reader = desk.reader
        self._unsubscribe = reader.called.subscribe(self._note)
        self._hear_no_more = reader.answered_otherwise.subscribe(
            lambda: window.show_otherwise(otherwise=True)
        )
        window.show_otherwise(otherwise=reader.answers_otherwise)
        window.try_asked.connect(self._try_now)
        window.notice_dismissed.connect(self._accept)

    def end(self) -> None:
        """Stop watching, and remove the message about the line."""
        self._unsubscribe()
        self._hear_no_more()
        self._window.try_asked.disconnect(self._try_now)
        self._window.notice_dismissed.disconnect(self._accept)
        self._tasks.cancel_all()
        self._window.show_online(online=True)
        self._window.show_otherwise(otherwise=False)
        self._window.show_notice("", about="clock")
        self._window.show_notice("", about="zone")

    def tell_clock(self) -> None:
        """Show what is wrong with this computer's clock, and that its time zone is another one."""
        self._window.show_notice(self._desk.reader.clock_warning, about="clock")
        self._window.show_notice(self._desk.reader.zone_warning, about="zone")

    def _accept(self, about: str) -> None:
        if about == "zone":
            self._desk.reader.accept_zone()

    def _note(self, reached: object) -> None:
        """Note whether the service answered a reading; an answer also has its time."""
        self.tell_clock()
        if bool(reached) == self._is_online:
            return
        self._is_online = bool(reached)
        since = self._desk.reader.now_here()
        self._window.show_online(online=self._is_online, since=since)
        if self._is_online:
            # A running try has ended by this, or is no longer needed.
            self._window.show_wallet(self._desk.wallet.newest)
        else:
            self._window.show_wallet(self._desk.wallet.newest, is_old=True)
            self._tasks.start(_TRYING, self._try())

    def _try_now(self) -> None:
        self._tasks.start(_TRYING, self._try(at_once=True))

    async def _try(self, *, at_once: bool = False) -> None:
        """Read the wallet until it is answered, with growing pauses; then the list on screen."""
        pauses = chain((0,) if at_once else (), PAUSES, repeat(LONGEST_PAUSE))
        for pause in pauses:
            for left in range(pause, 0, -1):
                if self._is_online:
                    return
                self._window.offline.show_next_try(left)
                await asyncio.sleep(SECOND)
            self._window.offline.show_trying()
            if await self._answers():
                self._read_again()
                return

    async def _answers(self) -> bool:
        try:
            await self._desk.wallet.read()
        except DeskError:
            # A refusal is an answer too: the line works.
            return self._is_online
        return True

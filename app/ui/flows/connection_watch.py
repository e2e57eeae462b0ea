"""Whether the service answers: while it does not, the counter says so and tries again by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import chain, repeat
from typing import TYPE_CHECKING

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

PAUSES = (5, 10, 20)
LONGEST_PAUSE = 30
"""How long to wait between two tries, in seconds."""
_TRYING = "trying"


class ConnectionWatch:
    """Stands between the readings of a desk and the window's frame."""

    def __init__(self, window: MainWindow, desk: Desk, read_again: Callable[[], None]) -> None:
        self._window = window
        self._desk = desk
        self._read_again = read_again
        self._is_online = True
        self._tasks = TaskScope(hand_to_loop)
        self._unsubscribe = desk.reader.called.subscribe(self._note)
        window.try_asked.connect(self._try_now)

    def end(self) -> None:
        """Watch no more, and take back what the frame says of the line."""
        self._unsubscribe()
        self._window.try_asked.disconnect(self._try_now)
        self._tasks.cancel_all()
        self._window.show_online(online=True)
        self._window.show_notice("", about="clock")

    def _note(self, reached: object) -> None:
        """The service answered a reading, or did not; an answer tells the time as well."""
        self._window.show_notice(self._desk.reader.clock_warning(), about="clock")
        if bool(reached) == self._is_online:
            return
        self._is_online = bool(reached)
        since = formats.clock_time(self._desk.reader.now_here())
        self._window.show_online(online=self._is_online, since=since)
        if self._is_online:
            # What was being tried has either come to its end by this or is not needed any more.
            self._window.show_wallet(self._desk.wallet.last)
        else:
            self._window.show_wallet(self._desk.wallet.last, is_old=True)
            self._tasks.start(_TRYING, self._try())

    def _try_now(self) -> None:
        self._tasks.start(_TRYING, self._try(at_once=True))

    async def _try(self, *, at_once: bool = False) -> None:
        """Read the wallet until it is answered, at growing distances; then the list that is on screen."""
        pauses = chain((0,) if at_once else (), PAUSES, repeat(LONGEST_PAUSE))
        for pause in pauses:
            for left in range(pause, 0, -1):
                if self._is_online:
                    return
                self._window.offline.show_next_try(left)
                await asyncio.sleep(1)
            self._window.offline.show_trying()
            if await self._answers():
                self._read_again()
                return

    async def _answers(self) -> bool:
        try:
            await self._desk.wallet.read()
        except DeskError:
            # A refusal is an answer too: the line is there.
            return self._is_online
        return True

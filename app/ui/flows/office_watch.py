"""Lets the page on screen and the wallet in the frame follow what other desks of the office do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk


class OfficeWatch:
    """Follows the office's shared database, also when that is lost or back again."""

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        show_wallet: Callable[[], None],
        follow_clerks: Callable[[], None],
    ) -> None:
        """`show_wallet` shows the newest known reading, which may be another desk's.

        `follow_clerks` reads who still works here.
        """
        self._follow_clerks = follow_clerks
        self._window = window
        self._desk = desk
        self._show_wallet = show_wallet
        self._tasks = TaskScope(hand_to_loop)
        self._loop = asyncio.get_running_loop()
        sharing = desk.local_cache.sharing
        self._ends = (sharing.told.subscribe(self._hear), sharing.changed.subscribe(self._hear))

    def end(self) -> None:
        """Stop following."""
        for end in self._ends:
            end()
        self._tasks.cancel_all()

    def _hear(self) -> None:
        """Called in any thread."""
        self._loop.call_soon_threadsafe(self._follow)

    def _follow(self) -> None:
        self._tasks.start("wallet", self._read_wallet())
        self._window.follow_office()
        self._follow_clerks()

    async def _read_wallet(self) -> None:
        last = self._desk.wallet.last
        if last is None:
            return
        found = await self._desk.wallet_history.newest(last, self._desk.reader.moment())
        if found is not None:
            with suppress(DeskError):
                await self._desk.wallet.learn(found)
            self._show_wallet()

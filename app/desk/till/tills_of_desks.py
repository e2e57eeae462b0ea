"""The tills of an office's desks: this one is handed in, and those of the others are read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.office.office_sync import AwayError, OfficeSync
from app.desk.till.till_day import OthersTills, checked

if TYPE_CHECKING:
    from app.store.office.shared_database import SharedDatabase
    from app.store.office.till_lines import OfficeTills
    from app.store.till.till_book import TillBook, TillEntry

log = logging.getLogger(__name__)


class TillsOfDesks:
    """Hands this desk's book in, and reads the others'. It never delays a payment."""

    def __init__(self, sharing: OfficeSync, desk: str) -> None:
        self._sharing, self._desk = sharing, desk
        self._book: TillBook | None = None
        self._tasks = TaskScope(hand_to_loop)
        sharing.follow(self._hand_in)

    def use(self, book: TillBook | None) -> None:
        """Hand this book in from now on; None before it is closed."""
        self._book = book

    def tell(self) -> None:
        """Hand in what is new, without waiting for it."""
        if self._sharing.is_used:
            self._tasks.start("handing in", asyncio.to_thread(self._sharing.hand_in))

    async def others(self, since: datetime, until: datetime) -> OthersTills:
        """What the tills of other desks did from `since` to before `until`."""
        return await asyncio.to_thread(self._others, since, until)

    async def finish(self) -> None:
        """Wait until what is new was handed in."""
        await self._tasks.finish()

    def _others(self, since: datetime, until: datetime) -> OthersTills:
        from app.store.office.till_lines import others_tills
        from app.store.till.errors import UNREADABLE
        from app.store.till.till_book import entry_of

        if not self._sharing.is_used:
            return OthersTills({})

        def ask(place: SharedDatabase) -> OfficeTills:
            return others_tills(place.office, self._desk, since, until)

        try:
            found = self._sharing.ask(ask)
        except AwayError:
            return OthersTills({}, is_known=False)
        entries: dict[str, Sequence[TillEntry]] = {}
        broken = [*found.broken]
        for desk in sorted(found.lines.keys() - set(broken)):
            try:
                entries[desk] = checked(tuple(map(entry_of, found.lines[desk])))
            except UNREADABLE:
                # Of a newer program, or no entry at all: nothing of it is added up.
                broken.append(desk)
        return OthersTills(entries, tuple(sorted(broken)))

    def _hand_in(self, place: SharedDatabase) -> None:
        book = self._book
        if book is None:
            return
        from app.store.office.till_lines import hand_in_till
        from app.store.till.errors import TillError

        try:
            hand_in_till(place.office, self._desk, book)
        except TillError:
            # The office's database is not to blame, and is used for all else.
            log.exception("The till's book could not be handed in.")

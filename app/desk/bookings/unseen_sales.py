"""The sales whose outcome nobody has seen: they are told of until a person puts that away."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.sale import Sale
from app.store.files.whole_file import replace_file
from app.store.journal.errors import JournalError
from app.store.journal.journal import Journal
from app.store.journal.states import Kind

log = logging.getLogger(__name__)

FILE = "seen.json"
"""Up to which entry of the journal the outcomes were seen, and the requests before it that were not."""


class UnseenSales:
    """The sales of this counter that ended while their page was not on screen, such as before a kill.

    It decides about no money: what cannot be read or kept is logged.
    """

    def __init__(
        self, journal: Journal, sale_of: Callable[[str], Awaitable[Sale | None]], folder: Path | None
    ) -> None:
        """`sale_of` returns the sale of a request; `folder` is the profile's, without it nothing is kept."""
        self._journal, self._sale_of = journal, sale_of
        self._place = None if folder is None else folder / FILE
        self._left: dict[str, None] = {}
        self._tasks = TaskScope(hand_to_loop)

    async def begin(self) -> None:
        """Find what had ended when the program did; at the first start nothing counts as unseen."""
        found = await asyncio.to_thread(self._found)
        self._left = dict.fromkeys(found or ())
        if found is None:
            self._keep_soon()

    async def finish(self) -> None:
        """Wait until what was seen is on the disk."""
        await self._tasks.finish()

    async def sales(self) -> tuple[Sale, ...]:
        """Those with a known outcome, in the order in which it was found."""
        found = [await self._sale_of(each) for each in tuple(self._left)]
        return tuple(each for each in found if each is not None and not each.is_open)

    async def note(self, request_id: str) -> None:
        """Add a sale of which there is news that is not on screen, if its outcome is known now."""
        sale = await self._sale_of(request_id)
        if sale is not None and not sale.is_open:
            self._left[request_id] = None
            self._keep_soon()

    def hold(self, request_id: str) -> None:
        """Keep that this has ended and was not on screen yet.

        It is written with whatever is kept next: until then the journal tells it by itself.
        """
        self._left[request_id] = None

    def see(self, *request_ids: str) -> None:
        """Take out what has been on screen, or was put away."""
        for each in request_ids:
            self._left.pop(each, None)
        self._keep_soon()

    def _found(self) -> list[str] | None:
        """What was not seen; None when nothing is kept about it."""
        if self._place is None:
            return []
        try:
            kept = json.loads(self._place.read_bytes())
            return [*map(str, kept["unseen"]), *self._ended_after(int(kept["entry"]))]
        except FileNotFoundError:
            log.info("From now on it is kept what was on screen.")
        except (OSError, ValueError, LookupError, TypeError, JournalError):
            log.warning("What was on screen before is not known.", exc_info=True)
        return None

    def _ended_after(self, number: int) -> list[str]:
        changed = self._journal.changes(number)
        return [each.request_id for each in changed if each.kind is Kind.CREATE and not each.is_open]

    def _keep_soon(self) -> None:
        if self._place is not None:
            self._tasks.follow("keep", partial(self._keep, self._place))

    async def _keep(self, place: Path) -> None:
        newest = self._journal.newest
        kept = {"entry": 0 if newest is None else newest.seq, "unseen": list(self._left)}
        try:
            await asyncio.to_thread(replace_file, place, json.dumps(kept).encode())
        except OSError:
            log.warning("What was on screen could not be kept.", exc_info=True)

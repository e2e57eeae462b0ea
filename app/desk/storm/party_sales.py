"""The sales of a storm's parties as they are known now, and which of them cannot be cancelled here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from app.core.language import tr
from app.desk.bookings.bookings import Bookings
from app.desk.model.sale import Sale
from app.desk.storm import storm_words
from app.desk.storm.journal_ends import JournalEnds


class PartySales:
    """Asks bookings and journal; it never asks the service."""

    def __init__(self, bookings: Bookings, ends: JournalEnds, plan_of: Callable[[str], str]) -> None:
        """`plan_of` says that a sale stands in another desk's running plan; empty when it does not."""
        self._bookings, self._ends, self._plan_of = bookings, ends, plan_of

    async def of(self, request_id: str) -> Sale | None:
        """The sale with this request number as this counter or the office has it; None when none has it."""
        return await self._bookings.own(request_id) or await self._bookings.known(request_id)

    async def newest(self, sale: Sale) -> tuple[Sale, str]:
        """The sale with what all desks have cancelled of it, and why it cannot be cancelled here, if so."""
        found = await self.of(sale.request_id) or sale
        office = await self._bookings.joined(found.booking_ref, "BOAT" if found.is_boat else "ACTIVITY")
        if office is not None:
            found = replace(found, released=office.sale.released)
        return found, await self._forbids(found)

    async def _forbids(self, sale: Sale) -> str:
        since = await asyncio.to_thread(self._ends.sent_since, sale.booking_ref)
        if sale.is_open or since is not None:
            return storm_words.left_out_unknown(since or sale.sold_at)
        if sale.is_of_other:
            return tr("Other key, cancel it there. Left out.")
        if sale.is_gone:
            return tr(storm_words.ALREADY_CANCELLED)
        return self._plan_of(sale.request_id) or ("" if sale.may_be_cancelled else tr(storm_words.NOT_BOOKED))

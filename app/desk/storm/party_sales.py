"""The sales of a storm's parties as they are known now, and which of them cannot be cancelled here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.core.language import tr
from app.desk.bookings.booking_values import STORM, STORM_OVER
from app.desk.bookings.bookings import Bookings
from app.desk.model.sale import Sale
from app.desk.storm import storm_words
from app.desk.storm.journal_ends import JournalEnds
from app.store.register.values import KeptNote


class PartySales:
    """Asks bookings and journal; it never asks the service."""

    def __init__(self, bookings: Bookings, ends: JournalEnds) -> None:
        self._bookings, self._ends = bookings, ends
        self._plans: dict[str, str] = {}
        """The sentences about the parties that stand in the running plan of another desk."""

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

    async def read_plans(self, sales: Iterable[Sale]) -> None:
        """Read which of these sales stand in the running plan of another desk of the office."""
        asked = [each.request_id for each in sales]
        told = await self._bookings.notes_of(asked, {STORM, STORM_OVER})
        self._plans = {
            key: storm_words.other_desk(at[0]) for key, notes in told.items() if (at := _desks(notes))
        }

    def plan_of(self, request_id: str) -> str:
        """The sentence that another desk's running plan has this sale; empty when none was read."""
        return self._plans.get(request_id, "")

    async def _forbids(self, sale: Sale) -> str:
        since = await asyncio.to_thread(self._ends.sent_since, sale.booking_ref)
        if sale.is_open or since is not None:
            return storm_words.left_out_unknown(since or sale.sold_at)
        if sale.is_of_other:
            return tr("Other key, cancel it there. Left out.")
        if sale.is_gone:
            return tr(storm_words.ALREADY_CANCELLED)
        return self.plan_of(sale.request_id) or ("" if sale.may_be_cancelled else tr(storm_words.NOT_BOOKED))


def _desks(notes: Sequence[KeptNote]) -> tuple[str, ...]:
    """The names of the other desks in whose running plan a sale stands, by its notes, oldest first."""
    newest = {each.desk: each.code for each in notes if each.desk}
    return tuple(desk for desk, code in newest.items() if code == STORM)

"""Tells the desks of an office from each other that they are at cancelling the same booking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.booking_values import OfficeBooking
from app.desk.cancellation.refund_quote import Booking
from app.desk.model import formats
from app.desk.model.moment import TO_BE_SENT
from app.desk.office.office_database import OfficeDatabase
from app.desk.office.office_sync import AwayError, OfficeSync

if TYPE_CHECKING:
    from app.store.office.cancelling import AtBooking, KeptCancelling
    from app.store.office.shared_database import SharedDatabase

log = logging.getLogger(__name__)

T = TypeVar("T")
OfficeLook = Callable[[str, str], Awaitable[OfficeBooking | None]]
"""What all desks of the office know of a booking, by its PNR and module."""
_LASTS = TO_BE_SENT + timedelta(seconds=15)
"""A page quotes again as often as a quote grows too old; one that died is not waited for longer."""
_AT_IT = mark("{clerk} is cancelling of this booking at desk {desk}, since {time}.")
_DESK_AT_IT = mark("Desk {desk} is cancelling of this booking, since {time}.")


class CancellingDesks:
    """What other desks are told of this one between quote and cancelling, and this one of them.

    It hinders nothing: whoever comes second is told so, and decides.
    """

    def __init__(
        self, look: OfficeLook, sharing: OfficeSync, office: OfficeDatabase, clerk: Callable[[], str]
    ) -> None:
        """`look` gives what all desks know of a booking; `clerk` who is on duty, empty for nobody."""
        self.look = look
        self._sharing = sharing
        self._office = office
        self._clerk = clerk
        self._tasks = TaskScope(hand_to_loop)
        self._numbers = count()

    @property
    def is_away(self) -> bool:
        """Whether the office's database is away, so that nobody knows what other desks do."""
        return bool(self._sharing.unknown)

    async def begin(self, booking: Booking) -> str:
        """Tell others that this desk is at a booking, or still. Returns who else is, or that nobody knows."""
        at, clerk = _at(booking), self._clerk()

        def note(place: SharedDatabase) -> tuple[KeptCancelling, ...]:
            place.begin_cancelling(clerk, at, _LASTS)
            return place.others_cancelling(at)

        return await asyncio.to_thread(self._ask, note)

    async def others(self, booking: Booking) -> str:
        """Who else is at a booking, or that nobody knows; empty for no one."""
        return await asyncio.to_thread(self._ask, lambda place: place.others_cancelling(_at(booking)))

    def end(self, booking: Booking) -> None:
        """Tell others that this desk is no longer at a booking, without waiting for that."""
        self._tasks.start(f"end {next(self._numbers)}", self._end(booking))

    async def finish(self) -> None:
        """Wait until others were told."""
        await self._tasks.finish()

    async def _end(self, booking: Booking) -> None:
        def note(place: SharedDatabase) -> tuple[KeptCancelling, ...]:
            place.end_cancelling(_at(booking))
            return ()

        await asyncio.to_thread(self._ask, note)

    def _ask(self, question: Callable[[SharedDatabase], tuple[KeptCancelling, ...]]) -> str:
        if not self._sharing.is_used:
            return ""
        try:
            found = self._sharing.ask(question)
        except AwayError:
            return self._sharing.unknown
        return joined(" ", map(self._words, found))

    def _words(self, found: KeptCancelling) -> str:
        words = _AT_IT if found.clerk else _DESK_AT_IT
        time = formats.since(found.since.astimezone())
        return tr(words, clerk=found.clerk, desk=self._office.name_of(found.desk), time=time)


def _at(booking: Booking) -> AtBooking:
    from app.store.office.cancelling import AtBooking

    return AtBooking("BOAT" if booking.is_boat else "ACTIVITY", booking.booking_ref)

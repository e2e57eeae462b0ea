"""What clerks note of bookings, kept in the register from the moment a sale is sent.

A note is only added, here and in the office's database; the newest of its kind counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from app.core.language import mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.booking_values import FOR_US, NOTES, ON_VOUCHER, PRINTED, notes_in
from app.desk.bookings.bookings import Bookings
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice
from app.desk.model.sale_notes import SaleNotes, usual_words
from app.store.register.values import KeptNote

ERASED = mark("The notes were erased with the customer.")


class BookingNotes:
    """Reads and keeps the notes of bookings, by the request numbers of their sales."""

    def __init__(self, bookings: Bookings, clerk: Callable[[], str]) -> None:
        """`clerk` is the name of who is on duty, empty without clerks."""
        self._bookings, self._clerk = bookings, clerk
        self._begun: set[str] = set()
        self._tasks = TaskScope(hand_to_loop)

    async def of(self, request_id: str) -> Sequence[KeptNote]:
        """All notes of a sale and when its voucher was printed, the oldest first.

        `notes_in` has those that count. Empty where the register cannot be read.
        """
        return (await self._bookings.notes_of((request_id,), NOTES | {PRINTED}))[request_id]

    async def keep(
        self, request_id: str, notes: SaleNotes, seen: SaleNotes | None = None
    ) -> tuple[KeptNote, ...] | None:
        """Keep these notes of a sale, as far as they differ from what stands there.

        With `seen`, what the clerk began with, only what was typed over is kept. Returns what others have
        written there meanwhile, and keeps nothing then; empty once it is kept, None when it could not be.
        Raises DeskError where the customer was erased.
        """
        if await self._bookings.is_erased(request_id):
            raise DeskError(Advice(tr(ERASED), tr("Nothing that is typed here is kept."), ""))
        found = await self.of(request_id)
        newest, stands = {each.code: each for each in found}, by_code(notes_in(found))
        began = stands if seen is None else by_code(seen)
        given = by_code(notes).items()
        typed = {code: said for code, said in given if said not in (stands[code], began[code])}
        others = tuple(newest[code] for code in typed if code in newest and stands[code] != began[code])
        for code, said in () if others else typed.items():
            after = newest[code].at if code in newest else None
            if not await self._bookings.note(request_id, code, said, self._clerk(), after):
                return None
        return others

    def begin(self, request_id: str, notes: SaleNotes) -> None:
        """Keep the notes of an order that is about to be sent, whatever becomes of it.

        So they are there also when its outcome is found after a restart. An equal order that was never sent
        may have had the number before, with other notes.
        """
        if any(notes) or request_id in self._begun:
            self._begun.add(request_id)
            self._tasks.start(request_id, self.keep(request_id, notes))

    async def usual_words(self, otherwise: Iterable[str]) -> tuple[str, ...]:
        """The two words used most by the notes on vouchers of this desk as they are now, else `otherwise`."""
        own = await self._bookings.own_notes({ON_VOUCHER})
        sales = [*dict.fromkeys(each.request_id for each in reversed(own))][:200]
        found = await self._bookings.notes_of(sales, {ON_VOUCHER})
        return usual_words([notes_in(each).on_voucher for each in found.values()], otherwise)

    async def finish(self) -> None:
        """Wait until what was begun is kept."""
        await self._tasks.finish()


def by_code(notes: SaleNotes) -> dict[str, str]:
    """The notes by their codes in the register."""
    return dict(zip((FOR_US, ON_VOUCHER), notes, strict=True))


def printed_without(note: str, found: Sequence[KeptNote]) -> datetime | None:
    """When the voucher was printed last, by these notes in their order, if it has another note than this."""
    printed = next((each.at for each in reversed(found) if each.code == PRINTED), None)
    before = [each for each in found if printed and each.at <= printed]
    return None if notes_in(before).on_voucher == note else printed

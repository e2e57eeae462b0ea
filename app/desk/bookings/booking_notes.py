"""What clerks note of bookings, kept in the register from the moment a sale is sent.

A note is only added, here and in the office's database; the newest of its kind counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from datetime import datetime

from app.core.event import Event
from app.core.frozen import frozen
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.booking_values import FOR_US, NOTES, ON_VOUCHER, PRINTED, notes_in
from app.desk.bookings.bookings import Bookings
from app.desk.model.sale_notes import SaleNotes, usual_words
from app.store.register.values import KeptNote

_LATEST = 200
"""The notes of this desk in which usual words are counted."""


@frozen
class NoteHistory:
    """The notes of one booking; an empty text is of one that was taken out."""

    kept: Mapping[str, tuple[KeptNote, ...]] = field(default_factory=dict[str, tuple[KeptNote, ...]])
    """By their code, the newest first."""
    printed_at: datetime | None = None
    """When its voucher was printed last; None when it was not."""
    notes: SaleNotes = field(default=SaleNotes(), repr=False)
    """Those that count now."""

    @property
    def printed(self) -> str:
        """The note on that voucher."""
        at, notes = self.printed_at, self.kept.get(ON_VOUCHER, ())
        return next((each.said for each in notes if at is not None and each.at <= at), "")


@frozen
class NotesKept:
    """What became of notes that were to be kept."""

    changed: tuple[KeptNote, ...] = ()
    """What others have written meanwhile in place of a note that was typed over: nothing is kept then."""
    is_kept: bool = False
    is_office_away: bool = False


class BookingNotes:
    """Reads and keeps the notes of bookings, by the request numbers of their sales."""

    def __init__(self, bookings: Bookings, clerk: Callable[[], str]) -> None:
        """`clerk` is the name of who is on duty, empty without clerks."""
        self._bookings, self._clerk = bookings, clerk
        self._begun: set[str] = set()
        self._tasks = TaskScope(hand_to_loop)
        self.changed = Event[str, SaleNotes]()
        """The notes of a request number are others now."""

    async def of(self, request_id: str) -> NoteHistory:
        """The notes of a sale with what stood there before; empty where the register cannot be read."""
        found = (await self._bookings.notes_of((request_id,), NOTES | {PRINTED}))[request_id]
        kept = {code: tuple(each for each in reversed(found) if each.code == code) for code in NOTES}
        printed = [each.at.astimezone() for each in found if each.code == PRINTED]
        return NoteHistory(kept, max(printed, default=None), notes_in(found))

    async def keep(self, request_id: str, notes: SaleNotes, seen: SaleNotes | None = None) -> NotesKept:
        """Keep these notes of a sale, as far as they differ from what stands there.

        With `seen`, what the clerk began with, only what was typed over is kept, and nothing at all where
        another has written something else there meanwhile.
        """
        now = await self.of(request_id)
        stands, began = by_code(now.notes), by_code(seen or now.notes)
        typed = {
            code: text for code, text in by_code(notes).items() if text not in (stands[code], began[code])
        }
        others = [now.kept[code][0] for code in typed if stands[code] != began[code] and now.kept[code]]
        if others:
            return NotesKept(tuple(others))
        clerk, done = self._clerk(), list[bool]()
        for code, text in typed.items():
            after = now.kept[code][0].at if now.kept[code] else None
            done.append(await self._bookings.note(request_id, code, text, clerk, after))
        self.changed(request_id, SaleNotes(*(stands | typed).values()))
        return NotesKept((), all(done), self._bookings.is_office_away)

    def begin(self, request_id: str, notes: SaleNotes) -> None:
        """Keep the notes of an order that is about to be sent, whatever becomes of it.

        So they are there also when its outcome is found after a restart. An equal order that was never sent
        may have had the number before, with other notes.
        """
        if any(notes) or request_id in self._begun:
            self._begun.add(request_id)
            self._tasks.start(request_id, self._begin(request_id, notes))

    async def _begin(self, request_id: str, notes: SaleNotes) -> None:
        await self.keep(request_id, notes)

    async def usual_words(self, otherwise: Iterable[str]) -> tuple[str, ...]:
        """The two words used most in this desk's notes on vouchers; `otherwise` where there are too few."""
        found = await self._bookings.own_notes({ON_VOUCHER})
        return usual_words([each.said for each in reversed(found[-_LATEST:])], otherwise)

    async def finish(self) -> None:
        """Wait until what was begun is kept."""
        await self._tasks.finish()


def by_code(notes: SaleNotes) -> dict[str, str]:
    """The notes by their codes in the register."""
    return {FOR_US: notes.for_us, ON_VOUCHER: notes.on_voucher}

"""The bookings of this counter, read page by page from the register, which follows the money journal.

Only the journal decides what a sale is; without a register its sales are shown, with a sentence about that.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from bisect import insort
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from app.api.messages.requests import Module
from app.core.language import Wording, joined, mark, tr
from app.desk.bookings import sale_records
from app.desk.bookings.booking_values import (
    KEPT_WORDS,
    NOTES,
    PRINTED,
    STATUS,
    Booked,
    BookPage,
    Cursor,
    OfficeBooking,
    Wanted,
    kept_cancellations,
    kept_sale,
    kept_times,
    last_reading,
    looked_up_sale,
    made_of,
    note_of,
    notes_in,
    shown_sale,
    with_all_desks,
    with_notes,
    with_others,
    words_in,
    words_note,
)
from app.desk.bookings.journal_sales import JournalSales, SaleKey
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.bookings.local_cache import LocalCache, Striking
from app.desk.bookings.passenger_names import LATELY, PassengerNames, wanted_of
from app.desk.model.booking import says_cancelled
from app.desk.model.sale import KeptWords, Sale
from app.desk.office.office_changes import note_corrected
from app.desk.office.office_sync import AwayError
from app.desk.payment.evidence_journal import agent_of
from app.desk.payment.journal_facts import SET_BACK, newest_attempts, text
from app.desk.payment.order import PEOPLE
from app.desk.service.either_module import either_module
from app.desk.service.service_reader import ServiceReader
from app.desk.service.spelt_pnr import as_spelt
from app.desk.service.status_parsing import StatusReading, status_reading
from app.store.journal.journal import Attempt, Journal, LogEntry
from app.store.journal.states import State, is_open
from app.store.office.outbox import LOOKED_UP, NOTE, SALES, NoteBody
from app.store.office.outbox import NOTES as NOTE_BODIES
from app.store.register.values import KeptNote, KeptSale, Position

if TYPE_CHECKING:
    from app.store.office.shared_database import SharedDatabase
    from app.store.register.register import Register, RegisterPage

log = logging.getLogger(__name__)

T = TypeVar("T")
_HELPING = 200
_ENTRIES = 3
"""The entries of a sale that went as it should: prepared, dispatched, settled."""
_HELD = timedelta(days=31)
"""How far back what the office keeps is held against the journal at each start, like closed days."""
_MOST_NAMED = 5
_SHARED_SECONDS = 2
"""How long what other desks have sold may lack the names of its passengers in a search."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_BEFORE_ALL = 1
"""The number before that of every row: a page goes on before a moment, within its period."""
_AT_ONCE = 500
"""The sales that are asked for at once when all of them are wanted."""
_AS_EVENTS = "events "
_HAS_LOST = mark("It has lost what this desk had handed in. It is handed in again.")
PAGE = 60
"""The number of sales on a page."""


class _Hand:
    """How far the journal is stored in one register, that of this desk or of the office."""

    def __init__(self) -> None:
        self.handing = threading.Lock()
        self.handed: int | None = None
        """The number of the newest entry that the register has; None before it was asked."""
        self._is_held = False
        self.told: Position | None = None
        """What the register itself keeps about that; None for nothing."""

    def begins_holding(self) -> bool:
        """Whether this is the first time that what it keeps of this desk is held against the journal."""
        was_held, self._is_held = self._is_held, True
        return not was_held

    def reached(self, number: int, told: Position | None) -> None:
        """The register has all up to this entry now, and keeps this about it."""
        self.handed, self.told = number, told


class Bookings:
    """The bookings. Methods wait in a thread; a failure of the register never stops a sale."""

    def __init__(
        self, journal: Journal, memory: LocalCache, reader: ServiceReader, clock: Callable[[], datetime]
    ) -> None:
        self._journal = journal
        self._memory = memory
        self._reader = reader
        self.clock = clock
        self._sales = JournalSales(journal)
        self._names = PassengerNames(self._names_kept)
        self._meeting = threading.Lock()
        self._hands: WeakKeyDictionary[Register, _Hand] = WeakKeyDictionary()
        memory.sharing.follow(self._hand_office)
        self.erased: Wording = ""
        """What was erased by age since the start, in a sentence; empty for nothing."""
        self._readings: dict[str, StatusReading] = {}
        """What was read since the start, by request number: also what no register has kept."""

    @property
    def journal_problem(self) -> str:
        """Why the journal cannot be relied on, so that nothing is sold; empty when it can."""
        return self._journal.recovery.problem

    def note_erased(self, sentence: Wording) -> None:
        """Show in the list that customers were erased by age."""
        self.erased = sentence

    async def follow(self) -> Wording:
        """Store new entries of the journal in the register. Returns a sentence when it had to be made anew.

        The effort depends on what has changed, not on the size of the journal.
        """

        def hand(register: Register) -> Wording:
            if self._hand(register):
                self._memory.count_sold(register, self._reader.profile, self._reader.today())
            return register.warning

        told = await self._tried(self._memory.ask_own(hand), "")
        await self._memory.hand_in()
        return told

    async def page(self, wanted: Wanted, after: Cursor | None = None, most: int = PAGE) -> BookPage:
        """At most so many sales that fit a search, newest first, without unknown outcomes of this counter."""
        own = replace(wanted, without_open_of=self._journal.desks)

        def find(register: Register) -> BookPage:
            if self._is_behind(register):
                if register.is_shared:
                    raise AwayError
                return self._from_journal(
                    own, after, tr("The register is being filled. These are the journal's.")
                )
            self._hand(register)
            found = register.find(own, after, most)
            if register.is_shared and self._corrected(register, found.sales):
                found = register.find(own, after, most)
            if not own.typed:
                return BookPage(self._marked(map(self._shown, found.sales)), found.cursor)
            return self._with_named(register, own, after, most, found)

        if not self._memory.has_register:
            return await asyncio.to_thread(self._from_journal, own, after, "")
        try:
            page = await self._memory.ask_register(find)
        except Exception as error:
            log.warning("The register cannot be read.", exc_info=True)
            why = tr("The register cannot be used. These are the sales of the journal.")
            return await asyncio.to_thread(self._from_journal, own, after, joined(" ", (why, str(error))))
        return page._replace(sales=await self._noted(await self._with_others(page.sales)))

    async def _noted(self, sales: Iterable[Sale]) -> tuple[Sale, ...]:
        """The sales with what clerks have noted of them."""
        listed = tuple(sales)
        said = await self.notes_of((each.request_id for each in listed), NOTES) if listed else {}
        return tuple(
            replace(each, notes=notes_in(said[each.request_id])) if said[each.request_id] else each
            for each in listed
        )

    async def _with_others(self, sales: tuple[Sale, ...]) -> tuple[Sale, ...]:
        """The sales of the register, marked where another counter has cancelled beside this one.

        The row does not say that; the journal and the last status do.
        """
        parts = [each.request_id for each in sales if each.released and not each.is_gone]
        if not parts:
            return sales
        readings = await self.readings(parts)
        own = {each: await asyncio.to_thread(self._sales.sale_of, each) for each in parts}

        def marked(sale: Sale) -> Sale:
            here = own.get(sale.request_id)
            if here is not None and here.released == sale.released:
                sale = replace(
                    sale, is_of_others=here.is_of_others, are_refunds_stated=here.are_refunds_stated
                )
            return with_others(sale, readings.get(sale.request_id))

        return tuple(map(marked, sales))

    async def search(self, typed: str, most: int) -> tuple[Sale, ...]:
        """The newest sales where each word begins one of the sale or of a passenger's name.

        As far as the register is filled: the journal is not read through at each key.
        """
        wanted = Wanted(typed=typed)

        def find(register: Register) -> tuple[Sale, ...]:
            if not self._is_behind(register):
                self._hand(register)
            found = register.find(wanted, None, most, inf)
            return self._with_named(register, wanted, None, most, found).sales[:most]

        return await self._asked(find, ()) if typed.split() else ()

    async def every(self, wanted: Wanted) -> BookPage:
        """All sales that fit a search, newest first, with the unknown outcomes of this counter."""
        found = {each.request_id: each for each in await self.waiting(wanted)}
        page = await self.page(wanted, None, _AT_ONCE)
        trouble = page.trouble
        while True:
            found = {each.request_id: each for each in page.sales} | found
            if page.cursor is None:
                break
            page = await self.page(wanted, page.cursor, _AT_ONCE)
        newest_first = sorted(found.values(), key=lambda each: each.sold_at, reverse=True)
        return BookPage(tuple(newest_first), None, trouble)

    async def notes_of(self, request_ids: Iterable[str], codes: Collection[str]) -> dict[str, list[KeptNote]]:
        """The notes of these kinds, oldest first, by request number; each with the name of another desk."""
        asked = tuple(request_ids)
        found: dict[str, list[KeptNote]] = {each: [] for each in asked}
        for each in await self._asked(lambda register: register.notes_of(asked, codes), ()):
            found[each.request_id].append(replace(each, desk=self._elsewhere(each.desk)))
        return found

    async def own_notes(self, codes: Collection[str]) -> tuple[KeptNote, ...]:
        """The notes of these kinds by this desk, also under former numbers, oldest first."""
        return await self._asked(lambda register: register.notes_by(self._journal.desks, codes), ())

    async def is_erased(self, request_id: str) -> bool:
        """Whether the customer of a sale is known to be erased: no note of it is kept any more."""
        return await self._asked(lambda register: register.is_forgotten(request_id), otherwise=False)

    async def with_words(self, sales: Sequence[Sale]) -> tuple[Sale, ...]:
        """The sales with what their vouchers say, from the office or from this counter's journal."""
        told = await self.notes_of((each.request_id for each in sales), {KEPT_WORDS})

        def of_journal(sale: Sale) -> KeptWords:
            own = None if any(sale.kept) else self._sales.sale_of(sale.request_id)
            return sale.kept if own is None else own.kept

        def read() -> tuple[Sale, ...]:
            words = (words_in(told[each.request_id]) for each in sales)
            return tuple(
                replace(each, kept=kept if any(kept) else of_journal(each))
                for each, kept in zip(sales, words, strict=True)
            )

        return await asyncio.to_thread(read)

    @property
    def is_office_away(self) -> bool:
        """Whether the office's database is set and cannot be reached, so that other desks' sales lack."""
        return bool(self._memory.sharing.unknown)

    async def waiting(self, wanted: Wanted | None = None) -> tuple[Sale, ...]:
        """The unknown outcomes of sales and cancellations of this counter, newest first.

        Those that fit a search have their notes, by which they are found, too.
        """
        found = self._marked(await asyncio.to_thread(self._sales.open_sales))
        if wanted is None:
            return found
        fitting = (wanted_of(each, wanted) for each in await self._noted(found))
        return tuple(each for each in fitting if each is not None)

    async def known(self, request_id: str) -> Sale | None:
        """The sale with a request number, from register or journal, or None."""

        def look(register: Register) -> Sale | None:
            kept = register.sale(request_id)
            return None if kept is None else self._marked((self._shown(kept),))[0]

        found = await self._asked(look, None)
        return await self.own(request_id) if found is None else found

    async def own(self, request_id: str) -> Sale | None:
        """The sale of this counter with a request number, with its history in the journal, or None."""
        found = await asyncio.to_thread(self._sales.sale_of, request_id)
        return None if found is None else self._marked((found,))[0]

    async def own_booking(self, booking_ref: str) -> Sale | None:
        """The sale of this counter with a PNR in the spelling of the service, from the journal, or None."""
        found = self._marked(await asyncio.to_thread(self._sales.of_booking, booking_ref))
        own = (each for each in found if not each.is_elsewhere and each.booking_ref == booking_ref)
        return next(own, None)

    async def is_gone(self, request_id: str) -> bool:
        """Whether all of a sale of this counter is known to be cancelled: here, elsewhere or by its status.

        While an outcome of it is unknown it is not.
        """
        own = await self.own(request_id)
        if own is None:
            return False
        sale = (await self.about(own)).sale
        return not sale.is_open and (sale.is_gone or says_cancelled(sale.said[0]))

    async def cancelled_since(self, at: datetime) -> tuple[Sale, ...]:
        """The sales of this counter of which something was cancelled here since then."""
        return self._marked(await asyncio.to_thread(self._sales.cancelled_since, at))

    async def other_agents(self) -> frozenset[str]:
        """The agents from whose wallets this counter has sold of late, without that of this API key.

        Empty while that one is not known.
        """
        wallet = self._reader.wallet_reading
        if wallet is None:
            return frozenset()

        def look() -> frozenset[str]:
            sold = (*self._journal.open_attempts(), *newest_attempts(self._journal))
            return frozenset(map(agent_of, sold))

        return await asyncio.to_thread(look) - {"", wallet.agent_id}

    async def about(self, sale: Sale) -> Booked:
        """A sale with its history of the journal, its notes and the last status reading."""

        def own() -> Sale:
            found = self._sales.sale_of(sale.request_id)
            return sale if found is None else replace(found, is_of_other=sale.is_of_other)

        def look(register: Register) -> tuple[Sequence[KeptNote], OfficeBooking | None]:
            return register.notes(sale.request_id), self._joined(register, register.sale(sale.request_id))

        notes, office = await self._asked(look, ((), None))
        mine = await asyncio.to_thread(own)
        told = with_notes(mine if office is None else with_all_desks(mine, office), notes, self._elsewhere)
        is_printed = any(each.code == PRINTED for each in notes)
        newest = self._readings.get(sale.request_id) or last_reading(notes)
        if newest is not None and any(each.at > newest.read_at for each in told.history if not each.is_told):
            newest = newest.lasting
        unknown = self._memory.sharing.unknown if sale.booking_ref else ""
        told = told if newest is None else replace(told, said=newest.said)
        return Booked(with_others(told, newest), newest, unknown, is_printed)

    def _elsewhere(self, desk: str) -> str:
        """The name of another desk; empty for this one, also under a former number, and for none."""
        is_here = not desk or desk in self._journal.desks
        return "" if is_here else self._memory.office.name_of(desk)

    async def joined(self, booking_ref: str, module: str = "") -> OfficeBooking | None:
        """A booking as all desks of the office know it; None when none of them is known to have sold it.

        Also None while the office's database is unreachable, and for a desk that stands alone.
        """

        def look(register: Register) -> OfficeBooking | None:
            self._hand(register)
            kept = register.sale_by_reference(booking_ref, module)
            return self._joined(register, kept) if kept is not None and kept.was_sold else None

        return await self._asked(look, None)

    async def check(self, sale: Sale) -> Booked:
        """The booking after reading its status (interface part 4.6), which is noted. Raises DeskError."""
        reading = await self._ask_service(sale.booking_ref, is_boat=sale.is_boat)
        await self._note_reading(sale.request_id, reading)
        return await self.about(sale)

    async def look_up(self, booking_ref: str, *, is_boat: bool | None = None) -> Sale:
        """A booking of any counter by its PNR, from the service (interface part 4.6). Raises DeskError.

        Its reference is another than the typed one where only that is there, and reads like it. The register
        stores it as looked up, with its status. Without `is_boat`, what is known of the PNR decides, else the
        service is asked for both.
        """

        async def ask(ref: str) -> tuple[bool, StatusReading]:
            known = await self._known_module(ref) if is_boat is None else is_boat
            if known is None:
                return await either_module(lambda is_boat: self._ask_service(ref, is_boat=is_boat))
            return known, await self._ask_service(ref, is_boat=known)

        _, (was_boat, reading) = await as_spelt(booking_ref, ask)
        seen = looked_up_sale(reading, is_boat=was_boat, desk=self._journal.desk)

        def find(register: Register) -> KeptSale | None:
            self._hand(register)
            return register.sale_by_reference(reading.booking_ref)

        known = await self._asked(find, None)
        if known is None:
            await self._tell(lambda register: register.keep([seen]), LOOKED_UP, SALES.dump_json(seen))
        found = shown_sale(known or seen)
        await self._note_reading(found.request_id, reading)
        return replace(found, said=reading.said)

    async def _known_module(self, booking_ref: str) -> bool | None:
        """Whether a PNR that stands here is a boat's; None when none does."""
        known = await self._asked(lambda register: register.sale_by_reference(booking_ref), None)
        return None if known is None else known.module == "BOAT"

    async def note(
        self, request_id: str, code: str, said: str = "", clerk: str = "", after: datetime | None = None
    ) -> bool:
        """Add a note to a sale, newer than one made `after`. Returns whether this desk keeps it.

        Its timeline shows one such as "voucher_printed".
        """
        at = self.clock() if after is None else max(self.clock(), after + timedelta(microseconds=1))
        is_kept = await self._add_note(KeptNote(request_id, at, code, said, self._journal.desk, clerk), None)
        if code in NOTES:
            self._names.forget(request_id)
        return is_kept

    async def at_other_desks(self, customer: KnownCustomer) -> tuple[KeptSale, ...]:
        """The sales of other desks to a customer, as far as the office's database is there; newest first."""

        def look(register: Register) -> tuple[KeptSale, ...]:
            found = register.bought_by(customer.phone, customer.email) if register.is_shared else ()
            return tuple(each for each in found if not self.knows(each.request_id))

        return await self._asked(look, ())

    def knows(self, request_id: str) -> bool:
        """Whether a request is in the journal of this desk, perhaps under the number that it had then."""
        return self._sales.has(request_id)

    def hold(self, place: SharedDatabase, since: datetime) -> None:
        """Hold what the office keeps of this desk's sales since then against the journal; waits for both.

        What differs is written as the journal has it, and left to be read among the office's changes.
        """
        if self._journal.recovery.sentences:
            # A journal that was rebuilt may be the one that is wrong.
            return
        self._hand(place.register)
        self._hold(place, self._sales.own_since(since))

    def _corrected(self, register: Register, shown: Iterable[KeptSale]) -> bool:
        """Whether some of the rows that are shown were not what the journal has of them; they are now."""
        requests = [each.request_id for each in shown if each.desk == self._journal.desk and each.was_sold]
        keys = self._sales.keys_of_requests(requests)
        if self._journal.recovery.sentences or not self._differing(register, keys):
            return False
        self._memory.sharing.ask(lambda place: self._hold(place, keys))
        return True

    def _hold(self, place: SharedDatabase, keys: Sequence[SaleKey]) -> None:
        wrong: list[str] = []
        for begin in range(0, len(keys), _HELPING):
            some = keys[begin : begin + _HELPING]
            if self._differing(place.register, some):
                # What was sold meanwhile may not have been handed in when it was compared.
                self._hand(place.register)
                wrong += self._differing(place.register, some, corrects=True)
        if wrong:
            refs = _some_of(tuple(dict.fromkeys(wrong)))
            log.warning("The office's database held other data of this desk's sales: %s.", refs)
            note_corrected(place.office, self.clock(), refs)
            self._memory.sharing.note_corrected(refs)

    def _differing(
        self, register: Register, keys: Iterable[SaleKey], *, corrects: bool = False
    ) -> tuple[str, ...]:
        """The PNRs of these sales and their cancellations that are stored otherwise than in the journal."""
        kept, done, _ = self._kept(keys)
        # What was sold under a number of before may have gone on at another computer.
        desk = self._journal.desk
        sold = [each for each in kept if each.was_sold and each.desk == desk]
        ended = [each for each in kept_cancellations(done, desk) if not is_open(State(each.state))]
        gone = [each for each in ended if each.desk == desk]
        found = set(register.differing(sold, gone))
        sold = [each for each in sold if each.request_id in found]
        gone = [each for each in gone if each.request_id in found]
        if corrects:
            register.keep(sold, gone, corrects=True)
        return tuple(each.booking_ref for each in (*sold, *gone))

    async def readings(self, request_ids: Iterable[str]) -> dict[str, StatusReading]:
        """The last status readings of these sales, for those that have one."""
        kept = await self.notes_of(request_ids, {STATUS})
        found = {each: self._readings.get(each) or last_reading(notes) for each, notes in kept.items()}
        return {each: reading for each, reading in found.items() if reading is not None}

    def forget(self, striking: Striking, entries: Sequence[LogEntry], why: str) -> None:
        """Erase customers from all local records, then the private facts of these entries.

        It waits for the disk.
        Raises RegisterError, OSError or JournalError; what is erased by then stays erased.
        """
        register = self._memory.own_register()
        # An older update that is still running must not write it back afterwards.
        with nullcontext() if register is None else self._hand_of(register).handing:
            self._memory.strike_out(striking)
            self._journal.strike_out(entries, why)
            self._readings.clear()
            self._names.forget()

    def forget_names(self) -> None:
        """Search passengers by what is kept of them now, and by nothing that was read before."""
        self._names.forget()

    async def _ask_service(self, booking_ref: str, *, is_boat: bool) -> StatusReading:
        answer = await self._reader.status(booking_ref, Module.BOAT if is_boat else Module.ACTIVITY)
        return status_reading(answer, booking_ref, self.clock())

    async def _note_reading(self, request_id: str, reading: StatusReading) -> None:
        self._readings[request_id] = reading
        kept = note_of(request_id, reading, self._journal.desk)
        await self._add_note(kept, reading.said)
        self._names.forget(request_id)

    async def _add_note(self, kept: KeptNote, said: tuple[str, str, str] | None) -> bool:
        body = NOTE_BODIES.dump_json(NoteBody(kept, said))
        return await self._tell(lambda register: register.add_note(kept, said), NOTE, body)

    async def _tell(self, change: Callable[[Register], object], kind: str, body: bytes) -> bool:
        """Change the register of this desk now, and that of the office now or later. False: it could not."""
        return await self._tried(self._memory.tell(change, kind, body), otherwise=False) is None

    async def _asked(self, question: Callable[[Register], T], otherwise: T) -> T:
        """The answer of the register, or `otherwise` when there is none or it cannot be used."""
        return await self._tried(self._memory.ask_register(question), otherwise)

    async def _tried(self, asking: Coroutine[Any, Any, T], otherwise: T) -> T:
        if not self._memory.has_register:
            asking.close()
            return otherwise
        try:
            return await asking
        except Exception:
            log.warning("The register could not be used.", exc_info=True)
            return otherwise

    def _from_journal(self, wanted: Wanted, after: Cursor | None, trouble: str) -> BookPage:
        """A page of the journal, which is read as far as it takes; a search that nothing fits reads all."""
        found: list[Sale] = []
        is_whole = True
        for sale in self._sales.newest_first():
            if len(found) >= PAGE and sale.sold_at < found[PAGE - 1].sold_at - SET_BACK:
                is_whole = False
                break
            is_next = after is None or sale.sold_at < after.at
            fitting = wanted_of(sale, wanted) if is_next and not sale.is_open else None
            if fitting is not None:
                insort(found, fitting, key=lambda each: -each.sold_at.timestamp())
        # Sales of the same moment stay on one page, since the next one begins by the time.
        shown = [each for each in found if len(found) < PAGE or each.sold_at >= found[PAGE - 1].sold_at]
        has_more = not is_whole or len(shown) < len(found)
        return BookPage(self._marked(shown), Cursor(shown[-1].sold_at, 0) if has_more else None, trouble)

    def _with_named(
        self, register: Register, wanted: Wanted, after: Cursor | None, most: int, found: RegisterPage
    ) -> BookPage:
        """A page of the register with the sales that fit by the names of passengers, each at its time."""
        since = self._reader.todays().earliest - LATELY
        newest = self._journal.newest
        state = newest.seq if newest else 0, time.monotonic() // _SHARED_SECONDS if register.is_shared else 0
        named = self._names.find(register, wanted, since, state)
        until = found.cursor.at if found.cursor else _LONG_AGO
        near = [each for each in named if each.sold_at >= until and (not after or each.sold_at < after.at)]
        cursor = found.cursor
        if len(near) > most:
            until = near[most - 1].sold_at
            # Whatever was sold at that moment is on this page.
            near, cursor = [each for each in near if each.sold_at >= until], Cursor(until, _BEFORE_ALL)
        by = {each.request_id: each.names for each in near}
        kept = (*found.sales, *register.chosen(wanted, list(by)))
        shown = [
            replace(self._shown(each), found_by=tuple(filter(None, by.get(each.request_id, ()))))
            for each in sorted(kept, key=lambda each: each.sold_at, reverse=True)
            if each.sold_at >= until
        ]
        return BookPage(self._marked(shown), cursor, named_since=since)

    def _names_kept(self, request_id: str) -> tuple[str, ...]:
        """Who travels of a sale of this counter, as its journal keeps it."""
        kept = (text(each.private, PEOPLE) for each in self._journal.of_request(request_id))
        return KeptWords(people=next(filter(None, kept), "")).names

    def _joined(self, register: Register, kept: KeptSale | None) -> OfficeBooking | None:
        if kept is None or not kept.booking_ref or not register.is_shared:
            return None
        made = made_of(register.cancellations(kept.booking_ref))
        here = tuple(each for each in made if self.knows(each.request_id))
        others = tuple(each for each in made if not self.knows(each.request_id))
        named = tuple(replace(each, desk=self._memory.office.name_of(each.desk)) for each in others)
        return OfficeBooking(self._marked((self._shown(kept),))[0], here, named)

    def _shown(self, kept: KeptSale) -> Sale:
        return shown_sale(kept, "" if self.knows(kept.request_id) else self._memory.office.name_of(kept.desk))

    def _marked(self, found: Iterable[Sale]) -> tuple[Sale, ...]:
        """The sales, with those of another agent's wallet marked once this key's agent is known."""
        wallet = self._reader.wallet_reading
        some = tuple(found)
        return some if wallet is None else sale_records.of_others(some, wallet.agent_id)

    def _is_behind(self, register: Register) -> bool:
        """Whether so much has to be stored that a search should not wait for it."""
        hand = self._hand_of(register)
        if hand.handed is None:
            with hand.handing:
                hand.reached(*self._position(register))
        newest = self._journal.newest
        return newest is not None and newest.seq - (hand.handed or 0) > _HELPING * _ENTRIES

    def _hand_of(self, register: Register) -> _Hand:
        with self._meeting:
            return self._hands.setdefault(register, _Hand())

    def _hand_office(self, place: SharedDatabase) -> None:
        """Hand in to the office's database; when it was reached anew, what it keeps is held first."""
        self._hand(place.register)
        hand = self._hand_of(place.register)
        if hand.begins_holding():
            self.hold(place, self.clock() - _HELD)

    def _kept(self, keys: Iterable[SaleKey]) -> tuple[list[KeptSale], list[Attempt], list[KeptNote]]:
        """The register's values of sales of the journal, their attempts, and what their vouchers say.

        That is as far as this journal has kept it.
        """
        kept: list[KeptSale] = []
        done: list[Attempt] = []
        words: list[KeptNote] = []
        for key in keys:
            attempts = self._sales.attempts(key)
            sale = sale_records.sales(attempts)[0]
            each = kept_sale(sale, attempts, self._journal.desk)
            kept.append(each)
            done += attempts
            words += [words_note(each, sale.kept)] if each.was_sold and any(sale.kept) else ()
        return kept, done, words

    def _hand(self, register: Register) -> bool:
        """Store what has changed since the last time, in small steps. Returns whether anything has."""
        hand = self._hand_of(register)
        with hand.handing:
            is_first = hand.handed is None
            behind, told = self._behind(register, hand)
            newest = self._journal.newest
            desk = self._journal.desk
            has_changed = False
            for keys, is_last in self._helpings(behind):
                has_changed = has_changed or bool(keys)
                if not has_changed:
                    break
                # So a search meanwhile does not wait for all of it.
                kept, done, words = self._kept(keys)
                moved = kept_times(done, desk) if register.is_shared else ()
                times = [each for each in moved if each.desk == desk]
                at = Position(desk, newest.seq, _kept_as(newest, register)) if newest and is_last else None
                voucher_words = words if register.is_shared else ()
                register.keep(kept, kept_cancellations(done, desk), at, times, voucher_words)
                told = at or told
            hand.reached(newest.seq if newest else 0, told)
            return has_changed or is_first

    def _helpings(self, behind: int) -> Iterator[tuple[tuple[SaleKey, ...], bool]]:
        """The keys of what has changed, some at a time, and whether they are the last; never all at once."""
        is_last = False
        while not is_last:
            changed = self._journal.changes(behind, _HELPING)
            is_last = len(changed) < _HELPING
            yield self._sales.keys_of(changed), is_last
            behind = changed[-1].entries[-1].seq if changed else behind

    def _behind(self, register: Register, hand: _Hand) -> tuple[int, Position | None]:
        """How far the journal is stored, and what the register keeps about that.

        A database of several desks may have been lost and made again, or put back to an earlier state, by
        somebody else and without a word. Raises RegisterError then: it is left, and when it is reached
        anew it is handed everything that it does not have.
        """
        from app.store.register.schema import RegisterError

        if hand.handed is None:
            return self._position(register)
        if register.is_shared and register.position(self._journal.desk) != hand.told:
            number, told = self._position(register)
            if number or told is None:
                log.warning("The office's database has lost what was handed in after entry %d.", number)
                raise RegisterError(_HAS_LOST)
            log.warning("The office's database holds another history under this desk's number.")
            if not self._journal.recovery.sentences:
                self._memory.sharing.note_twin()
            hand.reached(hand.handed, told)
        return hand.handed, hand.told

    def _position(self, register: Register) -> tuple[int, Position | None]:
        """How far the journal was stored before, 0 when that was another history; and what is kept of it."""
        known = register.position(self._journal.desk)
        if known is None or self._journal.recovery.sentences:
            return 0, known
        changed = self._journal.changes(known.seq - 1)
        entries = (entry for attempt in changed for entry in attempt.entries)
        is_there = any((each.seq, _kept_as(each, register)) == known[1:] for each in entries)
        return (known.seq if is_there else 0), known


def _kept_as(entry: LogEntry, register: Register) -> str:
    """What a register keeps of the newest entry; an older program, without events, kept the hash alone."""
    return f"{_AS_EVENTS}{entry.hash}" if register.is_shared else entry.hash


def _some_of(refs: Sequence[str]) -> str:
    """The first of many PNRs, and how many more there are."""
    more = len(refs) - _MOST_NAMED
    return ", ".join(refs[:_MOST_NAMED]) + (f" (+{more})" if more > 0 else "")

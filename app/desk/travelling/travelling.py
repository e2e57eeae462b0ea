"""The board of those who travel on a day: from the register, with what clerks have said of each party."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any

from app.core.event import Event
from app.core.language import LANGUAGES
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.booking_values import (
    HANDED_BACK,
    HANDED_BY_HAND,
    NOT_REACHED,
    TOLD,
    TOLD_UNDONE,
    Wanted,
)
from app.desk.bookings.bookings import Bookings
from app.desk.model.errors import DeskError
from app.desk.model.formats import clock_time
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Sale
from app.desk.service.key_access import KeyState
from app.desk.service.service_reader import ServiceReader
from app.desk.till.owing import Owing
from app.desk.till.payment_values import in_rupees
from app.desk.till.till import NotRecordedError, Till
from app.desk.travelling.board import LAST, BoardSale, departures, noted, travels_from_here
from app.desk.travelling.messages import (
    ASKED,
    MessageFields,
    Offer,
    Template,
    message,
    own_wording,
    why_not,
)
from app.desk.travelling.notes import ALL
from app.desk.travelling.values import AskedSoFar, Board, BoardDeparture, Party, PartyState, ToldState

_LOOKED_AHEAD = 60
"""The days in which the next one is looked for on which somebody travels."""
_AT_ONCE = 2
_CODES = {ToldState.TOLD: TOLD, ToldState.NOT_TOLD: TOLD_UNDONE, ToldState.NOT_REACHED: NOT_REACHED}


class Travelling:
    """Reads boards, keeps what clerks say, and asks the service. It sends nothing to any customer."""

    def __init__(
        self,
        bookings: Bookings,
        owing: Owing,
        till: Till,
        rules: OfficeRules,
        reader: ServiceReader,
        *,
        clerk: Callable[[], str],
    ) -> None:
        """`clerk` is the name of who is on duty, empty without clerks."""
        self._bookings, self._owing, self._till = bookings, owing, till
        self._rules, self._reader, self._clerk = rules, reader, clerk
        self.changed = Event[()]()
        """Something was said of a party."""
        self._marks, self._presses, self._turn = TaskScope(hand_to_loop), count(), asyncio.Lock()
        """What clerks have said and is being written down, in the order in which it was said."""

    @property
    def is_on(self) -> bool:
        """Whether this agency uses the board."""
        return self._rules.travelling.is_on

    @property
    def language(self) -> str:
        """The language in which customers are usually written to, by its code."""
        return self._rules.branding.language

    def now(self) -> datetime:
        """The time at this counter."""
        return self._reader.now_here()

    def today(self) -> date:
        """Today where the trips are."""
        return self._reader.today()

    async def opening(self) -> Board:
        """The board to open with: of today, after its last departure of tomorrow."""
        now = self._reader.service_now()
        board = await self.board(now.date())
        has_left = [each.starts < clock_time(now) for each in board.departures]
        return await self.board(now.date() + timedelta(days=1)) if has_left and all(has_left) else board

    async def board(self, day: date) -> Board:
        """All that this office sold for a day of travel; also without a line, and without the office."""
        as_of = self._reader.now_here()
        page = await self._bookings.every(Wanted(travels=(day,)))
        sales = await self._bookings.with_words([each for each in page.sales if travels_from_here(each)])
        keys = [each.request_id for each in sales]
        notes = await self._bookings.notes_of(keys, ALL)
        readings = await self._bookings.readings(keys)
        owed, trouble = await self._owed(sales)
        found = [
            BoardSale(each, notes[each.request_id], readings.get(each.request_id), owed.get(each.request_id))
            for each in sales
        ]
        made = await asyncio.to_thread(departures, found, self._rules.branding)
        board = Board(
            day,
            made,
            as_of,
            is_office_away=self._bookings.is_office_away,
            has_till=self._till.is_on,
            trouble=page.trouble or trouble,
        )
        return replace(board, asked_at=_asked_at(board.parties))

    async def again(self, parties: Sequence[Party]) -> tuple[Party, ...]:
        """These parties as they stand now: their bookings, what they owe, and what has been said of them.

        One that is on no board any more has only the latter, and what it owes is not known.
        """
        days = dict.fromkeys(each.sale.day for each in parties if each.sale.day is not None)
        boards = [await self.board(day) for day in days]
        now = {each.key: each for board in boards for some in board.departures for each in some.parties}
        gone = await self._noted([each for each in parties if each.key not in now])
        now |= {each.key: replace(each, owed=None) for each in gone}
        return tuple(now[each.key] for each in parties)

    async def _noted(self, parties: Sequence[Party]) -> tuple[Party, ...]:
        """These parties with what has been said of them since."""
        notes = await self._bookings.notes_of((each.key for each in parties), ALL)
        return tuple(noted(each, notes[each.key]) for each in parties)

    def offer(self, template: Template, party: Party, departure: BoardDeparture) -> Offer:
        """What a party is written on an occasion, or why not; its sum is as it was read with it."""
        sale, branding, is_real = party.sale, self._rules.branding, self._reader.profile.is_real
        fields = MessageFields(
            trip=departure.title,
            day=sale.day or self.today(),
            pnr=sale.booking_ref,
            name=sale.customer_name,
            starts=departure.starts,
            agency=branding.agency,
            phone=branding.phone,
            is_practice=not is_real,
        )
        own, till, now = self._rules.travelling.messages, self._rules.till, self._reader.service_now()
        has_left = (fields.day, departure.starts or LAST) < (now.date(), clock_time(now))
        if party.owed and template in ASKED:
            rupees, upi = in_rupees(party.owed), till.upi_address
            fields = replace(fields, amount=rupees, due=rupees, upi=upi, is_ahead=not has_left)
        return Offer(
            why_not(template, party, till, has_left=has_left, is_real=is_real),
            {code: message(template, code, fields, own_wording(own, template, code)) for code in LANGUAGES},
        )

    async def next_day(self, after: date) -> date | None:
        """The next day after this one on which somebody travels; None when nobody is known to."""
        for ahead in range(1, _LOOKED_AHEAD + 1):
            day = after + timedelta(days=ahead)
            page = await self._bookings.every(Wanted(travels=(day,)))
            if any(travels_from_here(each) and not each.is_gone for each in page.sales):
                return day
        return None

    def tell(
        self, keys: Iterable[str], state: ToldState, way: str = "", about: Template = Template.REMINDER
    ) -> asyncio.Future[None]:
        """Keep that these parties, by their request numbers, are told, or are not, and how; never the text.

        It is begun at once, after what was said before, and ends also when nobody waits for it any more.
        """
        # Who is not reached about money knows of the trip as before.
        is_kept = about not in ASKED or state is ToldState.TOLD
        return self._begin(self._note(keys if is_kept else (), ASKED.get(about, _CODES[state]), way))

    def hand(self, keys: Iterable[str], *, is_handed: bool) -> asyncio.Future[None]:
        """The same of whether they hold their vouchers."""
        return self._begin(self._note(keys, HANDED_BY_HAND if is_handed else HANDED_BACK))

    def tell_or_undo(self, parties: Sequence[Party]) -> asyncio.Future[None]:
        """Keep that all of these are told; that none is, when all are by the time of its turn."""
        return self._begin(self._turn_told(parties))

    def hand_or_undo(self, parties: Sequence[Party]) -> asyncio.Future[None]:
        """The same of their vouchers."""
        return self._begin(self._turn_handed(parties))

    async def finish(self) -> None:
        """Wait until everything that was said is written down."""
        await self._marks.finish()

    async def ask(self, parties: Sequence[Party], tell: Callable[[AskedSoFar], object]) -> AskedSoFar:
        """Ask the service for the state of each booking, two at once, and tell how far it is.

        What was read when this is cancelled stays read. With an API key that is refused it asks no more.
        """
        asked = [each.sale for each in parties if may_be_asked(each)]
        waiting, so_far = iter(asked), AskedSoFar(0, len(asked))

        async def ask_on() -> None:
            nonlocal so_far
            for sale in self._while_good(waiting):
                trouble = await self._trouble_of(sale)
                failed = so_far.failed + bool(trouble)
                so_far = AskedSoFar(so_far.done + 1, len(asked), failed, trouble or so_far.trouble)
                tell(so_far)

        tell(so_far)
        await asyncio.gather(*(ask_on() for _ in range(_AT_ONCE)))
        return so_far

    def _while_good(self, sales: Iterator[Sale]) -> Iterator[Sale]:
        while self._reader.access.state is KeyState.GOOD:
            try:
                yield next(sales)
            except StopIteration:
                return

    async def _trouble_of(self, sale: Sale) -> str:
        try:
            await self._bookings.check(sale)
        except DeskError as error:
            return error.advice.what
        return ""

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Future[None]:
        """Do this after what was said before, and to its end. Returns what can be awaited until then."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def do() -> None:
            try:
                async with self._turn:
                    await work
            finally:
                done.set_result(None)

        self._marks.start(f"mark {next(self._presses)}", do())
        return asyncio.shield(done)

    async def _turn_told(self, parties: Sequence[Party]) -> None:
        now = await self._noted(parties)
        is_all = all(each.told is ToldState.TOLD for each in now)
        keys = [each.key for each in now if is_all or each.told is not ToldState.TOLD]
        await self._note(keys, TOLD_UNDONE if is_all else TOLD)

    async def _turn_handed(self, parties: Sequence[Party]) -> None:
        now = await self._noted(parties)
        is_all = all(each.is_handed for each in now)
        keys = [each.key for each in now if is_all or not each.is_handed]
        await self._note(keys, HANDED_BACK if is_all else HANDED_BY_HAND)

    async def _note(self, keys: Iterable[str], code: str, said: str = "") -> None:
        clerk = self._clerk()
        for each in keys:
            await self._bookings.note(each, code, said, clerk)
        self.changed()

    async def _owed(self, sales: Sequence[Sale]) -> tuple[dict[str, int], str]:
        """What is left to pay of each sale, as far as it is known; and a sentence why it is not."""
        if not self._till.is_on:
            return {}, ""
        try:
            return await self._owing.left_of(each for each in sales if not each.is_open), ""
        except NotRecordedError as error:
            return {}, str(error)


def may_be_asked(party: Party) -> bool:
    """Whether the service can be asked for its booking: it has one, and this API key may read it."""
    return bool(party.sale.booking_ref) and party.state not in {PartyState.CANCELLED, PartyState.OTHER_KEY}


def _asked_at(parties: Sequence[Party]) -> datetime | None:
    """Since when all of it is as the service said: what was sold after the others were asked is so too."""
    asked = [each for each in parties if may_be_asked(each)]
    if not any(each.asked for each in asked):
        return None
    return min(
        max(each.asked.read_at, each.sale.sold_at) if each.asked else each.sale.sold_at for each in asked
    )

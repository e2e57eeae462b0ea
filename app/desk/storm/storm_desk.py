"""The storm desk: quotes for many bookings, one decision, and cancellations one after another."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from app.api.wire.sender import Sleep
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.bookings import Bookings
from app.desk.cancellation.cancellation import Cancellations
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.model.booking import TravellerChoice
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Advice, Sale
from app.desk.payment.deciders import Deciders
from app.desk.payment.payments import Payments
from app.desk.service.service_reader import ServiceReader
from app.desk.storm import storm_words
from app.desk.storm.asked_quote import QuoteAsker
from app.desk.storm.cancelling import StormCancelling
from app.desk.storm.gets_back import by_till
from app.desk.storm.held_storm import HeldStorm
from app.desk.storm.journal_ends import JournalEnds
from app.desk.storm.office_plans import OfficePlans
from app.desk.storm.party_changes import decided, parties_of, with_sale
from app.desk.storm.party_sales import PartySales
from app.desk.storm.quoting import Quoting
from app.desk.storm.storm_file import StormFiles
from app.desk.storm.storm_keeper import StormKeeper
from app.desk.storm.values import (
    GONE,
    Pause,
    Phase,
    Storm,
    StormDecision,
    StormHeading,
    StormOrder,
    StormParty,
    StormReason,
    StormSummary,
)
from app.desk.till.owing import Owing
from app.desk.till.till import Till

log = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=31)
"""How long a storm that ended stands among the recent ones, since its decision."""


class StormServices(NamedTuple):
    """What the storm desk works with."""

    reader: ServiceReader
    cancellations: Cancellations
    bookings: Bookings
    ends: JournalEnds
    payments: Payments
    files: StormFiles
    till: Till
    owing: Owing


class StormDesk:
    """One storm at a time. `storm` is what pages show, anew after each `changed`."""

    def __init__(
        self,
        services: StormServices,
        rules: OfficeRules,
        *,
        deciders: Deciders,
        clerk: Callable[[], str],
        is_shared: Callable[[], bool],
        sleep: Sleep,
    ) -> None:
        """`clerk` is who is on duty, empty for nobody; `is_shared` whether other desks may use the wallet."""
        reader, bookings, ends = services.reader, services.bookings, services.ends
        cancellations = services.cancellations
        self._held = held = HeldStorm()
        self.changed = held.changed
        """`storm` is another one; raised on the thread of the loop."""
        self._reader, self._bookings, self._ends = reader, bookings, ends
        self._till, self._owing = services.till, services.owing
        self._deciders, self._clerk = deciders, clerk
        self._plans = OfficePlans(held, bookings)
        self._sales = PartySales(bookings, ends, self._plans.words_of)
        desks = cancellations.desks
        self._asker = asker = QuoteAsker(cancellations, self._sales.newest, lambda: desks.is_away)
        self._quoting = Quoting(held, asker, reader, rules, sleep)
        self._cancelling = StormCancelling(
            held,
            self._quoting,
            asker,
            cancellations,
            ends=ends,
            reader=reader,
            ended=services.payments.ended,
            has_neighbours=lambda: is_shared() or not rules.is_alone,
        )
        self._keeper = StormKeeper(held, services.files, self._sales)
        self._cancelling.ran.subscribe(self._keeper.keep_soon)
        reader.called.subscribe(lambda is_answered: self._note_line() if is_answered else None)
        self._is_deciding = False
        self._refreshing = asyncio.Lock()
        self._pressed, self._presses = TaskScope(hand_to_loop), count()
        """What a person has asked for and is being done."""

    @property
    def storm(self) -> Storm | None:
        """The open storm, also one that was kept before this start: that one is paused. None without one."""
        return self._held.storm

    async def start(self) -> None:
        """Open what was kept, paused; nothing is sent. Call it once interrupted attempts are closed."""
        try:
            kept = await self._keeper.restore()
        except OSError:
            log.warning("The storm could not be read.", exc_info=True)
            return
        if self._keeper.was_used:
            # The program does not wait for the register.
            self._pressed.start("plans", self._plans.end_lost())
        if kept is None:
            return
        await self._cancelling.read_all()
        storm = self._held.the_storm()
        is_unsaid = kept.is_running or (storm.to_send and storm.pause is None)
        if kept.phase is Phase.CANCELLING and is_unsaid:
            self._held.change(lambda storm: replace(storm, pause=storm_words.cut_off(storm)))
        await self.refresh()

    async def close(self) -> None:
        """Stop after the one that is on its way, and wait for it."""
        await self._pressed.finish()
        await self._quoting.finish()
        await self._cancelling.finish()
        await self._keeper.finish()

    async def recent(self) -> tuple[StormSummary, ...]:
        """The storms that ended in the last 31 days, the newest first, as the journal has their parties."""
        since = self._reader.now_here() - KEPT_FOR
        return await asyncio.to_thread(self._keeper.recent, since, self._ends)

    async def begin(self, heading: StormHeading, sales: Sequence[Sale]) -> None:
        """Open a storm for these sales, in their order, and ask for its quotes; nothing is cancelled.

        What cannot be cancelled here is left out with its reason. Returns when the storm is open, while
        quotes go on. Raises DeskError while another storm is open.
        """
        await self._close_ended()
        await self._plans.read(each.request_id for each in sales)
        currency = next((each.currency for each in sales if each.currency), "")
        self._held.open(Storm(uuid.uuid4().hex, heading, parties_of(sales), currency=currency))
        self._quoting.begin()

    def pause_asking(self) -> None:
        """Ask for no further quote; those on their way are finished."""
        self._quoting.pause()

    def ask_on(self) -> None:
        """Go on asking for quotes."""
        self._quoting.go_on()

    async def ask_again(self, key: str = "") -> None:
        """Ask again for the quote of one party, or of all that can be quoted; returns when they are in."""
        if self.storm is not None and self.storm.phase is Phase.QUOTES:
            await self._quoting.again(key)

    def quote_of(self, key: str) -> RefundQuote | None:
        """The quote of a party as received; None when there is none since the start of the program."""
        return self._held.quotes.get(key)

    def set_in(self, keys: Collection[str], *, is_in: bool) -> None:
        """Take parties in or out; what cannot be cancelled here stays out."""
        if self.storm is not None and self.storm.phase is Phase.QUOTES:
            for each in keys:
                self._quoting.set_in(each, is_in=is_in)

    async def give_ids(self, key: str, choice: TravellerChoice) -> None:
        """Quote a party with these typed numbers of its travellers, and take it in."""
        if self.storm is not None and self.storm.phase is Phase.QUOTES:
            await self._quoting.give_ids(key, choice)

    def see(self, key: str = "") -> None:
        """Note that what has changed or is not stated was seen: of one party, or of all that wait for it."""
        self._held.see(key)

    @property
    def asks_second(self) -> bool:
        """Whether a second person must agree."""
        return self._deciders.asks_two

    @property
    def asks_pin(self) -> bool:
        """Whether the second person must type a PIN instead of a name."""
        return self._deciders.asks_pins

    @property
    def decider(self) -> str:
        """The name of the clerk on duty, who decides; empty when a name must be typed."""
        return self._clerk()

    def obstacle(self, reason: StormReason | None, words: str, by: str, second: str) -> str:
        """The sentence why nothing can be decided yet; empty when it can.

        `second` is what was typed for the second person, whose PIN is checked only by `decide`.
        """
        return self._obstacle(None if reason is None else StormOrder(reason, words, by, second))

    def _obstacle(self, order: StormOrder | None) -> str:
        named = None if order is None else self._named(order)
        asks_second, asks_pin = self.asks_second, self.asks_pin
        return storm_words.obstacle(self.storm, named, asks_second=asks_second, asks_pin=asks_pin)

    def _named(self, order: StormOrder) -> StormOrder:
        """The order with the name of the clerk on duty; not a typed one where PINs are asked for."""
        return replace(order, by=self.decider or ("" if self.asks_pin else order.by.strip()))

    async def decide(self, order: StormOrder) -> None:
        """Keep the storm with its decision on this disk, then cancel one after another.

        Returns when it runs. Raises DeskError, and sends nothing, when there is an obstacle, the PIN is not
        one of another clerk (`advice.field` "second"), or it cannot be kept.
        """
        if not self._is_deciding:
            self._is_deciding = True
            await self._wholly(partial(self._decide, self._named(order)))

    async def _wholly(self, begin: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do this to its end, also when the page that asked for it is left meanwhile."""
        told: asyncio.Future[DeskError | None] = asyncio.get_running_loop().create_future()

        async def do() -> None:
            refused = None
            try:
                await begin()
            except DeskError as error:
                refused = error
            finally:
                told.set_result(refused)

        self._pressed.start(f"press {next(self._presses)}", do())
        refused = await asyncio.shield(told)
        if refused is not None:
            raise refused

    async def _decide(self, order: StormOrder) -> None:
        try:
            await self._keep_decision(order)
        finally:
            self._is_deciding = False
        await self._run()

    async def _run(self) -> None:
        if await self._plans.enter():
            await self._keeper.keep_if_it_can()
        self._cancelling.start()

    async def _keep_decision(self, order: StormOrder) -> None:
        self._check(order)
        second = await self._deciders.second(order.by, order.second) if self.asks_second else ""
        await self._plans.leave_to_others()
        # Quotes may have changed meanwhile; from here on none is asked.
        self._check(order)
        self._quoting.end()
        now, behind = self._reader.now_here(), self._ends.newest()
        decision = StormDecision(order.reason, order.words.strip(), order.by, second, now)
        before = self._held.the_storm()
        intents = {each.key: uuid.uuid4().hex for each in before.chosen}
        self._held.decide(decided(before, decision), intents, behind)
        self._cancelling.prepare()
        try:
            await self._keeper.keep()
        except OSError as error:
            await self._keeper.take_back()
            self._held.show(before)
            self._quoting.keep_fresh()
            raise DeskError(storm_words.unkept(error)) from error

    def _check(self, order: StormOrder) -> None:
        problem = self._obstacle(order)
        if problem:
            raise DeskError(Advice(problem, "", ""))

    async def go_on(self) -> None:
        """Go on after a pause, as a person has said; returns when it runs.

        Sends what was not sent, never what is not known. Raises DeskError, and sends nothing, when it cannot.
        """
        storm = self.storm
        if storm is None or storm.phase is not Phase.CANCELLING or not storm.to_send:
            raise DeskError(storm_words.not_open())
        if not storm.is_running:
            self._cancelling.prepare()
            await self._wholly(partial(self._go_on, storm.pause))

    async def _go_on(self, pause: Pause | None) -> None:
        try:
            await self._keeper.keep()
        except OSError as error:
            self._held.change(lambda now: replace(now, is_running=False, pause=pause))
            raise DeskError(storm_words.unkept(error)) from error
        await self._run()

    def stop(self) -> None:
        """Send nothing after the one that is on its way."""
        self._cancelling.stop(self.decider or (self._decision.by if self._decision else ""))

    async def leave(self) -> None:
        """Keep all bookings: close a storm of which nothing was decided. Raises DeskError otherwise."""
        storm = self.storm
        if storm is None or storm.phase is not Phase.QUOTES or self._is_deciding:
            raise DeskError(storm_words.running())
        await self._quoting.finish()
        for each in storm.parties:
            self._asker.leave(each.sale)
        self._held.open(None)

    async def end(self) -> None:
        """End the cancelling: what was not sent stays booked, and it is told who is to be told what.

        What is not known stays an unknown outcome of the bookings. Raises DeskError while it runs.
        """
        storm = self.storm
        if storm is None or storm.phase is not Phase.CANCELLING or storm.is_running:
            raise DeskError(storm_words.running())
        self._held.show(replace(storm, phase=Phase.TELLING))
        await self._keeper.keep_if_it_can()
        for each in storm.parties:
            self._asker.leave(each.sale)
        await self._plans.end()
        await self.refresh()

    async def finish(self) -> None:
        """Close a storm that has ended; its line stays among the recent ones. Raises DeskError otherwise."""
        storm = self.storm
        if storm is None or storm.phase is not Phase.TELLING or storm.decision is None:
            raise DeskError(storm_words.not_open())
        try:
            await self._keeper.close()
        except OSError as error:
            raise DeskError(storm_words.unkept(error)) from error

    async def reopen(self, storm_id: str) -> None:
        """Open one of the recent storms again at who is told, until it is finished; nothing is sent.

        Raises DeskError while another storm is open, and when it is no longer kept.
        """
        await self._close_ended()
        if not await self._keeper.restore_ended(storm_id):
            raise DeskError(storm_words.not_kept())
        await self.refresh()

    async def _close_ended(self) -> None:
        """Close a storm that has ended, so that another can be held. Raises DeskError for an open one."""
        if self.storm is not None:
            if self.storm.phase is not Phase.TELLING:
                raise DeskError(storm_words.is_open())
            await self.finish()

    async def refresh(self) -> None:
        """Read anew from journal and till what became of the parties and what they get back."""
        # One after another, so that what was read last is shown last.
        async with self._refreshing:
            if self.storm is not None and self.storm.decision is not None:
                await self._refresh(self.storm, self.storm.decision.at)

    async def _refresh(self, storm: Storm, since: datetime) -> None:
        ends, found = await self._cancelling.ends(), dict[str, tuple[StormParty, StormParty]]()
        for each in storm.parties:
            end, sale = ends.get(each.key), await self._sales.of(each.key)
            party = each if end is None else self._cancelling.with_end(each, end)
            is_gone, known = party.end in GONE, sale or party.sale
            back = party.back
            if is_gone:
                back = await by_till(self._till, self._owing, known, back, since)
            found[each.key] = each, with_sale(party, sale, back)
        now = self._held.storm
        # It may be closed by now. Shown at once: the rule's amount alone would be wrong for a moment.
        if now is not None and now.id == storm.id:
            pairs = ((each, *found.get(each.key, (each, each))) for each in now.parties)
            # What a call has changed meanwhile is newer.
            parties = tuple(new if each is before else each for each, before, new in pairs)
            self._held.show(replace(now, parties=parties))

    @property
    def _decision(self) -> StormDecision | None:
        return self.storm.decision if self.storm else None

    def _note_line(self) -> None:
        """The service has answered a call."""
        storm = self.storm
        if storm is not None and storm.pause is not None:
            pause = storm_words.with_line(storm.pause, self._reader.now_here())
            if pause != storm.pause:
                self._held.show(replace(storm, pause=pause))

"""A clerk who clicks twice, leaves, stops, tries again, and remembers what the counter said."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from app.api.messages.answers import BookingResult
from app.api.wire.sender import ExceptionBoundary
from app.desk.cancellation.refund_quote import Booking, NotAcceptedError
from app.desk.model.booking import SeatChoice
from app.desk.model.errors import DeskError
from app.desk.model.moment import Moment
from app.desk.model.sale import Draft, Preflight, Progress
from app.desk.model.wallet_split import split
from app.desk.payment.payments import Ending
from app.desk.sale.pricing import price
from app.desk.sale.selling import against_history
from app.store.journal.journal import JournalError
from app.store.journal.recovery import Recovery
from app.store.journal.states import State
from tests.simulation.counter import Counter
from tests.simulation.person import Person
from tests.simulation.scenario import Customer
from tests.simulation.service import DAY, SEATS, Service
from tests.simulation.soundness import unsound
from tests.simulation.stage import DAWN, stage
from tests.support.desk.samples import DRAFT, SLOT, WALLET

_LONGEST_ORDER = 600.0
_LONGEST = 3000.0
Call = Callable[[], Coroutine[Any, Any, object]]
Later = tuple[float | None, Callable[[], object] | None]
"""After how many seconds what is done, if any; None for leaving the page."""
_NOT_DONE = frozenset({State.NOT_SENT, State.REJECTED})
_SOLD = frozenset({State.SETTLED, State.BOOKED_REF_LOST})
_SHORT = "beside a sale that is being settled"
_TOUCHED = "was cancelled a moment ago"


@dataclass
class Clerk:
    """One person over all lives of the program."""

    customers: tuple[Customer, ...]
    service: Service
    faults: list[str] = field(default_factory=list[str])
    """What was raised that no clerk should see."""
    misled: set[str] = field(default_factory=set[str])
    """The requests of which somebody has told the counter an untruth."""
    _stopped: set[str] = field(default_factory=set[str])
    """The intents of which the counter said that they are stopped."""
    _whose: dict[str, str] = field(default_factory=dict[str, str])
    """The customer of each intent."""
    _pressed: int = 0
    _done: set[str] = field(default_factory=set[str])

    @property
    def told(self) -> list[tuple[str, Ending]]:
        """Each ending that the clerk has seen, and of which customer."""
        return [(self._whose.get(intent, ""), ending) for intent, ending in stage().heard]

    async def work(self) -> None:
        """One life of the program, from its start to its orderly end."""
        try:
            counter = Counter()
        except (OSError, sqlite3.Error) as error:
            stage().say(f"the program does not start: {error}")
            return
        self.faults += unsound((), counter.journal.recovery)
        with suppress(JournalError):  # a disk that refuses everything
            await counter.desk.start()
        if not self.service.is_asked_by_another:
            await self._serve_all(counter)
        if stage().stays:
            # From here on the weather is fine: what is open then is so for another reason.
            stage().is_calm = True
            person = Person(counter, self.service, self.misled, self.faults, self._sell_again)
            await person.settle(self.customers)
            with suppress(DeskError):
                await counter.desk.wallet.read()
        await self._leave(counter)
        try:
            async with asyncio.timeout(_LONGEST_ORDER):
                await counter.quit()
        except TimeoutError:
            self.faults.append("endless: an order does not end")
        self.faults += unsound(counter.journal.attempts(), Recovery())

    async def _leave(self, counter: Counter) -> None:
        """What is done before the program ends."""

    async def _serve_all(self, counter: Counter) -> None:
        await asyncio.gather(*(self._serve(counter, each) for each in self.customers))

    async def _serve(self, counter: Counter, customer: Customer) -> None:
        await asyncio.sleep(max(0.0, customer.comes_at - stage().loop.time()))
        for _ in range(customer.presses):
            if customer.phone in self._done:
                return
            await self._sell(counter, customer)
            await asyncio.sleep(customer.rests)

    async def _sell_again(self, counter: Counter, customer: Customer) -> None:
        """What a clerk does whom somebody has told that it was not sold."""
        self._done.discard(customer.phone)
        await self._sell(counter, customer, is_permitted=True)

    def new_intent(self, phone: str) -> str:
        """The number of one more sale to the customer with this phone number."""
        self._pressed += 1
        intent = f"sale-{self._pressed}"
        self._whose[intent] = phone
        return intent

    async def look(self, counter: Counter, draft: Draft, doubles: Any = (), **also: Any) -> Preflight:
        """The last look at a sale, with whatever `also` differs of it. Raises DeskError."""
        wallet, sample = await counter.desk.wallet.read(), _preflight(draft.customer_phone)
        newest = counter.journal.newest
        found = replace(
            sample,
            draft=draft,
            wallet=wallet,
            split=split(sample.price.payable, wallet),
            looked=counter.desk.reader.moment(),
            intent_id=self.new_intent(draft.customer_phone),
            behind=newest.seq if newest else 0,
            doubles=frozenset(doubles),
            **also,
        )
        return against_history(found, counter.journal, DAWN.date(), stage().clock(), {})

    async def _sell(self, counter: Counter, customer: Customer, *, is_permitted: bool = False) -> None:
        try:
            found = await self.look(counter, _preflight(customer.phone).draft)
        except DeskError:
            return
        made = [each for each in found.changes if not is_permitted or each.new == "One more"]
        if made or (found.blocked and customer.obeys):
            # Sold already, while the clerk was away; or open, and the counter says that this must wait.
            return
        # Who does not obey has a window that would send what it calls blocked, and never a look that is old.
        intent, pressed = found.intent_id, replace(found, blocked="")

        def book() -> Awaitable[object]:
            fresh = replace(pressed, looked=counter.desk.reader.moment())
            return counter.desk.selling.book(fresh, _unwatched)

        stop = partial(counter.desk.selling.stop, found)
        ending = await self._press(customer, intent, book, stop)
        if customer.clicks_again and ending is not None:
            ending = await self._carry_out(intent, book) or ending
        if ending is None or ending.state not in _SOLD:
            return
        self._done.add(customer.phone)
        if isinstance(ending.result, BookingResult):
            ref, left = ending.result.booking_ref, SEATS
            for seats in customer.cancels:
                booking = Booking(ref, is_boat=False, qty=left)
                if await self._cancel(counter, customer, booking, seats):
                    left -= seats

    async def _cancel(self, counter: Counter, customer: Customer, booking: Booking, seats: int) -> bool:
        """Whether those seats may be given up now, as far as the clerk was told."""
        cancelling = counter.desk.cancellation
        try:
            quote = await cancelling.quote(booking, SeatChoice(seats))
            await asyncio.sleep(customer.reads_for)
            order = cancelling.accept(quote, SeatChoice(seats), has_read=True)
        except (DeskError, NotAcceptedError) as error:
            stage().say(f"{booking.booking_ref} is not cancelled: {error}")
            return False
        self._whose[quote.intent_id] = customer.phone
        ended = await self._press(customer, quote.intent_id, partial(cancelling.confirm, order, _unwatched))
        return ended is not None and ended.state not in _NOT_DONE

    async def _press(
        self,
        customer: Customer,
        intent: str,
        call: Callable[[], Awaitable[object]],
        stop: Callable[[], bool] | None = None,
    ) -> Ending | None:
        """Press the button, with whatever else this clerk does meanwhile."""
        endings = await self.pressed(
            partial(self._carry_out, intent, call),
            1 + customer.clicks_twice,
            intent,
            (customer.stops_after if stop else None, partial(self._stop_order, intent, stop)),
            (customer.leaves_after, None),
        )
        ended = [each for each in endings if isinstance(each, Ending)]
        if intent in self._stopped and any(each.state is not State.NOT_SENT for each in ended):
            self.faults.append(f"unstopped: {intent} went on after it was stopped")
        return next(iter(ended), None)

    async def pressed(self, call: Call, times: int, what: str, *others: Later) -> list[object]:
        """Press a button so many times, with others soon afterwards. Returns what each press has come to.

        Whatever else it raises than a sentence for the clerk is a fault of `what`.
        """
        tasks = [asyncio.create_task(call()) for _ in range(times)]
        due = [(after, then or tasks[0].cancel) for after, then in others if after is not None]
        timers = [stage().loop.call_later(after, then) for after, then in due]
        endings: list[object] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST):
                endings += await asyncio.gather(*tasks, return_exceptions=True)
        for timer in timers:
            timer.cancel()
        self.faults += [] if endings else [f"endless: {what}"]
        for each in endings:
            stage().say(f"{what}: {each!r}"[:300])
            if isinstance(each, Exception) and not isinstance(each, DeskError):
                self.faults.append(f"fault: {what}: {each!r}")
        return endings

    async def _carry_out(self, intent: str, call: Callable[[], Awaitable[object]]) -> Ending | None:
        heard = len(stage().heard)
        with ExceptionBoundary() as boundary:
            async with asyncio.timeout(_LONGEST_ORDER):
                await call()
        if boundary.error is not None:
            self._note_fault(intent, boundary.error)
        fresh = [ending for whose, ending in stage().heard[heard:] if whose == intent]
        for ending in fresh:
            stage().say(f"{intent} {ending.request_id}: {ending.state} {ending.error or ''}")
        return next(iter(fresh), None)

    def _note_fault(self, intent: str, error: Exception) -> None:
        stage().say(f"{intent} is not begun, or not told: {error!r} {error.__cause__!r}")
        if isinstance(error, TimeoutError):
            self.faults.append(f"endless: {intent}")
        elif isinstance(error, DeskError) and any(words in error.advice.what for words in (_SHORT, _TOUCHED)):
            # Another sale may be taking the money, or a clerk who left while a cancellation went on came back
            # with a quote from before its end: that is for the counter to say, and nothing was sent.
            return
        elif not (isinstance(error.__cause__, JournalError) and stage().disk.fails_from):
            self.faults.append(f"fault: {intent}: {error!r} {error.__cause__!r}")

    def _stop_order(self, intent: str, stop: Callable[[], bool] | None) -> None:
        if stop is not None and stop():
            stage().say(f"{intent} is stopped")
            self._stopped.add(intent)


def _unwatched(_: Progress) -> None:
    """Nobody looks at the steps."""


@cache
def _preflight(phone: str) -> Preflight:
    """The last look at what this customer wants, but for the wallet."""
    draft = replace(DRAFT, slot=replace(SLOT, day=DAY, closes_at=None), customer_phone=phone)
    payable = price(draft)
    if payable is None:
        raise LookupError("The sample has no price.")
    looked = Moment(DAWN, DAWN, 0.0)
    return Preflight(draft, payable, WALLET, split(payable.payable, WALLET), (), "", looked, "")

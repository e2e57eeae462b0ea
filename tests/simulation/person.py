"""Whoever decides what the program cannot: waits for its readings, asks the operator, and sometimes errs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.model.errors import DeskError
from app.desk.model.sale import Progress
from app.desk.payment import unknown_outcome
from app.desk.payment.unknown_outcome_values import Decision
from app.store.journal.attempt import Attempt
from app.store.journal.journal import TransitionError
from app.store.journal.states import Kind, State
from tests.simulation.counter import Counter
from tests.simulation.scenario import Customer
from tests.simulation.service import Booking, Service
from tests.simulation.stage import stage

_WAITS = 25.0
_MOST_WAITS = 17
_PERMISSION_AND_MORE = 640.0
_SAID = Decision("Asha", "The office said so")

SellAgain = Callable[[Counter, Customer], Awaitable[None]]


@dataclass
class Person:
    """One who stays until what is open has been read as often as the program reads by itself."""

    counter: Counter
    service: Service
    misled: set[str]
    faults: list[str]
    sell_again: SellAgain

    async def settle(self, customers: tuple[Customer, ...]) -> None:
        """Wait for all readings, decide what they left, and wait for what follows from that."""
        await self._wait()
        by_phone = {each.phone: each for each in customers}
        for attempt in self._open(Kind.CREATE):
            customer = by_phone.get(str(attempt.private.get("customer_phone")))
            if customer is not None and not self.service.is_asked_by_another:
                await self._decide(attempt, customer)
        for intent in await self.counter.desk.cancellation.open_intents():
            await self._decide_cancellation(intent, next(iter(customers)))
        await self._wait()

    async def _wait(self) -> None:
        """Until the program has done all that it does by itself; a page reads each open cancellation."""
        await self._until(lambda: not self.counter.desk.payments.is_settling)
        intents = await self.counter.desk.cancellation.open_intents() if self._open(Kind.CANCEL) else ()
        watching = [self.counter.desk.cancellation.watch(intent, _unwatched) for intent in intents]
        reading = self._until(lambda: not any(map(_is_asked, self._open(Kind.CREATE))))
        await asyncio.gather(reading, *watching)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        # Ends without it, too: then the oracle says what was left.
        for _ in range(_MOST_WAITS):
            if is_so():
                return
            await asyncio.sleep(_WAITS)

    def _open(self, kind: Kind) -> list[Attempt]:
        return [each for each in self.counter.journal.open_attempts() if each.kind is kind]

    async def _decide(self, attempt: Attempt, customer: Customer) -> None:
        stage().say(f"of {attempt.request_id} somebody says: {customer.person}")
        try:
            await self._say(attempt, customer)
        except DeskError as error:
            stage().say(f"the counter does not take it: {error}")
        except TransitionError as error:
            self.faults.append(f"fault: {error}")

    async def _say(self, attempt: Attempt, customer: Customer) -> None:
        asking, number = self.counter.desk.unknown_outcomes, attempt.request_id
        made = [each for each in self.service.bookings if each.request_id == number]
        match customer.person:
            case "operator" if made:
                await asking.check_pnr(number, made[0].ref)
            case "operator" | "errs":
                if made:
                    self.misled.add(number)
                await asking.record_not_sold(number, _SAID)
                await self.sell_again(self.counter, customer)
            case "mistypes":
                await asking.check_pnr(number, "NOSUCH1")
            case "mixes up":
                others = [each for each in self.service.bookings if each.request_id != number]
                await self._say_another(number, others)
            case "resends" | "lets it expire":
                if made:
                    self.misled.add(number)
                await asking.authorise_resend(number, _SAID)
                if customer.person == "lets it expire":
                    await asyncio.sleep(_PERMISSION_AND_MORE)
                await self.sell_again(self.counter, customer)
                await self.sell_again(self.counter, customer)
            case _:
                return

    async def _say_another(self, number: str, others: list[Booking]) -> None:
        """The PNR of somebody else's booking: the program may take it only where it is alike."""
        for other in others[-1:]:
            # Before it is asked: the program may die with the answer in its journal.
            self.misled.add(number)
            found = await self.counter.desk.unknown_outcomes.check_pnr(number, other.ref)
            if not found.is_same:
                self.misled.discard(number)

    async def _decide_cancellation(self, intent: str, customer: Customer) -> None:
        cancelling = self.counter.desk.cancellation
        try:
            known = await cancelling.known(intent)
            if known.stage is Stage.UNCHANGED and customer.sends_again:
                await cancelling.send_again(intent, _SAID, _unnoticed)
            elif known.stage is Stage.ESCALATED and self._is_made(known):
                await cancelling.record_cancelled(intent, _SAID)
            elif known.stage is Stage.ESCALATED:
                await cancelling.record_not_cancelled(intent, _SAID)
        except DeskError as error:
            stage().say(f"{intent} stays open: {error} {error.__cause__!r}")

    def _is_made(self, known: OpenCancellation) -> bool:
        booking = self.service.found(known.booking_ref)
        return booking is not None and known.request_id in booking.cancelled_by


def _is_asked(attempt: Attempt) -> bool:
    """Whether the program will read about it again by itself."""
    tries = [entry.facts.get("try") for entry in attempt.entries]
    is_permitted = any(entry.state is State.RESEND_AUTHORISED for entry in attempt.entries)
    is_lost = attempt.state is State.BOOKED_REF_LOST and len(unknown_outcome.TRIES) not in tries
    return (attempt.state is State.UNKNOWN and not is_permitted) or is_lost


def _unwatched(_: OpenCancellation) -> None:
    """Nobody looks at the readings."""


def _unnoticed(_: Progress) -> None:
    """Nobody looks at the steps."""

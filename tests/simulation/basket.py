"""Baskets of one to six items on the simulated computer: each is sent once, in turn, and none is lost.

Each item has a phone number of its own, so that what must hold of a customer holds of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import partial
from random import Random

from typing_extensions import override

from app.desk.basket.basket_booking import BasketBooking
from app.desk.basket.baskets import FILE, Baskets
from app.desk.basket.values import Basket, BasketStop, ItemState
from app.desk.cancellation.refund_quote import Booking as DeskBooking
from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from app.desk.model.sale import Change, Draft, NotSold, Outcome, Preflight, Progress, Receipt
from app.desk.payment.payment_call import Tell
from app.desk.payment.unknown_outcome_values import Decision
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind, State
from tests.simulation.clerk import Clerk
from tests.simulation.counter import Counter
from tests.simulation.disk import DiskPath
from tests.simulation.neighbours import NEIGHBOUR
from tests.simulation.scenario import PEOPLE, Customer, Scenario, mostly_good, scenario
from tests.simulation.service import DAY, PRICE, SEATS, Service
from tests.simulation.stage import stage
from tests.simulation.world import Run, run
from tests.support.desk.samples import DRAFT, SLOT

_MOST_ITEMS = 6
_MOST_PRESSES = 8
_SHARE_DEARER = 0.06
_SHARE_REFUSED = 0.12
_SHARE_MOVED = 0.5
_SHARE_LEFT = 0.4
_REST = 200.0
_ANYWAY = Decision("Asha", "The party is leaving")
_DEARER = Change("Fare per person", "3,800.00", "3,900.00")
_BOOKED = frozenset({State.SETTLED, State.RESOLVED_BOOKED})


def run_basket(seed: int) -> Run:
    """Simulate a basket from one seed; the computer must be simulated already."""
    return run(seed, basket_scenario, BasketClerk)


def basket_scenario(chance: Random) -> Scenario:
    """Draw what happens to a basket: the weather, crashes and answers of any sale, and one to six items."""
    plan = scenario(chance)
    manners = plan.customers[0]
    items = tuple(
        replace(manners, phone=f"98765{number:05}", comes_at=0.0, person=chance.choice(PEOPLE))
        for number in range(chance.randint(1, _MOST_ITEMS))
    )
    return replace(
        plan,
        customers=items,
        answers=mostly_good(chance, plan.answers, _MOST_ITEMS, refused=_SHARE_REFUSED),
        storm=plan.storm / 3,
        moves=plan.moves if chance.random() < _SHARE_MOVED else (),
    )


class BasketClerk(Clerk):
    """One who puts all into a basket and books it, life after life."""

    def __init__(self, plan: Scenario, service: Service) -> None:
        super().__init__(plan.customers, service)
        self._plan = plan
        self.chance = Random(stage().seed + 2)
        self.accepted: dict[str, set[Change]] = {}
        """What the clerk has accepted of each item, by its phone number."""
        self.sending = 0

    @override
    async def _serve_all(self, counter: Counter) -> None:
        desk = await self._opened(counter)
        if desk.baskets.open is None:
            for number, customer in enumerate(self.customers):
                desk.baskets.put(_draft(number, customer))
        await desk.check_standings("at the start")
        await self._book(desk, set())
        await desk.check_standings("after it was booked")
        await desk.baskets.finish()

    @override
    async def _sell_again(self, counter: Counter, customer: Customer) -> None:
        desk = await self._opened(counter)
        if desk.baskets.open is not None:
            await self._book(desk, set(), only=customer.phone)
            await desk.check_standings("after it was booked again")
        await desk.baskets.finish()

    @override
    async def _leave(self, counter: Counter) -> None:
        desk = await self._opened(counter)
        await counter.desk.payments.finish()
        await desk.check_standings("before the end")
        if stage().stays and not stage().disk.fails_from:
            self.faults += desk.wrong_sums(self._plan)

    async def _opened(self, counter: Counter) -> BasketDesk:
        if self._desk is None or self._desk.counter is not counter:
            self._desk = BasketDesk(self, counter)
            await self._desk.baskets.begin()
        return self._desk

    _desk: BasketDesk | None = None

    async def _book(self, desk: BasketDesk, left_out: set[str], only: str = "") -> None:
        """Press the button until all is booked, or this clerk has enough."""
        for _ in range(_MOST_PRESSES):
            accepted = await self._accepted(desk, left_out, only)
            if not accepted:
                return
            ended = await self._press_all(desk, accepted)
            if ended is None or not ended.key:
                # Left or stopped, or all is booked.
                if self.chance.random() < _SHARE_LEFT:
                    return
            elif ended.unknown is not None:
                if not await self._after_unknown(desk, accepted):
                    return
            elif ended.again is None and not await self._after_refusal(desk, ended, left_out):
                return

    async def _accepted(self, desk: BasketDesk, left_out: set[str], only: str) -> dict[str, Preflight]:
        """The looks of what this clerk wants booked, with all that differs accepted."""
        standings = await desk.booking.standings(desk.basket)
        items = [
            each
            for each in desk.basket.items
            if standings[each.key].state is ItemState.WAITS
            and each.key not in left_out
            and only in {"", each.draft.customer_phone}
        ]
        looks = await desk.booking.look(items, _unheard)
        found = {each.key: each.preflight for each in looks if each.preflight is not None}
        # Nobody wants the same twice.
        wanted = {
            key: each
            for key, each in found.items()
            if not each.blocked and all(change.new != "One more" for change in each.changes)
        }
        for each in wanted.values():
            self.accepted.setdefault(each.draft.customer_phone, set()).update(each.changes)
        return wanted

    async def _press_all(
        self, desk: BasketDesk, accepted: dict[str, Preflight], anyway: Decision | None = None
    ) -> BasketStop | None:
        """Book, with whatever else this clerk does meanwhile; None when nothing more is to be done now."""
        manners, basket = self.customers[0], desk.basket
        endings = await self.pressed(
            partial(desk.press, basket, accepted, anyway),
            1 + manners.clicks_twice,
            "a basket",
            (manners.stops_after, desk.booking.stop),
            (manners.leaves_after, None),
        )
        await desk.counter.desk.payments.finish()
        ended = next((each for each in endings if isinstance(each, BasketStop)), None)
        if ended is not None and manners.clicks_again:
            # The same page again, with the basket as it was.
            with suppress(DeskError):
                await desk.press(basket, accepted)
        return ended

    async def _after_unknown(self, desk: BasketDesk, accepted: dict[str, Preflight]) -> bool:
        """Whether the clerk goes on: an impatient one does after three minutes, and tries to before."""
        rest = {key: each for key, each in accepted.items() if key in await desk.waiting()}
        with suppress(DeskError):
            await desk.press(desk.basket, rest)
        if self.customers[0].obeys:
            return False
        if stage().set_at == 0.0:
            await self._press_early(desk, rest)
        await asyncio.sleep(_REST)
        again = await self._accepted(desk, set(), "")
        with suppress(DeskError):
            await desk.press(desk.basket, again, _ANYWAY)
        return True

    async def _press_early(self, desk: BasketDesk, rest: dict[str, Preflight]) -> None:
        """Nobody may let it go on before the service has come to rest."""
        newest = max(
            (each.entries[0].at for each in desk.counter.journal.open_attempts()), default=stage().clock()
        )
        if not rest or (stage().clock() - newest).total_seconds() > _REST / 2:
            return
        if not desk.counter.journal.open_attempts():
            return
        try:
            await desk.press(desk.basket, rest, _ANYWAY)
        except DeskError:
            return
        self.faults.append("early: the rest was let go before the service came to rest")

    async def _after_refusal(self, desk: BasketDesk, ended: BasketStop, left_out: set[str]) -> bool:
        """Whether the clerk goes on: again, without the item, or after cancelling what is booked."""
        match self.chance.choice(("again", "without", "stop", "unwind")):
            case "again":
                return True
            case "without":
                left_out.add(ended.key)
                return True
            case "unwind":
                await self._unwind(desk)
                return False
            case _:
                return False

    async def _unwind(self, desk: BasketDesk) -> None:
        standings = await desk.booking.standings(desk.basket)
        for customer, item in zip(self.customers, desk.basket.items, strict=True):
            sale = standings[item.key].sale
            if sale is not None and sale.may_be_cancelled:
                booking = DeskBooking(sale.booking_ref, is_boat=False, qty=SEATS)
                await self._cancel(desk.counter, customer, booking, SEATS)


class BasketDesk:
    """The baskets of one life of the program, between the production code that books and that which sells."""

    def __init__(self, clerk: BasketClerk, counter: Counter) -> None:
        self.clerk, self.counter = clerk, counter
        self._is_refused = False
        self.baskets = Baskets(DiskPath("/counter"), stage().clock)
        self.booking = BasketBooking(
            self, counter.journal, self.baskets.keep_intent, counter.desk.unknown_outcomes, stage().clock
        )

    @property
    def basket(self) -> Basket:
        """The open basket."""
        return self.baskets.open or Basket("", stage().clock())

    async def preflight(self, draft: Draft, doubles: frozenset[str] = frozenset()) -> Preflight:
        """The last look at one item. Raises DeskError."""
        changes = (_DEARER,) if self.clerk.chance.random() < _SHARE_DEARER else ()
        return await self.clerk.look(self.counter, draft, doubles, changes=changes)

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome | Preflight:
        """Sell one item, after all has been looked at that must hold before."""
        clerk = self.clerk
        clerk.faults += self._wrongs(preflight)
        clerk.sending += 1
        fresh = replace(preflight, looked=self.counter.desk.reader.moment())
        try:
            outcome = await self.counter.desk.selling.book(fresh, on_progress)
            self._is_refused = isinstance(outcome, NotSold)
            return outcome
        finally:
            clerk.sending -= 1

    async def press(
        self, basket: Basket, accepted: dict[str, Preflight], anyway: Decision | None = None
    ) -> BasketStop:
        """Press the button that books. Raises DeskError."""
        self._is_refused = False
        return await self.booking.book(basket, accepted, _untold, anyway)

    def is_booking(self, intent_id: str) -> bool:
        """See `Selling.is_booking`."""
        return self.counter.desk.selling.is_booking(intent_id)

    async def waiting(self) -> set[str]:
        """The keys of the items that wait."""
        standings = await self.booking.standings(self.basket)
        return {key for key, each in standings.items() if each.state is ItemState.WAITS}

    def _wrongs(self, preflight: Preflight) -> Iterable[str]:
        phone = preflight.draft.customer_phone
        kept = stage().disk.files.get(DiskPath(FILE).name)
        if kept is None or f'"{preflight.intent_id}"'.encode() not in kept.kept:
            yield f"unkept: {phone} is sent before the disk has its intent"
        if self.clerk.sending or self.counter.desk.payments.is_settling:
            yield f"at once: {phone} is sent beside another"
        if self._is_refused:
            yield f"heedless: {phone} is sent by itself after a refusal"
        if set(preflight.changes) - self.clerk.accepted.get(phone, set()):
            yield f"unseen: {phone} is sent with a change that nobody accepted"
        for each in self.counter.journal.open_attempts():
            if each.kind is Kind.CREATE and each.state is not State.RESEND_AUTHORISED and not _is_let(each):
                yield f"hasty: {phone} is sent while {each.request_id} is not known"

    async def check_standings(self, when: str) -> None:
        """Each item stands as the journal says, whatever was kept of it."""
        if self.counter.desk.payments.is_settling:
            return
        standings = await self.booking.standings(self.basket)
        for item in self.basket.items:
            state = standings[item.key].state
            alike = [each for each in self.counter.journal.attempts() if _is_of(each, item.draft)]
            if {each.request_id for each in alike} & self.clerk.misled:
                continue
            is_booked = any(each.state in _BOOKED for each in alike)
            is_open = any(each.is_open for each in alike)
            told = {ItemState.UNKNOWN} if is_open else {ItemState.WAITS}
            if is_booked and not is_open:
                told = {ItemState.BOOKED, ItemState.CANCELLED}
            if state not in told:
                states = [each.state.value for each in alike]
                self.clerk.faults.append(
                    f"mistold: {item.draft.customer_phone} {when} is {state}, and {states}"
                )

    def wrong_sums(self, plan: Scenario) -> Iterable[str]:
        """Where all is known, the journal's debits are the service's, and the wallet's."""
        service, attempts = self.clerk.service, self.counter.journal.attempts()
        own = [each for each in service.bookings if not each.request_id.startswith(NEIGHBOUR)]
        if self.counter.journal.open_attempts() or self.clerk.misled:
            return
        sold = [each for each in attempts if each.kind is Kind.CREATE and each.state in _BOOKED]
        debits = sum(
            (Decimal(str(each.facts.get("total_debited") or each.facts["expected_debit"])) for each in sold),
            Decimal(0),
        )
        if debits != PRICE * len(own):
            yield f"sums: the journal says {debits}, and the service has debited {PRICE * len(own)}"
        books = service.books
        if (
            not plan.moves
            and not any(each.cancelled for each in own)
            and (books.cash - books.credit_used != plan.cash - debits)
        ):
            yield f"sums: the wallet has lost {plan.cash - books.cash + books.credit_used}, not {debits}"


def _is_let(attempt: Attempt) -> bool:
    """Whether a named person has let other orders go while it is not known."""
    return any("others" in each.facts and each.private.get("by") for each in attempt.entries)


def _is_of(attempt: Attempt, draft: Draft) -> bool:
    assert isinstance(draft, ActivityDraft)
    assert draft.slot is not None
    return attempt.facts.get("availability_id") == str(draft.slot.availability_id)


def _draft(number: int, customer: Customer) -> Draft:
    slot = replace(SLOT, day=DAY, closes_at=None, availability_id=int(SLOT.availability_id) + number)
    return replace(DRAFT, slot=slot, customer_phone=customer.phone)


def _unheard(_: int) -> None:
    """Nobody counts the readings."""


def _untold(_key: str, _told: Progress | Receipt) -> None:
    """Nobody looks at the steps."""

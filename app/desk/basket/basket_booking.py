"""Books the items of a basket one after another, each by its own journalled call, and never two at a time.

The wallet is the evidence for a lost answer, and a second debit on its way would spoil it. The service knows
single bookings alone, so what is booked before an item is refused stays booked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from app.core.language import tr
from app.desk.basket.basket import doubles
from app.desk.basket.values import DONE, Basket, BasketItem, BasketStop, ItemLook, ItemStanding, ItemState
from app.desk.bookings.journal_sales import JournalSales
from app.desk.model.errors import DeskError
from app.desk.model.sale import (
    Advice,
    Draft,
    NotSold,
    Outcome,
    Preflight,
    Progress,
    Receipt,
    Step,
    UnknownOutcome,
)
from app.desk.payment.payment_call import Tell, undisturbed
from app.desk.payment.unknown_outcome import UnknownOutcomes
from app.desk.payment.unknown_outcome_advice import ANOTHER_DEBIT
from app.desk.payment.unknown_outcome_values import Decision
from app.desk.sale.advice import advise_other_wallet
from app.desk.sale.change_detection import flag_changes
from app.desk.service.advice import NOTHING_MOVED
from app.store.journal.journal import Attempt, Journal
from app.store.journal.states import State
from app.store.register.values import SaleStanding

_AT_ONCE = 2
"""Items that are read at the same time; more would be refused where a service counts requests."""
_STATES = {
    SaleStanding.OPEN: ItemState.UNKNOWN,
    SaleStanding.BOOKED: ItemState.BOOKED,
    SaleStanding.PARTLY_CANCELLED: ItemState.BOOKED,
    SaleStanding.CANCELLED: ItemState.CANCELLED,
}


class Seller(Protocol):
    """The part of selling that books one item."""

    async def preflight(self, draft: Draft, doubles: frozenset[str] = frozenset()) -> Preflight:
        """See `Selling.preflight`."""
        ...

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome | Preflight:
        """See `Selling.book`."""
        ...

    def is_booking(self, intent_id: str) -> bool:
        """See `Selling.is_booking`."""
        ...


KeepIntent = Callable[[str, str], None]
"""Keeps the intent of an item on the disk before it is sent: its key, and the intent. Waits for the disk.

Raises OSError or DeskError when it could not.
"""


class BasketBooking:
    """Reads and books the items of baskets. What became of an item is asked of the journal alone."""

    def __init__(
        self,
        selling: Seller,
        journal: Journal,
        keep_intent: KeepIntent,
        unknown: UnknownOutcomes,
        clock: Callable[[], datetime],
    ) -> None:
        self._selling, self._clock = selling, clock
        self._journal = journal
        self._sales = JournalSales(journal)
        self._keep_intent = keep_intent
        self._unknown = unknown
        self._sent: dict[str, str] = {}
        """The intents of this session by the key of their item: a caller may have an older basket."""
        self._is_stopped = False
        self._booking = asyncio.Lock()

    async def standings(self, basket: Basket) -> dict[str, ItemStanding]:
        """How each item stands, by its key."""
        return await asyncio.to_thread(self._standings, basket)

    async def standing_of(self, intent_id: str) -> ItemStanding:
        """How one order stands, by its intent."""
        return await asyncio.to_thread(self._standing, intent_id)

    async def without_booked(self, basket: Basket) -> Basket:
        """The basket without what was booked; the same when nothing else is in it."""
        standings = await self.standings(basket)
        items = tuple(each for each in basket.items if standings[each.key].state not in DONE)
        return replace(basket, items=items or basket.items)

    async def look(self, items: Sequence[BasketItem], tell: Callable[[int], None]) -> tuple[ItemLook, ...]:
        """Each item read again before paying, two at a time; `tell` gets the number that are read."""
        room, done = asyncio.Semaphore(_AT_ONCE), 0

        async def one(item: BasketItem) -> ItemLook:
            nonlocal done
            async with room:
                try:
                    found = ItemLook(item.key, await self._selling.preflight(item.draft))
                except DeskError as error:
                    found = ItemLook(item.key, advice=error.advice)
            done += 1
            tell(done)
            return found

        return tuple(await asyncio.gather(*map(one, items)))

    def stop(self) -> None:
        """Book nothing after the item that is on its way."""
        self._is_stopped = True

    async def book(
        self,
        basket: Basket,
        accepted: Mapping[str, Preflight],
        tell: Callable[[str, Progress | Receipt], None],
        anyway: Decision | None = None,
    ) -> BasketStop:
        """Book the items that have an accepted preflight, in the order of these; see `BasketStop`.

        Each is read again first, since the one before has moved the wallet. What differs from what was
        accepted ends it before anything of that item is sent, and so does a refusal. After an outcome that
        is not known nothing more of this basket is sent, unless a person decides it (`anyway`), which is
        kept in the history of that sale. `tell` is called with the key of an item and each step, then its
        receipt.

        Raises DeskError, and sends nothing, while an item is being booked, or its outcome is unknown and
        nobody decides, or may not decide yet (see `UnknownOutcomes.permit_others`).
        """
        if self._booking.locked():
            raise DeskError(_running())
        async with self._booking:
            self._is_stopped = False
            await self._check(basket, anyway)
            for key, seen in accepted.items():
                if self._is_stopped:
                    break
                known = replace(seen, doubles=self._doubles(basket, key, accepted))
                end = await self._book_one(basket, key, known, tell)
                if end is not None:
                    return end
            return BasketStop("")

    async def _check(self, basket: Basket, anyway: Decision | None) -> None:
        standings = (await self.standings(basket)).values()
        if any(each.state is ItemState.RUNNING for each in standings):
            raise DeskError(_running())
        unknown = [
            each.sale.request_id
            for each in standings
            if each.state is ItemState.UNKNOWN and each.sale is not None
        ]
        if not unknown:
            return
        if anyway is None:
            raise DeskError(_unknown())
        await self._unknown.permit_others(unknown, anyway)

    async def _book_one(
        self, basket: Basket, key: str, seen: Preflight, tell: Callable[[str, Progress | Receipt], None]
    ) -> BasketStop | None:
        """Book one item. Returns why the booking of the basket ends here; None when it goes on."""
        standing = (await self.standings(basket)).get(key)
        if standing is None or standing.state is not ItemState.WAITS:
            # It was booked meanwhile, such as by a person who settled its outcome, or was taken out.
            return None
        try:
            outcome = await self._send(key, seen, lambda progress: tell(key, progress))
        except DeskError as error:
            return BasketStop(key, error.advice)
        except OSError as error:
            return BasketStop(key, _unkept(error))
        if not isinstance(outcome, Receipt):
            return _end_at(key, outcome)
        tell(key, outcome)
        is_written = (await self.standings(basket))[key].state is not ItemState.UNKNOWN
        return None if is_written else BasketStop(key, _unwritten())

    async def _send(self, key: str, seen: Preflight, tell: Tell) -> Outcome | Preflight | None:
        """The outcome of one item, or what differs from what was accepted; None when stopped before."""
        undisturbed(tell)(Progress(Step.CHECKING, self._clock(), ""))
        fresh = await self._selling.preflight(seen.draft, seen.doubles)
        if fresh.wallet.agent_id != seen.wallet.agent_id:
            raise DeskError(advise_other_wallet())
        # What a boat asks of its passengers is sent only after it was seen that it does.
        fresh = replace(fresh, changes=(*fresh.changes, *flag_changes(seen.draft, fresh.draft)))
        if fresh.blocked or set(fresh.changes) - set(seen.changes):
            return fresh
        if self._is_stopped:
            return None
        await asyncio.to_thread(self._keep_intent, key, fresh.intent_id)
        self._sent[key] = fresh.intent_id
        return await self._selling.book(fresh, tell)

    def _doubles(self, basket: Basket, key: str, accepted: Mapping[str, Preflight]) -> frozenset[str]:
        """The intents of the same trip as this item: who accepted both has seen that it is there twice."""
        items = (each for each in basket.items if each.key == key)
        return frozenset(
            self._sent[each]
            for item in items
            for each in doubles(basket, item)
            if each in accepted and each in self._sent
        )

    def _standings(self, basket: Basket) -> dict[str, ItemStanding]:
        """How each item stands, by its key; waits for the disk."""
        return {each.key: self._standing(self._sent.get(each.key, each.intent_id)) for each in basket.items}

    def _standing(self, intent_id: str) -> ItemStanding:
        """How the item with this intent stands."""
        if not intent_id:
            return ItemStanding(ItemState.WAITS)
        if self._selling.is_booking(intent_id):
            return ItemStanding(ItemState.RUNNING)
        made = self._made(intent_id)
        if not made:
            return ItemStanding(ItemState.WAITS)
        sale = self._sales.sale_made_of(made)
        if sale.open_cancellation:
            return ItemStanding(ItemState.BOOKED, sale)
        return ItemStanding(_STATES.get(SaleStanding(sale.standing), ItemState.WAITS), sale)

    def _made(self, intent_id: str) -> list[Attempt]:
        """The attempts of one item.

        An equal order may have taken the number of one that was never sent, and is not this item. What took
        the number of one that was sent is this item once more, permitted by a person.
        """
        made = list(self._journal.asked_as(intent_id))
        for each in self._journal.of_request(made[-1].request_id) if made else ():
            if each.attempt > made[-1].attempt and made[-1].state is not State.NOT_SENT:
                made.append(each)
        return made


def _end_at(key: str, outcome: Preflight | NotSold | UnknownOutcome | None) -> BasketStop:
    if outcome is None:
        return BasketStop("")
    if isinstance(outcome, Preflight):
        return BasketStop(key, again=outcome)
    unknown = outcome if isinstance(outcome, UnknownOutcome) else None
    return BasketStop(key, outcome.advice, unknown=unknown)


def _running() -> Advice:
    return Advice(
        tr("This basket is being booked."), tr(NOTHING_MOVED), tr("Wait until the present item is settled.")
    )


def _unknown() -> Advice:
    return Advice(
        tr("Nobody knows yet whether an item of this basket is booked."),
        tr(ANOTHER_DEBIT),
        tr("Settle it first."),
    )


def _unwritten() -> Advice:
    return Advice(
        tr("It is booked, and this counter could not write that down."),
        tr("Nothing more of the basket is sent."),
        tr("Write the PNR down, then free disk space or ask for help."),
    )


def _unkept(error: OSError) -> Advice:
    return Advice(
        tr("The basket could not be written to this disk."),
        tr(NOTHING_MOVED),
        tr("Free some space, then try again."),
        details=((tr("Reason"), str(error)),),
    )

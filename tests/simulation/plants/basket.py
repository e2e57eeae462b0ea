"""Bugs in the booking of a basket."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

from app.desk.basket import basket_booking, baskets
from app.desk.basket.basket_booking import BasketBooking
from app.desk.basket.baskets import Baskets
from app.desk.basket.values import BasketStop, ItemStanding, ItemState
from app.desk.model.sale import UnknownOutcome
from app.desk.payment import unknown_outcome_advice
from app.desk.payment.unknown_outcome import UnknownOutcomes
from app.store.register.values import SaleStanding
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def intent_is_kept_after_sending(patches: Patches) -> None:
    """The disk hears of an order after it was sent."""

    async def send(self: Any, key: str, seen: Any, tell: Any) -> Any:
        fresh = await self._selling.preflight(seen.draft)
        if fresh.blocked or set(fresh.changes) - set(seen.changes):
            return fresh
        outcome = await self._selling.book(fresh, tell)
        await asyncio.to_thread(self._keep_intent, key, fresh.intent_id)
        return outcome

    patches.put(BasketBooking, "_send", send)


@BED.plant
def intent_is_kept_in_memory_alone(patches: Patches) -> None:
    """What was sent is in the memory of a program that may die."""

    def keep_intent(self: Any, key: str, intent_id: str) -> None:
        self.held = tuple(with_intent(each, key, intent_id) for each in self.held)

    with_intent = vars(baskets)["_with_intent"]
    patches.put(Baskets, "keep_intent", keep_intent)


@BED.plant
def refused_disk_keeps_no_order_back(patches: Patches) -> None:
    """An intent that the disk refuses is taken for kept."""
    keep = Baskets.keep_intent

    def keep_intent(self: Baskets, key: str, intent_id: str) -> None:
        try:
            keep(self, key, intent_id)
        except OSError:
            return

    patches.put(Baskets, "keep_intent", keep_intent)


@BED.plant
def unknown_does_not_stop(patches: Patches) -> None:
    """The next item is sent after an outcome that nobody knows."""
    end_at = vars(basket_booking)["_end_at"]

    def ended(key: str, outcome: Any) -> BasketStop | None:
        return None if isinstance(outcome, UnknownOutcome) else end_at(key, outcome)

    patches.put(basket_booking, "_end_at", ended)


@BED.plant
def second_call_does_not_look(patches: Patches) -> None:
    """Whoever presses again sends the rest, whatever is open."""

    async def check(*_: object) -> None:
        return

    patches.put(BasketBooking, "_check", check)


@BED.plant
def open_item_waits(patches: Patches) -> None:
    """An item whose outcome is not known counts as never sent."""
    states = {**vars(basket_booking)["_STATES"], SaleStanding.OPEN: ItemState.WAITS}
    patches.put(basket_booking, "_STATES", states)


@BED.plant
def standing_is_asked_of_the_basket(patches: Patches) -> None:
    """What has an intent is taken for booked."""

    def standing(_: object, intent_id: str) -> ItemStanding:
        return ItemStanding(ItemState.BOOKED if intent_id else ItemState.WAITS)

    patches.put(BasketBooking, "_standing", standing)


@BED.plant
def refused_item_counts_as_booked(patches: Patches) -> None:
    """What the service refused is not booked again, as if it were."""
    states = {**vars(basket_booking)["_STATES"], SaleStanding.NOT_SOLD: ItemState.BOOKED}
    patches.put(basket_booking, "_STATES", states)


@BED.plant
def booked_item_waits_again(patches: Patches) -> None:
    """A second call sends again what was booked."""
    states = {**vars(basket_booking)["_STATES"], SaleStanding.BOOKED: ItemState.WAITS}
    patches.put(basket_booking, "_STATES", states)


@BED.plant
def number_of_another_is_not_found(patches: Patches) -> None:
    """An item that took the number of an order that was never sent is not found under it."""

    def made(self: Any, intent_id: str) -> Any:
        return self._journal.of_intent(intent_id)

    patches.put(BasketBooking, "_made", made)


@BED.plant
def changes_are_not_compared(patches: Patches) -> None:
    """A fare that rose meanwhile is sent unseen."""

    async def send(self: Any, key: str, seen: Any, tell: Any) -> Any:
        fresh = await self._selling.preflight(seen.draft)
        if fresh.blocked:
            return fresh
        await asyncio.to_thread(self._keep_intent, key, fresh.intent_id)
        self._sent[key] = fresh.intent_id
        return await self._selling.book(fresh, tell)

    patches.put(BasketBooking, "_send", send)


@BED.plant
def two_at_a_time(patches: Patches) -> None:
    """Whoever clicks twice books the basket twice at the same time."""

    class NoLock(AbstractAsyncContextManager[None]):
        """Locks nothing."""

        locked = staticmethod(bool)

        async def __aexit__(self, *_: object) -> None:
            return

    begin = BasketBooking.__init__

    def begin_unlocked(self: Any, *parts: Any) -> None:
        begin(self, *parts)
        self._booking = NoLock()

    patches.put(BasketBooking, "__init__", begin_unlocked)


@BED.plant
def the_rest_is_let_go_at_once(patches: Patches) -> None:
    """A person may let the rest go before the service has come to rest."""
    problem = unknown_outcome_advice.permission_problem

    def hurried(decision: Any, findings: Any) -> Any:
        return problem(decision, replace(findings, is_quiet=True))

    patches.put(unknown_outcome_advice, "permission_problem", hurried)


@BED.plant
def who_let_the_rest_go_is_not_kept(patches: Patches) -> None:
    """The rest goes on, and nobody knows later who said so."""

    async def permit_others(*_: object) -> None:
        return

    patches.put(UnknownOutcomes, "permit_others", permit_others)


@BED.plant
def refusal_ends_nothing(patches: Patches) -> None:
    """After a refusal the rest is sent by itself."""

    async def book_on(self: Any, basket: Any, key: str, seen: Any, tell: Any) -> Any:
        ended = await book_one(self, basket, key, seen, tell)
        is_refused = ended is not None and ended.unknown is None and ended.again is None
        return None if is_refused else ended

    book_one = vars(BasketBooking)["_book_one"]
    patches.put(BasketBooking, "_book_one", book_on)

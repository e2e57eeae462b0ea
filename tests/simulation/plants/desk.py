"""Bugs in what the counter decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from app.api.messages.errors import UnreadableAnswerError
from app.desk.payment import payment_call, payments
from app.desk.payment.duplicate_check import Likeness, same_sale
from app.desk.payment.payment_call import PaymentCall
from app.desk.payment.payments import Payments
from app.desk.sale import selling
from app.store.journal.attempt import Attempt
from app.store.journal.journal import JournalError
from app.store.journal.states import Kind, State
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()
_ENDED = frozenset({State.NOT_SENT, State.REJECTED, State.RESOLVED_NOT_BOOKED})


@BED.plant
def no_record_before_the_byte(patches: Patches) -> None:
    """DISPATCHED is not written."""

    def keep_dispatched(*_: object) -> None:
        return

    patches.put(PaymentCall, "_keep_dispatched", keep_dispatched)


@BED.plant
def open_sale_is_ignored(patches: Patches) -> None:
    """The same sale is sent again while its outcome is not known."""

    def nothing(*_: object) -> None:
        return

    patches.put(payments, "same_sale", nothing)
    patches.put(selling, "same_sale", nothing)


@BED.plant
def ended_intent_is_sold_again(patches: Patches) -> None:
    """A second press after the end sells the same intent once more."""

    def standing(_: object, same: Likeness, attempts: Sequence[Attempt]) -> Attempt | None:
        return same_sale(same, attempts)

    patches.put(payments, "_standing", standing)


@BED.plant
def intent_under_another_name(patches: Patches) -> None:
    """An intent that took over the number of an unsent one is not found again."""

    def standing(order: Any, same: Likeness, attempts: Sequence[Attempt]) -> Attempt | None:
        made = (each for each in attempts if each.intent_id == order.intent_id and each.state not in _ENDED)
        return same_sale(same, attempts) or next(made, None)

    patches.put(payments, "_standing", standing)


@BED.plant
def refused_number_is_used_again(patches: Patches) -> None:
    """A refused order keeps its number."""

    def equal(content_sha256: str, attempts: Sequence[Attempt]) -> Attempt | None:
        found = [each for each in attempts if each.facts.get("content_sha256") == content_sha256]
        return found[-1] if found and found[-1].state in _ENDED else None

    patches.put(payments, "_unsent_equal", equal)


@BED.plant
def interrupted_is_not_sent(patches: Patches) -> None:
    """After a crash, what was dispatched counts as never sent."""
    patches.put(payments, "_INTERRUPTED", {State.PREPARED: State.NOT_SENT, State.DISPATCHED: State.NOT_SENT})


@BED.plant
def interrupted_is_left(patches: Patches) -> None:
    """After a crash, nobody names what was under way."""

    def nothing(_: object) -> None:
        return

    patches.put(Payments, "_close_interrupted", nothing)


@BED.plant
def page_takes_the_order_along(patches: Patches) -> None:
    """Leaving the page cancels the order."""

    async def unshielded(task: asyncio.Task[Any]) -> Any:
        return await task

    class Asyncio:
        """Without a shield."""

        shield = staticmethod(unshielded)

        def __getattr__(self, name: str) -> Any:
            return getattr(asyncio, name)

    patches.put(payments, "asyncio", Asyncio())


@BED.plant
def quit_that_does_not_wait(patches: Patches) -> None:
    """The program ends while an order is on its way."""

    async def finish(_: object) -> None:
        return

    patches.put(Payments, "finish", finish)


@BED.plant
def stop_after_the_lock(patches: Patches) -> None:
    """An order is said to be stopped although it has left."""

    def stop(self: Any) -> bool:
        self._is_stopped = True
        return True

    patches.put(PaymentCall, "stop", stop)


@BED.plant
def lock_that_does_not_look(patches: Patches) -> None:
    """An order is dispatched although it was stopped."""

    def lock(self: Any) -> None:
        self._is_locked = True

    async def unless_stopped(_: object, send: Any) -> Any:
        return await send()

    patches.put(PaymentCall, "_lock", lock)
    patches.put(PaymentCall, "_unless_stopped", unless_stopped)


@BED.plant
def outcome_is_not_written(patches: Patches) -> None:
    """The outcome is shown and not written down."""

    def keep_outcome(*_: object) -> bool:
        return True

    patches.put(PaymentCall, "keep_outcome", keep_outcome)


@BED.plant
def outcome_is_written_later(patches: Patches) -> None:
    """The PNR is shown a moment before it is written down."""
    keep = PaymentCall.keep_outcome

    def keep_outcome(self: PaymentCall, state: Any, result: Any, error: Any) -> bool:
        asyncio.get_running_loop().call_later(0.5, keep, self, state, result, error)
        return True

    patches.put(PaymentCall, "keep_outcome", keep_outcome)


@BED.plant
def refused_outcome_counts_as_kept(patches: Patches) -> None:
    """The disk refuses the outcome, and the screen does not say so."""
    keep = PaymentCall.keep_outcome

    def keep_outcome(self: PaymentCall, state: Any, result: Any, error: Any) -> bool:
        keep(self, state, result, error)
        return True

    patches.put(PaymentCall, "keep_outcome", keep_outcome)


@BED.plant
def unreadable_is_refused(patches: Patches) -> None:
    """An answer that nobody understands counts as refused."""
    judge = vars(payment_call)["_state_of"]

    def state_of(error: Exception, kind: Kind, *, is_dispatched: bool) -> State:
        if isinstance(error, UnreadableAnswerError):
            return State.REJECTED
        return judge(error, kind, is_dispatched=is_dispatched)

    patches.put(payment_call, "_state_of", state_of)


@BED.plant
def lost_reference_is_not_sold(patches: Patches) -> None:
    """A sale whose reference cannot be read counts as never sent."""
    judge = vars(payment_call)["_state_of"]

    def state_of(error: Exception, kind: Kind, *, is_dispatched: bool) -> State:
        state = judge(error, kind, is_dispatched=is_dispatched)
        return State.NOT_SENT if state is State.BOOKED_REF_LOST else state

    patches.put(payment_call, "_state_of", state_of)


@BED.plant
def unknown_cancellation_is_refused(patches: Patches) -> None:
    """A cancellation without an answer counts as refused."""
    judge = vars(payment_call)["_state_of"]

    def state_of(error: Exception, kind: Kind, *, is_dispatched: bool) -> State:
        state = judge(error, kind, is_dispatched=is_dispatched)
        return State.REJECTED if kind is Kind.CANCEL and state is State.UNKNOWN else state

    patches.put(payment_call, "_state_of", state_of)


@BED.plant
def order_goes_without_a_journal(patches: Patches) -> None:
    """A journal that takes nothing does not keep an order back."""
    keep = vars(PaymentCall)["_keep"]

    def forgiving(self: PaymentCall, state: State, facts: Any, private: Any = None) -> None:
        try:
            keep(self, state, facts, private)
        except JournalError:
            return

    patches.put(PaymentCall, "_keep", forgiving)

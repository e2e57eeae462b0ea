"""Money calls: journalled before they leave, never repeated by themselves, and once begun they end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.api.answers import BookingResult, CancellationResult
from app.api.client import PartnerClient
from app.desk.brake import Brake
from app.desk.money_call import MoneyCall, Tell
from app.desk.order import Order
from app.desk.values import Step
from app.store.journal import Attempt, Journal, JournalError
from app.store.states import State

log = logging.getLogger(__name__)

_CERTAINLY_NOT_DONE = frozenset({State.NOT_SENT, State.REJECTED, State.RESOLVED_NOT_BOOKED})
_INTERRUPTED = {State.PREPARED: State.NOT_SENT, State.DISPATCHED: State.UNKNOWN}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a money call ended, as far as it is known; the journal has it before this is returned."""

    request_id: str
    state: State
    result: BookingResult | CancellationResult | None
    error: Exception | None
    is_kept: bool
    """False: the journal refused the outcome. It is known now and may be unknown after a restart."""
    began_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """The same sale may already stand as this attempt, so nothing was sent."""

    attempt: Attempt


class Cashier:
    """Carries out each intent once; who asked may go away, the order goes on."""

    def __init__(self, client: PartnerClient, journal: Journal, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._journal = journal
        self._clock = clock
        self._running: dict[str, asyncio.Task[Ending | Standing]] = {}
        self._brakes: dict[str, Brake] = {}

    @property
    def is_settling(self) -> bool:
        """Whether a money call is running."""
        return bool(self._running)

    async def carry_out(self, intent_id: str, make: Callable[[], Order], tell: Tell) -> Ending | Standing:
        """Send the order once and give its ending; a second call for the same intent joins the first.

        `make` gives the order; it is called in a thread, since copies of documents are large. Cancelling
        the caller does not cancel the order. Raises JournalError when it could not be journalled, and
        what `make` raises; nothing was sent then.
        """
        task = self._running.get(intent_id)
        if task is None:
            brake = self._brakes[intent_id] = Brake()
            task = asyncio.create_task(self._carry_out(make, tell, brake), name=f"money {intent_id}")
            self._running[intent_id] = task
            task.add_done_callback(lambda _: self._forget(intent_id))
        return await asyncio.shield(task)

    def stop(self, intent_id: str) -> bool:
        """Give up a running order before it is whole: it ends as not sent, and `carry_out` says so.

        False when it is too late or nothing runs; it then ends by itself.
        """
        brake = self._brakes.get(intent_id)
        return brake is not None and brake.pull()

    def _forget(self, intent_id: str) -> None:
        del self._running[intent_id], self._brakes[intent_id]

    async def finish(self) -> None:
        """Wait until no money call is running; their endings are journalled."""
        while self._running:
            await asyncio.wait(list(self._running.values()))

    async def close_interrupted(self) -> None:
        """Name what a program that ended in the middle left behind: not sent, or not known."""
        await asyncio.to_thread(self._close_interrupted)

    async def _carry_out(self, make: Callable[[], Order], tell: Tell, brake: Brake) -> Ending | Standing:
        began_at = self._clock()
        call = await asyncio.to_thread(lambda: self._prepare(make(), tell, brake))
        if isinstance(call, Standing):
            return call
        call.report(Step.WRITTEN)
        state, result, error = await call.run(self._client)
        is_kept = await asyncio.to_thread(call.keep_outcome, state, result, error)
        call.report(Step.ANSWERED)
        return Ending(call.request_id, state, result, error, is_kept, began_at, self._clock())

    def _prepare(self, order: Order, tell: Tell, brake: Brake) -> MoneyCall | Standing:
        """Journal PREPARED, with the number of an equal order that was never sent, else with a fresh one."""
        attempts = self._journal.attempts()
        standing = _standing(order, attempts)
        if standing is not None:
            return Standing(standing)
        content_sha256 = order.content_sha256
        unsent = _unsent_equal(content_sha256, attempts)
        intent_id = unsent.intent_id if unsent else order.intent_id
        number = 1 + max((each.attempt for each in attempts if each.intent_id == intent_id), default=0)
        request_id = unsent.request_id if unsent else self._journal.new_request_id()
        call = MoneyCall(self._journal, self._clock, order, tell, intent_id, number, request_id, brake)
        try:
            facts = {**order.facts, "content_sha256": content_sha256, "asked_as": order.intent_id}
            call.keep(State.PREPARED, facts, order.private)
        except JournalError as error:
            if error.is_partly_kept:
                # Else it would stand as an open sale, and block the same one although nothing was sent.
                call.keep_outcome(State.NOT_SENT, None, error)
            raise
        return call

    def _close_interrupted(self) -> None:
        for attempt in self._journal.attempts():
            ending = _INTERRUPTED.get(attempt.state)
            if ending is not None:
                self._journal.append(
                    intent_id=attempt.intent_id,
                    attempt=attempt.attempt,
                    request_id=attempt.request_id,
                    kind=attempt.kind,
                    state=ending,
                    facts={"cause": "The program ended while this was on its way."},
                )


def same_sale(fingerprint: str, attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt for the same sale whose outcome is open, or None."""
    return next(
        (each for each in attempts if each.is_open and each.private.get("fingerprint") == fingerprint), None
    )


def _standing(order: Order, attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt that forbids this order: an open one of the same sale, or this intent already made."""
    made = (
        each
        for each in attempts
        # An order that took over the number of one that was never sent stands under the name of that one.
        if order.intent_id in {each.intent_id, each.facts.get("asked_as")}
        and each.state not in _CERTAINLY_NOT_DONE
    )
    return same_sale(order.fingerprint, attempts) or next(made, None)


def _unsent_equal(content_sha256: str, attempts: Sequence[Attempt]) -> Attempt | None:
    """The newest attempt when it has the same content and was never sent: its number can be used again."""
    equal = [each for each in attempts if each.facts.get("content_sha256") == content_sha256]
    return equal[-1] if equal and equal[-1].state is State.NOT_SENT else None

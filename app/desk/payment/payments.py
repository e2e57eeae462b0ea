"""Money calls: journalled before they leave, never repeated automatically, and always completed."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial

from app.api.client import PartnerClient
from app.api.messages.answers import BookingResult, CancellationResult
from app.api.messages.errors import RefusedError, UnreadableAnswerError
from app.core.event import Event
from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.model.errors import DeskError
from app.desk.model.sale import Step, Wallet
from app.desk.payment.duplicate_check import Likeness, likeness, same_sale
from app.desk.payment.evidence_journal import is_unmoved
from app.desk.payment.journal_facts import instant, together
from app.desk.payment.order import Order, signed
from app.desk.payment.payment_call import PaymentCall, Tell
from app.desk.payment.unknown_outcome_values import Decision
from app.store.journal.journal import Attempt, Journal, JournalError
from app.store.journal.states import State

log = logging.getLogger(__name__)
_CERTAINLY_NOT_DONE = frozenset({State.NOT_SENT, State.REJECTED, State.RESOLVED_NOT_BOOKED})
_INTERRUPTED = {
    State.PREPARED: State.NOT_SENT,
    State.DISPATCHED: State.UNKNOWN,
    # A permission to send again is for one time and one person.
    State.RESEND_AUTHORISED: State.UNKNOWN,
}
_NOT_MADE = {
    State.REJECTED: mark(
        "This order was refused by the service, and this counter could not keep that. "
        "After the next start it looks as if its outcome were not known."
    ),
    State.NOT_SENT: mark(
        "This order was not sent, and this counter could not keep that. "
        "After the next start it looks as if its outcome were not known."
    ),
}
_UNKNOWN = mark(
    "We do not know whether this order went through, and this counter could not keep even that. "
    "Ask the operator with the request number, and do not send it again."
)


@frozen
class Ending:
    """How a money call ended; the journal has it before this is returned."""

    request_id: str
    state: State
    result: BookingResult | CancellationResult | None
    error: Exception | None
    is_kept: bool
    """False: the journal refused the outcome, which may be unknown after a restart."""
    began_at: datetime
    ended_at: datetime

    @property
    def is_booked(self) -> bool:
        """Whether a sale was made, with its PNR."""
        return isinstance(self.result, BookingResult)


@frozen
class PossibleDuplicate:
    """Nothing was sent, since this attempt may be the same sale."""

    attempt: Attempt


Check = Callable[[], None]
"""Raises an error when the journal forbids an order; called in a thread, which it may let wait."""
Prepare = Callable[[PaymentCall], PossibleDuplicate | None]
"""Journals PREPARED, in a thread; returns the duplicate that forbids it, if any."""


class Payments:
    """Carries out each intent once; an order goes on even when its caller is cancelled."""

    def __init__(
        self,
        client: PartnerClient,
        journal: Journal,
        clock: Callable[[], datetime],
        clerk: Callable[[], str] = str,
        wallet: Callable[[], Awaitable[Wallet]] | None = None,
    ) -> None:
        """`clerk` returns the name of the clerk on duty for the journal, empty for none.

        `wallet` reads the wallet anew; without it no refusal is believed that comes with a status of success.
        """
        self.ended = Event[Ending]()
        """An order has ended and is in the journal; also raised when the caller was cancelled."""
        self._clerk = clerk
        self._wallet = wallet
        self._client = client
        self._journal = journal
        self._clock = clock
        self.unjournalled = UnjournalledOutcomes()
        self._preparing = threading.Lock()
        self._running: dict[str, tuple[PaymentCall, asyncio.Task[Ending | PossibleDuplicate]]] = {}

    @property
    def is_settling(self) -> bool:
        """Whether a money call is running."""
        return bool(self._running)

    def is_carrying(self, intent_id: str) -> bool:
        """Whether this intent is being carried out."""
        return intent_id in self._running

    async def carry_out(
        self, order: Order, tell: Tell, check: Check | None = None
    ) -> Ending | PossibleDuplicate:
        """Send the order once. Returns its ending; a second call for the same intent joins the first.

        Cancelling the caller does not cancel the order. Raises JournalError when it could not be journalled,
        and what `check` raises; nothing was sent then.
        """
        return await self._run(signed(order, self._clerk()), tell, partial(self._prepare, check))

    async def send_again(
        self, attempt: Attempt, order: Order, leave: Decision, tell: Tell
    ) -> Ending | PossibleDuplicate:
        """Send the same bytes under the same number again, permitted by a person. Returns the ending.

        The attempt keeps this permission, and stays open. Raises JournalError when it could not be journalled
        and TransitionError when the attempt is no longer open; nothing was sent then.
        """
        return await self._run(order, tell, partial(self._prepare_again, attempt, leave))

    async def _run(self, order: Order, tell: Tell, prepare: Prepare) -> Ending | PossibleDuplicate:
        intent_id = order.intent_id
        if intent_id not in self._running:
            call = PaymentCall(self._journal, self._clock, order, tell)
            task = asyncio.create_task(self._carry_out(call, prepare), name=f"money {intent_id}")
            self._running[intent_id] = call, task
            task.add_done_callback(lambda _: self._running.pop(intent_id))
        return await asyncio.shield(self._running[intent_id][1])

    def stop(self, intent_id: str) -> bool:
        """Stop a running order before it is complete: it ends as not sent, and `carry_out` returns that.

        Returns False when it is too late or nothing runs; the order then goes on to its end.
        """
        return intent_id in self._running and self._running[intent_id][0].stop()

    async def finish(self) -> None:
        """Wait until no money call is running; their endings are journalled then."""
        while self._running:
            await asyncio.wait([task for _, task in self._running.values()])

    async def close_interrupted(self) -> None:
        """Record attempts that were interrupted by the end of the program: as not sent, or unknown.

        When the journal cannot be written, they are left as they are.
        """
        try:
            await asyncio.to_thread(self._close_interrupted)
        except JournalError:
            log.warning("What a program left behind could not be named.", exc_info=True)

    async def _carry_out(self, call: PaymentCall, prepare: Prepare) -> Ending | PossibleDuplicate:
        began_at = self._clock()
        standing = await asyncio.to_thread(self._prepare_alone, prepare, call)
        if standing is not None:
            return standing
        call.report(Step.WRITTEN)
        state, result, error = await call.run(self._client)
        refusal = await self._borne_out(call.order, error) if state is State.UNKNOWN else None
        if refusal is not None:
            state, error = State.REJECTED, refusal
        is_kept = await asyncio.to_thread(call.keep_outcome, state, result, error)
        if not is_kept:
            self.unjournalled.note(call.request_id, state, result)
        call.report(Step.ANSWERED)
        ending = Ending(call.request_id, state, result, error, is_kept, began_at, self._clock())
        self.ended(ending)
        return ending

    async def _borne_out(self, order: Order, error: Exception | None) -> RefusedError | None:
        """The refusal in an answer that could also be none, if the wallet, read after it, has not moved."""
        refusal = error.signs.refusal if isinstance(error, UnreadableAnswerError) else None
        if refusal is None or self._wallet is None:
            return None
        try:
            wallet = await self._wallet()
        except DeskError:
            log.info("The wallet could not be read after a refusal.")
            return None
        return refusal if is_unmoved(order, wallet) else None

    def _prepare_alone(self, prepare: Prepare, call: PaymentCall) -> PossibleDuplicate | None:
        """What `prepare` gives; no other order is looked at before this one is journalled."""
        with self._preparing:
            return prepare(call)

    def _prepare(self, check: Check | None, call: PaymentCall) -> PossibleDuplicate | None:
        """Journal PREPARED, with the number of an equal order that was never sent, else a new one."""
        # Before the check: what ends between the two is seen by the one or by the other.
        open_ones = self._journal.open_attempts()
        if check is not None:
            check()
        order = call.order
        content_sha256 = order.content_sha256
        permitted = self._use_permission(content_sha256)
        if permitted is not None:
            open_ones = tuple(each for each in open_ones if each.request_id != permitted.request_id)
        same = likeness(order.kind, order.fingerprint, order.facts, self._journal.mark)
        standing = _standing(order, same, self._concerning(order.intent_id, open_ones))
        if standing is not None:
            return PossibleDuplicate(standing)
        unsent = permitted or _unsent_equal(content_sha256, self._journal.of_content(content_sha256))
        intent_id = unsent.intent_id if unsent else order.intent_id
        request_id = unsent.request_id if unsent else self._journal.new_request_id()
        call.prepare(intent_id, self._next_number(intent_id), request_id)
        return None

    def _concerning(self, intent_id: str, open_ones: Sequence[Attempt]) -> Sequence[Attempt]:
        """The attempts that may forbid an order: the open ones and those of its intent, oldest first."""
        journal = self._journal
        found = together(open_ones, journal.of_intent(intent_id), journal.asked_as(intent_id))
        return sorted(found, key=lambda each: each.entries[0].seq)

    def _next_number(self, intent_id: str) -> int:
        """The number of a further attempt of an intent; 1 for the first."""
        return 1 + max((each.attempt for each in self._journal.of_intent(intent_id)), default=0)

    def _prepare_again(self, attempt: Attempt, leave: Decision, call: PaymentCall) -> None:
        """Journal the permission, and PREPARED of a further attempt with the number of the first."""
        self._journal.append_to(attempt, State.RESEND_AUTHORISED, {}, leave.people)
        call.prepare(attempt.intent_id, self._next_number(attempt.intent_id), attempt.request_id)

    def _use_permission(self, content_sha256: str) -> Attempt | None:
        """The attempt that a person has permitted to send again with the same bytes; uses up the permission.

        It was given by stating that the attempt was not sold, so the attempt is recorded as such.
        """
        now = self._clock()
        for attempt in self._journal.open_attempts():
            if may_be_resent(attempt, now) and attempt.facts.get("content_sha256") == content_sha256:
                cause = mark("It is sent once more, as was permitted.").text
                self._journal.append_to(attempt, State.RESOLVED_NOT_BOOKED, {"cause": cause})
                return attempt
        return None

    def _close_interrupted(self) -> None:
        for attempt in self._journal.open_attempts():
            ending = _INTERRUPTED.get(attempt.state)
            if ending is not None:
                cause = mark("The program ended while this was on its way.").text
                self._journal.append_to(attempt, ending, {"cause": cause})


def may_be_resent(attempt: Attempt, now: datetime) -> bool:
    """Whether a valid permission of a person exists to send this attempt again."""
    until = instant(attempt.facts, "authorised_until")
    return attempt.state is State.RESEND_AUTHORISED and until is not None and now < until


def _standing(order: Order, same: Likeness, attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt that forbids this order: an open one of the same sale, or one of this intent."""
    made = (
        each
        for each in attempts
        # An order that took the number of one that was never sent is journalled under that one's intent.
        if order.intent_id in {each.intent_id, each.facts.get("asked_as")}
        and each.state not in _CERTAINLY_NOT_DONE
    )
    return same_sale(same, attempts) or next(made, None)


def _unsent_equal(content_sha256: str, attempts: Sequence[Attempt]) -> Attempt | None:
    """The newest attempt if it has the same content and was never sent: its number can be used again."""
    equal = [each for each in attempts if each.facts.get("content_sha256") == content_sha256]
    return equal[-1] if equal and equal[-1].state is State.NOT_SENT else None


@frozen
class UnjournalledOutcome:
    """An outcome to be written on paper."""

    request_id: str
    heading: str
    sentence: str
    reference: str
    """Shown large: the PNR, the refund reference, or the request number without one."""


class UnjournalledOutcomes:
    """The outcomes of one desk that are not written on paper yet."""

    def __init__(self) -> None:
        self.added = Event[()]()
        self._waiting: list[UnjournalledOutcome] = []
        self._none_waits = asyncio.Event()
        self._none_waits.set()

    @property
    def waiting(self) -> tuple[UnjournalledOutcome, ...]:
        """The outcomes to be written on paper, oldest first."""
        return tuple(self._waiting)

    def note(self, request_id: str, state: State, result: BookingResult | CancellationResult | None) -> None:
        """Add an outcome that could not be stored."""
        self._waiting.append(_outcome_of(request_id, state, result))
        self._none_waits.clear()
        self.added()

    def written_down(self, outcome: UnjournalledOutcome) -> None:
        """Remove an outcome that a person has written on paper."""
        self._waiting.remove(outcome)
        if not self._waiting:
            self._none_waits.set()

    async def all_written(self) -> None:
        """Wait until no outcome has to be written on paper."""
        await self._none_waits.wait()


def _outcome_of(
    request_id: str, state: State, result: BookingResult | CancellationResult | None
) -> UnjournalledOutcome:
    if isinstance(result, BookingResult):
        sentence = tr(
            "The booking is made and paid, and this counter could not keep its PNR. "
            "After the next start it looks as if its outcome were not known. Do not sell it again."
        )
        return UnjournalledOutcome(request_id, tr("Write the PNR down now"), sentence, result.booking_ref)
    if result is not None:
        sentence = tr(
            "The cancellation is made and credited, and this counter could not keep its reference. "
            "After the next start it looks as if its outcome were not known. Do not cancel it again."
        )
        heading = tr("Write the refund reference down now")
        return UnjournalledOutcome(request_id, heading, sentence, result.refund_reference)
    sentence = tr(_NOT_MADE.get(state, _UNKNOWN))
    return UnjournalledOutcome(request_id, tr("Write the request number down now"), sentence, request_id)

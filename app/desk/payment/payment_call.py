"""One attempt of an order: its sending, stop, journal records, and the classification of its end."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import TypeVar

from app.api.client import PartnerClient
from app.api.messages.answers import BookingResult, CancellationResult
from app.api.messages.errors import NotSentError, RefusedError, UnreadableAnswerError
from app.api.messages.requests import ActivityBooking, BoatBooking, body_of
from app.api.wire import monotonic_clock
from app.api.wire.failure_words import SLEPT
from app.api.wire.timeouts import STANDSTILL
from app.api.wire.upload import Dispatch, Told
from app.core.language import in_source, mark
from app.desk.model.sale import Progress, Step
from app.desk.payment.duplicate_check import MARK
from app.desk.payment.evidence_journal import STATED_REFERENCE, TAKEN_IN
from app.desk.payment.order import MoneyRequest, Order, clerk_of
from app.desk.service.booking_parsing import ids_named
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Journal, JournalError
from app.store.journal.states import Kind, State

log = logging.getLogger(__name__)

Tell = Callable[[Progress], None]
T = TypeVar("T")
Result = BookingResult | CancellationResult

SERVICE_WORDS = "service_words"
"""The name of the private fact with the service's words of a refused cancellation."""
_TOLD_EVERY_SECONDS = 0.1
_MAY_TRAVEL = frozenset({State.SETTLED, State.UNKNOWN, State.BOOKED_REF_LOST})


class StoppedError(Exception):
    """The clerk stopped the order before it was complete; the service cannot act on it."""


class PaymentCall:
    """One attempt of an order: its records, its sending, and its stop.

    It is either stopped or locked, whichever comes first: a stopped order is never dispatched.
    """

    def __init__(self, journal: Journal, clock: Callable[[], datetime], order: Order, tell: Tell) -> None:
        self.order = order
        self.request_id = ""
        """Known from `prepare` on."""
        self._journal = journal
        self._clock = clock
        self._tell = tell
        self._intent_id = order.intent_id
        self._number = 0
        self._began_at = monotonic_clock.boot_seconds()
        self._is_stopped = self._is_locked = False
        self._sending: asyncio.Timeout | None = None

    def stop(self) -> bool:
        """Stop the order. Returns False when it is too late: it is being dispatched, or has ended."""
        if self._is_locked:
            return False
        if self._sending is not None and not self._is_stopped:
            self._sending.reschedule(asyncio.get_running_loop().time())
        self._is_stopped = True
        return True

    def prepare(self, intent_id: str, number: int, request_id: str) -> None:
        """Journal PREPARED of this attempt. Raises JournalError; nothing may be sent then."""
        self._intent_id, self._number, self.request_id = intent_id, number, request_id
        order = self.order
        facts = {
            **order.facts,
            "content_sha256": order.content_sha256,
            "asked_as": order.intent_id,
            MARK: self._journal.mark(order.fingerprint),
        }
        try:
            self._keep(State.PREPARED, facts, order.private)
        except JournalError as error:
            if error.is_partly_kept:
                # Else it would stay open and block the same sale, although nothing was sent.
                self.keep_outcome(State.NOT_SENT, None, error)
            raise

    def keep_outcome(self, state: State, result: Result | None, error: Exception | None) -> bool:
        """Journal the end. Returns False when no sink stored it, so that the screen must show all of it."""
        try:
            people: Facts = self.order.people if state in _MAY_TRAVEL else {}
            private = {**people, **_outcome_private(result), **self._refusal(error)}
            self._keep(state, outcome_facts(result, error), private)
        except JournalError:
            log.exception("The outcome %s of %s could not be journalled.", state, self.request_id)
            return False
        return True

    def _refusal(self, error: Exception | None) -> Facts:
        """Why a cancellation was refused, in the service's words, which are told after a restart, too."""
        words = error.words if isinstance(error, RefusedError) else None
        return {SERVICE_WORDS: words} if words and self.order.kind is Kind.CANCEL else {}

    def report(self, step: Step) -> None:
        """Report progress to the screen."""
        self._tell(Progress(step, self._clock(), self.request_id))

    async def run(self, client: PartnerClient) -> tuple[State, Result | None, Exception | None]:
        """Send it. Returns the state, the result if there is one, and the error if there is one."""
        request = self.order.build(self.request_id)
        is_dispatched = False

        async def dispatch() -> None:
            nonlocal is_dispatched
            self._lock()
            await asyncio.to_thread(self._keep_dispatched, request, client.service_offset)
            is_dispatched = True
            self.report(Step.SENT)

        try:
            result = await self._unless_stopped(lambda: _send(client, request, dispatch, self._told()))
        except Exception as error:
            if isinstance(error, StoppedError):
                log.info("%s was stopped.", self.request_id)
            else:
                log.warning("%s did not settle.", self.request_id, exc_info=True)
            _forget_frames(error)
            return _state_of(error, self.order.kind, is_dispatched=is_dispatched), None, error
        settled = State.SETTLED if self.order.kind is Kind.CREATE else State.CANCELLED
        return settled, result, None

    async def _unless_stopped(self, send: Callable[[], Awaitable[T]]) -> T:
        """What `send` returns. Raises StoppedError as soon as the order is stopped, and what `send` raises.

        NotSentError when the computer has slept since the order was made.

        Ending it at once only saves the clerk's time: `_lock`, called before the order is dispatched, is what
        prevents its sending.
        """
        try:
            async with asyncio.timeout(None) as self._sending:
                self._check()
                self._check_awake()
                return await send()
        except (TimeoutError, NotSentError):
            self._check()
            raise
        finally:
            self._sending = None
            self._is_locked = True

    def _lock(self) -> None:
        """Prevent a later stop. Raises StoppedError when the order has been stopped."""
        self._check()
        self._is_locked = True

    def _check(self) -> None:
        if self._is_stopped:
            raise StoppedError(mark("The clerk gave it up before it had all been sent."))

    def _check_awake(self) -> None:
        """Raises NotSentError after a sleep: what the order rests on may be long past.

        The upload looks after the rest of its way.
        """
        if monotonic_clock.boot_seconds() - self._began_at > STANDSTILL:
            raise NotSentError(SLEPT)

    def _keep(self, state: State, facts: Facts, private: Facts | None = None) -> None:
        """Journal a state; it is durable when this returns. Raises JournalError otherwise."""
        self._journal.append(
            intent_id=self._intent_id,
            attempt=self._number,
            request_id=self.request_id,
            kind=self.order.kind,
            state=state,
            facts=facts,
            private=private or {},
        )

    def _keep_dispatched(self, request: MoneyRequest, offset: timedelta | None) -> None:
        """Journal DISPATCHED with the service's time, from which quiet periods count.

        The clerk is stored here too, apart from the customer, so that erasing the customer leaves the clerk.
        """
        service_at = None if offset is None else (self._clock() + offset).isoformat()
        facts = {"body_sha256": body_of(request).sha256(), "service_at": service_at}
        self._keep(State.DISPATCHED, facts, clerk_of(self.order))

    def _told(self) -> Told:
        """A function that is called with the bytes sent and their total, and reports them now and then."""
        loop = asyncio.get_running_loop()
        due = loop.time() + _TOLD_EVERY_SECONDS

        def told(sent: int, total: int) -> None:
            nonlocal due
            now = loop.time()
            if now >= due:
                due = now + _TOLD_EVERY_SECONDS
                self._tell(Progress(Step.SENDING, self._clock(), self.request_id, sent, total))

        return told


def undisturbed(tell: Callable[[T], None]) -> Callable[[T], None]:
    """`tell` with its exceptions logged instead of raised, so that they do not affect the money call."""

    def safely(told: T) -> None:
        try:
            tell(told)
        except Exception:
            log.exception("Reporting progress failed.")

    return safely


async def _send(client: PartnerClient, request: MoneyRequest, dispatch: Dispatch, told: Told) -> Result:
    if isinstance(request, (ActivityBooking, BoatBooking)):
        return await client.create_booking(request, dispatch=dispatch, told=told)
    return await client.confirm_cancellation(request, dispatch=dispatch)


def _forget_frames(error: BaseException | None) -> None:
    """Remove the tracebacks of an error and its causes, whose frames hold the request and its documents."""
    if error is not None and error.__traceback__ is not None:
        error.with_traceback(None)
        _forget_frames(error.__cause__)
        _forget_frames(error.__context__)


def _state_of(error: Exception, kind: Kind, *, is_dispatched: bool) -> State:
    """The state that an error proves; UNKNOWN when it proves nothing after the last byte may have left."""
    if isinstance(error, RefusedError):
        return State.REJECTED
    if isinstance(error, NotSentError) or not is_dispatched:
        return State.NOT_SENT
    if kind is Kind.CREATE and isinstance(error, UnreadableAnswerError) and error.says_success:
        return State.BOOKED_REF_LOST
    return State.UNKNOWN


def outcome_facts(result: Result | None, error: Exception | None) -> Mapping[str, str | int | None]:
    """The facts of the end: references and amounts as text, or the cause in the program's words."""
    if isinstance(result, BookingResult):
        breakdown = result.settlement_breakdown
        return {
            "booking_ref": result.booking_ref,
            "booking_id": _text(result.booking_id),
            "total_debited": _text(breakdown.total_debited) if breakdown else None,
            "from_cash": _text(breakdown.deducted_from_cash) if breakdown else None,
            "from_credit": _text(breakdown.deducted_from_credit) if breakdown else None,
            **_stated_price(result),
        }
    if result is not None:
        summary = result.pricing_summary
        return {
            "refund_reference": result.refund_reference,
            "refund": _text(summary.net_agent_refund_credited) if summary else None,
            "charge": _text(summary.platform_cancellation_charge) if summary else None,
            "new_status": result.new_booking_status,
        }
    said = in_source(error) if error is not None else ""
    facts: dict[str, str | int | None] = {"cause": f"{type(error).__name__}: {said}"}
    if isinstance(error, UnreadableAnswerError) and error.signs.is_pending:
        facts |= {TAKEN_IN: 1, STATED_REFERENCE: error.signs.reference or None}
    return facts


def _stated_price(result: BookingResult) -> Mapping[str, str]:
    """The parts of the amount, if the answer states them, as that of an activity does."""
    pricing = result.pricing
    if pricing is None:
        return {}
    stated = {
        "net_each": pricing.net_partner_price_per_person,
        "net_total": pricing.net_partner_total,
        "gst_percentage": pricing.gst_percentage,
        "gst_amount": pricing.gst_amount,
        "total_payable": pricing.total_payable,
    }
    return {name: str(value) for name, value in stated.items() if value is not None}


def _outcome_private(result: Result | None) -> Facts:
    """The travellers' numbers, if the answer to a booking has them; a cancellation needs them."""
    ids = ids_named(result.model_extra) if isinstance(result, BookingResult) else {}
    return {"traveller_ids": json.dumps(ids, ensure_ascii=False)} if ids else {}


def _text(value: object) -> str | None:
    return None if value is None else str(value)

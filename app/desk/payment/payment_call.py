"""One attempt of an order on its way: its stop, what it journals, and how its end is classified."""

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
from app.api.wire.upload import Dispatch, Told
from app.core.language import in_source, tr, words_of
from app.desk.model.sale import Progress, Step
from app.desk.payment.duplicate_check import MARK
from app.desk.payment.order import MoneyRequest, Order, clerk_of
from app.desk.service.booking_parsing import ids_named
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Journal, JournalError
from app.store.journal.states import Kind, State

log = logging.getLogger(__name__)

Tell = Callable[[Progress], None]
T = TypeVar("T")
Result = BookingResult | CancellationResult

_TOLD_EVERY_SECONDS = 0.1


class StoppedError(Exception):
    """The clerk gave the order up before it was whole; the service cannot act on it."""


class PaymentCall:
    """One attempt of an order: its records, its sending, and the stop that can still be asked for.

    Stopped or locked, whichever comes first: an order that was given up is never dispatched.
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
        self._is_stopped = self._is_locked = False
        self._sending: asyncio.Timeout | None = None

    def stop(self) -> bool:
        """Give the order up. False when it is too late: it is being dispatched, or has ended."""
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
                # Else it would stand as an open sale, and block the same one although nothing was sent.
                self.keep_outcome(State.NOT_SENT, None, error)
            raise

    def keep_outcome(self, state: State, result: Result | None, error: Exception | None) -> bool:
        """Journal how it ended; False when no sink took it, so that the screen must say it all."""
        try:
            self._keep(state, _outcome_facts(result, error), _outcome_private(result))
        except JournalError:
            log.exception("The outcome %s of %s could not be journalled.", state, self.request_id)
            return False
        return True

    def report(self, step: Step) -> None:
        """Tell who watches."""
        self._tell(Progress(step, self._clock(), self.request_id))

    async def run(self, client: PartnerClient) -> tuple[State, Result | None, Exception | None]:
        """Send it, and give the state, the result if there is one, and the error if there is one."""
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
        """What `send` gives. Raises StoppedError as soon as the order is stopped, and what `send` raises.

        Ending it at once is a courtesy to the clerk: `_lock`, called before the order is dispatched, is
        what keeps the order back.
        """
        try:
            async with asyncio.timeout(None) as self._sending:
                self._check()
                return await send()
        except (TimeoutError, NotSentError):
            self._check()
            raise
        finally:
            self._sending = None
            self._is_locked = True

    def _lock(self) -> None:
        """From here on the order cannot be given up. Raises StoppedError when it has been."""
        self._check()
        self._is_locked = True

    def _check(self) -> None:
        if self._is_stopped:
            raise StoppedError(tr("The clerk gave it up before it had all been sent."))

    def _keep(self, state: State, facts: Facts, private: Facts | None = None) -> None:
        """Journal a state; it is durable when this returns. Raises JournalError when it is not."""
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
        """With the service's time: quiet periods count from it, whatever this computer's clock does.

        The clerk stands here too, apart from the customer: whoever strikes out one leaves the other.
        """
        service_at = None if offset is None else (self._clock() + offset).isoformat()
        facts = {"body_sha256": body_of(request).sha256(), "service_at": service_at}
        self._keep(State.DISPATCHED, facts, clerk_of(self.order))

    def _told(self) -> Told:
        """What hears how many bytes have left, and passes it on now and then."""
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
    """The same watcher, who may have gone or stumble without disturbing the money."""

    def safely(told: T) -> None:
        try:
            tell(told)
        except Exception:
            log.exception("Whoever watched has stumbled.")

    return safely


async def _send(client: PartnerClient, request: MoneyRequest, dispatch: Dispatch, told: Told) -> Result:
    if isinstance(request, (ActivityBooking, BoatBooking)):
        return await client.create_booking(request, dispatch=dispatch, told=told)
    return await client.confirm_cancellation(request, dispatch=dispatch)


def _forget_frames(error: BaseException | None) -> None:
    """Let go of where an error and its causes came from: those frames hold the request and its documents."""
    if error is not None and error.__traceback__ is not None:
        error.__traceback__ = None
        _forget_frames(error.__cause__)
        _forget_frames(error.__context__)


def _state_of(error: Exception, kind: Kind, *, is_dispatched: bool) -> State:
    """What an error proves; anything that proves nothing after the last byte may have left is unknown."""
    if isinstance(error, RefusedError):
        return State.REJECTED
    if isinstance(error, NotSentError) or not is_dispatched:
        return State.NOT_SENT
    if kind is Kind.CREATE and isinstance(error, UnreadableAnswerError) and error.says_success:
        return State.BOOKED_REF_LOST
    return State.UNKNOWN


def _outcome_facts(result: Result | None, error: Exception | None) -> Mapping[str, str | int | None]:
    """What the journal keeps of the end: references and amounts as text, or the cause in our words."""
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
    said = in_source(words_of(error)) if error is not None else ""
    return {"cause": f"{type(error).__name__}: {said}"}


def _stated_price(result: BookingResult) -> Mapping[str, str]:
    """How the amount came about, as far as the answer states it; an activity's does."""
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
    """The numbers of travellers, where the answer to a booking holds them: a cancellation asks for them."""
    ids = ids_named(result.model_extra) if isinstance(result, BookingResult) else {}
    return {"traveller_ids": json.dumps(ids, ensure_ascii=False)} if ids else {}


def _text(value: object) -> str | None:
    return None if value is None else str(value)

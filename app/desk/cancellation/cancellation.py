"""Cancelling: what it would give back, the cancellation itself, and the way out when its answer is lost."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import pairwise

from pydantic import ValidationError

from app.api.messages.answers import CancellationResult
from app.api.messages.errors import RefusedError
from app.api.wire.sender import Sleep
from app.core.event import Event
from app.core.language import tr
from app.desk.cancellation import advice as cancel_advice
from app.desk.cancellation.journal import CancelJournal, ServiceNow, check_untouched
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.cancellation.order import cancellation_order, same_order
from app.desk.cancellation.refund_quote import (
    AcceptedQuote,
    Booking,
    Cancelled,
    RefundQuote,
    accepted,
    booking_elsewhere,
    booking_of,
)
from app.desk.cancellation.status_comparison import finding
from app.desk.model.booking import BookingState, Choice
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import NotSold, Wallet
from app.desk.payment.order import Order
from app.desk.payment.payment_call import Tell, undisturbed
from app.desk.payment.payments import Ending, Payments, PossibleDuplicate
from app.desk.payment.service_rest import Instant
from app.desk.payment.unknown_outcome_values import PAUSE, TRIES, Decision
from app.desk.service import booking_parsing
from app.desk.service.service_reader import ServiceReader
from app.store.journal.journal import Journal, JournalError, TransitionError
from app.store.journal.states import State

Ended = Cancelled | NotSold | OpenCancellation
"""How a cancellation can end: settled, certainly not made, or not known."""
_READ_AT = (*TRIES[:-1], TRIES[-1] + PAUSE, TRIES[-1] + 2 * PAUSE)
"""When it is read by itself: the last two are after the quiet period, since one shows nothing."""


class Cancellations:
    """What a clerk does to give something back; it asks, is told, and only then cancels."""

    def __init__(
        self,
        reader: ServiceReader,
        cashier: Payments,
        journal: Journal,
        clock: Callable[[], datetime],
        rules: OfficeRules,
        *,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.changed = Event[str]()
        """A cancellation of the booking with this PNR begins, or was answered or lost."""
        self._reader = reader
        self._cashier = cashier
        self._kept = CancelJournal(journal, rules)
        self._clock = clock
        self._sleep = sleep

    async def booking(self, booking_ref: str, *, is_boat: bool) -> BookingState:
        """The booking as the service has it now (interface part 4.6). Raises DeskError."""
        ids = await asyncio.to_thread(self._kept.ids, booking_ref)
        return await self._reader.booking(booking_ref, is_boat=is_boat, ids=ids)

    async def find(self, booking_ref: str, *, is_boat: bool) -> tuple[Booking, BookingState]:
        """A booking by its typed reference, whoever sold it, and what the service says of it.

        Raises DeskError when the service does not know it, or when a cancellation of it is open.
        """
        state = await self.booking(booking_ref, is_boat=is_boat)
        sale = await asyncio.to_thread(self._kept.sale, state.booking_ref)
        if sale is not None and sale.open_cancellation:
            raise DeskError(cancel_advice.advise_standing(State.UNKNOWN))
        if sale is None or sale.is_elsewhere:
            return booking_elsewhere(state, is_boat=is_boat), state
        return booking_of(sale), state

    async def quote(self, booking: Booking, choice: Choice, former: RefundQuote | None = None) -> RefundQuote:
        """What giving up exactly this would give back (interface part 4.4, QUOTE); nothing is cancelled.

        `former` is the quote on screen for the same choice: another refund than its must be accepted
        anew. Raises DeskError.
        """
        quoted, behind = self._reader.moment(), self._kept.newest()
        try:
            before, answer, wallet = await asyncio.gather(
                self.booking(booking.booking_ref, is_boat=booking.is_boat),
                self._reader.refund_quote(booking.booking_ref, choice),
                self._wallet(),
            )
        except ValidationError as error:
            raise DeskError(cancel_advice.advise_unfit()) from error
        except DeskError as error:
            advice = replace(error.advice, meaning=tr(cancel_advice.NOTHING_CANCELLED))
            raise DeskError(advice) from error
        if before.is_cancelled:
            raise DeskError(cancel_advice.advise_already_cancelled())
        named = booking_parsing.ids_named(answer.fields)
        wrong = booking_parsing.misnamed(choice, before.travellers, named)
        if wrong:
            raise DeskError(cancel_advice.advise_other_traveller(wrong))
        refund, charge, debited = booking_parsing.refund_stated(answer)
        shown = former is not None and former.choice == choice
        # Asking once more accepts nothing: what counts is the refund from before the change.
        baseline = (former.former_refund if former.is_changed else former.refund) if former else None
        return RefundQuote(
            intent_id=uuid.uuid4().hex,
            booking=booking,
            choice=choice,
            before=before,
            refund=refund,
            charge=charge,
            debited=debited,
            as_received=booking_parsing.rows_as_received(answer),
            wallet=wallet,
            # Only an answer tells the service's time.
            quoted=quoted._replace(service=self._reader.service_now()),
            agent_id=self._reader.wallet_reading.agent_id if self._reader.wallet_reading else "",
            former_refund=baseline if shown else None,
            named=tuple(named.items()),
            behind=behind,
            is_changed=shown and baseline != refund,
        )

    def accept(
        self, quote: RefundQuote, choice: Choice, *, has_read: bool, reason: str = ""
    ) -> AcceptedQuote:
        """What a person has just accepted; nothing else can be cancelled. Raises NotAcceptedError."""
        return accepted(quote, choice, self._reader.moment(), has_read=has_read, reason=reason)

    async def confirm(self, order: AcceptedQuote, on_progress: Tell) -> Ended:
        """Cancel what was accepted, once (interface part 4.4, CONFIRM); the journal knows it first.

        Cancelling the caller does not stop it. Raises DeskError when the service does not let this key
        move money, or nothing could be journalled, and so nothing was sent.
        """
        self._reader.check_may_spend()
        reading = self._reader.wallet_reading
        if reading is not None and order.quote.agent_id not in {"", reading.agent_id}:
            raise DeskError(cancel_advice.advise_other_agent())
        tell = undisturbed(on_progress)
        quote = order.quote
        if not quote.is_fresh(self._reader.moment()):
            raise DeskError(cancel_advice.advise_too_old())
        check = partial(check_untouched, quote)
        ending = await self._carried(
            quote.booking.booking_ref,
            self._cashier.carry_out(cancellation_order(order), tell, check),
        )
        if isinstance(ending, NotSold):
            return ending
        if isinstance(ending.result, CancellationResult):
            return await self._cancelled(ending, ending.result, quote)
        if ending.state is State.UNKNOWN:
            intent_id = await asyncio.to_thread(self._kept.intent_of, ending.request_id)
            return await self.known(intent_id, ending.error)
        return _not_made(ending)

    async def known(self, intent_id: str, error: Exception | None = None) -> OpenCancellation:
        """What the journal has of a cancellation, which `error` has left open. Raises DeskError when none."""
        advice, now = cancel_advice.advise_unknown(error), self._service_now()
        return await asyncio.to_thread(self._kept.known, intent_id, now, advice)

    async def open_intents(self) -> tuple[str, ...]:
        """The cancellations whose outcome is not known."""
        return await asyncio.to_thread(self._kept.open_intents)

    async def look(self, intent_id: str) -> OpenCancellation:
        """Read the booking once more and decide what that decides; every reading is journalled.

        Raises DeskError when it cannot be read or written down: then all is as before.
        """
        known = await self.known(intent_id)
        if not known.is_open or known.stage is Stage.SENDING:
            return known
        await self._check_agent(intent_id)
        now = await self._reader.booking(known.booking_ref, is_boat=known.is_boat)
        found = finding(known.before, known.choice, known.refund, now, is_whole=known.is_whole)
        read_at = Instant(*self._service_now(), known.now.waited)
        await self._written(lambda: self._kept.note(intent_id, found, now, read_at))
        seen = await self.known(intent_id)
        if seen.stage is Stage.CANCELLED:
            # What was credited shows in the wallet on every screen.
            await self._wallet()
        return seen

    async def watch(self, intent_id: str, tell: Callable[[OpenCancellation], None]) -> None:
        """Read again after 2, 5, 15, 30, 60 and 180 seconds, until readings have decided or cannot.

        What they have not decided is left to a person.
        """
        for before, due in pairwise((0.0, *_READ_AT)):
            await self._sleep(due - before)
            try:
                known = await self.look(intent_id)
            except DeskError:
                continue
            tell(known)
            if known.stage is not Stage.WAITING:
                return
        # A journal that takes nothing has said so elsewhere.
        with suppress(DeskError):
            now = self._service_now()
            await self._written(lambda: self._kept.escalate(intent_id, now))
            tell(await self.known(intent_id))

    async def send_again(self, intent_id: str, decision: Decision, on_progress: Tell) -> Ended:
        """Send the same bytes under the same number, by leave of a named person, and read the booking.

        Only when readings have shown that nothing was cancelled: the service promises that a repeated
        number is not carried out twice, and what is read afterwards decides. Raises DeskError when
        nothing was sent.
        """
        self._reader.check_may_spend()
        await self._check_agent(intent_id)
        now = self._service_now()
        await self._written(lambda: self._kept.check(intent_id, decision, State.RESEND_AUTHORISED, now))
        attempt = await asyncio.to_thread(self._kept.newest_open, intent_id)
        try:
            order = await asyncio.to_thread(same_order, attempt)
            ending = await self._carried(
                str(order.facts["booking_ref"]),
                self._cashier.send_again(attempt, order, decision, undisturbed(on_progress)),
            )
        except ValueError as error:
            raise DeskError(cancel_advice.advise_unwritable(error)) from error
        finally:
            await asyncio.to_thread(self._kept.take_leave_back, intent_id)
        return await self._after_sending_again(intent_id, ending, order)

    async def record_cancelled(self, intent_id: str, decision: Decision) -> OpenCancellation:
        """Keep what the operator says of a cancellation that readings could not decide: it was made.

        Raises DeskError when it is not with the operator, or cannot be written down.
        """
        return await self._decided(intent_id, decision, State.RESOLVED_CANCELLED)

    async def record_not_cancelled(self, intent_id: str, decision: Decision) -> OpenCancellation:
        """Keep what the operator says of a cancellation that readings did not find: it was not made.

        The booking may be cancelled again then. It is read once more where no reading yet shows that the
        service has come to rest. Raises DeskError when it may still be at work on it, or when it cannot be
        read or written down.
        """
        known = await self.known(intent_id)
        if known.stage in (Stage.UNCHANGED, Stage.ESCALATED) and not known.is_rested:
            await self.look(intent_id)
        return await self._decided(intent_id, decision, State.RESOLVED_NOT_CANCELLED)

    def _service_now(self) -> ServiceNow:
        return self._reader.service_now(), self._reader.service_offset is not None

    async def _decided(self, intent_id: str, decision: Decision, state: State) -> OpenCancellation:
        now = self._service_now()
        await self._written(lambda: self._kept.decide(intent_id, decision, state, now))
        return await self.known(intent_id)

    async def _after_sending_again(self, intent_id: str, ending: Ending | NotSold, order: Order) -> Ended:
        try:
            known = await self.look(intent_id)
        except DeskError:
            known = await self.known(intent_id)
        if isinstance(ending, Ending) and isinstance(ending.result, CancellationResult):
            return await self._cancelled(ending, ending.result, None, str(order.facts["booking_ref"]))
        return known

    async def _carried(
        self, booking_ref: str, sending: Awaitable[Ending | PossibleDuplicate]
    ) -> Ending | NotSold:
        self.changed(booking_ref)
        try:
            ending = await sending
        except JournalError as error:
            raise DeskError(cancel_advice.advise_unwritable(error)) from error
        except ValidationError as error:
            raise DeskError(cancel_advice.advise_unfit()) from error
        finally:
            self.changed(booking_ref)
        if isinstance(ending, PossibleDuplicate):
            standing = ending.attempt
            advice = cancel_advice.advise_standing(standing.state)
            return NotSold(standing.request_id, advice, was_sent=False)
        self._reader.note_line(ending.error)
        return ending

    async def _cancelled(
        self, ending: Ending, result: CancellationResult, quote: RefundQuote | None, booking_ref: str = ""
    ) -> Cancelled:
        summary = result.pricing_summary
        wallet = await self._wallet()
        before = quote.wallet if quote else None
        return Cancelled(
            request_id=ending.request_id,
            booking_ref=quote.booking.booking_ref if quote else booking_ref,
            refund_reference=result.refund_reference,
            refund=summary.net_agent_refund_credited if summary else None,
            charge=summary.platform_cancellation_charge if summary else None,
            new_status=result.new_booking_status or "",
            quoted=quote.refund if quote else None,
            currency=next((each.currency for each in (wallet, before) if each), ""),
            wallet=wallet,
            settled_at=ending.ended_at,
            is_kept=ending.is_kept,
        )

    async def _wallet(self) -> Wallet | None:
        """The wallet; a cancellation stands whether or not it can be read."""
        try:
            return await self._reader.wallet()
        except DeskError:
            return None

    async def _check_agent(self, intent_id: str) -> None:
        """Raises DeskError when the key is another agent's, to whom this booking is not known at all."""
        asked = await asyncio.to_thread(self._kept.agents, intent_id)
        if asked - {"", await self._reader.agent_id()}:
            raise DeskError(cancel_advice.advise_other_agent())

    async def _written(self, write: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(write)
        except (JournalError, TransitionError) as error:
            raise DeskError(cancel_advice.advise_unwritable(error)) from error


def _not_made(ending: Ending) -> NotSold:
    error = ending.error or RuntimeError("A cancellation ended without a result.")
    if isinstance(error, RefusedError) and ending.state is State.REJECTED:
        return NotSold(ending.request_id, cancel_advice.advise_refused(error), was_sent=True)
    return NotSold(ending.request_id, cancel_advice.advise_unsent(error), was_sent=False)

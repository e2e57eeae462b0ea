"""Cancelling: the refund quote, the cancellation, and settling it when its answer is lost."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from functools import partial
from itertools import pairwise

from pydantic import ValidationError

from app.api.messages.answers import CancellationResult
from app.api.messages.errors import RefusedError
from app.api.wire.sender import Sleep
from app.core.event import Event
from app.core.language import joined, mark, tr
from app.desk.bookings.booking_values import OfficeBooking
from app.desk.cancellation import advice as cancel_advice
from app.desk.cancellation.cancelling_desks import CancellingDesks
from app.desk.cancellation.customer_refund import NOT_KNOWN, GivenBack, customer_side
from app.desk.cancellation.journal import CancelJournal, ServiceNow
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.cancellation.order import cancellation_order, same_order
from app.desk.cancellation.refund_quote import (
    AcceptedQuote,
    Booking,
    Cancelled,
    RefundQuote,
    accepted,
    as_said,
    booking_elsewhere,
    booking_of,
)
from app.desk.cancellation.status_comparison import StatusFinding, finding
from app.desk.model.booking import BookingState, Choice, SeatChoice, TravellerChoice, says_cancelled
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import NotSold, Sale, Wallet
from app.desk.payment.deciders import Deciders
from app.desk.payment.order import Order
from app.desk.payment.payment_call import Tell, undisturbed
from app.desk.payment.payments import Ending, Payments, PossibleDuplicate
from app.desk.payment.service_rest import Instant
from app.desk.payment.unknown_outcome_values import PAUSE, TRIES, Decision
from app.desk.service import booking_parsing
from app.desk.service.either_module import either_module
from app.desk.service.service_reader import ServiceReader
from app.desk.service.spelt_pnr import as_spelt
from app.store.journal.journal import Journal, JournalError, TransitionError
from app.store.journal.states import State
from app.store.register.values import KeptCancellation

Ended = Cancelled | NotSold | OpenCancellation
"""The results of a cancellation: settled, certainly not made, or unknown."""
_NOTHING_MORE = mark("Nothing more was cancelled by this.")
_READ_AT = (*TRIES[:-1], TRIES[-1] + PAUSE, TRIES[-1] + 2 * PAUSE)
"""The times of automatic readings: the last two are after the quiet period, since one proves nothing."""


class Cancellations:
    """The steps of cancelling: a quote is read, accepted by a person, and only then confirmed."""

    def __init__(
        self,
        reader: ServiceReader,
        cashier: Payments,
        journal: Journal,
        clock: Callable[[], datetime],
        rules: OfficeRules,
        *,
        deciders: Deciders,
        desks: CancellingDesks,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.changed = Event[str]()
        """A cancellation of the booking with this PNR begins, or was answered or lost."""
        self._reader = reader
        self._cashier = cashier
        self._kept = CancelJournal(journal, rules)
        self._rules = rules
        self._deciders = deciders
        self.desks = desks
        self._clock = clock
        self._sleep = sleep

    @property
    def asks_pins(self) -> bool:
        """Whether two clerks decide about a lost cancellation, by PIN."""
        return self._deciders.asks_pins

    async def booking(self, booking_ref: str, *, is_boat: bool) -> BookingState:
        """The present state of the booking (interface part 4.6). Raises DeskError."""
        ids = await asyncio.to_thread(self._kept.ids, booking_ref)
        return await self._reader.booking(booking_ref, is_boat=is_boat, ids=ids)

    async def find(self, booking_ref: str, *, is_boat: bool | None = None) -> tuple[Booking, BookingState]:
        """A booking of any counter by its typed reference, with its state (interface part 4.6).

        Its reference is another than the typed one where only that is there, and reads like it. Without
        `is_boat`, what is known of it decides, else the service is asked for both. Raises DeskError when the
        service does not know it, or the outcome of a cancellation of it is unknown.
        """

        async def ask(ref: str) -> tuple[bool, BookingState]:
            known = await asyncio.to_thread(self._kept.sale, ref) if is_boat is None else None
            module = known.is_boat if known is not None else is_boat
            if module is None:
                return await either_module(lambda boat: self.booking(ref, is_boat=boat))
            return module, await self.booking(ref, is_boat=module)

        _, (was_boat, state) = await as_spelt(booking_ref, ask)
        sale = await asyncio.to_thread(self._kept.sale, state.booking_ref)
        if sale is not None and sale.open_cancellation:
            raise DeskError(cancel_advice.advise_standing(State.UNKNOWN))
        office = await self._look(state.booking_ref, is_boat=was_boat)
        if office is not None:
            return booking_of(office.sale), state
        if sale is None or sale.is_elsewhere:
            return booking_elsewhere(state, is_boat=was_boat), state
        return booking_of(sale), state

    async def who_cancelled(self, booking: Booking) -> str:
        """What the desks of the office have cancelled of a booking; empty when nothing is known of that."""
        return _all_words(await self._look(booking.booking_ref, is_boat=booking.is_boat))

    async def newest(self, booking: Booking) -> Booking:
        """The booking with the seats that all desks of the office have left of it, as far as is known now."""
        office = await self._look(booking.booking_ref, is_boat=booking.is_boat)
        return booking if office is None else replace(booking, qty=office.sale.qty - office.sale.released)

    async def as_said(self, booking: Booking, state: BookingState | None = None) -> Booking:
        """The booking of an activity with what the service says is left of it now. Raises DeskError.

        `state` is its present state where that was read.
        """
        office = await self._look(booking.booking_ref, is_boat=booking.is_boat)
        state = state or await self.booking(booking.booking_ref, is_boat=booking.is_boat)
        return as_said(booking, state, await self._made(booking, office))

    async def quote(self, booking: Booking, choice: Choice, former: RefundQuote | None = None) -> RefundQuote:
        """The refund quote of exactly this choice (interface part 4.4, QUOTE); nothing is cancelled.

        `former` is the quote on screen for the same choice: a different refund must be accepted again.
        Raises DeskError.
        """
        office = await self._look(booking.booking_ref, is_boat=booking.is_boat)
        if office is not None:
            left = office.sale.qty - office.sale.released
            if isinstance(choice, SeatChoice) and choice.qty > left:
                raise DeskError(cancel_advice.advise_other_desk(office.others, office.sale.currency, left))
            booking = replace(booking, qty=left)
        quoted, behind = self._reader.moment(), self._kept.newest()
        try:
            before, answer, wallet, beside = await asyncio.gather(
                self.booking(booking.booking_ref, is_boat=booking.is_boat),
                self._reader.refund_quote(booking.booking_ref, choice),
                self._wallet(),
                self.desks.begin(booking),
            )
        except ValidationError as error:
            raise DeskError(cancel_advice.advise_unfit()) from error
        except DeskError as error:
            who = _others_words(office)
            meaning = joined(" ", (tr(_NOTHING_MORE), who)) if who else tr(cancel_advice.NOTHING_CANCELLED)
            raise DeskError(replace(error.advice, meaning=meaning)) from error
        if before.is_cancelled:
            raise DeskError(cancel_advice.advise_already_cancelled(_all_words(office)))
        named = booking_parsing.ids_named(answer.fields)
        if isinstance(choice, SeatChoice):
            booking = as_said(booking, before, await self._made(booking, office))
        wrong = booking_parsing.misnamed(choice, before.travellers, named)
        if wrong:
            raise DeskError(cancel_advice.advise_other_traveller(wrong))
        refund, charge, debited = booking_parsing.refund_stated(answer)
        shown = former is not None and former.choice == choice
        # Another quote accepts nothing: the refund from before the change is compared.
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
            # The service's time is known only after an answer.
            quoted=quoted._replace(service=self._reader.moment().service),
            agent_id=self._reader.wallet_reading.agent_id if self._reader.wallet_reading else "",
            former_refund=baseline if shown else None,
            named=tuple(named.items()),
            behind=behind,
            beside=beside,
            customer=await self._customer_side(
                booking, choice, before, office, charged(refund, charge, debited)
            ),
            is_changed=shown and baseline != refund,
        )

    async def whole_quote(self, sale: Sale) -> RefundQuote:
        """The refund quote of all that is left of a sale (interface part 4.4), to weigh what it would cost.

        It is asked again before anything is cancelled; other desks are not told. Raises DeskError.
        """
        booking = booking_of(sale)
        choice: Choice = SeatChoice(sale.qty - sale.released)
        if sale.is_boat:
            state = await self.booking(sale.booking_ref, is_boat=True)
            choice = TravellerChoice(tuple(each for each in state.travellers if not each.is_cancelled))
        try:
            return await self.quote(booking, choice)
        finally:
            self.desks.end(booking)

    def accept(
        self,
        quote: RefundQuote,
        choice: Choice,
        *,
        has_read: bool,
        reason: str = "",
        customer_back: Decimal | None = None,
    ) -> AcceptedQuote:
        """The accepted quote, without which nothing can be cancelled. Raises NotAcceptedError."""
        now = self._reader.moment()
        return accepted(quote, choice, now, has_read=has_read, reason=reason, customer_back=customer_back)

    async def _customer_side(
        self,
        booking: Booking,
        choice: Choice,
        before: BookingState,
        office: OfficeBooking | None,
        charge: Decimal | None,
    ) -> GivenBack:
        """The customer's side, from the journal of this desk or from what the office has of the sale."""
        sale = await asyncio.to_thread(self._kept.sale, booking.booking_ref)
        if sale is None or sale.is_elsewhere:
            sale = office.sale if office is not None else None
        elif office is not None:
            sale = replace(sale, released=office.sale.released)
        side = customer_side(sale, choice, before, charge, self._rules.customer_refund)
        return side._replace(is_price=self._rules.till.is_on)

    def accept_clock(self) -> None:
        """Go on although the clocks differ, as a person has decided; see `ServiceReader.accept_clock`."""
        self._reader.accept_clock()

    async def confirm(self, order: AcceptedQuote, on_progress: Tell) -> Ended:
        """Cancel what was accepted, once (interface part 4.4, CONFIRM), after it is journalled.

        Cancelling the caller does not stop it. Raises DeskError, and sends nothing, when the service does not
        let this API key move money, or it could not be journalled.
        """
        self._reader.check_may_spend()
        reading = self._reader.wallet_reading
        if reading is not None and order.quote.agent_id not in {"", reading.agent_id}:
            raise DeskError(cancel_advice.advise_other_agent())
        tell = undisturbed(on_progress)
        quote = order.quote
        if not quote.is_fresh(self._reader.moment()):
            raise DeskError(cancel_advice.advise_too_old())
        check = partial(self._kept.check_untouched, quote)
        ending = await self._carried(
            quote.booking.booking_ref,
            self._cashier.carry_out(cancellation_order(order), tell, check),
        )
        self.desks.end(quote.booking)
        if isinstance(ending, NotSold):
            return ending
        if isinstance(ending.result, CancellationResult):
            return await self._cancelled(ending, ending.result, order)
        if ending.state is State.UNKNOWN:
            intent_id = await asyncio.to_thread(self._kept.intent_of, ending.request_id)
            return await self.known(intent_id, ending.error)
        return await self._with_others(_not_made(ending), quote.booking)

    async def _with_others(self, not_made: NotSold, booking: Booking) -> NotSold:
        """What was not made, with what other desks have cancelled of the booking meanwhile."""
        who = _others_words(await self._look(booking.booking_ref, is_boat=booking.is_boat))
        if not not_made.was_sent or not who:
            return not_made
        meaning = joined(" ", (tr(_NOTHING_MORE), who))
        return replace(
            not_made, advice=replace(not_made.advice, meaning=meaning, action=tr("Quote again: F5."))
        )

    async def _made(self, booking: Booking, office: OfficeBooking | None) -> tuple[KeptCancellation, ...]:
        """The cancellations of a booking that this office certainly made."""
        if office is not None:
            return *office.here, *office.others
        return await asyncio.to_thread(self._kept.made, booking.booking_ref)

    async def _look(self, booking_ref: str, *, is_boat: bool) -> OfficeBooking | None:
        return await self.desks.look(booking_ref, "BOAT" if is_boat else "ACTIVITY")

    async def known(self, intent_id: str, error: Exception | None = None) -> OpenCancellation:
        """The cancellation in the journal, left open by `error`. Raises DeskError when there is none."""
        advice = cancel_advice.advise_unknown(error) if error else None
        return await asyncio.to_thread(self._kept.known, intent_id, self._service_now(), advice)

    async def open_intents(self) -> tuple[str, ...]:
        """The intents of cancellations whose outcome is unknown."""
        return await asyncio.to_thread(self._kept.open_intents)

    async def look(self, intent_id: str) -> OpenCancellation:
        """The cancellation after one more reading of the booking, which is journalled and may settle it.

        Raises DeskError, without a change, when it cannot be read or journalled.
        """
        known = await self.known(intent_id)
        if not known.is_open or known.stage is Stage.SENDING:
            return known
        await self._check_agent(intent_id)
        now = await self._reader.booking(known.booking_ref, is_boat=known.is_boat)
        found = finding(known.before, known.choice, known.refund, now, is_whole=known.is_whole)
        read_at = Instant(*self._service_now(), known.now.waited)
        # A refund shows in the wallet on every screen, and its ledger says how much it was.
        wallet = await self._wallet() if found is StatusFinding.CANCELLED else None
        try:
            await self._written(lambda: self._kept.note(intent_id, found, now, read_at, wallet))
        except DeskError:
            # Another reading may have settled it meanwhile: what is settled needs no second entry.
            if (await self.known(intent_id)).is_open:
                raise
        return await self.known(intent_id)

    async def watch(self, intent_id: str, tell: Callable[[OpenCancellation], None]) -> None:
        """Read again after 2, 5, 15, 30, 60 and 180 seconds, until a reading settles it.

        Otherwise the decision is left to a person.
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
        # An unwritable journal is reported elsewhere.
        with suppress(DeskError):
            now = self._service_now()
            await self._written(lambda: self._kept.escalate(intent_id, now))
            tell(await self.known(intent_id))

    async def send_again(self, intent_id: str, decision: Decision, on_progress: Tell) -> Ended:
        """Send the same bytes under the same number, permitted by a named person, and read the booking.

        Only after readings have shown that nothing was cancelled: the service promises not to carry out a
        repeated number twice, and a reading afterwards decides. Raises DeskError when nothing was sent.
        """
        self._reader.check_may_spend()
        decision = await self._deciders.named(decision)
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
        """Record the operator's statement that a cancellation was made which readings could not settle.

        Raises DeskError when the operator is not to be asked, or it cannot be journalled.
        """
        return await self._decided(intent_id, decision, State.RESOLVED_CANCELLED)

    async def record_not_cancelled(self, intent_id: str, decision: Decision) -> OpenCancellation:
        """Record the operator's statement that a cancellation was not made which readings did not find.

        The booking may be cancelled again then. It is read once more when there is no reading after the quiet
        period. Raises DeskError when the service may still be working on it, or the booking cannot be read or
        the statement journalled.
        """
        known = await self.known(intent_id)
        if known.stage in (Stage.UNCHANGED, Stage.ESCALATED) and not known.is_rested:
            await self.look(intent_id)
        return await self._decided(intent_id, decision, State.RESOLVED_NOT_CANCELLED)

    def _service_now(self) -> ServiceNow:
        return self._reader.service_now(), self._reader.service_offset is not None

    async def _decided(self, intent_id: str, decision: Decision, state: State) -> OpenCancellation:
        decision = await self._deciders.named(decision)
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
        self, ending: Ending, result: CancellationResult, order: AcceptedQuote | None, booking_ref: str = ""
    ) -> Cancelled:
        summary, quote = result.pricing_summary, order.quote if order else None
        wallet = await self._wallet()
        before = quote.wallet if quote else None
        new_status = result.new_booking_status or ""
        left, staying = (quote.left, quote.staying) if quote else (None, ())
        if says_cancelled(new_status):
            # Whatever the quote knew: another counter may have cancelled the rest since.
            left, staying = 0, ()
        return Cancelled(
            request_id=ending.request_id,
            booking_ref=quote.booking.booking_ref if quote else booking_ref,
            refund_reference=result.refund_reference,
            refund=summary.net_agent_refund_credited if summary else None,
            charge=summary.platform_cancellation_charge if summary else None,
            new_status=new_status,
            quoted=quote.refund if quote else None,
            currency=next((each.currency for each in (wallet, before) if each), ""),
            wallet=wallet,
            settled_at=ending.ended_at,
            is_kept=ending.is_kept,
            customer=quote.customer._replace(back=order.customer_back) if quote and order else NOT_KNOWN,
            choice=quote.choice if quote else None,
            left=left,
            staying=staying,
            is_more_gone=bool(quote and left == 0 and (quote.left or quote.booking.is_less)),
        )

    async def _wallet(self) -> Wallet | None:
        """The wallet, or None when it cannot be read, which does not affect the cancellation."""
        try:
            return await self._reader.wallet()
        except DeskError:
            return None

    async def _check_agent(self, intent_id: str) -> None:
        """Raises DeskError when the API key is another agent's, who cannot read this booking."""
        asked = await asyncio.to_thread(self._kept.agents, intent_id)
        if asked - {"", await self._reader.agent_id()}:
            raise DeskError(cancel_advice.advise_other_agent())

    async def _written(self, write: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(write)
        except (JournalError, TransitionError) as error:
            raise DeskError(cancel_advice.advise_unwritable(error)) from error


def _others_words(office: OfficeBooking | None) -> str:
    return cancel_advice.other_desks_words(office.others, office.sale.currency) if office else ""


def _all_words(office: OfficeBooking | None) -> str:
    return cancel_advice.all_desks_words(office) if office else ""


def _not_made(ending: Ending) -> NotSold:
    error = ending.error or RuntimeError("A cancellation ended without a result.")
    if isinstance(error, RefusedError) and ending.state is State.REJECTED:
        return NotSold(ending.request_id, cancel_advice.advise_refused(error), was_sent=True)
    return NotSold(ending.request_id, cancel_advice.advise_unsent(error), was_sent=False)


def charged(refund: Decimal | None, charge: Decimal | None, debited: Decimal | None) -> Decimal | None:
    """The charge as stated, or as it follows from debit and refund; None when neither is there."""
    if charge is not None or refund is None or debited is None:
        return charge
    return debited - refund

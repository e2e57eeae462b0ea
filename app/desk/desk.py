"""What a clerk does at the counter: one method an action."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from pydantic import ValidationError

from app.api.answers import ActivityAvailability, BookingResult, CancellationResult
from app.api.client import PartnerClient
from app.api.errors import NoAnswerError, NotSentError, PartnerError, RefusedError
from app.api.requests import (
    ActivityContentQuery,
    ActivityQuote,
    ActivitySearchQuery,
    StatusQuery,
    WalletQuery,
)
from app.api.requests import Module as ApiModule
from app.desk import advice, comparing, reading, sales
from app.desk.advice import DeskError
from app.desk.cashier import Cashier, Ending, Standing
from app.desk.checking import against_history
from app.desk.money_call import Tell, undisturbed
from app.desk.order import Order, cancellation_order, sale_order
from app.desk.price import price, split
from app.desk.quote import CancellationQuote, Cancelled
from app.desk.values import (
    ActivityCatalogue,
    ActivityDraft,
    ActivityOffer,
    Advice,
    Change,
    DaySlots,
    NotSold,
    Outcome,
    Preflight,
    Profile,
    Progress,
    Receipt,
    Sale,
    Slot,
    Step,
    UnknownOutcome,
    Wallet,
)
from app.store.journal import Journal, JournalError
from app.store.states import State

T = TypeVar("T")
_REACHED = True


def local_now() -> datetime:
    """The time of this computer, with its zone."""
    return datetime.now(UTC).astimezone()


class Desk:
    """The counter's work over one profile: reads, checks, sells, and knows what it has sold."""

    def __init__(
        self,
        client: PartnerClient,
        journal: Journal,
        profile: Profile,
        clock: Callable[[], datetime] = local_now,
    ) -> None:
        self.profile = profile
        self.wallet_reading: Wallet | None = None
        self.line_watcher: Callable[[bool], None] = _nobody
        """Told after each reading whether the service answered."""
        self.wallet_watcher: Callable[[Wallet], None] = _nobody
        """Told each new reading of the wallet."""
        self._client = client
        self._journal = journal
        self._clock = clock
        self._zone = clock().tzinfo or UTC
        self._cashier = Cashier(client, journal, clock)

    @property
    def is_settling(self) -> bool:
        """Whether a money call is running."""
        return self._cashier.is_settling

    def unwatch(self) -> None:
        """Tell nobody any more: whoever watched has gone."""
        self.line_watcher = self.wallet_watcher = _nobody

    async def start(self) -> None:
        """Name what an interrupted program left behind, before anything is sold."""
        await self._cashier.close_interrupted()

    async def finish(self) -> None:
        """Wait for money calls that are running."""
        await self._cashier.finish()

    def service_now(self) -> datetime:
        """Now by the service's clock and zone, as far as its answers tell; cutoffs are counted by it."""
        return (self._clock() + (self._client.service_offset or timedelta())).astimezone(self._zone)

    def today(self) -> date:
        """Today in the service's zone."""
        return self.service_now().date()

    async def activities(self, day: date) -> ActivityCatalogue:
        """The activities for a date (interface part 4.1). Raises DeskError."""
        query = ActivityContentQuery(travel_date=day, limit=500)
        answer = await self._read(self._client.content(query), "The activities")
        return reading.catalogue(answer, day, self._clock())

    async def slots(self, offer: ActivityOffer, day: date) -> DaySlots:
        """The slots of an activity on a day with exact fares (interface part 4.2). Raises DeskError."""
        query = ActivitySearchQuery(date=day, activity_id=offer.activity_id)
        answer = await self._read(self._client.search_availability(query), "The slots")
        self._learn_zone(answer.items)
        found = reading.day_slots(answer, offer.activity_id, day, self.service_now())
        return replace(found, read_at=self._clock())

    async def wallet(self) -> Wallet:
        """The wallet as it is now (interface part 4.5); kept as the last reading. Raises DeskError."""
        query = WalletQuery(request_id=self._journal.new_request_id())
        answer = await self._read(self._client.wallet_balance(query), "The wallet")
        self.wallet_reading = reading.wallet(answer, self._clock())
        self.wallet_watcher(self.wallet_reading)
        return self.wallet_reading

    async def preflight(self, draft: ActivityDraft) -> Preflight:
        """The last look before money moves: slot and wallet read again, and what has changed.

        Raises DeskError.
        """
        seen = draft.slot
        if seen is None:
            raise DeskError(Advice("No slot is chosen.", advice.NOTHING_MOVED, "Pick a slot.", field="slot"))
        day, purse = await asyncio.gather(self.slots(draft.offer, seen.day), self.wallet())
        now = next((each for each in day.slots if _is_same(each, seen)), None)
        slot = now or replace(seen, is_open=False, reason=day.reason or "No longer offered")
        fresh = replace(draft, slot=slot)
        expected = price(fresh) or price(draft)
        if expected is None:
            what = "The service states no price for this slot."
            raise DeskError(Advice(what, advice.NOTHING_MOVED, "Pick another slot.", field="slot"))
        found = Preflight(
            draft=fresh,
            slot=slot,
            price=expected,
            wallet=purse,
            split=split(expected.payable, purse),
            changes=comparing.changes(seen, slot),
            blocked="",
            checked_at=self._clock(),
            intent_id=uuid.uuid4().hex,
        )
        history = await asyncio.to_thread(self._journal.attempts)
        return against_history(found, history, self._journal.recovery, self.today())

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome:
        """Book what the pre-flight left (interface part 4.3), once; the journal knows it first.

        Gives a receipt, a sale that was certainly not made, or an unknown outcome. Cancelling the
        caller does not cancel the booking. Raises DeskError when nothing could be journalled,
        and so nothing was sent.
        """
        tell = undisturbed(on_progress)
        ending = await self._carry_out(sale_order(preflight), tell)
        if isinstance(ending, NotSold):
            return ending
        if isinstance(ending.result, BookingResult):
            return await self._receipt(preflight, ending, ending.result, tell)
        return await asyncio.to_thread(self._unsettled, ending)

    async def quote_cancellation(self, booking_ref: str, qty: int) -> CancellationQuote:
        """What the service says it would refund for releasing `qty` seats of an activity.

        Nothing is cancelled (interface part 4.4, QUOTE). Raises DeskError.
        """
        status_query = StatusQuery(
            request_id=self._journal.new_request_id(), booking_ref=booking_ref, module_type=ApiModule.ACTIVITY
        )
        status = await self._read(self._client.booking_status(status_query), "The booking")
        request = ActivityQuote(request_id=self._journal.new_request_id(), booking_ref=booking_ref, qty=qty)
        answer = await self._read(self._client.quote_cancellation(request), "The refund")
        return CancellationQuote(
            intent_id=uuid.uuid4().hex,
            booking_ref=booking_ref,
            qty=qty,
            as_received=reading.compact(answer.fields),
            status_before=status.data.booking_status or "",
        )

    async def cancel(
        self, quote: CancellationQuote, on_progress: Tell
    ) -> Cancelled | NotSold | UnknownOutcome:
        """Cancel what was quoted, once (interface part 4.4, CONFIRM).

        Raises DeskError when nothing was sent.
        """
        ending = await self._carry_out(cancellation_order(quote), undisturbed(on_progress))
        if isinstance(ending, NotSold):
            return ending
        if isinstance(ending.result, CancellationResult):
            return reading.cancelled(quote.booking_ref, ending.result)
        return await asyncio.to_thread(self._unsettled, ending)

    async def sales(self) -> tuple[Sale, ...]:
        """The sales of this counter, the ones that need an answer first."""
        return sales.sales(await asyncio.to_thread(self._journal.attempts))

    async def _carry_out(self, order: Order, tell: Tell) -> Ending | NotSold:
        try:
            ending = await self._cashier.carry_out(order, tell)
        except JournalError as error:
            raise DeskError(advice.advise_unwritable(error)) from error
        except ValidationError as error:
            # The last gate before the wire; what the error quotes stays out of every log and screen.
            raise DeskError(advice.advise_unfit()) from error
        if isinstance(ending, Standing):
            standing = ending.attempt
            return NotSold(standing.request_id, advice.advise_same_sale(standing.state), was_sent=False)
        return ending

    def _learn_zone(self, items: Sequence[ActivityAvailability]) -> None:
        """The service's zone is the offset that its instants carry; it is stated nowhere else."""
        for item in items:
            starts = item.booking_rules.slot_start_at if item.booking_rules else None
            if starts is not None and starts.tzinfo is not None:
                self._zone = starts.tzinfo
                return

    async def _receipt(
        self, preflight: Preflight, ending: Ending, result: BookingResult, tell: Tell
    ) -> Receipt:
        wallet = await self._wallet_after()
        tell(Progress(Step.COMPARED, self._clock(), ending.request_id))
        differences = comparing.settlement_differences(preflight, result)
        if not ending.is_kept:
            differences += (Change("Write the PNR down", "kept on this counter", "could not be kept"),)
        breakdown = result.settlement_breakdown
        return Receipt(
            request_id=ending.request_id,
            booking_ref=result.booking_ref,
            booking_id="" if result.booking_id is None else str(result.booking_id),
            total_debited=breakdown.total_debited if breakdown else None,
            from_cash=breakdown.deducted_from_cash if breakdown else None,
            from_credit=breakdown.deducted_from_credit if breakdown else None,
            price=preflight.price,
            differences=differences,
            wallet=wallet,
            settled_at=ending.ended_at,
            took=ending.ended_at - ending.began_at,
            practice=self.profile.is_practice,
        )

    async def _read(self, call: Coroutine[Any, Any, T], subject: str) -> T:
        """What the service answers; whoever watches the line is told whether it answered at all."""
        try:
            answer = await call
        except PartnerError as error:
            self.line_watcher(not isinstance(error, (NotSentError, NoAnswerError)))
            raise DeskError(advice.advise_read(error, subject)) from error
        self.line_watcher(_REACHED)
        return answer

    async def _wallet_after(self) -> Wallet | None:
        """The wallet after a sale; the sale stands whether or not it can be read."""
        try:
            return await self.wallet()
        except DeskError:
            return None

    def outcome_of(self, sale: Sale) -> UnknownOutcome:
        """What is to be said of a sale that needs an answer."""
        return UnknownOutcome(sale.request_id, sale, advice.advise_open_sale())

    def _unsettled(self, ending: Ending) -> NotSold | UnknownOutcome:
        error = ending.error or RuntimeError("A booking ended without a result.")
        if isinstance(error, RefusedError) and ending.state is State.REJECTED:
            return NotSold(ending.request_id, advice.advise_refused_sale(error), was_sent=True)
        if ending.state is State.NOT_SENT:
            return NotSold(ending.request_id, advice.advise_unsent_sale(error), was_sent=False)
        sale = sales.sale_of(self._journal.attempts(), ending.request_id)
        return UnknownOutcome(ending.request_id, sale, advice.advise_unknown_sale(error))


def _is_same(one: Slot, other: Slot) -> bool:
    return (one.availability_id, one.slot_id) == (other.availability_id, other.slot_id)


def _nobody(_news: object) -> None:
    """Nobody watches yet."""

"""What a clerk does at the counter: one method an action."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import partial

from pydantic import ValidationError

from app.api.answers import BookingResult, CancellationResult
from app.api.client import PartnerClient
from app.api.errors import RefusedError
from app.desk import advice, comparing, last_look, reading, sales
from app.desk.activity_values import ActivityCatalogue, ActivityOffer, DaySlots
from app.desk.advice import DeskError
from app.desk.boat_values import BoatDraft, Departure, DepartureList
from app.desk.cashier import Cashier, Ending, Standing
from app.desk.checking import against_history
from app.desk.copy_reading import GreyPicture, TextReader, UnreadableError, reading_of
from app.desk.memory import Memory
from app.desk.money_call import Tell, undisturbed
from app.desk.mrz import MrzReading
from app.desk.order import Order, cancellation_order, sale_order
from app.desk.quote import CancellationQuote, Cancelled
from app.desk.reader import Reader
from app.desk.values import (
    Change,
    Draft,
    KnownCustomer,
    KnownParty,
    KnownSale,
    NotSold,
    Outcome,
    Preflight,
    Profile,
    Progress,
    Receipt,
    Sale,
    Step,
    UnknownOutcome,
    Wallet,
)
from app.store.journal import Journal, JournalError
from app.store.states import State


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
        memory: Memory | None = None,
        *,
        text_reader: TextReader | None = None,
    ) -> None:
        self.profile = profile
        self.reader = Reader(client, journal.new_request_id, clock)
        self._memory = memory or Memory()
        self._text_reader = text_reader
        self._journal = journal
        self._clock = clock
        self._cashier = Cashier(client, journal, clock)

    @property
    def wallet_reading(self) -> Wallet | None:
        """The wallet as it was read last; None before the first reading."""
        return self.reader.wallet_reading

    @property
    def is_settling(self) -> bool:
        """Whether a money call is running."""
        return self._cashier.is_settling

    async def start(self) -> None:
        """Name what an interrupted program left behind, before anything is sold."""
        await self._cashier.close_interrupted()

    async def remember(self) -> str:
        """Fill the register with what the journal has more; a sentence when it had to be made anew.

        Nobody waits for it: whoever sold asks for it after the receipt is on screen.
        """
        attempts = await asyncio.to_thread(self._journal.attempts)
        return await self._memory.fill(attempts, self.profile, self.today())

    async def finish(self) -> None:
        """Wait for money calls that are running."""
        await self._cashier.finish()

    async def close(self) -> None:
        """Wait for money calls that are running, then give the register back."""
        await self.finish()
        await self._memory.close()

    def service_now(self) -> datetime:
        """Now by the service's clock and zone, as far as its answers tell; cutoffs are counted by it."""
        return self.reader.service_now()

    def today(self) -> date:
        """Today in the service's zone."""
        return self.reader.service_now().date()

    async def activities(self, day: date) -> ActivityCatalogue:
        """The activities for a date (interface part 4.1). Raises DeskError."""
        found = await self.reader.activities(day)
        await self._memory.keep_activities(self.profile, found)
        return found

    async def kept_activities(self, day: date) -> ActivityCatalogue | None:
        """The activities as they were last read for the date, however long ago; None when never."""
        return await self._memory.activities(self.profile, day)

    async def slots(self, offer: ActivityOffer, day: date) -> DaySlots:
        """The slots of an activity on a day with exact fares (interface part 4.2). Raises DeskError."""
        return await self.reader.slots(offer, day)

    async def departures(self, day: date) -> DepartureList:
        """The boats of a day with what each asks of its passengers (parts 4.1, 4.2). Raises DeskError."""
        found = await self.reader.departures(day)
        await self._memory.keep_departures(self.profile, found)
        return found

    async def kept_departures(self, day: date) -> DepartureList | None:
        """The boats as they were last read for the date, however long ago; None when never."""
        return await self._memory.departures(self.profile, day)

    async def departure(self, seen: Departure) -> Departure:
        """The same departure as it is now, closed when it is offered no more. Raises DeskError."""
        return await self.reader.departure(seen)

    async def wallet(self) -> Wallet:
        """The wallet as it is now (interface part 4.5); kept as the last reading. Raises DeskError."""
        return await self.reader.wallet()

    async def customers(self, typed: str) -> tuple[KnownCustomer, ...]:
        """Who bought here before and fits a phone or a name being typed, the newest first."""
        return await self._memory.customers(typed)

    async def parties(self, travel_day: date) -> tuple[KnownParty, ...]:
        """The groups that travelled last, with their ages on the day of this travel."""
        return await self._memory.parties(travel_day)

    async def keep_party(self, draft: BoatDraft) -> None:
        """Keep who travelled together for another time: names and ages, never documents."""
        await self._memory.keep_party(draft)

    @property
    def reads_copies(self) -> bool:
        """Whether this installation can read the copy of a passport."""
        return self._text_reader is not None

    async def read_copy(self, picture: GreyPicture) -> MrzReading | None:
        """What the machine-readable zone on a copy says; None unless every check digit is right."""
        if self._text_reader is None:
            return None
        try:
            lines = await self._text_reader.lines(picture)
        except UnreadableError:
            return None
        return await asyncio.to_thread(reading_of, lines, self.today())

    async def known_sales(self, typed: str) -> tuple[KnownSale, ...]:
        """Sales of this counter that fit words being typed, the newest first."""
        return await self._memory.sales(typed)

    async def most_sold(self, module: str) -> dict[str, int]:
        """How often each product of a module was sold here of late, by the product's number."""
        return await self._memory.most_sold(self.profile, module)

    async def preflight(self, draft: Draft) -> Preflight:
        """The last look before money moves: what is sold and the wallet read again, and what has changed.

        Raises DeskError.
        """
        found = await last_look.look(self.reader, draft, self._clock())
        history = await asyncio.to_thread(self._journal.attempts)
        return against_history(found, history, self._journal.recovery, self.today())

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome:
        """Book what the pre-flight left (interface part 4.3), once; the journal knows it first.

        Gives a receipt, a sale that was certainly not made, or an unknown outcome. Cancelling the
        caller does not cancel the booking. Raises DeskError when nothing could be journalled,
        and so nothing was sent.
        """
        tell = undisturbed(on_progress)
        ending = await self._carry_out(preflight.intent_id, partial(sale_order, preflight), tell)
        if isinstance(ending, NotSold):
            return ending
        if isinstance(ending.result, BookingResult):
            return await self._receipt(preflight, ending, ending.result, tell)
        return await asyncio.to_thread(
            self._unsettled, ending, is_boat=isinstance(preflight.draft, BoatDraft)
        )

    def stop(self, preflight: Preflight) -> bool:
        """Give up a booking that has not been sent whole: `book` then gives a `NotSold`.

        False when it is too late, or when it is not under way: nothing changes then.
        """
        return self._cashier.stop(preflight.intent_id)

    async def quote_cancellation(self, booking_ref: str, qty: int) -> CancellationQuote:
        """What the service says it would refund for releasing `qty` seats of an activity.

        Nothing is cancelled (interface part 4.4, QUOTE). Raises DeskError.
        """
        status = await self.reader.status(booking_ref)
        answer = await self.reader.refund_quote(booking_ref, qty)
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
        make = partial(cancellation_order, quote)
        ending = await self._carry_out(quote.intent_id, make, undisturbed(on_progress))
        if isinstance(ending, NotSold):
            return ending
        if isinstance(ending.result, CancellationResult):
            return reading.cancelled(quote.booking_ref, ending.result)
        return await asyncio.to_thread(self._unsettled, ending)

    async def sales(self) -> tuple[Sale, ...]:
        """The sales of this counter, the ones that need an answer first."""
        return sales.sales(await asyncio.to_thread(self._journal.attempts))

    async def _carry_out(self, intent_id: str, make: Callable[[], Order], tell: Tell) -> Ending | NotSold:
        try:
            ending = await self._cashier.carry_out(intent_id, make, tell)
        except JournalError as error:
            raise DeskError(advice.advise_unwritable(error)) from error
        except ValidationError as error:
            # The last gate before the wire; what the error quotes stays out of every log and screen.
            raise DeskError(advice.advise_unfit()) from error
        if isinstance(ending, Standing):
            standing = ending.attempt
            return NotSold(standing.request_id, advice.advise_same_sale(standing.state), was_sent=False)
        self.reader.note_line(ending.error)
        return ending

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

    async def _wallet_after(self) -> Wallet | None:
        """The wallet after a sale; the sale stands whether or not it can be read."""
        try:
            return await self.wallet()
        except DeskError:
            return None

    def outcome_of(self, sale: Sale) -> UnknownOutcome:
        """What is to be said of a sale that needs an answer."""
        return UnknownOutcome(sale.request_id, sale, advice.advise_open_sale())

    def _unsettled(self, ending: Ending, *, is_boat: bool = False) -> NotSold | UnknownOutcome:
        error = ending.error or RuntimeError("A booking ended without a result.")
        if isinstance(error, RefusedError) and ending.state is State.REJECTED:
            return NotSold(
                ending.request_id, advice.advise_refused_sale(error, is_boat=is_boat), was_sent=True
            )
        if ending.state is State.NOT_SENT:
            return NotSold(ending.request_id, advice.advise_unsent_sale(error), was_sent=False)
        sale = sales.sale_of(self._journal.attempts(), ending.request_id)
        return UnknownOutcome(ending.request_id, sale, advice.advise_unknown_sale(error))

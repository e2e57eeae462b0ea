"""Selling: the preflight, the booking and its outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from functools import partial

from pydantic import ValidationError

from app.api.messages.answers import BookingResult
from app.api.messages.errors import RefusedError
from app.core.language import tr
from app.desk.bookings.journal_sales import JournalSales
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.moment import TO_BE_SENT
from app.desk.model.sale import (
    Change,
    Draft,
    NotSold,
    Outcome,
    Preflight,
    Price,
    Progress,
    Receipt,
    Sale,
    Step,
    UnknownOutcome,
    Wallet,
)
from app.desk.payment.payment_call import Tell, undisturbed
from app.desk.payment.payments import Ending, Payments, PossibleDuplicate
from app.desk.sale import advice, change_detection
from app.desk.sale import preflight as last_look
from app.desk.sale.change_detection import flag_changes, wallet_changes
from app.desk.sale.order import sale_order
from app.desk.sale.preflight_checks import against_history, not_covered, was_sold_since
from app.desk.sale.validation import problems
from app.desk.sale.wallet_reservation import Begun, most
from app.desk.service.cutoffs import draft_as_of, todays
from app.desk.service.service_reader import ServiceReader
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt, Journal, JournalError
from app.store.journal.states import State

_CLOSES = frozenset({"slot", "departure"})
"""Fields of which time alone makes a problem."""
Keeps = Callable[[Draft, Price], tuple[Facts, Facts]]
"""Returns private facts to keep with a sale, and those with the names of travellers."""


class Selling:
    """Checks a sale before paying and books it once."""

    def __init__(
        self,
        reader: ServiceReader,
        cashier: Payments,
        journal: Journal,
        clock: Callable[[], datetime],
        wallet: Callable[[], Awaitable[Wallet]],
        *,
        keeps: Keeps,
        is_practice: bool,
    ) -> None:
        """`wallet` reads the wallet anew; a receipt says whether it is one of practice."""
        self._reader = reader
        self._cashier = cashier
        self._journal = journal
        self._clock = clock
        self._wallet = wallet
        self._keeps, self._is_practice = keeps, is_practice
        self._begun: dict[str, Decimal] = {}

    async def preflight(self, draft: Draft) -> Preflight:
        """The preflight: product and wallet, read again before paying, and the changes. Raises DeskError."""
        behind = self._newest()
        found = await last_look.look(self._reader, draft)
        found = replace(found, behind=behind, too_large=self._reader.smallest_refused)
        now = self._clock()
        earliest = todays(now, self._reader.service_now()).earliest
        return await asyncio.to_thread(
            against_history, found, self._journal, earliest, now, self._begun_sales()
        )

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome | Preflight:
        """Book the draft of a preflight once (interface part 4.3), after it is journalled.

        Returns a receipt, a sale that was certainly not made, or an unknown outcome. A preflight that is too
        old to be sent is made again: when nothing differs the booking goes on, else the new one is returned,
        which must be accepted, and nothing was sent. Cancelling the caller does not cancel the booking.
        Raises DeskError, and sends nothing, when the service does not let this API key sell, a running sale
        takes the money, or it could not be journalled.
        """
        self._reader.check_may_spend()
        if preflight.wallet.agent_id != await self._reader.agent_id():
            raise DeskError(advice.advise_other_wallet())
        if not self._cashier.is_carrying(preflight.intent_id) and not self._may_be_sent(preflight):
            again = await self._preflight_again(preflight)
            if again.blocked or set(again.changes) - set(preflight.changes):
                return again
            preflight = again
        tell = undisturbed(on_progress)
        try:
            order = sale_order(preflight, *self._keeps(preflight.draft, preflight.price))
            # There is no `await` between the check of the other sales and the start of the payment:
            # so of two sales at once the second knows of the first, and never the other way round.
            check = partial(self._check, preflight, self._begun_sales())
            self._begun[preflight.intent_id] = most(preflight)
            ending = await self._cashier.carry_out(order, tell, check)
        except JournalError as error:
            raise DeskError(advice.advise_unwritable(error)) from error
        except ValidationError as error:
            # The last check before sending; the values that the error quotes are not logged or shown.
            raise DeskError(advice.advise_unfit()) from error
        if isinstance(ending, PossibleDuplicate):
            return _not_sold_again(ending.attempt)
        self._reader.note_line(ending.error)
        if isinstance(ending.result, BookingResult):
            wallet = await self._wallet_after()
            tell(Progress(Step.COMPARED, self._clock(), ending.request_id))
            found = _receipt(preflight, ending, ending.result, wallet)
            return replace(found, practice=self._is_practice)
        return await asyncio.to_thread(_unsettled, preflight, ending, JournalSales(self._journal))

    def stop(self, preflight: Preflight) -> bool:
        """Stop a booking that has not been sent completely: `book` then returns a `NotSold`.

        Returns False, without a change, when it is too late or the booking is not running.
        """
        return self._cashier.stop(preflight.intent_id)

    def is_booking(self, intent_id: str) -> bool:
        """Whether the sale with this number is being booked."""
        return self._cashier.is_carrying(intent_id)

    def _may_be_sent(self, preflight: Preflight) -> bool:
        """Whether nothing has passed since the preflight that it could not know of."""
        draft = draft_as_of(preflight.draft, self._reader.service_now())
        found = problems(draft, self._reader.todays().earliest)
        return (
            preflight.looked.is_fresh(self._reader.moment(), TO_BE_SENT)
            and not preflight.blocked
            and not any(each.field in _CLOSES for each in found)
        )

    async def _preflight_again(self, preflight: Preflight) -> Preflight:
        """The same sale as it is now, with all that differs from what the clerk has on screen."""
        again = await self.preflight(preflight.draft)
        also = (*flag_changes(preflight.draft, again.draft), *wallet_changes(preflight.wallet, again.wallet))
        # What stops the sale comes first: the clerk goes back, and there is nothing to accept.
        changes = again.changes if again.blocked else (*again.changes, *also)
        return replace(again, changes=changes, intent_id=preflight.intent_id)

    def _newest(self) -> int:
        newest = self._journal.newest
        return newest.seq if newest else 0

    def _begun_sales(self) -> Begun:
        """The sales that are being paid now, with the most that each may take."""
        self._begun = {name: most for name, most in self._begun.items() if self._cashier.is_carrying(name)}
        return dict(self._begun)

    def _check(self, preflight: Preflight, begun: Begun) -> None:
        """Raises DeskError for what the preflight could not know: money that others take, the same sale."""
        wrong = not_covered(preflight, begun, self._journal)
        if wrong:
            raise DeskError(advice.advise_uncovered(wrong))
        if was_sold_since(preflight, self._journal):
            raise DeskError(advice.advise_sold_since())

    async def _wallet_after(self) -> Wallet | None:
        """The wallet after a sale, or None when it cannot be read."""
        try:
            return await self._wallet()
        except DeskError:
            return None


def _receipt(preflight: Preflight, ending: Ending, result: BookingResult, wallet: Wallet | None) -> Receipt:
    """The receipt of a sale (interface part 2.5), with the wallet after it if it could be read."""
    differences = change_detection.settlement_differences(preflight, result)
    if not ending.is_kept:
        differences += (
            Change(tr("Write the PNR down"), tr("kept on this counter"), tr("could not be kept")),
        )
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
        practice=False,
    )


def _unsettled(preflight: Preflight, ending: Ending, sales: JournalSales) -> NotSold | UnknownOutcome:
    """The outcome of a booking that ended without a result; `sales` are those of the journal."""
    error = ending.error or RuntimeError("A booking ended without a result.")
    if isinstance(error, RefusedError) and ending.state is State.REJECTED:
        is_boat = isinstance(preflight.draft, BoatDraft)
        return NotSold(ending.request_id, advice.advise_refused_sale(error, is_boat=is_boat), was_sent=True)
    if ending.state is State.NOT_SENT:
        return NotSold(ending.request_id, advice.advise_unsent_sale(error), was_sent=False)
    sale = sales.sale_of(ending.request_id)
    return UnknownOutcome(ending.request_id, sale, advice.advise_unknown_sale(error))


def _not_sold_again(standing: Attempt) -> NotSold:
    """The outcome of a sale that is not sent because this attempt may be the same one."""
    return NotSold(standing.request_id, advice.advise_same_sale(standing.state), was_sent=False)


def open_outcome(sale: Sale) -> UnknownOutcome:
    """The unknown outcome of an earlier sale."""
    return UnknownOutcome(sale.request_id, sale, advice.advise_open_sale())

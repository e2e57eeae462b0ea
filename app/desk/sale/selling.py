"""Selling: the preflight and the booking."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from functools import partial

from pydantic import ValidationError

from app.api.messages.answers import BookingResult
from app.desk.model.errors import DeskError
from app.desk.model.sale import Draft, Outcome, Preflight, Progress, Step, Wallet
from app.desk.payment.payment_call import Tell, undisturbed
from app.desk.payment.payments import Payments, PossibleDuplicate
from app.desk.sale import advice, outcome
from app.desk.sale import preflight as last_look
from app.desk.sale.order import sale_order
from app.desk.sale.preflight_checks import against_history
from app.desk.sale.wallet_reservation import Begun, most, uncovered
from app.desk.service.cutoffs import todays
from app.desk.service.service_reader import ServiceReader
from app.store.journal.journal import Attempt, Journal, JournalError


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
        is_practice: bool,
    ) -> None:
        """`wallet` reads the wallet anew; a receipt says whether it is one of practice."""
        self._reader = reader
        self._cashier = cashier
        self._journal = journal
        self._clock = clock
        self._wallet = wallet
        self._is_practice = is_practice
        self._begun: dict[str, Decimal] = {}

    async def preflight(self, draft: Draft) -> Preflight:
        """The preflight: product and wallet, read again before paying, and the changes. Raises DeskError."""
        found = await last_look.look(self._reader, draft, self._clock())
        now = self._clock()
        earliest = todays(now, self._reader.service_now()).earliest
        return await asyncio.to_thread(
            against_history, found, self._journal, earliest, now, self._begun_sales()
        )

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome:
        """Book the draft of a preflight once (interface part 4.3), after it is journalled.

        Returns a receipt, a sale that was certainly not made, or an unknown outcome. Cancelling the
        caller does not cancel the booking. Raises DeskError, and sends nothing, when the service does not let
        this API key sell, a running sale takes the money, or it could not be journalled.
        """
        self._reader.check_may_spend()
        if preflight.wallet.agent_id != await self._reader.agent_id():
            raise DeskError(advice.advise_other_wallet())
        tell = undisturbed(on_progress)
        try:
            order = sale_order(preflight)
            # There is no `await` between the check of the other sales and the start of the payment:
            # so of two sales at once the second knows of the first, and never the other way round.
            check = partial(_check_covered, preflight, self._begun_sales())
            self._begun[preflight.intent_id] = most(preflight)
            ending = await self._cashier.carry_out(order, tell, check)
        except JournalError as error:
            raise DeskError(advice.advise_unwritable(error)) from error
        except ValidationError as error:
            # The last check before sending; the values that the error quotes are not logged or shown.
            raise DeskError(advice.advise_unfit()) from error
        if isinstance(ending, PossibleDuplicate):
            return outcome.not_sold_again(ending.attempt)
        self._reader.note_line(ending.error)
        if isinstance(ending.result, BookingResult):
            wallet = await self._wallet_after()
            tell(Progress(Step.COMPARED, self._clock(), ending.request_id))
            found = outcome.receipt(preflight, ending, ending.result, wallet)
            return replace(found, practice=self._is_practice)
        return await asyncio.to_thread(outcome.unsettled, preflight, ending, self._journal.attempts)

    def stop(self, preflight: Preflight) -> bool:
        """Stop a booking that has not been sent completely: `book` then returns a `NotSold`.

        Returns False, without a change, when it is too late or the booking is not running.
        """
        return self._cashier.stop(preflight.intent_id)

    def _begun_sales(self) -> Begun:
        """The sales that are being paid now, with the most that each may take."""
        self._begun = {name: most for name, most in self._begun.items() if self._cashier.is_carrying(name)}
        return dict(self._begun)

    async def _wallet_after(self) -> Wallet | None:
        """The wallet after a sale, or None when it cannot be read."""
        try:
            return await self._wallet()
        except DeskError:
            return None


def _check_covered(preflight: Preflight, begun: Begun, attempts: Sequence[Attempt]) -> None:
    """Raises DeskError when running sales may leave too little money for this one."""
    wrong = uncovered(preflight, begun, attempts)
    if wrong:
        raise DeskError(advice.advise_uncovered(wrong))

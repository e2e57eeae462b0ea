"""Bugs in how a cancellation is quoted, sent, and settled by readings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from app.api.client import PartnerClient
from app.api.messages.booking_answers import CancellationResult
from app.api.messages.errors import NoAnswerError
from app.api.wire.upload import Dispatch
from app.desk.cancellation import cancellation, open_cancellation
from app.desk.cancellation import journal as cancel_journal
from app.desk.cancellation.journal import CancelJournal
from app.desk.cancellation.status_comparison import StatusFinding
from app.desk.payment.payment_call import PaymentCall
from app.desk.payment.payments import Payments
from app.store.journal.attempt import Attempt
from app.store.journal.journal import Journal
from app.store.journal.states import Kind
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def quote_and_confirm_share_a_number(patches: Patches) -> None:
    """The CONFIRM goes under the number of the QUOTE, and replay protection takes it for that."""
    numbers: list[str] = []
    ask, prepare = PartnerClient.quote_cancellation, vars(Payments)["_prepare"]

    async def quote(self: PartnerClient, request: Any) -> Any:
        numbers.append(request.request_id)
        return await ask(self, request)

    def last(_: Journal) -> str:
        return numbers[-1]

    def prepared(self: Any, check: Any, call: PaymentCall) -> Any:
        if call.order.kind is not Kind.CANCEL:
            return prepare(self, check, call)
        with Patches() as again:
            again.put(Journal, "new_request_id", last)
            return prepare(self, check, call)

    patches.put(PartnerClient, "quote_cancellation", quote)
    patches.put(Payments, "_prepare", prepared)


@BED.plant
def unseen_is_unchanged(patches: Patches) -> None:
    """A cancellation that need not be seen counts as not made when it is not seen."""
    _take_for(patches, StatusFinding.UNSEEN, StatusFinding.UNCHANGED)


@BED.plant
def any_change_is_ours(patches: Patches) -> None:
    """Whatever has changed in a booking counts as this cancellation."""
    _take_for(patches, StatusFinding.OTHERWISE, StatusFinding.CANCELLED)


def _take_for(patches: Patches, found: StatusFinding, taken: StatusFinding) -> None:
    """Read every finding of one kind as another."""
    find = cancellation.finding

    def finding(*arguments: Any, **named: Any) -> StatusFinding:
        true = find(*arguments, **named)
        return taken if true is found else true

    patches.put(cancellation, "finding", finding)


@BED.plant
def no_change_is_a_cancellation(patches: Patches) -> None:
    """A booking that can be read counts as cancelled."""

    def finding(*_: object, **__: object) -> StatusFinding:
        return StatusFinding.CANCELLED

    patches.put(cancellation, "finding", finding)


@BED.plant
def no_quiet_period_for_cancelling(patches: Patches) -> None:
    """Two readings at once show that nothing will come any more."""

    def at_once(*_: object) -> timedelta:
        return timedelta()

    patches.put(open_cancellation, "until_rest", at_once)


@BED.plant
def one_reading_shows_that_nothing_came(patches: Patches) -> None:
    """The first reading without a change counts, however early."""

    def quiet(_: Sequence[Attempt], readings: Sequence[Any]) -> bool:
        return bool(readings)

    patches.put(open_cancellation, "is_quiet", quiet)
    patches.put(cancel_journal, "is_quiet", quiet)


@BED.plant
def cancellation_is_sent_again_by_itself(patches: Patches) -> None:
    """A cancellation without an answer is sent again, and nobody is asked."""
    confirm = PartnerClient.confirm_cancellation

    async def twice(self: PartnerClient, request: Any, *, dispatch: Dispatch) -> CancellationResult:
        try:
            return await confirm(self, request, dispatch=dispatch)
        except NoAnswerError:
            return await confirm(self, request, dispatch=dispatch)

    patches.put(PartnerClient, "confirm_cancellation", twice)


@BED.plant
def escalation_is_forgotten(patches: Patches) -> None:
    """What readings can never decide is not left to a person."""

    def never(*_: object) -> bool:
        return False

    patches.put(cancel_journal, "is_quiet", never)
    patches.put(CancelJournal, "escalate", never)


@BED.plant
def intent_of_the_unsent_is_not_found(patches: Patches) -> None:
    """A cancellation that took the number of an unsent one is looked for under its own name."""

    def nobody(*_: object) -> str:
        return ""

    patches.put(CancelJournal, "intent_of", nobody)

"""The cancellations in the journal, with records of readings and decisions; waits for the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from app.api.messages.spellings import ItemId
from app.core.language import mark
from app.desk.bookings.booking_values import kept_cancellations, made_of
from app.desk.bookings.journal_sales import JournalSales
from app.desk.bookings.sendings import MADE
from app.desk.cancellation import advice as cancel_advice
from app.desk.cancellation.open_cancellation import (
    OpenCancellation,
    Stage,
    is_on_its_way,
    is_quiet,
    open_cancellation,
    readings_of,
)
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.cancellation.status_comparison import StatusFinding
from app.desk.model.booking import BookingState
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Advice, Sale, Wallet
from app.desk.payment.evidence import Expected
from app.desk.payment.evidence_journal import agent_of, moved
from app.desk.payment.journal_facts import amount, together
from app.desk.payment.quiet_timer import QuietTimer
from app.desk.payment.service_rest import Instant
from app.desk.payment.unknown_outcome_values import Decision
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt, Journal
from app.store.journal.states import Kind, State
from app.store.register.values import KeptCancellation

_DECIDED_IN = {
    State.RESOLVED_CANCELLED: frozenset({Stage.ESCALATED}),
    State.RESOLVED_NOT_CANCELLED: frozenset({Stage.ESCALATED, Stage.UNCHANGED}),
    State.RESEND_AUTHORISED: frozenset({Stage.UNCHANGED}),
}
"""The decisions that are allowed in each stage."""


ServiceNow = tuple[datetime, bool]
"""The present time of the service, and whether it is known."""


class CancelJournal:
    """The cancellations of one journal; methods raise DeskError, and what the journal raises."""

    def __init__(self, journal: Journal, rules: OfficeRules) -> None:
        self._journal = journal
        self._sales = JournalSales(journal)
        self._rules = rules
        self._wait = QuietTimer()

    def known(
        self, intent_id: str, service_now: ServiceNow, advice: Advice | None = None
    ) -> OpenCancellation:
        """What is known of a cancellation. Raises DeskError when there is none."""
        now = Instant(*service_now, self._waited(intent_id))
        found = open_cancellation(self._about(intent_id), intent_id, advice, now)
        if found is None:
            raise DeskError(cancel_advice.advise_not_open())
        return found

    def newest(self) -> int:
        """The number of the journal's newest entry; 0 while it has none."""
        newest = self._journal.newest
        return newest.seq if newest else 0

    def open_intents(self) -> tuple[str, ...]:
        """The intents of cancellations whose outcome is unknown."""
        found = (each.intent_id for each in self._journal.open_attempts() if each.kind is Kind.CANCEL)
        return tuple(dict.fromkeys(found))

    def intent_of(self, request_id: str) -> str:
        """The intent of a request: that of an equal unsent order, if it took over its number."""
        return next((each.intent_id for each in self._journal.of_request(request_id)), "")

    def agents(self, intent_id: str) -> frozenset[str]:
        """The agents with whose API keys it was sent; an empty name when the service stated none."""
        return frozenset(map(agent_of, self._journal.of_intent(intent_id)))

    def sale(self, booking_ref: str) -> Sale | None:
        """The sale of a booking reference, in upper or lower case, or None."""
        return next(iter(self._sales.of_booking(booking_ref)), None)

    def made(self, booking_ref: str) -> tuple[KeptCancellation, ...]:
        """The cancellations of a booking that were certainly made at this counter."""
        return made_of(kept_cancellations(self._journal.of_booking(booking_ref), self._journal.desk))

    def ids(self, booking_ref: str) -> Mapping[str, ItemId]:
        """The travellers' numbers in the answer to the booking, by name."""
        kept = (
            each.private.get("traveller_ids")
            for each in self._journal.of_booking(booking_ref)
            if each.kind is Kind.CREATE and each.facts.get("booking_ref") == booking_ref
        )
        return json.loads(next((str(each) for each in kept if each), "{}"))

    def note(
        self,
        intent_id: str,
        found: StatusFinding,
        now: BookingState,
        when: Instant,
        wallet: Wallet | None = None,
    ) -> None:
        """Record a reading, and what it settles, for every open attempt.

        `wallet` is the reading after it, whose ledger may say what was refunded.
        """
        facts: Facts = {
            "finding": found.value,
            "read_service_at": when.at.isoformat(),
            "read_by_service": int(when.is_service_time),
            "read_waited": int(when.waited.total_seconds()),
            "status_now": now.booking_status,
            "refund_status_now": now.refund_status,
            "refunded_now": None if now.refunded is None else str(now.refunded),
        }
        if found is StatusFinding.CANCELLED:
            self.close(intent_id, State.RESOLVED_CANCELLED, {**facts, **self._refunded(intent_id, wallet)})
        elif found is StatusFinding.OTHERWISE:
            self.close(intent_id, State.ESCALATED, facts)
        elif self._open(intent_id):
            newest = self.newest_open(intent_id)
            self._journal.append_to(newest, newest.state, facts)
            own = self._journal.of_intent(intent_id)
            if found is StatusFinding.UNSEEN and is_quiet(own, readings_of(own)):
                self.close(intent_id, State.ESCALATED, {})

    def escalate(self, intent_id: str, service_now: ServiceNow) -> None:
        """Leave to a person what automatic readings have not settled."""
        if self.known(intent_id, service_now).stage is Stage.WAITING:
            self.close(intent_id, State.ESCALATED, {"cause": mark("The readings did not tell.").text})

    def decide(self, intent_id: str, decision: Decision, state: State, service_now: ServiceNow) -> None:
        """Record a person's decision. Raises DeskError when it is not allowed yet."""
        self.check(intent_id, decision, state, service_now)
        self.close(intent_id, state, {}, decision.people)

    def check(self, intent_id: str, decision: Decision, state: State, service_now: ServiceNow) -> None:
        """Raises DeskError with the advice against a person's decision, if any."""
        known = self.known(intent_id, service_now)
        if known.stage not in _DECIDED_IN[state]:
            raise DeskError(cancel_advice.advise_not_open())
        too_early = state is State.RESOLVED_NOT_CANCELLED and not known.is_rested
        quiet_at = known.quiet_at if too_early else None
        wrong = cancel_advice.decision_problem(decision, quiet_at, asks_two=self._rules.asks_two)
        if wrong is not None:
            raise DeskError(wrong)

    def close(self, intent_id: str, state: State, facts: Facts, private: Facts | None = None) -> None:
        """Record this state for every open attempt."""
        for attempt in self._open(intent_id):
            self._journal.append_to(attempt, state, facts, private or {})

    def _refunded(self, intent_id: str, wallet: Wallet | None) -> Facts:
        """Refund and charge as quoted, if the only ledger entry that names the order has that refund."""
        ledger = () if wallet is None else wallet.ledger
        for attempt in self._open(intent_id):
            quoted = amount(attempt.facts, "refund_quoted")
            expected = None if quoted is None else Expected(quoted, quoted)
            refund = moved(expected, attempt.request_id, ledger)
            if refund is not None:
                # What was sold less what came back of it is what was kept.
                return {"refund": str(refund), "charge": attempt.facts.get("charge_quoted")}
        return {}

    def take_leave_back(self, intent_id: str) -> None:
        """Use up a permission to send again: the attempt is unknown as before, until it is read."""
        for attempt in self._open(intent_id):
            if attempt.state is State.RESEND_AUTHORISED:
                self._journal.append_to(attempt, State.UNKNOWN, {})

    def newest_open(self, intent_id: str) -> Attempt:
        """The newest open attempt."""
        return self._open(intent_id)[-1]

    def check_untouched(self, quote: RefundQuote) -> None:
        """Raises DeskError when this booking was cancelled, also in part, after the quote was asked for."""
        ref = quote.booking.booking_ref.casefold()
        for each in self._journal.changes(quote.behind):
            is_other = quote.intent_id not in {each.intent_id, each.facts.get("asked_as")}
            is_same = each.kind is Kind.CANCEL and str(each.facts.get("booking_ref") or "").casefold() == ref
            if is_same and is_other and each.state in MADE:
                raise DeskError(cancel_advice.advise_cancelled_since())

    def _about(self, intent_id: str) -> Sequence[Attempt]:
        """The attempts of a cancellation, oldest first, and those of the sale of its booking."""
        own = self._journal.of_intent(intent_id)
        sale = [each for key in self._sales.keys_of(own[-1:]) for each in self._sales.attempts(key)]
        return together(sale, own)

    def _waited(self, intent_id: str) -> timedelta:
        """How long the answer to the last attempt has been waited for; zero while it may still come."""
        found = self._open(intent_id)
        if not found or is_on_its_way(found):
            return timedelta()
        return self._wait.waited(found[-1])

    def _open(self, intent_id: str) -> Sequence[Attempt]:
        return [each for each in self._journal.open_attempts() if each.intent_id == intent_id]

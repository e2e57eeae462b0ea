"""What became of the parties of a storm, by the journal alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from app.desk.bookings.sendings import cancellations, telling
from app.desk.cancellation.customer_refund import GivenBack
from app.desk.payment.journal_facts import amount
from app.desk.payment.payment_call import SERVICE_WORDS
from app.desk.storm.values import EndState
from app.store.journal.attempt import Attempt
from app.store.journal.journal import Journal
from app.store.journal.states import GONE, Kind, State

_ENDS = {
    State.CANCELLED: EndState.CANCELLED,
    State.RESOLVED_CANCELLED: EndState.KNOWN_CANCELLED,
    State.RESOLVED_NOT_CANCELLED: EndState.KNOWN_BOOKED,
    State.REJECTED: EndState.REFUSED,
    State.NOT_SENT: EndState.NOT_SENT,
}


class JournalEnd(NamedTuple):
    """How the cancellation of a party stands in the journal."""

    state: EndState
    at: datetime | None = None
    """When it was sent or ended; None when nothing was ever written of it."""
    reference: str = ""
    refunded: Decimal | None = None
    words: str = ""
    """The words of the service with which it refused."""
    intent_id: str = ""
    """The intent under which the journal has it; empty when it has nothing."""
    side: GivenBack | None = None
    """The customer's side as it was said when it was sent."""


NOTHING_SENT = JournalEnd(EndState.NOT_SENT)


class JournalEnds:
    """Asks the journal about cancellations; every method may wait for the disk."""

    def __init__(self, journal: Journal, is_carrying: Callable[[str], bool]) -> None:
        """`is_carrying` tells whether an intent is being sent now."""
        self._journal = journal
        self._is_carrying = is_carrying

    def newest(self) -> int:
        """The number of the journal's newest entry; 0 while it has none."""
        newest = self._journal.newest
        return newest.seq if newest else 0

    def sent_since(self, booking_ref: str) -> datetime | None:
        """Since when the outcome of a cancellation of this booking is not known; None when none is open."""
        found = (each for each in self._cancelling(booking_ref) if each.is_open)
        return next((each.first_at for each in found), None)

    def end_of(self, booking_ref: str, intent_id: str, behind: int) -> JournalEnd:
        """What became of a booking after an entry of the journal, by this intent or by another one.

        It counts what is certain of the whole booking. An outcome that is not known comes before all others:
        nothing is sent while there is one.
        """
        made = [
            each
            for each in self._cancelling(booking_ref)
            if _newest_entry(each) > behind or _is_of(each, intent_id)
        ]
        ends = [telling(each) for each in cancellations(made)]
        own = [each for each in ends if _is_of(each, intent_id)]
        still_open = sorted((each for each in made if each.is_open), key=_is_sent)
        if still_open:
            return self._open(still_open[-1])
        gone = [each for each in ends if each.state in GONE]
        whole = [each for each in gone if each in own or each.facts.get("is_whole") == 1]
        # A later try may stand under the intent of an equal order whose number it took.
        found = whole or sorted(own, key=_newest_entry, reverse=True)
        return _ended(found[0]) if found else NOTHING_SENT

    def is_taken(self, intent_id: str, booking_ref: str) -> bool:
        """Whether the journal has anything else under this intent than cancellations of this booking."""
        own, journal = self._cancelling(booking_ref), self._journal
        return any(each not in own for each in (*journal.of_intent(intent_id), *journal.asked_as(intent_id)))

    def others_since(self, behind: int, booking_refs: Iterable[str]) -> bool:
        """Whether the journal has anything after an entry about other sales, or has open outcomes."""
        refs = {each.casefold() for each in booking_refs}
        changed = (str(each.facts.get("booking_ref") or "") for each in self._journal.changes(behind))
        return any(each.casefold() not in refs for each in changed) or bool(self._journal.open_attempts())

    def _cancelling(self, booking_ref: str) -> list[Attempt]:
        return [each for each in self._journal.of_booking(booking_ref) if each.kind is Kind.CANCEL]

    def _open(self, attempt: Attempt) -> JournalEnd:
        asked_as = str(attempt.facts.get("asked_as") or "")
        is_sending = self._is_carrying(asked_as) or self._is_carrying(attempt.intent_id)
        if attempt.state is State.PREPARED and not is_sending:
            # Its end could not be written: it never left, and the next start says so.
            return NOTHING_SENT
        state = EndState.SENDING if is_sending else EndState.UNKNOWN
        return JournalEnd(state, attempt.first_at.astimezone(), intent_id=attempt.intent_id)


def _newest_entry(attempt: Attempt) -> int:
    return attempt.entries[-1].seq


def _is_sent(attempt: Attempt) -> bool:
    return attempt.state is not State.PREPARED


def _is_of(attempt: Attempt, intent_id: str) -> bool:
    return intent_id in {attempt.intent_id, attempt.facts.get("asked_as")}


def _ended(attempt: Attempt) -> JournalEnd:
    facts = attempt.facts
    return JournalEnd(
        _ENDS[attempt.state],
        attempt.last_at.astimezone(),
        reference=str(facts.get("refund_reference") or ""),
        refunded=amount(facts, "refund"),
        words=str(attempt.private.get(SERVICE_WORDS) or ""),
        intent_id=attempt.intent_id,
        side=GivenBack(amount(facts, "customer_paid"), amount(facts, "customer_back")),
    )

"""A cancellation whose answer was lost, from the journal, and what may be done about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from app.core.frozen import frozen
from app.desk.bookings import sale_records
from app.desk.cancellation.advice import advise_unknown
from app.desk.cancellation.order import BOAT, before_kept, choice_kept
from app.desk.cancellation.refund_quote import Booking, booking_of
from app.desk.cancellation.status_comparison import StatusFinding
from app.desk.model.booking import BookingState, Choice
from app.desk.model.sale import Advice, Movement
from app.desk.payment.evidence_journal import taken_in
from app.desk.payment.journal_facts import amount
from app.desk.payment.service_rest import Instant, Sending, rested_from, sending_of, until_rest
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import KeptFacts
from app.store.journal.states import State

_ON_ITS_WAY = frozenset({State.PREPARED, State.DISPATCHED})
ENOUGH = 2
"""The readings in a row after the quiet period that prove that nothing will change any more."""


class Stage(StrEnum):
    """How far an unknown outcome has been settled."""

    SENDING = "sending"
    """It is being sent: its own answer comes before any reading."""
    WAITING = "waiting"
    """It is being read; the service may still be working."""
    UNCHANGED = "unchanged"
    """Apparently nothing was cancelled: a person may send the same order again."""
    ESCALATED = "escalated"
    """Readings cannot settle it: the operator must be asked."""
    CANCELLED = "cancelled"
    """It was cancelled; its reference is unknown."""
    NOT_CANCELLED = "not cancelled"
    """A person has recorded that it was not cancelled; the booking may be cancelled again."""
    SETTLED = "settled"
    """The service answered, or the order was never sent."""


_ENDED = frozenset({Stage.CANCELLED, Stage.NOT_CANCELLED, Stage.SETTLED})
_SAID = {State.RESOLVED_CANCELLED: Stage.CANCELLED, State.RESOLVED_NOT_CANCELLED: Stage.NOT_CANCELLED}


@frozen
class StatusSnapshot:
    """One reading of the booking after the answer was lost."""

    at: datetime
    """By this computer's clock."""
    when: Instant
    finding: StatusFinding
    status: str
    """As received."""
    seq: int
    """Its number in the journal."""


@frozen
class OpenCancellation:
    """A cancellation whose outcome is or was unknown, from the journal."""

    intent_id: str
    request_id: str
    booking_ref: str
    is_boat: bool
    choice: Choice
    is_whole: bool | None
    """None when the number of seats of the booking was unknown here."""
    refund: Decimal | None
    """As quoted and accepted; None when it was not stated."""
    currency: str
    before: BookingState
    readings: tuple[StatusSnapshot, ...]
    stage: Stage
    history: tuple[Movement, ...]
    booking: Booking
    """The booking as it is now; without a customer when another counter sold it."""
    advice: Advice
    quiet_at: datetime
    """When a person may decide that it was not cancelled, in the service's time."""
    is_rested: bool
    """Whether a reading was made after the quiet period, which that decision requires."""
    now: Instant = field(compare=False)

    @property
    def is_open(self) -> bool:
        """Whether its outcome is still unknown."""
        return self.stage not in _ENDED

    @property
    def is_too_early(self) -> bool:
        """Whether the service may still be working on it."""
        return self.now.at < self.quiet_at and not self.is_rested


def open_cancellation(
    attempts: Sequence[Attempt], intent_id: str, advice: Advice | None, now: Instant
) -> OpenCancellation | None:
    """What is known of an intent to cancel; None when the journal does not have it.

    Without `advice` it is that of what the journal tells of the answer.
    """
    own = [each for each in attempts if each.intent_id == intent_id]
    if not own:
        return None
    # Of several attempts under one number the newest counts: it has the last quote and state of the booking.
    newest = own[-1]
    readings, sent = readings_of(own), sending_of(own)
    ref, whole = str(newest.facts.get("booking_ref") or ""), newest.facts.get("is_whole")
    return OpenCancellation(
        intent_id=intent_id,
        request_id=newest.request_id,
        booking_ref=ref,
        is_boat=newest.facts.get("module") == BOAT,
        choice=choice_kept(newest),
        is_whole=None if whole is None else bool(whole),
        refund=amount(newest.facts, "refund_quoted"),
        currency=str(newest.facts.get("currency") or ""),
        before=before_kept(newest),
        readings=readings,
        stage=_stage(own, readings),
        history=sale_records.movements(own, sale_records.CANCEL_WORDS),
        booking=_booking(attempts, newest.facts),
        advice=advice or advise_unknown(None, is_taken_in=_is_taken_in(own)),
        quiet_at=rested_from(now.at, until_rest(sent, now)),
        is_rested=any(_is_rested(sent, each) for each in readings),
        now=now,
    )


def _booking(attempts: Sequence[Attempt], facts: KeptFacts) -> Booking:
    """The booking from this counter's sale, else from the reading before the cancellation."""
    ref, day = str(facts.get("booking_ref") or ""), facts.get("day")
    found = (
        each for each in sale_records.sales(attempts) if each.booking_ref == ref and not each.is_elsewhere
    )
    sale = next(found, None)
    if sale is not None:
        return booking_of(sale)
    return Booking(
        booking_ref=ref,
        is_boat=facts.get("module") == BOAT,
        qty=None,
        title=str(facts.get("title") or ""),
        place=str(facts.get("boat_name") or ""),
        day=date.fromisoformat(str(day)) if day else None,
        window=str(facts.get("window") or ""),
    )


def readings_of(own: Sequence[Attempt]) -> tuple[StatusSnapshot, ...]:
    """The readings of all attempts, which are of the same booking, oldest first."""
    entries = sorted((entry for each in own for entry in each.entries), key=lambda entry: entry.seq)
    return tuple(
        StatusSnapshot(
            at=entry.at.astimezone(),
            when=_instant(entry.facts),
            finding=StatusFinding(str(entry.facts["finding"])),
            status=str(entry.facts.get("status_now") or ""),
            seq=entry.seq,
        )
        for entry in entries
        if "finding" in entry.facts
    )


def _instant(facts: KeptFacts) -> Instant:
    """The moment of a reading; without the service's time in records of an older version."""
    waited = facts.get("read_waited")
    return Instant(
        datetime.fromisoformat(str(facts["read_service_at"])),
        is_service_time=facts.get("read_by_service") == 1,
        waited=timedelta(seconds=waited if isinstance(waited, int) else 0),
    )


def is_on_its_way(own: Sequence[Attempt]) -> bool:
    """Whether one of these attempts is being sent, so that its own answer may still come."""
    return any(each.state in _ON_ITS_WAY for each in own)


def _is_taken_in(own: Iterable[Attempt]) -> bool:
    """Whether the service has one of these in hand, so that it may still be done."""
    return any(taken_in(each) is not None for each in own)


def _stage(own: Sequence[Attempt], readings: Sequence[StatusSnapshot]) -> Stage:
    open_ones = [each for each in own if each.is_open]
    states = {each.state for each in own}
    if not open_ones:
        if own[-1].state is State.CANCELLED:
            return Stage.SETTLED
        return next((stage for state, stage in _SAID.items() if state in states), Stage.SETTLED)
    if is_on_its_way(open_ones):
        return Stage.SENDING
    is_settled = not _is_taken_in(open_ones)
    if (
        is_settled
        and is_quiet(own, readings)
        and all(each.finding is StatusFinding.UNCHANGED for each in readings)
    ):
        return Stage.UNCHANGED
    return Stage.ESCALATED if any(each.state is State.ESCALATED for each in open_ones) else Stage.WAITING


def is_quiet(own: Sequence[Attempt], readings: Sequence[StatusSnapshot]) -> bool:
    """Whether the last two readings saw no change, both after the quiet period of the last order sent."""
    last, sent = readings[-ENOUGH:], sending_of(own)
    return (
        len(last) == ENOUGH
        and all(_is_rested(sent, each) for each in last)
        and all(each.finding in (StatusFinding.UNCHANGED, StatusFinding.UNSEEN) for each in last)
    )


def _is_rested(sent: Sending, reading: StatusSnapshot) -> bool:
    """Whether the service had come to rest over what was sent last when this was read."""
    return until_rest(sent, reading.when) <= timedelta()

"""What must hold of every decision: the program's own, and what people made of what it said."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from app.desk.cancellation import advice
from app.desk.cancellation.open_cancellation import Instant, Stage, open_cancellation
from app.desk.payment.evidence import Grade
from app.desk.payment.unknown_outcome_advice import THIS_PROGRAM
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind, State, is_open
from tests.simulation.clerk import Clerk
from tests.simulation.neighbours import NEIGHBOUR
from tests.simulation.service import Service
from tests.simulation.stage import stage

_BOOKED = frozenset({State.SETTLED, State.RESOLVED_BOOKED, State.BOOKED_REF_LOST})
_CANCELLED = frozenset({State.CANCELLED, State.RESOLVED_CANCELLED})
_ASKED = frozenset({State.UNKNOWN, State.ESCALATED})
_TYPED = "PNR typed"


@dataclass(frozen=True)
class Ground:
    """What the decisions of one run are held against."""

    clerk: Clerk
    service: Service
    attempts: Sequence[Attempt]

    def booked(self, request_id: str) -> int:
        """How many bookings the service has made under this number."""
        return sum(each.request_id == request_id for each in self.service.bookings)

    def alike(self, request_id: str) -> list[Attempt]:
        """Every sending under this number."""
        return [each for each in self.attempts if each.request_id == request_id]


def wrong_decisions(ground: Ground) -> Iterator[str]:
    """Every decision that is not what the service has done."""
    yield from _wrong_sales(ground)
    yield from _sold_twice(ground)
    yield from _wrong_cancellations(ground)
    if stage().stays and not stage().disk.fails_from:
        yield from _left_alone(ground)
    yield from _dishonest_words(ground)


def endings(ground: Ground) -> Iterator[str]:
    """For the tally: how each sale that was once unknown has ended, and whose errors there were."""
    for attempt in ground.attempts:
        states = {entry.state for entry in attempt.entries}
        if attempt.kind is Kind.CREATE and states & (_ASKED | {State.BOOKED_REF_LOST}):
            yield f"unknown sale: {_way(attempt)}"
        elif attempt.kind is Kind.CANCEL and states & _ASKED:
            is_told = any("by" in entry.private for entry in attempt.entries)
            way = "open" if attempt.is_open else "by a person" if is_told else "by the program"
            yield f"unknown cancellation: {way}"
    if any(_is_wrong_by_person(ground, each) for each in ground.attempts):
        yield "wrong by a person"
    if any(_is_unlikely(ground, each) and _is_booked_once(ground, each) for each in ground.attempts):
        yield "called probably not booked although it was"


def _way(attempt: Attempt) -> str:
    if is_open(attempt.state):
        return "open"
    last = attempt.entries[-1]
    is_person = last.facts.get("reason") == _TYPED or (
        attempt.state is State.RESOLVED_NOT_BOOKED and last.facts.get("by") != THIS_PROGRAM.text
    )
    return "by a person" if is_person else "by the program"


def _wrong_sales(ground: Ground) -> Iterator[str]:
    for request_id in dict.fromkeys(each.request_id for each in ground.attempts):
        alike = [each for each in ground.alike(request_id) if each.kind is Kind.CREATE]
        count = ground.booked(request_id)
        may_be = sum(is_open(each.state) or each.state in _BOOKED for each in alike)
        said = sum(_way(each) == "by a person" for each in alike if each.state is State.RESOLVED_NOT_BOOKED)
        if count > may_be + said:
            yield f"lost: {request_id} is booked {count} times, and is {_states(alike)}"
        is_true = sum(each.state in _BOOKED for each in alike) <= count
        if not is_true and request_id not in ground.clerk.misled:
            yield f"phantom: {request_id} is booked {count} times, and is {_states(alike)}"
        refs = {each.ref for each in ground.service.bookings if each.request_id == request_id}
        for each in alike:
            is_named = each.state in _BOOKED and each.state is not State.BOOKED_REF_LOST
            if (
                is_named
                and each.facts.get("booking_ref") not in refs
                and request_id not in ground.clerk.misled
            ):
                yield f"phantom: {request_id} is {each.facts.get('booking_ref')}, and the service has {refs}"


def _sold_twice(ground: Ground) -> Iterator[str]:
    """One booking a customer, but what a named person has let happen."""
    let = Tally(
        each.private.get("customer_phone")
        for each in ground.attempts
        if _is_wrong_by_person(ground, each)
        or any(entry.state is State.RESEND_AUTHORISED for entry in each.entries)
    )
    made = Tally(each.customer for each in ground.service.bookings)
    for customer, count in made.items():
        if count > 1 + let[customer]:
            yield f"double: {customer} is booked {count} times"


def _is_wrong_by_person(ground: Ground, attempt: Attempt) -> bool:
    """Whether somebody has said of a booking that it is none, or of another one that it is this."""
    if attempt.kind is not Kind.CREATE:
        return False
    is_denied = attempt.state in {State.RESOLVED_NOT_BOOKED, State.BOOKED_REF_LOST} and any(
        entry.state is State.RESOLVED_NOT_BOOKED and entry.facts.get("by") != THIS_PROGRAM.text
        for entry in attempt.entries
    )
    is_mixed_up = attempt.state is State.RESOLVED_BOOKED and attempt.request_id in ground.clerk.misled
    count = ground.booked(attempt.request_id)
    return (is_denied and count > 0) or (is_mixed_up and count == 0)


def _wrong_cancellations(ground: Ground) -> Iterator[str]:
    for booking in ground.service.bookings:
        if booking.request_id.startswith(NEIGHBOUR):
            continue
        own = [
            each
            for each in ground.attempts
            if each.kind is Kind.CANCEL and each.facts.get("booking_ref") == booking.ref
        ]
        said = {each.request_id: int(each.facts.get("qty") or 0) for each in own if each.state in _CANCELLED}
        if sum(said.values()) > booking.cancelled:
            yield f"phantom: {said} of {booking} are said to be cancelled"
        for request_id in booking.cancelled_by:
            alike = [each for each in own if each.request_id == request_id]
            is_known = any(each.state in _CANCELLED or each.is_open for each in alike)
            if not is_known and not request_id.startswith(NEIGHBOUR):
                yield f"lost: the cancellation {request_id} of {booking} is {_states(alike)}"
        yield from _misread(own, set(booking.cancelled_by))


def _misread(own: Sequence[Attempt], done: set[str]) -> Iterator[str]:
    for intent in dict.fromkeys(each.intent_id for each in own):
        now = Instant(stage().now(), is_service_time=True, waited=timedelta())
        known = open_cancellation(own, intent, advice.advise_unknown(None), now)
        if known is None:
            continue
        if known.stage is Stage.UNCHANGED and known.request_id in done:
            yield f"misread: {known.request_id} seems not to be made, and it is"
        if known.stage is Stage.WAITING and stage().stays and not stage().disk.fails_from:
            yield f"silent: {known.request_id} is neither decided nor left to a person"


def _left_alone(ground: Ground) -> Iterator[str]:
    """What the program should have read six times by itself, and then left to a person."""
    for attempt in ground.attempts:
        was_permitted = any(entry.state is State.RESEND_AUTHORISED for entry in attempt.entries)
        if attempt.kind is Kind.CREATE and attempt.state is State.UNKNOWN and not was_permitted:
            yield f"silent: {attempt.request_id} is unknown, and nobody is asked"


def _dishonest_words(ground: Ground) -> Iterator[str]:
    """Nothing that was booked is called probably not booked, where the ledger could be read at all."""
    for attempt in ground.attempts:
        is_booked = _is_booked_once(ground, attempt)
        if is_booked and ground.service.shape.stamps != "nothing" and _is_unlikely(ground, attempt):
            yield f"dishonest: {attempt.request_id} is called probably not booked, and it is"


def _is_booked_once(ground: Ground, attempt: Attempt) -> bool:
    alike = ground.alike(attempt.request_id)
    return len(alike) == 1 and ground.booked(attempt.request_id) > 0


def _is_unlikely(_: Ground, attempt: Attempt) -> bool:
    return any(entry.facts.get("grade") == Grade.LIKELY_NOT.value for entry in attempt.entries)


def _states(attempts: Sequence[Attempt]) -> str:
    return ", ".join(each.state for each in attempts) or "in no journal"

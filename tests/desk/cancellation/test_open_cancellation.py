"""What the journal tells of a cancellation whose answer was lost, from entries alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from types import MappingProxyType

import pytest

from app.desk.cancellation.advice import advise_unknown
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage, open_cancellation
from app.desk.cancellation.refund_quote import Booking
from app.desk.cancellation.status_comparison import StatusFinding
from app.desk.model.booking import BookedTraveller, BookingState, SeatChoice, TravellerChoice
from app.desk.model.sale import Movement
from app.desk.payment.evidence_journal import STATED_REFERENCE, TAKEN_IN
from app.desk.payment.service_rest import Instant
from app.store.journal.attempt import Attempt, folded
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State
from tests.support.store.scenes import START

Kept = str | int | None
Told = tuple[State, dict[str, Kept]]

ACTIVITY: dict[str, Kept] = {"booking_ref": "PNR1", "module": "ACTIVITY", "qty": 2}
BOAT: dict[str, Kept] = {"booking_ref": "PNR1", "module": "BOAT", "qty": 2, "passenger_ids": "5,6"}
SENT: Told = (State.DISPATCHED, {"service_at": START.isoformat()})
UNTOLD: Told = (State.DISPATCHED, {})
LOST: Told = (State.UNKNOWN, {})
_HERE_AT = "here_at"
"""What this computer's clock showed, where it is not what the service's did; known to these tests alone."""
GIVEN_UP: Told = (State.UNKNOWN, {_HERE_AT: (START + timedelta(seconds=150)).isoformat()})
ESCALATED: Told = (State.ESCALATED, {})
ADVICE = advise_unknown(None)


AT_ONCE = Instant(START, is_service_time=True, waited=timedelta())


def _cancellation(*told: Told, number: int = 1, intent: str = "one", kind: Kind = Kind.CANCEL) -> Attempt:
    """An attempt of these entries; this computer's clock goes as the service's, where an entry tells that."""
    entries = [
        LogEntry(
            100 * number + place,
            _told_at(facts) or START,
            intent,
            number,
            f"request-{intent}",
            kind,
            state,
            MappingProxyType(facts),
            MappingProxyType({}),
            *("", "", "", ""),
        )
        for place, (state, facts) in enumerate(told)
    ]
    return folded(entries)


def _told_at(facts: dict[str, Kept]) -> datetime | None:
    told = facts.get(_HERE_AT) or facts.get("service_at") or facts.get("read_service_at")
    return None if told is None else datetime.fromisoformat(str(told))


def _read(finding: StatusFinding, seconds: float, state: State = State.UNKNOWN, **more: Kept) -> Told:
    at = START + timedelta(seconds=seconds)
    told: dict[str, Kept] = {"read_service_at": at.isoformat(), "read_by_service": 1}
    return state, {"finding": finding.value, **told, "read_waited": int(seconds), **more}


def _known(*attempts: Attempt) -> OpenCancellation:
    found = open_cancellation(attempts, "one", ADVICE, AT_ONCE)
    assert found is not None
    return found


def _bare(state: State) -> Told:
    return state, {}


def _first(facts: dict[str, Kept]) -> Told:
    return State.PREPARED, facts


def test_an_intent_that_the_journal_does_not_have_is_none() -> None:
    assert open_cancellation([_cancellation(_first(ACTIVITY))], "two", ADVICE, AT_ONCE) is None


def test_everything_that_was_kept_is_told() -> None:
    facts: dict[str, Kept] = {
        **BOAT,
        "is_whole": 0,
        "refund_quoted": "12.50",
        "currency": "INR",
        "title": "Sea walk",
        "boat_name": "MV Sea Heron",
        "day": "2026-11-22",
        "window": "10:00",
        "status_before": "Confirmed",
        "payment_before": "Paid",
        "refund_status_before": "NONE",
        "refunded_before": "3.50",
    }
    known = _known(_cancellation(_first(facts), SENT, _read(StatusFinding.UNSEEN, 7, status_now="Confirmed")))
    assert (known.intent_id, known.request_id, known.booking_ref) == ("one", "request-one", "PNR1")
    assert (known.is_boat, known.is_whole, known.refund, known.currency) == (
        True,
        False,
        Decimal("12.50"),
        "INR",
    )
    assert known.choice == TravellerChoice(
        (BookedTraveller("", "", "", "", "", 5), BookedTraveller("", "", "", "", "", 6))
    )
    assert known.before == BookingState(
        "PNR1", "Confirmed", "Paid", "NONE", Decimal("3.50"), (), are_people_known=False
    )
    assert known.booking == Booking(
        "PNR1",
        is_boat=True,
        qty=None,
        title="Sea walk",
        place="MV Sea Heron",
        day=date(2026, 11, 22),
        window="10:00",
    )
    (reading,) = known.readings
    assert reading.at == START + timedelta(seconds=7)
    assert reading.when.at == START + timedelta(seconds=7)
    assert (reading.finding, reading.status, reading.seq) == (StatusFinding.UNSEEN, "Confirmed", 102)
    assert known.history == (
        Movement(START, "Cancellation written down", is_step=True),
        Movement(START, "Cancellation sent to the service", is_step=True),
        Movement(START + timedelta(seconds=7), "Booking read: nothing to be seen"),
    )
    assert known.advice is ADVICE


def test_what_an_older_program_did_not_keep_is_empty_and_not_guessed() -> None:
    known = _known(_cancellation(_first({}), LOST, _read(StatusFinding.UNSEEN, 7)))
    assert (known.booking_ref, known.is_boat, known.is_whole, known.refund) == ("", False, None, None)
    assert known.choice == SeatChoice(0)
    assert known.currency == known.readings[0].status == ""
    assert known.before == BookingState("", "", "", "", None, (), are_people_known=False)
    assert known.booking == Booking("", is_boat=False, qty=None)


def test_of_several_under_one_intent_the_newest_tells_and_all_are_read() -> None:
    older = _cancellation(_first({**ACTIVITY, "is_whole": 1}), SENT, _read(StatusFinding.UNCHANGED, 9))
    newer = _cancellation(_first({**ACTIVITY, "qty": 1}), SENT, _read(StatusFinding.UNSEEN, 12), number=2)
    stranger = _cancellation(_first(BOAT), SENT, _read(StatusFinding.OTHERWISE, 5), intent="two", number=3)
    known = _known(newer, older, stranger)
    assert known.choice == SeatChoice(2)
    known = _known(older, newer, stranger)
    assert (known.choice, known.is_whole) == (SeatChoice(1), None)
    assert [each.finding for each in known.readings] == [StatusFinding.UNCHANGED, StatusFinding.UNSEEN]


def test_a_sale_of_this_counter_is_told_with_its_customer() -> None:
    settled: dict[str, Kept] = {"booking_ref": "PNR1", "qty": 4, "title": "Sold here"}
    sale = _cancellation(_first(settled), (State.SETTLED, {}), intent="sale", kind=Kind.CREATE)
    other = _cancellation(
        _first({**settled, "booking_ref": "PNR2"}), (State.SETTLED, {}), intent="other", kind=Kind.CREATE
    )
    known = _known(other, sale, _cancellation(_first(ACTIVITY), LOST, number=2))
    assert (known.booking.title, known.booking.qty, known.booking.booking_ref) == ("Sold here", 4, "PNR1")


_LATE = (_read(StatusFinding.UNCHANGED, 181), _read(StatusFinding.UNCHANGED, 185))


def _jumped(seconds: float) -> Told:
    """A reading a moment after the answer was lost, while the service's clock has jumped ahead by so much."""
    state, facts = _read(StatusFinding.UNCHANGED, seconds)
    return state, {**facts, _HERE_AT: START.isoformat(), "read_waited": 0}


@pytest.mark.parametrize(
    ("told", "stage"),
    [
        ((), Stage.SENDING),
        ([SENT], Stage.SENDING),
        ([SENT, LOST], Stage.WAITING),
        ([SENT, LOST, *_LATE], Stage.UNCHANGED),
        ([SENT, LOST, _read(StatusFinding.UNCHANGED, 180.9), _LATE[1]], Stage.WAITING),
        ([SENT, LOST, _LATE[0]], Stage.WAITING),
        # A service whose clock jumps has not come to rest any sooner.
        ([SENT, LOST, _jumped(240), _jumped(241)], Stage.WAITING),
        # A line that was silent for long may have delivered the order when it was given up.
        ([SENT, GIVEN_UP, *_LATE], Stage.WAITING),
        (
            [SENT, GIVEN_UP, _read(StatusFinding.UNCHANGED, 331), _read(StatusFinding.UNCHANGED, 333)],
            Stage.UNCHANGED,
        ),
        # Something that cannot be seen may have happened before.
        ([SENT, LOST, _read(StatusFinding.UNSEEN, 10), *_LATE], Stage.WAITING),
        ([SENT, LOST, _read(StatusFinding.OTHERWISE, 181, State.ESCALATED)], Stage.ESCALATED),
        ([SENT, LOST, ESCALATED], Stage.ESCALATED),
        (
            [SENT, LOST, ESCALATED, _read(StatusFinding.UNCHANGED, 180, State.ESCALATED)],
            Stage.ESCALATED,
        ),
        ([SENT, LOST, _bare(State.RESOLVED_CANCELLED)], Stage.CANCELLED),
        ([SENT, LOST, _bare(State.RESOLVED_NOT_CANCELLED)], Stage.NOT_CANCELLED),
        ([SENT, _bare(State.CANCELLED)], Stage.SETTLED),
        ([SENT, _bare(State.REJECTED)], Stage.SETTLED),
        ([_bare(State.NOT_SENT)], Stage.SETTLED),
    ],
)
def test_how_far_it_is_settled(told: Sequence[Told], stage: Stage) -> None:
    known = _known(_cancellation(_first(ACTIVITY), *told))
    assert known.stage is stage
    ended = {Stage.CANCELLED, Stage.NOT_CANCELLED, Stage.SETTLED}
    assert known.is_open is (stage not in ended)


def test_an_answer_to_the_second_sending_settles_the_first() -> None:
    first = _cancellation(_first(ACTIVITY), SENT, LOST, (State.RESOLVED_CANCELLED, {}))
    assert (
        _known(first, _cancellation(_first(ACTIVITY), (State.NOT_SENT, {}), number=2)).stage
        is Stage.CANCELLED
    )
    second = _cancellation(_first(ACTIVITY), SENT, (State.CANCELLED, {}), number=2)
    assert _known(first, second).stage is Stage.SETTLED
    lost = _cancellation(_first(ACTIVITY), SENT, LOST)
    assert _known(lost, _cancellation(_first(ACTIVITY), SENT, number=2)).stage is Stage.SENDING


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ([SENT, LOST], 181),
        ([SENT, GIVEN_UP], 331),
        ([SENT, LOST, _jumped(240)], 421),
        # The service had not told its time when it was sent: twice as long must be waited.
        ([UNTOLD, LOST], 360),
        ((), 360),
        ([UNTOLD, LOST, _read(StatusFinding.UNSEEN, 30), _read(StatusFinding.UNSEEN, 50)], 360),
    ],
)
def test_when_a_person_may_say_that_it_was_not_cancelled(told: Sequence[Told], seconds: int) -> None:
    known = _known(_cancellation(_first(ACTIVITY), *told))
    quiet_at = START + timedelta(seconds=seconds)
    assert known.quiet_at == quiet_at
    assert not replace(known, now=AT_ONCE._replace(at=quiet_at)).is_too_early
    early = AT_ONCE._replace(at=quiet_at - timedelta(microseconds=1))
    assert replace(known, now=early).is_too_early


def test_the_quiet_period_counts_from_the_last_sending() -> None:
    first = _cancellation(_first(ACTIVITY), SENT, LOST, _read(StatusFinding.UNCHANGED, 30))
    later = (START + timedelta(seconds=60)).isoformat()
    told = _cancellation(
        _first(ACTIVITY),
        (State.DISPATCHED, {"service_at": later}),
        (State.UNKNOWN, {_HERE_AT: later}),
        number=2,
    )
    assert _known(first, told).quiet_at == START + timedelta(seconds=241)
    untold = _cancellation(_first(ACTIVITY), UNTOLD, LOST, number=2)
    # A reading before it says nothing of when it began.
    assert _known(first, untold).quiet_at == START + timedelta(seconds=360)


@pytest.mark.parametrize("facts", [{TAKEN_IN: 1}, {STATED_REFERENCE: "R-7"}])
def test_what_the_service_has_in_hand_seems_never_unchanged(facts: dict[str, Kept]) -> None:
    readings = [_read(StatusFinding.UNCHANGED, seconds) for seconds in (200, 400)]
    lost, in_hand = (
        open_cancellation(
            [_cancellation(_first(ACTIVITY), SENT, (State.UNKNOWN, told), *readings)], "one", None, AT_ONCE
        )
        for told in ({}, facts)
    )
    assert lost is not None
    assert in_hand is not None
    assert (lost.stage, in_hand.stage) == (Stage.UNCHANGED, Stage.WAITING)
    assert lost.advice == ADVICE
    assert "has taken it in, and has not settled it yet" in in_hand.advice.what

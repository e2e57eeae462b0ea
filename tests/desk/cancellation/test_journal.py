"""What readings and people add to cancellations in the journal, and what they may not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.cancellation.advice import advise_unknown, advise_unsent
from app.desk.cancellation.journal import CancelJournal
from app.desk.cancellation.open_cancellation import Stage
from app.desk.cancellation.status_comparison import StatusFinding
from app.desk.model.booking import BookingState
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.payment.service_rest import Instant
from app.desk.payment.unknown_outcome_values import Decision
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from tests.support.store.scenes import START, open_journal, step

ASHA = Decision("Asha", "Operator, by phone")
NOW = BookingState("PNR1", "Confirmed", "Paid", "NONE", None, ())
LATE = START + timedelta(seconds=400)
SERVICE_NOW = (LATE, True)


class Passing:
    """Time that passes alike for the service and for the journal."""

    def __init__(self) -> None:
        self._now = START

    def now(self) -> datetime:
        return self._now

    def when(self, seconds: float) -> Instant:
        """Now it is so long after the cancellation was sent."""
        passed = timedelta(seconds=seconds)
        self._now = START + passed
        return Instant(self._now, is_service_time=True, waited=passed)


@pytest.fixture
def passing() -> Passing:
    """The time of the journal and of the service."""
    return Passing()


@pytest.fixture
def journal(tmp_path: Path, passing: Passing) -> Iterator[Journal]:
    """A journal with one cancellation whose answer was lost."""
    opened = open_journal(tmp_path / "desk", clock=passing.now)
    _lose(opened, "one")
    yield opened
    opened.close()


@pytest.fixture
def kept(journal: Journal) -> CancelJournal:
    """The cancellations of that journal."""
    return CancelJournal(journal, OfficeRules())


def _lose(journal: Journal, intent: str, *, attempt: int = 1, **facts: str | int | None) -> None:
    told: dict[str, str | int | None] = {"booking_ref": "PNR1", "module": "ACTIVITY", "qty": 1, **facts}
    step(journal, State.PREPARED, intent=intent, attempt=attempt, kind=Kind.CANCEL, **told)
    sent = START.isoformat()
    step(journal, State.DISPATCHED, intent=intent, attempt=attempt, kind=Kind.CANCEL, service_at=sent)
    step(journal, State.UNKNOWN, intent=intent, attempt=attempt, kind=Kind.CANCEL)


def _states(journal: Journal, intent: str = "one") -> list[State]:
    return [each.state for each in journal.attempts() if each.intent_id == intent]


def _read(kept: CancelJournal, passing: Passing, found: StatusFinding, times: int) -> None:
    """Readings of which all but the first are after the quiet period."""
    for number in range(times):
        kept.note("one", found, NOW, passing.when(200 * number))


def test_a_cancellation_is_known_with_its_advice_or_not_at_all(kept: CancelJournal) -> None:
    assert kept.known("one", SERVICE_NOW).advice == advise_unknown(None)
    unsent = advise_unsent(OSError())
    assert kept.known("one", SERVICE_NOW, unsent).advice == unsent
    assert kept.known("one", SERVICE_NOW).now.at == LATE
    with pytest.raises(DeskError, match="not open any more"):
        kept.known("two", SERVICE_NOW)


def test_open_cancellations_are_listed_once_and_no_sales(journal: Journal, kept: CancelJournal) -> None:
    _lose(journal, "one", attempt=2)
    _lose(journal, "two", booking_ref="PNR2")
    for state in (State.PREPARED, State.DISPATCHED, State.UNKNOWN):
        step(journal, state, intent="sale")
    assert kept.open_intents() == ("one", "two")
    assert kept.intent_of("request-two-1") == "two"
    assert kept.intent_of("request-three-1") == ""


def test_whose_keys_it_was_sent_with(journal: Journal, kept: CancelJournal) -> None:
    _lose(journal, "one", attempt=2, agent_id="7")
    _lose(journal, "two", agent_id="8")
    assert kept.agents("one") == {"", "7"}
    assert kept.agents("two") == {"8"}


def test_a_booking_is_found_in_whatever_case_it_was_typed(journal: Journal, kept: CancelJournal) -> None:
    step(journal, State.PREPARED, intent="sale")
    step(journal, State.DISPATCHED, intent="sale")
    step(journal, State.SETTLED, intent="sale", booking_ref="Pnr9")
    sale = kept.sale("pNR9")
    assert sale is not None
    assert sale.booking_ref == "Pnr9"
    assert kept.sale("PNR8") is None


def test_numbers_of_travellers_are_those_of_this_booking(journal: Journal, kept: CancelJournal) -> None:
    for intent, ref, ids in (("a", "PNR8", {"Meera": 4}), ("b", "PNR9", {}), ("c", "PNR9", {"Arjun": 5})):
        step(journal, State.PREPARED, intent=intent)
        step(journal, State.DISPATCHED, intent=intent)
        journal.append(
            intent_id=intent,
            attempt=1,
            request_id=f"request-{intent}-1",
            kind=Kind.CREATE,
            state=State.SETTLED,
            facts={"booking_ref": ref},
            private={"traveller_ids": json.dumps(ids)} if ids else {},
        )
    _lose(journal, "two", booking_ref="PNR7")
    assert kept.ids("PNR9") == {"Arjun": 5}
    assert kept.ids("PNR8") == {"Meera": 4}
    assert kept.ids("PNR7") == {}


@pytest.mark.parametrize("finding", StatusFinding)
def test_a_reading_is_kept_in_whole_with_what_it_decides(
    finding: StatusFinding, journal: Journal, kept: CancelJournal, passing: Passing
) -> None:
    now = BookingState("PNR1", "On hold", "Paid", "begun", Decimal("1.50"), ())
    kept.note("one", finding, now, passing.when(400))
    (attempt,) = journal.attempts()
    assert dict(attempt.entries[-1].facts) == {
        "finding": finding.value,
        "read_service_at": LATE.isoformat(),
        "read_by_service": 1,
        "read_waited": 400,
        "status_now": "On hold",
        "refund_status_now": "begun",
        "refunded_now": "1.50",
    }
    ends = {StatusFinding.CANCELLED: State.RESOLVED_CANCELLED, StatusFinding.OTHERWISE: State.ESCALATED}
    assert attempt.state is ends.get(finding, State.UNKNOWN)


def test_what_is_not_stated_is_kept_as_not_stated(
    journal: Journal, kept: CancelJournal, passing: Passing
) -> None:
    kept.note("one", StatusFinding.UNCHANGED, NOW, passing.when(400))
    assert journal.attempts()[0].facts["refunded_now"] is None


def test_a_reading_stands_under_the_newest_and_decides_for_all(
    journal: Journal, kept: CancelJournal, passing: Passing
) -> None:
    _lose(journal, "one", attempt=2)
    _lose(journal, "two", booking_ref="PNR2")
    assert kept.newest_open("one").attempt == 2
    kept.note("one", StatusFinding.UNCHANGED, NOW, passing.when(400))
    assert [len(each.entries) for each in journal.attempts()] == [3, 4, 3]
    kept.note("one", StatusFinding.CANCELLED, NOW, passing.when(400))
    assert _states(journal) == [State.RESOLVED_CANCELLED] * 2
    assert _states(journal, "two") == [State.UNKNOWN]


@pytest.mark.parametrize(
    ("finding", "state"), [(StatusFinding.UNSEEN, State.ESCALATED), (StatusFinding.UNCHANGED, State.UNKNOWN)]
)
def test_only_what_cannot_be_seen_goes_to_a_person_by_itself(
    finding: StatusFinding, state: State, journal: Journal, kept: CancelJournal, passing: Passing
) -> None:
    _read(kept, passing, finding, 2)
    assert _states(journal) == [State.UNKNOWN]
    kept.note("one", finding, NOW, passing.when(400))
    assert _states(journal) == [state]


def test_what_waits_is_left_to_a_person_and_nothing_else(journal: Journal, kept: CancelJournal) -> None:
    kept.escalate("one", SERVICE_NOW)
    assert kept.known("one", SERVICE_NOW).stage is Stage.ESCALATED
    (attempt,) = journal.attempts()
    assert attempt.facts["cause"] == "The readings did not tell."
    kept.escalate("one", SERVICE_NOW)
    assert len(journal.attempts()[0].entries) == len(attempt.entries)


def test_what_a_person_says_is_kept_with_the_name(journal: Journal, kept: CancelJournal) -> None:
    with pytest.raises(DeskError, match="not open any more"):
        kept.decide("one", ASHA, State.RESOLVED_CANCELLED, SERVICE_NOW)
    assert _states(journal) == [State.UNKNOWN]
    kept.escalate("one", SERVICE_NOW)
    kept.decide("one", ASHA, State.RESOLVED_CANCELLED, SERVICE_NOW)
    (attempt,) = journal.attempts()
    assert attempt.state is State.RESOLVED_CANCELLED
    assert attempt.private["by"] == "Asha"


_DECISIONS = (State.RESOLVED_CANCELLED, State.RESOLVED_NOT_CANCELLED, State.RESEND_AUTHORISED)


@pytest.mark.parametrize(
    ("is_escalated", "readings", "may_be_said"),
    [
        (False, 0, ()),
        (True, 2, (State.RESOLVED_CANCELLED, State.RESOLVED_NOT_CANCELLED)),
        (False, 3, (State.RESOLVED_NOT_CANCELLED, State.RESEND_AUTHORISED)),
    ],
)
def test_what_a_person_may_say_depends_on_how_far_it_is(
    kept: CancelJournal,
    readings: int,
    may_be_said: tuple[State, ...],
    *,
    is_escalated: bool,
    passing: Passing,
) -> None:
    if is_escalated:
        kept.escalate("one", SERVICE_NOW)
    _read(kept, passing, StatusFinding.UNCHANGED, readings)
    later = (LATE + timedelta(hours=1), True)
    for state in _DECISIONS:
        if state in may_be_said:
            kept.check("one", ASHA, state, later)
        else:
            with pytest.raises(DeskError, match="not open any more"):
                kept.check("one", ASHA, state, later)


def test_that_it_was_not_cancelled_is_said_after_the_quiet_period(
    kept: CancelJournal, passing: Passing
) -> None:
    kept.escalate("one", (START, True))
    quiet_at = kept.known("one", (START, True)).quiet_at
    early = (quiet_at - timedelta(seconds=1), True)
    for when in (early, (quiet_at, True)):
        # The time alone is not enough: the booking must have been read since.
        with pytest.raises(DeskError, match="may still be at work"):
            kept.check("one", ASHA, State.RESOLVED_NOT_CANCELLED, when)
    _read(kept, passing, StatusFinding.UNSEEN, 2)
    kept.check("one", ASHA, State.RESOLVED_NOT_CANCELLED, (quiet_at, True))
    kept.check("one", ASHA, State.RESOLVED_CANCELLED, early)


def test_two_people_are_asked_for_where_the_agency_wants_them(journal: Journal) -> None:
    kept = CancelJournal(journal, OfficeRules(asks_two=True))
    kept.escalate("one", SERVICE_NOW)
    with pytest.raises(DeskError):
        kept.check("one", ASHA, State.RESOLVED_CANCELLED, SERVICE_NOW)
    kept.check("one", Decision("Asha", "By phone", "Ravi"), State.RESOLVED_CANCELLED, SERVICE_NOW)


def test_leave_that_was_not_used_is_taken_back(journal: Journal, kept: CancelJournal) -> None:
    _lose(journal, "one", attempt=2)
    kept.close("one", State.RESEND_AUTHORISED, {})
    _lose(journal, "one", attempt=3)
    lengths = [len(each.entries) for each in journal.attempts()]
    kept.take_leave_back("one")
    assert _states(journal) == [State.UNKNOWN] * 3
    assert [len(each.entries) for each in journal.attempts()] == [lengths[0] + 1, lengths[1] + 1, lengths[2]]

"""The journal's attempts become movements, and with the readings the journal of a day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.wallet.wallet_movements import (
    DaySums,
    OwnMovement,
    book_lines,
    day_sums,
    own_movements,
    reading_of,
)
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from tests.support.desk.samples import NOW, WALLET
from tests.support.desk.wallet_samples import DAY, at, moved, read
from tests.support.store.scenes import open_journal

LONG_AGO, FAR_OFF = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
Facts = dict[str, str | int | None]
SOLD: Facts = {
    "title": "Sea walk",
    "qty": 2,
    "booking_ref": "AC1",
    "total_debited": "7518.00",
    "from_credit": "0",
}


def _end(
    journal: Journal,
    intent: str,
    states: tuple[State, ...],
    facts: Facts,
    kind: Kind = Kind.CREATE,
    *,
    attempt: int = 1,
) -> None:
    for place, state in enumerate(states):
        last = place == len(states) - 1
        journal.append(
            intent_id=intent,
            attempt=attempt,
            request_id=f"request-{intent}",
            kind=kind,
            state=state,
            facts=facts if last else {},
            private={},
        )


def _movements(folder: Path, write: Callable[[Journal], None], agent: str = "7") -> tuple[OwnMovement, ...]:
    journal = open_journal(folder)
    write(journal)
    found = own_movements(journal.attempts(), agent, LONG_AGO, FAR_OFF)
    journal.close()
    return found


def _sold(*, intent: str = "one", **facts: str | int) -> Callable[[Journal], None]:
    states = (State.PREPARED, State.DISPATCHED, State.SETTLED)
    return lambda journal: _end(journal, intent, states, SOLD | facts)


def _cancelled(**facts: str | int) -> Callable[[Journal], None]:
    states = (State.PREPARED, State.DISPATCHED, State.CANCELLED)
    told: Facts = {"title": "Sunset sail", "qty": 1, "booking_ref": "AC2", "refund": "1285.20"}
    return lambda journal: _end(journal, "gone", states, told | facts, Kind.CANCEL)


def test_a_sale_is_a_debit_with_what_the_service_said_of_it(tmp_path: Path) -> None:
    (found,) = _movements(tmp_path, _sold(journal_entry_id="JE-88071"))
    assert (found.booking_ref, found.purpose) == ("AC1", "Sea walk, 2 seats")
    assert (found.signed, found.from_credit, found.entry) == (Decimal("-7518.00"), 0, "JE-88071")


def test_a_boat_sale_is_counted_in_travellers(tmp_path: Path) -> None:
    (found,) = _movements(tmp_path, _sold(module="BOAT", qty=6))
    assert found.purpose == "Sea walk, 6 passengers"


def test_a_refund_is_a_credit_whose_credit_part_is_not_given(tmp_path: Path) -> None:
    (found,) = _movements(tmp_path, _cancelled(from_credit="5"))
    assert (found.purpose, found.signed) == ("Sunset sail, 1 seat cancelled", Decimal("1285.20"))
    assert (found.from_credit, found.entry) == (None, "")


@pytest.mark.parametrize("answered", [1, 2])
def test_a_cancellation_that_was_sent_twice_is_one_credit(tmp_path: Path, answered: int) -> None:
    sent = (State.PREPARED, State.DISPATCHED)
    told: Facts = {"title": "Sunset sail", "qty": 1, "booking_ref": "AC2"}
    answer: Facts = told | {"refund": "500.00"}

    def write(journal: Journal) -> None:
        _end(journal, "gone", (*sent, State.UNKNOWN), told, Kind.CANCEL, attempt=3 - answered)
        _end(journal, "gone", (*sent, State.CANCELLED), answer, Kind.CANCEL, attempt=answered)
        _end(journal, "gone", (State.RESOLVED_CANCELLED,), {}, Kind.CANCEL, attempt=3 - answered)

    (found,) = _movements(tmp_path, write)
    assert (found.purpose, found.amount) == ("Sunset sail, 1 seat cancelled", Decimal("500.00"))
    assert day_sums([found], found.at.date()) == DaySums(Decimal(0), Decimal("500.00"), has_unstated=False)


def test_an_answer_of_another_day_is_not_told_by_what_was_found_later(tmp_path: Path) -> None:
    sent = (State.PREPARED, State.DISPATCHED)
    journal = open_journal(tmp_path)
    _end(journal, "gone", (*sent, State.UNKNOWN), {}, Kind.CANCEL)
    _end(journal, "gone", (*sent, State.CANCELLED), {"refund": "500.00"}, Kind.CANCEL, attempt=2)
    _end(journal, "gone", (State.RESOLVED_CANCELLED,), {}, Kind.CANCEL)
    attempts = journal.attempts()
    journal.close()
    since = max(each.last_at for each in attempts)
    assert own_movements(attempts, "7", since, FAR_OFF) == ()
    assert [each.amount for each in own_movements(attempts, "7", LONG_AGO, since)] == [Decimal("500.00")]


def test_people_are_cancelled_on_a_boat_and_a_trip_may_have_no_name(tmp_path: Path) -> None:
    (found,) = _movements(tmp_path, _cancelled(module="BOAT", qty=2, title=""))
    assert found.purpose == "2 passengers cancelled"


def test_what_has_not_ended_or_moved_nothing_is_no_movement(tmp_path: Path) -> None:
    def write(journal: Journal) -> None:
        _end(journal, "a", (State.PREPARED, State.DISPATCHED), SOLD)
        _end(journal, "b", (State.PREPARED, State.DISPATCHED, State.UNKNOWN), SOLD)
        _end(journal, "c", (State.PREPARED, State.REJECTED), SOLD)

    assert _movements(tmp_path, write) == ()


def test_a_sale_that_was_found_booked_has_no_stated_amount(tmp_path: Path) -> None:
    states = (State.PREPARED, State.DISPATCHED, State.UNKNOWN, State.RESOLVED_BOOKED)
    (found,) = _movements(tmp_path, lambda journal: _end(journal, "a", states, {"booking_ref": "AC9"}))
    assert (found.signed, found.booking_ref) == (None, "AC9")


def test_another_agents_sale_is_not_in_this_wallet(tmp_path: Path) -> None:
    assert _movements(tmp_path / "a", _sold(agent_id="8")) == ()
    assert len(_movements(tmp_path / "b", _sold(agent_id="7"))) == 1


def test_only_what_ended_in_the_time_counts_and_the_oldest_is_first(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    for intent in ("one", "two"):
        _sold(intent=intent, booking_ref=intent)(journal)
    attempts = journal.attempts()
    journal.close()
    first, second = own_movements(reversed(attempts), "7", LONG_AGO, FAR_OFF)
    assert (first.booking_ref, second.booking_ref) == ("one", "two")
    assert own_movements(attempts, "7", second.at, FAR_OFF) == (second,)
    assert own_movements(attempts, "7", LONG_AGO, second.at) == (first,)


def test_a_line_has_the_balance_that_was_read_next() -> None:
    opening = read(at("09:02"), "37167.30")
    sold, again, unread = (moved(at(clock), "6142.50") for clock in ("09:14", "09:15", "09:16"))
    readings = (read(at("18:00", 1), "1"), opening, read(at("09:14:05"), "31024.80"))
    lines = book_lines((moved(at("12:00", 1), "1"), sold, again, unread), readings, DAY)
    assert [(line.at, line.after) for line in lines] == [
        (unread.at, None),
        (again.at, None),
        (sold.at, Decimal("31024.80")),
        (opening.at, Decimal("37167.30")),
    ]
    assert [line.movement for line in lines] == [unread, again, sold, None]


def test_the_lines_of_a_clock_that_was_set_back_are_in_the_order_of_the_service() -> None:
    none, hour = timedelta(), timedelta(hours=1)
    opening = replace(read(at("09:02"), "900"), ahead=none)
    sold = replace(moved(at("12:00"), "300"), ahead=none)
    later = replace(moved(at("11:10"), "100"), ahead=hour)
    readings = (opening, replace(read(at("11:05"), "600"), ahead=hour))
    lines = book_lines((later, sold), readings, DAY)
    assert [(line.movement, line.after) for line in lines] == [
        (later, None),
        (sold, Decimal(600)),
        (None, Decimal(900)),
    ]
    unknown = book_lines((later, sold), (opening, replace(readings[1], ahead=None)), DAY)
    assert {line.after for line in unknown if line.movement} == {None}


def test_a_day_without_anything_has_no_lines() -> None:
    assert book_lines((), (read(at("18:00", 1), "1"),), DAY) == ()


def test_a_days_sums_tell_when_an_amount_is_missing() -> None:
    day = [moved(at("09:00"), "10.50"), moved(at("10:00"), "4"), moved(at("11:00"), "3", refund=True)]
    other = moved(at("09:00", 1), "99")
    sums = day_sums([*day, other], DAY)
    assert (sums.debited, sums.refunded, sums.has_unstated) == (Decimal("14.50"), Decimal(3), False)
    assert day_sums([*day, replace(other, at=at("12:00"), amount=None)], DAY).has_unstated


def test_a_reading_as_it_was_just_made() -> None:
    found = reading_of(WALLET)
    assert found.at == NOW
    assert found.at.utcoffset() == NOW.astimezone().utcoffset()
    assert (found.reach, found.worth) == (Decimal("50920.50"), Decimal("920.50"))
    assert found.at - NOW == timedelta()

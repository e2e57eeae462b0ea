"""The rows of a day, from what the journal holds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.day_close.rows import day_rows
from app.desk.day_close.values import RowKind
from app.desk.payment.service_rest import LONGEST_WAY, QUIET
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from tests.support.store.scenes import START, open_journal, step

SETTLED: dict[str, str] = {
    "booking_ref": "AC1",
    "total_debited": "70.00",
    "from_cash": "60.00",
    "from_credit": "10.00",
}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = open_journal(tmp_path)
    yield opened
    opened.close()


def go(journal: Journal, *states: State, intent: str = "one", attempt: int = 1, **facts: str) -> None:
    """Take an attempt through states; the last one has the facts."""
    kind = Kind.CANCEL if intent.startswith("cancel") else Kind.CREATE
    for state in states:
        told = facts if state is states[-1] else {}
        step(journal, state, intent=intent, attempt=attempt, kind=kind, **told)


def test_a_settled_sale_is_a_row_with_all_it_was(journal: Journal) -> None:
    journal.append(
        intent_id="one",
        attempt=1,
        request_id="r1",
        kind=Kind.CREATE,
        state=State.PREPARED,
        facts={"module": "BOAT", "title": "Jolly Buoy", "day": "2026-11-22", "window": "07:15", "qty": 4}
        | {"customer_pays": "80.00", "agent_id": "3017", "currency": "INR"},
        private={"clerk": "Asha", "customer_name": "Priya Raman"},
    )
    for state, facts in ((State.DISPATCHED, {}), (State.SETTLED, SETTLED)):
        journal.append(
            intent_id="one", attempt=1, request_id="r1", kind=Kind.CREATE, state=state, facts=facts
        )
    (row,) = day_rows(journal.attempts(), "01234567")
    assert (row.kind, row.title, row.travels_on, row.qty) == (
        RowKind.SALE,
        "Jolly Buoy",
        date(2026, 11, 22),
        4,
    )
    assert (row.value, row.debited, row.from_cash, row.from_credit) == (80, 70, 60, 10)
    assert (row.clerk, row.desk, row.agent_id, row.currency) == ("Asha", "01234567", "3017", "INR")
    assert (row.refund, row.charge, row.reference, row.sold_on) == (None, None, "", None)
    assert row.sent_at < row.rested_at == row.at
    assert "Priya" not in repr(row)


def test_what_never_left_or_was_refused_is_no_row(journal: Journal) -> None:
    go(journal, State.PREPARED, intent="prepared")
    go(journal, State.PREPARED, State.NOT_SENT, intent="not sent")
    go(journal, State.PREPARED, State.DISPATCHED, State.REJECTED, intent="refused")
    go(journal, State.PREPARED, State.DISPATCHED, State.UNKNOWN, State.RESOLVED_NOT_BOOKED)
    assert day_rows(journal.attempts()) == ()


def test_an_open_sale_may_have_moved_until_the_service_rests(journal: Journal) -> None:
    go(journal, State.PREPARED, State.DISPATCHED, State.UNKNOWN)
    (row,) = day_rows(journal.attempts())
    assert (row.is_open, row.debited) == (True, None)
    assert row.rested_at == row.at + QUIET


def test_a_clock_that_was_set_meanwhile_does_not_say_how_long_it_took(tmp_path: Path) -> None:
    time = [START]
    journal = open_journal(tmp_path, clock=lambda: time[0])
    for intent, by, states in (
        ("back", timedelta(hours=-1), (State.SETTLED,)),
        ("ahead", timedelta(hours=2), (State.SETTLED,)),
        ("lost", timedelta(hours=-1), (State.UNKNOWN, State.RESOLVED_BOOKED)),
    ):
        go(journal, State.PREPARED, intent=intent)
        go(journal, State.DISPATCHED, intent=intent, service_at=(time[0] + timedelta(hours=5)).isoformat())
        time[0] += by
        go(journal, *states, intent=intent, booking_ref=intent)
        time[0] += timedelta(minutes=30)
    lasts = {each.booking_ref: each.rested_at - each.sent_at for each in day_rows(journal.attempts())}
    longest = LONGEST_WAY + QUIET
    assert lasts == {"back": longest, "ahead": longest, "lost": longest}
    assert {each.ahead for each in day_rows(journal.attempts())} == {timedelta(hours=5)}
    journal.close()


def test_a_cancellation_sent_again_under_another_setting_rests_with_its_last_sending(tmp_path: Path) -> None:
    time = [START]
    journal = open_journal(tmp_path, clock=lambda: time[0])
    go(journal, State.PREPARED, intent="cancel", booking_ref="X")
    go(journal, State.DISPATCHED, intent="cancel", service_at=START.isoformat())
    go(journal, State.UNKNOWN, intent="cancel")
    later = START + timedelta(hours=1)
    go(journal, State.PREPARED, intent="cancel", attempt=2)
    go(journal, State.DISPATCHED, intent="cancel", attempt=2, service_at=later.isoformat())
    go(journal, State.CANCELLED, intent="cancel", attempt=2)
    (row,) = day_rows(journal.attempts())
    assert (row.sent_at, row.rested_at) == (START, later)
    journal.close()


def test_a_sale_settled_later_belongs_to_when_that_was_known(journal: Journal) -> None:
    go(journal, State.PREPARED, State.DISPATCHED, State.UNKNOWN, State.RESOLVED_BOOKED, booking_ref="AC1")
    (row,) = day_rows(journal.attempts())
    assert (row.is_open, row.debited, row.booking_ref) == (False, None, "AC1")
    assert row.sent_at + timedelta(seconds=2) == row.rested_at == row.at


def test_a_cancellation_knows_what_was_sold(journal: Journal) -> None:
    go(journal, State.PREPARED, State.DISPATCHED, State.SETTLED, booking_ref="AC1", module="BOAT")
    go(
        journal,
        State.PREPARED,
        State.DISPATCHED,
        State.CANCELLED,
        intent="cancel",
        booking_ref="ac1",
        refund="40.00",
        charge="5.00",
        refund_reference="RF-1",
        day="someday",
    )
    _, row = day_rows(journal.attempts())
    assert (row.kind, row.module, row.refund, row.charge) == (RowKind.CANCELLATION, "BOAT", 40, 5)
    assert (row.reference, row.value, row.debited, row.travels_on) == ("RF-1", None, None, None)
    assert row.sold_on is not None


def test_sendings_under_one_number_are_one_cancellation(journal: Journal) -> None:
    sent = (State.PREPARED, State.DISPATCHED)
    go(journal, *sent, State.UNKNOWN, intent="cancel", booking_ref="X")
    go(journal, *sent, State.CANCELLED, intent="cancel", attempt=2, booking_ref="X", refund="40.00")
    go(journal, State.RESOLVED_CANCELLED, intent="cancel")
    (row,) = day_rows(journal.attempts())
    first, second = journal.attempts()
    assert (row.refund, row.is_open, row.sold_on, row.module) == (Decimal(40), False, None, "")
    assert (row.sent_at, row.at) == (first.entries[1].at, second.entries[-1].at)


def test_a_cancellation_found_by_readings_has_no_amount(journal: Journal) -> None:
    go(journal, State.PREPARED, State.DISPATCHED, State.UNKNOWN, State.RESOLVED_CANCELLED, intent="cancel")
    (row,) = day_rows(journal.attempts())
    assert (row.is_open, row.refund, row.charge) == (False, None, None)

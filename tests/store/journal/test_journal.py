"""The journal keeps every step, tells what it knows, and refuses what may not follow."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.store.journal import file_log
from app.store.journal.journal import Journal, TransitionError
from app.store.journal.states import Kind, State
from tests.support.store.scenes import (
    CHAIN_KEY,
    FACTS,
    PRIVATE,
    START,
    open_journal,
    sell,
    states,
    step,
)


def test_a_sale_is_folded_from_its_steps(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    sell(journal, "a")
    (attempt,) = journal.attempts()
    assert attempt.state is State.SETTLED
    assert attempt.facts == {**FACTS, "booking_ref": "PNRa"}
    assert attempt.private == PRIVATE
    assert [entry.state for entry in attempt.entries] == [State.PREPARED, State.DISPATCHED, State.SETTLED]
    assert attempt.first_at < attempt.last_at
    assert not attempt.is_open
    assert journal.open_attempts() == ()
    journal.close()


def test_a_day_without_the_key_is_marked_and_joins_on(tmp_path: Path) -> None:
    for key, intent in ((CHAIN_KEY, "a"), (None, "b"), (CHAIN_KEY, "c")):
        journal = open_journal(tmp_path, key)
        sell(journal, intent)
        assert journal.recovery.sentences == ()
        journal.close()
    again = open_journal(tmp_path)
    marks = [[entry.is_keyed for entry in attempt.entries] for attempt in again.attempts()]
    assert marks == [[True] * 3, [False] * 3, [True] * 3]
    again.close()
    assert (tmp_path / "mirror.log").read_bytes().count(b"|unkeyed|") == 3


@pytest.mark.parametrize(("kind", "request_id"), [(Kind.CANCEL, "request-one-1"), (Kind.CREATE, "another")])
def test_an_attempt_keeps_its_kind_and_its_request(tmp_path: Path, kind: Kind, request_id: str) -> None:
    journal = open_journal(tmp_path)
    step(journal, State.PREPARED)
    with pytest.raises(TransitionError, match="This attempt is the CREATE with the request request-one-1"):
        journal.append(
            intent_id="one", attempt=1, request_id=request_id, kind=kind, state=State.DISPATCHED, facts={}
        )
    assert states(journal) == {"one": State.PREPARED}
    journal.close()


def test_a_second_attempt_has_a_state_of_its_own(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    step(journal, State.PREPARED)
    step(journal, State.NOT_SENT)
    step(journal, State.PREPARED, attempt=2)
    assert [(each.attempt, each.state) for each in journal.attempts()] == [
        (1, State.NOT_SENT),
        (2, State.PREPARED),
    ]
    journal.close()


def test_customers_are_in_the_database_alone(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    sell(journal, "a")
    journal.close()
    mirror = (tmp_path / "mirror.log").read_bytes()
    assert b"Priya" not in mirror
    assert b"9876501234" not in mirror
    assert b"7140.00" in mirror


def test_the_words_of_the_service_are_kept_whatever_they_are(tmp_path: Path) -> None:
    words = "₹ 5 \ud800 \0 | \n \u202e"
    journal = open_journal(tmp_path)
    step(journal, State.PREPARED)
    step(journal, State.REJECTED, words=words)
    journal.close()
    again = open_journal(tmp_path)
    assert again.attempts()[0].facts["words"] == words
    again.close()


def test_the_mirror_grows_in_steps_and_is_read_whole(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    note = "x" * 60_000
    for number in range(20):
        step(journal, State.PREPARED, intent=str(number), note=note)
    journal.close()
    size = (tmp_path / "mirror.log").stat().st_size
    assert size % file_log.STEP == 0
    assert 0 < size - 20 * len(note) < 2 * file_log.STEP
    again = open_journal(tmp_path)
    assert len(again.attempts()) == 20
    again.close()


def test_request_numbers_always_grow_also_when_the_clock_jumps_back(tmp_path: Path) -> None:
    now = START
    journal = Journal.open(tmp_path, chain_key=CHAIN_KEY, clock=lambda: now)
    first = journal.new_request_id()
    now -= timedelta(days=1)
    second = journal.new_request_id()
    assert first < second
    assert len(first) == 39
    assert first.startswith("ac1-")
    journal.append(
        intent_id="a", attempt=1, request_id=second, kind=Kind.CREATE, state=State.PREPARED, facts={}
    )
    third = journal.new_request_id()
    journal.close()
    again = Journal.open(tmp_path, chain_key=CHAIN_KEY, clock=lambda: now)
    fourth = again.new_request_id()
    assert second < third < fourth
    assert fourth[:13] == second[:13]
    again.close()


def test_a_counter_keeps_its_number_also_when_its_database_is_lost(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    number = journal.new_request_id()
    journal.append(
        intent_id="a", attempt=1, request_id=number, kind=Kind.CREATE, state=State.PREPARED, facts={}
    )
    journal.close()
    (tmp_path / "journal.sqlite").unlink()
    again = Journal.open(tmp_path, chain_key=CHAIN_KEY, clock=lambda: datetime(1999, 1, 1, tzinfo=UTC))
    assert number < again.new_request_id()
    assert again.new_request_id()[:13] == number[:13]
    again.close()


def test_the_folder_is_for_this_user_alone_whatever_the_mask(tmp_path: Path) -> None:
    folder = tmp_path / "counter"
    mask = os.umask(0)
    folder.mkdir()
    try:
        journal = open_journal(folder)
        sell(journal, "a")
        while_open = {path.stat().st_mode & 0o777 for path in folder.iterdir()}
        journal.close()
    finally:
        os.umask(mask)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert while_open == {0o600}
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()} == dict.fromkeys(
        ("in-use.lock", "journal.sqlite", "mirror.log", "reserve.bin"), 0o600
    )


def test_times_are_kept_in_utc(tmp_path: Path) -> None:
    local = datetime.fromisoformat("2026-11-21T10:30:00+05:30")
    journal = Journal.open(tmp_path, chain_key=None, clock=lambda: local)
    step(journal, State.PREPARED)
    assert journal.attempts()[0].first_at.isoformat() == "2026-11-21T05:00:00+00:00"
    journal.close()


def test_a_counter_has_one_number_from_its_first_start_on(tmp_path: Path) -> None:
    numbers: set[str] = set()
    for _ in range(2):
        journal = open_journal(tmp_path / "desk")
        numbers.add(journal.new_request_id().split("-")[1])
        journal.close()
    assert len(numbers) == 1

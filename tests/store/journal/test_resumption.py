"""A long journal is opened unread: what is trusted at once, and what the check behind it finds."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from app.store.files.data_folder import UnfitFolderError
from app.store.journal.attempt import Attempt
from app.store.journal.attempt_index import INDEX_FILE, AttemptIndex
from app.store.journal.hash_chain import BEFORE_THE_FIRST, UNKEYED, digest_of
from app.store.journal.journal import Journal, JournalError
from app.store.journal.rollback_guard import RollbackGuard
from app.store.journal.states import Kind, State
from tests.support.store.damage import DATABASE, MIRROR, STATES, edit, lines_of, write_lines
from tests.support.store.scenes import CHAIN_KEY, START, fill, sell, states, steady_clock, step
from tests.support.store.shelf import Shelf


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def _open(folder: Path, shelf: Shelf, *, checks_later: bool = True) -> Journal:
    guard = RollbackGuard(folder, shelf, Shelf())
    return Journal.open(
        folder, chain_key=CHAIN_KEY, clock=steady_clock(), outside=guard, checks_later=checks_later
    )


@pytest.fixture
def checked(folder: Path, shelf: Shelf) -> Path:
    """A folder with three settled sales and an open one, whose checkpoint is kept and whose index is made."""
    journal = _open(folder, shelf)
    assert journal.check()
    journal.close()
    return folder


def _index(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / INDEX_FILE) as connection:
        assert connection.execute(statement).rowcount
    connection.close()


def _is_unread(journal: Journal) -> bool:
    """Whether only the open attempts are in memory: the others are found once the database can be read."""
    return len(journal.open_attempts()) == len(vars(journal)["_attempts"])


def test_only_open_attempts_are_read_at_a_start(checked: Path, shelf: Shelf) -> None:
    journal = _open(checked, shelf)
    assert _is_unread(journal)
    assert [each.intent_id for each in journal.open_attempts()] == ["open"]
    assert states(journal) == STATES
    sell(journal, "new")
    assert journal.check()
    journal.close()
    again = _open(checked, shelf)
    assert states(again) == {**STATES, "new": State.SETTLED}
    assert again.recovery.sentences == ()
    again.close()


def test_a_first_start_reads_everything_and_makes_the_index(folder: Path, shelf: Shelf) -> None:
    assert not (folder / INDEX_FILE).exists()
    journal = _open(folder, shelf)
    assert (folder / INDEX_FILE).exists()
    assert _is_unread(journal)
    assert states(journal) == STATES
    journal.close()


def test_what_was_sold_after_the_last_check_is_there_at_the_next_start(checked: Path, shelf: Shelf) -> None:
    for number in range(3):
        journal = _open(checked, shelf)
        sell(journal, f"new {number}")
        journal.close()
    journal = _open(checked, shelf)
    assert [each.intent_id for each in journal.attempts()][-3:] == ["new 0", "new 1", "new 2"]
    assert [each.intent_id for each in journal.newest_first()] == [
        *("new 2", "new 1", "new 0", "open", "2", "1", "0")
    ]
    journal.close()


def test_a_guard_that_was_not_written_in_time_does_no_harm(checked: Path, shelf: Shelf) -> None:
    kept = dict(shelf.texts)
    journal = _open(checked, shelf)
    step(journal, State.PREPARED, intent="late")
    step(journal, State.DISPATCHED, intent="late")
    journal.close()
    shelf.texts = kept
    again = _open(checked, shelf)
    assert [each.intent_id for each in again.open_attempts()] == ["open", "late"]
    assert again.recovery.sentences == ()
    again.close()


def test_a_sale_that_a_kill_left_in_the_log_file_alone_is_repaired(checked: Path, shelf: Shelf) -> None:
    journal = _open(checked, shelf)
    step(journal, State.PREPARED, intent="late")
    journal.close()
    edit(checked, "DELETE FROM entry WHERE seq = 12")
    again = _open(checked, shelf)
    assert [each.intent_id for each in again.open_attempts()] == ["open", "late"]
    assert again.recovery.sentences == ()
    again.close()


@pytest.mark.parametrize(
    "plant",
    [
        "UPDATE attempt SET state = 'SETTLED' WHERE intent = 'open'",
        "DELETE FROM attempt WHERE intent = 'open'",
        "UPDATE attempt SET steps = '10' WHERE intent = 'open'",
    ],
)
def test_an_index_that_hides_what_is_open_is_not_believed(checked: Path, shelf: Shelf, plant: str) -> None:
    _index(checked, plant)
    journal = _open(checked, shelf)
    assert [(each.intent_id, len(each.entries)) for each in journal.open_attempts()] == [("open", 2)]
    assert journal.recovery.selling_allowed
    assert journal.check()
    journal.close()


def _in_the_database(folder: Path) -> None:
    edit(folder, "UPDATE entry SET text = replace(text, '7140.00', '9140.00') WHERE seq = 4")


def _in_the_log_file(folder: Path) -> None:
    lines = lines_of(folder)
    write_lines(folder, *lines[:3], lines[3].replace(b"7140.00", b"9140.00"), *lines[4:])


def _customer(folder: Path) -> None:
    edit(folder, "UPDATE entry SET private = replace(private, 'Priya', 'Sunil') WHERE seq = 4")


def _booking_in_the_index(folder: Path) -> None:
    _index(folder, "UPDATE attempt SET booking = 'other' WHERE intent = '1'")


def _state_in_the_index(folder: Path) -> None:
    _index(folder, "UPDATE attempt SET state = 'UNKNOWN' WHERE intent = '0'")


def _span_in_the_index(folder: Path) -> None:
    _index(folder, "UPDATE attempt SET latest = earliest WHERE intent = '1'")


def _sale_out_of_the_index(folder: Path) -> None:
    _index(folder, "DELETE FROM attempt WHERE intent = '1'")


def _sale_twice_in_the_index(folder: Path) -> None:
    _index(
        folder,
        "INSERT INTO attempt SELECT 99, 99, steps, 'x', 1, 'x', state, at, at, at, 'x', '', '', ''"
        " FROM attempt WHERE intent = '1'",
    )


@pytest.mark.parametrize(
    "plant",
    [
        _in_the_database,
        _in_the_log_file,
        _customer,
    ],
)
def test_what_is_changed_in_the_past_stops_selling_when_the_check_finds_it(
    checked: Path, shelf: Shelf, plant: Callable[[Path], None]
) -> None:
    plant(checked)
    journal = _open(checked, shelf)
    assert journal.recovery.selling_allowed
    assert not journal.check()
    assert not journal.recovery.selling_allowed
    with pytest.raises(JournalError, match="not as this counter wrote it"):
        step(journal, State.PREPARED, intent="new")
    # What is on its way is settled all the same.
    step(journal, State.SETTLED, intent="open")
    journal.close()
    again = _open(checked, shelf)
    assert states(again) == {**STATES, "open": State.SETTLED}
    assert again.check()
    again.close()


def _booking_hidden_by_its_tree(folder: Path) -> None:
    """A byte on the disk: the row has its PNR, and the tree by which it is found has another."""
    data = (folder / INDEX_FILE).read_bytes()
    place = data.rindex(b"pnr1")
    (folder / INDEX_FILE).write_bytes(data[:place] + b"pnr9" + data[place + 4 :])


@pytest.mark.parametrize(
    "plant",
    [
        _booking_hidden_by_its_tree,
        _booking_in_the_index,
        _state_in_the_index,
        _span_in_the_index,
        _sale_out_of_the_index,
        _sale_twice_in_the_index,
    ],
)
def test_an_index_that_is_wrong_is_made_anew_by_the_check_while_selling_is_on(
    checked: Path, shelf: Shelf, plant: Callable[[Path], None]
) -> None:
    plant(checked)
    journal = _open(checked, shelf)
    sell(journal, "new")
    assert journal.check()
    sell(journal, "newer")
    assert states(journal) == {**STATES, "new": State.SETTLED, "newer": State.SETTLED}
    assert [each.intent_id for each in journal.of_booking("PNR1")] == ["1"]
    assert journal.in_state(State.UNKNOWN) == ()
    assert journal.check()
    journal.close()
    again = _open(checked, shelf)
    assert _is_unread(again)
    assert [each.intent_id for each in again.of_booking("PNR1")] == ["1"]
    assert again.check()
    again.close()


def test_an_index_that_is_not_made_anew_in_time_stays_as_it_was(checked: Path, shelf: Shelf) -> None:
    _booking_in_the_index(checked)
    journal = _open(checked, shelf)
    assert journal.check(lambda: False)
    assert not [*checked.glob("*.new*")]
    assert journal.of_booking("PNR1") == ()
    assert journal.check()
    assert [each.intent_id for each in journal.of_booking("PNR1")] == ["1"]
    journal.close()


def _last_line(folder: Path) -> None:
    write_lines(folder, *lines_of(folder)[:-1])


def _last_row(folder: Path) -> None:
    edit(folder, "DELETE FROM entry WHERE seq = 11")


def _last_row_and_line(folder: Path) -> None:
    _last_line(folder)
    _last_row(folder)


def _open_sale(folder: Path) -> None:
    edit(folder, "UPDATE entry SET text = replace(text, '7140.00', '9140.00') WHERE seq = 10")


def _form(folder: Path) -> None:
    edit(folder, "CREATE TABLE other (x)")


@pytest.mark.parametrize("plant", [_last_line, _last_row, _last_row_and_line, _open_sale, _form])
def test_what_a_sale_could_be_lost_by_is_found_at_once(
    checked: Path, shelf: Shelf, plant: Callable[[Path], None]
) -> None:
    plant(checked)
    journal = _open(checked, shelf)
    is_repaired = [(each.intent_id, len(each.entries)) for each in journal.open_attempts()] == [("open", 2)]
    assert is_repaired or journal.recovery.heading == "The journal is an old copy"
    assert not _is_unread(journal)
    journal.close()


def test_a_check_that_is_given_up_leaves_the_index_as_it_was(folder: Path, shelf: Shelf) -> None:
    journal = _open(folder, shelf)
    sell(journal, "new")
    assert journal.check(lambda: False)
    assert journal.recovery.selling_allowed
    journal.close()
    with sqlite3.connect(folder / INDEX_FILE) as connection:
        assert connection.execute("SELECT seq FROM covered").fetchall() == [(11,)]
    connection.close()


def test_a_settled_sale_of_the_past_may_be_opened_again(checked: Path, shelf: Shelf) -> None:
    journal = _open(checked, shelf)
    step(journal, State.PREPARED, intent="lost")
    step(journal, State.DISPATCHED, intent="lost")
    step(journal, State.UNKNOWN, intent="lost")
    step(journal, State.RESOLVED_NOT_BOOKED, intent="lost")
    assert journal.check()
    journal.close()
    journal = _open(checked, shelf)
    step(journal, State.BOOKED_REF_LOST, intent="lost")
    assert [each.intent_id for each in journal.open_attempts()] == ["open", "lost"]
    assert [each.intent_id for each in journal.changes(15)] == ["lost"]
    assert journal.check()
    journal.close()
    journal = _open(checked, shelf)
    (_, lost) = journal.open_attempts()
    assert [each.seq for each in lost.entries] == [12, 13, 14, 15, 16]
    journal.close()


def test_customers_of_the_past_are_erased(checked: Path, shelf: Shelf) -> None:
    journal = _open(checked, shelf)
    (attempt,) = journal.of_intent("1")
    assert journal.strike_out(attempt.entries, "on request") == 1
    (attempt,) = journal.of_intent("1")
    assert not attempt.private
    assert journal.check()
    journal.close()


def _questions(journal: Journal) -> Iterator[tuple[str, tuple[Attempt, ...], Callable[[Attempt], bool]]]:
    """Each question to the journal, its answer, and what it stands for among all attempts."""
    yield "intent", journal.of_intent("1"), lambda each: each.intent_id == "1"
    yield "request", journal.of_request("request-2-1"), lambda each: each.request_id == "request-2-1"
    yield "booking", journal.of_booking("pnrA"), lambda each: each.facts.get("booking_ref") == "PNRa"
    yield "no booking", journal.of_booking(""), lambda _: False
    yield "trip", journal.of_trip({"availability_id": "7", "day": "d"}), lambda each: each.intent_id == "trip"
    yield "content", journal.of_content("c"), lambda each: each.facts.get("content_sha256") == "c"
    yield "asked", journal.asked_as("first"), lambda each: each.facts.get("asked_as") == "first"
    yield "state", journal.in_state(State.SETTLED), lambda each: each.state is State.SETTLED
    at = START + timedelta(seconds=5)
    yield "time", journal.since(at), lambda each: each.last_at >= at
    yield "changes", journal.changes(5), lambda each: each.entries[-1].seq > 5
    yield "open", journal.open_attempts(), lambda each: each.is_open


def test_each_question_finds_the_same_in_memory_and_on_the_disk(quick_folder: Path, shelf: Shelf) -> None:
    fill(quick_folder)
    journal = _open(quick_folder, shelf, checks_later=False)
    sell(journal, "a")
    step(journal, State.PREPARED, intent="trip", availability_id="7", day="d")
    step(journal, State.PREPARED, intent="content", content_sha256="c")
    step(journal, State.PREPARED, intent="asked", asked_as="first")
    step(journal, State.PREPARED, intent="gone", kind=Kind.CANCEL, booking_ref="PNRa")
    step(journal, State.DISPATCHED, intent="gone", kind=Kind.CANCEL)
    step(journal, State.CANCELLED, intent="gone", kind=Kind.CANCEL)
    for is_checked in (False, True):
        every = journal.attempts()
        for name, found, is_sought in _questions(journal):
            expected = [each for each in every if is_sought(each)]
            assert sorted(found, key=every.index) == expected, (name, is_checked)
            assert bool(found) == (name != "no booking")
        if not is_checked:
            assert journal.check()
            journal.close()
            journal = _open(quick_folder, shelf)
            assert _is_unread(journal)
    journal.close()


def test_numbers_go_on_after_those_of_the_past(quick_folder: Path, shelf: Shelf) -> None:
    journal = _open(quick_folder, shelf)
    number = journal.new_request_id()
    journal.append(
        intent_id="a", attempt=1, request_id=number, kind=Kind.CREATE, state=State.PREPARED, facts={}
    )
    desk = journal.desk
    assert journal.check()
    journal.close()
    for _ in range(2):
        again = _open(quick_folder, shelf)
        assert again.desk == desk
        assert again.new_request_id() > number
        assert again.check()
        again.close()
    assert (quick_folder / MIRROR).exists()


def _garbage(folder: Path) -> None:
    (folder / INDEX_FILE).write_bytes(b"no database at all, but long enough to be taken for one" * 99)


def _another_form(folder: Path) -> None:
    with sqlite3.connect(folder / INDEX_FILE) as connection:
        connection.execute("CREATE TABLE more (x)")
    connection.close()


def _row_that_nobody_wrote(folder: Path) -> None:
    """As a flipped byte leaves one: `7,8,9` with another sign between them."""
    _index(folder, "UPDATE attempt SET steps = replace(steps, ',', ')')")


def _of_another_history(folder: Path) -> None:
    _index(folder, "UPDATE covered SET hash = 'another'")


def _of_later(folder: Path) -> None:
    _index(folder, "UPDATE covered SET seq = 12")


@pytest.mark.parametrize(
    "plant", [_garbage, _another_form, _row_that_nobody_wrote, _of_another_history, _of_later]
)
def test_an_index_that_is_not_of_this_journal_is_made_anew(
    checked: Path, shelf: Shelf, plant: Callable[[Path], None]
) -> None:
    plant(checked)
    journal = _open(checked, shelf)
    assert states(journal) == STATES
    assert _is_unread(journal)
    assert journal.check()
    journal.close()


def _gap_in_the_tail(folder: Path) -> None:
    edit(folder, "DELETE FROM entry WHERE seq = 12")


def _change_in_the_tail(folder: Path) -> None:
    edit(folder, "UPDATE entry SET text = replace(text, '7140.00', '9140.00') WHERE seq = 12")


@pytest.mark.parametrize("plant", [_gap_in_the_tail, _change_in_the_tail])
def test_what_was_changed_since_the_last_check_is_repaired_at_once(
    checked: Path, shelf: Shelf, plant: Callable[[Path], None]
) -> None:
    journal = _open(checked, shelf)
    sell(journal, "new")
    journal.close()
    plant(checked)
    again = _open(checked, shelf)
    assert "was rebuilt from its mirror" in again.recovery.problem
    assert states(again) == {**STATES, "new": State.SETTLED}
    again.close()


def test_a_tail_that_is_sealed_with_another_key_is_not_believed(checked: Path, shelf: Shelf) -> None:
    journal = _open(checked, shelf)
    sell(journal, "new")
    journal.close()
    guard = RollbackGuard(checked, shelf, Shelf())
    other = Journal.open(
        checked, chain_key=b"another", clock=steady_clock(), outside=guard, checks_later=True
    )
    assert other.recovery.heading == "The journal has another key"
    other.close()


def test_an_archive_that_cannot_be_read_says_so(checked: Path, shelf: Shelf) -> None:
    _index(checked, "UPDATE attempt SET steps = '4,5,99' WHERE intent = '1'")
    _index(checked, "UPDATE attempt SET steps = '7,8,999999999999' WHERE intent = '2'")
    journal = _open(checked, shelf)
    # An entry after the end is not the archive's; one that is missing is a fault.
    assert [each.seq for each in journal.of_intent("1")[0].entries] == [4, 5]
    journal.close()
    edit(checked, "DELETE FROM entry WHERE seq = 5")
    _index(checked, "UPDATE attempt SET steps = '4,5' WHERE intent = '1'")
    journal = _open(checked, shelf)
    for asked in (lambda: journal.of_intent("1"), lambda: list(journal.newest_first())):
        with pytest.raises(JournalError, match="cannot be read"):
            asked()
    assert not journal.check()
    journal.close()


def test_an_index_that_was_lost_meanwhile_says_so(checked: Path, shelf: Shelf) -> None:
    journal = _open(checked, shelf)
    spans = journal.spans(datetime(2020, 1, 1, tzinfo=UTC))
    assert {each.request for each in spans} == {each.request_id for each in journal.attempts()}
    with closing(sqlite3.connect(checked / INDEX_FILE)) as connection:
        connection.execute("DROP TABLE attempt")
    with pytest.raises(JournalError, match="cannot be read"):
        journal.spans(datetime(2020, 1, 1, tzinfo=UTC))
    journal.close()


def test_an_entry_that_is_none_is_an_error_of_the_archive(checked: Path, shelf: Shelf) -> None:
    edit(checked, "UPDATE entry SET text = 'none' WHERE seq = 5")
    journal = _open(checked, shelf)
    with pytest.raises(JournalError, match="cannot be read"):
        journal.of_intent("1")
    assert not journal.check()
    journal.close()


def test_a_check_ends_when_the_journal_is_closed(checked: Path, shelf: Shelf) -> None:
    journal = _open(checked, shelf)
    threads: list[threading.Thread] = []

    def close_meanwhile() -> bool:
        thread = threading.Thread(target=journal.close)
        thread.start()
        threads.append(thread)
        assert vars(journal)["_closing"].wait(10)
        return True

    assert journal.check(close_meanwhile)
    for each in threads:
        each.join(10)
    assert journal.check()
    assert journal.recovery.selling_allowed


def test_a_journal_without_sales_has_nothing_to_be_checked(quick_folder: Path, shelf: Shelf) -> None:
    journal = _open(quick_folder, shelf)
    assert journal.check()
    assert list(journal.newest_first()) == []
    journal.close()


def test_a_long_journal_is_read_in_parts(quick_folder: Path, shelf: Shelf) -> None:
    journal = _open(quick_folder, shelf, checks_later=False)
    for number in range(110):
        sell(journal, str(number))
    journal.close()
    for _ in range(2):
        journal = _open(quick_folder, shelf)
        assert _is_unread(journal)
        assert [each.intent_id for each in journal.newest_first()] == [
            str(number) for number in reversed(range(110))
        ]
        parts: list[str] = []
        behind = 0
        while some := journal.changes(behind, 40):
            parts += [each.intent_id for each in some]
            behind = some[-1].entries[-1].seq
        assert parts == [str(number) for number in range(110)]
        assert journal.check()
        journal.close()


def test_notes_that_were_changed_are_seen_at_once(checked: Path, shelf: Shelf) -> None:
    edit(checked, "UPDATE note SET value = '\"ffffffff\"' WHERE name = 'desk'")
    journal = _open(checked, shelf)
    assert "was rebuilt from its mirror" in journal.recovery.problem
    journal.close()


def test_a_line_of_another_program_is_no_entry(quick_folder: Path, shelf: Shelf) -> None:
    text = '{"seq":1}'
    digest = digest_of(f"{BEFORE_THE_FIRST}|{text}|{UNKEYED}".encode())
    _open(quick_folder, shelf).close()
    with sqlite3.connect(quick_folder / DATABASE) as connection:
        connection.execute("INSERT INTO entry VALUES (1, ?, ?, ?, '')", (text, UNKEYED, digest))
    connection.close()
    write_lines(quick_folder, f"{len(text)}|{text}|{UNKEYED}|{digest}\n".encode())
    with pytest.raises(UnfitFolderError, match="written by another program"):
        _open(quick_folder, shelf)


class _Damaged(sqlite3.Connection):
    """A connection to a damaged file: what limits a question limits nothing, or values have other types."""

    damage = ("", "")
    """What of a question is asked otherwise, and how."""

    @override
    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        asked = sql.replace(*self.damage)
        return super().execute(asked, parameters[len(parameters) - asked.count("?") :])


def _newest_first(index: AttemptIndex) -> object:
    return list(index.newest_first())


def _covered(index: AttemptIndex) -> object:
    return index.covered


@pytest.mark.parametrize(
    ("damage", "ask"),
    [
        # A tree that is gone through for ever.
        ((" WHERE first < ?", ""), _newest_first),
        ((" WHERE request > ?", ""), AttemptIndex.greatest_requests),
        # What no index writes.
        (("min(request)", "x'00'"), AttemptIndex.greatest_requests),
        (("seq, hash FROM", "hash, seq FROM"), _covered),
    ],
)
def test_what_a_damaged_index_answers_is_not_taken_for_a_row(
    checked: Path,
    monkeypatch: pytest.MonkeyPatch,
    damage: tuple[str, str],
    ask: Callable[[AttemptIndex], object],
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=_Damaged))
    with closing(AttemptIndex(checked / INDEX_FILE)) as index:
        monkeypatch.setattr(_Damaged, "damage", damage)
        with pytest.raises(sqlite3.DatabaseError):
            ask(index)

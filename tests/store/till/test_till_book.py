"""The till's book: numbers never repeat or skip, and rows stay as they were written."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from app.store.journal.hash_chain import next_line
from app.store.till.errors import TillError
from app.store.till.till_book import Series, TillBook, TillKind, letters_of
from app.store.till.till_schema import FILE, FORMER, SCHEMA, WRITE
from tests.support.program import PROJECT
from tests.support.proof import beside_others
from tests.support.store.recording_till import NOON, OF_2026, open_book, take

KILLS = 12


def change(folder: Path, *statements: str) -> None:
    """Change the file as another program would."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def unguard(folder: Path, *statements: str) -> None:
    """Change the rows without the guards, and put these back: only the chain can tell."""
    guards = ("till_stays", "till_is_final")
    made = [each for each in SCHEMA if any(f"TRIGGER {name}" in each for name in guards)]
    change(folder, *(f"DROP TRIGGER {name}" for name in guards), *statements, *made)


@contextmanager
def writing_by(
    kind: type[sqlite3.Connection], book: TillBook, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Generator[pytest.MonkeyPatch]:
    """Let the book write by a connection of this kind, and close it and what took its place since."""
    connection = sqlite3.connect(folder / FILE, isolation_level=None, factory=kind)
    with monkeypatch.context() as patched, closing(connection):
        patched.setattr(book, "_connection", connection)
        yield patched
        book.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "desk"


def test_receipts_are_numbered_one_by_one_in_each_series_and_year(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        assert [take(book), take(book), take(book, series=Series("A", "2728"))] == ["A 1", "A 2", "A 1"]
        assert take(book, series=Series("B", "2627")) == "B 1"
        assert book.next_number(OF_2026) == ("A", 3)
        # What is no receipt takes no number.
        book.append(TillKind.OWED, "Asha Rao", {"sales": []})
        assert take(book) == "A 3"
    with closing(open_book(folder)) as book:
        assert book.warning is None
        assert take(book) == "A 4"


def test_a_book_in_which_nothing_was_written_goes_on_as_it_is(folder: Path) -> None:
    for _ in range(2):
        with closing(open_book(folder)) as book:
            assert book.warning is None
            assert book.next_number(OF_2026) == ("A", 1)


def test_entries_are_found_by_sale_and_by_day(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book, "R1")
        take(book, "R2")
        take(book, "R1")
        assert [each.seq for each in book.of_sale("R1")] == [1, 3]
        assert book.of_sale("R3") == ()
        day = date(2026, 11, 21)
        assert [each.seq for each in book.of_days(day, day)] == [1, 2, 3]
        assert book.of_days(date(2026, 11, 22), date(2026, 12, 1)) == ()
        first = book.of_sale("R2")[0]
        assert (first.kind, first.clerk, first.at.hour) == (TillKind.RECEIPT, "Asha Rao", 12)


def test_what_is_owed_of_a_sale_is_what_its_last_entry_leaves(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        assert book.first_day() is None
        for request_id, settled in (("R1", 40), ("R2", 100), ("R3", 0), ("R1", 60)):
            sale = {"request_id": request_id, "due": 100, "settled": settled}
            book.append(TillKind.RECEIPT, "", {"sales": [sale]}, OF_2026)
        assert [(request_id, entry.seq) for request_id, entry in book.owed()] == [("R3", 3), ("R1", 4)]
        sale = {"request_id": "R1", "due": 40, "settled": 40}
        book.append(TillKind.RECEIPT, "", {"sales": [sale]}, OF_2026)
        assert [request_id for request_id, _ in book.owed()] == ["R3"]
        # Of several sales of one payment each is owed by itself.
        both = [{"request_id": name, "due": 100, "settled": 0} for name in ("R4", "R5")]
        book.append(TillKind.OWED, "", {"sales": both})
        sale = {"request_id": "R5", "due": 100, "settled": 100}
        book.append(TillKind.RECEIPT, "", {"sales": [sale]}, OF_2026)
        assert [request_id for request_id, _ in book.owed()] == ["R3", "R4"]
        assert book.first_day() == date(2026, 11, 21)


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM till_entry", "UPDATE till_entry SET text = '{}'", "UPDATE till_entry SET seq = 9"],
)
def test_no_row_is_changed_or_deleted(folder: Path, statement: str) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    with pytest.raises(sqlite3.IntegrityError):
        change(folder, statement)


@beside_others
def test_programs_killed_at_any_instant_lose_no_receipt_and_repeat_no_number(folder: Path) -> None:
    acknowledged: list[str] = []
    for kill in range(KILLS):
        command = [sys.executable, "-m", "tests.support.store.recording_till", str(folder)]
        with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as desk:
            assert desk.stdout is not None
            told = [desk.stdout.readline() for _ in range(1 + kill % 4)]
            desk.kill()
            told += desk.stdout.readlines()
        acknowledged += [line.strip() for line in told if line.endswith("\n")]
    assert len(set(acknowledged)) == len(acknowledged) > KILLS
    with closing(open_book(folder)) as book:
        assert book.warning is None
        kept = [f"{each.facts['series']} {each.facts['number']}" for each in book.of_sale("R1")]
    # Each number once, none left out; what was acknowledged is among them.
    assert kept == [f"A {number}" for number in range(1, len(kept) + 1)]
    assert set(acknowledged) <= set(kept)


def test_after_an_older_copy_the_series_begins_anew_each_time(folder: Path, tmp_path: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    shutil.copytree(folder, tmp_path / "backup")
    with closing(open_book(folder)) as book:
        assert take(book) == "A 2"
    for series in ("A1", "A2"):
        shutil.rmtree(folder)
        shutil.copytree(tmp_path / "backup", folder)
        with closing(open_book(folder)) as book:
            assert book.warning is not None
            assert "older copy" in book.warning.text
            assert take(book) == f"{series} 1"
            assert [each.kind for each in book.of_days(date.min, date.max)] == [
                "receipt",
                "series",
                "receipt",
            ]
        # It is said once.
        with closing(open_book(folder)) as book:
            assert book.warning is None
            assert take(book) == f"{series} 2"


def test_a_copy_with_another_history_is_noticed(folder: Path, tmp_path: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    shutil.copytree(folder, tmp_path / "copy")
    with closing(open_book(folder)) as book:
        take(book, "R2")
    with closing(open_book(tmp_path / "copy", apart="other")) as book:
        take(book, "R3")
    shutil.copy(tmp_path / "copy" / FILE, folder / FILE)
    with closing(open_book(folder)) as book:
        assert take(book) == "A1 1"


def test_a_book_of_another_desk_or_computer_goes_on_with_a_series_of_its_own(folder: Path) -> None:
    with closing(open_book(folder, key=b"here")) as book:
        take(book)
    with closing(open_book(folder, desk="D2", key=b"here")) as book:
        assert take(book) == "A1 1"
    with closing(open_book(folder, desk="D2", key=b"there")) as book:
        assert take(book) == "A2 1"
    with closing(open_book(folder, desk="D2", key=b"there")) as book:
        assert book.warning is None


def test_a_file_that_is_gone_is_noticed(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    (folder / FILE).unlink()
    with closing(open_book(folder)) as book:
        assert take(book) == "A1 1"


def test_a_file_that_cannot_be_read_is_set_aside(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    (folder / FILE).write_bytes(b"This is no database. " * 200)
    with closing(open_book(folder)) as book:
        assert book.warning is not None
        assert "set aside" in book.warning.text
        assert take(book) == "A1 1"
        assert len(list(folder.glob("till.broken-*.db"))) == 1
        # Nobody can take a customer out of it, so it goes with the first who is forgotten.
        book.forget(["R1"])
    assert not list(folder.glob("till.broken-*.db"))


def test_what_cannot_be_forgotten_is_said(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        (folder / "till.broken-1.db").mkdir()
        with pytest.raises(TillError):
            book.forget(["R1"])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE till_entry SET text = replace(text, '\"total\":100', '\"total\":900') WHERE seq = 2",
        "DELETE FROM till_entry WHERE seq = 2",
        "UPDATE till_entry SET hash = 'x' WHERE seq = 3",
        "DROP INDEX till_day",
        "DROP TRIGGER till_owes",
        "UPDATE till_entry SET text = replace(text, 'Asha', char(8377)) WHERE seq = 2",
        "CREATE TRIGGER silent BEFORE INSERT ON till_entry BEGIN SELECT 1; END",
    ],
)
def test_what_another_program_changed_is_noticed_once_and_kept(folder: Path, statement: str) -> None:
    with closing(open_book(folder)) as book:
        for _ in range(3):
            take(book)
    unguard(folder, statement)
    with closing(open_book(folder)) as book:
        assert book.warning is not None
        assert "changed by another program" in book.warning.text
        assert take(book) == "A1 1"
    with closing(open_book(folder)) as book:
        assert book.warning is None
        assert take(book) == "A1 2"
    with pytest.raises(sqlite3.IntegrityError):
        change(folder, "DELETE FROM till_entry")
    # What is changed after that is noticed again, also before the new series.
    unguard(
        folder, "UPDATE till_entry SET text = replace(text, '\"total\":100', '\"total\":1') WHERE seq = 1"
    )
    with closing(open_book(folder)) as book:
        assert book.warning is not None
        assert take(book) == "A2 1"
    change(folder, "DROP TRIGGER till_stays")
    with closing(open_book(folder)) as book:
        assert take(book) == "A3 1"


def test_the_book_of_an_older_program_goes_on_with_what_is_owed(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        sale = {"request_id": "R1", "due": 100, "settled": 40}
        book.append(TillKind.RECEIPT, "", {"sales": [sale]}, OF_2026)
        # A refund was taken for the last of what is owed.
        book.append(TillKind.REFUND, "", {"sales": [{"request_id": "R1", "due": 40, "settled": 40}]}, OF_2026)
    change(folder, "DROP TRIGGER till_owes", *FORMER, "UPDATE till_owed SET seq = 2, owed = 0")
    for number in (3, 4):
        with closing(open_book(folder)) as book:
            assert book.warning is None
            assert [(request_id, entry.seq) for request_id, entry in book.owed()] == [("R1", 1)]
            assert take(book) == f"A {number}"
    # Another change beside it is noticed all the same.
    change(folder, "DROP TRIGGER till_owes", *FORMER, "DROP INDEX till_day")
    with closing(open_book(folder)) as book:
        assert book.warning is not None


def forge(folder: Path, **facts: object) -> None:
    """Add an entry without the key of this computer, and put it where the guards let it."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as connection:
        seq, before = connection.execute("SELECT seq, hash FROM till_entry ORDER BY seq DESC").fetchone()
        whole: dict[str, object] = {
            "day": "2026-11-21",
            "seq": seq + 1,
            "at": NOON.isoformat(),
            "clerk": "",
            "desk": "D1",
            **facts,
        }
        connection.execute(WRITE, (seq + 1, *next_line(whole, before, b"")))


@pytest.mark.parametrize("key", [b"", b"k" * 32])
def test_an_entry_without_the_key_between_those_with_it_is_noticed(folder: Path, key: bytes) -> None:
    with closing(open_book(folder, key=key)) as book:
        take(book)
    forge(folder, kind="move", amount=-5000_00, reason="Fuel")
    with closing(open_book(folder, key=key)) as book:
        # Nothing tells it from an own entry where there is no key.
        assert (book.warning is not None) is bool(key)
        take(book)
    with closing(open_book(folder, key=key)) as book:
        assert book.warning is None


@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "series", "restarts": 10**12, "breaks": []},
        {"kind": "series", "restarts": "x", "breaks": None},
        {"kind": "series", "restarts": -3, "breaks": 7},
    ],
)
def test_a_beginning_that_no_program_wrote_stops_no_receipt(folder: Path, facts: dict[str, object]) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    forge(folder, **facts)
    for _ in range(2):
        with closing(open_book(folder)) as book:
            take(book)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM till_sale", "UPDATE till_owed SET owed = 0", "DELETE FROM till_owed"]
)
def test_what_entries_are_found_by_is_made_again(folder: Path, statement: str) -> None:
    with closing(open_book(folder)) as book:
        sale = {"request_id": "R1", "due": 100, "settled": 40}
        book.append(TillKind.RECEIPT, "", {"sales": [sale]}, OF_2026)
    change(folder, statement)
    with closing(open_book(folder)) as book:
        assert book.warning is not None
        assert book.settled("R1") == 40
        assert [name for name, _ in book.owed()] == ["R1"]
    with closing(open_book(folder)) as book:
        assert book.warning is None


def test_nothing_private_is_written_of_a_forgotten_customer(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        book.forget(["R1"])
        for name in ("R1", "R2"):
            private = {"reference": f"4417 of {name}"}
            entry = book.append(TillKind.OWED, "", {"sales": [{"request_id": name}]}, private=private)
            assert entry.private == private
        assert book.of_sale("R1")[0].private == {}
        assert book.of_sale("R2")[0].private == {"reference": "4417 of R2"}
    assert b"4417 of R1" not in (folder / FILE).read_bytes()


def test_a_record_outside_that_is_empty_is_of_no_book(folder: Path, tmp_path: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    (record,) = (tmp_path / "apart").iterdir()
    record.write_bytes(b"")
    with closing(open_book(folder)) as book:
        assert book.warning is not None


def test_the_first_day_is_the_earliest_one(folder: Path) -> None:
    ahead = datetime(2027, 6, 15, 12, tzinfo=UTC)
    with closing(open_book(folder, clock=lambda: ahead)) as book:
        take(book)
    with closing(open_book(folder)) as book:
        take(book)
        assert book.first_day() == date(2026, 11, 21)


def test_the_last_rows_cannot_be_taken_away_unnoticed(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
        take(book)
    unguard(folder, "DELETE FROM till_entry WHERE seq = 2")
    with closing(open_book(folder)) as book:
        assert take(book) == "A1 1"


def test_a_record_outside_that_is_damaged_is_of_no_book(folder: Path, tmp_path: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    (record,) = (tmp_path / "apart").iterdir()
    record.write_text(record.read_text().replace("1 ", "7 ", 1))
    # What was on paper after this copy cannot be known.
    with closing(open_book(folder)) as book:
        assert book.warning is not None
        assert take(book) == "A1 1"
    with closing(open_book(folder)) as book:
        assert book.warning is None


def test_what_was_settled_meanwhile_refuses_the_entry(folder: Path) -> None:
    sale = {"request_id": "R1", "due": 100, "settled": 40, "before": 0}
    with closing(open_book(folder)) as book:
        book.append(TillKind.RECEIPT, "", {"sales": [sale]}, OF_2026)
        with pytest.raises(TillError, match="meanwhile"):
            book.append(TillKind.RECEIPT, "", {"sales": [sale]}, OF_2026)
        assert (book.settled("R1"), book.settled("R2")) == (40, 0)
        other = {"request_id": "R2", "due": 10, "settled": 10, "before": 0}
        rest = {"request_id": "R1", "due": 60, "settled": 60, "before": 40}
        entry = book.append(TillKind.RECEIPT, "", {"sales": [rest, other]}, OF_2026)
        # Nothing that was refused has taken a number.
        assert entry.facts["number"] == 2
        assert (book.settled("R1"), book.settled("R2")) == (100, 10)


def test_what_is_private_is_forgotten_for_good_and_the_chain_stays(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        for name in ("R1", "R2"):
            private = {"account": f"Hotel Sea Shell {name}"}
            book.append(TillKind.OWED, "", {"sales": [{"request_id": name}]}, private=private)
        assert book.of_sale("R1")[0].private == {"account": "Hotel Sea Shell R1"}
        book.forget(["R1", "R3"])
        assert book.of_sale("R1")[0].private == {}
        assert book.of_sale("R2")[0].private == {"account": "Hotel Sea Shell R2"}
    assert b"Sea Shell R1" not in (folder / FILE).read_bytes()
    with closing(open_book(folder)) as book:
        assert book.warning is None


def test_the_book_of_a_newer_program_is_left_alone(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
    change(folder, "PRAGMA user_version = 9")
    content = (folder / FILE).read_bytes()
    with pytest.raises(TillError, match="newer Agency Counter"):
        open_book(folder)
    assert (folder / FILE).read_bytes() == content


def test_a_desk_without_letters_has_its_own(folder: Path) -> None:
    with closing(open_book(folder, desk="c428647f")) as book:
        assert take(book, series=Series("", "2627")) == f"{letters_of('c428647f')} 1"
    assert letters_of("c428647f") != letters_of("c428647e")
    assert all(len(letters_of(str(each))) == 2 for each in range(100))


def test_an_end_of_a_transaction_that_failed_is_looked_up_on_the_disk(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_book(folder)) as book:
        take(book)

        class Unsure(sqlite3.Connection):
            """Says of each end of a transaction that it failed, though it did not."""

            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                done = super().execute(sql, *values)
                if sql == "COMMIT":
                    raise sqlite3.OperationalError("disk I/O error")
                return done

        with writing_by(Unsure, book, folder, monkeypatch):
            assert take(book) == "A 2"
        assert take(book) == "A 3"
        assert len(book.of_sale("R1")) == 3


@pytest.mark.parametrize("finds", ["nothing", "no file"])
def test_a_row_that_is_not_found_again_was_not_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, finds: str
) -> None:
    with closing(open_book(folder)) as book:
        take(book)

        class Failing(sqlite3.Connection):
            """Gives the row up at the end of its transaction, as on a full disk."""

            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                if sql == "COMMIT":
                    super().execute("ROLLBACK")
                    raise sqlite3.OperationalError("database or disk is full")
                return super().execute(sql, *values)

        with writing_by(Failing, book, folder, monkeypatch) as patched:
            if finds == "no file":
                patched.setattr(book, "_path", folder / "gone" / FILE)
            with pytest.raises(TillError, match="could not be written down"):
                take(book)
        # As soon as the disk is well again, without a restart.
        book.of_sale("R1")
        assert take(book) == "A 2"
    with closing(open_book(folder)) as book:
        assert book.warning is None
        assert take(book) == "A 3"


def test_what_is_not_known_is_not_taken_for_what_follows(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_book(folder)) as book:

        class Unsure(sqlite3.Connection):
            """Says of each end of a transaction that it failed, though it did not."""

            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                done = super().execute(sql, *values)
                if sql == "COMMIT":
                    raise sqlite3.OperationalError("disk I/O error")
                return done

        with writing_by(Unsure, book, folder, monkeypatch) as patched:
            patched.setattr(book, "_path", folder / "gone" / FILE)
            for name in ("R1", "R2"):
                with pytest.raises(TillError, match="could not be written down"):
                    take(book, name)
        assert take(book, "R2") == "A 2"
        assert [len(book.of_sale(name)) for name in ("R1", "R2")] == [1, 1]


def test_a_damaged_page_is_noticed(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        for _ in range(60):
            take(book)
    data = bytearray((folder / FILE).read_bytes())
    # The pages behind the first hold the rows and the indexes.
    for place in range(3 * 4096 + 8, len(data), 4096):
        data[place : place + 40] = bytes(40)
    (folder / FILE).write_bytes(data)
    with closing(open_book(folder)) as book:
        assert book.warning is not None
        assert "set aside" in book.warning.text


def test_a_place_outside_that_refuses_stops_no_receipt(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "apart").write_text("a file in the way")
    with closing(open_book(folder)) as book:
        assert [take(book), take(book)] == ["A 1", "A 2"]


def test_what_the_disk_refuses_takes_no_number(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        take(book)
        change(folder, "CREATE TRIGGER full BEFORE INSERT ON till_entry BEGIN SELECT RAISE(ABORT, 'no'); END")
        with pytest.raises(TillError, match="could not be written down"):
            take(book)
        change(folder, "DROP TRIGGER full")
        assert take(book) == "A 2"


def test_facts_that_no_json_holds_are_refused(folder: Path) -> None:
    with closing(open_book(folder)) as book:
        with pytest.raises(TillError):
            book.append(TillKind.RECEIPT, "", {"total": float("nan")}, OF_2026)
        assert take(book) == "A 1"


def test_a_closed_book_says_so(folder: Path) -> None:
    book = open_book(folder)
    book.close()
    with pytest.raises(TillError, match="cannot be read"):
        book.of_sale("R1")
    with pytest.raises(TillError):
        book.next_number(OF_2026)
    with pytest.raises(TillError, match="could not forget"):
        book.forget(["R1"])


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / FILE).mkdir()
    with pytest.raises(TillError, match="cannot be read"):
        open_book(tmp_path / "desk")

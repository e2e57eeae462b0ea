"""The quotations of a desk on its disk: numbered, found, deleted for good, and never lost by a kill."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.store.files.damaged_files import remove_damaged
from app.store.quotations.quotation_store import FILE, KeptQuotation, QuotationStore, QuotationStoreError
from tests.support.canaries import found
from tests.support.program import PROJECT

AT = datetime(2026, 11, 21, 10, 48, 30, tzinfo=UTC)
ARJUN = KeptQuotation(
    AT,
    date(2026, 11, 24),
    "Arjun Nair",
    "9845012377",
    "Arjun.Nair@example.com",
    ("Arjun Nair", "Jana Katharina Vogel"),
    '[{"title": "Swaraj Dweep"}]',
)
PRIYA = replace(ARJUN, name="Priya Raman", phone="+91 98765 01234", email="", people=())


@pytest.fixture
def store(tmp_path: Path) -> QuotationStore:
    """Two quotations, with the numbers 1 and 2."""
    made = QuotationStore(tmp_path)
    assert [made.keep(each) for each in (ARJUN, PRIYA)] == [1, 2]
    return made


def numbers(quotations: tuple[KeptQuotation, ...]) -> list[int]:
    return [each.number for each in quotations]


def test_what_is_kept_is_read_after_a_start(store: QuotationStore, tmp_path: Path) -> None:
    assert store.numbered(1) == replace(ARJUN, number=1)
    again = QuotationStore(tmp_path)
    assert again.numbered(2) == replace(PRIYA, number=2)
    assert again.numbered(3) is None
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_before_anything_is_quoted_there_is_no_file(tmp_path: Path) -> None:
    empty = QuotationStore(tmp_path / "none")
    assert (empty.find("q1", 4), empty.numbered(1), empty.customers()) == ((), None, ())
    empty.forget_written_before(date(2030, 1, 1))
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("Q-0001", [1]),
        ("q2", [2]),
        ("q 0002", [2]),
        ("2377", [1]),
        ("98765 01234", [2]),
        ("+91 98765", [2]),
        ("237", []),
        ("nair ar", [1]),
        ("a", [1]),
        ("rjun", []),
        ("", []),
        ("  ", []),
        ("q0", []),
        ("q99999999999999999999", []),
        ("%", []),
        ("'; DROP TABLE quotation; --", []),
        ("\ud800", []),
    ],
)
def test_a_quotation_is_found(store: QuotationStore, typed: str, seen: list[int]) -> None:
    assert numbers(store.find(typed, 4)) == seen


def test_of_many_the_newest_are_found(store: QuotationStore) -> None:
    for _ in range(5):
        store.keep(ARJUN)
    assert numbers(store.find("arjun", 2)) == [7, 6]


def test_a_deleted_number_is_not_given_again(store: QuotationStore) -> None:
    store.forget("9876501234", "")
    assert store.keep(PRIYA) == 3


@pytest.mark.parametrize(
    ("phone", "email", "names", "left"),
    [
        ("+919845012377", "", (), [2]),
        ("", "arjun.nair@EXAMPLE.com ", (), [2]),
        ("", "", ("jana  katharina vogel",), [2]),
        ("", "", ("PRIYA RAMAN",), [1]),
        ("", "", ("Jana", ""), [2, 1]),
        ("", "", (), [2, 1]),
    ],
)
def test_a_customer_is_forgotten(
    store: QuotationStore, phone: str, email: str, names: tuple[str, ...], left: list[int]
) -> None:
    store.forget(phone, email, names)
    assert [each for each in (2, 1) if store.numbered(each)] == left


def test_what_was_quoted_after_the_wish_stays(store: QuotationStore) -> None:
    later = store.keep(replace(ARJUN, at=AT + timedelta(days=2)))
    store.forget(ARJUN.phone, "", until=AT + timedelta(days=1))
    assert numbers(store.of(ARJUN.phone, "")) == [later]


def test_old_ones_are_deleted_by_age_and_by_travel(store: QuotationStore) -> None:
    store.forget_written_before(date(2026, 11, 21))
    store.forget_before(date(2026, 11, 24))
    assert len(store.customers()) == 2
    late = store.keep(replace(ARJUN, at=AT + timedelta(days=30)))
    store.forget_written_before(date(2026, 11, 22))
    assert store.customers() == ((ARJUN.name, ARJUN.phone, ARJUN.email),)
    store.forget_before(date(2026, 11, 25))
    assert store.numbered(late) is None


def test_nothing_of_the_deleted_is_left_on_the_disk(store: QuotationStore, tmp_path: Path) -> None:
    secrets = {"name": b"Jana Katharina Vogel", "phone": b"9845012377"}
    assert found((tmp_path / FILE).read_bytes(), secrets)
    store.forget(ARJUN.phone, ARJUN.email)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert found((tmp_path / FILE).read_bytes(), secrets) == set()


def test_a_damaged_file_is_set_aside_and_then_deleted(store: QuotationStore, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"SQLite format 3\0 and then nothing of the kind" * 200)
    assert store.find("q1", 4) == ()
    assert store.keep(ARJUN) == 1
    assert len(list(tmp_path.glob("quotations.damaged-*"))) == 1
    assert remove_damaged(tmp_path) == 1


def test_damage_that_is_met_late_fails_one_question_alone(store: QuotationStore, tmp_path: Path) -> None:
    for _ in range(200):
        store.keep(ARJUN)
    place = tmp_path / FILE
    content = bytearray(place.read_bytes())
    # The head and the list of tables are whole: it opens, and what was kept cannot be read.
    content[4096:] = b"\xa5" * (len(content) - 4096)
    place.write_bytes(content)
    with pytest.raises(QuotationStoreError, match="malformed"):
        store.forget(ARJUN.phone, ARJUN.email)
    store.forget(ARJUN.phone, ARJUN.email)
    assert store.keep(ARJUN) == 1
    assert remove_damaged(tmp_path) == 1


def test_the_file_of_a_newer_program_is_left_alone(store: QuotationStore, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 2")
    with pytest.raises(QuotationStoreError, match="newer Agency Counter"):
        store.keep(ARJUN)


def test_a_folder_that_refuses_says_so(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(QuotationStoreError, match="The quotations cannot be used"):
        QuotationStore(tmp_path).keep(ARJUN)


_KEEPING = """
import sys
from pathlib import Path
from app.store.quotations.quotation_store import QuotationStore
from tests.store.quotations.test_quotation_store import ARJUN
store = QuotationStore(Path(sys.argv[1]))
while True:
    print(store.keep(ARJUN), flush=True)
"""


def test_a_number_that_was_said_survives_a_kill(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _KEEPING, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=PROJECT, text=True) as clerk:
        assert clerk.stdout is not None
        said = [int(clerk.stdout.readline()) for _ in range(20)]
        clerk.send_signal(signal.SIGKILL)
        said += [int(each) for each in clerk.stdout if each.endswith("\n")]
    assert said == list(range(1, len(said) + 1))
    store = QuotationStore(tmp_path)
    assert all(store.numbered(each) for each in said)
    assert store.keep(ARJUN) > said[-1]

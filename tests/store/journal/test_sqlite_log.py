"""The database is flushed as far as SQLite can, takes all or nothing, and says when it cannot be used."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.store.journal.hash_chain import ChainStep, HashChain, line_of
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import Kind, State
from tests.support.program import run_program
from tests.support.store.scenes import CHAIN_KEY, steady_clock

_STEP = ChainStep("intent", 1, "request", Kind.CREATE, State.PREPARED, {}, {})
_CHAIN = HashChain(CHAIN_KEY, steady_clock())
FIRST = _CHAIN.entry(_STEP, None)
SECOND = _CHAIN.entry(_STEP, FIRST)

_SETTINGS = """
import sqlite3, sys
from pathlib import Path
connections = []
sys.addaudithook(lambda event, args: connections.extend(args) if event == "sqlite3.connect/handle" else None)
from app.store.journal.sqlite_log import SqliteLog
database = SqliteLog(Path(sys.argv[1]))
(connection,) = connections
for name in ("journal_mode", "synchronous", "locking_mode", "secure_delete"):
    print(name, *connection.execute(f"PRAGMA {name}").fetchone())
try:
    sqlite3.connect(sys.argv[1], timeout=0).execute("SELECT * FROM entry")
except sqlite3.OperationalError as error:
    print(error)
database.close()
"""


def test_every_commit_is_on_the_disk_and_the_database_is_locked(tmp_path: Path) -> None:
    status, printed, complained = run_program(_SETTINGS, str(tmp_path / "journal.sqlite"))
    assert (status, complained) == (0, "")
    assert printed.splitlines() == [
        "journal_mode delete",
        "synchronous 3",
        "locking_mode exclusive",
        "secure_delete 1",
        "database is locked",
    ]


def test_entries_are_kept_all_or_none(tmp_path: Path) -> None:
    database = SqliteLog(tmp_path / "journal.sqlite")
    database.write((FIRST,), {"desk": "one"})
    with pytest.raises(UnicodeEncodeError):
        database.write((SECOND,), {"desk": "two", "\ud800": "no name"})
    assert database.read().lines == [line_of(FIRST)]
    assert database.notes() == {"desk": "one"}
    database.write((SECOND,), {"desk": "three"})
    assert database.read().lines == [line_of(FIRST), line_of(SECOND)]
    assert database.notes() == {"desk": "three"}
    database.close()


def test_a_database_that_cannot_be_used_now_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    database = SqliteLog(path)
    database.append(FIRST)
    database.close()
    (tmp_path / "journal.sqlite-journal").mkdir()
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        SqliteLog(path)
    (tmp_path / "journal.sqlite-journal").rmdir()
    database = SqliteLog(path)
    assert database.read().is_readable
    database.close()

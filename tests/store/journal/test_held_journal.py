"""Another program holds the journal's file, as a virus scanner does: it is waited for, and then given up."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.store.journal import sqlite_log
from app.store.journal.sqlite_log import is_held
from tests.support.store.damage import DATABASE, STATES, files
from tests.support.store.scenes import open_journal, sell, states

_HOLDING = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
"""


@contextmanager
def held(path: Path) -> Generator[subprocess.Popen[str]]:
    """Another process that holds a database, until a line is written to it."""
    command = [sys.executable, "-c", _HOLDING, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield holder
        release(holder)


def release(holder: subprocess.Popen[str]) -> None:
    """Let it go."""
    if holder.stdin is not None and not holder.stdin.closed:
        holder.stdin.write("\n")
        holder.stdin.close()


def test_a_journal_that_stays_held_is_not_opened_and_nothing_is_touched(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_log, "PATIENCE_SECONDS", 0.05)
    before = files(folder)
    with held(folder / DATABASE):
        with pytest.raises(sqlite3.OperationalError) as caught:
            open_journal(folder)
        assert is_held(caught.value)
    assert files(folder) == before
    journal = open_journal(folder)
    assert journal.recovery.sentences == ()
    sell(journal, "next")
    journal.close()


def test_a_journal_that_is_let_go_in_time_is_opened(folder: Path) -> None:
    assert sqlite_log.PATIENCE_SECONDS > 5
    with held(folder / DATABASE) as holder, ThreadPoolExecutor(1) as worker:
        opening = worker.submit(open_journal, folder)
        with pytest.raises(TimeoutError):
            opening.result(0.05)
        release(holder)
        journal = opening.result(10)
    assert states(journal) == STATES
    journal.close()


def test_an_open_journal_allows_no_other_lock_on_its_file(folder: Path) -> None:
    journal = open_journal(folder)
    stranger = sqlite3.connect(folder / DATABASE, timeout=0, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        stranger.execute("BEGIN EXCLUSIVE")
    stranger.close()
    sell(journal, "next")
    journal.close()

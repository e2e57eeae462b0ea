"""Many threads, one order: the mirror first, one program a folder, and reading never waits."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.store.files.data_folder import FolderInUseError
from app.store.journal.hash_chain import LogEntry
from app.store.journal.recovery import Sink
from app.store.journal.states import State
from tests.support.store.scenes import (
    Wrapped,
    build,
    open_journal,
    sell,
    states,
    step,
)


def test_numbers_asked_for_by_many_threads_never_repeat(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(journal.new_request_id) for _ in range(400)]
        numbers = [each.result() for each in asked]
    assert len(set(numbers)) == 400
    journal.close()


def test_many_threads_can_append_at_once(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        for sold in [pool.submit(sell, journal, str(number)) for number in range(12)]:
            sold.result()
    kept = journal.attempts()
    journal.close()
    again = open_journal(tmp_path)
    assert again.attempts() == kept
    assert set(states(again).values()) == {State.SETTLED}
    again.close()


class Telling(Wrapped):
    """A sink that tells when it has an entry."""

    def __init__(self, sink: Sink, name: str, told: list[str]) -> None:
        super().__init__(sink)
        self._name = name
        self._told = told

    def append(self, entry: LogEntry) -> None:
        super().append(entry)
        self._told.append(f"{self._name} has {entry.state}")


def test_every_entry_goes_to_the_mirror_first(tmp_path: Path) -> None:
    told: list[str] = []
    journal = build(
        tmp_path,
        mirror=lambda sink: Telling(sink, "mirror", told),
        database=lambda sink: Telling(sink, "database", told),
    )
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    journal.close()
    assert told == [
        "mirror has PREPARED",
        "database has PREPARED",
        "mirror has DISPATCHED",
        "database has DISPATCHED",
    ]


class Waiting(Wrapped):
    """A sink on a disk that takes its time."""

    def __init__(self, sink: Sink, begun: threading.Event, go_on: threading.Event) -> None:
        super().__init__(sink)
        self._begun = begun
        self._go_on = go_on

    def append(self, entry: LogEntry) -> None:
        self._begun.set()
        assert self._go_on.wait(10)
        super().append(entry)


def test_reading_and_new_numbers_never_wait_for_the_disk(tmp_path: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()
    journal = build(tmp_path, database=lambda sink: Waiting(sink, begun, go_on))
    with ThreadPoolExecutor(1) as worker:
        written = worker.submit(step, journal, State.PREPARED)
        assert begun.wait(10)
        assert journal.attempts() == ()
        assert journal.new_request_id().startswith("ac1-")
        go_on.set()
        assert written.result().state is State.PREPARED
    assert states(journal) == {"one": State.PREPARED}
    journal.close()


def test_one_program_a_folder(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    with pytest.raises(FolderInUseError, match="Another Agency Counter is running in"):
        open_journal(tmp_path)
    script = (
        "import sys, pathlib, datetime\n"
        "from app.store.journal.journal import Journal\n"
        "from app.store.files.data_folder import FolderInUseError\n"
        "try:\n"
        "    Journal.open(pathlib.Path(sys.argv[1]), chain_key=None, clock=datetime.datetime.now)\n"
        "except FolderInUseError as error:\n"
        "    sys.exit(7 if sys.argv[1] in str(error) else 8)\n"
    )
    other = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False, timeout=30)
    assert other.returncode == 7
    journal.close()
    journal.close()
    again = open_journal(tmp_path)
    again.close()

"""Disks that are full or broken: nothing is sold unwritten, and an outcome is kept where it can be."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.store.files.data_folder import RESERVE_BYTES, Reserve
from app.store.journal.errors import is_full
from app.store.journal.file_log import FileLog, FlushError
from app.store.journal.hash_chain import LogEntry
from app.store.journal.journal import JournalError
from app.store.journal.recovery import Sink
from app.store.journal.states import State
from tests.support.store.scenes import SALE, Wrap, Wrapped, build, open_journal, sell, states, step

FULL = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")


@pytest.fixture(autouse=True)
def _whole_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about the reserve, of which others have a small one."""
    monkeypatch.setattr("app.store.files.data_folder.RESERVE_BYTES", RESERVE_BYTES)


class Failing(Wrapped):
    """A sink that fails whenever `is_bad` says so, before or after it has written."""

    def __init__(
        self, sink: Sink, error: Exception, is_bad: Callable[[], bool], *, has_written: bool = False
    ) -> None:
        super().__init__(sink)
        self._error = error
        self._is_bad = is_bad
        self._has_written = has_written

    def append(self, entry: LogEntry) -> None:
        if self._is_bad():
            if self._has_written:
                super().append(entry)
            raise self._error
        super().append(entry)

    def close(self) -> None:
        super().close()
        if self._is_bad():
            raise self._error


class Disk:
    """Goes bad at a certain append of one of its sinks."""

    def __init__(self, healthy: int) -> None:
        self.healthy = healthy
        self.appends = 0

    def is_bad(self) -> bool:
        self.appends += 1
        return self.appends > self.healthy


def _failing(healthy: int, error: Exception = BROKEN, *, has_written: bool = False) -> Wrap:
    disk = Disk(healthy)
    return lambda sink: Failing(sink, error, disk.is_bad, has_written=has_written)


def test_a_full_disk_takes_the_outcome_because_the_reserve_is_given_back(tmp_path: Path) -> None:
    reserve = tmp_path / "reserve.bin"
    sold = False
    journal = build(tmp_path, mirror=lambda sink: Failing(sink, FULL, lambda: sold and reserve.exists()))
    assert reserve.stat().st_size == RESERVE_BYTES == 8 * 1024 * 1024
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    sold = True
    step(journal, State.SETTLED)
    assert not reserve.exists()
    sold = False
    step(journal, State.PREPARED, intent="next")
    assert reserve.exists()
    journal.close()
    again = open_journal(tmp_path)
    assert states(again) == {"one": State.SETTLED, "next": State.PREPARED}
    assert again.recovery.sentences == ()
    again.close()


def test_without_a_reserve_nothing_is_sold_and_nothing_written(tmp_path: Path) -> None:
    journal = build(tmp_path)
    sell(journal, "a")
    (tmp_path / "reserve.bin").unlink()
    (tmp_path / "reserve.bin").mkdir()
    with pytest.raises(
        JournalError, match=rf"The disk with {tmp_path} has too little room \(\d+ MB free\)"
    ) as caught:
        step(journal, State.PREPARED, intent="b")
    assert not caught.value.is_partly_kept
    assert states(journal) == {"a": State.SETTLED}
    (tmp_path / "reserve.bin").rmdir()
    sell(journal, "b")
    journal.close()


@pytest.mark.parametrize("which", ["mirror", "database"])
def test_a_disk_that_stays_full_sells_nothing(tmp_path: Path, which: str) -> None:
    journal = build(tmp_path, **{which: _failing(0, FULL)})
    with pytest.raises(JournalError, match="took no entry") as caught:
        step(journal, State.PREPARED)
    assert caught.value.is_partly_kept
    step(journal, State.NOT_SENT)
    with pytest.raises(JournalError, match="takes no more sales") as again:
        step(journal, State.PREPARED, attempt=2)
    assert not again.value.is_partly_kept
    journal.close()
    opened = open_journal(tmp_path)
    assert states(opened) == {"one": State.NOT_SENT}
    opened.close()


@pytest.mark.parametrize("which", ["mirror", "database"])
@pytest.mark.parametrize("has_written", [False, True])
@pytest.mark.parametrize("at", SALE)
def test_a_sink_that_fails_leaves_the_other_and_never_two_histories(
    tmp_path: Path, which: str, at: State, *, has_written: bool
) -> None:
    journal = build(tmp_path, **{which: _failing(SALE.index(at), has_written=has_written)})
    for state in SALE[: SALE.index(at)]:
        step(journal, state)
    if at is State.SETTLED:
        step(journal, State.SETTLED)
        expected = State.SETTLED
    else:
        with pytest.raises(JournalError) as caught:
            step(journal, at)
        assert caught.value.is_partly_kept
        step(journal, State.NOT_SENT)
        expected = State.NOT_SENT
    assert states(journal) == {"one": expected}
    with pytest.raises(JournalError, match="takes no more sales"):
        step(journal, State.PREPARED, intent="next")
    assert [attempt.intent_id for attempt in journal.attempts()] == ["one"]
    journal.close()
    again = open_journal(tmp_path)
    assert states(again) == {"one": expected}
    assert "disagree" not in " ".join(again.recovery.sentences)
    if not again.recovery.selling_allowed:
        again.confirm("Asha")
    sell(again, "next")
    again.close()


def test_an_outcome_that_no_sink_takes_is_said(tmp_path: Path) -> None:
    journal = build(
        tmp_path, mirror=_failing(2), database=_failing(2, sqlite3.OperationalError("disk I/O error"))
    )
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    for _ in range(2):
        with pytest.raises(JournalError, match="took no entry") as caught:
            step(journal, State.SETTLED)
        assert not caught.value.is_partly_kept
    assert states(journal) == {"one": State.DISPATCHED}
    journal.close()
    again = open_journal(tmp_path)
    assert states(again) == {"one": State.DISPATCHED}
    again.close()


def test_a_database_that_fails_keeps_no_notes_either(tmp_path: Path) -> None:
    journal = build(tmp_path)
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    journal.close()
    (tmp_path / "journal.sqlite").unlink()
    rebuilt = build(tmp_path, database=_failing(0))
    assert not rebuilt.recovery.selling_allowed
    step(rebuilt, State.UNKNOWN)
    with pytest.raises(JournalError, match="database did not keep this"):
        rebuilt.confirm("Asha")
    assert not rebuilt.recovery.selling_allowed
    assert rebuilt.new_request_id()
    rebuilt.close()


def test_a_failed_flush_is_final_also_when_the_disk_says_that_it_is_full(tmp_path: Path) -> None:
    flush_failed = FlushError("The mirror was not flushed.")
    journal = build(tmp_path, mirror=_failing(2, flush_failed))
    sell(journal, "a")
    assert (tmp_path / "reserve.bin").exists()
    with pytest.raises(JournalError):
        step(journal, State.PREPARED, intent="b")
    journal.close()


def test_every_entry_is_flushed_after_it_is_written_and_before_it_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "mirror.log"
    flushed: list[int] = []
    entry = _entry(tmp_path / "counter")
    mirror = FileLog(path, flush=lambda _: flushed.append(path.read_bytes().count(b"\n")))
    for count in (1, 2, 3):
        mirror.append(entry)
        assert flushed[-1] == count
    assert flushed == [0, 1, 2, 3]
    mirror.close()


def test_a_flush_that_fails_is_told_from_a_write_that_fails(tmp_path: Path) -> None:
    entry = _entry(tmp_path)
    # These two devices take no flush and no bytes.
    null, full = FileLog(Path("/dev/null")), FileLog(Path("/dev/full"))
    with pytest.raises(FlushError) as flushed:
        null.append(entry)
    with pytest.raises(OSError, match="No space left") as written:
        full.append(entry)
    assert not is_full(flushed.value)
    assert is_full(written.value)
    null.close()
    full.close()


def test_a_mirror_on_a_full_device_gets_the_reserve_and_is_then_given_up(tmp_path: Path) -> None:
    full = FileLog(Path("/dev/full"))
    journal = build(tmp_path, mirror=lambda sink: Replaced(sink, full))
    with pytest.raises(JournalError) as caught:
        step(journal, State.PREPARED)
    assert caught.value.is_partly_kept
    assert not (tmp_path / "reserve.bin").exists()
    journal.close()


class Replaced(Wrapped):
    """Another sink in the place of the real one."""

    def __init__(self, sink: Sink, other: Sink) -> None:
        super().__init__(sink)
        self._other = other

    def append(self, entry: LogEntry) -> None:
        self._other.append(entry)

    def close(self) -> None:
        super().close()
        self._other.close()


def _entry(folder: Path) -> LogEntry:
    kept: list[LogEntry] = []

    class Keeping(Wrapped):
        def append(self, entry: LogEntry) -> None:
            kept.append(entry)
            super().append(entry)

    journal = build(folder, mirror=Keeping)
    step(journal, State.PREPARED)
    journal.close()
    return kept[0]


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (FULL, True),
        (OSError(errno.EDQUOT, "quota"), True),
        (BROKEN, False),
        (sqlite3.OperationalError("unknown"), False),
    ],
)
def test_a_full_disk_is_told_from_a_broken_one(error: Exception, *, expected: bool) -> None:
    assert is_full(error) is expected


def test_a_database_that_grows_no_further_is_full(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "small.sqlite")
    connection.execute("PRAGMA max_page_count = 2")
    connection.execute("CREATE TABLE note (text)")
    with pytest.raises(sqlite3.OperationalError) as caught:
        connection.execute("INSERT INTO note VALUES (?)", ("x" * 20_000,))
    assert is_full(caught.value)
    connection.close()


def test_a_reserve_that_a_crash_left_too_small_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "reserve.bin").write_bytes(b"some")
    reserve = Reserve(tmp_path)
    assert (tmp_path / "reserve.bin").stat().st_size == RESERVE_BYTES
    assert reserve.release()
    assert not reserve.release()


def test_a_disk_with_hardly_any_room_beside_the_reserve_sells_nothing(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path, needed=2**60)
    assert (tmp_path / "reserve.bin").exists()
    with pytest.raises(OSError, match=rf"The disk with {tmp_path} has too little room"):
        reserve.make()


@pytest.mark.parametrize("which", ["mirror", "database"])
@pytest.mark.parametrize("at", SALE)
def test_a_disk_that_fills_up_at_any_write_of_a_sale_is_given_the_reserve(
    tmp_path: Path, which: str, at: State
) -> None:
    reserve = tmp_path / "reserve.bin"
    reached: list[State] = []
    error = FULL if which == "mirror" else _full_database()

    def is_full_now() -> bool:
        return bool(reached) and reached[-1] is at and reserve.exists()

    def failing(sink: Sink) -> Sink:
        return Failing(sink, error, is_full_now)

    journal = build(tmp_path, **{which: failing})
    for state in SALE:
        reached.append(state)
        step(journal, state)
        assert reserve.exists() is (SALE.index(state) < SALE.index(at))
    reached.append(State.UNKNOWN)
    step(journal, State.PREPARED, intent="next")
    assert reserve.stat().st_size == RESERVE_BYTES
    journal.close()
    again = open_journal(tmp_path)
    assert again.recovery.sentences == ()
    assert states(again) == {"one": State.SETTLED, "next": State.PREPARED}
    again.close()


def _full_database() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error

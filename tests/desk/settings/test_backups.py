"""What a person is told of a backup before it takes anything away, and when none may be put back."""

import asyncio
import os
import shutil
import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.desk.desk import local_now
from app.desk.settings.backups import BackupError, Backups
from app.store.backup.backup import extract
from app.store.backup.restore import finish, stage
from app.store.journal.states import State
from tests.support.counter import Counter, open_counter, open_desk
from tests.support.store.scenes import sell, step

pytestmark = pytest.mark.asyncio


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.later = timedelta()

    def now(self) -> datetime:
        """By this computer."""
        return local_now() + self.later


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A practice desk whose journal has one sale."""
    async with open_counter(tmp_path / "data" / "practice") as opened:
        sell(opened.journal, "first")
        yield opened


def _backups(counter: Counter, time: Time | None = None) -> Backups:
    return Backups(
        counter.desk.reader.profile,
        counter.desk.payments,
        counter.journal,
        counter.folder,
        (time or Time()).now,
    )


async def test_a_backup_of_today_would_lose_nothing(tmp_path: Path, counter: Counter) -> None:
    backups = _backups(counter)
    made = await backups.make(tmp_path / "kept")
    found = await backups.look(made.path)
    assert (found.obstacle, found.lost_steps, found.lost_sales, found.lost_since) == ("", 0, 0, None)
    assert not found.is_other
    assert await backups.size() > 100_000
    await backups.stage(found, "Priya")
    await counter.desk.close()
    counter.journal.close()
    restored = await asyncio.to_thread(finish, tmp_path / "data")
    assert restored is not None
    assert restored.by == "Priya"


async def test_a_folder_that_goes_away_while_its_size_is_counted_is_passed_over(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    (counter.folder / "kept").mkdir()
    (counter.folder / "going").mkdir()
    (counter.folder / "going" / "inner").mkdir()
    look = os.scandir

    def going(path: str | int) -> object:
        if isinstance(path, str) and Path(path).name == "going":
            shutil.rmtree(path)
        return look(path)

    monkeypatch.setattr(os, "scandir", going)
    assert await _backups(counter).size() > 100_000
    assert not (counter.folder / "going").exists()


async def test_what_an_older_backup_would_lose_is_counted(tmp_path: Path, counter: Counter) -> None:
    backups = _backups(counter)
    step(counter.journal, State.PREPARED, intent="begun")
    made = await backups.make(tmp_path / "kept")
    step(counter.journal, State.DISPATCHED, intent="begun")
    step(counter.journal, State.SETTLED, intent="begun")
    sell(counter.journal, "second")
    found = await backups.look(made.path)
    assert (found.lost_steps, found.lost_sales, found.is_other, found.obstacle) == (5, 1, False, "")
    assert found.lost_since is not None
    assert found.lost_since.tzinfo is not None


async def test_a_backup_of_another_history_is_told(tmp_path: Path, counter: Counter) -> None:
    made = await _backups(counter).make(tmp_path / "kept")
    async with open_desk(tmp_path / "other" / "practice", counter.server) as other:
        fresh = await _backups(other).look(made.path)
        assert (fresh.is_other, fresh.lost_steps, fresh.obstacle) == (False, 0, "")
        sell(other.journal, "elsewhere")
        found = await _backups(other).look(made.path)
    assert (found.is_other, found.lost_steps, found.lost_sales) == (True, 3, 1)


async def test_nothing_is_put_back_over_an_open_outcome(tmp_path: Path, counter: Counter) -> None:
    backups = _backups(counter)
    made = await backups.make(tmp_path / "kept")
    step(counter.journal, State.PREPARED, intent="open")
    step(counter.journal, State.DISPATCHED, intent="open")
    found = await backups.look(made.path)
    assert "An outcome is still open." in found.obstacle
    with pytest.raises(BackupError, match="still open"):
        await backups.stage(found, "Priya")
    assert finish(tmp_path / "data") is None


async def test_nothing_is_put_back_while_a_booking_is_settled(tmp_path: Path, counter: Counter) -> None:
    backups = _backups(counter)
    found = await backups.look((await backups.make(tmp_path / "kept")).path)
    release = counter.faults.hold("create_booking")
    looked = await counter.desk.selling.preflight(await counter.draft(qty=1))
    begun = asyncio.Event()
    booking = asyncio.create_task(counter.desk.selling.book(looked, lambda _: begun.set()))
    await begun.wait()
    with pytest.raises(BackupError, match="being settled"):
        await backups.stage(found, "Priya")
    release.set_result(None)
    made = await backups.make(tmp_path / "kept")
    assert not counter.desk.payments.is_settling
    assert made.head.seq > found.backup.head.seq
    await booking


async def test_what_happens_while_it_is_unpacked_takes_it_back(tmp_path: Path, counter: Counter) -> None:
    backups = _backups(counter)
    found = await backups.look((await backups.make(tmp_path / "kept")).path)
    staging = asyncio.create_task(backups.stage(found, "Priya"))
    await asyncio.sleep(0)
    sell(counter.journal, "meanwhile")
    with pytest.raises(BackupError, match="sold meanwhile"):
        await staging
    assert finish(tmp_path / "data") is None
    assert not list((tmp_path / "data").glob(".restoring-*"))


async def test_one_that_is_stopped_while_it_is_unpacked_is_never_put_back(
    tmp_path: Path, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups, data = _backups(counter), tmp_path / "data"
    found = await backups.look((await backups.make(tmp_path / "kept")).path)
    is_unpacking, may_end, has_ended = threading.Event(), threading.Event(), threading.Event()

    def unpack_slowly(path: Path, folder: Path) -> None:
        is_unpacking.set()
        may_end.wait()
        extract(path, folder)

    def stage_and_say(*arguments: Any) -> None:
        try:
            stage(*arguments)
        finally:
            has_ended.set()

    monkeypatch.setattr("app.store.backup.restore.extract", unpack_slowly)
    monkeypatch.setattr("app.store.backup.restore.stage", stage_and_say)
    staging = asyncio.create_task(backups.stage(found, "Priya"))
    await asyncio.to_thread(is_unpacking.wait)
    staging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await staging
    may_end.set()
    await asyncio.to_thread(has_ended.wait)
    assert finish(data) is None
    assert list(data.glob(".restoring-*")) == []


async def test_a_backup_of_another_profile_stays_where_it_is(tmp_path: Path, counter: Counter) -> None:
    made = await _backups(counter).make(tmp_path / "kept")
    found = await _backups(counter).look(made.path)
    other = _backups(counter)
    counter.desk.reader.profile = replace(counter.desk.reader.profile, name="live")
    live = _backups(counter)
    assert "backup of practice" in (await live.look(made.path)).obstacle
    assert (await other.look(made.path)) == found


async def test_one_a_day_is_made_and_so_many_stay(tmp_path: Path, counter: Counter) -> None:
    time = Time()
    backups, kept = _backups(counter, time), tmp_path / "kept"
    assert await backups.last_made(kept) is None
    for day in range(4):
        time.later = timedelta(days=day)
        assert await backups.make_of_today(kept, keep=2) is not None
        assert await backups.make_of_today(kept, keep=2) is None
    last = await backups.last_made(kept)
    assert last is not None
    assert last.date() == time.now().date()
    assert len(list(kept.iterdir())) == 2


async def test_each_counter_makes_its_own_of_today_in_a_folder_they_share(
    tmp_path: Path, counter: Counter
) -> None:
    kept = tmp_path / "kept"
    ours = await _backups(counter).make_of_today(kept, keep=1)
    async with open_desk(tmp_path / "other" / "practice", counter.server) as other:
        theirs = await _backups(other).make_of_today(kept, keep=1)
    assert ours is not None
    assert theirs is not None
    assert sorted(kept.iterdir()) == sorted([ours.path, theirs.path])


async def test_a_clock_that_was_ahead_keeps_no_backup_from_being_made(
    tmp_path: Path, counter: Counter
) -> None:
    time, kept = Time(), tmp_path / "kept"
    time.later = timedelta(days=400)
    assert await _backups(counter, time).make_of_today(kept, keep=1) is not None
    made = await _backups(counter).make_of_today(kept, keep=1)
    assert made is not None
    assert list(kept.iterdir()) == [made.path]


async def test_a_journal_that_is_closed_is_not_backed_up(tmp_path: Path, counter: Counter) -> None:
    counter.journal.close()
    with pytest.raises(BackupError, match="not whole"):
        await _backups(counter).make(tmp_path / "kept")

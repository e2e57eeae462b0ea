"""A backup that is put back takes the place of what is there, which is kept, whenever the program dies."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.store.backup.backup import Backup, BackupError, BackupSource, make, read
from app.store.backup.restore import finish, stage, take_back
from app.store.journal.journal import Journal
from app.store.journal.rollback_guard import FilePlace, RollbackGuard
from tests.support.program import PROJECT
from tests.support.store.scenes import CHAIN_KEY, fill, open_journal, sell, steady_clock

NOW = datetime(2026, 11, 22, tzinfo=UTC)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder whose profile has sold more since its backup was made."""
    folder = tmp_path / "data"
    fill(folder / "live", sales=1)
    (folder / "settings.json").write_text('{"theme": "light"}', encoding="utf-8")
    journal = open_journal(folder / "live")
    make(
        BackupSource("live", "0a1b2c3d", folder / "live", journal.copy_to, folder / "settings.json"),
        tmp_path / "kept",
        NOW,
    )
    sell(journal, "later")
    journal.close()
    (folder / "settings.json").write_text('{"theme": "dark"}', encoding="utf-8")
    return folder


@pytest.fixture
def backup(tmp_path: Path, data: Path) -> Backup:
    assert data.exists()
    return read(next((tmp_path / "kept").iterdir()))


def _intents(folder: Path) -> list[str]:
    journal = open_journal(folder)
    found = [attempt.intent_id for attempt in journal.attempts()]
    journal.close()
    return found


def _all_files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "in-use.lock"
    }


def test_a_backup_takes_the_place_and_nothing_is_lost(data: Path, backup: Backup) -> None:
    before = _all_files(data / "live")
    restored = stage(backup, data, "Priya", NOW)
    assert _all_files(data / "live") == before
    assert finish(data) == restored
    assert _intents(data / "live") == ["0", "open"]
    aside = data / "live-before-20261122T000000Z"
    kept = _all_files(aside)
    assert kept.pop("settings.json") == b'{"theme": "dark"}'
    assert kept == before
    assert (data / "settings.json").read_text() == '{"theme": "light"}'
    assert not (data / "live" / "settings.json").exists()
    assert finish(data) is None
    log = [json.loads(line) for line in (data / "restores.log").read_text().splitlines()]
    assert [(each["by"], each["backup"], each["aside"]) for each in log] == [
        ("Priya", backup.path.name, aside.name)
    ]


def test_it_is_put_where_nothing_was(tmp_path: Path, backup: Backup) -> None:
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    stage(backup, fresh, "Priya", NOW)
    finish(fresh)
    assert _intents(fresh / "live") == ["0", "open"]
    assert (fresh / "settings.json").read_text() == '{"theme": "light"}'


def test_twice_in_one_second_takes_two_places(data: Path, backup: Backup) -> None:
    for _ in range(2):
        stage(backup, data, "Priya", NOW)
        finish(data)
    assert (data / "live-before-20261122T000000Z-2").is_dir()


def test_the_journal_that_is_put_back_is_seen_to_be_an_old_one(
    tmp_path: Path, data: Path, backup: Backup
) -> None:
    """What the computer remembers of the journal is no part of a backup: a person has to have looked."""

    def opened() -> Journal:
        places = FilePlace(tmp_path / "outside"), FilePlace(tmp_path / "outside")
        outside = RollbackGuard(data / "live", *places)
        return Journal.open(data / "live", chain_key=CHAIN_KEY, clock=steady_clock(), outside=outside)

    former = opened()
    former.close()
    stage(backup, data, "Priya", NOW)
    finish(data)
    journal = opened()
    assert journal.recovery.heading == "The journal is an old copy"
    assert not journal.recovery.selling_allowed
    # It has a number of its own, and keeps it also if it was not confirmed at once.
    number = journal.desk
    assert number != former.desk
    journal.close()
    journal = opened()
    assert journal.desk == number
    journal.confirm("Priya")
    assert journal.recovery.selling_allowed
    journal.close()
    for _ in range(2):
        journal = opened()
        assert journal.desk == number
        assert not (data / "live" / "new-number").exists()
        journal.close()


def test_what_was_staged_and_not_noted_is_not_used(data: Path, backup: Backup) -> None:
    stage(backup, data, "Priya", NOW)
    (data / "restore.json").write_text("{", encoding="utf-8")
    assert finish(data) is None
    assert (data / "restore.damaged.json").read_text() == "{"
    assert _intents(data / "live") == ["0", "open", "later"]
    stage(backup, data, "Priya", NOW.replace(minute=1))
    assert [each.name for each in data.glob(".restoring-*")] == [".restoring-20261122T000100Z"]


def test_a_backup_that_changed_after_it_was_read_is_not_used(data: Path, backup: Backup) -> None:
    backup.path.write_bytes(backup.path.read_bytes()[:-1] + b"x")
    with pytest.raises(BackupError, match="damaged"):
        stage(backup, data, "Priya", NOW)
    backup.path.unlink()
    with pytest.raises(BackupError, match="cannot be unpacked: No such file"):
        stage(backup, data, "Priya", NOW.replace(minute=1))
    assert finish(data) is None


def test_what_is_staged_can_be_taken_back(data: Path, backup: Backup) -> None:
    before = _all_files(data)
    stage(backup, data, "Priya", NOW)
    take_back(data)
    assert _all_files(data) == before
    assert finish(data) is None


def test_a_disk_without_room_is_said_before(data: Path, backup: Backup) -> None:
    vast = replace(backup, size=shutil.disk_usage(data).total)
    with pytest.raises(BackupError, match="too little room"):
        stage(vast, data, "Priya", NOW)


def test_a_kill_at_any_step_loses_nothing(tmp_path: Path, data: Path, backup: Backup) -> None:
    """Each step on the disk in its turn is not taken any more; the next start makes it whole."""
    before = {*_all_files(data).values()}
    killed = tmp_path / "killed"
    killed.mkdir()
    command = [sys.executable, "-m", "tests.support.store.killed_restore", data, backup.path, killed]
    subprocess.run(command, cwd=PROJECT, check=True)
    ends: list[str] = []
    for folder in killed.iterdir():
        assert before <= {*_all_files(folder).values()}
        finish(folder)
        assert before <= {*_all_files(folder).values()}
        intents = " ".join(_intents(folder / "live"))
        ends.append(f"{intents} {(folder / 'settings.json').read_text()}")
    assert len(ends) > 20
    assert set(ends) == {'0 open later {"theme": "dark"}', '0 open {"theme": "light"}'}

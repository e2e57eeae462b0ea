"""Nothing is replaced while a counter runs or an outcome of real money is open, whoever's it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.commands.upgrade_check import (
    MAY,
    OPEN,
    RUNS,
    UpgradeVerdict,
    User,
    gravest,
    look,
    look_as,
    look_for_processes,
    upgrade_check,
)
from app.store.files.data_folder import FolderLock
from app.store.journal.states import State
from tests.support.program import PROJECT
from tests.support.proof import beside_others
from tests.support.store.scenes import open_journal, sell, step

NOBODY = 65_534


def _profile(data: Path, name: str, *, is_open: bool) -> None:
    (data / name).mkdir(parents=True)
    journal = open_journal(data / name)
    sell(journal, "settled")
    if is_open:
        step(journal, State.PREPARED, intent="open")
        step(journal, State.DISPATCHED, intent="open")
    journal.close()


@pytest.mark.parametrize("name", ["none", "empty"])
def test_where_nothing_was_sold_it_may_be_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    assert look(tmp_path / name).status == MAY
    assert list(tmp_path.rglob("*")) == [tmp_path / "empty"]


def test_a_process_of_the_program_stands_in_the_way_before_it_holds_a_folder(tmp_path: Path) -> None:
    program = tmp_path / "python/bin/python"
    program.parent.mkdir(parents=True)
    shutil.copy("/bin/sleep", program)
    with subprocess.Popen([program, "60"]) as running:
        verdict = look_for_processes(tmp_path)
        assert look_for_processes(tmp_path / "python/lib").status == MAY
        assert look_for_processes(None).status == MAY
        running.kill()
    assert verdict.status == RUNS
    assert f"process {running.pid}" in verdict.sentence
    assert look_for_processes(tmp_path).status == MAY


def test_an_open_outcome_of_real_money_alone_stands_in_the_way(tmp_path: Path) -> None:
    for name in ("practice", "sandbox"):
        _profile(tmp_path, name, is_open=True)
    _profile(tmp_path, "live", is_open=False)
    assert look(tmp_path).status == MAY
    journal = open_journal(tmp_path / "live")
    step(journal, State.PREPARED, intent="two")
    journal.close()
    verdict = look(tmp_path, "asha")
    assert verdict.status == OPEN
    assert verdict.sentence == (
        f"1 outcome(s) of real money of asha in {tmp_path / 'live'} are open. "
        "Open the counter and settle them in Bookings, then try again."
    )


@pytest.mark.parametrize("name", ["", "live", "practice"])
def test_a_counter_that_runs_stands_in_the_way(tmp_path: Path, name: str) -> None:
    _profile(tmp_path, "live", is_open=True)
    (tmp_path / name).mkdir(exist_ok=True)
    lock = FolderLock(tmp_path / name)
    verdict = look(tmp_path)
    lock.release()
    assert verdict == UpgradeVerdict(
        RUNS, f"A counter runs with the data folder {tmp_path}. Close it, then try again."
    )
    assert look(tmp_path).status == OPEN


def test_a_journal_in_doubt_stands_in_the_way(tmp_path: Path) -> None:
    _profile(tmp_path, "live", is_open=False)
    (tmp_path / "live" / "journal.sqlite").write_bytes(b"somebody's letter" * 300)
    verdict = look(tmp_path)
    assert verdict.status == OPEN
    assert "cannot be relied on: it is damaged, or was written by another version" in verdict.sentence


def test_a_counter_that_runs_goes_before_an_open_outcome() -> None:
    well, runs, is_open = (
        UpgradeVerdict(MAY, "well"),
        UpgradeVerdict(RUNS, "runs"),
        UpgradeVerdict(OPEN, "open"),
    )
    assert gravest([well, is_open, runs]) == runs
    assert gravest([is_open, UpgradeVerdict(OPEN, "another"), well]) == is_open
    assert gravest([well]) == well


@pytest.fixture
def home() -> Iterator[Path]:
    """A home that its owner can reach, unlike the folders of the tests."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def _give(folder: Path, uid: int) -> None:
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, uid, uid)


def test_the_folder_of_another_user_is_looked_at_as_that_user(home: Path) -> None:
    """A user who is not an administrator takes on nobody: the folder of one's own is looked at directly."""
    uid = NOBODY if os.geteuid() == 0 else os.geteuid()
    user = User("asha", home / "data", uid, uid)
    assert look_as(user).status == MAY
    _profile(home / "data", "live", is_open=True)
    _give(home, uid)
    verdict = look_as(user)
    assert verdict.status == OPEN
    assert "of asha in" in verdict.sentence
    lock = FolderLock(home / "data")
    _give(home, uid)
    assert look_as(user).status == RUNS
    lock.release()
    # What that user may not see is no data of that user's counter.
    _give(home, os.geteuid())
    (home / "data").chmod(0o700)
    assert look_as(user).status == (MAY if os.geteuid() == 0 else OPEN)


def test_one_who_cannot_be_taken_on_is_not_known_to_be_well(home: Path) -> None:
    impossible = User("nobody at all", home, -2, -2)
    assert look_as(impossible) == UpgradeVerdict(
        OPEN, f"The data folder {home} of nobody at all could not be looked at."
    )


@beside_others
def test_all_users_are_for_an_administrator(tmp_path: Path) -> None:
    said: list[str] = []
    status = upgrade_check(tmp_path, all_users=True, show=said.append)
    assert len(said) == 1
    if os.geteuid() != 0:
        assert (status, said[0]) == (2, "Only an administrator may look at the folders of all users.")
    else:
        _profile(tmp_path, "live", is_open=True)
        assert upgrade_check(tmp_path, all_users=True, show=said.append) in {RUNS, OPEN}


def test_installers_ask_by_a_command_with_an_exit_status(tmp_path: Path) -> None:
    def ask(*more: str) -> tuple[int, str]:
        asked = subprocess.run(
            [sys.executable, "-m", "app", "upgrade-check", *more],
            env={**os.environ, "AGENCY_COUNTER_DATA_DIR": str(tmp_path)},
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=False,
        )
        return asked.returncode, asked.stdout

    assert ask() == (0, "The program may be replaced: no counter runs, and no outcome is open.\n")
    _profile(tmp_path, "live", is_open=True)
    status, said = ask()
    assert status == 4
    assert said.count("\n") == 1
    assert ask("--everybody")[0] == 2

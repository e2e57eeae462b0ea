"""A newer version is told by the names of files alone; a folder that is gone keeps nobody waiting."""

from __future__ import annotations

import asyncio
import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.installation import Installation
from app.lifecycle.updates import Newer, UpdateWatch, newest, parsed

LINUX = Installation(Path("/opt/agency-counter"), "0.9.0", "linux", "", "", "")
WINDOWS = replace(LINUX, system="windows")
CHECKOUT = replace(LINUX, root=None)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.2", (1, 2, 0, 0)),
        ("0.10.0", (0, 10, 0, 0)),
        ("1.2.3.4", (1, 2, 3, 4)),
        ("", None),
        ("1", None),
        ("1.2.3.4.5", None),
        ("01.2", None),
        ("1.2rc1", None),
        ("1.2\n", None),
        ("1.-2", None),
        ("1.1234567", None),
        ("\u0967.\u0968", None),
    ],
)
def test_only_plain_versions_are_understood(text: str, version: tuple[int, ...] | None) -> None:
    assert parsed(text) == version


def _fill(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).touch()
    return folder


def test_the_newest_is_found_by_its_numbers_and_never_opened(tmp_path: Path) -> None:
    _fill(tmp_path, "agency-counter_0.9.0_amd64.deb", "agency-counter_0.8.9_amd64.deb", "notes.txt")
    assert newest(tmp_path, LINUX) is None
    # Nobody writes to it: whoever opened it would wait for ever.
    os.mkfifo(tmp_path / "agency-counter_0.10.0_amd64.deb")
    _fill(tmp_path, "agency-counter-0.9.1-linux-x86_64.run", "agency-counter-2.0.0-setup.exe")
    assert newest(tmp_path, LINUX) == Newer("0.10.0", tmp_path, "agency-counter_0.10.0_amd64.deb")
    assert newest(tmp_path, WINDOWS) == Newer("2.0.0", tmp_path, "agency-counter-2.0.0-setup.exe")


def test_of_one_version_the_form_that_was_installed_is_named(tmp_path: Path) -> None:
    _fill(tmp_path, "agency-counter_1.0.0_amd64.deb", "agency-counter-1.0.0-linux-x86_64.run")
    _fill(tmp_path, "agency-counter-1.0.0.msi", "agency-counter-1.0.0-setup.exe")
    own = replace(LINUX, root=Path.home() / ".local/opt/agency-counter")

    def named(program: Installation) -> str:
        found = newest(tmp_path, program)
        return found.file if found else ""

    assert named(LINUX) == named(CHECKOUT) == "agency-counter_1.0.0_amd64.deb"
    assert named(own) == "agency-counter-1.0.0-linux-x86_64.run"
    assert named(WINDOWS) == named(replace(own, system="windows")) == "agency-counter-1.0.0-setup.exe"


@pytest.mark.parametrize(
    "name",
    [
        "agency-counter_2.0.0_arm64.deb",
        "agency-counter_2.0.0_amd64.deb.part",
        "Agency-counter_2.0.0_amd64.deb",
        "agency-counter_2.0.0~rc1_amd64.deb",
        "agency-counter_2.0.0_amd64.deb\n",
        "agency-counter_99999999.0_amd64.deb",
    ],
)
def test_names_of_any_other_form_are_nothing(tmp_path: Path, name: str) -> None:
    assert newest(_fill(tmp_path, name), LINUX) is None


def test_a_version_that_cannot_be_compared_has_no_newer_one(tmp_path: Path) -> None:
    _fill(tmp_path, "agency-counter_2.0.0_amd64.deb")
    assert newest(tmp_path, replace(LINUX, version="dev")) is None
    assert newest(tmp_path, replace(LINUX, system="solaris")) is None


class Told:
    """What a watch has told, in its order."""

    def __init__(self) -> None:
        self._told: asyncio.Queue[tuple[Newer | None, str]] = asyncio.Queue()

    def hear(self, newer: Newer | None, problem: str) -> None:
        self._told.put_nowait((newer, problem))

    async def next(self) -> tuple[Newer | None, str]:
        return await asyncio.wait_for(self._told.get(), 10)


async def test_it_looks_when_it_is_woken_and_the_folder_is_another_one(tmp_path: Path) -> None:
    _fill(tmp_path, "agency-counter_2.0.0_amd64.deb")
    folders, told = [""], Told()
    watch = UpdateWatch(LINUX, lambda: folders[0], told.hear)
    task = asyncio.create_task(watch.watch())
    assert await told.next() == (None, "")
    folders[0] = str(tmp_path)
    watch.wake()
    assert await told.next() == (Newer("2.0.0", tmp_path, "agency-counter_2.0.0_amd64.deb"), "")
    watch.wake()
    folders[0] = str(tmp_path / "none")
    watch.wake()
    problem = f"The update folder {tmp_path / 'none'} cannot be read: No such file or directory."
    assert await told.next() == (None, problem)
    # Being ended in the moment of being woken is not taken for more work.
    watch.wake()
    await asyncio.sleep(0)
    watch.wake()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 10)


async def test_a_folder_that_does_not_answer_keeps_nobody_waiting() -> None:
    begun: list[Path] = []
    answered = threading.Event()
    folders, told = [""], Told()

    def wait(folder: Path, _program: Installation) -> Newer | None:
        begun.append(folder)
        answered.wait()
        return None

    watch = UpdateWatch(LINUX, lambda: folders[0], told.hear, find=wait, answer_seconds=0.01)
    task = asyncio.create_task(watch.watch())
    assert await told.next() == (None, "")
    for number in range(5):
        folders[0] = f"/gone/{number}"
        watch.wake()
        assert await told.next() == (None, f"The update folder /gone/{number} does not answer.")
    task.cancel()
    answered.set()
    assert begun == [Path(f"/gone/{number}") for number in range(3)]

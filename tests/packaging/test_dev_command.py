"""The commands of a checkout: what they decide before anything is installed, and what they become."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import system_libraries
from coverage_floors import FLOORS, complaints_about
from dead_code import complaints
from environment import (
    PICTURES,
    RUNTIME,
    TEST,
    SetupError,
    python_of,
    read_stamp,
    ready_python,
    wanted_stamp,
    write_stamp,
)
from group_of_processes import TIMED_OUT, run_in_group
from interpreter import find_suitable
from system_libraries import LibrariesError, advice, has_display, packages_for, parse_missing
from tests.support.program import PROJECT, has_ended
from tests.support.proof import beside_others

LDD = """\
/site/PySide6/QtWidgets.abi3.so:
\tlinux-vdso.so.1 (0x00007ffe)
\tlibQt6Widgets.so.6 => /site/PySide6/Qt/lib/libQt6Widgets.so.6 (0x00007f01)
\tlibEGL.so.1 => not found
/site/PySide6/Qt/plugins/platforms/libqxcb.so:
\tlibxcb-cursor.so.0 => not found
\tlibEGL.so.1 => not found
"""


def test_missing_libraries_are_read_from_what_the_linker_says() -> None:
    assert parse_missing(LDD) == {"libEGL.so.1", "libxcb-cursor.so.0"}


def test_missing_libraries_have_their_packages() -> None:
    assert packages_for(["libxcb-cursor.so.0", "libEGL.so.1", "libmystery.so.9"]) == [
        "libegl1",
        "libxcb-cursor0",
    ]


@pytest.mark.parametrize("with_screen", [False, True])
def test_libraries_for_a_screen_are_installed_without_one_too(
    monkeypatch: pytest.MonkeyPatch, *, with_screen: bool
) -> None:
    installed = list[str]()

    def lacking(_python: Path, *, with_screen: bool) -> set[str]:
        return {"libxcb-cursor.so.0"} if with_screen else set()

    def install(packages: list[str]) -> bool:
        installed.extend(packages)
        return False

    monkeypatch.setattr(system_libraries, "missing_libraries", lacking)
    monkeypatch.setattr(system_libraries, "install_packages", install)
    if with_screen:
        with pytest.raises(LibrariesError, match="libxcb-cursor"):
            system_libraries.ensure(Path(sys.executable), with_screen=True)
    else:
        # Who may install nothing tests without them.
        system_libraries.ensure(Path(sys.executable), with_screen=False)
    assert installed == ["libxcb-cursor0"]


def test_on_debian_the_exact_line_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _command(tmp_path / "apt-get", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    told = advice({"libEGL.so.1", "libGL.so.1"})
    assert "libEGL.so.1, libGL.so.1" in told
    assert told.endswith("\n  sudo apt-get install -y --no-install-recommends libegl1 libgl1")


def test_elsewhere_the_names_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = advice({"libEGL.so.1"})
    assert "libEGL.so.1" in told
    assert "apt-get" not in told


@pytest.mark.parametrize(
    ("variables", "platform", "expected"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", True),
        ({}, "win32", True),
    ],
)
def test_only_linux_needs_to_be_told_where_the_screen_is(
    *, variables: dict[str, str], platform: str, expected: bool
) -> None:
    assert has_display(variables, platform) is expected


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        ([], 2, "Usage: "),
        (["--help"], 0, "Usage: "),
        (["sell"], 2, "Usage: "),
        (["test", "--fast"], 2, "Usage: "),
        (["test", "tests/no_such_folder"], 2, "Usage: "),
        (["prove", "tests"], 2, "Usage: "),
        (["bench", "quickly"], 2, "Usage: "),
        (["setup", "now"], 2, "Usage: "),
    ],
)
def test_wrong_use_shows_the_right_one(arguments: list[str], status: int, told: str) -> None:
    ended = _dev(PROJECT, *arguments)
    assert (ended.returncode, ended.stderr) == (status, "")
    assert ended.stdout.startswith(told)


def test_without_a_screen_one_sentence_says_how_to_get_one() -> None:
    variables = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    ended = _dev(PROJECT, "run", variables=variables)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("There is no screen here")
    assert "xvfb-run -a python3 packaging/dev.py run" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose program says how it was started, and whose locks name nothing."""
    root = tmp_path / "checkout"
    scripts = root / "packaging"
    scripts.mkdir(parents=True)
    for script in (PROJECT / "packaging").glob("*.py"):
        shutil.copy(script, scripts)
    for lock in (RUNTIME, TEST, PICTURES):
        (scripts / lock).write_text("")
    program = root / "app" / "__main__.py"
    program.parent.mkdir()
    program.write_text(
        "import os, sys\nprint(sys.argv[1:], os.getcwd(), os.environ.get('QT_API'))\nsys.exit(5)\n"
    )
    return root


def _make_whole(root: Path) -> None:
    """Give it an environment that is up to date."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(root / ".venv")], check=True)
    write_stamp(root / ".venv", wanted_stamp(root, TEST, with_screen=False))


def test_an_environment_that_is_up_to_date_is_left_alone(checkout: Path) -> None:
    _make_whole(checkout)
    before = read_stamp(checkout / ".venv")
    assert ready_python(checkout, RUNTIME) == python_of(checkout / ".venv")
    assert ready_python(checkout, TEST) == python_of(checkout / ".venv")
    assert read_stamp(checkout / ".venv") == before


def test_the_program_starts_where_the_person_stands(checkout: Path, tmp_path: Path) -> None:
    _make_whole(checkout)
    variables = {**os.environ, "QT_API": "pyqt5", "PYTHONPATH": "/nowhere"}
    ended = _dev(checkout, "run", "practice", "--port", "8080", folder=tmp_path, variables=variables)
    assert ended.stdout == f"['practice', '--port', '8080'] {tmp_path} None\n"
    assert (ended.returncode, ended.stderr) == (5, "")


def test_what_reads_copies_is_added_once(checkout: Path) -> None:
    _make_whole(checkout)
    both = wanted_stamp(checkout, TEST, with_screen=False) | wanted_stamp(
        checkout, PICTURES, with_screen=False
    )
    write_stamp(checkout / ".venv", both)
    ended = _dev(checkout, "run", "--with", "pictures", "check", folder=checkout)
    assert ended.stdout.startswith("['check'] ")
    assert (ended.returncode, ended.stderr) == (5, "")
    assert read_stamp(checkout / ".venv") == both


@pytest.mark.parametrize("lock", [RUNTIME, TEST])
def test_a_changed_lock_is_noticed(checkout: Path, lock: str) -> None:
    before = wanted_stamp(checkout, TEST, with_screen=False)
    (checkout / "packaging" / lock).write_text("more")
    after = wanted_stamp(checkout, TEST, with_screen=False)
    assert {name for name in before if before[name] != after[name]} == {lock}


def test_the_stamp_names_interpreter_locks_and_screen(checkout: Path) -> None:
    stamp = wanted_stamp(checkout, RUNTIME, with_screen=True)
    assert stamp.keys() == {"interpreter", RUNTIME, "screen"}
    assert sys.version in stamp["interpreter"]


@pytest.mark.parametrize("text", ["", "{", "[]"])
def test_a_broken_stamp_is_no_stamp(tmp_path: Path, text: str) -> None:
    (tmp_path / "agency-counter.json").write_text(text)
    assert read_stamp(tmp_path) == {}


@beside_others
def test_a_half_made_environment_is_made_afresh(checkout: Path) -> None:
    left = checkout / ".venv" / "bin" / "left-behind"
    left.parent.mkdir(parents=True)
    left.write_text("")
    # The locks of this checkout name nothing, and so no Qt.
    with pytest.raises(LibrariesError, match="Qt does not start on this system"):
        ready_python(checkout, RUNTIME)
    assert python_of(checkout / ".venv").exists()
    assert not left.exists()
    assert read_stamp(checkout / ".venv") == {}


@beside_others
def test_packages_that_cannot_be_had_are_told(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "packaging" / RUNTIME).write_text(
        "agency-counter-does-not-exist==1 --hash=sha256:" + "0" * 64
    )
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    with pytest.raises(SetupError, match="The packages were not installed"):
        ready_python(checkout, RUNTIME)
    assert read_stamp(checkout / ".venv") == {}


def test_another_python_is_found_and_shims_are_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _command(tmp_path / "python3.13", "exit 127")
    _command(tmp_path / "python3.12", "echo 3.12; echo /opt/python3.12")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert find_suitable() == "/opt/python3.12"
    (tmp_path / "python3.12").unlink()
    assert find_suitable() is None


@pytest.mark.parametrize("script", ["dev.py", "interpreter.py"])
def test_an_old_python_gets_as_far_as_looking_for_another(script: str) -> None:
    source = (PROJECT / "packaging" / script).read_text(encoding="utf-8")
    assert ast.parse(source, feature_version=(3, 7))


def test_a_run_that_hangs_is_ended_with_all_its_children(tmp_path: Path) -> None:
    _command(tmp_path / "stubborn", "trap '' TERM\nsleep 600 &\necho $! > child\nwait")
    status = run_in_group([str(tmp_path / "stubborn")], tmp_path, os.environ, seconds=1, grace=0.2)
    assert status == TIMED_OUT
    assert has_ended(int((tmp_path / "child").read_text()))


def test_a_run_that_ends_gives_its_status(tmp_path: Path) -> None:
    assert run_in_group([sys.executable, "-c", "raise SystemExit(3)"], tmp_path, os.environ, seconds=60) == 3


def _file(*, reached: int, total: int, lines: list[int], branches: list[list[int]]) -> dict[str, object]:
    summary = {"num_statements": total, "num_branches": 0, "covered_lines": reached, "covered_branches": 0}
    return {"summary": summary, "missing_lines": lines, "missing_branches": branches}


def test_a_package_below_its_floor_is_told_with_its_gaps() -> None:
    files = {
        "app/api/client.py": _file(reached=9, total=10, lines=[3, 4, 6, 20], branches=[[3, 4], [8, 9]]),
        "app/ui/kit/sheets/page.py": _file(reached=1, total=10, lines=[1], branches=[]),
    }
    assert complaints_about("app/api", files, PROJECT) == [
        "app/api: 90.00 % instead of 95 %",
        "  app/api/client.py: 3-6, 20, 8->9",
    ]


def test_a_package_that_no_test_reached_is_told() -> None:
    assert complaints_about("app/api", {}, PROJECT) == ["app/api: 0.00 % instead of 95 %"]


def test_money_has_a_floor_of_its_own() -> None:
    files = {
        "app/desk/sale/draft.py": _file(reached=96, total=100, lines=[1], branches=[]),
        "app/desk/payment/order.py": _file(reached=99, total=100, lines=[7], branches=[]),
    }
    assert complaints_about("app/desk", files, PROJECT) == []
    assert complaints_about("app/desk/payment", files, PROJECT) == [
        "app/desk/payment: 99.00 % instead of 100 %",
        "  app/desk/payment/order.py: 7",
    ]
    exact = {name: floor for name, floor in FLOORS.items() if floor == 100}
    assert exact.keys() == {
        *("app/api/wire", "app/desk/basket", "app/desk/moving", "app/desk/payment", "app/desk/storm"),
        "app/desk/till",
        *("app/store/journal", "app/store/till"),
    }


def test_a_package_at_its_floor_is_well() -> None:
    files = {"app\\ui\\page.py": _file(reached=9, total=10, lines=[1], branches=[])}
    assert complaints_about("app/ui", files, PROJECT) == []


def test_a_package_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert complaints_about("app/api", {}, tmp_path) == []
    assert capsys.readouterr().out == "There is no app/api yet, and so no coverage of it.\n"


def test_fields_of_the_wire_are_no_dead_code() -> None:
    wire = "app/api/messages/boat_answers.py:28: unused variable 'age_range' (60% confidence)"
    dead = "app/api/messages/boat_answers.py:30: unused function 'age' (60% confidence)"
    assert complaints(f"{wire}\n{dead}\n") == [dead]


def test_the_command_of_the_build_is_a_program() -> None:
    command = PROJECT / ".ci" / "run"
    assert os.access(command, os.X_OK)
    lines = command.read_text(encoding="utf-8").splitlines()
    # Each alone on its line, where nothing decides whether it runs, and a fault of it ends the script.
    assert "set -euo pipefail" in lines
    assert lines[-2:] == ["python3 packaging/dev.py test", "python3 packaging/dev.py prove"]


def _dev(
    root: Path, *arguments: str, folder: Path = PROJECT, variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(root / "packaging" / "dev.py"), *arguments],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _command(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)

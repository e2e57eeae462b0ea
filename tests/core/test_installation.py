"""What an installer has put here is found by its marker, and started by its own launcher."""

from __future__ import annotations

import json
import os
import platform
import sys
import tomllib
from pathlib import Path

import pytest

from app.core.installation import VERSION, own_command, spoken_command, this_program
from tests.support.program import PROJECT

LAUNCHER = "agency-counter.exe" if os.name == "nt" else "agency-counter"
TOLD = {"version": "0.2.0", "system": "linux", "python": "3.11.2", "qt": "6.11.3", "built_from": "abc123"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder of an installed program."""
    (tmp_path / "installed.json").write_text(json.dumps(TOLD), encoding="utf-8")
    (tmp_path / LAUNCHER).touch()
    return tmp_path


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION


def test_a_checkout_is_started_by_its_python(tmp_path: Path) -> None:
    assert own_command("read-text") == (sys.executable, "-P", "-m", "app", "read-text")
    assert spoken_command(tmp_path) == "python -m app"
    program = this_program(tmp_path)
    assert (program.root, program.version, program.built_from) == (None, VERSION, "")
    assert program.python == platform.python_version()


def test_an_installed_program_is_started_by_its_launcher(root: Path) -> None:
    assert own_command("read-text", root=root) == (str(root / LAUNCHER), "read-text")
    assert spoken_command(root) == "agency-counter"
    program = this_program(root)
    assert program.root == root
    assert {name: getattr(program, name) for name in TOLD} == TOLD


def test_without_its_launcher_it_is_started_by_the_python_that_runs(root: Path) -> None:
    (root / LAUNCHER).unlink()
    assert own_command("verify", root=root)[0] == sys.executable


@pytest.mark.parametrize("marker", ["", "[]", "no JSON", '{"version": 2}', "[" * 9_000])
def test_a_marker_that_says_nothing_leaves_what_the_program_knows(root: Path, marker: str) -> None:
    (root / "installed.json").write_text(marker, encoding="utf-8")
    program = this_program(root)
    assert program.root == root
    assert program.version == VERSION

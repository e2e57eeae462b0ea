"""The launcher for Linux: nothing of whoever starts it comes between it and the program's own Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.program import PROJECT

TELLS = '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\nenv\n'
FOREIGN = {
    "LD_AUDIT": "",
    "LD_LIBRARY_PATH": "/nowhere",
    "LD_PRELOAD": "",
    "QT_PLUGIN_PATH": "/nowhere",
    "QT_QPA_PLATFORM_PLUGIN_PATH": "/nowhere",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An installed program whose Python tells how it was started; the path is one that shells stumble on."""
    root = tmp_path / "a b $(false) 'quoted' \\"
    python = root / "python/bin/python3.11"
    python.parent.mkdir(parents=True)
    python.write_text(TELLS, encoding="ascii")
    python.chmod(0o755)
    shutil.copy(PROJECT / "packaging/linux/agency-counter.sh", root / "agency-counter")
    (root / "agency-counter").chmod(0o755)
    return root


def started(launcher: Path, *arguments: str, folder: Path) -> list[str]:
    variables = {**os.environ, **FOREIGN}
    ended = subprocess.run(
        [launcher, *arguments], cwd=folder, env=variables, capture_output=True, text=True, check=True
    )
    return ended.stdout.splitlines()


def test_it_starts_the_programs_own_python_in_isolation(root: Path, tmp_path: Path) -> None:
    given = ["version", "an argument with spaces", "--manifest-sha256", "*", ""]
    told = started(root / "agency-counter", *given, folder=tmp_path)
    assert told[: len(given) + 5] == [str(root / "python/bin/python3.11"), "-I", "-B", "-m", "app", *given]


def test_foreign_libraries_and_plugins_are_kept_out(root: Path, tmp_path: Path) -> None:
    told = started(root / "agency-counter", folder=tmp_path)
    assert [line for line in told if line.partition("=")[0] in FOREIGN] == []


def test_links_to_it_may_lie_anywhere(root: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/first link").symlink_to(root / "agency-counter")
    (tmp_path / "bin/second").symlink_to("first link")
    told = started(tmp_path / "bin/second", folder=tmp_path / "bin")
    assert told[0] == str(root / "python/bin/python3.11")


def test_cdpath_leads_nowhere_else(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other/bin").mkdir(parents=True)
    monkeypatch.setenv("CDPATH", str(tmp_path / "other"))
    (root / "bin").mkdir()
    (root / "bin/link").symlink_to("../agency-counter")
    assert started(Path("bin/link"), folder=root)[0] == str(root / "python/bin/python3.11")

"""The program on a real accessibility bus and a screen of its own, with a screen reader beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.screen_reader.conftest import BUS, DISPLAY
from tests.support.accessibility_bus import on_accessibility_bus, running
from tests.support.program import PROJECT

pytestmark = pytest.mark.prove(
    "a program of its own on a bus, for minutes; each scene is read aloud in its window"
)

_SECONDS = 300
_PARTS = {
    "walk": ("test_walk", "left_alone"),
    "reach": ("test_walk", "not left_alone"),
    "transcripts": ("test_transcripts", ""),
}
"""A module of tests, and which of them; several of them may run side by side."""


@on_accessibility_bus
@pytest.mark.timeout(_SECONDS + 30)
@pytest.mark.parametrize(("module", "chosen"), _PARTS.values(), ids=_PARTS)
def test_what_a_screen_reader_finds(module: str, chosen: str, tmp_path: Path) -> None:
    bus = ("dbus-daemon", "--session", "--nofork", "--print-address")
    screen = ("Xvfb", "-displayfd", "1", "-screen", "0", "1366x768x24")
    with running(*bus) as address, running(*screen) as number:
        tests = PROJECT / "tests" / "screen_reader" / f"{module}.py"
        plain = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "--no-cov")
        own = ("-k", chosen, f"--basetemp={tmp_path / 'inner'}", str(tests))
        ended = subprocess.run(
            [sys.executable, "-m", "pytest", *plain, *own],
            cwd=PROJECT,
            env={**os.environ, BUS: address, DISPLAY: f":{number}"},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout

"""Real programs, killed at any instant: nothing that was acknowledged is lost (G8)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import PROJECT

pytestmark = pytest.mark.prove("programs that are killed for ten seconds")

KILLS = 220


def test_programs_killed_at_any_instant_lose_nothing_that_they_acknowledged(quick_folder: Path) -> None:
    # What a killed program has written is there, wherever the folder is.
    command = [sys.executable, "-m", "tests.support.store.killing", str(quick_folder), str(KILLS), "1"]
    killing = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=110)
    assert killing.returncode == 0, killing.stderr
    seen = json.loads(killing.stdout)
    assert seen["kills"] == KILLS
    # Otherwise the kills have hit nothing, and the test says nothing.
    assert seen["acknowledged"] > KILLS
    assert (
        seen["steps on their way that were kept"] + seen["steps on their way that left nothing"] > KILLS // 4
    )

"""Starts a clerk who is killed on the way, and waits for the end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from app.practice import PRACTICE_KEY, PracticeServer
from tests.support.program import PROJECT

_PATIENCE_SECONDS = 60


def know(live: PracticeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process, and a clerk to be killed, use this service."""
    keyring.set_keyring(NoKeyring())
    monkeypatch.setenv("AGENCY_COUNTER_BASE_URL", live.base_url)
    monkeypatch.setenv("AGENCY_COUNTER_API_KEY", PRACTICE_KEY)


@asynccontextmanager
async def clerk_to_kill(folder: Path, deed: str) -> AsyncGenerator[subprocess.Popen[bytes]]:
    """A clerk at work in a process; what it is killed by is arranged in here, and it is dead afterwards.

    `deed` is one of `killed_clerk`.
    """
    own = {
        "AGENCY_COUNTER_DATA_DIR": str(folder),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    clerk = await asyncio.to_thread(
        subprocess.Popen,
        [sys.executable, "-m", "tests.journeys.killed_clerk", deed],
        cwd=PROJECT,
        env={**os.environ, **own},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield clerk
        assert await asyncio.to_thread(clerk.wait, _PATIENCE_SECONDS) == -signal.SIGKILL
    finally:
        clerk.kill()

"""A desk with a register."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from tests.support.counter import AS_ON, Counter, open_desk, tomorrow_at_ten


@pytest.fixture
def server() -> PracticeServer:
    """A practice service that is started by who uses it."""
    return PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults())


@pytest.fixture
async def counter(tmp_path: Path, server: PracticeServer) -> AsyncGenerator[Counter]:
    """A desk with a register."""
    with server:
        async with open_desk(tmp_path / "desk", server, local_cache=memory_of(tmp_path / "desk")) as opened:
            yield opened

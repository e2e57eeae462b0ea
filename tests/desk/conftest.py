"""A desk at a practice service."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from app.practice import PracticeServer, World
from tests.support.counter import AS_ON, Counter, open_desk, tomorrow_at_ten


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten)) as server:
        async with open_desk(tmp_path / "desk", server) as opened:
            yield opened

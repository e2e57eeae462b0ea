"""A desk at a practice service."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.counter import Counter, open_counter


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    async with open_counter(tmp_path / "desk") as opened:
        yield opened

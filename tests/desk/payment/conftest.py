"""A desk whose time stands still until it is let pass."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.counter import Counter
from tests.support.desk.virtual_time import VirtualTime, service, timed_desk


@pytest.fixture
def clock() -> VirtualTime:
    """Time that stands still until it is let pass."""
    return VirtualTime()


@pytest.fixture
async def older(tmp_path: Path, clock: VirtualTime) -> AsyncGenerator[Counter]:
    """A desk that reads nothing by itself, where no ledger entry names a request."""
    with service(older=True) as server:
        async with timed_desk(tmp_path / "desk", clock, server) as opened:
            yield opened

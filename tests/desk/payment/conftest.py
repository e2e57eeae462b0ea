"""A desk whose time stands still until it is let pass."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.store.journal.journal import Journal
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


@pytest.fixture(autouse=True)
def _journals_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes every journal that a test has opened; a newer Python tells of those that are left open."""
    opened: list[Journal] = []
    begin = Journal.__init__

    def begin_noted(self: Journal, *args: Any, **more: Any) -> None:
        begin(self, *args, **more)
        opened.append(self)

    monkeypatch.setattr(Journal, "__init__", begin_noted)
    yield
    for each in opened:
        each.close()

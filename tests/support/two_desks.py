"""Two desks of one office, whose database is a file, before the same practice service."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from app.practice import Faults, PracticeServer, World
from tests.desk.office.test_office_sync import Line
from tests.support.counter import Counter, open_office_desk, tomorrow_at_ten, until


class TwoDesks(NamedTuple):
    """Two desks of one office, named Front and Back."""

    one: Counter
    two: Counter


@asynccontextmanager
async def two_desks(folder: Path) -> AsyncGenerator[TwoDesks]:
    """Both, with the office's database at hand."""
    async with AsyncExitStack() as stack:
        server = stack.enter_context(PracticeServer(World(clock=tomorrow_at_ten), Faults()))
        (folder / "server").mkdir()
        opened: list[Counter] = []
        for name in ("one", "two"):
            counter = await stack.enter_async_context(open_office_desk(folder / name, server))
            counter.desk.local_cache.sharing.use(Line(folder / "server", counter.journal.desk).open)
            opened.append(counter)
            await until(lambda: all(each.desk.local_cache.sharing.is_there for each in opened))
        desks = TwoDesks(*opened)
        for each, name in zip(desks, ("Front", "Back"), strict=True):
            await each.desk.names.rename(name)
        await desks.one.desk.names.read()
        yield desks

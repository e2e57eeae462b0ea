"""The data folder of a counter that has sold for years: made once by the sinks of the journal themselves."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from app.desk.desk import local_now
from app.lifecycle.connection import memory_of
from app.store.files.data_folder import prepare_folder
from app.store.journal.file_log import FileLog
from app.store.journal.hash_chain import ChainStep, HashChain, LogEntry
from app.store.journal.journal import Journal
from app.store.journal.recovery import DATABASE_FILE, MIRROR_FILE
from app.store.journal.request_numbers import RequestNumbers, new_desk
from app.store.journal.rollback_guard import FilePlace, RollbackGuard
from app.store.journal.sqlite_log import SqliteLog
from tests.support.counter import CHAIN_KEY, open_counter

_BATCH = 3_000
_A_DAY = 27
"""The sales a day: 100,000 in ten years."""
_KEPT = Path(tempfile.gettempdir()) / "agency-counter-aged"


def aged_folder(sales: int, into: Path) -> None:
    """Make `into` the data folder of a desk with so many settled sales; made once, then copied."""
    made = _KEPT / str(sales)
    if not (made / DATABASE_FILE).exists():
        shutil.rmtree(made, ignore_errors=True)
        _make(sales, made)
    shutil.copytree(made, into, dirs_exist_ok=True)
    # The guard knows a folder by its place: the first start here makes the checkpoint.
    journal = open_aged(into)
    journal.check()
    journal.close()


def guard_of(folder: Path) -> RollbackGuard:
    """A rollback guard beside the folder, in files alone: the computer's key store stays as it is."""
    place = FilePlace(folder.with_name(f"{folder.name}-guard"))
    return RollbackGuard(folder, place, place)


def open_aged(folder: Path) -> Journal:
    """The journal of the folder, opened as the counter opens it."""
    return Journal.open(
        folder, chain_key=CHAIN_KEY, clock=local_now, outside=guard_of(folder), checks_later=True
    )


def _make(sales: int, folder: Path) -> None:
    folder.mkdir(parents=True)
    template = asyncio.run(_one_sale())
    prepare_folder(folder)
    began = local_now() - timedelta(days=sales / _A_DAY + 1)
    clock = _Clock(began)
    chain, numbers = HashChain(CHAIN_KEY, clock.now), RequestNumbers(new_desk(), "", clock.now)
    mirror, database = FileLog(folder / MIRROR_FILE), SqliteLog(folder / DATABASE_FILE)
    database.write((), {"desk": numbers.desk})
    batch: list[LogEntry] = []
    last: LogEntry | None = None
    for number in range(sales):
        for step in _steps(template, number, numbers.new(), clock):
            last = chain.entry(step, last)
            batch.append(last)
        if len(batch) >= _BATCH or number == sales - 1:
            mirror.append_all(batch)
            database.write(batch, {})
            batch.clear()
    mirror.close()
    database.close()
    asyncio.run(_fill_register(folder))


async def _fill_register(folder: Path) -> None:
    """Let the register and the index take all of it, as the counter does at its first start."""
    memory = memory_of(folder)
    async with open_counter(folder, open_aged, local_cache=memory) as counter:
        await counter.desk.bookings.follow()
        await asyncio.to_thread(counter.journal.check)


class _Clock:
    """A clock that is set from sale to sale."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        """The time of this sale."""
        return self.at


async def _one_sale() -> tuple[LogEntry, ...]:
    """The entries of a sale to the practice service."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_counter(Path(folder)) as counter:
            await counter.sell()
            (attempt,) = counter.journal.attempts()
            return attempt.entries


def _steps(
    template: tuple[LogEntry, ...], number: int, request_id: str, clock: _Clock
) -> Iterator[ChainStep]:
    """The steps of another sale like this one: its own day, customer and PNR."""
    intent_id = str(uuid4())
    clock.at += timedelta(days=1 / _A_DAY)
    day = (clock.at + timedelta(days=2)).date().isoformat()
    for entry in template:
        facts, private = dict(entry.facts), dict(entry.private)
        if "day" in facts:
            facts |= {"day": day, "content_sha256": f"{number:064x}", "availability_id": str(number)}
        if "booking_ref" in facts:
            facts["booking_ref"] = f"AGED{number:06d}"
        if "customer_phone" in private:
            phone = str(9_000_000_000 + number % 20_000)
            private |= {
                "customer_phone": phone,
                "customer_name": f"Customer {number % 20_000}",
                "fingerprint": f"ACTIVITY|{number}|{day}|{facts.get('qty')}|{phone}",
            }
        clock.at += timedelta(seconds=1)
        yield ChainStep(intent_id, 1, request_id, entry.kind, entry.state, facts, private)

"""Sells in processes of its own that die by SIGKILL at a named step; one order a line of standard input.

Everything is imported once; each sale runs in a fork of this process.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.desk.desk import Desk, DeskOptions, local_now
from app.desk.model.sale import Profile
from app.practice import PRACTICE_KEY
from app.store.files.data_folder import FolderLock, Reserve, prepare_folder
from app.store.journal.file_log import FileLog, read_mirror
from app.store.journal.hash_chain import HashChain, LogEntry
from app.store.journal.journal import Journal
from app.store.journal.recovery import DATABASE_FILE, MIRROR_FILE, Sinks, recover
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import State
from tests.support.any_clock import ANY_CLOCK
from tests.support.counter import CHAIN_KEY, QUICK, ready_draft

STEPS = {
    "before PREPARED": None,
    "PREPARED in the mirror only": State.NOT_SENT,
    "after PREPARED": State.NOT_SENT,
    "DISPATCHED in the mirror only": State.UNKNOWN,
    "after DISPATCHED": State.UNKNOWN,
    "after the last byte": State.UNKNOWN,
    "before SETTLED": State.UNKNOWN,
    "SETTLED in the mirror only": State.SETTLED,
    "after SETTLED": State.SETTLED,
}
"""Where a sale dies, and the state in which the next start finds it (None: nothing is found)."""
BOOKED_FROM = "after the last byte"
"""From this step on the service has booked."""


def die() -> None:
    """End as in a power cut, as far as one process can."""
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Doom:
    """Kills this process when its step comes."""

    step: str

    def comes(self, step: str) -> None:
        """Die when it is this step."""
        if step == self.step:
            die()


class DoomedMirror(FileLog):
    """The first sink; a sale can die before it has an entry."""

    def __init__(self, path: Path, doom: Doom) -> None:
        super().__init__(path, read_mirror(path, CHAIN_KEY).end)
        self._doom = doom

    def append(self, entry: LogEntry) -> None:
        self._doom.comes(f"before {entry.state}")
        super().append(entry)


class DoomedDatabase(SqliteLog):
    """The second sink; a sale can die when only the first has an entry, and when both have."""

    def __init__(self, path: Path, doom: Doom) -> None:
        super().__init__(path)
        self._doom = doom

    def append(self, *entries: LogEntry) -> None:
        for entry in entries:
            self._doom.comes(f"{entry.state} in the mirror only")
        super().append(*entries)
        for entry in entries:
            self._doom.comes(f"after {entry.state}")


def open_doomed(folder: Path, doom: Doom) -> Journal:
    """The journal of the folder with sinks that can kill."""
    prepare_folder(folder)
    lock = FolderLock(folder)
    sinks = recover(folder, CHAIN_KEY, "doomed")
    for sink in (sinks.mirror, sinks.database):
        if sink is not None:
            sink.close()
    mirror = DoomedMirror(folder / MIRROR_FILE, doom)
    database = DoomedDatabase(folder / DATABASE_FILE, doom)
    whole = Sinks(sinks.entries, sinks.recovery, mirror, database)
    return Journal(lock, Reserve(folder), whole, HashChain(CHAIN_KEY, local_now))


async def sell(folder: Path, base_url: str, step: str, phone: str) -> None:
    """One sale as the counter makes it, which dies at the step; after the last byte others kill it."""
    doom = Doom(step)
    async with PartnerClient(base_url, ApiKey(PRACTICE_KEY), timings=QUICK) as client:
        journal = open_doomed(folder, doom)
        profile = Profile("practice", base_url, "", is_practice=True)
        desk = Desk(client, journal, profile, options=DeskOptions(most_apart=ANY_CLOCK))
        await desk.start()
        draft = replace(await ready_draft(desk, qty=1), customer_phone=phone)
        await desk.selling.book(await desk.selling.preflight(draft), lambda _: None)
        journal.close()


def main() -> None:
    """Carry out one order a line: folder, base URL, step, phone; tell its process, then what that died of."""
    for line in sys.stdin:
        folder, base_url, step, phone = json.loads(line)
        child = os.fork()
        if child == 0:
            asyncio.run(sell(Path(folder), base_url, step, phone))
            os._exit(0)
        _tell(child)
        _, status = os.waitpid(child, 0)
        _tell(os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


def _tell(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

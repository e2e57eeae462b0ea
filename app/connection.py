"""One profile, connected: client, journal and desk together, opened and closed in order."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.api.client import PartnerClient
from app.api.key import ApiKey
from app.api.transport import tls_context
from app.desk.desk import Desk, local_now
from app.desk.memory import Memory
from app.desk.values import Profile
from app.picture_reader import PictureReader, is_installed
from app.practice import PRACTICE_KEY, PracticeServer, World
from app.profile import LiveProfile
from app.store.answers_cache import AnswersCache
from app.store.folder import FolderInUseError, UnfitFolderError
from app.store.journal import Journal
from app.store.parties import PartyStore

if TYPE_CHECKING:
    from app.store.register import Register

Clock = Callable[[], datetime]


class OpeningError(Exception):
    """The counter cannot be opened with this profile; the sentence says why."""


@dataclass(slots=True)
class Connection:
    """What one profile needs while it is in use."""

    desk: Desk
    client: PartnerClient
    journal: Journal
    practice: PracticeServer | None

    @property
    def warning(self) -> str:
        """What the clerk must know of how it was opened, or empty."""
        return " ".join(
            (*self.journal.recovery.sentences, self.practice.world.warning if self.practice else "")
        )

    async def close(self) -> None:
        """Let money calls end, then close client, journal and practice service."""
        await self.desk.close()
        await self.client.aclose()
        await asyncio.to_thread(self.journal.close)
        if self.practice is not None:
            await asyncio.to_thread(self.practice.stop)


async def connect_practice(folder: Path, clock: Clock = local_now) -> Connection:
    """Start the practice service on this computer and connect to it; its register is its own.

    `folder` is the counter's data folder. Raises OpeningError.
    """
    own = folder / "practice"
    practice = await asyncio.to_thread(_start_practice, own)
    profile = Profile("practice", practice.base_url, PRACTICE_KEY[-4:], is_practice=True)
    try:
        return await _connect(own, profile, ApiKey(PRACTICE_KEY), practice, clock)
    except BaseException:
        await asyncio.to_thread(practice.stop)
        raise


async def connect_live(folder: Path, live: LiveProfile, clock: Clock = local_now) -> Connection:
    """Connect to the real service; nothing is asked of it yet. Raises OpeningError."""
    profile = Profile("live", live.base_url, live.key.last_four, is_practice=False)
    return await _connect(folder / "live", profile, live.key, None, clock)


async def _connect(
    folder: Path, profile: Profile, key: ApiKey, practice: PracticeServer | None, clock: Clock
) -> Connection:
    is_encrypted = profile.base_url.casefold().startswith("https:")
    tls = await asyncio.to_thread(tls_context) if is_encrypted else None
    try:
        client = PartnerClient(profile.base_url, key, tls=tls)
    except ValueError as error:
        raise OpeningError(str(error)) from None
    try:
        journal = await asyncio.to_thread(_open_journal, folder, clock)
    except BaseException:
        await client.aclose()
        raise
    text_reader = PictureReader() if is_installed() else None
    desk = Desk(client, journal, profile, clock, memory_of(folder), text_reader=text_reader)
    try:
        await desk.start()
    except BaseException:
        await client.aclose()
        await asyncio.to_thread(journal.close)
        raise
    return Connection(desk, client, journal, practice)


def memory_of(folder: Path) -> Memory:
    """What the counter remembers in a profile's folder; the register opens when it is wanted first."""

    def open_register() -> Register:
        # The database library takes longer to import than the catalogue to read.
        from app.store.register import Register

        return Register.open(folder)

    return Memory(open_register, AnswersCache(folder / "catalogue"), PartyStore(folder / "parties"))


def _open_journal(folder: Path, clock: Clock) -> Journal:
    try:
        return Journal.open(folder, chain_key=None, clock=clock)
    except (FolderInUseError, UnfitFolderError) as error:
        raise OpeningError(str(error)) from None
    except (OSError, sqlite3.Error) as error:
        cause = f"The data folder {folder} cannot be used: {error}."
        raise OpeningError(f"{cause} Nothing can be sold until it can.") from error


def _start_practice(folder: Path) -> PracticeServer:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        server = PracticeServer(World(state_file=folder / "service.json"))
        server.start()
    except OSError as error:
        raise OpeningError(f"The practice service cannot be started: {error}.") from error
    return server

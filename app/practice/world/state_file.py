"""The practice world on disk: replaced as a whole after each change; a power cut leaves the old or the new.

It represents the records of the remote service: it has the travellers of a booking, for the manifest, but not
the customer. Travellers that a counter forgets stay here, as they would at the service.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from app.practice.world.booking import Cancellation, PracticeBooking
from app.practice.world.ledger import JournalEntry, Ledger


@dataclass(frozen=True, slots=True)
class SavedAgent:
    """One agent's wallet and bookings."""

    agent_id: int
    credit_limit: int
    entries: tuple[JournalEntry, ...]
    bookings: tuple[PracticeBooking, ...]
    cancellations: tuple[Cancellation, ...]


@dataclass(frozen=True, slots=True)
class Saved:
    """The state that survives a restart; sold seats are computed from the bookings."""

    seed: int
    origin: date
    agents: tuple[SavedAgent, ...]
    practice: Literal[True] = True
    version: Literal[1] = 1


@dataclass(frozen=True, slots=True)
class FoundState:
    """The content of a file; `warning` is a sentence when it could not be used and was renamed."""

    saved: Saved | None
    warning: str = ""


_SAVED = TypeAdapter(Saved)


def load(path: Path, now: datetime) -> FoundState:
    """The world in a file; a damaged or foreign file is renamed, never overwritten.

    Raises OSError when the file exists and cannot be read or renamed.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return FoundState(None)
    try:
        saved = _SAVED.validate_json(content)
        for agent in saved.agents:
            Ledger(agent.credit_limit, agent.entries)
    except ValueError:
        aside = path.with_name(f"{path.name}.broken-{now:%Y%m%dT%H%M%S}")
        path.replace(aside)
        return FoundState(
            None,
            f"The practice file could not be read and practice starts afresh; it is kept as {aside.name}.",
        )
    return FoundState(saved)


def save(path: Path, saved: Saved) -> None:
    """Replace the file by this world, flushed to disk. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as stream:
        stream.write(_SAVED.dump_json(saved))
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(path)
    if os.name == "posix":
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

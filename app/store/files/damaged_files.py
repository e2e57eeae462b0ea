"""Damaged files that were set aside: they may hold customers' data."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

_KINDS = (
    "journal.sqlite.damaged-*",
    "journal.sqlite-journal.damaged-*",
    "register.damaged-*",
    "quotations.damaged-*",
)
_OF_FILES = (
    "parties/parties-damaged-*",
    "baskets/baskets-damaged-*",
    "watches/watches-damaged-*",
    "reminders/reminders-damaged-*",
)

_BESIDE = ("-wal", "-shm", "-journal")


def set_database_aside(path: Path) -> None:
    """Rename a damaged database, so that it can be examined later; what SQLite has beside it goes along."""
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (f"{path.stem}.damaged-{stamp}{f'-{each}' if each else ''}{path.suffix}" for each in count())
    aside = next(place for each in names if not (place := path.with_name(each)).exists())
    for ending in (*_BESIDE, ""):
        with suppress(FileNotFoundError):
            path.with_name(f"{path.name}{ending}").rename(f"{aside}{ending}")


def remove_damaged(folder: Path) -> int:
    """Remove them for good from a profile's folder. Returns how many there were.

    What they held about money is in the journal's log file and in what was rebuilt from it. Raises OSError.
    """
    found = [path for kind in (*_KINDS, *_OF_FILES) for path in folder.glob(kind)]
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)

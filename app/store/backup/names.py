"""Names of backups: whose they are and when they were made, so that several desks can share one folder."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"agency-counter-([a-z]+)-([0-9a-f]{8})-(\d{8}T\d{6}Z)(?:-(\d+))?\.zip")


def stem(profile: str, desk: str) -> str:
    """How the name of every backup of one desk's profile begins."""
    return f"agency-counter-{profile}-{desk}"


def free_place(into: Path, profile: str, desk: str, now: datetime) -> Path:
    """A name for a backup made now that is not taken in the folder."""
    name = f"{stem(profile, desk)}-{now.astimezone(UTC).strftime(_STAMP)}"
    places = (into / f"{name}{f'-{number}' if number else ''}.zip" for number in count())
    return next(place for place in places if not place.exists())


def prune(folder: Path, profile: str, desk: str, keep: int, now: datetime) -> None:
    """Delete a desk's oldest backups of a profile in the folder but for the newest ones; other files stay.

    What was made under a clock that was ahead of `now` is the oldest: it never drives out a new one.
    """
    with suppress(OSError):
        for path in kept(folder, profile, desk, now)[keep:]:
            path.unlink()


def kept(folder: Path, profile: str, desk: str, now: datetime) -> list[Path]:
    """A desk's backups of a profile in a folder by their names, in the order in which they may go last.

    The newest first, and behind them those whose time is still to come. None without a folder.
    """
    with suppress(OSError):
        made = {each: _made(each.name, profile, desk) for each in folder.iterdir()}
        found = [(at[0] <= now, at, each) for each, at in made.items() if at is not None]
        return [each for _, _, each in sorted(found, reverse=True)]
    return []


def last_made(folder: Path, profile: str, desk: str, now: datetime) -> datetime | None:
    """When a desk's newest backup of a profile in a folder was made, by its name and not after `now`.

    None without any.
    """
    found = [_made(each.name, profile, desk) for each in kept(folder, profile, desk, now)[:1]]
    return next((each[0] for each in found if each is not None and each[0] <= now), None)


def _made(name: str, profile: str, desk: str) -> tuple[datetime, int] | None:
    """When a backup was made by its name, and its place in that second; None for any other file."""
    found = _NAME.fullmatch(name)
    if found is None or (found[1], found[2]) != (profile, desk):
        return None
    with suppress(ValueError):
        return datetime.strptime(found[3], _STAMP).replace(tzinfo=UTC), int(found[4] or 0)
    return None

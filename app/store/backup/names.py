"""Names of backups, by desk, profile and time, so that several desks can share one folder."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"agency-counter-([a-z]+)-([0-9a-f]{8})-(\d{8}T\d{6}Z)(?:-(\d+))?\.zip")


def stem(profile: str, desk: str) -> str:
    """The beginning of the name of every backup of one desk's profile."""
    return f"agency-counter-{profile}-{desk}"


def free_place(into: Path, profile: str, desk: str, now: datetime) -> Path:
    """A path that is still free in the folder, for a backup made now."""
    name = f"{stem(profile, desk)}-{now.astimezone(UTC).strftime(_STAMP)}"
    places = (into / f"{name}{f'-{number}' if number else ''}.zip" for number in count())
    return next(place for place in places if not place.exists())


def prune(folder: Path, profile: str, desk: str, keep: int, now: datetime) -> None:
    """Delete a desk's backups of a profile except the `keep` newest ones; other files stay.

    Backups with a time after `now`, made under a wrong clock, count as the oldest.
    """
    with suppress(OSError):
        for path in kept(folder, profile, desk, now)[keep:]:
            path.unlink()


def kept(folder: Path, profile: str, desk: str, now: datetime) -> list[Path]:
    """The names of a desk's backups of a profile in a folder, the newest first.

    Those with a time after `now` come last. Empty when there is no folder.
    """
    with suppress(OSError):
        made = {each: _made(each.name, profile, desk) for each in folder.iterdir()}
        found = [(at[0] <= now, at, each) for each, at in made.items() if at is not None]
        return [each for _, _, each in sorted(found, reverse=True)]
    return []


def made_before(folder: Path, profile: str, desk: str, before: datetime) -> list[Path]:
    """The backups of a desk's profile in a folder that were made before a time, by their names."""
    found = ((each, _made(each.name, profile, desk)) for each in kept(folder, profile, desk, before))
    return [each for each, at in found if at is not None and at[0] < before]


def last_made(folder: Path, profile: str, desk: str, now: datetime) -> datetime | None:
    """When a desk's newest backup of a profile was made, by the names; None without any.

    Backups with a time after `now` are left out.
    """
    found = [_made(each.name, profile, desk) for each in kept(folder, profile, desk, now)[:1]]
    return next((each[0] for each in found if each is not None and each[0] <= now), None)


def _made(name: str, profile: str, desk: str) -> tuple[datetime, int] | None:
    """When a backup was made, by its name, and its number in that second; None for any other file."""
    found = _NAME.fullmatch(name)
    if found is None or (found[1], found[2]) != (profile, desk):
        return None
    with suppress(ValueError):
        return datetime.strptime(found[3], _STAMP).replace(tzinfo=UTC), int(found[4] or 0)
    return None

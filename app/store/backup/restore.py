"""Replaces a profile by a backup: unpacked beside it first, then moved in; nothing is deleted.

After a crash either nothing is done, or there is a note of what is to be done; `finish` does it at the next
start, before anything is opened. The profile that was there is moved aside as it is.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from app.core.frozen import frozen
from app.core.language import mark
from app.store.backup.backup import SETTINGS, Backup, BackupError, extract
from app.store.files.data_folder import sync_folder
from app.store.journal.request_numbers import renew

LOG = "restores.log"
"""Who restored which backup to which place, a line each."""
_NOTE = "restore.json"
_DAMAGED_NOTE = "restore.damaged.json"
_STAGED = ".restoring-"
_NOTING = threading.Lock()
"""Held while a note is written or removed, so that one that was stopped is never noted later."""


@frozen
class Restored:
    """A backup that was restored."""

    profile: str
    backup: str
    """The name of the backup file."""
    by: str
    at: str
    aside: str
    """The name of the folder to which the former data was moved."""


def stage(
    backup: Backup, folder: Path, by: str, now: datetime, stopped: threading.Event | None = None
) -> Restored:
    """Unpack a backup that was read beside its profile in the data folder, for `finish` to move it in.

    Once `stopped` is set, it leaves nothing to move in. Raises BackupError; nothing has changed then.
    """
    stamp = f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    staged = folder / f"{_STAGED}{stamp}"
    try:
        _clear(folder)
        if backup.size > shutil.disk_usage(folder).free:
            raise BackupError(mark("The disk has too little room for the backup."))
        staged.mkdir(mode=0o700)
        extract(backup.path, staged)
        # The counter of the backup may go on to sell, or have sold since: both are told apart.
        renew(staged)
        sync_folder(staged)
        aside = _free_name(folder, f"{backup.profile}-before-{stamp}")
        restored = Restored(backup.profile, backup.path.name, by, now.isoformat(), aside)
        with _NOTING:
            if stopped is not None and stopped.is_set():
                shutil.rmtree(staged, ignore_errors=True)
            else:
                _write_note(folder, {**asdict(restored), "staged": staged.name})
    except OSError as error:
        raise BackupError(
            mark("The backup cannot be unpacked: {cause}.", cause=error.strerror or error)
        ) from error
    return restored


def finish(folder: Path) -> Restored | None:
    """Move the staged backup in and return it; None when nothing is staged. No journal may be open.

    Can be repeated after a crash at any point. Raises OSError when the disk refuses.
    """
    note = _note(folder)
    if note is None:
        return None
    restored = Restored(**{each.name: note[each.name] for each in fields(Restored)})
    place, staged, aside = folder / restored.profile, folder / note["staged"], folder / restored.aside
    if staged.exists():
        if place.exists():
            place.rename(aside)
            sync_folder(folder)
        staged.rename(place)
        sync_folder(folder)
    _move_settings(folder, place, aside)
    with (folder / LOG).open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(asdict(restored)) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    (folder / _NOTE).unlink()
    sync_folder(folder)
    return restored


def take_back(folder: Path) -> None:
    """Discard the staged backup. Raises OSError."""
    with _NOTING:
        (folder / _NOTE).unlink(missing_ok=True)
    _clear(folder)


def _move_settings(folder: Path, place: Path, aside: Path) -> None:
    """Replace the settings by those of the backup; the present ones are moved aside with the rest."""
    fresh, present = place / SETTINGS, folder / SETTINGS
    if not fresh.exists():
        return
    if present.exists() and not (aside / SETTINGS).exists():
        aside.mkdir(mode=0o700, exist_ok=True)
        present.rename(aside / SETTINGS)
    fresh.replace(present)
    sync_folder(folder)


def _note(folder: Path) -> Mapping[str, str] | None:
    """The note of what is to be done, or None; an unreadable one is moved aside, its backup stays staged."""
    try:
        note = cast("dict[str, str]", json.loads((folder / _NOTE).read_text(encoding="utf-8")))
        return {name: note[name] for name in (*(each.name for each in fields(Restored)), "staged")}
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        (folder / _NOTE).replace(folder / _DAMAGED_NOTE)
        return None


def _write_note(folder: Path, note: Mapping[str, str]) -> None:
    fresh = folder / f"{_NOTE}.new"
    with fresh.open("w", encoding="utf-8") as stream:
        json.dump(note, stream)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(folder / _NOTE)
    sync_folder(folder)


def _clear(folder: Path) -> None:
    """Remove what was unpacked before and never moved in; its backup still has all of it."""
    for each in folder.glob(f"{_STAGED}*"):
        with suppress(OSError):
            shutil.rmtree(each)


def _free_name(folder: Path, name: str) -> str:
    number = 1
    found = name
    while (folder / found).exists():
        number += 1
        found = f"{name}-{number}"
    return found

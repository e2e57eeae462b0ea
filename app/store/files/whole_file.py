"""A small file that is replaced as a whole: a power cut leaves the old or the new one."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from app.core.renaming import rename_over
from app.store.files.data_folder import sync_folder

log = logging.getLogger(__name__)

_UNFINISHED = ".new"


def replace_file(place: Path, content: bytes) -> None:
    """Replace a file, or make it with its folder, for this user alone. Raises OSError."""
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = place.with_suffix(_UNFINISHED)
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    with new.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    rename_over(new, place)
    sync_folder(place.parent)


def remove_file(place: Path) -> None:
    """Remove a file for good, with what a power cut may have left of a new one. Raises OSError."""
    for each in (place, place.with_suffix(_UNFINISHED)):
        each.unlink(missing_ok=True)
    if place.parent.exists():
        sync_folder(place.parent)


def move_aside(place: Path) -> None:
    """Move a damaged file aside, never deleting it, so that a new one can be begun."""
    number = 1
    while (aside := place.with_name(f"{place.stem}-damaged-{number}{place.suffix}")).exists():
        number += 1
    place.replace(aside)
    log.warning("A file could not be read. It is kept as %s.", aside.name)

"""A small file that is replaced as a whole: a power cut leaves the old or the new one."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.core.renaming import rename_over
from app.store.files.data_folder import sync_folder

if TYPE_CHECKING:
    from pydantic import TypeAdapter

log = logging.getLogger(__name__)

T = TypeVar("T")

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


def write_value(place: Path, shape: TypeAdapter[T], value: T) -> None:
    """Replace a file by a value as JSON, as `replace_file` does. Raises OSError."""
    # Text of the clipboard may hold halves of characters, which only this way are kept.
    replace_file(place, json.dumps(shape.dump_python(value, mode="json")).encode("ascii"))


def read_value(place: Path, shape: TypeAdapter[T]) -> T | None:
    """The value in a file; None for no file, and for a damaged one, which is moved aside. Raises OSError."""
    try:
        return shape.validate_python(json.loads(place.read_bytes()))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        _move_aside(place)
        return None


def _move_aside(place: Path) -> None:
    """Never delete a damaged file, so that it can be examined later."""
    number = 1
    while (aside := place.with_name(f"{place.stem}-damaged-{number}{place.suffix}")).exists():
        number += 1
    place.replace(aside)
    log.warning("A file could not be read. It is kept as %s.", aside.name)

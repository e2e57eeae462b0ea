"""Renames files where another program may hold them for a moment: a virus scanner, an indexer, a backup."""

from __future__ import annotations

from pathlib import Path
from threading import Event

_TRIES = 21
_BETWEEN_SECONDS = 0.05
_HELD = frozenset({5, 32, 33})
"""The errors of Windows: access is denied, another program uses the file, or a part of it."""


def rename_over(fresh: Path, place: Path) -> None:
    """Put a file in the place of another one; tried again for a second while that is held. Raises OSError.

    On a thread with an event loop, which must not wait, it is tried once.
    """
    for _ in range(0 if _has_loop() else _TRIES - 1):
        try:
            fresh.replace(place)
        except OSError as error:
            if not is_held(error):
                raise
            Event().wait(_BETWEEN_SECONDS)
        else:
            return
    fresh.replace(place)


def is_held(error: OSError) -> bool:
    """Whether a rename may have been refused because another program holds the file."""
    return isinstance(error, PermissionError) or getattr(error, "winerror", 0) in _HELD


def _has_loop() -> bool:
    # Settings are read before the first paint, which would wait for this import.
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True

"""Damaged files that were set aside: they may hold customers' data."""

from __future__ import annotations

from pathlib import Path

_KINDS = (
    "journal.sqlite.damaged-*",
    "journal.sqlite-journal.damaged-*",
    "register.damaged-*",
    "quotations.damaged-*",
)
_OF_FILES = ("parties/parties-damaged-*", "baskets/baskets-damaged-*")


def remove_damaged(folder: Path) -> int:
    """Remove them for good from a profile's folder. Returns how many there were.

    What they held about money is in the journal's log file and in what was rebuilt from it. Raises OSError.
    """
    found = [path for kind in (*_KINDS, *_OF_FILES) for path in folder.glob(kind)]
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)

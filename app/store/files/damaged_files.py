"""Damaged files that were set aside: they hold of customers whatever could not be read."""

from __future__ import annotations

from pathlib import Path

_KINDS = ("journal.sqlite.damaged-*", "journal.sqlite-journal.damaged-*", "register.damaged-*")
_OF_PARTIES = "parties/parties-damaged-*"


def remove_damaged(folder: Path) -> int:
    """Remove them for good from a profile's folder, and give how many there were.

    What they held of money stands in the mirror and in what was made of it. Raises OSError.
    """
    found = [path for kind in (*_KINDS, _OF_PARTIES) for path in folder.glob(kind)]
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)

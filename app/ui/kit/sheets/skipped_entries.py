"""The sentence about entries of an answer that could not be read."""

from __future__ import annotations

from app.core.language import trn


def entries_words(set_aside: int) -> str:
    """A sentence with the number of entries that are not shown; empty for none."""
    if not set_aside:
        return ""
    return trn("{number} entry could not be read", "{number} entries could not be read", set_aside)

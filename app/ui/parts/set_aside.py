"""What is said of entries of an answer that could not be read."""

from __future__ import annotations


def entries_words(set_aside: int) -> str:
    """How many entries of an answer are not shown; empty when none."""
    if not set_aside:
        return ""
    return "1 entry could not be read" if set_aside == 1 else f"{set_aside} entries could not be read"

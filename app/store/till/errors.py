"""What can go wrong with the till's book."""

from __future__ import annotations


class TillError(Exception):
    """Nothing was written, or the book cannot be read; `str()` is the sentence for the clerk."""


UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What it may raise to read an entry that this program has not written."""

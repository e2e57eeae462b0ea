"""Names of people, compared so that one person does not count as two."""

from __future__ import annotations

import unicodedata

_UNCOUNTED = frozenset("PZSC")
"""Punctuation, separators, symbols, and characters that are not seen."""


def bare_name(name: str) -> str:
    """The letters of a name in one spelling; equal for names that differ in case, spaces and signs alone."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(each for each in folded if unicodedata.category(each)[0] not in _UNCOUNTED)

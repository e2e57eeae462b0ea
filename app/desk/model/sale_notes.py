"""The two notes of a sale as values: what a clerk may type, and what is noticed of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from app.core.language import joined, tr

LONGEST, MOST_LINES = 160, 3
"""The most characters and lines of a note."""
_DOCUMENT = re.compile(r"\d(?:[ -]?\d){7}")
_SENTENCES = re.compile(r"[.;\n]\s*")


class SaleNotes(NamedTuple):
    """The notes of a sale; empty texts for none."""

    for_us: str = ""
    """For every desk of the office, and for nothing that a customer or operator sees."""
    on_voucher: str = ""
    """For the customer's voucher, and for the manifest."""

    def __str__(self) -> str:
        """Which of them are written, in words; empty for none."""
        names = self.for_us and tr("private note"), self.on_voucher and tr("note on the voucher")
        return joined(", ", names)


def is_too_long(note: str) -> bool:
    """Whether it has more than its characters or lines."""
    return len(note) > LONGEST or len(note.splitlines()) > MOST_LINES


def may_be_document(note: str) -> bool:
    """Whether it has eight digits or more in a row, as the number of a document does, or of a phone."""
    return _DOCUMENT.search(note) is not None


def usual_words(notes: Iterable[str], otherwise: Iterable[str] = ()) -> tuple[str, ...]:
    """The two words with which sentences of these notes begin most often, else those `otherwise`.

    What one note alone begins with, such as a name, is no such word.
    """
    begins = (
        {part.split()[0].strip(",:") for part in _SENTENCES.split(each) if part.strip()} for each in notes
    )
    counted = Counter(word for each in begins for word in each if word[:1].isalpha())
    usual = (word for word, count in counted.most_common(2) if count > 1)
    return tuple(dict.fromkeys((*usual, *otherwise)))[:2]

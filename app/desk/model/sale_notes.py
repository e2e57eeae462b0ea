"""The two notes of a sale as values: what a clerk may type, and what is noticed of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

LONGEST, MOST_LINES = 160, 3
"""The most characters and lines of a note."""
_DOCUMENT = re.compile(r"\d(?:[ -]?\d){7}")
_SENTENCES = re.compile(r"[.;!?\n]+")
_WORDS, _SHORTEST, _LEAST = 2, 3, 2


class SaleNotes(NamedTuple):
    """The notes of a sale; empty texts for none."""

    for_us: str = ""
    """For every desk of the office, and for nothing that a customer or operator sees."""
    on_voucher: str = ""
    """For the customer's voucher, and for the manifest."""

    def tidied(self) -> SaleNotes:
        """The notes without blanks at the ends of lines, and without empty lines."""
        return SaleNotes(*("\n".join(filter(None, map(str.strip, each.splitlines()))) for each in self))


def is_too_long(note: str) -> bool:
    """Whether it has more than its characters or lines."""
    return len(note) > LONGEST or len(note.splitlines()) > MOST_LINES


def may_be_document(note: str) -> bool:
    """Whether it has eight digits or more in a row, as the number of a document does, or of a phone."""
    return _DOCUMENT.search(note) is not None


def usual_words(notes: Iterable[str], otherwise: Iterable[str] = ()) -> tuple[str, ...]:
    """The two words with which sentences of these notes, the newest first, begin most often.

    A word of one note alone, such as a name, is none of them; `otherwise` are the words in their place.
    """
    found, spelt = Counter[str](), dict[str, str]()
    for each in notes:
        begins = [
            sentence.split()[0].strip(",:()") for sentence in _SENTENCES.split(each) if sentence.strip()
        ]
        words = {word.casefold(): word for word in begins if len(word) >= _SHORTEST and word[0].isalpha()}
        found.update(words.keys())
        spelt = words | spelt
    usual = {word: spelt[word] for word, count in found.most_common(_WORDS) if count >= _LEAST}
    rest = {each.casefold(): each for each in otherwise}
    return tuple((usual | {word: each for word, each in rest.items() if word not in usual}).values())[:_WORDS]

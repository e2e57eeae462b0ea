"""Takes a line apart: words, and numbers with what is written to them without a space."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from app.desk.quick_entry.vocabulary import CLOCK, FARES, NOON, SEATS, month_of, plain

MOST_WORDS = 16
"""Of a line; a longer one is none of these."""
MOST_FIGURES = 15
"""Of a number; a longer one is a word like any other."""
_WORD = re.compile(r"[^\s,;\u200b\u200e\u200f\u061c\u202a-\u202e\u2060\u2066-\u2069\ufeff]+")
"""Without the marks of where to break and which way to write: a number that is pasted has them around."""
_MARKED_PHONE, _MARKS = re.compile(r"\(?\+?\d[\d().-]{8,}\d"), re.compile(r"[().-]")
"""Ten figures at least: a day or two times have eight."""
_NUMBER_FIRST = re.compile(r"(\d{1,3})([^\W\d].*)")
_PAIRS = re.compile(r"(?:\d{1,3}[^\W\d]+)+")
_PAIR = re.compile(r"(\d{1,3})([^\W\d]+)")
_PHONE = 10
_BESIDE = frozenset({*CLOCK, *NOON, *FARES, *SEATS})


class Token(NamedTuple):
    """A word or a number, and where it stands in the line."""

    start: int
    end: int
    word: str
    """In small letters and the figures of ASCII; a phone without the marks between them."""

    @property
    def is_number(self) -> bool:
        """Whether it has figures alone, no more than a phone has."""
        return self.word.isascii() and self.word.isdigit() and len(self.word) <= MOST_FIGURES


def tokens_of(line: str) -> tuple[Token, ...]:
    """The words of a line in their order, but for those of which nothing is seen."""
    parts = (each for found in _WORD.finditer(line) for each in _apart(found.start(), found.group()))
    return tuple(each for each in parts if each.word)


def _apart(start: int, typed: str) -> Iterator[Token]:
    """A word in its parts: `2scu` is a number and a word, `2a1c` are two of each."""
    first = _NUMBER_FIRST.fullmatch(typed)
    if first is None or month_of(plain(first[2])) is not None:
        yield _token(start, typed)
    elif _PAIRS.fullmatch(typed) and all(plain(each[2]) in _BESIDE for each in _PAIR.finditer(typed)):
        for each in _PAIR.finditer(typed):
            yield _token(start + each.start(1), each[1])
            yield _token(start + each.start(2), each[2])
    else:
        yield _token(start, first[1])
        yield _token(start + first.start(2), first[2])


def _token(start: int, typed: str) -> Token:
    word = plain(typed)
    bare = _MARKS.sub("", word) if _MARKED_PHONE.fullmatch(word) else ""
    return Token(start, start + len(typed), bare if len(bare) >= _PHONE else word)

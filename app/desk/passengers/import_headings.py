"""What a heading in a list of passengers means: by its words, whatever is written around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from app.core.frozen import frozen
from app.core.paths import RESOURCES
from app.desk.passengers.import_vocabulary import (
    AGE,
    BIRTH_DATE,
    ID_NUMBER,
    ID_TYPE,
    IGNORED,
    MONTH_FIRST,
    heading_of,
    id_type_of,
    plain_words,
)

_LIST = RESOURCES / "heading_words.tsv"
"""Words by what they do to a heading.

`filler`: change nothing. `other`: of what no passenger's cell holds. `person`: of somebody else.
`badge`: whose numbers are no documents. `paper`, `number`, `kind`: of documents.
`weak`: mean less than another heading of the same content. `paperless`: name no document by themselves.
`proof`: fillers where nothing is left without them. `companion`: of who travels with the row's passenger.
"""
_BRACKETS = re.compile(r"[(\[{]([^)\]}]*)[)\]}]?")
_MORE = re.compile(r"\s(?:as per|as on|as of|as in|as at|according to|on|at|for)\s.*")
"""What follows says where a fact is taken from or for which day."""
_ORDER = re.compile(r"\b(?:(d{1,2})[-/. ]?m{1,3}|(m{1,2})[-/. ]?d{1,2})[-/. ]?y{2,4}\b", re.IGNORECASE)
_FORMER = re.compile(r"(?:old|former|previous) \S*(?:passport|id|card|document)")
_SLASHES = re.compile(r"[/|]")
_TWO, _MOST_DIGITS = 2, 3
_CUTS = re.compile(r"[\s/,&?!\u0964-]+")
_OLD = frozenset({"old"})
_MONTH_WORDS = frozenset({"month", "months"})
_COUNTS = re.compile(
    r"\b(?:no|nos|number|num|count|total) of (?!.*\b(?:id|passport|document|aadhaar|card|proof)\b)|"
    "\\bhow many\\b|^\u0915\u0941\u0932\\b"
)
_OWN = {
    "how old": AGE,
    "born": BIRTH_DATE,
    "birth": BIRTH_DATE,
    "date birth": BIRTH_DATE,
    "born date": BIRTH_DATE,
}


@frozen
class HeadingMeaning:
    """What a heading says of its column."""

    column: str
    """A content of a column; IGNORED for something that no passenger's cell holds."""
    is_certain: bool
    """Whether nothing else stands in the heading; else it is a proposal."""
    rank: int
    """How closely it names the content: of two alike the higher is meant."""
    id_type: str = ""
    """The kind of document whose number stands below, if the heading names it."""


@cache
def meaning_of(text: str) -> HeadingMeaning | None:
    """What a heading means, or None for words that say nothing of it."""
    order = _ORDER.search(text)
    bracket = " ".join(_BRACKETS.findall(text))
    base = _MORE.sub("", f" {plain_words(_ORDER.sub(' ', _BRACKETS.sub(' ', text)))} ").strip()
    if not base or sum(map(str.isdigit, text)) > _MOST_DIGITS:
        return None
    if _words_of("person") & set(_words(bracket)) or _COUNTS.search(base):
        return HeadingMeaning(IGNORED, is_certain=True, rank=0)
    found = _of_parts(base) or (None if any(map(str.isdigit, bracket)) else _of_parts(plain_words(bracket)))
    if found is not None and _MONTH_WORDS & set(_words(bracket)):
        return replace(found, is_certain=False, rank=0)
    if found is not None and found.column == BIRTH_DATE and order is not None and order[2]:
        return HeadingMeaning(MONTH_FIRST, found.is_certain, found.rank)
    return found


def says_order(text: str) -> bool:
    """Whether a heading says in which order day and month stand, such as DD/MM/YYYY."""
    return _ORDER.search(text) is not None


def is_of_companions(text: str) -> bool:
    """Whether a heading is of others who may travel with the passenger of a row."""
    words = set(_words(text))
    return bool(words & _words_of("companion")) and not words & (_words_of("other") - _words_of("companion"))


def _of_parts(base: str) -> HeadingMeaning | None:
    """What a heading means whose parts between slashes say the same, as in two languages."""
    found = _of_words(base)
    parts = [part.strip() for part in _SLASHES.split(base) if part.strip()]
    if (found is not None and found.is_certain) or len(parts) < _TWO:
        return found
    each_part = [each for each in map(_of_words, parts) if each is not None]
    same = {each.column for each in each_part}
    return each_part[0] if len(same) == 1 and all(each.is_certain for each in each_part) else found


def _of_words(base: str) -> HeadingMeaning | None:
    exact = heading_of(base) if heading_of(base) is not None else _OWN.get(base)
    if _FORMER.match(base):
        return HeadingMeaning(IGNORED, is_certain=True, rank=0)
    kind = "" if base in _words_of("paperless") else id_type_of(base)
    if kind and exact in (None, ID_NUMBER):
        return HeadingMeaning(ID_NUMBER, is_certain=True, rank=2, id_type=kind)
    if exact is not None:
        rank = 0 if base in _words_of("weak") else 2 if " " in base else 1
        return HeadingMeaning(exact, is_certain=True, rank=rank)
    words = _words(base)
    is_badge = _words_of("badge") & set(words) and {"id", "no", "number", "code"} & set(words)
    if is_badge or _words_of("other") & set(words):
        return HeadingMeaning(IGNORED, is_certain=True, rank=0)
    return _of_rest(words)


def _of_rest(words: Sequence[str]) -> HeadingMeaning | None:
    """What words mean without those that say nothing of a column."""
    left = [word for word in words if word not in _words_of("filler") and not word.isdigit()]
    found = _of_left(words, left)
    if found is not None and (_words_of("child") | _MONTH_WORDS) & set(words):
        # Of a child beside somebody, or counted in months.
        return replace(found, is_certain=False, rank=0)
    return found


def _of_left(words: Sequence[str], left: Sequence[str]) -> HeadingMeaning | None:
    rank = 2 if _words_of("traveller") & set(words) else 1
    for plain in (" ".join(left), " ".join(word for word in left if word not in _words_of("proof"))):
        if (column := heading_of(plain) or _OWN.get(plain)) is not None:
            return HeadingMeaning(column, is_certain=True, rank=rank)
    numbers, papers = _words_of("number"), _words_of("paper")
    if papers.intersection(left) and papers | numbers | _words_of("kind") >= set(left):
        return HeadingMeaning(ID_NUMBER if numbers.intersection(left) else ID_TYPE, is_certain=True, rank=1)
    if not left and _OLD & set(words):
        return HeadingMeaning(AGE, is_certain=True, rank=2)
    known = [found for word in left if (found := heading_of(word) or _OWN.get(word))]
    return HeadingMeaning(known[0], is_certain=False, rank=0) if known else None


def _words(text: str) -> list[str]:
    return [word for word in _CUTS.split(plain_words(text)) if word]


@cache
def _words_of(kind: str) -> frozenset[str]:
    lines = _LIST.read_text(encoding="utf-8").splitlines()
    return frozenset(
        word for line in lines if line.startswith(f"{kind}\t") for word in line.split("\t")[1].split()
    )

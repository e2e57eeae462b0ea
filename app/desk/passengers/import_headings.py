"""What a heading in a list of passengers means: by its words, whatever is written around them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from app.core.paths import RESOURCES
from app.desk.passengers.import_vocabulary import (
    AGE,
    BIRTH_DATE,
    ID_NUMBER,
    IGNORED,
    MONTH_FIRST,
    heading_of,
    id_type_of,
    plain_words,
)

_LIST = RESOURCES / "heading_words.tsv"
"""`filler`: words that change nothing; `other`: of what no passenger's cell holds; `person`: of others."""
_BRACKETS = re.compile(r"[(\[{]([^)\]}]*)[)\]}]?")
_MORE = re.compile(r"\s(?:as per|as on|as of|as in|as at|according to|on|at|for)\s.*")
"""What follows says where a fact is taken from or for which day."""
_ORDER = re.compile(r"\b(?:(d{1,2})[-/. ]?m{1,3}|(m{1,2})[-/. ]?d{1,2})[-/. ]?y{2,4}\b", re.IGNORECASE)
_CUTS = re.compile(r"[\s/,&?!\u0964-]+")
_PROOFS = frozenset({"id", "proof", "card"})
_NO_PAPERS = frozenset(
    {"school", "student", "college", "driver", "driving", "election", "license", "licence"}
)
_OLD = frozenset({"old", "years", "yrs", "year"})
_COUNTS = re.compile(r"\b(?:no|nos|number|num|count|total) of\b|\bhow many\b|^\u0915\u0941\u0932\b")
_OWN = {
    "how old": AGE,
    "born": BIRTH_DATE,
    "birth": BIRTH_DATE,
    "date birth": BIRTH_DATE,
    "born date": BIRTH_DATE,
}


@dataclass(frozen=True, slots=True)
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
    if not base:
        return None
    if _words_of("person") & set(_words(bracket)) or _COUNTS.search(base):
        return HeadingMeaning(IGNORED, is_certain=True, rank=0)
    found = _of_words(base)
    if found is not None and found.column == BIRTH_DATE and order is not None and order[2]:
        return HeadingMeaning(MONTH_FIRST, found.is_certain, found.rank)
    return found


def says_order(text: str) -> bool:
    """Whether a heading says in which order day and month stand, such as DD/MM/YYYY."""
    return _ORDER.search(text) is not None


def _of_words(base: str) -> HeadingMeaning | None:
    exact = heading_of(base)
    if exact is None:
        exact = _OWN.get(base)
    kind = "" if base in _NO_PAPERS else id_type_of(base)
    if kind and exact in (None, ID_NUMBER):
        return HeadingMeaning(ID_NUMBER, is_certain=True, rank=2, id_type=kind)
    if exact is not None:
        return HeadingMeaning(exact, is_certain=True, rank=2 if " " in base else 1)
    words = _words(base)
    if any(word in _words_of("other") for word in words):
        return HeadingMeaning(IGNORED, is_certain=True, rank=0)
    left = [word for word in words if word not in _words_of("filler") and not word.isdigit()]
    for plain in (" ".join(left), " ".join(word for word in left if word not in _PROOFS)):
        if (column := heading_of(plain) or _OWN.get(plain)) is not None:
            return HeadingMeaning(column, is_certain=True, rank=2)
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

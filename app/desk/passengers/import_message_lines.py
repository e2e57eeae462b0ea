"""Splits a line of a message about one person into name, age and other facts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.desk.passengers.birth_date import is_date
from app.desk.passengers.import_vocabulary import (
    AGE,
    BIRTH_DATE,
    GENDER,
    ID_NUMBER,
    ID_TYPE,
    IGNORED,
    NAME,
    NATIONALITY,
    age_of_text,
    gender_of,
    heading_of,
    id_type_of,
    is_nationality,
    is_number,
    is_phone,
    is_wordy,
    with_plain_digits,
)

FACTS = (NAME, AGE, BIRTH_DATE, GENDER, NATIONALITY, ID_TYPE, ID_NUMBER, IGNORED)
"""The facts of a line, in this order; the last is the text that was not understood."""
LONGEST_LINE = 300
_SENDER = re.compile(
    r"^\[?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?\]?\s*(?:-\s*)?"
    r"[^:]{1,60}:\s*",
    re.IGNORECASE,
)
"""The prefix of a message that was copied from a chat with others."""
_COUNT = re.compile(r"^\s*(?:\(?\d{1,3}[.):\]](?=\s|[^\W\d])|[-*\u2022\u2013\u25cf\u27a2>#]+(?=\s))\s*")
_DATE = re.compile(
    r"\b(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{4}-\d{2}-\d{2}|"
    r"\d{1,2}[ -](?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|"
    r"(?P<named>[\u0900-\u0963]{2,12}[.\u0970]?))[ -,]+\d{2,4})\b",
    re.IGNORECASE,
)
_CUTS = re.compile(
    r"[(),;|:=\[\]]|\s[-\u2013\u2014]+\s|\s/\s|(?<=\d)/(?=[^\W\d])|(?<=[^\W\d])/(?=[MFmf\d]\b)"
)
_GROUPED = re.compile(r"\b\d{4}[ -]\d{4}[ -]\d{4}\b")
_AGE_AND_GENDER = re.compile(r"(\d{1,3})\s*(?:y|yrs?|years?)?[-/]?([MF])", re.IGNORECASE)
_GENDER_AND_AGE = re.compile(r"([MF])[-/]?(\d{1,3})", re.IGNORECASE)
_LABELLED = re.compile(r"([^\W\d_]+(?:[ ./]+[^\W\d_]+)*)\.?\s*[:=]")
_OF_AGE = frozenset({"y", "yo", "yr", "yrs", "year", "years", "old", "saal", "sal", "aged"})
_LABELS = frozenset({NAME, AGE, BIRTH_DATE, GENDER, NATIONALITY, ID_TYPE, ID_NUMBER, IGNORED})
_MOST_WORDS = 3
_PAPERS = frozenset({"aadhaar", "aadhar", "passport"})
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "master"})


def facts_of_line(line: str) -> tuple[str, ...] | None:
    """The facts of one person in the order of FACTS; None for a line that only names columns.

    A single letter is a gender beside an age or between separators, else an initial: "Suresh M".
    """
    text = _COUNT.sub("", _SENDER.sub("", line[:LONGEST_LINE].strip()))
    taking = _Taking()
    text = _LABELLED.sub(_unlabelled, text)
    text = _DATE.sub(taking.take_date, text)
    text = _GROUPED.sub(lambda found: taking.take(ID_NUMBER, found[0], "\n"), text)
    cut = [segment.split() for part in text.split("\n") for segment in _CUTS.split(part)]
    segments = [segment for segment in cut if segment]
    words = [word for segment in segments for word in segment]
    if len(words) > 1 and all(heading_of(word) is not None for word in words):
        return None
    for place, words in enumerate(segments):
        taking.read(words, is_alone=place > 0)
    return taking.facts()


def without_count(name: str) -> str:
    """A name without the number or sign of a list before it."""
    return _COUNT.sub("", name)


class _Taking:
    """The facts of one person found so far."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {fact: [] for fact in FACTS}

    def take(self, fact: str, text: str, rest: str = "") -> str:
        """Store the first fact of its kind; a second one is text that was not understood. Returns `rest`."""
        self._found[IGNORED if self._found[fact] else fact].append(text)
        return rest

    def take_date(self, found: re.Match[str]) -> str:
        """Store a date, unless the word in it is no month. Returns the text to put in its place."""
        is_meant = found["named"] is None or is_date(found[0])
        return self.take(BIRTH_DATE, found[0], "\n") if is_meant else found[0]

    def read(self, words: Sequence[str], *, is_alone: bool) -> None:
        """Read the words between two separators; the first words without another meaning are the name."""
        rest = _without_label(words) if is_alone else list(words)
        if not self._found[NAME]:
            rest = self._read_name(rest)
        place = 0
        while place < len(rest):
            place += self._read_words(rest[place : place + _MOST_WORDS], is_beside=self._is_beside(rest))

    def facts(self) -> tuple[str, ...]:
        """All facts, in the order of FACTS."""
        return tuple(" ".join(self._found[fact]) for fact in FACTS)

    def _is_beside(self, words: Sequence[str]) -> bool:
        """Whether a single letter among these words is a gender: beside an age, or alone."""
        return bool(self._found[AGE] or self._found[BIRTH_DATE]) or len(words) == 1

    def _read_name(self, words: list[str]) -> list[str]:
        """Store the name from the words. Returns the other words."""
        start = next((place for place, word in enumerate(words) if not _is_fact(word)), len(words))
        end = next((place for place in range(start, len(words)) if _ends_name(words[place:])), len(words))
        name = words[start:end]
        rest = [*words[:start], *words[end:]]
        if len(name) > 1 and gender_of(name[-1]) and _begins_with_age(words[end:]) and not _has_gender(rest):
            rest.insert(0, name.pop())
        if name and is_wordy(" ".join(name)):
            self._found[NAME] = name
            return _ordered(rest)
        return _ordered(words)

    def _read_words(self, words: Sequence[str], *, is_beside: bool) -> int:
        """Store one fact from the beginning of these words. Returns how many words it took."""
        for count in range(len(words), 0, -1):
            text = " ".join(words[:count]).strip(".")
            fact = _fact_of(text, is_beside=is_beside)
            if fact:
                for each, value in fact:
                    self.take(each, value)
                return count
        if words[0].casefold().strip(".") not in _OF_AGE:
            self._found[IGNORED].append(words[0])
        return 1


def _fact_of(text: str, *, is_beside: bool) -> list[tuple[str, str]]:
    """The facts that these words state together; empty for none."""
    plain = with_plain_digits(text)
    if found := _AGE_AND_GENDER.fullmatch(plain):
        return [(AGE, found[1]), (GENDER, found[2])]
    if found := _GENDER_AND_AGE.fullmatch(plain):
        return [(AGE, found[2]), (GENDER, found[1])]
    meanings = (
        (AGE, bool(age_of_text(plain))),
        (GENDER, bool(gender_of(text)) and (len(text) > 1 or is_beside)),
        (ID_TYPE, bool(id_type_of(text))),
        (NATIONALITY, is_nationality(text)),
        (ID_NUMBER, is_number(text)),
        (IGNORED, is_phone(text)),
    )
    return [(fact, plain if fact == AGE else text) for fact, fits in meanings if fits][:1]


def _ordered(words: Sequence[str]) -> list[str]:
    """The words with ages before single letters, which are a gender only beside an age."""
    return (
        sorted(words, key=lambda word: not age_of_text(word)) if any(map(_is_letter, words)) else list(words)
    )


def _is_letter(word: str) -> bool:
    return len(word.strip(".")) == 1 and bool(gender_of(word))


def _is_fact(word: str) -> bool:
    """Whether a word at the beginning is a fact instead of a name."""
    return any(map(str.isdigit, word)) or word.casefold() in _OF_AGE


def _ends_name(words: Sequence[str]) -> bool:
    """Whether the name ends before these words."""
    first = words[0]
    if any(map(str.isdigit, first)) or first.casefold().strip(".") in _OF_AGE:
        return True
    if len(first) > 1 and gender_of(first):
        return first.casefold().strip(".") not in _TITLES
    return (len(words) > 1 and bool(id_type_of(" ".join(words[:2])))) or first.casefold() in {
        "aadhaar",
        "passport",
    }


def _begins_with_age(words: Sequence[str]) -> bool:
    return bool(words) and bool(age_of_text(words[0]))


def _has_gender(words: Sequence[str]) -> bool:
    return any(gender_of(word) or _AGE_AND_GENDER.fullmatch(word) for word in words)


def _unlabelled(found: re.Match[str]) -> str:
    """The words before a colon without a label of what follows."""
    words = found[1].split()
    for count in range(_MOST_WORDS, 0, -1):
        label = " ".join(words[-count:])
        if heading_of(label) in _LABELS:
            kept = words if id_type_of(label) else words[:-count]
            return f"{' '.join(kept)} ; "
    return found[0]


def _without_label(words: Sequence[str]) -> list[str]:
    """The words without a label at the beginning, such as "Age" in "Age 41"."""
    for count in (2, 1):
        label = heading_of(" ".join(words[:count]))
        if label in _LABELS and not id_type_of(" ".join(words[:count])):
            return list(words[count:])
    return list(words)

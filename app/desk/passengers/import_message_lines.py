"""Splits a line of a message about one person into name, age and other facts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.desk.passengers.birth_date import is_date
from app.desk.passengers.import_message_words import (
    JUNK,
    MONTHS,
    has_marked_age,
    is_before_name,
    is_chatter,
    is_of_others,
    is_relation,
    is_whole_nationality,
    with_relative_named,
    without_relation,
)
from app.desk.passengers.import_vocabulary import (
    AGE,
    BIRTH_DATE,
    FIRST_NAME,
    GENDER,
    ID_NUMBER,
    ID_TYPE,
    IGNORED,
    LAST_NAME,
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
_COUNT = re.compile(r"^\s*(?:\(?\d{1,3}[.):\]](?=\s|[^\W\d])|[-*\u2022\u2013\u25cf\u27a2>#]+(?=\s))\s*")
_MONTH = rf"{MONTHS}\.?"
DATE = re.compile(
    r"(?P<before>\b(?:dob|d\.o\.b|date of birth|birth ?date|birthday|born(?: on)?|birth|janm|"
    r"\u091c\u0928\u094d\u092e)\W{0,3}"
    r"|\b(?:travel\w*|journey|trip|dep\w*|arriv\w*|doj|date|dt|on|for|from|till|until|valid\w*|exp\w*|issue\w*|doi|doe|wedding|anniversary|joined|since|married|book\w*|"
    r"check.?in)\b(?: date| on| for| from)*\W{1,3})?"
    r"(?P<date>(?<![\d/.-])(?:\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|"
    rf"\d{{1,2}}(?:st|nd|rd|th)?[ -]?(?:{_MONTH}|(?P<named>[\u0900-\u0963]{{2,12}}[.\u0970]?))"
    r"[ ,'-]+(?:\d{4}|\d{2})|"
    rf"{_MONTH}[ -]\d{{1,2}}(?:st|nd|rd|th)?,?[ -]\d{{4}}))(?![\d/])"
    r"(?P<clock>[ T]\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\b)?",
    re.IGNORECASE,
)
"""A date, with what is said to be on it."""
_OF_BIRTH = re.compile(r"d\.?o\.?b|birth|born|janm|\u091c\u0928\u094d\u092e", re.IGNORECASE)
_MIDNIGHT = re.compile(r"(?:00|12):00(?::00)?", re.IGNORECASE)
_CUTS = re.compile(
    r"[(),;|:=\[\]]|\s[-\u2013\u2014]+\s|\s/\s|(?<=\d)/(?=[^\W\d])|(?<=[^\W\d]|[\u0900-\u0963])/(?=(?:[MFOmf]|\d{1,3})\b)"
)
_GROUPED = re.compile(r"\b\d{4}[ -]\d{4}[ -]\d{4}\b")
_AGE_AND_GENDER = re.compile(r"(\d{1,3})\s*(?:y|yrs?|years?)?[-/]?([MFO])", re.IGNORECASE)
_GENDER_AND_AGE = re.compile(r"([MFO])[-/]?(\d{1,3})", re.IGNORECASE)
_LABELLED = re.compile(
    r"(?<![^\W\d_])([^\W\d_]+(?:[ ./'\u2019-]+[^\W\d_]+){0,6})\.?"
    r"(?:\s?\*?\s*[:=]+|\s?#?\d{1,2}\s*[:=]+(?!\d\d\b))\s*"
)
_DASHED = re.compile(r"(?:^|(?<=[,;|]))\s*([^\W\d_]+(?: [^\W\d_]+){0,2})\s*[-\u2013\u2014\t]+\s*")
_LABEL_END = re.compile(r"[\s:=]+")
_VALUE = re.compile(r"[^,;|\n(]*")
_SURNAME_FIRST = re.compile(
    r"^\s*((?:Mrs?\.? |Ms\.? )?[^\W\d_][\w'\u2019.-]+),\s+"
    r"(?=([^\W\d_][\w'\u2019.-]*(?: [^\W\d_][\w'\u2019.-]+)?)\s*(?:[,;(]|-|\d|$))"
)
GLUED = re.compile(r"(?<=[^\d\s,;:/()-]{2})-(?=\d{1,3}(?!\d|-\d))|(?<=\b\d{2})-(?=[mf]\b)", re.IGNORECASE)
"""Between name, age and gender, as in Nair-41-M."""
_WITH_AGE = re.compile(r"\b\d{1,3}\s*(?:yrs?\s*)?[mf]\b|\b[mf]\s*\d{1,3}\b", re.IGNORECASE)
_FULL_STOP = re.compile(r"(?<=[^\s.][^\s.])\.$")
_PLACE = re.compile(r"\d{1,3}\s+(?:[-\u2013]\s+)?(?=[^\W\d])")
_AN_AGE = re.compile(r"(?<![\d,./-])\d{1,3}(?![\d,./-]*\d)")
_IN_LAW = re.compile(r"(?<=[a-z]) in[ -]law\b", re.IGNORECASE)
_OF_MONTHS = re.compile(r"\b(\d{1,2}) ?m(?=[\s,/]+(?:f|female)\b)", re.IGNORECASE)
"""Before a woman's or a girl's gender, "8 m" are months."""
_COMMA = "\x03"
"""In place of a comma inside a name."""
_OF_AGE = frozenset({"y", "yo", "yr", "yrs", "year", "years", "old", "saal", "sal", "aged"})
_LABELS_INSIDE = frozenset({"age", "aged", "sex", "gender", "dob", "nationality"})
_MOST_WORDS, _TWO = 3, 2
TITLES = frozenset({"mr", "mrs", "ms", "miss", "master"})
_PARTS = (*FACTS, FIRST_NAME, LAST_NAME)


@dataclass(slots=True)
class Reading:
    """The facts of a line of a message."""

    found: dict[str, list[str]] = field(default_factory=lambda: {part: [] for part in _PARTS}, repr=False)
    is_labelled: bool = False
    """Whether the line says what its facts are, as a form does."""

    def has(self, *facts: str) -> bool:
        """Whether the line states one of these facts."""
        return any(self.found[fact] for fact in facts)

    def label(self) -> None:
        """Note that the line says what its facts are."""
        self.is_labelled = True

    def take_in(self, other: Reading) -> None:
        """Take in the facts of a line that goes on about this person."""
        for fact, texts in other.found.items():
            self.found[fact] += texts
        self.is_labelled |= other.is_labelled

    def facts(self) -> tuple[str, ...]:
        """All facts, in the order of FACTS."""
        whole = " ".join((*self.found[FIRST_NAME], *self.found[NAME], *self.found[LAST_NAME]))
        rest = (" ".join(self.found[fact]) for fact in FACTS[1:])
        return tuple(text.replace(_COMMA, ",") for text in (_FULL_STOP.sub("", whole), *rest))


def facts_of_line(line: str) -> tuple[str, ...] | None:
    """The facts of one person in the order of FACTS; None for a line that only names columns."""
    reading = read_line(line)
    return None if reading is None else reading.facts()


def read_line(line: str) -> Reading | None:
    """The facts of one person; None for a line that only names columns.

    A single letter is a gender beside an age or between separators, else an initial: "Suresh M".
    """
    text = _without_place(_IN_LAW.sub("-in-law", without_count(line[:LONGEST_LINE].strip())))
    words = [word for part in _CUTS.split(text) for word in part.split()]
    if len(words) > 1 and all(heading_of(word) is not None for word in words):
        return None
    taking = _Taking()
    text = with_relative_named(text, taking.take_rest)
    text = DATE.sub(taking.take_date, text)
    text = _GROUPED.sub(lambda found: taking.take(ID_NUMBER, found[0], "\n"), text)
    text = taking.take_labelled(_DASHED.sub(_with_colon, text))
    text = JUNK.sub(lambda found: taking.take_rest(found[0]), text)
    text = GLUED.sub(" ", text)
    text = _SURNAME_FIRST.sub(_with_comma_inside, text)
    cut = [segment.split() for part in text.split("\n") for segment in _CUTS.split(part)]
    filled = [segment for segment in cut if segment]
    if len(filled) > 1 and is_relation(" ".join(filled[0]).casefold()) and _may_begin_name(filled[1][0]):
        taking.take_rest(filled.pop(0)[0])
    for place, segment in enumerate(filled):
        taking.read(segment, is_alone=place > 0)
    return taking.ended(line)


def _without_place(text: str) -> str:
    """The line without a number that counts it, where an age or a date follows; months as months."""
    found = _PLACE.match(text)
    rest = text[found.end() :] if found else ""
    is_counted = found and (DATE.search(rest) or _AN_AGE.search(with_plain_digits(rest)))
    return _OF_MONTHS.sub(r"\1 months", rest if is_counted else text)


def without_count(name: str) -> str:
    """A name without the number or sign of a list before it."""
    return _COUNT.sub("", name)


class _Taking:
    """The facts of one person found so far."""

    def __init__(self) -> None:
        self._reading = Reading()
        self._found = self._reading.found
        self._dates: list[str] = []

    def take(self, fact: str, text: str, rest: str = "") -> str:
        """Store the first fact of its kind; a second one is text that was not understood. Returns `rest`."""
        self._found[IGNORED if self._found[fact] else fact].append(text)
        return rest

    def take_rest(self, text: str) -> str:
        """Store text that is no fact. Returns the text to put in its place."""
        self._found[IGNORED].append(text.strip())
        return " \n "

    def take_date(self, found: re.Match[str]) -> str:
        """Store a date, unless the word in it is no month. Returns the text to put in its place."""
        text, before, clock = found["date"], found["before"] or "", (found["clock"] or "").strip()
        if found["named"] is not None and not is_date(text):
            return found[0]
        if _OF_BIRTH.search(before):
            self._reading.label()
            return self.take(BIRTH_DATE, text, "\n")
        if before or (clock and not _MIDNIGHT.match(clock)):
            return self.take_rest(found[0])
        self._dates.append(text)
        return "\n"

    def take_labelled(self, text: str) -> str:
        """Store what stands behind the labels of a form. Returns the other text."""
        kept: list[str] = []
        place = 0
        while found := _LABELLED.search(text, place):
            kept.append(text[place : found.start()])
            rest, place = self._read_label(found[1].split(), text, found.end())
            kept.append(rest)
        return "".join((*kept, text[place:]))

    def read(self, words: Sequence[str], *, is_alone: bool) -> None:
        """Read the words between two separators; the first words without another meaning are the name."""
        if is_alone and heading_of(words[0]) == IGNORED:
            self.take_rest(" ".join(words))
            return
        rest = _without_label(words) if is_alone else list(words)
        if not self._found[NAME]:
            rest = self._read_name(rest)
        place = 0
        while place < len(rest):
            place += self._read_words(rest[place : place + _MOST_WORDS], is_beside=self._is_beside(rest))

    def ended(self, line: str) -> Reading:
        """The facts, with the date that nothing was said about as that of birth, if no age is stated."""
        for date in self._dates:
            self.take(IGNORED if self._found[AGE] else BIRTH_DATE, date)
        is_stated = self._reading.is_labelled or self._found[GENDER] or has_marked_age(line)
        if self._found[AGE] and not is_stated and any(map(is_chatter, without_relation(line).split())):
            self._found[IGNORED] += self._found[AGE]
            self._found[AGE].clear()
        return self._reading

    def _is_beside(self, words: Sequence[str]) -> bool:
        """Whether a single letter among these words is a gender: beside an age, or alone."""
        return bool(self._found[AGE] or self._found[BIRTH_DATE] or self._dates) or len(words) == 1

    def _read_label(self, words: list[str], text: str, start: int) -> tuple[str, int]:
        """Read a label and what stands behind it. Returns the text that is left, and where to go on."""
        value = _VALUE.match(text, start)
        told, end = (value[0].strip(), value.end()) if value else ("", start)
        kind, count = _label_of(words)
        if len(words) == 1 and is_relation(words[0].casefold()) and _WITH_AGE.search(text, start):
            kind = None
        if kind is not None:
            self._reading.label()
        rest, end = f"{' '.join(words[: len(words) - count])} ; ", end if told else start
        if kind == IGNORED:
            self.take_rest(f"{' '.join(words)}: {told}")
        elif kind is None and told and _may_follow(told) and not self._found[NAME]:
            rest, end = self.take_rest(" ".join(words)), start
        elif kind is None or id_type_of(" ".join(words[-count:])):
            rest, end = f"{' '.join(words)} {';' if kind else ':'} ", start
        elif kind in (NAME, BIRTH_DATE) or not told:
            end = start
        else:
            end = self._take_value(kind, told, text, start) or end
        return rest, end

    def _take_value(self, kind: str, told: str, text: str, start: int) -> int:
        """Store what stands behind a label. Returns where to go on; 0 for behind all of it."""
        words = told.split()
        if kind == AGE and (age := age_of_text(with_plain_digits(" ".join(words[:2])))):
            self.take(kind, age)
            return text.index(words[min(1, len(words) - 1)], start) + len(words[min(1, len(words) - 1)])
        first = words[0]
        if (kind == AGE and age_of_text(first)) or (kind == GENDER and gender_of(first)):
            self.take(kind, with_plain_digits(first))
            return text.index(first, start) + len(first)
        if kind in (AGE, GENDER) and _fact_of(first, is_beside=True):
            return start
        self.take(kind, told)
        return 0

    def _read_name(self, words: list[str]) -> list[str]:
        """Store the name from the words. Returns the other words."""
        start = _begin_of_name(words)
        end = next(
            (place for place in range(start, len(words)) if _ends_name(words, place, start)), len(words)
        )
        name = words[start:end]
        rest = [*words[:start], *words[end:]]
        if len(name) > 1 and gender_of(name[-1]) and _begins_with_age(words[end:]) and not _has_gender(rest):
            rest.insert(0, name.pop())
        while name and (
            is_before_name(name[0]) or (is_chatter(name[0]) and is_relation(" ".join(name[1:2])))
        ):
            rest.append(name.pop(0))
        behind = len(rest)
        while len(name) > 1 and (
            not any(map(str.isalnum, name[-1]))
            or (name[-1].islower() and (is_chatter(name[-1]) or is_relation(name[-1])))
        ):
            rest.insert(behind, name.pop())
        if name and is_wordy(" ".join(name)):
            self._found[NAME] = name
            return _ordered(rest)
        return _ordered([*words[:start], *name, *words[end:]])

    def _read_words(self, words: Sequence[str], *, is_beside: bool) -> int:
        """Store one fact from the beginning of these words. Returns how many words it took."""
        for count in range(len(words), 0, -1):
            text = " ".join(words[:count]).strip(".")
            fact = _fact_of(text, is_beside=is_beside)
            if fact:
                for each, value in fact:
                    self.take(each, value)
                return count
        if words[0].casefold().strip(".") not in _OF_AGE | _LABELS_INSIDE:
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
        (NATIONALITY, is_nationality(text) and not is_chatter(text) and (text.isupper() or len(text) > _TWO)),
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
    return any(map(str.isdigit, word)) or _is_of_age(word)


def _is_of_age(word: str) -> bool:
    """Whether a word belongs to an age; a capital alone is an initial."""
    plain = word.casefold().strip(".")
    return plain in _OF_AGE and (len(plain) > 1 or word.islower())


def _begin_of_name(words: Sequence[str]) -> int:
    """Where the name begins, behind ages and genders such as "41 M", and behind a request."""
    place = 0
    while place < len(words):
        word, is_last = words[place], place + 1 == len(words)
        is_beside_age = (place > 0 and _is_fact(words[place - 1])) or (
            not is_last and _is_fact(words[place + 1])
        )
        is_gender = bool(gender_of(word)) and word.casefold().strip(".") not in TITLES
        is_beside_age |= place + 1 < len(words) and word.casefold() in {"male", "female"}
        if not (
            _is_fact(word) or is_before_name(word) or (is_gender and is_beside_age and not word.endswith("."))
        ):
            break
        place += 1
    return place


def _ends_name(words: Sequence[str], place: int, start: int) -> bool:
    """Whether the name that begins at `start` ends before the word at `place`."""
    first, plain = words[place], words[place].casefold().strip(".")
    following = words[place + 1] if place + 1 < len(words) else ""
    if any(map(str.isdigit, first)) or _is_of_age(first):
        return True
    if len(plain) > 1 and gender_of(first):
        return plain not in TITLES
    if plain in _LABELS_INSIDE and (any(map(str.isdigit, following)) or gender_of(following)):
        return True
    if id_type_of(first) and (any(map(str.isdigit, following)) or plain in {"aadhaar", "passport"}):
        return True
    if place > start and is_whole_nationality(first):
        return place > start + 1 or plain == "indian"
    return bool(following) and bool(id_type_of(f"{first} {following}"))


def _begins_with_age(words: Sequence[str]) -> bool:
    return bool(words) and bool(age_of_text(words[0]))


def _has_gender(words: Sequence[str]) -> bool:
    return any(gender_of(word) or _AGE_AND_GENDER.fullmatch(word) for word in words)


def _label_of(words: Sequence[str]) -> tuple[str | None, int]:
    """What a label says about what stands behind it, and how many of the last words are the label."""
    if any(map(is_of_others, words)):
        return IGNORED, len(words)
    for count in range(len(words), 0, -1):
        if count > 1 and id_type_of(" ".join(words[-count:])):
            return ID_NUMBER, count
        kind = heading_of(" ".join(words[-count:]))
        if kind is not None:
            return kind, count
    return None, 0


def _may_follow(told: str) -> bool:
    """Whether these words behind a colon begin with a name or its label, so that a sender was before."""
    words = _LABEL_END.split(told)
    if _may_begin_name(words[0]) or heading_of(words[0]) is not None:
        return True
    is_fact = bool(gender_of(words[0])) or is_whole_nationality(words[0])
    return is_fact and len(words) > 1 and _may_begin_name(words[1])


def _may_begin_name(word: str) -> bool:
    is_meant = gender_of(word) and word.casefold().strip(".") not in TITLES
    return (
        word[:1].isalpha()
        and not any(map(str.isdigit, word))
        and not (is_meant or is_before_name(word) or is_whole_nationality(word) or id_type_of(word))
    )


def _with_colon(found: re.Match[str]) -> str:
    return f"{found[1]}: " if heading_of(found[1]) is not None else found[0]


def _with_comma_inside(found: re.Match[str]) -> str:
    """A surname with its comma as one part of the name, which is then doubted."""
    words = (found[1], *found[2].split())
    return f"{found[1]}{_COMMA} " if all(map(_may_begin_name, words)) else found[0]


def _without_label(words: Sequence[str]) -> list[str]:
    """The words without a label at the beginning, such as "Age" in "Age 41"."""
    for count in (2, 1):
        label = heading_of(" ".join(words[:count]))
        if label in FACTS and not id_type_of(" ".join(words[:count])):
            return list(words[count:])
    return list(words)

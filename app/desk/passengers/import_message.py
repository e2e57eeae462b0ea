"""Reads the people of a message: several in a line, one in several lines, and lines that are of nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from app.desk.passengers.import_chat import (
    MOST_LETTERS,
    MOST_LINES,
    ChatLine,
    chat_lines,
    is_chat,
    plain_line,
)
from app.desk.passengers.import_message_lines import (
    DATE,
    GLUED,
    LONGEST_LINE,
    TITLES,
    Reading,
    read_line,
    without_count,
)
from app.desk.passengers.import_message_words import (
    CLOSING,
    COMPANY,
    GREETING,
    JUNK,
    NOT_GOING,
    OFF_LINE,
    PHONE_LINE,
    is_before_name,
    is_chatter,
    is_relation,
    is_whole_nationality,
    may_be_name,
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
    counts_on,
    gender_of,
    heading_of,
    id_type_of,
    is_number,
    with_plain_digits,
)

_LEADING = re.compile(r"\s*(\d{1,3})(?:\s*,|\s(?=\s*((?:[mfo]|y\w*|male|female)\b)?))(?!.*\d)", re.IGNORECASE)
"""A number before a line without another one, which may be an age or count the lines; and a gender behind."""
_NUMBERING = re.compile(r"(?:(?<=\s)|(?<=^)|(?<=[,;]))\(?(\d{1,2})[.)\]]\s*(?=[^\W\d_])")
_TOKEN = re.compile(
    r"(?<![^\W_])[mfo]\s?[/-]\s?\d{1,3}(?!\w)|(?<![^\W_])\d{1,3}\s?[/-]\s?[mfo](?!\w)|[,;|&+/()\n]|(?<!\S)(?:and|aur|und|with|\u0914\u0930|\u090f\u0935\u0902|-|\u2013|\u2014)(?!\S)|[^\s,;|&+/()]+",
    re.IGNORECASE,
)
_STRONG = re.compile(r"[;|&+/\n]|and|aur|und|with|\u0914\u0930|\u090f\u0935\u0902", re.IGNORECASE)
_BETWEEN = re.compile(r"\W+|and|aur|und|with|\u0914\u0930|\u090f\u0935\u0902", re.IGNORECASE)
_AGED = re.compile(
    r"(\d{1,3})\s*(?:y|yo|yrs?|years?)?[-/]?\s*[mfo]?|[mfo]\s*[-/]?\s*(\d{1,3})", re.IGNORECASE
)
_TRAILING = re.compile(r"[\s,;]+(?:and|aur|und|with|\u0914\u0930|\u090f\u0935\u0902)\s*$", re.IGNORECASE)
_CELL_END = re.compile(r"[,;|]")
_SAMPLE, _MOST_OF_END, _MOST_OF_SALUTATION = 100, 6, 4
_WORD = re.compile(r"\d+|[^\s\d,;|&+/():.-]+")
_CODE = re.compile(r"\w*\d\w*")
_NAME_LABEL = re.compile(r"(?<![^\W\d_])((?:[^\W\d_]+ )?[^\W\d_]+)\s*\d{0,2}\s*[:=\u2013-]")
_SENDER = re.compile(r"([+~]?\w[^:]{0,59}):\s")
_SEPARATED = re.compile(r"\s*(?:[,;|&+/]|\s(?:and|aur|\u0914\u0930)\s)\s*")
_WAYS = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (r";", r"\|", r"\s&\s", r"\s\+\s", r"\s(?:and|aur|\u0914\u0930)\s", r"\s/\s", r",(?![^(]*\))")
)
"""What may stand between people: all of one line stand apart by the same."""
_DASHES = "-\u2013\u2014"
_TRIMMED = " ,;|&+/\n-\u2013\u2014"
_DATE_MASK, _JUNK_MASK = "\x04", "\x05"
_LABEL = re.compile(
    r"^\W*([^\W\d_][^:=\n]{0,40}?)\s*(?:\*|#?\d{1,2})?\s*(?:[:=]+|\s[-\u2013\u2014]\s|\t)\s*(?=\S)"
)
_INLINE_LABEL = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\s*[:=\u2013\u2014-]")
_MONTHS = frozenset({"month", "months", "mahine", "years", "year", "yrs"})
_PERSON = (NAME, AGE, GENDER, BIRTH_DATE, FIRST_NAME, LAST_NAME, NATIONALITY, ID_TYPE, ID_NUMBER)


def is_message(text: str) -> bool:
    """Whether a text is certainly read by its lines: a chat, a filled form, or several people in a line."""
    if "\t" in text:
        return False
    if is_chat(text):
        return True
    lines = [line.strip()[:MOST_LETTERS] for line in text.splitlines()[:MOST_LINES] if line.strip()]
    lines = [*takewhile(lambda line: not CLOSING.fullmatch(line), lines)] or lines
    heads = [found[1] for found in map(_LABEL.match, lines) if found]
    if len({kind for kind in map(heading_of, heads) if kind in _PERSON}) > 1:
        return True
    if any(_labels(line) > 1 for line in lines[:2]):
        return True
    if len(lines) == 1 and len(_people(plain_line(lines[0]))) > 1:
        return True
    whole = sum(map(_holds_person, lines[:_SAMPLE]))
    return whole * 2 > len(lines[:_SAMPLE])


def _holds_person(line: str) -> bool:
    """Whether one of the first two cells of a line holds a name and an age."""
    cells = _CELL_END.split(plain_line(line), maxsplit=2)
    return len(cells) > 1 and any(_groups(cell)[0].is_name_first for cell in cells[:2])


def _labels(line: str) -> int:
    return len({kind for kind in map(heading_of, _INLINE_LABEL.findall(line)) if kind in _PERSON})


def people_of(text: str, most: int) -> tuple[list[tuple[str, ...]], int, str]:
    """The facts of at most `most` people in the order of FACTS, how many lines are unread, and the rest.

    The rest is who is greeted and who signs, and where somebody can be called.
    """
    whole = _joined(chat_lines(text))
    end = _end(whole)
    lines, ended = whole[:end], [line.text for line in whole[end:] if not _is_of_nobody(line.text)]
    aside: list[str] = []
    beyond = sum(any(map(str.isalnum, line)) for line in text.splitlines()[MOST_LINES:])
    found: list[_Row] = []
    off: list[str] = []
    for place, line in enumerate(lines):
        if OFF_LINE.fullmatch(line.text):
            off = [line.text]
            if found and not line.text.endswith(":"):
                found[-1].reading.found[IGNORED] += off
            continue
        following = lines[place + 1].text if place + 1 < len(lines) else ""
        is_of_form = bool(found) and found[-1].reading.is_labelled
        if (not found and _is_salutation(line.text)) or (not is_of_form and _is_phone_line(line.text)):
            aside.append(line.text)
            continue
        for reading, part in _readings(line):
            reading.found[IGNORED] += off
            _add(found, _Row(reading, part, line.begins), following)
        if len(found) > most:
            beyond += len(lines) - place - 1 + len(found) - most
            break
    found = found[:most]
    _set_counts_aside(found)
    beside = ", ".join(line.strip(_TRIMMED) for line in (*aside, *ended))
    return [row.reading.facts() for row in found], beyond, beside


def _is_salutation(text: str) -> bool:
    """Whether a line is the beginning of a letter alone, such as "Dear Ravi,"."""
    words = re.findall(r"[\w\u0900-\u0963]+", text)
    is_ended = text.endswith((",", "!")) and len(words) <= _MOST_OF_SALUTATION
    return is_ended and bool(GREETING.fullmatch(text)) and not any(map(str.isdigit, text))


def _is_phone_line(text: str) -> bool:
    """Whether a line says whose telephone its number is; another number may be of a document."""
    found = PHONE_LINE.fullmatch(text)
    return found is not None and bool(found["label"])


def _end(lines: Sequence[ChatLine]) -> int:
    """Where the end of a letter begins: a few lines without facts behind thanks, below somebody."""
    end = len(lines)
    for place in range(len(lines) - 1, max(0, len(lines) - _MOST_OF_END), -1):
        is_closing = bool(CLOSING.fullmatch(lines[place].text))
        readings = [reading for reading, _ in _readings(lines[place])]
        if lines[place].is_first and not is_closing:
            break
        if any(each.has(AGE, BIRTH_DATE, GENDER, NATIONALITY) for each in readings):
            break
        end = place if is_closing else end
    return end if any(True for line in lines[:end] for _ in _readings(line)) else len(lines)


@dataclass(slots=True)
class _Row:
    """What was read of a person so far."""

    reading: Reading = field(repr=False)
    text: str = field(repr=False)
    begins: bool


def _set_counts_aside(found: Sequence[_Row]) -> None:
    """Take the numbers before lines that count on for no ages, and a letter behind them for an initial."""
    counts = [count for count in (_LEADING.match(row.text) for row in found) if count]
    if len(counts) < len(found) or not counts_on([int(count[1]) for count in counts]):
        return
    if sum(bool(count[2]) for count in counts) * 2 > len(found):
        return
    for row, count in zip(found, counts, strict=True):
        facts, plain = row.reading.found, read_line(row.text[count.end() :])
        facts[IGNORED] += facts[AGE]
        facts[AGE].clear()
        if count[2] and plain is not None:
            facts[NAME], facts[GENDER] = plain.found[NAME], plain.found[GENDER]


def _joined(lines: Sequence[ChatLine]) -> list[ChatLine]:
    """The lines, where a form's labels that stand alone are with the value in the next line."""
    alone = [heading_of(_bare_label(line.text)) for line in lines]
    if len({kind for kind in alone if kind in _PERSON}) <= 1:
        return list(lines)
    joined: list[ChatLine] = []
    pending = ""
    for line, kind in zip(lines, alone, strict=True):
        if kind is not None:
            pending = _bare_label(line.text)
        elif pending:
            joined.append(ChatLine(f"{pending}: {line.text}"))
            pending = ""
        else:
            joined.append(ChatLine(line.text, line.begins, is_unsure=True))
    return joined


def _bare_label(text: str) -> str:
    return text.strip(" *:-\u2013")


def _readings(line: ChatLine) -> Iterator[tuple[Reading, str]]:
    """The facts of each person of a line; nothing for a line that is certainly of nobody."""
    parts = _people(line.text)
    apart = [
        found[0]
        for said, least in ((COMPANY, 1), (NOT_GOING, 0))
        if (found := said.search(line.text)) and not any(said.search(part, least) for part in parts)
    ]
    for part in parts:
        reading = read_line(part)
        if reading is None:
            continue
        has_fact = reading.has(AGE, BIRTH_DATE, GENDER, ID_NUMBER, NATIONALITY) or reading.is_labelled
        is_named, others = reading.has(NAME), COMPANY.search(part)
        is_company = (
            bool(others) and COMPANY.match(part) and not part[0].isdigit() and not reading.has(*_PERSON)
        )
        if (
            line.is_unsure
            or is_company
            or _is_crowd(COMPANY.sub(" ", part))
            or (is_named and not has_fact and not may_be_name(COMPANY.sub("", without_count(part))))
        ):
            reading = Reading()
            reading.found[IGNORED].append(part[:LONGEST_LINE])
        if others and reading.has(NAME) and reading.found[NAME][0] in part[: others.start()]:
            _show(reading, COMPANY, part)
        _show(reading, NOT_GOING, part)
        reading.found[IGNORED] += apart
        if reading.has(*_PERSON) or is_company or not _is_of_nobody(part):
            yield reading, part


def _show(reading: Reading, said: re.Pattern[str], part: str) -> None:
    """Let what is said in a part stand in the text that is not understood, if it was taken apart."""
    found = said.search(part)
    if found and not any(said.search(" ".join(reading.found[each])) for each in (NAME, IGNORED)):
        reading.found[IGNORED].append(found[0])


def _is_crowd(text: str) -> bool:
    """Whether a text holds several people whose facts are not certainly apart."""
    text = without_count(text[:LONGEST_LINE])
    plain = _CODE.sub(_without_number, JUNK.sub(" ", DATE.sub(" ", text)))
    words = _WORD.findall(plain)
    ages = sum(map(bool, map(age_of_text, words)))
    genders = sum(bool(gender_of(word)) for word in words if word.casefold() not in TITLES)
    return min(ages, genders) > 1 or sum(each.is_name_first for each in _groups(text)) > 1


def _is_of_nobody(text: str) -> bool:
    """Whether these are words of requests, counts, sums and days alone."""
    rest = JUNK.sub(" ", DATE.sub(" ", text))
    words = re.findall(r"[\w\u0900-\u0963]+", rest)
    return all(is_chatter(word) or word.isdigit() for word in words)


def _add(found: list[_Row], row: _Row, following: str) -> None:
    """Add what was read to the person before, if it continues that, else as a row of its own."""
    if found and _continues(found, row, following):
        found[-1].reading.take_in(row.reading)
        return
    found.append(row)


def _continues(found: Sequence[_Row], row: _Row, following: str) -> bool:
    """Whether a line goes on about the person before: it has a label, or facts that are missing."""
    before, now = found[-1].reading, row.reading
    stated = [fact for fact in _PERSON if now.has(fact)]
    if not stated:
        return now.is_labelled and before.is_labelled
    if any(before.has(fact) for fact in stated):
        return False
    if now.is_labelled:
        return before.is_labelled or not now.has(NAME)
    if row.begins or now.has(NAME) or not all(each.reading.has(NAME) for each in found):
        return False
    if not now.has(AGE, BIRTH_DATE) or now.has(GENDER):
        return not now.has(BIRTH_DATE)
    return before.has(GENDER) or bool(gender_of(following)) or "y" in row.text.casefold()


def _people(line: str) -> list[str]:
    """The parts of a line with a person each; the whole line unless there are certainly several."""
    return [part for each in _numbered(line) for part in _apart(each)]


def _apart(line: str) -> list[str]:
    sender = _SENDER.match(line)
    counted = line[sender.end() :] if sender else ""
    if counted and without_count(counted) != counted:
        line, sender = without_count(counted), None
    for separator in _WAYS:
        parts = _with_company(
            [each.strip(_TRIMMED) for each in separator.split(line) if each.strip(_TRIMMED)]
        )
        if len(parts) > 1 and all(map(_is_one, parts)):
            return parts
    if _labels(line):
        return _labelled(line)
    groups = _groups(line)
    if sender and heading_of(sender[1]) is None and not all(group.is_whole for group in groups):
        rest = line[sender.end() :]
        parts = _groups(rest)
        if _is_age_first(rest) and all(part.is_whole for part in parts):
            line, groups = rest, parts
    if _are_certain(line, groups):
        return _with_rest(line, groups)
    names = [part.strip() for part in _SEPARATED.split(line.strip(" .,;"))]
    if len(names) > 1 and all(may_be_name(each) and " " in each and _is_name(each) for each in names):
        return names
    return [line]


def _with_company(parts: Sequence[str]) -> list[str]:
    """The parts, with others such as "2 kids" in that of the person before."""
    joined: list[str] = []
    for part in parts:
        if joined and COMPANY.fullmatch(f"+ {part}"):
            joined[-1] += f" + {part}"
        else:
            joined.append(part)
    return joined


def _is_one(part: str) -> bool:
    """Whether a part of a line is certainly one person with an age."""
    part = NOT_GOING.sub(" ", COMPANY.sub(" ", part)).strip(_TRIMMED)
    reading = read_line(part)
    rest = " ".join(reading.found[IGNORED]).split() if reading is not None else []
    is_understood = all(is_relation(word.casefold()) or is_chatter(word) for word in rest)
    if reading is None or not is_understood or _is_crowd(part):
        return False
    return reading.has(NAME) and reading.has(AGE, BIRTH_DATE)


def _are_certain(line: str, groups: Sequence[_Group]) -> bool:
    """Whether these are several people: each age has its name, in the order of the line's beginning."""
    whole = [group for group in groups if group.is_whole]
    orders = {group.is_age_first for group in whole}
    is_whole = all(group.has_name or not group.has_age for group in groups)
    return is_whole and len(whole) > 1 and len(orders) == 1 and (orders == {False} or _is_age_first(line))


def _is_age_first(line: str) -> bool:
    """Whether a line begins with an age or a gender, and not with a name."""
    words = (token for token in map(_word, _TOKEN.finditer(line)) if token and not is_before_name(token))
    first = next(words, "")
    return _is_age(first) or bool(gender_of(first))


def _word(token: re.Match[str]) -> str:
    return "" if _BETWEEN.fullmatch(token[0]) else token[0]


def _labelled(line: str) -> list[str]:
    """The parts of a line that begin with the label of a name."""
    first = ""
    starts = [0]
    for found in _NAME_LABEL.finditer(line):
        words = found[1].split()
        label = next((each for each in (found[1], words[-1]) if heading_of(each) in (NAME, FIRST_NAME)), "")
        if label and first == label:
            starts.append(found.start() + found[1].rindex(label))
        first = first or label
    return [line[start:end].strip(_TRIMMED) for start, end in pairwise([*starts, len(line)])]


def _numbered(line: str) -> list[str]:
    """The parts of a line that numbers itself, as "1) Arjun 41 M 2) Meera 38 F", else the whole line."""
    found: list[re.Match[str]] = []
    for each in _NUMBERING.finditer(line):
        if not found or int(each[1]) == int(found[-1][1]) + 1:
            found.append(each)
    if len(found) <= 1:
        return [without_count(line)]
    starts = [each.end() for each in found]
    ends = [*(each.start() for each in found[1:]), len(line)]
    before = line[: found[0].start()].strip(_TRIMMED)
    parts = [line[start:end].strip(_TRIMMED) for start, end in zip(starts, ends, strict=True)]
    is_sender = before.endswith(":") and not any(map(str.isdigit, before))
    return [before, *parts] if before and not is_sender else parts


@dataclass(slots=True)
class _Group:
    """A part of a line that may be of one person."""

    start: int
    has_name: bool = False
    has_age: bool = False
    has_gender: bool = False
    is_age_first: bool = False

    @property
    def is_name_first(self) -> bool:
        return self.is_whole and not self.is_age_first

    @property
    def is_whole(self) -> bool:
        return self.has_name and self.has_age

    def take(self, text: str, *, is_name: bool, is_age: bool) -> None:
        """Take in a word of a name, or an age."""
        self.is_age_first |= is_age and not self.has_name
        self.has_name |= is_name
        self.has_age |= is_age
        self.has_gender |= is_age and any(map(str.isalpha, text))

    def take_gender(self) -> None:
        """Take in a gender."""
        self.has_gender = True


def _groups(line: str) -> list[_Group]:
    """The line cut where a name or an age begins that the part before has already."""
    masked = GLUED.sub(" ", JUNK.sub(_masked_junk, DATE.sub(_masked_date, line)))
    tokens = list(_TOKEN.finditer(masked))
    groups = [_Group(0)]
    was_name, last_cut, last_said, begun, loose = False, 0, 1, -1, -1
    for place, token in enumerate(tokens):
        text, group = token[0], groups[-1]
        if _BETWEEN.fullmatch(text) and text[0] not in (_DATE_MASK, _JUNK_MASK):
            was_name, last_cut = was_name and text in "-\u2013\u2014", token.end()
            if _STRONG.fullmatch(text) or text in ",(":
                was_name, begun = False, -1
            continue
        is_age, is_name = _is_age(text), _is_name_at(masked, tokens, place)
        if (is_name and not was_name and group.is_whole) or (is_age and group.is_whole):
            start = begun if is_name and begun >= 0 else token.start()
            start = last_cut if last_cut >= last_said else start
            group = _Group(min(start, loose) if loose >= 0 else start, has_gender=loose >= 0)
            groups.append(group)
        if is_name or is_age:
            last_said, loose = token.end(), -1
            group.take(text, is_name=is_name, is_age=is_age)
        elif gender_of(text) and group.has_gender:
            loose = token.start()
        elif gender_of(text):
            group.take_gender()
            last_said = token.end() if group.has_name else last_said
        elif NOT_GOING.match(text) and group.is_whole and masked[last_cut - 1] in _DASHES:
            last_said = token.end()
        is_beside_name = text[0].isupper() and (is_chatter(text) or is_relation(text))
        begun = (begun if begun >= 0 else token.start()) if is_beside_name else -1
        was_name = is_name
    return groups


def _with_rest(line: str, groups: Sequence[_Group]) -> list[str]:
    ends = [*(group.start for group in groups[1:]), len(line)]
    return [
        _TRAILING.sub("", line[group.start : end]).strip(_TRIMMED)
        for group, end in zip(groups, ends, strict=True)
    ]


def _masked_date(found: re.Match[str]) -> str:
    return _DATE_MASK * len(found[0])


def _masked_junk(found: re.Match[str]) -> str:
    return _JUNK_MASK * len(found[0])


def _without_number(found: re.Match[str]) -> str:
    """Nothing for the number of a document, whose letters and digits are no genders and ages."""
    return " " if is_number(found[0]) else found[0]


def _is_age(token: str) -> bool:
    if token.startswith(_DATE_MASK):
        return True
    plain = with_plain_digits(token.strip("."))
    found = _AGED.fullmatch(plain)
    return found is not None and bool(age_of_text(found[1] or found[2]))


def _is_name(text: str, following: str = "") -> bool:
    is_before_fact = any(map(str.isdigit, following)) or bool(gender_of(following)) or not following
    is_label = is_before_fact and (bool(id_type_of(text)) or heading_of(text) is not None)
    return not (is_whole_nationality(text) or gender_of(text) or is_label)


def _is_name_at(masked: str, tokens: Sequence[re.Match[str]], place: int) -> bool:
    """Whether a token is a word of a name, and no other fact or word of a message."""
    token = tokens[place]
    text = token[0]
    if text.casefold().strip(".") in TITLES:
        return True
    if not text[0].isalpha() or any(map(str.isdigit, text)):
        return False
    is_initial = text[0].isupper() and len(text.strip(".")) == 1
    if not is_initial and (is_chatter(text) or is_relation(text)):
        return False
    two = masked[token.start() : tokens[place + 1].end()] if place + 1 < len(tokens) else text
    following = tokens[place + 1][0] if place + 1 < len(tokens) else ""
    if id_type_of(two) or text.casefold() in _MONTHS:
        return False
    if is_whole_nationality(two) or not _is_name(text.strip("."), following):
        return len(text.strip(".")) == 1 and not _is_beside_age(tokens, place)
    before = masked[tokens[place - 1].start() : token.end()] if place else text
    return not is_whole_nationality(before)


def _is_beside_age(tokens: Sequence[re.Match[str]], place: int) -> bool:
    around = [*tokens[max(0, place - 2) : place], *tokens[place + 1 : place + 3]]
    return any(_is_age(each[0]) for each in around)

"""Reads the machine-readable zone of a passport, identity card or visa (ICAO 9303)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from datetime import date
from typing import Literal

from app.core.frozen import frozen
from app.core.language import Message, mark, tr
from app.desk.model import formats
from app.desk.model.boats import Passenger
from app.desk.model.nationalities import codes
from app.desk.passengers.doubts import PASSPORT
from app.desk.passengers.mrz_fields import (
    CARD_LAYOUTS,
    FILLER,
    TRAVEL_LAYOUTS,
    VISA_LAYOUTS,
    WIDTHS,
    FieldError,
    FieldPlace,
    Format,
    Layout,
    birth_dates,
    check_digit,
    expiry_date,
    is_checked,
    long_number,
    names,
    tidy_lines,
    written,
)
from app.desk.passengers.rules import with_cell

NO_LINE = mark("This is no passport line.")
BURST = 12
"""The number of characters by which the beginning of a zone is recognised."""
_LONGEST_TEXT = 1000
_FEWEST = 28
"""Nearly the length of the shortest line, since a character may be lost."""
_OLDEST = 120
_NOISE = 4
"""With more extra characters than this a line belongs to a wider format."""

Kind = Literal["PASSPORT", "VISA", "IDENTITY CARD"]
_KINDS: dict[str, Kind] = {"P": "PASSPORT", "V": "VISA"}
_EXPIRED: dict[Kind, Message] = {
    "PASSPORT": mark("This passport expired on {date}."),
    "VISA": mark("This visa expired on {date}."),
    "IDENTITY CARD": mark("This identity card expired on {date}."),
}
_EXPIRING: dict[Kind, Message] = {
    "PASSPORT": mark("This passport expires on {date}, before the trip."),
    "VISA": mark("This visa expires on {date}, before the trip."),
    "IDENTITY CARD": mark("This identity card expires on {date}, before the trip."),
}
_UNCLEAN: dict[Kind, tuple[Message, Message]] = {
    "PASSPORT": (
        mark("The passport line was not read cleanly. Scan again or type it."),
        mark("Line {line} of the passport was not read cleanly. Scan again or type it."),
    ),
    "VISA": (
        mark("The visa line was not read cleanly. Scan again or type it."),
        mark("Line {line} of the visa was not read cleanly. Scan again or type it."),
    ),
    "IDENTITY CARD": (
        mark("The identity card line was not read cleanly. Scan again or type it."),
        mark("Line {line} of the identity card was not read cleanly. Scan again or type it."),
    ),
}
"""The sentences about a document by its kind; the second names the line."""
_GENDERS = {"M": "MALE", "F": "FEMALE", "X": "OTHER", FILLER: "OTHER"}
_BRITISH = ("GBD", "GBN", "GBO", "GBP", "GBS")
_SPECIAL = dict.fromkeys(_BRITISH, "BRITISH") | {
    "D": "GERMAN",
    "XXA": "STATELESS",
    "XXB": "REFUGEE",
    "XXC": "REFUGEE",
    "XXX": "UNSPECIFIED",
}
_HEAD = re.compile(r"[PIACV][A-Z<](?:[A-Z]{3}|[A-Z]{2}<|[A-Z]<<)")
_HEAD_SIZE = 5
_PREFIXING = re.compile(r"\](?:[A-Z][0-9]?)?")
"""A reader's sign of the kind of code (ISO/IEC 15424), before the zone has begun."""
_CODE = re.compile(r"(?:[A-Z]{1,3}<{0,2}|<<<)")
_NAME = re.compile(r"[A-Z<]*[A-Z][A-Z<]*")
_DATE = re.compile(r"[0-9<]{6}")
_GENDER = re.compile(r"[MFX<]")
_ZONE = re.compile(r"[A-Z0-9<]*")

_Rows = tuple[str, ...]
_Candidate = tuple[Layout, _Rows, int]
"""A format, the lines read in it, and the number of extra characters."""


class MrzError(Exception):
    """The text is no zone, or was misread; the sentence is for the clerk and does not quote it."""

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line
        """The line with the fault, counted from 1; None when unknown."""


@frozen
class MrzReading:
    """The content of a zone whose check digits are all right."""

    format: Format
    document_kind: Kind
    surname: str = field(repr=False)
    given_names: str = field(repr=False)
    document_number: str = field(repr=False)
    nationality: str = field(repr=False)
    """The nationality to send; the code itself when it is unknown."""
    issuer: str
    """The code of the state or organisation that issued the document."""
    birth: date | None = field(repr=False)
    """None when a part of it is unknown."""
    earlier_birth: date | None = field(repr=False)
    """A century before, when that is within a lifetime, too: the zone has two digits of the year."""
    expiry: date | None = field(repr=False)
    gender: str = field(repr=False)
    is_name_cut: bool
    """Whether the name fills its field, so that it may be cut off."""
    read_on: date

    @property
    def name(self) -> str:
        """Given names, then the surname, in the usual case."""
        return " ".join(part for part in (self.given_names, self.surname) if part)

    def age_on(self, day: date) -> int | None:
        """The age in whole years, 0 to 120; None when unknown."""
        if self.birth is None or day < self.birth:
            return None
        had_birthday = (day.month, day.day) >= (self.birth.month, self.birth.day)
        age = day.year - self.birth.year - (not had_birthday)
        return age if age <= _OLDEST else None


def read_mrz(text: str, today: date) -> MrzReading:
    """The reading of the zone in the text. Raises MrzError unless every check digit is right.

    Lines may be broken anywhere or not at all, in lower case, and with other characters after them.
    """
    lines = tidy_lines(text) if len(text) <= _LONGEST_TEXT else []
    fault, exact = 0, False
    for layout, rows, spare in sorted(_candidates(lines), key=_spare):
        found = _read(layout, rows, today)
        if isinstance(found, MrzReading):
            return found
        fault, exact = fault or found, exact or spare == 0
    is_zone = exact and 2 * FILLER in "".join(lines)
    if not is_zone and not looks_like_mrz(text):
        raise MrzError(tr(NO_LINE))
    raise _unclean(lines[0], fault if exact else _odd_line(lines))


def looks_like_mrz(text: str) -> bool:
    """Whether the text begins like a zone and has one of its lines; fast, without checks."""
    if len(text) > _LONGEST_TEXT:
        return False
    joined = "".join(tidy_lines(text))
    run = _ZONE.match(joined)
    return run is not None and run.end() >= _FEWEST and FILLER in joined and bool(_HEAD.match(joined))


def begins_like_mrz(text: str) -> bool:
    """Whether a few characters can only be the beginning of a zone, since fillers are not typed by hand."""
    typed = "".join(tidy_lines(text))
    return (
        len(typed) >= BURST and typed[0] in "PIACV" and FILLER in typed[:5] and bool(_ZONE.fullmatch(typed))
    )


def may_begin_mrz(text: str) -> bool:
    """Whether a few characters may be the beginning of a zone, or of what a reader sends before it."""
    typed = "".join(tidy_lines(text))
    if not typed or _PREFIXING.fullmatch(typed):
        return bool(text)
    heads = (typed[:_HEAD_SIZE] + rest[len(typed) :] for rest in ("A" * _HEAD_SIZE, FILLER * _HEAD_SIZE))
    return bool(_ZONE.fullmatch(typed)) and any(map(_HEAD.match, heads))


def waits_for_more(text: str) -> bool:
    """Whether more lines are expected for a document of this width."""
    lines = tidy_lines(text)
    if not lines or lines[0][0] not in "PIACV":
        return False
    if FILLER not in lines[0] and len(lines[0]) < _FEWEST:
        return False
    narrow, wide = (WIDTHS[0] + WIDTHS[1]) // 2, WIDTHS[2] + 4
    wanted = 3 if len(lines[0]) < narrow else 2 if len(lines[0]) <= wide else 1
    return len(lines) < wanted


def fill_row(passenger: Passenger, reading: MrzReading, travel_day: date) -> Passenger:
    """The row filled from the document, with the age on the day of travel; an attached copy stays.

    The number of an identity card or a visa is left empty, since it is not a passport's.
    """
    age = reading.age_on(travel_day)
    row = replace(
        passenger,
        traveler_name=reading.name,
        age="" if age is None else str(age),
        pax_gender=reading.gender,
        id_number=reading.document_number if reading.document_kind == PASSPORT else "",
        born=None if age is None else reading.birth,
        earlier_born=None if age is None else reading.earlier_birth,
        aged_on=None,
    )
    row = with_cell(row, "nationality", reading.nationality)
    is_passport = reading.document_kind == PASSPORT
    return replace(row, nationality=reading.nationality, id_type=PASSPORT if is_passport else row.id_type)


def expiry_note(reading: MrzReading, travel_day: date) -> str:
    """A sentence when the document is not valid on the day of travel; else empty."""
    if reading.expiry is None or reading.expiry >= travel_day:
        return ""
    said = _EXPIRED if reading.expiry < reading.read_on else _EXPIRING
    return tr(said[reading.document_kind], date=formats.day_full(reading.expiry))


def copied_expiry_note(reading: MrzReading) -> str:
    """A sentence to compare an expiry that was read off a copy; empty when none was.

    A character doubled behind the date of birth can give another expiry with all check digits right.
    """
    if reading.expiry is None:
        return ""
    return tr("Compare the expiry, read as {date}.", date=formats.day_full(reading.expiry))


def kind_note(reading: MrzReading) -> str:
    """A sentence when the document is no passport, or its name is cut off; else empty."""
    if reading.document_kind != PASSPORT:
        if reading.document_kind == "VISA":
            return tr("This is a visa. Type the ID number.")
        return tr("This is an identity card. Type the ID number.")
    return tr("The name may be longer than it was read. Compare it.") if reading.is_name_cut else ""


def _candidates(lines: Sequence[str]) -> Iterator[_Candidate]:
    """The possible zones in the lines: line by line, and from all that follows joined together."""
    for first, line in enumerate(lines):
        joined = "".join(lines[first:])
        for layout in _layouts(line[0]):
            rows = lines[first : first + layout.lines]
            beyond = [len(row) - layout.width for row in rows]
            if len(rows) == layout.lines and 0 <= min(beyond) <= max(beyond) <= _NOISE:
                yield layout, tuple(row[: layout.width] for row in rows), sum(beyond)
            elif len(joined) >= layout.lines * layout.width:
                size, width = layout.lines * layout.width, layout.width
                glued = tuple(joined[at : at + width] for at in range(0, size, width))
                yield layout, glued, len(joined) - size


def _layouts(letter: str) -> tuple[Layout, ...]:
    """The formats of documents with this first letter."""
    if letter == "V":
        return VISA_LAYOUTS
    return CARD_LAYOUTS if letter in "IAC" else TRAVEL_LAYOUTS


def _spare(candidate: _Candidate) -> int:
    return candidate[2]


def _read(layout: Layout, rows: _Rows, today: date) -> MrzReading | int:
    """The reading of the rows, or the number of the faulty line."""
    wrong = _misfit(layout, rows)
    if wrong:
        return wrong
    number, digit = _number(layout, rows)
    wrong = _unchecked(layout, rows, number, digit)
    if wrong:
        return wrong
    try:
        expiry = expiry_date(_at(rows, layout.expiry), today)
        births = birth_dates(_at(rows, layout.birth), today, expiry)
    except FieldError:
        return layout.birth.line + 1
    surname, given = names(_at(rows, layout.holder))
    nationality = _at(rows, layout.nationality).strip(FILLER)
    return MrzReading(
        format=layout.name,
        document_kind=_KINDS.get(rows[0][0], "IDENTITY CARD"),
        surname=written(surname, surname=True),
        given_names=written(given),
        document_number=number.replace(FILLER, ""),
        nationality=codes().get(nationality) or _SPECIAL.get(nationality, nationality),
        issuer=rows[0][2:5].strip(FILLER),
        birth=births[0] if births else None,
        earlier_birth=births[1] if len(births) > 1 else None,
        expiry=expiry,
        gender=_GENDERS[_at(rows, layout.gender)],
        is_name_cut=not _at(rows, layout.holder).endswith(FILLER),
        read_on=today,
    )


def _misfit(layout: Layout, rows: _Rows) -> int:
    """The number of the first line with a character not allowed at its place; 0 for none."""
    if not _HEAD.match(rows[0]):
        return 1
    wrong = [place.line + 1 for place, rule in _RULES[layout.name] if not rule.fullmatch(_at(rows, place))]
    return min(wrong, default=0)


def _rules(layout: Layout) -> tuple[tuple[FieldPlace, re.Pattern[str]], ...]:
    """The fields with the characters that are allowed in them."""
    return (
        *((FieldPlace(line, 0, layout.width), _ZONE) for line in range(layout.lines)),
        (layout.holder, _NAME),
        (layout.nationality, _CODE),
        (layout.birth, _DATE),
        (layout.expiry, _DATE),
        (layout.gender, _GENDER),
    )


_RULES = {layout.name: _rules(layout) for layout in (*TRAVEL_LAYOUTS, *VISA_LAYOUTS)}


def _unchecked(layout: Layout, rows: _Rows, number: str, digit: str) -> int:
    """The number of the first line with a wrong check digit; 0 when all are right."""
    if not number.strip(FILLER) or digit != check_digit(number):
        return layout.number.line + 1
    for place in (layout.birth, layout.expiry, layout.personal):
        if place is not None and not is_checked(_at(rows, place), _after(rows, place)):
            return place.line + 1
    whole = "".join(_at(rows, place) for place in layout.whole)
    return 2 if whole and rows[1][-1] != check_digit(whole) else 0


def _number(layout: Layout, rows: _Rows) -> tuple[str, str]:
    """The document number and its check digit."""
    start, digit = _at(rows, layout.number), _after(rows, layout.number)
    if digit == FILLER and layout.longer is not None:
        return long_number(start, _at(rows, layout.longer))
    return start, digit


def _at(rows: _Rows, place: FieldPlace) -> str:
    return rows[place.line][place.start : place.end]


def _after(rows: _Rows, place: FieldPlace) -> str:
    return rows[place.line][place.end]


def _odd_line(lines: Sequence[str]) -> int:
    """The number of the first line with another width than its format; 0 when unknown."""
    if len(lines) == 1:
        return 0
    width = min(WIDTHS, key=lambda each: abs(each - max(map(len, lines))))
    return next((at for at, line in enumerate(lines, 1) if len(line) != width), 0)


def _unclean(first: str, line: int) -> MrzError:
    any_line, this_line = _UNCLEAN[_KINDS.get(first[0], "IDENTITY CARD")]
    return MrzError(tr(this_line, line=line) if line else tr(any_line), line or None)

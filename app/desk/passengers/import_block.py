"""Finds the table in a list: its heading, its people, and what around them is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field

from app.core.frozen import frozen
from app.desk.passengers.birth_date import is_date
from app.desk.passengers.import_age_gender import is_pair
from app.desk.passengers.import_headings import meaning_of
from app.desk.passengers.import_message_words import (
    CLOSING,
    COMPANY,
    GREETING,
    NOT_GOING,
    OFF_LINE,
    PHONE_LINE,
    is_whole_nationality,
)
from app.desk.passengers.import_vocabulary import (
    age_of_text,
    gender_of,
    id_type_of,
    is_number,
    is_phone,
    plain_words,
)
from app.desk.passengers.import_workbook import StruckText

_FARTHEST = 15
"""How many filled rows may stand above a heading."""
_TOTAL = re.compile(
    r"(?:grand |sub ?)?totals?(?: (?:pax|persons?|people|passengers?|guests?|amount|fare|no|of)\b.*| \d+)?|"
    r"sum|"
    r"count|average|no of (?:pax|persons|people)\b.*|"
    r"\u0915\u0941\u0932\b.*|\u092f\u094b\u0917|kul|jod"
)
_NOTE = re.compile(
    r"(?:note|notes|remarks?|nb|n b|prepared|checked|approved|signature|signed|"
    r"contact|tel|phone|page \d|printed|generated|end of|terms|booked by|powered by|submitted|"
    r"adults?|children|infants?|seniors?|foreigners?|indians?)\b.*"
)
_AROUND = " ,;()-\u2013\u2014"
_MOST_DIGITS, _FEW, _LONGEST_NAME = 3, 3, 6


@frozen
class TableBlock:
    """The rows of a table with its heading first, if it has one."""

    rows: list[list[str]] = field(repr=False)
    has_heading: bool
    """Whether the first row is a heading."""
    left_out: tuple[str, ...] = field(repr=False)
    """The first text of each row that is no passenger: titles above, totals and notes below."""


def block_of(rows: Sequence[Sequence[str]]) -> TableBlock:
    """The table in rows that are filled: a heading may stand in any of the first, totals below.

    A heading that is repeated is left out; another one begins a block whose columns are put under those of
    the first that mean the same.
    """
    rows, ended = without_end(rows)
    place = next((place for place in range(min(len(rows), _FARTHEST)) if _is_heading(rows, place)), None)
    if place is None:
        totals = [_first(row) for row in rows if _is_total(row)]
        return TableBlock(
            [list(row) for row in rows if not _is_total(row)], has_heading=False, left_out=(*totals, *ended)
        )
    left_out = [_first(row) for row in rows[:place] if not _is_person(row)]
    people = [list(row) for row in rows[:place] if _is_person(row)]
    heading = list(rows[place])
    places = list(range(len(heading)))
    for number in range(place + 1, len(rows)):
        row = rows[number]
        if _is_heading(rows, number, is_second=True):
            heading, places = _joined(heading, row)
        elif _is_total(row) or _is_note(row, len(_filled(heading))) or _names_block(rows, number):
            left_out.append(_first(row))
        elif not _is_empty_line(row, heading):
            people.append(_placed(row, places, len(heading)))
    return TableBlock([heading, *people], has_heading=True, left_out=(*left_out, *ended))


def without_end(rows: Sequence[Sequence[str]]) -> tuple[list[Sequence[str]], list[str]]:
    """The rows without the rest of a letter; those below "Cancelled" and between ~ are struck through."""
    kept, ended = list[Sequence[str]](), list[str]()
    is_wide = any(len(_filled(row)) > 1 for row in rows)
    is_signed = is_off = False
    for row in rows:
        filled = _filled(row)
        is_alone, text = len(filled) == 1, " ".join(" ".join(filled).split())
        is_closing = bool(CLOSING.fullmatch(text)) and not any(age_of_text(cell) for cell in filled)
        is_signed = is_closing or (is_signed and is_alone and is_wide)
        if is_signed and not is_closing:
            ended[-1] += f", {text}"
        elif is_signed or (is_wide and _is_phone_line(filled)) or (not kept and _is_greeting(filled, rows)):
            ended.append(text)
        elif is_alone and OFF_LINE.fullmatch(text):
            ended.append(text)
            is_off = True
        elif is_off or (text.startswith("~") and text.endswith("~")):
            kept.append([StruckText(cell.strip("~ ")) for cell in row])
        else:
            kept.append(row)
    return kept, ended


def _is_greeting(filled: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a row above people with values begins a letter, and has none."""
    has_values = any(len(row) > 1 and any(map(is_value, row)) for row in rows[:_FARTHEST])
    return has_values and bool(GREETING.fullmatch(" ".join(filled))) and not any(map(is_value, filled))


def _is_phone_line(filled: Sequence[str]) -> bool:
    """Whether a row says where somebody can be called; in several cells it says so with a label."""
    found = PHONE_LINE.fullmatch(", ".join(" ".join(cell.split()) for cell in filled))
    return found is not None and (len(filled) == 1 or bool(found["label"]))


def _is_heading(rows: Sequence[Sequence[str]], place: int, *, is_second: bool = False) -> bool:
    """Whether a row has two or more headings, or one over values that are none, and no value of a person.

    "Passport" may be a heading and the kind of a document, so it is none by itself.
    """
    row = rows[place]
    filled = _filled(row)
    if any(map(is_value, filled)):
        return False
    meant = [meaning_of(cell) for cell in filled]
    known = sum(each is not None and each.is_certain for each in meant)
    sure = sum(
        each is not None and each.is_certain and not id_type_of(cell)
        for each, cell in zip(meant, filled, strict=True)
    )
    if is_second:
        return known > 1 and sure > 0 and known * 2 > len(filled)
    if len(filled) == 1:
        is_alone = place == 0 and not any(
            _is_heading(rows, later, is_second=True) for later in range(1, min(len(rows), _FARTHEST))
        )
        return is_alone and sure == 1 and bool(meant[0] and meant[0].column)
    below = rows[place + 1 : place + 4]
    if not below:
        return False
    return sure > 0 and (known > 1 or any(is_value(cell) for each in below for cell in _filled(each)))


def is_value(cell: str) -> bool:
    """Whether this is an age, a gender, a date, or a number of a document or phone, so no heading."""
    text = _apart(cell)[0]
    return (
        bool(age_of_text(text) or gender_of(text))
        or is_pair(text)
        or is_number(text)
        or is_phone(text)
        or is_date(text)
    )


def with_words_apart(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows with what is said behind a fact, as in "M cancelled" and "41 & family", in a last column."""
    apart = [list(map(_apart, row)) for row in rows]
    said = [" ".join(words for _, words in row if words) for row in apart]
    if not any(said):
        return [list(row) for row in rows]
    width = max(map(len, apart))
    return [
        [*(fact if words else cell for cell, (fact, words) in zip(row, cells, strict=True))]
        + [""] * (width - len(row))
        + [told]
        for row, cells, told in zip(rows, apart, said, strict=True)
    ]


def _apart(cell: str) -> tuple[str, str]:
    """A fact, and the words behind it that say who else travels or that nobody does."""
    text = cell.strip()
    found = COMPANY.search(text) or NOT_GOING.search(text)
    fact = text[: found.start()].strip(_AROUND) if found else ""
    is_fact = bool(gender_of(fact) or age_of_text(fact)) or is_pair(fact) or is_whole_nationality(fact)
    return (fact, text[len(fact) :].strip(_AROUND)) if is_fact else (text, "")


def _is_person(row: Sequence[str]) -> bool:
    """Whether a row above the heading may be a person's, so that it is kept."""
    filled = _filled(row)
    meant = meaning_of(filled[0]) if filled else None
    is_other = meant is not None and meant.is_certain and not meant.column
    return len(filled) > 1 and not is_other and any(map(is_value, filled))


def _is_total(row: Sequence[str]) -> bool:
    filled = _filled(row)
    return bool(filled) and bool(_TOTAL.fullmatch(plain_words(filled[0]))) and not any(map(gender_of, filled))


def _is_note(row: Sequence[str], width: int) -> bool:
    """Whether a row of one cell in a wider table is a sentence about the list."""
    filled = [cell.strip() for cell in _filled(row)]
    if width <= 1 or len(filled) != 1:
        return False
    words = filled[0].split()
    is_long = len(words) > _FEW
    is_sentence = len(words) > _LONGEST_NAME + 1 or (
        is_long and (filled[0][0].islower() or filled[0][0] in "*(#")
    )
    return is_sentence or bool(_NOTE.fullmatch(plain_words(filled[0])))


def _names_block(rows: Sequence[Sequence[str]], number: int) -> bool:
    """Whether a row is a title above another heading."""
    is_above = number + 1 < len(rows) and _is_heading(rows, number + 1, is_second=True)
    return is_above and len(_filled(rows[number])) == 1


def _is_empty_line(row: Sequence[str], heading: Sequence[str]) -> bool:
    """Whether a row has nothing but the number of its line, in a column that holds no fact of a person."""
    place = next((place for place, cell in enumerate(row) if cell.strip()), 0)
    if place < len(heading) and _meant(heading[place]):
        return False
    filled = [cell.strip(" .)") for cell in _filled(row)]
    return len(filled) == 1 and len(row) > 1 and filled[0].isdigit() and len(filled[0]) <= _MOST_DIGITS


def _joined(heading: list[str], other: Sequence[str]) -> tuple[list[str], list[int]]:
    """The heading with the columns that only another block has, and the place of each cell of that block."""
    whole, places = list(heading), list[int]()
    words, meant = list(map(plain_words, heading)), list(map(_meant, heading))
    for cell in other:
        free = [
            place
            for known, sought in ((words, plain_words(cell)), (meant, _meant(cell)))
            for place, each in enumerate(known)
            if each and each == sought and place not in places
        ]
        places.append(free[0] if free else len(whole))
        whole += [] if free else [cell]
    return whole, places


def _meant(cell: str) -> str:
    """What a heading certainly means; empty where that is no content of a cell."""
    found = meaning_of(cell)
    return found.column if found and found.is_certain else ""


def _placed(row: Sequence[str], places: Sequence[int], width: int) -> list[str]:
    cells = [""] * max(width, *(place + 1 for place in places), 0)
    for number, cell in enumerate(row):
        if number < len(places):
            cells[places[number]] = cell
        elif cell.strip():
            cells.append(cell)
    return cells


def _filled(row: Sequence[str]) -> list[str]:
    return [cell for cell in row if cell.strip()]


def _first(row: Sequence[str]) -> str:
    return " ".join(_filled(row)[0].split())

"""Guesses the content of each column of a pasted table, by its heading, then by its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.core.language import Message, mark
from app.desk.passengers.birth_date import is_date
from app.desk.passengers.import_table import PartyTable
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
    is_number,
    is_wordy,
    resembles_nationality,
)

Column = str
"""One of COLUMNS: a cell of the grid by its name in the interface, or a part of a cell."""

COLUMN_WORDS: dict[Column, Message] = {
    NAME: mark("Name"),
    FIRST_NAME: mark("First name"),
    LAST_NAME: mark("Last name"),
    AGE: mark("Age"),
    BIRTH_DATE: mark("Birth date"),
    GENDER: mark("Gender"),
    NATIONALITY: mark("Nationality"),
    ID_TYPE: mark("ID type"),
    ID_NUMBER: mark("ID number"),
    IGNORED: mark("Not used"),
}
COLUMNS: tuple[Column, ...] = tuple(COLUMN_WORDS)
"""The possible contents of a column, in the order in which they are offered."""

_SURE, _ENOUGH = 10.0, 0.6
_OTHER_WAYS: dict[Column, tuple[Column, ...]] = {
    NAME: (FIRST_NAME, LAST_NAME),
    FIRST_NAME: (NAME,),
    LAST_NAME: (NAME,),
    AGE: (BIRTH_DATE,),
    BIRTH_DATE: (AGE,),
}
"""Contents that exclude each other, since they are the same fact."""


def has_heading(table: PartyTable) -> bool:
    """Whether the first row has headings: two or more, or one that is no value of a person."""
    known = [cell for cell in table.rows[0] if heading_of(cell) is not None]
    filled = [cell for cell in table.rows[0] if cell]
    if any(age_of_text(cell) or is_number(cell) for cell in filled):
        return False
    return len(known) > 1 or (len(known) == len(filled) and len(known) == 1 and not table.columns)


def people_of(table: PartyTable, *, heading: bool) -> tuple[tuple[str, ...], ...]:
    """The rows without the heading."""
    return table.rows[1:] if heading else table.rows


def guess_columns(table: PartyTable, *, heading: bool | None = None) -> tuple[Column, ...]:
    """The content of each column, each at most once; with `heading` None a heading is detected."""
    headed = has_heading(table) if heading is None else heading
    if table.columns:
        return table.columns
    rows = people_of(table, heading=headed)
    headings = table.rows[0] if headed else ("",) * table.width
    scores = [
        (score, -place, column)
        for place in range(table.width)
        for column, score in _scores(headings[place], [row[place] for row in rows], place)
    ]
    found = _dealt(scores, table.width)
    return tuple(found) if headed else _with_last_name(rows, found)


def with_column(columns: Sequence[Column], place: int, column: Column) -> tuple[Column, ...]:
    """The columns with one of them changed; another one with the same fact becomes unused."""
    taken = {column, *_OTHER_WAYS.get(column, ())} if column != IGNORED else set[Column]()
    return tuple(
        column if each == place else IGNORED if held in taken else held for each, held in enumerate(columns)
    )


def _dealt(scores: list[tuple[float, int, Column]], width: int) -> list[Column]:
    """The columns, assigned by the best score first, each column and content once."""
    found: dict[int, Column] = {}
    barred: set[Column] = set()
    for _, place, column in sorted(scores, key=lambda each: each[:2], reverse=True):
        if -place in found or column in barred:
            continue
        found[-place] = column
        if column != IGNORED:
            barred |= {column, *_OTHER_WAYS.get(column, ())}
    return [found.get(place, IGNORED) for place in range(width)]


def _scores(heading: str, values: Sequence[str], place: int) -> list[tuple[Column, float]]:
    """How well one column fits each content: a heading counts more than the values."""
    named = heading_of(heading)
    if named is not None:
        return [(_which_id(values) or named if named in (ID_TYPE, ID_NUMBER) else named, _SURE)]
    filled = [value for value in values if value]
    if not filled or _is_counting(filled, place):
        return []
    shares = [(column, sum(map(fits, filled)) / len(filled), weight) for column, fits, weight in _FITTING]
    return [(column, share + weight) for column, share, weight in shares if share >= _ENOUGH]


def _which_id(values: Sequence[str]) -> Column:
    """Whether these are ID types or numbers: "Passport" may be the heading of either. Empty when unclear."""
    numbers, types = sum(map(is_number, values)), sum(bool(id_type_of(each)) for each in values)
    return "" if numbers == types else ID_NUMBER if numbers > types else ID_TYPE


def _is_counting(values: Sequence[str], place: int) -> bool:
    """Whether the values only number the rows; a single 1 only in the first column."""
    counted = [str(number) for number in range(1, len(values) + 1)]
    return [each.rstrip(".)") for each in values] == counted and (len(values) > 1 or place == 0)


def _with_last_name(rows: Sequence[Sequence[str]], found: Sequence[Column]) -> tuple[Column, ...]:
    """The columns, where two adjacent ones of single words without heading become first and last name."""
    place = found.index(NAME) if NAME in found else len(found)
    beside = place + 1
    if beside >= len(found) or found[beside] != IGNORED:
        return tuple(found)
    if not all(_is_single_word(row[place]) and _is_single_word(row[beside]) for row in rows):
        return tuple(found)
    return (*found[:place], FIRST_NAME, LAST_NAME, *found[beside + 1 :])


def _is_single_word(text: str) -> bool:
    return is_wordy(text) and " " not in text


def _is_age(text: str) -> bool:
    return bool(age_of_text(text))


def _is_gender(text: str) -> bool:
    return bool(gender_of(text))


def _is_id_type(text: str) -> bool:
    return bool(id_type_of(text))


_FITTING: tuple[tuple[Column, Callable[[str], bool], float], ...] = (
    (GENDER, _is_gender, 0.5),
    (BIRTH_DATE, is_date, 0.4),
    (AGE, _is_age, 0.3),
    (NATIONALITY, resembles_nationality, 0.25),
    (ID_TYPE, _is_id_type, 0.25),
    (ID_NUMBER, is_number, 0.2),
    (NAME, is_wordy, 0.0),
)
"""Contents that values show, and their weight when several fit: nearly all words may be names."""

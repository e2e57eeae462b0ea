"""Reads the machine-readable zone from the characters recognised on the copy of a document."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from datetime import date
from functools import cache
from itertools import chain, permutations, product
from typing import Literal, Protocol

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.model.boats import Passenger
from app.desk.passengers.mrz import MrzError, MrzReading, fill_row, read_mrz
from app.desk.passengers.mrz_fields import FILLER, TRAVEL_LAYOUTS, FieldPlace, Layout

Line = tuple[str, ...]
"""A line of text: for each place the possible characters (A to Z, 0 to 9, `<`), the likeliest first."""

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ<")
_DIGITS = frozenset("0123456789")
_GENDERS = frozenset("MFX<")
_ANY = _LETTERS | _DIGITS
_NUMBER_DIGIT = _DIGITS | {"<"}
"""A filler instead of the number's check digit means that the number is continued elsewhere."""
_AS_LETTER = dict(zip("012568", "OIZSGB", strict=True))
_AS_DIGIT = dict(zip("OQDILZSGB", "000112568", strict=True))
"""Similar characters, for places of only letters or only digits."""
_LAYOUTS = TRAVEL_LAYOUTS
"""Without visas: they have no composite digit, and nothing repeats the nationality."""
_CODES, _ISSUER = FieldPlace(0, 0, 5), slice(2, 5)
"""Kind of document and issuer, at the beginning."""
_RUN = re.compile(r"<{3,}")
"""From this number on, fillers in a row may be one more or fewer."""
_MOST_LOST = 6
_MOST_LINES = 6
_COMPARED = {
    "traveler_name": mark("Name"),
    "age": mark("Age"),
    "pax_gender": mark("Gender"),
    "nationality": mark("Nationality"),
    "id_number": mark("ID number"),
}


@frozen
class GreyPicture:
    """A picture to read from: one byte for each pixel, row by row from the top."""

    width: int
    height: int
    pixels: bytes = field(repr=False)


class UnreadableError(Exception):
    """The picture could not be read; nothing of it is quoted."""


class TextReader(Protocol):
    """Recognises characters on pictures."""

    async def lines(self, picture: GreyPicture) -> tuple[Line, ...]:
        """The lines of text with their possible characters. Raises UnreadableError."""
        ...


class CopyReader:
    """Reads copies of passports, if the installation can."""

    def __init__(self, text_reader: TextReader | None, today: Callable[[], date]) -> None:
        self._text_reader = text_reader
        self._today = today

    @property
    def can_read(self) -> bool:
        """Whether this installation can read the copy of a passport."""
        return self._text_reader is not None

    async def read(self, picture: GreyPicture) -> MrzReading | None:
        """The reading of the machine-readable zone on a copy; None unless every check digit is right."""
        if self._text_reader is None:
            return None
        try:
            lines = await self._text_reader.lines(picture)
        except UnreadableError:
            return None
        return await asyncio.to_thread(reading_of, lines, self._today())


Proof = Literal["digit", "sole", "none"]
"""The proof of a field: a check digit, only one possible character, or no use for a cell."""
_Kind = tuple[frozenset[str], Proof]


def reading_of(lines: Sequence[Line], today: date) -> MrzReading | None:
    """The reading of the zone among the lines, in any order; None unless it is certain.

    Every check digit must be right. A character without one must have no alternative (name, gender), or
    be there twice (the nationality equals the issuer). One character may be other than the likeliest if only
    that makes all digits right; two different right readings count as none.

    Of 100,000 random lines in the form of a passport fewer than ten pass. A check digit detects nine of ten
    errors: 6 and G, or A and K, have equal values, and the composite digit does not add to a number's own.
    So one in twelve numbers with one misread character passes, and so does a misread letter of the name: the
    clerk has to check what was filled in.
    """
    seen = sorted((line for line in lines if _is_long(line)), key=len, reverse=True)[:_MOST_LINES]
    found = {
        reading
        for layout in _LAYOUTS
        for rows in permutations(seen, layout.lines)
        for reading in _readings(layout, rows, today)
    }
    return found.pop() if len(found) == 1 else None


def filled(passenger: Passenger, reading: MrzReading, day: date) -> tuple[Passenger, tuple[str, ...]]:
    """The row with its empty cells filled, and the names of typed cells that differ.

    When any differ, the row stays as it is. `day` is the day of travel.
    """
    read = fill_row(passenger, reading, day)
    typed = {cell: str(getattr(passenger, cell)) for cell in _COMPARED}
    if not any(typed[cell] for cell in _COMPARED if cell != "nationality"):
        # A nationality in a row without other typed cells was filled in for all rows.
        return read, ()
    told = {cell: str(getattr(read, cell)) for cell in _COMPARED}
    others = [cell for cell in _COMPARED if typed[cell] and told[cell] and _differs(typed[cell], told[cell])]
    if others:
        return passenger, tuple(tr(_COMPARED[cell]) for cell in others)
    kept = {cell: text for cell, text in typed.items() if text}
    return replace(read, **kept, id_type=passenger.id_type or read.id_type), ()


def lacks_something(passenger: Passenger) -> bool:
    """Whether the row lacks anything that a passport states."""
    return not all(getattr(passenger, cell) for cell in _COMPARED)


def _differs(typed: str, told: str) -> bool:
    """Whether the words differ; order and case are ignored."""
    return sorted(typed.casefold().split()) != sorted(told.casefold().split())


def _is_long(line: Line) -> bool:
    widths = [layout.width for layout in _LAYOUTS]
    return min(widths) - _MOST_LOST <= len(line) <= max(widths) + _MOST_LOST


def _readings(layout: Layout, rows: Sequence[Line], today: date) -> set[MrzReading]:
    """The readings of the rows in this format, for all ways to bring them to its width."""
    fitted = (_fitted(line, layout, number) for number, line in enumerate(rows))
    return set(chain.from_iterable(_certain(layout, each, today) for each in product(*fitted)))


def _fitted(line: Line, layout: Layout, number: int) -> list[Line]:
    """The line variants in which a run of fillers after all fields is changed to reach the right width.

    Never where a name or a number may end: a letter may be missing there, such as one of two equal ones.
    """
    missing = layout.width - len(line)
    if not missing:
        return [line]
    behind = _behind(layout).get(number)
    if abs(missing) > _MOST_LOST or behind is None:
        return []
    runs = _RUN.finditer("".join(choices[0] for choices in line), behind)
    return [
        (*line[: run.start()], *(FILLER * (len(run[0]) + missing)), *line[run.end() :])
        for run in runs
        if len(run[0]) + missing > 0
    ]


def _behind(layout: Layout) -> dict[int, int]:
    """The column after all fields, for lines without a name and without a number of variable length."""
    fixed = (layout.nationality, layout.expiry)
    holes = {place.line for place in (layout.holder, layout.longer) if place}
    line = layout.expiry.line
    return {} if line in holes else {line: max(place.end + 1 for place in fixed if place.line == line)}


def _certain(layout: Layout, rows: Sequence[Line], today: date) -> set[MrzReading]:
    """The right readings: one, none or several."""
    kinds = chain.from_iterable(_kinds(layout))
    spots = [_spot(choices, *kind) for choices, kind in zip(chain.from_iterable(rows), kinds, strict=True)]
    if not all(spots):
        return set()
    likeliest = "".join(spot[0] for spot in spots)
    return _right(chain((likeliest,), _changed(spots, likeliest)), layout, today)


def _spot(choices: str, kind: frozenset[str], proof: Proof) -> str:
    """The possible characters at a place for characters of this kind; empty when that is no proof."""
    alike = {_DIGITS: _AS_DIGIT, _NUMBER_DIGIT: _AS_DIGIT, _LETTERS: _AS_LETTER}.get(kind, {})
    # A character similar to the likeliest replaces it; similarity to another one raises no doubt.
    likely = dict.fromkeys((alike.get(choices[0], choices[0]), *choices[1:]))
    options = "".join(each for each in likely if each in kind)
    if proof == "none":
        return options[:1]
    return options if proof == "digit" or len(options) == 1 else ""


def _changed(spots: Sequence[str], text: str) -> Iterator[str]:
    """The text with one place at a time replaced by each alternative."""
    for at, spot in enumerate(spots):
        for other in spot[1:]:
            yield f"{text[:at]}{other}{text[at + 1 :]}"


def _right(texts: Iterator[str], layout: Layout, today: date) -> set[MrzReading]:
    """The readings of those texts whose check digits are all right."""
    found = set[MrzReading]()
    width = layout.width
    for text in texts:
        rows = [text[at : at + width] for at in range(0, len(text), width)]
        nationality = layout.nationality
        if rows[0][_ISSUER] != rows[nationality.line][nationality.start : nationality.end]:
            continue
        try:
            reading = read_mrz("\n".join(rows), today)
        except MrzError:
            continue
        if reading.format == layout.name:
            found.add(reading)
    return found


@cache
def _kinds(layout: Layout) -> tuple[tuple[_Kind, ...], ...]:
    """For each place of each line: the allowed characters, and the proof."""
    grid: list[list[_Kind]] = [[(_ANY, "digit")] * layout.width for _ in range(layout.lines)]

    def marked(place: FieldPlace, kind: frozenset[str], proof: Proof, beyond: int = 0) -> None:
        for column in range(place.start, place.end + beyond):
            grid[place.line][column] = (kind, proof)

    marked(_CODES, _LETTERS, "none")
    marked(layout.holder, _LETTERS, "sole")
    marked(layout.nationality, _LETTERS, "sole")
    marked(layout.gender, _GENDERS, "sole")
    marked(layout.birth, _DIGITS, "digit", beyond=1)
    marked(layout.expiry, _DIGITS, "digit", beyond=1)
    marked(FieldPlace(layout.number.line, layout.number.end, layout.number.end + 1), _NUMBER_DIGIT, "digit")
    marked(FieldPlace(1, layout.width - 1, layout.width), _DIGITS, "digit")
    return tuple(tuple(line) for line in grid)

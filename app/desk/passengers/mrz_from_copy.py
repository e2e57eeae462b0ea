"""From the characters seen on the copy of a document to what its machine-readable zone says, or nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from itertools import chain, permutations, product
from typing import Literal, Protocol

from app.core.language import mark, tr
from app.desk.model.boats import Passenger
from app.desk.passengers.mrz import MrzError, MrzReading, fill_row, read_mrz
from app.desk.passengers.mrz_fields import FILLER, TRAVEL_LAYOUTS, FieldPlace, Layout

Line = tuple[str, ...]
"""A line of text: for each place what may stand there, the likeliest first, of A to Z, 0 to 9 and `<`."""

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ<")
_DIGITS = frozenset("0123456789")
_GENDERS = frozenset("MFX<")
_ANY = _LETTERS | _DIGITS
_NUMBER_DIGIT = _DIGITS | {"<"}
"""A filler instead of the number's check digit says that the number goes on elsewhere."""
_AS_LETTER = dict(zip("012568", "OIZSGB", strict=True))
_AS_DIGIT = dict(zip("OQDILZSGB", "000112568", strict=True))
"""What looks like it, where only a letter or only a digit can stand."""
_LAYOUTS = TRAVEL_LAYOUTS
"""No visas: they have no composite digit, and nothing on them repeats the nationality."""
_CODES, _ISSUER = FieldPlace(0, 0, 5), slice(2, 5)
"""Kind of document and issuer, at the beginning."""
_RUN = re.compile(r"<{3,}")
"""So many fillers in a row may have been one more or fewer."""
_MOST_LOST = 6
_MOST_LINES = 6
_COMPARED = {
    "traveler_name": mark("Name"),
    "age": mark("Age"),
    "pax_gender": mark("Gender"),
    "nationality": mark("Nationality"),
    "id_number": mark("ID number"),
}


@dataclass(frozen=True, slots=True)
class GreyPicture:
    """A picture to read from, one byte a pixel, row by row from the top."""

    width: int
    height: int
    pixels: bytes = field(repr=False)


class UnreadableError(Exception):
    """The picture could not be looked at; nothing of it is told."""


class TextReader(Protocol):
    """Sees characters on pictures."""

    async def lines(self, picture: GreyPicture) -> tuple[Line, ...]:
        """What the lines of text may say. Raises UnreadableError."""
        ...


class CopyReader:
    """Reads the copies of passports, where the installation can."""

    def __init__(self, text_reader: TextReader | None, today: Callable[[], date]) -> None:
        self._text_reader = text_reader
        self._today = today

    @property
    def can_read(self) -> bool:
        """Whether this installation can read the copy of a passport."""
        return self._text_reader is not None

    async def read(self, picture: GreyPicture) -> MrzReading | None:
        """What the machine-readable zone on a copy says; None unless every check digit is right."""
        if self._text_reader is None:
            return None
        try:
            lines = await self._text_reader.lines(picture)
        except UnreadableError:
            return None
        return await asyncio.to_thread(reading_of, lines, self._today())


Proof = Literal["digit", "sole", "none"]
"""Why it is believed: a check digit is over it, nothing else may stand there, or no cell is filled by it."""
_Kind = tuple[frozenset[str], Proof]


def reading_of(lines: Sequence[Line], today: date) -> MrzReading | None:
    """What the zone among the lines says, in whatever order they are; None unless it is certain.

    Every check digit must be right. Where none is over a character, nothing else may stand there (name,
    gender), or it stands there twice (the nationality is the issuer's). One character may be another than
    the likeliest when that alone makes all digits right; two readings that are both right are none.

    Of 100,000 random lines in the shape of a passport fewer than ten pass. A check digit sees nine of ten
    mistakes: 6 and G, or A and K, count alike, and the composite digit counts a number as its own digit does.
    So of numbers with one character that is mistaken beyond doubt one in twelve passes, and so does a letter
    of the name that is: the clerk looks at what was filled.
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
    """The row with its empty cells filled, and the names of typed cells that say something else.

    When there are such, the row stays as it is. `day` is the day of travel.
    """
    read = fill_row(passenger, reading, day)
    typed = {cell: str(getattr(passenger, cell)) for cell in _COMPARED}
    if not any(typed[cell] for cell in _COMPARED if cell != "nationality"):
        # A nationality that nobody typed a person to was prepared for all rows.
        return read, ()
    told = {cell: str(getattr(read, cell)) for cell in _COMPARED}
    others = [cell for cell in _COMPARED if typed[cell] and told[cell] and _differs(typed[cell], told[cell])]
    if others:
        return passenger, tuple(tr(_COMPARED[cell]) for cell in others)
    kept = {cell: text for cell, text in typed.items() if text}
    return replace(read, **kept, id_type=passenger.id_type or read.id_type), ()


def lacks_something(passenger: Passenger) -> bool:
    """Whether the row lacks anything that a passport tells."""
    return not all(getattr(passenger, cell) for cell in _COMPARED)


def _differs(typed: str, told: str) -> bool:
    """Whether they are other words; their order and capitals do not matter."""
    return sorted(typed.casefold().split()) != sorted(told.casefold().split())


def _is_long(line: Line) -> bool:
    widths = [layout.width for layout in _LAYOUTS]
    return min(widths) - _MOST_LOST <= len(line) <= max(widths) + _MOST_LOST


def _readings(layout: Layout, rows: Sequence[Line], today: date) -> set[MrzReading]:
    """What the rows say in this format, over all ways to bring them to its width."""
    fitted = (_fitted(line, layout, number) for number, line in enumerate(rows))
    return set(chain.from_iterable(_certain(layout, each, today) for each in product(*fitted)))


def _fitted(line: Line, layout: Layout, number: int) -> list[Line]:
    """The line with a run of fillers behind all its fields made so long that the width is right.

    Never where a name or a number may end: what is missing there may be a letter, such as one of two that
    are the same.
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
    """For lines without a name and without a number of any length: the column behind all fields."""
    fixed = (layout.nationality, layout.expiry)
    holes = {place.line for place in (layout.holder, layout.longer) if place}
    line = layout.expiry.line
    return {} if line in holes else {line: max(place.end + 1 for place in fixed if place.line == line)}


def _certain(layout: Layout, rows: Sequence[Line], today: date) -> set[MrzReading]:
    """One reading, or none; more than one when several are right."""
    kinds = chain.from_iterable(_kinds(layout))
    spots = [_spot(choices, *kind) for choices, kind in zip(chain.from_iterable(rows), kinds, strict=True)]
    if not all(spots):
        return set()
    likeliest = "".join(spot[0] for spot in spots)
    return _right(chain((likeliest,), _changed(spots, likeliest)), layout, today)


def _spot(choices: str, kind: frozenset[str], proof: Proof) -> str:
    """What may stand at a place where only characters of this kind can; empty when that is not proof."""
    alike = {_DIGITS: _AS_DIGIT, _NUMBER_DIGIT: _AS_DIGIT, _LETTERS: _AS_LETTER}.get(kind, {})
    # What looks like the likeliest stands for it; what looks like another one is no doubt.
    likely = dict.fromkeys((alike.get(choices[0], choices[0]), *choices[1:]))
    options = "".join(each for each in likely if each in kind)
    if proof == "none":
        return options[:1]
    return options if proof == "digit" or len(options) == 1 else ""


def _changed(spots: Sequence[str], text: str) -> Iterator[str]:
    """The text with one place after the other as it may be, too."""
    for at, spot in enumerate(spots):
        for other in spot[1:]:
            yield f"{text[:at]}{other}{text[at + 1 :]}"


def _right(texts: Iterator[str], layout: Layout, today: date) -> set[MrzReading]:
    """What those of the texts say whose check digits are all right."""
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
    """For each place of each line: what can stand there, and what proves it."""
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

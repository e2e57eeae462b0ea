"""Splits a column of age and gender, such as "41/M", into two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.desk.passengers.import_vocabulary import AGE, GENDER, age_of_text, gender_of, heading_of

_TWO = re.compile(r"([^\s/,-]+(?:\s*[Yy]\w*\.?)?)\s*[\s/,-]\s*([^\s/,\d-]+|\d+\D*)|(\d{1,3})([MFOmfo])")
_MOST = 0.6
_HEADINGS = ("Age", "Gender")
_HEADING_CUT = re.compile(r"[^\w]")


def with_ages_apart(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows with the first such column split, age first; its heading becomes two."""
    whole = [list(row) for row in rows]
    for place in range(max(map(len, whole), default=0)):
        cells = ["".join(row[place : place + 1]).strip() for row in whole]
        found = [_age_and_gender(cell) for cell in cells]
        judged = [
            pair for cell, pair in zip(cells[not found[0] :], found[not found[0] :], strict=True) if cell
        ]
        if sum(pair is not None for pair in judged) > len(judged) * _MOST:
            return [
                _apart(row, place, pair or _single(cell))
                for row, cell, pair in zip(whole, cells, found, strict=True)
            ]
    return whole


def is_pair(cell: str) -> bool:
    """Whether a cell holds an age and a gender."""
    return _age_and_gender(cell) is not None


def _age_and_gender(text: str) -> tuple[str, str] | None:
    match = _TWO.fullmatch(text.strip())
    first, second = [part for part in match.groups() if part] if match else ("", "")
    if age_of_text(first) and gender_of(second):
        return first, second
    return (second, first) if age_of_text(second) and gender_of(first) else None


def _single(cell: str) -> tuple[str, str]:
    """The two cells of a heading for both, or of any other text."""
    named = {heading_of(word) for word in _HEADING_CUT.split(cell)}
    return _HEADINGS if named & {AGE, GENDER} else (cell, "")


def _apart(row: list[str], place: int, pair: tuple[str, str]) -> list[str]:
    padded = [*row, *[""] * (place + 1 - len(row))]
    return [*padded[:place], *pair, *padded[place + 1 :]]

"""Reads a list of passengers, from the clipboard or a file, as a table of cells."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from app.core.language import mark, tr
from app.desk.documents.document import megabytes
from app.desk.passengers.import_age_gender import with_ages_apart
from app.desk.passengers.import_errors import PartyImportError
from app.desk.passengers.import_message_lines import FACTS, facts_of_line
from app.desk.passengers.import_vocabulary import age_of_text
from app.desk.passengers.import_workbook import cells_of_workbook, is_workbook
from app.desk.passengers.rules import MOST_PASSENGERS

__all__ = ["PartyImportError", "PartyTable", "table_of_file", "table_of_text"]

MOST_ROWS = MOST_PASSENGERS + 1
"""The most rows that are read: a heading, and one for each passenger of a sale."""
MOST_COLUMNS = 40
LARGEST_TEXT = 2_000_000
"""The most characters of a text that is read."""
LARGEST_FILE = 10_000_000
"""The largest file that is read, in bytes."""
LONGEST_CELL = 300
_EMPTY = mark("There is nothing to paste. Copy the rows in the spreadsheet or the message, then paste again.")
_NONSENSE = mark(
    "This holds no rows of text. Copy the rows in the spreadsheet or the message, then paste again."
)
_TOO_MUCH = mark("This is too much for a list of passengers. Copy the rows of one party alone.")
_SEPARATORS = ";|,"
_WIDE_GAP = re.compile(r" {2,}")
_TWO_FACTS = re.compile(r"\d{1,3}\s*(?:y\w*\W*)?(?:[mf]\b|[^\W\d_]{4,}).*", re.IGNORECASE)
"""An age with another fact, such as "41 M" or "38 yrs Indian"; a date has three letters or none."""
_STEADY = 0.8
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Two invisible characters that are used in Hindi."""
_NONSENSE_SHARE = 0.05
_SAMPLE = 4_000
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


@dataclass(frozen=True, slots=True)
class PartyTable:
    """Rows of cells, all of one length; at most MOST_ROWS rows and MOST_COLUMNS columns."""

    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    rows_found: int
    columns_found: int
    columns: tuple[str, ...] = ()
    """The content of each column, if known from reading, as for lines of a message."""

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])


def table_of_text(text: str) -> PartyTable:
    """The rows of a clipboard or a message: cells between separators, or one person for each line.

    Raises PartyImportError with a sentence when there are none. Nothing is evaluated: "=1+1" stays as it is.
    """
    if len(text) > LARGEST_TEXT:
        raise PartyImportError(_TOO_MUCH)
    if not text.strip():
        raise PartyImportError(_EMPTY)
    if _is_nonsense(text):
        raise PartyImportError(_NONSENSE)
    rows = _separated(text)
    return _table_of_lines(text) if rows is None else _table(rows)


def table_of_file(name: str, data: bytes) -> PartyTable:
    """The rows of a CSV or TSV file, or of the first sheet with content of an XLSX workbook.

    Raises PartyImportError with a sentence that names the file by `name`, without its content.
    """
    if len(data) > LARGEST_FILE:
        sentence = tr(
            "{name} has {size}. Save the rows of one party alone, and choose that.",
            name=name,
            size=megabytes(len(data)),
        )
        raise PartyImportError(sentence)
    if not data.strip():
        raise PartyImportError(mark("{name} is empty. Choose another file.", name=name))
    if is_workbook(data):
        return _table(cells_of_workbook(name, data))
    try:
        return table_of_text(_decoded(data))
    except (PartyImportError, UnicodeError):
        sentence = tr("{name} holds no rows of text. Choose a CSV or XLSX file.", name=name)
        raise PartyImportError(sentence) from None


def _decoded(data: bytes) -> str:
    """The text of a file: by its byte order mark, else as UTF-8, UTF-16 or Windows-1252."""
    for sign, encoding in _MARKS:
        if data.startswith(sign):
            return data.decode(encoding)
    if b"\0" in data[:_SAMPLE]:
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # Five bytes are undefined there; a lost letter is visible in the name, and can be typed.
        return data.decode("cp1252", "replace")


def _is_nonsense(text: str) -> bool:
    """Whether this is no text: too many characters are invisible or undecodable."""
    sample = text[:_SAMPLE]
    wrong = sum(_is_wrong(each) for each in sample)
    return wrong > len(sample) * _NONSENSE_SHARE or not any(map(str.isalnum, text))


def _is_wrong(character: str) -> bool:
    if character in "\t\n\r\x0b\x0c":
        return False
    return character == "\ufffd" or unicodedata.category(character) in {"Cc", "Cs", "Co", "Cn"}


def _separated(text: str) -> list[list[str]] | None:
    """The cells, if they are certainly separated; None for a message with one person for each line."""
    lines = [line for line in text.splitlines() if line.strip()]
    if any("\t" in line for line in lines):
        return _parsed(text, "\t")
    for separator in _SEPARATORS:
        if separator in text:
            rows = _parsed(text, separator)
            if _is_steady(rows, fewest=2) and not _is_composite(rows):
                return rows
    rows = [_WIDE_GAP.split(line.strip()) for line in lines]
    return rows if _is_steady(rows, fewest=2) and not _is_composite(rows) else None


def _parsed(text: str, separator: str) -> list[list[str]]:
    """The rows of a text with quoted cells; an unclosed quote does not hide rows."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error:
        rows = [[text]]
    if any(_swallows(cell, separator) for row in rows for cell in row):
        rows = [line.split(separator) for line in text.splitlines()]
    return [row for row in rows if any(map(str.strip, row))]


def _swallows(cell: str, separator: str) -> bool:
    """Whether a cell contains other cells, as after an unclosed quote."""
    return len(cell) > LONGEST_CELL * 2 or (separator == "\t" and separator in cell)


def _is_steady(rows: Sequence[Sequence[str]], *, fewest: int) -> bool:
    """Whether nearly all rows have the same number of cells."""
    width, count = Counter(len(_trimmed(row)) for row in rows).most_common(1)[0] if rows else (0, 0)
    widest = Counter(map(len, rows)).most_common(1)[0] if rows else (0, 0)
    return max(width, widest[0]) >= fewest and max(count, widest[1]) >= len(rows) * _STEADY


def _is_composite(rows: Sequence[Sequence[str]]) -> bool:
    """Whether many rows have a cell with two facts, so that the separator is not one."""
    return sum(any(map(_holds_two_facts, row)) for row in rows) * 2 > len(rows)


def _holds_two_facts(cell: str) -> bool:
    text = cell.strip()
    if "(" in text or ")" in text:
        return any(map(str.isdigit, text))
    return bool(_TWO_FACTS.fullmatch(text)) and not age_of_text(text)


def _trimmed(row: Sequence[str]) -> Sequence[str]:
    last = max((place for place, cell in enumerate(row) if cell.strip()), default=-1)
    return row[: last + 1]


def _table_of_lines(text: str) -> PartyTable:
    """The table of lines with one person each, split into facts, without empty columns."""
    lines = [line for line in text.splitlines() if any(map(str.isalnum, line))]
    found = [facts for facts in map(facts_of_line, islice(lines, MOST_ROWS)) if facts is not None]
    if not found:
        raise PartyImportError(_NONSENSE)
    used = [place for place in range(len(FACTS)) if any(facts[place] for facts in found)]
    rows = [[facts[place] for place in used] for facts in found]
    left = len(lines) - min(len(lines), MOST_ROWS)
    return PartyTable(
        _squared(rows, len(used)), len(rows) + left, len(used), tuple(FACTS[place] for place in used)
    )


def _table(rows: Iterable[Sequence[str]]) -> PartyTable:
    """A table without empty rows and columns."""
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    kept = with_ages_apart(filled[:MOST_ROWS])
    width = max(len(_trimmed(row)) for row in kept)
    used = [
        place for place in range(width) if any(row[place : place + 1] and row[place].strip() for row in kept)
    ]
    columns = used[:MOST_COLUMNS]
    cells = [[row[place] if place < len(row) else "" for place in columns] for row in kept]
    return PartyTable(_squared(cells, len(columns)), len(filled), len(used))


def _squared(rows: Iterable[Sequence[str]], width: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_tidy(cell) for cell in row[:width]) for row in rows)


def _tidy(cell: str) -> str:
    """The cell in one line, without invisible characters, cut to the longest accepted length."""
    shown = "".join(each for each in cell.replace("\n", " ").replace("\t", " ") if not _is_hidden(each))
    return " ".join(shown[: LONGEST_CELL * 2].split())[:LONGEST_CELL]


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in _HIDDEN and character not in _JOINERS

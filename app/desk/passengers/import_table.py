"""Reads a list of passengers, from the clipboard or a file, as a table of cells."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field, replace

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.documents.document import megabytes
from app.desk.passengers.asked_details import without_question
from app.desk.passengers.birth_date import is_date
from app.desk.passengers.import_age_gender import is_pair, with_ages_apart
from app.desk.passengers.import_block import block_of, is_value, with_words_apart, without_end
from app.desk.passengers.import_chat import STROKE, is_chat
from app.desk.passengers.import_errors import PartyImportError
from app.desk.passengers.import_headings import meaning_of
from app.desk.passengers.import_message import is_message, people_of
from app.desk.passengers.import_message_lines import FACTS
from app.desk.passengers.import_other_files import cells_of_html, what_it_is
from app.desk.passengers.import_vocabulary import NAMES, age_of_text, heading_of, is_number
from app.desk.passengers.import_workbook import Sheet, StruckText, is_workbook, sheets_of_workbook
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
_STATED = re.compile(r"[\s\ufeff]*\"?sep=(.)\"?[ ;,\t]*(?:\r\n?|\n)", re.IGNORECASE)
"""The line by which a spreadsheet is told the separator."""
_WIDE_GAP = re.compile(r" {2,}")
_TWO_FACTS = re.compile(r"\d{1,3}\s*(?:y\w*\W*)?(?:[mf]\b|[^\W\d_]{4,}).*", re.IGNORECASE)
"""An age with another fact, such as "41 M" or "38 yrs Indian"; a date has three letters or none."""
_STEADY, _FEW = 0.8, 3
_ENOUGH = 30
"""How many rows show whether there is a heading."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "So", "Me"})
"""What cannot be seen, and pictures among letters."""
_DASHES = "-\u2013\u2014._/ "
"""What is written in a cell that is left empty."""
_KEPT = "\u200c\u200d\ufffd"
"""Two invisible characters that are used in Hindi, and the mark of a lost letter."""
_NONSENSE_SHARE = 0.05
_SAMPLE = 4_000
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


@frozen
class PartyTable:
    """Rows of cells, all of one length; at most MOST_ROWS rows and MOST_COLUMNS columns."""

    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    rows_found: int
    columns_found: int
    columns: tuple[str, ...] = ()
    """The content of each column, if known from reading, as for lines of a message."""
    has_heading: bool = False
    """Whether the first row is a heading."""
    left_out: tuple[str, ...] = field(default=(), repr=False)
    """The first text of each row that is no passenger, such as a title, a total or a note."""
    other_sheets: int = 0
    """How many more sheets of the workbook hold text, and are not read."""
    hidden: int = 0
    """How many rows, columns and sheets with text are hidden in the workbook, and left out."""
    struck: frozenset[tuple[int, int]] = frozenset()
    """The row and column of each cell that is struck through."""
    with_hidden: PartyTable | None = field(default=None, repr=False)
    """The table with what is hidden, if anything is."""

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
    text = without_question(text)
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
    if (said := what_it_is(data)) is not None:
        raise PartyImportError(said.filled(name=name))
    if is_workbook(data):
        return _table_of_sheets(name, sheets_of_workbook(name, data))
    try:
        text = _decoded(data)
        rows = cells_of_html(text)
        return table_of_text(text) if rows is None else _table(rows)
    except (PartyImportError, UnicodeError):
        sentence = tr("{name} holds no rows of text. Choose a CSV or XLSX file.", name=name)
        raise PartyImportError(sentence) from None


def _decoded(data: bytes) -> str:
    """The text of a file: by its byte order mark, else as UTF-8, UTF-16 or Windows-1252."""
    for sign, encoding in _MARKS:
        if data.startswith(sign):
            return data.decode(encoding)
    sample = data[:_SAMPLE]
    if b"\0" in sample:
        # Spaces, digits and line ends have an empty byte before or behind them in any script.
        return data.decode("utf-16-le" if sample[1::2].count(0) > sample[::2].count(0) else "utf-16-be")
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
    stated = _STATED.match(text)
    if stated is not None:
        return _parsed(text[stated.end() :], stated[1])
    lines = [line for line in text.splitlines() if line.strip()]
    if any("\t" in line for line in lines):
        return _parsed(text, "\t")
    ways = [_parsed(text, separator) for separator in _SEPARATORS if separator in text]
    ways.append([_WIDE_GAP.split(line.strip()) for line in lines])
    headed = [rows for rows in ways if rows and _is_headed(rows)]
    if headed:
        return headed[0]
    steady = [
        rows
        for rows in ways
        if _is_steady(people := without_end(rows)[0], fewest=2) and not _is_composite(people)
    ]
    rows = max(steady, key=lambda rows: max(map(len, rows)), default=list[list[str]]())
    # A greeting among lines, or a name alone: lines say more.
    people = without_end(rows)[0]
    is_table = rows and all(len(_trimmed(row)) > 1 for row in people)
    is_sure = len(rows[0]) > _FEW or all(sum(map(is_value, row)) > 1 for row in people) if rows else False
    if is_table and len(rows) > 1 and is_sure and not is_chat(text):
        return rows
    return rows if is_table and not is_message(text) else None


def _is_headed(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of these rows are certainly separated, since a heading of several is among them."""
    block = block_of(rows[:_ENOUGH])
    heading = _trimmed(block.rows[0]) if block.has_heading else ()
    return len(heading) > 1 and not is_chat(" ".join(heading))


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
    """Whether nearly all rows of several cells have the same number of them; few have one, as a title."""
    several = [row for row in rows if len(_trimmed(row)) > 1]
    if not several or len(several) * 2 < len(rows) or (len(several) == 1 and len(rows) > 1):
        return False
    width, count = Counter(len(_trimmed(row)) for row in several).most_common(1)[0]
    widest = Counter(map(len, several)).most_common(1)[0]
    return max(width, widest[0]) >= fewest and max(count, widest[1]) >= len(several) * _STEADY


def _is_composite(rows: Sequence[Sequence[str]]) -> bool:
    """Whether many rows have a cell with two facts, so that the separator is not one."""
    return sum(
        any(map(_holds_two_facts, row)) and not (len(row) > _FEW and any(map(is_pair, row))) for row in rows
    ) * 2 > len(rows)


def _holds_two_facts(cell: str) -> bool:
    text = _tidy(cell)
    if "(" in text or ")" in text:
        return any(map(str.isdigit, text))
    label, _, rest = text.replace(":", " ").partition(" ")
    if heading_of(label) is not None and (is_date(rest) or is_number(rest.strip())):
        return True
    return bool(_TWO_FACTS.fullmatch(text)) and not age_of_text(text)


def _trimmed(row: Sequence[str]) -> Sequence[str]:
    last = max((place for place, cell in enumerate(row) if cell.strip()), default=-1)
    return row[: last + 1]


def _table_of_lines(text: str) -> PartyTable:
    """The table of lines with one person each, split into facts, without empty columns."""
    found, left, beside = people_of(text, MOST_ROWS)
    if not found:
        raise PartyImportError(_NONSENSE)
    used = [place for place in range(len(FACTS)) if any(facts[place] for facts in found)]
    rows = [[facts[place] for place in used] for facts in found]
    return PartyTable(
        _squared(rows, len(used)),
        len(rows) + left,
        len(used),
        tuple(FACTS[place] for place in used),
        left_out=(_tidy(beside),) if beside else (),
    )


def _table_of_sheets(name: str, sheets: Sequence[Sheet]) -> PartyTable:
    """The first sheet that is seen, with counts of what else there is; a hidden one if there is no other."""
    shown = [sheet for sheet in sheets if not sheet.is_hidden] or list(sheets)
    if not shown:
        raise PartyImportError(mark("{name} has no rows. Choose another file.", name=name))
    first = max(shown, key=_likeness)
    away = [sheet for sheet in sheets if sheet not in shown]
    rows = _rows_of(first, is_whole=False) or _rows_of(first, is_whole=True)
    hidden = len(first.hidden_rows) + len(first.hidden_columns) + len(away)
    table = replace(_table(rows), other_sheets=len(shown) - 1, hidden=hidden)
    if not hidden:
        return table
    whole = [row for sheet in (first, *away) for row in _rows_of(sheet, is_whole=True)]
    return replace(table, with_hidden=_table(whole))


def _likeness(sheet: Sheet) -> tuple[bool, int, int]:
    """How much a sheet is like a list of people: a heading of names, then rows with values, then cells."""
    block = block_of(_rows_of(sheet, is_whole=False)[:_ENOUGH])
    meant = [meaning_of(cell) for cell in block.rows[0]] if block.has_heading else []
    names_people = any(each is not None and each.column in NAMES for each in meant)
    valued = sum(any(map(is_value, row)) for row in block.rows)
    return names_people, valued, sum(map(len, sheet.rows.values()))


def _rows_of(sheet: Sheet, *, is_whole: bool) -> list[list[str]]:
    """The filled rows of a sheet with their cells, from the first used column on."""
    rows = {
        number: cells for number, cells in sheet.rows.items() if is_whole or number not in sheet.hidden_rows
    }
    used = sorted({column for cells in rows.values() for column in cells})
    seen = [column for column in used if is_whole or column not in sheet.hidden_columns]
    listed = [[cells.get(column, "") for column in seen] for cells in rows.values()]
    return [row for row in listed if any(row)]


def _table(rows: Iterable[Sequence[str]]) -> PartyTable:
    """The table in rows of cells, without empty rows and columns, and without what is no passenger."""
    # A row of signs, as under the heading of a written table, is none.
    filled = [row for row in rows if any(map(str.isalnum, "".join(row)))]
    block = block_of(filled)
    if not block.rows:
        raise PartyImportError(_NONSENSE)
    kept = with_ages_apart(with_words_apart(block.rows[:MOST_ROWS]))
    width = max(len(_trimmed(row)) for row in kept)
    used = [
        place for place in range(width) if any(row[place : place + 1] and row[place].strip() for row in kept)
    ]
    columns = used[:MOST_COLUMNS]
    cells = [[row[place] if place < len(row) else "" for place in columns] for row in kept]
    return PartyTable(
        _squared(cells, len(columns)),
        len(block.rows),
        len(used),
        has_heading=block.has_heading,
        left_out=tuple(map(_tidy, block.left_out)),
        struck=frozenset(
            (number, place)
            for number, row in enumerate(cells)
            for place, cell in enumerate(row)
            if isinstance(cell, StruckText) or STROKE in cell
        ),
    )


def _squared(rows: Iterable[Sequence[str]], width: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_tidy(cell) for cell in row[:width]) for row in rows)


def _tidy(cell: str) -> str:
    """The cell in one line, without invisible characters, cut to the longest accepted length."""
    composed = unicodedata.normalize("NFC", cell[: LONGEST_CELL * 4].replace("\n", " ").replace("\t", " "))
    plain = "".join(each for each in composed if not _is_hidden(each) and each != STROKE)
    shown = " ".join(plain.split())[:LONGEST_CELL]
    return "" if not shown.strip(_DASHES) else shown


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in _HIDDEN and character not in _KEPT

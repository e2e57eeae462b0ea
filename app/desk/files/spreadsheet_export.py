"""Writes tables as CSV or XLSX: text never becomes a formula, and numbers stay numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from itertools import chain, count, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.frozen import frozen
from app.desk.files.atomic_write import replace_file

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

Cell = str | int | Decimal | date | datetime | None
"""A cell; None and an empty text are empty. An instant is written in its own time zone."""

CSV = ".csv"
_ACTIVE = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212")
"""Signs that an office suite may take for a formula; wide signs are from Asian keyboards."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that are never shown, beside the characters for control, format and variation."""
_UNFIT_FOR_A_NAME = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_LONGEST_NAME, _LONGEST_STEM = 31, 24
_LONGEST_TEXT = 32_767
_MOST_ROWS = 1_048_575
"""The most rows below the heading of one sheet."""
_FIRST_YEAR, _CENTS = 1900, -2
_NARROWEST, _WIDEST = 8, 60


@frozen
class OutTable:
    """One table: its name, the heading of each column, and its rows, each as long as the headings."""

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def write_tables(path: Path, tables: Sequence[OutTable]) -> None:
    """Write the file completely or not at all: CSV if its name ends in .csv, else XLSX. Raises OSError."""
    data = csv_bytes(tables) if path.suffix.casefold() == CSV else xlsx_bytes(tables)
    replace_file(path, data)


def csv_bytes(tables: Sequence[OutTable]) -> bytes:
    """The tables as CSV: UTF-8 with a byte order mark, dates such as 2026-11-23 02:09:32, plain decimals.

    Between tables stands an empty line.

    Text that would be a formula gets an apostrophe before it.
    """
    texts = ("".join(map(_csv_line, (table.headings, *table.rows))) for table in tables)
    return "\r\n".join(texts).encode("utf-8-sig", "replace")


def xlsx_bytes(tables: Sequence[OutTable]) -> bytes:
    """The tables as XLSX, with a sheet for each; a table that is too long continues on another sheet."""
    from xlsxwriter.workbook import Workbook

    stream = BytesIO()
    # Only in memory: rows with customers must not be written to a folder for temporary files.
    workbook = Workbook(stream, {"in_memory": True})
    looks = _Looks.of(workbook)
    taken: set[str] = set()
    for table in tables:
        for begin in range(0, max(len(table.rows), 1), _MOST_ROWS):
            sheet = workbook.add_worksheet(_sheet_name(table.name, taken))
            _fill(sheet, looks, table.headings, table.rows[begin : begin + _MOST_ROWS])
    workbook.close()
    return stream.getvalue()


def inert(text: str) -> str:
    """Text that an office suite does not run as a formula when reading a CSV file."""
    seen = next((each for each in text if each in _ACTIVE or not _is_unseen(each)), "")
    return f"'{text}" if seen in _ACTIVE else text


def _is_unseen(character: str) -> bool:
    """Whether a reader may drop the character before it looks for a formula."""
    is_blank = character.isspace() or unicodedata.category(character) in {"Cc", "Cf", "Cn", "Cs", "Mn"}
    return is_blank or character in _INVISIBLE


def _csv_line(row: Iterable[Cell]) -> str:
    """A line with text in quotes and numbers without, so that commas and line breaks in texts are safe."""
    cells = (_quoted(inert(each)) if isinstance(each, str) else _shown(each) for each in row)
    return f"{','.join(cells)}\r\n"


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _shown(cell: Cell) -> str:
    """A cell as text: dates that office suites read as such, amounts with two decimals, or with all."""
    if isinstance(cell, datetime):
        return cell.replace(tzinfo=None).isoformat(" ", "seconds")
    if isinstance(cell, Decimal):
        rounded = f"{cell:.2f}"
        return rounded if cell.is_finite() and Decimal(rounded) == cell else f"{cell:f}"
    return "" if cell is None else str(cell)


@frozen
class _Looks:
    """The number formats of a workbook."""

    heading: Format
    amount: Format
    day: Format
    instant: Format

    @classmethod
    def of(cls, workbook: Workbook) -> _Looks:
        return cls(
            workbook.add_format({"bold": True}),
            workbook.add_format({"num_format": "#,##0.00"}),
            workbook.add_format({"num_format": "yyyy-mm-dd"}),
            workbook.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
        )


def _fill(sheet: Worksheet, looks: _Looks, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    for place, heading in enumerate(headings):
        sheet.write_string(0, place, _fitting(heading), looks.heading)
        longest = max((len(_shown(row[place])) for row in rows), default=0)
        sheet.set_column(place, place, min(max(longest, len(heading), _NARROWEST) + 2, _WIDEST))
    sheet.freeze_panes(1, 0)
    for number, row in enumerate(rows, 1):
        for place, cell in enumerate(row):
            _put(sheet, looks, (number, place), cell)


def _put(sheet: Worksheet, looks: _Looks, at: tuple[int, int], cell: Cell) -> None:
    """Write a cell by the method for its type: the general one makes formulas and links of text."""
    row, place = at
    if isinstance(cell, datetime) and cell.year >= _FIRST_YEAR:
        sheet.write_datetime(row, place, cell.replace(tzinfo=None, microsecond=0), looks.instant)
    elif isinstance(cell, date) and not isinstance(cell, datetime) and cell.year >= _FIRST_YEAR:
        sheet.write_datetime(row, place, datetime.combine(cell, time.min), looks.day)
    elif isinstance(cell, int | Decimal) and _is_exact(cell):
        sheet.write_number(row, place, float(cell), _look_of(looks, cell))
    elif _shown(cell):
        sheet.write_string(row, place, _fitting(_shown(cell)))


def _look_of(looks: _Looks, cell: int | Decimal) -> Format | None:
    """The number format: two decimals for amounts, none for counts and for numbers with more decimals."""
    if isinstance(cell, int):
        return None
    exponent = cell.as_tuple().exponent
    return looks.amount if isinstance(exponent, int) and exponent >= _CENTS else None


def _is_exact(cell: int | Decimal) -> bool:
    """Whether a sheet, with binary numbers of about 15 digits, shows the same number."""
    value = Decimal(cell)
    return value.is_finite() and Decimal(f"{float(value):.15g}") == value


def _fitting(text: str) -> str:
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return whole if len(whole) <= _LONGEST_TEXT else f"{whole[: _LONGEST_TEXT - 1]}\u2026"


def _sheet_name(name: str, taken: set[str]) -> str:
    """A valid and unique name for a sheet, which is added to `taken`."""
    free = next(each for each in _names(name) if each.casefold() not in taken)
    taken.add(free.casefold())
    return free


def _names(name: str) -> Iterator[str]:
    plain = _UNFIT_FOR_A_NAME.sub(" ", name).strip(" '") or "-"
    numbered = map("{} {}".format, repeat(plain[:_LONGEST_STEM]), count(2))
    return chain((plain[:_LONGEST_NAME].strip(" '"),), numbered)

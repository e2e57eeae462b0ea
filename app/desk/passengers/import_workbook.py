"""Reads the cells of an XLSX workbook without evaluating formulas."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from typing import IO, TYPE_CHECKING
from xml.parsers.expat import ExpatError, ParserCreate

from app.core.language import mark, tr
from app.desk.passengers.import_errors import PartyImportError

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

MOST_PARTS = 1_000
"""The most parts of a workbook; one of a sheet has about ten."""
MOST_INFLATED = 32_000_000
"""The most bytes of all parts of a workbook when unpacked."""
MOST_CELLS = 1_000_000
"""The most cells: the reader reserves memory for every cell up to the farthest, and aborts without it."""
_ZIP, _XLS = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHER_FORMATS = ("mimetype", "workbook.bin")
"""Parts of ODS and XLSB workbooks, whose cells cannot be counted before they are read."""
_LOCKED = "EncryptedPackage".encode("utf-16-le")
"""The name of the part that a workbook with a password has in place of its sheets."""
_PLACE = re.compile(rb"""\sr\s*=\s*["']\s*([A-Za-z]{0,9})([0-9]{1,18})""")
_EMPTY_TAG = re.compile(rb"<(?:\w+:)?(?:c|row)\b[^<>]*/>")
_EMPTY_ROW = re.compile(rb"<(?:\w+:)?row\b[^<>]*>\s*</(?:\w+:)?row>")
"""Formatted empty cells, which the reader leaves out."""
_CELL = re.compile(rb"<(?:\w+:)?c\b")
_MARKUP = (".xml", ".rels")
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""The beginning of a part in UTF-16, whose cells would not be found."""
_STUMBLE = "PanicException"
_CHUNK = 1 << 20
_EXACT = 1e15
_UNTOLD = 1 << 62
"""Replaces the size in the directory, so that all data is read and counted."""

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    ExpatError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    OSError,
)
"""The errors for a workbook that is damaged, locked, or compressed in an unknown way."""

Value = int | float | str | bool | time | date | datetime | timedelta


def is_workbook(data: bytes) -> bool:
    """Whether the first bytes are those of a workbook, whatever its content."""
    return data.startswith((_ZIP, _XLS))


def cells_of_workbook(name: str, data: bytes) -> list[list[str]]:
    """The first sheet with content, as text. Raises PartyImportError for anything but XLSX.

    For a formula the stored value is used.
    """
    if _LOCKED in data:
        raise PartyImportError(mark("{name} is locked with a password. Save it without one.", name=name))
    if data.startswith(_XLS):
        raise PartyImportError(_other_format(name))
    if _cells_reserved(name, data) > MOST_CELLS:
        raise PartyImportError(
            mark("{name} has cells too far apart. Save the rows of one party alone.", name=name)
        )
    # Imported when a workbook is opened for the first time.
    from python_calamine import CalamineError, CalamineWorkbook

    rows: list[list[str]] | None = None
    try:
        with _Stumbling(), CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
            rows = _first_rows(workbook)
    except (CalamineError, OSError, ValueError):
        raise PartyImportError(_unreadable(name)) from None
    if rows is None:
        raise PartyImportError(_unreadable(name))
    if not rows:
        raise PartyImportError(mark("{name} has no rows. Choose another file.", name=name))
    return rows


class _Stumbling:
    """Suppresses the reader's exception for a damaged workbook, which cannot be imported."""

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and kind.__name__ == _STUMBLE


def _first_rows(workbook: CalamineWorkbook) -> list[list[str]]:
    for place in range(len(workbook.sheet_names)):
        values: list[list[Value]] = workbook.get_sheet_by_index(place).to_python()
        rows = [[text_of_value(value) for value in row] for row in values]
        if any(cell.strip() for row in rows for cell in row):
            return rows
    return []


def _unreadable(name: str) -> str:
    return tr("{name} could not be read. Save it as XLSX or CSV, and choose that.", name=name)


def _other_format(name: str) -> str:
    return tr("{name} is no XLSX workbook. Save it as XLSX or CSV, and choose that.", name=name)


def _too_large(name: str) -> str:
    return tr("{name} is too large when unpacked. Save the rows of one party alone.", name=name)


def _cells_reserved(name: str, data: bytes) -> int:
    """The most cells for which the reader would reserve memory."""
    try:
        return max((_extent(part) for part in _parts(name, data)), default=0)
    except _BROKEN:
        raise PartyImportError(_unreadable(name)) from None


def _parts(name: str, data: bytes) -> Iterator[bytes]:
    """The sheets of a zipped workbook, unpacked up to a limit whatever size its directory states."""
    left = MOST_INFLATED
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if len(archive.infolist()) > MOST_PARTS:
            raise PartyImportError(_too_large(name))
        for entry in archive.infolist():
            if entry.filename.casefold().endswith(_OTHER_FORMATS):
                raise PartyImportError(_other_format(name))
            if entry.file_size > MOST_INFLATED:
                raise PartyImportError(_too_large(name))
            entry.file_size = _UNTOLD
            with archive.open(entry) as stream:
                part = _read(stream, left)
            left -= len(part)
            if left < 0:
                raise PartyImportError(_too_large(name))
            if part.startswith(_WIDE):
                raise PartyImportError(_unreadable(name))
            if entry.filename.casefold().endswith(_MARKUP):
                # The reader never ends on a truncated part.
                ParserCreate().ParseFile(io.BytesIO(part))
            yield part


def _read(stream: IO[bytes], most: int) -> bytes:
    pieces: list[bytes] = []
    while most >= 0 and (piece := stream.read(_CHUNK)):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _extent(part: bytes) -> int:
    """The number of rows times columns of a sheet."""
    used = _EMPTY_ROW.sub(b"", _EMPTY_TAG.sub(b"", part))
    rows, columns = 1, max(len(_CELL.findall(row)) for row in used.split(b"<row"))
    for letters, number in _PLACE.findall(used):
        rows, columns = max(rows, int(number)), max(columns, _column(letters))
    return rows * columns


def _column(letters: bytes) -> int:
    """The number of a column: 1 for A, 27 for AA."""
    place = 0
    for letter in letters.upper():
        place = place * 26 + letter - ord("A") + 1
    return place


def text_of_value(value: Value) -> str:
    """A cell as text: 41 for 41.0, and a date as day, month and year."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        if abs(value) < _EXACT and value.is_integer():
            return str(int(value))
        return f"{Decimal(f'{value:.15g}').normalize():f}" if isfinite(value) else ""
    if isinstance(value, datetime):
        value = value.date()
    return f"{value:%d %b %Y}" if isinstance(value, date) else str(value)

"""Reads the cells of an XLSX workbook from its own parts, without evaluating formulas."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from math import isfinite
from typing import cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.passengers.birth_date import written_date
from app.desk.passengers.import_errors import PartyImportError

MOST_PARTS = 1_000
"""The most parts of a workbook; one of a sheet has about ten."""
MOST_INFLATED = 32_000_000
"""The most bytes of all parts that are read, when unpacked."""
MOST_CELLS = 1_000_000
_MOST_COLUMNS = 200
"""Cells farther to the right are no list of passengers, but are counted."""
_ZIP, _XLS = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHER_FORMATS = ("mimetype", "workbook.bin")
_LOCKED = "EncryptedPackage".encode("utf-16-le")
"""The name of the part that a workbook with a password has in place of its sheets."""
_CHUNK = 1 << 18
_DOCTYPE = re.compile(rb"<!DOCTYPE|<\0!\0D\0|\0<\0!\0D")
_CLEARED = frozenset({"row", "si"})
_EXACT = 1e15
_UNTOLD = 1 << 62
"""Replaces the size in the directory, so that all data is read and counted."""
_DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
"""The built-in number formats of dates and times."""
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.')
_DATE_LETTER = re.compile(r"[ymdhs]", re.IGNORECASE)
_ZEROS = re.compile(r"[0 \-/]*0[0 \-/]*")
_UNQUOTED = re.compile(r'"([^"]*)"|\\(.)')
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})", re.IGNORECASE)
_FIRST_DAY, _FIRST_DAY_1904 = datetime(1899, 12, 30, tzinfo=UTC), datetime(1904, 1, 1, tzinfo=UTC)
_LAST_SERIAL = 2_958_465

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    ParseError,
    EOFError,
    ValueError,
    LookupError,
    NotImplementedError,
    RuntimeError,
    OSError,
    OverflowError,
)
"""The errors for a workbook that is damaged, locked, or compressed in an unknown way."""


class StruckText(str):
    """A cell in a font that strikes it through, all of it or a part."""

    __slots__ = ()


@frozen
class Sheet:
    """One sheet: the text of its filled cells by row and column from 0, and what of it is hidden."""

    is_hidden: bool
    rows: dict[int, dict[int, str]] = field(repr=False)
    hidden_rows: frozenset[int]
    hidden_columns: frozenset[int]


def is_workbook(data: bytes) -> bool:
    """Whether the first bytes are those of a workbook, whatever its content."""
    return data.startswith((_ZIP, _XLS))


def sheets_of_workbook(name: str, data: bytes) -> list[Sheet]:
    """The sheets that hold text, in their order. Raises PartyImportError for anything but XLSX.

    For a formula the stored value is used. Parts that no list needs are not looked at.
    """
    if _LOCKED in data:
        raise PartyImportError(mark("{name} is locked with a password. Save it without one.", name=name))
    if data.startswith(_XLS):
        raise PartyImportError(_other_format(name))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _Workbook(name, archive).sheets()
    except _BROKEN:
        raise PartyImportError(_unreadable(name)) from None


class _Workbook:
    """The parts of a workbook, each unpacked when it is needed and up to a limit."""

    def __init__(self, name: str, archive: zipfile.ZipFile) -> None:
        self._name, self._archive = name, archive
        self._left, self._cells = MOST_INFLATED, MOST_CELLS
        entries = archive.infolist()
        if len(entries) > MOST_PARTS:
            raise PartyImportError(_too_large(name))
        self._entries = {entry.filename.casefold().lstrip("/"): entry for entry in entries}
        if any(part.endswith(_OTHER_FORMATS) for part in self._entries):
            raise PartyImportError(_other_format(name))
        self._words: list[str] = []
        self._formats: list[str] = []
        self._struck: list[bool] = []
        self._day_one = _FIRST_DAY

    def sheets(self) -> list[Sheet]:
        """All sheets with text."""
        start = next((to for kind, to in self._related("").values() if kind == "officeDocument"), "")
        book = start or "xl/workbook.xml"
        related = self._related(book)
        parts = dict(related.values())
        self._words = self._strings(parts.get("sharedStrings", ""))
        self._read_styles(parts.get("styles", ""))
        found: list[Sheet] = []
        is_book = False
        for tag, node in self._nodes(book, frozenset({"workbookPr", "sheet"})):
            if tag == "workbookPr":
                self._day_one = _FIRST_DAY_1904 if _is_on(node, "date1904") else _FIRST_DAY
                continue
            kind, to = related.get(_attribute(node, "id"), ("", ""))
            is_book = is_book or kind == "worksheet"
            if kind == "worksheet":
                sheet = self._sheet(to, is_hidden=_attribute(node, "state") in {"hidden", "veryHidden"})
                found += [sheet] if sheet.rows else []
        if not is_book:
            raise ValueError
        return found

    def _related(self, part: str) -> dict[str, tuple[str, str]]:
        """The kind and place of each part that another names, by its id."""
        folder, file = posixpath.split(part)
        listed = posixpath.join(folder, "_rels", f"{file}.rels")
        return {
            _attribute(node, "id"): (
                _attribute(node, "type").rsplit("/", 1)[-1],
                posixpath.normpath(posixpath.join("/", folder, _attribute(node, "target"))).lstrip("/"),
            )
            for _, node in self._nodes(listed, frozenset({"Relationship"}))
        }

    def _nodes(self, part: str, wanted: frozenset[str]) -> Iterator[tuple[str, Element]]:
        """The elements of a part with one of these names, whatever their namespace; none without it."""
        if part.casefold() not in self._entries:
            return
        entry = self._entries[part.casefold()]
        if entry.file_size > MOST_INFLATED:
            raise PartyImportError(_too_large(self._name))
        entry.file_size = _UNTOLD
        parser: XMLPullParser[Element] = XMLPullParser(("end",))
        with self._archive.open(entry) as stream:
            while piece := stream.read(_CHUNK):
                self._left -= len(piece)
                if self._left < 0:
                    raise PartyImportError(_too_large(self._name))
                if _DOCTYPE.search(piece):
                    # It could name entities that grow when they are read.
                    raise ValueError
                parser.feed(piece)
                for _, node in cast("Iterator[tuple[str, Element]]", parser.read_events()):
                    tag = _local(node)
                    if tag in wanted:
                        yield tag, node
                    if tag in _CLEARED:
                        node.clear()
        parser.close()

    def _strings(self, part: str) -> list[str]:
        return [_words(node) for _, node in self._nodes(part, frozenset({"si"}))]

    def _read_styles(self, part: str) -> None:
        """Keep the number format of each style of a cell, a code or a built-in number, and if it strikes."""
        codes: dict[str, str] = {}
        fonts: list[bool] = []
        for tag, node in self._nodes(part, frozenset({"numFmt", "fonts", "cellXfs"})):
            if tag == "numFmt":
                codes[_attribute(node, "numFmtId")] = _attribute(node, "formatCode")
            elif tag == "fonts":
                fonts = list(map(_strikes, node))
            else:
                numbers = [_attribute(each, "numFmtId") for each in node]
                self._formats = [codes.get(number, number) for number in numbers]
                used = [int(_attribute(each, "fontId") or 0) for each in node]
                self._struck = [number < len(fonts) and fonts[number] for number in used]

    def _sheet(self, part: str, *, is_hidden: bool) -> Sheet:
        rows: dict[int, dict[int, str]] = {}
        hidden_rows: set[int] = set()
        hidden_columns: set[int] = set()
        number, is_row_hidden = -1, False
        for tag, node in self._nodes(part, frozenset({"sheetFormatPr", "col", "row"})):
            if tag == "sheetFormatPr":
                is_row_hidden = _is_on(node, "zeroHeight")
            elif tag == "col":
                if _is_on(node, "hidden") or _attribute(node, "width") == "0":
                    first, last = int(_attribute(node, "min")), int(_attribute(node, "max"))
                    hidden_columns.update(range(first - 1, min(last, _MOST_COLUMNS)))
            else:
                number = int(_attribute(node, "r") or number + 2) - 1
                cells = dict(self._row(node))
                if cells:
                    rows[number] = cells
                    if is_row_hidden or _is_on(node, "hidden") or _attribute(node, "ht") == "0":
                        hidden_rows.add(number)
        used = {column for cells in rows.values() for column in cells}
        return Sheet(is_hidden, rows, frozenset(hidden_rows), frozenset(hidden_columns & used))

    def _row(self, node: Element) -> Iterator[tuple[int, str]]:
        column = -1
        for cell in node:
            if _local(cell) != "c":
                continue
            place = _PLACE.fullmatch(_attribute(cell, "r").strip())
            column = _column(place[1]) if place else column + 1
            self._cells -= 1
            if self._cells < 0:
                raise PartyImportError(_too_large(self._name))
            style = int(_attribute(cell, "s") or 0)
            text = self._cell(cell, style)
            if text.strip() and column < _MOST_COLUMNS:
                is_struck = style < len(self._struck) and self._struck[style]
                yield column, StruckText(text) if is_struck else text

    def _cell(self, cell: Element, style: int) -> str:
        kind = _attribute(cell, "t") or "n"
        value = next((each.text or "" for each in cell if _local(each) == "v"), "")
        if kind == "inlineStr":
            return next((_words(each) for each in cell if _local(each) == "is"), "")
        if kind == "s":
            return self._words[int(value)] if value else ""
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        if kind in {"str", "e", "d"} or not value:
            return value
        code = self._formats[style] if style < len(self._formats) else ""
        return shown_number(float(value), code, self._day_one)


def shown_number(value: float, code: str, day_one: datetime = _FIRST_DAY) -> str:
    """A number as its format shows it: a date with its month's name, and zeros before it, else plain.

    `code` is a format's code, or the number of a built-in one.
    """
    if not isfinite(value):
        return ""
    if _is_date(code) and 0 <= value <= _LAST_SERIAL:
        moment = day_one + timedelta(days=value)
        return written_date(moment.date()) if value >= 1 else f"{moment:%H:%M}"
    whole = abs(value) < _EXACT and value == int(value)
    text = str(int(value)) if whole else f"{Decimal(f'{value:.15g}').normalize():f}"
    pattern = _UNQUOTED.sub(lambda found: found[1] or found[2] or "", code.split(";", maxsplit=1)[0])
    if whole and value >= 0 and pattern.count("0") > 1 and _ZEROS.fullmatch(pattern):
        return _padded(text, pattern)
    return text


def _is_date(code: str) -> bool:
    if code.isdigit():
        return int(code) in _DATES
    return code.casefold() != "general" and bool(
        _DATE_LETTER.search(_QUOTED.sub("", code.split(";", maxsplit=1)[0]))
    )


def _padded(digits: str, pattern: str) -> str:
    """The digits in the places of a pattern such as 0000 0000, filled with zeros from the left."""
    left = list(digits.rjust(pattern.count("0"), "0"))
    shown = [left.pop() if each == "0" else each for each in reversed(pattern)]
    return "".join([*left, *reversed(shown)])


def _local(node: Element) -> str:
    return node.tag.rpartition("}")[2]


def _attribute(node: Element, name: str) -> str:
    """An attribute by its name, whatever its namespace; empty without it."""
    return next(
        (value for key, value in node.attrib.items() if key.rpartition("}")[2].casefold() == name.casefold()),
        "",
    )


def _is_on(node: Element, name: str) -> bool:
    return _attribute(node, name) in {"1", "true", "on"}


def _strikes(node: Element) -> bool:
    """Whether a font, or that of a part of a text, strikes through."""
    struck = [each for each in node.iter() if _local(each) == "strike"]
    return any(_attribute(each, "val") not in {"0", "false", "off"} for each in struck)


def _words(node: Element) -> str:
    return StruckText(_text(node)) if _strikes(node) else _text(node)


def _text(node: Element) -> str:
    """The text of a string, in one or several runs, without the reading aid of East Asian words."""
    return "".join(
        each.text or "" if _local(each) == "t" else _text(each) if _local(each) == "r" else ""
        for each in node
    )


def _column(letters: str) -> int:
    """The place of a column: 0 for A, 26 for AA."""
    place = 0
    for letter in letters.upper():
        place = place * 26 + ord(letter) - ord("A") + 1
    return place - 1


def _unreadable(name: str) -> str:
    return tr("{name} could not be read. Save it as XLSX or CSV, and choose that.", name=name)


def _other_format(name: str) -> str:
    return tr("{name} is no XLSX workbook. Save it as XLSX or CSV, and choose that.", name=name)


def _too_large(name: str) -> str:
    return tr("{name} is too large when unpacked. Save the rows of one party alone.", name=name)

"""Files that are chosen as a list and are none, told by what they are; and the tables of web pages."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from html.parser import HTMLParser
from itertools import takewhile
from typing import Any

from typing_extensions import override

from app.core.language import Message, mark
from app.desk.documents.document import kind_of

_SAID = mark(
    "{name} is {kind}, and no list. Copy the rows in it and paste them, or choose a CSV or XLSX file."
)
_ARCHIVE = mark("{name} is an archive with files in it. Unpack it, and choose the list.")
_WORD = mark("a text of Word")
_TEXT = mark("a text of an office suite")
_SLIDES = mark("a presentation")
_MAIL = mark("an e-mail")
_PICTURE = mark("a picture")
_SOUND = mark("a sound")
_PROGRAM = mark("a program")
_PDF, _OBJECT, _PDF_WITHIN = b"%PDF-", b"obj", 1024
"""The sign of a PDF, for which every viewer looks in so many bytes."""
_TEXTS = {
    "{\\rtf": _TEXT,
    "begin:vcard": mark("a card of a contact"),
    "begin:vcalendar": mark("an entry of a calendar"),
    "<svg": _PICTURE,
}
_BYTES = {
    b"GIF8": _PICTURE,
    b"BM": _PICTURE,
    b"II*": _PICTURE,
    b"MM\0*": _PICTURE,
    b"ID3": _SOUND,
    b"OggS": _SOUND,
    b"MZ": _PROGRAM,
    b"\x7fELF": _PROGRAM,
    b"SQLite": mark("a database"),
}
"""By the first bytes, of files that have a zero soon, unlike any text."""
_ARCHIVES = (b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a", b"\xfd7zXZ")
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_PARTS = {"WordDocument": _WORD, "PowerPoint Document": _SLIDES, "__substg1.0_": _MAIL}
_ZIP_PARTS = {"word/": _WORD, "ppt/": _SLIDES}
_ZIP_KINDS = {b"opendocument.text": _TEXT, b"opendocument.presentation": _SLIDES}
_SOON, _HEAD = 64, 4_000
_MAIL_LINE = re.compile(
    r"(?:received|return-path|delivered-to|message-id|mime-version|content-type|reply-to|date|from|to|cc|subject):",
    re.IGNORECASE,
)
_ONLY_OF_MAIL = re.compile("(?:received|return-path|message-id|mime-version|subject):", re.IGNORECASE)
_MAIL_LINES = 3
"""The fewest lines of the head of a mail: a list may have one or two that look so."""
_MARKUP = re.compile(r"\s*<(?:\?xml|!|/?[a-z])", re.IGNORECASE)
_PAGE = re.compile(r"<(?:\?xml|!doctype|html)", re.IGNORECASE)
_TABLES, _ROWS, _CELLS = frozenset({"table"}), frozenset({"tr", "row"}), frozenset({"td", "th", "cell"})
"""Of web pages, and of workbooks written as XML."""
_UNSEEN, _BREAKS = frozenset({"script", "style"}), frozenset({"br", "p", "div", "li"})
_MOST_OPEN = 3
"""How many signs of a tag may stand for one that ends: the parser reads what never ends again and again."""
_WIDEST, _LONG = 40, 6
"""The most columns that a cell spans, and the digits of a number that is too long."""


def what_it_is(data: bytes) -> Message | None:
    """A sentence, still without the `name`, for a file that is no list; None when it may be one.

    Workbooks of any kind may be one: what reads them says more.
    """
    if data.startswith(_ZIP):
        return _of_zip(data)
    if data.startswith(_ARCHIVES):
        return _ARCHIVE
    kind = _kind(data)
    return None if kind is None else _SAID.filled(kind=kind)


def cells_of_html(text: str) -> list[list[str]] | None:
    """The rows of the tables of a web page, or of a workbook written as XML; None without any.

    What a cell that spans several says stands in the first of them. Hidden rows are left out.
    """
    is_cut = text.count("<") > _MOST_OPEN * (text.count(">") + 1)
    if is_cut or not _MARKUP.match(text.removeprefix("\ufeff")):
        return None
    page = _Page()
    try:
        page.feed(text)
    # For a marked section that it does not know.
    except AssertionError:
        return None
    page.close()
    return page.rows or None


def _kind(data: bytes) -> Message | None:
    if data.startswith(_PDF) or (_PDF in data[:_PDF_WITHIN] and _OBJECT in data):
        return mark("a PDF")
    if data.startswith(_OLE):
        return next((kind for part, kind in _OLE_PARTS.items() if part.encode("utf-16-le") in data), None)
    if data[4:8] == b"ftyp" or kind_of(data):
        return _PICTURE if kind_of(data) else mark("a film or a sound")
    found = _first(data, _BYTES) if b"\0" in data[:_SOON] else None
    return found or _kind_of_text(data)


def _kind_of_text(data: bytes) -> Message | None:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if wide else "utf-8-sig", "replace").lstrip()
    if found := _first(text[:_SOON].casefold(), _TEXTS):
        return found
    if _is_json(text):
        return mark("data of another program (JSON)")
    if _PAGE.match(text) and cells_of_html(text) is None:
        return mark("a web page or XML without a table")
    return _MAIL if _is_mail(text) else None


def _first(begin: bytes | str, signs: Mapping[Any, Message]) -> Message | None:
    return next((kind for sign, kind in signs.items() if begin.startswith(sign)), None)


def _of_zip(data: bytes) -> Message | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            kind = b""
            if "mimetype" in names:
                with archive.open("mimetype") as stream:
                    kind = stream.read(_HEAD)
    # What reads workbooks says that it is damaged.
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError):
        return None
    found = [said for part, said in _ZIP_PARTS.items() if any(name.startswith(part) for name in names)]
    found += [said for part, said in _ZIP_KINDS.items() if part in kind]
    if found:
        return _SAID.filled(kind=found[0])
    may_be_one = kind or any(name.casefold().startswith(("xl/", "[content")) for name in names)
    return None if may_be_one else _ARCHIVE


def _is_json(text: str) -> bool:
    """Whether all of it, or its first line, is an object or a list in JSON with something in it."""
    if not text.startswith(("{", "[")):
        return False
    for part in (text, text.partition("\n")[0]):
        try:
            found: object = json.loads(part)
        # The last one is raised by nesting that is too deep.
        except (ValueError, RecursionError):
            continue
        return isinstance(found, dict) or (isinstance(found, list) and '"' in part)
    return False


def _is_mail(text: str) -> bool:
    """Whether it begins with the head of a mail."""
    lines = [line for line in takewhile(str.strip, text[:_HEAD].splitlines()) if line[0] not in " \t"]
    seen = [bool(_MAIL_LINE.match(line)) for line in lines]
    # An itinerary may name date, start and end.
    is_of_mail = any(_ONLY_OF_MAIL.match(line) for line in lines)
    return seen[:1] == [True] and is_of_mail and sum(seen) >= _MAIL_LINES


class _Page(HTMLParser):
    """Collects the cells of the tables; a row within a cell ends the row of that cell."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._row: list[str] | None = None
        """The row that has begun."""
        self._cell: list[str] | None = None
        """The pieces of the cell that has begun."""
        self._span = 1
        self._down: dict[int, int] = {}
        """By column, how many of the next rows a cell above reaches into."""
        self._is_unseen = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See `HTMLParser`."""
        tag, given = _bare(tag), {_bare(name): value or "" for name, value in attrs}
        if tag in _TABLES:
            self._end_row()
            self._down.clear()
        elif tag in _ROWS:
            self._end_row()
            look = given.get("style", "").replace(" ", "").casefold()
            is_hidden = given.get("hidden") == "1" or "display:none" in look
            self._row = None if is_hidden else []
        elif tag in _CELLS and self._row is not None:
            self._begin_cell(self._row, given)
        elif tag in _BREAKS and self._cell is not None:
            self._cell.append(" ")
        self._is_unseen = tag in _UNSEEN

    @override
    def handle_endtag(self, tag: str) -> None:
        """See `HTMLParser`."""
        tag = _bare(tag)
        self._is_unseen = False
        if tag in _CELLS:
            self._end_cell()
        elif tag in _ROWS or tag in _TABLES:
            self._end_row()

    @override
    def handle_data(self, data: str) -> None:
        """See `HTMLParser`."""
        if self._cell is not None and not self._is_unseen:
            self._cell.append(data)

    @override
    def close(self) -> None:
        """See `HTMLParser`."""
        super().close()
        self._end_row()

    def _begin_cell(self, row: list[str], given: Mapping[str, str]) -> None:
        self._end_cell()
        self._reach_down(row)
        # A workbook names the place of a cell behind empty ones.
        row += [""] * (min(_number(given.get("index")), _WIDEST) - 1 - len(row))
        self._cell, self._span = [], min(_number(given.get("colspan")), _WIDEST)
        rows = _number(given.get("rowspan")) - 1
        self._down |= {len(row) + each: rows for each in range(self._span) if rows}

    def _reach_down(self, row: list[str]) -> None:
        """Pass over the places into which a cell above reaches."""
        while self._down.get(len(row), 0):
            self._down[len(row)] -= 1
            row.append("")

    def _end_cell(self) -> None:
        if self._row is not None and self._cell is not None:
            text = " ".join("".join(self._cell).split())
            # So a workbook writes a day.
            self._row += [text.removesuffix("T00:00:00.000"), *[""] * (self._span - 1)]
        self._cell = None

    def _end_row(self) -> None:
        self._end_cell()
        if self._row is not None:
            self._reach_down(self._row)
            self.rows += [self._row] if any(self._row) else []
        self._row = None


def _bare(name: str) -> str:
    """A name in XML without its prefix."""
    return name.rpartition(":")[2]


def _number(text: str | None) -> int:
    """The number in an attribute; 1 without one."""
    return max(int(text), 1) if text and text.isascii() and text.isdecimal() and len(text) < _LONG else 1

"""A voucher as a PDF: painted like on paper, with its words beneath so that they can be found."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter

from app.ui.vouchers.elements import VoucherPage
from app.ui.vouchers.layout import Laid
from app.ui.vouchers.painting import paint
from app.ui.vouchers.typesetting import STEPS

_PER_INCH = 96
_RESOLUTION = _PER_INCH * STEPS
"""On which all outlines are whole numbers."""
_POINTS = 72 / _PER_INCH
_SIZES = {"A5": QPageSize.PageSizeId.A5, "A4": QPageSize.PageSizeId.A4}
_WIDTH = 500
"""Of each letter, in thousandths of its size; lines are stretched to where their outlines end."""
_FIRST, _EACH = 33, 90
"""The codes of a font: plain ones, which no reader treats in a way of its own."""
_FONT = "Words{}"
_PAGE = re.compile(rb"\n(\d+) 0 obj\n<<\n/Type /Page\n(.*?)>>\nendobj", re.DOTALL)
_KIDS = re.compile(rb"/Kids \n?\[(.*?)\]", re.DOTALL)
_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_SIZE, _ROOT = re.compile(rb"/Size (\d+)"), re.compile(rb"/(?:Root|Info) \d+ 0 R")
_MAPPING = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<00> <FF>
endcodespacerange
{count} beginbfchar
{lines}
endbfchar
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def page_layout(laid: Laid) -> QPageLayout:
    """The paper without margins: they are part of the layout. A receipt is as long as it must be."""
    if laid.paper in _SIZES:
        page = QPageSize(_SIZES[laid.paper])
    else:
        size = QSizeF(laid.leaves[0].width, laid.leaves[0].height) * _POINTS
        page = QPageSize(size, QPageSize.Unit.Point, laid.paper, QPageSize.SizeMatchPolicy.ExactMatch)
    return QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF())


def paint_pages(device: QPagedPaintDevice, laid: Laid) -> bool:
    """Paint each page on a printer or a PDF; False when the device did not take them."""
    device.setPageLayout(page_layout(laid))
    painter = QPainter()
    if not painter.begin(device):
        return False
    taken = True
    for place, leaf in enumerate(laid.leaves):
        taken = taken and (place == 0 or device.newPage())
        if taken:
            paint(painter, leaf, device.logicalDpiX() / _PER_INCH)
    return painter.end() and taken


def pdf_bytes(laid: Laid, title: str) -> bytes:
    """The pages as one PDF. Its title and its words are all that it says of itself."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    # The words are added to what this version writes.
    writer.setPdfVersion(QPagedPaintDevice.PdfVersion.PdfVersion_1_4)
    writer.setResolution(_RESOLUTION)
    writer.setTitle(title)
    writer.setCreator("Agency Counter")
    paint_pages(writer, laid)
    del writer
    return with_words(bytes(buffer.data().data()), [_placed(each) for each in laid.leaves])


def _placed(leaf: VoucherPage) -> tuple[PlacedWords, ...]:
    """The words of a page in points from its lower left corner."""
    return tuple(
        PlacedWords(
            each.line.text,
            each.x * _POINTS,
            (leaf.height - each.y) * _POINTS,
            each.face.size * _POINTS,
            each.line.width * _POINTS,
        )
        for each in leaf.texts
    )


class PlacedWords(NamedTuple):
    """A line of words: where it begins, the size of its letters and its width, all in points."""

    text: str
    x: float
    y: float
    size: float
    width: float


class PdfShapeError(Exception):
    """A PDF that is not written as expected."""


def with_words(pdf: bytes, pages: Sequence[Sequence[PlacedWords]]) -> bytes:
    """The PDF with the words of each page beneath it. Raises PdfShapeError for what Qt did not write."""
    start, size = _START.search(pdf), _SIZE.search(pdf, pdf.rfind(b"trailer"))
    found = {int(each[1]): each[2] for each in _PAGE.finditer(pdf)}
    kids = _KIDS.search(pdf)
    order = [int(each) for each in re.findall(rb"(\d+) 0 R", kids[1])] if kids else []
    if start is None or size is None or len(order) != len(pages) or set(order) != set(found):
        raise PdfShapeError("The pages cannot be found.")
    letters = sorted({each for page in pages for line in page for each in line.text})
    numbers = count(int(size[1]))
    objects: dict[int, bytes] = {}
    fonts = [_add_font(objects, numbers, chunk) for chunk in _chunks(letters)]
    codes = {each: divmod(place, _EACH) for place, each in enumerate(letters)}
    before, after = next(numbers), next(numbers)
    # What Qt draws ends with another system of coordinates than a page begins with.
    objects[before], objects[after] = _stream(b"q\n"), _stream(b"\nQ\n")
    for number, lines in zip(order, pages, strict=True):
        words = next(numbers)
        objects[words] = _stream(_content(lines, codes))
        objects[number] = _page(pdf, found[number], (before, after, words), fonts, objects)
    return pdf + _update(len(pdf), objects, next(numbers), pdf, int(start[1]))


def _chunks(letters: Sequence[str]) -> Iterator[Sequence[str]]:
    return (letters[at : at + _EACH] for at in range(0, len(letters), _EACH))


def _add_font(objects: dict[int, bytes], numbers: Iterator[int], letters: Sequence[str]) -> int:
    """One of the fonts that every reader has, with the characters that its codes stand for here."""
    font, mapping = next(numbers), next(numbers)
    last = _FIRST + len(letters) - 1
    widths = b" ".join([b"%d" % _WIDTH] * len(letters))
    objects[font] = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding "
        b"/FirstChar %d /LastChar %d /Widths [%s] /ToUnicode %d 0 R >>" % (_FIRST, last, widths, mapping)
    )
    lines = "\n".join(
        f"<{_FIRST + place:02X}> <{each.encode('utf-16-be').hex().upper()}>"
        for place, each in enumerate(letters)
    )
    objects[mapping] = _stream(_MAPPING.format(count=len(letters), lines=lines).encode())
    return font


def _content(lines: Sequence[PlacedWords], codes: dict[str, tuple[int, int]]) -> bytes:
    """Each line in rendering mode 3, which draws nothing."""
    parts = ["BT 3 Tr"]
    for each in lines:
        natural = len(each.text) * each.size * _WIDTH / 1000
        stretch = 100 * each.width / natural
        parts.append(f"{stretch:.3f} Tz 1 0 0 1 {each.x:.3f} {each.y:.3f} Tm")
        for font, text in _runs(each.text, codes):
            parts.append(f"/{_FONT.format(font)} {each.size:.3f} Tf <{text}> Tj")
    return "\n".join([*parts, "ET"]).encode()


def _runs(text: str, codes: dict[str, tuple[int, int]]) -> list[tuple[int, str]]:
    """The text in pieces of one font each, in hexadecimal codes."""
    runs: list[tuple[int, str]] = []
    for each in text:
        font, code = codes[each]
        written = f"{_FIRST + code:02X}"
        if runs and runs[-1][0] == font:
            runs[-1] = (font, runs[-1][1] + written)
        else:
            runs.append((font, written))
    return runs


def _page(
    pdf: bytes, body: bytes, around: tuple[int, int, int], fonts: Sequence[int], objects: dict[int, bytes]
) -> bytes:
    """The page with what stands around its contents, and its resources with the fonts of the words."""
    resources = re.search(rb"/Resources (\d+) 0 R", body)
    contents = re.search(rb"/Contents (\d+) 0 R", body)
    if resources is None or contents is None:
        raise PdfShapeError("A page has no contents.")
    number = int(resources[1])
    known = re.search(rb"\n%d 0 obj\n(.*?)endobj" % number, pdf, re.DOTALL)
    named = b" ".join(b"/%s %d 0 R" % (_FONT.format(at).encode(), font) for at, font in enumerate(fonts))
    if known is None or b"/Font <<" not in known[1]:
        raise PdfShapeError("A page has no resources.")
    objects[number] = known[1].replace(b"/Font <<", b"/Font << " + named, 1).strip()
    both = b"/Contents [%d 0 R %s 0 R %d 0 R %d 0 R]" % (around[0], contents[1], *around[1:])
    return b"<<\n/Type /Page\n" + body.replace(contents[0], both) + b">>"


def _stream(data: bytes) -> bytes:
    packed = zlib.compress(data)
    return b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)


def _update(offset: int, objects: dict[int, bytes], size: int, pdf: bytes, former: int) -> bytes:
    """New and changed objects, and where they begin."""
    places: dict[int, int] = {}
    body = b""
    for number, each in objects.items():
        places[number] = offset + len(body)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%d 1\n%010d 00000 n \n" % (number, places[number]) for number in sorted(places))
    trailer = pdf[pdf.rfind(b"trailer") :]
    kept = b" ".join(_ROOT.findall(trailer))
    return b"%sxref\n%strailer\n<< /Size %d /Prev %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        body,
        table,
        size,
        former,
        kept,
        offset + len(body),
    )

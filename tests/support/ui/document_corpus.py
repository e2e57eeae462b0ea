"""Copies as counters meet them, and the same spoiled in every way: each made anew by its number alone."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, Qt
from PySide6.QtGui import QColor, QColorSpace, QFont, QImage, QPageSize, QPainter, QPdfWriter

from app.desk.documents.document import kind_of
from tests.support.desk.mrz_samples import JANA
from tests.support.ui.document_samples import (
    Dice,
    chunk,
    encoded,
    exif,
    locked_pdf,
    pdf_of,
    photo,
    summed,
    webp_with,
    with_chunks,
    with_exif,
)

SIZE = (420, 300)
_HEAD = 12
"""So many bytes say what it is."""
_LENGTHS = {
    "JPEG": (re.compile(rb"\xff[\xc0-\xc4\xda-\xfe]"), 2, ">H"),
    "PNG": (re.compile(rb"IHDR|PLTE|IDAT|tRNS|iCCP|eXIf|IEND"), -4, ">I"),
    "WebP": (re.compile(rb"VP8[ LX]|ALPH|EXIF|ICCP"), 4, "<I"),
    "HEIC": (re.compile(rb"meta|hdlr|pitm|iinf|iloc|iprp|ipco|ispe|hvcC|ipma|mdat"), -4, ">I"),
}
"""Where the lengths of parts stand, seen from their names."""
_NUMBER = re.compile(rb"(?<![0-9.])[0-9]{1,6}(?![0-9.])")
_STREAM = re.compile(rb"FlateDecode.{0,80}?stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_MOST_UNPACKED = 4_000_000
_EXTREME = (0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF)

_Spoil = Callable[[bytes, Dice, bytes], bytes]


class Sample(NamedTuple):
    """A file, what it was, and what was done to it."""

    name: str
    done: str
    data: bytes


def passport(width: int, height: int) -> QImage:
    """A page with a portrait, printed lines and the zone below them, on paper with a pattern."""
    page = QImage(width, height, QImage.Format.Format_RGB32)
    page.fill(QColor(236, 232, 220))
    painter = QPainter(page)
    painter.setPen(QColor(190, 205, 215))
    for line in range(0, width + height, max(4, width // 60)):
        painter.drawLine(line, 0, line - height, height)
    portrait = QRect(width // 20, height // 6, width // 4, height // 2)
    painter.drawImage(portrait, photo(max(2, width // 4), max(2, height // 2)))
    painter.setPen(Qt.GlobalColor.black)
    font = QFont("JetBrains Mono")
    for row, text in enumerate(
        ("PASSPORT", JANA[0][5:22], JANA[1][:9], "GERMAN", "12 APR 1992", "14 JUN 2031")
    ):
        font.setPixelSize(max(6, height // 18))
        painter.setFont(font)
        painter.drawText(width // 3, height // 5 + row * height // 11, text)
    font.setPixelSize(max(4, width // 29))
    painter.setFont(font)
    for row, text in enumerate(JANA):
        painter.drawText(width // 40, height * (17 + 2 * row) // 20, text)
    painter.end()
    return page


def phone_photo(width: int, height: int, turn: int) -> bytes:
    """A passport on a table as a telephone takes it: turned as EXIF says, with place and maker."""
    table = photo(width, height)
    painter = QPainter(table)
    painter.translate(width / 2, height / 2)
    painter.rotate(4)
    painter.drawImage(-width * 3 // 8, -height * 3 // 8, passport(width * 3 // 4, height * 3 // 4))
    painter.end()
    return with_exif(encoded(table, "JPEG", 93), exif(turn))


@cache
def wholes() -> tuple[tuple[str, bytes], ...]:
    """Small sound files of every kind that is taken or refused, by name."""
    page = passport(*SIZE)
    return (*_jpegs(page), *_pngs(page), *_webps(page), *_pdfs(page))


def spoiled(seed: int, number: int) -> Sample:
    """The spoiled file of that number; always the same for the same seed."""
    dice, files = Dice(f"{seed} {number}"), wholes()
    name, whole = files[number % len(files)]
    _, other = dice.choice(files)
    done, data = spoiled_in_ways(whole, dice, other)
    if dice.random() < 2 / 3:
        data = _made_whole(data)
    return Sample(name, "+".join(done), data)


def spoiled_in_ways(whole: bytes, dice: Dice, other: bytes) -> tuple[list[str], bytes]:
    """The file spoiled in one to three ways, partly with `other`, and the names of these ways."""
    done, data = list[str](), whole
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        spoil = dice.choice(_SPOILS)
        done.append(spoil.__name__.strip("_"))
        # What is not even recognised tells nothing of the decoders.
        data = whole[:_HEAD] + spoil(data, dice, other)[_HEAD:]
    return done, data


def _jpegs(page: QImage) -> list[tuple[str, bytes]]:
    wide = QImage(page)
    wide.setColorSpace(QColorSpace(QColorSpace.NamedColorSpace.DisplayP3))
    grey, inks = (
        page.convertToFormat(each)
        for each in (QImage.Format.Format_Grayscale8, QImage.Format.Format_CMYK8888)
    )
    return [
        ("JPEG", encoded(page, "JPEG")),
        ("JPEG of a telephone", phone_photo(*SIZE, 6)),
        ("JPEG, big-endian EXIF", with_exif(encoded(page, "JPEG"), exif(3, ">"))),
        ("JPEG, progressive", with_exif(encoded(page, "JPEG", progressive=True), exif(8))),
        ("JPEG, profile", encoded(wide, "JPEG")),
        ("JPEG, grey", encoded(grey, "JPEG")),
        ("JPEG, CMYK", encoded(inks, "JPEG")),
    ]


def _pngs(page: QImage) -> list[tuple[str, bytes]]:
    forms = {"1 bit": "Mono", "palette": "Indexed8", "grey": "Grayscale8", "16-bit grey": "Grayscale16"}
    forms |= {"colours": "RGB32", "alpha": "ARGB32", "16-bit alpha": "RGBA64"}
    found = [
        (f"PNG, {name}", encoded(page.convertToFormat(getattr(QImage.Format, f"Format_{form}")), "PNG"))
        for name, form in forms.items()
    ]
    plain = encoded(page, "PNG")
    return [
        *found,
        ("PNG, 4 bits, interlaced", interlaced_png(160, 120, 4, 0)),
        ("PNG, 16 bits, interlaced", interlaced_png(160, 120, 16, 2)),
        ("PNG, EXIF", with_chunks(plain, chunk(b"eXIf", exif(5)), chunk(b"tEXt", b"Comment\x00x"))),
        ("PNG, animated", with_chunks(plain, chunk(b"acTL", struct.pack(">II", 2, 0)))),
    ]


def _webps(page: QImage) -> list[tuple[str, bytes]]:
    clear = page.convertToFormat(QImage.Format.Format_ARGB32)
    clear.fill(0x40FF0000)
    lossy = encoded(page, "WebP", 80)
    return [
        ("WebP", lossy),
        ("WebP, lossless", encoded(page, "WebP", 100)),
        ("WebP, alpha", encoded(clear, "WebP", 80)),
        ("WebP, EXIF", webp_with(lossy, SIZE, 0x08, (b"EXIF", exif(7)))),
        ("WebP, animated", webp_with(lossy, SIZE, 0x02, (b"ANIM", bytes(6)), (b"ANMF", bytes(24)))),
    ]


def _pdfs(page: QImage) -> list[tuple[str, bytes]]:
    scan, told = encoded(page, "JPEG"), phone_photo(*SIZE, 1)
    several = pdf_of([scan, told, scan], SIZE, b"/Author(A)/Title(T)")
    large = pdf_of([scan] * 2, SIZE) + b"\n%" + b" " * 1_600_000
    return [
        ("PDF", pdf_of([scan], SIZE)),
        ("PDF, three pages, author", several),
        ("PDF, printed", printed_pdf(page)),
        ("PDF, broken table", re.sub(rb"[0-9]{10} 00000 n", b"0000000007 00000 n", several)),
        ("PDF, locked", locked_pdf()),
        ("PDF, over the limit", large),
    ]


def printed_pdf(page: QImage) -> bytes:
    """What a program prints: compressed streams, an embedded typeface, a picture."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(10, 10, 10, 10))
    painter = QPainter(writer)
    painter.drawImage(QRect(0, 0, writer.width() // 2, writer.width() // 3), page)
    painter.drawText(200, writer.height() // 2, "Jana Katharina Vogel, C4VX8T2K1")
    painter.end()
    return bytes(buffer.data().data())


def interlaced_png(width: int, height: int, depth: int, colours: int) -> bytes:
    """A PNG whose rows come in seven passes, each with another filter; its pixels are random."""
    dice, rows = Dice(width * depth), b""
    bits = depth * {0: 1, 2: 3}[colours]
    passes = (
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    )
    for number, (left, top, across, down) in enumerate(passes):
        wide, high = -(-(width - left) // across), -(-(height - top) // down)
        rows += b"".join(bytes((number % 5,)) + dice.randbytes(-(-wide * bits // 8)) for _ in range(high))
    head = struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, 1)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def _place(data: bytes, dice: Dice) -> int:
    """Anywhere, but more often near the beginning, where the parts are."""
    return dice.randrange(max(1, min(len(data), dice.choice((64, 600, len(data), len(data))))))


def _flip(data: bytes, dice: Dice, _other: bytes) -> bytes:
    result = bytearray(data)
    for _ in range(dice.choice((1, 2, 8, 64)) if data else 0):
        result[_place(data, dice)] ^= 1 << dice.randrange(8)
    return bytes(result)


def _cut(data: bytes, dice: Dice, _other: bytes) -> bytes:
    return data[: max(_HEAD, _place(data, dice))]


def _drop(data: bytes, dice: Dice, _other: bytes) -> bytes:
    start = _place(data, dice)
    return data[:start] + data[start + dice.choice((1, 2, 3, 16, 400)) :]


def _splice(data: bytes, dice: Dice, other: bytes) -> bytes:
    return data[: _place(data, dice)] + other[_place(other, dice) :]


def _repeat(data: bytes, dice: Dice, _other: bytes) -> bytes:
    start = _place(data, dice)
    end = start + dice.choice((2, 12, 64, 1000))
    return data[:end] + data[start:end] * dice.choice((1, 3, 40)) + data[end:]


def _zero(data: bytes, dice: Dice, _other: bytes) -> bytes:
    return _over(data, dice, b"\x00")


def _fill(data: bytes, dice: Dice, _other: bytes) -> bytes:
    return _over(data, dice, b"\xff")


def _over(data: bytes, dice: Dice, byte: bytes) -> bytes:
    start = _place(data, dice)
    end = min(len(data), start + dice.choice((1, 4, 32, 500)))
    return data[:start] + byte * (end - start) + data[end:]


def _noise(data: bytes, dice: Dice, _other: bytes) -> bytes:
    start = _place(data, dice)
    end = min(len(data), start + dice.choice((1, 4, 32, 500)))
    return data[:start] + dice.randbytes(end - start) + data[end:]


def _length(data: bytes, dice: Dice, _other: bytes) -> bytes:
    """A length or number of the format itself becomes another, mostly one at the edge."""
    kind = kind_of(data)
    if kind == "PDF":
        found = list(_NUMBER.finditer(data))
        if not found:
            return data
        one = dice.choice(found)
        return data[: one.start()] + b"%d" % _edge(dice) + data[one.end() :]
    name, beyond, form = _LENGTHS[kind]
    places = [each.start() + beyond for each in name.finditer(data)]
    size = struct.calcsize(form)
    places = [each for each in places if 0 <= each <= len(data) - size]
    if not places:
        return data
    at = dice.choice(places)
    wrong = struct.pack(form, _edge(dice) & ((1 << 8 * size) - 1))
    return data[:at] + wrong + data[at + size :]


def _inside(data: bytes, dice: Dice, other: bytes) -> bytes:
    """Spoil what is compressed in a PNG or PDF, and compress it again: the decoders behind zlib see it."""
    start, end, packed = _packed_pixels(data) if kind_of(data) == "PNG" else _packed_stream(data, dice)
    try:
        plain = zlib.decompressobj().decompress(packed, _MOST_UNPACKED)
    except zlib.error:
        return data
    fresh = zlib.compress(dice.choice((_flip, _drop, _noise, _zero))(plain, dice, other))
    return data[:start] + (chunk(b"IDAT", fresh) if kind_of(data) == "PNG" else fresh) + data[end:]


def _packed_pixels(data: bytes) -> tuple[int, int, bytes]:
    """From where to where the chunks with pixels stand, and what is in them."""
    start = at = max(0, data.find(b"IDAT") - 4)
    packed = b""
    while data[at + 4 : at + 8] == b"IDAT":
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        packed += data[at + 8 : end - 4]
        at = end
    return start, at, packed


def _packed_stream(data: bytes, dice: Dice) -> tuple[int, int, bytes]:
    """The same of one stream of a PDF."""
    found = list(_STREAM.finditer(data))
    if not found:
        return 0, 0, b""
    one = dice.choice(found)
    return one.start(1), one.end(1), one[1]


def _edge(dice: Dice) -> int:
    return dice.choice((*_EXTREME, dice.randrange(1 << 16)))


_SPOILS: tuple[_Spoil, ...] = (
    _flip,
    _cut,
    _drop,
    _splice,
    _repeat,
    _zero,
    _fill,
    _noise,
    _length,
    _length,
    _inside,
)


def _made_whole(data: bytes) -> bytes:
    """With check sums and sizes right again, so that the decoders see what was spoiled."""
    kind = kind_of(data)
    if kind == "PNG":
        return summed(data)
    if kind == "WebP":
        return data[:4] + struct.pack("<I", max(0, len(data) - 8)) + data[8:]
    return data

"""Pictures and PDFs made for tests: photos, EXIF by hand, every spoiled kind; all from fixed seeds."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Sequence
from random import Random

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter

CANARY = b"N28.6139-E77.2090-CANARY"
"""Stands for the place where a photo was taken."""
_GRAIN = 8
_PNG_HEAD = b"\x89PNG\r\n\x1a\n"


class Dice(Random):
    """A random state for tests, named by its seed."""


def photo(width: int, height: int, grain: int = _GRAIN) -> QImage:
    """Soft patches of random colours, `grain` pixels wide, which compress about as a photo does."""
    across, down = max(2, width // grain), max(2, height // grain)
    dots = Dice(width * height).randbytes(across * down * 4)
    small = QImage(dots, across, down, QImage.Format.Format_RGB32).copy()
    if grain == 1:
        return small
    return small.scaled(
        width, height, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def quarters(width: int = 320, height: int = 240) -> QImage:
    """Red at the upper left, green at the upper right, blue at the lower left, white at the lower right."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    for colour, left, top in ((0xFF0000, 0, 0), (0x00FF00, 1, 0), (0x0000FF, 0, 1)):
        for y in range(top * height // 2, (top + 1) * height // 2):
            for x in range(left * width // 2, (left + 1) * width // 2):
                image.setPixel(x, y, 0xFF000000 | colour)
    return image


def corners(image: QImage) -> str:
    """The colours of the four quarters as letters, from the upper left in the order of reading."""
    letters = {(True, False, False): "r", (False, True, False): "g", (False, False, True): "b"}
    found = ""
    for down in (1, 3):
        for across in (1, 3):
            seen = image.pixelColor(image.width() * across // 4, image.height() * down // 4)
            bright = (seen.red() > 128, seen.green() > 128, seen.blue() > 128)
            found += letters.get(bright, "w")
    return found


def encoded(image: QImage, kind: str, quality: int = 90, *, progressive: bool = False) -> bytes:
    """The picture as a file of the kind."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, kind.lower().encode())
    writer.setQuality(quality)
    writer.setProgressiveScanWrite(progressive)
    if not writer.write(image):
        message = f"Qt cannot write {kind}"
        raise ValueError(message)
    return bytes(buffer.data().data())


def decoded(data: bytes) -> QImage:
    """The picture of a file, as it stands in it."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return QImageReader(buffer).read()


def exif(orientation: int, order: str = "<") -> bytes:
    """EXIF data with an orientation and, in place of a camera's name, the canary."""
    mark = b"II" if order == "<" else b"MM"
    text = CANARY + b"\x00"
    entries = struct.pack(order + "HHII", 0x0110, 2, len(text), 38)
    entries += struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    head = mark + struct.pack(order + "HIH", 42, 8, 2)
    return head + entries + struct.pack(order + "I", 0) + text


def with_exif(jpeg: bytes, data: bytes) -> bytes:
    """A JPEG with EXIF data, a comment, a caption, and bytes after its end."""
    parts = segment(0xE1, b"Exif\x00\x00" + data) + segment(0xFE, CANARY)
    parts += segment(0xE1, b"http://ns.adobe.com/xap/1.0/\x00" + CANARY) + segment(
        0xED, b"Photoshop" + CANARY
    )
    return jpeg[:2] + parts + jpeg[2:] + b"motion" + CANARY


def segment(marker: int, content: bytes) -> bytes:
    """A segment of a JPEG."""
    return bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content


def chunk(name: bytes, content: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def with_chunks(png: bytes, *chunks: bytes) -> bytes:
    """A PNG with more chunks after its header."""
    return png[:33] + b"".join(chunks) + png[33:]


def png_of_size(width: int, height: int, depth: int = 1) -> bytes:
    """A PNG of some hundred bytes that says it is this large."""
    head = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    pixels = zlib.compress(bytes(2000))
    return _PNG_HEAD + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def webp_with(webp: bytes, size: tuple[int, int], flags: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """A plain WebP made an extended one with more chunks."""
    width, height = ((each - 1).to_bytes(3, "little") for each in size)
    body = _riff(b"VP8X", bytes((flags, 0, 0, 0)) + width + height) + webp[12:]
    body += b"".join(_riff(*each) for each in chunks)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def pdf_of(pages: Sequence[bytes], size: tuple[int, int], info: bytes = b"", more: bytes = b"") -> bytes:
    """A PDF of JPEG pages of `size` pixels on A4 lying down; `more` goes into the trailer."""
    count = len(pages)
    kids = b" ".join(b"%d 0 R" % (3 + 3 * each) for each in range(count))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count)]
    for number, jpeg in enumerate(pages):
        first = 3 + 3 * number
        draw = b"q 842 0 0 595 0 0 cm /I Do Q"
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 842 595]/Contents %d 0 R"
            b"/Resources<</XObject<</I %d 0 R>>>>>>" % (first + 1, first + 2),
            b"<</Length %d>>stream\n%s\nendstream" % (len(draw), draw),
            b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8"
            b"/Filter/DCTDecode/Length %d>>stream\n%s\nendstream" % (*size, len(jpeg), jpeg),
        ]
    if info:
        objects.append(b"<<" + info + b">>")
        more += b"/Info %d 0 R" % len(objects)
    return pdf_file(objects, more)


def pdf_file(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A PDF of these objects; the first is the catalog."""
    data, places = b"%PDF-1.7\n", list[int]()
    for number, each in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start, count = len(data), len(objects) + 1
    data += b"xref\n0 %d\n0000000000 65535 f \n" % count
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (count, trailer, start)


def locked_pdf() -> bytes:
    """A PDF that opens with a password only."""
    secret = b"<" + b"5A" * 32 + b">"
    lock = b"<</Filter/Standard/V 1/R 2/O%s/U%s/P -4>>" % (secret, secret)
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>", lock]
    return pdf_file(objects, b"/Encrypt 3 0 R/ID[<00><00>]")


def pdf_with_password(password: bytes) -> bytes:
    """A PDF of one empty page that this password opens (RC4 of 40 bits, as PDF 1.3 has it)."""
    padded, place = (password + _PADDING)[:32], b"\x01" * 16
    owner = _rc4(hashlib.md5(padded, usedforsecurity=False).digest()[:5], padded)
    rights = struct.pack("<i", -4)
    key = hashlib.md5(padded + owner + rights + place, usedforsecurity=False).digest()[:5]
    lock = b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P -4>>"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[4 0 R]/Count 1>>",
        lock % (owner.hex().encode(), _rc4(key, _PADDING).hex().encode()),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
    ]
    return pdf_file(objects, b"/Encrypt 3 0 R/ID[<%s><%s>]" % ((place.hex().encode(),) * 2))


_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")


def _rc4(key: bytes, data: bytes) -> bytes:
    states, other, out = list(range(256)), 0, bytearray()
    for place in range(256):
        other = (other + states[place] + key[place % len(key)]) % 256
        states[place], states[other] = states[other], states[place]
    one = other = 0
    for each in data:
        one = (one + 1) % 256
        other = (other + states[one]) % 256
        states[one], states[other] = states[other], states[one]
        out.append(each ^ states[(states[one] + states[other]) % 256])
    return bytes(out)


def summed(png: bytes) -> bytes:
    """A PNG whose check sums are right again, so that what was spoiled in it is decoded."""
    result, at = bytearray(png), 8
    while at + 12 <= len(result):
        end = at + 12 + int.from_bytes(result[at : at + 4], "big")
        if end <= len(result):
            result[end - 4 : end] = struct.pack(">I", zlib.crc32(result[at + 4 : end - 4]))
        at = end
    return bytes(result)


def _riff(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)

"""Removes the metadata of a JPEG, PNG or WebP without changing the picture."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

UPRIGHT = 1
"""The EXIF orientation of an upright picture."""
_LAST_ORIENTATION = 8
_END, _SCAN, _FIRST_APP, _LAST_APP, _COMMENT = 0xD9, 0xDA, 0xE0, 0xEF, 0xFE
"""Markers of a JPEG."""
_NAMED, _FLAGS = 4, 10
"""The least bytes of a PNG chunk's name and of the header of an extended WebP."""

_SCAN_END = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_STEP = 1 << 18
"""The bytes of one search, after which other threads can run."""
_MOST_SCANS = 100
"""The most scans: a progressive JPEG has about ten; one with thousands takes minutes to decode."""
_STREAM_END = b"endstream"
_JPEG_HEAD, _JPEG_END = b"\xff\xd8\xff", b"\xff\xd9"
_EXIF = b"Exif\x00\x00"
_ICC = b"ICC_PROFILE\x00"
_JFIF_LENGTH = 18
_PNG_KEPT = frozenset(b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP pHYs".split())
"""All chunks except texts, times and private ones; the resolution is needed for printing."""
_OWN_ZEROS = 2
_PNG_TEXTS = frozenset((b"tEXt", b"zTXt", b"iTXt", b"tIME"))
_WEBP_KEPT = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP"))
_WEBP_EXIF, _WEBP_XMP = 0x08, 0x04
_ORIENTATION = 0x0112


class PicturePart(NamedTuple):
    """The name and the place of a part; nothing is copied, since that would block all threads."""

    name: bytes
    start: int
    end: int


class DamagedError(Exception):
    """The lengths of the parts are wrong, or the end is missing."""


class MovingError(Exception):
    """It is an animation."""


def kept(data: bytes, kind: str) -> list[bytes | memoryview]:
    """The pieces of the picture without EXIF, XMP, comments, previews and data after its end.

    Colour profiles stay. Raises DamagedError and MovingError.
    """
    return [piece for piece in _KEPT[kind](data) if piece]


def mended(data: bytes, kind: str) -> bytes:
    """A damaged JPEG or PNG as every viewer reads it: with all of the picture, and how it is turned.

    A JPEG is without other bytes before it and between its parts, and has an end; whether it is complete has
    to be looked at. A PNG is without its texts, whose checksums may be wrong. Raises DamagedError.
    """
    if kind == "PNG":
        parts = _png_parts(data, is_lenient=True)
        return data[:8] + b"".join(data[at:end] for name, at, end in parts if name not in _PNG_TEXTS)
    if kind != "JPEG":
        raise DamagedError
    # Some systems fill up the rest of a file that was cut off; a zero or two may be of the picture.
    filled = data.rstrip(b"\0")
    whole = (filled if len(data) - len(filled) > _OWN_ZEROS else data) + _JPEG_END
    start = data.find(_JPEG_HEAD[:2])
    return b"".join(whole[at:end] for _, at, end in _jpeg_parts(whole, max(start, 0), is_lenient=True))


def bare(data: bytes, kind: str) -> bytes:
    """The same pieces joined to one file."""
    return b"".join(kept(data, kind))


def orientation(data: bytes, kind: str) -> int:
    """The orientation, 1 to 8 as in EXIF; 1 when it is not stated. Raises DamagedError."""
    for name, start, end in _PARTS[kind](data):
        if name in (b"APP1", b"eXIf", b"EXIF"):
            found = data.find(_EXIF, start, start + 16)
            turned = _orientation_of(data[found + len(_EXIF) if found >= 0 else start + 8 : end])
            if turned:
                return turned
        if name == b"SCAN":
            break
    return UPRIGHT


def without_notes(data: bytes) -> bytes:
    """The data with the metadata of all JPEGs in it overwritten by zeros, of the same length.

    For a PDF, which contains JPEGs as they are.
    """
    result, at = bytearray(data), data.find(_JPEG_HEAD)
    while at >= 0:
        spans, at = _notes_of_jpeg(data, at)
        for start, end in spans:
            result[start:end] = bytes(end - start)
        at = data.find(_JPEG_HEAD, at)
    return bytes(result)


def _notes_of_jpeg(data: bytes, start: int) -> tuple[list[tuple[int, int]], int]:
    """The places of the metadata of a JPEG that begins here, and where to search on.

    No places when it is no complete JPEG: other data may look like the beginning of one.
    """
    spans, at = list[tuple[int, int]](), start
    try:
        for part in _jpeg_parts(data, start):
            at = part.end
            if not _kept_of_jpeg(data, part):
                spans.append((part.start + _NAMED, part.end))
    except DamagedError:
        return [], start + len(_JPEG_HEAD)
    after = data[at : max(at, data.find(_STREAM_END, at))]
    return [*spans, (at, at + len(after.rstrip()))], at


def _orientation_of(tiff: bytes) -> int:
    """The orientation in the first directory of EXIF data; 0 when there is none."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 0
    try:
        (place,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, place)
        for entry in range(count):
            tag, _, _, value = struct.unpack_from(order + "HHIH", tiff, place + 2 + 12 * entry)
            if tag == _ORIENTATION:
                return value if UPRIGHT <= value <= _LAST_ORIENTATION else 0
    except struct.error:
        pass
    return 0


def _jpeg(data: bytes) -> Iterator[bytes | memoryview]:
    return (_kept_of_jpeg(data, part) for part in _jpeg_parts(data))


def _kept_of_jpeg(data: bytes, part: PicturePart) -> bytes | memoryview:
    """A segment to keep; of a JFIF header without its preview."""
    name, start, end = part
    if name == b"APP0":
        is_plain = data[start + 4 : start + 9] == b"JFIF\x00" and end - start >= _JFIF_LENGTH
        return b"\xff\xe0\x00\x10" + data[start + 4 : start + 16] + b"\x00\x00" if is_plain else b""
    is_profile = name == b"APP2" and data[start + 4 : start + 16] == _ICC
    if name == b"COM" or (name.startswith(b"APP") and name != b"APP14" and not is_profile):
        return b""
    return memoryview(data)[start:end]


def _jpeg_parts(data: bytes, start: int = 0, *, is_lenient: bool = False) -> Iterator[PicturePart]:
    """The segments up to the end of the first picture, with the compressed data after a segment.

    With `is_lenient` there may be other bytes between segments, which every decoder passes over.
    """
    if not data.startswith(_JPEG_HEAD[:2], start):
        raise DamagedError
    yield PicturePart(b"SOI", start, start + 2)
    at, scans = start + 2, 0
    while True:
        at = _end_of_scan(data, at) if is_lenient else at
        while data[at : at + 2] == b"\xff\xff":
            at += 1
        if data[at : at + 1] != b"\xff" or at + 2 > len(data):
            raise DamagedError
        marker = data[at + 1]
        if marker == _END:
            yield PicturePart(b"EOI", at, at + 2)
            return
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end < at + 4 or end > len(data):
            raise DamagedError
        yield PicturePart(_marker_name(marker), at, end)
        at = end
        if marker == _SCAN:
            at, scans = _end_of_scan(data, end), scans + 1
            yield PicturePart(b"DATA", end, at)
        if scans > _MOST_SCANS:
            raise DamagedError


def _marker_name(marker: int) -> bytes:
    if _FIRST_APP <= marker <= _LAST_APP:
        return b"APP%d" % (marker - _FIRST_APP)
    return {_SCAN: b"SCAN", _COMMENT: b"COM"}.get(marker, b"%02X" % marker)


def _end_of_scan(data: bytes, at: int) -> int:
    while at < len(data):
        found = _SCAN_END.search(data, at, at + _STEP + 1)
        if found:
            return found.start()
        at += _STEP
    raise DamagedError


def _png(data: bytes) -> Iterator[bytes | memoryview]:
    view = memoryview(data)
    yield view[:8]
    yield from (view[part.start : part.end] for part in _png_parts(data) if part.name in _PNG_KEPT)


def _png_parts(data: bytes, *, is_lenient: bool = False) -> Iterator[PicturePart]:
    """The chunks with length and verified checksum: libpng would print the bytes of a wrong one.

    With `is_lenient` those of texts may be wrong.
    """
    at, view = 8, memoryview(data)
    while True:
        name = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if len(name) < _NAMED or end > len(data):
            raise DamagedError
        is_wrong = zlib.crc32(view[at + 4 : end - 4]) != int.from_bytes(view[end - 4 : end], "big")
        if is_wrong and not (is_lenient and name in _PNG_TEXTS):
            raise DamagedError
        if name == b"acTL":
            raise MovingError
        yield PicturePart(name, at, end)
        if name == b"IEND":
            return
        at = end


def _webp(data: bytes) -> Iterator[bytes | memoryview]:
    parts = [_kept_of_webp(data, part) for part in _webp_parts(data)]
    yield b"RIFF" + struct.pack("<I", 4 + sum(map(len, parts))) + b"WEBP"
    yield from parts


def _kept_of_webp(data: bytes, part: PicturePart) -> bytes | memoryview:
    name, start, end = part
    if name == b"VP8X":
        flags = data[start + 8] & ~(_WEBP_EXIF | _WEBP_XMP)
        return data[start : start + 8] + bytes([flags]) + data[start + 9 : end]
    return memoryview(data)[start:end] if name in _WEBP_KEPT else b""


def _webp_parts(data: bytes) -> Iterator[PicturePart]:
    """The chunks with header and padding byte."""
    at, whole = 12, 8 + int.from_bytes(data[4:8], "little")
    if whole > len(data):
        raise DamagedError
    while at + 8 <= whole:
        name = data[at : at + 4]
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + size + size % 2
        if end > whole or (name == b"VP8X" and size < _FLAGS):
            raise DamagedError
        if name in (b"ANIM", b"ANMF"):
            raise MovingError
        yield PicturePart(name, at, end)
        at = end


_KEPT: dict[str, Callable[[bytes], Iterator[bytes | memoryview]]] = {
    "JPEG": _jpeg,
    "PNG": _png,
    "WebP": _webp,
}
_PARTS: dict[str, Callable[[bytes], Iterator[PicturePart]]] = {
    "JPEG": _jpeg_parts,
    "PNG": _png_parts,
    "WebP": _webp_parts,
}

"""The parts of a picture, without a decoder: what turns it, and what is left of it."""

from __future__ import annotations

import struct

import pytest

from app.desk.documents.metadata_stripper import UPRIGHT, DamagedError, bare, orientation
from tests.support.ui.document_samples import segment

MAKER, TURNED = 0x010F, 0x0112
SCAN = segment(0xDA, b"\x00" * 8) + b"\x12\x34"


def exif(*entries: tuple[int, int]) -> bytes:
    """EXIF data with one directory of these tags and short values."""
    listed = b"".join(struct.pack("<HHIHH", tag, 3, 1, value, 0) for tag, value in entries)
    return b"II" + struct.pack("<HIH", 42, 8, len(entries)) + listed + bytes(4)


def jpeg(*parts: bytes) -> bytes:
    return b"\xff\xd8" + b"".join(parts) + SCAN + b"\xff\xd9"


def noted(data: bytes) -> bytes:
    return segment(0xE1, b"Exif\x00\x00" + data)


@pytest.mark.parametrize(
    ("data", "turn"),
    [
        (jpeg(), UPRIGHT),
        (jpeg(noted(exif((TURNED, 6)))), 6),
        (jpeg(noted(exif((MAKER, 3), (TURNED, 8)))), 8),
        (jpeg(noted(exif((MAKER, 3)))), UPRIGHT),
        (jpeg(noted(exif())), UPRIGHT),
        (jpeg(noted(exif((TURNED, 9)))), UPRIGHT),
        (jpeg(noted(b"MZ")), UPRIGHT),
        (jpeg(noted(b"II\x2a\x00\xff\xff\xff\xff")), UPRIGHT),
        (jpeg(noted(exif((MAKER, 3))), noted(exif((TURNED, 3)))), 3),
    ],
)
def test_the_first_part_that_says_how_it_is_turned_counts(data: bytes, turn: int) -> None:
    assert orientation(data, "JPEG") == turn


def test_what_is_beside_the_picture_goes_and_the_picture_stays() -> None:
    assert bare(jpeg(noted(exif((TURNED, 6))), segment(0xFE, b"hello")) + b"more", "JPEG") == jpeg()


def test_parts_that_do_not_end_are_told() -> None:
    with pytest.raises(DamagedError):
        orientation(jpeg()[:7], "JPEG")

"""HEIC becomes a JPEG that fits, upright and bare, or is refused in words; with or without its library."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from app.desk.documents.document import DocumentError, fits, read_document
from app.desk.model.boats import Document
from app.ui.documents.copy_preparation import CopyPreparation
from app.ui.documents.image_shrinking import fit, picture
from tests.support.proof import beside_others
from tests.support.ui.document_corpus import spoiled_in_ways
from tests.support.ui.document_samples import CANARY, Dice, corners, decoded

SAMPLES = Path(__file__).parent / "heic"
QUARTERS = (SAMPLES / "quarters.heic").read_bytes()
"""The quarters, 640 by 480, with EXIF of orientation 6 and XMP that both hold the canary."""
DAMAGED = "copy.heic is damaged or cut off. Take the picture again, or send it as JPEG."
MUTATIONS = 40


def heic(data: bytes = QUARTERS) -> Document:
    return Document("copy.heic", data, "HEIC")


def with_property(name: bytes, value: int) -> bytes:
    """The quarters with one more property, such as how they are to be turned."""
    start, end = _place(QUARTERS, b"ipma")
    data = QUARTERS[: end - 4] + b"\x04" + QUARTERS[end - 3 :]
    data = _put(data, end, b"\x84")
    return _put(data, start, struct.pack(">I4sB", 9, name, value))


def with_size(width: int, height: int) -> bytes:
    """The quarters in a file that says it has another size."""
    at = QUARTERS.index(b"ispe") + 8
    return QUARTERS[:at] + struct.pack(">II", width, height) + QUARTERS[at + 8 :]


def _place(data: bytes, name: bytes) -> tuple[int, int]:
    start = data.index(name) - 4
    return start, start + int.from_bytes(data[start : start + 4], "big")


def _put(data: bytes, at: int, more: bytes) -> bytes:
    """The boxes that end here or later grow, and their items lie further on."""
    result = bytearray(data)
    for name in (b"meta", b"iprp", b"ipco", b"ipma"):
        start, end = _place(data, name)
        if start < at <= end:
            result[start : start + 4] = struct.pack(">I", end - start + len(more))
    items, end = _place(data, b"iloc")
    for offset in range(items + 20, end, 18):
        (place,) = struct.unpack_from(">I", data, offset)
        struct.pack_into(">I", result, offset, place + len(more))
    result[at:at] = more
    return bytes(result)


@pytest.mark.parametrize(
    ("data", "seen", "size"),
    [
        (QUARTERS, "rgbw", (640, 480)),
        (with_property(b"irot", 0), "rgbw", (640, 480)),
        (with_property(b"irot", 1), "gwrb", (480, 640)),
        (with_property(b"irot", 2), "wbgr", (640, 480)),
        (with_property(b"irot", 3), "brwg", (480, 640)),
        (with_property(b"imir", 0), "bwrg", (640, 480)),
        (with_property(b"imir", 1), "grwb", (640, 480)),
    ],
)
def test_it_comes_out_upright_and_bare(data: bytes, seen: str, size: tuple[int, int]) -> None:
    assert CANARY in data
    fitted = fit(heic(data))
    assert (fitted.kind, fitted.width, fitted.height) == ("JPEG", *size)
    assert corners(decoded(fitted.data)) == seen
    assert fits(len(fitted.data))
    for word in (CANARY, b"Exif", b"xap"):
        assert word not in fitted.data


def test_what_is_transparent_is_white_and_colours_keep_their_profile() -> None:
    fitted = fit(heic((SAMPLES / "glass.heic").read_bytes()))
    image = decoded(fitted.data)
    assert corners(image) == "rgbw"
    assert image.colorSpace().description().startswith("Display P3")


def test_it_is_looked_at_within_a_size() -> None:
    fitted = fit(heic())
    assert picture(fitted, QSize(320, 4000)).size() == QSize(320, 240)


@pytest.mark.parametrize("length", [12, 28, 60, 200, 400, 495, 600, 900, 1300])
def test_one_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(DocumentError) as refused:
        fit(heic(QUARTERS[:length]))
    assert str(refused.value) == DAMAGED


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (with_size(8001, 8000), "copy.heic has 8001 \u00d7 8000 pixels. Send a smaller picture"),
        (with_size(0x7FFFFFFF, 2), "copy.heic has 2147483647"),
        (with_size(0xFFFFFFFF, 0xFFFFFFFF), DAMAGED),
        (with_size(0, 0), DAMAGED),
        (with_size(9, 9), DAMAGED),
        (with_size(120, 100), DAMAGED),
        ((SAMPLES / "small.heic").read_bytes(), "copy.heic has 8 \u00d7 6 pixels. Choose a picture"),
        ((SAMPLES / "two.heic").read_bytes(), "copy.heic holds 2 pictures. Send the one that counts"),
        (QUARTERS.replace(b"pict", b"pics"), DAMAGED),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", DAMAGED),
    ],
)
def test_it_is_judged_by_its_header_and_never_taken_at_its_word(data: bytes, words: str) -> None:
    with pytest.raises(DocumentError) as refused:
        fit(heic(data))
    assert str(refused.value).startswith(words)


async def test_spoiled_ones_are_taken_or_refused() -> None:
    random, copies = Dice(16), CopyPreparation()
    for _ in range(MUTATIONS):
        _, data = spoiled_in_ways(QUARTERS, random, QUARTERS)
        try:
            fitted = await copies.fit(heic(data))
        except DocumentError:
            continue
        assert decoded(fitted.data).width() == fitted.width
    copies.end()


@beside_others
async def test_a_file_that_crashes_the_library_fails_alone() -> None:
    copies = CopyPreparation()
    try:
        with pytest.raises(DocumentError, match=r"copy\.heic could not be read: it is damaged"):
            await copies.fit(heic((SAMPLES / "crashing.heic").read_bytes()))
        assert (await copies.fit(heic())).kind == "JPEG"
    finally:
        copies.end()


def test_without_its_library_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(DocumentError) as refused:
        fit(heic())
    assert str(refused.value) == (
        'copy.heic is HEIC, which cannot be read here. Set the phone to "Most compatible", '
        "or send it as JPEG."
    )


def test_one_that_is_named_jpeg_is_known_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "passport.jpg"
    path.write_bytes(QUARTERS)
    assert fit(read_document(path)).kind == "JPEG"
    path.write_bytes((SAMPLES / "quarters.avif").read_bytes())
    with pytest.raises(DocumentError, match="is AVIF, which is not taken"):
        read_document(path)

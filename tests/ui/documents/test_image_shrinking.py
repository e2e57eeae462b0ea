"""A copy comes out below the limit, upright and bare, or is refused in words; never on the disk."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.desk.documents.document import DocumentError, fits, kind_of, read_document, sent_length
from app.desk.model.boats import Document
from app.ui.documents.copy_preparation import CopyPreparation
from app.ui.documents.image_shrinking import GOAL, MOST_PIXELS, fit, picture
from tests.support.folder_watch import FolderWatch
from tests.support.proof import beside_others
from tests.support.ui.document_samples import (
    CANARY,
    chunk,
    corners,
    decoded,
    encoded,
    exif,
    locked_pdf,
    pdf_of,
    photo,
    png_of_size,
    quarters,
    webp_with,
    with_chunks,
    with_exif,
)

HEIC = Path(__file__).parent / "heic"
UPRIGHT = ("rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb")
"""What EXIF orientations 1 to 8 make of the quarters."""


class Writes:
    """What this process opens for writing; the hook cannot be taken out again, so it listens on demand."""

    def __init__(self) -> None:
        self._found: list[str] | None = None
        sys.addaudithook(self._note)

    @contextmanager
    def listening(self) -> Generator[list[str], None, None]:
        """Give what is opened meanwhile."""
        self._found = found = list[str]()
        try:
            yield found
        finally:
            self._found = None

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._found is not None and event == "open":
            path, mode, flags = arguments
            if isinstance(path, int) or path == os.devnull:
                # A pipe to the process that prepares copies, and where its complaints go.
                return
            for_writing = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if for_writing or (isinstance(mode, str) and set(mode) & set("wax+")):
                self._found.append(str(path))


writes = Writes()


def copy_of(data: bytes, name: str = "copy.jpg") -> Document:
    return Document(name, data, kind_of(data))


def with_orientation(kind: str, number: int, order: str = "<") -> bytes:
    """The quarters as a file that says how they have to be turned."""
    data, said = encoded(quarters(), kind, 100 if kind == "WebP" else 90), exif(number, order)
    if kind == "JPEG":
        return with_exif(data, said)
    if kind == "PNG":
        return with_chunks(data, chunk(b"eXIf", said), chunk(b"tEXt", b"Comment\x00" + CANARY))
    return webp_with(data, (320, 240), 0x0C, (b"EXIF", said), (b"XMP ", CANARY))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP"])
def test_what_fits_and_says_nothing_keeps_every_byte(kind: str) -> None:
    data = encoded(quarters(), kind)
    fitted = fit(copy_of(data))
    assert fitted.data is data
    assert (fitted.kind, fitted.width, fitted.height) == (kind, 320, 240)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP"])
def test_every_orientation_comes_out_upright(kind: str, number: int, order: str) -> None:
    fitted = fit(copy_of(with_orientation(kind, number, order)))
    assert corners(decoded(fitted.data)) == UPRIGHT[number - 1]
    assert (fitted.width, fitted.height) == ((320, 240) if number < 5 else (240, 320))
    assert fitted.kind == (kind if number == 1 else "JPEG")


@pytest.mark.parametrize("number", [1, 6])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP"])
def test_nothing_is_left_of_what_it_says_beside_the_picture(kind: str, number: int) -> None:
    data = with_orientation(kind, number)
    assert CANARY in data
    fitted = fit(copy_of(data))
    assert CANARY not in fitted.data
    for word in (b"Exif", b"eXIf", b"EXIF", b"xap", b"Photoshop", b"tEXt", b"XMP "):
        assert word not in fitted.data
    assert decoded(fitted.data).textKeys() == []
    if number == 1:
        before, after = decoded(data), decoded(fitted.data)
        assert before.convertToFormat(QImage.Format.Format_RGB32) == after.convertToFormat(
            QImage.Format.Format_RGB32
        )


def test_a_second_time_changes_nothing() -> None:
    once = fit(copy_of(with_orientation("JPEG", 6)))
    assert fit(once).data is once.data


@beside_others
def test_a_photo_of_12_megapixels_fits() -> None:
    data = with_exif(encoded(photo(4000, 3000), "JPEG", 95), exif(6))
    assert not fits(len(data))
    fitted = fit(copy_of(data))
    assert (fitted.kind, fitted.width, fitted.height) == ("JPEG", 1860, 2480)
    assert decoded(fitted.data).size() == QSize(1860, 2480)
    assert GOAL / 2 < sent_length(len(fitted.data)) < GOAL
    assert b"Exif" not in fitted.data
    assert CANARY not in fitted.data


@pytest.mark.parametrize("kind", ["PNG", "WebP"])
def test_what_is_no_jpeg_becomes_one_when_it_is_too_large(kind: str) -> None:
    fitted = fit(copy_of(encoded(photo(1500, 1100, 2), kind, 100)))
    assert fitted.kind == "JPEG"
    assert (fitted.width, fitted.height) == (1500, 1100)
    assert sent_length(len(fitted.data)) < GOAL


@beside_others
def test_the_steps_go_down_to_1600() -> None:
    fitted = fit(copy_of(encoded(photo(2000, 1500, 1), "JPEG", 95)))
    assert fitted.width == 1600
    assert sent_length(len(fitted.data)) < GOAL


def test_what_never_fits_is_refused() -> None:
    with pytest.raises(DocumentError, match="however small it is made"):
        fit(copy_of(encoded(photo(1600, 1600, 1), "PNG")))


def test_notes_alone_may_be_what_is_too_large() -> None:
    plain = encoded(quarters(), "JPEG")
    fitted = fit(copy_of(plain + bytes(2_000_000)))
    assert fitted.data == plain


@pytest.mark.parametrize(
    "pixels", ["CMYK8888", "RGBX64", "Grayscale16", "Grayscale8", "ARGB32", "Indexed8", "Mono"]
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_every_way_of_holding_pixels_can_be_turned(pixels: str, kind: str) -> None:
    image = quarters().convertToFormat(getattr(QImage.Format, f"Format_{pixels}"))
    data = encoded(image, kind)
    turned = exif(3)
    data = with_exif(data, turned) if kind == "JPEG" else with_chunks(data, chunk(b"eXIf", turned))
    fitted = fit(copy_of(data))
    after = decoded(fitted.data)
    assert after.format() in (QImage.Format.Format_RGB32, QImage.Format.Format_Grayscale8)
    if pixels in {"CMYK8888", "RGBX64", "ARGB32", "Indexed8"}:
        assert corners(after) == "wbgr"


def test_what_is_transparent_gets_a_white_ground() -> None:
    clear = QImage(300, 200, QImage.Format.Format_ARGB32)
    clear.fill(0)
    fitted = fit(copy_of(with_chunks(encoded(clear, "PNG"), chunk(b"eXIf", exif(3)))))
    assert corners(decoded(fitted.data)) == "wwww"
    assert picture(copy_of(encoded(clear, "PNG")), QSize(100, 100)).pixelColor(50, 30).red() == 255


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (png_of_size(50_000, 50_000), "has 50000 \u00d7 50000 pixels. Choose a smaller picture."),
        (png_of_size(120_001, 1_000), "has 120001 \u00d7 1000 pixels. Choose a smaller picture."),
        (png_of_size(1, 1), "has 1 \u00d7 1 pixels. Choose a picture that can be read."),
        (encoded(quarters(), "JPEG")[:-50], "is damaged or cut off. Scan it again, or choose another file."),
        (encoded(quarters(), "PNG")[:-50], "is damaged or cut off. Scan it again, or choose another file."),
        (encoded(quarters(), "WebP")[:-9], "is damaged or cut off. Scan it again, or choose another file."),
        (b"\xff\xd8\xff\xe0" + bytes(60), "is damaged or cut off. Scan it again, or choose another file."),
        (b"\xff\xd8\xff\xd9", "is damaged or cut off. Scan it again, or choose another file."),
        (
            with_chunks(encoded(quarters(), "PNG"), chunk(b"acTL", bytes(8))),
            "is a film. Choose a still picture.",
        ),
        (
            webp_with(encoded(quarters(), "WebP"), (320, 240), 0, (b"ANIM", bytes(6))),
            "is a film. Choose a still picture.",
        ),
        (
            locked_pdf(),
            "asks for a password. Save it without one, or take a picture of it.",
        ),
        (b"%PDF-1.7 and no more", "is a damaged PDF. Save it again, or take a picture of it."),
    ],
)
def test_what_cannot_be_taken_is_refused_in_words(data: bytes, sentence: str) -> None:
    with pytest.raises(DocumentError) as raised:
        fit(copy_of(data, "scan.x"))
    assert str(raised.value) == f"scan.x {sentence}"
    assert raised.value.__suppress_context__ or raised.value.__context__ is None


def test_a_flood_of_pixels_is_refused_before_it_is_decoded() -> None:
    width = MOST_PIXELS // 10_000
    with pytest.raises(DocumentError, match="damaged or cut off"):
        fit(copy_of(png_of_size(width, 10_000)))
    with pytest.raises(DocumentError, match=f"{width + 1} \u00d7 10000 pixels"):
        fit(copy_of(png_of_size(width + 1, 10_000)))


def test_a_jpeg_with_endless_scans_is_refused() -> None:
    data = encoded(quarters(), "JPEG", progressive=True)
    start = data.index(b"\xff\xda")
    end = data.index(b"\xff", start + 14)
    with pytest.raises(DocumentError, match="damaged or cut off"):
        fit(copy_of(data[:start] + data[start:end] * 200 + data[start:]))


@beside_others
def test_no_copy_stays_in_memory_afterwards() -> None:
    data = encoded(photo(900, 700, 1), "JPEG", 90)
    documents = [copy_of(data), copy_of(pdf_of([data], (900, 700), b"/Author(A)"))]
    process, before = psutil.Process(), 0
    for each in range(60):
        if each == 20:
            before = process.memory_info().rss
        for document in documents:
            picture(fit(document), QSize(112, 76))
    assert process.memory_info().rss - before < 20 * len(data)


@pytest.mark.parametrize("place", [20, 30, 45, 60, -30, -6])
def test_a_broken_png_says_nothing_of_itself_on_the_terminal(
    place: int, capfd: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(with_orientation("PNG", 6))
    data[place] ^= 0x55
    with pytest.raises(DocumentError, match="damaged or cut off"):
        fit(copy_of(bytes(data)))
    assert capfd.readouterr() == ("", "")


def test_a_picture_to_look_at_is_no_larger_than_asked_and_upright() -> None:
    lying = copy_of(with_orientation("JPEG", 6))
    image = picture(lying, QSize(90, 500))
    assert (image.width(), image.height()) == (90, 120)
    assert corners(image) == "brwg"
    assert picture(lying, QSize(5000, 5000)).size() == QSize(240, 320)


@beside_others
async def test_nothing_is_ever_opened_for_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work, temporary = tmp_path / "work", tmp_path / "tmp"
    page = encoded(photo(1600, 1200, 2), "JPEG", 95)
    corpus = {
        "large.jpg": encoded(photo(2500, 1900), "JPEG", 97),
        "turned.png": with_orientation("PNG", 6),
        "told.pdf": pdf_of([encoded(quarters(), "JPEG")], (320, 240), b"/Author(" + CANARY + b")"),
        "large.pdf": pdf_of([page, page], (1600, 1200)),
        "cut.webp": encoded(quarters(), "WebP")[:-9],
        "phone.heic": (HEIC / "quarters.heic").read_bytes(),
        "crashing.heic": (HEIC / "crashing.heic").read_bytes(),
    }
    for each in (work, temporary):
        each.mkdir()
    for name, data in corpus.items():
        (work / name).write_bytes(data)
    monkeypatch.chdir(work)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    for name in ("TMPDIR", "TMP", "TEMP"):
        monkeypatch.setenv(name, str(temporary))
    with FolderWatch(work, temporary, Path.home()) as watch, writes.listening() as opened:
        copies = CopyPreparation()
        results = [await _looked_at(copies, work / name) for name in corpus]
        copies.end()
    assert results == [
        "",
        "",
        "",
        "",
        "cut.webp is damaged or cut off. Scan it again, or choose another file.",
        "",
        (
            "crashing.heic could not be read: it is damaged, or takes too long. "
            "Scan it again, or take a picture."
        ),
    ]
    assert opened == []
    assert watch.seen == []


async def _looked_at(copies: CopyPreparation, path: Path) -> str:
    try:
        fitted = await copies.fit(read_document(path))
        await copies.picture(fitted, QSize(800, 3000))
        await copies.picture(fitted, QSize(112, 76), 1)
    except DocumentError as error:
        return str(error)
    return ""


def test_the_test_notices_a_written_file(tmp_path: Path) -> None:
    with FolderWatch(tmp_path) as watch, writes.listening() as opened:
        (tmp_path / "a").write_bytes(b"1")
        os.close(os.open(tmp_path / "b", os.O_CREAT | os.O_WRONLY))
        (tmp_path / "a").read_bytes()
        (tmp_path / "a").unlink()
    assert opened == [str(tmp_path / "a"), str(tmp_path / "b")]
    assert watch.seen == [tmp_path / "a", tmp_path / "a", tmp_path / "b"]


_JPEG = encoded(quarters(), "JPEG")
_PROGRESSIVE = encoded(quarters(), "JPEG", progressive=True)
_TEXT = chunk(b"tEXt", b"Author\0Asha")
_WRONG_TEXT = _TEXT[:-1] + bytes([_TEXT[-1] ^ 1])
_ENDS = _JPEG[:-2]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (_JPEG[:2] + b"\xff\xff\xff" + _JPEG[2:], "JPEG"),
        (_JPEG[:2] + b"\0\0\0" + _JPEG[2:], "JPEG"),
        (_JPEG[:2] + bytes(500) + _JPEG[2:], "JPEG"),
        (_JPEG[:20] + b"\r\n" + _JPEG[20:], "JPEG"),
        (b"\n" + _JPEG, "JPEG"),
        (b"\xef\xbb\xbf" + _JPEG, "JPEG"),
        (b"Content-Type: image/jpeg\r\n\r\n" + _JPEG, "JPEG"),
        (_ENDS, "JPEG"),
        (_ENDS + bytes(4096), "JPEG"),
        (_PROGRESSIVE[:-2], "JPEG"),
        (b"\n" + with_orientation("JPEG", 6)[:-2], "JPEG"),
        (with_chunks(encoded(quarters(), "PNG"), _WRONG_TEXT), "PNG"),
        (with_chunks(with_orientation("PNG", 6), _WRONG_TEXT, _TEXT), "PNG"),
    ],
)
def test_what_every_viewer_opens_is_taken_and_written_anew(
    data: bytes, kind: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert kind_of(data) == kind
    fitted = fit(copy_of(data))
    image = decoded(fitted.data)
    assert sorted(corners(image)) == sorted("rgbw")
    assert (image.width(), image.height()) == (fitted.width, fitted.height)
    assert image.height() > image.width() or corners(image) == "rgbw"
    assert b"Author" not in fitted.data
    assert fit(fitted).data == fitted.data
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("left", [10, 40, 100, 2000])
@pytest.mark.parametrize("tail", [b"", bytes(5000)])
@pytest.mark.parametrize("progressive", [False, True])
def test_what_was_cut_off_is_no_picture_without_an_end(left: int, tail: bytes, *, progressive: bool) -> None:
    data = encoded(photo(500, 400, 1), "JPEG", progressive=progressive)
    with pytest.raises(DocumentError, match="damaged or cut off"):
        fit(copy_of(data[:-left] + tail))


@pytest.mark.parametrize("quality", [50, 60, 75, 90, 95])
def test_no_end_is_no_fault_at_any_quality(quality: int) -> None:
    for image in (quarters(), photo(500, 400, 8), photo(300, 200, 1)):
        data = encoded(image, "JPEG", quality)
        fitted = fit(copy_of(data[:-2]))
        assert fitted.is_mended
        assert decoded(fitted.data) == decoded(data)

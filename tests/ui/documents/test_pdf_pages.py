"""A PDF is taken as it is, without what it says of itself; one that is too large becomes a picture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from app.desk.documents.document import DocumentError, LockedDocumentError, fits, kind_of, sent_length
from app.desk.model.boats import Document
from app.ui.documents import pdf_pages
from app.ui.documents.image_shrinking import GOAL, fit, picture
from app.ui.documents.pdf_pages import unlocked
from tests.support.ui.document_samples import (
    CANARY,
    corners,
    decoded,
    encoded,
    exif,
    locked_pdf,
    pdf_file,
    pdf_of,
    pdf_with_password,
    photo,
    quarters,
    with_exif,
)

SMALL = encoded(quarters(), "JPEG", 95)
SIZE = (320, 240)
LOCKED = "scan.pdf asks for a password. Save it without one, or take a picture of it."
BROKEN = "scan.pdf is a damaged PDF. Save it again, or take a picture of it."
XMP = b'<?xpacket begin="" id="W5M0"?><x>' + CANARY + b'</x><?xpacket end="w"?>'


def pdf(data: bytes) -> Document:
    return Document("scan.pdf", data, "PDF")


def test_one_that_says_nothing_keeps_every_byte() -> None:
    document = pdf(pdf_of([SMALL] * 7, SIZE))
    assert fit(document) is document


def test_title_author_and_the_notes_of_its_pictures_go() -> None:
    data = pdf_of([with_exif(SMALL, exif(1))] * 2, SIZE, b"/Author(" + CANARY + b")/Producer(x)")
    assert data.count(CANARY) > 5
    fitted = fit(pdf(data))
    assert fitted.kind == "PDF"
    assert CANARY not in fitted.data
    limit = QSize(400, 400)
    assert picture(fitted, limit) == picture(pdf(data), limit)
    assert corners(picture(fitted, limit, 1)) == "rgbw"
    assert fit(fitted) is fitted


def test_its_xmp_goes() -> None:
    stream = b"<</Type/Metadata/Subtype/XML/Length %d>>stream\n%s\nendstream" % (len(XMP), XMP)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Metadata 4 0 R>>"
    catalog = b"<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>"
    data = pdf_file([catalog, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, stream])
    fitted = fit(pdf(data))
    assert CANARY not in fitted.data
    assert picture(fitted, QSize(300, 300)).size() == QSize(300, 200)


def test_what_only_looks_like_a_picture_stays_untouched() -> None:
    almost = b"\xff\xd8\xff\xe1\x00\x20" + CANARY + bytes(40)
    stream = b"<</Length %d>>stream\n%s\nendstream" % (len(almost), almost)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>"
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    document = pdf(pdf_file([b"<</Type/Catalog/Pages 2 0 R>>", pages, page, stream]))
    assert fit(document) is document


def test_what_is_typed_into_a_form_stays_to_be_seen() -> None:
    look = b"0 0 1 rg 0 0 200 100 re f"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R]>>",
        b"<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/F 4/Rect[50 50 250 150]/P 3 0 R/AP<</N 5 0 R>>>>",
        b"<</Type/XObject/Subtype/Form/BBox[0 0 200 100]/Length %d>>stream\n%s\nendstream"
        % (len(look), look),
        b"<</Author(A)>>",
    ]
    fitted = fit(pdf(pdf_file(objects, b"/Info 6 0 R")))
    assert b"(A)" not in fitted.data
    image = picture(fitted, QSize(300, 300))
    assert image.pixelColor(150, 100).name() == "#0000ff"


def test_one_that_is_signed_is_not_touched() -> None:
    objects = [
        b"<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[4 0 R]>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R]>>",
        b"<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/F 132/Rect[0 0 0 0]/P 3 0 R/V 5 0 R>>",
        b"<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>",
        b"<</Author(A)>>",
    ]
    document = pdf(pdf_file(objects, b"/Info 6 0 R"))
    assert fit(document) is document


@pytest.mark.parametrize("count", [1, 2, 4])
def test_one_that_is_too_large_becomes_one_picture(count: int) -> None:
    page = encoded(photo(1700, 1200, 5), "JPEG", 100)
    document = pdf(pdf_of([page] * count, (1700, 1200)))
    assert not fits(len(document.data)) or count == 1
    if count == 1:
        document = pdf(document.data + bytes(1_500_000))
    fitted = fit(document)
    assert fitted.kind == "JPEG"
    assert sent_length(len(fitted.data)) < GOAL
    image = decoded(fitted.data)
    assert (image.width(), image.height()) == (fitted.width, fitted.height)
    assert image.height() > 0.69 * count * image.width()
    assert max(image.width(), image.height() // count) >= 1240


def test_five_large_pages_are_refused() -> None:
    page = encoded(photo(1200, 1200, 2), "JPEG", 95)
    with pytest.raises(DocumentError) as raised:
        fit(pdf(pdf_of([page] * 5, (1200, 1200))))
    words = "scan.pdf is too large and has 5 pages. Save the page that counts as a PDF of its own."
    assert str(raised.value) == words


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (locked_pdf(), LOCKED),
        (b"%PDF-1.7", BROKEN),
        (pdf_file([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"]), BROKEN),
        (pdf_of([SMALL], SIZE)[:300], BROKEN),
    ],
)
@pytest.mark.parametrize("more", [0, 1_600_000])
def test_what_cannot_be_opened_is_refused(data: bytes, sentence: str, more: int) -> None:
    with pytest.raises(DocumentError) as raised:
        fit(pdf(data + bytes(more)))
    assert str(raised.value) == sentence
    with pytest.raises(DocumentError) as raised:
        picture(pdf(data), QSize(10, 10))
    assert str(raised.value) == sentence


def test_its_password_opens_it_and_it_is_sent_without() -> None:
    locked = pdf(pdf_with_password(b"asha1985"))
    for wrong in ("", "Asha1985"):
        with pytest.raises(LockedDocumentError):
            unlocked(locked, wrong)
    opened = unlocked(locked, "asha1985")
    assert (opened.is_mended, b"/Encrypt" in opened.data) == (True, False)
    fitted = fit(opened)
    assert fitted.is_mended
    assert not picture(fitted, QSize(100, 100)).isNull()


def test_one_without_pages_after_a_locked_one_is_not_said_to_be_locked() -> None:
    empty = pdf_file([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>"])
    for data, words in ((locked_pdf(), LOCKED), (empty, BROKEN)):
        with pytest.raises(DocumentError) as raised:
            fit(pdf(data))
        assert str(raised.value) == words


def test_a_page_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "LONGEST_SECONDS", -1)
    with pytest.raises(DocumentError, match="damaged PDF"):
        picture(pdf(pdf_of([SMALL], SIZE)), QSize(500, 500))


def test_pages_stand_under_each_other() -> None:
    data = pdf_of([SMALL] * 6, SIZE)
    image = picture(pdf(data), QSize(200, 200))
    assert image.width() == 200
    assert image.height() == 4 * 141 + 3 * 16
    assert image.pixelColor(100, 141 + 8).name() == "#ffffff"
    assert picture(pdf(data), QSize(200, 200), 1).height() == 141


def test_a_page_is_never_drawn_finer_than_print() -> None:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>"
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page]
    assert picture(pdf(pdf_file(objects)), QSize(9000, 9000)).size() == QSize(400, 400)


@pytest.mark.parametrize(
    "before", [b"\xef\xbb\xbf", b"\r\n", b"\0" * 700, b"Content-Type: application/pdf\r\n\r\n", b"x" * 1000]
)
@pytest.mark.parametrize("info", [b"", b"/Author(" + CANARY + b")"])
def test_what_stands_before_its_beginning_goes(before: bytes, info: bytes) -> None:
    whole = pdf_of([SMALL], SIZE, info)
    data = before + whole
    assert kind_of(data) == "PDF"
    fitted = fit(pdf(data))
    assert fitted.is_mended
    assert fitted.data.startswith(b"%PDF-")
    assert CANARY not in fitted.data
    limit = QSize(400, 400)
    assert picture(fitted, limit) == picture(pdf(whole), limit)
    assert fit(fitted).data == fitted.data


def test_what_begins_too_late_is_no_pdf() -> None:
    assert kind_of(b"x" * 1025 + pdf_of([SMALL], SIZE)) == ""

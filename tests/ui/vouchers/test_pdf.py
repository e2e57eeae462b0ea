"""The PDF read back by other programs: its words, its pages, and the code on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtGui import QImage, QPainter

from app.desk.vouchers.voucher import Voucher, VoucherTraveller
from app.lifecycle.ocr_client import is_installed
from app.ui.vouchers.layout import lay_out
from app.ui.vouchers.painting import paint
from app.ui.vouchers.pdf import PdfShapeError, PlacedWords, pdf_bytes, with_words
from tests.support.canaries import found
from tests.support.desk.voucher_samples import (
    ACTIVITY_VOUCHER,
    BOAT_VOUCHER,
    DEBITED,
    HINDI,
    NET,
    NUMBERS,
    party,
)
from tests.support.proof import beside_others
from tests.support.ui.paper_codes import decoded

NAMES = (
    "\u0936\u094d\u0930\u0940\u092e\u0924\u0940 \u092a\u094d\u0930\u093f\u092f\u093e \u0930\u092e\u0928",
    "\u0915\u094d\u0937\u0947\u0924\u094d\u0930 Jos\u00e9 \u091c\u094d\u091e\u093e\u0928",
)
PAPERS = ("A5", "A4", "80 mm")
SIZES = {"A5": (420, 595), "A4": (595, 842)}


def read_back(voucher: Voucher, paper: str) -> tuple[bytes, list[str]]:
    """The file and the text of each of its pages, in single spaces."""
    data = pdf_bytes(lay_out(voucher, paper), voucher.booking_ref)
    document = pypdfium2.PdfDocument(data)
    try:
        return data, [" ".join(words_of(document, at).split()) for at in range(len(document))]
    finally:
        document.close()


def words_of(document: pypdfium2.PdfDocument, page: int) -> str:
    """The text of a page as another program finds it."""
    return document.get_page(page).get_textpage().get_text_range()


@pytest.mark.parametrize("voucher", [BOAT_VOUCHER, ACTIVITY_VOUCHER], ids=["boat", "activity"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_words_are_those_of_the_booking(voucher: Voucher, paper: str) -> None:
    _, pages = read_back(voucher, paper)
    leaves = lay_out(voucher, paper).leaves
    assert pages == [" ".join(each.line.text for each in leaf.texts) for leaf in leaves]
    assert voucher.booking_ref in pages[0]
    for each in voucher.travellers:
        assert each.name in pages[0]
        assert each.document in pages[0]


@pytest.mark.parametrize("paper", PAPERS)
def test_names_in_devanagari_are_read_back_letter_by_letter(paper: str) -> None:
    people = tuple(VoucherTraveller(name, "30") for name in NAMES)
    voucher = replace(BOAT_VOUCHER, travellers=people, qty=2, title=NAMES[1], branding=HINDI)
    assert lay_out(voucher, paper).missing == ()
    _, pages = read_back(voucher, paper)
    for name in NAMES:
        assert name in pages[0]


@beside_others
def test_a_large_party_has_its_pages_and_everyone_on_them() -> None:
    voucher = party(BOAT_VOUCHER, 100)
    data, pages = read_back(voucher, "A5")
    assert len(pages) == len(lay_out(voucher, "A5").leaves) > 3
    assert sum(page.count("Jana Katharina Vogel") for page in pages) == 25
    assert len(data) < 2_000_000


@pytest.mark.parametrize("paper", SIZES)
def test_pages_have_the_size_of_their_paper(paper: str) -> None:
    document = pypdfium2.PdfDocument(read_back(BOAT_VOUCHER, paper)[0])
    assert document.get_page_size(0) == pytest.approx(SIZES[paper], abs=1)
    document.close()


def test_nothing_secret_is_in_the_file() -> None:
    secrets = {each: each.encode() for each in (*NUMBERS, NET, DEBITED)}
    for voucher in (BOAT_VOUCHER, ACTIVITY_VOUCHER):
        data, pages = read_back(voucher, "A5")
        assert found(data + "\n".join(pages).encode(), secrets) == set()
        document = pypdfium2.PdfDocument(data)
        told = document.get_metadata_dict()
        document.close()
        assert (told["Title"], told["Creator"], told["Author"]) == (voucher.booking_ref, "Agency Counter", "")


@beside_others
@pytest.mark.skipif(not is_installed(), reason="the packages that read pictures are not installed")
def test_the_codes_on_page_and_stub_hold_the_pnr(tmp_path: Path) -> None:
    expected: dict[str, str] = {}
    for voucher in (BOAT_VOUCHER, replace(ACTIVITY_VOUCHER, is_practice=True)):
        for paper in PAPERS:
            name = str(tmp_path / f"{voucher.booking_ref}-{paper}.png")
            _of_pdf(voucher, paper).save(name)
            expected[name] = voucher.booking_ref
        name = str(tmp_path / f"{voucher.booking_ref}-stub.png")
        _of_stub(voucher).save(name)
        expected[name] = voucher.booking_ref
    assert decoded(list(expected)) == list(expected.values())


def test_a_file_that_qt_did_not_write_is_refused() -> None:
    with pytest.raises(PdfShapeError):
        with_words(b"%PDF-1.4\n", [()])
    page = b"\n4 0 obj\n<<\n/Type /Page\n%s>>\nendobj\n/Kids [ 4 0 R ] trailer /Size 5 startxref 9 %%%%EOF"
    line = PlacedWords("a", 1, 1, 1, 1)
    with pytest.raises(PdfShapeError, match="no contents"):
        with_words(page % b"", [(line,)])
    with pytest.raises(PdfShapeError, match="no resources"):
        with_words(page % b"/Contents 7 0 R\n/Resources 8 0 R\n", [(line,)])


def _of_pdf(voucher: Voucher, paper: str) -> QImage:
    """The first page of the file as another program paints it."""
    document = pypdfium2.PdfDocument(read_back(voucher, paper)[0])
    picture = document.get_page(0).render(scale=2, grayscale=True)
    shape = (picture.width, picture.height, picture.stride)
    image = QImage(bytes(picture.buffer), *shape, QImage.Format.Format_Grayscale8).copy()
    document.close()
    return image


def _of_stub(voucher: Voucher) -> QImage:
    """The lower part of the page, with the smaller code alone."""
    leaf = lay_out(voucher, "A5").leaves[0]
    image = QImage(int(leaf.width * 3), 330, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.translate(0, 330 - leaf.height * 3)
    paint(painter, leaf, 3)
    painter.end()
    return image

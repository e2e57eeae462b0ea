"""The quotation on paper, read back by other programs: its words, its code, and what must not be on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from app.desk.quotations.quotation import Quotation
from app.lifecycle.ocr_client import is_installed
from app.ui.quotations.sheet import QuotationPaper
from app.ui.vouchers.layout import Laid
from app.ui.vouchers.pdf import pdf_bytes
from tests.support.canaries import found
from tests.support.desk.quotation_samples import (
    ACTIVITY_QUOTATION,
    BOAT_QUOTATION,
    HINDI_QUOTATION,
    WHOLE_QUOTATION,
)
from tests.support.desk.voucher_samples import NET, NET_TOTAL, NUMBERS
from tests.support.proof import beside_others
from tests.support.ui.paper_codes import decoded, saved_codes

SAMPLES = {
    "boat": BOAT_QUOTATION,
    "activity": ACTIVITY_QUOTATION,
    "whole": WHOLE_QUOTATION,
    "hindi": HINDI_QUOTATION,
    "practice": replace(BOAT_QUOTATION, is_practice=True),
    "bare": replace(ACTIVITY_QUOTATION, customer_name="", customer_phone="", customer_email="", clerk=""),
    "long": replace(WHOLE_QUOTATION, trips=WHOLE_QUOTATION.trips * 6),
}


def laid(quotation: Quotation, paper: str) -> Laid:
    return QuotationPaper(quotation.shown(replace(quotation.branding, paper=paper))).lay_out()


def read_back(quotation: Quotation, paper: str) -> tuple[bytes, str]:
    """The file, and its text as another program finds it, in single spaces."""
    data = pdf_bytes(laid(quotation, paper), quotation.reference)
    document = pypdfium2.PdfDocument(data)
    try:
        pages = [document.get_page(at).get_textpage().get_text_range() for at in range(len(document))]
        return data, " ".join(" ".join(pages).split())
    finally:
        document.close()


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("paper", ["A5", "A4"])
def test_its_words_are_those_of_the_quotation_and_nothing_of_the_wallet(name: str, paper: str) -> None:
    quotation = SAMPLES[name]
    data, text = read_back(quotation, paper)
    assert "Q-0032" in text
    assert all(each.title.split(",")[0] in text for each in quotation.trips)
    assert ("PRACTICE" in text) == quotation.is_practice
    if quotation.branding.language == "en":
        assert "No seats are held. Prices and seats can change until you book." in text
        assert "10:48:30" in text
    secrets = {each: each.encode() for each in (*NUMBERS, NET, NET_TOTAL, "1,831.07", "9,334.51")}
    assert found(data + text.encode(), secrets) == set()


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("paper", ["A5", "A4", "80 mm"])
def test_nothing_is_cut_off_and_nothing_overlaps(name: str, paper: str) -> None:
    found_on = laid(SAMPLES[name], paper)
    assert found_on.missing == ()
    assert found_on.paper == (paper if paper != "80 mm" else "A5")
    for leaf in found_on.leaves:
        boxes = [each.bounds for each in leaf.texts]
        assert all(box.left() >= 0 and box.right() <= leaf.width + 0.5 for box in boxes)
        assert all(box.top() >= 0 and box.bottom() <= leaf.height for box in boxes)
        assert not any(
            one.intersects(other) for place, one in enumerate(boxes) for other in boxes[place + 1 :]
        )


def test_many_trips_go_on_under_the_same_columns() -> None:
    leaves = laid(SAMPLES["long"], "A5").leaves
    assert len(leaves) > 2
    assert all(any(each.line.text == "Price, INR" for each in leaf.texts) for leaf in leaves[:-1])


@beside_others
@pytest.mark.skipif(not is_installed(), reason="the packages that read pictures are not installed")
def test_the_code_on_the_stub_is_the_number(tmp_path: Path) -> None:
    for paper in ("A5", "A4"):
        (leaf,) = laid(WHOLE_QUOTATION, paper).leaves
        assert decoded(saved_codes(leaf, tmp_path)) == ["Q-0032"]

"""The itinerary, read back by other programs: a code for each PNR, travellers once, the last four alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.desk.vouchers.itinerary import itinerary, sums
from app.desk.vouchers.voucher import Voucher
from app.lifecycle.ocr_client import is_installed
from app.ui.vouchers.delivery import PaperDelivery
from app.ui.vouchers.itinerary import ItineraryPaper
from app.ui.vouchers.pdf import pdf_bytes
from tests.support.canaries import found
from tests.support.desk.voucher_samples import (
    ACTIVITY_VOUCHER,
    BOAT_VOUCHER,
    BRANDING,
    DEBITED,
    HINDI,
    NET,
    NUMBERS,
    party,
)
from tests.support.proof import beside_others
from tests.support.ui.paper_codes import decoded, saved_codes

BACK = replace(
    BOAT_VOUCHER, booking_ref="BT9D3M66P", day=date(2026, 11, 24), title="Swaraj Dweep to Port Blair"
)
WHOLE = (BACK, ACTIVITY_VOUCHER, BOAT_VOUCHER)
REFS = [ACTIVITY_VOUCHER.booking_ref, BOAT_VOUCHER.booking_ref, "BT9D3M66P"]
PAPERS = ("A5", "A4", "80 mm")


def on(paper: str, vouchers: tuple[Voucher, ...] = WHOLE) -> ItineraryPaper:
    chosen = ItineraryPaper(itinerary(vouchers))
    return chosen.shown(replace(chosen.branding, paper=paper))


def read_back(paper: ItineraryPaper) -> tuple[bytes, str]:
    """The file, and its text as another program finds it, in single spaces."""
    data = pdf_bytes(paper.lay_out(), paper.reference)
    document = pypdfium2.PdfDocument(data)
    try:
        pages = [document.get_page(at).get_textpage().get_text_range() for at in range(len(document))]
        return data, " ".join(" ".join(pages).split())
    finally:
        document.close()


@pytest.mark.parametrize("paper", PAPERS)
def test_each_booking_is_on_it_by_date_and_each_traveller_once(paper: str) -> None:
    data, text = read_back(on(paper))
    places = [text.index(each) for each in REFS]
    assert places == sorted(places)
    assert [text.count(each.name) for each in BOAT_VOUCHER.travellers[1:]] == [1, 1, 1]
    assert "Each PNR is a booking of its own. Cancelling one keeps the others." in text
    assert "\u2022\u2022T2K1" in text
    secrets = {each: each.encode() for each in (*NUMBERS, NET, DEBITED)}
    assert found(data + text.encode(), secrets) == set()


@beside_others
@pytest.mark.skipif(not is_installed(), reason="the packages that read pictures are not installed")
@pytest.mark.parametrize("paper", PAPERS)
def test_each_code_is_a_pnr(tmp_path: Path, paper: str) -> None:
    assert decoded(saved_codes(on(paper).lay_out().leaves[0], tmp_path)) == REFS


def test_the_sum_is_that_of_all_and_only_when_all_are_known_and_shown() -> None:
    prices = [each.price for each in WHOLE if each.price is not None]
    named = dict(sums(itinerary(WHOLE)))
    assert len(prices) == 3
    fares, gst, total = (Decimal(named[each].replace(",", "")) for each in ("Fares", "GST", "Total, INR"))
    assert total == sum(each.total for each in prices)
    assert gst == sum(each.gst or 0 for each in prices)
    assert fares == total - gst
    assert sums(itinerary((*WHOLE, replace(BACK, price=None)))) == ()
    assert sums(itinerary(WHOLE).shown(replace(BRANDING, shows_price=False))) == ()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["whole", "one", "practice", "hindi", "many"])
def test_nothing_is_cut_off_and_nothing_overlaps(name: str, paper: str) -> None:
    given = {
        "whole": WHOLE,
        "one": (ACTIVITY_VOUCHER,),
        "practice": tuple(replace(each, is_practice=True) for each in WHOLE),
        "hindi": tuple(each.shown(HINDI) for each in WHOLE),
        "many": (party(BOAT_VOUCHER, 40), *WHOLE, *WHOLE, *WHOLE),
    }[name]
    laid = on(paper, given).lay_out()
    for leaf in laid.leaves:
        boxes = [each.bounds for each in leaf.texts]
        assert all(box.left() >= 0 and box.right() <= leaf.width + 0.5 for box in boxes)
        assert all(box.top() >= 0 and box.bottom() <= leaf.height for box in boxes)
        assert not any(
            one.intersects(other) for place, one in enumerate(boxes) for other in boxes[place + 1 :]
        )
    assert ("PRACTICE" in read_back(on(paper, given))[1]) == (name == "practice")


def test_it_is_copied_like_a_voucher_and_named_without_a_person() -> None:
    over = QWidget()
    paper, told = ItineraryPaper(itinerary(WHOLE)), list[object]()
    ways = PaperDelivery(over, lambda: paper)
    ways.done.connect(told.append)
    ways.take("copy")
    assert told == ["Itinerary copied as text"]
    assert all(each in QApplication.clipboard().text() for each in REFS)
    assert paper.file_name == f"itinerary-{REFS[0]}.pdf"
    assert paper.mail_link().startswith("mailto:")
    assert paper.chat_link("919845012377").startswith("https://wa.me/919845012377?text=")
    over.deleteLater()


def test_without_a_booking_there_is_none() -> None:
    with pytest.raises(ValueError, match=r"^$"):
        itinerary(())

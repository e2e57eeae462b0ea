"""The receipt, read back by another program: every booking, every way of paying, and what it is not."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
import pytest
from PySide6.QtWidgets import QWidget

from app.desk.model.office_rules import Branding
from app.desk.till.payment_values import Payment
from app.desk.till.receipt_text import CustomerReceipt, file_name
from app.ui.till.receipt_paper import ReceiptPaper
from app.ui.vouchers.delivery import PaperDelivery
from app.ui.vouchers.elements import Rule
from app.ui.vouchers.pdf import pdf_bytes
from tests.support.desk.receipt_samples import BOAT, DUE, RECEIPT
from tests.support.proof import beside_others

PAPERS = ("A5", "A4", "80 mm")
SAID = (
    "Receipt",
    "A/2627/000418",
    "Sat 21 Nov 2026, 12:00, Asha Rao",
    "BT9D3M66P",
    "AC7H2W91X",
    "22 Nov 2026, 07:15 \u2013 09:45, 4 people",
    "6,468.00",
    "7,980.50",
    "13,760.50",
    "GST 5 %",
    "688.00",
    "Total, INR",
    "14,448.50",
    "Rounding for cash",
    "Paid by UPI, ends 4417",
    "10,000.00",
    "Paid in cash",
    "4,449.00",
    "5,000.00",
    "551.00",
    "Still owed",
    "Customer Arjun Nair, phone ends 2377",
    "Not a tax invoice and not a ticket.",
)


def with_due(receipt: CustomerReceipt, payment: Payment) -> CustomerReceipt:
    return replace(receipt, taken=replace(receipt.taken, payment=payment))


def read_back(receipt: CustomerReceipt, paper: str) -> list[str]:
    """The text of each page, in one line each."""
    branding = replace(receipt.branding, paper=paper)
    shown = ReceiptPaper(receipt).shown(branding)
    document = pypdfium2.PdfDocument(pdf_bytes(shown.lay_out(), shown.reference))
    try:
        pages = [document.get_page(at).get_textpage().get_text_range() for at in range(len(document))]
        return [" ".join(each.split()) for each in pages]
    finally:
        document.close()


@pytest.mark.parametrize("paper", PAPERS)
def test_each_paper_says_all_of_it_on_one_page(paper: str) -> None:
    (text,) = read_back(RECEIPT, paper)
    assert [each for each in SAID if each not in text] == []
    assert "9434012377" not in text
    assert "426912344417" not in text


@pytest.mark.parametrize("paper", PAPERS)
def test_each_paper_of_a_corrected_one_says_so(paper: str) -> None:
    corrected = replace(RECEIPT, taken=replace(RECEIPT.taken, corrected_by="A/2627/000419"))
    (text,) = read_back(corrected, paper)
    assert "Corrected by receipt A/2627/000419. This one does not count any more." in text


@pytest.mark.parametrize("paper", PAPERS)
def test_amounts_end_where_the_rules_between_them_end(paper: str) -> None:
    (page,) = ReceiptPaper(RECEIPT).shown(replace(RECEIPT.branding, paper=paper)).lay_out().leaves
    rules = sorted(each.place.right() for each in page.items if isinstance(each, Rule))
    amounts = [each.x + each.line.width for each in page.texts if each.line.text.endswith(".00")]
    assert max(amounts) == pytest.approx(rules[0], abs=1)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("street", range(1, 31, 3))
def test_neither_phone_nor_gstin_is_torn(paper: str, street: int) -> None:
    told = Branding(
        agency="Coral Coast Travels",
        address=f"{'1' * street} Marine Road, Aberdeen Bazaar",
        phone="03192 555 014",
        email="sales@example.com",
        gstin="35AABCC1234D1ZE",
        paper=paper,
    )
    (page,) = ReceiptPaper(replace(RECEIPT, branding=told)).lay_out().leaves
    lines = [each.line.text for each in page.texts]
    assert any("Phone 03192 555 014" in each for each in lines)
    assert any("GSTIN 35AABCC1234D1ZE" in each for each in lines)


def test_the_text_says_the_same_as_the_paper() -> None:
    text = ReceiptPaper(RECEIPT).text()
    assert [each for each in SAID if each not in text] == []
    assert "9434012377" not in text


def test_gst_that_is_not_known_of_all_is_not_told_apart() -> None:
    sales = (replace(BOAT, gst=None), DUE.sales[1])
    payment = replace(RECEIPT.taken.payment, due=replace(DUE, sales=sales))
    text = ReceiptPaper(with_due(RECEIPT, payment)).text()
    assert "GST 5 %" not in text
    assert "Total, INR: 14,448.50" in text


@beside_others
def test_many_bookings_go_on_on_further_pages_with_the_number() -> None:
    due = replace(DUE, sales=DUE.sales * 12)
    pages = read_back(with_due(RECEIPT, replace(RECEIPT.taken.payment, due=due)), "A5")
    assert len(pages) > 1
    assert all("A/2627/000418" in each for each in pages)
    assert f"Page 2 of {len(pages)}" in pages[1]


def test_a_practice_receipt_says_that_nothing_was_paid() -> None:
    practice = replace(RECEIPT, is_practice=True)
    assert "PRACTICE. No payment was taken." in read_back(practice, "A4")[0]
    assert "PRACTICE. No payment was taken." in ReceiptPaper(practice).text()


def test_its_file_has_the_number_and_no_name() -> None:
    assert file_name(RECEIPT) == "receipt-A-2627-000418.pdf"


def test_what_was_done_with_it_is_said_of_a_receipt() -> None:
    over, said, handed = QWidget(), list[object](), list[object]()

    def note(value: object, _code: str) -> None:
        handed.append(value)

    ways = PaperDelivery(over, lambda: ReceiptPaper(RECEIPT))
    ways.done.connect(said.append)
    ways.failed.connect(said.append)
    ways.handed.connect(note)
    ways.copy()
    ways.mail()
    assert said[0] == "Receipt copied as text"
    assert "No e-mail address" in str(said[1])
    assert handed == [RECEIPT]

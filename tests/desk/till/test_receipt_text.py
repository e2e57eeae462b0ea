"""A receipt as text and as links, and a till that has no book."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from urllib.parse import unquote

import pytest

from app.core.language import speaking
from app.desk.model.office_rules import OfficeRules
from app.desk.model.shown import ShownPage
from app.desk.till.payment_values import DueSale, Payment
from app.desk.till.receipt_text import (
    CustomerReceipt,
    ReceiptRow,
    as_text,
    chat_link,
    corrects,
    mail_link,
    sale_lines,
    sums,
    ways,
)
from app.desk.till.shown_payment import shown_recorded
from app.desk.till.till import NotRecordedError, Till
from app.store.till.till_book import TillBook
from tests.desk.till.test_refunds import NOON
from tests.support.desk.receipt_samples import RECEIPT
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL


def test_the_links_hold_the_receipt() -> None:
    mail = unquote(mail_link(RECEIPT))
    assert mail.startswith("mailto:?subject=Receipt A/2627/000418")
    assert "Port Blair to Swaraj Dweep" in mail
    chat = unquote(chat_link(RECEIPT, "919434012377"))
    assert chat.startswith("https://wa.me/919434012377?text=")
    assert "A/2627/000418" in chat
    # One that is too long for a link tells at least what was paid, and how.
    payment = RECEIPT.taken.payment
    many = replace(payment.due, sales=payment.due.sales * 99)
    long = replace(RECEIPT, taken=replace(RECEIPT.taken, payment=replace(payment, due=many)))
    short = unquote(mail_link(long))
    assert "Port Blair" not in short
    assert "A/2627/000418" in short
    assert "10,000.00" in short


def test_the_change_is_named_as_money_in_every_language() -> None:
    """And not as the button with which something is changed."""
    (english,) = [each.name for each in ways(RECEIPT.taken) if each.name.startswith("Change")]
    with speaking("hi"):
        names = [each.name for each in ways(RECEIPT.taken)]
    assert english == "Change given"
    assert "\u0932\u094c\u091f\u093e\u090f \u0917\u090f \u092a\u0948\u0938\u0947" in names


def test_cash_that_was_given_is_named_where_there_was_change() -> None:
    assert [each.name for each in ways(RECEIPT.taken)][1:4] == [
        "Paid in cash",
        "Cash given",
        "Change given",
    ]
    payment = RECEIPT.taken.payment
    exact = tuple(replace(each, given=each.given and each.amount) for each in payment.lines)
    paid = ways(replace(RECEIPT.taken, payment=replace(payment, lines=exact)))
    assert [each.name for each in paid][1:] == ["Paid in cash", "Still owed"]


def handed_over(receipt: CustomerReceipt) -> tuple[str, ...]:
    """The text, and that of links with all of it and with the little that fits."""
    due = receipt.due
    many = replace(receipt.taken.payment, due=replace(due, sales=due.sales * 99))
    long = replace(receipt, taken=replace(receipt.taken, payment=many))
    return as_text(receipt), *(unquote(mail_link(each)) for each in (receipt, long))


def test_a_correction_names_what_it_corrects_and_why() -> None:
    taken = replace(RECEIPT.taken, corrects="A/2627/000417", reason="It was UPI")
    assert corrects(RECEIPT.taken) == ""
    assert corrects(taken) == "Corrects A/2627/000417: It was UPI"


def test_a_corrected_one_says_so_wherever_it_is_handed_over() -> None:
    corrected = replace(RECEIPT, taken=replace(RECEIPT.taken, corrected_by="A/2627/000419"))
    told = "Corrected by receipt A/2627/000419."
    assert all(told in text for text in handed_over(corrected))
    assert not any("Corrected by" in text for text in handed_over(RECEIPT))


@pytest.mark.parametrize(
    ("qty", "released", "told"),
    [
        (4, 0, "4 people"),
        (1, 0, "1 person"),
        (4, 2, "2 people travel, 2 seats cancelled"),
        (2, 1, "1 person travels, 1 seat cancelled"),
        (2, 2, "2 seats cancelled"),
    ],
)
def test_a_paper_says_who_still_travels(qty: int, released: int, told: str) -> None:
    boat = replace(RECEIPT.due.sales[0], qty=qty, released=released)
    assert sale_lines(boat)[0].endswith(f"07:15 \u2013 09:45, {told}")


def test_where_something_was_paid_before_the_paper_says_what_it_costs_in_all() -> None:
    def told(sale: DueSale, moved: DueSale | None = None) -> tuple[ReceiptRow, ...]:
        due = replace(RECEIPT.due, sales=(sale,), moved=moved)
        return sums(replace(RECEIPT.taken, payment=Payment(due)))

    rest = replace(RECEIPT.due.sales[0], amount=842_50, gst=None, settled=2_000_00)
    paid_now = ("Paid before", "2,000.00", False), ("To pay, INR", "842.50", True)
    assert told(rest) == (("Whole price", "2,842.50", False), *paid_now)
    less = replace(rest, released=2)
    assert told(less) == (("Whole price after cancellation", "2,842.50", False), *paid_now)
    # What counts of a moved booking makes the new one no cheaper.
    whole, *_, to_pay = told(rest, replace(rest, amount=300_00))
    assert (whole, to_pay) == (("Whole price", "2,842.50", False), ("To pay, INR", "542.50", True))


def test_the_customer_reads_the_change_or_the_bookings_and_nothing_later() -> None:
    taken = RECEIPT.taken
    payment = taken.payment
    even = replace(taken, payment=replace(payment, lines=payment.lines[:1]))
    change = shown_recorded(taken)
    assert change is not None
    assert (change.page, change.change) == (ShownPage.PAY, Decimal("551.00"))
    thanks = shown_recorded(even)
    assert thanks is not None
    assert (thanks.page, thanks.pnrs) == (ShownPage.THANKS, ("BT9D3M66P", "AC7H2W91X"))
    for later in (replace(taken, corrects="A/2627/000417"), replace(even, is_refund=True)):
        assert shown_recorded(later) is None


async def test_a_counter_without_a_book_keeps_no_till() -> None:
    till = Till(None, OfficeRules(till=TILL), lambda: NOON, lambda: "")
    assert not till.is_on
    with pytest.raises(NotRecordedError, match="whose data is on this computer"):
        await till.next_receipt()
    till.forget(["R1"])
    await till.close()


async def test_a_book_that_opens_after_the_end_is_closed(tmp_path: Path) -> None:
    begun, released = threading.Event(), threading.Event()
    opened: list[TillBook] = []

    def open_slowly() -> TillBook:
        begun.set()
        released.wait(10)
        opened.append(open_book(tmp_path / "desk"))
        return opened[0]

    till = Till(open_slowly, OfficeRules(till=TILL), lambda: NOON, lambda: "")
    asking = asyncio.create_task(till.next_receipt())
    await asyncio.to_thread(begun.wait, 10)
    await till.close()
    released.set()
    with pytest.raises(NotRecordedError):
        await asking
    with pytest.raises(Exception, match="cannot be read"):
        opened[0].of_sale("R1")

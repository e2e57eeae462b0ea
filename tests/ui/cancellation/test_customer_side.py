"""What the customer gets back: on the page of cancelling, on its result, on the slip and in Bookings."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.model import formats
from app.desk.model.office_rules import CustomerRefund, RefundRule
from app.desk.vouchers.voucher_text import as_text
from app.store.journal.states import Kind
from app.ui.vouchers.sheet import VoucherSheet
from tests.support.desk.all_sales import all_sales
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.ui.cancellation.test_cancel_page import quoted, sell_boat, sell_seats, to_cancelling


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the list of activities."""
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        yield opened


async def _cancelled(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))


def _facts(clerk: Clerk) -> tuple[object, object]:
    (gone,) = [each for each in clerk.counter.journal.attempts() if each.kind is Kind.CANCEL]
    return gone.facts["customer_paid"], gone.facts["customer_back"]


@beside_others
async def test_by_the_charge_of_the_service(clerk: Clerk) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    (sale,) = all_sales(clerk.counter.desk.bookings)
    assert sale.customer_pays is not None
    paid = formats.amount(sale.customer_pays / 2)
    assert clerk.text("customer_paid") == f"{paid} were paid for 1 seat"
    back = clerk.text("customer_back")
    await _cancelled(clerk)
    assert clerk.text("customer_gets") == back
    assert _facts(clerk) == (str(sale.customer_pays / 2), back.replace(",", ""))
    assert (clerk.text("cancelled_people"), clerk.text("staying_people")) == ("1 seat", "1 seat")


@beside_others
async def test_a_percentage_of_it_is_kept(clerk: Clerk) -> None:
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.PERCENTAGE, Decimal(10))
    await sell_seats(clerk)
    await to_cancelling(clerk)
    clerk.robot.keys("A")
    await quoted(clerk)
    (sale,) = all_sales(clerk.counter.desk.bookings)
    assert sale.customer_pays is not None
    assert clerk.text("customer_back") == formats.amount(sale.customer_pays * Decimal("0.9"))
    # It is the customer's side: F8 leaves it where it is.
    clerk.robot.keys("F8")
    assert clerk.text("customer_back") == formats.amount(sale.customer_pays * Decimal("0.9"))
    await quoted(clerk)
    await _cancelled(clerk)
    assert clerk.text("staying_people") == "Nobody"
    assert not clerk.robot.is_shown("rest_voucher")


@beside_others
async def test_what_is_typed_counts_and_never_more_than_was_paid(clerk: Clerk) -> None:
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.HAND)
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    assert clerk.text("customer_back") == ""
    clerk.robot.click("customer_back")
    clerk.robot.type("99999")
    assert clerk.text("customer_back_note").startswith("The customer paid 4,410.00")
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.is_shown("cancel_page")
    assert clerk.robot.focused == "customer_back"
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type("x")
    assert clerk.text("customer_back_note").startswith("Type an amount")
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type("1,234.5")
    assert not clerk.robot.is_shown("customer_back_note")
    # Another quote of the same choice keeps what was typed.
    clerk.robot.keys("F5")
    await quoted(clerk)
    assert clerk.text("customer_back") == "1,234.5"
    await _cancelled(clerk)
    assert _facts(clerk) == ("4410.00", "1234.5")


@beside_others
async def test_it_may_be_said_later(clerk: Clerk) -> None:
    clerk.counter.desk.rules.customer_refund = CustomerRefund(RefundRule.HAND)
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    await _cancelled(clerk)
    assert clerk.text("customer_gets") == "Not said yet"
    assert _facts(clerk) == ("4410.00", None)


async def test_the_slip_says_who_was_cancelled_and_the_voucher_who_travels(clerk: Clerk) -> None:
    await sell_boat(clerk)
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: "Meera Nair" in clerk.everything())
    clerk.robot.keys("Down", "Space")
    await quoted(clerk)
    back = clerk.text("customer_back")
    await _cancelled(clerk)
    assert clerk.text("cancelled_people") == "Meera Nair"
    assert clerk.text("staying_people").startswith("Arjun Nair, ")
    assert "Meera" not in clerk.text("staying_people")
    clerk.robot.keys("P")
    sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
    told = as_text(sheet.voucher)
    for text in (
        "Cancellation slip",
        "Cancelled: 1 passenger. Still booked: 3 passengers.",
        "Meera Nair",
        back,
    ):
        assert text in told
    assert clerk.counter.world.bookings[0].ref in told
    assert "Arjun" not in " ".join(each.name for each in sheet.voucher.travellers)
    clerk.robot.keys("C")
    clerk.robot.keys("Escape", "V")
    rest = await clerk.robot.until(lambda: _other(clerk, sheet))
    assert rest is not None
    names = [each.name for each in rest.voucher.travellers]
    assert "Meera Nair" not in names
    assert len(names) == 3
    assert all(each.document for each in rest.voucher.travellers)
    (sale,) = all_sales(clerk.counter.desk.bookings)
    told = (await clerk.counter.desk.bookings.about(sale)).sale.history
    assert "Cancellation slip copied as text" in [each.text for each in told]
    assert not (await clerk.counter.desk.bookings.about(sale)).is_printed


def _other(clerk: Clerk, former: VoucherSheet) -> VoucherSheet | None:
    found = clerk.robot.find("voucher_sheet", VoucherSheet)
    return found if found is not former and found.voucher.cancelled is None else None


async def test_bookings_show_what_is_left_beside_what_was(clerk: Clerk) -> None:
    await sell_boat(clerk)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.sees("Jana Katharina Vogel"))
    # Who travels stands there without a question to the service.
    for name in ("Arjun Nair", "Meera Nair"):
        assert clerk.robot.sees(name)
    assert clerk.robot.sees("Paid")
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: "Meera Nair" in clerk.everything())
    clerk.robot.keys("Down", "Space")
    await quoted(clerk)
    back = clerk.text("customer_back")
    await _cancelled(clerk)
    refund = clerk.text("refund")
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.sees("Given back"))
    (sale,) = all_sales(clerk.counter.desk.bookings)
    assert sale.debited is not None
    assert sale.refunded is not None
    assert sale.customer_pays is not None
    assert sale.given_back is not None
    assert formats.amount(sale.given_back) == back
    assert formats.amount(sale.refunded) == refund
    left = formats.amount(sale.debited - sale.refunded)
    for told in (back, left, formats.amount(sale.customer_pays - sale.given_back)):
        assert clerk.robot.sees(told)
    (_, row) = clerk.rows("sales_list")
    assert "3 of 4 passengers" in row
    assert f"{left} are left of it" in row
    clerk.robot.keys("F8")
    (_, row) = clerk.rows("sales_list")
    assert left not in row

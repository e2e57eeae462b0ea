"""A voucher of any booking of this counter, printed again."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.cancellation.refund_quote import booking_of
from app.desk.vouchers.voucher import sold_voucher
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.ui.flows.voucher_flow import VoucherFlow
from app.ui.sale.booked_page import BookedPage
from app.ui.vouchers.sheet import VoucherSheet
from tests.desk.customers.test_customers import Nobody
from tests.support.counter import accepted_seats
from tests.support.desk.all_sales import all_sales
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT, MEERA
from tests.support.desk.voucher_samples import ACTIVITY_VOUCHER
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.ui.cancellation.test_cancel_page import quoted, to_cancelling
from tests.ui.vouchers.test_sheet import save_as


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk who sold something a while ago."""
    async with selling(tmp_path, remembers=True, others=("file_choice",)) as found:
        await found.review()
        found.robot.keys("Ctrl+Return")
        await found.robot.until(lambda: found.robot.is_shown("booking_ref"))
        yield found


@pytest.fixture
async def route(clerk: Clerk) -> AsyncGenerator[VoucherFlow]:
    """Vouchers of a program that was started anew: nothing is remembered."""
    found = VoucherFlow(clerk.window, clerk.counter.desk, clerk.flows)
    yield found
    found.end()


@beside_others
async def test_an_earlier_booking_has_the_voucher_of_its_sale(clerk: Clerk, route: VoucherFlow) -> None:
    (sale,) = all_sales(clerk.counter.desk.bookings)
    page = clerk.window.current_page
    assert isinstance(page, BookedPage)
    route.open(sale)
    sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
    first, voucher = page.voucher, sheet.voucher
    assert voucher == replace(first, issued_at=voucher.issued_at)
    assert first.issued_at is not None
    assert voucher.issued_at is not None
    assert voucher.issued_at - first.issued_at < timedelta(seconds=1)
    assert voucher.included == ("Instructor, one to one", "Full equipment", "Boat transfer")
    assert voucher.price is not None
    assert (len(voucher.price.lines), voucher.price.total) == (1, sale.customer_pays)
    assert voucher.is_practice
    assert not clerk.robot.is_shown("voucher_gap")


@beside_others
async def test_a_sale_of_an_older_program_has_what_is_still_known(clerk: Clerk, route: VoucherFlow) -> None:
    desk = clerk.counter.desk
    (sale,) = all_sales(desk.bookings)
    entries = [each for attempt in clerk.counter.journal.attempts() for each in attempt.entries]
    desk.bookings.forget(Nobody(), [each for each in entries if each.private], "a test")
    route.open(sale)
    sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
    assert sheet.voucher.included == ("Instructor, one to one", "Full equipment", "Boat transfer")
    assert sheet.voucher.price is not None
    assert (sheet.voucher.price.lines, sheet.voucher.price.total) == ((), sale.customer_pays)


@beside_others
async def test_only_a_voucher_that_was_printed_is_marked_when_it_is_shown_again(
    clerk: Clerk, route: VoucherFlow, tmp_path: Path
) -> None:
    clerk.robot.keys("V")
    sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
    assert sheet.voucher.again_at is None
    clerk.robot.keys("S")
    await save_as(clerk, tmp_path / "out.pdf")
    await clerk.robot.until(lambda: clerk.robot.sees("out.pdf saved"))
    clerk.robot.keys("Escape")
    (sale,) = all_sales(clerk.counter.desk.bookings)
    about = clerk.counter.desk.bookings.about
    while not (told := [each.text for each in (await about(sale)).sale.history if each.is_told]):
        await clerk.robot.until(lambda: True)
    assert told == ["Voucher saved as PDF"]
    for is_printed in (False, True):
        route.open(sale)
        sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
        assert (sheet.voucher.again_at is not None) == is_printed
        route.note(sheet.voucher, "voucher_printed")
        clerk.robot.keys("Escape")
        await clerk.robot.until(lambda: not clerk.robot.is_shown("voucher_sheet"))
    while not (await about(sale)).is_printed:
        await clerk.robot.until(lambda: True)


async def test_the_voucher_of_the_sale_just_made_is_whole(clerk: Clerk, route: VoucherFlow) -> None:
    desk = clerk.counter.desk
    found = await desk.catalogue.departures(desk.reader.today() + timedelta(days=1))
    trip = next(each for each in found.departures if each.trip_name == "Swaraj Dweep day return")
    draft = replace(BOAT_DRAFT, departure=trip, passengers=(ARJUN, MEERA))
    receipt = await clerk.counter.book(draft)
    held = sold_voucher(receipt, draft, desk.rules.branding)
    route.hold(held)
    sale = next(each for each in all_sales(desk.bookings) if each.booking_ref == receipt.booking_ref)
    route.open(sale)
    sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
    shown = sheet.voucher
    assert [each.document for each in shown.travellers] == [
        "VOTER ID \u2022\u20224619",
        "PAN CARD \u2022\u2022417C",
    ]
    assert shown.price is not None
    assert [(each.count, each.total) for each in shown.price.lines] == [
        (each.count, each.fare_total) for each in receipt.price.lines
    ]
    assert shown.price.lines
    assert shown == held


async def test_without_the_service_it_says_what_is_missing(clerk: Clerk, route: VoucherFlow) -> None:
    (sale,) = all_sales(clerk.counter.desk.bookings)
    clerk.counter.faults.answer("booking_status", OtherAnswer(500, b"broken"), times=None)
    route.open(sale)
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_gap"))
    assert clerk.robot.sees("only what this counter has kept is on it")
    clerk.counter.faults.clear()


@beside_others
async def test_what_was_cancelled_has_no_voucher(clerk: Clerk, route: VoucherFlow) -> None:
    desk = clerk.counter.desk
    (sale,) = all_sales(desk.bookings)
    await desk.cancellation.confirm(await accepted_seats(desk, booking_of(sale), sale.qty), lambda _: None)
    (sale,) = all_sales(desk.bookings)
    route.open(sale)
    await clerk.robot.until(lambda: clerk.robot.sees("Nothing of this booking is booked any more"))
    assert not clerk.robot.is_shown("voucher_sheet")


async def order(clerk: Clerk) -> None:
    """Order two seats for somebody else."""
    clerk.robot.keys("N")
    await clerk.open_slots()
    clerk.robot.keys("1", "+", "Return")
    for text in ("Bela Das", "9876500002", "bela@example.com"):
        clerk.robot.type(text)
        clerk.robot.keys("Tab")
    clerk.robot.keys("Ctrl+Return")
    await clerk.armed()
    clerk.robot.keys("Ctrl+Return")


async def sell(clerk: Clerk) -> str:
    """Sell two seats to somebody else, stand on the page of the sale, and give its PNR."""
    await order(clerk)
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    return clerk.text("booking_ref")


async def cancel(clerk: Clerk, *, whole: bool) -> None:
    """Cancel the newest booking on screen, all of it or one seat."""
    await to_cancelling(clerk)
    await quoted(clerk)
    if whole:
        clerk.robot.keys("A")
        await quoted(clerk)
    clerk.robot.keys("Ctrl+Return")


async def test_ctrl_p_prints_nothing_of_what_was_cancelled_since(clerk: Clerk) -> None:
    await cancel(clerk, whole=True)
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    clerk.robot.keys("Ctrl+P")
    await clerk.robot.until(lambda: clerk.robot.sees("Nothing of this booking is booked any more"))
    assert not clerk.robot.is_shown("voucher_sheet")
    clerk.robot.keys("Alt+1")
    await clerk.list_read()
    assert not clerk.robot.is_shown("booking_ref")


async def test_ctrl_p_prints_no_other_customers_voucher_over_a_lost_order(clerk: Clerk) -> None:
    clerk.counter.faults.before_work("create_booking", silent=False)
    await order(clerk)
    await clerk.robot.until(lambda: clerk.robot.is_shown("outcome_page"))
    clerk.robot.keys("Ctrl+P")
    assert clerk.robot.sees("This order has no voucher before its outcome is known.")
    assert not clerk.robot.is_shown("voucher_sheet")
    clerk.robot.keys("Alt+2", "Ctrl+P")
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))


@beside_others
async def test_ctrl_p_prints_what_a_cancellation_has_left(clerk: Clerk) -> None:
    await sell(clerk)
    await cancel(clerk, whole=False)
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    clerk.robot.keys("Ctrl+P")
    sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
    assert (sheet.voucher.qty, sheet.voucher.price) == (1, None)
    await clerk.robot.until(lambda: clerk.robot.sees("No printer is set up on this computer."))


@beside_others
async def test_another_booking_that_is_cancelled_changes_nothing(clerk: Clerk) -> None:
    desk = clerk.counter.desk
    (older,) = all_sales(desk.bookings)
    newer = await sell(clerk)
    await desk.cancellation.confirm(await accepted_seats(desk, booking_of(older), older.qty), lambda _: None)
    assert clerk.text("booking_ref") == newer
    clerk.robot.keys("Ctrl+P")
    sheet = clerk.robot.find("voucher_sheet", VoucherSheet)
    assert (sheet.voucher.booking_ref, sheet.voucher.qty) == (newer, 2)


@beside_others
async def test_while_a_cancellation_is_not_settled_there_is_no_voucher(clerk: Clerk) -> None:
    clerk.counter.faults.before_work(CONFIRM, silent=False)
    # It stays open: no reading tells more.
    await cancel(clerk, whole=True)
    clerk.counter.faults.answer("booking_status", OtherAnswer(500, b"broken"), times=None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("open_cancel_page"))
    clerk.robot.keys("Ctrl+P")
    await clerk.robot.until(lambda: clerk.robot.sees("A cancellation of this booking is not settled."))
    assert not clerk.robot.is_shown("voucher_sheet")


@beside_others
async def test_a_held_voucher_is_not_shown_while_a_cancellation_is_open(
    clerk: Clerk, route: VoucherFlow
) -> None:
    desk = clerk.counter.desk
    (sale,) = all_sales(desk.bookings)
    route.open(sale)
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))
    clerk.robot.keys("Escape")
    route.open(replace(sale, open_cancellation="intent"))
    await clerk.robot.until(lambda: clerk.robot.sees("A cancellation of this booking is not settled."))
    assert not clerk.robot.is_shown("voucher_sheet")


async def test_a_voucher_of_which_the_journal_knows_nothing_is_not_made_anew(
    clerk: Clerk, route: VoucherFlow
) -> None:
    route.hold(replace(ACTIVITY_VOUCHER, booking_ref="ELSEWHERE"))
    clerk.counter.desk.cancellation.changed("ELSEWHERE")
    route.print_last()
    await clerk.robot.until(lambda: clerk.robot.sees("No voucher yet."))
    assert not clerk.robot.is_shown("voucher_sheet")

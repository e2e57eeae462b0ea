"""Cancelling while another desk of the office cancels of the same booking."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint

from app.desk.cancellation.refund_quote import Cancelled
from app.desk.model.booking import SeatChoice
from app.ui.flows.voucher_flow import VoucherFlow
from app.ui.vouchers.sheet import VoucherSheet
from tests.desk.office.test_office_sync import Line
from tests.support.counter import Counter, accepted_seats, open_office_desk, until
from tests.support.desk.all_sales import all_sales
from tests.support.desk.voucher_samples import ACTIVITY_VOUCHER
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.ui.cancellation.test_cancel_page import quoted, sell_seats, to_cancelling

_OLDER = "What other desks did with this booking is not known."


class TwoDesks(NamedTuple):
    """A clerk at a window, and another desk of the office."""

    clerk: Clerk
    other: Counter


async def _share(counter: Counter, folder: Path) -> None:
    sharing = counter.desk.local_cache.sharing
    sharing.use(Line(folder, counter.journal.desk).open)
    await until(lambda: sharing.is_there)


@pytest.fixture
async def desks(tmp_path: Path) -> AsyncGenerator[TwoDesks]:
    shared, folder = tmp_path / "shared", tmp_path / "other"
    shared.mkdir()
    async with (
        selling(tmp_path / "here", remembers=True) as clerk,
        open_office_desk(folder, clerk.counter.server) as other,
    ):
        await clerk.list_read()
        await _share(clerk.counter, shared)
        await _share(other, shared)
        yield TwoDesks(clerk, other)


async def _sell(desks: TwoDesks) -> str:
    pnr = await sell_seats(desks.clerk, 3)
    await desks.clerk.counter.desk.remember()
    return pnr


async def release(desk: Counter, pnr: str, qty: int) -> None:
    booking, _ = await desk.desk.cancellation.find(pnr, is_boat=False)
    order = await accepted_seats(desk.desk, booking, qty)
    assert isinstance(await desk.desk.cancellation.confirm(order, lambda _: None), Cancelled)
    await desk.desk.remember()


async def test_the_page_knows_how_many_seats_the_other_desk_has_left(desks: TwoDesks) -> None:
    clerk, other = desks
    pnr = await _sell(desks)
    await to_cancelling(clerk)
    await quoted(clerk)
    clerk.robot.keys("Up")
    await quoted(clerk)
    assert clerk.text("stays") == "2 seats are cancelled. 1 seat stays booked. This cannot be undone."
    await release(other, pnr, 1)
    # Quoted again: two are left, and both would go.
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("of 2 booked seats. Nothing stays booked."))
    await quoted(clerk)
    assert clerk.text("stays") == "2 seats are cancelled. This cannot be undone."
    await release(other, pnr, 1)
    # A choice of more than is left becomes one of what is left.
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("of 1 booked seat. Nothing stays booked."))
    await quoted(clerk)
    assert clerk.text("stays") == "1 seat is cancelled. This cannot be undone."
    await release(other, pnr, 1)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    assert clerk.robot.sees("Nothing more was cancelled by this. Desk ")
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("Another desk has cancelled of this booking."))
    assert clerk.robot.sees("Nothing is booked any more.")
    assert not clerk.robot.is_shown("release_all")
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.sees("Refunded"))
    (row,) = clerk.rows("sales_list")[1:]
    assert "Cancelled" in row
    assert not clerk.robot.is_shown("cancel_booking")


@beside_others
async def test_who_looks_for_a_cancelled_booking_hears_who_cancelled_it(desks: TwoDesks) -> None:
    clerk, other = desks
    pnr = await _sell(desks)
    await release(other, pnr, 3)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_elsewhere"))
    clerk.robot.keys("X")
    clerk.robot.type(pnr)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    assert clerk.robot.sees("Nothing of it is left to cancel.")
    assert clerk.robot.sees(f"Desk {other.desk.name} cancelled 3 seats at ")


@beside_others
async def test_who_comes_second_is_told_who_is_at_it_and_may_go_on(desks: TwoDesks) -> None:
    clerk, other = desks
    await other.desk.names.rename("Front")
    pnr = await _sell(desks)
    booking, _ = await other.desk.cancellation.find(pnr, is_boat=False)
    quote = await other.desk.cancellation.quote(booking, SeatChoice(1))
    assert quote.beside == ""
    await clerk.counter.desk.names.read()
    await to_cancelling(clerk)
    await quoted(clerk)
    assert clerk.robot.sees("Desk Front is cancelling of this booking, since ")
    # Above the sums, which a small screen scrolls.
    told, sums = (clerk.robot.find(each) for each in ("others_cancelling", "refund_amount"))
    assert told.mapTo(clerk.window, told.rect().bottomLeft()).y() < sums.mapTo(clerk.window, QPoint()).y()
    # The first one is told as well, at its next quote, and is let go on.
    again = await other.desk.cancellation.quote(booking, SeatChoice(1))
    assert again.beside.startswith(f"Desk {clerk.counter.desk.name} is cancelling of this booking, since ")
    other.desk.cancellation.desks.end(booking)
    await other.desk.cancellation.desks.finish()
    clerk.robot.keys("F5")
    await quoted(clerk)
    assert not clerk.robot.sees("is cancelling of this booking")
    # Whoever goes back is not at it any more.
    clerk.robot.keys("Escape")
    await clerk.counter.desk.cancellation.desks.finish()
    assert await other.desk.cancellation.desks.others(booking) == ""


async def test_who_moves_a_booking_is_told_who_is_cancelling_it(desks: TwoDesks) -> None:
    clerk, other = desks
    pnr = await _sell(desks)
    booking, _ = await other.desk.cancellation.find(pnr, is_boat=False)
    await other.desk.cancellation.desks.begin(booking)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.text("detail_pnr") == pnr)
    clerk.robot.keys("R")
    await clerk.robot.until(lambda: clerk.robot.is_shown("move_page"))
    await clerk.robot.until(lambda: clerk.robot.sees("is cancelling of this booking, since "))


@beside_others
async def test_without_the_office_it_is_said_that_others_are_not_known(
    desks: TwoDesks, tmp_path: Path
) -> None:
    clerk, _ = desks
    await _sell(desks)
    (tmp_path / "shared").rename(tmp_path / "nowhere")
    await to_cancelling(clerk)
    await quoted(clerk)
    assert clerk.robot.sees(_OLDER)


@beside_others
async def test_a_booking_and_its_voucher_say_that_others_are_not_known(
    desks: TwoDesks, tmp_path: Path
) -> None:
    clerk, _ = desks
    robot, sharing = clerk.robot, clerk.counter.desk.local_cache.sharing
    await _sell(desks)
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("voucher"))
    await robot.until(lambda: robot.is_shown("sale_history"))
    assert not robot.sees(_OLDER)
    (tmp_path / "shared").rename(tmp_path / "nowhere")
    # The next look at the list notices the loss, and the open booking says so at once.
    robot.keys("F5")
    await robot.until(lambda: robot.sees(_OLDER))
    (sale,) = all_sales(clerk.counter.desk.bookings)
    route = VoucherFlow(clerk.window, clerk.counter.desk, clerk.flows)
    try:
        for held in (None, replace(ACTIVITY_VOUCHER, booking_ref=sale.booking_ref, qty=3)):
            if held is not None:
                route.hold(held)
            route.open(sale)
            sheet = await robot.until(lambda: robot.find("voucher_sheet", VoucherSheet))
            assert robot.is_shown("voucher_gap")
            assert _OLDER in robot.find("voucher_gap").accessibleName()
            sheet.dismiss()
            await robot.until(lambda: not robot.is_shown("voucher_gap"))
        (tmp_path / "nowhere").rename(tmp_path / "shared")
        await robot.until(lambda: sharing.is_there, seconds=15)
        route.open(sale)
        await robot.until(lambda: robot.find("voucher_sheet", VoucherSheet))
        assert not robot.is_shown("voucher_gap")
        await robot.until(lambda: not robot.sees(_OLDER))
    finally:
        route.end()


@beside_others
async def test_a_voucher_never_names_seats_that_another_desk_has_released(desks: TwoDesks) -> None:
    clerk, other = desks
    pnr = await _sell(desks)
    (sale,) = all_sales(clerk.counter.desk.bookings)
    route = VoucherFlow(clerk.window, clerk.counter.desk, clerk.flows)
    try:
        route.hold(replace(ACTIVITY_VOUCHER, booking_ref=pnr, qty=3))
        await release(other, pnr, 1)
        # What the list shows is of before: the office is asked.
        route.open(sale)
        sheet = await clerk.robot.until(lambda: clerk.robot.find("voucher_sheet", VoucherSheet))
        assert (sheet.voucher.booking_ref, sheet.voucher.qty) == (pnr, 2)
        sheet.dismiss()
        await release(other, pnr, 2)
        route.open(sale)
        await clerk.robot.until(lambda: clerk.robot.sees("Nothing of this booking is booked any more"))
    finally:
        route.end()

"""A cancellation whose answer was lost, on the real window: through to each way out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.api.wire.sender import Sleep
from app.desk.cancellation.refund_quote import Booking
from app.desk.desk import local_now
from app.desk.model.booking import SeatChoice
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import CONFIRM
from app.practice.world.orders import CancelOrder, OrderModule
from app.ui.flows.navigation import Navigation
from app.ui.vouchers.sheet import VoucherSheet
from tests.support.counter import AS_ON, for_ever, open_desk, tomorrow_at_ten
from tests.support.desk.all_sales import all_sales
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.windows import open_window
from tests.ui.cancellation.test_cancel_page import quoted, sell_boat, sell_seats, to_cancelling


@dataclass
class Hours:
    """Time that goes on when the test says so, for the service and for the computer alike.

    The client lays the service's clock beside the real time, and the desk adds what has passed.
    """

    passed: timedelta = timedelta()

    def service(self) -> datetime:
        return tomorrow_at_ten()

    def computer(self) -> datetime:
        return local_now() + self.passed


@dataclass
class Lost:
    """A clerk, and the time of day."""

    clerk: Clerk
    hours: Hours

    async def lose(self, *, worked: bool) -> None:
        """Confirm what is quoted, and hear nothing."""
        await quoted(self.clerk)
        arm = self.clerk.counter.faults.after_work if worked else self.clerk.counter.faults.before_work
        arm(CONFIRM, silent=False)
        self.clerk.robot.keys("Ctrl+Return")
        await self.clerk.robot.until(lambda: self.clerk.robot.is_shown("open_cancel_page"))

    async def lose_seats(self) -> None:
        """Sell seats, cancel one, and hear nothing of what is not done."""
        await sell_seats(self.clerk)
        await to_cancelling(self.clerk)
        await self.lose(worked=False)

    async def read(self) -> None:
        """Let time pass and read by hand until the page has a new reading."""
        seen = self.clerk.text("finding")
        self.clerk.robot.keys("F5")
        await self.clerk.robot.until(lambda: self.clerk.text("finding") != seen)

    async def read_when_over(self) -> None:
        """Read twice when the service can no longer be at work on it."""
        self.hours.passed += timedelta(seconds=185)
        await self.read()
        await self.read()


@asynccontextmanager
async def _lost(
    folder: Path, *, asks_two: bool = False, remembers: bool = False, sleep: Sleep = for_ever
) -> AsyncGenerator[Lost]:
    hours = Hours()
    opened = selling(
        folder,
        hours.service,
        computer=hours.computer,
        remembers=remembers,
        asks_two=asks_two,
        sleep=sleep,
    )
    async with opened as clerk:
        await clerk.list_read()
        yield Lost(clerk, hours)


@pytest.fixture
async def lost(tmp_path: Path) -> AsyncGenerator[Lost]:
    """A clerk at a counter whose time can be moved."""
    async with _lost(tmp_path) as opened:
        yield opened


async def test_a_reading_finds_it_cancelled(lost: Lost) -> None:
    clerk, robot = lost.clerk, lost.clerk.robot
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await lost.lose(worked=True)
    assert clerk.text("headline") == "The service may or may not have cancelled this."
    assert robot.sees("Do not cancel it again, and do not pay out the refund yet.")
    assert clerk.text("finding") == "The booking is being read."
    robot.keys("Alt+C")
    copied = QApplication.clipboard().text()
    assert "Cancellation of: 1 seat" in copied
    assert "Refund quoted: INR" in copied
    robot.keys("Escape")
    await robot.until(lambda: "Cancellation not known" in clerk.everything())
    robot.keys("Delete")
    assert not robot.is_shown("cancel_page")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))
    await lost.read()
    assert clerk.text("headline") == "This was cancelled. Its reference is not known."
    robot.keys("Escape")
    await robot.until(lambda: "Partly cancelled" in clerk.everything())


@beside_others
async def test_it_is_read_by_itself(tmp_path: Path) -> None:
    async with _lost(tmp_path, sleep=asyncio.sleep) as lost:
        await sell_seats(lost.clerk)
        await to_cancelling(lost.clerk)
        await lost.lose(worked=True)
        await lost.clerk.robot.until(lambda: lost.clerk.text("headline").startswith("This was cancelled"))


async def test_an_unchanged_booking_is_sent_again_by_a_named_person(lost: Lost) -> None:
    clerk, robot = lost.clerk, lost.clerk.robot
    await sell_boat(clerk)
    await to_cancelling(clerk)
    await robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    robot.keys("Down", "Space")
    await lost.lose(worked=False)
    robot.keys("Ctrl+Return")
    await lost.read()
    assert clerk.text("finding") == "Unchanged. 1 reading."
    assert not robot.is_shown("spend")
    await lost.read_when_over()
    await robot.until_armed("spend")
    assert clerk.text("headline") == "The booking is unchanged."
    robot.keys("Ctrl+Return")
    await robot.until(lambda: clerk.text("by_note") == "Enter your name.")
    assert robot.focused == "by"
    robot.type("Asha")
    robot.keys("Tab")
    robot.type("Operator has none")
    await robot.until_armed("spend")
    robot.keys("Return")
    assert robot.is_shown("open_cancel_page")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    (booking,) = clerk.counter.world.bookings
    assert [seat.cancelled for seat in booking.seats] == [False, True, False, False]


@beside_others
async def test_sent_again_and_lost_again(lost: Lost) -> None:
    clerk, robot = lost.clerk, lost.clerk.robot
    await lost.lose_seats()
    await lost.read_when_over()
    assert robot.focused == "by"
    robot.type("Asha")
    robot.keys("Tab")
    robot.type("no reference")
    clerk.counter.faults.before_work(CONFIRM, silent=False)
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: clerk.text("headline").startswith("The service may or may not"))
    assert not robot.is_shown("spend")


@beside_others
async def test_an_unchanged_booking_stands_when_the_operator_says_so(lost: Lost) -> None:
    clerk, robot = lost.clerk, lost.clerk.robot
    await lost.lose_seats()
    assert clerk.window.windowTitle().startswith("Cancellation not known ")
    await lost.read_when_over()
    robot.type("Asha")
    robot.keys("Tab")
    robot.type("Operator by phone")
    robot.keys("Tab", "Space")
    await robot.until(lambda: clerk.text("headline") == "This was not cancelled, as was recorded.")
    assert not robot.is_shown("by")
    assert clerk.window.windowTitle().startswith("Outcome known ")
    assert robot.find("open_cancel_page").accessibleName() == "Outcome known"
    assert robot.focused == "back_to_bookings"
    await robot.until(lambda: "1" not in robot.find("rail_bookings").accessibleName())
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    assert "Recorded as not cancelled" in clerk.everything()
    assert "by Asha" in clerk.everything()
    robot.keys("Delete")
    await quoted(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    (booking,) = clerk.counter.world.bookings
    assert len(booking.active_seats) == 1
    assert robot.clicks == 0


@beside_others
async def test_two_people_say_that_it_was_not_cancelled_and_not_too_early(tmp_path: Path) -> None:
    async with _lost(tmp_path, asks_two=True) as lost:
        clerk, robot = lost.clerk, lost.clerk.robot
        pnr = await sell_seats(clerk, 3)
        await to_cancelling(clerk)
        await lost.lose(worked=False)
        clerk.counter.world.cancel(CancelOrder("other", pnr, OrderModule.ACTIVITY, 2, ()))
        await lost.read()
        assert "Not before" in clerk.text("not_cancelled_when")
        assert robot.focused == "by"
        robot.type("Asha")
        robot.keys("Tab", "Tab", "Tab", "Tab")
        assert robot.focused == "record_not_cancelled"
        robot.keys("Space")
        await robot.until(lambda: robot.sees("The service may still be at work on it."))
        lost.hours.passed += timedelta(seconds=185)
        robot.keys("Space")
        await robot.until(lambda: robot.focused == "reason")
        robot.type("By phone")
        robot.keys("Tab", "Tab", "Space")
        await robot.until(lambda: robot.focused == "second")
        assert clerk.text("second_note") == "A second person must enter another name."
        robot.type("Bela")
        robot.keys("Tab", "Tab", "Tab", "Space")
        await robot.until(lambda: clerk.text("headline").startswith("This was not cancelled"))


@beside_others
async def test_two_clerks_say_by_pin_that_it_was_not_cancelled(tmp_path: Path) -> None:
    async with _lost(tmp_path, asks_two=True, remembers=True) as lost:
        clerk, robot = lost.clerk, lost.clerk.robot
        for name, pin in (("Asha", "1111"), ("Bela", "2222")):
            await clerk.counter.desk.day_close.duty.add(name, pin)
        pnr = await sell_seats(clerk, 3)
        await to_cancelling(clerk)
        await lost.lose(worked=False)
        clerk.counter.world.cancel(CancelOrder("other", pnr, OrderModule.ACTIVITY, 2, ()))
        lost.hours.passed += timedelta(seconds=185)
        await lost.read()
        assert robot.focused == "by_pin"
        robot.type("1111")
        robot.keys("Tab")
        robot.type("1111")
        robot.keys("Tab")
        robot.type("By phone")
        robot.keys("Tab", "Tab", "Space")
        await robot.until(lambda: robot.sees("A second clerk must type another PIN."))
        robot.type("1111")
        robot.keys("Tab")
        robot.type("2222")
        robot.keys("Tab", "Tab", "Tab", "Space")
        await robot.until(lambda: clerk.text("headline").startswith("This was not cancelled"))
        (known,) = all_sales(clerk.counter.desk.bookings)
        assert any("by Asha and Bela" in each.text for each in known.history)


async def test_what_changed_otherwise_is_recorded_by_a_named_person(lost: Lost) -> None:
    clerk, robot = lost.clerk, lost.clerk.robot
    pnr = await sell_seats(clerk, 3)
    await to_cancelling(clerk)
    await lost.lose(worked=True)
    clerk.counter.world.cancel(CancelOrder("other", pnr, OrderModule.ACTIVITY, 1, ()))
    await lost.read()
    assert clerk.text("headline") == "The booking cannot tell whether this was cancelled."
    robot.click("record_cancelled")
    await robot.until(lambda: clerk.text("by_note") == "Enter your name.")
    robot.type("Asha")
    robot.keys("Tab")
    robot.type("Operator by phone")
    robot.click("record_cancelled")
    await robot.until(lambda: clerk.text("headline").startswith("This was cancelled"))


@beside_others
async def test_it_is_read_by_itself_after_a_restart(tmp_path: Path) -> None:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server:
        async with open_desk(tmp_path, server) as first:
            receipt = await first.sell()
            choice, booking = SeatChoice(2), Booking(receipt.booking_ref, is_boat=False, qty=2)
            order = first.desk.cancellation.accept(
                await first.desk.cancellation.quote(booking, choice), choice, has_read=False
            )
            first.faults.after_work(CONFIRM, silent=False)
            await first.desk.cancellation.confirm(order, lambda _: None)
        async with open_window() as (robot, window), open_desk(tmp_path, server) as second:
            routing = Navigation(window)
            routing.use(second.desk)
            await robot.until(lambda: not second.journal.open_attempts())
            routing.forget()
            await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})


@beside_others
async def test_a_dead_line_decides_nothing(lost: Lost) -> None:
    clerk, robot = lost.clerk, lost.clerk.robot
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await lost.lose(worked=True)
    clerk.counter.server.stop()
    robot.keys("F5")
    await robot.until(lambda: robot.sees("Nothing was decided. Read again: F5."))
    robot.keys("F8")
    assert robot.sees("Hidden")


@beside_others
async def test_ctrl_p_is_about_the_booking_on_the_page(lost: Lost) -> None:
    clerk, robot = lost.clerk, lost.clerk.robot
    await clerk.review()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booking_ref"))
    await sell_seats(clerk)
    # Bookings begins at what was sold on screen; this one is above it.
    robot.keys("Alt+2")
    await robot.until(lambda: robot.focused == "sales_list" and len(clerk.rows("sales_list")) == 3)
    robot.keys("Home", "Delete")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    await lost.lose(worked=True)
    robot.keys("Ctrl+P")
    await robot.until(lambda: robot.sees("A cancellation of this booking is not settled."))
    assert not robot.is_shown("voucher_sheet")
    await lost.read()
    robot.keys("Ctrl+P")
    sheet = await robot.until(lambda: robot.find("voucher_sheet", VoucherSheet))
    assert (sheet.voucher.customer_name, sheet.voucher.qty) == ("Priya Raman", 1)
    last = max(clerk.counter.world.bookings, key=lambda each: each.ref)
    assert sheet.voucher.booking_ref == last.ref

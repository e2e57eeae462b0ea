"""The last look, and the booking in its place: what is checked, what is told, and that it is sent once."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.api.wire import monotonic_clock
from app.practice.service.faults import OtherAnswer
from app.practice.world.world import World
from tests.support.desk.all_sales import all_sales
from tests.support.proof import beside_others
from tests.support.ui.selling import NAME, Clerk, selling


async def test_the_last_look_names_amount_time_and_finding(clerk: Clerk) -> None:
    await clerk.review()
    assert clerk.text("spend").startswith("Book and debit INR ")
    assert clerk.text("check_line").startswith("Checked again at ")
    assert "no fare has changed" in clerk.text("check_line")
    assert clerk.robot.focused == "spend"
    assert clerk.robot.sees("Enter alone never books.")
    assert clerk.robot.sees(NAME)


@beside_others
async def test_enter_and_space_never_book(clerk: Clerk) -> None:
    await clerk.review()
    clerk.robot.keys("Return", "Space", "Enter", "Return")
    assert clerk.text("spend").startswith("Book and debit")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    assert len(clerk.counter.world.bookings) == 1


@beside_others
async def test_a_double_click_books_once(clerk: Clerk) -> None:
    await clerk.review()
    button = clerk.robot.find("spend")
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
    clerk.robot.click("spend")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    assert len(clerk.counter.world.bookings) == 1


@beside_others
async def test_held_keys_book_once(clerk: Clerk) -> None:
    await clerk.review()
    release = clerk.counter.faults.hold("create_booking")
    clerk.robot.keys("Ctrl+Return", "Ctrl+Return")
    held = QKeyEvent(
        QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, "", autorep=True
    )
    for _ in range(5):
        QApplication.sendEvent(clerk.window, held)
    release.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.is_shown("booking_ref")
    assert len(clerk.counter.world.bookings) == 1


async def test_a_booking_under_way_cannot_be_left(clerk: Clerk) -> None:
    await clerk.review()
    release = clerk.counter.faults.hold("create_booking")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("Nothing is sent twice."))
    assert clerk.text("spend") == "Booking\u2026"
    assert not clerk.robot.is_shown("back")
    clerk.robot.keys("Escape", "F5", "Alt+2")
    assert clerk.robot.sees("Nothing is sent twice.")
    release.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))


@pytest.mark.parametrize("page", ["review_page", "basket_page"])
async def test_a_doubt_about_the_mail_address_is_repeated(clerk: Clerk, page: str) -> None:
    draft = await clerk.ready(email="priya@gmial.com")
    if page == "basket_page":
        clerk.counter.desk.baskets.put(draft)
        clerk.robot.keys("Alt+B")
    else:
        clerk.flow.open_review(draft)
    await clerk.robot.until(lambda: clerk.robot.is_shown(page))
    await clerk.robot.until(lambda: clerk.robot.sees("Is gmail.com meant, not gmial.com?"))
    # It bars nothing.
    await clerk.armed()


@beside_others
async def test_a_changed_price_must_be_accepted(clerk: Clerk) -> None:
    await clerk.fill()
    clerk.counter.world.shift_price(_first(clerk), 100)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("changes"))
    assert clerk.robot.sees("The price is no longer the one you quoted")
    assert clerk.robot.sees("Was 4,410.00")
    assert clerk.robot.focused == "accept_changes"
    assert clerk.text("accept_changes") == "The customer accepts 4,515.00"
    clerk.robot.keys("Ctrl+Return", "Return")
    assert not clerk.robot.find("spend").isEnabled()
    clerk.robot.keys("F8")
    assert "Wallet pays" not in clerk.everything()
    clerk.robot.keys("F8")
    clerk.robot.keys("Space")
    await clerk.armed()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("equals_expected"))


@pytest.fixture
async def asked(clerk: Clerk, monkeypatch: pytest.MonkeyPatch) -> Clerk:
    """A clerk who is asked whether to sell under a wrong clock."""
    monkeypatch.setattr(clerk.counter.desk.reader, "_most_apart", timedelta(seconds=1))
    await clerk.review()
    await clerk.armed()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("This computer's clock is wrong"))
    return clerk


async def test_a_sale_under_a_wrong_clock_is_asked_about_first(asked: Clerk) -> None:
    assert asked.robot.sees("Trips that have gone could be sold")
    asked.robot.keys("Escape")
    await asked.robot.until(lambda: asked.robot.sees("This sale was not made."))
    assert asked.counter.world.bookings == ()


async def test_a_sale_goes_on_under_a_wrong_clock_when_somebody_decides_so(asked: Clerk) -> None:
    asked.robot.keys("Tab", "Return")
    await asked.robot.until(lambda: asked.robot.is_shown("booking_ref"))
    assert len(asked.counter.world.bookings) == 1


async def test_a_review_left_open_is_shown_anew_before_it_is_sent(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await clerk.review()
    await clerk.armed()
    clerk.counter.world.shift_price(_first(clerk), 100)
    boot_seconds = monotonic_clock.boot_seconds
    monkeypatch.setattr(monotonic_clock, "boot_seconds", lambda: boot_seconds() + 121)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("changes"))
    assert clerk.counter.world.bookings == ()
    assert clerk.robot.sees("Was 4,410.00")
    assert clerk.robot.focused == "accept_changes"
    clerk.robot.keys("Space")
    await clerk.armed()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("equals_expected"))
    assert len(clerk.counter.world.bookings) == 1


@beside_others
async def test_a_wallet_that_is_short_can_be_read_again(clerk: Clerk) -> None:
    await clerk.fill()
    clerk.counter.world.set_wallet(cash=90, credit_left=10)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("obstacle"))
    assert clerk.text("obstacle") == "The wallet cannot cover this. INR 3,890.00 is missing."
    assert clerk.text("way_on") == "Read wallet again"
    clerk.robot.keys("F8")
    assert clerk.text("obstacle") == "The wallet cannot cover this."
    clerk.robot.keys("F8")
    clerk.counter.world.set_wallet(cash=4000)
    clerk.robot.keys("Ctrl+Return")
    await clerk.armed()
    assert clerk.robot.sees("Credit left: 10.00.") is False


@beside_others
async def test_an_empty_wallet_is_warned_of(clerk: Clerk) -> None:
    await clerk.fill()
    clerk.counter.world.set_wallet(cash=90, credit_left=9000)
    clerk.robot.keys("Ctrl+Return")
    await clerk.armed()
    assert clerk.robot.sees("The wallet will be empty after this")


async def test_a_slot_that_sold_out_stops_the_sale(clerk: Clerk) -> None:
    await clerk.fill()
    clerk.counter.world.leave_seats(await _availability(clerk))
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("obstacle"))
    assert "No seats left" in clerk.text("obstacle")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("slots_page"))
    assert clerk.text("customer_name") == NAME
    assert clerk.counter.world.bookings == ()


@beside_others
async def test_a_check_that_fails_is_made_again(clerk: Clerk) -> None:
    await clerk.fill()
    clerk.counter.faults.answer("wallet_balance", OtherAnswer(500, b"broken"), times=None)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    assert clerk.text("check_line") == "Seats, fares and wallet could not be checked."
    assert clerk.robot.sees("Nothing was booked or debited.")
    assert clerk.text("way_on") == "Check again"
    clerk.counter.faults.clear()
    clerk.robot.keys("F5")
    await clerk.armed()


async def test_a_refusal_stands_beside_what_is_wrong(clerk: Clerk) -> None:
    await clerk.review()
    clerk.counter.faults.change("create_booking", _empty_wallet)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    assert clerk.robot.sees("The service refused the booking")
    assert clerk.text("check_line") == "This sale was not made."
    assert clerk.text("way_on") == "Read wallet again"
    clerk.robot.click(clerk.robot.find("copy_details"))
    assert "refused" in QApplication.clipboard().text()
    clerk.counter.world.set_wallet(cash=50000)
    clerk.robot.keys("F5")
    await clerk.armed()
    assert clerk.counter.world.bookings == ()


@beside_others
async def test_a_refused_slot_leads_back_with_everything_typed(clerk: Clerk) -> None:
    await clerk.review()
    chosen = await _availability(clerk)
    clerk.counter.faults.change("create_booking", lambda world: world.leave_seats(chosen))
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    assert clerk.text("way_on") == "Pick another slot"
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("slots_page"))
    assert clerk.text("customer_name") == NAME


@beside_others
async def test_what_cannot_be_written_down_is_not_sent(clerk: Clerk) -> None:
    await clerk.review()
    clerk.counter.journal.close()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    assert clerk.text("check_line") == "This sale was not made."
    assert clerk.counter.world.bookings == ()


@beside_others
async def test_net_is_nowhere_when_hidden(clerk: Clerk) -> None:
    await clerk.review()
    debit = clerk.text("spend").removeprefix("Book and debit INR ")
    assert Decimal(debit.replace(",", "")) > 0
    clerk.robot.keys("F8")
    hidden = clerk.everything()
    assert debit not in hidden
    assert clerk.text("spend").startswith("Book, customer pays INR ")
    assert clerk.robot.sees("Cash and credit cover this sale.")
    assert clerk.robot.sees("Hold F8 to see the debit for a moment.")
    release = clerk.counter.faults.hold("create_booking")
    await clerk.armed()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("Nothing is sent twice."))
    assert debit not in clerk.everything()
    release.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
    assert debit not in clerk.everything()
    assert clerk.text("verdict") == "Settled as expected"


def _first(clerk: Clerk) -> int:
    return clerk.counter.world.activities[0].activity_id


async def _availability(clerk: Clerk) -> int:
    _, slot = await clerk.counter.slot()
    return int(slot.availability_id)


def _empty_wallet(world: World) -> None:
    world.set_wallet(cash=0, credit_left=0)


async def test_without_a_clerk_on_duty_a_sale_asks_who_sells(tmp_path: Path) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        robot, desk = clerk.robot, clerk.counter.desk
        await desk.day_close.duty.add("Asha", "1111")
        await clerk.fill()
        release = clerk.counter.faults.hold("search_availability")
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.focused == "duty_pin")
        assert robot.sees("Who sells?")
        robot.type("11")
        # What is checked behind the question must not take the keyboard.
        release.set_result(None)
        await clerk.armed()
        assert robot.focused == "duty_pin"
        assert not clerk.counter.world.bookings
        robot.type("11")
        robot.keys("Return")
        await robot.until(lambda: not robot.is_shown("ask_sheet"))
        assert robot.focused == "spend"
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("booking_ref"))
        (sale,) = all_sales(desk.bookings)
        assert sale.clerk == "Asha"

"""The close of a day at the real window, by keyboard, and what is written and printed of it."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPdfWriter
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QFileDialog
from python_calamine import CalamineWorkbook

from app.desk.cancellation.refund_quote import booking_of
from app.desk.day_close.day_close import DayClosing
from app.desk.day_close.report import day_report
from app.desk.day_close.shifts import Clerk as DutyClerk
from app.desk.day_close.values import DayReading
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.formats import day_long
from app.desk.model.office_rules import Branding
from app.desk.model.sale import Advice
from app.practice.world.money import rupees
from app.practice.world.orders import CancelOrder, OrderModule
from app.ui.day_close.print_report import document_of, paint_day
from app.ui.day_close.wallet_check import WalletCheck
from app.ui.flows.clerk_watch import ClerkWatch
from app.ui.kit.basics.layouts import column
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.timeline import Timeline
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.settings.clerks import ClerkSettings
from app.ui.window.main_window import DRAWN
from tests.desk.office.test_office_sync import Line
from tests.support.counter import accepted_seats
from tests.support.desk.all_sales import all_sales
from tests.support.desk.day_samples import SPAN, cancellation, reading, sale
from tests.support.proof import beside_others
from tests.support.ui.closing_day import sell_some, sold
from tests.support.ui.picturing import Covered
from tests.support.ui.robot import Robot
from tests.support.ui.scenes import Traveller, travelling
from tests.ui.conftest import Open


async def _look_away(name: str, *covered: Covered) -> None:
    """Nobody takes pictures here."""
    assert name or not covered


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Traveller]:
    async with travelling(tmp_path, lambda _clerk: _look_away) as found:
        yield found


async def open_day(clerk: Traveller) -> None:
    """To the close of the day, and until it is read."""
    clerk.robot.keys("Alt+4")
    await clerk.robot.until(lambda: clerk.robot.is_shown("day_agrees"))
    await clerk.readings_ended()


async def test_a_day_is_looked_at_and_closed_by_keyboard(clerk: Traveller) -> None:
    robot = clerk.robot
    await sell_some(clerk)
    await open_day(clerk)
    assert clerk.text("day_sold") == "3 bookings"
    assert clerk.text("day_agrees") == "Agrees"
    assert clerk.text("day_difference") == "0.00"
    assert clerk.rows("day_table")[0] == "Activities, 2 sales, 5 seats, value 19,950.00, debited 17,850.00"
    assert any("Likely a top-up of 60,000.00." in each for each in robot.texts())
    robot.keys("F8")
    assert not robot.is_shown("day_debited")
    assert clerk.rows("day_table")[-1] == "Swaraj Dweep day return, 1 sale, 4 seats, value 9,885.75"
    assert not any("27,184" in each or "12,000" in each for each in clerk.everything().splitlines())
    robot.keys("F8", "Ctrl+Return")
    await robot.until(lambda: robot.focused == "closing_name")
    robot.keys("Return")
    assert robot.focused == "closing_name"
    robot.type("Asha")
    robot.keys("Return")
    await robot.until(lambda: clerk.text("day_state") == "Closed 11:44 by Asha")
    assert not robot.is_shown("day_close")
    robot.keys("Ctrl+Return")
    assert not robot.is_shown("ask_sheet")
    await sold(clerk, await clerk.counter.draft())
    robot.keys("Ctrl+Right")
    await robot.until(lambda: clerk.text("day_sold") == "1 booking")
    robot.keys("Ctrl+Left")
    await robot.until(lambda: clerk.text("day_sold") == "3 bookings")


@beside_others
async def test_the_day_that_was_asked_about_is_closed_and_no_other(clerk: Traveller) -> None:
    robot, days = clerk.robot, clerk.counter.desk.day_close
    await open_day(clerk)
    asked = clerk.text("day_shown_here")
    # The day before is being read yet when the closing is asked for: what stands there is today.
    robot.keys("Ctrl+Left", "Ctrl+Return")
    assert robot.sees(f"Close {day_long(days.today)}?")
    robot.type("Asha")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("ask_sheet"))
    await clerk.readings_ended()
    assert clerk.text("day_shown_here") == asked
    assert (await days.view(days.today)).closed is not None
    assert (await days.view(days.today - timedelta(days=1))).closed is None


@beside_others
async def test_a_day_that_was_closed_too_early_is_opened_again_with_a_reason(
    clerk: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, days = clerk.robot, clerk.counter.desk.day_close
    monkeypatch.setattr(days, "_service_today", lambda: days.today - timedelta(days=1))
    await days.close(days.today, "Asha")
    await open_day(clerk)
    assert clerk.text("day_state").endswith("by Asha, ahead of its time")
    robot.click("day_reopen")
    await robot.until(lambda: robot.focused == "reopening_reason")
    robot.type("The clock was wrong")
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "reopening_name")
    robot.type("Meera")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("day_close"))
    assert not robot.is_shown("day_reopen")
    # The clocks disagree about the day: who closes it is told so, and closes it all the same.
    doubt = "This computer's clock is 24 h 0 min ahead of the service's."
    monkeypatch.setattr(days, "_doubt", lambda: doubt)
    robot.keys("F5")
    await clerk.readings_ended()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "closing_name")
    assert any(doubt in each for each in robot.texts())
    assert robot.sees("Close it all the same")
    robot.type("Asha")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("day_close"))


async def test_a_closing_that_is_left_closes_nothing(clerk: Traveller) -> None:
    robot, days = clerk.robot, clerk.counter.desk.day_close
    await open_day(clerk)
    clerk.counter.faults.slow("wallet_balance", 0.5)
    robot.keys("Ctrl+Return")
    robot.type("Asha")
    robot.keys("Return", "Escape")
    await clerk.readings_ended()
    assert (await days.view(days.today)).closed is None
    assert robot.is_shown("day_close")


@beside_others
async def test_a_day_is_typed(clerk: Traveller) -> None:
    robot = clerk.robot
    await open_day(clerk)
    today = clerk.text("day_shown_here")
    robot.keys("Ctrl+T")
    assert robot.focused == "typed_day"
    robot.type("+1")
    robot.keys("Return")
    assert robot.sees("Type a day up to today")
    robot.keys("Ctrl+A")
    robot.type("yesterday")
    robot.keys("Return")
    await robot.until(lambda: clerk.text("day_shown_here") != today)
    assert not robot.is_shown("typed_day")
    robot.keys("Ctrl+T", "Escape")
    assert clerk.text("day_shown_here") != today
    robot.keys("Ctrl+T")
    robot.type("today")
    robot.keys("Return")
    await robot.until(lambda: clerk.text("day_shown_here") == today)


@beside_others
async def test_an_open_outcome_is_named_and_leads_to_where_it_is_settled(clerk: Traveller) -> None:
    robot, counter = clerk.robot, clerk.counter
    ready = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.after_work("create_booking", silent=False)
    await counter.desk.selling.book(ready, lambda _: None)
    await open_day(clerk)
    assert clerk.text("day_waiting") == "1 order has an unknown outcome."
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "settle_first")
    assert any("Settle it first: Discover scuba dive" in each for each in robot.texts())
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("outcome_page"))


@beside_others
async def test_clerks_are_added_and_take_over_from_anywhere(clerk: Traveller) -> None:
    robot, duty = clerk.robot, clerk.counter.desk.day_close.duty
    robot.keys("Alt+0")
    assert not robot.is_shown("ask_sheet")
    await duty.add("Asha Rao", "1111")
    await duty.add("Ravi", "2222")
    assert robot.find("rail_clerk").accessibleName() == "No clerk"
    robot.keys("Alt+0")
    await robot.until(lambda: robot.focused == "duty_pin")
    robot.type("9a999")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("This is nobody\u2019s PIN."))
    robot.type("1111")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("ask_sheet"))
    assert robot.find("rail_clerk").accessibleName() == "Asha Rao"
    clerk.time.passed += timedelta(minutes=1)
    await sold(clerk, await clerk.counter.draft())
    await open_day(clerk)
    assert clerk.rows("day_table")[-1].startswith("Asha Rao, 1 sale")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "closing_pin")
    robot.type("3333")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("nobody\u2019s PIN"))
    robot.type("2222")
    robot.keys("Return")
    await robot.until(lambda: clerk.text("day_state").endswith("by Ravi"))


@beside_others
async def test_a_shift_is_ended_without_a_successor(clerk: Traveller) -> None:
    robot, duty = clerk.robot, clerk.counter.desk.day_close.duty
    await duty.add("Asha Rao", "1111")
    robot.keys("Alt+0")
    await robot.until(lambda: robot.focused == "duty_pin")
    assert not robot.is_shown("other"), "there is no shift to end"
    robot.type("1111")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("ask_sheet"))
    clerk.time.passed += timedelta(minutes=1)
    robot.keys("Alt+0")
    await robot.until(lambda: robot.focused == "duty_pin")
    robot.keys("Tab")
    assert (robot.focused, robot.find("other", Button).label) == ("other", "End my shift")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("ask_sheet"))
    assert (duty.name, robot.find("rail_clerk").accessibleName()) == ("", "No clerk")
    assert robot.sees("Nobody is on duty.")
    clerk.time.passed += timedelta(minutes=1)
    await sold(clerk, await clerk.counter.draft())
    await open_day(clerk)
    assert clerk.text("day_sold") == "1 booking"
    assert not [row for row in clerk.rows("day_table") if "Asha" in row]


async def test_a_shift_that_cannot_be_ended_goes_on(
    clerk: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, duty = clerk.robot, clerk.counter.desk.day_close.duty
    await duty.add("Asha Rao", "1111")
    await duty.take_over("1111")

    async def fails() -> None:
        raise DeskError(Advice("The office\u2019s database is gone.", "", ""))

    monkeypatch.setattr(duty, "leave", fails)
    robot.keys("Alt+0")
    await robot.until(lambda: robot.focused == "duty_pin")
    robot.keys("Tab", "Space")
    await robot.until(lambda: robot.sees("database is gone"))
    assert (robot.is_shown("ask_sheet"), robot.focused, duty.name) == (True, "duty_pin", "Asha Rao")


async def write_day(clerk: Traveller, path: Path) -> None:
    """Have the day written there, whether it can be or not; the keyboard is in the table again."""
    robot = clerk.robot
    robot.keys("Ctrl+E")
    dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    robot.keys("Ctrl+E")
    dialog.fileSelected.emit(str(path))
    dialog.close()
    await clerk.readings_ended()
    clerk.window.activateWindow()
    await robot.until(clerk.window.isActiveWindow)
    robot.find("day_table").setFocus()


@beside_others
async def test_the_day_is_written_for_an_office_suite(clerk: Traveller) -> None:
    await sell_some(clerk)
    await open_day(clerk)
    plain, book = clerk.folder / "day.csv", clerk.folder / "day.xlsx"
    for path in (plain, book):
        await write_day(clerk, path)
    text = await asyncio.to_thread(plain.read_text, "utf-8-sig")
    sheets = CalamineWorkbook.from_filelike(io.BytesIO(await asyncio.to_thread(book.read_bytes)))
    assert sheets.sheet_names == ["2030-11-21", "Wallet", "Ledger"]
    (*_, count) = sheets.get_sheet_by_name("Ledger").to_python()
    assert "could not be." in str(count[0])
    of_book = [[str(cell) for cell in row] for row in sheets.get_sheet_by_index(0).to_python()]
    for rows in (list(csv.reader(text.splitlines())), of_book):
        assert [row[1] for row in rows] == ["What", "Booking", "Booking", "Booking", "Cancellation"]
        assert [float(row[10]) for row in rows[1:4]] == [10710, 7140, 9334.5]
    await write_day(clerk, clerk.folder / "nowhere" / "day.csv")
    await clerk.robot.until(lambda: clerk.robot.sees("The file could not be written"))


@beside_others
async def test_the_day_is_printed_as_text_that_can_be_read(clerk: Traveller) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    desk.rules.branding = Branding(agency="<b>Blue Bay</b> Tours")
    await sell_some(clerk)
    await open_day(clerk)
    robot.keys("P")
    dialog = await robot.until(lambda: robot.find("print_choice", QPrintDialog))
    robot.keys("P")
    dialog.close()
    path = clerk.folder / "day.pdf"
    view = await desk.day_close.view(desk.day_close.today)
    paint_day(QPdfWriter(str(path)), view, desk.rules.branding.agency, is_practice=True)
    text = await asyncio.to_thread(_text_of, path)
    for told in (
        "PRACTICE",
        "<b>Blue Bay</b> Tours, Day close",
        "Thu 21 Nov 2030",
        "Not closed yet",
        "Swaraj Dweep day return",
        "27,184.50",
        "Opening balance, 10:42",
        "Likely a top-up of 60,000.00.",
        "PRACTICE-RF-",
    ):
        assert told in text
    closed = await desk.day_close.close(desk.day_close.today, "Asha")
    view = await desk.day_close.view(desk.day_close.today)
    assert view.closed == closed
    paint_day(QPdfWriter(str(path)), view, "", is_practice=False)
    text = await asyncio.to_thread(_text_of, path)
    assert "Closed by Asha at 11:44" in text
    assert "PRACTICE." not in text


async def test_paper_and_file_say_that_they_show_net_before_they_are_made(clerk: Traveller) -> None:
    robot = clerk.robot
    await open_day(clerk)
    robot.keys("F8", "P")
    dialog = await robot.until(lambda: robot.find("print_choice", QPrintDialog))
    assert robot.sees("The printed day shows net, which is hidden here.")
    dialog.close()
    robot.keys("Ctrl+E")
    chooser = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    assert robot.sees("The exported day shows net, which is hidden here.")
    chooser.close()


async def test_an_entry_of_the_ledger_that_nobody_made_is_shown_printed_and_written(
    clerk: Traveller,
) -> None:
    robot, world = clerk.robot, clerk.counter.world
    await sell_some(clerk)
    await open_day(clerk)
    assert robot.sees("4 entries of the ledger were compared, ")
    assert clerk.text("day_agrees") == "Agrees"
    pnr = world.bookings[0].ref
    gone = world.cancel(CancelOrder("somebody", pnr, OrderModule.ACTIVITY, 1))
    clerk.time.passed += timedelta(minutes=10)
    robot.keys("F5")
    moved = formats.amount(rupees(gone.refund + gone.charge))
    told = f"The ledger has {moved} (somebody, REFUND, INR) for {pnr}, which no desk"
    await robot.until(lambda: robot.sees(told))
    assert clerk.text("day_agrees") == "Ledger differs"
    robot.keys("F8")
    assert not robot.sees(told)
    # Where the comparison is a drawer, its end stands in the bar: a day is closed with that in sight.
    clerk.window.resize(820, 600)
    await robot.until(lambda: not robot.is_shown("day_agrees"))
    assert "Ledger differs" not in robot.texts()
    robot.keys("F8")
    assert "Ledger differs" in robot.texts()
    clerk.window.resize(*DRAWN)
    days = clerk.counter.desk.day_close
    printed = document_of(await days.view(days.today), "A", is_practice=False)
    assert told in printed.toPlainText()
    path = clerk.folder / "day.csv"
    await write_day(clerk, path)
    assert told in await asyncio.to_thread(path.read_text, "utf-8-sig")


def _text_of(path: Path) -> str:
    document: Any = pypdfium2.PdfDocument(path.read_bytes())
    pages = [document.get_page(number).get_textpage() for number in range(len(document))]
    texts = [page.get_text_range() for page in pages]
    document.close()
    return " ".join(" ".join(texts).split())


@beside_others
async def test_a_day_that_was_left_open_is_told_in_the_morning(clerk: Traveller) -> None:
    await sell_some(clerk)
    clerk.time.passed += timedelta(days=1)
    robot, watch = clerk.robot, ClerkWatch(clerk.window, clerk.counter.desk)
    await watch.begin()
    assert any("Thu 21 Nov 2030 was not closed." in each for each in robot.texts())
    await open_day(clerk)
    robot.keys("Ctrl+Left")
    await robot.until(lambda: clerk.text("day_sold") == "3 bookings")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "closing_name")
    robot.type("Asha")
    robot.keys("Return")
    await robot.until(lambda: not any("was not closed" in each for each in robot.texts()))
    watch.end()


@beside_others
async def test_of_many_open_days_the_oldest_are_named(clerk: Traveller) -> None:
    for _ in range(5):
        await clerk.counter.sell(qty=1)
        clerk.time.passed += timedelta(weeks=1)
    watch = ClerkWatch(clerk.window, clerk.counter.desk)
    await watch.begin()
    (told,) = (each for each in clerk.robot.texts() if "was not closed" in each)
    days = [f"Thu {day} 2030 was not closed." for day in ("21 Nov", "28 Nov", "5 Dec")]
    assert told.startswith(" ".join((*days, "2 more days.")))
    watch.end()


async def test_the_sums_of_the_wallet_hold_all_that_is_expected(open_robot: Open) -> None:
    rows = [sale(10, from_cash=None, from_credit=None), cancellation(15)]
    report = day_report(SPAN, rows, [reading(0, "60"), reading(20, "30", "20")])
    check = WalletCheck()
    check.show_view(DayClosing(report, None, (), may_go_on=False))
    robot = await open_robot(check)
    assert robot.sees("Sales, refunds and changes together")
    assert robot.sees("Not stated")
    assert robot.sees("\u221230.00")


@pytest.mark.parametrize(
    "readings",
    [
        (reading(0, "60"), reading(20, "30", "20")),
        (reading(0, "900"), reading(8, "800"), reading(12, "790")),
    ],
)
async def test_each_sentence_about_the_wallet_stands_on_paper_too(
    readings: Sequence[DayReading], open_robot: Open
) -> None:
    rows = [sale(5), cancellation(15), sale(30)]
    view = DayClosing(day_report(SPAN, rows, readings), None, (), may_go_on=False)
    check = WalletCheck()
    check.show_view(view)
    robot = await open_robot(check)
    on_paper = document_of(view, "A", is_practice=False).toPlainText()
    told = [each for each in robot.texts() if each.endswith(".") and each not in on_paper]
    # That is of this moment, and not of the day.
    assert told == ["No order has an unknown outcome."]


@beside_others
async def test_a_day_says_what_cannot_be_told(clerk: Traveller) -> None:
    robot, desk, time = clerk.robot, clerk.counter.desk, clerk.time
    receipt = await sold(clerk, await clerk.counter.draft(qty=3))
    time.passed += timedelta(minutes=5)
    sale = next(each for each in all_sales(desk.bookings) if each.booking_ref == receipt.booking_ref)
    clerk.counter.world.set_wallet(cash=50000, credit_left=40000)
    await desk.cancellation.confirm(await accepted_seats(desk, booking_of(sale), 1), lambda _: None)
    time.passed += timedelta(minutes=5)
    await desk.wallet.read()
    clerk.counter.faults.after_work("create_booking", silent=False)
    time.passed += timedelta(minutes=5)
    await desk.selling.book(await desk.selling.preflight(await clerk.counter.draft(number=1)), lambda _: None)
    time.passed += timedelta(minutes=5)
    await open_day(clerk)
    assert clerk.text("day_agrees") == "Cannot be told"
    told = [each for each in robot.texts() if " to " in each]
    assert any("A refund in between hides how it fell" in each for each in told)
    assert any("an amount of our own is not known" in each for each in told)
    assert robot.sees("Refunds and changes together")
    robot.find("day_wallet").setFocus(Qt.FocusReason.TabFocusReason)
    robot.keys("End", "X")
    assert robot.focused == "day_wallet"
    side = robot.find("day_wallet", WalletCheck)
    bar = next(each.verticalScrollBar() for each in side.findChildren(Scroller) if each.isVisible())
    scrolled = bar.value()
    assert scrolled > 0
    view = await desk.day_close.view(desk.day_close.today)
    # It is shown anew while what stands around it grows or shrinks.
    side.show_view(view)
    clerk.window.resize(clerk.window.width(), clerk.window.height() - 20)
    assert bar.value() == scrolled
    path = clerk.folder / "day.pdf"
    paint_day(QPdfWriter(str(path)), view, "", is_practice=True)
    assert "this cannot be told" in await asyncio.to_thread(_text_of, path)


async def test_a_day_is_shown_without_a_line_and_closed_with_one(clerk: Traveller) -> None:
    robot = clerk.robot
    await sell_some(clerk)
    clerk.counter.server.stop()
    robot.keys("Alt+4")
    await robot.until(lambda: robot.is_shown("day_agrees"))
    await clerk.readings_ended()
    assert any("could not be read" in each or "cannot be" in each for each in robot.texts())
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "closing_name")
    robot.type("Asha")
    robot.keys("Return")
    await robot.until(lambda: clerk.text("closing_name_note") != "")
    robot.keys("Escape")
    assert robot.is_shown("day_close")


async def test_a_clerk_who_comes_back_types_a_pin_that_is_free(clerk: Traveller) -> None:
    robot, duty = clerk.robot, clerk.counter.desk.day_close.duty
    await duty.add("Asha", "1111")
    await duty.take_off("Asha")
    await duty.add("Vikram", "1111")
    page = Page()
    page.setLayout(column(ClerkSettings(clerk.counter.desk.day_close), None, margins=(20, 20, 20, 20)))
    clerk.window.show_page(page)
    await robot.until(lambda: robot.sees("Take back"))
    robot.click("take_off_0")
    await _is_in_charge(robot, "1111")
    await robot.until(lambda: robot.focused == "new_pin")
    robot.type("1111")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("This PIN cannot be used. Choose another."))
    assert await duty.who("1111") == "Vikram"
    robot.type("2222")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("ask_sheet"))
    assert await duty.who("2222") == "Asha"
    assert not robot.sees("Take back")
    clerk.window.drop_page(page)


async def _is_in_charge(robot: Robot, pin: str) -> None:
    """Give the PIN of a person in charge."""
    await robot.until(lambda: robot.focused == "charge_pin")
    robot.type(pin)
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("take_charge_pin"))


async def test_clerks_are_the_business_of_who_is_in_charge(clerk: Traveller) -> None:
    robot, duty = clerk.robot, clerk.counter.desk.day_close.duty
    await duty.add("Asha", "1111")
    await duty.add("Ravi", "2222")
    page = Page()
    page.setLayout(column(ClerkSettings(clerk.counter.desk.day_close), None, margins=(20, 20, 20, 20)))
    clerk.window.show_page(page)
    await robot.until(lambda: robot.is_shown("in_charge_1"))
    robot.click("in_charge_1")
    await robot.until(lambda: robot.focused == "charge_pin")
    assert robot.sees("This is for Asha. It is asked once, until Settings is left.")
    robot.type("2222")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Ravi is not in charge."))
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("take_charge_pin"))
    assert duty.in_charge == ("Asha",)
    robot.find("in_charge_1").setFocus()
    robot.keys("Space")
    await _is_in_charge(robot, "1111")
    await robot.until(lambda: duty.in_charge == ("Asha", "Ravi"))
    await robot.until(lambda: clerk.text("in_charge_1") == "Not in charge")
    # The rows are new ones: the keyboard is where it was.
    assert robot.focused == "in_charge_1"
    told = robot.find("office_changes", Timeline)
    await robot.until(lambda: "Ravi was put in charge." in told.accessibleName())
    assert "Asha" in told.accessibleName()
    # Asked once a visit.
    robot.click("take_off_0")
    await robot.until(lambda: robot.sees("Has Asha left?"))
    robot.keys("Escape")
    await robot.until(lambda: not robot.sees("Has Asha left?"))
    assert duty.has_clerks
    clerk.window.drop_page(page)


async def test_a_complaint_stays_when_the_clerks_are_read_behind_it(
    clerk: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, duty = clerk.robot, clerk.counter.desk.day_close.duty
    begin, may_read, has_read = duty.begin, asyncio.Event(), asyncio.Event()

    async def begin_late() -> None:
        await may_read.wait()
        await begin()
        has_read.set()

    monkeypatch.setattr(duty, "begin", begin_late)
    page = Page()
    page.setLayout(column(ClerkSettings(clerk.counter.desk.day_close), None, margins=(20, 20, 20, 20)))
    clerk.window.show_page(page)
    robot.click("clerk_name")
    robot.type("Asha")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("A PIN has four to eight digits."))
    may_read.set()
    await has_read.wait()
    assert robot.sees("A PIN has four to eight digits.")
    clerk.window.drop_page(page)


async def test_clerks_are_kept_in_the_settings(clerk: Traveller) -> None:
    robot, duty = clerk.robot, clerk.counter.desk.day_close.duty
    section = ClerkSettings(clerk.counter.desk.day_close)
    page = Page()
    page.setLayout(column(section, None, margins=(20, 20, 20, 20)))
    clerk.window.show_page(page)
    await robot.until(lambda: robot.sees("There are no clerks yet."))
    robot.click("clerk_name")
    robot.type("Asha")
    robot.keys("Tab")
    robot.type("11")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("A PIN has four to eight digits."))
    robot.type("11")
    robot.keys("Return", "Return")
    await robot.until(lambda: robot.is_shown("new_pin_0"))
    robot.keys("Return")
    assert await duty.who("1111") == "Asha"
    # An Enter too many, before somebody is added and behind it, is none.
    assert not robot.sees("A clerk needs a name.")
    assert not robot.sees("There is a clerk of this name already.")
    assert duty.clerks == (DutyClerk("Asha", is_active=True, is_in_charge=True),)
    robot.click("new_pin_0")
    await _is_in_charge(robot, "1111")
    await robot.until(lambda: robot.focused == "new_pin")
    robot.type("22")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("A PIN has four to eight digits."))
    robot.type("2222")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("ask_sheet"))
    assert await duty.who("2222") == "Asha"
    robot.click("take_off_0")
    await robot.until(lambda: robot.sees("Has Asha left?"))
    robot.keys("Tab", "Return")
    await robot.until(lambda: not duty.has_clerks)
    await robot.until(lambda: robot.sees("Take back"))
    assert robot.sees("Left the agency")
    clerk.window.drop_page(page)


@beside_others
async def test_without_the_offices_database_the_day_is_this_desks_alone(
    clerk: Traveller, tmp_path: Path
) -> None:
    robot, sharing = clerk.robot, clerk.counter.desk.local_cache.sharing
    await sell_some(clerk)
    line = Line(tmp_path / "server")
    line.is_cut = True
    sharing.use(line.open)
    await robot.until(lambda: line.tries)
    await open_day(clerk)
    assert clerk.text("day_state") == clerk.text("day_agrees") == "This desk only"
    assert robot.sees("The office's database is away. This is this desk only.")
    assert clerk.text("day_sold") == "3 bookings"
    assert not robot.is_shown("day_close")
    robot.keys("Ctrl+Return")
    assert not robot.is_shown("ask_sheet")
    printed = document_of(
        await clerk.counter.desk.day_close.view(clerk.counter.desk.day_close.today), "A", is_practice=False
    )
    assert "What other desks sold and cancelled is missing here." in printed.toPlainText()
    sharing.use(None)
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("day_close"))
    assert not robot.sees("The office's database is away. This is this desk only.")

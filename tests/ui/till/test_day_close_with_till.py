"""The day close of a counter with a till: the other tab, what it says, and what goes out of it."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QDialog, QFileDialog, QListView
from python_calamine import CalamineWorkbook

from app.desk.day_close.values import DayReport
from app.desk.till.till_day import TillDay
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.taking_payment import TILL
from tests.ui.test_accessibility import to_booked
from tests.ui.till.test_till_page import pay, record


async def to_till_day(clerk: Clerk) -> None:
    """The day at the till, as it is read."""
    robot = clerk.robot
    robot.keys("Alt+4")
    await robot.until(lambda: robot.is_shown("day_table"))
    robot.keys("Ctrl+2")
    await robot.until(lambda: robot.is_shown("way_table") and bool(clerk.rows("way_table")))
    await settled(clerk)


@beside_others
async def test_the_day_at_the_till_stands_beside_that_of_the_products(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    await to_till_day(clerk)
    assert robot.focused == "way_table"
    cash, upi, *_, every = clerk.rows("way_table")
    assert cash == (
        "Cash, Receipts 1, Taken 4,410.00, Given back 0.00, Net 4,410.00, Checked \u2013, Difference \u2013"
    )
    assert upi.startswith("UPI, Receipts 0, Taken 0.00")
    assert every.startswith("All, Receipts 1, Taken 4,410.00")
    assert (clerk.text("till_took"), clerk.text("till_owed")) == ("4,410.00", "0.00")
    assert clerk.text("till_unrecorded") == "0.00"
    assert clerk.text("till_numbers").endswith("000001")
    assert not robot.is_shown("day_debited")
    # A sale while the page is open: nothing is recorded of it.
    await clerk.counter.sell()
    robot.keys("F5")
    await robot.until(lambda: clerk.text("till_sold") == "2 bookings")
    await robot.until(lambda: clerk.text("till_unrecorded") != "0.00")
    assert robot.sees("Owed, not recorded: 1 sale")
    assert clerk.text("till_owed") == clerk.text("till_unrecorded")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("closing_name"))
    assert f"At the till 1 sale is not recorded: {clerk.text('till_unrecorded')}." in clerk.everything()
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("closing_name"))
    robot.keys("Ctrl+1")
    assert robot.is_shown("day_table")
    assert robot.is_shown("day_debited")
    assert not robot.is_shown("way_table")
    robot.keys("F8")
    assert not robot.is_shown("day_debited")
    robot.keys("Ctrl+2")
    assert robot.is_shown("till_took")
    assert not robot.is_shown("day_debited")


async def test_on_a_small_screen_a_closed_day_says_who_closed_it(tmp_path: Path) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        robot, days = clerk.robot, clerk.counter.desk.day_close
        clerk.counter.desk.rules.till = TILL
        clerk.routing.obey_rules()
        await clerk.list_read()
        clerk.window.resize(1024, 560)
        await to_till_day(clerk)
        assert not robot.sees("Closed ")
        await days.close(days.today, "Asha")
        robot.keys("F5")
        await robot.until(lambda: robot.sees(" by Asha"))
        assert not robot.is_shown("day_state")
        clerk.window.resize(1366, 720)
        await robot.until(lambda: clerk.text("day_state").endswith(" by Asha"))


async def test_on_a_small_screen_the_keys_reach_all_of_it(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.list_read()
    clerk.window.resize(1024, 560)
    await to_till_day(clerk)
    assert not robot.is_shown("day_state")
    # A dash stood in its place while it was read, and the room has changed since.
    clerk.window.resize(1366, 720)
    clerk.window.resize(1024, 560)
    await robot.until(lambda: not robot.is_shown("day_state"))
    assert clerk.text("till_sold") == "0 bookings"
    # The figures were filled in before they came on screen.
    for name in ("till_took", "till_owed", "till_back"):
        figure = robot.find(name)
        assert figure.width() >= figure.sizeHint().width()
    view = robot.find("way_table", QListView)

    def is_row_seen() -> bool:
        rect, inside = view.visualRect(view.currentIndex()), view.visibleRegion().boundingRect()
        return inside.contains(rect.adjusted(0, 1, 0, -1))

    for _ in range(5):
        robot.keys("Down")
        assert is_row_seen()
    # Behind the last row the same key scrolls.
    told = robot.find("till_unrecorded")
    for _ in range(20):
        robot.keys("Down")
    assert told.visibleRegion().boundingRect().height() == told.height()
    robot.keys("Home")
    assert is_row_seen()


async def test_the_drawer_is_counted_from_there(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.list_read()
    await to_till_day(clerk)
    assert robot.sees("Nothing was done at the drawer.")
    robot.keys("C")
    await robot.until(lambda: robot.focused == "note_500")
    robot.type("2")
    await robot.until_armed("record_count")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("difference"))
    await to_till_day(clerk)
    assert "Checked 1,000.00, Difference 1,000.00" in clerk.rows("way_table")[0]
    assert robot.sees("Difference")


@beside_others
async def test_nothing_of_another_day_stands_while_one_is_read(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, owing = clerk.robot, clerk.counter.desk.owing
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    await to_till_day(clerk)
    read, released = owing.day, asyncio.Event()

    async def slowly(report: DayReport, desk: str, *, is_now: bool) -> TillDay:
        await released.wait()
        return await read(report, desk, is_now=is_now)

    monkeypatch.setattr(owing, "day", slowly)
    robot.keys("Ctrl+Left")
    await robot.until(lambda: clerk.text("till_took") == "\u2013")
    assert clerk.rows("way_table") == []
    assert not robot.is_shown("till_unrecorded")
    # The paper waits for it.
    robot.keys("P")
    await asyncio.sleep(0)
    assert not robot.is_shown("print_choice")
    released.set()
    await robot.until(lambda: clerk.text("till_took") == "0.00")
    dialog = await robot.until(lambda: robot.find("print_choice", QPrintDialog))
    dialog.close()


async def test_the_payment_of_a_booking_ends_with_its_cancellation(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk, "1000")
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("Delete")
    await robot.until_armed("spend")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    robot.keys("Alt+1")
    await clerk.list_read()
    assert not robot.is_shown("payment_page")


@beside_others
async def test_a_book_that_cannot_be_read_is_said_and_nothing_of_before_stays(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    await to_till_day(clerk)
    assert clerk.text("till_took") == "4,410.00"
    await clerk.counter.desk.till.close()
    robot.keys("F5")
    await robot.until(lambda: robot.sees("whose data is on this computer"))
    assert clerk.rows("way_table") == []
    assert clerk.text("till_took") == "\u2013"
    assert clerk.text("till_numbers") == ""
    assert not robot.is_shown("till_unrecorded")


async def test_a_till_that_cannot_be_read_is_said_in_the_file(clerk: Clerk, tmp_path: Path) -> None:
    await clerk.list_read()
    await to_till_day(clerk)
    await clerk.counter.desk.till.close()
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("whose data is on this computer"))
    plain, paper = tmp_path / "till.csv", tmp_path / "day.pdf"
    await write(clerk, plain)
    assert "whose data is on this computer" in await asyncio.to_thread(plain.read_text, "utf-8-sig")
    clerk.robot.keys("P")
    dialog = await clerk.robot.until(lambda: clerk.robot.find("print_choice", QPrintDialog))
    dialog.printer().setOutputFileName(str(paper))
    dialog.done(QDialog.DialogCode.Accepted)
    assert "whose data is on this computer" in await asyncio.to_thread(text_of, paper)


@beside_others
async def test_no_day_is_written_under_the_name_of_another(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    robot, owing, path = clerk.robot, clerk.counter.desk.owing, tmp_path / "day.csv"
    await to_booked(clerk)
    await to_till_day(clerk)
    read, released = owing.day, asyncio.Event()

    async def slowly(report: DayReport, desk: str, *, is_now: bool) -> TillDay:
        await released.wait()
        return await read(report, desk, is_now=is_now)

    monkeypatch.setattr(owing, "day", slowly)
    robot.keys("Ctrl+Left")
    await robot.until(lambda: clerk.text("till_took") == "\u2013")
    await robot.until(lambda: "of the ledger" not in clerk.everything())
    robot.keys("Ctrl+E")
    dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    clerk.window.activateWindow()
    await robot.until(clerk.window.isActiveWindow)
    robot.keys("Ctrl+Right")
    # Before the other day is shown, the former one may still be written: under its own name.
    await robot.until(lambda: "of the ledger was compared" in clerk.everything())
    released.set()
    await robot.until(lambda: clerk.text("till_sold") == "1 booking")
    await settled(clerk)
    assert not await asyncio.to_thread(path.exists)


async def test_the_till_goes_into_the_file_and_on_paper(clerk: Clerk, tmp_path: Path) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    await to_till_day(clerk)
    plain, book, paper = tmp_path / "till.csv", tmp_path / "day.xlsx", tmp_path / "day.pdf"
    for path in (plain, book):
        await write(clerk, path)
    rows = list(csv.reader((await asyncio.to_thread(plain.read_text, "utf-8-sig")).splitlines()))
    assert rows[0][:3] == ["Way of paying", "Receipts", "Taken"]
    assert [float(each) for each in rows[1][1:3]] == [1, 4410]
    assert ["Owed, not recorded", "0.00"] in rows or ["Owed, not recorded", "0"] in rows
    sheets = CalamineWorkbook.from_filelike(io.BytesIO(await asyncio.to_thread(book.read_bytes)))
    assert sheets.sheet_names[-2:] == ["Ways of paying", "Till"]
    assert sheets.get_sheet_by_name("Ways of paying").to_python()[1][:3] == ["Cash", 1, 4410]
    # The tab of the products has its own table.
    robot.keys("Ctrl+1")
    await write(clerk, plain)
    assert (await asyncio.to_thread(plain.read_text, "utf-8-sig")).startswith('"Time","What","PNR"')
    robot.keys("P")
    dialog = await robot.until(lambda: robot.find("print_choice", QPrintDialog))
    dialog.printer().setOutputFileName(str(paper))
    dialog.done(QDialog.DialogCode.Accepted)
    text = await asyncio.to_thread(text_of, paper)
    assert "Way of paying Receipts Taken Given back Net Checked Difference Cash 1 4,410.00" in text
    assert "Do sales and till agree? Sales value 4,410.00" in text
    assert "Owed, not recorded 0.00" in text
    # Nothing was done at the drawer, and nothing is said of it.
    assert "Drawer" not in text


async def test_of_the_till_a_workbook_alone_shows_net(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_till_day(clerk)
    robot.keys("F8", "Ctrl+E")
    dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    dialog.close()
    assert robot.sees("A workbook of the day shows net, which is hidden here. A CSV of the till does not.")


async def settled(clerk: Clerk) -> None:
    """Wait until nothing is read for the page any more."""
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()


def text_of(path: Path) -> str:
    """The text of a PDF, by an independent reader."""
    document: Any = pypdfium2.PdfDocument(path.read_bytes())
    pages = [document.get_page(number).get_textpage() for number in range(len(document))]
    texts = [page.get_text_range() for page in pages]
    document.close()
    return " ".join(" ".join(texts).split())


async def write(clerk: Clerk, path: Path) -> None:
    """Write the day into a file."""
    robot = clerk.robot
    robot.keys("Ctrl+E")
    dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    await settled(clerk)
    clerk.window.activateWindow()
    await robot.until(clerk.window.isActiveWindow)

"""The bookings by keyboard: found, read again, looked up elsewhere, and more of them as one goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QRect
from PySide6.QtWidgets import QListView

from app.desk.bookings.booking_values import BookPage, Cursor, SaleStanding, Wanted
from app.desk.cancellation.refund_quote import Booking
from app.desk.model.sale import Sale
from app.lifecycle.connection import memory_of
from app.practice.world import world
from app.practice.world.orders import CancelOrder, OrderModule
from app.store.register.register import KeptSale, Register
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.bookings.sale_detail import has_voucher
from app.ui.bookings.sales_list import SalesList
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.lists import table
from app.ui.kit.lists.timeline import Timeline
from app.ui.window.main_window import SMALLEST
from tests.support.counter import Counter, accepted_seats, open_counter, open_desk, tomorrow_at_ten
from tests.support.desk.all_sales import all_sales
from tests.support.desk.virtual_time import nobody
from tests.support.proof import beside_others
from tests.support.ui.selling import spoken_rows
from tests.support.ui.stage import Stage, open_stage

DAY = tomorrow_at_ten().date()


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncGenerator[Stage]:
    """A window on a counter with a register."""
    folder = tmp_path / "desk"
    async with open_stage(folder, local_cache=memory_of(folder)) as stage:
        yield stage


def _old_sales(count: int) -> list[KeptSale]:
    """Sales of another desk of the office, one an hour."""
    at = tomorrow_at_ten() - timedelta(days=20)
    return [
        KeptSale(
            request_id=f"other-{number}",
            module="ACTIVITY",
            product_id="7",
            title="Kayak trip",
            day=at.date(),
            window="09:00 \u2013 10:00",
            qty=2,
            booking_ref=f"OLD{number:04}",
            customer_name="Deepa Krishnan",
            customer_phone="9443207781",
            customer_email="",
            sold_at=at - timedelta(hours=number),
            standing=SaleStanding.CANCELLED if number % 10 == 0 else SaleStanding.BOOKED,
            desk="another",
        )
        for number in range(count)
    ]


def _keep(counter: Counter, count: int) -> None:
    register = Register.open(counter.folder)
    register.keep(_old_sales(count))
    register.close()


def _events(stage: Stage) -> str:
    return "; ".join(
        each.accessibleName() for each in stage.window.findChildren(Timeline) if each.isVisible()
    )


@beside_others
async def test_f5_asks_the_service_and_its_words_stay(stage: Stage) -> None:
    receipt = await stage.counter.sell()
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.sees(receipt.booking_ref))
    stage.robot.keys("F5")
    await stage.robot.until(lambda: "Service says Confirmed, Paid" in _events(stage))
    await stage.robot.until(lambda: stage.robot.sees("The service\u2019s account"))
    assert "Booked and settled" in _events(stage)
    assert "Sent to the service" not in _events(stage)
    stage.robot.keys("F8")
    assert not stage.robot.sees("The service\u2019s account")
    assert not stage.robot.sees("Wallet pays")
    stage.robot.keys("F8")
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    stage.window.drop_page(page)
    await stage.robot.until(lambda: stage.robot.sees("Settled"))


async def test_what_another_counter_cancelled_is_not_called_booked(stage: Stage) -> None:
    robot, world = stage.robot, stage.counter.world
    receipt = await stage.counter.sell(qty=2)
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await robot.until(lambda: "Booked" in stage.rows()[-1])
    for number, seats, words in (
        ("other-1", "2 seats, how many are left is not known", "Partly cancelled"),
        ("other-2", "0 of 2 seats", "Cancelled"),
    ):
        world.cancel(CancelOrder(number, receipt.booking_ref, OrderModule.ACTIVITY, 1))
        robot.find("check_status", Button).click()
        await robot.until(lambda words=words: f", {words}" in stage.rows()[-1])
        assert seats in stage.rows()[-1]
        assert not robot.sees("Booked, ")
    robot.keys("Delete")
    await robot.until(lambda: robot.sees("Cancelled: nothing of it can be cancelled here."))


async def test_what_another_counter_cancelled_beside_this_one_is_known_in_the_row(stage: Stage) -> None:
    robot, desk = stage.robot, stage.counter.desk
    receipt = await stage.counter.sell(qty=3)
    booking = Booking(receipt.booking_ref, is_boat=False, qty=3)
    await desk.cancellation.confirm(await accepted_seats(desk, booking, 1), nobody)
    stage.show(BookingsPage(desk.bookings, desk.reader))
    await robot.until(lambda: "2 of 3 seats" in stage.rows()[-1])
    assert "are left of it" in stage.rows()[-1]
    stage.counter.world.cancel(CancelOrder("other", receipt.booking_ref, OrderModule.ACTIVITY, 1))
    robot.keys("F5")
    await robot.until(lambda: "3 seats, how many are left is not known" in stage.rows()[-1])
    # Nor is it known what is left of the debit; and it is not forgotten with the page.
    assert "are left of it" not in stage.rows()[-1]
    stage.show(BookingsPage(desk.bookings, desk.reader))
    await robot.until(lambda: "3 seats, how many are left is not known" in stage.rows()[-1])


async def test_what_another_desk_sells_while_the_list_is_read_is_in_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = stage.counter.desk.bookings
    has_read, may_show, read = asyncio.Event(), asyncio.Event(), books.page

    async def read_slowly(wanted: Wanted, after: Cursor | None = None) -> BookPage:
        found = await read(wanted, after)
        has_read.set()
        await may_show.wait()
        return found

    monkeypatch.setattr(books, "page", read_slowly)
    page = BookingsPage(books, stage.counter.desk.reader)
    stage.show(page)
    await has_read.wait()
    await asyncio.to_thread(_keep, stage.counter, 1)
    page.office_changed.emit()
    may_show.set()
    await stage.robot.until(lambda: stage.robot.is_shown("sales_list"))
    assert "OLD0000" in "".join(stage.rows())


async def test_what_was_erased_by_age_is_said_above_the_list(stage: Stage) -> None:
    erased = "9 customers, older than 30 days, erased as set in Settings."
    stage.counter.desk.bookings.note_erased(erased)
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: stage.robot.sees(erased))


async def test_a_service_that_does_not_answer_is_told_beside_the_button(stage: Stage) -> None:
    other, receipt = [await stage.counter.sell() for _ in range(2)]
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: stage.robot.sees(receipt.booking_ref))
    stage.counter.faults.before_work("booking_status", silent=False, times=None)
    stage.robot.find("check_status", Button).click()
    await stage.robot.until(lambda: stage.robot.sees("could not be read"))
    assert stage.robot.is_shown("check_status")
    # Of another booking nothing was asked.
    stage.robot.keys("Down")
    assert stage.robot.sees(other.booking_ref)
    assert not stage.robot.sees("could not be read")


async def test_a_status_that_comes_late_is_not_shown_at_another_booking(stage: Stage) -> None:
    other, receipt = [await stage.counter.sell() for _ in range(2)]
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.sees(receipt.booking_ref))
    held = stage.counter.faults.hold("booking_status")
    stage.robot.keys("F5", "Down")
    assert stage.robot.find("detail_pnr").property("text") == other.booking_ref
    held.set_result(None)
    await page.tasks.finish()
    assert stage.robot.find("detail_pnr").property("text") == other.booking_ref
    assert "Service says" not in _events(stage)


async def test_the_voucher_of_what_is_booked_is_shown_or_printed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt = await stage.counter.sell()
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    asked, told = list[tuple[str, bool]](), list[str]()

    def note(sale: Sale, prints: object) -> None:
        asked.append((sale.standing, bool(prints)))

    page.voucher_asked.connect(note)
    monkeypatch.setattr(stage.window, "say", told.append)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.is_shown("voucher"))
    stage.robot.keys("V", "P")
    assert asked == [(SaleStanding.BOOKED, False), (SaleStanding.BOOKED, True)]
    # What a key cannot do for a cancelled booking is said.
    desk = stage.counter.desk
    booking, _ = await desk.cancellation.find(receipt.booking_ref, is_boat=False)
    await desk.cancellation.confirm(await accepted_seats(desk, booking, booking.qty or 0), nobody)
    stage.robot.keys("F5")
    sales = stage.robot.find("sales_list", SalesList)
    await stage.robot.until(lambda: sales.current is not None and not has_voucher(sales.current))
    stage.robot.keys("V", "P", "Delete")
    no_voucher = "Cancelled: it has no voucher."
    assert told == [no_voucher, no_voucher, "Cancelled: nothing of it can be cancelled here."]
    assert len(asked) == 2


async def test_what_can_be_done_with_a_booking_stands_below_it_in_the_least_window(stage: Stage) -> None:
    await stage.counter.sell()
    stage.window.resize(*SMALLEST)
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: stage.robot.is_shown("facts"))
    ways = ("voucher", "check_status", "cancel_booking")
    await stage.robot.until(lambda: all(map(stage.robot.is_shown, ways)))


async def test_a_booking_of_another_counter_is_opened_by_its_pnr(stage: Stage, tmp_path: Path) -> None:
    async with open_desk(tmp_path / "other", stage.counter.server) as other:
        receipt = await other.sell()
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    stage.robot.keys("O")
    assert stage.robot.is_shown("look_up_sheet")
    stage.robot.keys("Return")
    assert stage.robot.sees("Type the PNR: 4 to 20 letters and digits.")
    stage.robot.type("NOSUCH1")
    stage.robot.keys("Return")
    await stage.robot.until(lambda: stage.robot.sees("There is no such booking"))
    stage.robot.keys("Ctrl+A")
    stage.robot.type(receipt.booking_ref)
    stage.robot.keys("Tab", "Right", "Left", "Return")
    await stage.robot.until(lambda: not stage.robot.is_shown("look_up_sheet"))
    await stage.robot.until(lambda: stage.robot.sees("It was looked up here"))
    assert stage.robot.sees(receipt.booking_ref)
    assert any("Looked up" in each for each in stage.rows())
    assert not stage.robot.is_shown("voucher")
    stage.robot.keys("O", "Escape")
    assert not stage.robot.is_shown("look_up_sheet")


def _with_zero(_module: object, _number: int) -> str:
    """A PNR with a letter that is easily misread, of which practice has none."""
    return "PRAC0RJ8"


async def test_a_misread_pnr_is_opened_and_said(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world, "pnr", _with_zero)
    async with open_desk(tmp_path / "other", stage.counter.server) as other:
        await other.sell()
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    told: list[str] = []
    monkeypatch.setattr(stage.window, "say", told.append)
    stage.robot.keys("O")
    stage.robot.type("PRACORJ8")
    stage.robot.keys("Return")
    await stage.robot.until(lambda: stage.robot.sees("It was looked up here"))
    assert stage.robot.sees("PRAC0RJ8")
    assert told == ["PRACORJ8 is not known. It was read as PRAC0RJ8."]


async def test_older_bookings_come_as_one_goes_on(stage: Stage) -> None:
    _keep(stage.counter, 150)
    receipt = await stage.counter.sell()
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.sees(receipt.booking_ref))
    view = stage.robot.find("sales_list", SalesList)
    for least in (61, 121, 151):
        stage.robot.keys("End")
        await stage.robot.until(lambda least=least: len(view.rows) >= least)
    assert len(view.rows) == 151
    assert page.chosen == "other-149"
    # News of the office leave as much of it as is shown, and what is chosen.
    await stage.counter.sell()
    page.office_changed.emit()
    await stage.robot.until(lambda: len(view.rows) == 152)
    assert page.chosen == "other-149"
    assert sum(int(each.rpartition(", ")[2]) for each in _headings(view)) == 152
    assert len(set(_headings(view))) == len(_headings(view))
    assert len(set(spoken_rows(view))) == view.model().rowCount()
    # Rows stand below the names of their columns, however long the list is.
    assert view.verticalScrollBar().maximum() > 0
    assert view.viewport().width() == view.width()


@beside_others
async def test_chips_and_words_narrow_the_list(stage: Stage) -> None:
    _keep(stage.counter, 30)
    await stage.counter.sell()
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: stage.robot.is_shown("sales_list"))
    view = stage.robot.find("sales_list", SalesList)
    await stage.robot.until(lambda: len(view.rows) == 31)
    stage.robot.find("filter_status", MenuChip).show_value(frozenset({SaleStanding.CANCELLED}))
    await stage.robot.until(lambda: len(view.rows) == 3)
    stage.robot.find("filter_status", MenuChip).clear()
    stage.robot.keys("Ctrl+F")
    stage.robot.type("944 3207 781")
    await stage.robot.until(lambda: len(view.rows) == 30)
    stage.robot.find("filter_sold", MenuChip).show_value((DAY, DAY))
    await stage.robot.until(lambda: stage.robot.sees("Nothing found"))


@beside_others
async def test_a_passenger_is_found_and_shown(stage: Stage) -> None:
    await stage.counter.book(await stage.counter.boat())
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: stage.robot.is_shown("sales_list"))
    stage.robot.keys("Ctrl+F")
    stage.robot.type("V\xd3GEL")
    row = "Arjun Nair, Passenger Jana Katharina Vogel, "
    await stage.robot.until(
        lambda: any(row in each for each in spoken_rows(stage.robot.find("sales_list", QListView)))
    )
    stage.robot.keys("Ctrl+A")
    stage.robot.type("qqq")
    await stage.robot.until(lambda: stage.robot.sees("names and notes were searched in trips from "))


async def test_a_booking_further_down_is_chosen_by_its_request(stage: Stage) -> None:
    _keep(stage.counter, 150)
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    stage.show(page)
    page.choose("other-140")
    await stage.robot.until(lambda: stage.robot.sees("OLD0140"))
    page.choose("nobody knows")
    await stage.robot.until(lambda: not page.tasks.is_running("sales"))
    assert stage.robot.sees("OLD0140")


async def test_a_register_that_cannot_be_used_is_said_above_the_journals_own(stage: Stage) -> None:
    receipt = await stage.counter.sell()
    (stage.counter.folder / "register.db").mkdir()
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: stage.robot.is_shown("register_trouble"))
    assert stage.robot.sees("These are the sales of the journal")
    assert stage.robot.sees(receipt.booking_ref)


def test_a_page_that_begins_in_the_middle_of_a_day_goes_on_with_it(sales: list[Sale]) -> None:
    view = SalesList()
    model, top = view.model(), QModelIndex()
    view.begin((), sales[:3], DAY, has_more=True)
    # How many the day has is not known yet.
    assert [each.count(", ") for each in _headings(view)] == [1]
    assert model.canFetchMore(top)
    asked: list[bool] = []
    view.more_wanted.connect(lambda: asked.append(True))
    model.fetchMore(top)
    assert asked
    assert not model.canFetchMore(top)
    view.append(sales[3:5], has_more=True)
    view.append((), has_more=False)
    assert model.rowCount() == 6
    assert [each.rpartition(", ")[2] for each in _headings(view)] == ["5"]


def _headings(view: SalesList) -> list[str]:
    """What is said of the days, without that they are headings."""
    rows = enumerate(spoken_rows(view))
    return [each.removesuffix(", heading") for place, each in rows if view.row_at(place) is None]


@pytest.fixture
async def sales(tmp_path: Path) -> list[Sale]:
    """Five sales of one day."""
    async with open_counter(tmp_path / "sales") as counter:
        await counter.sell()
        (sale,) = all_sales(counter.desk.bookings)
    return [replace(sale, request_id=f"{number}") for number in range(5)]


async def test_the_time_of_a_trip_is_painted_in_a_narrow_list_too(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[tuple[str, int]] = []

    def note(_painter: object, place: QRect, text: str, *_rest: object, **_more: object) -> None:
        painted.append((text, place.width()))

    await stage.counter.book(await stage.counter.boat())
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: len(stage.rows()) > 1)
    monkeypatch.setattr(table, "draw_text", note)
    stage.window.resize(1024, 600)
    stage.robot.find("sales_list", SalesList).grab()
    narrow = next(text for text, _ in painted if "MV Sea Heron" in text)
    assert narrow.endswith(", 07:15, MV Sea Heron")
    painted.clear()
    stage.window.resize(1920, 900)
    stage.robot.find("sales_list", SalesList).grab()
    assert "MV Sea Heron, 07:15 \u2013 17:30" in {text for text, _ in painted}

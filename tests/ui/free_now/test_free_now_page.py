"""What is free, by keyboard over the real window."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from app.desk.free_now.values import FreeStart
from app.ui.free_now.free_now_page import FreeNowPage
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.slots.slots_page import SlotsPage
from tests.support.desk.virtual_time import VirtualTime
from tests.support.ui.selling import NAME, Clerk, selling

SCUBA, BOAT = "Discover scuba dive, Elephant Beach", "Two islands, Swaraj and Shaheed"


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that remembers, before the list."""
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        yield opened


async def open_free(clerk: Clerk, *keys: str) -> FreeNowPage:
    """Open what is free, wait until all is read, and press these keys."""
    clerk.robot.keys("F")
    await clerk.robot.until(lambda: clerk.robot.sees(" for 2 people"))
    clerk.robot.keys(*keys)
    page = clerk.window.current_page
    assert isinstance(page, FreeNowPage)
    return page


def chosen(page: FreeNowPage) -> FreeStart:
    """The start that is chosen."""
    found = page.table.current
    assert found is not None
    return found


async def choose(clerk: Clerk, page: FreeNowPage, title: str) -> FreeStart:
    """Go down to the first start of this title."""
    for _ in page.table.rows:
        if chosen(page).title == title:
            return chosen(page)
        clerk.robot.keys("Down")
    raise AssertionError(title)


def reason(clerk: Clerk, button: str) -> str:
    """Why a button does nothing; empty while it does."""
    found = clerk.robot.find(button, QPushButton)
    return "" if found.isEnabled() else found.accessibleDescription()


async def test_the_board_for_four_from_three_takes_six_keys(clerk: Clerk) -> None:
    before = clerk.robot.key_events
    clerk.robot.keys("Alt+1")
    page = await open_free(clerk, "4", "H", "1", "5")
    assert clerk.robot.key_events - before == 6
    assert clerk.robot.sees(" starts for 4 people")
    assert all(each.seats == 4 and each.starts and each.starts.hour >= 15 for each in page.table.rows)
    assert clerk.rows("free_list")[0].startswith("15:00, ")


async def test_enter_opens_the_slot_with_the_seats_and_escape_is_back_at_the_row(clerk: Clerk) -> None:
    page = await open_free(clerk, "4")
    start = await choose(clerk, page, SCUBA)
    pays = clerk.text("customer_pays")
    clerk.robot.keys("Return")
    await clerk.slots_read()
    await clerk.robot.until(lambda: clerk.robot.sees("11:30 \N{EN DASH} 13:30"))
    slots = clerk.window.current_page
    assert isinstance(slots, SlotsPage)
    assert (slots.draft.slot, slots.draft.qty) == (start.slot, 4)
    assert clerk.text("customer_pays") == pays
    clerk.robot.type(NAME)
    assert clerk.robot.find("customer_name").hasFocus()
    clerk.robot.keys("Escape")
    assert clerk.window.current_page is page
    assert chosen(page).key == start.key
    assert page.asked.fares.seats == 4


async def test_a_sale_from_the_board_to_the_form_takes_ten_keys(clerk: Clerk) -> None:
    before = clerk.robot.key_events
    clerk.robot.keys("Alt+1")
    await open_free(clerk, "4", "H", "1", "5", "Down", "Down")
    clerk.robot.keys("Return")
    await clerk.slots_read()
    assert clerk.robot.key_events - before <= 10
    await clerk.robot.until(lambda: clerk.robot.find("customer_name").hasFocus())


async def test_the_basket_takes_it_and_the_list_stays(clerk: Clerk) -> None:
    page = await open_free(clerk, "3")
    start = await choose(clerk, page, SCUBA)
    clerk.robot.keys("Ctrl+B")
    assert clerk.window.current_page is page
    assert chosen(page).key == start.key
    basket = clerk.counter.desk.baskets.open
    assert basket is not None
    assert [each.draft for each in basket.items] == [start.draft(clerk.counter.desk.reader.moment())]
    await clerk.robot.until(lambda: clerk.robot.sees("Wallet after, with the basket"))


async def test_a_line_of_words_opens_it_for_a_family_on_another_day(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+K")
    clerk.robot.type("free 2a 1c tmr after 9")
    await clerk.robot.until(lambda: any("Free now" in each for each in clerk.rows("palette_list")))
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.sees(" for 2 adults, 1 child"))
    page = clerk.window.current_page
    assert isinstance(page, FreeNowPage)
    await choose(clerk, page, BOAT)
    assert clerk.text("customer_pays") == "9,912.00"
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))
    form = clerk.window.current_page
    assert isinstance(form, PassengersPage)
    counted = [each.counted.ticket_type for each in form.draft.passengers if each.counted]
    assert counted == ["Adult", "Adult", "Child"]


async def test_a_boat_that_filled_meanwhile_stays_with_its_reason_and_opens_nothing(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Right")
    page = await open_free(clerk)
    boat = await choose(clerk, page, BOAT)
    before = [each.key for each in page.table.rows]
    assert boat.departure is not None
    clerk.counter.world.leave_seats(int(boat.departure.schedule_id), 1, day=boat.departure.day)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.sees("1 seat, too few"))
    assert clerk.window.current_page is page
    assert [each.key for each in page.table.rows] == before
    assert chosen(page).key == boat.key
    assert reason(clerk, "sell_to") == reason(clerk, "put_free") == "1 seat, too few"


async def test_a_boat_that_comes_late_opens_nothing_elsewhere(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Right")
    page = await open_free(clerk)
    await choose(clerk, page, BOAT)
    held = clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: page.pane.sell.label == "Reading")
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("look_up"))
    held.set_result(None)
    await clerk.robot.until(lambda: page.pane.sell.label == "Sell to 2")
    assert clerk.robot.is_shown("look_up")


async def test_nothing_of_a_former_day_can_be_sold_while_another_is_read(clerk: Clerk) -> None:
    page = await open_free(clerk, "4", "H", "0", "9")
    await clerk.robot.until(lambda: not reason(clerk, "sell_to"))
    first = chosen(page).slot
    held = clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Ctrl+Right")
    assert page.table.current is None or chosen(page).slot != first
    clerk.robot.keys("Return", "Ctrl+B")
    assert clerk.counter.desk.baskets.open is None
    assert clerk.window.current_page is page
    held.set_result(None)
    # Of an activity that is not read yet there are no times.
    await clerk.robot.until(lambda: page.table.current is not None and chosen(page).read is not None)
    offered = chosen(page).slot or chosen(page).departure
    assert offered is not None
    assert offered.day == clerk.window.day


async def test_a_boat_that_is_read_again_is_not_sold_a_second_time_meanwhile(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Right")
    page = await open_free(clerk)
    await choose(clerk, page, BOAT)
    held = clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: not clerk.robot.find("sell_to", QPushButton).isEnabled())
    page.aged.emit(clerk.counter.desk.reader.moment())
    assert not clerk.robot.find("sell_to", QPushButton).isEnabled()
    held.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))


async def test_what_has_closed_meanwhile_is_not_offered_any_more(tmp_path: Path) -> None:
    passing = VirtualTime()
    async with selling(tmp_path, computer=passing.now, remembers=True) as clerk:
        await clerk.list_read()
        page, reader = await open_free(clerk), clerk.counter.desk.reader
        start = await choose(clerk, page, SCUBA)
        closes = start.closes(reader.service_now())
        assert closes is not None
        passing.let_pass(int((closes - reader.service_now()).total_seconds()) + 1)
        page.aged.emit(reader.moment())
        assert chosen(page).key == start.key
        assert reason(clerk, "sell_to").startswith("Booking closed")


async def test_keys_and_chips_count_more_than_words_and_leave_the_rest_of_them(clerk: Clerk) -> None:
    page = await open_free(clerk, "Ctrl+F")
    clerk.robot.type("snorkel 4 after 9")
    clerk.robot.keys("Return")
    clerk.robot.keys("3", "L")
    assert (page.asked.fares.seats, page.asked.first_hour, page.asked.typed) == (3, 9, "snorkel")
    clerk.robot.keys("Ctrl+F", "Escape", "Escape")
    assert (page.asked.fares.seats, page.asked.typed, page.asked.by_place) == (3, "", True)


async def test_words_in_the_search_field_ask_too(clerk: Clerk) -> None:
    page = await open_free(clerk, "Ctrl+F")
    clerk.robot.type("2a 1c after 14 scuba")
    assert (page.asked.fares.words, page.asked.first_hour) == ("2 adults, 1 child", 14)
    assert page.table.rows
    assert all("scuba" in each.title for each in page.table.rows)
    clerk.robot.keys("Escape", "Escape")
    assert page.asked.fares.seats == 2


async def test_an_hour_that_is_none_is_said_and_h_twice_is_the_whole_day(clerk: Clerk) -> None:
    page = await open_free(clerk, "H", "9", "9")
    assert clerk.robot.sees("99 is no hour.")
    clerk.robot.keys("H", "1", "5")
    assert page.asked.first_hour == 15
    clerk.robot.keys("H", "H")
    assert page.asked.first_hour is None
    clerk.robot.keys("H", "Escape", "3")
    assert (page.asked.first_hour, page.asked.fares.seats) == (None, 3)


async def test_by_place_and_what_the_wallet_pays_for(clerk: Clerk) -> None:
    clerk.counter.world.set_wallet(cash=10_000, credit_left=0)
    await clerk.counter.desk.wallet.read()
    page = await open_free(clerk, "L", "2")
    assert page.asked.by_place

    def payable() -> list[Decimal]:
        return [price.payable for each in page.table.rows if (price := each.price()) is not None]

    assert max(payable()) > 10_000
    clerk.robot.keys("W")
    assert 0 < max(payable()) <= 10_000
    places = [each.place for each in page.table.rows if not each.is_boat and not each.reason]
    assert places == sorted(places)


async def test_escape_stops_the_reading_and_f5_goes_on(clerk: Clerk) -> None:
    desk, faults = clerk.counter.desk, clerk.counter.faults
    await desk.catalogue.departures(clerk.window.day)
    held = faults.hold("search_availability", times=None)
    clerk.robot.keys("F")
    await clerk.robot.until(lambda: clerk.robot.sees("Read 0 of "))
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.sees("Stopped at 0 of "))
    assert any("Not read" in each for each in clerk.rows("free_list"))
    faults.clear()
    held.set_result(None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees(" for 2 people"))


async def test_without_a_line_what_was_read_stands_there_and_nothing_is_sold(clerk: Clerk) -> None:
    page = await open_free(clerk)
    rows = page.table.rows
    clerk.counter.faults.before_work("*", silent=False, times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("As read until "))
    assert page.table.rows == rows
    assert reason(clerk, "sell_to") == "Slots can be read when the line is back"
    clerk.robot.keys("Return")
    assert clerk.window.current_page is page


async def test_the_next_customer_begins_with_two_from_now(clerk: Clerk) -> None:
    page = await open_free(clerk, "5", "H", "2", "0")
    clerk.robot.keys("A")
    await clerk.robot.until(lambda: clerk.robot.is_shown("activities_page"))
    await clerk.sold()
    clerk.robot.keys("Escape", "F")
    await clerk.robot.until(lambda: clerk.robot.is_shown("free_page"))
    assert page.asked.fares.seats == 2
    assert page.asked.first_hour == clerk.counter.desk.reader.service_now().hour

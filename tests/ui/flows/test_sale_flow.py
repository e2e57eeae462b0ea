"""What was typed for one customer does not reach the next: offered if it was not sold, else gone."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.desk.model.boats import Passenger
from app.ui.bookings.sales_list import SalesList
from app.ui.kit.basics.actions import SELL, TYPE_DAY
from app.ui.kit.basics.native_style import Menu
from app.ui.passengers.grid import PassengerGrid
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.sale.draft_page import DraftPage
from app.ui.sale.last_customer import LastCustomer
from tests.support.proof import beside_others
from tests.support.ui.scenes import Traveller, travelling, unlooked
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk

CUSTOMER = ("customer_name", "customer_phone", "customer_email")


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Traveller]:
    async with travelling(tmp_path, unlooked) as traveller:
        yield traveller


def customer(clerk: Clerk) -> list[str]:
    return [clerk.robot.find(name, QLineEdit).text() for name in CUSTOMER]


@beside_others
async def test_after_a_settled_sale_nothing_is_left(clerk: Traveller) -> None:
    robot, top = clerk.robot, clerk.window.top
    first = top.day.day
    await clerk.open_slots()
    robot.keys("Ctrl+Right", "Ctrl+Left", "Ctrl+Right")
    assert top.day.day != first
    robot.keys("Ctrl+Left", "1", "Return")
    for text in (NAME, PHONE, EMAIL):
        robot.type(text)
        robot.keys("Tab")
    robot.keys("Ctrl+Return")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booked_page"))
    assert top.day.day == first
    # The sale is over: a new one begins.
    robot.keys("Alt+1")
    await robot.until(lambda: robot.focused == "activity_list")
    assert not robot.is_shown("booked_page")
    await clerk.open_slots()
    assert customer(clerk) == ["", "", ""]
    assert not robot.is_shown("last_customer")


@beside_others
async def test_a_customer_of_another_trip_is_offered_and_never_filled_in(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.fill()
    robot.keys("Escape")
    await robot.until(lambda: robot.focused == "activity_list")
    robot.keys("Down", "Return")
    await clerk.slots_read()
    assert customer(clerk) == ["", "", ""]
    assert NAME in robot.find("last_customer").toolTip()
    robot.keys("Ctrl+L")
    assert customer(clerk) == [NAME, PHONE, EMAIL]
    assert not robot.is_shown("last_customer")
    # Into the other module: again only offered, and withdrawn by the first letter of somebody else.
    robot.keys("Escape")
    await clerk.count_party()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    assert customer(clerk) == ["", "", ""]
    assert robot.is_shown("last_customer")
    robot.type("R")
    robot.keys("Return")
    assert not robot.is_shown("last_customer")
    # Its room in the row of buttons goes to what is offered next.
    page = robot.find("passengers_page", PassengersPage)
    offered = page.findChild(LastCustomer)
    assert offered is not None
    assert not offered.sizePolicy().retainSizeWhenHidden()
    robot.keys("Ctrl+L")
    assert customer(clerk) == ["", "", ""]
    robot.keys("Ctrl+Z")
    await robot.until(lambda: robot.is_shown("last_customer"))


@beside_others
async def test_what_was_typed_for_the_same_trip_is_one_key_away(clerk: Traveller) -> None:
    robot = clerk.robot
    await to_party(clerk)
    party = passengers(clerk)
    assert [each.document is not None for each in party] == [False, False, False, True]
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("boats_page"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    assert all(each.is_untouched for each in passengers(clerk))
    assert customer(clerk) == ["", "", ""]
    robot.keys("Ctrl+L")
    assert passengers(clerk) == party
    assert customer(clerk) == [NAME, PHONE, EMAIL]


async def test_the_party_of_another_departure_is_offered_with_its_copies(clerk: Traveller) -> None:
    robot = clerk.robot
    await to_party(clerk)
    party = passengers(clerk)
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("boats_page"))
    robot.find("departure_list").setFocus()
    robot.keys("Up", "Return", "1", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    assert all(each.is_untouched for each in passengers(clerk))
    assert "4 passengers" in robot.find("last_customer").toolTip()
    robot.keys("Ctrl+L")
    assert passengers(clerk) == party
    # Neither counts nor passengers reach who comes to the other module and back, until they are asked for.
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("boats_page"))
    robot.keys("A", "B")
    await robot.until(lambda: robot.is_shown("boats_page"))
    assert [clerk.text(each) for each in ("count_0", "count_1")] == ["0", "0"]
    robot.keys("Return", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    assert all(each.is_untouched for each in passengers(clerk))
    robot.keys("Ctrl+L")
    assert passengers(clerk) == party
    # What came together goes together, and is on offer again.
    robot.keys("Ctrl+Z")
    assert all(each.is_untouched for each in passengers(clerk))
    assert customer(clerk) == ["", "", ""]
    robot.keys("Ctrl+L")
    assert (passengers(clerk), customer(clerk)) == (party, [NAME, PHONE, EMAIL])


async def test_a_waiting_party_survives_the_next_customer_with_its_copies(clerk: Traveller) -> None:
    robot = clerk.robot
    await to_party(clerk)
    party, day = passengers(clerk), clerk.window.top.day.day
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("boats_page"))
    assert robot.sees("Kept for today, in memory: 4 passengers.")
    robot.keys("A")
    await robot.until(lambda: robot.focused == "activity_list" and clerk.flow.offers)
    await clerk.fill(name="Rosa Lima", phone="9811111111", email="rosa@example.com")
    robot.keys("Ctrl+Return")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booked_page"))
    robot.keys("N", "B")
    clerk.window.top.day.choose(day)
    await clerk.boats_read()
    robot.keys("Down", "Return", "1", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    assert all(each.is_untouched for each in passengers(clerk))
    assert customer(clerk) == ["", "", ""]
    robot.keys("Ctrl+L")
    assert [(each.traveler_name, each.document) for each in passengers(clerk)] == [
        (each.traveler_name, each.document) for each in party
    ]
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("boats_page"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("last_customer"))
    robot.keys("Ctrl+Shift+L")
    assert not robot.is_shown("last_customer")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("boats_page"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    assert not robot.is_shown("last_customer")


async def test_on_a_form_without_a_date_the_keys_of_the_date_are_not_listed(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.boats_read()
    robot.keys("F1")
    assert robot.sees(TYPE_DAY.help.text)
    robot.keys("Escape", "Down", "Return", "1", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    robot.keys("F1")
    assert robot.sees(SELL.help.text)
    assert not robot.sees(TYPE_DAY.help.text)
    robot.keys("Escape", "Ctrl+T")
    assert robot.sees("There is no date to change on this page.")


@beside_others
async def test_of_several_who_wait_one_is_chosen(clerk: Traveller) -> None:
    robot = clerk.robot
    for name, phone in ((NAME, PHONE), ("Rosa Lima", "9811111111")):
        await clerk.fill(name=name, phone=phone)
        robot.keys("Escape")
        await robot.until(lambda: robot.focused == "activity_list")
    await clerk.open_slots()
    robot.keys("Ctrl+L")
    menu = robot.find("last_customers", Menu)
    trip = "Discover scuba dive, Elephant Beach"
    told = [f"Rosa Lima, {trip}", f"{NAME}, {trip}", "", "Put all away"]
    assert [each.text() for each in menu.actions()] == told
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    await robot.until(lambda: customer(clerk)[:2] == [NAME, PHONE])


async def test_notes_go_with_the_customer_they_were_typed_for(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.fill()
    await note(clerk, "Rings at six")
    robot.keys("Escape")
    await robot.until(lambda: robot.focused == "activity_list")
    robot.keys("Down", "Return")
    await clerk.slots_read()
    assert noted(clerk) == ""
    robot.keys("Ctrl+L")
    assert (noted(clerk), customer(clerk)[0]) == ("Rings at six", NAME)
    # To a boat as well, and from that to the next.
    robot.keys("Escape")
    await clerk.count_party()
    for taken in ("Rings at six", "Rings at six, with a pram"):
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("passengers_page"))
        assert noted(clerk) == ""
        robot.keys("Ctrl+L")
        assert (noted(clerk), customer(clerk)[0]) == (taken, NAME)
        await note(clerk, "Rings at six, with a pram")
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("boats_page"))


@beside_others
async def test_a_note_alone_is_kept_like_a_name(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.open_slots()
    await note(clerk, "Rings at six")
    assert clerk.flow.is_typing
    robot.keys("Escape")
    await robot.until(lambda: robot.focused == "activity_list")
    for keys in (("Return",), ("Down", "Return")):
        robot.keys(*keys)
        await clerk.slots_read()
        assert ", private note" in robot.find("last_customer").toolTip()
        robot.keys("Ctrl+L")
        await robot.until(lambda: noted(clerk) == "Rings at six")
        assert not robot.is_shown("last_customer")
        robot.keys("Escape")
        await robot.until(lambda: robot.focused == "activity_list")
    await clerk.count_party()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("last_customer"))
    await note(clerk, "Of another")
    assert not robot.is_shown("last_customer")
    assert clerk.flow.is_typing


async def note(clerk: Clerk, words: str) -> None:
    """Note this for the office alone."""
    clerk.robot.keys("F3")
    await clerk.robot.until(lambda: clerk.robot.is_shown("notes_sheet"))
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type(words)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("notes_sheet"))


def noted(clerk: Clerk) -> str:
    page = clerk.window.current_page
    assert isinstance(page, DraftPage)
    return page.draft.notes.for_us


async def to_party(clerk: Traveller) -> None:
    """To a party of four whose last one has a copy."""
    await clerk.count_party()
    clerk.robot.keys("Ctrl+Return")
    await clerk.name_party()


def passengers(clerk: Traveller) -> tuple[Passenger, ...]:
    return clerk.robot.find("passengers_page", PassengersPage).draft.passengers


@beside_others
async def test_the_booking_that_was_cancelled_stays_chosen(clerk: Traveller) -> None:
    robot = clerk.robot
    for slot in "12":
        await clerk.fill(slot)
        robot.keys("Ctrl+Return")
        await clerk.armed()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("booked_page"))
        robot.keys("N")
        await robot.until(lambda: robot.focused == "activity_list")
    robot.keys("Alt+2")
    await robot.until(lambda: len(clerk.rows("sales_list")) > 1)
    robot.keys("Down")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    chosen = clerk.text("detail_pnr")
    robot.keys("Delete")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("detail_pnr") and robot.sees("Cancelled"))
    assert clerk.text("detail_pnr") == chosen


@beside_others
async def test_the_review_shows_a_changed_number_and_whole_ones_while_a_key_is_held(clerk: Traveller) -> None:
    robot = clerk.robot
    await to_party(clerk)
    robot.keys("Ctrl+Return")
    robot.type("KLX4471928")
    robot.keys("Return", "Ctrl+Return")
    await clerk.armed()
    assert not robot.is_shown("changed_numbers")
    assert "KLX4471928" not in clerk.everything()
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyPress(focused, Qt.Key.Key_D)
    assert "ID number KLX4471928" in clerk.rows("travellers")[2]
    QTest.keyRelease(focused, Qt.Key.Key_D)
    assert "KLX4471928" not in clerk.everything()
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("passenger_grid"))
    robot.find("passenger_grid", PassengerGrid).go_to(2, "id_number")
    robot.type("KLX4471936")
    robot.keys("Return", "Ctrl+Return")
    await clerk.armed()
    told = clerk.text("changed_numbers")
    assert told.startswith("The ID number of passenger 3 was changed since the last review")
    assert told.endswith(" 1928.")


async def test_after_a_sale_bookings_begin_at_it(clerk: Traveller) -> None:
    robot = clerk.robot
    for _ in range(2):
        await clerk.sold()
        robot.keys("Escape")
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list") and robot.focused == "sales_list")
    shown = robot.find("sales_list", SalesList)
    await robot.until(lambda: shown.current is not None)
    newest = shown.current
    robot.keys("Down")
    await robot.until(lambda: shown.current != newest)
    older = shown.current
    # What was chosen stays so while nothing is sold, also where one is there already.
    for away in (None, "Alt+3", "Alt+1"):
        former = clerk.window.current_page
        robot.keys(*([away] if away else []), "Alt+2")
        await robot.until(lambda former=former: clerk.window.current_page is not former)
        await robot.until(
            lambda: robot.is_shown("sales_list") and robot.find("sales_list", SalesList).current
        )
        assert robot.find("sales_list", SalesList).current == older
    robot.keys("Alt+1")
    await clerk.sold()
    ref = clerk.text("booking_ref")
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list") and robot.find("sales_list", SalesList).current)
    current = robot.find("sales_list", SalesList).current
    assert current is not None
    assert current.booking_ref == ref


async def _with_basket(clerk: Traveller) -> None:
    """An activity of a customer in the basket, and the list of boats."""
    await clerk.fill()
    clerk.robot.keys("Ctrl+B")
    await clerk.robot.until(lambda: clerk.robot.is_shown("basket_strip"))
    await clerk.list_read()


async def _to_boat(clerk: Traveller) -> None:
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))


async def test_beside_a_basket_the_party_is_offered_though_its_customer_is_filled_in(
    clerk: Traveller,
) -> None:
    robot = clerk.robot
    await _with_basket(clerk)
    await to_party(clerk)
    party = passengers(clerk)
    robot.keys("Escape")
    await robot.until(lambda: robot.sees("Ctrl L on the next form takes them over."))
    await _to_boat(clerk)
    assert customer(clerk) == [NAME, PHONE, EMAIL]
    await robot.until(lambda: robot.is_shown("last_customer"))
    assert "4 passengers" in robot.find("last_customer").toolTip()
    robot.keys("Ctrl+L")
    assert passengers(clerk) == party
    assert not robot.is_shown("last_customer")
    robot.keys("Ctrl+Z")
    await robot.until(lambda: robot.is_shown("last_customer"))
    assert customer(clerk) == [NAME, PHONE, EMAIL]


@beside_others
async def test_whom_the_program_filled_in_is_not_kept_as_typed(clerk: Traveller) -> None:
    robot = clerk.robot
    await _with_basket(clerk)
    for _ in range(2):
        robot.keys("Return")
        await clerk.slots_read()
        assert robot.is_shown("basket_owner")
        assert not robot.is_shown("last_customer")
        robot.keys("Escape")
        await clerk.list_read()
    assert not clerk.flow.is_typing


@beside_others
async def test_beside_a_basket_nobody_else_is_taken_over(clerk: Traveller) -> None:
    robot = clerk.robot
    await _with_basket(clerk)
    await to_party(clerk)
    robot.find(CUSTOMER[0], QLineEdit).setFocus()
    robot.find(CUSTOMER[0], QLineEdit).selectAll()
    robot.type("Rosa Lima")
    robot.keys("Tab")
    robot.find(CUSTOMER[1], QLineEdit).selectAll()
    robot.type("9811111111")
    robot.keys("Tab", "Escape")
    await robot.until(
        lambda: robot.sees("The basket is of another customer: Ctrl L takes them over after it.")
    )
    await _to_boat(clerk)
    assert not robot.is_shown("last_customer")


@beside_others
async def test_what_was_left_with_esc_is_kept_when_a_trip_is_put_at_once(clerk: Traveller) -> None:
    robot, baskets = clerk.robot, clerk.counter.desk.baskets
    await clerk.boats_read()
    robot.keys("Return", "1")
    await _to_boat(clerk)
    for text in ("Arjun Nair", "41", "m"):
        robot.type(text)
        robot.keys("Tab")
    for name, text in zip(CUSTOMER, (NAME, PHONE, EMAIL), strict=True):
        robot.find(name, QLineEdit).setFocus()
        robot.type(text)
    robot.keys("Ctrl+B")
    await robot.until(lambda: baskets.open is not None and robot.is_shown("boats_page"))
    await _to_boat(clerk)
    grid = robot.find("passenger_grid", PassengerGrid)
    grid.setFocus()
    grid.setCurrentIndex(grid.model().index(0, 1))
    robot.type("Rohan Nair")
    robot.keys("Tab", "Escape")
    await robot.until(lambda: robot.sees("Ctrl L on the next form takes them over."))
    robot.keys("Ctrl+B")
    await robot.until(lambda: baskets.open is not None and len(baskets.open.items) == 2)
    await robot.until(lambda: robot.is_shown("boats_page"))
    await _to_boat(clerk)
    await robot.until(lambda: robot.is_shown("last_customer"))
    robot.keys("Ctrl+L")
    assert [each.traveler_name for each in passengers(clerk)] == ["Rohan Nair"]

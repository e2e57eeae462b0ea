"""How many keys a sale takes: a robot that counts them sells from the first screen to the PNR."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QListView

from tests.support.desk.mrz_samples import JANA
from tests.support.proof import beside_others
from tests.support.ui.document_samples import encoded, photo
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk, selling

PASSPORT = encoded(photo(900, 640), "JPEG")


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that remembers its customers."""
    async with selling(tmp_path, remembers=True, others=("file_choice", "QListView ''", "Menu ''")) as opened:
        await opened.list_read()
        opened.robot.key_events = opened.robot.clicks = 0
        yield opened


async def _spend(clerk: Clerk) -> None:
    """From the last look to the PNR."""
    await clerk.armed()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))


async def _choose_scan(clerk: Clerk, folder: Path) -> None:
    """Type the name of a scan in the window that asks for it, which stands in the folder of the scans."""
    robot = clerk.robot
    (folder / "p.jpg").write_bytes(PASSPORT)
    await robot.until(lambda: robot.focused == "fileNameEdit")
    # Qt goes on from where a file was chosen last, in whatever test that was.
    robot.find("file_choice", QFileDialog).setDirectory(str(folder))
    robot.type("p.jpg")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("p.jpg"))
    # There is no window manager here to give the keyboard back.
    clerk.window.activateWindow()
    await robot.until(lambda: robot.focused == "passenger_grid")


async def _pick_scuba(clerk: Clerk, *more: str, slot: str = "1") -> None:
    """Filter the list, open the first that is left, choose a slot, and go on to the customer."""
    clerk.robot.keys("Ctrl+F")
    clerk.robot.type("scu")
    clerk.robot.keys("Return")
    clerk.robot.keys("Return")
    await clerk.slots_read()
    clerk.robot.keys(slot, *more, "Return")


async def _sell_to_a_new_customer(clerk: Clerk) -> None:
    await _pick_scuba(clerk)
    for text in (NAME, PHONE, EMAIL):
        clerk.robot.type(text)
        clerk.robot.keys("Tab")
    clerk.robot.keys("Ctrl+Return")
    await _spend(clerk)


@beside_others
async def test_an_activity_for_a_new_customer_takes_60_keys_and_no_mouse(clerk: Clerk) -> None:
    await _sell_to_a_new_customer(clerk)
    assert len(clerk.counter.world.bookings) == 1
    assert clerk.robot.key_events <= 60
    assert clerk.robot.clicks == 0


@beside_others
async def test_an_activity_for_a_known_phone_takes_25_keys(clerk: Clerk) -> None:
    await _sell_to_a_new_customer(clerk)
    await clerk.robot.until(lambda: clerk.robot.focused == "print_voucher")
    clerk.robot.keys("N")
    await clerk.list_read()

    clerk.robot.key_events = 0
    # Of the same slot it would be asked whether one more is meant.
    await _pick_scuba(clerk, "+", slot="2")
    clerk.robot.keys("Tab")
    clerk.robot.type(PHONE)
    await clerk.robot.until(lambda: clerk.robot.is_shown("customer_list"))
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.text("customer_email") == EMAIL)
    clerk.robot.keys("Ctrl+Return")
    await _spend(clerk)
    assert len(clerk.counter.world.bookings) == 2
    assert clerk.robot.key_events <= 25
    assert clerk.robot.clicks == 0


@beside_others
async def test_a_line_for_a_known_customer_takes_15_keys_to_review(clerk: Clerk) -> None:
    await _pick_scuba(clerk)
    for text in (NAME, PHONE, EMAIL):
        clerk.robot.type(text)
        clerk.robot.keys("Tab")
    clerk.robot.keys("Ctrl+Return")
    await _spend(clerk)
    await clerk.counter.desk.bookings.follow()
    robot = clerk.robot
    robot.keys("Alt+3")
    await robot.until(lambda: not robot.is_shown("booking_ref"))

    robot.key_events = 0
    robot.keys("Ctrl+K")
    robot.type("2scu 11 1234")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("slots_page"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("review_page"))
    assert robot.key_events == 15
    assert robot.sees(NAME)
    assert robot.sees("2 seats")
    assert robot.clicks == 0
    # It opens pages, and books nothing.
    assert len(clerk.counter.world.bookings) == 1


async def type_four(clerk: Clerk, folder: Path) -> None:
    """From the list of activities to a boat for four with one foreigner, all of them typed."""
    robot = clerk.robot
    robot.keys("B", "Ctrl+Right")
    await robot.until(lambda: robot.sees("7 departures"))
    robot.keys("Return", "2", "Return", "1", "Return", "1", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    for name, age, gender in (
        ("Arjun Nair", "41", "m"),
        ("Meera Nair", "38", "f"),
        ("Ishaan Nair", "9", "m"),
    ):
        robot.type(name)
        robot.keys("Tab")
        robot.type(age)
        robot.keys("Tab")
        robot.type(gender)
        robot.keys("Return")
    robot.type("Jana Vogel")
    robot.keys("Tab")
    robot.type("34")
    robot.keys("Tab")
    robot.type("f")
    robot.keys("Tab")
    robot.type("ger")
    robot.keys("Tab", "Tab")
    robot.type("C4VX8T2K1")
    robot.keys("Tab", "Ctrl+O")
    await _choose_scan(clerk, folder)
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "customer_name")
    robot.type("Arjun Nair")
    robot.keys("Tab")
    robot.type(PHONE)
    robot.keys("Tab")
    robot.type("arjun@example.com")


@beside_others
async def test_a_boat_for_four_with_one_foreigner_takes_140_keys(clerk: Clerk, tmp_path: Path) -> None:
    robot = clerk.robot
    await type_four(clerk, tmp_path)
    robot.keys("Ctrl+Return")
    await _spend(clerk)
    (booking,) = clerk.counter.world.bookings
    assert [seat.name for seat in booking.seats] == ["Arjun Nair", "Meera Nair", "Ishaan Nair", "Jana Vogel"]
    assert robot.key_events <= 140
    assert robot.clicks == 0


@beside_others
async def test_an_activity_led_by_the_mouse_takes_9_clicks(clerk: Clerk) -> None:
    """Clicks choose, keys only type: the name of a customer cannot be clicked."""
    robot = clerk.robot
    robot.click("pick_slot")
    await clerk.slots_read()
    tiles = robot.find("slot_tiles", QListView)
    number = next(place for place, row in enumerate(clerk.rows("slot_tiles")) if "closes in" in row)
    first = tiles.visualRect(tiles.model().index(number, 0)).center()
    robot.click(tiles.viewport(), first)
    for field, text in (("customer_name", NAME), ("customer_phone", PHONE), ("customer_email", EMAIL)):
        robot.click(field)
        robot.type(text)
    robot.click("review")
    await clerk.armed()
    robot.click("spend")
    await robot.until(lambda: robot.is_shown("booking_ref"))
    assert robot.clicks <= 9


async def _open_boat(clerk: Clerk) -> None:
    """The first boat of tomorrow, nobody counted."""
    robot = clerk.robot
    robot.keys("B", "Ctrl+Right")
    await robot.until(lambda: robot.sees("7 departures"))
    robot.keys("Return", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))


def _type_customer(clerk: Clerk) -> None:
    for text in ("Arjun Nair", PHONE):
        clerk.robot.type(text)
        clerk.robot.keys("Tab")
    clerk.robot.type("arjun@example.com")
    clerk.robot.keys("Ctrl+Return")


@beside_others
async def test_four_by_paste_and_passport_take_65_keys(clerk: Clerk, tmp_path: Path) -> None:
    robot = clerk.robot
    rows = "Arjun Nair\t41\tM\tIndian\nMeera Nair\t38\tF\tIndian\nIshaan Nair\t9\tM\tIndian\n"
    QApplication.clipboard().setText(rows)
    await _open_boat(clerk)
    robot.keys("Ctrl+Shift+V")
    await robot.until(lambda: robot.sees("Add 3 passengers"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.sees("3 passengers"))
    robot.scan(JANA)
    await robot.until(lambda: robot.sees("Passenger 4 filled"))
    robot.keys("Ctrl+O")
    await _choose_scan(clerk, tmp_path)
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "customer_name")
    _type_customer(clerk)
    await _spend(clerk)
    (booking,) = clerk.counter.world.bookings
    assert [seat.name for seat in booking.seats][3] == "Jana Katharina Vogel"
    assert robot.key_events <= 65
    assert robot.clicks == 0
    QApplication.clipboard().clear()


async def sell_to_party(clerk: Clerk) -> None:
    """Sell a boat to two who are pasted, and stand before what was booked."""
    robot = clerk.robot
    QApplication.clipboard().setText("Arjun Nair\t41\tM\tIndian\nMeera Nair\t38\tF\tIndian\n")
    await _open_boat(clerk)
    robot.keys("Ctrl+Shift+V")
    await robot.until(lambda: robot.sees("Add 2 passengers"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.sees("2 passengers"))
    robot.keys("Return", "Return")
    await robot.until(lambda: robot.focused == "customer_name")
    _type_customer(clerk)
    await _spend(clerk)
    QApplication.clipboard().clear()
    await robot.until(lambda: robot.focused == "print_voucher")

    # The register takes the customer in once the receipt is on screen.
    await clerk.counter.desk.bookings.follow()


async def type_party_again(clerk: Clerk) -> None:
    """From what was booked to the same boat for the same party and customer, neither typed again."""
    robot = clerk.robot
    robot.keys("N", "Ctrl+Right")
    await robot.until(lambda: robot.sees("7 departures"))
    robot.keys("Return", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    robot.keys("Ctrl+G")
    await robot.until(lambda: QApplication.activePopupWidget() is not None)
    robot.keys("Return")
    await robot.until(lambda: robot.sees("2 passengers"))
    # Without a screen a menu takes the keyboard of its window along, and seldom gives it back.
    clerk.window.activateWindow()
    await robot.until(lambda: bool(robot.focused))
    robot.keys("Return", "Return")
    await robot.until(lambda: robot.focused == "customer_name")
    robot.keys("Tab")
    robot.type(PHONE)
    await robot.until(lambda: robot.is_shown("customer_list"))
    robot.keys("Return")
    await robot.until(lambda: clerk.text("customer_email") == "arjun@example.com")


async def test_a_party_that_travelled_before_takes_25_keys(clerk: Clerk) -> None:
    robot = clerk.robot
    await sell_to_party(clerk)
    robot.key_events = 0
    await type_party_again(clerk)
    robot.keys("Ctrl+Return")
    # The same party on the same boat once more is meant.
    await robot.until(lambda: robot.focused == "accept_changes")
    robot.keys("Space")
    await _spend(clerk)
    assert [seat.name for seat in clerk.counter.world.bookings[1].seats] == ["Arjun Nair", "Meera Nair"]
    assert robot.key_events <= 25
    assert robot.clicks == 0

"""Another language rebuilds the window: the same page comes back, with what was typed on it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QListView, QTableView

from app.core.language import mark, tr
from app.desk.service.advice import advise_selling_off
from app.desk.service.key_access import KeyState
from app.ui.flows.clerk_watch import ClerkWatch
from app.ui.kit.controls.stepper import Stepper
from tests.support.proof import beside_others
from tests.support.ui.scenes import Traveller, travelling, unlooked
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Traveller]:
    async with travelling(tmp_path, unlooked) as traveller:
        yield traveller


def typed(clerk: Clerk, *names: str) -> list[str]:
    return [clerk.robot.find(name, QLineEdit).text() for name in names]


@beside_others
async def test_the_settings_come_back_at_their_section(clerk: Traveller) -> None:
    robot = clerk.robot
    robot.keys("Alt+5")
    robot.keys("Down", "Down", "Tab")
    name = robot.focused
    robot.find(name, QLineEdit).clear()
    robot.type("Sea View")
    clerk.speak("hi")
    sections = robot.find("sections", QListView)
    assert (sections.currentIndex().row(), sections.currentIndex().data()) == (2, tr("Voucher"))
    assert (robot.focused, typed(clerk, name)) == (name, ["Sea View"])
    assert robot.sees(tr("Settings"))
    assert robot.find("rail_sell").accessibleName() == tr("Sell") != "Sell"


async def test_a_sale_half_typed_comes_back_with_what_is_not_valid_yet(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.open_slots()
    robot.keys("2", "+", "Return")
    robot.type(NAME)
    robot.keys("Tab")
    robot.type("98")
    robot.keys("Alt+5")
    clerk.speak("hi")
    robot.keys("Alt+1")
    await robot.until(lambda: tr("Seats") in robot.find("qty").accessibleName())
    assert typed(clerk, "customer_name", "customer_phone") == [NAME, "98"]
    assert robot.find("qty", Stepper).value() == 2
    assert clerk.routing.is_typing
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("activity_list"))
    assert robot.find("activity_list").accessibleName() == tr("Activities") != "Activities"


async def test_passengers_and_their_copies_come_back(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.count_party()
    robot.keys("Ctrl+Return")
    await clerk.name_party()
    customer = "customer_name", "customer_phone", "customer_email"
    # The last keys are held back for a moment: they might be those of a scanner.
    await robot.until(lambda: typed(clerk, *customer) == [NAME, PHONE, EMAIL])
    clerk.speak("hi")
    assert typed(clerk, *customer) == [NAME, PHONE, EMAIL]
    assert robot.sees("vogel-passport.jpg")
    model = robot.find("passenger_grid", QTableView).model()
    assert "Meera Nair" in [model.index(1, column).data() for column in range(model.columnCount())]


@beside_others
async def test_counts_of_a_departure_come_back(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.count_party()
    clerk.speak("hi")
    await robot.until(lambda: robot.find("count_0", Stepper).value() == 2)
    assert [robot.find(f"count_{place}", Stepper).value() for place in range(3)] == [2, 1, 1]


@beside_others
async def test_a_page_with_money_under_way_stays_and_the_next_one_is_announced(clerk: Traveller) -> None:
    robot = clerk.robot
    await clerk.review()
    page = clerk.window.current_page
    async with clerk.booking():
        clerk.speak("hi")
        assert clerk.window.current_page is page
    await robot.until(lambda: robot.sees(tr("New sale")))
    assert clerk.window.current_page is not page


@beside_others
async def test_the_notices_are_said_again(clerk: Traveller) -> None:
    robot, window = clerk.robot, clerk.window
    await clerk.counter.sell(qty=1)
    clerk.time.passed += timedelta(days=1)
    watch = ClerkWatch(window, clerk.counter.desk)
    await watch.begin()
    window.show_notice(mark("The daily backup was not made."), "disk full", about="backup")
    window.show_selling(partial(advise_selling_off, KeyState.REFUSED))
    english = [each for each in robot.texts() if "was not" in each or "selling is off" in each]
    assert len(english) == 2
    clerk.speak("hi")
    seen = robot.texts()
    robot.click("next_notice")
    seen += robot.texts()
    assert not any(each in seen for each in english)
    off = advise_selling_off(KeyState.REFUSED).what
    for said in (tr("The daily backup was not made."), tr("Close it in Day close, Alt 4."), off):
        assert any(said in each for each in seen)
    watch.end()


@beside_others
async def test_what_the_frame_shows_is_shown_again(clerk: Traveller) -> None:
    robot, window = clerk.robot, clerk.window
    robot.keys("Ctrl+Right")
    day = window.day
    window.show_notice("The journal was damaged.", about="records")
    window.show_online(online=False, since=datetime(2026, 11, 21, 10, 58, tzinfo=UTC))
    window.show_count(3)
    clerk.speak("hi")
    assert window.day == day
    assert robot.sees("The journal was damaged.")
    assert robot.is_shown("offline_band")
    assert tr("Offline since {since}.", since="10:58") in clerk.everything()
    assert robot.find("rail_bookings").accessibleName().startswith(tr("Bookings") + ", ")
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("look_up"))
    clerk.speak("en")
    assert robot.sees("Open a PNR\u2026")

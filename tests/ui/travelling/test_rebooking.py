"""R on the board: another date; a cancelled party is sold the same again, with customer and passengers."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.basket.basket import customer_of
from app.desk.model import formats
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.slots.slots_page import SlotsPage
from tests.desk.travelling.test_travelling import cancel
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.travelling_day import PEOPLE, opened, sold_boat, sold_seats, switched_on


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, remembers=True) as sold:
        yield await switched_on(sold)


async def test_an_activity_opens_the_decision_about_another_date(clerk: Clerk) -> None:
    await sold_seats(clerk, PEOPLE[0], qty=3)
    await opened(clerk)
    robot = clerk.robot
    robot.keys("Return", "R")
    await robot.until(lambda: robot.is_shown("move_page"))
    await robot.until_armed("spend")
    tomorrow = clerk.counter.desk.reader.today() + timedelta(days=1)
    assert clerk.text("new_start").startswith(formats.day_medium(tomorrow))
    assert robot.sees(PEOPLE[0])
    # Nothing of it is sent: the booking stands.
    assert [each.is_cancelled for each in clerk.counter.world.bookings] == [False]


async def test_what_is_cancelled_opens_its_slots_on_the_next_day(clerk: Clerk) -> None:
    await cancel(clerk.counter, await sold_seats(clerk, PEOPLE[0], qty=3), 3, of=3)
    await opened(clerk)
    robot = clerk.robot
    robot.keys("Return", "R")
    await robot.until(lambda: isinstance(clerk.window.current_page, SlotsPage))
    page = clerk.window.current_page
    assert isinstance(page, SlotsPage)
    assert (page.draft.customer_name, page.draft.qty) == (PEOPLE[0], 3)
    assert page.draft.customer_phone
    assert (clerk.window.day - clerk.counter.desk.reader.today()).days == 1


async def test_a_boat_opens_the_boats_of_that_trip_and_the_passengers_are_filled(clerk: Clerk) -> None:
    await sold_boat(clerk)
    robot = clerk.robot
    robot.keys("Alt+6")
    await robot.until(lambda: robot.sees("The next is"))
    robot.keys("Ctrl+Right")
    await robot.until(lambda: clerk.rows("departures_of_day"))
    robot.keys("Return", "R")
    await robot.until(lambda: robot.is_shown("departure_list"))
    title = (await clerk.counter.boat()).departure.trip_name
    assert clerk.window.top.search.text() == title
    await robot.until(lambda: clerk.text("departure_count").startswith("1 of "))
    await robot.until(lambda: robot.focused == "departure_list")
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "count_0")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: isinstance(clerk.window.current_page, PassengersPage))
    page = clerk.window.current_page
    assert isinstance(page, PassengersPage)
    people = page.draft.passengers
    assert [each.traveler_name for each in people] == [
        "Arjun Nair",
        "Meera Nair",
        "Ishaan Nair",
        "Jana Katharina Vogel",
    ]
    assert not any(each.id_number or each.document for each in people)
    assert page.draft.customer_name == "Arjun Nair"


@pytest.mark.once_failed("Enter was lost while the list of boats was read")
async def test_what_is_begun_otherwise_is_for_nobody_before(clerk: Clerk) -> None:
    await sold_boat(clerk)
    robot = clerk.robot
    robot.keys("Alt+6")
    await robot.until(lambda: robot.sees("The next is"))
    robot.keys("Ctrl+Right")
    await robot.until(lambda: clerk.rows("departures_of_day"))
    robot.keys("Return", "R")
    await robot.until(lambda: robot.is_shown("departure_list"))
    # Another place comes between: the next sale is an ordinary one.
    robot.keys("Alt+3", "Alt+1")
    await robot.until(lambda: len(clerk.rows("departure_list")) >= 1)
    await robot.until(lambda: robot.focused == "departure_list")
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "count_0")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: isinstance(clerk.window.current_page, PassengersPage))
    page = clerk.window.current_page
    assert isinstance(page, PassengersPage)
    assert page.draft.customer_name == ""


@beside_others
async def test_a_basket_of_somebody_else_waits_and_one_of_the_same_customer_takes_it(clerk: Clerk) -> None:
    await cancel(clerk.counter, await sold_seats(clerk, PEOPLE[0], qty=3), 3, of=3)
    baskets, robot = clerk.counter.desk.baskets, clerk.robot
    other = replace(await clerk.counter.draft(1, 2), customer_name=PEOPLE[1], customer_phone="9876500000")
    baskets.put(other)
    for waits in (True, False):
        if waits:
            await opened(clerk)
            robot.keys("Return")
        else:
            robot.keys("Alt+6")
        await robot.until(lambda: robot.focused == "parties")
        robot.keys("R")
        await robot.until(lambda: isinstance(clerk.window.current_page, SlotsPage))
        page = clerk.window.current_page
        assert isinstance(page, SlotsPage)
        assert (page.draft.customer_name, page.draft.qty) == (PEOPLE[0], 3)
        assert robot.sees("The basket waits. Alt B takes it up again.") == waits
        assert (baskets.open is None) == waits
        assert [customer_of(each).name for each in baskets.beside] == [PEOPLE[1]]
        if waits:
            baskets.put(page.draft)
            await robot.until(lambda: not robot.sees("The basket waits."))

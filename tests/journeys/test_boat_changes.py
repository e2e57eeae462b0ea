"""What changes about a boat between form and sale, through the real window: values stay, and it is told."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from PySide6.QtWidgets import QLineEdit

from app.practice.world.catalogue import IdentityFlags
from app.store.journal.states import State
from app.ui.passengers.grid import PassengerGrid
from tests.support.proof import beside_others
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk, selling

_NOTHING = IdentityFlags(is_id_mandatory=False, is_id_no_required=False, is_id_upload_required=False)
_NUMBER = IdentityFlags(is_id_mandatory=True, is_id_no_required=True, is_id_upload_required=False)


async def _filled(clerk: Clerk) -> list[int]:
    """From the first list to a filled form of one passenger; gives the numbers of all departures."""
    robot, desk = clerk.robot, clerk.counter.desk
    await clerk.list_read()
    found = (await desk.catalogue.departures(desk.reader.today() + timedelta(days=1))).departures
    numbers = [int(each.schedule_id) for each in found]
    for number in numbers:
        clerk.counter.world.set_flags(number, _NOTHING)
    robot.keys("B", "Ctrl+Right")
    await robot.until(lambda: robot.sees(" departures, "))
    robot.keys("Down", "Return", "1", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passenger_grid"))
    for text in ("Arjun Nair", "41", "m", "ind"):
        robot.type(text)
        robot.keys("Tab")
    robot.click("customer_name")
    for text in (NAME, PHONE, EMAIL):
        robot.type(text)
        robot.keys("Tab")
    return numbers


def _first_row(clerk: Clerk) -> str:
    grid = clerk.robot.find("passenger_grid", PassengerGrid)
    model = grid.model()
    return " ".join(str(model.data(model.index(0, each))) for each in range(model.columnCount()))


async def test_what_the_trip_asks_for_after_the_last_look_is_refused_and_filled_in(tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk:
        robot, faults = clerk.robot, clerk.counter.faults
        numbers = await _filled(clerk)
        robot.keys("Ctrl+Return")
        await clerk.armed()

        for number in numbers:
            faults.change("create_booking", lambda world, number=number: world.set_flags(number, _NUMBER))
        robot.keys("Ctrl+Return")
        await robot.until(lambda: "Nothing was booked or debited." in clerk.everything())
        assert clerk.counter.journal.attempts()[-1].state is State.REJECTED
        assert "Correct ID type of passenger 1" in clerk.everything()
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("passenger_grid"))
        assert "The service did not take this. Correct ID type of passenger 1" in clerk.everything()
        assert robot.focused == "passenger_grid"
        assert _first_row(clerk).split()[:5] == ["1", "Arjun", "Nair", "41", "MALE"]
        typed = [robot.find(f"customer_{name}", QLineEdit).text() for name in ("name", "phone", "email")]
        assert typed == [NAME, PHONE, EMAIL]


@beside_others
async def test_what_the_trip_asks_for_since_the_form_is_told_at_the_last_look(tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk:
        robot = clerk.robot
        for number in await _filled(clerk):
            clerk.counter.world.set_flags(number, _NUMBER)
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("obstacle"))
        assert "Passenger 1:" in clerk.text("obstacle")
        assert clerk.counter.journal.attempts() == ()
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("passenger_grid"))
        await robot.until(lambda: "This trip now needs an identity document" in clerk.everything())
        assert _first_row(clerk).split()[:5] == ["1", "Arjun", "Nair", "41", "MALE"]


@beside_others
async def test_a_fare_that_changed_stands_beside_the_old_one_and_is_ticked(
    tmp_path: Path,
) -> None:
    async with selling(tmp_path) as clerk:
        robot = clerk.robot
        for number in await _filled(clerk):
            clerk.counter.world.shift_price(number, 100)
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("changes"))
        assert robot.sees("Was 2,546.25")
        assert clerk.text("accept_changes") == "The customer accepts 2,651.25"
        assert robot.focused == "accept_changes"
        robot.keys("Ctrl+Return")
        assert clerk.counter.journal.attempts() == ()
        robot.keys("Space")
        await clerk.armed()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("booking_ref"))

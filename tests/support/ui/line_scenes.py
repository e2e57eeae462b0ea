"""Lines of words in the palette: one that is understood, and one that is not, while the service is slow."""

from __future__ import annotations

from dataclasses import replace

from app.core.language import tr
from app.ui.kit.controls.text_box import TextBox
from tests.support.ui.scenes import Traveller
from tests.support.ui.selling import EMAIL, NAME, PHONE
from tests.support.ui.settling_in import open_section

UNDERSTOOD, HALF_UNDERSTOOD = f"2 scuba tmr 11 {PHONE}", "2 scubba kal 12 98765 veg"
OTHER_NAME, OTHER_PHONE, OTHER_EMAIL = "Dev Anand", "9876540098", "dev.anand@example.com"
_SLOWLY = " slowly. "


async def type_lines(clerk: Traveller) -> None:
    """Two known customers, kept starts; then the two lines."""
    robot, counter = clerk.robot, clerk.counter
    priya, dev = (NAME, PHONE, EMAIL), (OTHER_NAME, OTHER_PHONE, OTHER_EMAIL)
    for number, (name, phone, email) in enumerate((priya, priya, dev)):
        draft = await counter.draft(number)
        customer = replace(draft, customer_name=name, customer_phone=phone, customer_email=email)
        await counter.book(customer)
    await counter.desk.bookings.follow()
    await clerk.open_slots()
    await clerk.readings_ended()
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("activities_page"))
    await _type(clerk, UNDERSTOOD, f"understood as {NAME}")
    await clerk.take("21-quick-entry")
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("palette"))
    release = counter.faults.hold("content", times=None)
    robot.keys("F5")
    await robot.until(lambda: robot.sees("Reading"))
    await _type(clerk, HALF_UNDERSTOOD, tr("Not understood"))
    await robot.until(
        lambda: robot.sees(_SLOWLY) and any(OTHER_NAME in row for row in clerk.rows("palette_list"))
    )
    await clerk.take("21b-quick-entry-not-understood")
    release.set_result(None)


async def name_trips(clerk: Traveller) -> None:
    """Short names in the settings: one that is right, one of a trip that is gone, one that is no name."""
    robot = clerk.robot
    clerk.routing.go_to("settings")
    await robot.until(lambda: robot.focused == "sections")
    await open_section(clerk, "More")
    box = robot.find("short_names", TextBox)
    box.setPlainText("ed = Discover scuba dive, Elephant Beach\nnd = Night dive, Neil")
    box.setFocus()
    robot.keys("Tab")
    await robot.until(lambda: robot.is_shown("add_short_name"))
    box.setFocus()
    robot.keys("Ctrl+End", "Return")
    robot.type("tmr = Sea walk")
    robot.keys("Tab")
    await robot.until(lambda: robot.is_shown("short_names_note"))
    await clerk.take("21c-settings-short-names")


async def _type(clerk: Traveller, line: str, row: str) -> None:
    clerk.robot.keys("Ctrl+K")
    await clerk.robot.until(lambda: clerk.robot.focused == "palette_field")
    clerk.robot.type(line)
    await clerk.robot.until(lambda: any(row in each for each in clerk.rows("palette_list")))

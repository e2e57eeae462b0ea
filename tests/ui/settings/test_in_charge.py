"""Address, alerts and customers are changed by a person in charge, who is named with each change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from app.core.settings import Settings
from app.desk.desk import Desk
from app.desk.model.office_rules import Alerts, Retention
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer, World
from app.ui.kit.controls.segmented import Segment
from app.ui.settings.alerts import AlertSettings
from app.ui.settings.clerks import ClerkSettings
from app.ui.settings.customers import CustomerSettings
from app.ui.settings.in_charge import InCharge
from app.ui.settings.office_database import OfficeSettings
from tests.support.counter import Counter, open_desk, tomorrow_at_ten
from tests.support.proof import beside_others
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open
from tests.ui.settings.test_office_database import Office, found_there

_PATIENCE_SECONDS = 30


@dataclass
class Place:
    """A desk with Asha in charge, and Ravi."""

    counter: Counter
    in_charge: InCharge
    told: list[object]
    open_robot: Open

    @property
    def shell(self) -> Shell:
        """Notes what is to be kept."""
        return Shell(keep=self.told.append)

    @property
    def desk(self) -> Desk:
        """Its services."""
        return self.counter.desk

    async def show(self, section: AlertSettings | CustomerSettings | OfficeSettings) -> Robot:
        """The section in a window."""
        return await self.open_robot(section)

    async def keeps(self, by: str, *words: str) -> None:
        """Wait until these changes by somebody are kept, newest first, and no other but added clerks.

        A change is kept once it counts, and the screen does not wait for that.
        """
        found: list[tuple[str, str]] = []
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while found != [(by, each) for each in words]:
                newest = await self.desk.day_close.changes.newest(10)
                told = [(each.by, str(each.words)) for each in newest]
                found = [each for each in told if "added" not in each[1]]


@pytest.fixture
async def place(tmp_path: Path, open_robot: Open) -> AsyncGenerator[Place]:
    with PracticeServer(World(clock=tomorrow_at_ten)) as server:
        async with open_desk(tmp_path, server, local_cache=memory_of(tmp_path)) as counter:
            duty = counter.desk.day_close.duty
            await duty.add("Asha", "1111")
            await duty.add("Ravi", "2222", "Asha")
            yield Place(counter, InCharge(counter.desk.day_close), [], open_robot)


async def _give(robot: Robot, pin: str) -> None:
    await robot.until(lambda: robot.focused == "charge_pin")
    robot.type(pin)
    robot.keys("Return")


async def _refuse(robot: Robot) -> None:
    """Type the PIN of a clerk who is not in charge, and give up."""
    await _give(robot, "2222")
    await robot.until(lambda: robot.sees("Ravi is not in charge."))
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("charge_pin"))


async def _give_right(robot: Robot) -> None:
    await _give(robot, "1111")
    await robot.until(lambda: not robot.is_shown("charge_pin"))


async def test_the_address_is_changed_by_a_person_in_charge(place: Place) -> None:
    office, address = Office(found_there()), "postgresql://desk@db/office"
    section = OfficeSettings(SettingsContext(Settings(), office=office, shell=place.shell), place.in_charge)
    robot = await place.show(section)
    robot.find("office_url").setFocus()
    robot.type(address)
    robot.keys("Return")
    await _refuse(robot)
    await robot.until(lambda: robot.sees("The address is not kept: a person in charge changes it."))
    assert (office.kept, office.asked, place.told) == ([], [], [])
    robot.find("office_url").setFocus()
    robot.keys("Return")
    await _give(robot, "1111")
    await robot.until(lambda: robot.sees("Kept."))
    assert place.told == [{"office_url": address}]
    await place.keeps("Asha", f"Address of the office\u2019s database: {address}.")


async def test_another_database_at_the_address_that_is_set_is_allowed_by_a_person_in_charge(
    place: Place,
) -> None:
    office, address = Office(found_there(is_another=True)), "postgresql://desk@db/office"
    robot = await place.show(
        OfficeSettings(
            SettingsContext(Settings(office_url=address), office=office, shell=place.shell), place.in_charge
        )
    )
    robot.find("office_url").setFocus()
    robot.keys("Return")
    await _refuse(robot)
    assert (office.kept, office.asked) == ([], [])


async def test_what_was_changed_is_taken_back_by_a_person_in_charge(place: Place) -> None:
    robot = await place.show(OfficeSettings(SettingsContext(Settings(), shell=place.shell), place.in_charge))
    former, over = {"office_url": "", "low_cash": "12.50", "theme": "dark"}, robot.window
    back = asyncio.create_task(place.in_charge.takes_back(former, over))
    await _refuse(robot)
    assert not await back
    back = asyncio.create_task(place.in_charge.takes_back(former, over))
    await _give_right(robot)
    assert await back
    # Nobody is asked about what is each clerk's own.
    assert await InCharge(place.desk.day_close).takes_back({"theme": "dark"}, over)
    await place.keeps("Asha", "Wallet alerts: cash 12.50.", "Address of the office\u2019s database: \u2013.")


async def test_alerts_count_when_a_person_in_charge_has_said_so(place: Place) -> None:
    desk = place.desk
    section = AlertSettings(
        desk.wallet, desk.wallet_history, desk.rules, place.shell, in_charge=place.in_charge
    )
    robot = await place.show(section)
    field = robot.find("low_cash", QLineEdit)
    for pin in ("2222", "1111"):
        field.setFocus()
        robot.type("2500")
        assert place.told == []
        robot.keys("Return")
        if pin == "2222":
            await _refuse(robot)
            await robot.until(lambda: field.text() == "")
        else:
            await _give(robot, pin)
    await robot.until(lambda: place.told == [Alerts(Decimal(2500))])
    await robot.until(lambda: not robot.is_shown("charge_pin"))
    field.setFocus()
    # Asked once a visit.
    robot.type("0")
    assert place.told[-1] == Alerts(Decimal(2500))
    robot.keys("Return")
    await robot.until(lambda: place.told[-1] == Alerts(Decimal(25000)))
    robot.type("e9")
    robot.keys("Return")
    assert robot.sees("Type an amount such as 10,000, or nothing for no alert.")
    assert len(place.told) == 2
    place.in_charge.leave()
    assert not place.in_charge.is_open
    # Settings was left before it was kept.
    await place.keeps("Asha", "Wallet alerts: 25,000.00 / \u2013.", "Wallet alerts: 2,500.00 / \u2013.")


async def test_nothing_typed_stays_once_a_clerk_is_added(place: Place) -> None:
    robot = await place.open_robot(ClerkSettings(place.desk.day_close, place.in_charge))
    fields = [robot.find(name, QLineEdit) for name in ("clerk_name", "clerk_pin")]
    for field, text in zip(fields, ("Meera", "3333"), strict=True):
        field.setFocus()
        robot.type(text)
    robot.keys("Return")
    await _give_right(robot)
    await robot.until(lambda: [field.text() for field in fields] == ["", ""])
    assert robot.sees("Meera")


@beside_others
async def test_a_customer_is_deleted_by_a_person_in_charge(place: Place) -> None:
    desk = place.desk
    await place.counter.sell()
    await desk.remember()
    robot = await place.show(
        CustomerSettings(desk.customers, desk.rules, place.shell, in_charge=place.in_charge)
    )
    robot.find("find_customer").setFocus()
    robot.type("98765")
    await robot.until(lambda: robot.is_shown("found_customers"))
    robot.keys("Down", "Up", "Return")
    await robot.until(lambda: robot.is_shown("held_card"))
    for give in (_refuse, _give_right):
        robot.find("delete_customer").setFocus()
        robot.keys("Space")
        await robot.until(lambda: robot.is_shown("answer_delete"))
        robot.keys("Tab", "Return")
        await give(robot)
        assert await desk.customers.find("98765") or give is _give_right
    await robot.until(lambda: robot.sees("Nothing is held any more."))
    assert await desk.customers.find("98765") == ()
    await place.keeps("Asha", "A customer was deleted.")


async def test_retention_is_set_by_a_person_in_charge(place: Place) -> None:
    desk = place.desk
    robot = await place.show(
        CustomerSettings(desk.customers, desk.rules, place.shell, in_charge=place.in_charge)
    )
    await _choose_thirty(robot)
    await _refuse(robot)
    await robot.until(lambda: not robot.is_shown("retention_days"))
    assert place.told == []
    await _choose_thirty(robot)
    await _give(robot, "1111")
    await robot.until(lambda: place.told == [Retention(30)])
    place.in_charge.leave()
    robot.click(_segment(robot, "For ever"))
    await _refuse(robot)
    await robot.until(lambda: robot.is_shown("retention_days"))
    assert place.told == [Retention(30)]
    await place.keeps("Asha", "Retention of customers: 30.")


async def _choose_thirty(robot: Robot) -> None:
    robot.click(_segment(robot, "For some days"))
    robot.keys("Ctrl+A")
    robot.type("30")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Forget customers by themselves?"))
    robot.keys("Tab", "Return")


def _segment(robot: Robot, text: str) -> Segment:
    return next(each for each in robot.window.findChildren(Segment) if each.text() == text)


async def test_the_name_of_the_desk_is_typed_once_and_refused_when_it_is_empty(place: Place) -> None:
    names = place.desk.names
    robot = await place.show(OfficeSettings(SettingsContext(shell=place.shell), place.in_charge, names))
    field = robot.find("desk_name", QLineEdit)
    assert field.text() == names.own
    robot.click("desk_name")
    robot.keys("Ctrl+A", "Delete", "Return")
    await robot.until(lambda: robot.sees("A desk needs a name. Type it."))
    robot.type("Front")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Kept."))
    assert (names.own, field.text()) == ("Front", "Front")

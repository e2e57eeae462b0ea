"""The address of the office's database never holds a password."""

import shutil
from dataclasses import replace
from pathlib import Path

import certifi
import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from app.core.database_url import with_certificate
from app.core.settings import Settings
from app.desk.office.office_access import OfficeFound
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.ui.settings.office_database import OfficeSettings
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open


class Office:
    """Notes what the section asks for, and tells what is set."""

    def __init__(self, found: OfficeFound | None = None, used: OfficeFound | None = None) -> None:
        self.found = found or OfficeFound()
        self.used = used or self.found
        self.looked: list[tuple[str, str]] = []
        self.kept: list[tuple[str, str]] = []
        self.asked: list[str] = []
        self.told = ""
        self.is_open_to_read = False

    async def look(self, address: str, password: str) -> OfficeFound:
        self.looked.append((address, password))
        return self.found

    async def keep(self, address: str, password: str, found: OfficeFound) -> str:
        assert found is self.found
        self.kept.append((address, password))
        return self.told

    async def use(self, address: str) -> OfficeFound:
        self.asked.append(address)
        return self.used


def found_there(*, encrypted: bool = True, is_another: bool = False) -> OfficeFound:
    """Three desks and a booking on a server of the office."""
    return OfficeFound(
        host="db",
        version="15.4",
        is_encrypted=encrypted,
        desks=3,
        bookings=1,
        mark="m",
        place="db:5432/office",
        is_another=is_another,
    )


async def _shown(open_robot: Open, office: Office) -> tuple[Robot, list[object]]:
    kept: list[object] = []
    section = OfficeSettings(SettingsContext(Settings(), office=office, shell=Shell(keep=kept.append)))
    return await open_robot(section), kept


@pytest.mark.parametrize("problem", ["", "The server does not answer."])
async def test_an_address_is_kept_and_tried(open_robot: Open, problem: str) -> None:
    office = Office(OfficeFound(problem) if problem else found_there())
    robot, kept = await _shown(open_robot, office)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk:wo%20rd@db/office")
    robot.keys("Return")
    await robot.until(lambda: robot.sees(problem or "Kept."))
    address = "postgresql://desk@db/office"
    assert office.looked == office.kept == [(address, "wo rd")]
    assert office.asked == [address]
    assert kept == [{"office_url": address}]
    assert not robot.sees("wo%20rd@")
    if not problem:
        assert robot.sees("PostgreSQL 15.4 on db, encrypted. 3 desks have handed in. 1 booking.")
        assert robot.sees("Whoever knows the password can change every row there.")


async def test_a_database_that_guards_what_desks_said_is_named(open_robot: Open) -> None:
    robot, _ = await _shown(open_robot, Office(replace(found_there(), is_guarded=True)))
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("No desk can change there what another one did."))


async def test_a_password_has_a_field_of_its_own(open_robot: Open) -> None:
    office = Office(found_there())
    office.told = "It is kept until the counter is closed."
    robot, _ = await _shown(open_robot, office)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Tab")
    assert robot.focused == "office_password"
    robot.type(" p@s:/ ")
    robot.keys("Return")
    await robot.until(lambda: robot.sees(office.told))
    assert office.kept == [("postgresql://desk@db/office", " p@s:/ ")]
    assert robot.find("office_password", QLineEdit).text() == ""


async def test_another_database_is_asked_about_before_it_is_used(open_robot: Open) -> None:
    office = Office(found_there(is_another=True))
    robot, kept = await _shown(open_robot, office)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("This is another database than before"))
    assert robot.sees("3 desks have handed in. 1 booking. The sales and customers of this desk")
    robot.keys("Escape")
    await robot.until(lambda: robot.sees("Nothing was sent there, and the address is not kept."))
    assert (office.kept, office.asked, kept) == ([], [], [])
    robot.keys("Return")
    await robot.until(lambda: robot.sees("This is another database than before"))
    robot.keys("Tab", "Return")
    await robot.until(lambda: robot.sees("Kept."))
    assert office.kept == [("postgresql://desk@db/office", "")]


async def test_a_line_that_others_can_read_is_said_as_long_as_it_lasts(open_robot: Open) -> None:
    office = Office(found_there(encrypted=False))
    office.is_open_to_read = True
    robot, _ = await _shown(open_robot, office)
    assert robot.sees("The line to the office\u2019s database is not encrypted")
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("PostgreSQL 15.4 on db, not encrypted."))
    assert robot.sees("The line to the office\u2019s database is not encrypted")


async def test_a_certificate_of_ones_own_is_put_into_the_address(open_robot: Open, tmp_path: Path) -> None:
    office = Office(found_there())
    robot, kept = await _shown(open_robot, office)
    assert not robot.find("choose_certificate").isEnabled()
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office?sslmode=require")
    wrong, right = tmp_path / "wrong.pem", tmp_path / "own ca.pem"
    wrong.write_text("nothing", encoding="utf-8")
    shutil.copy(certifi.where(), right)
    for file in (wrong, right):
        robot.click("choose_certificate")
        robot.find("file_choice", QFileDialog).fileSelected.emit(str(file))
        robot.find("file_choice", QFileDialog).reject()
        await robot.until(lambda: not robot.window.findChildren(QFileDialog))
        assert robot.sees("wrong.pem is no certificate (PEM).") == (file is wrong)
    robot.window.activateWindow()
    robot.find("office_url").setFocus()
    await robot.until(lambda: robot.focused == "office_url")
    robot.keys("Return")
    await robot.until(lambda: kept)
    address = with_certificate("postgresql://desk@db/office", str(right))
    assert kept == [{"office_url": address}]
    assert "sslmode=verify-full" in address
    robot.click("remove_certificate")
    assert robot.find("office_url", QLineEdit).text() == "postgresql://desk@db/office"


@pytest.mark.parametrize(
    "typed", ["office", "https://db/office", "postgresql://db", "postgresql://db:x/office"]
)
async def test_what_is_no_address_is_said_beside_it(open_robot: Open, typed: str) -> None:
    robot, kept = await _shown(open_robot, Office())
    robot.find("office_url").setFocus()
    robot.type(typed)
    robot.keys("Return")
    assert robot.sees("An address is like postgresql://user@server/database.")
    assert kept == []
    for _ in typed:
        robot.keys("Backspace")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("this counter keeps its own"))


async def test_undo_takes_the_error_and_the_result_away(open_robot: Open) -> None:
    office = Office(OfficeFound("The server does not answer."))
    setup = SettingsContext(Settings(), office=office)
    section = OfficeSettings(setup)
    robot = await open_robot(section)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("The server does not answer."))
    robot.keys("Home")
    robot.type("x")
    robot.keys("Return")
    assert robot.sees("An address is like postgresql://user@server/database.")
    section.show_settings()
    assert robot.find("office_url", QLineEdit).text() == ""
    assert not robot.sees("An address is like postgresql://user@server/database.")
    assert not robot.sees("The server does not answer.")


async def test_space_on_the_button_keeps_the_keyboard_in_the_section(open_robot: Open) -> None:
    office = Office(OfficeFound("The server does not answer."))
    robot, _ = await _shown(open_robot, office)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Tab", "Tab", "Tab", "Space")
    assert robot.focused == "test_office"
    robot.keys("Space", "Return")
    await robot.until(lambda: robot.sees("The server does not answer."))
    assert (robot.focused, len(office.asked)) == ("test_office", 1)

"""The address of the office's database never holds a password."""

import pytest
from PySide6.QtWidgets import QLineEdit

from app.core.settings import Settings
from app.desk.settings.settings_context import SettingsContext
from app.ui.settings.office_database import OfficeSettings
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open


class Counter:
    """Notes what the section asks for."""

    def __init__(self, problem: str) -> None:
        self.problem = problem
        self.asked: list[str] = []
        self.kept: list[object] = []

    async def keep(self, typed: str) -> str:
        self.asked.append(typed)
        return ""

    async def test(self, address: str) -> str:
        self.asked.append(address)
        return self.problem


async def _shown(open_robot: Open, counter: Counter) -> Robot:
    setup = SettingsContext(Settings(), keep_password=counter.keep, test_office=counter.test)
    section = OfficeSettings(setup)
    section.changed.connect(counter.kept.append)
    return await open_robot(section)


@pytest.mark.parametrize("problem", ["", "The server does not answer."])
async def test_an_address_is_kept_and_tried(open_robot: Open, problem: str) -> None:
    counter = Counter(problem)
    robot = await _shown(open_robot, counter)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk:word@db/office")
    robot.keys("Return")
    await robot.until(lambda: robot.sees(problem or "Kept."))
    assert counter.asked == ["postgresql://desk:word@db/office", "postgresql://desk@db/office"]
    assert counter.kept == [{"office_url": "postgresql://desk@db/office"}]
    assert not robot.sees("word@")


@pytest.mark.parametrize(
    "typed", ["office", "https://db/office", "postgresql://db", "postgresql://db:x/office"]
)
async def test_what_is_no_address_is_said_beside_it(open_robot: Open, typed: str) -> None:
    counter = Counter("")
    robot = await _shown(open_robot, counter)
    robot.find("office_url").setFocus()
    robot.type(typed)
    robot.keys("Return")
    assert robot.sees("An address is like postgresql://user@server/database.")
    assert counter.kept == []
    for _ in typed:
        robot.keys("Backspace")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("this counter keeps its own"))


async def test_undo_takes_the_error_and_the_result_away(open_robot: Open) -> None:
    counter = Counter("The server does not answer.")
    setup = SettingsContext(Settings(), keep_password=counter.keep, test_office=counter.test)
    section = OfficeSettings(setup)
    robot = await open_robot(section)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Return")
    await robot.until(lambda: robot.sees(counter.problem))
    robot.keys("Home")
    robot.type("x")
    robot.keys("Return")
    assert robot.sees("An address is like postgresql://user@server/database.")
    section.show_settings()
    assert robot.find("office_url", QLineEdit).text() == ""
    assert not robot.sees("An address is like postgresql://user@server/database.")
    assert not robot.sees(counter.problem)


async def test_space_on_the_button_keeps_the_keyboard_in_the_section(open_robot: Open) -> None:
    counter = Counter("The server does not answer.")
    robot = await _shown(open_robot, counter)
    robot.find("office_url").setFocus()
    robot.type("postgresql://desk@db/office")
    robot.keys("Tab", "Space")
    assert robot.focused == "test_office"
    robot.keys("Space", "Return")
    await robot.until(lambda: robot.sees(counter.problem))
    assert (robot.focused, len(counter.asked)) == ("test_office", 1)

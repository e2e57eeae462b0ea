"""The first screen: connect, or practise."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.desk.settings.shell import Shell
from app.ui.connection.welcome_page import WelcomePage
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style
from app.ui.window.main_window import MainWindow
from tests.support.desk.samples import TODAY
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

ADDRESS = "https://partner.example/travel"


class Stage:
    """The first screen in its window, and what it asked for."""

    def __init__(self, robot: Robot, address: str, *, is_language_fixed: bool) -> None:
        self.robot = robot
        self.connects: list[tuple[str, str]] = []
        self.practices: list[str] = []
        self.names: list[str] = []
        self.codes: list[str] = []
        practise = partial(self.practices.append, "asked")
        shell = Shell(connect=self._note, practise=practise, speak=self.codes.append)
        self.page = WelcomePage(shell, address, is_language_fixed=is_language_fixed)

    def _note(self, address: str, key: str, name: str) -> None:
        self.connects.append((address, key))
        self.names.append(name)


@pytest.fixture
async def stage(qapp: QApplication, open_robot: Open) -> Stage:
    """The first screen of a new counter."""
    return await staged(qapp, open_robot, "")


async def staged(
    qapp: QApplication, open_robot: Open, address: str, *, is_language_fixed: bool = False
) -> Stage:
    style.apply_theme(qapp, "light")
    window = MainWindow(TODAY)
    robot = await open_robot(window)
    made = Stage(robot, address, is_language_fixed=is_language_fixed)
    window.show_page(made.page)
    return made


async def test_connecting_by_keyboard_alone(stage: Stage) -> None:
    robot = stage.robot
    await robot.until(robot.find("service_address").hasFocus)
    robot.type(f" {ADDRESS} ")
    robot.keys("Tab")
    robot.type("demo-key")
    robot.keys("Return")
    assert stage.connects == [(ADDRESS, "demo-key")]
    robot.keys("Return", "Ctrl+Return", "Alt+P")
    assert (len(stage.connects), stage.practices) == (1, [])
    assert robot.find("connect", Button).label == "Connecting\u2026"


async def test_the_key_of_the_sandbox_is_said_to_be_one(stage: Stage) -> None:
    robot = stage.robot
    await robot.until(robot.find("service_address").hasFocus)
    robot.type(ADDRESS)
    robot.keys("Tab")
    robot.type("demo-key")
    robot.keys("Tab", "Space", "Ctrl+Return")
    assert (stage.connects, stage.names) == ([(ADDRESS, "demo-key")], ["sandbox"])


async def test_practising_by_one_key(stage: Stage) -> None:
    stage.robot.keys("Alt+P")
    assert stage.practices == ["asked"]
    assert stage.connects == []


async def test_practising_by_the_pointer(stage: Stage) -> None:
    stage.robot.click("practise")
    stage.robot.keys("Escape")
    assert stage.practices == ["asked"]


async def test_what_is_missing_stands_beside_its_field(stage: Stage) -> None:
    robot = stage.robot
    robot.click("connect")
    assert robot.sees("This needs the address of the service.")
    assert robot.sees("This needs the key.")
    await robot.until(robot.find("service_address").hasFocus)
    robot.type(ADDRESS)
    assert not robot.sees("This needs the address of the service.")
    robot.keys("Ctrl+Return")
    assert robot.sees("This needs the key.")
    await robot.until(robot.find("api_key").hasFocus)
    assert stage.connects == []


@pytest.mark.parametrize(("field", "name"), [("address", "service_address"), ("key", "api_key")])
async def test_what_the_service_did_not_take(stage: Stage, field: str, name: str) -> None:
    robot = stage.robot
    robot.type(ADDRESS)
    robot.keys("Tab")
    robot.type("wrong")
    robot.keys("Return")
    stage.page.show_problem("The service does not accept this key. Ask the operator.", field)
    edit = robot.find(name, QLineEdit)
    await robot.until(edit.hasFocus)
    assert edit.accessibleDescription() == "The service does not accept this key. Ask the operator."
    assert robot.find("service_address", QLineEdit).text() == ADDRESS
    robot.keys("Return")
    assert len(stage.connects) == 2


async def test_a_known_address_needs_only_the_key(qapp: QApplication, open_robot: Open) -> None:
    stage = await staged(qapp, open_robot, ADDRESS)
    await stage.robot.until(stage.robot.find("api_key").hasFocus)
    stage.robot.type("k")
    stage.robot.keys("Return")
    assert stage.connects == [(ADDRESS, "k")]


async def test_the_key_is_not_on_the_screen(stage: Stage) -> None:
    stage.robot.find("api_key", QLineEdit).setFocus()
    stage.robot.type("demo-key")
    edit = stage.robot.find("api_key", QLineEdit)
    assert len(edit.displayText()) == len("demo-key")
    assert set(edit.displayText()).isdisjoint("demo-key")


async def test_the_keys_go_from_the_language_to_practising(stage: Stage) -> None:
    robot, codes = stage.robot, stage.codes
    await robot.until(robot.find("service_address").hasFocus)
    robot.keys("Shift+Tab", "Right")
    assert codes == ["hi"]
    stage.page.take_focus()
    robot.keys("Tab", "Tab", "Tab", "Tab")
    assert robot.find("practise").hasFocus()


async def test_one_key_changes_the_language_and_back(stage: Stage) -> None:
    codes = stage.codes
    stage.robot.keys("Alt+L", "Alt+L")
    assert codes == ["hi", "en"]


async def test_the_language_stays_while_it_connects(stage: Stage) -> None:
    codes = stage.codes
    stage.robot.keys("Alt+P", "Alt+L")
    assert (codes, stage.practices) == ([], ["asked"])
    stage.page.show_problem("The service cannot be reached.")
    stage.robot.keys("Alt+L")
    assert codes == ["hi"]


async def test_a_language_of_the_administrator_stays(qapp: QApplication, open_robot: Open) -> None:
    stage = await staged(qapp, open_robot, ADDRESS, is_language_fixed=True)
    codes = stage.codes
    stage.robot.keys("Alt+L")
    assert codes == []
    language = stage.robot.find("language")
    assert not language.isEnabled()
    assert "Set by your administrator" in language.toolTip()

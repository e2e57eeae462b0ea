"""About, what an administrator has set, and licences that are read by keyboard."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPlainTextEdit, QWidget

from app.core.installation import Installation
from app.core.language import mark
from app.core.settings import Policy, Settings, as_written
from app.desk.desk import local_now
from app.desk.settings.backups import Backups
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.ui.connection.welcome_page import WelcomePage
from app.ui.flows.navigation import setting_services
from app.ui.kit.sheets.policy_note import controls_of
from app.ui.settings.about import AboutSettings
from app.ui.settings.office_database import OfficeSettings
from app.ui.settings.settings_page import SECTIONS, SettingsPage
from app.ui.theme import style
from app.ui.window.main_window import DRAWN, MainWindow
from tests.support.counter import Counter, open_counter
from tests.support.desk.samples import TODAY
from tests.support.proof import beside_others
from tests.support.ui.layout_audit import misfits, pieces
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

ADDRESS = "https://partner.example/travel"
ELSEWHERE = frozenset(
    # On the first screen, in the window, or of no section
    {"service", "base_url", "sandbox_url", "net_shown", "scan_folder", "office_url"}
    | {"customer_window_place", "customer_window_screen"}
    # Where the zones of agency and computer differ, and of a policy alone
    | {"agency_zone", "zone_told", "network_folder"}
)


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    async with open_counter(tmp_path / "counter") as made:
        yield made


@pytest.fixture
def installed(tmp_path: Path) -> Installation:
    """An installed program with two licences and a list of its parts."""
    root = tmp_path / "opt" / "agency-counter"
    (root / "licenses").mkdir(parents=True)
    for name in ("LGPL-3.0.txt", "httpx.txt"):
        (root / "licenses" / name).write_text(f"The terms of {name}\n" * 60, encoding="utf-8")
    (root / "sbom.cdx.json").write_text('{"bomFormat": "CycloneDX"}', encoding="utf-8")
    return Installation(root, "0.3.0", "linux", "3.11.2", "6.11.3", "0123456789abcdef")


async def test_about_says_what_runs_and_what_is_preset(open_robot: Open, installed: Installation) -> None:
    policy = Policy(
        {"agency": "Reef"},
        {"theme": "dark"},
        ("/etc/agency-counter/policy.json",),
        (mark("It names colour."),),
    )
    setup = SettingsContext(
        policy=policy, program=installed, folder=Path("/home/asha/data"), newer="Version 0.4.0 is ready."
    )
    robot = await open_robot(AboutSettings(setup))
    for words in (
        "Version 0.3.0 (0123456789ab)",
        "Python 3.11.2, Qt 6.",
        "used under the LGPL-3.0: you may replace these libraries",
        "Version 0.4.0 is ready.",
        "Fixed: agency",
        "To begin with: theme",
        "It names colour.",
    ):
        assert robot.sees(words)
    shown = {
        name: robot.find(name, QLineEdit).text() for name in ("program_folder", "where_data_lies", "policy_0")
    }
    assert shown == {
        "program_folder": str(installed.root),
        "where_data_lies": "/home/asha/data",
        "policy_0": "/etc/agency-counter/policy.json",
    }


async def test_an_update_folder_is_chosen_and_forgotten(open_robot: Open, tmp_path: Path) -> None:
    setup = SettingsContext()
    section = AboutSettings(setup)
    told: list[object] = []
    setup.serve(Shell(keep=told.append))
    robot = await open_robot(section)
    assert robot.sees("Nothing is preset here.")
    assert robot.find("update_folder", QLineEdit).text() == "None is chosen yet"
    assert not robot.is_shown("no_update_folder")
    robot.click("choose_update_folder")
    await robot.until(lambda: section.findChild(QFileDialog) is not None)
    robot.find("file_choice", QFileDialog).fileSelected.emit(str(tmp_path))
    assert told == [{"update_folder": str(tmp_path)}]
    setup.settings = Settings(update_folder=str(tmp_path))
    section.show_settings()
    assert robot.find("update_folder", QLineEdit).text() == str(tmp_path)
    robot.find("no_update_folder").setFocus()
    robot.keys("Space")
    assert told[-1] == {"update_folder": ""}


@pytest.mark.parametrize(("theme", "size"), [("light", DRAWN), ("dark", (1050, 590))])
async def test_the_licences_are_read_by_keyboard(
    open_robot: Open,
    qapp: QApplication,
    counter: Counter,
    installed: Installation,
    *,
    theme: style.Theme,
    size: tuple[int, int],
) -> None:
    style.apply_theme(qapp, theme)
    window = MainWindow(TODAY)
    window.resize(*size)
    robot = await open_robot(window)
    page = SettingsPage(setting_services(counter.desk), SettingsContext(program=installed))
    window.show_page(page)
    robot.keys("End")
    assert misfits(pieces(window)) == []
    robot.find("read_licences").setFocus()
    robot.keys("Space")
    text = robot.find("licence_text", QPlainTextEdit)
    assert robot.focused == "licences"
    assert text.toPlainText().startswith("The terms of LGPL-3.0.txt")
    robot.keys("Down")
    assert text.toPlainText().startswith("The terms of httpx.txt")
    assert misfits(pieces(robot.find("licence_sheet"))) == []
    robot.keys("Tab")
    assert robot.focused == "licence_text"
    robot.keys("PgDown")
    assert text.verticalScrollBar().value() > 0
    robot.keys("Shift+Tab", "End")
    assert text.toPlainText() == '{"bomFormat": "CycloneDX"}'
    robot.keys("Return")
    assert robot.focused == "licence_text"
    robot.keys("Escape")
    assert not robot.is_shown("licence_sheet")
    assert robot.focused == "read_licences"
    style.apply_theme(qapp, "light")


async def test_a_program_without_licences_opens_no_empty_list(open_robot: Open, tmp_path: Path) -> None:
    robot = await open_robot(
        AboutSettings(SettingsContext(program=Installation(tmp_path, "1.0", "linux", "", "", "")))
    )
    robot.click("read_licences")
    assert not robot.is_shown("licence_sheet")


def _everything(counter: Counter, policy: Policy) -> SettingsPage:
    backups = Backups(
        counter.desk.reader.profile, counter.desk.payments, counter.journal, counter.folder, local_now
    )
    return SettingsPage(
        setting_services(counter.desk), SettingsContext(policy.over(Settings()), policy, backups=backups)
    )


async def test_every_setting_that_is_fixed_is_closed_where_it_stands(
    open_robot: Open, counter: Counter
) -> None:
    policy = Policy(fixed=as_written(Settings(update_folder="/srv/updates", retention_days=30)))
    window = MainWindow(TODAY)
    robot = await open_robot(window)
    page = _everything(counter, policy)
    window.show_page(page)
    closed: list[str] = []
    for _ in SECTIONS:
        page.show_settings()
        found = [each for each in page.findChildren(QWidget, "set_by_administrator") if each.isVisible()]
        if found:
            assert robot.sees("What cannot be changed here was set for this computer.")
        robot.keys("Down")
    for name in sorted(set(policy.fixed) - ELSEWHERE):
        controls = controls_of(page, {name})
        assert controls, name
        for control in controls:
            is_text = isinstance(control, QLineEdit | QPlainTextEdit)
            assert control.property("readOnly") if is_text else not control.isEnabled(), name
            assert control.accessibleDescription() == "Set by your administrator", name
            closed.append(name)
    assert len(set(closed)) == len(policy.fixed) - len(ELSEWHERE)


@beside_others
async def test_nothing_is_closed_without_a_policy(open_robot: Open, counter: Counter) -> None:
    window = MainWindow(TODAY)
    robot = await open_robot(window)
    window.show_page(_everything(counter, Policy(initial={"theme": "dark"})))
    for _ in SECTIONS:
        assert not robot.is_shown("set_by_administrator")
        robot.keys("Down")


async def _welcome(open_robot: Open, fixed: dict[str, str]) -> tuple[Robot, list[tuple[str, str, str]]]:
    window = MainWindow(TODAY)
    robot = await open_robot(window)
    asked: list[tuple[str, str, str]] = []

    def note(address: str, key: str, name: str) -> None:
        asked.append((address, key, name))

    window.show_page(WelcomePage(Shell(connect=note), fixed=fixed))
    return robot, asked


async def test_an_address_that_is_fixed_stands_on_the_first_screen(open_robot: Open) -> None:
    robot, asked = await _welcome(open_robot, {"live": ADDRESS})
    await robot.until(robot.find("api_key").hasFocus)
    address = robot.find("service_address", QLineEdit)
    assert (address.text(), address.isReadOnly()) == (ADDRESS, True)
    assert robot.sees("Set by your administrator")
    robot.find("is_sandbox").setFocus()
    robot.keys("Space")
    assert (address.text(), address.isReadOnly()) == ("", False)
    assert not robot.sees("Set by your administrator")
    robot.keys("Space")
    robot.find("api_key").setFocus()
    robot.type("demo-key")
    robot.keys("Return")
    assert asked == [(ADDRESS, "demo-key", "live")]


async def test_an_office_address_that_is_fixed_takes_its_password_and_no_other_address(
    open_robot: Open,
) -> None:
    url = "postgresql://desk@db/office"
    kept: list[object] = []
    setup = SettingsContext(
        Settings(office_url=url), Policy({"office_url": url}), shell=Shell(keep=kept.append)
    )
    section = OfficeSettings(setup)
    robot = await open_robot(section)
    field = robot.find("office_url", QLineEdit)
    field.setText("postgresql://desk@elsewhere/office")
    field.setFocus()
    robot.keys("Return")
    assert robot.sees(f"Your administrator has set the address: {url}")
    assert kept == []
    field.setText("postgresql://desk:word@db/office")
    robot.keys("Return")
    await robot.until(lambda: bool(kept))
    assert kept == [{"office_url": url}]

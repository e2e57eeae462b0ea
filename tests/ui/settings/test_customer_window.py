"""The settings of the customer window: it is off until it is switched on, and a policy can preset it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from app.core.settings import Policy, Settings, changed, fits
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.ui.kit.controls.segmented import Segmented
from app.ui.kit.controls.switch import Switch
from app.ui.kit.sheets.policy_note import controls_of
from app.ui.settings.in_charge import InCharge
from app.ui.settings.more import MoreSettings
from tests.support.desk.mrz_samples import TODAY
from tests.support.ui.looking import no_trips, part
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

NAMES = ("customer_window", "customer_window_language", "customer_window_theme", "customer_window_price")


async def opened(open_robot: Open, setup: SettingsContext) -> tuple[Robot, MoreSettings, list[object]]:
    section, told = MoreSettings(setup, InCharge(), no_trips, lambda: TODAY), list[object]()
    setup.serve(Shell(keep=told.append))
    return await open_robot(section), section, told


async def test_it_is_off_in_both_languages_and_as_the_program(open_robot: Open) -> None:
    _, section, told = await opened(open_robot, SettingsContext())
    assert not part(section, Switch, "customer_window").isChecked()
    assert part(section, Switch, "customer_window_price").isChecked()
    assert part(section, Segmented, "customer_window_language").current == "both"
    assert part(section, Segmented, "customer_window_theme").current == "program"
    assert told == []


async def test_each_change_is_told_at_once(open_robot: Open) -> None:
    robot, section, told = await opened(open_robot, SettingsContext())
    robot.click(part(section, Switch, "customer_window"))
    assert told == [{"customer_window": True}]
    part(section, Switch, "customer_window").setFocus()
    robot.keys("Space")
    part(section, Segmented, "customer_window_theme").choose("dark")
    assert told[-1] == {"customer_window_theme": "dark"}


async def test_that_there_is_no_screen_for_it_is_said_while_it_is_on(
    open_robot: Open, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, section, _ = await opened(open_robot, SettingsContext())
    switch, told = part(section, Switch, "customer_window"), "No second screen is connected."
    assert not robot.sees(told)
    robot.click(switch)
    assert robot.sees(told)
    robot.click(switch)
    assert not robot.sees(told)
    robot.click(switch)
    screen = qapp.primaryScreen()
    monkeypatch.setattr(QApplication, "screens", lambda: [screen, screen])
    qapp.screenAdded.emit(screen)
    assert not robot.sees(told)
    monkeypatch.undo()
    qapp.screenRemoved.emit(screen)
    assert robot.sees(told)


async def test_the_present_settings_are_shown_without_telling(open_robot: Open) -> None:
    setup = SettingsContext()
    _, section, told = await opened(open_robot, setup)
    setup.follow(replace(Settings(), customer_window=True, customer_window_language="hi"))
    section.show_settings()
    assert part(section, Switch, "customer_window").isChecked()
    assert part(section, Segmented, "customer_window_language").current == "hi"
    assert told == []


async def test_a_policy_closes_the_controls(open_robot: Open) -> None:
    policy = Policy(fixed={"customer_window": True})
    _, section, _ = await opened(open_robot, SettingsContext(policy=policy))
    for name in NAMES:
        assert controls_of(section, {name}) == section.findChildren(QWidget, name)
        assert len(controls_of(section, {name})) == 1


@pytest.mark.parametrize(
    ("name", "good", "wrong"),
    [
        ("customer_window", True, 1),
        ("customer_window_language", "hi", "fr"),
        ("customer_window_theme", "program", "system"),
        ("customer_window_price", False, "no"),
        ("customer_window_screen", "DP-2", 2),
        ("customer_window_place", "-10,20,960,540", "10,20,960"),
        ("customer_window_place", "", "0,0,-1,9"),
    ],
)
def test_what_cannot_be_is_refused(name: str, good: object, wrong: object) -> None:
    assert getattr(changed(Settings(), {name: good}), name) == good
    assert not fits(name, wrong)

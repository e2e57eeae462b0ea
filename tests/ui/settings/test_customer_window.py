"""The settings of the customer window: it is off until it is switched on, and a policy can preset it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget

from app.core.settings import Policy, Settings, changed, fits
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.controls.segmented import Segmented
from app.ui.kit.controls.switch import Switch
from app.ui.kit.sheets.policy_note import controls_of
from app.ui.settings.in_charge import InCharge
from app.ui.settings.more import MoreSettings
from tests.support.ui.looking import Show, part
from tests.support.ui.robot import Robot

NAMES = ("customer_window", "customer_window_language", "customer_window_theme", "customer_window_price")


def opened(show: Show, setup: SettingsContext) -> tuple[Robot, MoreSettings, list[object]]:
    section, told = MoreSettings(setup, InCharge()), list[object]()
    section.changed.connect(told.append)
    return Robot(show(section)), section, told


def test_it_is_off_in_both_languages_and_as_the_program(shown: Show) -> None:
    _, section, told = opened(shown, SettingsContext())
    assert not part(section, Switch, "customer_window").isChecked()
    assert part(section, Switch, "customer_window_price").isChecked()
    assert part(section, Segmented, "customer_window_language").current == "both"
    assert part(section, Segmented, "customer_window_theme").current == "program"
    assert told == []


def test_each_change_is_told_at_once(shown: Show) -> None:
    robot, section, told = opened(shown, SettingsContext())
    robot.click(part(section, Switch, "customer_window"))
    assert told == [{"customer_window": True}]
    part(section, Switch, "customer_window").setFocus()
    robot.keys("Space")
    part(section, Segmented, "customer_window_theme").choose("dark")
    assert told[-1] == {"customer_window_theme": "dark"}


def test_the_present_settings_are_shown_without_telling(shown: Show) -> None:
    setup = SettingsContext()
    _, section, told = opened(shown, setup)
    setup.follow(replace(Settings(), customer_window=True, customer_window_language="hi"))
    section.show_settings()
    assert part(section, Switch, "customer_window").isChecked()
    assert part(section, Segmented, "customer_window_language").current == "hi"
    assert told == []


def test_a_policy_closes_the_controls(shown: Show) -> None:
    policy = Policy(fixed={"customer_window": True})
    _, section, _ = opened(shown, SettingsContext(policy=policy))
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

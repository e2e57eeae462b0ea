"""Settings, Appearance: another text size comes with the next start, which a button makes."""

from __future__ import annotations

from dataclasses import replace

from app.core.settings import Settings
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.ui.kit.controls.segmented import Segmented
from app.ui.settings.appearance import AppearanceSettings
from tests.support.ui.looking import part
from tests.ui.conftest import Open


async def test_another_text_size_offers_to_start_again(open_robot: Open) -> None:
    asked = list[bool]()
    setup = SettingsContext(shell=Shell(restart=lambda: asked.append(True)))
    section = AppearanceSettings(setup)
    robot = await open_robot(section)
    assert not robot.is_shown("start_again")
    part(section, Segmented, "text_size").choose("130")
    robot.click("start_again")
    assert asked == [True]
    setup.follow(replace(Settings(), text_size=100))
    section.show_settings()
    assert not robot.is_shown("start_again")

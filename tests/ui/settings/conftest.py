"""The settings of "More" on screen, with what they tell."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from app.core.settings import Settings, changed
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.ui.settings.in_charge import InCharge
from app.ui.settings.more import MoreSettings
from tests.support.desk.mrz_samples import TODAY
from tests.support.ui.looking import no_trips
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open


@dataclass
class Scene:
    """The section on screen, and what it has told."""

    robot: Robot
    section: MoreSettings
    setup: SettingsContext
    told: list[object] = field(default_factory=list[object])

    def take(self, changes: dict[str, object]) -> None:
        """Keep a change, as the program does."""
        self.told.append(changes)
        self.setup.follow(changed(self.setup.settings, changes))

    async def type(self, name: str, text: str) -> None:
        """Type into a field in place of what is there, and leave it."""
        self.robot.find(name).setFocus()
        self.robot.keys("Ctrl+A")
        self.robot.type(text) if text else self.robot.keys("Delete")
        self.robot.keys("Tab")
        await self.robot.until(lambda: self.robot.focused != name)


@pytest.fixture
async def scene(open_robot: Open) -> Scene:
    setup = SettingsContext(Settings())
    section = MoreSettings(setup, InCharge(), no_trips, lambda: TODAY)
    robot = await open_robot(section)
    made = Scene(robot, section, setup)
    setup.serve(Shell(keep=made.take))
    return made

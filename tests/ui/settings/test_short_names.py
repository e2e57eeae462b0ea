"""The settings of short names: they count once their box is left, and all of them are right."""

from __future__ import annotations

import pytest
from typing_extensions import override

from app.core.settings import Policy, Settings, changed, fits
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.sheets.policy_note import PolicyNote
from app.ui.settings.in_charge import InCharge
from app.ui.settings.more import MoreSettings
from tests.support.desk.mrz_samples import TODAY
from tests.support.ui.looking import part
from tests.ui.conftest import Open
from tests.ui.settings.conftest import Scene

BOX = "short_names"
SCUBA = "Discover scuba dive, Elephant Beach"


class NamesScene(Scene):
    """The same, with the box of short names."""

    @override
    def take(self, changes: dict[str, object]) -> None:
        super().take(changes)
        self.section.show_settings()

    async def type_lines(self, *lines: str) -> None:
        """Type lines in place of what is there, and leave the box."""
        self.box.setFocus()
        self.robot.keys("Ctrl+A", "Delete")
        for place, line in enumerate(lines):
            if place:
                self.robot.keys("Return")
            self.robot.type(line)
        self.robot.keys("Tab")
        await self.robot.until(lambda: self.robot.focused != BOX)

    @property
    def box(self) -> TextBox:
        return self.robot.find(BOX, TextBox)

    @property
    def about(self) -> str:
        return part(self.section, Label, "short_names_about").text()


async def _places() -> tuple[tuple[str, str], ...]:
    return ("Discover scuba dive", "Elephant Beach"), ("Swaraj Dweep day return", "MV Sea Heron")


async def _open(open_robot: Open, setup: SettingsContext) -> NamesScene:
    section = MoreSettings(setup, InCharge(), _places, lambda: TODAY)
    robot = await open_robot(section)
    made = NamesScene(robot, section, setup)
    setup.serve(Shell(keep=made.take))
    return made


@pytest.fixture
async def scene(open_robot: Open) -> NamesScene:
    return await _open(open_robot, SettingsContext())


async def test_names_are_added_changed_and_removed_with_keys(scene: NamesScene) -> None:
    await scene.type_lines(f"ed = {SCUBA}", "hd = Swaraj Dweep day return")
    both = f"ed = {SCUBA}\nhd = Swaraj Dweep day return"
    await scene.robot.until(lambda: scene.told == [{"short_names": both}])
    await scene.type_lines(f"ds = {SCUBA}")
    await scene.robot.until(lambda: scene.told[1:] == [{"short_names": f"ds = {SCUBA}"}])
    await scene.type_lines()
    await scene.robot.until(lambda: scene.told[2:] == [{"short_names": ""}])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ed", "Line 2: write the short name, then = and the trip."),
        ("e = Sea walk", "Line 2: a short name has 2 to 12 letters or figures, a letter first."),
        ("tmr = Sea walk", "Line 2: tmr has a meaning of its own in a line."),
        ("SW = Sea walk", "Line 2: SW stands above already."),
    ],
)
async def test_a_wrong_name_is_said_beside_the_box_and_not_kept(
    scene: NamesScene, line: str, sentence: str
) -> None:
    await scene.type_lines("sw = Sea walk", line)
    await scene.robot.until(lambda: scene.robot.sees(f"{sentence} It is not saved."))
    assert scene.box.accessibleDescription().startswith(sentence)
    # What is not right yet stays to be corrected, whatever else is set.
    scene.robot.find("travelling").setFocus()
    scene.robot.keys("Space")
    await scene.robot.until(lambda: scene.told == [{"travelling": True}])
    assert scene.box.toPlainText() == f"sw = Sea walk\n{line}"
    await scene.type_lines("sw = Sea walk")
    await scene.robot.until(lambda: scene.told[1:] == [{"short_names": "sw = Sea walk"}])
    assert not scene.robot.is_shown("short_names_note")


async def test_a_trip_that_is_not_in_the_lists_is_said_and_kept(scene: NamesScene) -> None:
    await scene.type_lines("hd = swaraj dweep day return, mv sea heron", "nd = Night dive, Neil")
    await scene.robot.until(lambda: scene.about == "Not in the lists read today: Night dive, Neil.")
    assert len(scene.told) == 1
    await scene.type_lines(f"ed = {SCUBA}")
    await scene.robot.until(lambda: scene.about.startswith("One on a line: "))


async def test_a_trip_is_taken_from_the_lists_with_keys(scene: NamesScene) -> None:
    await scene.robot.until(lambda: scene.robot.is_shown("add_short_name"))
    await scene.type_lines("sw = Sea walk")
    scene.robot.find("add_short_name").setFocus()
    scene.robot.keys("Return", "Down", "Return")
    await scene.robot.until(lambda: scene.robot.focused == BOX)
    scene.robot.type("ed")
    scene.robot.keys("Tab")
    await scene.robot.until(lambda: scene.told[1:] == [{"short_names": f"sw = Sea walk\ned = {SCUBA}"}])


async def test_a_policy_closes_the_box(open_robot: Open) -> None:
    names = {"short_names": "ed = Sea walk"}
    policy = Policy(fixed=names)
    scene = await _open(open_robot, SettingsContext(changed(Settings(), names), policy))
    await scene.robot.until(lambda: scene.robot.is_shown("add_short_name"))
    PolicyNote(scene.section, policy.fixed)
    assert scene.box.isReadOnly()
    assert scene.box.toPlainText() == "ed = Sea walk"
    assert not scene.robot.find("add_short_name").isEnabled()
    assert not fits("short_names", "a" * 4001)
    assert not fits("short_names", ["ed"])

"""The settings of manifest and messages: a switch counts at once, a message once it is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from app.core.language import speaking
from app.core.settings import Settings, changed
from app.desk.settings.settings_context import SettingsContext
from app.desk.travelling.messages import Template, program_text
from app.ui.kit.controls.text_box import TextBox
from app.ui.settings.in_charge import InCharge
from app.ui.settings.more import MoreSettings
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

BOX = "message_off_cancelled"


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

    def box(self, name: str = BOX) -> TextBox:
        return self.robot.find(name, TextBox)


@pytest.fixture
async def scene(open_robot: Open) -> Scene:
    setup = SettingsContext(Settings())
    section = MoreSettings(setup, InCharge())
    robot = await open_robot(section)
    made = Scene(robot, section, setup)
    section.changed.connect(made.take)
    return made


@pytest.fixture
def hindi() -> Iterator[None]:
    with speaking("hi"):
        yield


async def test_the_switch_counts_at_once(scene: Scene) -> None:
    scene.robot.find("manifest_last_four").setFocus()
    scene.robot.keys("Space")
    await scene.robot.until(lambda: scene.told == [{"manifest_last_four": False}])


async def test_a_message_counts_once_its_field_is_left(scene: Scene) -> None:
    scene.box().setFocus()
    scene.robot.type("{trip} is off.")
    assert scene.told == []
    scene.robot.keys("Tab")
    await scene.robot.until(lambda: scene.told == [{"message_off_cancelled_en": "{trip} is off."}])
    await scene.type(BOX, "")
    await scene.robot.until(lambda: scene.told[1:] == [{"message_off_cancelled_en": ""}])


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Dear {nmae}", "{nmae} is no place holder."),
        ("Dear {name", "{ is no place holder."),
        ("a" * 501, "At most 500 characters."),
    ],
)
async def test_a_wrong_message_gets_a_sentence_and_counts_for_nothing(
    scene: Scene, typed: str, sentence: str
) -> None:
    scene.box().setPlainText(typed)
    scene.box().setFocus()
    scene.robot.keys("Tab")
    await scene.robot.until(lambda: scene.robot.sees(sentence))
    assert scene.box().accessibleDescription().startswith(sentence)
    assert scene.told == []
    await scene.type(BOX, "{name}")
    await scene.robot.until(lambda: scene.told == [{"message_off_cancelled_en": "{name}"}])
    assert not scene.robot.is_shown(f"{BOX}_note")


async def test_one_language_is_shown_at_a_time_with_the_program_s_words_in_grey(scene: Scene) -> None:
    await scene.type(BOX, "{trip} is off.")
    scene.robot.find("message_language:hi").setFocus()
    scene.robot.keys("Space")
    await scene.robot.until(lambda: scene.box().toPlainText() == "")
    assert scene.box().placeholderText() == program_text(Template.OFF_CANCELLED, "hi")
    await scene.type(BOX, "{trip} नहीं")
    await scene.robot.until(lambda: scene.setup.settings.message_off_cancelled_hi == "{trip} नहीं")
    scene.robot.find("message_language:en").setFocus()
    scene.robot.keys("Space")
    await scene.robot.until(lambda: scene.box().toPlainText() == "{trip} is off.")
    assert scene.setup.settings.message_off_cancelled_en == "{trip} is off."


@pytest.mark.usefixtures("hindi")
async def test_it_opens_in_the_language_that_is_spoken(scene: Scene) -> None:
    assert scene.box("message_reminder").placeholderText() == program_text(Template.REMINDER, "hi")

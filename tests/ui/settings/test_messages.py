"""The settings of manifest and messages: a switch counts at once, a message once it is right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.core.language import speaking
from app.desk.travelling.messages import Template, program_text
from app.ui.kit.controls.text_box import TextBox
from tests.ui.settings.conftest import Scene
from tests.ui.test_heard import listening

BOX = "message_off_cancelled"


def box(scene: Scene, name: str = BOX) -> TextBox:
    """The field of a message."""
    return scene.robot.find(name, TextBox)


@pytest.fixture
def hindi() -> Iterator[None]:
    with speaking("hi"):
        yield


async def test_the_switch_counts_at_once(scene: Scene) -> None:
    scene.robot.find("manifest_last_four").setFocus()
    scene.robot.keys("Space")
    await scene.robot.until(lambda: scene.told == [{"manifest_last_four": False}])


async def test_a_message_counts_once_its_field_is_left(scene: Scene) -> None:
    box(scene).setFocus()
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
    box(scene).setPlainText(typed)
    box(scene).setFocus()
    with listening() as heard:
        scene.robot.keys("Tab")
        await scene.robot.until(lambda: any(sentence in each.text for each in heard.said))
    assert scene.robot.sees(sentence)
    assert box(scene).accessibleDescription().startswith(sentence)
    assert scene.told == []
    await scene.type(BOX, "{name}")
    await scene.robot.until(lambda: scene.told == [{"message_off_cancelled_en": "{name}"}])
    assert not scene.robot.is_shown(f"{BOX}_note")


async def test_one_language_is_shown_at_a_time_with_the_program_s_words_in_grey(scene: Scene) -> None:
    await scene.type(BOX, "{trip} is off.")
    scene.robot.find("message_language:hi").setFocus()
    scene.robot.keys("Space")
    await scene.robot.until(lambda: box(scene).toPlainText() == "")
    assert box(scene).placeholderText() == program_text(Template.OFF_CANCELLED, "hi")
    await scene.type(BOX, "{trip} नहीं")
    await scene.robot.until(lambda: scene.setup.settings.message_off_cancelled_hi == "{trip} नहीं")
    scene.robot.find("message_language:en").setFocus()
    scene.robot.keys("Space")
    await scene.robot.until(lambda: box(scene).toPlainText() == "{trip} is off.")
    assert scene.setup.settings.message_off_cancelled_en == "{trip} is off."


@pytest.mark.usefixtures("hindi")
async def test_it_opens_in_the_language_that_is_spoken(scene: Scene) -> None:
    assert box(scene, "message_reminder").placeholderText() == program_text(Template.REMINDER, "hi")

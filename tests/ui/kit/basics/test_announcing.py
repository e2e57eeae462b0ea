"""What happens is said once, when it rests, by what is on screen."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest

from app.ui.kit.basics.announcing import Announcement, announce, announcements
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from tests.ui.conftest import Open

Said = list[Announcement]


@pytest.fixture
def said() -> Generator[Said]:
    heard: Said = []
    hear = heard.append

    announcements().said.connect(hear)
    yield heard
    announcements().said.disconnect(hear)


async def test_a_label_says_what_it_shows_when_that_rests(open_robot: Open, said: Said) -> None:
    label = Label("one").speaks()
    robot = await open_robot(held(column(label)))
    for text in ("two", "three", "four"):
        label.setText(text)
    await robot.until(lambda: bool(said))
    assert said == [("four", False)]


async def test_nothing_is_said_twice_while_it_stays(open_robot: Open, said: Said) -> None:
    label = Label().speaks(is_urgent=True)
    other = Label().speaks()
    robot = await open_robot(held(column(label, other)))
    label.setText("one")
    await robot.until(lambda: bool(said))
    label.setText("two")
    label.setText("one")
    other.setText("after it")
    await robot.until(lambda: ("after it", False) in said)
    assert said == [("one", True), ("after it", False)]


async def test_what_is_hidden_is_not_said_and_what_comes_back_is(open_robot: Open, said: Said) -> None:
    label, other = Label().speaks(), Label().speaks()
    robot = await open_robot(held(column(label, other)))
    label.hide()
    label.setText("hidden")
    other.setText("seen")
    await robot.until(lambda: bool(said))
    assert said == [("seen", False)]
    label.show()
    await robot.until(lambda: len(said) > 1)
    label.hide()
    label.show()
    await robot.until(lambda: len(said) > 2)
    assert said[1:] == [("hidden", False)] * 2


async def test_empty_sentences_are_not_said(open_robot: Open, said: Said) -> None:
    await open_robot(label := Label("x"))
    announce(label, "", "")
    announce(label, "", "now", is_urgent=True)
    await asyncio.sleep(0)
    assert said == [("now", True)]

"""What happens is said once, when it rests, by what is on screen."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest

from app.ui.kit.basics.announcing import Announcement, Announcer, announce, announcements
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


async def test_what_changes_is_said_when_it_rests(open_robot: Open, said: Said) -> None:
    announcer = Announcer(part := Label("part"))
    robot = await open_robot(part)
    for text in ("two", "three", "four"):
        announcer.tell(text)
    await robot.until(lambda: bool(said))
    assert said == [("four", False)]


async def test_nothing_is_said_twice_while_it_stays(open_robot: Open, said: Said) -> None:
    announcer, other = Announcer(part := Label("part"), is_urgent=True), Announcer(part)
    robot = await open_robot(part)
    announcer.tell("one", "sum")
    await robot.until(lambda: bool(said))
    announcer.tell("two")
    announcer.tell("one", "sum")
    other.know("known")
    other.tell("known")
    other.tell("after it")
    await robot.until(lambda: ("after it", False) in said)
    assert said == [("one sum", True), ("after it", False)]


async def test_what_is_hidden_is_not_said_and_what_comes_back_is(open_robot: Open, said: Said) -> None:
    announcer, other = Announcer(part := Label("part")), Announcer(beside := Label("beside"))
    robot = await open_robot(held(column(part, beside)))
    part.hide()
    announcer.tell("hidden")
    other.tell("seen")
    await robot.until(lambda: bool(said))
    assert said == [("seen", False)]
    part.show()
    await robot.until(lambda: len(said) > 1)
    part.hide()
    part.show()
    await robot.until(lambda: len(said) > 2)
    assert said[1:] == [("hidden", False)] * 2


async def test_empty_sentences_are_not_said(open_robot: Open, said: Said) -> None:
    await open_robot(label := Label("x"))
    announce(label, "", "")
    announce(label, "", "now", is_urgent=True)
    await asyncio.sleep(0)
    assert said == [("now", True)]

"""How long a message stays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLineEdit

from app.ui.kit.basics.layouts import column, held
from app.ui.kit.sheets import toast as module
from app.ui.kit.sheets.toast import Toast, undoing
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open


async def _opened(open_robot: Open) -> tuple[Robot, Toast, QTimer]:
    """A page with a field that has the keyboard, its message, and what that waits for."""
    field = QLineEdit()
    field.setObjectName("field")
    page = held(column(field, None))
    page.resize(600, 400)
    toast = Toast(page)
    timer = toast.findChild(QTimer)
    assert timer is not None
    return await open_robot(page), toast, timer


async def test_what_can_be_undone_goes_at_the_next_key_after_a_while(
    open_robot: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SHOWN_MS", 0)
    undone: list[bool] = []
    robot, toast, timer = await _opened(open_robot)
    robot.find("field", QLineEdit).setFocus()
    toast.say("Deleted", undoing(lambda: undone.append(True)))
    robot.type("a")
    assert toast.isVisible()
    await robot.until(lambda: not timer.isActive())
    assert toast.isVisible()
    robot.keys("Tab")
    assert robot.focused == "toast_act"
    robot.keys("Space")
    assert (undone, toast.isVisible()) == ([True], False)
    toast.say("Deleted", undoing(lambda: None))
    await robot.until(lambda: not timer.isActive())
    robot.find("field", QLineEdit).setFocus()
    robot.type("b")
    assert not toast.isVisible()
    robot.keys("Tab")
    assert not toast.isVisible()


async def test_what_can_be_undone_goes_at_the_next_click_beside_it(
    open_robot: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SHOWN_MS", 0)
    undone: list[bool] = []
    robot, toast, timer = await _opened(open_robot)
    toast.say("Deleted", undoing(lambda: undone.append(True)))
    robot.click("field")
    assert toast.isVisible()
    await robot.until(lambda: not timer.isActive())
    robot.click(toast)
    assert toast.isVisible()
    robot.click("toast_act")
    assert (undone, toast.isVisible()) == ([True], False)
    toast.say("Deleted", undoing(lambda: None))
    await robot.until(lambda: not timer.isActive())
    robot.click("field")
    assert not toast.isVisible()


async def test_what_can_only_be_read_goes_by_itself(
    open_robot: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SHOWN_MS", 0)
    robot, toast, _ = await _opened(open_robot)
    toast.say("Saved")
    assert toast.isVisible()
    await robot.until(lambda: not toast.isVisible())


async def test_it_goes_with_the_page_unless_it_was_said_on_the_way(
    open_robot: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, toast, timer = await _opened(open_robot)
    toast.say("Saved")
    toast.lift()
    assert toast.isVisible()
    toast.say("Deleted", undoing(lambda: None))
    toast.lift()
    assert not toast.isVisible()
    toast.say("Saved")
    monkeypatch.setattr("app.ui.kit.sheets.toast.YOUNG_MS", -1)
    toast.lift()
    assert not toast.isVisible()
    assert not timer.isActive()

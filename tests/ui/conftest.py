"""A robot for a widget, and the widget's end with the test."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest
from PySide6.QtWidgets import QWidget

from tests.ui.robot import Robot

Open = Callable[[QWidget], Awaitable[Robot]]


@pytest.fixture
async def open_robot() -> AsyncGenerator[Open, None]:
    """Gives a robot for a widget: shown, with the keyboard in it, and closed at the end."""
    robots: list[Robot] = []

    async def show(widget: QWidget) -> Robot:
        robot = Robot(widget)
        robots.append(robot)
        await robot.show()
        return robot

    yield show
    for robot in reversed(robots):
        await robot.close()

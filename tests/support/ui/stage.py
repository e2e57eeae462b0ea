"""A window on a counter of its own, for a test of one page."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from PySide6.QtWidgets import QListView

from app.ui.kit.sheets.page import Page
from app.ui.window.main_window import MainWindow
from tests.support.counter import Counter, Given, open_counter
from tests.support.ui.robot import Robot
from tests.support.ui.selling import spoken_rows
from tests.support.ui.windows import open_window


@dataclass
class Stage:
    """A window on a real desk."""

    robot: Robot
    window: MainWindow
    counter: Counter

    def show(self, page: Page) -> None:
        """Bring a page on screen."""
        self.window.show_page(page)

    def rows(self) -> list[str]:
        """The rows of the list of bookings as they are spoken."""
        return spoken_rows(self.robot.find("sales_list", QListView))


@asynccontextmanager
async def open_stage(folder: Path, **given: Unpack[Given]) -> AsyncGenerator[Stage]:
    """A window on a fresh counter; the page that is on screen at the end goes before the counter."""
    async with open_window() as (robot, window), open_counter(folder, **given) as counter:
        yield Stage(robot, window, counter)
        if window.current_page is not None:
            window.drop_page(window.current_page)

"""The whole program in a test: window, opening and everything behind it, used through real keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QApplication, QLineEdit

from app.core.settings import Policy, load_settings
from app.desk.settings.shell import Shell
from app.lifecycle.event_loop import QuitRequest
from app.lifecycle.session import Session
from app.practice import PRACTICE_KEY
from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.theme import style
from app.ui.window.main_window import MainWindow
from tests.support.ui.robot import Robot


@dataclass
class Program:
    """A counter that somebody has opened."""

    robot: Robot
    window: MainWindow
    ended: asyncio.Task[int]
    shell: Shell = field(default_factory=Shell)
    """What its screens may ask of it."""

    async def practise(self) -> None:
        """From the first screen to the list of activities."""
        await self.robot.until(lambda: self.robot.is_shown("practise"))
        self.robot.keys("Alt+P")
        await self.list_read()

    async def connect(self, address: str, *, sandbox: bool = False) -> None:
        """From the first screen to a service at this address."""
        await self.robot.until(lambda: self.robot.is_shown("connect"))
        self.robot.find("service_address").setFocus()
        self.robot.keys("Ctrl+A")
        self.robot.type(address)
        self.robot.keys("Tab")
        self.robot.type(PRACTICE_KEY)
        if sandbox:
            self.robot.keys("Tab", "Space")
        self.robot.keys("Ctrl+Return")

    async def list_read(self) -> None:
        """Wait for the list of activities of the day that is shown, with the keyboard in it."""
        await self.robot.until(lambda: self.robot.sees(" open on this date"))
        await self.robot.until(self._has_items)

    async def press_setting(self, name: str) -> None:
        """Press a button of the settings' first section by its key."""
        self.robot.keys("Alt+5")
        await self.robot.until(lambda: self.robot.is_shown(name))
        self.robot.find(name).setFocus()
        self.robot.keys("Space")

    async def to_slots(self) -> None:
        """Pick the first activity on the next day and wait for its slots."""
        self.robot.keys("Return")
        await self.robot.until(lambda: self.robot.is_shown("slots_page"))
        self.robot.keys("Ctrl+Right")
        await self.robot.until(self._has_open_slots)

    async def type_name(self) -> None:
        """Choose a slot, and type the name of the customer."""
        await self.to_slots()
        self.robot.keys("1", "Return")
        self.robot.type("Priya Raman")

    async def keep_typing(self) -> None:
        """Answer that the sale is to be finished first, and find it as it was typed."""
        await self.robot.until(lambda: self.robot.sees("A sale is being typed"))
        self.robot.keys("Escape")
        await self.robot.until(lambda: not self.robot.sees("A sale is being typed"))
        self.robot.keys("Alt+1")
        await self.robot.until(lambda: self.robot.find("customer_name", QLineEdit).text() == "Priya Raman")

    async def to_review(self, phone: str = "9876501234") -> None:
        """Fill in a sale, and wait until the button spends."""
        await self.fill(phone)
        await self.robot.until_armed("spend")

    async def fill(self, phone: str = "9876501234") -> None:
        """Choose a slot, type the customer, and go on to the last look."""
        await self.type_customer(phone)
        self.robot.keys("Ctrl+Return")

    async def type_customer(self, phone: str = "9876501234") -> None:
        """Choose a slot, and type the customer."""
        await self.type_name()
        self.robot.keys("Tab")
        self.robot.type(phone)
        self.robot.keys("Tab")
        self.robot.type("priya.raman@example.com")

    async def sell(self, phone: str = "9876501234") -> str:
        """A whole sale; gives its PNR as it stands on screen."""
        await self.to_review(phone)
        self.robot.keys("Ctrl+Return")
        await self.robot.until(lambda: self.robot.is_shown("booked_page"))
        return str(self.robot.find("booking_ref").property("text"))

    async def close(self) -> int:
        """Close the window as a clerk does; gives the exit status."""
        self.window.close()
        return await asyncio.wait_for(self.ended, 30)

    def _has_items(self) -> bool:
        page = self.window.current_page
        return isinstance(page, ActivitiesPage) and bool(page.items) and self.robot.focused == "activity_list"

    def _has_open_slots(self) -> bool:
        text = str(self.robot.find("slots_heading").property("text"))
        return " open" in text and "0 of" not in text


@asynccontextmanager
async def opened(
    folder: Path, today: date | None = None, policy: Policy | None = None
) -> AsyncGenerator[Program]:
    """The program on a data folder, as `python -m app` opens it; `today` is this computer's, unless given."""
    app = cast("QApplication", QApplication.instance())
    style.apply_theme(app, "light")
    window = MainWindow(today or datetime.now().astimezone().date())
    robot = Robot(window)
    await robot.show()
    quit_request = QuitRequest()
    opening = Session(app, window, folder, load_settings(folder, policy), quit_request)
    ended = asyncio.create_task(opening.run())
    try:
        yield Program(robot, window, ended, opening.shell)
    finally:
        quit_request.request()
        await ended
        await robot.close()

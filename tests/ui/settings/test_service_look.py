"""Connection in Settings: the service is looked at by keyboard, and the report saved and opened."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.desk.desk import DeskOptions
from app.lifecycle.connection import memory_of
from app.practice import PRACTICE_KEY
from app.ui.flows.navigation import setting_services
from app.ui.settings.settings_page import SettingsPage
from tests.support.counter import Counter, Given, for_ever, open_counter
from tests.support.ui.looking import unnamed
from tests.support.ui.outside import opened_outside
from tests.support.ui.robot import Robot
from tests.support.ui.windows import open_window


@dataclass
class Visit:
    """A window with the settings on it."""

    robot: Robot
    counter: Counter
    page: SettingsPage

    async def look(self, file: Path) -> None:
        """Press the button by its key, and say where the report goes."""
        self.robot.find("look_at_service").setFocus()
        self.robot.keys("Space")
        dialog = await self.robot.until(lambda: self.robot.find("file_choice", QFileDialog))
        assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        assert dialog.selectedFiles()[0].endswith("service-report.html")
        dialog.fileSelected.emit(str(file))
        dialog.close()
        # Without a window manager nobody else does it.
        self.page.window().activateWindow()


@pytest.fixture
async def visit(tmp_path: Path) -> AsyncGenerator[Visit]:
    """The settings of a counter that has sold once."""
    folder = tmp_path / "desk"
    given = Given(local_cache=memory_of(folder), options=DeskOptions(sleep=for_ever))
    async with open_window("file_choice") as (robot, window), open_counter(folder, **given) as counter:
        await counter.sell()
        page = SettingsPage(setting_services(counter.desk))
        window.show_page(page)
        yield Visit(robot, counter, page)
        window.drop_page(page)


async def test_a_look_is_saved_and_opened_and_sells_nothing(visit: Visit, tmp_path: Path) -> None:
    robot, file = visit.robot, tmp_path / "service.html"
    await visit.look(file)
    await robot.until(lambda: robot.sees(f"service.html saved in {tmp_path}"))
    assert robot.focused == "look_at_service"
    assert unnamed(visit.page) == []
    text = file.read_text("utf-8")
    assert "7 of 7 could be read" in text
    assert PRACTICE_KEY not in text
    assert "Priya" not in text
    assert len(visit.counter.world.bookings) == 1
    with opened_outside() as opened:
        robot.keys("Tab", "Return")
        assert [Path(each.removeprefix("file://")) for each in opened.links] == [file]


async def test_a_place_that_cannot_be_written_is_told(visit: Visit, tmp_path: Path) -> None:
    await visit.look(tmp_path / "none" / "service.html")
    await visit.robot.until(lambda: visit.robot.sees("service.html was not saved. Choose another place."))
    assert not visit.robot.is_shown("open_service_report")
    assert visit.robot.find("look_at_service").isEnabled()

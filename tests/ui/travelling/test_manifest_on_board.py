"""The manifest of the departure that is current on the board, by its two keys."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from app.ui.travelling.manifest_paper import ManifestSheet
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.travelling_day import PEOPLE, opened, sold_seats, switched_on


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at the board, with two parties in the first slot and one in the second."""
    async with selling(tmp_path, remembers=True, others=("file_choice", "QListView ''")) as sold:
        await switched_on(sold)
        for name in PEOPLE[:2]:
            await sold_seats(sold, name)
        await sold_seats(sold, PEOPLE[2], slot=1)
        await opened(sold)
        yield sold


async def shown(clerk: Clerk) -> list[str]:
    """Who is on the manifest that Ctrl P shows."""
    clerk.robot.keys("Ctrl+P")
    sheet = await clerk.robot.until(lambda: clerk.robot.find("manifest_sheet", ManifestSheet))
    return [each.name for each in sheet.manifest.parties]


@beside_others
async def test_ctrl_p_shows_the_current_departure_and_esc_the_board_again(clerk: Clerk) -> None:
    assert await shown(clerk) == list(PEOPLE[:2])
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.focused == "departures_of_day")
    clerk.robot.keys("Down")
    await clerk.robot.until(lambda: PEOPLE[2] in clerk.rows("parties")[0])
    assert await shown(clerk) == [PEOPLE[2]]


@beside_others
async def test_the_whole_departure_is_on_it_whatever_is_searched_or_chosen(clerk: Clerk) -> None:
    robot = clerk.robot
    robot.keys("Ctrl+F")
    robot.type(PEOPLE[1])
    await robot.until(lambda: len(clerk.rows("parties")) == 1)
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "departures_of_day")
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "parties")
    robot.keys("Space")
    assert await shown(clerk) == list(PEOPLE[:2])


@beside_others
async def test_the_button_opens_it_and_settings_leave_the_last_four_away(clerk: Clerk) -> None:
    rules = clerk.counter.desk.rules
    rules.travelling = replace(rules.travelling, last_four=False)
    clerk.robot.click("offer_printer")
    sheet = await clerk.robot.until(lambda: clerk.robot.find("manifest_sheet", ManifestSheet))
    assert not sheet.manifest.has_ends
    assert sheet.manifest.is_practice


@pytest.mark.parametrize("folder", ["", "gone"])
async def test_ctrl_e_writes_the_table_and_says_where_or_why_not(
    clerk: Clerk, tmp_path: Path, folder: str
) -> None:
    robot, path = clerk.robot, tmp_path / folder / "out.csv"
    robot.keys("Ctrl+E")
    dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    clerk.window.activateWindow()
    if folder:
        await robot.until(lambda: robot.sees("Choose another place."))
        return
    await robot.until(lambda: robot.sees("out.csv saved in"))
    assert all(f'"{name}"' in path.read_text("utf-8-sig") for name in PEOPLE[:2])

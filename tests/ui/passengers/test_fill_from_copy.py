"""A copy that comes to a row fills it with what its passport lines say, and never more than that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.core.language import tr
from app.desk.desk import DeskOptions
from app.desk.model.boats import BoatDraft, Document, Passenger
from app.lifecycle.ocr_client import OcrClient
from app.ui.documents.document_box import DocumentBox
from app.ui.documents.image_shrinking import grey
from app.ui.passengers.input_methods import UNREAD
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.window.main_window import MainWindow
from tests.support.copies_read import PROGRAM, program, seeing
from tests.support.counter import Given, open_counter, tomorrow_at_ten
from tests.support.desk.mrz_samples import JANA
from tests.support.proof import beside_others
from tests.support.ui.document_samples import encoded, pdf_of, photo, quarters
from tests.support.ui.robot import Robot
from tests.support.ui.windows import open_window

NUMBER, NAME = "C4VX8T2K1", "Jana Katharina Vogel"


@dataclass
class Clerk:
    """Keys and eyes on the page."""

    robot: Robot
    window: MainWindow
    page: PassengersPage

    def passenger(self, row: int = 0) -> Passenger:
        return self.page.draft.passengers[row]

    def attach(self, image: QImage | None = None) -> None:
        """Paste a picture to the current row."""
        QApplication.clipboard().setImage(image or quarters())
        self.robot.keys("Ctrl+V")
        QApplication.clipboard().clear()

    async def attached(self, row: int = 0) -> None:
        """Wait until the row has its copy; it is being read then."""
        await self.robot.until(lambda: self.passenger(row).document)

    async def read(self) -> None:
        """Wait until no copy is being read."""
        await self.robot.until(
            lambda: not any(self.page.tasks.is_running(f"passport {key}") for key in range(9))
        )


Open = Callable[..., AbstractAsyncContextManager[Clerk]]


def _readers() -> list[int]:
    """The processes that read a copy; what else has been started in this session is not looked at."""
    return [each.pid for each in psutil.Process().children(recursive=True) if _is_reader(each)]


def _is_reader(process: psutil.Process) -> bool:
    try:
        return PROGRAM in process.cmdline()
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def at_passengers(tmp_path: Path) -> Open:
    """Opens the page where copies are read, by a process that sees the given lines."""

    @asynccontextmanager
    async def enter(reader: OcrClient | None, count: int = 2) -> AsyncGenerator[Clerk]:
        given = Given(options=DeskOptions(reader))
        async with open_window() as (robot, window), open_counter(tmp_path / "desk", **given) as counter:
            found = await counter.desk.catalogue.departures(tomorrow_at_ten().date() + timedelta(days=2))
            page = PassengersPage(
                counter.desk.reader,
                counter.desk.local_cache,
                counter.desk.copies,
            )
            page.begin(BoatDraft(found.departures[0], (Passenger(),) * count))
            window.show_page(page)
            await robot.until(lambda: not page.tasks.is_running("departure"))
            try:
                yield Clerk(robot, window, page)
            finally:
                if isValid(page):
                    window.drop_page(page)
                await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})

    return enter


@beside_others
async def test_a_copy_fills_its_row_and_is_taken_back_alone(at_passengers: Open) -> None:
    async with at_passengers(seeing(JANA)) as clerk:
        clerk.attach()
        await clerk.robot.until(lambda: clerk.robot.sees("Passenger 1 filled from the copy"))
        assert clerk.robot.sees("Compare the expiry, read as ")
        filled = clerk.passenger()
        assert (filled.traveler_name, filled.id_number, filled.nationality) == (NAME, NUMBER, "GERMAN")
        assert filled.document is not None
        clerk.robot.click("passport_undo")
        assert (clerk.passenger().traveler_name, clerk.passenger().document) == ("", filled.document)
        assert not clerk.robot.sees("filled from the copy")


@beside_others
async def test_what_was_typed_stays(at_passengers: Open) -> None:
    async with at_passengers(seeing(JANA)) as clerk:
        clerk.robot.type("vogel jana katharina")
        clerk.robot.keys("Tab")
        clerk.attach()
        await clerk.robot.until(lambda: clerk.passenger().id_number)
        assert clerk.passenger().traveler_name == "vogel jana katharina"
        assert clerk.passenger().id_number == NUMBER


async def test_what_the_copy_says_otherwise_is_told_and_nothing_changes(at_passengers: Open) -> None:
    async with at_passengers(seeing(JANA)) as clerk:
        clerk.robot.type("Jana Vogel")
        clerk.robot.keys("Tab")
        clerk.robot.type("7")
        clerk.robot.keys("Tab")
        clerk.attach()
        await clerk.robot.until(
            lambda: clerk.robot.sees("The copy says otherwise: Name, Age. Nothing was changed.")
        )
        assert (clerk.passenger().traveler_name, clerk.passenger().age) == ("Jana Vogel", "7")
        assert clerk.passenger().id_number == ""
        clerk.robot.type("f")
        clerk.robot.keys("Tab")
        assert not clerk.robot.sees("The copy says otherwise")


@pytest.mark.parametrize("reader", [seeing(["PASSPORT"]), seeing([JANA[0]]), OcrClient(program("exit(1)"))])
async def test_what_cannot_be_read_fills_nothing(at_passengers: Open, reader: OcrClient) -> None:
    async with at_passengers(reader) as clerk:
        clerk.attach()
        await clerk.robot.until(lambda: clerk.robot.sees(tr(UNREAD)))
        assert clerk.passenger().traveler_name == ""
        assert not clerk.robot.is_shown("passport_undo")


@beside_others
async def test_without_the_extra_nothing_is_said(at_passengers: Open) -> None:
    async with at_passengers(None) as clerk:
        clerk.attach()
        await clerk.attached()
        assert not clerk.page.tasks.is_running("passport 0")
        assert not clerk.robot.is_shown("passport_status")


@beside_others
async def test_a_full_row_is_not_read(at_passengers: Open) -> None:
    async with at_passengers(seeing(JANA)) as clerk:
        for cell in ("Asha Rao", "34", "f", "ger", "PASSPORT", "Z1234567"):
            clerk.robot.type(cell)
            clerk.robot.keys("Tab")
        assert clerk.passenger().id_number == "Z1234567"
        clerk.robot.keys("Up")
        clerk.attach()
        await clerk.attached()
        assert not clerk.page.tasks.is_running("passport 0")


@beside_others
async def test_the_row_is_found_where_it_is_by_then(at_passengers: Open, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with at_passengers(seeing(JANA, gate), 3) as clerk:
        clerk.robot.keys("Down", "Down")
        clerk.attach()
        await clerk.attached(2)
        clerk.robot.keys("Up", "Ctrl+Delete")
        gate.touch()
        await clerk.robot.until(lambda: clerk.passenger(1).id_number == NUMBER)
        assert clerk.passenger(0).is_untouched


@beside_others
@pytest.mark.parametrize("way", ["row", "copy", "other copy"])
async def test_what_is_gone_meanwhile_is_not_filled(at_passengers: Open, tmp_path: Path, way: str) -> None:
    gate = tmp_path / "gate"
    async with at_passengers(seeing(JANA, gate)) as clerk:
        clerk.attach()
        await clerk.attached()
        seen = clerk.passenger().document
        if way == "row":
            clerk.robot.keys("Ctrl+Delete")
        else:
            clerk.robot.click(clerk.robot.find("document_box", DocumentBox).remove)
            clerk.robot.find("passenger_grid").setFocus()
        if way == "other copy":
            clerk.robot.type("Asha Rao")
            clerk.robot.keys("Tab")
            clerk.attach(photo(300, 200))
            await clerk.robot.until(lambda: clerk.passenger().document not in (None, seen))
        gate.touch()
        await clerk.read()
        assert [each.id_number for each in clerk.page.draft.passengers] == [""] * clerk.page.draft.qty


@beside_others
async def test_a_cell_being_typed_is_waited_for(at_passengers: Open, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with at_passengers(seeing(JANA, gate)) as clerk:
        clerk.attach()
        await clerk.attached()
        clerk.robot.type("VOGEL Jana Kath")
        gate.touch()
        await clerk.robot.until(lambda: not _readers())
        # What was read comes to the page from a thread.
        with pytest.raises(AssertionError):
            await clerk.robot.until(lambda: not clerk.page.tasks.is_running("passport 0"), seconds=0.3)
        clerk.robot.type("arina")
        clerk.robot.keys("Tab")
        await clerk.robot.until(lambda: clerk.passenger().id_number == NUMBER)
        assert clerk.passenger().traveler_name == "VOGEL Jana Katharina"


@beside_others
async def test_a_passport_being_scanned_is_not_disturbed(at_passengers: Open, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with at_passengers(seeing(JANA, gate)) as clerk:
        clerk.attach()
        await clerk.attached()
        clerk.robot.keys("F2")
        clerk.robot.type("P<UTO")
        gate.touch()
        await clerk.robot.until(lambda: clerk.passenger().id_number == NUMBER)
        assert clerk.robot.find("passport_strip").property("text") == "P<UTO"
        assert not clerk.robot.is_shown("passport_undo")


@beside_others
async def test_nothing_is_filled_and_no_process_stays_when_the_page_is_left(
    at_passengers: Open, tmp_path: Path
) -> None:
    async with at_passengers(seeing(JANA, tmp_path / "never")) as clerk:
        clerk.attach()
        await clerk.attached()
        await clerk.robot.until(_readers)
        clerk.window.drop_page(clerk.page)
        await clerk.robot.until(lambda: not _readers())


def test_the_picture_that_is_read_is_upright_grey_and_not_too_large() -> None:
    upright = grey(Document("copy.png", encoded(quarters(322, 240), "PNG"), "PNG"))
    assert (upright.width, upright.height, len(upright.pixels)) == (320, 240, 320 * 240)
    assert [upright.pixels[x + 320 * y] for x, y in ((240, 180), (80, 60))] == [255, upright.pixels[0]]
    large = grey(Document("copy.jpg", encoded(photo(4000, 3000), "JPEG"), "JPEG"))
    assert (large.width, large.height) == (2000, 1500)
    page = encoded(photo(600, 400), "JPEG")
    pdf = grey(Document("copy.pdf", pdf_of([page, page], (600, 400)), "PDF"))
    assert pdf.width * 3 > pdf.height * 4

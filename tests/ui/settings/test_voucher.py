"""What stands on every voucher is typed once, and seen at once."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit

from app.desk.desk import Desk
from app.desk.model.office_rules import Branding, OfficeRules
from app.desk.settings.shell import Shell
from app.desk.vouchers.voucher_text import agency_line
from app.lifecycle.connection import memory_of
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.segmented import Segmented
from app.ui.settings.voucher import VoucherSettings, sample_voucher
from app.ui.vouchers.logo import FILE_NAME, LogoError, kept_logo, logo_png
from app.ui.vouchers.preview import PaperPreview
from tests.support.counter import open_counter
from tests.support.desk.voucher_samples import BRANDING
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open


@dataclass
class Scene:
    """The section on screen, and what it has told."""

    robot: Robot
    section: VoucherSettings
    folder: Path
    rules: OfficeRules
    desk: Desk
    told: list[Branding]

    async def read_lists(self) -> None:
        """Read the boats of today, as the list of boats does."""
        await self.desk.wallet.read()
        await self.desk.catalogue.departures(self.desk.reader.today())
        self.section.show_settings()
        await self.robot.until(lambda: self.robot.is_shown("add_trip"))

    async def choose(self, path: Path) -> None:
        """Choose a picture for the logo."""
        self.robot.click("choose_logo")
        dialog = await self.robot.until(lambda: self.robot.find("file_choice", QFileDialog))
        dialog.fileSelected.emit(str(path))
        dialog.close()
        self.robot.window.activateWindow()
        await self.robot.until(lambda: not self.robot.is_shown("file_choice"))

    @property
    def note(self) -> str:
        """What is said beneath the logo."""
        return str(self.robot.find("logo_note").property("text"))


@pytest.fixture
async def scene(tmp_path: Path, open_robot: Open) -> AsyncGenerator[Scene]:
    """The section over a desk that has a branding."""
    folder = tmp_path / "data"
    folder.mkdir()
    desk = tmp_path / "desk"
    async with open_counter(desk, local_cache=memory_of(desk)) as counter:
        counter.desk.rules.branding = BRANDING
        desk, told = counter.desk, list[Branding]()
        section = VoucherSettings(desk.rules, desk.reader, desk.catalogue, Shell(keep=told.append), folder)
        section.resize(1074, 640)
        yield Scene(await open_robot(section), section, folder, desk.rules, desk, told)


def picture(path: Path, width: int = 300, height: int = 200) -> Path:
    """A red picture."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(200, 30, 30))
    image.save(str(path))
    return path


async def test_typed_settings_are_emitted_after_a_pause(scene: Scene) -> None:
    agency = scene.robot.find("voucher_agency")
    agency.setFocus()
    scene.robot.keys("Ctrl+A")
    scene.robot.type("Sea Tours")
    assert scene.told == []
    await scene.robot.until(lambda: scene.told)
    assert [each.agency for each in scene.told] == ["Sea Tours"]
    preview = scene.robot.find("branding_preview", PaperPreview)
    assert preview.accessibleName().startswith("Sea Tours")


async def test_each_choice_is_told_at_once_and_shown(scene: Scene) -> None:
    scene.robot.find("branding_price").setFocus()
    scene.robot.keys("Space")
    assert not scene.told[-1].shows_price
    preview = scene.robot.find("branding_preview", PaperPreview)
    assert "Total" not in preview.accessibleName()
    scene.robot.find("branding_paper", Segmented).choose("80 mm")
    scene.robot.find("branding_language", Segmented).choose("hi")
    assert (scene.told[-1].paper, scene.told[-1].language) == ("80 mm", "hi")
    assert preview.width() == 302
    assert scene.told[-1].agency == BRANDING.agency


async def test_what_was_typed_last_is_not_lost_with_the_section(scene: Scene) -> None:
    scene.robot.find("voucher_terms").setFocus()
    scene.robot.type("Be early.")
    scene.section.hide()
    assert [each.terms for each in scene.told] == ["Be early."]


async def test_terms_that_are_too_long_are_said_to_be(scene: Scene) -> None:
    scene.robot.find("voucher_terms").setFocus()
    scene.robot.type("Be early.")
    QApplication.clipboard().setText("Be early.\n" * 10_000)
    scene.robot.keys("Ctrl+V")
    await scene.robot.until(lambda: scene.robot.is_shown("terms_note"))
    assert scene.robot.sees("Only the first 2000 characters are kept.")
    assert len(scene.told[-1].terms) == 2000
    scene.robot.keys("Ctrl+A", "Delete")
    await scene.robot.until(lambda: not scene.robot.is_shown("terms_note"))
    scene.section.show()


async def test_a_logo_is_made_small_and_grey_and_kept_in_the_data_folder(
    scene: Scene, tmp_path: Path
) -> None:
    await scene.choose(picture(tmp_path / "logo.png", 3000, 1500))
    kept = scene.folder / FILE_NAME
    assert scene.told[-1].logo == kept
    image = QImage(str(kept))
    assert (image.width(), image.height()) == (640, 320)
    assert image.isGrayscale()
    assert scene.robot.is_shown("remove_logo")
    scene.robot.click("remove_logo")
    assert scene.told[-1].logo is None
    assert not kept.exists()


async def test_a_logo_that_lies_elsewhere_is_taken_off_and_never_deleted(
    scene: Scene, tmp_path: Path
) -> None:
    elsewhere = picture(tmp_path / "company.png", 300, 150)
    scene.rules.branding = replace(BRANDING, logo=elsewhere)
    scene.section.show_settings()
    scene.robot.click("remove_logo")
    assert scene.told[-1].logo is None
    assert elsewhere.exists()


async def test_what_is_no_picture_is_said_and_nothing_changes(scene: Scene, tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    path.write_bytes(b"not a picture")
    await scene.choose(path)
    assert scene.note.startswith("logo.png is not a picture that can be read.")
    assert scene.told == []


def test_pictures_that_cannot_be_a_logo(tmp_path: Path) -> None:
    drawing = tmp_path / "logo.svg"
    drawing.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', encoding="utf-8")
    large = tmp_path / "large.png"
    large.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(10_000_001))
    cases = {
        drawing: "is not a picture",
        large: "is too large",
        picture(tmp_path / "tiny.png", 8, 8): "has 8 \u00d7 8 pixels",
        tmp_path: "is not a picture",
        tmp_path / "gone.png": "is not a picture",
    }
    for path, sentence in cases.items():
        with pytest.raises(LogoError, match=sentence):
            logo_png(path)


def test_what_is_set_as_the_logo_and_can_be_none_is_left_out(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
    large = tmp_path / "large.png"
    large.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(10_000_001))
    assert all(kept_logo(each).isNull() for each in (None, pipe, large, tmp_path / "gone.png"))
    assert kept_logo(picture(tmp_path / "logo.png", 300, 150)).width() == 300


def test_a_picture_of_too_many_pixels_is_not_decoded(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"
    image = QImage(8000, 6000, QImage.Format.Format_Mono)
    image.fill(0)
    image.save(str(path))
    with pytest.raises(LogoError, match="is too large"):
        logo_png(path)


async def test_a_missing_name_and_an_odd_gstin_are_said_beside_them(scene: Scene) -> None:
    robot = scene.robot
    robot.find("voucher_agency").setFocus()
    robot.keys("Ctrl+A", "Delete")
    await robot.until(lambda: robot.sees("Without it, a voucher does not say who sold it."))
    robot.find("voucher_gstin").setFocus()
    robot.type("35aabcc1234d1z")
    await robot.until(lambda: robot.sees("A GSTIN has 15 letters and digits"))
    robot.type("e")
    await robot.until(lambda: not robot.sees("A GSTIN has 15 letters and digits"))
    assert scene.told[-1].gstin == "35AABCC1234D1ZE"
    assert "GSTIN 35AABCC1234D1ZE" in agency_line(scene.told[-1])


async def test_words_for_a_trip_are_begun_from_a_list_and_stand_on_the_voucher(scene: Scene) -> None:
    robot = scene.robot
    assert not robot.is_shown("add_trip")
    await scene.read_lists()
    chip = robot.find("add_trip", MenuChip)
    chip.show_value("Swaraj Dweep day return")
    assert robot.focused == "voucher_trips"
    robot.type("Haddo jetty")
    await robot.until(lambda: scene.told)
    assert scene.told[-1].trips == "Swaraj Dweep day return = Haddo jetty"
    voucher = sample_voucher(scene.desk.reader, scene.told[-1])
    assert voucher.trip_words == "Haddo jetty"
    assert robot.find("trips_note", Label).text().startswith("One trip on a line")


async def test_a_line_that_cannot_be_used_and_a_trip_that_was_not_seen_are_said(scene: Scene) -> None:
    await scene.read_lists()
    area, note = scene.robot.find("voucher_trips", QPlainTextEdit), scene.robot.find("trips_note", Label)
    area.setPlainText("Swaraj Dweep day return = Haddo\nSwaraj Dweep")
    await scene.robot.until(lambda: note.text().startswith("Line 2 says nothing"))
    area.setPlainText("Swarj Dweep = Haddo")
    await scene.robot.until(lambda: note.text() == "Not in the lists read today: Swarj Dweep.")

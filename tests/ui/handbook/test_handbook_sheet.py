"""The handbook over a real window, read by keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QPdfWriter, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QApplication, QDialog

from app.core import language
from app.ui.handbook.chapter_document import caps_of, on_screen, print_chapter
from app.ui.handbook.handbook_sheet import HandbookSheet, HandbookText, chapters
from app.ui.kit.lists.section_list import SectionList
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.theme import style
from tests.support.proof import beside_others
from tests.support.ui.looking import unnamed
from tests.support.ui.selling import Clerk, selling


@pytest.fixture
async def clerk(tmp_path: Path, qapp: QApplication) -> AsyncGenerator[Clerk]:
    """A clerk before the list of activities, with the keyboard in the search field of the window."""
    style.apply_theme(qapp, "light")
    async with selling(tmp_path, others=("print_choice",)) as found:
        await found.list_read()
        found.robot.keys("Ctrl+F")
        yield found
    style.apply_theme(qapp, "light")


async def open_handbook(clerk: Clerk) -> HandbookSheet:
    clerk.robot.keys("F1")
    await clerk.robot.until(lambda: clerk.robot.focused == "open_handbook")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "handbook_search")
    return clerk.robot.find("handbook", HandbookSheet)


def text_of(clerk: Clerk) -> str:
    return clerk.robot.find("handbook_text", HandbookText).toPlainText().replace("\u00a0", " ")


def places(clerk: Clerk) -> list[str]:
    model = clerk.robot.find("chapters", SectionList).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def current(clerk: Clerk) -> str:
    return str(clerk.robot.find("chapters", SectionList).currentIndex().data())


async def test_enter_in_the_sheet_of_keys_opens_it_and_escape_gives_the_keyboard_back(clerk: Clerk) -> None:
    before = QApplication.focusWidget()
    sheet = await open_handbook(clerk)
    assert current(clerk) == "First steps"
    assert "Your first sale, without real money" in text_of(clerk)
    assert unnamed(sheet) == []
    clerk.robot.keys("Escape")
    assert not is_asking(clerk.window)
    assert QApplication.focusWidget() is before
    await open_handbook(clerk)
    clerk.robot.keys("F1")
    assert not is_asking(clerk.window)


async def test_the_arrows_choose_a_chapter_and_the_page_keys_scroll_it(clerk: Clerk) -> None:
    await open_handbook(clerk)
    clerk.robot.keys("Up", "Down", "Down")
    assert current(clerk) == "Selling a boat"
    assert "Pasting rows" in text_of(clerk)
    bar = clerk.robot.find("handbook_text", HandbookText).verticalScrollBar()
    assert bar.value() == 0
    clerk.robot.keys("PgDown")
    assert bar.value() > 0
    clerk.robot.keys("PgUp", "Return")
    assert bar.value() == 0
    assert clerk.robot.focused == "handbook_text"
    clerk.robot.keys("End")
    assert bar.value() == bar.maximum()
    clerk.robot.keys("Ctrl+F")
    assert clerk.robot.focused == "handbook_search"
    clerk.robot.keys("Tab", "Down", "Return")
    assert current(clerk) == "What is free now"
    assert clerk.robot.focused == "handbook_text"


@beside_others
async def test_what_is_typed_is_found_in_every_chapter_and_jumped_to(clerk: Clerk) -> None:
    await open_handbook(clerk)
    clerk.robot.type("heic pho")
    assert places(clerk) == ["When a boat cannot be sold"]
    text = clerk.robot.find("handbook_text", HandbookText)
    assert "Pasting rows" in text_of(clerk)
    marked = {each.cursor.selectedText() for each in text.extraSelections()}
    assert marked == {"HEIC", "pho"}
    assert text.verticalScrollBar().value() > 0
    clerk.robot.keys("Ctrl+F")
    clerk.robot.type("zebra")
    assert places(clerk) == []
    assert clerk.robot.is_shown("handbook_nothing")
    clerk.robot.keys("Down", "Ctrl+F", "Backspace")
    assert not clerk.robot.is_shown("handbook_nothing")
    assert len(places(clerk)) == len(chapters("en"))
    assert current(clerk) == "Selling a boat"


async def test_a_link_leads_to_a_chapter_and_nowhere_else(clerk: Clerk) -> None:
    await open_handbook(clerk)
    text = clerk.robot.find("handbook_text", HandbookText)
    text.anchorClicked.emit(QUrl("https://example.com/"))
    text.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert current(clerk) == "First steps"
    clerk.robot.type("practice")
    text.anchorClicked.emit(QUrl("12-practice.md"))
    assert current(clerk) == "Practice and sandbox"
    assert len(places(clerk)) == len(chapters("en"))
    assert text.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("x.png")) is None


@beside_others
async def test_no_key_of_the_window_acts_behind_it(clerk: Clerk) -> None:
    await open_handbook(clerk)
    page = clerk.window.current_page
    clerk.robot.keys("Alt+2", "Ctrl+K", "Ctrl+Return", "F5", "Ctrl+T")
    assert clerk.window.current_page is page
    assert clerk.robot.is_shown("handbook")


@beside_others
async def test_the_chapter_on_screen_is_printed(clerk: Clerk) -> None:
    await open_handbook(clerk)
    clerk.robot.keys("Down", "Ctrl+P")
    dialog = await clerk.robot.until(lambda: clerk.robot.find("print_choice", QPrintDialog))
    path = clerk.counter.folder / "chapter.pdf"
    dialog.printer().setOutputFileName(str(path))
    dialog.done(QDialog.DialogCode.Accepted)
    assert "Selling an activity" in await asyncio.to_thread(text_of_file, path)
    clerk.window.activateWindow()
    await clerk.robot.until(lambda: clerk.robot.focused == "handbook_search")


@beside_others
@pytest.mark.parametrize("code", ["en", "hi"])
def test_every_chapter_is_printed_whole(tmp_path: Path, code: str) -> None:
    for chapter in chapters(code):
        path = tmp_path / f"{chapter.name}.pdf"
        print_chapter(QPdfWriter(str(path)), chapter.text)
        assert text_of_file(path)
    text = text_of_file(tmp_path / "15-keys.md.pdf")
    assert "Ctrl Shift V" in text.replace("\u00a0", " ")


@beside_others
async def test_a_clerk_who_reads_hindi_is_shown_hindi(clerk: Clerk) -> None:
    language.use("hi")
    await open_handbook(clerk)
    assert current(clerk) == chapters("hi")[0].title
    assert chapters("hi")[0].title != chapters("en")[0].title
    clerk.robot.type("PIN")
    assert any("PIN" in place for place in places(clerk))


@beside_others
@pytest.mark.parametrize("size", [(1366, 690), (1050, 590), (1024, 600)])
async def test_it_fits_the_window(clerk: Clerk, size: tuple[int, int]) -> None:
    clerk.window.resize(*size)
    sheet = await open_handbook(clerk)
    panel = clerk.robot.find("handbook_panel")
    assert sheet.rect().contains(panel.geometry())
    text = clerk.robot.find("handbook_text", HandbookText)
    for _ in chapters("en"):
        await clerk.robot.until(lambda: text.horizontalScrollBar().maximum() == 0)
        clerk.robot.keys("Down")


def test_every_key_of_a_chapter_has_its_cap() -> None:
    table = "| Key | Does |\n| --- | --- |\n| `Esc` | Goes |\n"
    document = on_screen(f"# Keys\n\nPress `Ctrl K` or `F1`.\n\n{table}")
    text = document.toPlainText().replace("\u00a0", " ")
    named = [text[cap.start : cap.end].strip() for cap in caps_of(document)]
    assert named == ["Ctrl K", "F1", "Esc"]


def text_of_file(path: Path) -> str:
    """The text of a PDF, as one would search it."""
    reader: Any = pypdfium2.PdfDocument(path.read_bytes())
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in reader)
    finally:
        reader.close()

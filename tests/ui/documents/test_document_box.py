"""The copy of a document in small beside its measures, and at reading size before it is used."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QWidget

from app.desk.model.boats import Document
from app.ui.documents.document_box import DocumentBox, Thumb
from app.ui.documents.document_viewer import DocumentViewer, ViewedDocument, look_again, look_at, reading_size
from app.ui.documents.image_shrinking import fit, picture
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.theme import style
from tests.support.ui.document_samples import corners, encoded, pdf_of, photo, quarters
from tests.support.ui.looking import Show, part, unnamed
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

Given = TypeVar("Given")
NAME = "passport-vogel.jpg"


def jpeg(image: QImage, name: str = NAME) -> Document:
    return Document(name, encoded(image, "JPEG"), "JPEG", image.width(), image.height())


class Shown:
    """A box that says what it asked for."""

    def __init__(self, show: Show) -> None:
        self.box = DocumentBox()
        self.box.setFixedWidth(504)
        self.wanted: list[Document] = []
        self.looks = 0
        self.box.picture_asked.connect(self.wanted.append)
        self.box.thumb.clicked.connect(self._count)
        show(self.box)
        self.thumb = part(self.box, Thumb)

    def _count(self) -> None:
        self.looks += 1

    def seen(self) -> QImage:
        """The small picture as it is painted."""
        return self.thumb.grab().toImage()


@pytest.fixture
def shown_box(shown: Show) -> Shown:
    return Shown(shown)


def test_the_caption_tells_size_and_pixels(shown_box: Shown) -> None:
    shown_box.box.show_copy("Copy", Document(NAME, bytes(980_000), "JPEG", 2480, 1754))
    words = [each.text() for each in shown_box.box.findChildren(Label)]
    assert "2480 \u00d7 1754, file of 0.98 MB" in words
    shown_box.box.show_copy("Copy", Document("scan.pdf", bytes(980_000), "PDF"))
    assert "PDF, file of 0.98 MB" in [each.text() for each in shown_box.box.findChildren(Label)]


def test_a_copy_asks_for_its_picture_once(shown_box: Shown) -> None:
    first, second = jpeg(quarters()), jpeg(quarters(), "other.jpg")
    for each in (first, first, second, second, None, first):
        shown_box.box.show_copy("Copy", each)
    assert [each is first for each in shown_box.wanted] == [True, False, True]


def test_the_picture_comes_in_and_goes_with_its_copy(shown_box: Shown) -> None:
    document = jpeg(quarters())
    shown_box.box.show_copy("Copy", document)
    assert not shown_box.thumb.has_picture
    shown_box.box.show_picture(document, quarters(100, 75))
    assert shown_box.thumb.has_picture
    assert corners(shown_box.seen()) == "rgbw"
    shown_box.box.show_copy("Copy", document, note="Reading the file.")
    assert shown_box.thumb.has_picture
    shown_box.box.show_copy("Copy", None)
    assert not shown_box.thumb.has_picture


def test_a_picture_that_comes_late_is_not_shown_for_another(shown_box: Shown) -> None:
    first, second = jpeg(quarters()), jpeg(quarters())
    shown_box.box.show_copy("Copy", first)
    shown_box.box.show_copy("Copy", second)
    shown_box.box.show_picture(first, quarters(100, 75))
    assert not shown_box.thumb.has_picture


def test_the_picture_is_pressed_to_look_at_it(shown_box: Shown) -> None:
    shown_box.box.show_copy("Copy", jpeg(quarters()))
    assert shown_box.thumb.accessibleName() == f"Look at {NAME}"
    assert unnamed(shown_box.box) == []
    QTest.mouseClick(shown_box.thumb, Qt.MouseButton.LeftButton)
    shown_box.thumb.setFocus()
    QTest.keyClick(shown_box.thumb, Qt.Key.Key_Space)
    assert shown_box.looks == 2


class Reader:
    """A window with a field that has the keyboard, and a clerk who looks at a copy over it."""

    def __init__(self, robot: Robot, field: QLineEdit) -> None:
        self.robot, self.field = robot, field
        self.window = robot.window
        self._tasks: list[asyncio.Task[Any]] = []

    def begin(self, work: Coroutine[Any, Any, Given]) -> asyncio.Task[Given]:
        """Have the copy looked at."""
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        return task

    async def sheet(self) -> DocumentViewer:
        """What stands over the window."""
        return await self.robot.until(lambda: self.robot.find("document_look", DocumentViewer))

    async def end(self) -> None:
        """Nobody looks any more."""
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture
async def reader(qapp: QApplication, open_robot: Open) -> AsyncGenerator[Reader, None]:
    style.apply_theme(qapp, "light")
    field = QLineEdit()
    window = held(column(field, None))
    window.resize(1366, 690)
    robot = await open_robot(window)
    field.setFocus()
    found = Reader(robot, field)
    yield found
    await found.end()


def shown_look(reader: Reader, document: Document, *, has_other: bool = False) -> ViewedDocument:
    return ViewedDocument(document, picture(document, reading_size(reader.window)), has_other)


@pytest.mark.parametrize(("key", "used"), [("Return", True), ("Ctrl+Return", True), ("Esc", False)])
async def test_enter_uses_it_and_esc_does_not(reader: Reader, key: str, *, used: bool) -> None:
    answer = reader.begin(look_at(reader.window, shown_look(reader, jpeg(quarters()))))
    await reader.sheet()
    assert is_asking(reader.window)
    reader.robot.keys(key)
    assert await answer is used
    assert not reader.robot.is_shown("document_look")
    assert reader.field.hasFocus()


@pytest.mark.parametrize(("name", "used"), [("answer_use", True), ("answer_keep", False)])
async def test_its_buttons_say_what_they_do(reader: Reader, name: str, *, used: bool) -> None:
    look = shown_look(reader, jpeg(quarters()), has_other=True)
    answer = reader.begin(look_at(reader.window, look))
    sheet = await reader.sheet()
    assert {"Use this copy", "Keep the other one"} <= set(reader.robot.texts())
    assert unnamed(sheet) == []
    reader.robot.click(name)
    assert await answer is used


async def test_with_no_other_copy_nothing_is_kept(reader: Reader) -> None:
    reader.begin(look_at(reader.window, shown_look(reader, jpeg(quarters()))))
    await reader.sheet()
    assert reader.robot.sees("Leave it out")


async def test_it_says_what_it_is_and_how_large(reader: Reader) -> None:
    document = fit(jpeg(quarters()))
    reader.begin(look_at(reader.window, shown_look(reader, document)))
    await reader.sheet()
    about = reader.robot.find("document_look_about", Label).text()
    assert about == f"{NAME}, 320 \u00d7 240, file of 0.01 MB, 0.01 of 2.0 MB when sent"


async def test_the_keyboard_stays_inside(reader: Reader) -> None:
    answer = reader.begin(look_at(reader.window, shown_look(reader, jpeg(quarters()))))
    await reader.sheet()
    assert reader.robot.focused == "answer_use"
    reader.robot.keys("Tab")
    assert reader.robot.focused == "answer_keep"
    reader.robot.keys("Return")
    assert await answer is False


async def test_it_is_as_wide_as_the_window_and_scrolls(reader: Reader) -> None:
    document = jpeg(photo(2480, 1754, 40))
    look = shown_look(reader, document)
    assert look.image.width() == reading_size(reader.window).width() > 1200
    answer = reader.begin(look_at(reader.window, look))
    sheet = await reader.sheet()
    panel, bar = part(sheet, QWidget, "document_look_panel"), part(sheet, QScrollArea).verticalScrollBar()
    await reader.robot.until(lambda: bar.maximum() > 100)
    assert reader.window.rect().contains(panel.geometry())
    for key, place in (("End", bar.maximum()), ("Home", 0), ("Down", 48), ("PgDown", 48 + bar.pageStep())):
        reader.robot.keys(key)
        assert bar.value() == min(place, bar.maximum())
    reader.window.resize(1000, 600)
    await reader.robot.until(lambda: panel.width() == 1000 - 64)
    reader.robot.keys("Return")
    assert await answer


async def test_the_picture_is_painted_upright_and_whole(reader: Reader) -> None:
    reader.begin(look_at(reader.window, shown_look(reader, jpeg(quarters(600, 400)))))
    sheet = await reader.sheet()
    area = part(sheet, QScrollArea)
    picture_shown = next(each for each in area.findChildren(QWidget) if each.size() == QSize(600, 400))
    assert corners(picture_shown.grab().toImage()) == "rgbw"


async def test_a_copy_in_use_is_only_looked_at(reader: Reader) -> None:
    page = encoded(quarters(), "JPEG")
    document = Document("scan.pdf", pdf_of([page, page], (320, 240)), "PDF")
    done = reader.begin(look_again(reader.window, shown_look(reader, document)))
    await reader.sheet()
    assert reader.robot.sees("Keep this copy")
    assert not reader.robot.is_shown("answer_use")
    reader.robot.keys("Esc")
    await done
    assert reader.field.hasFocus()


async def test_who_is_cancelled_leaves_nothing_over_the_window(reader: Reader) -> None:
    look = shown_look(reader, jpeg(quarters()))
    waiting = reader.begin(look_at(reader.window, look))
    sheet = await reader.sheet()
    inside = sheet.findChildren(QWidget)
    assert inside
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await reader.robot.until(lambda: not reader.window.findChildren(DocumentViewer))
    assert reader.field.hasFocus()


async def test_a_click_beside_it_decides_nothing(reader: Reader) -> None:
    answer = reader.begin(look_at(reader.window, shown_look(reader, jpeg(quarters()))))
    sheet = await reader.sheet()
    reader.robot.click(sheet, QPoint(5, 5))
    assert not answer.done()
    assert reader.robot.is_shown("document_look")

"""The robot does what a person could, and no more."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from tests.support.ui.robot import NotShownError
from tests.ui.conftest import Open


class Form(QWidget):
    """Two inputs, a button, a shortcut and a hidden label."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("form")
        self.done: list[str] = []
        layout = QVBoxLayout(self)
        for name in ("customer_name", "customer_phone"):
            field = QLineEdit()
            field.setObjectName(name)
            layout.addWidget(field)
        button = QPushButton("&Book")
        button.setObjectName("book")
        button.clicked.connect(lambda: self.done.append("button"))
        layout.addWidget(button)
        self.label = QLabel("Booked.")
        self.label.setObjectName("booked")
        layout.addWidget(self.label)
        self.label.hide()
        shortcut = QShortcut(QKeySequence("Ctrl+Return"), self)
        shortcut.activated.connect(lambda: self.done.append("shortcut"))


async def test_it_types_into_the_focus_and_counts_each_key(open_robot: Open) -> None:
    robot = await open_robot(Form())
    robot.find("customer_name").setFocus()
    robot.type("Asha Rao é")
    robot.keys("Tab")
    robot.type("98@")
    robot.keys("Ctrl+A", "Del", "7")
    assert robot.find("customer_name", QLineEdit).text() == "Asha Rao é"
    assert robot.find("customer_phone", QLineEdit).text() == "7"
    assert robot.focused == "customer_phone"
    assert (robot.key_events, robot.clicks) == (17, 0)


async def test_its_combinations_reach_shortcuts_and_mnemonics(open_robot: Open) -> None:
    form = Form()
    robot = await open_robot(form)
    robot.keys("Ctrl+Return", "Alt+B")
    await robot.until(lambda: form.done == ["shortcut", "button"])


async def test_it_clicks_by_name_and_by_place(open_robot: Open) -> None:
    form = Form()
    robot = await open_robot(form)
    robot.click("book")
    robot.click(robot.find("book"), QPoint(3, 3))
    assert form.done == ["button", "button"]
    assert robot.clicks == 2


async def test_it_cannot_click_what_is_covered(open_robot: Open) -> None:
    form = Form()
    robot = await open_robot(form)
    cover = QWidget(form)
    cover.setGeometry(form.rect())
    cover.show()
    with pytest.raises(NotShownError, match="would not reach QPushButton 'book'"):
        robot.click("book")
    assert form.done == []


async def test_it_cannot_click_behind_a_dialog(open_robot: Open) -> None:
    form = Form()
    robot = await open_robot(form)
    dialog = QDialog(form)
    dialog.open()
    await robot.until(dialog.isVisible)
    with pytest.raises(NotShownError, match="would not reach"):
        robot.click("book")
    dialog.close()
    robot.click("book")
    assert form.done == ["button"]


async def test_it_waits_for_what_comes_later(open_robot: Open) -> None:
    form = Form()
    robot = await open_robot(form)
    assert not robot.is_shown("booked")
    asyncio.get_running_loop().call_later(0.02, form.label.show)
    assert await robot.until(lambda: robot.find("booked", QLabel).text()) == "Booked."
    assert robot.sees("Booked")


async def test_it_says_what_is_on_the_screen_when_it_waits_in_vain(open_robot: Open) -> None:
    robot = await open_robot(Form())
    robot.find("customer_phone").setFocus()
    with pytest.raises(AssertionError) as caught:
        await robot.until(lambda: robot.find("booked"), seconds=0.02)
    told = str(caught.value)
    assert "0 visible widgets are a QWidget named 'booked'" in told
    assert "The keyboard is in QLineEdit 'customer_phone'; windows: [\"Form 'form'\"]" in told
    assert "Visible names: book, customer_name, customer_phone, form" in told
    assert "'&Book'" in told


async def test_it_has_no_keys_that_do_not_exist(open_robot: Open) -> None:
    robot = await open_robot(Form())
    with pytest.raises(ValueError, match="'Foo' is not one key"):
        robot.keys("Foo")

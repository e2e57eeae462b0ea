"""All keys of a screen, over a real window."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import date
from typing import cast

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.core.language import Message, mark
from app.ui.kit.basics.actions import EVERYWHERE, SHOW_KEYS, Action
from app.ui.kit.basics.key_cap import spoken
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.search_field import SearchField
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.kit.sheets.shortcut_help import ShortcutHelp
from app.ui.kit.sheets.shortcuts import bind
from app.ui.theme import style
from app.ui.window.main_window import DRAWN, SMALLEST, MainWindow
from tests.support.proof import beside_others
from tests.support.ui.looking import part, texts, unnamed
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

SCREEN = (
    Action(("\u2191", "\u2193"), mark("Choose an activity")),
    Action(("\u21b5",), mark("Pick a slot <b>now</b>")),
)


class NotedPage(Page):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.edit = SearchField()
        self.setLayout(row(self.edit))

    def take_focus(self) -> None:
        self.edit.setFocus()

    def read_again(self) -> None:
        self.asked.append("read")

    def run_primary(self) -> None:
        self.asked.append("primary")

    def step_back(self) -> None:
        self.asked.append("back")


@pytest.fixture
async def window(qapp: QApplication, open_robot: Open) -> AsyncGenerator[MainWindow, None]:
    """A window with a page whose field has the keyboard."""
    style.apply_theme(qapp, "light")
    window = MainWindow(date(2026, 11, 21))
    await open_robot(window)
    window.show_page(NotedPage())
    yield window
    style.apply_theme(qapp, "light")


@pytest.fixture
def robot(window: MainWindow) -> Robot:
    """Hands and eyes on the window."""
    return Robot(window)


def page_of(window: MainWindow) -> NotedPage:
    return cast("NotedPage", window.current_page)


def spoken_keys() -> set[str]:
    return {spoken(key).replace(" ", "+") for action in EVERYWHERE for key in action.caps}


def is_centred(panel: QWidget, sheet: QWidget) -> bool:
    away = panel.geometry().center() - sheet.rect().center()
    return away.manhattanLength() <= 2


@beside_others
async def test_two_groups_name_keys_and_what_they_do(window: MainWindow, robot: Robot) -> None:
    sheet = ShortcutHelp(window, SCREEN, EVERYWHERE)
    await robot.until(lambda: robot.focused == "open_handbook")
    shown = texts(sheet)
    assert shown.index("This screen") < shown.index("Pick a slot <b>now</b>") < shown.index("Everywhere")
    assert all(action.help.text in shown for action in EVERYWHERE)
    names = [label.accessibleName() for label in sheet.findChildren(Label)]
    assert "Up or Down: Choose an activity" in names
    assert "Ctrl Left or Ctrl Right: Day before, day after" in names
    assert sheet.accessibleName() == "Keys"
    assert unnamed(sheet) == []


@beside_others
async def test_a_screen_without_keys_of_its_own_shows_one_group(window: MainWindow, robot: Robot) -> None:
    sheet = ShortcutHelp(window, (), EVERYWHERE)
    await robot.until(lambda: robot.focused == "open_handbook")
    assert "This screen" not in texts(sheet)
    assert "Everywhere" in texts(sheet)


@pytest.mark.parametrize("key", ["Escape", "F1"])
async def test_keys_close_it_and_the_focus_goes_back(window: MainWindow, robot: Robot, key: str) -> None:
    page = page_of(window)
    ShortcutHelp(window, SCREEN, EVERYWHERE)
    await robot.until(lambda: robot.focused == "open_handbook")
    assert is_asking(window)
    robot.keys("F5", "Ctrl+Return", "Alt+2", "Tab")
    robot.keys(key)
    assert not is_asking(window)
    await robot.until(page.edit.hasFocus)
    assert page.asked == []


@pytest.mark.parametrize("key", ["Return", "Enter"])
async def test_enter_asks_for_the_handbook_once_it_has_gone(
    window: MainWindow, robot: Robot, key: str
) -> None:
    page, asked = page_of(window), list[bool]()
    sheet = ShortcutHelp(window, SCREEN, EVERYWHERE)
    sheet.handbook_asked.connect(lambda: asked.append(is_asking(window)))
    await robot.until(lambda: robot.focused == "open_handbook")
    robot.keys(key)
    assert asked == [False]
    await robot.until(page.edit.hasFocus)


async def test_the_window_key_that_opened_it_closes_it(open_robot: Open) -> None:
    plain, opened = QWidget(), list[ShortcutHelp]()
    plain.resize(1366, 690)
    bind(plain, SHOW_KEYS, lambda: opened.append(ShortcutHelp(plain, SCREEN, EVERYWHERE)), in_window=True)
    robot = await open_robot(plain)
    robot.keys("F1")
    await robot.until(lambda: robot.focused == "open_handbook")
    robot.keys("F1")
    assert not is_asking(plain)
    assert len(opened) == 1


async def test_the_foot_of_a_page_names_f1_and_a_click_on_it_opens_it(
    window: MainWindow, robot: Robot
) -> None:
    page = page_of(window)
    layout = page.layout()
    assert layout is not None
    layout.addWidget(HintLine((SCREEN[0], "Choose"), None))
    await robot.until(lambda: robot.is_shown("all_keys"))
    robot.click("all_keys")
    await robot.until(lambda: robot.focused == "open_handbook")
    robot.keys("F1")
    # It never takes the keyboard.
    await robot.until(page.edit.hasFocus)


@beside_others
async def test_a_click_beside_it_and_on_close_close_it(window: MainWindow, robot: Robot) -> None:
    for click in (lambda: robot.click("keys_sheet", QPoint(10, 10)), lambda: robot.click("answer_close")):
        sheet = ShortcutHelp(window, SCREEN, EVERYWHERE)
        await robot.until(lambda: robot.focused == "open_handbook" and robot.find("keys_panel").y() > 0)
        robot.click("keys_panel", QPoint(30, 30))
        assert sheet.isVisible()
        click()
        assert not is_asking(window)


@beside_others
@pytest.mark.parametrize("size", [DRAWN, SMALLEST])
async def test_it_fits_the_smallest_window(window: MainWindow, robot: Robot, size: tuple[int, int]) -> None:
    window.resize(*size)
    many = tuple(Action((f"F{n}",), Message(f"Row {n}")) for n in range(40))
    sheet = ShortcutHelp(window, many, EVERYWHERE)
    panel = robot.find("keys_panel")
    await robot.until(lambda: is_centred(panel, sheet))
    assert sheet.rect().contains(panel.geometry())
    bar = part(sheet, QScrollArea).verticalScrollBar()
    await robot.until(lambda: bar.maximum() > 0)
    seen: list[int] = []
    for key in ("Down", "Up", "PgDown", "PgUp", "End", "Home"):
        robot.keys(key)
        seen.append(bar.value())
    assert seen[0] > seen[1] == 0
    assert seen[2] > seen[0]
    assert seen[3:] == [0, bar.maximum(), 0]


@beside_others
async def test_what_few_keys_need_is_not_scrolled(window: MainWindow, robot: Robot) -> None:
    window.resize(1366, 720)
    sheet = ShortcutHelp(window, SCREEN, EVERYWHERE)
    panel = robot.find("keys_panel")
    await robot.until(lambda: is_centred(panel, sheet))
    assert part(sheet, QScrollArea).verticalScrollBar().maximum() == 0
    window.resize(1500, 900)
    await robot.until(lambda: sheet.geometry() == window.rect() and is_centred(panel, sheet))


async def test_everywhere_names_the_keys_of_the_window(window: MainWindow) -> None:
    keys = {each.key().toString() for each in window.findChildren(QShortcut)}
    # The same key on the block of digits, and what the window takes as plain keys.
    same, plain = {"Ctrl+Enter"}, {"F8", "Esc", "F1", "Ctrl+Enter"}
    assert keys - {"Ctrl+Return"} - same <= spoken_keys()
    assert spoken_keys() <= keys | plain

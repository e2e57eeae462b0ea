"""The frame: its keys, its pages, the wallet side, and how it closes."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import ClassVar

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.desk.model.sale import Advice
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import ModalQuestion, QuestionAnswer, QuestionWords, is_asking
from app.ui.kit.sheets.page import Page
from app.ui.theme import style
from app.ui.window.main_window import DRAWN, SMALLEST, MainWindow
from app.ui.window.net_toggle import TAP_SECONDS
from tests.support.desk.samples import TODAY, WALLET
from tests.support.ui.layout_audit import misfits, pieces
from tests.support.ui.looking import part, unnamed
from tests.support.ui.robot import Robot
from tests.ui.conftest import Open

QUESTION = QuestionWords(
    "Leave practice?",
    "What was typed is lost.",
    (QuestionAnswer("stay", "Keep practising"), QuestionAnswer("go", "Leave practice", "primary")),
)


class NotedPage(Page):
    """Notes what the window asks of it."""

    uses_day: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[object] = []
        self.filter_by = self.asked.append
        self.edit = QLineEdit()
        self.setLayout(column(self.edit, None))

    def take_focus(self) -> None:
        self.edit.setFocus()

    def run_primary(self) -> None:
        self.asked.append("primary")

    def step_back(self) -> None:
        super().step_back()
        self.asked.append("back")

    def read_again(self) -> None:
        self.asked.append("read")

    def show_day(self, day: date) -> None:
        self.asked.append(day)

    def follow_net(self) -> None:
        self.asked.append(self.net_shown)


class WholePage(Page):
    """Takes the whole window."""

    has_sheet: ClassVar[bool] = False


@pytest.fixture
async def window(qapp: QApplication, open_robot: Open) -> MainWindow:
    """A window that is shown and has the keyboard."""
    style.apply_theme(qapp, "light")
    window = MainWindow(TODAY)
    await open_robot(window)
    return window


@pytest.fixture
def robot(window: MainWindow) -> Robot:
    """Hands and eyes on the window."""
    return Robot(window)


@pytest.fixture
def page(window: MainWindow) -> NotedPage:
    """A page on screen."""
    page = NotedPage()
    window.show_page(page)
    page.asked.clear()
    return page


async def test_keys_reach_the_page(robot: Robot, page: NotedPage) -> None:
    robot.keys("F5", "Ctrl+Return", "Ctrl+Enter", "Escape")
    assert page.asked == ["read", "primary", "primary", "back"]


async def test_keys_do_not_repeat(window: MainWindow, page: NotedPage) -> None:
    for _ in range(3):
        QTest.keyPress(page.edit, Qt.Key.Key_Escape)
    assert page.asked.count("back") == 3
    assert window.current_page is page


async def test_places_are_chosen_by_key_pointer_and_chip(window: MainWindow, robot: Robot) -> None:
    chosen: list[str] = []
    window.place_chosen.connect(chosen.append)
    robot.keys("Alt+1", "Alt+2", "Alt+3", "Alt+5")
    robot.click("rail_settings")
    robot.click("wallet_chip")
    assert chosen == ["sell", "bookings", "wallet", "settings", "settings", "wallet"]
    window.show_place("wallet")
    window.show_count(3)
    assert robot.find("rail_bookings").accessibleName() == "Bookings, 3 need an answer"


async def test_the_travel_date_moves_by_keys(window: MainWindow, robot: Robot, page: NotedPage) -> None:
    page.edit.clearFocus()
    window.setFocus()
    robot.keys("Ctrl+Right", "Ctrl+Right", "Ctrl+Left")
    robot.keys("Ctrl+T")
    robot.type("+7")
    robot.keys("Return")
    days = [each for each in page.asked if isinstance(each, date)]
    assert days == [TODAY + timedelta(days=n) for n in (1, 2, 1, 7)]
    assert window.day == TODAY + timedelta(days=7)


async def test_search_filters_the_page(window: MainWindow, robot: Robot, page: NotedPage) -> None:
    for _ in range(2):
        robot.keys("Ctrl+F")
        await robot.until(window.top.search.hasFocus)
        robot.type("s")
    robot.keys("Down")
    assert [each for each in page.asked if isinstance(each, str)] == ["s", "s"]
    await robot.until(page.edit.hasFocus)


async def test_on_a_page_without_a_list_the_search_field_searches_everything(
    window: MainWindow, robot: Robot
) -> None:
    asked: list[str] = []
    window.palette_asked.connect(asked.append)
    window.show_page(Page())
    robot.keys("Ctrl+F")
    assert not window.top.search.hasFocus()
    robot.click("search")
    assert window.top.search.placeholderText() == "Search tours, boats, bookings, actions"
    robot.type("s")
    assert asked == ["", "s"]
    assert window.top.search.text() == ""


async def test_a_new_page_begins_unfiltered(window: MainWindow, robot: Robot, page: NotedPage) -> None:
    robot.keys("Ctrl+F")
    robot.type("sea")
    other = NotedPage()
    window.show_page(other)
    assert window.top.search.text() == ""
    assert window.current_page is other
    window.show_page(page)
    assert window.current_page is page


async def test_a_dropped_page_is_gone(window: MainWindow, robot: Robot, page: NotedPage) -> None:
    other = NotedPage()
    window.show_page(other)
    window.drop_page(page)
    window.drop_page(page)
    robot.keys("F5")
    assert (page.asked, other.asked[-1]) == ([], "read")


async def test_a_page_without_day_hides_the_date(window: MainWindow) -> None:
    window.show_page(Page())
    assert not window.top.day.isVisible()
    window.show_page(NotedPage())
    assert window.top.day.isVisible()


async def test_a_page_can_take_the_whole_window(window: MainWindow, robot: Robot, page: NotedPage) -> None:
    whole = WholePage()
    window.show_page(whole)
    assert window.current_page is whole
    assert not window.rail.isVisible()
    robot.keys("Ctrl+K", "Ctrl+T", "Escape", "F5", "Ctrl+Return")
    window.show_page(page)
    assert window.rail.isVisible()
    assert window.current_page is page


async def test_a_tap_hides_and_shows_the_wallet_side(
    window: MainWindow, robot: Robot, page: NotedPage
) -> None:
    kept: list[object] = []
    window.net.settled.connect(kept.append)
    robot.keys("F8")
    assert (window.net_shown, page.net_shown) == (False, False)
    robot.keys("F8")
    assert (window.net_shown, page.net_shown) == (True, True)
    robot.click("net_toggle")
    assert not window.net_shown
    assert kept == [False, True, False]


async def test_holding_shows_the_wallet_side_while_held(
    window: MainWindow, robot: Robot, page: NotedPage
) -> None:
    robot.keys("F8")
    kept: list[object] = []
    window.net.settled.connect(kept.append)
    QTest.keyPress(page.edit, Qt.Key.Key_F8)
    assert window.net_shown
    held_until = asyncio.get_running_loop().time() + TAP_SECONDS
    await robot.until(lambda: asyncio.get_running_loop().time() > held_until)
    QTest.keyRelease(page.edit, Qt.Key.Key_F8)
    assert not window.net_shown
    assert kept == []
    QTest.keyRelease(page.edit, Qt.Key.Key_F8)
    assert not window.net_shown


async def test_a_page_that_cannot_be_used_yet_is_told_what_holds(window: MainWindow, robot: Robot) -> None:
    page = NotedPage()
    window.show_early(page)
    assert page.isVisible()
    robot.keys("F8")
    window.show_online(online=False)
    window.show_selling(lambda: Advice("Selling is off.", "", ""))
    assert page.around == Around(net_shown=False, is_online=False, selling_off="Selling is off.")


async def test_other_keys_are_left_alone(page: NotedPage) -> None:
    QTest.keyClick(page, Qt.Key.Key_F9)
    assert page.asked == []


async def test_it_begins_with_the_wallet_side_hidden_when_it_was(
    qapp: QApplication, open_robot: Open
) -> None:
    style.apply_theme(qapp, "light")
    window = MainWindow(TODAY, net_shown=False)
    robot = await open_robot(window)
    window.show_wallet(WALLET)
    assert not window.net_shown
    assert robot.find("wallet_chip").accessibleName() == "Wallet Wallet hidden"


async def test_closing_is_asked_for(window: MainWindow) -> None:
    asked: list[bool] = []
    window.close_asked.connect(lambda: asked.append(True))
    window.close()
    assert asked == [True]
    assert window.isVisible()
    window.close_now()
    assert asked == [True]
    assert not window.isVisible()


async def test_closing_waits_in_sight(window: MainWindow, robot: Robot) -> None:
    window.show_settling("The window closes when it is known.")
    assert robot.sees("A booking is being settled. The window closes when it is known.")
    window.show_settling("")
    assert not robot.sees("A booking is being settled.")


async def test_a_notice_that_is_only_told_is_put_away(window: MainWindow, robot: Robot) -> None:
    window.show_notice("The journal was damaged.", about="records")
    window.show_notice("This key is kept for this session only.", about="key")
    window.show_notice("The settings start afresh.", about="settings")
    robot.keys("Alt+G")
    assert not robot.is_shown("put_away")
    assert robot.sees("The journal was damaged.")
    assert robot.sees("1 of 3")
    robot.keys("Alt+N", "Alt+G")
    assert robot.sees("The journal was damaged.")
    assert robot.sees("1 of 2")
    robot.keys("Alt+N")
    assert robot.sees("This key is kept for this session only.")
    robot.click("put_away")
    assert robot.sees("The journal was damaged.")
    assert not robot.is_shown("next_notice")


async def test_in_a_flat_window_a_long_notice_takes_one_line_until_all_of_it_is_asked_for(
    window: MainWindow, robot: Robot
) -> None:
    long = "The clocks differ by an hour. " * 8
    window.resize(787, 461)
    for few in ("The settings start afresh.", long):
        window.show_notice(few, about="settings")
        await robot.until(lambda few=few: robot.is_shown("next_notice") == (few == long))
    line = robot.find("next_notice").parentWidget()
    assert line is not None
    one, told = line.height(), line.accessibleName()
    assert told == long
    robot.keys("Alt+N")
    await robot.until(lambda: line.height() > one)
    assert not robot.is_shown("next_notice")
    robot.keys("Alt+N")
    await robot.until(lambda: line.height() == one)
    # Among others the same key goes on once all of it was seen.
    window.show_notice("This key is kept for this session only.", about="key")
    robot.keys("Alt+N")
    assert robot.sees("1 of 2")
    robot.keys("Alt+N")
    assert robot.sees("This key is kept for this session only.")
    robot.keys("Alt+N")
    assert line.height() == one
    window.resize(1366, 690)
    await robot.until(lambda: line.height() > one)


@pytest.mark.parametrize("notice", ["next_notice", "put_away"])
async def test_the_pointer_on_a_notice_leaves_the_keyboard_in_the_field(
    window: MainWindow, robot: Robot, page: NotedPage, notice: str
) -> None:
    window.show_notice("This key is kept for this session only.", about="key")
    window.show_notice("The settings start afresh.", about="settings")
    page.take_focus()
    robot.type("Asha")
    robot.click(notice)
    robot.type(" Rao")
    assert page.edit.text() == "Asha Rao"


async def test_the_pointer_on_undo_leaves_the_keyboard_in_the_field(
    window: MainWindow, robot: Robot, page: NotedPage
) -> None:
    undone: list[bool] = []
    page.take_focus()
    window.say("Removed.", lambda: undone.append(True))
    robot.click("toast_act")
    robot.type("Asha")
    assert (undone, page.edit.text()) == ([True], "Asha")


async def test_another_language_offers_a_page_what_it_had(window: MainWindow) -> None:
    for page in (Page(), NotedPage()):
        window.show_page(page)
        window.rebuild()
        assert window.top.day.isVisibleTo(window.top) is page.uses_day


async def test_notices_stand_on_a_page_that_takes_the_whole_window(
    window: MainWindow, robot: Robot, page: NotedPage
) -> None:
    window.show_notice("The settings start afresh.", about="settings")
    whole = WholePage()
    window.show_page(whole)
    await robot.until(lambda: robot.sees("The settings start afresh."))
    window.rebuild()
    await robot.until(lambda: robot.sees("The settings start afresh."))
    assert whole.isVisible()
    window.show_page(page)
    await robot.until(lambda: page.isVisible() and robot.sees("The settings start afresh."))
    window.show_page(whole)
    robot.keys("Alt+G")
    assert not robot.sees("The settings start afresh.")


async def test_a_message_longer_than_the_page_takes_lines(
    window: MainWindow, robot: Robot, page: NotedPage
) -> None:
    window.resize(*DRAWN)
    window.show_notice("The journal was damaged. " * 20, about="records")
    window.say("The voucher of another booking was taken back. " * 6, lambda: None)
    await asyncio.sleep(0)
    assert _is_within(robot.find("toast"), page)
    window.show_notice("The journal was damaged. " * 60, about="records")
    await asyncio.sleep(0)
    assert _is_within(robot.find("toast"), page)
    window.say("Removed.")
    other = NotedPage()
    window.show_page(other)
    await asyncio.sleep(0)
    toast = robot.find("toast")
    assert QApplication.widgetAt(toast.mapToGlobal(QPoint(4, 4))) in (toast, *toast.findChildren(QWidget))


def _is_within(widget: QWidget, page: QWidget) -> bool:
    corner = page.mapFromGlobal(widget.mapToGlobal(QPoint()))
    return page.rect().contains(QRect(corner, widget.size()))


async def test_what_is_waited_for_is_said_before_all_else(window: MainWindow, robot: Robot) -> None:
    window.show_notice("The journal was damaged.", about="records")
    window.show_settling("The window closes when it is known.")
    assert robot.sees("A booking is being settled.")
    window.show_settling("")
    assert robot.sees("The journal was damaged.")


async def test_notices_practice_line_and_toast(window: MainWindow, robot: Robot) -> None:
    window.show_notice("The journal was damaged.", "The old file is kept.", "danger", about="records")
    assert robot.sees("The journal was damaged. The old file is kept.")
    assert not robot.is_shown("next_notice")
    window.show_notice("This computer's clock is wrong.", about="clock")
    window.show_notice("The money runs out today.", about="wallet")
    assert robot.sees("The journal was damaged.")
    assert robot.sees("1 of 3")
    robot.keys("Alt+N")
    assert robot.sees("This computer's clock is wrong.")
    robot.click("next_notice")
    assert robot.sees("The money runs out today.")
    window.show_notice("This computer's clock is wrong by an hour.", about="clock")
    assert robot.sees("The money runs out today.")
    window.show_notice("", about="office")
    assert robot.sees("3 of 3")
    window.show_notice("", about="clock")
    assert robot.sees("The money runs out today.")
    robot.keys("Alt+N")
    assert robot.sees("1 of 2")
    window.show_notice("", about="wallet")
    assert not robot.is_shown("next_notice")
    window.show_online(online=False)
    assert robot.sees("Offline")
    left: list[bool] = []
    window.practice_left.connect(lambda: left.append(True))
    window.show_practice(practising=True)
    robot.click("leave_practice")
    window.show_practice(practising=False)
    assert left == [True]
    assert not robot.is_shown("leave_practice")
    window.say("PNR copied")
    assert robot.sees("PNR copied")


async def test_a_question_is_answered_in_the_window(
    window: MainWindow, robot: Robot, page: NotedPage
) -> None:
    page.edit.setFocus()
    answer = asyncio.ensure_future(ask(window, QUESTION))
    await robot.until(lambda: is_asking(window))
    robot.keys("Ctrl+Return", "Alt+2", "F8")
    assert page.asked == []
    robot.click("answer_go")
    assert await answer == "go"
    assert not is_asking(window)
    await robot.until(page.edit.hasFocus)


async def test_escape_takes_the_way_out(window: MainWindow, robot: Robot, page: NotedPage) -> None:
    answer = asyncio.ensure_future(ask(window, QUESTION))
    await robot.until(lambda: is_asking(window))
    window.resize(1500, 800)
    (scrim,) = window.findChildren(ModalQuestion)
    assert scrim.geometry() == window.rect()
    robot.keys("Tab")
    await robot.until(robot.find("answer_go").hasFocus)
    robot.keys("Tab", "Shift+Tab", "Shift+Tab")
    await robot.until(robot.find("answer_stay").hasFocus)
    robot.keys("Escape")
    assert await answer == "stay"
    assert page.asked == []


async def test_a_question_closes_when_its_caller_is_cancelled(window: MainWindow, robot: Robot) -> None:
    answer = asyncio.ensure_future(ask(window, QUESTION))
    await robot.until(lambda: is_asking(window))
    (scrim,) = window.findChildren(ModalQuestion)
    scrim.answered.emit("go")
    scrim.answered.emit("stay")
    assert await answer == "go"
    cancelled = asyncio.ensure_future(ask(window, QUESTION))
    await robot.until(lambda: is_asking(window))
    cancelled.cancel()
    await robot.until(lambda: not is_asking(window))


@pytest.mark.parametrize("size", [DRAWN, (1920, 1080), (1024, 600), SMALLEST])
async def test_nothing_of_the_frame_is_cut(window: MainWindow, robot: Robot, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show_page(NotedPage())
    window.show_practice(practising=True)
    window.show_notice("Offline since 10:58.", "Selling is paused.", about="update")
    window.show_notice("This computer's clock is wrong.", about="clock")
    robot.keys("Alt+N")
    assert robot.is_shown("put_away")
    window.show_wallet(WALLET)
    window.grab()
    assert (window.width(), window.height()) == size
    for widget in (window.top.wallet, window.top.search, window.rail, window.top.day):
        within(window, widget)
    await robot.until(lambda: misfits(pieces(window.top)) == [])


async def test_the_bar_gives_way_in_its_order(window: MainWindow, robot: Robot) -> None:
    window.show_page(NotedPage())
    window.top.day.show()
    window.show_wallet(WALLET)
    bar, given = window.top, list[tuple[bool, ...]]()
    for width in range(1400, 400, -10):
        bar.resize(width, 56)
        told = (
            bar.wallet.toolTip() != "",
            robot.find("net_toggle", Button).is_folded,
            part(bar, Label, "line_state").isHidden(),
            bar.search.maximumWidth() < 40,
        )
        given.append(told)
    assert given[0] == (False,) * 4
    assert given[-1] == (True,) * 4
    # One after the other, and nothing comes back while the bar becomes narrower.
    assert given == sorted(given)
    assert all(list(each) == sorted(each, reverse=True) for each in given)
    assert bar.day.isVisible()
    assert "INR" in bar.wallet.accessibleName()
    window.show_online(online=False)
    bar.resize(400, 56)
    assert not part(bar, Label, "line_state").isHidden()


def within(window: QWidget, widget: QWidget) -> None:
    """The widget is inside the window, at its full size."""
    place = widget.mapTo(window, widget.rect().bottomRight())
    assert window.rect().contains(place)
    assert widget.width() >= widget.minimumSizeHint().width()


async def test_everything_that_takes_the_focus_has_a_name(window: MainWindow) -> None:
    window.show_practice(practising=True)
    window.show_wallet(WALLET)
    assert unnamed(window) == []


async def test_tab_goes_from_the_bar_through_the_page_to_the_rail(window: MainWindow, robot: Robot) -> None:
    window.show_page(NotedPage())
    page = NotedPage()
    page.edit.setObjectName("customer_name")
    window.show_page(page)
    robot.keys("Ctrl+F")
    seen: list[str] = []
    for _ in range(10):
        robot.keys("Tab")
        seen.append(robot.focused)
    rail = ["rail_sell", "rail_bookings", "rail_wallet", "rail_day", "rail_settings"]
    assert seen == ["day_after", "net_toggle", "wallet_chip", "customer_name", *rail, "search"]


async def test_a_fault_in_a_page_is_not_lost(window: MainWindow, robot: Robot) -> None:
    page = Page()
    window.show_page(page)
    seen: list[str] = []
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: seen.append(str(context["message"])))

    async def break_down() -> None:
        message = "a fault"
        raise ValueError(message)

    page.tasks.start("read", break_down())
    await robot.until(lambda: seen)
    loop.set_exception_handler(before)
    assert seen == ["The work 'read of Page' failed"]


async def test_a_plain_page_does_nothing_by_itself(window: MainWindow, robot: Robot) -> None:
    page = Page()
    went: list[bool] = []
    page.went_back.connect(lambda: went.append(True))
    window.show_page(page)
    robot.keys("F5", "Ctrl+Return", "Escape")
    window.top.day.choose(TODAY + timedelta(days=1))
    assert page.may_be_left()
    assert went == [True]

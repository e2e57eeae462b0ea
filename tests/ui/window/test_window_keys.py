"""What is typed ahead of a page reaches it, and nothing else; a key that is held down is one press."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit
from typing_extensions import override

from app.ui.flows.navigation import Navigation
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords, is_asking
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.window.main_window import MainWindow
from app.ui.window.window_keys import WindowKeys
from tests.support.counter import Counter, open_counter
from tests.support.proof import beside_others, few
from tests.support.ui.robot import Robot
from tests.support.ui.selling import selling
from tests.support.ui.taking_payment import TILL
from tests.support.ui.windows import open_window


def send_keys(window: MainWindow, *keys: str) -> None:
    """As the system sends them, to the window and not to one of its parts; QTest nests a loop for it."""
    for each in keys:
        pressed: QKeyCombination = cast("Any", QKeySequence("Space" if each == " " else each))[0]
        text = each if len(each) == 1 else ""
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            sent = QKeyEvent(kind, pressed.key(), pressed.keyboardModifiers(), text)
            QCoreApplication.sendEvent(window.windowHandle(), sent)


@dataclass
class _Beginning:
    """A window that is on screen, and has no page yet."""

    robot: Robot
    window: MainWindow
    routing: Navigation
    counter: Counter

    def type(self, *keys: str) -> None:
        """As the system sends them."""
        send_keys(self.window, *keys)

    def keeps_keys(self) -> bool:
        keys = self.window.findChild(WindowKeys)
        assert keys is not None
        return bool(keys.waiting)


@asynccontextmanager
async def beginning(folder: Path) -> AsyncGenerator[_Beginning]:
    async with open_window() as (robot, window), open_counter(folder) as counter:
        WindowKeys(window)
        routing = Navigation(window)
        try:
            yield _Beginning(robot, window, routing, counter)
        finally:
            routing.forget()
            await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})


@beside_others
async def test_they_filter_the_list_and_choose_of_it(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type("Ctrl+F", *"scuba", "Return", "Return")
        assert not here.robot.sees("scuba")
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.is_shown("slots_page"))
        assert here.robot.sees("Discover scuba dive")


async def test_letters_mean_what_they_mean_on_the_list(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type("B")
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.is_shown("boats_page"))
        # What is typed from then on goes straight to where the keyboard is.
        await here.robot.until(lambda: not here.keeps_keys())
        here.robot.keys("Ctrl+F")
        here.type(*"jolly")
        assert here.window.top.search.text() == "jolly"


async def test_what_waits_for_a_list_that_cannot_be_read_is_dropped_and_said(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        held = here.counter.faults.hold("content")
        here.counter.faults.disable_key("content")
        here.type("Ctrl+F", *"scuba")
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.window.current_page is not None)
        page = here.window.current_page
        assert page is not None
        assert page.early_keys == "wait"
        assert here.keeps_keys()
        held.set_result(None)
        await here.robot.until(lambda: here.robot.sees("What was typed before this was read was not taken."))
        assert here.window.top.search.text() == ""


async def test_a_key_that_is_held_down_is_pressed_once(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type("Ctrl+F", *"scub")
        for is_repeated in (False, True, True):
            sent = QKeyEvent(
                QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", is_repeated
            )
            QCoreApplication.sendEvent(here.window.windowHandle(), sent)
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: not here.keeps_keys())
        assert here.window.top.search.text() == "scuba"


async def test_a_field_that_nobody_has_seen_gets_none(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        here.type(*"12")
        here.routing.show_welcome("", "", "address")
        await here.robot.until(lambda: not here.keeps_keys())
        here.type(*"34")
        assert here.robot.find("service_address", QLineEdit).text() == "34"


async def test_a_question_that_nobody_has_read_is_not_answered(tmp_path: Path) -> None:
    answers = QuestionAnswer("look", "Look"), QuestionAnswer("sell", "Sell again", "primary")
    async with beginning(tmp_path) as here:
        here.type("Return")
        asking = asyncio.ensure_future(ask(here.window, QuestionWords("Sell?", "Look first.", answers)))
        await here.robot.until(lambda: not here.keeps_keys())
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.is_shown("activities_page"))
        assert is_asking(here.window)
        here.robot.keys("Return")
        await here.robot.until(asking.done)
        assert asking.result() == "look"


def _people(here: _Beginning) -> list[str]:
    page = here.window.current_page
    return [each.traveler_name for each in page.draft.passengers] if isinstance(page, PassengersPage) else []


FLOWS: dict[str, tuple[tuple[str, ...], str, Callable[[_Beginning], bool]]] = {
    "an activity": (
        (
            "Return",
            "1",
            "Return",
            *"Priya Raman",
            "Tab",
            *"9700000001",
            "Tab",
            *"p@example.com",
            "Ctrl+Return",
        ),
        "review_page",
        lambda here: all(map(here.robot.sees, ("Priya Raman", "9700000001", "p@example.com"))),
    ),
    "a boat": (
        ("B", "Return", "2", "Ctrl+Return", *"Arjun Nair", "Tab"),
        "passengers_page",
        lambda here: _people(here) == ["Arjun Nair", ""],
    ),
}


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("seconds", few((0.3, 0.05, 1.0, 3.0)))
async def test_a_flow_that_is_typed_ahead_of_a_slow_line_arrives_whole(
    tmp_path: Path, flow: str, seconds: float
) -> None:
    keys, page, seen = FLOWS[flow]
    async with beginning(tmp_path) as here:
        for endpoint in ("content", "search_availability"):
            here.counter.faults.slow(endpoint, seconds, times=None)
        here.routing.use(here.counter.desk)
        # The boats of today have left.
        here.robot.keys("Ctrl+Right")
        for each in keys:
            here.type(each)
            await asyncio.sleep(0.005)
        await here.robot.until(lambda: here.robot.is_shown(page), 60)
        await here.robot.until(lambda: seen(here))
        assert not here.robot.sees("was not taken")


async def slots_that_are_not_read(here: _Beginning) -> Future[None]:
    """Open the slots of the first activity, which are read when this is given a result."""
    here.routing.use(here.counter.desk)
    await here.robot.until(lambda: here.robot.sees(" open on this date"))
    held = here.counter.faults.hold("search_availability", times=None)
    here.type("Return")
    await here.robot.until(lambda: here.robot.is_shown("slots_page"))
    return held


async def test_esc_takes_back_what_waits_and_leaves_the_page_alone(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        held = await slots_that_are_not_read(here)
        here.type("1", "Return", *"Priya")
        await here.robot.until(lambda: here.robot.sees("What you type waits until this is read."))
        here.type("Escape")
        assert here.robot.sees("What was typed before this was read was not taken.")
        assert here.robot.is_shown("slots_page")
        assert not here.keeps_keys()
        held.set_result(None)


async def test_a_field_takes_what_is_typed_while_the_page_reads(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        held = await slots_that_are_not_read(here)
        name = here.robot.find("customer_name", QLineEdit)
        name.setFocus()
        here.type(*"Priya")
        assert name.text() == "Priya"
        assert not here.keeps_keys()
        held.set_result(None)


async def test_a_key_for_slots_that_are_read_raises_nothing(tmp_path: Path) -> None:
    async with beginning(tmp_path) as here:
        held = await slots_that_are_not_read(here)
        for number in range(10):
            here.robot.keys(str(number))
        held.set_result(None)


async def test_a_repeat_that_the_system_sends_as_a_press_is_a_repeat(tmp_path: Path) -> None:
    """X11: both ends of a repeat have one time stamp, and now and then no sign that they are one."""
    async with beginning(tmp_path) as here:
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.sees(" open on this date"))
        seen = _Presses(here.window)
        for stamp, kind in (
            (1000, _DOWN),
            (1660, _UP),
            (1660, _DOWN),
            (1693, _UP),
            (1693, _DOWN),
            (1800, _UP),
        ):
            _send_enter(here.window, kind, stamp)
        _send_enter(here.window, _DOWN, 1900)
        assert seen.repeats == [False, True, True, False]


async def test_ctrl_enter_that_is_held_spends_nothing(tmp_path: Path) -> None:
    """The repeats of X11 from the slots on, over the page that it opens: it is reviewed, and not booked."""
    async with beginning(tmp_path) as here:
        here.routing.use(here.counter.desk)
        await here.robot.until(lambda: here.robot.sees(" open on this date"))
        here.robot.keys("Return")
        await here.robot.until(lambda: here.robot.sees(" of 8 open"))
        here.robot.keys("1", "Return")
        for typed in ("Priya Raman", "9876501234", "priya.raman@example.com"):
            here.robot.type(typed)
            here.robot.keys("Tab")
        await _hold_ctrl_enter(here.window, here.robot, "spend")
        _send_enter(here.window, _DOWN, 4200, _CONTROL)
        await here.robot.until(lambda: here.robot.is_shown("booking_ref"))


async def test_ctrl_enter_that_is_held_compares_and_does_not_close_the_drawer(tmp_path: Path) -> None:
    """One button does both, one after the other."""
    async with selling(tmp_path) as clerk:
        WindowKeys(clerk.window)
        clerk.counter.desk.rules.till = TILL
        clerk.routing.obey_rules()
        await clerk.list_read()
        clerk.robot.keys("Alt+7", "Ctrl+4")
        await clerk.robot.until(lambda: clerk.robot.focused == "note_500")
        # So little over needs no reason.
        clerk.robot.find("coin_5").setFocus()
        clerk.robot.type("1")
        await clerk.robot.until_armed("record_count")
        await _hold_ctrl_enter(clerk.window, clerk.robot, "record_count", shown="difference")
        _send_enter(clerk.window, _DOWN, 4200, _CONTROL)
        await clerk.robot.until(lambda: not clerk.robot.is_shown("difference"))


async def _hold_ctrl_enter(window: MainWindow, robot: Robot, button: str, *, shown: str = "") -> None:
    """Press Ctrl Enter and hold it, as X11 sends it, over a button that then would spend; let it go."""
    _send_enter(window, _DOWN, 1000, _CONTROL)
    await robot.until(lambda: robot.is_shown(shown or button))
    await robot.until_armed(button)
    for stamp in range(1660, 4000, 33):
        _send_enter(window, _UP, stamp, _CONTROL)
        _send_enter(window, _DOWN, stamp, _CONTROL)
        await asyncio.sleep(0)
    # It works once: nothing has used it.
    assert robot.find(button, ConfirmButton).is_armed
    _send_enter(window, _UP, 4001, _CONTROL)


def _send_enter(
    window: MainWindow,
    kind: QEvent.Type,
    stamp: int,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    for each in (QEvent.Type.ShortcutOverride, kind) if kind == _DOWN else (kind,):
        sent = QKeyEvent(each, Qt.Key.Key_Return, held)
        sent.ignore()
        sent.setTimestamp(stamp)
        QCoreApplication.sendEvent(window.windowHandle(), sent)


_CONTROL = Qt.KeyboardModifier.ControlModifier
_DOWN, _UP = QEvent.Type.KeyPress, QEvent.Type.KeyRelease


class _Presses(QObject):
    """What reaches the widgets of a window of Ctrl Enter: whether each press was a repeat."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.repeats: list[bool] = []
        focused = QApplication.focusWidget()
        assert focused is not None
        focused.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == _DOWN and isinstance(event, QKeyEvent):
            self.repeats.append(event.isAutoRepeat())
            return True
        return False

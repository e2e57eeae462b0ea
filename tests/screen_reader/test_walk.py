"""The program on an accessibility bus: nothing without a name or out of reach, and each outcome once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAccessible, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.announcing import announce
from tests.screen_reader import faults
from tests.screen_reader.ears import Ears, Heard, ears
from tests.support.ui.after_sales import JOURNEYS
from tests.support.ui.closing_day import CLOSING
from tests.support.ui.picturing import Covered
from tests.support.ui.robot import Robot
from tests.support.ui.scenes import Journey, Take, travelling, unlooked
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.settling_in import SETTING_UP
from tests.ui.test_accessibility import PAGES, Way, to_booked, to_bookings

OUTCOMES = {
    "sell_activity": """
        Booked and paid. PNR PRACJDCWT5. Customer pays 7,980.00, Total debited 7,140.00.
    """,
    "sell_boats": """
        Booked and paid. PNR PRBTJDCWT5. Customer pays 9,885.75, Total debited 9,334.50.
    """,
    "refuse_sale": """
        The price is no longer the one you quoted.
    """,
    "lose_sale": """
        The service may or may not have booked this.
    """,
    "lose_cancellation": """
        The service may or may not have cancelled this.
        The booking is unchanged.
        This was not cancelled, as was recorded.
        The booking cannot tell whether this was cancelled.
    """,
    "cancel_some": """
        Partly cancelled and credited.
        Customer gets back 1,346.25, Refund to your wallet 1,188.75.
        Customer gets back 2,205.00, Refund to your wallet 1,785.00.
    """,
    "lose_line": """
        Offline since 10:42.
    """,
    "close_day": """
        Thu 21 Nov 2030 is closed.
    """,
    "refuse_to_close": """
        The day cannot be closed while an outcome is unknown.
    """,
}
"""How what became of the money, or of the line, begins, by journey; each is said exactly once."""

_MOST_TABS = 160


class Walk:
    """Looks at each scene with the eyes of a screen reader."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.heard: list[Heard] = []

    async def look(self, name: str, clerk: Clerk, listening: Ears) -> None:
        """Note what is wrong with a scene."""
        self.heard += await listening.heard()
        tree = await listening.tree()
        page = clerk.window.current_page
        assert page is not None
        assert page.title is not None
        title = f"{tr(page.title)} \N{EN DASH} {tr('Agency Counter')}"
        for found in (
            faults.unnamed(tree),
            faults.untold(tree),
            faults.small(tree),
            faults.uncovered(tree),
            faults.untitled(tree, title),
            faults.in_another_voice(tree, "en_IN"),
        ):
            self.wrong += [f"{name}: {each}" for each in found]


def tabbed(robot: Robot) -> set[str]:
    """The names of all that Tab and Shift Tab reach from here."""
    return _reached(robot, "Tab") | _reached(robot, "Shift+Tab")


def _reached(robot: Robot, key: str) -> set[str]:
    """The names of all that this key reaches, until something has the keyboard again."""
    seen, names = set[tuple[QWidget, int]](), set[str]()
    for _ in range(_MOST_TABS):
        now = QApplication.focusWidget()
        assert now is not None
        stop = now, _cell(now)
        if stop in seen:
            break
        seen.add(stop)
        names.add(QAccessible.queryAccessibleInterface(now).text(QAccessible.Text.Name))
        robot.keys(key)
    return names


def _cell(widget: QWidget) -> int:
    """A number for the cell of a table in which Tab goes on."""
    if not isinstance(widget, QAbstractItemView):
        return -1
    index = widget.currentIndex()
    return index.row() * 100 + index.column()


@pytest.mark.parametrize("journey", [*JOURNEYS, *CLOSING, *SETTING_UP], ids=lambda journey: journey.__name__)
async def test_nobody_is_left_alone(journey: Journey, tmp_path: Path) -> None:
    walk, listening = Walk(), list[Ears]()

    def camera(clerk: Clerk) -> Take:
        async def take(name: str, *_covered: Covered) -> None:
            await walk.look(name, clerk, listening[0])

        return take

    async with travelling(tmp_path, camera) as clerk, ears(clerk.robot) as hearing:
        listening.append(hearing)
        await journey(clerk)
        walk.heard += await hearing.heard()
    assert walk.wrong == [], "\n".join(walk.wrong)
    assert faults.said_again(walk.heard) == []
    said = [each.name for each in walk.heard if each.kind == "said"]
    for outcome in map(str.strip, OUTCOMES.get(journey.__name__, "").strip().splitlines()):
        assert len([each for each in said if each.startswith(outcome)]) == 1, "\n".join(said)


async def test_another_page_moves_the_keyboard_once(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk, ears(clerk.robot) as hearing:
        for key, *said in (
            ("Alt+3", "Wallet"),
            # What was sold is known a moment later, and the list goes.
            ("Alt+4", "Sales of the day", "Nothing was sold What is sold here stands here."),
            ("Alt+5", "Sections"),
            ("Alt+1", "Activities"),
            ("Return", "Days"),
        ):
            await hearing.heard()
            clerk.robot.keys(key)
            await clerk.readings_ended()
            assert faults.moves(await hearing.heard()) == said


async def to_cancelling(clerk: Clerk) -> None:
    await to_bookings(clerk)
    clerk.robot.keys("Delete")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_page"))
    await clerk.armed()


async def to_voucher(clerk: Clerk) -> None:
    await to_booked(clerk)
    clerk.robot.keys("V")
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))


async def to_day(clerk: Clerk) -> None:
    await to_booked(clerk)
    clerk.robot.keys("Alt+4")
    await clerk.robot.until(lambda: clerk.robot.is_shown("day_close"))


WAYS: dict[str, Way] = {**PAGES, "cancelling": to_cancelling, "voucher": to_voucher, "day close": to_day}


@pytest.mark.parametrize("page", WAYS)
async def test_nothing_is_out_of_reach(page: str, tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk, ears(clerk.robot) as hearing:
        await WAYS[page](clerk)
        await hearing.heard()
        tree = await hearing.tree()
        missed = faults.out_of_reach(tree, tabbed(clerk.robot))
        assert missed == [], "\n".join(missed)


class _Planted(QAbstractButton):
    """A button that nobody has finished."""

    def __init__(self, parent: QWidget, name: str = "") -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setGeometry(10, 10, 20, 20)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.show()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing."""


async def test_each_check_finds_what_is_planted(tmp_path: Path) -> None:
    async with travelling(tmp_path, unlooked) as clerk, ears(clerk.robot) as hearing:
        window, title = clerk.window, clerk.window.windowTitle()
        plain = _Planted(window)
        await hearing.heard()
        tree = await hearing.tree()
        assert len(faults.unnamed(tree)) == len(faults.small(tree)) == 1
        plain.setAccessibleName("Planted")
        tree = await hearing.tree()
        (missed,) = faults.out_of_reach(tree, tabbed(clerk.robot))
        assert "Planted" in missed
        assert faults.untitled(tree, title) == faults.in_another_voice(tree, "en_IN") == []
        window.setWindowTitle("Nothing")
        foreign = QLabel("Planted", window)
        foreign.setLocale(QLocale("hi_IN"))
        foreign.show()
        tree = await hearing.tree()
        assert faults.untitled(tree, title) == ["frame Nothing"]
        assert len(faults.in_another_voice(tree, "en_IN")) == 1
        announce(window, "Planted")
        announce(window, "Planted")
        assert faults.said_again(await hearing.heard()) == ["Planted"]
        plain.setFocus()
        window.top.search.setFocus()
        assert len(faults.moves(await hearing.heard())) == 2
        clerk.robot.keys("F1")
        tree = await hearing.tree()
        assert len(faults.uncovered(tree)) == 1
        area = QWidget(window)
        area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        area.show()
        assert len(faults.untold(await hearing.tree())) == 1

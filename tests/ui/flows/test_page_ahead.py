"""The page that follows is built beforehand, and knows nothing of any other sale."""

from __future__ import annotations

import gc
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.core.language import SOURCE
from app.ui.kit.sheets.page import Page, SalePage
from app.ui.theme import style
from tests.support.proof import beside_others, few
from tests.support.ui.selling import Clerk, selling, speak

pytestmark = pytest.mark.usefixtures("true_delays")

NAME, PHONE, EMAIL = "Quetzal Xiphias", "9090817263", "zq.canary@example.org"
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.UserRole,
)
_TOLD = (
    *("text", "accessibleName", "accessibleDescription", "toolTip", "placeholderText", "windowTitle"),
    "told_tip",
)
"""The properties of a widget that hold words; the last is set where a tooltip is told."""
_FOLLOWED = ("app.ui.", "app.desk.model.", "app.desk.sale.draft", "app.desk.documents.")


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path) as found:
        yield found


@beside_others
async def test_the_page_that_follows_is_built_while_the_clerk_types(clerk: Clerk) -> None:
    await clerk.fill(name=NAME, phone=PHONE, email=EMAIL)
    ahead = await _ahead(clerk)
    assert not ahead.isVisible()
    clerk.robot.keys("Ctrl+Return")
    assert clerk.window.current_page is ahead
    await clerk.armed()


@beside_others
async def test_whoever_is_faster_gets_the_page_whole(clerk: Clerk) -> None:
    await clerk.review()
    assert clerk.robot.is_shown("review_page")


@pytest.mark.parametrize("way", few(["sold", "given up", "unknown", "another language", "another theme"]))
async def test_nothing_of_a_sale_is_in_the_pages_of_the_next(clerk: Clerk, way: str) -> None:
    robot = clerk.robot
    await clerk.fill(name=NAME, phone=PHONE, email=EMAIL)
    assert _left(clerk)
    await _end(clerk, way)
    robot.keys("Alt+1")
    # After an order without an answer the line counts as lost for a moment, and nothing is sold.
    await robot.until(lambda: robot.is_shown("pick_slot") and robot.find("pick_slot").isEnabled())
    await clerk.open_slots()
    await _ahead(clerk)
    # What was given up is offered to the next customer by one button, and is nowhere else.
    offer = "last_customer" if way == "given up" else None
    assert [each for each in _left(clerk) if each != offer] == []
    fields = clerk.window.findChildren(QLineEdit)
    assert fields
    assert [each.objectName() for each in fields if each.isUndoAvailable() or each.isRedoAvailable()] == []


async def _end(clerk: Clerk, way: str) -> None:
    robot = clerk.robot
    if way == "given up":
        robot.keys("Escape")
        return
    if way == "unknown":
        clerk.counter.faults.after_work("create_booking", silent=False)
    robot.keys("Ctrl+Return")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    page = "outcome_page" if way == "unknown" else "booked_page"
    await robot.until(lambda: robot.is_shown(page))
    if way == "another language":
        await speak(clerk, "hi")
        await speak(clerk, SOURCE)
    elif way == "another theme":
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        style.apply_theme(app, "dark")
        style.apply_theme(app, "light")


async def _ahead(clerk: Clerk) -> SalePage:
    """The page that is built to its end and not shown yet."""
    found = await clerk.robot.until(lambda: clerk.window.findChild(SalePage, "review_page"))
    assert found is not None
    assert not found.build_part()
    return found


def _left(clerk: Clerk) -> list[str]:
    """The widgets with something of the canary: shown, told, in a model, or kept in an attribute."""
    widgets = clerk.window.findChildren(QWidget)
    found = [each.objectName() for each in widgets if _is_marked(_told(each))]
    kept = [page.objectName() for page in widgets if isinstance(page, Page) and _is_marked(_kept(page))]
    return [*found, *(name for name in kept if "last_customer" not in found)]


def _is_marked(texts: Iterator[str]) -> bool:
    return any(mark in text for text in texts for mark in (NAME, PHONE, EMAIL))


def _told(widget: QWidget) -> Iterator[str]:
    for name in _TOLD:
        yield str(widget.property(name) or "")
    for model in widget.findChildren(QAbstractItemModel):
        rows = (
            (row, column) for row in range(model.rowCount(QModelIndex())) for column in range(_columns(model))
        )
        yield from (str(model.index(*place).data(role)) for place in rows for role in _ROLES)


def _columns(model: QAbstractItemModel) -> int:
    # That of a list is private.
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())


def _kept(page: Page) -> Iterator[str]:
    """The texts that can be reached from the attributes of a page and of what it consists of."""
    seen, waiting = set[int](), list[object]([vars(page)])
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, str | bytes):
            yield each if isinstance(each, str) else each.decode("latin-1")
        elif isinstance(each, dict | list | tuple | set | frozenset) or _is_followed(each):
            waiting += gc.get_referents(each)


def _is_followed(each: object) -> bool:
    return not isinstance(each, type) and type(each).__module__.startswith(_FOLLOWED)

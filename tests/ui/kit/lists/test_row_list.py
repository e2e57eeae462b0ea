"""A list with headings: every key that moves goes to a row that can be chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from app.ui.kit.lists.row_list import RowDelegate, RowList
from app.ui.kit.lists.row_model import RowModel
from tests.support.ui.looking import Show

ROW, SHOWN = 20, 5
EVERY_KEY = (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class _Model(RowModel[str]):
    """Rows; those in capitals are headings."""

    @override
    def is_choosable(self, row: str) -> bool:
        return not row.isupper()


class _Delegate(RowDelegate[str]):
    @override
    def height_of(self, row: str) -> int:
        return ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: str) -> None:
        pass


@pytest.fixture
def rows(shown: Show) -> RowList:
    model = _Model()
    made = RowList(model, _Delegate(model), "rows", "Rows")
    made.setFixedSize(200, SHOWN * ROW)
    shown(made)
    made.setFocus()
    return made


def _pressed(rows: RowList, at: int, *keys: Qt.Key) -> int:
    rows.setCurrentIndex(rows.model().index(at, 0))
    for key in keys:
        QTest.keyClick(rows, key)
    return rows.currentIndex().row()


def _show(rows: RowList, said: str) -> None:
    model = rows.model()
    assert isinstance(model, _Model)
    model.show_rows(said.split())


def test_home_and_end_pass_headings_over(rows: RowList) -> None:
    _show(rows, "A a1 a2 B b1 b2 b3 b4 b5 C")
    assert _pressed(rows, 5, Qt.Key.Key_Home) == 1
    assert _pressed(rows, 5, Qt.Key.Key_End) == 8
    _show(rows, "a1 a2 B b1")
    assert _pressed(rows, 3, Qt.Key.Key_Home) == 0
    assert _pressed(rows, 0, Qt.Key.Key_End) == 3


@pytest.mark.parametrize("said", ["A a B b C c D d E e F f G g H h", "A B a b C D c d E F e f G", "A a"])
def test_pages_lead_through_all_of_it_and_never_to_a_heading(rows: RowList, said: str) -> None:
    _show(rows, said)
    every = said.split()
    first = next(at for at, each in enumerate(every) if each.islower())
    last = max(at for at, each in enumerate(every) if each.islower())
    assert _pressed(rows, first, *[Qt.Key.Key_PageDown] * len(every)) == last
    assert _pressed(rows, last, *[Qt.Key.Key_PageUp] * len(every)) == first
    for at in (at for at, each in enumerate(every) if each.islower()):
        for key in EVERY_KEY:
            assert every[_pressed(rows, at, key)].islower(), (at, key)


def test_a_list_of_headings_or_nothing_stays_as_it_is(rows: RowList) -> None:
    for said in ("", "A B"):
        _show(rows, said)
        for key in EVERY_KEY:
            assert _pressed(rows, 0, key) in {-1, 0}


def test_what_is_chosen_stays_in_sight_when_the_list_shrinks(rows: RowList) -> None:
    _show(rows, "a b c d e f g h")
    rows.setCurrentIndex(rows.model().index(SHOWN - 1, 0))
    rows.setFixedHeight(2 * ROW)
    rows.grab()
    assert rows.rect().contains(rows.visualRect(rows.currentIndex()))
    # What was scrolled away stays away.
    rows.verticalScrollBar().setValue(0)
    rows.setFixedHeight(3 * ROW)
    rows.grab()
    assert rows.verticalScrollBar().value() == 0

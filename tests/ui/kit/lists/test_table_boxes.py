"""A table whose rows have boxes, and are taller where their words need it."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.core.language import Message
from app.ui.kit.lists.table import RowRules, Section, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from tests.support.ui.looking import Show


class _Trip(NamedTuple):
    key: str
    name: str
    is_in: bool | None = True


COLUMNS: Columns[_Trip] = Columns(
    (
        Column(Message(""), 16),
        Column(Message("Trip"), cell=lambda trip: Cell(trip.name, is_whole=True)),
        Column(Message("Sum"), 80, fold=1, cell=lambda trip: trip.key),
    ),
    left=20,
    gap=12,
    least=100,
)
LONG = "a name that is longer than the column, which has some two hundred pixels"
RULES: RowRules[_Trip] = RowRules(36, tall=47, key=lambda trip: trip.key, is_ticked=lambda trip: trip.is_in)


@pytest.fixture
def trips(shown: Show) -> Table[_Trip]:
    table = Table(COLUMNS, RULES, "trips", "Trips")
    table.resize(400, 400)
    table.show_rows((Section("Day"), _Trip("a", "short"), _Trip("b", LONG), _Trip("c", "gone", None)))
    table.choose_key("a")
    shown(table)
    return table


def _press(part: QWidget, at: QPoint) -> None:
    QTest.mouseClick(part, Qt.MouseButton.LeftButton, pos=at)


def _row(trips: Table[_Trip], place: int) -> QRect:
    return trips.visualRect(trips.model().index(place, 0))


def test_space_and_a_press_on_a_box_tick_a_row(trips: Table[_Trip]) -> None:
    ticked: list[str] = []
    trips.ticked.connect(ticked.append)
    QTest.keyClick(trips, Qt.Key.Key_Space)
    for place, x in ((2, 30), (2, 90), (0, 30)):
        _press(trips.viewport(), QPoint(x, _row(trips, place).center().y()))
    assert ticked == ["a", "b"]


def test_a_header_is_pressed_where_it_has_a_box(trips: Table[_Trip], shown: Show) -> None:
    header, pressed = trips.header, list[bool]()
    header.resize(400, 32)
    shown(header)
    header.ticked.connect(lambda: pressed.append(True))
    _press(header, QPoint(25, 16))
    header.show_ticked(is_ticked=False)
    for x in (25, 90):
        _press(header, QPoint(x, 16))
    assert pressed == [True]


def test_a_row_is_taller_where_words_are_long_and_all_are_where_columns_fold(trips: Table[_Trip]) -> None:
    assert [_row(trips, place).height() for place in range(4)] == [28, 36, 47, 36]
    trips.resize(180, 400)
    assert [_row(trips, place).height() for place in range(4)] == [28, 47, 47, 47]


def test_the_next_of_some_rows_is_chosen_from_the_first_again_after_the_last(trips: Table[_Trip]) -> None:
    chosen: list[str] = []
    for keys in ({"c"}, {"a", "b"}, set[str](), {"b"}):
        trips.choose_next(keys)
        chosen.append(trips.current_key)
    assert chosen == ["c", "a", "a", "b"]

"""A month to click below the travel date, while the date is typed above it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, IconButton
from app.ui.kit.controls.date_picker import DateInput, DatePicker
from app.ui.kit.controls.month_panel import DayButton, MonthPanel
from tests.support.ui.looking import Show, part

TODAY = date(2026, 11, 21)


@pytest.fixture
def picker(shown: Show, qtbot: QtBot) -> DatePicker:
    """A picker whose month is open, in a window with room below it."""
    found = DatePicker(TODAY)
    shown(found, Button("Elsewhere")).resize(500, 500)
    found.begin_typing()
    qtbot.waitUntil(part(found, DateInput).hasFocus)
    return found


def days(picker: DatePicker) -> dict[int, DayButton]:
    """The days of the month on screen that can be chosen, by their number."""
    panel = part(picker.window(), MonthPanel)
    return {each.day.day: each for each in panel.days if each.day is not None and each.isEnabled()}


def title(picker: DatePicker) -> str:
    return part(picker.window(), Label, "month_name").text()


def press(*keys: Qt.Key) -> None:
    for key in keys:
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)


def test_a_day_is_clicked(picker: DatePicker) -> None:
    left: list[bool] = []
    picker.left.connect(lambda: left.append(True))
    panel = part(picker.window(), MonthPanel)
    assert panel.isVisible()
    assert list(days(picker)) == list(range(21, 31))
    QTest.mouseClick(days(picker)[26], Qt.MouseButton.LeftButton)
    assert (picker.day, panel.isVisible(), left) == (TODAY + timedelta(days=5), False, [True])


def test_keys_go_from_day_to_day_and_enter_takes_it(picker: DatePicker) -> None:
    press(Qt.Key.Key_Left)
    assert part(picker, DateInput).accessibleDescription() == "Sat 21 Nov 2026"
    press(Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown)
    assert title(picker) == "December 2026"
    assert days(picker)[29].accessibleName() == "Tue 29 Dec 2026, chosen"
    press(Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert picker.day == date(2026, 12, 22)


def test_the_month_follows_what_is_typed(picker: DatePicker) -> None:
    entry = part(picker, DateInput)
    QTest.keyClicks(entry, "3/1")
    assert title(picker) == "January 2027"
    press(Qt.Key.Key_Left)
    assert entry.text() == "3/1"
    press(Qt.Key.Key_Return)
    assert picker.day == date(2027, 1, 3)


def test_what_is_no_day_is_said_below_the_month(picker: DatePicker) -> None:
    entry, said = part(picker, DateInput), part(picker.window(), Label, "month_help")
    QTest.keyClicks(entry, "45")
    press(Qt.Key.Key_Return)
    assert said.text().startswith("No such day. ")
    assert part(picker.window(), MonthPanel).isVisible()
    QTest.keyClicks(entry, "4")
    assert not said.text().startswith("No such day.")


def test_months_are_gone_through_with_the_mouse_but_not_into_the_past(picker: DatePicker) -> None:
    window = picker.window()
    before, after = (part(window, IconButton, name) for name in ("month_before", "month_after"))
    assert not before.isEnabled()
    QTest.mouseClick(after, Qt.MouseButton.LeftButton)
    assert title(picker) == "December 2026"
    assert len(days(picker)) == 31
    QTest.mouseClick(before, Qt.MouseButton.LeftButton)
    assert title(picker) == "November 2026"
    assert part(picker, DateInput).hasFocus()


def test_a_month_begins_with_its_last_day_where_it_is_shorter(shown: Show) -> None:
    picker = DatePicker(date(2027, 1, 31))
    shown(picker)
    picker.begin_typing()
    press(Qt.Key.Key_PageDown, Qt.Key.Key_Return)
    assert picker.day == date(2027, 2, 28)


def test_days_are_marked_as_they_are_told_and_forgotten_when_it_opens_again(picker: DatePicker) -> None:
    asked: list[tuple[date, ...]] = []
    picker.month_shown.connect(asked.append)
    press(Qt.Key.Key_Escape)
    assert asked == [()]
    picker.begin_typing()
    assert asked[-1] == tuple(date(2026, 11, number) for number in range(21, 31))
    picker.show_open(date(2026, 11, 22), is_open=True)
    picker.show_open(date(2026, 11, 23), is_open=False)
    picker.show_open(date(2026, 12, 1), is_open=True)
    said = [days(picker)[number].accessibleName() for number in (21, 22, 23, 24)]
    assert said == [
        "Sat 21 Nov 2026, today, chosen",
        "Sun 22 Nov 2026, on sale",
        "Mon 23 Nov 2026, nothing on sale",
        "Tue 24 Nov 2026",
    ]
    press(Qt.Key.Key_Escape)
    picker.begin_typing()
    assert days(picker)[22].is_open is None


def test_it_goes_where_the_keyboard_goes(picker: DatePicker) -> None:
    left: list[bool] = []
    picker.left.connect(lambda: left.append(True))
    part(picker.window(), Button).setFocus()
    assert not part(picker.window(), MonthPanel).isVisible()
    assert (left, picker.day) == ([], TODAY)


def test_a_day_that_was_typed_counts_when_the_keyboard_goes_elsewhere(picker: DatePicker) -> None:
    QTest.keyClicks(part(picker, DateInput), "28")
    part(picker.window(), Button).setFocus()
    assert picker.day == date(2026, 11, 28)
    picker.begin_typing()
    QTest.keyClicks(part(picker, DateInput), "45")
    part(picker.window(), Button).setFocus()
    picker.begin_typing()
    QTest.keyClicks(part(picker, DateInput), "30")
    press(Qt.Key.Key_Escape)
    assert picker.day == date(2026, 11, 28)

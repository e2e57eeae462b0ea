"""The passport strip: lines typed, scanned and pasted, errors in words, and no text left behind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.desk.passengers.mrz import MrzReading
from app.ui.kit.basics.reader_keys import pressed_at
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.passengers.mrz_field import MrzBox
from app.ui.passengers.passport_strip import PassportStrip
from app.ui.theme import style
from tests.support.desk.mrz_samples import JANA, MRV_A, SPECIMENS, TD1
from tests.support.ui.looking import Show, part, unnamed

TODAY = date(2026, 11, 21)
ENTER = "\n"
UNCLEAN = "Line 2 of the passport was not read cleanly. Scan again or type it."
WRONG = (JANA[0], f"{JANA[1][:-1]}7")


class Desk:
    """Keys at a pace that the test sets, a strip, and what it tells."""

    def __init__(self, patience: int) -> None:
        self.now = 100.0
        self.strip = PassportStrip(lambda: TODAY, clock=lambda _event: self.now, patience=patience)
        self.names: list[str] = []
        self.undone: list[bool] = []
        self.strip.read.connect(self._note)
        self.strip.undo_asked.connect(lambda: self.undone.append(True))

    def _note(self, reading: object) -> None:
        assert isinstance(reading, MrzReading)
        self.names.append(reading.name)

    def press(self, key: Qt.Key, gap: float = 0.2, control: Qt.KeyboardModifier | None = None) -> None:
        """One key to whatever has the keyboard, so many seconds after the one before."""
        self.now += gap
        QTest.keyClick(target(), key, control or Qt.KeyboardModifier.NoModifier)

    def type(self, text: str, gap: float = 0.2) -> None:
        """Each character as a key; a line feed is Enter."""
        for character in text:
            self.now += gap
            if character == ENTER:
                QTest.keyClick(target(), Qt.Key.Key_Return)
            else:
                QTest.keyClicks(target(), character)

    def scan(self, text: str) -> None:
        """As fast as readers are."""
        self.type(text, gap=0.004)

    @property
    def field(self) -> QLineEdit:
        """Where one types."""
        return part(self.strip, QLineEdit, "passport_strip")

    def told(self, name: str) -> str:
        """What a label of the strip says; empty when it is not seen."""
        label = part(self.strip, Label, name)
        return label.text() if label.isVisible() else ""

    def is_forgotten(self) -> bool:
        """Whether neither the field nor what it could undo holds anything."""
        self.field.undo()
        self.field.redo()
        return not self.field.text() and not self.field.isUndoAvailable() and self.strip.is_empty


def target() -> QWidget:
    """What has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


Begin = Callable[..., Desk]


@pytest.fixture
def begin(shown: Show) -> Begin:
    """Opens a strip with the keyboard in it, and a button beside it that must never be pressed."""

    def open_desk(patience: int = 60_000) -> Desk:
        desk = Desk(patience)
        shown(desk.strip, Button("Review"))
        desk.strip.setFocus()
        assert desk.field.hasFocus()
        return desk

    return open_desk


@pytest.mark.parametrize("form", SPECIMENS)
@pytest.mark.parametrize("between", ["", ENTER, ENTER * 2])
@pytest.mark.parametrize("gap", [0.004, 0.4])
def test_each_format_is_read_however_it_is_typed(begin: Begin, form: str, between: str, gap: float) -> None:
    desk = begin()
    desk.type(between.join(SPECIMENS[form]).lower(), gap)
    assert desk.names == ["Anna Maria Eriksson"]
    assert desk.is_forgotten()
    desk.type(between, 0.01)
    assert desk.names == ["Anna Maria Eriksson"]
    assert desk.told("passport_note") == ""
    assert desk.field.hasFocus()


def test_what_a_reader_sends_behind_a_zone_is_dropped(begin: Begin) -> None:
    desk = begin()
    desk.scan("".join(JANA) + "%%7\n\n")
    assert desk.is_forgotten()
    desk.type("P")
    assert desk.field.text() == "P"


def test_a_line_is_kept_until_the_next_and_can_be_mended(begin: Begin) -> None:
    desk = begin()
    desk.type(f"{JANA[0][:-1]}X{ENTER}")
    assert (desk.field.text(), desk.told("passport_status")) == ("", "Line 2 next")
    desk.press(Qt.Key.Key_Backspace)
    assert desk.field.text() == f"{JANA[0][:-1]}X"
    desk.press(Qt.Key.Key_Backspace)
    desk.type(f"<{ENTER}{JANA[1]}")
    assert desk.names == ["Jana Katharina Vogel"]


def test_three_lines_are_counted(begin: Begin) -> None:
    desk = begin()
    for number, line in enumerate(TD1[:2], 2):
        desk.type(f"{line}{ENTER}{ENTER}")
        assert desk.told("passport_status") == f"Line {number} next"
    desk.type(TD1[2])
    assert desk.names == ["Anna Maria Eriksson"]


@pytest.mark.parametrize("between", ["", ENTER])
def test_a_wrong_check_digit_fills_nothing_and_names_the_line(begin: Begin, between: str) -> None:
    desk = begin()
    desk.scan(between.join(WRONG) + ENTER)
    assert desk.names == []
    assert desk.told("passport_note") == UNCLEAN
    assert desk.field.selectedText() == "".join(WRONG)
    assert desk.field.accessibleDescription() == UNCLEAN
    desk.now += 1
    desk.scan(ENTER.join(JANA))
    assert desk.names == ["Jana Katharina Vogel"]
    assert desk.told("passport_note") == ""
    assert desk.is_forgotten()


def test_a_wrong_character_is_mended_in_place(begin: Begin) -> None:
    desk = begin()
    desk.type(ENTER.join(WRONG) + ENTER)
    desk.press(Qt.Key.Key_End)
    desk.press(Qt.Key.Key_Backspace)
    assert desk.told("passport_note") == ""
    desk.type("8")
    assert desk.names == ["Jana Katharina Vogel"]


def test_a_scan_behind_something_else_is_read_all_the_same(begin: Begin) -> None:
    desk = begin()
    desk.type("PP<")
    desk.scan("".join(JANA))
    assert desk.names == ["Jana Katharina Vogel"]


@pytest.mark.parametrize("text", ["Rao", "4006381333931", "ASHA RAO 9845012377"])
def test_what_is_no_zone_is_told_at_enter(begin: Begin, text: str) -> None:
    desk = begin()
    desk.type(text + ENTER)
    assert desk.told("passport_note") == "This is no passport line."
    assert (desk.field.text(), desk.field.selectedText()) == (text, text)


def test_enter_in_an_empty_strip_does_nothing(begin: Begin) -> None:
    desk = begin()
    desk.type(ENTER)
    assert desk.told("passport_note") == ""
    assert desk.field.hasFocus()


def test_what_a_reader_left_unfinished_is_told_after_a_while(begin: Begin, qtbot: QtBot) -> None:
    desk = begin(patience=10)
    desk.scan(JANA[0] + ENTER)
    qtbot.waitUntil(lambda: desk.told("passport_note") != "")
    assert desk.told("passport_note") == "The passport line was not read cleanly. Scan again or type it."
    assert desk.field.selectedText() == JANA[0]


def test_a_person_may_take_any_time(begin: Begin, qtbot: QtBot) -> None:
    desk = begin(patience=10)
    desk.type(JANA[0][:30])
    done: list[bool] = []
    other = PassportStrip(lambda: TODAY, patience=40)
    qtbot.addWidget(other)
    other.undo_asked.connect(lambda: done.append(True))
    other.feed(JANA[0])
    qtbot.waitUntil(lambda: part(other, Label, "passport_note").text() != "")
    assert desk.told("passport_note") == ""
    assert desk.field.text() == JANA[0][:30]


@pytest.mark.parametrize("between", ["\n", "\r\n", "", "\u00a0", "\n\n"])
def test_both_lines_are_pasted(begin: Begin, between: str) -> None:
    desk = begin()
    QApplication.clipboard().setText(between.join(MRV_A))
    desk.press(Qt.Key.Key_V, control=Qt.KeyboardModifier.ControlModifier)
    assert desk.names == ["Anna Maria Eriksson"]
    assert desk.is_forgotten()


def test_a_pasted_text_is_judged_at_once_unless_lines_are_to_come(begin: Begin) -> None:
    desk = begin()
    for text, sentence in (("Rao", "This is no passport line."), ("\n".join(WRONG), UNCLEAN), (JANA[0], "")):
        QApplication.clipboard().setText(text)
        desk.press(Qt.Key.Key_V, control=Qt.KeyboardModifier.ControlModifier)
        assert desk.told("passport_note") == sentence
    QApplication.clipboard().setText(JANA[1])
    desk.press(Qt.Key.Key_V, control=Qt.KeyboardModifier.ControlModifier)
    assert desk.names == ["Jana Katharina Vogel"]


def test_escape_empties_it_and_then_goes_on(begin: Begin) -> None:
    desk = begin()
    desk.type(f"{JANA[0]}{ENTER}C4V")
    desk.press(Qt.Key.Key_Escape)
    assert desk.is_forgotten()
    assert desk.told("passport_status") == ""


def test_a_filled_row_is_told_and_can_be_taken_back(begin: Begin) -> None:
    desk = begin()
    desk.strip.show_filled(3, "This passport expired on 3 May 2024.")
    assert desk.told("passport_status") == "Passenger 4 filled"
    assert desk.told("passport_note") == "This passport expired on 3 May 2024."
    undo = part(desk.strip, Button, "passport_undo")
    QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
    assert desk.undone == [True]
    assert not undo.isVisible()
    assert (desk.told("passport_status"), desk.told("passport_note")) == ("", "")


def test_ctrl_z_in_the_empty_strip_takes_the_filling_back_once(begin: Begin) -> None:
    desk = begin()
    for _ in range(2):
        desk.press(Qt.Key.Key_Z, control=Qt.KeyboardModifier.ControlModifier)
    assert desk.undone == []
    desk.strip.show_filled(0)
    for _ in range(2):
        desk.press(Qt.Key.Key_Z, control=Qt.KeyboardModifier.ControlModifier)
    assert desk.undone == [True]


def test_typing_takes_back_what_was_said(begin: Begin) -> None:
    desk = begin()
    desk.strip.show_filled(0)
    desk.now += 1
    desk.type("P")
    assert desk.told("passport_status") == ""
    desk.strip.show_error("This is no passport line.")
    desk.strip.clear()
    assert desk.told("passport_note") == ""
    assert desk.is_forgotten()


def test_ctrl_enter_is_left_to_the_page(begin: Begin) -> None:
    desk = begin()
    desk.type("P<DEU")
    event = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, "\r")
    QApplication.sendEvent(desk.field, event)
    assert not event.isAccepted()
    assert desk.field.text() == "P<DEU"


def test_tab_of_a_reader_ends_a_line_and_of_a_person_goes_on(begin: Begin) -> None:
    desk = begin()
    desk.scan(JANA[0])
    desk.press(Qt.Key.Key_Tab, 0.004)
    assert desk.told("passport_status") == "Line 2 next"
    desk.scan(JANA[1])
    assert desk.names == ["Jana Katharina Vogel"]
    desk.press(Qt.Key.Key_Tab)
    assert not desk.field.hasFocus()


def test_everything_has_a_name(begin: Begin) -> None:
    desk = begin()
    desk.strip.show_filled(3)
    assert unnamed(desk.strip) == []


def _edge(box: MrzBox) -> QColor:
    return box.grab().toImage().pixelColor(box.width() // 2, 0)


def test_the_frame_shows_the_keyboard_and_an_error(begin: Begin) -> None:
    desk = begin()
    box = part(desk.strip, MrzBox)
    assert _edge(box) == style.tokens().accent
    desk.strip.show_error("This is no passport line.")
    assert _edge(box) == style.tokens().danger
    desk.strip.clear()
    desk.press(Qt.Key.Key_Tab)
    assert _edge(box) == style.tokens().control


def test_the_time_of_a_key_is_the_systems_where_it_tells_one() -> None:
    event = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_P, Qt.KeyboardModifier.NoModifier, "p")
    first = pressed_at(event)
    assert pressed_at(event) >= first
    event.setTimestamp(81_500)
    assert pressed_at(event) == 81.5

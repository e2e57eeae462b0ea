"""A reader fires while the keyboard is elsewhere: the strip reads, no button is pressed, no cell changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.desk.passengers.mrz import MrzReading
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.passengers.grid import PassengerGrid
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.passport_strip import PassportStrip
from app.ui.passengers.scanner_key_filter import ScannerKeyFilter
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.desk.mrz_samples import BELGIAN, JANA, SPECIMENS, TD1, Holder, write_mrz
from tests.support.desk.reader_keys import KEYBOARDS, LINE_ENDS, PACES, SentKey, sent
from tests.support.proof import few
from tests.support.ui.looking import Show, part

TODAY = date(2026, 11, 21)
ENTER = "\n"
BARCODE = "PA4006381333931"
FAST, SLOW = 0.004, 0.2
_CONTROL = Qt.KeyboardModifier.ControlModifier
_NO_MODIFIER = Qt.KeyboardModifier.NoModifier
_CONTROLS = {
    "\r": (Qt.Key.Key_Return, _NO_MODIFIER),
    "\n": (Qt.Key.Key_J, _CONTROL),
    "\t": (Qt.Key.Key_Tab, _NO_MODIFIER),
    "\x02": (Qt.Key.Key_B, _CONTROL),
    "\x03": (Qt.Key.Key_C, _CONTROL),
}
ALL_PLACES = ["grid", "cell", "field", "button"]


class Counter:
    """A page with a grid, a field, a button and the strip, and what happened in it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.names: list[str] = []
        self.pressed: list[str] = []
        self.strip = PassportStrip(lambda: TODAY, clock=lambda _event: self.now, patience=60_000)
        self.model = PassengerModel()
        self.grid = PassengerGrid(self.model)
        self.model.begin(BOAT_DRAFT)
        self.field, self.button = QLineEdit(), Button("Review")
        self.page = held(column(self.strip, self.grid, self.field, self.button))
        self.page.resize(1000, 600)
        ScannerKeyFilter(self.page, self.strip)
        self.strip.read.connect(self._note)
        self.button.clicked.connect(lambda: self.pressed.append("button"))
        self.grid.went_on.connect(lambda: self.pressed.append("on"))
        self.grid.copy_asked.connect(lambda: self.pressed.append("copy"))

    def _note(self, reading: object) -> None:
        assert isinstance(reading, MrzReading)
        self.names.append(reading.name)

    def go(self, place: str) -> None:
        """Put the keyboard there."""
        if place in {"grid", "cell"}:
            self.grid.go_to(1, "traveler_name")
        if place == "cell":
            QTest.keyClick(self.grid, Qt.Key.Key_F2)
            assert self.grid.is_typing
        if place in {"age", "pax_gender", "nationality"}:
            self.grid.go_to(1, place)
        if place == "field":
            self.field.setFocus()
        if place == "button":
            self.button.setFocus()
        if place == "strip":
            self.strip.setFocus()

    def type(self, text: str, gap: float = FAST) -> None:
        """Each character as a key to whatever has the keyboard, with Shift before capitals and signs."""
        for character in text:
            self.now += gap
            if character == ENTER:
                QTest.keyClick(target(), Qt.Key.Key_Return)
            else:
                if not character.islower():
                    QTest.keyClick(target(), Qt.Key.Key_Shift)
                QTest.keyClicks(target(), character)

    def scan(self, keys: Iterable[SentKey], *, has_controls: bool = True) -> None:
        """Each key as it arrives from a reader: to shortcuts first, then to whatever has the keyboard."""
        for each in keys:
            self.now += each.gap
            key, modifiers = _CONTROLS.get(each.text, (Qt.Key(ord(each.text.upper())), _NO_MODIFIER))
            if not has_controls and not each.text.isprintable():
                key, modifiers = Qt.Key.Key_unknown, _NO_MODIFIER
            if each.is_shifted:
                modifiers = Qt.KeyboardModifier.ShiftModifier
            code = each.code + 8 if each.code else 0
            for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
                event = QKeyEvent(kind, key, modifiers, code, 0, 0, each.text)
                QApplication.sendEvent(target(), event)

    def what_stands(self) -> tuple[object, ...]:
        """All that a stray key could have changed."""
        self.grid.commit()
        return (self.model.draft, self.field.text(), tuple(self.pressed))


def target() -> QWidget:
    """What has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


Begin = Callable[[str], Counter]


@pytest.fixture
def begin(shown: Show) -> Begin:
    """Opens the page with the keyboard in one place."""

    def open_page(place: str) -> Counter:
        counter = Counter()
        shown(counter.page)
        counter.go(place)
        return counter

    return open_page


@pytest.mark.parametrize("place", ALL_PLACES)
@pytest.mark.parametrize("form", [*SPECIMENS, "long"])
@pytest.mark.parametrize("between", ["", ENTER, ENTER * 2])
def test_a_scan_reaches_the_strip_and_nothing_else(begin: Begin, place: str, form: str, between: str) -> None:
    counter = begin(place)
    before = counter.what_stands()
    counter.go(place)
    had_keyboard = target()
    lines = SPECIMENS.get(form, BELGIAN)
    counter.type(between.join(lines) + between)
    assert len(counter.names) == 1
    assert target() is had_keyboard
    assert counter.what_stands() == before
    assert counter.strip.is_empty


@pytest.mark.parametrize("place", few(["cell", "grid", "button", "strip", "field"]))
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("end", few(LINE_ENDS))
def test_a_reader_may_be_slow_and_end_lines_as_it_likes(
    begin: Begin, place: str, pace: str, end: str
) -> None:
    counter = begin(place)
    before = counter.what_stands()
    counter.go(place)
    had_keyboard = target()
    counter.scan(sent(JANA, end=LINE_ENDS[end], pace=PACES[pace]))
    assert counter.names == ["Jana Katharina Vogel"]
    assert target() is had_keyboard
    assert counter.what_stands() == before
    counter.scan(sent(TD1, end=LINE_ENDS[end], pace=(2.0, *PACES[pace] * 99)))
    assert counter.names[1:] == ["Anna Maria Eriksson"]


@pytest.mark.parametrize("keyboard", KEYBOARDS)
@pytest.mark.parametrize("pace", ["5 ms", "80 ms"])
@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.parametrize(
    "place", few(["cell", "nationality", "strip", "grid", "age", "pax_gender", "field"], 2)
)
def test_a_scan_is_read_whatever_keyboard_the_computer_has(
    begin: Begin, place: str, pace: str, keyboard: str, *, tells: bool
) -> None:
    counter = begin(place)
    before = counter.what_stands()
    counter.go(place)
    prefix = "" if keyboard == "hindi" else "]L0"
    counter.scan(sent(JANA, keyboard, pace=PACES[pace], before=prefix, tells_places=tells))
    assert counter.names == ["Jana Katharina Vogel"]
    assert counter.what_stands() == before


@pytest.mark.parametrize("pace", ["5 ms", "80 ms"])
@pytest.mark.parametrize("place", ["cell", "grid", "field", "strip"])
def test_a_scan_of_two_meanings_is_told_and_fills_nothing(begin: Begin, place: str, pace: str) -> None:
    counter = begin(place)
    before = counter.what_stands()
    counter.go(place)
    lines = write_mrz("TD3", Holder("YAZDI", "ZOYA", "X4712", "920412", "310614"))
    counter.scan(sent(lines, "german", "\r\n", PACES[pace]))
    assert (counter.names, counter.what_stands()) == ([], before)
    assert "Y and Z may be swapped" in part(counter.strip, Label, "passport_note").text()


def test_what_stood_in_a_cell_stands_there_again(begin: Begin) -> None:
    counter = begin("field")
    told: list[str] = []
    counter.field.textEdited.connect(told.append)
    counter.type("Asha Rao", SLOW)
    counter.field.setSelection(5, 3)
    counter.now += 1
    counter.scan(sent(JANA, pace=PACES["150 ms"]))
    assert counter.names == ["Jana Katharina Vogel"]
    assert (counter.field.text(), counter.field.selectedText(), told[-1]) == ("Asha Rao", "Rao", "Asha Rao")
    counter.now += 1
    counter.go("cell")
    part(counter.grid, QLineEdit).setText("Asha")
    counter.scan(sent(JANA, "german", pace=PACES["80 ms"]))
    assert part(counter.grid, QLineEdit).text() == "Asha"


@pytest.mark.parametrize(
    "text", few(["P<ABCDEFG", "PARIS-1234", "IA.KUMAR", "QAZ123,45", "]Q1ABC", "CHENNAI"])
)
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("place", ["cell", "field"])
def test_a_line_that_is_no_passport_is_typed_as_it_came(
    begin: Begin, qtbot: QtBot, place: str, pace: str, text: str
) -> None:
    counter = begin(place)
    if place == "cell":
        part(counter.grid, QLineEdit).selectAll()
    edit = part(counter.grid, QLineEdit) if place == "cell" else counter.field
    counter.scan(sent([text], end="", pace=PACES[pace]))
    qtbot.waitUntil(lambda: edit.text() == text)
    assert counter.strip.is_empty


@pytest.mark.parametrize("place", [*ALL_PLACES, "strip"])
@pytest.mark.parametrize("pace", ["5 ms", "150 ms"])
def test_the_start_of_a_reader_is_no_key_of_the_page(
    begin: Begin, qtbot: QtBot, place: str, pace: str
) -> None:
    counter = begin(place)
    fired: list[bool] = []
    QShortcut(QKeySequence("Ctrl+B"), counter.page).activated.connect(lambda: fired.append(True))
    before = counter.what_stands()
    counter.go(place)
    counter.scan(sent(JANA, end="\x03\r", pace=PACES[pace], before="\x02"))
    assert (counter.names, counter.what_stands()) == (["Jana Katharina Vogel"], before)
    counter.now += 1
    for each in ("b", "bA"):
        QTest.keyClick(target(), Qt.Key.Key_B, _CONTROL)
        if each == "bA":
            counter.now += SLOW
            QTest.keyClick(target(), Qt.Key.Key_A)
        count = len(each)
        qtbot.waitUntil(lambda count=count: len(fired) == count)
        counter.now += 1


@pytest.mark.parametrize("place", [*ALL_PLACES, "strip"])
def test_control_characters_of_no_key_are_a_readers_too(begin: Begin, place: str) -> None:
    counter = begin(place)
    before = counter.what_stands()
    counter.go(place)
    for end in ("\r\n", "\x1e\n"):
        counter.scan(sent(JANA, end=end, before="\x02"), has_controls=False)
        counter.now += 1
        assert counter.names.pop() == "Jana Katharina Vogel"
        assert counter.what_stands() == before
        counter.go(place)


def test_slow_hands_see_each_letter_at_once(begin: Begin) -> None:
    counter = begin("field")
    counter.type("As", SLOW)
    for at, letter in enumerate("ha Pai", 3):
        counter.type(letter, SLOW)
        assert len(counter.field.text()) >= at - (letter == "P")


def test_a_focus_that_was_moved_by_hand_ends_what_may_be_a_scan(begin: Begin) -> None:
    counter = begin("field")
    counter.scan(sent([JANA[0][:8]], end="", pace=PACES["150 ms"]))
    counter.button.setFocus()
    counter.scan(sent([JANA[0][8:]], end="", pace=PACES["150 ms"]))
    assert counter.field.text() == JANA[0][:8]


@pytest.mark.parametrize("place", ALL_PLACES)
def test_small_letters_and_a_rest_between_the_lines(begin: Begin, place: str) -> None:
    counter = begin(place)
    before = counter.what_stands()
    counter.go(place)
    counter.type(JANA[0].lower() + ENTER)
    counter.now += 0.3
    counter.type(JANA[1].lower() + ENTER + "#" + ENTER)
    assert counter.names == ["Jana Katharina Vogel"]
    assert counter.what_stands() == before


@pytest.mark.parametrize("place", ALL_PLACES)
def test_an_unclean_scan_is_told_by_the_strip(begin: Begin, place: str) -> None:
    counter = begin(place)
    before = counter.what_stands()
    counter.go(place)
    counter.type(f"{JANA[0]}\n{JANA[1][:-1]}7\n\n")
    assert counter.names == []
    note = part(counter.strip, Label, "passport_note")
    assert note.text() == "Line 2 of the passport was not read cleanly. Scan again or type it."
    assert counter.what_stands() == before
    counter.now += 2
    counter.go(place)
    counter.type("\n".join(JANA) + ENTER)
    assert counter.names == ["Jana Katharina Vogel"]
    assert counter.what_stands() == before


@pytest.mark.parametrize(
    ("text", "gap"), [("Priya Cavi", SLOW), ("papaicav", FAST), ("P<Z", FAST), ("p", SLOW)]
)
@pytest.mark.parametrize("place", ["grid", "cell", "field"])
def test_what_a_person_types_arrives_whole(
    begin: Begin, qtbot: QtBot, text: str, gap: float, place: str
) -> None:
    counter = begin(place)
    if place == "cell":
        part(counter.grid, QLineEdit).selectAll()
    counter.type(text, gap)

    def typed() -> bool:
        edit = counter.field if place == "field" else counter.grid.findChild(QLineEdit, "traveler_name")
        return isinstance(edit, QLineEdit) and edit.text() == text

    qtbot.waitUntil(typed)
    assert counter.strip.is_empty


def test_keys_that_type_nothing_let_the_held_ones_go_first(begin: Begin) -> None:
    counter = begin("field")
    for text, key in (("Pa", Qt.Key.Key_Backspace), ("Ci", Qt.Key.Key_Home), ("V", Qt.Key.Key_End)):
        counter.type(text)
        counter.now += FAST
        QTest.keyClick(counter.field, key)
    assert counter.field.text() == "VPCi"


def test_enter_behind_a_name_goes_down_as_ever(begin: Begin) -> None:
    counter = begin("cell")
    part(counter.grid, QLineEdit).selectAll()
    counter.type("Priya\n", SLOW)
    assert counter.model.draft.passengers[1].traveler_name == "Priya"
    assert counter.grid.row == 2


def test_another_barcode_is_typed_where_the_keyboard_is(begin: Begin) -> None:
    counter = begin("field")
    counter.type(BARCODE + ENTER)
    assert counter.field.text() == BARCODE


def test_no_reader_presses_a_button(begin: Begin) -> None:
    counter = begin("button")
    counter.type(BARCODE + ENTER + ENTER)
    counter.now += FAST
    QTest.keyClick(counter.button, Qt.Key.Key_Space)
    assert counter.pressed == []
    counter.now += SLOW
    QTest.keyClick(counter.button, Qt.Key.Key_Return)
    assert counter.pressed == ["button"]


def test_tab_out_of_a_field_is_never_held(begin: Begin) -> None:
    counter = begin("field")
    counter.type("Pa")
    counter.now += FAST
    QTest.keyClick(counter.field, Qt.Key.Key_Tab)
    assert counter.field.text() == "Pa"
    assert counter.button.hasFocus()


def test_a_zone_is_pasted_into_the_strip_wherever_it_is_pasted(begin: Begin) -> None:
    counter = begin("cell")
    before = counter.what_stands()
    counter.go("cell")
    QApplication.clipboard().setText("\n".join(JANA))
    QTest.keyClick(target(), Qt.Key.Key_V, _CONTROL)
    assert counter.names == ["Jana Katharina Vogel"]
    assert counter.what_stands() == before
    counter.go("field")
    QApplication.clipboard().setText("Asha")
    counter.now += SLOW
    QTest.keyClick(target(), Qt.Key.Key_V, _CONTROL)
    assert counter.field.text() == "Asha"


def test_what_follows_a_scan_in_the_strip_reaches_nothing_even_when_the_keyboard_moved(begin: Begin) -> None:
    counter = begin("strip")
    counter.strip.read.connect(lambda: counter.grid.go_to(3, "id_proof_file"))
    before = counter.what_stands()
    counter.type("\n".join(JANA) + ENTER * 2)
    assert counter.names == ["Jana Katharina Vogel"]
    assert counter.what_stands() == before
    assert counter.grid.row == 3


def test_letters_in_a_burst_are_no_shortcuts(begin: Begin) -> None:
    counter = begin("button")
    fired: list[bool] = []
    shortcut = QShortcut(QKeySequence("D"), counter.page)
    shortcut.activated.connect(lambda: fired.append(True))
    counter.type("\n".join(JANA))
    assert (fired, counter.names) == ([], ["Jana Katharina Vogel"])
    counter.now += SLOW
    counter.type("d")
    assert fired == [True]


def test_a_held_key_that_repeats_is_typed(begin: Begin) -> None:
    counter = begin("field")
    counter.type("a")
    for _ in range(3):
        counter.now += 0.4
        event = QKeyEvent(
            QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", autorep=True
        )
        QApplication.sendEvent(counter.field, event)
    assert counter.field.text() == "aaaa"

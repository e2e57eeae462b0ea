"""What a clerk presses and types into: buttons, fields, steppers, segments, chips, and the focus ring."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.desk.model.typed_text import digits
from app.ui.kit.basics import focus_ring
from app.ui.kit.basics.actions import GO_ON, Key
from app.ui.kit.basics.focus_ring import FocusRing
from app.ui.kit.basics.layouts import column
from app.ui.kit.controls.buttons import Button, IconButton, Kind, Size, shrinking_row
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.controls.filter_chip import FilterChip
from app.ui.kit.controls.segmented import Segment, SegmentChoice, Segmented
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.controls.text_field import SecretEdit, TextField
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.theme import style
from tests.support.ui.looking import Show

KINDS: tuple[Kind, ...] = ("primary", "secondary", "quiet", "destructive", "danger_quiet")


@pytest.fixture(autouse=True)
def _themed(qapp: QApplication) -> None:
    style.apply_theme(qapp, "light")
    # Each test begins as a clerk who has used the pointer.
    focus_ring.enter(QWidget(), Qt.FocusReason.MouseFocusReason)


def ground(widget: QWidget) -> QColor:
    """The colour inside the left edge of a control."""
    return widget.grab().toImage().pixelColor(5, widget.height() // 2)


def edge(widget: QWidget) -> QColor:
    """The colour of the left edge of a control."""
    return widget.grab().toImage().pixelColor(0, widget.height() // 2)


def test_a_button_is_pressed_by_pointer_and_keys(shown: Show) -> None:
    button = Button("Review", "primary")
    shown(button)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        QTest.keyClick(button, key)
    assert len(pressed) == 4
    QTest.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(pressed) == 4


def test_the_space_of_a_typed_name_presses_nothing(shown: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    button, pressed, now = Button("Put in basket"), list[bool](), [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    button.clicked.connect(lambda: pressed.append(True))
    shown(button)
    button.setFocus()
    QTest.keyClicks(button, "Farid Twice")
    assert pressed == []
    now[0] += 2
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert len(pressed) == 1


def test_holding_a_key_presses_once(shown: Show) -> None:
    button = Button("Review")
    shown(button)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    QTest.keyPress(button, Qt.Key.Key_Return)
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease) * 5:
        repeated = QKeyEvent(kind, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", autorep=True)
        QApplication.sendEvent(button, repeated)
    assert len(pressed) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_button_shows_its_state(kind: Kind, shown: Show) -> None:
    button = Button("Review", kind)
    shown(button)
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    rest = ground(button)
    button.setDown(True)
    pressed = ground(button)
    button.setDown(False)
    button.setEnabled(False)
    assert rest != pressed
    assert kind == "quiet" or ground(button) != rest


def test_the_primary_button_has_the_one_accent(shown: Show) -> None:
    button = Button("Review", "primary")
    shown(button)
    assert ground(button) == style.LIGHT.accent_fill
    QTest.mouseMove(button)
    QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
    assert ground(button) == style.LIGHT.accent_fill


@pytest.mark.parametrize("size", [28, 36, 44, 48])
def test_sizes_are_those_of_the_design(size: Size) -> None:
    assert Button("Review", size=size).sizeHint().height() == size


def test_key_and_icon_take_room_and_are_told() -> None:
    bare = Button("Copy").sizeHint().width()
    button = Button("Copy", key=Key("C"))
    assert button.sizeHint().width() > bare
    assert button.accessibleDescription() == "Key C"
    button.set_icon("copy")
    assert button.sizeHint().width() >= bare + 24 + 26
    button.set_key(None)
    button.set_label("Copy & close")
    assert button.accessibleName() == "Copy & close"
    assert button.accessibleDescription() == ""


def test_a_busy_button_says_so_and_cannot_be_pressed(shown: Show) -> None:
    button = Button("Book", "primary", key=GO_ON)
    shown(button)
    button.set_busy("Booking\u2026")
    assert (button.label, button.isEnabled(), button.accessibleName()) == (
        "Booking\u2026",
        False,
        "Booking\u2026",
    )
    button.grab()
    button.set_busy("")
    assert (button.label, button.isEnabled()) == ("Book", True)


def test_a_button_out_of_use_tells_why() -> None:
    button = Button("Review", key=Key("Enter"))
    button.disable("Pick a slot first")
    assert not button.isEnabled()
    assert "Pick a slot first" in button.toolTip()
    assert button.accessibleDescription() == "Pick a slot first"
    button.enable()
    assert button.isEnabled()
    assert (button.toolTip(), button.accessibleDescription()) == ("", "Key Enter")


def test_an_icon_button_has_a_name(shown: Show) -> None:
    button = IconButton("arrow-left", "Back")
    shown(button)
    assert button.accessibleName() == "Back"
    assert "Back" in button.toolTip()
    assert button.sizeHint().width() == 28
    button.grab()


@pytest.mark.usefixtures("true_delays")
def test_nothing_is_spent_before_the_button_is_armed(shown: Show, qtbot: QtBot) -> None:
    button = ConfirmButton("Book and debit INR 9,334.50")
    spent: list[bool] = []
    button.spent.connect(lambda: spent.append(True))
    button.spend()
    shown(button)
    assert not button.is_armed
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    button.spend()
    assert spent == []
    qtbot.waitUntil(lambda: button.is_armed)
    button.spend()
    assert spent == [True]


def test_money_is_spent_once(shown: Show, qtbot: QtBot) -> None:
    button = ConfirmButton("Book")
    spent: list[bool] = []
    button.spent.connect(lambda: spent.append(True))
    shown(button)
    qtbot.waitUntil(lambda: button.is_armed)
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    button.spend()
    assert spent == [True]
    button.arm()
    assert not button.is_armed
    qtbot.waitUntil(lambda: button.is_armed)
    button.spend()
    assert spent == [True, True]


def test_no_key_alone_spends(shown: Show, qtbot: QtBot) -> None:
    button = ConfirmButton("Book", destructive=True)
    spent: list[bool] = []
    button.spent.connect(lambda: spent.append(True))
    shown(button)
    qtbot.waitUntil(lambda: button.is_armed)
    button.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_A):
        QTest.keyClick(button, key)
    assert spent == []
    assert button.is_armed


def test_a_button_out_of_sight_or_use_does_not_spend(shown: Show, qtbot: QtBot) -> None:
    button = ConfirmButton("Book")
    shown(button)
    qtbot.waitUntil(lambda: button.is_armed)
    button.setEnabled(False)
    assert not button.is_armed
    button.setEnabled(True)
    button.hide()
    button.show()
    assert not button.is_armed


def test_a_field_is_found_by_its_name_and_label() -> None:
    field = TextField("Phone", "customer_phone", placeholder="Digits", takes=digits(15), helper="Digits only")
    assert field.edit.objectName() == "customer_phone"
    assert (field.edit.accessibleName(), field.edit.accessibleDescription()) == ("Phone", "Digits only")
    assert field.focusProxy() is field.edit


def test_typing_is_told_and_setting_is_not(shown: Show) -> None:
    field = TextField("Phone", "customer_phone", takes=digits(9))
    shown(field)
    seen: list[str] = []
    entered: list[bool] = []
    field.edited.connect(seen.append)
    field.entered.connect(lambda: entered.append(True))
    field.set_text("12")
    QTest.keyClicks(field.edit, "3x")
    QTest.keyClick(field.edit, Qt.Key.Key_Return)
    assert seen == ["123"]
    assert entered == [True]
    assert field.text() == "123"


def test_what_is_wrong_stands_beneath_the_field(shown: Show) -> None:
    field = TextField("E-mail", "customer_email", helper="For the voucher")
    shown(field)
    height = field.sizeHint().height()
    field.show_error("Add the part after the dot, such as .com.")
    assert field.error == field.edit.accessibleDescription() == "Add the part after the dot, such as .com."
    assert edge(field.edit) == style.LIGHT.danger
    assert field.sizeHint().height() == height
    field.show_error("")
    field.show_helper("Not needed")
    assert field.edit.accessibleDescription() == "Not needed"
    field.show_helper("")
    assert field.sizeHint().height() < height
    field.edit.clearFocus()
    assert edge(field.edit) == style.LIGHT.control


def test_a_field_with_the_focus_is_ringed_inside(shown: Show, qtbot: QtBot) -> None:
    field = TextField("Name", "customer_name")
    shown(field)
    size = field.edit.size()
    field.edit.setFocus()
    qtbot.waitUntil(field.edit.hasFocus)
    image = field.edit.grab().toImage()
    assert [image.pixelColor(x, 18) == style.LIGHT.accent for x in (0, 1, 2)] == [True, True, False]
    assert field.edit.size() == size


def test_a_secret_is_shown_only_while_asked(shown: Show, qapp: QApplication) -> None:
    field = TextField("API key", "api_key", secret=True)
    shown(field)
    edit = field.edit
    assert isinstance(edit, SecretEdit)
    assert edit.echoMode() == QLineEdit.EchoMode.Password
    (eye,) = edit.actions()
    before = eye.icon().pixmap(16).toImage()
    eye.trigger()
    assert edit.echoMode() == QLineEdit.EchoMode.Normal
    assert eye.icon().pixmap(16).toImage() != before
    eye.trigger()
    assert edit.echoMode() == QLineEdit.EchoMode.Password
    style.apply_theme(qapp, "dark")
    assert eye.icon().pixmap(16).toImage() != before


def test_a_stepper_takes_signs_digits_arrows_and_the_pointer(shown: Show) -> None:
    stepper = Stepper("Seats", lowest=1, highest=9)
    shown(stepper)
    stepper.setFocus()
    QTest.keyClicks(stepper, "++-")
    QTest.keyClick(stepper, Qt.Key.Key_Up)
    assert stepper.value() == 3
    stepper.selectAll()
    QTest.keyClicks(stepper, "7")
    assert stepper.value() == 7
    middle = stepper.height() // 2
    QTest.mouseClick(stepper, Qt.MouseButton.LeftButton, pos=QPoint(8, middle))
    assert stepper.value() == 6
    QTest.mouseClick(stepper, Qt.MouseButton.LeftButton, pos=QPoint(stepper.width() - 8, middle))
    QTest.mouseClick(stepper, Qt.MouseButton.LeftButton, pos=QPoint(stepper.width() // 2, middle))
    assert stepper.value() == 7
    assert stepper.accessibleName() == "Seats"
    assert (stepper.sizeHint().width(), stepper.sizeHint().height()) == (84, 30)


@pytest.mark.usefixtures("true_delays")
def test_digits_that_are_more_than_the_most_change_nothing_and_are_said(
    shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    stepper, said = Stepper("Seats", highest=12), list[str]()
    monkeypatch.setattr(shown(stepper), "say", said.append, raising=False)
    stepper.setFocus()
    stepper.selectAll()
    QTest.keyClicks(stepper, "12")
    assert (stepper.value(), said) == (12, [])
    stepper.selectAll()
    QTest.keyClicks(stepper, "9700000001")
    assert stepper.value() == 12
    assert said[0] == "97 is too many: 12 at most, 12 stays."
    assert said[-1].startswith("9700000001 ")
    # Another number begins with any other key, and with a click.
    QTest.keyClick(stepper, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(stepper, "3")
    assert stepper.value() == 3
    QTest.mouseDClick(stepper.lineEdit(), Qt.MouseButton.LeftButton)
    # Qt sends no second release.
    QTest.mouseRelease(stepper.lineEdit(), Qt.MouseButton.LeftButton)
    QTest.keyClicks(stepper, "4")
    assert stepper.value() == 4
    told = len(said)
    stepper.lineEdit().deselect()
    QTest.keyClicks(stepper, "5")
    # "45" is too many as a whole: what stood before its first digit stays.
    assert (stepper.value(), len(said)) == (3, told + 1)


def test_another_number_takes_the_place_of_the_one_before(shown: Show) -> None:
    stepper = Stepper("Adults", lowest=0, highest=99)
    shown(stepper)
    stepper.setFocus()
    QTest.keyClicks(stepper, "12")
    assert stepper.value() == 12
    QTest.keyClick(stepper, Qt.Key.Key_Backspace)
    QTest.keyClicks(stepper, "5")
    assert stepper.value() == 15
    # The pause is over.
    QTest.qWait(1)
    QTest.keyClicks(stepper, "23")
    assert stepper.value() == 23
    QTest.qWait(1)
    QTest.keyClick(stepper, Qt.Key.Key_Left)
    QTest.keyClick(stepper, Qt.Key.Key_Backspace)
    QTest.keyClicks(stepper, "4")
    assert stepper.value() == 43
    # The keyboard was elsewhere.
    for typed in ("2", "2", "11"):
        stepper.clearFocus()
        stepper.setFocus()
        # The pause after the number before passes here.
        QTest.qWait(1)
        QTest.keyClicks(stepper, typed)
        assert stepper.value() == int(typed)


def test_a_stepper_keeps_its_limits(shown: Show) -> None:
    stepper = Stepper("Seats", highest=3)
    shown(stepper)
    QTest.keyClicks(stepper, "+++++")
    assert stepper.value() == 3
    stepper.set_highest(2)
    assert stepper.value() == 2
    QTest.keyClicks(stepper, "-----")
    assert stepper.value() == 1
    stepper.set_highest(0)
    assert stepper.maximum() == 1
    at_edge = stepper.grab().toImage()
    stepper.set_highest(5)
    assert stepper.grab().toImage() != at_edge


def test_one_segment_is_chosen(shown: Show) -> None:
    segments = Segmented(
        [SegmentChoice("activities", "Activities", "ticket"), SegmentChoice("boats", "Boats")], "Module"
    )
    shown(segments)
    seen: list[str] = []
    segments.chosen.connect(seen.append)
    assert segments.current == "activities"
    first, second = segments.findChildren(Segment)
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    QTest.mouseClick(second, Qt.MouseButton.LeftButton)
    assert (seen, segments.current) == (["boats"], "boats")
    second.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(second, Qt.Key.Key_Left)
    assert (seen, segments.current) == (["boats", "activities"], "activities")
    segments.choose("boats")
    assert segments.current == "boats"
    assert segments.sizeHint().height() == 36
    assert first.accessibleName() == "Activities"
    first.setFocus()
    segments.grab()


def test_a_chip_is_set_and_cleared(shown: Show) -> None:
    chip = FilterChip("Open on this date", icon="calendar")
    shown(chip)
    width = chip.sizeHint().width()
    before = chip.grab().toImage()
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.isChecked()
    assert chip.sizeHint().width() == width + 18
    assert chip.grab().toImage() != before
    chip.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(chip, Qt.Key.Key_Space)
    assert not chip.isChecked()
    chip.clearFocus()


def test_a_chip_that_opens_keeps_no_state(shown: Show) -> None:
    chip = FilterChip("All places", opens=True, bare=True)
    shown(chip)
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert not chip.isChecked()
    chip.set_label("Swaraj Dweep")
    assert chip.accessibleName() == "Swaraj Dweep"
    chip.grab()


def rings(window: QWidget) -> list[FocusRing]:
    """The rings that are seen."""
    return [ring for ring in window.findChildren(FocusRing) if ring.isVisible()]


def test_the_ring_is_for_the_keyboard(shown: Show) -> None:
    first, second = Button("Print"), Button("Copy")
    window = shown(first, second)
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    first.setFocus(Qt.FocusReason.MouseFocusReason)
    assert rings(window) == []
    second.setFocus(Qt.FocusReason.TabFocusReason)
    (ring,) = rings(window)
    assert ring.geometry() == second.geometry().adjusted(-4, -4, 4, 4)
    corner = ring.geometry().topLeft()
    assert window.grab().toImage().pixelColor(corner.x() + 20, corner.y() + 1) == style.LIGHT.accent
    first.setFocus(Qt.FocusReason.BacktabFocusReason)
    assert [each.geometry() for each in rings(window)] == [first.geometry().adjusted(-4, -4, 4, 4)]


def test_the_ring_follows_and_goes(shown: Show) -> None:
    button = Button("Print")
    window = shown(button)
    button.clearFocus()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    button.setFixedSize(200, 60)
    button.move(30, 5)
    (ring,) = rings(window)
    assert ring.geometry() == button.geometry().adjusted(-4, -4, 4, 4)
    button.hide()
    assert rings(window) == []
    focus_ring.leave(button)


def test_the_ring_scrolls_along(shown: Show, qtbot: QtBot) -> None:
    button = Button("Print")
    content = QWidget()
    layout = QVBoxLayout(content)
    layout.addSpacing(100)
    layout.addWidget(button)
    layout.addSpacing(900)
    scroller = Scroller(content)
    scroller.setFixedHeight(200)
    window = shown(scroller)
    button.clearFocus()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    (ring,) = rings(window)
    assert ring.parentWidget() is content
    before = ring.mapTo(window, QPoint())
    scroller.verticalScrollBar().setValue(40)
    qtbot.waitUntil(lambda: ring.mapTo(window, QPoint()).y() == before.y() - 40)


def test_what_a_program_focuses_follows_how_one_worked(shown: Show) -> None:
    first, second = Button("Print"), Button("Copy")
    window = shown(first, second)
    first.clearFocus()
    first.setFocus(Qt.FocusReason.TabFocusReason)
    second.setFocus(Qt.FocusReason.OtherFocusReason)
    assert len(rings(window)) == 1
    QApplication.sendEvent(first, QFocusEvent(QEvent.Type.FocusIn, Qt.FocusReason.MouseFocusReason))
    focus_ring.leave(second)
    second.setFocus(Qt.FocusReason.OtherFocusReason)
    first.setFocus(Qt.FocusReason.OtherFocusReason)
    assert rings(window) == []


def test_buttons_beside_each_other_are_as_high_as_the_highest(qtbot: QtBot) -> None:
    buttons = [Button(text, size=44) for text in ("Print the voucher again", "New")]
    holder = QWidget()
    holder.setLayout(column(shrinking_row(*buttons, None), None))
    qtbot.addWidget(holder)
    holder.show()
    whole = sum(each.sizeHint().width() for each in buttons)
    for width, height in ((whole + 100, 44), (whole - 60, 56), (whole + 100, 44)):
        holder.resize(width, 200)
        qtbot.waitUntil(lambda height=height: [each.height() for each in buttons] == [height, height])

"""The line of hints, and what scrolls when it gets the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.kit.basics.actions import FIND, SELL, SHOW_DETAILS
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, empty, held, show_at_once
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import HintLine, Scroller
from tests.support.ui.looking import Show

FIELDS = 12


def seen(window: QWidget) -> set[str]:
    """The words of the labels and buttons on screen."""
    labels = {each.text() for each in window.findChildren(Label) if each.isVisible()}
    return labels | {each.label for each in window.findChildren(Button) if each.isVisible()}


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (900, {"Sell", "Find", "More", "A note", "Open", "Keys"}),
        (420, {"Sell", "Find", "More", "A note", "Open"}),
        (370, {"Sell", "Find", "More", "Open"}),
        (300, {"Sell", "More", "Open"}),
        (250, {"More", "Open"}),
    ],
)
def test_the_word_of_f1_goes_first_then_the_note_and_a_button_never(
    shown: Show, width: int, left: set[str]
) -> None:
    hidden = Label("Nobody asked for this")
    line = HintLine(
        (SELL, "Sell"),
        (FIND, "Find"),
        (SHOW_DETAILS, "More"),
        None,
        "A note",
        Button("Open", size=28),
        hidden,
    )
    hidden.hide()
    line.setFixedWidth(width)
    assert seen(shown(line)) == left


@pytest.mark.parametrize("tells_all", [True, False])
@pytest.mark.parametrize("note", ["", "A note"])
def test_the_line_above_the_keys_is_at_the_top_whatever_stands_below_it(
    shown: Show, note: str, *, tells_all: bool
) -> None:
    line = HintLine((SELL, "Sell"), None, *filter(None, [note]), tells_all=tells_all)
    shown(line)
    (above,) = line.findChildren(Hairline)
    assert (above.y(), above.height()) == (0, 1)


@pytest.mark.parametrize("is_resized", [True, False])
def test_what_is_made_anew_stays_as_it_was_scrolled(shown: Show, *, is_resized: bool) -> None:
    lines = column()

    def fill() -> None:
        empty(lines)
        for number in range(FIELDS):
            lines.addLayout(column(Label(f"Line {number}"), held(column(Label("More of it")))))
        show_at_once(lines)

    scroller = Scroller(held(lines))
    scroller.setFixedSize(240, 100)
    fill()
    window = shown(scroller)
    bar = scroller.verticalScrollBar()
    bar.setValue(60)
    fill()
    # What is laid out before Qt shows what is new.
    if is_resized:
        scroller.setFixedHeight(90)
    else:
        for part in (scroller.widget(), scroller.viewport()):
            QCoreApplication.sendPostedEvents(part, QEvent.Type.LayoutRequest)
    assert bar.value() == 60
    QCoreApplication.sendPostedEvents()
    assert bar.value() == 60
    assert seen(window) >= {f"Line {number}" for number in range(FIELDS)}


def test_what_is_hidden_on_purpose_stays_so(shown: Show) -> None:
    hidden = Label("Nobody asked for this")
    lines = column(hidden)
    window = shown(held(lines))
    hidden.hide()
    lines.addWidget(Label("New"))
    show_at_once(lines)
    assert seen(window) == {"New"}


@pytest.mark.parametrize("by_pointer", [True, False])
def test_only_the_keyboard_scrolls_a_field_into_sight(shown: Show, *, by_pointer: bool) -> None:
    fields = [QLineEdit() for _ in range(FIELDS)]
    scroller = Scroller(held(column(*fields, gap=12)))
    scroller.setFixedSize(240, 100)
    window = shown(scroller)
    window.activateWindow()
    bar = scroller.verticalScrollBar()
    partly = next(each for each in fields if each.y() + each.height() > scroller.viewport().height())
    if by_pointer:
        QTest.mousePress(partly, Qt.MouseButton.LeftButton, pos=QPoint(5, 2))
        assert partly.hasFocus()
        assert bar.value() == 0
        QTest.mouseRelease(partly, Qt.MouseButton.LeftButton, pos=QPoint(5, 2))
        return
    partly.setFocus(Qt.FocusReason.OtherFocusReason)
    assert bar.value() > 0

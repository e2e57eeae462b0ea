"""What is pasted into a field is taken out of its dress; what is not taken is said beneath it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest

from app.desk.model import typed_text
from app.desk.model.typed_text import Take
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_field import TextField
from tests.support.ui.looking import Show


def _pasted(field: TextField, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keySequence(field.edit, QKeySequence(QKeySequence.StandardKey.Paste))


def _note(field: TextField) -> str:
    label = field.findChild(Label, f"{field.edit.objectName()}_note")
    return label.text() if isinstance(label, Label) else ""


@pytest.mark.parametrize(
    ("takes", "pasted", "text", "note"),
    [
        (typed_text.pnr, " BT9D3M66P ", "BT9D3M66P", ""),
        (typed_text.pnr, "PNR: BT9D3M66P", "BT9D3M66P", ""),
        (typed_text.pnr, "BT9D3M66P, BT1", "BT9D3M66P", "Not taken: BT1"),
        (typed_text.upi_reference, "4127 8899 1234", "412788991234", ""),
        (typed_text.upi_reference, "UTR: 412788991234", "412788991234", ""),
        (typed_text.phone, "\u202a+91 98765 43210\u202c", "+91 98765 43210", ""),
        (typed_text.phone, "9876543210 / 9811122222", "9876543210", "Not taken: / 9811122222"),
        (
            typed_text.phone,
            "+91 98765 43210\n+91 99330 11223",
            "+91 98765 43210",
            "Not taken: +91 99330 11223",
        ),
        (typed_text.phone, "none", "", "Not taken: none"),
        (typed_text.mail, "ravi@example.com\u200b", "ravi@example.com", ""),
        (typed_text.line, "Zoe\u0308\n", "Zo\xeb", ""),
        (typed_text.figures, "\u0968\u0968/11", "22/11", ""),
    ],
)
def test_a_paste_is_taken_and_the_rest_is_said(
    shown: Show, takes: Take, pasted: str, text: str, note: str
) -> None:
    field = TextField("Field", "field", takes=takes)
    shown(field)
    _pasted(field, pasted)
    assert (field.text(), _note(field)) == (text, note)
    QTest.keyClick(field.edit, Qt.Key.Key_End)
    QTest.keyClick(field.edit, Qt.Key.Key_Backspace)
    assert (field.text(), _note(field)) == (text[:-1], "" if text else note)


def test_what_stands_there_is_not_lost_by_what_is_refused(shown: Show) -> None:
    field = TextField("Phone", "field", takes=typed_text.phone)
    shown(field)
    QTest.keyClicks(field.edit, "98765")
    field.edit.setCursorPosition(2)
    QTest.keyClicks(field.edit, "a")
    assert (field.text(), field.edit.cursorPosition()) == ("98765", 2)
    assert _note(field) == "Not taken: a"
    field.edit.setCursorPosition(0)
    QTest.keyClicks(field.edit, "t")
    assert (field.text(), _note(field)) == ("98765", "Not taken: t")
    field.edit.setCursorPosition(2)
    _pasted(field, "Ravi")
    assert (field.text(), _note(field)) == ("98765", "Not taken: Ravi")
    QTest.keyClicks(field.edit, "0")
    assert (field.text(), _note(field)) == ("980765", "")


def test_what_is_beyond_a_limit_is_said(shown: Show) -> None:
    field = TextField("Name", "field", limit=5)
    shown(field)
    _pasted(field, "Arjun Nair")
    assert (field.text(), _note(field)) == ("Arjun", "Not taken: Nair")
    field.edit.setCursorPosition(0)
    QTest.keyClicks(field.edit, "x")
    assert (field.text(), _note(field)) == ("Arjun", "Not taken: x")


def test_a_secret_is_never_shown(shown: Show) -> None:
    field = TextField("PIN", "field", takes=typed_text.digits(8), secret=True)
    shown(field)
    _pasted(field, "1234 secret")
    assert (field.text(), _note(field)) == ("1234", "Not taken: \u2026")
    word = TextField("Password", "word", secret=True)
    shown(word)
    _pasted(word, " a\u200bb ")
    assert word.text() == " a\u200bb "


def test_setting_a_text_says_nothing_of_an_earlier_one(shown: Show) -> None:
    field = TextField("Phone", "field", takes=typed_text.phone)
    shown(field)
    _pasted(field, "98765 ext 12")
    assert _note(field) == "Not taken: ext 12"
    field.set_text("9876543210")
    assert _note(field) == ""


def test_an_emptied_field_says_nothing_more(shown: Show) -> None:
    field = TextField("Number", "field", takes=typed_text.digits(5))
    shown(field)
    QTest.keyClicks(field.edit, "1x")
    assert _note(field) == "Not taken: x"
    QTest.keyClick(field.edit, Qt.Key.Key_Backspace)
    assert (field.text(), _note(field)) == ("", "")

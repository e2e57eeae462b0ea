"""What is on screen is said again when the language changes, and what is not words stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from app.core import language
from app.core.language import mark, tr
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label, Run, set_tip
from app.ui.kit.controls.buttons import Button, IconButton
from app.ui.kit.controls.text_field import Field
from app.ui.kit.lists.timeline import Event, EventList
from app.ui.kit.sheets.message_box import Note
from app.ui.theme import style
from app.ui.theme.live_text import retell, say
from tests.support.ui.looking import Show
from tests.support.ui.pseudo import PSEUDO, said

CLOSE = mark("Close")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with language.lent(PSEUDO, said()):
        yield
        language.use("en")


def switch(qapp: QApplication, code: str = PSEUDO) -> None:
    language.use(code)
    retell(qapp)


def test_labels_follow_the_language_and_what_is_data_stays(qapp: QApplication, shown: Show) -> None:
    words, name, runs = Label(tr("{number} left", number=3)), Label("Close"), Label()
    runs.set_runs(Run(tr("Close")), Run(" "), Run("Asha"))
    shown(words, name, runs)
    switch(qapp)
    assert [each.text() for each in (words, name, runs)] == [
        "\u27e63 left\u27e7",
        "Close",
        "\u27e6Close\u27e7 Asha",
    ]
    switch(qapp, "en")
    assert [each.text() for each in (words, runs)] == ["3 left", "Close Asha"]


def test_only_what_was_told_last_is_said_again(qapp: QApplication, shown: Show) -> None:
    label = Label(tr("Close"))
    label.set_runs(Run(tr("Close"), "bodyStrong"))
    label.setText("Asha")
    shown(label)
    switch(qapp)
    assert label.text() == "Asha"


def test_a_marked_text_is_said_in_the_language_it_meets(shown: Show) -> None:
    language.use(PSEUDO)
    button = Button(CLOSE, key="Ctrl \u21b5")
    shown(button)
    assert (button.label, button.accessibleName()) == ("\u27e6Close\u27e7", "\u27e6Close\u27e7")
    assert button.accessibleDescription() == "\u27e6Key Ctrl Enter\u27e7"


def test_buttons_fields_and_notes_follow_with_all_that_is_read_out(qapp: QApplication, shown: Show) -> None:
    button, icon = Button(tr("Close")), IconButton("x", tr("Close"))
    button.set_busy(tr("Booking\u2026"))
    field = Field(tr("Phone"), "phone", helper=tr("Ten digits"), placeholder=tr("Digits"))
    field.set_text("98")
    note, events = Note("warning", tr("Wait"), tr("It ends")), EventList()
    events.show_events([Event(tr("Sent"), "running", "10:01", tr("It ends"))])
    shown(button, icon, field, note, events)
    before = field.edit.accessibleDescription(), note.accessibleName(), events.accessibleName()
    switch(qapp)
    assert (button.label, icon.accessibleName()) == ("\u27e6Booking\u2026\u27e7", "\u27e6Close\u27e7")
    assert icon.toolTip() == "<span>\u27e6Close\u27e7</span>"
    assert (field.edit.accessibleName(), field.edit.placeholderText(), field.text()) == (
        "\u27e6Phone\u27e7",
        "\u27e6Digits\u27e7",
        "98",
    )
    assert note.accessibleName() == "\u27e6Wait\u27e7 \u27e6It ends\u27e7"
    assert events.accessibleName() == "\u27e6Sent\u27e7, \u27e6under way\u27e7, 10:01, \u27e6It ends\u27e7"
    button.set_busy("")
    assert button.label == "\u27e6Close\u27e7"
    switch(qapp, "en")
    assert before == (field.edit.accessibleDescription(), note.accessibleName(), events.accessibleName())


def test_qt_setters_are_called_again_until_they_are_told_something_else(qapp: QApplication) -> None:
    edit, tipped = QLineEdit(), Label("x")
    window = held(column(edit, tipped))
    say(edit.setAccessibleName, tr("Phone"))
    say(edit.setPlaceholderText, tr("Digits"))
    say(edit.setPlaceholderText, "98")
    set_tip(tipped, tr("Close"))
    switch(qapp)
    assert (edit.accessibleName(), edit.placeholderText()) == ("\u27e6Phone\u27e7", "98")
    assert tipped.accessibleDescription() == "\u27e6Close\u27e7"
    window.deleteLater()


@pytest.mark.parametrize("part", [Label, Button])
def test_hindi_is_drawn_in_a_font_of_ours_when_it_is_first_met(
    part: Callable[[str], QWidget], shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.theme.typography._Chosen.others", ())
    style.set_text_size(100)
    assert "Noto Sans Devanagari" not in style.font("body").families()
    shown(part("\u0930\u0926\u094d\u0926"))
    assert "Noto Sans Devanagari" in style.font("body").families()

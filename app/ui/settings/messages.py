"""The manifest of those who travel, and the agency's own words in the messages to them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QTextCursor
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import LANGUAGES, Message, current, mark, tr
from app.core.settings import LONGEST_MESSAGE, MESSAGE_FIELDS, fits
from app.desk.settings.settings_context import SettingsContext
from app.desk.travelling.messages import Template, program_text, wrong_field
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.controls.text_field import Caption
from app.ui.settings.section import Block, SettingControls, block

_HEIGHT = 92
_NAMES: dict[Template, Message] = {
    Template.REMINDER: mark("Reminder"),
    Template.OFF_CANCELLED: mark("Does not run, booking cancelled"),
    Template.OFF_OPEN: mark("Does not run, refund not settled"),
    Template.DETAILS: mark("Asking for details, above the lines of an example"),
    Template.PAYMENT: mark("Asking for payment by UPI"),
    Template.DUES: mark("What is still owed"),
}


class MessageSettings(QObject):
    """The blocks of both; a switch counts at once, a message once its field is left."""

    def __init__(self, setup: SettingsContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._setup = setup
        self._controls = SettingControls(setup)
        self._language = Segmented((SegmentChoice(*each) for each in LANGUAGES.items()), tr("Language"))
        self._language.setObjectName("message_language")
        self._language.choose(current() if current() in LANGUAGES else "en")
        self._messages = {each: MessageField(tr(name), f"message_{each}") for each, name in _NAMES.items()}
        self.blocks = self._built()
        """Those for its section."""
        self.show_settings()
        self._language.chosen.connect(self._show_messages)
        for template, field in self._messages.items():
            field.box.left.connect(partial(self._enter, template))

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        self._controls.show_settings()
        self._show_messages()

    def _show_messages(self) -> None:
        for template, box in self._messages.items():
            own = str(getattr(self._setup.settings, self._name(template)))
            box.show_text(own, program_text(template, self._language.current))

    def _enter(self, template: Template) -> None:
        """Take the text of a field, or say what is wrong with it."""
        box, name = self._messages[template], self._name(template)
        typed = box.text()
        if not fits(name, typed):
            box.show_error(_wrong(typed))
        elif typed != getattr(self._setup.settings, name):
            self._setup.shell.keep({name: typed})

    def _name(self, template: Template) -> str:
        return f"message_{template}_{self._language.current}"

    def _built(self) -> tuple[Block, ...]:
        fields = ", ".join(f"{{{each}}}" for each in MESSAGE_FIELDS)
        about = tr("Empty means the words in grey. Place holders: {fields}.", fields=fields)
        return (
            block(
                tr("Manifest"),
                tr("The list of a departure for who lets the travellers on board."),
                self._controls.on_off(
                    "manifest_last_four",
                    tr("Last four of documents"),
                    tr("Without them it has the kind alone. Full numbers are kept nowhere."),
                ),
            ),
            block(
                tr("Messages to travellers"),
                tr("The agency\u2019s own words, in each language. A clerk reads each before it goes."),
                row(self._language, None),
                *self._messages.values(),
                Label(about, "caption", "text3", wraps=True),
            ),
        )


class MessageField(QWidget):
    """A name, a box for a message or other lines, and below it what is wrong."""

    def __init__(self, label: str, name: str) -> None:
        super().__init__()
        self.box = _LeftBox()
        self.box.setObjectName(name)
        self.box.setAccessibleName(label)
        self.box.setTabChangesFocus(True)
        self.box.setFixedHeight(_HEIGHT)
        self._announcer = Announcer(self)
        self._note = called(f"{name}_note", Label("", "caption", "danger", wraps=True))
        self.setLayout(column(Caption(label, self.box), self.box, self._note, gap=4))
        self.show_error("")
        self.box.textChanged.connect(lambda: self.show_error(""))

    def text(self) -> str:
        """The text in it."""
        return self.box.toPlainText().strip()

    def show_text(self, text: str, instead: str) -> None:
        """Show a text, or in grey what is said without one."""
        self.box.setPlaceholderText(instead)
        if text != self.text():
            with QSignalBlocker(self.box):
                self.box.setPlainText(text)
        self.show_error("")

    def begin_line(self, text: str) -> None:
        """Add a line at the end, and give the keyboard to its begin."""
        self.box.setPlainText("\n".join(filter(None, (self.text(), text))))
        self.box.moveCursor(QTextCursor.MoveOperation.End)
        self.box.moveCursor(QTextCursor.MoveOperation.StartOfBlock)
        self.box.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_error(self, sentence: str) -> None:
        """Show an error below it; an empty sentence removes it."""
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))
        self.box.setAccessibleDescription(sentence)
        if sentence:
            self._announcer.tell(f"{self.box.accessibleName()}: {sentence}")


class _LeftBox(TextBox):
    """A box that says when it is left."""

    left = Signal()

    @override
    @guarded
    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        self.left.emit()


def _wrong(typed: str) -> str:
    """Why a text is not taken."""
    wrong = wrong_field(typed)
    if wrong:
        return tr("{wrong} is no place holder. It is not saved.", wrong=wrong)
    return tr("At most {number} characters. It is not saved.", number=LONGEST_MESSAGE)

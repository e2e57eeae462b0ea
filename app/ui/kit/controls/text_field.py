"""A text field with its label, and below it a helper or an error."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model.typed_text import Take, Taken, line
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import ELLIPSIS, Label, one_line, starred
from app.ui.kit.controls.line_edit import LineEdit, RoleEdit, SecretEdit

_LARGE, _LONGEST = 44, 40


class TextField(QWidget):
    """Label, line edit and helper; the edit has the interface's field name as its object name."""

    edited = Signal(str)
    """Emitted when the clerk has changed the text."""
    entered = Signal()
    """Emitted when Enter is pressed in it."""

    def __init__(
        self,
        label: str,
        name: str,
        *,
        helper: str = "",
        placeholder: str = "",
        limit: int = 0,
        takes: Take | None = None,
        secret: bool = False,
        required: bool = False,
    ) -> None:
        """`required`: a star says so, for a form that can have fields left empty."""
        super().__init__()
        self._refusal, self._note = "", ""
        self._helper, self._error, self._keeps_room, self._warns = helper, "", False, False
        self._is_required = required
        self._announcer = Announcer(self)
        self.edit: LineEdit = SecretEdit() if secret else RoleEdit()
        self.edit.setObjectName(name)
        self.edit.setAccessibleName(label)
        self.edit.setPlaceholderText(placeholder)
        if takes or limit:
            self.edit.take_by(takes or (Taken if secret else line), limit)
        caption = Caption(starred(label) if required else label, self.edit)
        self._icon = Icon("circle-alert", 12, "danger", stroke=2, above=2)
        self._beneath = called(f"{name}_note", Label("", "caption", "text3", wraps=True))
        note = row(self._icon, self._beneath, gap=4, top=True)
        # Beside a field with more lines below, both edits stay level.
        self.setLayout(column(caption, self.edit, note, None, gap=4))
        self.setFocusProxy(self.edit)
        # Fixed would cut off a sentence that takes two lines.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.edit.textEdited.connect(self._say_left_out)
        self.edit.inputRejected.connect(self._say_left_out)
        self.edit.textEdited.connect(self.edited)
        self.edit.returnPressed.connect(self.entered)
        self._tell()

    def explain(self, what_it_takes: str) -> None:
        """Say this once something was left out of what was typed or pasted."""
        self._refusal = what_it_takes

    def enlarge(self) -> None:
        """Have large letters at the right end, for the one amount that a page asks for."""
        if isinstance(self.edit, RoleEdit):
            self.edit.set_role("title")
        self.edit.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.edit.setFixedHeight(_LARGE)

    def text(self) -> str:
        """The text in it."""
        return self.edit.text()

    def set_text(self, text: str) -> None:
        """Set the text without emitting `edited`."""
        if text != self.edit.text():
            self.edit.setText(text)
            self._say_left_out()

    @property
    def error(self) -> str:
        """The error below it, or empty."""
        return self._error

    def show_error(self, sentence: str) -> None:
        """Show an error below it; an empty sentence removes it."""
        if sentence != self._error:
            self._error = sentence
            self._tell()
            self._announcer.tell(joined(": ", (self.edit.accessibleName(), sentence)) if sentence else "")

    def show_helper(self, text: str, *, warns: bool = False) -> None:
        """Show a helper below it while there is no error; one that warns is seen and heard."""
        if text != self._helper:
            self._helper, self._warns = text, warns
            self._tell()
            if warns:
                self._announcer.tell(joined(": ", (self.edit.accessibleName(), text)) if text else "")

    def keep_room(self, *, keeps: bool = True) -> None:
        """Keep the room of one line below it: what is there does not move when a helper or an error comes."""
        self._keeps_room = keeps
        self._tell()

    def forget_sign(self) -> None:
        """Say no more that a single sign was not taken: what stands here is right without it."""
        if self._note and self._note == self._refusal:
            self._note = ""
            self._tell()

    def _say_left_out(self, _text: str = "") -> None:
        """Say what was left out of the last text, such as a second number; what is secret is not shown."""
        left = self.edit.gate.left_out.strip()
        note = left_out_words(left, self._refusal, is_secret=isinstance(self.edit, SecretEdit))
        if note != self._note:
            self._note = note
            self._tell()
            self._announcer.tell(joined(": ", (self.edit.accessibleName(), note)) if note else "")

    def _tell(self) -> None:
        text = joined(" ", (self._error, self._note)) or self._helper
        self._beneath.setText(text)
        warns = self._note or self._warns
        self._beneath.set_ink("danger" if self._error else "warning" if warns else "text3")
        self._beneath.setVisible(bool(text) or self._keeps_room)
        self._icon.setVisible(bool(self._error))
        required = tr("Required.") if self._is_required and not self._error else ""
        self.edit.setAccessibleDescription(joined(" ", (required, text)))
        self.edit.show_wrong(is_wrong=bool(self._error))


def left_out_words(left: str, refusal: str = "", *, is_secret: bool = False) -> str:
    """That something was not taken; a single sign is not shown beside what is taken instead."""
    if not left or (refusal and (is_secret or len(left) == 1)):
        return refusal if left else ""
    shown = tr("Not taken: {text}", text=ELLIPSIS if is_secret else one_line(left, _LONGEST))
    return joined(" ", (refusal, shown))


class Caption(Label):
    """The name of a field above it; a click on it is one into the field."""

    def __init__(self, text: str, field: QWidget) -> None:
        super().__init__(text, "captionStrong", "text2")
        self.setBuddy(field)

    @override
    def mousePressEvent(self, ev: QMouseEvent) -> None:
        if ev.button() == Qt.MouseButton.LeftButton:
            self.buddy().setFocus(Qt.FocusReason.MouseFocusReason)

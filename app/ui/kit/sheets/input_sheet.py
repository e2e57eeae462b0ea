"""One thing asked for over the dimmed window, such as a PIN or a name."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.frozen import frozen
from app.core.language import tr
from app.desk.model.typed_text import digits
from app.ui.kit.basics.layouts import called, held, row
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.field_sheet import FieldSheet, SheetWords

_WIDTH = 400
_PIN = digits(8)


def pin_field(label: str, name: str, *, required: bool = False) -> TextField:
    """A field for a PIN, which shows dots."""
    field = TextField(label, name, takes=_PIN, secret=True, required=required)
    field.explain(tr("A PIN has four to eight digits."))
    return field


@frozen
class InputWords:
    """The texts of the sheet."""

    title: str
    sentence: str
    label: str
    name: str
    """The object name of the field."""
    button: str
    other: str = ""
    """The words on a second button, which goes without input; empty for none."""


class InputSheet(FieldSheet):
    """Takes one input by Enter; the receiver of `entered` calls `show_problem` or dismisses it."""

    entered = Signal(str)
    """Emitted with the typed text, which is not empty."""
    other = Signal()
    """Emitted by the second button."""

    def __init__(
        self,
        window: QWidget,
        asked: InputWords,
        *,
        is_pin: bool = False,
        is_secret: bool = False,
        text: str = "",
    ) -> None:
        """`is_secret` is for a password, of which every character counts."""
        self._is_whole = is_secret
        field = (
            pin_field(asked.label, asked.name)
            if is_pin
            else TextField(asked.label, asked.name, secret=is_secret)
        )
        field.set_text(text)
        words = SheetWords(asked.title, asked.sentence, asked.button, tr("A moment\u2026"))
        self._other = called("other", Button(asked.other))
        below = (held(row(self._other, None)),) if asked.other else ()
        super().__init__(window, words, field, *below, width=_WIDTH)
        self._other.clicked.connect(self._take_other)
        self._enter.setObjectName(f"take_{asked.name}")
        self.setObjectName("ask_sheet")

    @property
    def text(self) -> str:
        """The text in the field."""
        text = self._field.text()
        return text if self._is_whole else text.strip()

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        first, *rest = super()._stops()
        return (first, *([self._other] if self._other.isVisible() else ()), *rest)

    def _take_other(self) -> None:
        if self._enter.isEnabled():
            self._show_busy()
            self.other.emit()

    @override
    def _take(self) -> None:
        if not self.text:
            self._field.show_error(tr("This cannot be empty."))
        elif self._enter.isEnabled():
            self._show_busy()
            self.entered.emit(self.text)

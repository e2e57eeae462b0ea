"""One thing asked for over the dimmed window, such as a PIN or a name."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.model.sale import Advice
from app.desk.model.typed_text import digits
from app.ui.kit.basics.layouts import called, held, row
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.date_input import day_typed
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.field_sheet import FieldSheet, SheetWords

_WIDTH = 400
_PIN = digits(8)
_AHEAD = mark("Type a day: 22, 22/11, 22/11/2026, +1, -1, sun or tomorrow.")
_PAST = mark("Type a day up to today: 22, 22/11, 22/11/2025, -1, sun or yesterday.")


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


class DaySheet(InputSheet):
    """Takes a day as it may be typed in short, and says what is none."""

    day_entered = Signal(object)
    """Emitted with the date, once the sheet is gone."""

    def __init__(
        self, window: QWidget, sentence: str, today: date, *, ahead: bool = True, past: bool = False
    ) -> None:
        """`ahead` and `past`: whether days after and before today are meant; first those ahead."""
        words = InputWords(tr("Which day?"), sentence, tr("Day"), "typed_day", tr("Show the day"))
        super().__init__(window, words)
        self._today = today
        self._sides = [side for side, is_meant in ((False, ahead), (True, past)) if is_meant]
        self.entered.connect(self._take_day)

    def _take_day(self, typed: str) -> None:
        found = (day_typed(typed, self._today, past=side) for side in self._sides)
        day = next((each for each in found if each is not None), None)
        if day is None:
            self.show_problem(Advice("", "", tr(_PAST if all(self._sides) else _AHEAD)))
        else:
            self.dismiss()
            self.day_entered.emit(day)

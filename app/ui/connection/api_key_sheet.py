"""The sheet for another API key, over the page, which keeps its input."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model.typed_text import line
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.field_sheet import FieldSheet, SheetWords

_WHAT = mark("It is tested first. The sale on screen, the bookings and what is open stay as they are.")
_NO_KEY = mark("Paste the key with Ctrl V.")


class ApiKeySheet(FieldSheet):
    """Takes an API key; the receiver of `entered` calls `show_problem` or dismisses it."""

    entered = Signal(str)
    """Emitted with a typed API key, which is not empty."""

    def __init__(self, window: QWidget) -> None:
        field = TextField(
            tr("API key"), "another_key", takes=line, secret=True, helper=tr("Paste it with Ctrl V.")
        )
        words = SheetWords(tr("Enter another key"), tr(_WHAT), tr("Test and use"), tr("Testing\u2026"))
        super().__init__(window, words, field)
        self._enter.setObjectName("use_key")
        self.setObjectName("key_sheet")

    @override
    def _take(self) -> None:
        text = self._field.text().strip()
        if not text:
            self._field.show_error(tr(_NO_KEY))
        elif self._enter.isEnabled():
            self._show_busy()
            self.entered.emit(text)

"""The complete number of a request, so that it can be read out."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import tr
from app.ui.kit.basics.layouts import called, column
from app.ui.kit.basics.text import Label
from app.ui.theme import assets


class RequestNumber(QWidget):
    """The number below its label, over the full width; it is never elided."""

    def __init__(self, number: str = "") -> None:
        super().__init__()
        assets.load_mono_font()
        self._value = called("request_id", Label(number, "mono", wraps=True))
        self.setLayout(column(Label(tr("Request"), ink="text2"), self._value))

    def show_number(self, number: str) -> None:
        """Show another number."""
        self._value.setText(number)

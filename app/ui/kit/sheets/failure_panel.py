"""The advice about a failed reading, with the details as received below."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import joined, tr
from app.desk.model.sale import Advice
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.details_box import DetailsBox, details_text
from app.ui.kit.sheets.message_box import MessageBox


class FailurePanel(QWidget):
    """Shown in place of what could not be read; `retry` is the button to read again."""

    def __init__(self) -> None:
        super().__init__()
        self._advice = Advice("", "", "")
        self._note = called("failure", MessageBox("danger"))
        self.retry = called("retry", Button(READ_AGAIN, size=28))
        copy = called("copy_details", Button(tr("Copy details"), size=28, icon="copy"))
        copy.clicked.connect(self._copy)
        self._note.add(held(row(self.retry, copy, None, gap=8, margins=(0, 12, 0, 0))), beneath=True)
        self._details = DetailsBox()
        self.setLayout(column(self._note, 16, self._details, None, margins=(20, 20, 20, 20)))

    def show_advice(self, advice: Advice) -> None:
        """Show what went wrong."""
        self._advice = advice
        self._note.show_words(advice.what, joined(" ", (advice.meaning, advice.action)))
        self._details.show_details(advice)

    def _copy(self) -> None:
        QApplication.clipboard().setText(details_text(self._advice))

"""Look at the service: a report of how it answers, to be sent to its operator, saved where it is wanted."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.files.atomic_write import NotSavedError, save_file
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.toast import open_file, saved_words

if TYPE_CHECKING:
    from app.desk.first_contact.first_look import FirstContact

_FILE = "service-report.html"


class ServiceLookButton(QWidget):
    """The button, what it is for, and what became of it."""

    def __init__(self, contact: FirstContact, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._contact = contact
        self._tasks = TaskScope(hand_to_loop)
        self._file = Path()
        self._look = Button(tr("Look at this service\u2026"))
        self._look.setObjectName("look_at_service")
        self._look.clicked.connect(self._choose_place)
        self._open = Button(tr("Open file"), size=28)
        self._open.setObjectName("open_service_report")
        self._open.clicked.connect(lambda: open_file(self._file))
        self._told = MessageBox("success")
        self._told.add(self._open)
        self._told.hide()
        what = tr(
            "Reads all that can be read and saves how the service writes it, for the operator. Nothing is "
            "sold; the key, names, documents and whole amounts are left out."
        )
        self.setLayout(
            column(row(self._look, None), 4, Label(what, "caption", "text2", wraps=True), 8, self._told)
        )

    def leave(self) -> None:
        """Cancel a look that is under way."""
        self._tasks.cancel_all()

    def _choose_place(self) -> None:
        choose_new_file(self, "exports", tr("Where the report goes"), "*.html", self._begin, name=_FILE)

    def _begin(self, file: Path) -> None:
        self._told.hide()
        self._tasks.start("look", self._save(file))

    async def _save(self, file: Path) -> None:
        self._count(0, 0)
        text = await self._contact.report(self._count)
        try:
            await asyncio.to_thread(save_file, file, text.encode())
        except NotSavedError as error:
            self._tell(str(error), is_saved=False)
        else:
            self._file = file
            self._tell(saved_words(file), is_saved=True)
        # Not in a finally: a page that was left no longer has a button.
        self._look.set_busy("")
        # It was busy when the dialog gave the keyboard back.
        if QApplication.focusWidget() is None:
            self._look.setFocus(Qt.FocusReason.OtherFocusReason)

    def _count(self, done: int, of: int) -> None:
        self._look.set_busy(
            tr("Looking, {done} of {of}\u2026", done=done, of=of) if of else tr("Looking\u2026")
        )

    def _tell(self, words: str, *, is_saved: bool) -> None:
        self._told.set_tone("success" if is_saved else "danger")
        self._told.show_words(words)
        self._open.setVisible(is_saved)
        self._told.show()

"""Shows outcomes that could not be stored until the clerk confirms that they are on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication

from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk


class UnjournalledNotice:
    """Shows a desk's outcomes that could not be stored."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._desk = desk
        self._tasks = TaskScope(hand_to_loop)
        self._unsubscribe = desk.payments.unkept.added.subscribe(self._show)

    def end(self) -> None:
        """Stop watching."""
        self._unsubscribe()
        self._tasks.cancel_all()

    def _show(self) -> None:
        if not self._tasks.is_running("asking"):
            self._tasks.start("asking", self._ask())

    async def _ask(self) -> None:
        unkept = self._desk.payments.unkept
        while unkept.waiting:
            first = unkept.waiting[0]
            # Esc, and a key that is still held down, give the first answer, which confirms nothing.
            answers = (
                QuestionAnswer("copy", tr("Copy")),
                QuestionAnswer("written", tr("I have written it down"), "primary"),
            )
            question = QuestionWords(first.heading, first.sentence, answers, first.reference)
            if await ask(self._window, question) == "written":
                unkept.written_down(first)
            else:
                QApplication.clipboard().setText(first.reference)

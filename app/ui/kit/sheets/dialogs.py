"""Questions to the clerk that are awaited; no loop is nested."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.ui.kit.sheets.modal_question import ModalQuestion, QuestionWords


async def ask(window: QWidget, question: QuestionWords) -> str:
    """The key of the chosen answer; the focus then returns to its former place."""
    before = QApplication.focusWidget()
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    scrim = ModalQuestion(window, question)

    def settle(key: str) -> None:
        if not answer.done():
            answer.set_result(key)

    scrim.answered.connect(settle)
    try:
        return await answer
    finally:
        if isValid(scrim):
            scrim.close_down()
        if before is not None and isValid(before):
            before.setFocus()

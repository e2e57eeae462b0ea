"""Questions to the clerk that are awaited; no loop is nested."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.ui.kit.sheets.input_sheet import InputSheet, InputWords
from app.ui.kit.sheets.modal_question import ModalQuestion, QuestionWords


async def ask(window: QWidget, question: QuestionWords) -> str:
    """The key of the chosen answer; the focus then returns to its former place."""
    before = _around(QApplication.focusWidget())
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
        # The field of a cell is closed by the question; its table is still there.
        left = next((each for each in before if isValid(each) and each.isVisible()), None)
        if left is not None:
            left.setFocus()


def _around(focused: QWidget | None) -> list[QWidget]:
    """What has the keyboard, and all around it that could have it."""
    found: list[QWidget] = []
    while focused is not None and not focused.isWindow():
        if focused.focusPolicy() != Qt.FocusPolicy.NoFocus:
            found.append(focused)
        focused = focused.parentWidget()
    return found


async def ask_input(
    window: QWidget,
    words: InputWords,
    take: Callable[[str], Awaitable[object]],
    *,
    is_pin: bool = False,
    is_secret: bool = False,
) -> bool:
    """Whether an input was given that `take` accepts; what `take` refuses with DeskError is said below it."""
    sheet = InputSheet(window, words, is_pin=is_pin, is_secret=is_secret)
    tasks = TaskScope(hand_to_loop)
    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(*, is_taken: bool) -> None:
        if not answer.done():
            answer.set_result(is_taken)

    async def try_it() -> None:
        try:
            await take(sheet.text)
        except DeskError as error:
            sheet.show_problem(error.advice)
        else:
            settle(is_taken=True)
            sheet.dismiss()

    sheet.entered.connect(lambda: tasks.start("input", try_it()))
    for end in (sheet.closed, sheet.destroyed):
        end.connect(lambda: settle(is_taken=False))
    try:
        return await answer
    finally:
        tasks.cancel_all()
        if isValid(sheet):
            sheet.dismiss()

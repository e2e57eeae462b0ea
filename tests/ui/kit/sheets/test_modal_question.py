"""A question over the window keeps the keyboard, whatever happens behind it."""

import asyncio

from PySide6.QtWidgets import QLineEdit

from app.ui.kit.basics.layouts import column, held
from app.ui.kit.sheets.dialogs import ask
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from tests.ui.conftest import Open

FIRST = QuestionWords("One", "The first.", (QuestionAnswer("keep", "Keep"), QuestionAnswer("drop", "Drop")))
SECOND = QuestionWords("Two", "The second.", (QuestionAnswer("yes", "Go on"),))


async def test_a_page_that_changes_behind_a_question_does_not_get_the_keyboard(open_robot: Open) -> None:
    behind = QLineEdit()
    behind.setObjectName("behind")
    window = held(column(behind))
    robot = await open_robot(window)
    asking = asyncio.create_task(ask(window, FIRST))
    await robot.until(lambda: robot.focused == "answer_keep")
    robot.keys("Tab")
    assert robot.focused == "answer_drop"
    behind.setFocus()
    assert robot.focused == "answer_drop"
    robot.keys("Tab")
    assert robot.focused == "answer_keep"
    behind.setFocus()
    robot.type("x")
    assert behind.text() == ""
    second = asyncio.create_task(ask(window, SECOND))
    await robot.until(lambda: robot.focused == "answer_yes")
    robot.keys("Return")
    assert await second == "yes"
    assert robot.focused == "answer_keep"
    robot.keys("Escape")
    assert await asking == "keep"
    behind.setFocus()
    assert robot.focused == "behind"

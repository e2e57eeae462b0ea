"""A question over the window keeps the keyboard, whatever happens behind it."""

import asyncio

from PySide6.QtWidgets import QApplication, QLineEdit, QTableWidget

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


async def test_the_keyboard_goes_back_to_the_table_whose_cell_was_typed_in(open_robot: Open) -> None:
    table = QTableWidget(2, 2)
    robot = await open_robot(held(column(table)))
    table.setObjectName("table")
    table.setCurrentCell(0, 1)
    table.setFocus()
    robot.type("x")
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    question = QuestionWords("Close?", "A sale is being typed.", (QuestionAnswer("stay", "Keep typing"),))
    answered = asyncio.create_task(ask(table.window(), question))
    await robot.until(lambda: robot.is_shown("answer_stay"))
    robot.keys("Return")
    assert await answered == "stay"
    assert robot.focused == "table"
    assert (table.currentRow(), table.currentColumn()) == (0, 1)

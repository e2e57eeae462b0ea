"""Asking a customer for the travellers from the page of passengers, and pasting the answer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from urllib.parse import unquote

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from app.ui.passengers.passengers_page import PassengersPage
from tests.support.ui.outside import opened_outside
from tests.support.ui.scenes import Traveller, travelling, unlooked
from tests.ui.test_heard import listening

ANSWER = (
    "Arjun Nair, 41, M, Indian, Voter ID, KLM2284620\n"
    "Meera Nair, 38, F, Indian, Voter ID, KLM2284621\n"
    "Ishaan Nair, 9, M, Indian, School ID, 17\n"
    "Jana Vogel, 34, F, German, Passport, C4VX8T2K1\n"
)


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Traveller]:
    """A clerk with a party of four on the page of passengers, whose names nobody has."""
    async with travelling(tmp_path, unlooked) as traveller:
        await traveller.count_party()
        traveller.robot.keys("Ctrl+Return")
        await traveller.robot.until(lambda: traveller.robot.is_shown("passengers_page"))
        yield traveller


async def test_the_answer_to_the_question_is_read_with_it(clerk: Traveller) -> None:
    robot = clerk.robot
    with opened_outside() as outside, listening() as heard:
        robot.keys("Ctrl+M")
        await robot.until(lambda: any("Copied for a chat" in each.text for each in heard.said))
    question = QApplication.clipboard().text()
    page = robot.find("passengers_page", PassengersPage)
    assert question.startswith(f"PRACTICE {page.draft.departure.name}")
    assert "nationality, document, number\n" in question
    # Without the country of the number nobody knows whose chat it is.
    assert outside.links == []
    QApplication.clipboard().setText(f"{question}\n{ANSWER}")
    robot.keys("Ctrl+Shift+V")
    await robot.until(lambda: robot.is_shown("paste_sheet"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: [each.traveler_name for each in page.draft.passengers][-1] == "Jana Vogel")
    assert [each.id_number for each in page.draft.passengers] == [
        "KLM2284620",
        "KLM2284621",
        "17",
        "C4VX8T2K1",
    ]


async def test_a_chat_opens_with_a_number_of_a_known_country(clerk: Traveller) -> None:
    robot = clerk.robot
    robot.find("customer_phone", QLineEdit).setFocus()
    robot.type("+91 94340 12377")
    robot.keys("Tab")
    with opened_outside() as outside, listening() as heard:
        robot.click(robot.find("ask_details", QAbstractButton))
        await robot.until(lambda: any("Chat opened with +919434012377" in each.text for each in heard.said))
    (link,) = outside.links
    assert link.startswith("https://wa.me/919434012377?text=")
    assert unquote(link.partition("text=")[2]) == QApplication.clipboard().text()


async def test_a_number_whose_country_is_guessed_opens_no_chat(clerk: Traveller) -> None:
    robot = clerk.robot
    robot.find("customer_phone", QLineEdit).setFocus()
    # Ten digits of another country than India look like one of India.
    robot.type("+65 9876 5432")
    robot.keys("Tab")
    with opened_outside() as outside, listening() as heard:
        robot.keys("Ctrl+M")
        await robot.until(lambda: any("Copied for a chat" in each.text for each in heard.said))
    assert outside.links == []

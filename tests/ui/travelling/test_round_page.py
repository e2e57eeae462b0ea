"""Messages to many parties: two keys for each, and nothing is told that nobody said."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.desk.travelling.values import ToldState
from tests.support.proof import beside_others
from tests.support.ui.outside import Opened, opened_outside
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.travelling_day import PEOPLE, opened, sold_seats, switched_on


@pytest.fixture
def outside() -> Iterator[Opened]:
    with opened_outside() as found:
        yield found


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, remembers=True) as sold:
        yield await switched_on(sold)


async def begun(clerk: Clerk) -> None:
    """A round of all of the first departure."""
    await opened(clerk)
    clerk.robot.keys("M")
    await clerk.robot.until(lambda: clerk.robot.focused == "round_parties")


async def told(clerk: Clerk) -> dict[str, tuple[ToldState, str]]:
    travelling = clerk.counter.desk.travelling
    parties = (await travelling.board(travelling.today())).parties
    return {
        each.sale.customer_name: (each.told, each.told_mark.way if each.told_mark else "") for each in parties
    }


async def test_enter_opens_the_chat_and_enter_again_tells_and_goes_on(clerk: Clerk, outside: Opened) -> None:
    for name in PEOPLE[:2]:
        await sold_seats(clerk, name)
    await begun(clerk)
    robot = clerk.robot
    assert robot.sees("1 of 2")
    robot.keys("Return")
    # A number that is kept without its country's code is looked at first.
    await robot.until(lambda: robot.focused == "message_number")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Told, next party"))
    assert len(outside.links) == 1
    assert outside.links[0].startswith("https://wa.me/91")
    assert "Be%20there%2030%20minutes%20before" in outside.links[0]
    assert await told(clerk) == dict.fromkeys(PEOPLE[:2], (ToldState.NOT_TOLD, ""))
    await robot.until(lambda: robot.focused == "round_parties")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("2 of 2"))
    await robot.until(lambda: robot.sees("1 of 2 told"))
    assert await told(clerk) == {PEOPLE[0]: (ToldState.TOLD, "chat"), PEOPLE[1]: (ToldState.NOT_TOLD, "")}
    robot.keys("N")
    await robot.until(lambda: robot.sees("Nobody is left to be told."))
    assert (await told(clerk))[PEOPLE[1]][0] is ToldState.NOT_REACHED
    robot.keys("Escape")
    await robot.until(lambda: any("Not reached" in row for row in clerk.rows("parties")))
    assert robot.focused == "departures_of_day"


async def test_a_draft_or_a_copy_can_be_told_as_well(clerk: Clerk, outside: Opened) -> None:
    for name in PEOPLE[:2]:
        await sold_seats(clerk, name)
    await begun(clerk)
    robot = clerk.robot
    robot.keys("E")
    await robot.until(lambda: robot.sees("Told, next party"))
    assert outside.links[0].startswith("mailto:")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("2 of 2"))
    robot.keys("C")
    await robot.until(lambda: robot.sees("Told, next party"))
    assert QApplication.clipboard().text().startswith("PRACTICE\nDiscover scuba dive, ")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Nobody is left to be told."))
    assert await told(clerk) == {PEOPLE[0]: (ToldState.TOLD, "mail"), PEOPLE[1]: (ToldState.TOLD, "copy")}
    # A time alone would not say of what it is.
    robot.keys("Up")
    await robot.until(lambda: re.search(r"\bTold [0-9]{2}:[0-9]{2}", clerk.everything()) is not None)


@beside_others
async def test_no_key_is_lost_between_told_and_the_next_party(clerk: Clerk, outside: Opened) -> None:
    for name in PEOPLE[:3]:
        await sold_seats(clerk, name)
    await begun(clerk)
    robot = clerk.robot
    # Without a pause: each key is about the party to which the round has gone on.
    robot.keys("C", "Return", "N", "C")
    assert robot.focused == "round_parties"
    assert robot.sees("3 of 3")
    await robot.until(lambda: robot.sees("1 of 3 told"))
    assert robot.sees("Did you send it?")
    assert await told(clerk) == {
        PEOPLE[0]: (ToldState.TOLD, "copy"),
        PEOPLE[1]: (ToldState.NOT_REACHED, ""),
        PEOPLE[2]: (ToldState.NOT_TOLD, ""),
    }
    # Nor when it is left at once.
    robot.keys("Return", "Escape")
    await robot.until(lambda: robot.focused == "departures_of_day")
    await clerk.counter.desk.travelling.finish()
    assert (await told(clerk))[PEOPLE[2]] == (ToldState.TOLD, "copy")
    assert not outside.links


async def test_the_text_is_changed_for_one_party_and_the_language_for_all(
    clerk: Clerk, outside: Opened
) -> None:
    for name in PEOPLE[:2]:
        await sold_seats(clerk, name)
    await begun(clerk)
    robot = clerk.robot
    robot.keys("F2")
    await robot.until(lambda: robot.focused == "message_own_text")
    robot.keys("Ctrl+A")
    robot.type("Come to gate 2.")
    robot.keys("Escape")
    await robot.until(lambda: robot.focused == "round_parties")
    assert clerk.text("message_text") == "Come to gate 2."
    robot.keys("F2", "F2")
    assert robot.focused == "round_parties"
    robot.keys("C")
    await robot.until(lambda: robot.sees("Told, next party"))
    assert QApplication.clipboard().text() == "Come to gate 2."
    robot.keys("Return")
    await robot.until(lambda: robot.sees("2 of 2"))
    assert "Come to gate 2." not in clerk.text("message_text")
    robot.keys("L")
    await robot.until(lambda: "\u092a\u0939\u0941\u0901\u091a\u0947\u0902" in clerk.text("message_text"))
    assert not outside.links


@beside_others
async def test_a_round_of_the_chosen_ones_alone(clerk: Clerk, outside: Opened) -> None:
    for name in PEOPLE[:3]:
        await sold_seats(clerk, name)
    await opened(clerk)
    robot = clerk.robot
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "parties")
    robot.keys("Space", "Down", "Down", "Space", "M")
    await robot.until(lambda: robot.focused == "round_parties")
    assert [row.split(",")[0] for row in clerk.rows("round_parties")] == [PEOPLE[0], PEOPLE[2]]
    assert not outside.links

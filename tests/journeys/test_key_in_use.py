"""A key that ends in the middle of the work, through the real window: another one loses nothing typed."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from app.desk.model.errors import DeskError
from app.desk.model.sale import UnknownOutcome
from app.practice import PRACTICE_KEY
from app.practice.service.faults import OtherAnswer
from app.practice.world.identity import AGENT_ID, NEIGHBOUR_ID, NEIGHBOUR_KEY
from app.store.journal.states import State
from tests.fault_matrix.selling import nobody
from tests.support.proof import beside_others
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk, selling

DISABLED = OtherAnswer(500, json.dumps({"status": "ERROR", "code": "API_ACCESS_DISABLED"}).encode())


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the list of activities."""
    async with selling(tmp_path, remembers=True) as opened:
        yield opened


def typed(clerk: Clerk) -> list[str]:
    """What stands in the form."""
    return [clerk.robot.find(f"customer_{name}", QLineEdit).text() for name in ("name", "phone", "email")]


async def enter_key(clerk: Clerk, key: str) -> None:
    """Type another key into the sheet, and use it."""
    await clerk.robot.until(lambda: clerk.robot.focused == "another_key")
    clerk.robot.type(key)
    clerk.robot.keys("Return")


@beside_others
async def test_a_key_revoked_at_the_sale_is_replaced_in_place(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.review()
    clerk.counter.faults.revoke_key()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("key_band"))
    await robot.until(lambda: clerk.text("way_on") == "Enter another key")
    assert "Nothing was booked or debited." in clerk.everything()
    assert robot.focused == "way_on"
    # Whatever is pressed, nothing more is sent.
    robot.keys("Return")
    await enter_key(clerk, NEIGHBOUR_KEY)
    await robot.until(lambda: "does not accept this key" in clerk.text("another_key_note"))
    assert robot.focused == "another_key"
    clerk.counter.faults.clear()
    robot.keys("Return")
    await clerk.armed()
    assert not robot.is_shown("key_band")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booking_ref"))
    refused, settled = clerk.counter.journal.attempts()
    assert (refused.state, settled.state) == (State.REJECTED, State.SETTLED)
    assert settled.facts["agent_id"] == str(NEIGHBOUR_ID)


async def test_selling_is_off_on_every_page_and_what_is_typed_stays(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.fill()
    clerk.counter.faults.revoke_key(times=None)
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("key_band"))
    review = robot.find("review", QAbstractButton)
    assert (review.text(), review.isEnabled()) == ("Selling is off", False)
    assert typed(clerk) == [NAME, PHONE, EMAIL]
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("key_sheet"))
    robot.keys("Return")
    assert clerk.text("another_key_note") == "Paste the key with Ctrl V."
    robot.keys("Escape", "Escape")
    await clerk.list_read()
    assert clerk.rows("activity_list")
    assert not robot.find("pick_slot").isEnabled()
    # A reading that succeeds shows that the key is accepted again.
    clerk.counter.faults.clear()
    robot.keys("B", "Ctrl+Right")
    await robot.until(lambda: robot.is_shown("add_passengers"))
    await robot.until(lambda: not robot.is_shown("key_band"))
    robot.keys("Alt+2", "Alt+1", "A")
    await robot.until(lambda: robot.is_shown("activities_page"))
    await robot.until(lambda: robot.find("pick_slot").isEnabled())
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("slots_page"))
    robot.keys("Ctrl+L")
    assert typed(clerk) == [NAME, PHONE, EMAIL]


@beside_others
async def test_a_disabled_partner_keeps_what_is_open_and_comes_back(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.review()
    clerk.counter.faults.answer("create_booking", DISABLED)
    clerk.counter.faults.disable_key("wallet_balance")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("outcome_page"))
    await robot.until(lambda: "switched off" in clerk.text("key_words"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("sales_list"))
    assert any("Outcome not known" in each for each in clerk.rows("sales_list"))
    robot.click("check_key")
    await robot.until(lambda: robot.find("check_key").isEnabled())
    assert robot.is_shown("key_band")
    clerk.counter.faults.clear()
    robot.click("check_key")
    await robot.until(lambda: not robot.is_shown("key_band"))
    (attempt,) = clerk.counter.journal.attempts()
    assert attempt.is_open


@beside_others
async def test_the_sales_of_another_agent_stay_and_are_marked(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    await clerk.counter.sell(1)
    clerk.counter.faults.before_work("create_booking", silent=False)
    lost = await desk.selling.book(await desk.selling.preflight(await clerk.counter.draft()), nobody)
    assert isinstance(lost, UnknownOutcome)
    clerk.counter.faults.revoke_key("content", times=1)
    await clerk.list_read()
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("key_band"))
    robot.click("enter_key")
    await enter_key(clerk, NEIGHBOUR_KEY)
    await robot.until(lambda: robot.sees(f"This key is that of agent {NEIGHBOUR_ID}"))
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list"))
    await robot.until(lambda: len(clerk.rows("sales_list")) == 4)
    marked = [each for each in clerk.rows("sales_list") if f"Sold as agent {AGENT_ID}" in each]
    assert len(marked) == 2
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("other_agent"))
    assert "Ask with the key that it was sold with." in clerk.everything()
    robot.keys("F5")
    await robot.until(lambda: robot.sees("whose wallet tells nothing of this sale"))
    clerk.counter.faults.revoke_key("wallet_balance", times=1)
    with pytest.raises(DeskError, match="does not accept"):
        await desk.wallet.read()
    robot.keys("Alt+K")
    await enter_key(clerk, PRACTICE_KEY)
    await robot.until(lambda: not robot.sees("This key is that of agent"))

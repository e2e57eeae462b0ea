"""The customer reads along what is paid now: the amount, the change, and nothing of another customer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.model.shown import WELCOME, Shown, ShownPage
from tests.support.proof import beside_others
from tests.support.ui.customer_eyes import CustomerEyes, open_plain, switch_on, watch_painting
from tests.support.ui.scenes import Traveller, travelling, unlooked
from tests.support.ui.taking_payment import TILL


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> CustomerEyes:
    return watch_painting(monkeypatch)


@pytest.fixture
async def clerk(tmp_path: Path, eyes: CustomerEyes) -> AsyncGenerator[Traveller]:
    async with travelling(tmp_path, unlooked) as traveller:
        traveller.counter.desk.rules.till = TILL
        switch_on(traveller)
        await traveller.list_read()
        await open_plain(traveller, eyes)
        yield traveller


async def to_payment(clerk: Traveller) -> None:
    """Sell the first activity, and open its payment."""
    robot = clerk.robot
    await clerk.review()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("take_payment"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("next_receipt"))


def paying(total: Decimal, change: str = "") -> Shown:
    return Shown(ShownPage.PAY, currency="INR", total=total, change=Decimal(change) if change else None)


@beside_others
async def test_cash_its_change_and_the_thanks_after_it(clerk: Traveller, eyes: CustomerEyes) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    total = Decimal(clerk.text("to_pay").replace(",", ""))
    assert eyes.shown == paying(total)
    assert eyes.sees("You pay, INR")
    # What is typed so far is not what was given.
    robot.type("900")
    assert eyes.shown == paying(total)
    robot.type("0")
    change = clerk.text("change").replace(",", "")
    assert eyes.shown == paying(total, change)
    assert eyes.sees("Your change")
    assert eyes.sees("9,000")
    await robot.until_armed("record_payment")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert eyes.shown == paying(total, change)
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("booked_page"))
    assert eyes.shown.page is ShownPage.THANKS


@beside_others
async def test_in_practice_a_way_has_its_amount_and_no_code(clerk: Traveller, eyes: CustomerEyes) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    total = Decimal(clerk.text("to_pay").replace(",", ""))
    robot.type("1000")
    robot.keys("Return")
    # A line was added: the next way has what is left.
    assert robot.focused == "reference"
    assert eyes.shown == paying(total - 1000)
    robot.keys("Tab")
    robot.type("500.50")
    assert eyes.shown == paying(Decimal("500.50"))
    # What is typed is added or cleared before another way is shown.
    robot.keys("Ctrl+A", "Delete", "Ctrl+3")
    assert eyes.shown == paying(total - 1000)
    robot.keys("Delete")
    assert eyes.shown == paying(total)


@pytest.mark.parametrize("key", ["Alt+2", "Alt+7", "F9"])
async def test_outside_of_the_payment_it_is_neutral_at_once(
    clerk: Traveller, eyes: CustomerEyes, key: str
) -> None:
    await to_payment(clerk)
    assert eyes.shown.page is ShownPage.PAY
    clerk.robot.keys(key)
    assert eyes.shown == WELCOME


@beside_others
async def test_without_change_the_customer_is_thanked_with_the_pnr(
    clerk: Traveller, eyes: CustomerEyes
) -> None:
    await to_payment(clerk)
    await recorded(clerk)
    assert eyes.shown.page is ShownPage.THANKS
    assert eyes.shown.pnrs == tuple(each.ref for each in clerk.counter.world.bookings)


@beside_others
@pytest.mark.parametrize("typed", ["9000", ""])
async def test_an_older_receipt_is_shown_to_nobody(clerk: Traveller, eyes: CustomerEyes, typed: str) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type(typed)
    await recorded(clerk)
    assert eyes.shown != WELCOME
    robot.keys("N")
    await clerk.list_read()
    robot.keys("Alt+7", "Ctrl+1")
    await robot.until(lambda: robot.is_shown("receipt_list") and bool(clerk.rows("receipt_list")))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert eyes.shown == WELCOME
    # Nor is what is asked for while it is corrected.
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert eyes.shown == WELCOME
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("till_standing"))
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert eyes.shown == WELCOME


async def recorded(clerk: Traveller) -> None:
    """Record what is typed."""
    await clerk.robot.until_armed("record_payment")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("recorded_page"))

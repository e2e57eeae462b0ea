"""What happens to a basket while it is read, after it stopped, and after it was booked."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from app.desk.bookings.known_customers import KnownCustomer
from app.practice import World
from app.store.journal.states import State
from tests.journeys import test_basket
from tests.journeys.test_basket import (
    armed,
    at_call,
    booked,
    lost,
    put_next,
    put_scuba,
    put_three,
    states_of,
    to_review,
)
from tests.support.counter import until
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk

pytestmark = pytest.mark.prove("what happens beside a basket, which has its journey")

clerk = test_basket.clerk


async def test_what_is_taken_out_while_it_is_read_stays_out(clerk: Clerk) -> None:
    robot = clerk.robot
    await put_three(clerk)
    held = clerk.counter.faults.hold("search_availability", times=None)
    robot.keys("Alt+B")
    await robot.until(lambda: robot.is_shown("basket_page") and len(clerk.rows("basket_list")) == 3)
    robot.keys("Delete")
    assert len(clerk.rows("basket_list")) == 2
    held.set_result(None)
    await armed(clerk)
    assert len(clerk.rows("basket_list")) == 2
    assert clerk.text("spend").startswith("Book 2 and debit INR ")
    await booked(clerk)
    assert len(clerk.counter.world.bookings) == 2


async def test_the_tick_is_asked_again_when_the_wallet_side_comes_back(clerk: Clerk) -> None:
    robot = clerk.robot
    await put_scuba(clerk)
    for activity in clerk.counter.world.activities:
        clerk.counter.world.shift_price(activity.activity_id, 100)
    robot.keys("Alt+B")
    await robot.until(lambda: robot.is_shown("consent"))
    told = robot.find("consent_lines", QLabel).text()
    assert "Net per person" in told
    robot.keys("F8")
    assert "Net per person" not in robot.find("consent_lines", QLabel).text()
    robot.keys("Space")
    await armed(clerk)
    # What was hidden was not looked at.
    robot.keys("F8")
    assert robot.find("consent_lines", QLabel).text() == told
    assert "Tick first" in robot.find("spend").toolTip()
    assert not robot.find("spend").isEnabled()


async def test_alt_b_shows_one_basket_after_another(clerk: Clerk) -> None:
    robot, baskets = clerk.robot, clerk.counter.desk.baskets
    keys: list[str] = []
    for name, phone in (("Priya Raman", PHONE), ("Ravi Menon", "9000054321"), ("Asha Rao", "9000011111")):
        await clerk.fill("1", name=name, phone=phone)
        robot.keys("Ctrl+B")
        await clerk.list_read()
        assert baskets.open is not None
        keys.append(baskets.open.key)
        await to_review(clerk)
        robot.keys("N")
        await clerk.list_read()
    shown: list[str] = []
    for _ in range(4):
        await to_review(clerk)
        assert baskets.open is not None
        shown.append(baskets.open.key)
        assert robot.sees("2 other baskets wait. Alt B shows the next one.")
    assert shown == [keys[2], keys[1], keys[0], keys[2]]


async def test_whoever_comes_back_after_booking_serves_the_next_customer(clerk: Clerk) -> None:
    robot = clerk.robot
    await put_scuba(clerk)
    await to_review(clerk)
    await booked(clerk)
    robot.keys("Alt+2")
    await robot.until(lambda: not robot.is_shown("basket_booked_page"))
    robot.keys("Alt+1")
    await clerk.list_read()
    assert NAME not in clerk.everything()
    robot.keys("Return")
    await clerk.slots_read()
    assert NAME not in clerk.everything()
    # Ctrl L begins with the customer before, who is of no sale that this desk still holds.
    robot.keys("Ctrl+L")
    assert NAME not in clerk.everything()


async def test_the_page_of_an_erased_customer_is_left(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    await put_scuba(clerk)
    await to_review(clerk)
    robot.keys("Alt+5")
    await robot.until(lambda: not robot.is_shown("basket_page"))
    await desk.customers.forget(KnownCustomer(NAME, PHONE, EMAIL), "Asha")
    await robot.until(lambda: not robot.is_shown("basket_strip"))
    robot.keys("Alt+1")
    await clerk.list_read()
    assert not robot.is_shown("basket_page")
    assert NAME not in clerk.everything()


async def test_the_page_of_a_customer_who_is_erased_in_front_of_it_is_left(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    await put_scuba(clerk)
    await to_review(clerk)
    await desk.customers.forget(KnownCustomer(NAME, PHONE, EMAIL), "Asha")
    await clerk.list_read()
    assert not robot.is_shown("basket_page")
    assert NAME not in clerk.everything()


async def test_with_the_last_open_item_out_what_was_booked_is_told(clerk: Clerk) -> None:
    robot = clerk.robot
    await put_scuba(clerk)
    await put_next(clerk, "2")
    await to_review(clerk)
    held = clerk.counter.faults.hold("create_booking")
    robot.keys("Ctrl+Return")
    await until(lambda: State.DISPATCHED in states_of(clerk))
    robot.keys("Escape")
    held.set_result(None)
    await armed(clerk)
    robot.keys("End", "Delete")
    await robot.until(lambda: robot.is_shown("basket_booked_page"))
    assert states_of(clerk) == [State.SETTLED]
    assert clerk.counter.desk.baskets.open is None


async def test_a_price_that_rose_is_ticked_before_the_rest_goes_on(clerk: Clerk) -> None:
    robot = clerk.robot
    await put_three(clerk)
    await to_review(clerk)
    _, second, third = (
        next(each for each in clerk.counter.world.activities if each.title in row)
        for row in clerk.rows("basket_list")
    )

    def change(world: World) -> None:
        for state in world.slots(second, world.today):
            world.leave_seats(state.slot.availability_id)
        world.shift_price(third.activity_id, 500)

    clerk.counter.faults.change("create_booking", at_call(2, change), times=None)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("stop_title"))
    await robot.until(lambda: "Choose first" in robot.find("spend").toolTip())
    robot.keys("2")
    await armed(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("consent"))
    assert states_of(clerk) == [State.SETTLED, State.REJECTED]
    assert "Tick first" in robot.find("spend").toolTip()
    robot.keys("Space")
    await armed(clerk)
    await booked(clerk)
    assert states_of(clerk) == [State.SETTLED, State.REJECTED, State.SETTLED]


async def test_an_unknown_outcome_is_counted_at_once(clerk: Clerk) -> None:
    robot = clerk.robot
    await put_scuba(clerk)
    await to_review(clerk)
    await lost(clerk)
    await robot.until(lambda: "1 needs an answer" in clerk.everything())


async def test_the_age_of_the_wallet_stays_where_it_cannot_be_read_again(clerk: Clerk) -> None:
    robot = clerk.robot
    await put_scuba(clerk)
    await to_review(clerk)
    await booked(clerk)
    await robot.until(lambda: clerk.text("wallet_read_at").startswith("Wallet read "))
    before = clerk.text("wallet_read_at")
    clerk.counter.faults.revoke_key("wallet_balance")
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("check_key"))
    assert clerk.text("wallet_read_at") == before

"""Two trips of one customer at the same time: said wherever the basket is, and no bar."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from app.desk.basket.overlaps import overlaps
from app.desk.model.activities import ActivityDraft
from app.desk.model.office_rules import TillRules
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.taking_payment import TILL
from tests.ui.test_heard import listening


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path) as opened:
        yield opened


async def two_trips(clerk: Clerk, *, overlap: bool) -> tuple[ActivityDraft, ActivityDraft]:
    """Two activities of the service at the same time, or one after the other."""
    first = await clerk.ready()
    for offer in clerk.flow.offers[1:]:
        slots = await clerk.counter.desk.reader.slots(offer, clerk.window.day)
        for each in slots.open_slots:
            second = replace(first, offer=offer, slot=each)
            if each.ends is not None and bool(overlaps((first, second))) is overlap:
                return first, second
    raise AssertionError("no such slots")


async def test_the_strip_counts_nothing_that_was_booked(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    one, other = await two_trips(clerk, overlap=False)
    desk.baskets.put(one)
    basket = desk.baskets.put(other)
    await robot.until(lambda: robot.find("basket_strip").accessibleName().startswith("Basket, 2 trips"))
    first = basket.items[0]
    (look,) = await desk.basket_booking.look((first,), lambda _: None)
    assert look.preflight is not None
    await desk.basket_booking.book(basket, {first.key: look.preflight}, lambda _key, _told: None)
    # As after a start: what was kept is shown anew.
    desk.baskets.changed()
    await robot.until(lambda: robot.find("basket_strip").accessibleName().startswith("Basket, 1 trip,"))


@pytest.mark.parametrize(("till", "heard"), [(TillRules(), "2 booked and paid"), (TILL, "2 booked")])
async def test_the_basket_the_review_and_what_was_booked_say_it(
    clerk: Clerk, till: TillRules, heard: str
) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    desk.rules.till = till
    clerk.routing.obey_rules()
    first, second = await two_trips(clerk, overlap=True)
    (sentence,) = overlaps((first, second))
    desk.baskets.put(first)
    await robot.until(lambda: robot.is_shown("basket_strip"))
    assert not robot.sees("overlap")
    desk.baskets.put(second)
    assert robot.sees("Customer pays\ntrips overlap in time")
    assert "Trips overlap in time" in robot.find("basket_strip").accessibleName()
    robot.keys("Alt+B")
    await robot.until(lambda: robot.is_shown("overlap_note"))
    assert robot.sees(sentence)
    await clerk.armed()
    with listening() as listener:
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("basket_booked_page"))
    refs = ", ".join(each.ref for each in clerk.counter.world.bookings)
    assert f"{heard}. PNRs {refs}." in [each.text for each in listener.said]
    assert robot.is_shown("overlap_note")
    assert robot.sees(sentence)


@beside_others
async def test_nothing_is_said_of_trips_one_after_the_other(clerk: Clerk) -> None:
    robot = clerk.robot
    for each in await two_trips(clerk, overlap=False):
        clerk.counter.desk.baskets.put(each)
    robot.keys("Alt+B")
    await clerk.armed()
    assert not robot.sees("overlap")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("basket_booked_page"))
    assert not robot.sees("overlap")


@beside_others
async def test_what_is_taken_out_overlaps_no_more(clerk: Clerk) -> None:
    robot = clerk.robot
    for each in await two_trips(clerk, overlap=True):
        clerk.counter.desk.baskets.put(each)
    robot.keys("Alt+B")
    await clerk.armed()
    robot.keys("Delete")
    await robot.until(lambda: not robot.is_shown("overlap_note"))
    assert not robot.sees("overlap")

"""A message round of forty parties: two keys for each, and only what a clerk said is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.desk.travelling.values import ToldState
from tests.support.desk.boat_samples import ARJUN
from tests.support.ui.outside import Opened, opened_outside
from tests.support.ui.selling import selling
from tests.support.ui.travelling_day import switched_on

pytestmark = pytest.mark.prove("forty messages; the page has its tests")

PARTIES = 40


@pytest.fixture
def outside() -> Iterator[Opened]:
    with opened_outside() as found:
        yield found


async def test_forty_parties_are_told_by_two_keys_each(tmp_path: Path, outside: Opened) -> None:
    async with selling(tmp_path, remembers=True) as sold:
        clerk = await switched_on(sold)
        alone = replace(await clerk.counter.boat(), passengers=(ARJUN,))
        for number in range(PARTIES):
            # With the country's code: any other number is looked at first.
            phone = f"9198450{number:05}"
            named = replace(alone, customer_name=f"Arjun Nair {number}", customer_phone=phone)
            await clerk.counter.book(named)
        await clerk.counter.desk.remember()
        robot, travelling = clerk.robot, clerk.counter.desk.travelling
        robot.keys("Alt+6")
        await robot.until(lambda: robot.sees("The next is"))
        robot.keys("Ctrl+Right")
        await robot.until(lambda: clerk.rows("departures_of_day"))
        assert robot.focused == "departures_of_day"
        robot.keys("M")
        await robot.until(lambda: robot.focused == "round_parties")
        pressed = 0
        for number in range(PARTIES):
            await robot.until(lambda number=number: robot.sees(f"{number + 1} of {PARTIES}"))
            robot.keys("Return")
            await robot.until(lambda number=number: len(outside.links) == number + 1)
            robot.keys("Return")
            pressed += 2
        await robot.until(lambda: robot.sees("Nobody is left to be told."))
        assert pressed == 2 * PARTIES
        parties = (await travelling.board(alone.departure.day)).parties
        assert [each.told for each in parties] == [ToldState.TOLD] * PARTIES
        assert {each.told_mark.way for each in parties if each.told_mark} == {"chat"}
        # Each chat is with one party, with its own number and its own PNR.
        for link, party in zip(outside.links, parties, strict=True):
            assert party.sale.customer_phone in link
            assert party.sale.booking_ref in link

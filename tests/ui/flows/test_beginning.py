"""A desk begins with its list; what else is read at the start comes after it, or does not wait for ever."""

from __future__ import annotations

from pathlib import Path

from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.flows.navigation import Navigation
from tests.support.counter import open_counter
from tests.support.ui.windows import open_window


async def test_the_list_comes_before_the_wallet(tmp_path: Path) -> None:
    async with open_window() as (robot, window), open_counter(tmp_path) as counter:
        routing, seen = Navigation(window), list[bool]()
        counter.desk.reader.wallet_read.subscribe(
            lambda _: seen.extend(bool(page.items) for page in window.findChildren(ActivitiesPage))
        )
        routing.use(counter.desk)
        await robot.until(lambda: seen)
        assert seen == [True]
        routing.forget()


async def test_a_list_that_is_late_is_not_waited_for(tmp_path: Path) -> None:
    async with open_window() as (robot, window), open_counter(tmp_path) as counter:
        held, routing = counter.faults.hold("content"), Navigation(window)
        routing.use(counter.desk)
        await robot.until(lambda: counter.desk.wallet.last)
        assert not held.done()
        held.set_result(None)
        await robot.until(lambda: robot.sees(" open on this date"))
        routing.forget()

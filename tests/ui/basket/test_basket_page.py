"""The page of the basket after a stop: what it says that going back would bring."""

from __future__ import annotations

from pathlib import Path

from app.practice.service.faults import OtherAnswer
from tests.journeys.test_basket import at_call, sell_out
from tests.support.ui.selling import selling

SILENT = OtherAnswer(200, b'{"status": "SUCCESS"}')


async def test_a_refund_that_one_booking_does_not_state_makes_no_sum(tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk:
        robot, counter = clerk.robot, clerk.counter
        for slot in ("1", "2"):
            counter.desk.baskets.put(await clerk.ready(slot))
        robot.keys("Alt+B")
        await robot.until(lambda: robot.is_shown("basket_page"))
        await robot.until_armed("spend")
        counter.faults.change("create_booking", at_call(2, sell_out), times=None)
        counter.faults.answer("cancel_booking", SILENT, times=1)
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("stop_title"))
        await robot.until(lambda: not any("is being quoted" in each for each in clerk.rows("ways")))
        assert "The refund is not stated. Nothing is cancelled" in clerk.rows("ways")[-1]

"""SIGKILL while a cancellation waits for its answer: the next start says so, and nothing takes it away."""

from pathlib import Path

import pytest

from app.api.messages.api_key import ApiKey
from app.desk.model.sale import Receipt
from app.lifecycle.connection import connect_service
from app.lifecycle.profile import ServiceProfile
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.practice.service.faults import CONFIRM, OtherAnswer
from tests.journeys.killed import clerk_to_kill, know
from tests.journeys.opened import opened
from tests.support.counter import AS_ON, ready_draft, tomorrow_at_ten

pytestmark = pytest.mark.prove("programs that are killed; one of a sale is each time")


async def _sell(folder: Path, base_url: str) -> str:
    """Sell two seats without a screen, and give the PNR."""
    connection = await connect_service(folder, ServiceProfile(base_url, ApiKey(PRACTICE_KEY)))
    desk = connection.desk
    receipt = await desk.selling.book(await desk.selling.preflight(await ready_draft(desk)), lambda _: None)
    await connection.close()
    assert isinstance(receipt, Receipt)
    return receipt.booking_ref


async def test_a_killed_cancellation_is_open_until_a_reading_settles_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as live:
        know(live, monkeypatch)
        pnr = await _sell(tmp_path, live.base_url)
        async with clerk_to_kill(tmp_path, "cancel") as clerk:
            # The service has the whole order, and carries it out although nobody is left to hear of it.
            live.faults.change(CONFIRM, lambda _: clerk.kill())
        live.faults.answer("booking_status", OtherAnswer(404, b"{}"), times=None)
        async with opened(tmp_path, tomorrow_at_ten().date()) as program:
            robot = program.robot
            await robot.until(lambda: robot.is_shown("open_cancel_page"))
            robot.keys("Alt+1")
            await program.list_read()
            await robot.until(lambda: "1" in robot.find("rail_bookings").accessibleName())
            assert await program.sell() != pnr
            robot.keys("Alt+2", "Escape", "Delete", "Ctrl+Return", "Alt+3", "Alt+2")
            await robot.until(lambda: robot.is_shown("show_outcome"))
            robot.keys("Return")
            await robot.until(lambda: robot.is_shown("open_cancel_page"))
            assert robot.sees("The service may or may not have cancelled this.")
            robot.keys("Escape", "Alt+2")
            await robot.until(lambda: robot.is_shown("show_outcome"))
            live.faults.clear()
            # By itself, with nobody on its page.
            await robot.until(lambda: "1" not in robot.find("rail_bookings").accessibleName())
        booking = next(each for each in live.world.bookings if each.ref == pnr)
        assert len(booking.active_seats) == 1

"""Another date as it is looked at: the decision about both acts, and one of which nobody knows the first."""

from __future__ import annotations

from app.core.language import tr
from tests.support.ui.scenes import Journey, Traveller


async def move_a_booking(clerk: Traveller) -> None:
    """Two seats to the next day, then the answer about the new ones is lost."""
    robot, counter = clerk.robot, clerk.counter
    counter.world.older = True
    await counter.sell()
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("R")
    await clerk.armed()
    await clerk.readings_ended()
    await clerk.take("25-another-date")
    counter.faults.after_work("create_booking", silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("move_state_page"))
    robot.keys("F5")
    await robot.until(lambda: robot.sees("Online"))
    await robot.until(lambda: robot.find("rail_bookings").accessibleName() != tr("Bookings"))
    await clerk.readings_ended()
    await clerk.take("25b-another-date-unknown")


MOVING: tuple[Journey, ...] = (move_a_booking,)

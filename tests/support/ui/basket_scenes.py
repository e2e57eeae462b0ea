"""The screens of a basket: filled, reviewed, stopped by a refusal or by an unknown outcome, booked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from app.practice import World
from tests.support.ui.scenes import Journey, Traveller


async def sell_basket(clerk: Traveller) -> None:
    """Two trips in a basket, the second one refused, and what is booked of it."""
    robot = clerk.robot
    await _fill(clerk)
    await clerk.take("16b-basket-review")
    clerk.counter.faults.change("create_booking", _at_second(), times=None)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("stop_title"))
    await clerk.readings_ended()
    robot.keys("3")
    await clerk.take("16c-basket-refused")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("basket_booked_page"))
    await clerk.readings_ended()
    await clerk.take("16d-basket-booked")


async def lose_basket(clerk: Traveller) -> None:
    """The first of two trips has no answer, and the other is held back."""
    robot = clerk.robot
    await _fill(clerk, shown=True)
    clerk.counter.faults.after_work("create_booking", silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("stop_title"))
    await clerk.readings_ended()
    await clerk.take("16e-basket-unknown")


BASKETS: tuple[Journey, ...] = (sell_basket, lose_basket)


async def _fill(clerk: Traveller, *, shown: bool = False) -> None:
    """Two activities for one customer, and the review; with `shown` also the second one's slots."""
    robot = clerk.robot
    await clerk.fill()
    robot.keys("Ctrl+B")
    await robot.until(lambda: robot.is_shown("basket_strip"))
    await clerk.list_read()
    robot.keys("Down", "Return")
    await clerk.slots_read()
    robot.keys("Ctrl+Right")
    await clerk.slots_read()
    await clerk.readings_ended()
    robot.keys("1")
    await clerk.readings_ended()
    if shown:
        await clerk.take("16-basket-slots")
    robot.keys("Ctrl+Return")
    await clerk.list_read()
    robot.keys("Alt+B")
    await robot.until(lambda: robot.is_shown("basket_page"))
    await clerk.armed()
    await clerk.readings_ended()


def _at_second() -> Callable[[World], None]:
    """Sells every slot of tomorrow to others at the second order."""
    orders: list[int] = []

    def sell_out(world: World) -> None:
        orders.append(1)
        if len(orders) > 1:
            for activity in world.activities:
                for state in world.slots(activity, world.today + timedelta(days=1)):
                    world.leave_seats(state.slot.availability_id)

    return sell_out

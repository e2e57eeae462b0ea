"""The close of a day, on a few ways through the steady counter."""

from __future__ import annotations

from datetime import timedelta

from app.desk.cancellation.refund_quote import booking_of
from app.desk.model.sale import Draft, Receipt
from tests.support.counter import accepted_seats
from tests.support.desk.all_sales import all_sales
from tests.support.ui.scenes import Journey, Traveller


async def sold(clerk: Traveller, draft: Draft) -> Receipt:
    """Sell at the desk, with time before and after it."""
    clerk.time.passed += timedelta(minutes=7)
    receipt = await clerk.counter.book(draft)
    clerk.time.passed += timedelta(seconds=9)
    await clerk.counter.desk.wallet.read()
    return receipt


async def sell_some(clerk: Traveller) -> None:
    """Two activities and a boat; a cancelled seat, and a top-up that was not made here."""
    desk = clerk.counter.desk
    clerk.counter.world.set_wallet(cash=12000, credit_left=40000)
    clerk.time.passed += timedelta(minutes=1)
    await desk.wallet.read()
    first = await sold(clerk, await clerk.counter.draft(qty=3))
    await sold(clerk, await clerk.counter.draft(number=1))
    await sold(clerk, await clerk.counter.boat())
    sale = next(each for each in all_sales(desk.bookings) if each.booking_ref == first.booking_ref)
    clerk.time.passed += timedelta(minutes=5)
    await desk.cancellation.confirm(await accepted_seats(desk, booking_of(sale), 1), lambda _: None)
    clerk.time.passed += timedelta(minutes=1)
    wallet = await desk.wallet.read()
    clerk.time.passed += timedelta(minutes=4)
    clerk.counter.world.set_wallet(cash=wallet.cash + 60000)
    await desk.wallet.read()
    clerk.time.passed += timedelta(minutes=30)


async def close_day(clerk: Traveller) -> None:
    """The day as it is, with and without the wallet; then closed by name."""
    robot, days = clerk.robot, clerk.counter.desk.day_close
    await days.duty.add("Asha Rao", "4711")
    await days.duty.take_over("4711")
    await sell_some(clerk)
    robot.keys("Alt+4")
    await robot.until(lambda: robot.is_shown("day_agrees"))
    await clerk.readings_ended()
    await clerk.take("10-day-close")
    robot.keys("F8")
    await clerk.take("10-day-close-net-hidden")
    robot.keys("F8", "Alt+0")
    await robot.until(lambda: robot.focused == "duty_pin")
    await clerk.take("10-who-takes-over")
    robot.keys("Escape", "Ctrl+Return")
    await robot.until(lambda: robot.focused == "closing_pin")
    robot.type("4711")
    await clerk.take("10-closing")
    robot.keys("Return")
    await robot.until(lambda: not robot.is_shown("day_close"))
    await clerk.take("10-day-closed")
    robot.keys("Ctrl+Right")
    await robot.until(lambda: robot.sees("Nothing was sold"))
    await clerk.take("10-day-after")


async def refuse_to_close(clerk: Traveller) -> None:
    """A day with an unknown outcome."""
    robot, counter = clerk.robot, clerk.counter
    ready = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.after_work("create_booking", silent=False)
    await counter.desk.selling.book(ready, lambda _: None)
    clerk.time.passed += timedelta(minutes=10)
    robot.keys("Alt+4")
    await robot.until(lambda: robot.sees("1 order has an unknown outcome."))
    await clerk.readings_ended()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "settle_first")
    await clerk.take("10-day-cannot-be-closed")


CLOSING: tuple[Journey, ...] = (close_day, refuse_to_close)

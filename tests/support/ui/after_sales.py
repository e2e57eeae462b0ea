"""Every screen and state after a sale: cancelling, and what to do when an answer is lost."""

from __future__ import annotations

from datetime import timedelta

from app.core.language import tr
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.practice.world.orders import CancelOrder, OrderModule
from tests.support.ui.basket_scenes import BASKETS
from tests.support.ui.line_scenes import name_trips, type_lines
from tests.support.ui.moving_scenes import MOVING
from tests.support.ui.scenes import SELLING, Journey, Traveller
from tests.support.ui.storm_scenes import STORMS
from tests.support.ui.wallet_scenes import look_at_wallet


async def cancel_some(clerk: Traveller) -> None:
    """A traveller of a boat, then seats of an activity, whose refund is not stated."""
    robot = clerk.robot
    boat = await clerk.counter.boat()
    for draft in (await clerk.counter.draft(), boat):
        await clerk.counter.book(draft)
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("Delete")
    await robot.until(lambda: len(clerk.rows("traveller_pick")) > 1)
    robot.keys("Down", "Space")
    await clerk.armed()
    await clerk.take("08a-cancel-travellers")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    await clerk.take("08c-cancelled")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("Down", "Delete")
    await clerk.armed()
    await clerk.take("08b-cancel-seats")
    clerk.counter.faults.answer("cancel_booking", OtherAnswer(200, b'{"status": "SUCCESS", "note": "later"}'))
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("accept_quote"))
    await clerk.take("08d-refund-not-stated")


async def find_bookings(clerk: Traveller) -> None:
    """The bookings of this counter: a boat and an activity with what the service says, and one looked up."""
    robot = clerk.robot
    boat = await clerk.counter.boat()
    for draft in (await clerk.counter.draft(), boat):
        await clerk.counter.book(draft)
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("check_status"))
    robot.keys("F5")
    await robot.until(lambda: robot.sees("Total price"))
    await clerk.readings_ended()
    await clerk.take("07-bookings")
    robot.keys("Down")
    await robot.until(lambda: robot.sees("Wallet pays"))
    robot.keys("F5")
    await robot.until(lambda: robot.sees("Balance"))
    await clerk.readings_ended()
    await clerk.take("07b-booking-activity")
    robot.keys("F8")
    await clerk.take("07c-booking-net-hidden")
    robot.keys("F8", "F3")
    robot.type("Ring before 18:00.")
    robot.keys("Tab")
    robot.type("Pick-up 06:15, gate of Hotel Sea Shell.")
    await clerk.take("26-notes")
    robot.keys("Escape", "Escape", "O")
    robot.type("AB12")
    await clerk.take("07d-open-a-pnr")


async def lose_sale(clerk: Traveller) -> None:
    """An order whose answer is lost: what the wallet tells, and what a person may say."""
    robot, counter = clerk.robot, clerk.counter
    counter.world.older = True
    await clerk.review()
    counter.faults.after_work("create_booking", silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("outcome_page"))
    robot.keys("F5")
    await robot.until(lambda: "most likely" in clerk.text("verdict"))
    await clerk.readings_ended()
    await clerk.take("06-outcome-unknown")
    clerk.time.passed = timedelta(seconds=185)
    robot.keys("Tab", "Tab", "Tab", "Space")
    await robot.until(lambda: robot.focused == "by")
    await clerk.take("06-say-not-booked")


async def lose_cancellation(clerk: Traveller) -> None:
    """A cancellation whose answer is lost: read, unchanged, then and said not to be made."""
    robot, faults = clerk.robot, clerk.counter.faults
    receipt = await clerk.counter.sell(qty=3)
    await _lose_cancellation(clerk)
    await clerk.take("08e-cancel-unknown")
    clerk.time.passed += timedelta(seconds=185)
    for _ in range(2):
        seen = clerk.text("finding")
        robot.keys("F5")
        await robot.until(lambda seen=seen: clerk.text("finding") != seen)
    await clerk.armed()
    await clerk.take("08f-cancel-unchanged")
    robot.type("Asha")
    robot.keys("Tab")
    robot.type("Operator, by phone")
    robot.keys("Tab", "Space")
    await robot.until(lambda: robot.is_shown("back_to_bookings"))
    await robot.until(lambda: robot.find("rail_bookings").accessibleName() == tr("Bookings"))
    await clerk.take("08g-not-cancelled")
    robot.keys("Return")
    clerk.counter.world.cancel(CancelOrder("other", receipt.booking_ref, OrderModule.ACTIVITY, 1, ()))
    await _lose_cancellation(clerk)
    clerk.counter.world.cancel(CancelOrder("more", receipt.booking_ref, OrderModule.ACTIVITY, 2, ()))
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("record_cancelled"))
    await clerk.take("08h-cancel-with-operator")
    faults.clear()


async def cancel_elsewhere(clerk: Traveller) -> None:
    """A boat of another counter by its PNR, and a traveller's number that is another person's."""
    robot = clerk.robot
    receipt = await clerk.counter.book(await clerk.counter.boat())
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("X")
    robot.type(receipt.booking_ref)
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    await clerk.take("08i-find-booking")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    (booking,) = clerk.counter.world.bookings
    robot.keys("Down", "Space")
    robot.type(str(booking.seats[2].passenger_id))
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "traveller_pick")
    await clerk.take("08j-wrong-traveller-id")


async def _lose_cancellation(clerk: Traveller) -> None:
    """Cancel one seat of the newest booking, hear nothing, and read it once."""
    robot = clerk.robot
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("Delete")
    await clerk.armed()
    clerk.counter.faults.before_work(CONFIRM, silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))
    robot.keys("F5")
    await robot.until(lambda: "reading" in clerk.text("finding"))


JOURNEYS: tuple[Journey, ...] = (
    *SELLING,
    *BASKETS,
    type_lines,
    name_trips,
    *STORMS,
    *MOVING,
    find_bookings,
    cancel_some,
    lose_sale,
    lose_cancellation,
    cancel_elsewhere,
    look_at_wallet,
)

"""A counter with the board of those who travel switched on, and a day of parties."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

from app.desk.free_now.seat_watches import Watch
from app.desk.model.boats import BoatDraft
from app.desk.model.office_rules import TravellingRules
from app.desk.model.sale import Receipt
from app.desk.to_do.values import Reminder
from app.desk.travelling.values import ToldState
from tests.support.ui.scenes import Journey, Traveller
from tests.support.ui.selling import Clerk
from tests.support.ui.taking_payment import TILL

PEOPLE = ("Arjun Nair", "Kavya Menon", "Rohan Das", "Sunita Patil")
REMINDER = ("Call back about the honeymoon trip", "Asha")
WAITING = ("Deepak Verma", "9810042219")
"""Who waits for seats."""


async def switched_on(clerk: Clerk) -> Clerk:
    """The same counter with the board."""
    clerk.counter.desk.rules.travelling = TravellingRules(is_on=True)
    clerk.routing.obey_rules()
    await clerk.robot.until(lambda: clerk.window.offered)
    return clerk


async def sold_seats(clerk: Clerk, name: str, slot: int = 0, qty: int = 2) -> Receipt:
    """Seats of an activity of today for a customer of this name, each with another phone number."""
    draft = await clerk.counter.draft(slot, qty)
    phone = f"98765{sum(map(ord, name)):05}"
    receipt = await clerk.counter.book(
        replace(draft, customer_name=name, customer_phone=phone, customer_email="someone@example.com")
    )
    await clerk.counter.desk.remember()
    return receipt


async def sold_boat(clerk: Clerk, name: str = "Arjun Nair") -> Receipt:
    """The boat of the samples tomorrow."""
    draft: BoatDraft = replace(await clerk.counter.boat(), customer_name=name)
    receipt = await clerk.counter.book(draft)
    await clerk.counter.desk.remember()
    return receipt


async def opened(clerk: Clerk) -> None:
    """The board of today, with the keyboard in its list of departures."""
    clerk.robot.keys("Alt+6")
    await clerk.robot.until(lambda: clerk.rows("departures_of_day"))
    assert clerk.robot.focused == "departures_of_day"


async def see_who_travels(clerk: Traveller) -> None:
    """The board of a day: told and not, voucher and none, owed, and one that is cancelled elsewhere."""
    await _a_day(clerk)
    await opened(clerk)
    await clerk.take("19-travelling-board")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "parties")
    clerk.robot.keys("Down", "Space")
    await clerk.take("19-travelling-party")
    clerk.robot.keys("Escape", "Ctrl+Left")
    await clerk.robot.until(lambda: clerk.robot.sees("The next is"))
    await clerk.take("19-travelling-nobody")


async def tell_who_travels(clerk: Traveller) -> None:
    """A message to one party after the other, and a number that lacks its country code."""
    await _a_day(clerk)
    await opened(clerk)
    robot = clerk.robot
    robot.keys("M")
    await robot.until(lambda: robot.focused == "round_parties")
    await clerk.take("19-messages")
    robot.keys("C")
    await robot.until(lambda: robot.sees("Copied") or robot.find("go_on_telling"))
    await clerk.take("19-messages-copied")
    robot.keys("F2")
    await robot.until(lambda: robot.focused == "message_own_text")
    await clerk.take("19-messages-changed")


async def see_what_is_to_do(clerk: Traveller) -> None:
    """What this counter keeps: seats that are back, a reminder, what is owed, and who is not told."""
    await _a_day(clerk)
    robot, desk = clerk.robot, clerk.counter.desk
    day, now = desk.reader.today() + timedelta(days=1), desk.reader.now_here()
    looked = Watch("boat 7", "boat 7", "Two islands", day, time(9), 4, *WAITING, now, None, 9, now)
    desk.seat_watches.begin(replace(looked, seats=5, read=now))
    desk.seat_watches.begin(replace(looked, name=PEOPLE[0], begun=now + timedelta(seconds=1), seats=2))
    text, by = REMINDER
    await desk.to_do.keep(Reminder("call", desk.to_do.now(), text, clerk=by))
    clerk.flows.to_do.obey(shown=True)
    robot.keys("Alt+8")
    await robot.until(lambda: clerk.rows("to_do_list") and robot.sees(text))
    robot.keys("Alt+G", "Alt+G")
    await clerk.take("27-to-do")


async def _a_day(clerk: Traveller) -> None:
    """Four parties of two slots; some of them are told, and hold a voucher."""
    clerk.counter.desk.rules.till = TILL
    await switched_on(clerk)
    sold = [await sold_seats(clerk, name) for name in PEOPLE[:3]]
    await sold_seats(clerk, PEOPLE[3], slot=1)
    travelling = clerk.counter.desk.travelling
    await travelling.tell((sold[0].request_id,), ToldState.TOLD, "chat")
    await travelling.tell((sold[1].request_id,), ToldState.NOT_REACHED)
    await travelling.hand((sold[0].request_id, sold[2].request_id), is_handed=True)


TRAVELLING: tuple[Journey, ...] = (see_who_travels, tell_who_travels, see_what_is_to_do)

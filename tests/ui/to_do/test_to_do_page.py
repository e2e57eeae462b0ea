"""To do at the real window, by its keys: what waits, what is done, and what rings."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from app.desk.model.office_rules import TillRules, TravellingRules
from app.desk.model.sale import DraftAsRead
from app.desk.to_do import to_do_desk
from app.desk.to_do.values import Reminder
from tests.desk.moving.test_moves import failing
from tests.support.counter import open_desk
from tests.support.desk.virtual_time import lose_answer
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.taking_payment import TILL
from tests.support.ui.travelling_day import PEOPLE, sold_boat, sold_seats
from tests.ui.free_now.test_seat_watch import boat_watches, leave


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        rules = opened.counter.desk.rules
        rules.till, rules.travelling = TILL, TravellingRules(is_on=True)
        opened.routing.obey_rules()
        yield opened


async def opened(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+8")
    await clerk.robot.until(lambda: clerk.robot.is_shown("to_do_page") and clerk.text("to_do_sum") != "")


async def kept(clerk: Clerk, text: str = "Call back", link: str = "") -> None:
    now = clerk.counter.desk.to_do.now()
    await clerk.counter.desk.to_do.keep(Reminder(text, now, text, link, "Asha"))


def kinds(clerk: Clerk) -> list[str]:
    return [row.split(", ")[2] for row in clerk.rows("to_do_list") if not row.endswith("heading")]


async def test_without_a_till_nothing_is_said_of_money(clerk: Clerk) -> None:
    await opened(clerk)
    assert clerk.robot.sees("Nothing is to be done.")
    assert clerk.text("to_do_kept").startswith("From what this office keeps.")
    await sold_seats(clerk, PEOPLE[0])
    clerk.counter.desk.rules.till = TillRules()
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: kinds(clerk) == ["1 of 1 parties not told"])
    assert clerk.text("to_do_kept") == "The till is off, so nothing is said of money."


async def test_three_keys_open_what_is_owed_and_esc_comes_back_to_it(clerk: Clerk) -> None:
    robot = clerk.robot
    await sold_seats(clerk, PEOPLE[1])
    await sold_boat(clerk)
    # The first question to the service would be cut; none is asked.
    clerk.counter.faults.before_work("*", silent=False)
    await opened(clerk)
    assert clerk.text("to_do_sum") == "0 now, 4 today, 0 later"
    assert kinds(clerk) == ["Owed before travel", "1 of 1 parties not told"] * 2
    boat = "Today, 3 of 4, Owed before travel, Swaraj Dweep day return, tomorrow 07:15, Arjun Nair, "
    assert boat in clerk.rows("to_do_list")[3]
    robot.keys("Down", "Down", "Return")
    await robot.until(lambda: robot.is_shown("record_payment"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("to_do_page") and clerk.text("to_do_about").startswith("Swaraj"))
    robot.keys("M")
    await robot.until(lambda: robot.focused == "round_parties")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("to_do_page") and clerk.text("to_do_about").startswith("Swaraj"))
    robot.keys("Down", "M")
    await robot.until(lambda: robot.focused == "round_parties")
    assert clerk.counter.faults.armed


async def test_a_reminder_is_two_keys_and_its_words_and_hangs_on_what_is_on_screen(clerk: Clerk) -> None:
    robot, receipt = clerk.robot, await clerk.counter.sell()
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    robot.keys("Alt+R")
    await robot.until(lambda: robot.focused == "reminder")
    robot.type("call")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Begin with a time or day to come"))
    robot.type("23:00")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Say of what, behind the time."))
    robot.type("23:00 call back")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Kept for"))
    await opened(clerk)
    robot.keys("Ctrl+F")
    robot.type("back")
    await robot.until(lambda: kinds(clerk) == ["call back"])
    robot.find("to_do_list").setFocus()
    assert receipt.booking_ref in clerk.rows("to_do_list")[1]
    # Another time moves nothing under the hand, but says it at once.
    robot.keys("L")
    await robot.until(lambda: robot.focused == "later")
    robot.type("+2 11:30")
    robot.keys("Return")
    await robot.until(lambda: ", 11:30, " in clerk.rows("to_do_list")[1])
    assert clerk.rows("to_do_list")[1].startswith("Today, ")
    robot.keys("Return")
    await robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)
    await opened(clerk)
    assert clerk.text("to_do_sum").endswith(", 1 later")


async def test_what_is_new_waits_and_what_is_done_stays_until_it_is_sorted_anew(clerk: Clerk) -> None:
    robot = clerk.robot
    await kept(clerk)
    await opened(clerk)
    assert kinds(clerk) == ["Call back"]
    assert clerk.rows("to_do_list")[1].startswith("Now, 1 of 1, Call back, Own words, Asha, ")
    await kept(clerk, "Mail")
    await robot.until(lambda: robot.is_shown("more_to_do"))
    assert kinds(clerk) == ["Call back"]
    robot.keys("D")
    await robot.until(lambda: clerk.rows("to_do_list")[1].endswith("Done"))
    robot.keys("F5")
    await robot.until(lambda: kinds(clerk) == ["Mail"])
    assert not robot.is_shown("more_to_do")
    robot.keys("M")
    await robot.until(lambda: robot.sees("This is about no booking, so there is no message."))
    # Where nothing stands, what is new stands at once: "Nothing is to be done" would be untrue.
    robot.keys("D")
    await robot.until(lambda: clerk.rows("to_do_list")[1].endswith("Done"))
    robot.keys("F5")
    await robot.until(lambda: robot.sees("Nothing is to be done."))
    await kept(clerk, "Ring")
    await robot.until(lambda: kinds(clerk) == ["Ring"])
    assert not robot.is_shown("more_to_do")


@beside_others
async def test_two_that_are_done_at_once_are_both_kept(clerk: Clerk) -> None:
    for text in ("Call back", "Mail"):
        await kept(clerk, text)
    await opened(clerk)
    clerk.robot.keys("D", "Down", "D")
    await clerk.robot.until(lambda: all(row.endswith("Done") for row in clerk.rows("to_do_list")[1:]))
    assert clerk.counter.desk.to_do.due() == ()


@beside_others
async def test_a_quotation_is_read_anew_or_not_wanted_any_more(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    draft = replace(await clerk.counter.draft(), customer_name="Arjun Nair", customer_phone="9845012377")
    await desk.quotations.write((DraftAsRead(draft, desk.reader.now_here()),))
    await opened(clerk)
    await robot.until(lambda: kinds(clerk) == ["Quotation Q-0001 not booked"])
    robot.keys("Return")
    await robot.until(lambda: robot.sees("This is Q-0001. Time and prices are as quoted."))
    await opened(clerk)
    robot.keys("Delete")
    await robot.until(lambda: clerk.rows("to_do_list")[1].endswith("Done"))


async def test_what_is_not_known_is_neither_put_off_nor_ticked_off(clerk: Clerk) -> None:
    robot = clerk.robot
    await lose_answer(clerk.counter, worked=True)
    clerk.flows.to_do.obey(shown=True)
    clerk.routing.count_open()
    await robot.until(lambda: robot.find("rail_to_do").accessibleName() == "To do, 1 needs an answer")
    await opened(clerk)
    assert kinds(clerk)[0] == "Outcome not known"
    robot.keys("L")
    await robot.until(lambda: robot.sees("it stands until it is settled"))
    robot.keys("D")
    await robot.until(lambda: robot.sees("It goes by itself once it is settled."))
    robot.keys("Return")
    await robot.until(lambda: robot.sees("The service may or may not have booked this."))


async def test_a_reminder_rings_until_it_is_put_away_and_never_over_a_page_of_money(clerk: Clerk) -> None:
    robot = clerk.robot
    await sold_seats(clerk, PEOPLE[1])
    await kept(clerk, "Ask the jetty")
    rings = clerk.counter.desk.to_do.now().strftime("%H:%M Ask the jetty")
    await robot.until(lambda: robot.sees(rings))
    await opened(clerk)
    robot.keys("Down", "Return")
    await robot.until(lambda: robot.is_shown("record_payment"))
    assert not robot.sees(rings)
    robot.keys("Escape")
    await robot.until(lambda: robot.sees(rings))
    robot.keys("Alt+G")
    await robot.until(lambda: not robot.sees(rings))


@beside_others
async def test_a_watch_is_changed_and_seats_that_are_back_are_sold_or_ended_from_here(clerk: Clerk) -> None:
    robot, watches = clerk.robot, clerk.counter.desk.seat_watches
    (watch,) = await boat_watches(clerk, "Deepak Verma")
    await opened(clerk)
    assert clerk.rows("to_do_list")[1].startswith("Later, 1 of 1, Watched for 4 seats, ")
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "watch_people")
    robot.keys("Backspace")
    robot.type("3")
    robot.keys("Return")
    assert [each.people for each in watches.held] == [3]
    leave(clerk, watch, 5)
    now = clerk.counter.desk.reader.now_here()
    watches.note(watch, lambda each: replace(each, seats=5, looks=9, looked=now, read=now))
    await robot.until(lambda: robot.is_shown("more_to_do"))
    robot.keys("F5")
    await robot.until(lambda: kinds(clerk) == ["5 seats are back"])
    heard = clerk.rows("to_do_list")[1]
    assert heard.startswith("Now, 1 of 1, 5 seats are back, 3 are wanted, ")
    assert heard.endswith(", Deepak Verma, read {}, no hold".format(now.strftime("%H:%M:%S")))
    robot.keys("L")
    await robot.until(lambda: robot.sees("it stands until it is settled"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    await opened(clerk)
    robot.keys("Delete")
    await robot.until(lambda: clerk.rows("to_do_list")[1].endswith("Done"))
    assert watches.held == ()


@beside_others
async def test_an_open_change_of_date_stands_here_until_it_is_settled(clerk: Clerk) -> None:
    robot, counter = clerk.robot, clerk.counter
    await counter.sell()
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("cancel_booking"))
    robot.keys("R")
    await robot.until(lambda: robot.is_shown("spend") and robot.find("spend").isEnabled())
    counter.faults.after_work("create_booking", silent=False)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("move_state_page"))
    await opened(clerk)
    heard = next(row for row in clerk.rows("to_do_list") if "Moved from" in row)
    assert heard.startswith("Now, 1 of 1, Outcome not known, ")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("move_state_page"))


async def test_what_is_typed_stays_until_the_disk_has_it(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = clerk.robot
    robot.keys("Alt+R")
    await robot.until(lambda: robot.focused == "reminder")
    robot.type("23:00 call back")
    with monkeypatch.context() as full:
        full.setattr(to_do_desk, "write_value", failing(OSError(28, "No space left on device")))
        robot.keys("Return")
        await robot.until(lambda: robot.sees("This could not be written to this disk."))
    assert clerk.text("reminder") == "23:00 call back"
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Kept for"))
    assert [each.text for each in clerk.counter.desk.to_do.reminders] == ["call back"]


@beside_others
async def test_a_booking_of_another_counter_is_nothing_to_hang_on(clerk: Clerk, tmp_path: Path) -> None:
    robot, mine = clerk.robot, await clerk.counter.sell()
    async with open_desk(tmp_path / "other", clerk.counter.server) as other:
        pnr = (await other.book(await other.draft())).booking_ref
    robot.keys("Alt+2")
    await robot.until(lambda: clerk.text("detail_pnr") == mine.booking_ref)
    robot.keys("X")
    await robot.until(lambda: robot.focused == "booking_ref")
    robot.type(pnr)
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("booking_state"))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("cancel_page"))
    robot.keys("Alt+R")
    await robot.until(lambda: robot.focused == "reminder")
    robot.type("23:00 call back")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Kept for"))
    (kept,) = clerk.counter.desk.to_do.reminders
    assert kept.link == ""

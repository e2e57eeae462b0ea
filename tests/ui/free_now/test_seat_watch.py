"""Watching for seats, by keyboard over the real window."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.core.language import tr
from app.desk.free_now import seat_watches
from app.desk.free_now.free_rows import start_of
from app.desk.free_now.seat_watches import Watch
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.service.cutoffs import travel_day
from app.ui.flows import seat_watch_flow
from app.ui.flows.navigation import STAY
from app.ui.flows.seat_watch_flow import SeatWatchFlow
from app.ui.passengers.passengers_page import PassengersPage
from tests.support.desk.virtual_time import VirtualTime
from tests.support.proof import beside_others
from tests.support.ui.robot import Robot
from tests.support.ui.selling import NAME, PHONE, Clerk, selling
from tests.ui.free_now.test_free_now_page import BOAT, choose, open_free


@pytest.fixture
def beeps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows with each sound; it is looked all the time, of which none is night."""
    heard = list[int]()
    monkeypatch.setattr(QApplication, "beep", lambda: heard.append(1))
    monkeypatch.setattr(seat_watch_flow, "LOOK_EVERY_MS", 20)
    monkeypatch.setattr(seat_watches, "_MORNING", time.min)
    monkeypatch.setattr(seat_watches, "_EVENING", time.max)
    return heard


async def boat_watches(clerk: Clerk, *names: str) -> list[Watch]:
    """Watches for four people each on boats of tomorrow, one on each, which have too few seats."""
    reader, catalogue = clerk.counter.desk.reader, clerk.counter.desk.catalogue
    day, made = reader.today() + timedelta(days=1), list[Watch]()
    boats = [each for each in (await catalogue.departures(day)).departures if each.is_live and each.is_open]
    for number, (name, boat) in enumerate(zip(names, boats, strict=False)):
        start, begun = start_of(BoatDraft(boat), None, 4), reader.now_here() + timedelta(microseconds=number)
        who = name, "98450 12377", begun, start.closes(reader.service_now())
        watch = Watch(start.key, start.trip, start.title, day, start.starts, 4, *who)
        leave(clerk, watch, 1)
        clerk.counter.desk.seat_watches.begin(watch)
        made.append(watch)
    return made


def leave(clerk: Clerk, watch: Watch, seats: int) -> None:
    clerk.counter.world.leave_seats(int(watch.key.split()[1]), seats, day=watch.day)


def lists_watches(robot: Robot) -> bool:
    """Whether the sheet has anything of the watches of this desk: heading, key or list."""
    return robot.is_shown("watches") or robot.sees("Watches of this desk") or robot.sees("End it")


def said(robot: Robot) -> str:
    """What the window says for some seconds."""
    return robot.find("toast").accessibleName()


async def test_seats_that_come_back_are_heard_and_sold_and_what_is_ended_is_gone(
    tmp_path: Path, beeps: list[int]
) -> None:
    passing = VirtualTime()
    async with selling(tmp_path, computer=passing.now, remembers=True) as clerk:
        await clerk.list_read()
        robot, watches = clerk.robot, clerk.counter.desk.seat_watches
        robot.keys("Ctrl+Right")
        page = await open_free(clerk, "4")
        start = await choose(clerk, page, BOAT)
        assert start.reason == "3 seats, 4 are wanted"
        robot.keys("S", "Tab")
        assert start.day is not None
        assert robot.sees(f"{start.title}, {formats.day_medium(start.day)} 09:00")
        assert not lists_watches(robot)
        robot.type(NAME)
        robot.keys("Return")
        (watch,) = watches.held
        assert f" 09:00, for {NAME} (4). Next look " in said(robot)
        assert (watch.people, watch.name, watch.seats) == (4, NAME, 3)
        leave(clerk, watch, 5)
        passing.let_pass(130)
        await robot.until(lambda: robot.sees("5 seats on Two islands"))
        assert clerk.window.current_page is page
        assert beeps == [1]
        robot.keys("Alt+N", "Return")
        await robot.until(lambda: robot.is_shown("passengers_page"))
        form = clerk.window.current_page
        assert isinstance(form, PassengersPage)
        assert (form.draft.customer_name, len(form.draft.passengers)) == (NAME, 4)
        robot.keys("Escape", "S")
        await robot.until(lambda: lists_watches(robot))
        robot.type("9")
        robot.keys("Return")
        assert robot.sees("42 seats can be sold now.")
        robot.keys("Tab", "Tab", "Tab", "Delete")
        assert watches.held == ()
        assert not lists_watches(robot)
        assert robot.focused == "watch_people"
        robot.keys("Tab", "Tab", "Tab")
        assert robot.focused == "answer_close"
        assert not robot.sees("5 seats on Two islands")


async def test_the_notice_that_is_read_stays_until_it_is_put_away(tmp_path: Path, beeps: list[int]) -> None:
    passing = VirtualTime()
    async with selling(tmp_path, computer=passing.now, remembers=True) as clerk:
        await clerk.list_read()
        robot, watches = clerk.robot, clerk.counter.desk.seat_watches
        asha, deepak = await boat_watches(clerk, "Asha Rao", "Deepak Verma")
        leave(clerk, deepak, 5)
        passing.let_pass(130)
        await robot.until(lambda: robot.sees("for Deepak Verma (4)."))
        robot.keys("Alt+N")
        leave(clerk, asha, 6)
        passing.let_pass(200)
        await robot.until(lambda: watches.held[0].is_found)
        assert len(beeps) == 2
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("passengers_page"))
        form = clerk.window.current_page
        assert isinstance(form, PassengersPage)
        assert form.draft.customer_name == "Deepak Verma"
        robot.click("put_away")
        await robot.until(lambda: robot.sees("for Asha Rao (4)."))


@beside_others
async def test_without_the_sound_of_the_settings_it_is_only_shown(tmp_path: Path, beeps: list[int]) -> None:
    passing = VirtualTime()
    async with selling(tmp_path, computer=passing.now, remembers=True) as clerk:
        await clerk.list_read()
        clerk.counter.desk.rules.let_sound(has_sound=False)
        (watch,) = await boat_watches(clerk, "Asha Rao")
        leave(clerk, watch, 5)
        passing.let_pass(130)
        await clerk.robot.until(lambda: clerk.robot.sees("5 seats on"))
        assert beeps == []


@beside_others
async def test_a_booking_that_begins_while_seats_are_read_anew_stays_on_screen(
    tmp_path: Path, beeps: list[int]
) -> None:
    passing = VirtualTime()
    async with selling(tmp_path, computer=passing.now, remembers=True) as clerk:
        await clerk.list_read()
        robot, faults, watches = clerk.robot, clerk.counter.faults, clerk.counter.desk.seat_watches
        (watch,) = await boat_watches(clerk, "Asha Rao")
        leave(clerk, watch, 5)
        passing.let_pass(130)
        await robot.until(lambda: beeps)
        await clerk.review()
        reading, booking = faults.hold("search_availability"), faults.hold("create_booking")
        robot.keys("Alt+N", "Return")
        await robot.until(lambda: len(faults.armed) == 1)
        robot.keys("Ctrl+Return")
        await robot.until(lambda: not faults.armed)
        reading.set_result(None)
        await robot.until(lambda: watches.held[0].looks == 2)
        assert robot.sees("Nothing is sent twice.")
        assert said(robot) == tr(STAY)
        booking.set_result(None)
        await robot.until(lambda: robot.is_shown("booking_ref"))


@beside_others
async def test_seats_wait_while_a_booking_runs_and_it_is_said_when_they_are_gone_again(
    tmp_path: Path, beeps: list[int]
) -> None:
    passing = VirtualTime()
    async with selling(tmp_path, computer=passing.now, remembers=True) as clerk:
        await clerk.list_read()
        robot = clerk.robot
        (watch,) = await boat_watches(clerk, "Asha Rao")
        leave(clerk, watch, 5)
        passing.let_pass(130)
        await robot.until(lambda: beeps)
        await clerk.review()
        booking = clerk.counter.faults.hold("create_booking")
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.sees("Nothing is sent twice."))
        robot.keys("Alt+N", "Return")
        assert said(robot) == tr(STAY)
        booking.set_result(None)
        await robot.until(lambda: robot.is_shown("booking_ref"))
        leave(clerk, watch, 3)
        robot.keys("Alt+N", "Return")
        await robot.until(lambda: "for Asha Rao (4). Gone again at " in said(robot))
        assert robot.is_shown("booking_ref")


@beside_others
async def test_an_ended_flow_looks_no_more(tmp_path: Path) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        before = set(clerk.window.findChildren(QTimer))
        flow = SeatWatchFlow(clerk.window, clerk.counter.desk, clerk.flows)
        (timer,) = set(clerk.window.findChildren(QTimer)) - before
        flow.end()
        assert not timer.isActive()


async def test_what_was_found_before_a_restart_is_told_once_it_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beeps: list[int]
) -> None:
    # The night, in which nothing is looked at.
    monkeypatch.setattr(seat_watches, "_MORNING", time.max)
    async with selling(tmp_path, remembers=True) as clerk:
        await clerk.list_read()
        (watch,) = await boat_watches(clerk, "Asha Rao")
        earlier = watch.begun - timedelta(hours=1)
        watches = clerk.counter.desk.seat_watches
        watches.note(watch, lambda each: replace(each, seats=5, looks=9, looked=earlier, read=earlier))
        await clerk.robot.until(lambda: clerk.robot.sees("5 seats on"))
        await watches.finish()
    beeps.clear()
    async with selling(tmp_path, remembers=True) as clerk:
        robot, watches = clerk.robot, clerk.counter.desk.seat_watches
        await clerk.list_read()
        await robot.until(lambda: watches.held)
        watches.changed()
        assert (beeps, robot.sees("5 seats on")) == ([], False)
        leave(clerk, watch, 5)
        monkeypatch.setattr(seat_watches, "_MORNING", time.min)
        await robot.until(lambda: robot.sees("5 seats on"))
        assert beeps == [1]


async def test_a_slot_without_seats_is_watched_and_whoever_is_sold_it_is_not_waited_for_any_more(
    tmp_path: Path,
) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        await clerk.list_read()
        robot, watches = clerk.robot, clerk.counter.desk.seat_watches
        _, slot = await clerk.counter.slot()
        clerk.counter.world.leave_seats(int(slot.availability_id), 0)
        await clerk.open_slots()
        robot.keys("Down", "S")
        await robot.until(lambda: robot.is_shown("watch_sheet"))
        robot.keys("Tab")
        robot.type(NAME)
        robot.keys("Return")
        assert [each.starts for each in watches.held] == [slot.starts]
        clerk.counter.world.leave_seats(int(slot.availability_id), 9)
        robot.keys("Escape")
        await clerk.sold()
        assert watches.held == ()


async def test_a_sale_ends_what_its_customer_waited_for_and_nothing_else(tmp_path: Path) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        draft, watches, reader = (
            await clerk.ready(),
            clerk.counter.desk.seat_watches,
            clerk.counter.desk.reader,
        )
        start, day = start_of(draft, reader.moment(), 1), travel_day(draft)
        assert day is not None
        same = Watch(
            start.key, start.trip, start.title, day, start.starts, 4, NAME, "", reader.now_here(), None
        )
        ended = (
            same,
            replace(same, name=NAME.upper(), phone=f"+91 {PHONE}"),
            replace(same, name="Who pays for it", phone=PHONE),
        )
        kept = (
            replace(same, key=f"{start.trip} 4 16", starts=time(16)),
            replace(same, day=day + timedelta(days=1)),
            replace(same, phone="90000 54321"),
            replace(same, name="Asha Rao"),
        )
        for each in (*ended, *kept):
            watches.begin(each)
        await clerk.sold()
        assert watches.held == kept

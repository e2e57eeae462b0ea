"""Time that passes over a sale being typed: a cutoff on each of its pages, and midnight."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from app.api.wire import monotonic_clock
from app.desk.desk import local_now
from app.desk.model.formats import day_long, day_short
from app.ui.flows import watches
from app.ui.kit.controls.stepper import Stepper
from tests.support.ui.selling import NAME, Clerk, selling

pytestmark = pytest.mark.prove("minutes that are waited for")


class Watch:
    """The clock of this computer, which can be put on; the service's time goes with it."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return local_now() + self.ahead


async def near_the_end(clerk: Clerk, watch: Watch) -> None:
    """Four minutes before the first slot closes."""
    _, slot = await clerk.counter.slot()
    assert slot.closes_at is not None
    watch.ahead = slot.closes_at - clerk.counter.desk.reader.service_now() - timedelta(minutes=4)


async def test_a_cutoff_passes_while_the_sale_is_looked_at(tmp_path: Path) -> None:
    watch = Watch()
    async with selling(tmp_path, computer=watch) as clerk:
        robot = clerk.robot
        await near_the_end(clerk, watch)
        await clerk.fill()
        await robot.until(lambda: clerk.text("sale_closing").startswith("Booking closes in 3 min"))
        robot.keys("Ctrl+Return")
        await clerk.armed()
        before = clerk.text("sale_closing")
        await robot.until(lambda: clerk.text("sale_closing") != before)
        watch.ahead += timedelta(minutes=5)
        await robot.until(lambda: clerk.text("way_on") == "Pick another slot")
        assert clerk.text("obstacle").startswith("Booking closed at ")
        assert robot.focused == "way_on"
        assert not robot.is_shown("sale_closing")
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("slots_page"))
        assert robot.find("customer_name", QLineEdit).text() == NAME
        assert clerk.counter.journal.attempts() == ()


async def test_what_closed_in_the_same_second_is_not_sent(tmp_path: Path) -> None:
    watch = Watch()
    async with selling(tmp_path, computer=watch) as clerk:
        await clerk.review()
        watch.ahead += timedelta(hours=9)
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.text("way_on") == "Pick another slot")
        assert clerk.counter.journal.attempts() == ()
        # The service decides: asked again, it still offers the slot by its own clock.
        watch.ahead -= timedelta(hours=9)
        clerk.robot.keys("F5")
        await clerk.armed()


async def test_midnight_passes_with_the_form_open(tmp_path: Path) -> None:
    watch = Watch()
    async with selling(tmp_path, computer=watch) as clerk:
        robot = clerk.robot
        clerk.counter.world.older = True  # and states no cutoffs
        await clerk.fill()
        assert not robot.is_shown("date_warning")
        watch.ahead = timedelta(hours=20)
        robot.keys("+")
        robot.click("customer_name")
        robot.type("a")
        assert "The service decides whether" in clerk.text("date_warning")
        robot.keys("Ctrl+Return")
        await clerk.armed()
        assert "The service decides whether" in clerk.text("date_warning")
        watch.ahead = timedelta(days=3)
        robot.keys("Ctrl+Return")
        await robot.until(lambda: "has passed. Pick a later day." in clerk.text("obstacle"))
        assert clerk.counter.journal.attempts() == ()
        robot.keys("Return")
        await robot.until(lambda: robot.is_shown("slots_page"))
        assert robot.find("customer_name", QLineEdit).text() == f"{NAME}a"


async def test_a_boat_closes_with_its_day_and_another_is_chosen(tmp_path: Path) -> None:
    watch = Watch()
    async with selling(tmp_path, computer=watch) as clerk:
        robot = clerk.robot
        await clerk.list_read()
        robot.keys("B", "Ctrl+Right")
        await robot.until(lambda: robot.sees(" departures, "))
        robot.keys("Down", "Return", "1", "Ctrl+Return")
        await robot.until(lambda: robot.is_shown("passenger_grid"))
        robot.type("Arjun Nair")
        assert clerk.text("review") == "Review"
        watch.ahead = timedelta(days=2)
        robot.keys("Tab")
        robot.type("41")
        robot.keys("Tab")
        await robot.until(lambda: clerk.text("review") == "Choose another departure")
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("departure_list"))


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """The computer's clock, which the program reads often."""
    monkeypatch.setattr(watches, "LOOK_EVERY_MS", 20)
    return Watch()


@pytest.mark.parametrize("is_typing", [False, True])
async def test_a_list_left_on_today_stands_on_the_new_today_and_a_sale_stays(
    tmp_path: Path, watch: Watch, *, is_typing: bool
) -> None:
    async with selling(tmp_path, computer=watch) as clerk:
        await clerk.list_read()
        day = clerk.window.day
        await clerk.robot.until(lambda: clerk.robot.sees("Today"))
        if is_typing:
            await clerk.fill()
        watch.ahead = timedelta(days=1)
        if is_typing:
            await clerk.robot.until(lambda: clerk.robot.sees("Yesterday"))
            assert clerk.window.day == day
            # Given up, it keeps nobody on a day that is over.
            clerk.robot.keys("Escape", "B")
        await clerk.robot.until(lambda: clerk.window.day == day + timedelta(days=1))
        assert clerk.robot.sees("Today")


async def test_a_sale_of_yesterday_has_its_date(tmp_path: Path, watch: Watch) -> None:
    async with selling(tmp_path, computer=watch) as clerk:
        robot = clerk.robot
        await clerk.review()
        await clerk.armed()
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("booked_page"))
        sold_on = day_short(watch().date())
        await robot.until(lambda: clerk.text("wallet_read_at").startswith("Wallet read "))
        read = clerk.text("wallet_read_at").removeprefix("Wallet read ")
        assert re.fullmatch(r"\d\d:\d\d:\d\d", read)
        assert sold_on not in clerk.text("settled_at")
        clerk.window.show_online(online=False, since=watch())
        watch.ahead = timedelta(days=1)
        await robot.until(lambda: clerk.text("wallet_read_at") == f"Wallet read {sold_on} {read}")
        assert clerk.text("settled_at").startswith(f"{sold_on} ")
        assert clerk.text("offline_words").startswith(f"Offline since {sold_on} ")
        robot.keys("Ctrl+Return", "Alt+2")
        await robot.until(lambda: robot.is_shown("sales_list"))
        await robot.until(lambda: sold_on in robot.find("sale_history").accessibleName())


async def test_a_day_left_open_is_named_when_the_next_one_begins(tmp_path: Path, watch: Watch) -> None:
    async with selling(tmp_path, computer=watch) as clerk:
        await clerk.list_read()
        today = day_long(clerk.counter.desk.day_close.today)
        await clerk.counter.sell()
        assert not clerk.robot.sees("was not closed.")
        clerk.counter.faults.slow("content", 0.01)
        watch.ahead = timedelta(days=1)
        # The service of the tests is on another day, and the wrong clock is said first.
        await clerk.robot.until(lambda: clerk.robot.is_shown("next_notice"))
        clerk.robot.click("next_notice")
        await clerk.robot.until(lambda: clerk.robot.sees(f"{today} was not closed."))
        # What the list shows is of yesterday: it is read again.
        await clerk.robot.until(lambda: not clerk.counter.faults.armed)


async def test_a_count_that_is_a_minute_old_is_not_called_live(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with selling(tmp_path) as clerk:
        await clerk.list_read()
        clerk.robot.keys("B", "Ctrl+Right")
        await clerk.robot.until(lambda: clerk.robot.is_shown("departure_open_until"))
        await clerk.robot.until(lambda: clerk.text("departure_seats").endswith(", live"))
        clerk.robot.keys("Down")
        seen = clerk.text("departure_seats").removesuffix(", live")
        clerk.robot.keys("Return", "2")
        boot_seconds = monotonic_clock.boot_seconds
        monkeypatch.setattr(monotonic_clock, "boot_seconds", lambda: boot_seconds() + 61)
        await clerk.robot.until(lambda: clerk.text("departure_seats").startswith(f"{seen} at "))
        assert not any("Live count" in row for row in clerk.rows("departure_list"))
        # What was counted of the party stays.
        assert clerk.robot.find("count_0", Stepper).value() == 2
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("passenger_grid"))
        assert not clerk.robot.sees("live")
        monkeypatch.setattr(monotonic_clock, "boot_seconds", lambda: boot_seconds() + 301)
        await clerk.robot.until(lambda: "read" in clerk.robot.find("wallet_chip").accessibleName())


async def test_a_list_that_was_left_for_some_minutes_is_read_again_when_it_is_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with selling(tmp_path) as clerk:
        await clerk.list_read()
        clerk.counter.faults.slow("content", 0.01)
        clerk.robot.keys("Alt+2", "Alt+1")
        await clerk.list_read()
        assert clerk.counter.faults.armed
        boot_seconds = monotonic_clock.boot_seconds
        monkeypatch.setattr(monotonic_clock, "boot_seconds", lambda: boot_seconds() + 301)
        clerk.robot.keys("Alt+2", "Alt+1")
        await clerk.robot.until(lambda: not clerk.counter.faults.armed)

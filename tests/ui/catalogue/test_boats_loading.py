"""Reading the departures: skeletons, stale answers, failures, what was kept, and older replies."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.model.formats import day_long, day_medium
from app.lifecycle.connection import memory_of
from app.practice.service.faults import OtherAnswer
from app.ui.kit.basics.mixin import Around
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.month_panel import DayButton
from tests.support.proof import beside_others
from tests.support.ui.boat_clerk import DAY, BoatClerk, at_the_boats


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[BoatClerk]:
    """A clerk before the departures."""
    async with at_the_boats(tmp_path) as opened:
        await opened.read()
        yield opened


async def test_a_refresh_says_so_and_can_be_stopped(clerk: BoatClerk) -> None:
    clerk.robot.keys("Down")
    clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("Reading the departures for"))
    assert clerk.text("departure_title") == "Swaraj Dweep day return"
    clerk.robot.keys("Escape")
    assert clerk.text("departure_count") == "7 departures, 5 open"
    assert clerk.text("departure_title") == "Swaraj Dweep day return"


@beside_others
async def test_another_day_shows_skeletons_only_when_it_takes_long(clerk: BoatClerk) -> None:
    clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: clerk.rows("departure_list") == ["Reading"] * 7)
    assert not clerk.robot.find("add_passengers", Button).isEnabled()
    clerk.robot.keys("Ctrl+Return")
    assert clerk.drafts == []
    clerk.robot.keys("Escape")
    assert clerk.robot.sees("Reading was stopped")
    assert not clerk.robot.is_shown("read_at")
    clerk.robot.keys("F5")
    await clerk.read()
    assert clerk.robot.find("add_passengers", Button).isEnabled()


@pytest.mark.parametrize(("key", "is_counted"), [("Return", True), ("Ctrl+Return", False)])
async def test_a_key_for_the_list_that_is_read_counts_when_it_is_there(
    clerk: BoatClerk, key: str, *, is_counted: bool
) -> None:
    release = clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: clerk.rows("departure_list") == ["Reading"] * 7)
    clerk.robot.keys(key)
    assert clerk.robot.focused == "departure_list"
    release.set_result(None)
    await clerk.read()
    assert (clerk.robot.focused == "count_0", bool(clerk.drafts)) == (is_counted, not is_counted)


async def test_a_late_answer_never_replaces_a_newer_one(clerk: BoatClerk) -> None:
    release = clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: not clerk.counter.faults.armed)
    clerk.robot.keys("Ctrl+Right")
    newest = f", {day_long(DAY + timedelta(days=2))}"
    await clerk.robot.until(lambda: clerk.robot.sees(newest))
    shown = clerk.everything()
    release.set_result(None)
    # What is asked for now is answered after what was held.
    await clerk.counter.desk.wallet.read()
    assert clerk.everything() == shown


async def test_boats_that_are_not_configured_say_what_still_works(clerk: BoatClerk) -> None:
    clerk.counter.faults.unconfigure_boats()
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.is_shown("failure"))
    assert clerk.robot.sees("Nothing was booked or debited.")
    assert clerk.text("departure_count") == "Not read"
    assert clerk.robot.sees("No departure to show")
    clerk.robot.keys("Ctrl+Return")
    assert clerk.drafts == []
    clerk.counter.faults.clear()
    clerk.robot.click("retry")
    await clerk.read()
    assert clerk.robot.focused == "departure_list"
    assert clerk.robot.find("add_passengers", Button).isEnabled()


async def test_entries_that_cannot_be_read_are_counted(clerk: BoatClerk) -> None:
    clerk.counter.faults.answer("content", _nothing())
    clerk.counter.faults.answer("search_availability", _boats({"schedule_id": 9302, "trip_name": "Hop"}, {}))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("1 entry could not be read"))
    assert len(clerk.rows("departure_list")) == 1
    assert clerk.text("departure_title") == "Hop"
    assert clerk.robot.sees("The service states no fares for this trip.")
    assert not clerk.robot.find("add_passengers", Button).isEnabled()


async def test_a_day_without_boats_is_said(clerk: BoatClerk) -> None:
    clerk.counter.faults.answer("content", _nothing())
    clerk.counter.faults.answer("search_availability", _nothing())
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("No departures on "))
    assert clerk.text("departure_count") == "No departures"
    assert not clerk.robot.find("add_passengers", Button).isEnabled()


async def test_an_empty_day_offers_the_next_one_with_boats(clerk: BoatClerk) -> None:
    for _ in range(2):
        clerk.counter.faults.answer("content", _nothing())
        clerk.counter.faults.answer("search_availability", _nothing())
    clerk.robot.keys("F5")
    label = f"Show {day_medium(DAY + timedelta(days=2))}"
    await clerk.robot.until(lambda: clerk.text("show_next_day") == label)
    clerk.robot.click("show_next_day")
    assert clerk.days == [DAY + timedelta(days=2)]


@beside_others
async def test_what_was_kept_is_shown_with_its_age_until_it_is_read(tmp_path: Path) -> None:
    async with at_the_boats(tmp_path, memory=memory_of(tmp_path)) as clerk:
        await clerk.read()
        clerk.robot.keys("Ctrl+Right")
        await clerk.robot.until(lambda: clerk.robot.sees(f", {day_long(DAY + timedelta(days=1))}"))
        clerk.counter.faults.before_work("search_availability", silent=False, times=None)
        clerk.robot.keys("Ctrl+Left")
        await clerk.robot.until(lambda: clerk.robot.sees("Departures kept from "))
        assert clerk.robot.sees("Seats and fares may have changed since ")
        assert len(clerk.rows("departure_list")) == 7
        assert not any("Live count" in row for row in clerk.rows("departure_list"))
        assert " at " in clerk.text("departure_seats")
        assert not clerk.robot.is_shown("failure")
        clerk.counter.faults.clear()
        clerk.robot.keys("F5")
        await clerk.read()
        assert clerk.text("departure_count") == "7 departures, 5 open"


async def test_passengers_are_added_only_with_a_line(clerk: BoatClerk) -> None:
    clerk.page.take_around(Around(is_online=False))
    button = clerk.robot.find("add_passengers", Button)
    assert not button.isEnabled()
    assert clerk.text("closed_reason") == "Passengers can be added when the line is back."
    clerk.robot.keys("Down", "Ctrl+Return")
    assert clerk.drafts == []
    clerk.page.take_around(Around())
    clerk.robot.keys("Ctrl+Return")
    assert len(clerk.drafts) == 1


async def test_older_replies_are_sold_too(tmp_path: Path) -> None:
    async with at_the_boats(tmp_path, older=True) as clerk:
        await clerk.read()
        clerk.robot.keys("Down")
        clerk.count(2, 1, 1)
        assert clerk.text("party_fare").startswith("INR ")
        assert not clerk.robot.sees("+ permit")
        clerk.robot.keys("Ctrl+Return")
        assert [draft.qty for draft in clerk.drafts] == [4]


def _boats(*items: Mapping[str, object]) -> OtherAnswer:
    body = {"status": "SUCCESS", "module": "BOAT", "count": len(items), "data": items}
    return OtherAnswer(200, json.dumps(body).encode())


def _nothing() -> OtherAnswer:
    return _boats()


@beside_others
async def test_a_month_shows_on_which_days_a_boat_can_be_sold(clerk: BoatClerk) -> None:
    clerk.robot.keys("Ctrl+T")
    days = [each for each in clerk.window.findChildren(DayButton) if each.isEnabled()]
    await clerk.robot.until(lambda: all(each.is_open is not None for each in days))
    told = {each.day: each.is_open for each in days if each.day is not None}
    for day, is_open in told.items():
        found = await clerk.counter.desk.catalogue.departures(day)
        assert is_open is any(each.is_open for each in found.departures)
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.focused == "departure_list")


async def test_days_are_no_longer_read_when_the_month_is_left(clerk: BoatClerk) -> None:
    clerk.counter.faults.hold("search_availability")
    clerk.robot.keys("Ctrl+T")
    await clerk.robot.until(lambda: not clerk.counter.faults.armed)
    clerk.robot.keys("Escape")
    assert not clerk.page.tasks.is_running("ahead")

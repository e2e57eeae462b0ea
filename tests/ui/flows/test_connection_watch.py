"""A line that drops and comes back: what the clerk sees, and that nothing stale or doubled is left."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from app.practice.service.faults import OtherAnswer
from app.ui.flows import connection_watch
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling


@pytest.fixture
async def clerk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that keeps its catalogue, and is less patient than usual."""
    monkeypatch.setattr(connection_watch, "PAUSES", (2, 2))
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        yield opened


async def _drop_line(clerk: Clerk) -> None:
    clerk.counter.faults.before_work("content", silent=False, times=None)
    clerk.counter.faults.before_work("wallet_balance", silent=False, times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.is_shown("offline_band"))


async def _day_read(clerk: Clerk) -> None:
    """Wait for the list of the date in the top bar."""
    day = clerk.window.day
    await clerk.robot.until(lambda: clerk.robot.sees(f"On {day:%a} {day.day} {day:%b}"))
    await clerk.list_read()


@beside_others
async def test_offline_is_said_with_its_time_and_the_next_try(clerk: Clerk) -> None:
    await _drop_line(clerk)
    assert clerk.text("line_state") == "Offline"
    await clerk.robot.until(lambda: "Next try in 2 s." in clerk.text("offline_words"))
    assert "Selling is paused. Bookings still work." in clerk.text("offline_words")
    # What was read before stays; only going on needs the line.
    assert clerk.rows("activity_list")
    assert not clerk.robot.find("pick_slot").isEnabled()
    clerk.robot.keys("Return")
    assert clerk.robot.is_shown("activities_page")


@beside_others
async def test_try_now_reads_and_the_band_goes(clerk: Clerk) -> None:
    await _drop_line(clerk)
    clerk.counter.faults.clear()
    clerk.robot.click("try_now")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("offline_band"))
    assert clerk.text("line_state") == "Online"
    await clerk.list_read()
    assert clerk.robot.find("pick_slot").isEnabled()


@beside_others
async def test_the_counter_comes_back_by_itself(clerk: Clerk) -> None:
    await _drop_line(clerk)
    clerk.counter.faults.clear()
    await clerk.robot.until(lambda: not clerk.robot.is_shown("offline_band"))
    await clerk.list_read()


@beside_others
async def test_a_try_that_fails_is_followed_by_a_later_one(clerk: Clerk) -> None:
    await _drop_line(clerk)
    clerk.robot.click("try_now")
    await clerk.robot.until(lambda: "Next try in" in clerk.text("offline_words"))
    assert clerk.robot.is_shown("offline_band")


async def test_a_refusal_is_an_answer_and_the_line_is_there(clerk: Clerk) -> None:
    await _drop_line(clerk)
    clerk.counter.faults.clear()
    clerk.counter.faults.answer("wallet_balance", OtherAnswer(500, b"broken"), times=None)
    clerk.robot.find("try_now").setFocus()
    clerk.robot.keys("Space")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("offline_band"))
    assert clerk.robot.focused == "activity_list"


@beside_others
async def test_the_kept_catalogue_is_shown_at_once_with_its_age(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Right")
    await _day_read(clerk)
    release = clerk.counter.faults.hold("content", times=None)
    clerk.robot.keys("Ctrl+Left")
    await clerk.robot.until(lambda: "Catalogue kept from" in clerk.text("activity_count"))
    assert "may have changed since" in clerk.text("read_at")
    assert clerk.rows("activity_list")
    release.set_result(None)
    await clerk.list_read()
    assert "Catalogue read" in clerk.text("read_at")


@beside_others
async def test_a_kept_catalogue_stays_when_the_line_is_gone(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Right")
    await _day_read(clerk)
    clerk.counter.faults.before_work("content", silent=False, times=None)
    clerk.counter.faults.before_work("wallet_balance", silent=False, times=None)
    clerk.robot.keys("Ctrl+Left")
    await clerk.robot.until(lambda: clerk.robot.is_shown("offline_band"))
    await clerk.robot.until(lambda: "Catalogue kept from" in clerk.text("activity_count"))
    assert clerk.rows("activity_list")


@beside_others
async def test_flapping_never_shows_the_catalogue_of_another_date(clerk: Clerk) -> None:
    """Each second answer is lost or late, while the clerk runs through the days."""
    faults = clerk.counter.faults
    for number in range(6):
        if number % 2:
            faults.slow("content", 0.3)
        else:
            faults.before_work("content")
        clerk.robot.keys("Ctrl+Right")
    faults.clear()
    day = clerk.window.day
    clerk.robot.keys("F5")
    await _day_read(clerk)
    assert clerk.window.day == day

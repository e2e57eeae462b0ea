"""Cancelling one after another: refused, lost and stopped, and gone on with by Ctrl Enter alone."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.desk.storm.values import EndState, PauseReason, Phase
from app.practice.service.faults import CONFIRM, OtherAnswer
from tests.support.proof import beside_others
from tests.support.ui.storm_clerk import StormClerk, at_storm_desk
from tests.support.ui.travelling_day import switched_on
from tests.ui.test_heard import listening

QUOTE = "cancel_booking"
LOCKED = OtherAnswer(409, b'{"status": "ERROR", "code": "LOCKED", "message": "Amount locked by settlement."}')


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[StormClerk]:
    """A clerk with the storm desk."""
    async with at_storm_desk(tmp_path) as opened:
        yield opened


async def test_all_are_cancelled_in_the_order_of_the_board(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(3)
    await desk.decided()
    await desk.ran()
    assert desk.gone() == 3
    assert robot.focused == "storm_run"
    assert desk.clerk.text("storm_head") == "3 of 3 sent"
    rows = desk.rows("storm_run")
    assert [each.partition(",")[0] for each in rows] == ["Customer 0", "Customer 1", "Customer 2"]
    assert all(", Cancelled " in each for each in rows)
    assert robot.sees("Agree")
    assert desk.clerk.text("storm_refunded") == f"INR {desk.storm.refunded:,.2f}"
    robot.keys("F8")
    assert f"{desk.storm.refunded:,.2f}" not in desk.clerk.everything()


@beside_others
async def test_refused_and_unknown_stay_with_their_reason_and_way_out(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(3)
    held = faults.hold(CONFIRM)
    faults.answer(CONFIRM, LOCKED)
    await desk.decided()
    await robot.until(lambda: desk.storm.ended(EndState.SENDING))
    await robot.until(lambda: not faults.armed)
    faults.before_work(CONFIRM, silent=False)
    held.set_result(None)
    await desk.ran()
    # The lost answer pauses; the third is not sent by itself.
    assert [each.end for each in desk.storm.parties] == [
        EndState.REFUSED,
        EndState.UNKNOWN,
        EndState.NOT_SENT,
    ]
    rows = desk.rows("storm_run")
    assert "Refused: \u201cAmount locked by settlement\u201d. Still booked." in rows[0]
    assert "Not known. Not sent again by itself." in rows[1]
    assert "Not sent" in rows[2]
    assert robot.is_shown("storm_pause_note")
    await robot.until_armed("spend")
    assert desk.clerk.text("spend").startswith("Cancel 1 more, refund INR ")
    robot.keys("Return")
    assert desk.gone() == 0


@beside_others
async def test_it_goes_on_by_ctrl_enter_alone(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(3)
    faults.before_work(CONFIRM, silent=False)
    await desk.decided()
    await desk.ran()
    assert desk.gone() == 0
    await robot.until_armed("spend")
    robot.keys("Space", "A")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: len(desk.storm.ended(EndState.CANCELLED)) == 2)
    await desk.ran()
    assert desk.gone() == 2
    # What is not known is not touched by going on.
    assert len(desk.storm.ended(EndState.UNKNOWN)) == 1
    assert not desk.storm.to_send


async def test_esc_stops_after_the_one_on_its_way(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(3)
    held = faults.hold(CONFIRM)
    await desk.decided()
    await robot.until(lambda: any("It cannot be stopped now." in each for each in desk.rows("storm_run")))
    robot.keys("Alt+2")
    assert robot.is_shown("storm_run_page")
    # What does nothing now says why.
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Bookings open once nothing is on its way."))
    robot.keys("L")
    await robot.until(lambda: robot.sees("Nothing is refused or not known."))
    desk.computer.passed += timedelta(seconds=10)
    with listening() as heard:
        robot.keys("Escape", "Escape")
    # How far it is, is said every ten seconds, and once.
    told = "1 of 3 sent, 0 cancelled, 0 refused, 0 not known."
    assert [each.text for each in heard.said].count(told) == 1
    assert desk.clerk.text("spend_caption") == "Stops after the one on its way."
    held.set_result(None)
    await desk.ran()
    assert desk.gone() == 1
    assert robot.sees("2 are still booked.")
    assert robot.is_shown("storm_run_page")


@beside_others
async def test_paused_esc_ends_here_and_sends_nothing(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(3)
    faults.before_work(CONFIRM, silent=False)
    await desk.decided()
    await desk.ran()
    assert desk.clerk.text("way_out") == "Stop here"
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("storm_told_page"))
    rows = desk.rows("storm_told")
    assert rows[0] == "Tell nothing yet: still booked, or not known, 3, heading"
    assert [each.partition(",")[0] for each in rows[1:]] == ["Customer 0", "Customer 1", "Customer 2"]
    assert "Not sent, still booked" in rows[2]
    assert "Not sent, still booked" in rows[3]
    assert desk.gone() == 0


@pytest.mark.parametrize("by", ["arrow", "board"])
async def test_paused_it_is_left_to_the_board_and_kept(desk: StormClerk, by: str) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await switched_on(desk.clerk)
    await desk.quoted(2)
    faults.before_work(CONFIRM, silent=False)
    await desk.decided()
    await desk.ran()
    if by == "arrow":
        robot.click("back")
    else:
        robot.keys("Alt+6")
    await robot.until(lambda: robot.is_shown("travelling_page"))
    told = "Storm desk paused, 1 not sent."
    assert sum(told in each for each in robot.texts()) == 1
    assert desk.storm.phase is Phase.CANCELLING
    assert desk.gone() == 0


@beside_others
async def test_that_a_storm_is_open_is_put_away_and_led_to_above_every_page(desk: StormClerk) -> None:
    robot, told = desk.clerk.robot, "Storm desk paused, 1 not sent."
    desk.clerk.counter.faults.before_work(CONFIRM, silent=False)
    await desk.quoted(2)
    await desk.decided()
    await desk.ran()
    robot.keys("Alt+3")
    await robot.until(lambda: robot.sees(told))
    robot.click("go_there")
    await robot.until(lambda: robot.is_shown("storm_run_page"))
    robot.keys("Alt+3")
    await robot.until(lambda: robot.sees(told))
    robot.keys("Alt+G", "Alt+2")
    await robot.until(lambda: robot.is_shown("sales_list"))
    assert not robot.sees(told)
    assert not robot.is_shown("go_there")


@beside_others
async def test_a_line_that_drops_pauses_and_says_since_when_it_is_back(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(2)
    faults.change(CONFIRM, lambda _: faults.cut_request(QUOTE, 100, times=None))
    await desk.decided()
    await desk.ran()
    pause = desk.storm.pause
    assert pause is not None
    assert pause.why is PauseReason.LINE
    assert robot.sees(pause.words)
    assert not robot.sees("It is back since ")
    faults.clear()
    await robot.until(lambda: robot.is_shown("try_now"))
    robot.click("try_now")
    await robot.until(lambda: robot.sees("It is back since "))
    await robot.until(lambda: not robot.is_shown("try_now"))
    assert robot.focused == "storm_run"
    # That it is back sends nothing.
    assert (desk.gone(), desk.storm.is_running) == (1, False)


@beside_others
async def test_details_are_copied_without_the_wallet(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    (sale,) = await desk.quoted(1)
    await desk.decided()
    await desk.ran()
    robot.keys("C")
    copied = QApplication.clipboard().text()
    assert sale.booking_ref in copied
    assert sale.request_id in copied
    assert f"{desk.storm.refunded:,.2f}" not in copied


@beside_others
async def test_the_way_out_of_what_is_not_known_comes_back_to_the_storm(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(2)
    faults.before_work(CONFIRM, silent=False)
    await desk.decided()
    await desk.ran()
    robot.keys("L", "Return")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))
    assert robot.sees("Storm desk paused, 1 not sent.")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("storm_run_page"))
    assert desk.storm.phase is Phase.CANCELLING

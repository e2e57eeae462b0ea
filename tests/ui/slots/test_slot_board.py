"""The board of days and slots as time goes by and readings come in."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QListView

from app.desk.model.activities import DaySlots
from app.desk.model.sale import Advice
from app.ui.slots.slot_board import SlotBoard
from tests.support.desk.samples import NOW, SLOT, TODAY, moment
from tests.support.ui.robot import Robot
from tests.support.ui.selling import spoken_rows
from tests.ui.conftest import Open

LATER = replace(SLOT, slot_id=34, closes_at=None)
DAY = DaySlots(501, TODAY, (SLOT, LATER), "", (), moment(NOW))
FAILURE = Advice("The slots could not be read.", "Nothing was booked or debited.", "Read again.")


@pytest.fixture
async def board(open_robot: Open) -> tuple[SlotBoard, Robot]:
    """A board on screen, and a robot for it."""
    shown = SlotBoard(TODAY, NOW)
    shown.resize(940, 600)
    return shown, await open_robot(shown)


async def test_a_slot_closes_in_place_when_its_time_comes(board: tuple[SlotBoard, Robot]) -> None:
    shown, robot = board
    shown.put_slots(DAY)
    shown.choose(SLOT)
    assert SLOT.closes_at is not None
    assert shown.wait_ms() == 1
    shown.show_now(SLOT.closes_at - timedelta(minutes=2))
    assert shown.wait_ms() == 1000
    assert "closes in 2 minutes" in spoken_rows(robot.find("slot_tiles", QListView))[0]
    shown.show_now(SLOT.closes_at)
    assert "Booking closed at 06:30" in spoken_rows(robot.find("slot_tiles", QListView))[0]
    assert not shown.as_shown(SLOT).is_open
    assert robot.sees("1 of 2 open")


async def test_a_slot_of_a_day_off_the_strip_runs_out_too(board: tuple[SlotBoard, Robot]) -> None:
    shown, _ = board
    other = replace(SLOT, day=TODAY + timedelta(days=30))
    assert shown.as_shown(other).is_open
    assert SLOT.closes_at is not None
    shown.show_now(SLOT.closes_at)
    assert not shown.as_shown(other).is_open


async def test_a_slot_that_is_offered_no_more_is_closed(board: tuple[SlotBoard, Robot]) -> None:
    shown, _ = board
    shown.put_slots(DAY)
    gone = shown.as_shown(replace(SLOT, slot_id=99))
    assert (gone.is_open, gone.reason) == (False, "No longer offered")


async def test_the_next_day_with_slots_is_offered(board: tuple[SlotBoard, Robot]) -> None:
    shown, robot = board
    asked: list[object] = []
    shown.none.day_asked.connect(asked.append)
    tomorrow, next_week = TODAY + timedelta(days=1), TODAY + timedelta(days=3)
    shown.put_slots(replace(DAY, slots=(), reason=""))
    assert robot.sees("The service lists no slot for this date.")
    assert not robot.is_shown("show_next_day")
    shown.put_slots(replace(DAY, day=next_week))
    shown.put_slots(replace(DAY, slots=(), reason=""))
    assert robot.sees("Tue 24 Nov has 2 open slots.")
    assert not robot.sees("The service lists no slot for this date.")
    shown.put_slots(replace(DAY, slots=(), reason="Closed for weather"))
    assert robot.sees("Closed for weather\nTue 24 Nov has 2 open slots.")
    shown.put_slots(replace(DAY, day=tomorrow, slots=(SLOT,)))
    shown.put_slots(replace(DAY, slots=(), reason="Closed for weather"))
    assert robot.sees("Sun 22 Nov has 1 open slot.")
    robot.click("show_next_day")
    assert asked == [tomorrow]


async def test_a_failed_day_is_told_and_then_read(board: tuple[SlotBoard, Robot]) -> None:
    shown, robot = board
    asked: list[str] = []
    shown.failure.retry.clicked.connect(lambda: asked.append("read"))
    shown.put_failure(TODAY, FAILURE)
    assert robot.sees("The slots could not be read.")
    robot.click("retry")
    assert asked == ["read"]
    shown.put_slots(DAY)
    assert not robot.is_shown("failure")
    shown.put_failure(TODAY, FAILURE)
    assert robot.sees("Not read again. Read ")
    shown.put_slots(DAY)
    assert not robot.sees("Not read again.")


async def test_a_day_that_fails_in_the_background_disturbs_nothing(board: tuple[SlotBoard, Robot]) -> None:
    shown, robot = board
    shown.put_slots(DAY)
    shown.put_failure(TODAY + timedelta(days=1), FAILURE)
    assert not robot.is_shown("failure")
    assert "Not read" in spoken_rows(robot.find("day_tiles", QListView))[1]


async def test_tiles_scroll_under_a_bar_of_their_own(board: tuple[SlotBoard, Robot]) -> None:
    shown, robot = board
    many = tuple(replace(SLOT, slot_id=number) for number in range(15))
    shown.put_slots(replace(DAY, slots=many))
    view = robot.find("slot_tiles", QListView)
    view.setFocus()
    for _ in range(4):
        robot.keys("Down")
    assert view.verticalScrollBar().value() > 0
    width = view.visualRect(view.model().index(0, 0)).width()
    assert width * 3 > view.viewport().width() - 4
    robot.click(view.viewport(), QPoint(40, 60))
    assert view.selectedIndexes()
